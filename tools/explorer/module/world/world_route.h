/* A route across the world: planned over the coarse tier, then refined segment by segment. */
#ifndef OVERLAND_EXPLORER_WORLD_ROUTE_H
#define OVERLAND_EXPLORER_WORLD_ROUTE_H

#include "overland.h"

/* Begins a route between two places of the plane, which are moved to open cells: a task. An
 * ovl_result. */
int32_t world_route_begin(int32_t start_x, int32_t start_y, int32_t goal_x, int32_t goal_y);

/* Begins the next segment: a task. */
int32_t world_route_next(void);

/* Continues the task. Number 0: whether it is done, 1: expansions of this step, 2: cost to go in
 * units, 3: whether the route is done, 4: ovl_route_kind, 5 and 6: its place in the plane, 7: bytes
 * of regions that its planner holds, 8: those that it fetched, 9: fetches, 10: bytes of the
 * planner, 11: segments so far, 12: cost walked, 13: coarse expansions, 14: fine expansions of the
 * task, 15: whether the task planned (world_route_plan), 16: windows that it searched. */
int32_t world_route_step(int32_t budget);

/* The waypoints of the last plan: x, y of both cells in the plane, and the cost to go; five
 * doubles each. Number 0: how many. */
const double *world_route_plan(void);

/* The turning points of the segment that was refined last: x and y. Number 0: how many. */
const int32_t *world_route_segment(void);

/* The windows in which the segment that was refined last was searched: x and y of the upper left
 * cell and of the lower right one, in the plane. */
const int32_t *world_route_windows(void);

/* Ends route, planner and costs to a goal. */
void world_route_end(void);

#endif
