/* Fills the fields of single regions, for tiles and for rims. The origins of a field are the goals
 * of its region and the cells from which a port leads out of it; those of a tile are also the steps
 * over its borders to the rims of neighbours.
 *
 * Invariant: the cost of a port's origin is the cost to go in the middle of the port's step, plus
 * the region's part of that step. So the cost to go behind the port is at most the field's cost
 * less that of the step.
 *
 * A rim is the costs to go of the outermost cells of a region, by paths through the region itself.
 *
 * Where two regions face each other, the tile of one is filled from the rim of the other: a step
 * over the border then leads on from every cell of the border where that is cheapest. Without rims
 * paths would cross at waypoints only; these are some cells apart, and all units would pass through
 * the same few cells.
 *
 * Invariant: a rim is taken from a field whose origins are the goals and ports of its region. The
 * tile of that region has these origins and more, so the cost to go behind a step to the rim is at
 * most what the rim says. */
#ifndef OVERLAND_FLOW_TILE_MAKER_H
#define OVERLAND_FLOW_TILE_MAKER_H

#include "coarse/search/dijkstra.h"
#include "coarse/view/region.h"
#include "coarse/view/region_box.h"
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

/* Working memory: the window of one region and its search. */
typedef struct ovi_tile_maker {
  ovi_local_search local;
  uint64_t *values;          /* of a field that is used only while a call runs */
  uint64_t *lines;           /* for the next tile: the line of a rim beyond each side, which is
                                copied from the rim of the region there */
  bool has_line[OVI_SIDES];  /* sides whose line is set */
  ovi_attachment attachment; /* of the goals of a region */
  uint32_t goals;            /* cells of the world among the goals attached so far */
  uint32_t open_goals;       /* those of them on which the profile can stand */
} ovi_tile_maker;

/* Cells of the largest field. */
static inline uint64_t ovi_tile_cells(int32_t region_cells) {
  return (uint64_t)region_cells * (uint64_t)region_cells;
}

/* Finds the cost from each port of a region to the nearest goal in the region, inside it: all of
 * maker->attachment but the component. False if no goal there is open. */
bool ovi_tile_attach_goals(ovi_tile_maker *maker, const ovi_layer *layer, const ovi_goals *goals,
                           uint32_t region);

/* The source of origins: a search backwards from the goals, in which the regions that are asked for
 * are settled. */
typedef struct ovi_tile_source {
  const ovi_coarse_search *coarse;
  const ovi_goals *goals;
} ovi_tile_source;

/* Fills the rim of a region. False if a cost is too high for a field: the world is corrupt. */
bool ovi_tile_rim(ovi_tile_maker *maker, const ovi_tile_source *source, uint32_t region,
                  uint64_t *rim);

/* Fills the tile of a region, with steps over the sides whose lines are set. False as for
 * ovi_tile_rim. */
bool ovi_tile_fill(ovi_tile_maker *maker, const ovi_tile_source *source, uint32_t region,
                   uint64_t *values);

#endif
