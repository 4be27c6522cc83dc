/* Searches over the flat waypoint graph: the coarse loop with rows of costs for
 * successors and without an estimate (Dijkstra, 1959).
 *
 * Invariant: a node that was taken has its least cost over the nodes that the
 * search may use. What was reached is listed, so that the next search forgets
 * only that. */
#ifndef OVI_GRAPH_SEARCH_H
#define OVI_GRAPH_SEARCH_H

#include "best_first.h"
#include "open_list.h"
#include "waypoint_graph.h"

#define OVI_GRAPH_FAR 0x7fffffffu /* no cost; two of them can be added */

/* 16 bytes, touched at random. */
typedef struct ovi_graph_reach {
  uint32_t cost;
  uint32_t parent;
  uint32_t place; /* in the open list */
  uint32_t side;  /* clique that it was reached through; 2: a root */
} ovi_graph_reach;

typedef struct ovi_graph_search {
  const ovi_waypoint_graph *graph;
  ovi_open_list open;
  ovi_graph_reach *reach;
  uint32_t *reached; /* nodes, in the order in which they were first met */
  uint32_t reached_count;
  uint32_t first; /* the least node that may be used */
  bool overflows; /* a cost did not fit */
} ovi_graph_search;

static inline void ovi_graph_search_place(ovi_graph_search *search, ovi_arena *arena,
                                          uint32_t nodes) {
  search->open.items = ovi_arena_take(arena, nodes, sizeof(ovi_open_item));
  search->reach = ovi_arena_take(arena, nodes, sizeof(ovi_graph_reach));
  search->reached = ovi_arena_take(arena, nodes, sizeof(uint32_t));
}

static inline void ovi_graph_search_clear(ovi_graph_search *search,
                                          const ovi_waypoint_graph *graph) {
  search->graph = graph;
  search->open.count = 0;
  search->open.places = &search->reach[0].place;
  search->open.stride = sizeof(ovi_graph_reach) / sizeof(uint32_t);
  search->reached_count = 0;
  search->first = 0;
  search->overflows = false;
  for (uint32_t node = 0; node < graph->node_count; node++) {
    search->reach[node].cost = OVI_GRAPH_FAR;
    search->reach[node].place = OVI_NOT_OPEN;
  }
}

static inline void ovi_graph_meet(ovi_graph_search *search, uint32_t node, ovi_graph_reach reach) {
  ovi_graph_reach *met = &search->reach[node];
  if (met->cost == OVI_GRAPH_FAR) {
    search->reached[search->reached_count++] = node;
  }
  reach.place = met->place;
  *met = reach;
  ovi_open_add(&search->open, (ovi_open_item){reach.cost, 0, node});
}

static inline void ovi_graph_root(ovi_graph_search *search, uint32_t node) {
  ovi_graph_meet(search, node, (ovi_graph_reach){0, OVI_NO_NODE, 0, 2});
}

/* Reaches what a clique joins to a node. Numbers fall along a clique once the graph
 * is renumbered, so the first that may not be used ends the row. */
static inline void ovi_graph_leave(ovi_graph_search *search, uint32_t node, uint32_t side) {
  const ovi_waypoint_graph *graph = search->graph;
  const ovi_graph_node *at = &graph->nodes[node];
  const ovi_graph_clique *clique = &graph->cliques[at->clique[side]];
  const uint32_t *members = graph->members + clique->members;
  const uint8_t *sides = graph->sides + clique->members;
  const uint32_t *row = graph->costs + clique->costs + (uint64_t)at->place[side] * clique->count;
  uint32_t cost = search->reach[node].cost;
  for (uint32_t i = 0; i < clique->count && members[i] >= search->first; i++) {
    uint32_t reached = cost + row[i];
    if (reached < search->reach[members[i]].cost) {
      ovi_graph_meet(search, members[i], (ovi_graph_reach){reached, node, 0, sides[i]});
    } else if (reached >= OVI_GRAPH_FAR) {
      search->overflows = true;
    }
  }
}

/* Leaves a node through the region, or for a root through both, that it was not
 * reached through: within a region all costs are exact. */
static inline void ovi_graph_expand(ovi_graph_search *search, uint32_t node) {
  for (uint32_t side = 0; side < 2; side++) {
    if (search->reach[node].side != side) {
      ovi_graph_leave(search, node, side);
    }
  }
}

/* The next node of an ovi_open_list. */
static inline uint32_t ovi_graph_take(void *open) {
  ovi_open_list *list = open;
  return list->count != 0 ? ovi_open_take(list).node : OVI_NO_NODE;
}

/* Forgets what was reached. */
static inline void ovi_graph_forget(ovi_graph_search *search) {
  for (uint32_t i = 0; i < search->reached_count; i++) {
    search->reach[search->reached[i]].cost = OVI_GRAPH_FAR;
  }
  search->reached_count = 0;
}

#endif
