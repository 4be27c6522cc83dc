/* The gate for the block of one region: its checksum, and all that must hold of it alone.
 *
 * Invariant: a block that has passed can be read through any layer of its world. What it says of
 * its neighbours is for layer_check and pager to compare. */
#ifndef OVERLAND_COARSE_CHECK_BLOCK_CHECK_H
#define OVERLAND_COARSE_CHECK_BLOCK_CHECK_H

#include "coarse/view/region.h"
#include "overland.h"

/* The bytes of a region's block, aligned to 8. */
typedef struct ovi_block_bytes {
  const uint8_t *bytes;
  uint64_t length;
  uint64_t where; /* in the file */
  uint32_t id;
} ovi_block_bytes;

/* Whether a block of that place and length can lie in a section of so many bytes. */
bool ovi_block_place_is_valid(const ovi_shared *shared, uint64_t at, uint64_t length,
                              uint64_t blocks_bytes);

/* OVL_OK, OVL_WRONG_CHECKSUM or OVL_CORRUPT. `layers` are all of its world. */
ovl_result ovi_block_check(const ovi_layer *layers, const ovi_block_bytes *block, ovl_fault *fault);

#endif
