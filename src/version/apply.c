/* Makes edits and applies those of a call: rebuilds the blocks of regions, puts them over those of
 * the version before, and updates what depends on the whole world.
 *
 * Of a world that a reader fetches, what the edits touch stays in the cache of the world until the
 * blocks are rebuilt. Passes over all regions, and updates, keep nothing there.
 *
 * Invariant: the version before is only read. The next one is a copy that is handed out when it is
 * complete, so a call that fails drops it and has changed nothing. */
#include "version/apply.h"

#include "coarse/edit/rebuild.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/jobs.h"
#include "version/follow_up.h"
#include "world/world_open.h"

/* ---- Edits, and the identity that a version has after them ------------------------------- */

ovl_edit ovl_edit_rect(ovl_cell cell, int32_t w, int32_t h, uint8_t terrain) {
  return (ovl_edit){.kind = OVL_EDIT_TERRAIN, .cell = cell, .w = w, .h = h, .value = terrain};
}

ovl_edit ovl_edit_door(uint32_t link, bool open) {
  return (ovl_edit){.kind = OVL_EDIT_LINK, .w = 1, .h = 1, .link = link, .value = open};
}

/* Adds two numbers to a hash. */
static uint64_t mix_in(uint64_t hash, uint64_t a, uint64_t b) {
  return ovi_mix64(hash ^ ovi_mix64(a ^ ovi_mix64(b)));
}

/* Adds an edit to a hash: all that decides about the cells that it sets. */
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

/* Makes a version the next one of its history, after edits. False: no memory. */
static bool enter_edits(ovl_world *next, const ovi_call_edits *edits) {
  const ovi_version_step *step = edits->step;
  if (step != NULL && step->is_given) {
    return ovi_version_jump(next, step->number, step->identity);
  }
  uint64_t change = step != NULL ? step->change : edits->count;
  for (size_t i = 0; step == NULL && i < edits->count; i++) {
    change = hash_edit(change, &edits->edits[i]);
  }
  return ovi_version_advance(next, change);
}

/* ---- A call ------------------------------------------------------------------------------- */

/* A call, and what it has made so far. */
typedef struct edits_call {
  const ovl_world *world; /* the version before */
  const ovi_call_edits *edits;
  const ovl_apply_def *def;
  const ovl_jobs *jobs; /* NULL: none */
  ovi_progress progress;
  ovl_fault *fault;
  ovi_rebuild rebuild;
  ovl_world *next; /* the next version */
} edits_call;

/* ---- A base of its own --------------------------------------------------------- */

/* Makes the next version with a base of its own, in memory: bakes the edited map, without labels.
 */
