/* Overland: which routes an edit broke, and routes whose goal moves. */
#ifndef OVERLAND_WATCH_H
#define OVERLAND_WATCH_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Watched routes ------------------------------------------------------------ */

/* Which of the live routes an edit broke or could improve, without a look at each: routes are filed
 * by the regions that they pass and by the land that a better way could cross. */
typedef struct ovl_watch ovl_watch;

typedef struct ovl_watch_def {
  const ovl_world *world;
  uint32_t routes;         /* most that are watched at once */
  uint32_t regions;        /* most regions that all of them pass, each counted once a route */
  ovl_allocator allocator; /* all is taken when it is made */
} ovl_watch_def;

/* 1,024 routes of 64 regions. */
OVL_API ovl_watch_def ovl_watch_def_default(const ovl_world *world);
OVL_API ovl_result ovl_watch_create(const ovl_watch_def *def, ovl_watch **watch);
OVL_API void ovl_watch_destroy(ovl_watch *watch);

/* Watches what is left of a route, which may change afterwards: watch it again under the same
 * number, 0 to routes - 1, when it is begun anew. `planner` is of its world. Errors, after which
 * nothing is watched under that number: OVL_BAD_ARGUMENT, OVL_MORE_ROOM (no room for its regions),
 * OVL_OTHER_WORLD, OVL_BEGIN_AGAIN (begun in an older version, and broken since), OVL_CORRUPT;
 * OVL_BUSY, which leaves it as it was. Costs c along the route, and the links of the world. */
OVL_API ovl_result ovl_watch_route(ovl_watch *watch, ovl_planner *planner, const ovl_world *world,
                                   uint32_t number, const ovl_route *route, const ovl_stop *stops,
                                   size_t stop_capacity);
OVL_API void ovl_watch_drop(ovl_watch *watch, uint32_t number);

/* What an edit may have done to a route. */
typedef struct ovl_watch_change {
  uint32_t number;
  bool broken;     /* it passes a region that was rebuilt. Over overlays regions are known as far as
                      the stops are; behind them the plan may have become dearer without it, and
                      then ovl_route_next answers OVL_BEGIN_AGAIN */
  bool improvable; /* a way through a region in which something got cheaper could cost less */
} ovl_watch_change;

/* News of the routes between two versions of one history, by rising number; after `before` and up
 * to `after`. *needed is how many there are; OVL_MORE_ROOM if they do not fit. Costs the regions
 * rebuilt between, and the routes that are told or lie near them. */
OVL_API ovl_result ovl_watch_changes(ovl_watch *watch, const ovl_world *before,
                                     const ovl_world *after, ovl_watch_change *changes,
                                     size_t capacity, size_t *needed);

/* ---- Moving goals -------------------------------------------------------------------- */

/* Leads a route to a goal that has moved: to `goal`, from where the route is now. A route that
 * lists its stops keeps those up to a few regions before the goal, and only its end is planned
 * anew, as long as the whole costs no more than max_percent above the least that any way could
 * (ways over waypoints being as good as the best, which they are to a per cent or so).
 * OVL_BEGIN_AGAIN where that can't be said: the goal has moved too far at once (more than two
 * regions), or round and round; the route has more stops than fitted; or it was begun in another
 * version. A route by labels, or one without stops ahead, is planned anew whole, which costs as
 * little. After an error the route and its stops are as they were. Others: OVL_MORE_ROOM (the new
 * stops do not fit), OVL_GOAL_BLOCKED, OVL_GOAL_OUTSIDE, OVL_UNREACHABLE, OVL_OTHER_WORLD,
 * OVL_BAD_ARGUMENT (max_percent below 0 or above 400), OVL_CORRUPT, OVL_PLANNER_TOO_SMALL,
 * OVL_BUSY. Costs one window around both goals and c around the new one. */
OVL_API ovl_result ovl_route_retarget(ovl_planner *planner, const ovl_world *world,
                                      ovl_route *route, ovl_stop *stops, size_t stop_capacity,
                                      ovl_cell goal, int32_t max_percent);

#ifdef __cplusplus
}
#endif

#endif
