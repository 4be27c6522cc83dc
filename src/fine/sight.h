/* Plain sight: cells that a diagonal run and a straight run lead to.
 *
 * Invariant: such a path costs the octile distance, the lower bound of all paths, so no search is
 * needed. Only rows of open cells are read, so the window need not be prepared. */
#ifndef OVERLAND_FINE_SIGHT_H
#define OVERLAND_FINE_SIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "fine/window.h"

typedef struct ovi_sight {
  int32_t x, y;
  int32_t diagonals[4]; /* free steps from there in each diagonal direction; -1: not yet known */
} ovi_sight;

static inline void ovi_sight_begin(ovi_sight *sight, int32_t x, int32_t y) {
  *sight = (ovi_sight){x, y, {-1, -1, -1, -1}};
}

/* Whether a cell of a window of bits lies in plain sight by a diagonal run first or, with
 * `any_order`, by a straight run first. */
bool ovi_sight_reaches(ovi_sight *sight, const ovi_window *window, int32_t x, int32_t y,
                       bool any_order);

/* Whether the straight run to such a cell is the longer one and is free as the first one. */
bool ovi_sight_along_first(const ovi_window *window, const ovi_sight *from, int32_t x, int32_t y);

#endif
