/* What no table says of a window's cells: a step that costs more or is blocked, and
 * hops, links between two cells of the window.
 *
 * Invariant: a cell's exceptions are a chain that begins where its bit is set, so
 * they are added in any order, all other cells cost one look at a bit, and emptying
 * costs the bits alone. A hop stands in the chains of both its ends. */
#ifndef OVERLAND_FINE_EXCEPTIONS_H
#define OVERLAND_FINE_EXCEPTIONS_H

#include <stdbool.h>

#include "common/arena.h"
#include "common/bits.h"
#include "common/compiler.h"

#define OVI_NO_EXCEPTION UINT32_MAX

/* What an exception is of: a step in one of the eight directions, or */
enum { OVI_HOP_FROM = 8, OVI_HOP_TO = 9 };

/* 16 bytes. */
typedef struct ovi_exception {
  uint32_t next;  /* of the same cell */
  uint32_t extra; /* units; of a step OVI_STEP_BLOCKED, of a hop all that it costs */
  uint32_t other; /* of a hop: its other end */
  uint32_t kind;
} ovi_exception;

typedef struct ovi_exceptions {
  uint64_t *marks; /* a bit for each cell that has any */
  uint32_t *first; /* for each of them */
  ovi_exception *list;
  uint32_t count;
} ovi_exceptions;

/* Takes memory for so many cells and exceptions; a hop counts as two. */
static inline void ovi_exceptions_reserve(ovi_exceptions *exceptions, ovi_arena *arena,
                                          uint32_t cells, uint32_t most) {
  exceptions->marks = ovi_arena_take(arena, (cells + 63) / 64, sizeof(uint64_t));
  exceptions->first = ovi_arena_take(arena, cells, sizeof(uint32_t));
  exceptions->list = ovi_arena_take(arena, most, sizeof(ovi_exception));
}

static inline void ovi_exceptions_empty(ovi_exceptions *exceptions, uint32_t cells) {
  memset(exceptions->marks, 0, (cells + 63) / 64 * sizeof(uint64_t));
  exceptions->count = 0;
}

/* The first exception of a cell, OVI_NO_EXCEPTION if it has none. */
static inline uint32_t ovi_exceptions_of(const ovi_exceptions *exceptions, uint32_t cell) {
  const bool has_any = (exceptions->marks[cell >> 6] >> (cell & 63) & 1u) != 0;
  return has_any ? exceptions->first[cell] : OVI_NO_EXCEPTION;
}

static inline void ovi_exceptions_add(ovi_exceptions *exceptions, uint32_t cell,
                                      ovi_exception exception) {
  exception.next = ovi_exceptions_of(exceptions, cell);
  exceptions->marks[cell >> 6] |= (uint64_t)1 << (cell & 63);
  exceptions->first[cell] = exceptions->count;
  exceptions->list[exceptions->count++] = exception;
}

/* What was said of a step; 0 if nothing was. */
static inline uint32_t ovi_exceptions_extra(const ovi_exceptions *exceptions, uint32_t cell,
                                            uint32_t direction) {
  uint32_t at = ovi_exceptions_of(exceptions, cell);
  while (at != OVI_NO_EXCEPTION && exceptions->list[at].kind != direction) {
    at = exceptions->list[at].next;
  }
  return at != OVI_NO_EXCEPTION ? exceptions->list[at].extra : 0;
}

#endif
