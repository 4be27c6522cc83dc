/* Costs left: what it costs from anywhere to the nearest of some goals, over the waypoint graph,
 * as far as anybody asks.
 *
 * The search that spreads from a start runs backwards here, from the links of all goals at once,
 * and stops where the ports of the region that is asked about are settled. As nodes settle in the
 * order of their costs, what is settled does not depend on who asked before.
 *
 * Invariant: a settled port has the least cost left of all ways over waypoints; behind it a
 * cheaper one is settled, or a goal is linked. */
#ifndef OVERLAND_FLOW_COST_TO_GO_H
#define OVERLAND_FLOW_COST_TO_GO_H

#include "flow/tile_maker.h"

enum { OVI_MOST_GOAL_ISLANDS = 16 };

typedef struct ovi_cost_to_go {
  ovi_dijkstra costs; /* to the goals; works in `coarse` */
  ovi_coarse_search coarse;
  const ovi_goals *goals;
  /* Islands of goals; if there are more than fit, any may be one. */
  uint32_t islands[OVI_MOST_GOAL_ISLANDS];
  uint32_t island_count;
} ovi_cost_to_go;

/* Begins at goals, which stay until it ends; a list's index is made. OVL_OK, OVL_GOAL_OUTSIDE,
 * OVL_GOAL_BLOCKED, OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. */
ovl_result ovi_cost_to_go_begin(ovi_cost_to_go *left, ovi_tile_maker *maker, const ovi_layer *layer,
                                const ovi_goals *goals);

/* Spreads until the ports of a region are settled that can be, or the budget of expansions, which
 * it lowers, is spent: OVL_LIMITED. OVL_OK, OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. */
ovl_result ovi_cost_to_go_reach(ovi_cost_to_go *left, uint32_t region, uint64_t *budget);

/* Whether some goal may be on an island. */
bool ovi_cost_to_go_may_be_on(const ovi_cost_to_go *left, uint32_t island);

#endif
