/* Routes straight from labels: nothing is searched.
 *
 * Invariant: what is left of a route is known exactly at each of its waypoints, so
 * the next one is the first, in stored order, with edge + left = what was left. A
 * route that has none is no route of the world: it is corrupt. */
#ifndef OVI_LABEL_ROUTE_H
#define OVI_LABEL_ROUTE_H

#include "estimate.h"
#include "labels.h"
#include "links.h"

/* One end of a route. */
typedef struct ovi_label_end {
  ovl_cell cell;
  ovi_links links;
  uint64_t *bounds;      /* of each port: the least that a route by it can cost */
  ovi_estimate estimate; /* to this end */
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
ovi_label_route ovi_label_route_find(ovi_label_table *table, const ovl_world *world,
                                     ovi_label_end *start, ovi_label_end *goal, uint64_t bound);

/* How a route goes on behind a stop. */
typedef enum ovi_onward { OVI_ONWARD_STOP, OVI_ONWARD_GOAL, OVI_ONWARD_CORRUPT } ovi_onward;

/* A walk down a table. */
typedef struct ovi_label_walk {
  const ovi_label_table *table;
  const ovl_world *world;
  uint64_t beyond;   /* from the table's place to the goal */
  ovi_label_hub hub; /* on the way from the present stop; no cost: it is that stop */
  ovl_cell goal;
  uint32_t goal_region;
  uint32_t last; /* port of that region, over which the route arrives */
} ovi_label_walk;

/* The stop behind `stop`, or that the goal is. */
ovi_onward ovi_label_route_next(ovi_label_walk *walk, const ovl_stop *stop, ovl_stop *next);

/* Whether what is left from a stop is just what the labels say: then the way on is the
 * cheapest from there. */
bool ovi_label_route_agrees(const ovi_label_walk *walk, const ovl_stop *stop);

/* Moves a stop on by one edge of a cheapest way to a hub that its waypoint's label
 * names, and the hub nearer by what that costs. Whose cost is 0 is there. False if
 * there is no such edge. */
bool ovi_label_route_toward(const ovl_world *world, ovi_label_hub *hub, ovl_stop *stop);

/* Fills the table for a route whose last port and whose stop are known, so that it
 * can be walked on; false if that is no route. */
bool ovi_label_route_resume(ovi_label_walk *walk, ovi_label_table *table, const ovl_stop *stop);

#endif
