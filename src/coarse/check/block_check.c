/* One block at a time: what passes here is safe to look into, whatever its neighbours are. */
#include "coarse/check/block_check.h"

#include "coarse/check/layer_check.h"
#include "coarse/format/fault.h"
#include "coarse/view/region_cells.h"
#include "common/hash64.h"

static bool slot_is_valid(const ovi_layer *layer, const ovi_region *region, uint32_t slot) {
  const uint32_t flags = region->block[OVI_BLOCK_CELLS];
  bool told_open =
      (flags & OVI_CELLS_OPEN) != 0 || ((flags & OVI_CELLS_CLOSED) == 0 && (slot & 1) != 0);
  return slot < ovi_get_u16(region->block + OVI_BLOCK_SLOTS) &&
         told_open == (layer->profile.weights[region->palette[slot]] != 0);
}

/* Heights are told in two bytes at the most, and fit 16 bits. */
static bool heights_are_valid(const ovi_region *region) {
  if (region->heights == NULL) {
    return true;
  }
  if (ovi_get_u16(region->heights + 2) > 2) {
    return false;
  }
  for (int32_t i = 0; i < region->w * region->h; i++) {
    if (ovi_region_height(region, i % region->w, i / region->w) > UINT16_MAX) {
      return false;
    }
  }
  return true;
}

/* Every cell has a terrain, and the lowest plane tells what is open to the default
 * profile; `layer` is its. */
static const char *unsound_cells(const ovi_layer *layer, const ovi_region *region) {
  const uint32_t flags = region->block[OVI_BLOCK_CELLS];
  const uint32_t both = OVI_CELLS_OPEN | OVI_CELLS_CLOSED;
  const uint32_t planes = region->block[OVI_BLOCK_PLANES];
  const bool has_heights = (flags & OVI_CELLS_HEIGHTS) != 0;
  if ((flags & ~(both | OVI_CELLS_HEIGHTS)) != 0 || (flags & both) == both ||
      ((flags & both) == 0 && planes == 0) || has_heights != layer->shared->has_heights) {
    return "cells of a region";
  }
  if (!heights_are_valid(region)) {
    return "heights of a region";
  }
  if (planes <= 1) {
    bool sound =
        slot_is_valid(layer, region, 0) && (planes == 0 || slot_is_valid(layer, region, 1));
    return sound ? NULL : "terrain of a region";
  }
  const ovi_slot_set set = ovi_find_slots(region, region->planes, (int32_t)planes, false);
  for (uint32_t slot = ovi_next_slot(&set, 0); slot != OVI_NO_SLOT;
       slot = ovi_next_slot(&set, slot + 1)) {
    if (!slot_is_valid(layer, region, slot)) {
      return "terrain of a region";
    }
  }
  return NULL;
}

/* Parts lie one behind the other, and a part that is shared is that of a profile before.
 * Nothing is read before its length is known to be there. Returns the end of the last
 * part; UINT64_MAX if something is wrong. */
static uint64_t find_parts(const ovi_shared *shared, const ovi_region *place,
                           const ovi_block_bytes *block, uint64_t at) {
  for (uint32_t profile = 0; profile < shared->profile_count; profile++) {
    ovi_layer layer = {.block_head_bytes = shared->block_head_bytes, .number = profile};
    uint64_t part = (uint64_t)(ovi_layer_block(&layer, block->bytes) - block->bytes);
    bool is_shared = false;
    for (uint32_t before = 0; before < profile && !is_shared; before++) {
      layer.number = before;
      is_shared = block->bytes + part == ovi_layer_block(&layer, block->bytes);
    }
    if (is_shared) {
      continue;
    }
    if (part != at || at > block->length) {
      return UINT64_MAX;
    }
    uint64_t bytes = ovi_layer_block_bytes(place, block->bytes + part, block->length - part);
    if (bytes > block->length - part) {
      return UINT64_MAX;
    }
    at = part + bytes;
  }
  return at;
}

static ovl_result check_content(const ovi_layer *layers, const ovi_block_bytes *block,
                                ovl_fault *fault) {
  const uint8_t *bytes = block->bytes;
  const ovi_region place = ovi_region_place(layers, block->id);
  if (bytes[OVI_BLOCK_PLANES] > 9 || ovi_get_u16(bytes + OVI_BLOCK_SLOTS) > 512) {
    return ovi_check_fail(fault, OVL_CORRUPT, "length of a region's block", block->where);
  }
  uint64_t cells = ovi_cells_bytes(layers, &place, bytes, block->length);
  uint64_t end =
      cells <= block->length ? find_parts(layers->shared, &place, block, cells) : UINT64_MAX;
  if (end > block->length || ((end + 7) & ~(uint64_t)7) != block->length) {
    return ovi_check_fail(fault, OVL_CORRUPT, "length of a region's block", block->where);
  }
  const char *unsound = NULL;
  for (uint32_t profile = 0; unsound == NULL && profile < layers->shared->profile_count;
       profile++) {
    const ovi_layer *layer = &layers[profile];
    ovi_region region = place;
    ovi_region_layout(&region, layer, bytes, ovi_layer_block(layer, bytes));
    unsound = profile == 0 ? unsound_cells(layer, &region) : NULL;
    unsound = unsound == NULL ? ovi_layer_block_check(layer, &region) : unsound;
  }
  return unsound != NULL ? ovi_check_fail(fault, OVL_CORRUPT, unsound, block->where) : OVL_OK;
}

bool ovi_block_place_is_valid(const ovi_shared *shared, uint64_t at, uint64_t length,
                              uint64_t blocks_bytes) {
  return at % 8 == 0 && length % 8 == 0 && length >= shared->block_head_bytes &&
         at <= blocks_bytes && length <= blocks_bytes - at;
}

ovl_result ovi_block_check(const ovi_layer *layers, const ovi_block_bytes *block,
                           ovl_fault *fault) {
  const uint64_t checksum = ovi_hash64(0, block->bytes + 8, (size_t)block->length - 8);
  const uint64_t stored = ovi_get_u64(block->bytes + OVI_BLOCK_CHECKSUM);
  if (stored != checksum) {
    return ovi_check_fail_values(fault, OVL_WRONG_CHECKSUM, "checksum of a region", block->where,
                                 checksum, stored);
  }
  return check_content(layers, block, fault);
}
