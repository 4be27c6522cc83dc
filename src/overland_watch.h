/* Overland: routes to moving goals. In overland_runtime. */
#ifndef OVERLAND_WATCH_H
#define OVERLAND_WATCH_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Moving goals ----------------------------------------------------------------------- */

/* Redirects a route from its position to a new goal near its old one. A route with a list of stops
 * keeps those up to a few regions before the goal, and only its end is planned, as long as the
 * route is known to cost at most max_percent (0 to 400) percent more than the cheapest one. (The
 * cheapest cost is taken to be that over waypoints, which is accurate to about 1 percent.) Other
 * routes are planned again as a whole, which is just as fast.
 *
 * OVL_BEGIN_AGAIN if that bound can't be guaranteed: the goal moved by more than two regions at
 * once, or too far over several calls; not all stops fitted; the route was begun in another
 * version. Other errors: OVL_MORE_ROOM (the new stops do not fit), OVL_GOAL_BLOCKED,
 * OVL_GOAL_OUTSIDE, OVL_UNREACHABLE, OVL_OTHER_WORLD, OVL_BAD_ARGUMENT (max_percent), OVL_CORRUPT,
 * OVL_PLANNER_TOO_SMALL, OVL_BUSY. After an error route and stops are unchanged. Time: a window
 * around both goals, and O(c) around the new one. */
OVL_API ovl_result ovl_route_retarget(ovl_planner *planner, const ovl_world *world,
                                      ovl_route *route, ovl_stop *stops, size_t stop_capacity,
                                      ovl_cell goal, int32_t max_percent);

#ifdef __cplusplus
}
#endif

#endif
