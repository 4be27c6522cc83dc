/* Settling: a version is put into a file of its own with estimates made for it, in slices, and
 * that becomes the base of a later version.
 *
 * Invariant: nothing but ovl_refresh_apply makes a version, and that depends only on the versions,
 * not on slices. What was rebuilt after the version that was settled stands over the new base as
 * it stood over the old one; of what was rebuilt before, the tree keeps when. */
#include "coarse/file/bake_file.h"
#include "coarse/view/region.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "overland_edit.h"
#include "version/apply.h"
#include "world/world_open.h"

struct ovl_refresh {
  ovl_allocator allocator; /* of this and of what is needed meanwhile */
  ovl_world *world;        /* the version that is settled */
  ovi_bake bake;
  ovi_buffer image; /* of the world's allocator */
  ovi_file_writer writer;
  ovl_world *made; /* a world of the image; NULL: not done */
  ovl_result result;
  bool is_used;
};

ovl_result ovl_refresh_create(const ovl_world *world, const ovl_allocator *allocator,
                              ovl_refresh **settling) {
  const ovl_allocator hooks = allocator != NULL ? *allocator : *world->allocator;
  *settling = NULL;
  if (ovi_world_is_read(world)) {
    return OVL_NEEDS_REGIONS; /* all of them */
  }
  ovl_refresh *made = ovi_allocate(&hooks, sizeof(*made));
  *settling = made;
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  *made = (ovl_refresh){.allocator = hooks, .result = OVL_OK};
  ovl_world_retain(world, &made->world);
  made->bake = ovi_bake_of_version(made->world->layers);
  made->bake.allocator = &made->allocator;
  made->image = (ovi_buffer){.allocator = world->allocator};
  const ovi_block_source source = ovi_version_blocks(made->world->layers);
  const ovi_file_sink sink = {.buffer = &made->image};
  ovi_file_begin(&made->writer, &made->bake, &source, &sink);
  return OVL_OK;
}

void ovl_refresh_destroy(ovl_refresh *settling) {
  if (settling == NULL) {
    return;
  }
  const ovl_allocator hooks = settling->allocator;
  ovi_file_release(&settling->writer);
  ovi_buffer_release(&settling->image);
  ovl_world_close(settling->made);
  ovl_world_close(settling->world);
  ovi_release(&hooks, settling, sizeof(*settling));
}

/* The file is made: it is opened. */
static ovl_result open_image(ovl_refresh *settling) {
  const ovi_buffer image = settling->image;
  ovi_file_release(&settling->writer);
  settling->image = (ovi_buffer){.allocator = image.allocator};
  return ovi_world_of_refreshed_buffer(&settling->made, &image);
}

ovl_result ovl_refresh_step(ovl_refresh *settling, uint64_t budget, bool *done) {
  if (settling->made == NULL && settling->result == OVL_OK &&
      ovi_file_make(&settling->writer, &budget)) {
    settling->result = settling->writer.result;
    if (settling->result == OVL_OK) {
      settling->result = open_image(settling);
    }
  }
  *done = settling->made != NULL;
  return settling->result;
}

/* ---- Putting it to use --------------------------------------------------------- */

/* Whether a region's block is what the base has. */
static bool is_base_block(const ovi_layer *base, uint32_t id, const uint8_t *block,
                          uint32_t bytes) {
  return bytes == ovi_base_block_bytes(base, id) &&
         memcmp(block, ovi_base_block(base, id), bytes) == 0;
}

/* The block of a region in a version, to be shared; NULL: no memory. */
static ovi_blob *share_block(const ovl_world *world, uint32_t id) {
  const ovi_replaced *replaced = ovi_delta_tree_find(&world->delta, id);
  if (replaced->block != NULL) {
    return ovi_blob_retain(replaced->block);
  }
  const ovi_layer *layer = &world->layers[0];
  const uint32_t bytes = ovi_region_block_bytes(layer, id);
  ovi_blob *blob = ovi_blob_make(world->allocator, bytes);
  if (blob != NULL) {
    memcpy(blob->data, ovi_region_block(layer, id), bytes);
  }
  return blob;
}

