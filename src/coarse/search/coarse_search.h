/* A* over the waypoint graph: the coarse tier's loop as a query runs it.
 *
 * A query runs it from the goal to the start. So the cost that it has found for a
 * waypoint is the cost left from there, which is what refinement asks for, and
 * parents lead onward.
 *
 * Invariant: the estimate is consistent, so a waypoint that was expanded has its
 * least cost. A waypoint that was reached through one of its regions is left
 * through the other only: within a region all costs are exact, so a second edge
 * through the same region never helps. A link inside one region is reached over one of its
 * two ports there and left over the other.
 *
 * Estimates of more than they are, above 100 per cent, are not consistent. What was
 * expanded is then left as it is, so a route costs no more than so many per cent of the
 * least (Pohl, "Heuristic search viewed as path finding in a graph", 1970), and keys
 * that would fall are held at the last one.
 *
 * A world in which that does not hold is corrupt: nothing is expanded twice, so a
 * search ends after as many steps as there are waypoints, whatever a file says.
 *
 * Nodes live in pages, one for each region that a search meets. */
#ifndef OVERLAND_COARSE_SEARCH_COARSE_SEARCH_H
#define OVERLAND_COARSE_SEARCH_COARSE_SEARCH_H

#include "coarse/search/search_state.h"

/* The question: links of both ends, which stay until the search ends. Routes
 * that cost `bound` or more are of no use. */
typedef struct ovi_coarse_task {
  const ovi_layer *layer;
  const ovi_attachment *start;
  const ovi_attachment *goal;
  ovl_cell start_cell;
  uint64_t bound;                    /* UINT64_MAX: none */
  bool landmarks;                    /* whether the estimate uses them */
  uint32_t heuristic_weight_percent; /* 100: as it is; above, routes cost up to so much more */
} ovi_coarse_task;

/* Begins a search from the goal's links to the start's. */
void ovi_coarse_begin(ovi_coarse_search *search, const ovi_coarse_task *task);

/* Goes on until the best route is known, or `budget` nodes were taken. */
ovi_coarse_status ovi_coarse_run(ovi_coarse_search *search, uint64_t budget);

/* The waypoints of the route that was found, in walking order: up to capacity
 * stops. Returns how many there are. */
uint32_t ovi_coarse_route(const ovi_coarse_search *search, ovl_stop *stops, uint64_t capacity);

/* ---- Without a heuristic or an end: see dijkstra.h. ---- */

/* Begins with nothing reached; waypoints that cost `bound` or more are of no use. Forward, costs
 * are those from what is added; otherwise those to it. */
void ovi_coarse_begin_dijkstra(ovi_coarse_search *search, const ovi_layer *layer, uint64_t bound,
                               bool forward);

/* Reaches the ports of an attachment's component, at their costs. */
void ovi_coarse_add_links(ovi_coarse_search *search, const ovi_attachment *links);

/* The region that the search enters behind the waypoint that was expanded last, and by which of its
 * ports; NULL if there is no room for it. */
const ovi_coarse_page *ovi_coarse_entered(ovi_coarse_search *search, uint32_t *port);

#endif
