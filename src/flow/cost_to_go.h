/* Costs to go over the waypoint graph, to the nearest of the goals of a flow.
 *
 * The goals are attached, region by region; then Dijkstra's algorithm runs backwards from all of
 * them at once, as far as the regions that are asked for. It settles waypoints in the order of
 * their costs, so a settled cost does not depend on which regions were asked for before, and the
 * price of all that was asked for is that of the farthest.
 *
 * Invariant: a settled port has the least cost to go of all paths over waypoints. On that path the
 * next waypoint has been settled at a lower cost, or a goal is attached to the port. */
#ifndef OVERLAND_FLOW_COST_TO_GO_H
#define OVERLAND_FLOW_COST_TO_GO_H

#include "common/slice.h"
#include "flow/flow_meter.h"
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
  uint32_t next_goal;   /* place of the next region of goals to attach */
  uint32_t goal_region; /* the one whose field is being filled; UINT32_MAX: none */
  bool is_attached;     /* all goals are */
  ovi_flow_meter meter;
} ovi_cost_to_go;

/* Begins at the goals, which must stay as they are while the costs are used, and makes the index of
 * a list of goals. What was paid stays paid. OVL_GOAL_OUTSIDE, OVL_GOAL_BLOCKED. */
ovl_result ovi_cost_to_go_begin(ovi_cost_to_go *cost_to_go, const ovi_layer *layer,
                                const ovi_goals *goals);

/* Settles the costs of a region. OVI_PAUSED if the budget is spent before: the same call goes on.
 * OVI_FULL; OVI_CORRUPT, also if a region could not be read, as the outcome of the layer says. */
ovi_status ovi_cost_to_go_settle(ovi_cost_to_go *cost_to_go, ovi_tile_maker *maker, uint32_t region,
                                 uint64_t *budget);

/* Fills a field as ovi_tile_fill does, counts it in a meter and pays for it. Costs of a goal's
 * region need not be settled. */
ovi_status ovi_cost_to_go_fill(const ovi_cost_to_go *cost_to_go, ovi_tile_maker *maker,
                               ovi_field_kind kind, uint32_t region, ovi_flow_meter *meter,
                               uint64_t *budget);

/* Returns whether a goal may lie on an island. */
bool ovi_cost_to_go_may_be_on(const ovi_cost_to_go *cost_to_go, uint32_t island);

#endif
