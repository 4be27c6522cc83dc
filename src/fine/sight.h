/* Plain sight: cells that paths of the octile distance lead to.
 *
 * Invariant: the octile distance is the lower bound of all paths, so no search is needed. Only rows
 * of open cells are read, so the window need not be prepared. */
#ifndef OVERLAND_FINE_SIGHT_H
#define OVERLAND_FINE_SIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "fine/window.h"

/* The cell that is looked from. */
typedef struct ovi_sight {
  int32_t x, y;
} ovi_sight;

/* Returns whether a cell of a window of bits lies in plain sight by a move of two runs: see
 * ovi_turn_of_move. */
bool ovi_sight_reaches(const ovi_sight *from, const ovi_window *window, int32_t x, int32_t y);

/* Returns whether it does by such a move with its two runs in one order or the other. */
bool ovi_sight_moves(const ovi_sight *from, const ovi_window *window, int32_t x, int32_t y);

/* Finds all cells of a narrow window of bits to which some path costs the distance over open
 * ground, octile or of hexagons: a bit of each of its rows. */
void ovi_sight_find_area(const ovi_sight *from, const ovi_window *window, uint64_t *rows);

/* Returns whether the straight run to such a cell is the longer one and is free as the first one.
 */
bool ovi_sight_along_first(const ovi_window *window, const ovi_sight *from, int32_t x, int32_t y);

#endif
