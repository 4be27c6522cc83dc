/* Scratch memory for work whose size is not known when it begins: allocated piece by piece,
 * released all at once.
 *
 * Invariant: a piece does not move, and is not cleared. */
#ifndef OVERLAND_COMMON_SCRATCH_H
#define OVERLAND_COMMON_SCRATCH_H

#include "overland.h"

typedef struct ovi_scratch_slab {
  struct ovi_scratch_slab *before;
  uint64_t bytes;
} ovi_scratch_slab;

typedef struct ovi_scratch {
  const ovl_allocator *allocator;
  ovi_scratch_slab *slab; /* the last one */
  uint64_t used;          /* bytes of it */
} ovi_scratch;

/* Aligned to 16; NULL: no memory. */
void *ovi_scratch_take(ovi_scratch *scratch, uint64_t count, uint64_t size);

void ovi_scratch_release(ovi_scratch *scratch);

#endif
