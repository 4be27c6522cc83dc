/* A* over the waypoint graph: the coarse tier's loop as a query runs it.
 *
 * It runs from the goal to the start. So the cost that it has found for a
 * waypoint is the cost left from there, which is what refinement asks for, and
 * parents lead onward.
 *
 * Invariant: the estimate is consistent, so a waypoint that was expanded has its
 * least cost. A waypoint that was reached through one of its regions is left
 * through the other only: within a region all costs are exact, so a second edge
 * through the same region never helps. A link inside one region is reached over one of its
 * two ports there and left over the other.
 *
 * A world in which that does not hold is corrupt: nothing is expanded twice, so a
 * search ends after as many steps as there are waypoints, whatever a file says.
 *
 * Nodes live in pages, one for each region that a search meets. */
#ifndef OVI_COARSE_SEARCH_H
#define OVI_COARSE_SEARCH_H

#include "arena.h"
#include "coarse_open.h"
#include "estimate.h"
#include "links.h"
#include "ports.h"

/* A page of nodes, found by hashing its region, and what an expansion through that
 * region needs each time. */
typedef struct ovi_coarse_page {
  ovi_region region;
  uint32_t begins[9]; /* first port of each group, and past the last */
  uint32_t first;     /* node */
  uint32_t *places;   /* the nodes of its ports in the order of cliques; NULL: not listed yet */
} ovi_coarse_page;

/* Where a region's page is, if the stamp is the search's. */
typedef struct ovi_coarse_slot {
  uint32_t stamp;
  uint32_t page;
} ovi_coarse_slot;

typedef enum ovi_coarse_status {
  OVI_COARSE_FOUND,
  OVI_COARSE_NONE,   /* no route below the bound */
  OVI_COARSE_PAUSED, /* the budget is spent: go on by calling again */
  OVI_COARSE_FULL,   /* no page left */
  OVI_COARSE_CORRUPT /* estimates or costs contradict each other */
} ovi_coarse_status;

typedef struct ovi_coarse_search {
  const ovi_layer *layer;
  ovi_coarse_open open; /* and the nodes */
  ovi_coarse_page *pages;
  uint32_t *places;       /* of all pages: every node is a port of two regions at most */
  ovi_coarse_slot *slots; /* open addressing; a power of two */
  uint32_t node_capacity;
  uint32_t node_count;
  uint32_t page_capacity;
  uint32_t page_count;
  uint32_t place_count;
  uint32_t slot_mask;
  uint32_t stamp;
  ovi_estimate estimate;
  const ovi_links *start; /* what a route may end in; NULL: nothing, all is expanded */
  uint64_t best;          /* cost of the best route found, from start to goal; or the bound */
  uint32_t first;         /* its first waypoint, a node; OVI_NO_NODE: none found yet */
  bool full;
  bool corrupt;
  uint64_t expanded;
  ovl_visit_fn visit;
  void *visit_user;
} ovi_coarse_search;

/* Takes memory for up to `nodes` waypoints in up to `regions` regions. */
void ovi_coarse_place(ovi_coarse_search *search, ovi_arena *arena, uint32_t nodes,
                      uint32_t regions);
void ovi_coarse_clear(ovi_coarse_search *search);

/* The question: links of both ends, which stay until the search ends. Routes
 * that cost `bound` or more are of no use. */
typedef struct ovi_coarse_task {
  const ovi_layer *layer;
  const ovi_links *start;
  const ovi_links *goal;
  ovl_cell start_cell;
  uint64_t bound; /* UINT64_MAX: none */
  bool landmarks; /* whether the estimate uses them */
} ovi_coarse_task;

/* Begins a search from the goal's links to the start's. */
void ovi_coarse_begin(ovi_coarse_search *search, const ovi_coarse_task *task);

/* Goes on until the best route is known, or `budget` nodes were taken. */
ovi_coarse_status ovi_coarse_run(ovi_coarse_search *search, uint64_t budget);

/* The same loop without a start: costs from some waypoints to all that they
 * reach. Begin, name the waypoints, run to the end, ask. */
void ovi_coarse_spread_begin(ovi_coarse_search *search, const ovi_layer *layer);
void ovi_coarse_spread_from(ovi_coarse_search *search, uint32_t region, uint32_t number);

/* The nodes of a region's waypoints, one after the other; NULL if the search has not
 * met the region. */
const ovi_coarse_node *ovi_coarse_nodes(const ovi_coarse_search *search, uint32_t region);

/* The waypoints of the route that was found, in walking order: up to capacity
 * stops. Returns how many there are. */
uint32_t ovi_coarse_route(const ovi_coarse_search *search, ovl_stop *stops, uint64_t capacity);

#endif
