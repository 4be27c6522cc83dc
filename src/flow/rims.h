/* Rims: the costs to go of the outermost cells of a region, by paths through the region itself.
 *
 * Where two regions face each other, the tile of one is filled from the rim of the other: a step
 * over the border then leads on from every cell of the border where that is cheapest. Without rims
 * paths would cross at waypoints only; these are some cells apart, and all units would pass through
 * the same few cells.
 *
 * Invariant: a rim is taken from a field whose origins are the goals and ports of its region. The
 * tile of that region has these origins and more, so the cost to go behind a step to the rim is at
 * most what the rim says. */
#ifndef OVERLAND_FLOW_RIMS_H
#define OVERLAND_FLOW_RIMS_H

#include "coarse/view/region.h"
#include "fine/field.h"
#include "fine/local_search.h"

/* The sides of a region, in the order of straight directions. */
enum { OVI_SIDES = 4 };

/* The region beyond a side; UINT32_MAX if there is none. */
uint32_t ovi_side_region(const ovi_layer *layer, uint32_t region, int side);

/* The line of a rim along one side: the cost to go of each cell, downwards or to the right, and
 * UINT64_MAX for a cell without a path. Lines are region_cells apart. */
static inline uint64_t *ovi_rim_line(uint64_t *rim, int32_t region_cells, int side) {
  return rim + side * region_cells;
}

/* Number of costs in a rim. */
static inline uint64_t ovi_rim_costs(int32_t region_cells) {
  return (uint64_t)OVI_SIDES * (uint64_t)region_cells;
}

/* Adds an origin for the cheapest step of each cell over a side, to the field that was begun in the
 * window of a region. `line` is the facing line of the neighbour's rim, weight_beyond the weight of
 * its cells. */
void ovi_rim_cross(ovi_local_search *local, int side, uint32_t weight_beyond, const uint64_t *line);

#endif
