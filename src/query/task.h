/* One call of a planner at a time: what it may expand, the world as it sees it, and its task, which
 * is done in one go or in slices. */
#ifndef OVERLAND_QUERY_TASK_H
#define OVERLAND_QUERY_TASK_H

#include "query/planner.h"

/* Begins the count of what a call does, and hands its visitor to both tiers. */
void ovi_planner_begin_work(ovl_planner *planner);
void ovi_planner_begin_visits(ovl_planner *planner, const ovi_query *query);

/* Ends both. */
void ovi_planner_end_work(ovl_planner *planner);

/* Sets how many expansions the call under way may have done; 0: any number. */
void ovi_planner_limit(ovl_planner *planner, uint64_t expansion_limit);

/* Lets fine searches have what is left. To be called when a limit, the slice or the coarse count
 * has changed. */
void ovi_planner_grant(ovl_planner *planner);

/* What the status of a search in the coarse tier means to the call: OVI_DONE, also if it has found
 * nothing, OVI_PAUSED or OVI_FAILED. */
ovi_status ovi_planner_coarse(ovl_planner *planner, ovi_coarse_status status);

/* The world as a call of the planner is to see it, from now on; NULL: the planner has no room for
 * it. */
const ovl_world *ovi_planner_enter_world(ovl_planner *planner, const ovl_world *world);

/* The result of a call that has looked into its world. */
ovl_result ovi_planner_leave_world(ovl_planner *planner, ovl_result result);

/* Fails with OVL_PLANNER_TOO_SMALL, and notes the max_bytes of a planner that no search of the
 * task's world is too large for, with turns that cost or without. */
ovi_status ovi_planner_fail_too_small(ovl_planner *planner, bool turn_costs);

/* Begins a task, whose own state is set afterwards. OVL_BUSY: the planner has one. */
ovl_result ovi_task_begin(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          const ovi_task_kind *kind);

/* Does all that is left of it. */
ovl_result ovi_task_finish(ovl_planner *planner);

#endif
