/* Memory: calls of the caller's allocator, and an arena, one block that is divided into pieces.
 *
 * Invariant: an arena without a block only counts, and gives the same offsets as one with a block.
 * So the same code finds how many bytes are needed and hands them out. */
#ifndef OVERLAND_COMMON_ARENA_H
#define OVERLAND_COMMON_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "overland.h"

#define OVI_ARENA_ALIGNMENT 16u

typedef struct ovi_arena {
  uint8_t *block; /* NULL: count only */
  uint64_t used;
} ovi_arena;

/* The next piece, aligned to 16; NULL while counting. Counts have 64 bits, so that they are right
 * even for a planner that is too large for a 32-bit host. */
static inline void *ovi_arena_take(ovi_arena *arena, uint64_t count, uint64_t size) {
  uint64_t at = arena->used;
  arena->used +=
      (count * size + OVI_ARENA_ALIGNMENT - 1) / OVI_ARENA_ALIGNMENT * OVI_ARENA_ALIGNMENT;
  return arena->block != NULL ? arena->block + at : NULL;
}

static inline void *ovi_allocate(const ovl_allocator *allocator, uint64_t bytes) {
  return bytes <= SIZE_MAX ? allocator->allocate(allocator->user, (size_t)bytes) : NULL;
}

static inline void ovi_release(const ovl_allocator *allocator, void *memory, uint64_t bytes) {
  if (memory != NULL) {
    allocator->release(allocator->user, memory, (size_t)bytes);
  }
}

#endif
