/* Runs the calls of a planner, one at a time: what a call may expand, the world as it sees it, and
 * its task, in one go or in slices. */
#ifndef OVERLAND_QUERY_TASK_H
#define OVERLAND_QUERY_TASK_H

#include "query/planner.h"

/* Begins the counts of a call; begins the trace of the task's query, if it has one. */
void ovi_planner_begin_work(ovl_planner *planner);
void ovi_planner_begin_trace(ovl_planner *planner);

/* Reports a stop of the chosen route to the trace. */
void ovi_planner_emit_stop(const ovi_workspace *space, const ovi_layer *layer, ovl_tier tier,
                           const ovi_stop *stop);

/* Reports a stage that is over, with the cost and the number of what it found; without a trace
 * nothing. */
void ovi_planner_emit_stage(const ovl_planner *planner, const char *name, uint64_t cost,
                            uint64_t count);

/* Ends both, and fills in the statistics. */
void ovi_planner_end_work(ovl_planner *planner);

/* Limits the expansions of the call, those that it has done included; 0: no limit. */
void ovi_planner_limit(ovl_planner *planner, uint64_t expansion_limit);

/* Grants fine searches the expansions that are left. To be called when a limit, the slice or the
 * coarse count has changed. */
void ovi_planner_grant(ovl_planner *planner);

/* Continues a run through a table of stages, whose work is the planner: ovi_stages_do. The call
 * knows the name of the stage under way, for faults and traces. */
ovi_status ovi_planner_do(ovl_planner *planner, ovi_stage_run *run, const ovi_stage *stages,
                          uint32_t count);

/* Stages: attach an end, the cell of workspace.ends, to the ports of its region. */
ovi_status ovi_planner_attach_start(void *work);
ovi_status ovi_planner_attach_goal(void *work);

/* The world as the call is to see it from now on; NULL: the planner has no room for a copy of it.
 */
const ovl_world *ovi_planner_enter_world(ovl_planner *planner, const ovl_world *world);

/* Ends what a call reads of its world. Its result; or what its pager says, if regions could
 * not be read or were not valid. */
ovl_result ovi_planner_leave_world(ovl_planner *planner, ovl_result result);

/* Begins a task, whose own state is set afterwards. OVL_BUSY: the planner has one. */
ovl_result ovi_task_begin(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          const ovi_task_kind *kind);

/* Does all of a task, if its beginning had the result OVL_OK; its result. */
ovl_result ovi_task_finish(ovl_planner *planner, ovl_result begun);

#endif
