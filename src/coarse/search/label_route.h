/* Routes straight from labels: nothing is searched.
 *
 * Invariant: what is left of a route is known exactly at each of its waypoints, so
 * the next one is the first, in stored order, with edge + left = what was left. A
 * route that has none is no route of the world: it is corrupt. */
#ifndef OVERLAND_COARSE_SEARCH_LABEL_ROUTE_H
#define OVERLAND_COARSE_SEARCH_LABEL_ROUTE_H

#include "coarse/search/attach.h"
#include "coarse/search/heuristic.h"
#include "coarse/view/labels.h"

/* One end of a route. */
typedef struct ovi_label_end {
  ovl_cell cell;
  ovi_attachment links;
  uint64_t *bounds;       /* of each port: the least that a route by it can cost */
  ovi_heuristic estimate; /* to this end */
} ovi_label_end;

/* A route as labels know it. */
typedef struct ovi_label_route {
  uint64_t cost;     /* from start to goal, units; OVI_LABEL_NONE: there is none below the bound */
  ovl_stop first;    /* the first waypoint */
  uint32_t link;     /* from the start to it */
  uint32_t last;     /* port of the goal's region over which the route arrives */
  ovi_label_hub hub; /* on the way from the first waypoint */
} ovi_label_route;

/* Finds the cheapest route between two linked ends that costs less than `bound`;
 * `table` then holds the costs that are left to the goal from anywhere near a route
 * that is as cheap. Landmarks, if the world has any, spare it the reading of labels. */
ovi_label_route ovi_label_route_find(ovi_label_table *table, const ovi_layer *layer,
                                     ovi_label_end *start, ovi_label_end *goal, uint64_t bound);

/* How a route goes on behind a stop. */
typedef enum ovi_onward { OVI_ONWARD_STOP, OVI_ONWARD_GOAL, OVI_ONWARD_CORRUPT } ovi_onward;

/* A walk along a route: from hub to hub. Only where it is at a hub, the next one is
 * looked for, with a table of costs to the last waypoint. */
typedef struct ovi_label_walk {
  const ovi_layer *layer;
  ovi_label_table *table; /* to work in */
  bool is_filled;         /* the table is, and last_stop */
  ovl_stop last_stop;     /* the waypoint of the last port */
  ovi_label_hub hub;      /* on the way from the present stop; no cost: it is that stop */
  ovl_cell goal;
  uint32_t goal_region;
  uint32_t last; /* port of that region, over which the route arrives */
} ovi_label_walk;

/* Goes on at a stop with a walk whose layer, table and goal are set, by the last port and the rank
 * of the next hub, which a route stores; false if that is no route. */
bool ovi_label_walk_resume(ovi_label_walk *walk, uint32_t last, uint32_t hub_rank,
                           const ovl_stop *stop);

/* The stop behind `stop`, or that the goal is. */
ovi_onward ovi_label_walk_next(ovi_label_walk *walk, const ovl_stop *stop, ovl_stop *next);

/* Whether a walk that has come to the stop `behind` could have come there over `stop`,
 * at what that costs more, and goes on to the same hub from there. */
bool ovi_label_walk_joins(const ovi_label_walk *walk, const ovl_stop *stop, const ovl_stop *behind);

/* Moves a stop on by one edge of a cheapest way to a hub that its waypoint's label
 * names, and the hub nearer by what that costs. Whose cost is 0 is there. False if
 * there is no such edge. */
bool ovi_label_route_toward(const ovi_layer *layer, ovi_label_hub *hub, ovl_stop *stop);

#endif
