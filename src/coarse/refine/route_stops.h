/* The stops ahead of a route, one after the other, whether labels name them or a planner found them
 * over overlays; and whether they still hold in a later version.
 *
 * A route can be walked in later versions of the world than the one that it was begun in. Stops are
 * named by their regions and costs to go follow from edges, so refinement may rely on regions that
 * were not rebuilt since, and on nothing else. Labels belong to the world as it was baked or last
 * refreshed: they hold for a waypoint if the block of its region is that of the base, which also
 * numbers the waypoint.
 *
 * Invariant: no label is read of a waypoint whose region's block is not the base's. */
#ifndef OVERLAND_COARSE_REFINE_ROUTE_STOPS_H
#define OVERLAND_COARSE_REFINE_ROUTE_STOPS_H

#include "coarse/refine/label_walk.h"
#include "overland.h"

/* ---- Age --------------------------------------------------------------------------- */

typedef struct ovi_route_age {
  const ovi_layer *layer;
  uint64_t since;       /* the version that the route was begun in; UINT64_MAX: the present one */
  bool by_labels;       /* the route goes on by labels */
  bool may_be_outdated; /* regions may have been rebuilt that the route depends on */
} ovi_route_age;

static inline ovi_route_age ovi_route_age_of(const ovi_layer *layer, uint64_t since,
                                             bool by_labels) {
  const bool may_be_outdated = layer->store.delta != NULL && (by_labels || since != UINT64_MAX);
  return (ovi_route_age){layer, since, by_labels, may_be_outdated};
}

/* Returns whether a region is as it was when the route was begun. */
bool ovi_age_holds(const ovi_route_age *age, uint32_t region);

/* Returns whether a region is as it was, and labels hold for all waypoints on its borders. */
bool ovi_age_holds_labels(const ovi_route_age *age, uint32_t region);

/* ---- Stops ------------------------------------------------------------------------- */

/* The cells, region and link of a stop. */
typedef struct ovi_stop_view {
  ovl_cell before, after; /* the cells on both sides of the stop's step */
  uint32_t entered;       /* the region that the step enters */
  uint32_t link;          /* the number of the link that the step takes; OVI_NO_LINK: it is none */
} ovi_stop_view;

/* Finds the cells of a stop; false if the layer has no such stop. */
bool ovi_stop_find(const ovi_layer *layer, const ovi_stop *stop, ovi_stop_view *view);

/* The stops that a planner found ahead of a route over overlays. */
typedef struct ovi_known_stops {
  const ovi_stop *stops;
  uint32_t count;
  uint32_t at;   /* the stop that the route's next stop is, or that it replaces */
  bool is_whole; /* the stops lead to the goal */
} ovi_known_stops;

/* A cursor over the stops ahead: the stop that the present plan leads to, then those behind it. */
typedef struct ovi_stop_cursor {
  const ovi_layer *layer;
  ovi_route_age age;
  ovi_stop stop;
  bool at_goal;          /* there is no stop left: the goal is next */
  bool at_link;          /* the stop is a link */
  ovi_label_walk walk;   /* of a route by labels */
  ovi_known_stops known; /* of a route over overlays; `at` moves on with the cursor */
} ovi_stop_cursor;

/* Begins at the stop that the route's present plan leads to. False if it is no route of this world,
 * or if its labels no longer hold. */
bool ovi_stop_cursor_begin(ovi_stop_cursor *cursor, ovi_route_age age, ovi_label_table *labels,
                           const ovl_route *route, const ovi_known_stops *known);

/* Returns whether a stop is what it was when the route was begun, and the route can go on from it.
 */
bool ovi_stop_cursor_holds(const ovi_stop_cursor *cursor, const ovi_stop_view *stop);

/* Moves on to the next stop or the goal; false if the labels name none, or it is not known. */
bool ovi_stop_cursor_next(ovi_stop_cursor *cursor);

#endif
