/* Refreshing: writes a version into a file of its own with labels made for it, in
 * slices, and makes that file the base of a later version. A version that is read by a reader is
 * read block by block, and the file is in memory.
 *
 * Invariant: only ovl_refresh_apply makes a version, and the result depends on the versions alone,
 * not on slices. Regions that were rebuilt after the refreshed version replace those of the new
 * base as they did those of the old one; of regions that were rebuilt before, the delta tree keeps
 * the version. */
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "overland_edit.h"
#include "version/follow_up.h"
#include "world/world_open.h"

struct ovl_refresh {
  ovl_allocator allocator; /* of this struct and of temporary memory */
  ovl_world *world;        /* the version that is refreshed */
  ovi_bake bake;
  ovi_buffer file; /* of the world's allocator */
  ovi_file_writer writer;
  ovl_world *made;    /* opened from the file; NULL: not complete */
  bool makes_nothing; /* the world is read through a reader, and was baked without labels */
  ovl_result result;
  ovl_fault wrong; /* why it can't go on, where something that was read is wrong; else empty */
  bool is_used;    /* a version was made of it */
  ovl_fault fault; /* of the last call */
};

ovl_result ovl_refresh_create(const ovl_world *world, const ovl_allocator *allocator,
                              ovl_refresh **refresh) {
  const ovl_allocator hooks = allocator != NULL ? *allocator : *world->allocator;
  *refresh = NULL;
  ovl_refresh *made = ovi_allocate(&hooks, sizeof(*made));
  *refresh = made;
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  *made = (ovl_refresh){
      .allocator = hooks, .result = OVL_OK, .wrong = {.what = ""}, .fault = {.what = ""}};
  ovl_world_retain(world, &made->world);
  made->makes_nothing = ovi_world_is_read(world) && !ovi_world_wants_labels(world);
  if (!made->makes_nothing) {
    /* Blocks that a reader fetches are checked one by one, so the writer checks that neighbours
     * agree. */
    made->bake = ovi_bake_of_version(world->layers);
    made->bake.checks_blocks = ovi_world_is_read(world);
    made->bake.allocator = &made->allocator;
    made->bake.fault = &made->wrong;
    made->file = (ovi_buffer){.allocator = world->allocator};
    const ovi_block_source blocks = ovi_version_blocks(world->layers);
    const ovi_file_sink sink = {.buffer = &made->file};
    ovi_file_begin(&made->writer, &made->bake, &blocks, &sink);
  }
  return OVL_OK;
}

void ovl_refresh_destroy(ovl_refresh *refresh) {
  if (refresh == NULL) {
    return;
  }
  const ovl_allocator hooks = refresh->allocator;
  ovi_file_release(&refresh->writer);
  ovi_buffer_release(&refresh->file);
  ovl_world_close(refresh->made);
  ovl_world_close(refresh->world);
  ovi_release(&hooks, refresh, sizeof(*refresh));
}

/* Goes on with the file, and opens it when it is complete. */
static void make_refreshed_file(ovl_refresh *refresh, uint64_t budget) {
  ovi_world_begin_call(refresh->world);
  if (!ovi_file_make(&refresh->writer, &budget)) {
    return;
  }
  refresh->result =
      ovi_world_end_faulty_call(refresh->world, refresh->writer.result, &refresh->wrong);
  if (refresh->result == OVL_OK) {
    ovl_fault unused;
    const ovi_buffer file = refresh->file;
    ovi_file_release(&refresh->writer);
    refresh->file = (ovi_buffer){.allocator = file.allocator};
    refresh->result = ovi_world_of_buffer(&refresh->made, &file, OVI_CHECK_FRAME, &unused);
  }
}

ovl_result ovl_refresh_step(ovl_refresh *refresh, uint64_t budget, bool *done) {
  if (refresh->made == NULL && refresh->result == OVL_OK && !refresh->makes_nothing) {
    make_refreshed_file(refresh, budget);
  }
  *done = refresh->made != NULL || refresh->makes_nothing;
  refresh->fault = refresh->wrong;
  return ovi_fault_end(&refresh->fault, refresh->result);
}

/* ---- Making a version ---------------------------------------------------------- */

/* Puts the regions that were rebuilt over the new base, and lists those that were rebuilt after the
 * refreshed version. False: no memory. */
static bool put_regions(ovl_world *next, const ovl_world *world, uint64_t number, uint32_t *regions,
                        uint32_t *count) {
  *count = 0;
  for (uint32_t id = ovi_delta_tree_next(&world->delta, 0); id != UINT32_MAX;
       id = ovi_delta_tree_next(&world->delta, id + 1)) {
    const ovi_replaced *was = ovi_delta_tree_find(&world->delta, id);
    if (was == NULL || was->version == 0) {
      continue; /* only its islands were replaced */
    }
    ovi_replaced replaced = {.version = was->version};
    OVI_ASSERT(was->version <= world->history.version && number <= world->history.version);
    if (was->version > number) {
      const uint8_t *block = ovi_region_block(world->layers, id);
      const uint32_t bytes = ovi_region_block_bytes(world->layers, id);
      regions[(*count)++] = id;
      if (!ovi_version_base_has(next->layers, id, block, bytes)) {
        replaced.block = was->block != NULL ? ovi_blob_retain(was->block)
                                            : ovi_blob_copy(world->allocator, block, bytes);
        if (replaced.block == NULL) {
          return false;
        }
      }
    }
    if (!ovi_delta_tree_put(&next->delta, id, replaced)) {
      return false;
    }
  }
  return true;
}

