/* Applies edits: rebuilds the blocks of regions, puts them over those of the version before, and
 * updates what depends on the whole world. Also answers "what if" for edits that are not kept.
 *
 * Invariant: the version before is only read. The next one is a copy that is handed out when it is
 * complete, so a call that fails drops it and has changed nothing. */
#include "version/apply.h"

#include "bake/bake.h"
#include "coarse/edit/island_update.h"
#include "coarse/edit/overlay_update.h"
#include "coarse/edit/rebuild.h"
#include "coarse/format/fault.h"
#include "coarse/view/links.h"
#include "common/argument.h"
#include "common/hash64.h"
#include "common/jobs.h"
#include "overland_edit.h"
#include "world/world_open.h"

ovl_apply_def ovl_apply_def_default(void) { return (ovl_apply_def){0}; }

ovl_edit ovl_edit_rect(ovl_cell cell, int32_t w, int32_t h, uint8_t terrain) {
  return (ovl_edit){.kind = OVL_EDIT_TERRAIN, .cell = cell, .w = w, .h = h, .value = terrain};
}

ovl_edit ovl_edit_set(ovl_cell cell, uint8_t terrain) { return ovl_edit_rect(cell, 1, 1, terrain); }

ovl_edit ovl_edit_door(uint32_t link, bool open) {
  return (ovl_edit){.kind = OVL_EDIT_LINK, .w = 1, .h = 1, .link = link, .value = open};
}

/* ---- A hash of the edits ------------------------------------------------ */

static uint64_t mix_in(uint64_t hash, uint64_t a, uint64_t b) {
  return ovi_mix64(hash ^ ovi_mix64(a ^ ovi_mix64(b)));
}

static uint64_t hash_edit(uint64_t hash, const ovl_edit *edit) {
  hash = mix_in(hash, (uint64_t)edit->kind << 32 | edit->value,
                (uint64_t)(uint32_t)edit->profile << 32 | edit->link);
  if (edit->kind == OVL_EDIT_LINK) {
    return hash;
  }
  hash = mix_in(hash, (uint64_t)(uint32_t)edit->cell.x << 32 | (uint32_t)edit->cell.y,
                (uint64_t)(uint32_t)edit->cell.floor);
  hash = mix_in(hash, (uint64_t)(uint32_t)edit->w << 32 | (uint32_t)edit->h, 0);
  const uint64_t cells = (uint64_t)edit->w * (uint64_t)edit->h;
  hash = mix_in(hash, edit->stamp != NULL, edit->mask != NULL);
  for (uint64_t i = 0; edit->stamp != NULL && i < cells; i++) {
    hash = ovi_mix64(hash ^ edit->stamp[i]);
  }
  for (uint64_t i = 0; edit->mask != NULL && i < cells; i++) {
    hash = ovi_mix64(hash ^ (edit->mask[i] != 0));
  }
  return hash;
}

static uint64_t hash_edits(const ovl_edit *edits, size_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++) {
    hash = hash_edit(hash, &edits[i]);
  }
  return hash;
}

/* ---- Totals of a layer --------------------------------------------------------- */

/* Replaces what a region added to the totals of a layer. Upper bounds only grow, and lower bounds
 * only fall. */
static void count_region(ovl_world *next, const ovl_world *before, uint32_t profile, uint32_t id) {
  ovi_layer *layer = &next->layers[profile];
  const ovi_region was = ovi_region_view(&before->layers[profile], id);
  const ovi_region is = ovi_region_view(layer, id);
  layer->graph.waypoints += (uint64_t)ovi_region_waypoints(&is) - ovi_region_waypoints(&was);
  layer->graph.open_cells += (uint64_t)ovi_get_u16(is.layer_block + OVI_LAYER_OPEN_CELLS) -
                             ovi_get_u16(was.layer_block + OVI_LAYER_OPEN_CELLS);
  layer->graph.max_ports =
      is.ports.count > layer->graph.max_ports ? (uint16_t)is.ports.count : layer->graph.max_ports;
  layer->profile.max_exceptions = is.costs.exceptions > layer->profile.max_exceptions
                                      ? is.costs.exceptions
                                      : layer->profile.max_exceptions;
  const uint32_t weight = is.layer_block[OVI_LAYER_MIN_WEIGHT];
  if (weight != 0 && weight < layer->profile.min_weight) {
    layer->profile.is_plain = false;
    layer->profile.min_weight = (uint8_t)weight;
  }
  layer->profile.is_plain =
      layer->profile.is_plain && ovi_layer_block_is_plain(layer, is.layer_block);
}

/* Whether some link is a port of the region where it begins. */
static bool any_link_has_ports(const ovi_layer *layer) {
  for (uint32_t link = 0; layer->profile.is_directed && link < layer->shared->link_count; link++) {
    if (ovi_link_is_for(layer, link)) {
      const ovi_region region = ovi_region_view(layer, ovi_link_region(layer, link, false));
      const bool is_port = ovi_region_link_place(&region, link, false) != OVI_NO_LINK;
      ovi_layer_unpin(layer);
      if (is_port) {
        return true;
      }
    }
  }
  return false;
}

