/* Rims: what is left from the outermost cells of a region, by ways through it; and steps over a
 * border to a neighbour's rim, which are more than its waypoints.
 *
 * Waypoints are some cells apart, so a tile that was left over them alone would send everybody
 * through the same few cells. Over the neighbour's rim a tile is left wherever that is cheapest.
 *
 * Invariant: a rim is of a field whose origins are its region's goals and ports. A tile has these
 * and more, so behind a step to a rim no more is left than the rim said. */
#ifndef OVERLAND_FLOW_RIMS_H
#define OVERLAND_FLOW_RIMS_H

#include "coarse/view/region.h"
#include "fine/field.h"
#include "fine/local_search.h"

/* The sides of a region, in the order of straight directions. */
enum { OVI_SIDES = 4 };

/* The side behind a border's group of ports; OVI_SIDES for one of corners. */
int ovi_side_of_group(int group);

/* The region beyond a side; UINT32_MAX if there is none. */
uint32_t ovi_side_region(const ovi_layer *layer, uint32_t region, int side);

/* A rim holds a line of costs for each side, so many apart: those of columns downwards, of rows to
 * the right; UINT64_MAX where nothing leads on. */
static inline uint64_t *ovi_rim_line(uint64_t *rim, int32_t region_cells, int side) {
  return rim + side * region_cells;
}

static inline uint64_t ovi_rim_costs(int32_t region_cells) {
  return (uint64_t)OVI_SIDES * (uint64_t)region_cells;
}

/* Rims that are held, as many as there is room for; the one that came first gives way. */
typedef struct ovi_rim_store {
  uint64_t *costs;
  uint32_t *of_region; /* UINT32_MAX: none */
  uint32_t *regions;   /* of each rim; UINT32_MAX: it is free */
  int32_t region_cells;
  uint32_t region_count;
  uint32_t capacity, next;
} ovi_rim_store;

void ovi_rim_store_reserve(ovi_rim_store *store, ovi_arena *arena, uint32_t capacity,
                           int32_t region_cells, uint32_t regions);
void ovi_rim_store_clear(ovi_rim_store *store);

/* The rim of a region; NULL: it is not held. */
uint64_t *ovi_rim_store_find(const ovi_rim_store *store, uint32_t region);

/* Room for the rim of a region that is not held; another may lose its own. */
uint64_t *ovi_rim_store_give(ovi_rim_store *store, uint32_t region);

/* Copies the rim of a field. */
void ovi_rim_take(const ovi_field *field, int32_t region_cells, uint64_t *rim);

/* Whether steps between two regions can be told from what is open and one weight for each. */
bool ovi_rim_serves(const ovi_layer *layer, uint32_t region, uint32_t beyond);

/* Adds to the field that was begun in the window of a region an origin for each step over a side
 * that may be of use, to the facing line of the neighbour's rim. */
void ovi_rim_cross(ovi_local_search *local, int side, uint32_t weight_beyond, const uint64_t *line);

#endif
