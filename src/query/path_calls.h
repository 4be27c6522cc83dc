/* From a route that was planned to its path, all of it or as far as a limit allows. */
#ifndef OVERLAND_QUERY_PATH_CALLS_H
#define OVERLAND_QUERY_PATH_CALLS_H

#include "query/path_writer.h"
#include "query/planner.h"

/* Writes what refinement has found: a way on foot, or a link. */
void ovi_segment_write(const ovi_refiner *refiner, ovi_path_writer *writer);

/* Lets a path that waits for regions go on from the last stretch that was written; false: it can
 * only begin again. */
bool ovi_path_resume(ovl_planner *planner);

/* Lets the task's route, if it is dearer than the query's limit, lead to where its path reaches
 * that: OVL_LIMITED. What is planned anew to there may be dearer than the path was by a little, so
 * the limit falls until it is not. OVL_BUSY: it goes on when it is called again. */
ovl_result ovi_route_shorten(ovl_planner *planner);

#endif
