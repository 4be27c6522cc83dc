/* Queries that may not go all the way: limits of cost and of expansions. */
#ifndef OVERLAND_QUERY_CALL_LIMITS_H
#define OVERLAND_QUERY_CALL_LIMITS_H

#include "query/planner.h"

/* How much of a limit of expansions planning may spend: the rest is for a part of the way. */
static inline uint64_t ovi_planning_grant(uint64_t expansion_limit) {
  return expansion_limit - expansion_limit / 2;
}

/* Sets how many expansions the call under way may have done; 0: any number. */
void ovi_planner_limit(ovl_planner *planner, uint64_t expansion_limit);

/* Tells both tiers of the call under way how they are to search. OVL_PLANNER_TOO_SMALL: the
 * planner was not made for turns that cost. */
ovl_result ovi_limits_begin(ovl_planner *planner, const ovi_plane_query *plane);

/* When planning has spent its expansions: begins to look, with what is left of the limit, for the
 * way to the cell nearest to the goal that is seen around the start. */
void ovi_partial_begin(ovl_planner *planner);

/* Finds it: OVL_LIMITED, or OVL_BUSY. It is the planner's stretch then, and the task's route leads
 * there. */
ovl_result ovi_partial_find(ovl_planner *planner);

#endif
