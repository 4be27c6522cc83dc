/* Finds the cell nearest to a place among those of certain islands: by straight distance, of
 * hexagons by steps.
 *
 * It goes over the regions in rings around the place, and reads the cells of those only that have a
 * local component of such an island. */
#ifndef OVERLAND_COARSE_NEAREST_NEAREST_CELL_H
#define OVERLAND_COARSE_NEAREST_NEAREST_CELL_H

#include "coarse/search/goal_set.h"

typedef struct ovi_nearest_cell {
  bool found;
  ovl_cell cell;   /* of several that are as near, the upper left one */
  uint64_t square; /* squared distance, cells: see ovi_rectangle_square */
} ovi_nearest_cell;

/* Searches the cells of a rectangle of the plane for those nearer to a place, a rectangle too, than
 * the squared distance `below`. The place may lie outside. It goes outwards in rings of regions,
 * and ends where one could not be read. */
ovi_nearest_cell ovi_nearest_cell_find(const ovi_layer *layer, ovi_rectangle inside,
                                       ovi_rectangle place, uint64_t below,
                                       ovi_reachable reachable);

#endif
