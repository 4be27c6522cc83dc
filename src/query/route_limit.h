/* Writes the path of a planned route, to the goal or to where a limit of cost or expansions ends
 * it; and shortens routes to their limits. */
#ifndef OVERLAND_QUERY_ROUTE_LIMIT_H
#define OVERLAND_QUERY_ROUTE_LIMIT_H

#include "query/planner.h"

/* Begins to write the path of the task's route. `is_local`: the local search holds all of it.
 * UINT64_MAX: no limit. */
void ovi_writing_begin(ovl_planner *planner, ovl_path *path, uint64_t cost_limit, bool is_local);

/* A stage: writes it, as far as its limits allow. */
ovi_status ovi_writing_run(void *work);

/* Plans a path from the task's start to a goal and writes it, without turns that cost and without
 * its points; *cost is then what it costs. The task's `writing` is used, and has not begun at
 * first. OVI_DONE, OVI_PAUSED; OVI_FULL, OVI_CORRUPT, OVI_FAILED. */
ovi_status ovi_goal_measure(void *work, ovl_cell goal, uint64_t *cost);

/* Finds out whether the path of the task's route costs more than the limit, which the route may and
 * the path not. OVI_DONE: it does; OVI_NONE: it does not; or OVI_PAUSED. */
ovi_status ovi_route_measure(ovl_planner *planner);

/* A stage of tasks that begin a route: if its path costs more than the limit, makes the route lead
 * to where the path reaches that. A route planned to there may cost a little more than the path
 * did, so the path is cut earlier until it does not. */
ovi_status ovi_route_shorten(void *work);

/* A stage for a limit of expansions that planning has spent: with what is left of the limit,
 * searches for the cell nearest to the goal that is reached in the window around the start. The
 * route leads there, and the local search holds its path. */
ovi_status ovi_partial_find(void *work);

#endif
