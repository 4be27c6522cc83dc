/* The check of the block of one region: its checksum, and everything that must hold of it alone.
 *
 * Invariant: a block that has passed can be read through any layer of its world. Its borders with
 * other regions are compared by layer_check and pager. */
#ifndef OVERLAND_COARSE_CHECK_BLOCK_CHECK_H
#define OVERLAND_COARSE_CHECK_BLOCK_CHECK_H

#include "coarse/view/region.h"
#include "overland.h"

/* The block of a region, aligned to 8. */
typedef struct ovi_block_bytes {
  const uint8_t *bytes;
  uint64_t length;
  uint64_t where; /* in the file */
  uint32_t id;
} ovi_block_bytes;

/* Returns whether a block of that offset and length can lie in a section of blocks of so many
 * bytes. */
bool ovi_block_place_is_valid(const ovi_shared *shared, uint64_t at, uint64_t length,
                              uint64_t blocks_bytes);

/* Checks a block; `layers` are all layers of its world. OVL_OK, or OVL_WRONG_CHECKSUM or
 * OVL_CORRUPT with the fault. */
ovl_result ovi_block_check(const ovi_layer *layers, const ovi_block_bytes *block, ovl_fault *fault);

#endif
