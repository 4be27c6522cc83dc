/* Memory: calls of the caller's allocator, and an arena, one block that is divided into pieces.
 *
 * Invariant: an arena without a block only counts, and gives the same offsets as one with a block.
 * So the same code finds how many bytes are needed and hands them out. An object in one block
 * begins with an ovi_object, and what it has taken from the arena stands behind it. */
#ifndef OVERLAND_COMMON_ARENA_H
#define OVERLAND_COMMON_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/argument.h"
#include "common/compiler.h"
#include "overland.h"

#define OVI_ARENA_ALIGNMENT 16u

/* Returns the caller's allocator, or, if that is NULL or zeroed, the default one: malloc and free.
 * Without a C library that one has no functions, which the checks of arguments refuse. */
const ovl_allocator *ovi_allocator_of(const ovl_allocator *given);

typedef struct ovi_arena {
  uint8_t *block; /* NULL: count only */
  uint64_t used;
} ovi_arena;

/* The next piece, aligned to 16; NULL while counting. Counts have 64 bits, so that they are right
 * even for a planner that is too large for a 32-bit host. */
static inline void *ovi_arena_take(ovi_arena *arena, uint64_t count, uint64_t size) {
  uint64_t at = arena->used;
  OVI_ASSERT(at % OVI_ARENA_ALIGNMENT == 0);
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

/* The memory of an object that stands in one block. */
typedef struct ovi_object {
  ovl_allocator allocator; /* unused if the block is given */
  uint64_t bytes;
  void *given; /* the block, if it is the caller's; else NULL */
} ovi_object;

/* Finds memory for an object that begins with `object`: its own block if one of given_bytes is
 * given, else one of its allocator. Its first `size` bytes, those of its struct, are 0 but for
 * `object`, and the arena continues behind them. OVL_BAD_ARGUMENT: the given block is too small or
 * not aligned, has bytes but no address, or there is no allocator. OVL_NO_MEMORY. */
static inline ovl_result ovi_object_make(const ovi_object *object, size_t given_bytes, size_t size,
                                         ovi_arena *arena, ovl_fault *fault) {
  const ovl_allocator *allocator = &object->allocator;
  const uintptr_t beside = (uintptr_t)object->given & (OVI_ARENA_ALIGNMENT - 1);
  if (beside != 0) {
    return ovi_argument_fail(fault, "block: its alignment", 0, beside, 0);
  }
  if (object->given == NULL && given_bytes != 0) {
    return ovi_argument_fail(fault, "block", 0, 0, 1);
  }
  if (object->given != NULL && object->bytes > given_bytes) {
    return ovi_argument_fail(fault, "block_bytes", 0, given_bytes, object->bytes);
  }
  if (object->given == NULL && (allocator->allocate == NULL || allocator->release == NULL)) {
    return ovi_argument_fail(fault, "allocator", 0, 0, 1);
  }
  *arena = (ovi_arena){
      object->given != NULL ? object->given : ovi_allocate(allocator, object->bytes), 0};
  if (arena->block == NULL) {
    ovi_argument_fail(fault, "allocator: it has no memory", 0, 0, object->bytes);
    return OVL_NO_MEMORY;
  }
  memset(ovi_arena_take(arena, 1, size), 0, size);
  memcpy(arena->block, object, sizeof *object);
  return OVL_OK;
}

/* Returns the memory of an object, unless it was given; NULL is allowed. */
static inline void ovi_object_destroy(void *object) {
  if (object != NULL && ((const ovi_object *)object)->given == NULL) {
    const ovi_object memory = *(const ovi_object *)object;
    ovi_release(&memory.allocator, object, memory.bytes);
  }
}

/* A block that was allocated for an arena. All zero: none. */
typedef struct ovi_memory {
  const ovl_allocator *allocator;
  uint8_t *block;
  uint64_t bytes;
} ovi_memory;

/* Takes all pieces of `user` from an arena, the same ones each time. */
typedef void (*ovi_reserve_fn)(void *user, ovi_arena *arena);

/* Counts the pieces of `user`, allocates a block for them, and hands them out. False: no memory.
 */
static inline bool ovi_memory_take(ovi_memory *memory, const ovl_allocator *allocator,
                                   ovi_reserve_fn reserve, void *user) {
  ovi_arena arena = {NULL, 0};
  reserve(user, &arena);
  const uint64_t bytes = arena.used != 0 ? arena.used : 1;
  *memory = (ovi_memory){allocator, ovi_allocate(allocator, bytes), bytes};
  arena = (ovi_arena){memory->block, 0};
  if (memory->block != NULL) {
    reserve(user, &arena);
    OVI_ASSERT(arena.used <= bytes);
  }
  return memory->block != NULL;
}

static inline void ovi_memory_release(ovi_memory *memory) {
  ovi_release(memory->allocator, memory->block, memory->bytes);
  memory->block = NULL;
}

#endif
