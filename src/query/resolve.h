/* Resolves what a query asks for to a start and a goal that are single open cells. */
#ifndef OVERLAND_QUERY_RESOLVE_H
#define OVERLAND_QUERY_RESOLVE_H

#include "coarse/search/goal_set.h"
#include "query/planner.h"

/* Fills in goals that are cells of the caller's, which are read in place. */
void ovi_goals_listed(ovi_query_goals *goals, ovi_goal_index *index, const ovl_world *world,
                      const ovl_cell *cells, size_t count);

/* Fills in the goals of a query for several. The index is used for goals in a list, and needs room
 * for goals->goals.count of them. OVL_BAD_ARGUMENT, OVL_GOAL_OUTSIDE. */
ovl_result ovi_goals_asked(ovi_query_goals *goals, ovi_goal_index *index, const ovl_world *world,
                           const ovi_query *asked);

/* The island of a cell of the plane. If the cell is closed and `moves`, it is moved to the nearest
 * open one of its floor first. 0: it is closed, and none is open. */
uint32_t ovi_end_island(const ovl_world *world, const ovi_layer *layer, int32_t floor, bool moves,
                        ovl_cell *cell);

/* Resolves the start of the task's query, which was begun: moves it to the nearest open cell if the
 * query says so, and finds the islands that can be reached from it. */
ovi_status ovi_query_resolve_start(ovl_planner *planner);

/* A stage: resolves both ends of the task's query, so that both are open and the goal can be
 * reached. Moves them where the query says so, chooses one of many goals, or replaces a goal that
 * can't be reached by the nearest cell that can; plane.is_partial is then set. */
ovi_status ovi_query_resolve(void *work);

/* Makes a query for a set of one cell a query for that cell, *single; false if it asks for several.
 */
bool ovi_query_is_for_cell(const ovi_query *asked, ovi_query *single);

#endif
