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

/* ---- Spreading: the same loop forward, from a start to all that costs less than
 * `best`, which may be lowered while it runs. ---- */

/* Begins at the links of a start; `bound` is the first cost that is of no use. */
void ovi_coarse_spread_begin(ovi_coarse_search *search, const ovi_layer *layer,
                             const ovi_attachment *start, uint64_t bound);

/* ---- Spreading backwards: from goals to all that lead there. ---- */

/* Begins; then the links of its goals are added, of each region and each component apart. */
void ovi_coarse_spread_back_begin(ovi_coarse_search *search, const ovi_layer *layer);
void ovi_coarse_spread_back_from(ovi_coarse_search *search, const ovi_attachment *goal);

/* ---- What spreading has come to; for who walks backwards, "enters" is "leaves". ---- */

/* A region as it is entered: by one of its ports, at the cost to the middle of its step. */
typedef struct ovi_coarse_entry {
  const ovi_region *region;
  uint32_t other; /* the region that is left */
  uint32_t port;
  int group;     /* as of ovi_port */
  uint64_t cost; /* UINT64_MAX: it is not entered by this port */
} ovi_coarse_entry;

/* What the turn that was given last has entered. False if there is no room for it. */
bool ovi_coarse_entered(ovi_coarse_search *search, ovi_coarse_entry *entry);

/* How a region is entered by one of its ports. */
ovi_coarse_entry ovi_coarse_entry_at(const ovi_coarse_search *search, const ovi_coarse_page *page,
                                     uint32_t port);

/* The cell on which one stands behind an entry, and what its half of the step costs. */
ovl_cell ovi_coarse_entry_cell(const ovi_coarse_entry *entry);
uint32_t ovi_coarse_entry_half_step(const ovi_layer *layer, const ovi_coarse_entry *entry);

/* Whether the cost of the node behind a port is known. */
bool ovi_coarse_is_settled(const ovi_coarse_search *search, const ovi_coarse_page *page,
                           uint32_t port);

/* The page of a region that was entered; NULL if it was not. */
const ovi_coarse_page *ovi_coarse_page_entered(const ovi_coarse_search *search, uint32_t region);

/* The waypoints of the route that was found, in walking order: up to capacity
 * stops. Returns how many there are. */
uint32_t ovi_coarse_route(const ovi_coarse_search *search, ovl_stop *stops, uint64_t capacity);

#endif