/* A hash of what a refresh changes. */
static uint64_t change_of(const ovl_refresh *refresh) {
  return ovi_mix64(refresh->world->shared.fingerprint);
}

/* Makes `next`, a copy of the refreshed world, the version after `world`. `number` is that of the
 * refreshed version. OVL_OK or OVL_NO_MEMORY. */
static ovl_result follow_world(ovl_refresh *refresh, ovl_world *next, const ovl_world *world,
                               uint64_t number) {
  ovi_version_follow(next, world);
  if (!ovi_version_advance(next, change_of(refresh))) {
    return OVL_NO_MEMORY;
  }
  next->history.labels_since = next->history.version;
  next->history.routes_since = world->history.routes_since; /* those over overlays go on */
  next->shared.map_fingerprint = world->shared.map_fingerprint;
  next->shared.has_heights = world->shared.has_heights;
  ovi_version_begin_delta(next);
  uint32_t count = 0;
  for (uint32_t id = ovi_delta_tree_next(&world->delta, 0); id != UINT32_MAX;
       id = ovi_delta_tree_next(&world->delta, id + 1)) {
    count++;
  }
  const uint64_t bytes = (uint64_t)count * sizeof(uint32_t) + 1;
  uint32_t *regions = ovi_allocate(world->allocator, bytes);
  ovl_result result = OVL_NO_MEMORY;
  const uint64_t link_bytes = (uint64_t)world->shared.link_count * OVI_LINK_BYTES;
  ovi_blob *links = ovi_blob_copy(next->allocator, world->shared.file.links, link_bytes);
  if (links != NULL) {
    ovi_version_put_links(next, links);
  }
  if (regions != NULL && links != NULL && put_regions(next, world, number, regions, &count)) {
    ovi_progress untold = {.report = NULL};
    result =
        count != 0 ? ovi_follow_up(next, refresh->made, regions, count, NULL, &untold) : OVL_OK;
  }
  ovi_release(world->allocator, regions, bytes);
  return result;
}

/* Checks that a version can be made of a refresh and a world; *number is that of the refreshed
 * version. */
static ovl_result check_refreshed(ovl_refresh *refresh, const ovl_world *world, uint64_t *number) {
  const ovl_allocator *one = world->allocator;
  const ovl_allocator *two = refresh->world->allocator;
  const bool share_memory =
      one->allocate == two->allocate && one->release == two->release && one->user == two->user;
  refresh->fault = (ovl_fault){.what = ""};
  if (refresh->made == NULL && !refresh->makes_nothing) {
    return ovi_check_fail_values(&refresh->fault, OVL_BAD_ARGUMENT, "refresh: it is not done", 0, 0,
                                 1);
  }
  if (refresh->is_used) {
    return ovi_check_fail_values(&refresh->fault, OVL_BAD_ARGUMENT,
                                 "refresh: it was applied already", 0, 1, 0);
  }
  *number = ovi_version_number(world, refresh->world->shared.fingerprint);
  if (*number == UINT64_MAX || *number < world->history.routes_since || !share_memory) {
    return ovi_check_fail(&refresh->fault, OVL_OTHER_WORLD,
                          "world: not the refreshed version or a later one of its history", 0);
  }
  return OVL_OK;
}

ovl_result ovl_refresh_apply(ovl_refresh *refresh, const ovl_world *world, ovl_world **refreshed) {
  *refreshed = NULL;
  uint64_t number;
  ovl_result result = check_refreshed(refresh, world, &number);
  if (result != OVL_OK) {
    return result;
  }
  ovl_world *next = ovi_version_copy(refresh->makes_nothing ? world : refresh->made);
  ovi_world_begin_call(world);
  result = OVL_NO_MEMORY;
  if (next != NULL && !refresh->makes_nothing) {
    result = ovi_world_end_faulty_call(world, follow_world(refresh, next, world, number),
                                       &refresh->fault);
  } else if (next != NULL && ovi_version_advance(next, change_of(refresh))) {
    result = OVL_OK;
  }
  if (result != OVL_OK) {
    ovl_world_close(next);
    return ovi_fault_end(&refresh->fault, result);
  }
  refresh->is_used = true;
  *refreshed = next;
  return OVL_OK;
}

const ovl_fault *ovl_refresh_fault(const ovl_refresh *refresh) { return &refresh->fault; }
