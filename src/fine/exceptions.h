/* Exceptions of a window: single steps that cost more or are blocked, and hops, links between two
 * cells of the window.
 *
 * Invariant: the exceptions of a cell are a list, and a bit says whether a cell has any. So they
 * can be added in any order, a cell without any costs a test of one bit, and emptying the list
 * costs the bits alone. A hop is in the lists of both its ends. */
#ifndef OVERLAND_FINE_EXCEPTIONS_H
#define OVERLAND_FINE_EXCEPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#define OVI_NO_EXCEPTION UINT32_MAX

/* Kinds of exceptions: 0 to 7 are those of a step in that direction. */
enum { OVI_HOP_FROM = 8, OVI_HOP_TO = 9 };

/* 16 bytes. */
typedef struct ovi_exception {
  uint32_t next;  /* of the same cell */
  uint32_t extra; /* cost units; OVI_STEP_BLOCKED for a step, the whole cost of a hop */
  uint32_t other; /* a hop's other end */
  uint32_t kind;
} ovi_exception;

typedef struct ovi_exceptions {
  uint64_t *marks; /* a bit for each cell that has any */
  uint32_t *first; /* of each of these cells */
  ovi_exception *list;
  uint32_t count;
} ovi_exceptions;

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

/* The extra cost of a step; 0 if it has no exception. */
static inline uint32_t ovi_exceptions_extra(const ovi_exceptions *exceptions, uint32_t cell,
                                            uint32_t direction) {
  uint32_t at = ovi_exceptions_of(exceptions, cell);
  while (at != OVI_NO_EXCEPTION && exceptions->list[at].kind != direction) {
    at = exceptions->list[at].next;
  }
  return at != OVI_NO_EXCEPTION ? exceptions->list[at].extra : 0;
}

#endif
