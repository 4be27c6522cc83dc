/* Whole paths on which turns cost: the route is refined without regard to turns, and the path is
 * searched for again in pieces.
 *
 * A piece begins where the path ends so far and leads to a cell of the route, in a window that
 * holds the route's own way and as much ground around it as there is memory for. Of all but the
 * last piece only the beginning is kept: the next piece, which overlaps the rest, knows more of
 * what lies ahead. Where the whole way fits into one window, its cost and turns are the least in
 * it.
 *
 * Invariant: the window of a piece holds a path from its beginning to its target, so one is always
 * found. */
#ifndef OVERLAND_QUERY_TURN_PIECES_H
#define OVERLAND_QUERY_TURN_PIECES_H

#include "query/planner.h"

/* Begins a path at a cell of the plane. */
void ovi_turn_pieces_begin(ovi_turn_pieces *pieces, uint32_t turn_cost, ovl_cell start);

/* Writes the path of the task's writing, to its end. OVI_DONE, OVI_PAUSED; OVI_CORRUPT: the route
 * does not belong to this world. */
ovi_status ovi_turn_pieces_write(ovl_planner *planner);

#endif
