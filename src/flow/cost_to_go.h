/* Costs to go over the waypoint graph, to the nearest of the goals of a flow.
 *
 * Dijkstra's algorithm runs backwards from all goals at once, as far as the regions that are asked
 * for. It settles waypoints in the order of their costs, so a settled cost does not depend on which
 * regions were asked for before.
 *
 * Invariant: a settled port has the least cost to go of all paths over waypoints. On that path the
 * next waypoint has been settled at a lower cost, or a goal is attached to the port. */
#ifndef OVERLAND_FLOW_COST_TO_GO_H
#define OVERLAND_FLOW_COST_TO_GO_H

#include "common/slice.h"
#include "flow/tile_maker.h"

enum { OVI_MOST_GOAL_ISLANDS = 16 };

typedef struct ovi_cost_to_go {
  ovi_dijkstra dijkstra; /* its search is `coarse` */
  ovi_coarse_search coarse;
  const ovi_goals *goals;
  /* The islands of the goals. A count above OVI_MOST_GOAL_ISLANDS means that there are more than
   * the array holds; any island may then have a goal. */
  uint32_t islands[OVI_MOST_GOAL_ISLANDS];
  uint32_t island_count;
} ovi_cost_to_go;

/* Begins at the goals, which must stay as they are while the costs are used, and makes the index of
 * a list of goals. OVL_GOAL_OUTSIDE, OVL_GOAL_BLOCKED, OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. */
ovl_result ovi_cost_to_go_begin(ovi_cost_to_go *cost_to_go, ovi_tile_maker *maker,
                                const ovi_layer *layer, const ovi_goals *goals);

/* The state of the search: OVL_OK, OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. */
ovl_result ovi_cost_to_go_result(const ovi_cost_to_go *cost_to_go);

/* Returns whether a goal may lie on an island. */
bool ovi_cost_to_go_may_be_on(const ovi_cost_to_go *cost_to_go, uint32_t island);

#endif
