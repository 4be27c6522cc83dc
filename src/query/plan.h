/* Queries checked, resolved and planned in the coarse tier. */
#ifndef OVERLAND_QUERY_PLAN_H
#define OVERLAND_QUERY_PLAN_H

#include "query/planner.h"

/* Checks the settings and the start's place; fills `plane` but for the goal. What is visited is
 * passed on to the caller in the world's cells. */
ovl_result ovi_query_begin(const ovl_world *world, const ovi_query *query, ovi_plane_query *plane);

/* The same for the task under way; OVL_OTHER_WORLD: its layer is more than the planner was made
 * for. */
ovl_result ovi_query_begin_task(ovl_planner *planner);

/* The same for a query from one cell to another, both of which are checked. */
ovl_result ovi_query_check(const ovl_world *world, const ovi_query *query, ovi_plane_query *plane);

/* Plans the coarse tier of a checked query whose ends differ: fills the route, in the
 * plane, its stops going to planner->workspace.stops. OVL_BUSY: the expansions are spent, and it
 * goes on when it is called again; so with all that follow. */
ovl_result ovi_query_plan(ovl_planner *planner, const ovi_plane_query *plane, ovl_route *route);

/* Checks the planner's task and plans it, settling its ends first. OVL_LIMITED: the planner's
 * stretch holds a part of the way, to which the route leads. */
ovl_result ovi_query_route(ovl_planner *planner);

/* When planning has spent its expansions: begins to look, with what is left of the limit, for the
 * way to the cell nearest to the goal that is seen around the start. */
void ovi_partial_begin(ovl_planner *planner);

/* Finds it: OVL_LIMITED, or OVL_BUSY. It is the planner's stretch then, and the task's route leads
 * there. */
ovl_result ovi_partial_find(ovl_planner *planner);

#endif
