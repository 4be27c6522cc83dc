/* Checks and conversions for calls that go on with a route of the caller's. */
#ifndef OVERLAND_QUERY_ROUTE_CALLS_H
#define OVERLAND_QUERY_ROUTE_CALLS_H

#include "query/planner.h"

/* Checks a route, which comes from the caller's memory and may hold anything. OVL_OK if it can go
 * on from the cell; else the result of ovl_route_next. The planner, whose work has begun, then
 * knows the version that the route was begun in. */
ovl_result ovi_route_check(ovl_planner *planner, const ovl_world *world, const ovl_route *route,
                           ovl_cell from);

/* Whether there is a path from one cell of the world to another. */
bool ovi_world_leads(ovi_workspace *space, const ovl_world *world, int32_t profile, ovl_cell from,
                     ovl_cell to);

/* Convert a route between cells of the world, as the caller has it, and cells of the plane. */
void ovi_route_to_world(const ovl_world *world, ovl_route *route);
void ovi_route_to_plane(const ovl_world *world, ovl_route *route);

#endif
