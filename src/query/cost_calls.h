/* Costs from one start, zone by zone and over waypoints: what costs to many cells and ranges begin
 * with. */
#ifndef OVERLAND_QUERY_COST_CALLS_H
#define OVERLAND_QUERY_COST_CALLS_H

#include "query/planner.h"

/* Checks the start, and prepares to spread from there what costs less than the bound. */
ovi_status ovi_spreading_begin(ovl_planner *planner, ovi_spreading *spreading, uint64_t bound);

/* Settles the regions of a list, or all that costs less than `bound` if there is none. */
ovi_status ovi_spreading_run(ovl_planner *planner, ovi_spreading *spreading, uint64_t bound,
                             const ovi_goals *list);

/* Lists the next region that costs over waypoints have spread to. */
bool ovi_spreading_next(const ovi_dijkstra *from_start, uint64_t *at, uint32_t *region);

/* Enters the zones by the costs over waypoints that are below the bound: those of paths from
 * outside, and over links. */
ovi_status ovi_spreading_enter(ovi_spreading *spreading);

#endif
