/* What is shared by all that goes on with a route of the caller's. */
#ifndef OVERLAND_QUERY_ROUTE_CALLS_H
#define OVERLAND_QUERY_ROUTE_CALLS_H

#include "query/planner.h"

/* A route comes back from the caller's memory: nothing in it is believed. OVL_OK if it may go on
 * from a cell, or what ovl_route_next would say. The planner, whose work has begun, knows
 * afterwards which version it was begun in. */
ovl_result ovi_route_check(ovl_planner *planner, const ovl_world *world, const ovl_route *route,
                           ovl_cell from);

/* Whether one leads from one cell of the world to another. */
bool ovi_world_leads(ovi_workspace *space, const ovl_world *world, int32_t profile, ovl_cell from,
                     ovl_cell to);

/* Routes are the caller's in the world's cells, and ours in those of the plane. */
void ovi_route_to_world(const ovl_world *world, ovl_route *route);
void ovi_route_to_plane(const ovl_world *world, ovl_route *route);

#endif
