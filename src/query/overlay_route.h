/* Routes over overlays: their plans, and the next segment of any route.
 *
 * A route over overlays keeps its origin, which it was planned from, and its next stop, which its
 * present segment leads to. From the origin the stops are planned up to the end of the second
 * cluster of level 1, and coarser steps behind them. When the next stop lies in the last cluster
 * whose stops are known, the steps of one more cluster are unpacked to stops, and the stops before
 * the last cluster are dropped. After some clusters the route is planned again from its next stop,
 * which becomes its origin; if that costs more, the old plan stays and is unpacked further.
 *
 * A whole path is unfolded instead, from stop to stop of the one plan; each stop is dropped once it
 * was passed. Where turns cost, and for wide bodies on ground of several weights, it is refined
 * segment by segment.
 *
 * Invariant: all of this follows from the route and the world. The plan that a planner holds only
 * saves work, and is plain data without pointers into a world. */
#ifndef OVERLAND_QUERY_OVERLAY_ROUTE_H
#define OVERLAND_QUERY_OVERLAY_ROUTE_H

#include "query/planner.h"

/* Clusters that are unpacked before a route is planned again. A planner that does not hold the plan
 * of a route makes it again and unpacks as many: any planner may be asked for the next segment of a
 * route that is walked. A whole path is written by one planner, which holds the plan: on winding
 * ground, planning again would cost more than the rest of the path, and the work of a path would
 * grow with the square of its length. */
#define OVI_UNPACKED_OF_WALK 6u /* at least: see OVI_STEPS_AN_UNPACKED */
#define OVI_UNPACKED_OF_PATH UINT32_MAX

/* A walk unpacks one step more for so many steps of its plan. On winding ground, where a plan has
 * as many steps as the way left has clusters, each plan leads past a share of them, so that a walk
 * expands in proportion to its length. */
enum { OVI_STEPS_AN_UNPACKED = 16 };

/* A stage of planning, unless labels answer: plans the task's query for less than route.cost_to_go,
 * and fills in task.route; it stays as it is if no path costs less. */
ovi_status ovi_overlay_route_plan(void *work);

/* Finds the next segment of a route in the task's layer, as ovi_refine_next does. Of a route over
 * overlays the stops ahead are planned first; `most_unpacked` is one of the two above. */
ovi_status ovi_route_refine(ovl_planner *planner, ovl_route *route, ovl_cell from,
                            uint32_t most_unpacked);

/* Goes on unfolding the route of the task's writing, which is over overlays: from stop to stop,
 * which are placed anew where they cross the borders of clusters. OVI_CORRUPT: it does not belong
 * to this world. */
ovi_status ovi_overlay_unfold(ovl_planner *planner);

#endif
