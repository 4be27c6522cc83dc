/* Overland: which routes an edit broke or could shorten, and routes whose goal moves. Of this
 * header ovl_route_retarget alone is in overland_runtime. */
#ifndef OVERLAND_WATCH_H
#define OVERLAND_WATCH_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Watched routes ---------------------------------------------------------------------------
 */

/* Finds the routes that an edit broke, or could shorten, without reading each of them: routes are
 * filed by the regions that they pass, and by the area that a cheaper path could cross. */
typedef struct ovl_watch ovl_watch;

typedef struct ovl_watch_def {
  const ovl_world *world;  /* the world of the routes; its versions are served too */
  uint32_t routes;         /* most routes that are watched at once */
  uint32_t regions;        /* most regions that all of them pass, counted for each route */
  ovl_allocator allocator; /* all memory is taken by ovl_watch_create */
  uint64_t reserved[2];    /* 0 */
} ovl_watch_def;

/* Returns a definition of 1,024 routes through 64 regions each. */
OVL_API ovl_watch_def ovl_watch_def_default(const ovl_world *world);

/* Creates a watch, which the caller destroys. Errors, with *watch NULL: OVL_BAD_ARGUMENT,
 * OVL_NO_MEMORY. */
OVL_API ovl_result ovl_watch_create(const ovl_watch_def *def, ovl_watch **watch, ovl_fault *fault);

/* Destroys a watch; NULL is allowed. */
OVL_API void ovl_watch_destroy(ovl_watch *watch);

/* Watches what is left of a route under a number, 0 to routes - 1. The route is copied: watch it
 * again under its number when it is begun again. `planner` is one of its world. OVL_BUSY: the
 * planner has a task; nothing changed. Other errors, after which nothing is watched under the
 * number: OVL_BAD_ARGUMENT (the number), OVL_MORE_ROOM (too many regions), OVL_OTHER_WORLD,
 * OVL_BEGIN_AGAIN (the route was begun in an older version and is broken), OVL_CORRUPT. Costs c
 * along the route, and the number of links of the world. */
OVL_API ovl_result ovl_watch_route(ovl_watch *watch, ovl_planner *planner, const ovl_world *world,
                                   uint32_t number, const ovl_route *route, const ovl_stop *stops,
                                   size_t stop_capacity);

/* Ends watching the route of a number. */
OVL_API void ovl_watch_drop(ovl_watch *watch, uint32_t number);

/* What edits did to a watched route. */
typedef struct ovl_watch_change {
  uint32_t number; /* the number under which it is watched */
  bool broken; /* it passes a region that was rebuilt. Over overlays its regions are known as far
                  as its stops; behind them it may have become dearer without being broken, and
                  ovl_route_next then returns OVL_BEGIN_AGAIN */
  bool improvable; /* a path through a region in which something became cheaper could cost less */
} ovl_watch_change;

/* Lists the watched routes that edits between two versions of one history broke or could improve,
 * by rising number: edits after `before` and up to `after`. *needed is their number; OVL_MORE_ROOM
 * if they do not fit `capacity`. Costs the regions rebuilt between the versions, and the routes
 * listed or near to them. */
OVL_API ovl_result ovl_watch_changes(ovl_watch *watch, const ovl_world *before,
                                     const ovl_world *after, ovl_watch_change *changes,
                                     size_t capacity, size_t *needed);

/* ---- Moving goals
 * ----------------------------------------------------------------------------------- */

/* Leads a route to another goal, near its old one, from where it is now. A route with a list of
 * stops keeps those up to a few regions before the goal, and its end alone is planned, as long as
 * the whole costs at most max_percent, 0 to 400, above the least that any path could (paths over
 * waypoints being taken for the best, which they are to a per cent or so). Other routes are planned
 * again as a whole, which costs as little.
 *
 * OVL_BEGIN_AGAIN if that bound can't be shown: the goal moved by more than two regions at once, or
 * in circles; not all stops fitted; the route was begun in another version. Other errors:
 * OVL_MORE_ROOM (the new stops do not fit), OVL_GOAL_BLOCKED, OVL_GOAL_OUTSIDE, OVL_UNREACHABLE,
 * OVL_OTHER_WORLD, OVL_BAD_ARGUMENT (max_percent), OVL_CORRUPT, OVL_PLANNER_TOO_SMALL, OVL_BUSY.
 * After an error route and stops are as they were. Costs a window around both goals, and c around
 * the new one. */
OVL_API ovl_result ovl_route_retarget(ovl_planner *planner, const ovl_world *world,
                                      ovl_route *route, ovl_stop *stops, size_t stop_capacity,
                                      ovl_cell goal, int32_t max_percent);

#ifdef __cplusplus
}
#endif

#endif
