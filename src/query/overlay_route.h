/* Routes over overlays: what a planner knows of one, and how a route names it.
 *
 * A route keeps where it was planned from, its origin, and the exit that its present plan leads
 * to. From the origin its stops are planned: those up to the end of the second cell of the lowest
 * overlay level, and coarser steps behind them. Once the exit lies in the last cell whose stops are
 * known, the route is planned anew from there, which becomes its origin; should that be dearer, the
 * old plan stays and the stops of one cell more of it are unpacked.
 *
 * Invariant: all of that follows from the route and the world. What the planner holds spares it
 * to be done again, and is plain data: no view of a world. */
#ifndef OVERLAND_QUERY_OVERLAY_ROUTE_H
#define OVERLAND_QUERY_OVERLAY_ROUTE_H

#include "query/planner.h"

/* Plans from cell to cell for less than route->cost_to_go, and fills in the route if there is such
 * a way. OVL_BUSY: the expansions are spent, and it goes on when it is called again. */
ovl_result ovi_overlay_route_plan(ovl_planner *planner, const ovi_layer *layer,
                                  const ovi_query *query, ovl_route *route);

/* Sees to it that the planner knows the stops ahead of a route, which may be planned anew. */
ovl_result ovi_overlay_route_prepare(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                                     ovi_known_stops *stops);

/* The next stretch of a route, as of ovi_refine_next; `stops` are those of a route that lists
 * them. Of a route over overlays the stops ahead are planned first, if need be. */
ovl_result ovi_route_refine(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                            ovi_known_stops stops);

#endif