static void count_regions(ovl_world *next, const ovl_world *before, const uint32_t *regions,
                          uint32_t count) {
  for (uint32_t profile = 0; profile < next->shared.profile_count; profile++) {
    for (uint32_t i = 0; i < count; i++) {
      count_region(next, before, profile, regions[i]);
    }
    next->layers[profile].profile.has_links = any_link_has_ports(&next->layers[profile]);
  }
}

/* ---- Making the next version --------------------------------------------------- */

/* Replaces the block of a region; one that equals the base's is not stored. False: no memory. */
static bool apply_put_block(ovl_world *next, ovi_rebuilt_block *rebuilt) {
  const ovi_layer *layer = &next->layers[0];
  ovi_replaced replaced = {.version = next->history.version};
  if (!ovi_version_base_has(layer, rebuilt->region, ovi_blob_bytes(rebuilt->block),
                            rebuilt->block->bytes)) {
    replaced.block = rebuilt->block;
    rebuilt->block = NULL;
  }
  return ovi_delta_tree_put(&next->delta, rebuilt->region, replaced);
}

/* Puts all that was rebuilt over what the version has. */
static ovl_result put_rebuilt(ovl_world *next, ovi_rebuild *rebuilt) {
  ovi_rebuild_output *output = &rebuilt->output;
  bool fits = true;
  ovi_version_begin_delta(next);
  next->shared.map_fingerprint = output->map_fingerprint;
  next->shared.has_heights = output->has_heights;
  for (uint32_t i = 0; i < output->block_count && fits; i++) {
    fits = apply_put_block(next, &output->blocks[i]);
    if (output->is_complete) {
      ovi_layer_unpin(next->layers);
    }
  }
  if (output->links != NULL) {
    ovi_version_put_links(next, output->links);
    output->links = NULL;
  }
  return fits ? OVL_OK : OVL_NO_MEMORY;
}

ovl_result ovi_apply_follow_up(ovl_world *next, const ovl_world *before, const uint32_t *regions,
                               uint32_t count, const ovl_jobs *jobs) {
  const ovi_update update = {.before = before->layers,
                             .after = next->layers,
                             .profiles = next->shared.profile_count,
                             .regions = regions,
                             .region_count = count,
                             .version = next->history.version,
                             .delta = &next->delta,
                             .overlay_delta = &next->overlay_delta,
                             .own = next->own,
                             .jobs = jobs,
                             .allocator = next->allocator};
  count_regions(next, before, regions, count);
  const ovl_result result = ovi_world_end_call(before, ovi_islands_update(&update));
  return result == OVL_OK ? ovi_overlays_update(&update) : result;
}

static ovl_result follow_up(const ovi_apply_task *task, ovl_world *next,
                            const ovi_rebuild *rebuilt) {
  const uint64_t bytes = (uint64_t)rebuilt->output.block_count * sizeof(uint32_t) + 1;
  uint32_t *regions = ovi_allocate(next->allocator, bytes);
  if (regions == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < rebuilt->output.block_count; i++) {
    regions[i] = rebuilt->output.blocks[i].region;
  }
  const ovl_result result = ovi_apply_follow_up(next, task->world, regions,
                                                rebuilt->output.block_count, rebuilt->input.jobs);
  ovi_release(next->allocator, regions, bytes);
  return result;
}

/* Makes a version the next one of its history, after all calls that the edits were made by, and
 * logs the calls. False: no memory. */
static bool enter_calls(ovl_world *next, const ovi_apply_task *task) {
  size_t at = 0;
  bool has_memory = true;
  while (at < task->count && has_memory) {
    const size_t count =
        task->calls != NULL ? (size_t)ovi_edit_log_call(task->calls, at)->count : task->count;
    const uint64_t change = hash_edits(task->edits + at, count);
    if (at == 0) {
      has_memory = ovi_version_advance(next, change);
    } else {
      ovi_version_pass(next, change);
    }
    has_memory = has_memory && ovi_version_log(next, task->edits + at, count);
    at += count;
  }
  return has_memory;
}

/* Makes the next version with a base of its own, in memory: all blocks were rebuilt, in another
 * form. */
static ovl_result rebuild_base(const ovi_apply_task *task, ovi_rebuild *rebuilt,
                               ovl_world **version) {
  ovi_buffer file;
  ovl_world *all = ovi_version_copy(task->world);
  if (all == NULL) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = put_rebuilt(all, rebuilt);
  for (uint32_t i = 0; i < all->shared.profile_count; i++) {
    all->layers[i].overlay.is_outdated = true;
  }
  if (result == OVL_OK) {
    result = ovi_world_buffer(all, &file);
    if (result == OVL_OK) {
      result = ovi_world_of_buffer(version, &file, task->fault);
    } else {
      ovi_buffer_release(&file);
    }
  }
  ovl_world_close(all);
  if (result != OVL_OK) {
    return result;
  }
  ovi_version_follow(*version, task->world);
  if (!enter_calls(*version, task)) {
    return OVL_NO_MEMORY;
  }
  ovi_version_end_routes(*version);
  return OVL_OK;
}

