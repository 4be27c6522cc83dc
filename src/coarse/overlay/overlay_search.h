/* The search of one level of the overlays, inside a window of its cells: those of one cell of the
 * level above. Level 0 has the regions as its cells. It is Dijkstra's algorithm, or A* where it
 * aims at something.
 *
 * A node is a port of a cell: a waypoint as it is reached from inside that cell. Its turn crosses
 * to the cell on the other side, and reaches that cell's ports; the waypoint's node over there has
 * then had its turn as well, since costs inside a cell are exact and nobody turns round on a
 * waypoint. Nodes on the rim of the window never have a turn: they only know what they cost.
 *
 * Invariant: nodes lie in pools, page by page, a page for each cell that is met; what was found on
 * one level stays while others are searched, until the pool is emptied. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_SEARCH_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_SEARCH_H

#include "coarse/overlay/overlay.h"
#include "coarse/search/radix_heap.h"
#include "common/arena.h"

/* Cells along the side of a window at the most: of the highest level that is searched, which has no
 * cells above it. */
#define OVI_OVERLAY_WINDOW 16

/* Beyond the states of a coarse search's node. */
enum {
  OVI_NODE_CLOSED = OVI_NODE_EXPANDED + 1, /* its waypoint had its turn on the other side */
  OVI_NODE_RIM                             /* leads out of the window, and has no turn */
};
/* How a node is left, in the place of the side of a coarse search's node. */
enum {
  OVI_NODE_CROSSES, /* it was reached from inside its cell */
  OVI_NODE_ENTERS   /* it was reached from outside, and leads through its own cell */
};

/* A cell that was met. */
typedef struct ovi_overlay_page {
  uint32_t id;
  int32_t x, y;   /* place in its level */
  uint32_t first; /* node of its first port */
  uint32_t ports;
  ovi_port_groups groups;
  ovi_region region;   /* of level 0, */
  ovi_cluster cluster; /* or of the others */
} ovi_overlay_page;

/* The cells of a level that may be searched. */
typedef struct ovi_overlay_window {
  uint32_t level;
  int32_t x, y, w, h;                                      /* of cells */
  uint16_t pages[OVI_OVERLAY_WINDOW * OVI_OVERLAY_WINDOW]; /* and their pages */
} ovi_overlay_window;

#define OVI_NO_PAGE 0xffffu

/* What a search aims at: a place, and the ports of a cell of its level from which the cost left to
 * there is known. The search then ends with the cheapest way over one of them. */
typedef struct ovi_overlay_target {
  ovi_half_cells at;
  uint32_t weight; /* of octile distance; 0: at nothing */
  uint32_t cluster, ports;
  const ovi_coarse_node *nodes; /* of its ports, of another search */
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
  ovi_overlay_window windows[OVI_OVERLAY_MOST_LEVELS + 1]; /* by level */
  ovi_overlay_window *window;                              /* the one that is searched */
  uint64_t bound;                                          /* only what costs less is expanded */
  uint32_t end; /* the search ends once the cost of this node is final; OVI_NO_NODE: no node */
  ovi_overlay_target target;
  uint32_t met; /* node by which the path to the target costs `bound`; OVI_NO_NODE: none so far */
  bool full, corrupt;
  uint64_t expanded;
  ovl_visit_fn visit;
  void *visit_user;
} ovi_overlay_search;

/* The highest level that is searched: the lowest of which a window holds all cells. */
uint32_t ovi_overlay_highest(const ovi_layer *layer);

/* Whether a layer can be planned for by its overlays. The levels end early where costs are too
 * high, and then no window may hold the last. */
bool ovi_overlays_serve(const ovi_layer *layer);

/* Takes memory for so many nodes in so many cells. */
void ovi_overlay_search_reserve(ovi_overlay_search *search, ovi_arena *arena, uint32_t nodes,
                                uint32_t pages);

/* Empties the pool. */
void ovi_overlay_search_clear(ovi_overlay_search *search, const ovi_layer *layer, uint64_t bound);

/* Begins to search a level: the cells of it that lie in cell `above` of the level above, or on the
 * highest level all of them. */
void ovi_overlay_search_begin(ovi_overlay_search *search, uint32_t level, uint32_t above);

/* Lets a level that was begun and has no nodes yet aim at something. */
void ovi_overlay_search_set_target(ovi_overlay_search *search, const ovi_overlay_target *target);

/* The page of a cell of a window if the search has met it, or NULL. */
const ovi_overlay_page *ovi_overlay_page_met(const ovi_overlay_search *search,
                                             const ovi_overlay_window *window, int32_t x,
                                             int32_t y);

/* The page of a cell of a window; NULL if it lies outside, or there is no room. */
ovi_overlay_page *ovi_overlay_page_of(ovi_overlay_search *search, ovi_overlay_window *window,
                                      int32_t x, int32_t y);

/* The same of a cell by its number. */
ovi_overlay_page *ovi_overlay_page_at(ovi_overlay_search *search, ovi_overlay_window *window,
                                      uint32_t cluster);

/* Begins at a port, if that is cheaper than what is known of it: from inside its cell, or from
 * outside. */
void ovi_overlay_seed(ovi_overlay_search *search, const ovi_overlay_page *page, uint32_t port,
                      uint64_t cost, uint8_t side);

/* Goes on until all is known, or `budget` nodes had their turns: false. */
bool ovi_overlay_search_run(ovi_overlay_search *search, uint64_t budget);

/* Whether a node was reached from inside its cell; its cost is then known. */
static inline bool ovi_overlay_is_reached(const ovi_coarse_node *node) {
  return node->cost != UINT64_MAX && node->state != OVI_NODE_CLOSED &&
         node->side == OVI_NODE_CROSSES;
}

/* The other side of a port: a cell of the same level and its port there. */
typedef struct ovi_overlay_opposite {
  int32_t x, y;
  int group;      /* there */
  uint32_t place; /* in that group */
} ovi_overlay_opposite;

static inline ovi_overlay_opposite ovi_overlay_opposite_of(const ovi_overlay_page *page,
                                                           uint32_t port) {
  const int group = ovi_port_group(&page->groups, port);
  return (ovi_overlay_opposite){page->x + ovi_group_x(group), page->y + ovi_group_y(group),
                                ovi_group_opposite(group), port - page->groups.begins[group]};
}

/* Its number there; UINT32_MAX: the two cells contradict each other. */
static inline uint32_t ovi_overlay_opposite_port(const ovi_overlay_page *there,
                                                 const ovi_overlay_opposite *opposite) {
  const uint32_t port = there->groups.begins[opposite->group] + opposite->place;
  return port < there->groups.begins[opposite->group + 1] ? port : UINT32_MAX;
}

/* The ports that a port is joined with inside its cell, and its own place among them. */
typedef struct ovi_overlay_port_clique {
  ovi_clique clique;
  uint32_t here;
} ovi_overlay_port_clique;
ovi_overlay_port_clique ovi_overlay_clique_of(const ovi_cluster *cluster, uint32_t port);

/* The cell of a level that a cell of a level that is not above it lies in. */
uint32_t ovi_overlay_ancestor(const ovi_layer *layer, uint32_t level, uint32_t cluster,
                              uint32_t above);

#endif
