/* Applies edits: rebuilds the blocks of regions, puts them over those of the version before, and
 * updates what depends on the whole world. Also answers "what if" for edits that are not kept.
 *
 * What is read of a world that a reader fetches is kept until the applying ends, except in passes
 * over all regions, which remember how far they came. So nothing is read again because a reader was
 * late or failed later.
 *
 * Invariant: the version before is only read. The next one is a copy that is handed out when it is
 * complete, so a call that fails drops it and has changed nothing. */
#include "version/apply.h"

#include "bake/bake.h"
#include "coarse/edit/kept_pages.h"
#include "coarse/edit/rebuild.h"
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "overland_edit.h"
#include "version/edit.h"
#include "version/follow_up.h"
#include "world/world_open.h"

/* An applying. It is allocated, for it is too large for a stack. */
struct ovl_applying {
  ovl_world *world;   /* the version before */
  ovl_world *kept_of; /* the same with `kept` as its source; of a world in memory, another handle */
  ovi_kept_pages kept; /* of a world that is read by a reader */
  const ovl_edit *edits;
  size_t count;
  const ovi_edit_log *calls; /* the calls that the edits were made by; NULL: one */
  ovi_stages stages;
  ovi_rebuild rebuild;
  ovl_world *next;   /* NULL: not made yet, or handed out */
  uint32_t *regions; /* that were rebuilt */
  ovi_follow_up follow_up;
  bool is_done;
  ovl_result result; /* not OVL_OK: it can't go on, and `reason` says why */
  ovl_fault reason;
  ovl_fault fault; /* of the last call */
};

/* ---- Making the next version --------------------------------------------------- */

static uint64_t regions_bytes(const ovl_applying *applying) {
  return (uint64_t)applying->rebuild.output.block_count * sizeof(uint32_t) + 1;
}

static bool list_regions(ovl_applying *applying) {
  const ovi_rebuild_output *output = &applying->rebuild.output;
  applying->regions = ovi_allocate(applying->world->allocator, regions_bytes(applying));
  for (uint32_t i = 0; applying->regions != NULL && i < output->block_count; i++) {
    applying->regions[i] = output->blocks[i].region;
  }
  return applying->regions != NULL;
}

/* Gives a version what was rebuilt, but for the blocks. */
static void put_shared(ovl_world *next, ovi_rebuild_output *output) {
  ovi_version_begin_delta(next);
  next->shared.map_fingerprint = output->map_fingerprint;
  next->shared.has_heights = output->has_heights;
  if (output->links != NULL) {
    ovi_version_put_links(next, output->links);
    output->links = NULL;
  }
}

/* Makes the file of a version all of whose blocks were rebuilt. */
static ovl_result make_base_file(ovl_applying *applying, ovi_buffer *file) {
  ovi_rebuild_output *output = &applying->rebuild.output;
  ovl_world *all = ovi_version_copy(applying->kept_of);
  *file = (ovi_buffer){.allocator = applying->world->allocator};
  if (all == NULL) {
    return OVL_NO_MEMORY;
  }
  bool fits = true;
  put_shared(all, output);
  for (uint32_t i = 0; i < output->block_count && fits; i++) {
    const ovi_replaced replaced = {.block = ovi_blob_retain(output->blocks[i].block)};
    fits = ovi_delta_tree_put(&all->delta, output->blocks[i].region, replaced);
  }
  for (uint32_t i = 0; i < all->shared.profile_count; i++) {
    all->layers[i].overlay.is_outdated = true;
  }
  const ovl_result result = fits ? ovi_world_buffer(all, file) : OVL_NO_MEMORY;
  ovl_world_close(all);
  return result;
}

/* Makes the next version with a base of its own, in memory: all blocks were rebuilt, in another
 * form. */
