/* The coarse search: of the regions in a cluster of level 1; and of all clusters of the highest
 * level, where that is not one cluster. It is A* towards a cluster whose ports have known costs to
 * the goal, or Dijkstra's algorithm without such a target. On level 0 clusters are regions.
 *
 * A node is a port of a cluster: a waypoint, reached from inside that cluster. Expanding it crosses
 * to the cluster on the other side and reaches that cluster's ports. The waypoint's node on the
 * other side is closed then, since costs inside a cluster are exact and no path turns round on a
 * waypoint. Nodes on the rim of the window get a cost and are never expanded.
 *
 * Invariant: nodes lie in a pool, a page for each cluster that was met. The nodes of one level stay
 * while others are searched, until the pool is cleared. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_SEARCH_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_SEARCH_H

#include "coarse/overlay/below.h"
#include "coarse/search/radix_heap.h"
#include "common/arena.h"
#include "fine/trace.h"

/* The most regions in a window; the highest level is searched as a whole. */
#define OVI_OVERLAY_INSIDE (OVI_OVERLAY_FIRST_SIDE * OVI_OVERLAY_FIRST_SIDE)

/* More states than those of ovi_node_state. */
enum {
  OVI_NODE_CLOSED = OVI_NODE_EXPANDED + 1, /* its waypoint was expanded from the other side */
  OVI_NODE_RIM                             /* leads out of the window, and is never expanded */
};

/* A cluster that the search has met. */
typedef struct ovi_overlay_page {
  int32_t x, y;   /* column and row in its level */
  uint32_t first; /* node of its first port */
  ovi_below below;
} ovi_overlay_page;

/* The clusters of a level that may be searched. */
typedef struct ovi_overlay_window {
  uint32_t level;
  int32_t x, y, w, h; /* clusters */
  uint32_t *pages;    /* of each cluster, row by row; OVI_NO_PAGE: not met */
} ovi_overlay_window;

#define OVI_NO_PAGE UINT32_MAX

/* The target of a search: a place, and a cluster whose ports have known costs to go to there. The
 * search ends with the cheapest path over one of these ports. */
typedef struct ovi_overlay_target {
  ovi_half_cells at;
  uint32_t cluster, ports;
  const uint64_t *costs; /* of the cluster's ports; UINT64_MAX: none. NULL: there is no target */
} ovi_overlay_target;

/* The pages of several levels, and room for their nodes. */
typedef struct ovi_overlay_pool {
  ovi_overlay_page *pages;
  uint32_t page_capacity, page_count;
  uint32_t node_capacity, node_count;
} ovi_overlay_pool;

/* Windows of several levels that share a pool, and the search of one of them. */
typedef struct ovi_overlay_search {
  const ovi_layer *layer;
  ovi_radix_heap open; /* has the nodes */
  ovi_overlay_pool pool;
  ovi_overlay_window *windows; /* by level */
  ovi_overlay_window *window;  /* the one that is searched */
  uint32_t *slots;             /* the pages of the windows: of level 0, then of the highest level */
  uint64_t bound;              /* only what costs less is expanded */
  ovi_overlay_target target;
  uint32_t met; /* node by which the path to the target costs `bound`; OVI_NO_NODE: none so far */
  bool full, corrupt;
  uint64_t expanded;
  ovi_trace *trace;      /* receives its events; NULL: none */
  uint32_t trace_number; /* of the search within the query */
} ovi_overlay_search;

/* The room of a search: nodes, pages, and clusters of the highest level. */
typedef struct ovi_overlay_room {
  uint32_t nodes, pages, highest;
} ovi_overlay_room;

void ovi_overlay_search_reserve(ovi_overlay_search *search, ovi_arena *arena,
                                ovi_overlay_room room);

/* Clears the pool. */
void ovi_overlay_search_clear(ovi_overlay_search *search, const ovi_layer *layer, uint64_t bound);

/* Begins to search level 0, those regions that lie in cluster `above` of level 1, or all of the
 * highest level. A target and a bound may be set before it is seeded. */
void ovi_overlay_search_begin(ovi_overlay_search *search, uint32_t level, uint32_t above);

/* The page of a cluster of a window; NULL if the search has not met it. */
const ovi_overlay_page *ovi_overlay_page_met(const ovi_overlay_search *search,
                                             const ovi_overlay_window *window, int32_t x,
                                             int32_t y);

/* Reaches the ports of a cluster of the level from inside, each at a cost; those that cost as much
 * as the bound, or more, are left out. */
void ovi_overlay_seed(ovi_overlay_search *search, uint32_t cluster, const uint64_t *costs);

/* Goes on until the search is over. False if `budget` nodes were taken before, or if a trace ends
 * the slice. */
bool ovi_overlay_search_run(ovi_overlay_search *search, uint64_t budget);

/* The other side of a node of a window. */
ovi_overlay_opposite ovi_overlay_opposite_of(const ovi_overlay_search *search,
                                             const ovi_overlay_window *window,
                                             const ovi_coarse_node *node);

#endif
