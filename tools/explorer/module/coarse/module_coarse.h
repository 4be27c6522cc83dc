/* The coarse A* of the articles on hierarchical search [HPA*], to compare the library's own coarse
 * searches with: over the cells of the start's region, all waypoints, and the cells of the goal's
 * region, with octile distances. It finds what the cheapest route over waypoints costs, and does
 * not refine it. */
#ifndef OVERLAND_EXPLORER_MODULE_COARSE_H
#define OVERLAND_EXPLORER_MODULE_COARSE_H

#include "overland.h"

/* Finds the route of the present query, of which the ends alone count. Numbers: 0 cost, units; 1
 * points; 2 cells expanded; 3 waypoints expanded. Events of expansions, and of the route, are
 * recorded as module_record says. An ovl_result. */
int32_t module_coarse(void);

/* The same `times` times, without events. */
int32_t module_coarse_often(int32_t times);

/* x, y of each point of the route: the ends, cells, and both cells of each waypoint. */
const int32_t *module_coarse_points(void);

#endif
