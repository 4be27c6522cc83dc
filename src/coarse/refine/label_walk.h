/* Walks along routes by labels, without a search.
 *
 * Invariant: the cost to go is known exactly at each waypoint of a route, so the next waypoint is
 * the first one, in stored order, whose edge and own cost to go add up to it. If there is none, the
 * route does not belong to the world, or the world is corrupt. */
#ifndef OVERLAND_COARSE_REFINE_LABEL_WALK_H
#define OVERLAND_COARSE_REFINE_LABEL_WALK_H

#include "coarse/view/labels.h"
#include "coarse/view/ways.h"
#include "common/slice.h"

/* A walk along a route, from hub to hub. The next hub is searched for only at a hub, with a table
 * of costs to the last waypoint. A route over links has a leg to the beginning of each way that it
 * takes, and one to the goal: the way behind a way is found where that ends, by the closure. */
typedef struct ovi_label_walk {
  const ovi_layer *layer;
  ovi_label_table *table; /* to work in */
  bool is_filled;         /* the table is valid */
  ovi_label_hub hub;      /* on the route from the present stop; its cost is 0 if it is that stop */
  ovl_cell goal;
  uint32_t goal_region;
  uint32_t last; /* port of that region over which the route arrives */
  uint32_t way;  /* that the present leg leads to; OVI_NO_WAY: it leads to the goal */
} ovi_label_walk;

/* Resumes at a stop a walk whose layer, table, goal and way are set, by the last port and the rank
 * of the next hub, which a route stores. False if there is no such route. */
bool ovi_label_walk_resume(ovi_label_walk *walk, uint32_t last, uint32_t hub_rank,
                           const ovi_stop *stop);

/* Finds the stop behind `stop`. OVI_NONE: the goal is next. OVI_CORRUPT. */
ovi_status ovi_label_walk_next(ovi_label_walk *walk, const ovi_stop *stop, ovi_stop *next);

/* Returns whether a route over `stop` leads to the same hub as the walk, which has come to the stop
 * `behind`, and costs what the two stops say. */
bool ovi_label_walk_joins(const ovi_label_walk *walk, const ovi_stop *stop, const ovi_stop *behind);

/* Moves a stop on by one edge of a cheapest path to a hub in its waypoint's label, and lowers
 * hub->cost by that edge, to 0 at the hub. False if there is no such edge. */
bool ovi_label_route_toward(const ovi_layer *layer, ovi_label_hub *hub, ovi_stop *stop);

#endif
