/* From what a query asks for to a start and a goal that are single open cells. */
#ifndef OVI_GOAL_QUERY_H
#define OVI_GOAL_QUERY_H

#include "goals.h"
#include "planner.h"

/* Goals in the plane, and what their callbacks read. */
typedef struct ovi_query_goals {
  const ovl_world *world;
  const ovl_cell *cells; /* a list of the caller's, or NULL: */
  ovl_cell first;        /* of places so many apart */
  int32_t apart;
  ovi_goals goals;
} ovi_query_goals;

/* Fills in goals that are the caller's cells; they stay where they are. */
void ovi_goals_listed(ovi_query_goals *goals, ovl_planner *planner, const ovl_world *world,
                      const ovl_cell *cells, size_t count);

/* Settles the start of a query that was begun: moves it where that is wished. */
ovl_result ovi_query_settle_start(ovl_planner *planner, ovi_plane_query *plane);

/* Settles the ends of a query that was begun: moves them where that is wished, chooses one
 * of many goals, or puts the nearest cell that can be reached in the place of one that
 * can't; plane->is_partial tells of that. OVL_OK: both are open, and there is a way. */
ovl_result ovi_query_settle(ovl_planner *planner, ovi_plane_query *plane);

#endif
