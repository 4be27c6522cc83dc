/* The cell nearest to a place by straight distance, of those that a predicate takes.
 *
 * Regions are looked at in rings around the place, and inside only if some local
 * component of theirs is of an island that is asked for: nothing is flooded. */
#ifndef OVERLAND_COARSE_SEARCH_NEAREST_CELL_H
#define OVERLAND_COARSE_SEARCH_NEAREST_CELL_H

#include "coarse/search/goal_set.h"

typedef struct ovi_nearest_cell {
  bool found;
  ovl_cell cell;   /* the upper left one of those that are as near */
  uint64_t square; /* of its distance, cells */
} ovi_nearest_cell;

/* Of the cells of a rectangle of the plane; the place itself may lie outside it. */
ovi_nearest_cell ovi_nearest_cell_find(const ovi_layer *layer, ovi_rectangle inside, ovl_cell place,
                                       ovi_reachable reachable);

#endif
