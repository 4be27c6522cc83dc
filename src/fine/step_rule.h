/* The step rule: the cost of a single step, and whether it is legal, where heights and exceptions
 * count as well as weights.
 *
 * Invariant: a step costs k (w(a) + w(b)) and an extra that is not negative, so octile distance
 * stays a lower bound; the extra may differ with the direction. A diagonal step is legal only if
 * the straight detours around the corner that its corner rule requires are legal steps. */
#ifndef OVERLAND_FINE_STEP_RULE_H
#define OVERLAND_FINE_STEP_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/topology.h"

#define OVI_STEP_NO_LIMIT UINT32_MAX /* of a rise or fall */
#define OVI_STEP_BLOCKED UINT32_MAX  /* as an extra cost: the step is not legal */
#define OVI_NO_STEP UINT64_MAX       /* as a cost: the step is not legal */

typedef struct ovi_step_rule {
  uint32_t most_rise, most_fall; /* of one step, units of height; OVI_STEP_NO_LIMIT */
  uint32_t rise_cost, fall_cost; /* cost units for each unit of height */
} ovi_step_rule;

/* One end of a step. */
typedef struct ovi_step_end {
  uint32_t weight; /* 0: blocked */
  uint32_t height;
} ovi_step_end;

/* Cost of a step between two neighbours, without regard to corners; OVI_NO_STEP if it is not legal.
 * `extra` is that of this step's exception, or 0. */
static inline uint64_t ovi_step_between(const ovi_step_rule *rule, ovi_step_end from,
                                        ovi_step_end to, uint32_t extra, int is_long) {
  const bool rises = to.height >= from.height;
  const uint32_t change = rises ? to.height - from.height : from.height - to.height;
  if (from.weight == 0 || to.weight == 0 || extra == OVI_STEP_BLOCKED ||
      change > (rises ? rule->most_rise : rule->most_fall)) {
    return OVI_NO_STEP;
  }
  return ovi_step_cost(from.weight + to.weight, is_long) + extra +
         (uint64_t)change * (rises ? rule->rise_cost : rule->fall_cost);
}

/* A copy of the costs of slopes; rise and fall are exchanged in reverse. */
typedef struct ovi_slope {
  uint32_t rise_cost, fall_cost;
  bool is_limited; /* steps may be too steep */
} ovi_slope;

static inline ovi_slope ovi_slope_of(const ovi_step_rule *rule, bool reverse) {
  const bool is_limited =
      rule->most_rise != OVI_STEP_NO_LIMIT || rule->most_fall != OVI_STEP_NO_LIMIT;
  return reverse ? (ovi_slope){rule->fall_cost, rule->rise_cost, is_limited}
                 : (ovi_slope){rule->rise_cost, rule->fall_cost, is_limited};
}

static inline uint64_t ovi_slope_cost(const ovi_slope *slope, uint32_t from, uint32_t to) {
  const bool rises = to >= from;
  return (uint64_t)(rises ? to - from : from - to) * (rises ? slope->rise_cost : slope->fall_cost);
}

/* ---- Exceptions of a window ---------------------------------------------- */

/* Exceptions are single steps that cost more or are blocked, and hops, links between two cells of
 * the window. Those of a cell are a list, and a bit says whether a cell has any. So they can be
 * added in any order, a cell without any costs a test of one bit, and emptying the list costs the
 * bits alone. A hop is in the lists of both its ends. */

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
