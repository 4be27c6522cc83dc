/* What lies in plain sight of a cell: a diagonal run and a straight run away.
 *
 * Invariant: such a way costs the octile distance, which none undercuts, so who
 * finds one need not search. Rows of open cells are all that is read: a window
 * need not be turned. */
#ifndef OVERLAND_FINE_SIGHT_H
#define OVERLAND_FINE_SIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "fine/window.h"

typedef struct ovi_sight {
  int32_t x, y;         /* the cell that looks */
  int32_t diagonals[4]; /* steps that are free from it, a quarter each; -1: not yet known */
} ovi_sight;

static inline void ovi_sight_begin(ovi_sight *sight, int32_t x, int32_t y) {
  *sight = (ovi_sight){x, y, {-1, -1, -1, -1}};
}

/* Whether a cell of the window, which has the face of bits, lies in plain sight by
 * a diagonal run first; with `any_way`, or by a straight run first. */
bool ovi_sight_reaches(ovi_sight *sight, const ovi_window *window, int32_t x, int32_t y,
                       bool any_way);

/* Whether the straight run to such a cell is the longer one and can be walked first. */
bool ovi_sight_along_first(const ovi_window *window, const ovi_sight *from, int32_t x, int32_t y);

#endif
