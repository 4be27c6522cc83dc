/* A* over the waypoint graph.
 *
 * A query runs it from the goal to the start, so that the cost of a waypoint is the cost to go from
 * there, which refinement needs, and parents lead onward.
 *
 * Invariant: the heuristic is consistent, so a waypoint has its least cost once it is expanded. A
 * waypoint that was reached through one of its regions is left through the other only: within a
 * region all costs are exact, so a second edge through the same region never helps. A link inside
 * one region is reached over one of its two ports there and left over the other.
 *
 * With a weight above 100 per cent the heuristic is not consistent. Waypoints are not expanded
 * again then, so a route costs at most that percentage of the least (Pohl, "Heuristic search viewed
 * as path finding in a graph", 1970), and keys that would fall are raised to the last one.
 *
 * A world for which this does not hold is corrupt. Nothing is expanded twice, so that a search ends
 * after as many expansions as there are waypoints, whatever a file says. */
#ifndef OVERLAND_COARSE_SEARCH_COARSE_SEARCH_H
#define OVERLAND_COARSE_SEARCH_COARSE_SEARCH_H

#include "coarse/search/search_state.h"

/* The task of a search. The attachments of both ends must stay as they are until it ends. */
typedef struct ovi_coarse_task {
  const ovi_layer *layer;
  const ovi_attachment *start;
  const ovi_attachment *goal;
  ovl_cell start_cell;
  uint64_t bound; /* units: only routes that cost less are found; UINT64_MAX: all */
  uint32_t heuristic_weight_percent; /* 100: as it is; above, routes cost up to that percentage */
} ovi_coarse_task;

/* Begins a search from the goal's attachment to the start's. */
void ovi_coarse_begin(ovi_coarse_search *search, const ovi_coarse_task *task);

/* Goes on until the best route is found, `budget` nodes were taken, or a trace ends the slice. */
ovi_coarse_status ovi_coarse_run(ovi_coarse_search *search, uint64_t budget);

/* Lists the waypoints of the route that was found, in the order of walking: up to `capacity` stops.
 * Returns how many there are. */
uint32_t ovi_coarse_route(const ovi_coarse_search *search, ovl_stop *stops, uint64_t capacity);

/* ---- Without a heuristic or an end: see dijkstra.h. ---- */

/* Begins with nothing reached. Waypoints that cost `bound` or more are not settled. Forward, costs
 * are those from the attachments that are added; otherwise those to them. */
void ovi_coarse_begin_dijkstra(ovi_coarse_search *search, const ovi_layer *layer, uint64_t bound,
                               bool forward);

/* Reaches the ports of an attachment's component, at their costs. */
void ovi_coarse_add_attachment(ovi_coarse_search *search, const ovi_attachment *attachment);

/* The region that the search enters behind the waypoint that was expanded last, and by which of its
 * ports; NULL if there is no room for it. */
const ovi_coarse_page *ovi_coarse_entered(ovi_coarse_search *search, uint32_t *port);

#endif
