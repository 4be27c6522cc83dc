/* Slabs of the allocator's memory, each twice as large as the one before up to a limit. */
#include "common/scratch.h"

#include "common/arena.h"

enum { FIRST_BYTES = 32768, MOST_BYTES = 1 << 20 };

static uint64_t rounded(uint64_t bytes) {
  return (bytes + OVI_ARENA_ALIGNMENT - 1) / OVI_ARENA_ALIGNMENT * OVI_ARENA_ALIGNMENT;
}

static bool add_slab(ovi_scratch *scratch, uint64_t room) {
  const uint64_t twice = scratch->slab != NULL ? 2 * scratch->slab->bytes : FIRST_BYTES;
  const uint64_t usual = twice < MOST_BYTES ? twice : MOST_BYTES;
  const uint64_t front = rounded(sizeof(ovi_scratch_slab));
  const uint64_t bytes = front + room > usual ? front + room : usual;
  ovi_scratch_slab *slab = ovi_allocate(scratch->allocator, bytes);
  if (slab == NULL) {
    return false;
  }
  slab->before = scratch->slab;
  slab->bytes = bytes;
  scratch->slab = slab;
  scratch->used = front;
  return true;
}

void *ovi_scratch_take(ovi_scratch *scratch, uint64_t count, uint64_t size) {
  const uint64_t bytes = rounded(count * size);
  if ((scratch->slab == NULL || scratch->used + bytes > scratch->slab->bytes) &&
      !add_slab(scratch, bytes)) {
    return NULL;
  }
  uint8_t *taken = (uint8_t *)scratch->slab + scratch->used;
  scratch->used += bytes;
  return taken;
}

void ovi_scratch_release(ovi_scratch *scratch) {
  while (scratch->slab != NULL) {
    ovi_scratch_slab *before = scratch->slab->before;
    ovi_release(scratch->allocator, scratch->slab, scratch->slab->bytes);
    scratch->slab = before;
  }
}
