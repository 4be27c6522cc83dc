/* Routes by labels that take links: see coarse/view/ways.h.
 *
 * Invariant: costs from the start to where ways begin, and from where they end to the goal, are
 * octile distances, which are lower bounds, until labels are read. The pair of ways with the least
 * sum is read first, and is the cheapest once its two costs are exact. So few labels are read; a
 * first route over the nearest ways excludes most of the others. */
#ifndef OVERLAND_COARSE_SEARCH_WAY_ROUTE_H
#define OVERLAND_COARSE_SEARCH_WAY_ROUTE_H

#include "coarse/search/label_route.h"

/* Bounds of each way of a layer, and a table of labels. */
typedef struct ovi_way_bounds {
  ovi_label_table table; /* of the start */
  uint64_t *before;      /* cost from the start to where it begins */
  uint64_t *behind;      /* cost from where it ends to the goal */
  uint64_t *onward;      /* cost from taking it to the goal */
  uint8_t *known;        /* flags: `before` is exact, `behind` is, `onward` follows from `behind` */
  uint8_t *goals;        /* the ways that it may end with */
} ovi_way_bounds;

/* Takes the memory for so many ways of layers with so many hubs. */
void ovi_way_bounds_reserve(ovi_way_bounds *bounds, ovi_arena *arena, uint32_t ways, uint32_t hubs);

/* Returns whether a route over links may cost less than `cost`; it does not if this is false. */
bool ovi_ways_may_undercut(const ovi_layer *layer, ovl_cell start, ovl_cell goal, uint64_t cost);

/* The attached ends of a route, and the table of ovi_label_route_find. */
typedef struct ovi_way_task {
  const ovi_layer *layer;
  const ovi_label_end *start, *goal;
  ovi_label_table *table;
} ovi_way_task;

/* Begins with bounds. Returns the cost of some route over links; UINT64_MAX: none is known. Few
 * labels are read. */
uint64_t ovi_way_route_bound(ovi_way_bounds *bounds, const ovi_way_task *task);

/* Goes on after ovi_way_route_bound and ovi_label_route_find: replaces a route of walking, whose
 * cost may be OVI_LABEL_NONE, by one over links if there is one that costs less than it and less
 * than `bound`. */
void ovi_way_route_find(ovi_way_bounds *bounds, const ovi_way_task *task, uint64_t bound,
                        ovi_label_route *route);

#endif