static ovl_result rebuild_base(ovl_applying *applying) {
  ovi_buffer file;
  ovl_result result = make_base_file(applying, &file);
  if (result != OVL_OK) {
    ovi_buffer_release(&file);
    return result;
  }
  result = ovi_world_of_buffer(&applying->next, &file, &applying->fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_version_follow(applying->next, applying->world);
  if (!ovi_edits_enter(applying->next, applying->edits, applying->count, applying->calls)) {
    return OVL_NO_MEMORY;
  }
  ovi_version_end_routes(applying->next);
  return OVL_OK;
}

/* ---- Stages -------------------------------------------------------------------- */

static ovl_result rebuild_regions(ovl_applying *applying) {
  if (applying->count == 0) {
    applying->next = ovi_version_copy(applying->kept_of);
    ovi_stages_skip(&applying->stages);
    return applying->next != NULL ? OVL_OK : OVL_NO_MEMORY;
  }
  return ovi_rebuild_run(&applying->rebuild);
}

/* Begins the next version with the base of the version before, or makes it with its own. */
static ovl_result begin_next_version(ovl_applying *applying) {
  if (applying->rebuild.output.is_complete) {
    ovi_stages_skip(&applying->stages);
    return rebuild_base(applying);
  }
  applying->next = ovi_version_copy(applying->kept_of);
  if (applying->next == NULL ||
      !ovi_edits_enter(applying->next, applying->edits, applying->count, applying->calls) ||
      !list_regions(applying)) {
    return OVL_NO_MEMORY;
  }
  put_shared(applying->next, &applying->rebuild.output);
  return OVL_OK;
}

/* Replaces the block of a region; one that equals the base's is not stored. OVL_OK or
 * OVL_NO_MEMORY, or why that of the base could not be read. */
static ovl_result apply_put_block(ovl_world *next, ovi_rebuilt_block *rebuilt) {
  const ovi_layer *layer = &next->layers[0];
  ovi_replaced replaced = {.version = next->history.version};
  const bool is_base = ovi_version_base_has(layer, rebuilt->region, ovi_blob_bytes(rebuilt->block),
                                            rebuilt->block->bytes);
  if (ovi_layer_outcome(layer) != OVL_OK) {
    return ovi_layer_outcome(layer);
  }
  if (!is_base) {
    replaced.block = rebuilt->block;
    rebuilt->block = NULL;
  }
  return ovi_delta_tree_put(&next->delta, rebuilt->region, replaced) ? OVL_OK : OVL_NO_MEMORY;
}

/* Puts the blocks that were rebuilt over those of the version before. */
static ovl_result put_blocks(ovl_applying *applying) {
  ovi_rebuild_output *output = &applying->rebuild.output;
  ovl_result result = OVL_OK;
  for (; result == OVL_OK && applying->stages.at < output->block_count;
       applying->stages.at += result == OVL_OK) {
    result = apply_put_block(applying->next, &output->blocks[applying->stages.at]);
  }
  if (result == OVL_OK) {
    ovi_follow_up_begin(&applying->follow_up, applying->next, applying->kept_of, applying->regions,
                        output->block_count, applying->world->layers[0].store.source,
                        applying->rebuild.input.jobs);
  }
  return result;
}

static ovl_result follow_up(ovl_applying *applying) {
  const ovl_result result = ovi_follow_up_run(&applying->follow_up);
  if (result == OVL_OK) {
    ovi_follow_up_release(&applying->follow_up);
  }
  return result;
}

static ovl_result (*const applying_stages[])(ovl_applying *applying) = {
    rebuild_regions, begin_next_version, put_blocks, follow_up};

static ovl_result run_applying(ovl_applying *applying) {
  ovl_result result = OVL_OK;
  while (result == OVL_OK && applying->stages.number < OVI_STEPS(applying_stages)) {
    result = applying_stages[applying->stages.number](applying);
    if (result == OVL_OK) {
      applying->stages = (ovi_stages){applying->stages.number + 1, 0};
    }
  }
  return result;
}

/* ---- Applyings ------------------------------------------------------------------- */

/* Gives an applying its own view of a world that is read by a reader. False: no memory. */
static bool keep_pages(ovl_applying *applying) {
  ovl_world *world = applying->world;
  if (!ovi_world_is_read(world)) {
    return ovl_world_retain(world, &applying->kept_of) == OVL_OK;
  }
  ovi_kept_pages_begin(&applying->kept, &world->base->pager, world->allocator);
  applying->kept_of = ovi_version_copy(world);
  for (uint32_t i = 0; applying->kept_of != NULL && i < world->shared.profile_count; i++) {
    ovi_layer *layer = &applying->kept_of->layers[i];
    ovi_layer_set_sources(layer, layer->store.delta, &applying->kept.source);
  }
  return applying->kept_of != NULL;
}

static void begin_rebuild(ovl_applying *applying, const ovl_apply_def *def) {
  const ovi_rebuild_input input = {.shared = &applying->kept_of->shared,
                                   .layers = applying->kept_of->layers,
                                   .passing = applying->world->layers,
                                   .edits = applying->edits,
                                   .count = applying->count,
                                   .step_rule = def->step_rule,
                                   .step_rule_user = def->step_rule_user,
                                   .jobs = ovi_world_is_read(applying->world) ? NULL : def->jobs,
                                   .allocator = applying->world->allocator,
                                   .fault = &applying->fault};
  ovi_rebuild_begin(&applying->rebuild, &input);
}

/* Begins to apply the edits of a task. */
static ovl_result create_applying(const ovi_apply_task *task, ovl_applying **applying) {
  const ovl_apply_def usual = ovl_apply_def_default();
  const ovl_apply_def *def = task->def != NULL ? task->def : &usual;
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    {"jobs", ovi_jobs_are_valid(def->jobs), 1, 1}};
  *applying = NULL;
  if (ovi_arguments_check(arguments, 2, 0, task->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_applying *made = ovi_allocate(task->world->allocator, sizeof *made);
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  memset(made, 0, sizeof *made);
  ovl_world_retain(task->world, &made->world);
  made->edits = task->edits;
  made->count = task->count;
  made->calls = task->calls;
  made->fault.what = "";
  if (!keep_pages(made)) {
    ovl_applying_destroy(made);
    return OVL_NO_MEMORY;
  }
  begin_rebuild(made, def);
  *applying = made;
  return OVL_OK;
}

ovl_result ovl_applying_create(const ovl_world *world, const ovl_edit *edits, size_t count,
                               const ovl_apply_def *def, ovl_applying **applying,
                               ovl_fault *fault) {
  ovl_fault unused;
  const ovi_apply_task task = {.world = world,
                               .edits = edits,
                               .count = count,
                               .def = def,
                               .fault = ovi_fault_begin(fault, &unused)};
  return create_applying(&task, applying);
}

void ovl_applying_destroy(ovl_applying *applying) {
  if (applying == NULL) {
    return;
  }
  ovl_world *world = applying->world;
  ovi_follow_up_release(&applying->follow_up);
  ovi_release(world->allocator, applying->regions, regions_bytes(applying));
  ovi_rebuild_release(&applying->rebuild);
  ovl_world_close(applying->next);
  ovl_world_close(applying->kept_of);
  ovi_kept_pages_release(&applying->kept);
  ovi_release(world->allocator, applying, sizeof *applying);
  ovl_world_close(world); /* which owns the allocator */
}

/* The result of a call that read. The answer of a reader takes the place of a result that may have
 * come of a placeholder, and the applying can go on; any other error ends it. */
static ovl_result end_reading(ovl_applying *applying, ovl_result result) {
  const ovl_world *world = applying->world;
  if (ovi_world_end_call(world, result) != result) {
    applying->fault = ovi_paged_fault(&world->base->pager);
    return ovi_world_end_call(world, result);
  }
  if (ovi_world_end_call(world, OVL_OK) == result) {
    applying->fault = result != OVL_OK ? ovi_paged_fault(&world->base->pager) : applying->fault;
    return result;
  }
  applying->result = result;
  if (applying->fault.what[0] == 0) {
    applying->fault.what = result == OVL_NO_MEMORY    ? "allocator: it has no memory"
                           : result == OVL_NEEDS_RULE ? "step_rule"
                                                      : "world";
  }
  applying->reason = applying->fault;
  return result;
}

ovl_result ovl_applying_step(ovl_applying *applying, bool *done) {
  ovl_result result = applying->result;
  applying->fault = result == OVL_OK ? (ovl_fault){.what = ""} : applying->reason;
  if (result == OVL_OK && !applying->is_done) {
    ovi_world_begin_call(applying->world);
    result = end_reading(applying, run_applying(applying));
    applying->is_done = result == OVL_OK;
  }
  *done = applying->is_done && result == OVL_OK;
  return result;
}

ovl_result ovl_applying_take(ovl_applying *applying, ovl_world **version) {
  *version = NULL;
  if (applying->next == NULL || !applying->is_done) {
    applying->fault = (ovl_fault){applying->is_done ? "applying: its version was taken already"
                                                    : "applying: it is not done",
                                  0, applying->is_done, !applying->is_done};
    return OVL_BAD_ARGUMENT;
  }
  ovl_world *next = applying->next;
  for (uint32_t i = 0; i < next->shared.profile_count; i++) {
    ovi_layer *layer = &next->layers[i];
    if (layer->store.source == &applying->kept.source) {
      ovi_layer_set_sources(layer, layer->store.delta, applying->world->layers[0].store.source);
    }
  }
  applying->fault = (ovl_fault){.what = ""};
  applying->next = NULL;
  *version = next;
  return OVL_OK;
}

const ovl_fault *ovl_applying_fault(const ovl_applying *applying) { return &applying->fault; }

/* ---- In one go --------------------------------------------------------------------- */

/* Applies the edits of a task in one step. *applying is destroyed by the caller. */
static ovl_result apply_at_once(const ovi_apply_task *task, ovl_applying **applying) {
  ovl_result result = create_applying(task, applying);
  if (result == OVL_OK) {
    bool done;
    result = ovl_applying_step(*applying, &done);
    *task->fault = (*applying)->fault;
  }
  return result;
}

ovl_result ovi_apply(const ovi_apply_task *task, ovl_world **version) {
  ovl_fault unused;
  ovl_applying *applying = NULL;
  ovi_apply_task checked = *task;
  checked.fault = ovi_fault_begin(task->fault, &unused);
  *version = NULL;
  const ovl_result result = apply_at_once(&checked, &applying);
  if (result == OVL_OK) {
    ovl_applying_take(applying, version);
  }
  ovl_applying_destroy(applying);
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

ovl_result ovl_applying_find_cut(ovl_applying *applying, const ovl_what_if *what, uint32_t *cut,
                                 size_t capacity, size_t *needed) {
  const ovl_world *world = applying->world;
  *needed = 0;
  applying->fault = (ovl_fault){.what = ""};
  const ovi_argument arguments[] = {
      OVI_RESERVED_ARGUMENT("reserved", what->reserved),
      {"profile", what->profile, 0, (int64_t)world->shared.profile_count - 1},
      {"applying: its version is made, and was not taken",
       applying->is_done && applying->next != NULL, 1, 1}};
  if (ovi_arguments_check(arguments, 3, 0, &applying->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_world_begin_call(world);
  const size_t count = find_cut(what, applying->kept_of, applying->next, cut, capacity);
  const ovl_result result = end_reading(applying, ovi_layer_outcome(applying->kept_of->layers));
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
  ovl_applying *applying = NULL;
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
  ovl_result result = apply_at_once(&task, &applying);
  if (result == OVL_OK) {
    result = ovl_applying_find_cut(applying, what, cut, capacity, needed);
    *fault = applying->fault;
  }
  ovl_applying_destroy(applying);
  return result;
}