static ovl_result bake_base(edits_call *call) {
  const ovi_rebuild *rebuild = &call->rebuild;
  ovi_bake bake = ovi_bake_of_sections(&call->world->shared);
  bake.map = rebuild->map; /* which has no places: they are those of the world before */
  bake.map.place_count = (int32_t)call->world->shared.file.place_count;
  bake.given.map_fingerprint = rebuild->output.map_fingerprint;
  if (rebuild->output.links != NULL) {
    bake.given.links = ovi_blob_bytes(rebuild->output.links);
  }
  bake.without_derived = true;
  bake.allocator = call->world->allocator;
  bake.jobs = call->jobs;
  bake.progress = &call->progress;
  bake.fault = call->fault;
  ovi_buffer file = {.allocator = call->world->allocator};
  ovl_result result = ovi_bake_world(&bake, &file);
  if (result != OVL_OK) {
    ovi_buffer_release(&file);
    return result;
  }
  result = ovi_world_of_buffer(&call->next, &file, OVI_CHECK_ALL, call->fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_version_follow(call->next, call->world);
  if (!enter_edits(call->next, call->edits)) {
    return OVL_NO_MEMORY;
  }
  ovi_history *history = &call->next->history;
  history->routes_since = history->labels_since = history->version;
  history->all_was_rebuilt = true;
  return OVL_OK;
}

/* ---- The base of the version before --------------------------------------------- */

/* Puts the blocks that were rebuilt over those of the version before, and updates what depends on
 * them. A block that equals the base's is not stored. OVL_OK or OVL_NO_MEMORY, or why a block of
 * the base could not be read. */
static ovl_result replace_blocks(edits_call *call) {
  const ovl_allocator *allocator = call->world->allocator;
  ovi_rebuild_output *output = &call->rebuild.output;
  ovl_world *next = call->next = ovi_version_copy(call->world);
  if (next == NULL || !enter_edits(next, call->edits)) {
    return OVL_NO_MEMORY;
  }
  ovi_version_begin_delta(next);
  next->shared.map_fingerprint = output->map_fingerprint;
  next->shared.has_heights = output->has_heights;
  if (output->links != NULL) {
    ovi_version_put_links(next, output->links);
    output->links = NULL;
  }
  const ovi_layer *layer = &next->layers[0];
  const uint64_t bytes = (uint64_t)output->block_count * sizeof(uint32_t) + 1;
  uint32_t *regions = ovi_allocate(allocator, bytes);
  ovl_result result = regions != NULL ? OVL_OK : OVL_NO_MEMORY;
  for (uint32_t i = 0; result == OVL_OK && i < output->block_count; i++) {
    ovi_rebuilt_block *rebuilt = &output->blocks[i];
    ovi_replaced replaced = {.version = next->history.version};
    OVI_ASSERT(ovi_delta_tree_find(&next->delta, rebuilt->region) == NULL ||
               ovi_delta_tree_find(&next->delta, rebuilt->region)->version <=
                   next->history.version);
    regions[i] = rebuilt->region;
    if (!ovi_version_base_has(layer, rebuilt->region, ovi_blob_bytes(rebuilt->block),
                              rebuilt->block->bytes)) {
      replaced.block = rebuilt->block;
      rebuilt->block = NULL;
    }
    ovi_layer_unpin(layer);
    result = ovi_delta_tree_put(&next->delta, rebuilt->region, replaced) ? ovi_layer_outcome(layer)
                                                                         : OVL_NO_MEMORY;
  }
  if (result == OVL_OK) {
    result =
        ovi_follow_up(next, call->world, regions, output->block_count, call->jobs, &call->progress);
  }
  ovi_release(allocator, regions, bytes);
  return result;
}

/* ---- All ------------------------------------------------------------------------- */

/* Rebuilds the blocks of regions, and makes the next version of them. */
static ovl_result apply_edits(edits_call *call) {
  if (call->edits->count == 0) {
    call->next = ovi_version_copy(call->world);
    const bool is_step = call->edits->step != NULL;
    return call->next != NULL && (!is_step || enter_edits(call->next, call->edits)) ? OVL_OK
                                                                                    : OVL_NO_MEMORY;
  }
  const ovi_rebuild_input input = {.shared = &call->world->shared,
                                   .layers = call->world->layers,
                                   .edits = call->edits->edits,
                                   .count = call->edits->count,
                                   .is_difference = call->edits->step != NULL,
                                   .step_rule = call->def->step_rule,
                                   .step_rule_user = call->def->step_rule_user,
                                   .jobs = call->jobs,
                                   .progress = &call->progress,
                                   .allocator = call->world->allocator,
                                   .fault = call->fault};
  const ovl_result result = ovi_rebuild_run(&call->rebuild, &input);
  ovi_layer_unpin(call->world->layers);
  return result != OVL_OK                  ? result
         : call->rebuild.output.needs_bake ? bake_base(call)
                                           : replace_blocks(call);
}

ovl_result ovi_version_apply(const ovl_world *world, const ovi_call_edits *edits,
                             const ovl_apply_def *def, ovl_world **version, ovl_fault *fault) {
  const ovl_apply_def usual = {0};
  def = def != NULL ? def : &usual;
  const ovi_argument arguments[] = {{"jobs", ovi_jobs_are_valid(def->jobs), 1, 1},
                                    {"keep", (int32_t)def->keep, 0, OVL_KEEP_COUNT - 1}};
  *version = NULL;
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  edits_call call = {.world = world,
                     .edits = edits,
                     .def = def,
                     .jobs = ovi_world_is_read(world) ? NULL : def->jobs,
                     .progress = {.report = def->progress, .user = def->progress_user},
                     .fault = fault};
  if (edits->step != NULL) {
    call.progress.done = call.progress.total = edits->step->compared;
  }
  ovi_world_begin_call(world);
  const ovl_result result = ovi_world_end_faulty_call(world, apply_edits(&call), fault);
  ovi_rebuild_release(&call.rebuild);
  if (result == OVL_OK) {
    OVI_ASSERT(call.next->history.routes_since <= call.next->history.version &&
               call.next->history.labels_since <= call.next->history.version);
    *version = call.next;
    return OVL_OK;
  }
  ovl_world_close(call.next);
  return ovi_fault_end(fault, result);
}

ovl_result ovl_world_apply(const ovl_world *world, const ovl_edit *edits, size_t count,
                           ovl_world **version, ovl_fault *fault) {
  return ovl_world_apply_def(world, edits, count, NULL, version, fault);
}

ovl_result ovl_world_apply_def(const ovl_world *world, const ovl_edit *edits, size_t count,
                               const ovl_apply_def *def, ovl_world **version, ovl_fault *fault) {
  ovl_fault unused;
  const ovi_call_edits call = {edits, count, NULL};
  return ovi_version_apply(world, &call, def, version, ovi_fault_begin(fault, &unused));
}

/* ---- What if: which units a building would seal in ---- */

/* Lists the units that are on the island of `home` before the edits and no longer after them. */
static ovl_result cut_off(const ovl_what_if *what, const ovl_world *before, const ovl_world *after,
                          uint32_t *cut, size_t capacity, size_t *needed, ovl_fault *fault) {
  ovi_world_begin_call(before);
  ovi_world_begin_call(after);
  const uint32_t home = ovi_world_island(before, what->profile, what->home);
  const uint32_t home_after = ovi_world_island(after, what->profile, what->home);
  size_t count = 0;
  for (size_t i = 0; home != 0 && i < what->unit_count; i++) {
    const ovl_cell unit = what->units[i];
    if (ovi_world_island(before, what->profile, unit) == home &&
        (home_after == 0 || ovi_world_island(after, what->profile, unit) != home_after)) {
      if (count < capacity) {
        cut[count] = (uint32_t)i;
      }
      count++;
    }
    ovi_layer_unpin(before->layers);
    ovi_layer_unpin(after->layers);
  }
  ovl_result result = ovi_world_end_faulty_call(before, OVL_OK, fault);
  result = result == OVL_OK ? ovi_world_end_faulty_call(after, OVL_OK, fault) : result;
  if (result != OVL_OK) {
    return result;
  }
  *needed = count;
  return count <= capacity ? OVL_OK : OVL_MORE_ROOM;
}

ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                             const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                             size_t *needed, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *needed = 0;
  const ovi_argument arguments[] = {
      {"profile", what->profile, 0, (int64_t)world->shared.profile_count - 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (what->version != NULL) {
    return cut_off(what, world, what->version, cut, capacity, needed, fault);
  }
  ovl_world *after;
  ovl_result result = ovl_world_apply_def(world, what->edits, what->edit_count, def, &after, fault);
  if (after != NULL) {
    result = cut_off(what, world, after, cut, capacity, needed, fault);
  }
  ovl_world_close(after);
  return result;
}
