/* From a route that was planned to its path, all of it or as far as a limit allows. */
#ifndef OVERLAND_QUERY_ROUTE_LIMIT_H
#define OVERLAND_QUERY_ROUTE_LIMIT_H

#include "query/planner.h"

/* Begins to write the path of the task's route. */
void ovi_writing_begin(ovl_planner *planner, ovl_path *path, uint64_t cost_limit, bool is_taken);

/* Writes it. OVL_BUSY: it goes on when it is called again. */
ovl_result ovi_writing_run(ovl_planner *planner);

/* Whether the path is dearer than its limit, though its route may be and the path not:
 * OVL_LIMITED, OVL_OK or OVL_BUSY. */
ovl_result ovi_route_measure(ovl_planner *planner);

/* Lets a path that waits for regions go on from the last stretch that was written; false: it can
 * only begin again. */
bool ovi_path_resume(ovl_planner *planner);

/* Lets the task's route, if it is dearer than the query's limit, lead to where its path reaches
 * that: OVL_LIMITED. What is planned anew to there may be dearer than the path was by a little, so
 * the limit falls until it is not. OVL_BUSY: it goes on when it is called again. */
ovl_result ovi_route_shorten(ovl_planner *planner);

#endif
