/* Slabs of the allocator's memory, each twice as large as the one before up to a limit. */
#include "common/scratch.h"

#include "common/arena.h"
#include "common/compiler.h"

enum { FIRST_BYTES = 32768, MOST_BYTES = 1 << 20 };

static uint64_t rounded(uint64_t bytes) {
  return (bytes + OVI_ARENA_ALIGNMENT - 1) / OVI_ARENA_ALIGNMENT * OVI_ARENA_ALIGNMENT;
}

void *ovi_scratch_take(ovi_scratch *scratch, uint64_t count, uint64_t size) {
  const uint64_t bytes = rounded(count * size);
  if (scratch->slab == NULL || scratch->used + bytes > scratch->slab->bytes) {
    const uint64_t twice = scratch->slab != NULL ? 2 * scratch->slab->bytes : FIRST_BYTES;
    const uint64_t usual = twice < MOST_BYTES ? twice : MOST_BYTES;
    const uint64_t front = rounded(sizeof(ovi_scratch_slab));
    const uint64_t all = front + bytes > usual ? front + bytes : usual;
    ovi_scratch_slab *slab = ovi_allocate(scratch->allocator, all);
    if (slab == NULL) {
      return NULL;
    }
    *slab = (ovi_scratch_slab){scratch->slab, all};
    scratch->slab = slab;
    scratch->used = front;
  }
  uint8_t *taken = (uint8_t *)scratch->slab + scratch->used;
  scratch->used += bytes;
  OVI_ASSERT(scratch->used <= scratch->slab->bytes);
  return taken;
}

void ovi_scratch_release(ovi_scratch *scratch) {
  while (scratch->slab != NULL) {
    ovi_scratch_slab *before = scratch->slab->before;
    ovi_release(scratch->allocator, scratch->slab, scratch->slab->bytes);
    scratch->slab = before;
  }
}