/* Puts what was rebuilt over the new base; lists what was rebuilt since the version that was
 * settled. */
static bool put_regions(ovl_world *next, const ovl_world *world, uint64_t settled,
                        uint32_t *regions, uint32_t *count) {
  *count = 0;
  for (uint32_t id = ovi_delta_tree_next(&world->delta, 0); id != UINT32_MAX;
       id = ovi_delta_tree_next(&world->delta, id + 1)) {
    const ovi_replaced *was = ovi_delta_tree_find(&world->delta, id);
    ovi_replaced replaced = {.version = was->version};
    if (was->version == 0) {
      continue; /* only its islands, or what it costs to landmarks */
    }
    if (was->version > settled) {
      const ovi_layer *layer = &world->layers[0];
      regions[(*count)++] = id;
      if (!is_base_block(&next->layers[0], id, ovi_region_block(layer, id),
                         ovi_region_block_bytes(layer, id))) {
        replaced.block = share_block(world, id);
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

/* Links as they are in the version. */
static bool refresh_put_links(ovl_world *next, const ovl_world *world) {
  const uint64_t bytes = (uint64_t)world->shared.link_count * OVI_LINK_BYTES;
  if (bytes == 0 || memcmp(world->shared.file.links, next->base_links, (size_t)bytes) == 0) {
    return true;
  }
  ovi_blob *links = ovi_blob_make(next->allocator, bytes);
  if (links == NULL) {
    return false;
  }
  memcpy(links->data, world->shared.file.links, (size_t)bytes);
  next->links = links;
  next->shared.file.links = ovi_blob_bytes(links);
  return true;
}

static uint32_t replaced_count(const ovi_delta_tree *living) {
  uint32_t count = 0;
  for (uint32_t id = ovi_delta_tree_next(living, 0); id != UINT32_MAX;
       id = ovi_delta_tree_next(living, id + 1)) {
    count++;
  }
  return count;
}

/* Makes a copy of the settled world the version after `world`. */
static ovl_result bring_up(const ovl_refresh *settling, ovl_world *next, const ovl_world *world,
                           uint64_t settled) {
  if (!ovi_version_follow(next, world, ovi_mix64(settling->world->shared.fingerprint))) {
    return OVL_NO_MEMORY;
  }
  next->history.routes_since = world->history.routes_since; /* those by stops go on */
  next->shared.map_fingerprint = world->shared.map_fingerprint;
  next->shared.has_heights = world->shared.has_heights;
  ovi_version_begin_delta(next);
  const uint64_t bytes = (uint64_t)replaced_count(&world->delta) * sizeof(uint32_t) + 1;
  uint32_t *regions = ovi_allocate(world->allocator, bytes);
  uint32_t count = 0;
  ovl_result result = OVL_NO_MEMORY;
  if (regions != NULL && put_regions(next, world, settled, regions, &count) &&
      refresh_put_links(next, world)) {
    result = count != 0 ? ovi_apply_follow_up(next, settling->made, regions, count, NULL) : OVL_OK;
  }
  ovi_release(world->allocator, regions, bytes);
  return result;
}

ovl_result ovl_refresh_apply(ovl_refresh *settling, const ovl_world *world, ovl_world **settled) {
  *settled = NULL;
  if (settling->made == NULL || settling->is_used) {
    return OVL_BAD_ARGUMENT;
  }
  const uint64_t number = ovi_version_number(world, settling->world->shared.fingerprint);
  if (number == UINT64_MAX || number < world->history.routes_since ||
      !ovi_version_is_one_memory(world, settling->world)) {
    return OVL_OTHER_WORLD;
  }
  ovl_world *next = ovi_version_copy(settling->made);
  const ovl_result made = next != NULL ? bring_up(settling, next, world, number) : OVL_NO_MEMORY;
  const ovl_result result = ovi_world_end_call(world, made);
  if (result != OVL_OK) {
    ovl_world_close(next);
    return result;
  }
  settling->is_used = true;
  *settled = next;
  return OVL_OK;
}
