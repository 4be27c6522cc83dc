/* Overland: which routes an edit broke or could shorten, and routes to moving goals. Only
 * ovl_route_retarget is in overland_runtime. */
#ifndef OVERLAND_WATCH_H
#define OVERLAND_WATCH_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Watched routes --------------------------------------------------------------------- */

/* Finds the routes that an edit broke or could shorten, without reading each of them: routes are
 * indexed by the regions that they pass through, and by the area that a cheaper path could cross.
 */
typedef struct ovl_watch ovl_watch;

typedef struct ovl_watch_def {
  const ovl_world *world;  /* the world of the routes; its versions are included */
  uint32_t routes;         /* maximum number of routes watched at once */
  uint32_t regions;        /* maximum number of regions passed through, summed over all routes */
  ovl_allocator allocator; /* used only by ovl_watch_create and ovl_watch_destroy */
  uint64_t reserved[2];    /* 0 */
} ovl_watch_def;

/* Returns a definition for 1,024 routes through 64 regions each. */
OVL_API ovl_watch_def ovl_watch_def_default(const ovl_world *world);

/* Creates a watch, which the caller destroys. Errors, with *watch NULL: OVL_BAD_ARGUMENT,
 * OVL_NO_MEMORY. */
OVL_API ovl_result ovl_watch_create(const ovl_watch_def *def, ovl_watch **watch, ovl_fault *fault);

/* Destroys a watch; NULL is allowed. */
OVL_API void ovl_watch_destroy(ovl_watch *watch);

/* Watches the rest of a route under a number, 0 to routes - 1. The route is copied: when it is
 * begun again, watch it again under its number; it need not be watched again where it moves on, for
 * it never costs more than it did. `planner` is any planner of its world. OVL_BUSY:
 * the planner has a task; nothing changed. Other errors, after which no route is watched under the
 * number: OVL_BAD_ARGUMENT (the number), OVL_MORE_ROOM (too many regions), OVL_OTHER_WORLD,
 * OVL_BEGIN_AGAIN (the route was begun in an older version and is broken), OVL_CORRUPT. Time: O(c)
 * along the route, plus the number of links of the world. */
OVL_API ovl_result ovl_watch_route(ovl_watch *watch, ovl_planner *planner, const ovl_world *world,
                                   uint32_t number, const ovl_route *route, const ovl_stop *stops,
                                   size_t stop_capacity);

/* Stops watching the route that is watched under a number. */
OVL_API void ovl_watch_drop(ovl_watch *watch, uint32_t number);

/* The effect of edits on a watched route. */
typedef struct ovl_watch_change {
  uint32_t number; /* the number under which it is watched */
  /* It passes through a region that was rebuilt. With overlays only the regions up to the last stop
   * planned so far count; beyond it the route may have become more expensive without being
   * reported, and ovl_route_next then returns OVL_BEGIN_AGAIN. */
  bool broken;
  bool improvable; /* a path through a region in which something became cheaper could cost less */
} ovl_watch_change;

/* Lists, in ascending order of number, the watched routes that were broken or could be shortened by
 * edits made after version `before`, up to and including version `after` of the same history.
 * *needed is their number; OVL_MORE_ROOM if they do not fit. Time: proportional to the regions
 * rebuilt between the versions, and to the routes listed or near these regions. */
OVL_API ovl_result ovl_watch_changes(ovl_watch *watch, const ovl_world *before,
                                     const ovl_world *after, ovl_watch_change *changes,
                                     size_t capacity, size_t *needed);

/* Returns the reason for the result of the last ovl_watch_changes: `what` names the argument; ""
 * after OVL_OK. That of ovl_watch_route is in ovl_planner_fault. Valid until the next call. */
OVL_API const ovl_fault *ovl_watch_fault(const ovl_watch *watch);

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
