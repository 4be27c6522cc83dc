/* Fills the fields of single regions, in slices: for goals, for rims and for tiles. The origins of
 * a field are the goals of its region; those of a rim and of a tile are also the cells from which a
 * port leads out of it, and those of a tile the steps over its borders to the rims of neighbours.
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

/* Cells of the largest field. */
static inline uint64_t ovi_tile_cells(int32_t region_cells) {
  return (uint64_t)region_cells * (uint64_t)region_cells;
}

typedef enum ovi_field_kind {
  OVI_FIELD_OF_GOALS,
  OVI_FIELD_OF_RIM,
  OVI_FIELD_OF_TILE
} ovi_field_kind;

/* Identifies a field: the search whose costs it holds, and the region. */
typedef struct ovi_field_name {
  const ovi_coarse_search *coarse; /* backwards from the goals, with the costs of the regions that
                                      the field depends on; NULL: there is no field */
  uint32_t region;
  ovi_field_kind kind;
} ovi_field_name;

/* Working memory: the window of one region and its search. */
typedef struct ovi_tile_maker {
  ovi_local_search local;
  ovi_field_name name; /* of the field that is being filled */
  ovi_field field;     /* over `values` */
  uint64_t *values;
  uint64_t *lines;           /* for the next tile: the line of a rim beyond each side, which is
                                copied from the rim of the region there */
  bool has_line[OVI_SIDES];  /* sides whose line is set */
  uint32_t goals;            /* open ones among the origins of the field */
  ovi_attachment attachment; /* of the goals of a region */
} ovi_tile_maker;

/* Returns whether a field is being filled. */
static inline bool ovi_tile_is_begun(const ovi_tile_maker *maker, ovi_field_name name) {
  return maker->name.coarse == name.coarse && maker->name.region == name.region &&
         maker->name.kind == name.kind;
}

/* Fills a field with at most `room` expansions, or goes on filling it; another one that is being
 * filled is lost. OVI_DONE: it can be read until the next call. OVI_PAUSED; OVI_CORRUPT: a cost is
 * too high for a field, or a region could not be read, as the outcome of the layer says. */
ovi_status ovi_tile_fill(ovi_tile_maker *maker, ovi_field_name name, const ovi_goals *goals,
                         uint64_t room);

/* Reads a field of goals: the cost from each port of its region to the nearest goal there, all of
 * maker->attachment but the component. False if no goal there is open. */
bool ovi_tile_attach_goals(ovi_tile_maker *maker, const ovi_layer *layer);

/* Reads the outermost costs of a field. */
void ovi_tile_read_rim(const ovi_tile_maker *maker, int32_t region_cells, uint64_t *rim);

#endif
