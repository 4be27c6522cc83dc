/* Checks queries, and plans from one cell to another. */
#ifndef OVERLAND_QUERY_PLAN_H
#define OVERLAND_QUERY_PLAN_H

#include "query/planner.h"

/* Begins the trace of a task in `world`, for the caller's function; NULL: there is none. Its
 * can_stop is left as it is. */
void ovi_query_trace_begin(ovi_query_trace *query_trace, const ovl_world *world,
                           ovl_trace_fn receive, void *user);

/* ---- Checks ---- */

/* Checks the settings of the task under way and that its start is a cell of the world; fills its
 * `plane` but for the goal, and begins its trace. A stage.
 * OVL_PLANNER_TOO_SMALL: the planner does not serve its layer. */
ovi_status ovi_query_begin_task(void *work);

/* ---- Stages of a task, from its query to its route ---- */

/* Checks the query, and begins its limits and its trace. */
ovi_status ovi_plan_check(void *work);

/* Plans from the start to the goal, both resolved: task.route, whose stops are in workspace.stops.
 * From then on the whole limit of expansions may be spent. */
ovi_status ovi_plan_run(void *work);

/* A route from the start, of which nothing but its ends is known. */
static inline ovl_route ovi_plane_route(const ovi_plane_query *plane, ovl_cell goal) {
  return (ovl_route){.goal = goal,
                     .position = plane->query.start,
                     .world = plane->layer->fingerprint,
                     .profile = (uint8_t)plane->query.profile,
                     .smoothing = (uint8_t)plane->query.smoothing};
}

#endif
