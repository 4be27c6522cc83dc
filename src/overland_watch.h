/* Overland: routes that an edit broke, and routes to moving goals. None of it is in
 * overland_runtime but ovl_route_retarget. */
#ifndef OVERLAND_WATCH_H
#define OVERLAND_WATCH_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Watched routes ------------------------------------------------------------ */

/* Finds the live routes that an edit broke or could improve without examining each: routes are
 * indexed by the regions that they pass and by the area that a cheaper path could cross. */
typedef struct ovl_watch ovl_watch;

typedef struct ovl_watch_def {
  const ovl_world *world;
  uint32_t routes;         /* most routes watched at once */
  uint32_t regions;        /* most regions that all of them pass, counted once for each route */
  ovl_allocator allocator; /* all memory is taken by ovl_watch_create */
  uint64_t reserved[2];    /* 0 */
} ovl_watch_def;

/* Returns 1,024 routes of 64 regions each. */
OVL_API ovl_watch_def ovl_watch_def_default(const ovl_world *world);
OVL_API ovl_result ovl_watch_create(const ovl_watch_def *def, ovl_watch **watch, ovl_fault *fault);
OVL_API void ovl_watch_destroy(ovl_watch *watch);

/* Watches what is left of a route under a number, 0 to routes - 1; later changes of the route are
 * not seen: watch it again under its number when it is begun again. `planner` is one of its world.
 * Errors, after which nothing is watched under that number: OVL_BAD_ARGUMENT, OVL_MORE_ROOM (no
 * room for its regions), OVL_OTHER_WORLD, OVL_BEGIN_AGAIN (begun in an older version and broken
 * since), OVL_CORRUPT; or OVL_BUSY, which changes nothing. Costs c along the route, and the links
 * of the world. */
OVL_API ovl_result ovl_watch_route(ovl_watch *watch, ovl_planner *planner, const ovl_world *world,
                                   uint32_t number, const ovl_route *route, const ovl_stop *stops,
                                   size_t stop_capacity);
OVL_API void ovl_watch_drop(ovl_watch *watch, uint32_t number);

/* What edits may have done to a route. */
typedef struct ovl_watch_change {
  uint32_t number;
  bool broken; /* it passes a region that was rebuilt. Over overlays regions are known as far as the
                  stops are; farther on the plan may have become dearer without this, and
                  ovl_route_next then returns OVL_BEGIN_AGAIN */
  bool improvable; /* a path through a region in which something got cheaper could cost less */
} ovl_watch_change;

/* Lists the routes that changed after version `before` and up to `after`, two versions of one
 * history, by rising number. *needed is how many they are; OVL_MORE_ROOM if they do not fit. Costs
 * the regions rebuilt between the two, and the routes listed or near them. */
OVL_API ovl_result ovl_watch_changes(ovl_watch *watch, const ovl_world *before,
                                     const ovl_world *after, ovl_watch_change *changes,
                                     size_t capacity, size_t *needed);

/* ---- Moving goals -------------------------------------------------------------------- */

/* Plans the end of a route again for a goal that has moved to `goal`, from where the route is now.
 * A route that lists its stops keeps those up to a few regions before the goal, as long as the
 * whole costs at most max_percent more than any path over waypoints could. OVL_BEGIN_AGAIN where
 * that can't be shown: the goal has moved more than two regions at once, or in circles; the route
 * has more stops than fitted; or it was begun in another version. A route by labels, or one without
 * stops ahead, is planned again as a whole, which costs as little. After an error the route and its
 * stops are as they were. Other errors: OVL_MORE_ROOM (the new stops do not fit), OVL_GOAL_BLOCKED,
 * OVL_GOAL_OUTSIDE, OVL_UNREACHABLE, OVL_OTHER_WORLD, OVL_BAD_ARGUMENT (max_percent below 0 or
 * above 400), OVL_CORRUPT, OVL_PLANNER_TOO_SMALL, OVL_BUSY. Costs one window around both goals and
 * c around the new one. */
OVL_API ovl_result ovl_route_retarget(ovl_planner *planner, const ovl_world *world,
                                      ovl_route *route, ovl_stop *stops, size_t stop_capacity,
                                      ovl_cell goal, int32_t max_percent);

#ifdef __cplusplus
}
#endif

#endif
