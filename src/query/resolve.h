/* From what a query asks for to a start and a goal that are single open cells. */
#ifndef OVERLAND_QUERY_RESOLVE_H
#define OVERLAND_QUERY_RESOLVE_H

#include "coarse/search/goal_set.h"
#include "query/planner.h"

/* Fills in goals that are the caller's cells; they stay where they are. */
void ovi_goals_listed(ovi_query_goals *goals, ovi_goal_index *index, const ovl_world *world,
                      const ovl_cell *cells, size_t count);

/* Fills in the goals of a kind that has several; the index serves a list, and has room for as many
 * as `goals->goals.count` says then. OVL_BAD_ARGUMENT, OVL_GOAL_OUTSIDE. */
ovl_result ovi_goals_asked(ovi_query_goals *goals, ovi_goal_index *index, const ovl_world *world,
                           const ovi_query *asked);

/* Moves a cell of the plane to the nearest open one of a floor; false if there is none. */
bool ovi_move_to_open(const ovl_world *world, const ovi_layer *layer, int32_t floor,
                      ovl_cell *cell);

/* Settles the start of a query that was begun: moves it where that is wished. */
ovl_result ovi_query_resolve_start(ovl_planner *planner, ovi_plane_query *plane);

/* Settles the ends of a query that was begun: moves them where that is wished, chooses one
 * of many goals, or puts the nearest cell that can be reached in the place of one that
 * can't; plane->is_partial tells of that. OVL_OK: both are open, and there is a way.
 * OVL_BUSY: it goes on when it is called again. */
ovl_result ovi_query_resolve(ovl_planner *planner, ovi_plane_query *plane);

#endif
