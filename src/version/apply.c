/* Applies the edits of a call: rebuilds the blocks of regions, puts them over those of the version
 * before, and updates what depends on the whole world.
 *
 * Invariant: the version before is only read. The next one is a copy that is handed out when it is
 * complete, so an applying that fails drops it and has changed nothing. */
#include "version/apply.h"

#include "bake/bake.h"
#include "common/compiler.h"
#include "world/world_open.h"

/* ---- Making the next version --------------------------------------------------- */

static uint64_t regions_bytes(const ovi_apply *apply) {
  return (uint64_t)apply->rebuild.output.block_count * sizeof(uint32_t) + 1;
}

static bool list_regions(ovi_apply *apply) {
  const ovi_rebuild_output *output = &apply->rebuild.output;
  apply->regions = ovi_allocate(apply->input.world->allocator, regions_bytes(apply));
  for (uint32_t i = 0; apply->regions != NULL && i < output->block_count; i++) {
    apply->regions[i] = output->blocks[i].region;
  }
  return apply->regions != NULL;
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
static ovl_result make_base_file(ovi_apply *apply, ovi_buffer *file) {
  ovi_rebuild_output *output = &apply->rebuild.output;
  ovl_world *all = ovi_version_copy(apply->input.kept);
  *file = (ovi_buffer){.allocator = apply->input.world->allocator};
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
static ovl_result rebuild_base(ovi_apply *apply) {
  ovi_buffer file;
  ovl_result result = make_base_file(apply, &file);
  if (result != OVL_OK) {
    ovi_buffer_release(&file);
    return result;
  }
  result = ovi_world_of_buffer(&apply->next, &file, apply->input.fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_version_follow(apply->next, apply->input.world);
  if (!ovi_edits_enter(apply->next, &apply->input.edits)) {
    return OVL_NO_MEMORY;
  }
  ovi_version_end_routes(apply->next);
  return OVL_OK;
}

/* ---- Stages -------------------------------------------------------------------- */

static ovl_result rebuild_regions(ovi_apply *apply) {
  if (apply->input.edits.count == 0) {
    apply->next = ovi_version_copy(apply->input.kept);
    ovi_stages_skip(&apply->stages);
    const bool is_step = apply->input.edits.step != NULL;
    return apply->next != NULL && (!is_step || ovi_edits_enter(apply->next, &apply->input.edits))
               ? OVL_OK
               : OVL_NO_MEMORY;
  }
  return ovi_rebuild_run(&apply->rebuild);
}

/* Begins the next version with the base of the version before, or makes it with its own. */
static ovl_result begin_next_version(ovi_apply *apply) {
  if (apply->rebuild.output.is_complete) {
    ovi_stages_skip(&apply->stages);
    return rebuild_base(apply);
  }
  apply->next = ovi_version_copy(apply->input.kept);
  if (apply->next == NULL || !ovi_edits_enter(apply->next, &apply->input.edits) ||
      !list_regions(apply)) {
    return OVL_NO_MEMORY;
  }
  put_shared(apply->next, &apply->rebuild.output);
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
static ovl_result put_blocks(ovi_apply *apply) {
  ovi_rebuild_output *output = &apply->rebuild.output;
  ovl_result result = OVL_OK;
  for (; result == OVL_OK && apply->stages.at < output->block_count;
       apply->stages.at += result == OVL_OK) {
    result = apply_put_block(apply->next, &output->blocks[apply->stages.at]);
  }
  if (result == OVL_OK) {
    ovi_follow_up_begin(&apply->follow_up, apply->next, apply->input.kept, apply->regions,
                        output->block_count, apply->input.world->layers[0].store.source,
                        apply->rebuild.input.jobs);
  }
  return result;
}

static ovl_result follow_up(ovi_apply *apply) {
  const ovl_result result = ovi_follow_up_run(&apply->follow_up);
  if (result == OVL_OK) {
    ovi_follow_up_release(&apply->follow_up);
  }
  return result;
}

static ovl_result (*const apply_stages[])(ovi_apply *apply) = {rebuild_regions, begin_next_version,
                                                               put_blocks, follow_up};

ovl_result ovi_apply_run(ovi_apply *apply) {
  ovl_result result = OVL_OK;
  while (result == OVL_OK && apply->stages.number < OVI_STEPS(apply_stages)) {
    result = apply_stages[apply->stages.number](apply);
    if (result == OVL_OK) {
      apply->stages = (ovi_stages){apply->stages.number + 1, 0};
    }
  }
  return result;
}

/* ---- Begin and end --------------------------------------------------------------- */

void ovi_apply_begin(ovi_apply *apply, const ovi_apply_input *input) {
  const ovl_world *world = input->world;
  const ovi_rebuild_input rebuild = {.shared = &input->kept->shared,
                                     .layers = input->kept->layers,
                                     .passing = world->layers,
                                     .edits = input->edits.edits,
                                     .count = input->edits.count,
                                     .is_difference = input->edits.step != NULL,
                                     .step_rule = input->def->step_rule,
                                     .step_rule_user = input->def->step_rule_user,
                                     .jobs = ovi_world_is_read(world) ? NULL : input->def->jobs,
                                     .allocator = world->allocator,
                                     .fault = input->fault};
  memset(apply, 0, sizeof *apply);
  apply->input = *input;
  ovi_rebuild_begin(&apply->rebuild, &rebuild);
}

void ovi_apply_release(ovi_apply *apply) {
  if (apply->input.world == NULL) {
    return;
  }
  ovi_follow_up_release(&apply->follow_up);
  ovi_release(apply->input.world->allocator, apply->regions, regions_bytes(apply));
  ovi_rebuild_release(&apply->rebuild);
  ovl_world_close(apply->next);
  *apply = (ovi_apply){.next = NULL};
}