/* Makes the next version with the base of the version before. */
static ovl_result replace_blocks(const ovi_apply_task *task, ovi_rebuild *rebuilt,
                                 ovl_world **version) {
  ovl_world *next = ovi_version_copy(task->world);
  *version = next;
  if (next == NULL || !enter_calls(next, task)) {
    return OVL_NO_MEMORY;
  }
  const ovl_result result = put_rebuilt(next, rebuilt);
  return result == OVL_OK ? follow_up(task, next, rebuilt) : result;
}

static ovl_result apply_edits(const ovi_apply_task *task, ovl_world **version) {
  const ovl_apply_def usual = ovl_apply_def_default();
  const ovl_apply_def *def = task->def != NULL ? task->def : &usual;
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    {"jobs", ovi_jobs_are_valid(def->jobs), 1, 1}};
  if (ovi_arguments_check(arguments, 2, 0, task->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (task->count == 0) {
    *version = ovi_version_copy(task->world);
    return *version != NULL ? OVL_OK : OVL_NO_MEMORY;
  }
  ovi_rebuild rebuilt = {.input = {.shared = &task->world->shared,
                                   .layers = task->world->layers,
                                   .edits = task->edits,
                                   .count = task->count,
                                   .step_rule = def->step_rule,
                                   .step_rule_user = def->step_rule_user,
                                   .jobs = ovi_world_is_read(task->world) ? NULL : def->jobs,
                                   .allocator = task->world->allocator,
                                   .fault = task->fault}};
  ovl_result result = ovi_rebuild_run(&rebuilt);
  if (result == OVL_OK) {
    result = rebuilt.output.is_complete ? rebuild_base(task, &rebuilt, version)
                                        : replace_blocks(task, &rebuilt, version);
  }
  ovi_rebuild_release(&rebuilt);
  return result;
}

ovl_result ovi_apply(const ovi_apply_task *task, ovl_world **version) {
  ovl_fault unused;
  ovi_apply_task checked = *task;
  checked.fault = ovi_fault_begin(task->fault, &unused);
  ovi_world_begin_call(task->world);
  *version = NULL;
  const ovl_result edited = apply_edits(&checked, version);
  const ovl_result result = ovi_world_end_faulty_call(task->world, edited, checked.fault);
  if (result != OVL_OK) {
    ovl_world_close(*version);
    *version = NULL;
  }
  return result;
}

ovl_result ovl_world_apply(const ovl_world *world, const ovl_edit *edits, size_t count,
                           const ovl_apply_def *def, ovl_world **version, ovl_fault *fault) {
  const ovi_apply_task task = {
      .world = world, .edits = edits, .count = count, .def = def, .fault = fault};
  return ovi_apply(&task, version);
}

/* ---- What if ------------------------------------------------------------------------ */

/* Lists the units that are on the island of `home` before the edits and no longer after them;
 * returns their number. */
static size_t find_cut(const ovl_what_if *what, const ovl_world *before, const ovl_world *after,
                       uint32_t *cut, size_t capacity) {
  const uint32_t home = ovi_world_island(before, what->profile, what->home);
  const uint32_t home_after = ovi_world_island(after, what->profile, what->home);
  size_t count = 0;
  for (size_t i = 0; home != 0 && i < what->unit_count; i++) {
    if (ovi_world_island(before, what->profile, what->units[i]) != home) {
      continue;
    }
    if (home_after == 0 || ovi_world_island(after, what->profile, what->units[i]) != home_after) {
      if (count < capacity) {
        cut[count] = (uint32_t)i;
      }
      count++;
    }
  }
  return count;
}

ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                             const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                             size_t *needed, ovl_fault *fault) {
  ovl_fault unused;
  ovl_world *after = NULL;
  fault = ovi_fault_begin(fault, &unused);
  *needed = 0;
  const ovi_argument arguments[] = {
      OVI_RESERVED_ARGUMENT("reserved", what->reserved),
      {"profile", what->profile, 0, (int64_t)world->shared.profile_count - 1}};
  if (ovi_arguments_check(arguments, 2, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const ovi_apply_task task = {
      .world = world, .edits = what->edits, .count = what->edit_count, .def = def, .fault = fault};
  const ovl_result result = ovi_apply(&task, &after);
  if (result != OVL_OK) {
    return result;
  }
  ovi_world_begin_call(world);
  *needed = find_cut(what, world, after, cut, capacity);
  ovl_world_close(after);
  return ovi_world_end_call(world, *needed <= capacity ? OVL_OK : OVL_MORE_ROOM);
}
