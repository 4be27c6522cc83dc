/* Searches over the flat waypoint graph, by Dijkstra's algorithm (1959), with rows of cost matrices
 * as successors.
 *
 * Invariant: a settled node has its least cost over the nodes that the search may use. Costs are
 * stored by slot, so a row of a clique is compared with consecutive numbers. */
#ifndef OVERLAND_COARSE_LABELS_GRAPH_SEARCH_H
#define OVERLAND_COARSE_LABELS_GRAPH_SEARCH_H

#include "coarse/labels/bucket_ring.h"
#include "coarse/labels/flat_graph.h"
#include "common/arena.h"

enum { OVI_GRAPH_CLIQUES = 16 }; /* that are reset in the time of an expansion */

#define OVI_GRAPH_ROOT 2u /* side of a root, which was reached through neither clique */

typedef struct ovi_graph_search {
  ovi_flat_graph *graph;
  ovi_bucket_ring open;
  uint32_t *costs;   /* of each slot: 1 + cost; 0: settled or retired; OVI_GRAPH_FAR: not reached */
  uint32_t *parents; /* of each slot: the node that it was reached from */
  uint32_t *touched; /* cliques whose slots have to be reset */
  uint32_t touched_count;
  uint32_t cost;   /* of the node popped last, in units of the graph */
  uint32_t side;   /* of the clique through which that node was reached, or OVI_GRAPH_ROOT */
  uint32_t parent; /* of that node; OVI_NO_NODE: it is a root */
  bool overflows;  /* a cost did not fit 31 bits */
} ovi_graph_search;

/* Cuts the arrays of a search out of an arena. */
static inline void ovi_graph_search_reserve(ovi_graph_search *search, ovi_flat_graph *graph,
                                            ovi_arena *arena) {
  search->graph = graph;
  search->open.links = ovi_arena_take(arena, graph->slot_count, sizeof(ovi_bucket_slot));
  search->costs = ovi_arena_take(arena, graph->slot_count, sizeof(uint32_t));
  search->parents = ovi_arena_take(arena, graph->slot_count, sizeof(uint32_t));
  search->touched = ovi_arena_take(arena, (uint64_t)graph->clique_count + 1, sizeof(uint32_t));
}

/* Clears a search before its first use. */
static inline void ovi_graph_search_clear(ovi_graph_search *search) {
  for (uint32_t slot = 0; slot < search->graph->slot_count; slot++) {
    search->costs[slot] = search->graph->members[slot] != OVI_NO_NODE ? OVI_GRAPH_FAR : 0;
  }
  ovi_bucket_ring_clear(&search->open, search->graph->max_cost);
  search->open.costs = search->costs;
  search->touched_count = 0;
  search->overflows = false;
}

/* Notes that slots of a clique have to be reset. */
static inline void ovi_graph_touch(ovi_graph_search *search, uint32_t number) {
  ovi_graph_clique *clique = &search->graph->cliques[number];
  OVI_ASSERT(search->touched_count <= search->graph->clique_count);
  search->touched[search->touched_count] = number;
  search->touched_count += 1 - clique->touched;
  clique->touched = 1;
}

/* Settles a node: the search does not reach it again. */
static inline void ovi_graph_settle(ovi_graph_search *search, const ovi_graph_node *node) {
  for (int side = 0; side < 2; side++) {
    ovi_graph_touch(search, node->clique[side]);
    search->costs[node->slot[side]] = 0;
  }
}

/* Gives a slot a lower cost, or its first one, and puts it into the queue. `cost` is 1 + cost. */
static inline void ovi_graph_push(ovi_graph_search *search, uint32_t slot, uint32_t cost,
                                  uint32_t parent) {
  if (search->costs[slot] != OVI_GRAPH_FAR) {
    ovi_bucket_ring_remove(&search->open, slot,
                           ovi_bucket_ring_bucket_of(&search->open, search->costs[slot]));
  }
  search->costs[slot] = cost;
  search->parents[slot] = parent;
  ovi_bucket_ring_add(&search->open, slot, cost);
}

/* Makes a node a root of the search, at cost 0. */
static inline void ovi_graph_add_root(ovi_graph_search *search, uint32_t node) {
  const ovi_graph_node *root = &search->graph->nodes[node];
  ovi_graph_touch(search, root->clique[0]);
  search->open.current = 0;
  ovi_graph_push(search, root->slot[0], 1, OVI_NO_NODE);
}

/* Settles and returns the next node; OVI_NO_NODE: none is left. The other slot of a settled node
 * may still be in the queue: it has cost 0 and is skipped. */
static inline uint32_t ovi_graph_pop(ovi_graph_search *search) {
  while (search->open.filled != 0) {
    uint32_t slot = ovi_bucket_ring_pop(&search->open);
    if (search->costs[slot] != 0) {
      uint32_t node = search->graph->members[slot];
      const ovi_graph_node *taken = &search->graph->nodes[node];
      search->cost = search->costs[slot] - 1;
      search->parent = search->parents[slot];
      search->side = search->cost != 0 && !search->graph->has_gaps ? ovi_graph_side(taken, slot)
                                                                   : OVI_GRAPH_ROOT;
      ovi_graph_settle(search, taken);
      return node;
    }
  }
  return OVI_NO_NODE;
}

/* Expands a node; false: the search is over. */
typedef bool (*ovi_visit_fn)(void *user, uint32_t node);

/* Settles nodes, and has each visited, until the search is over. False if `budget` nodes were
 * settled before; it goes on when it is run again. */
static inline bool ovi_graph_search_run(ovi_graph_search *search, ovi_visit_fn visit, void *user,
                                        uint64_t budget) {
  for (; budget != 0; budget--) {
    const uint32_t node = ovi_graph_pop(search);
    if (node == OVI_NO_NODE || !visit(user, node)) {
      return true;
    }
  }
  return false;
}

/* Relaxes the edges from the node popped last to the members of one of its cliques. */
static inline void ovi_graph_relax(ovi_graph_search *search, uint32_t node, uint32_t side) {
  const ovi_flat_graph *graph = search->graph;
  const ovi_graph_node *at = &graph->nodes[node];
  const ovi_graph_clique *clique = &graph->cliques[at->clique[side]];
  const uint32_t place = at->slot[side] - clique->slots;
  const uint32_t *row = ovi_graph_row(graph, clique, place);
  const uint32_t *costs = search->costs + clique->slots;
  uint32_t cost = search->cost + 1;
  for (uint32_t first = 0; first < clique->active; first += OVI_GRAPH_LANES) {
    uint32_t lower = 0;
    for (uint32_t i = 0; i < OVI_GRAPH_LANES; i++) {
      lower |= (int32_t)row[first + i] < (int32_t)(costs[first + i] - cost) ? 1u << i : 0;
    }
    for (; lower != 0; lower &= lower - 1) {
      uint32_t i = first + (uint32_t)ovi_lowest_bit(lower);
      ovi_graph_push(search, clique->slots + i, cost + row[i], node);
    }
  }
}

/* Expands the node popped last. A clique has all exact costs within its region, so a node is
 * expanded only into the clique through which it was not reached; a root, and every node of a graph
 * with gaps, into both. */
static inline void ovi_graph_expand(ovi_graph_search *search, uint32_t node) {
  if (search->cost >= OVI_GRAPH_FAR - 1 - search->graph->max_cost) {
    search->overflows = true;
    return;
  }
  for (uint32_t side = 0; side < 2; side++) {
    if (search->side != side) {
      ovi_graph_relax(search, node, side);
    }
  }
}

/* Resets the search for the next one: its cost is that of the cliques that were touched, and
 * returned, in expansions. */
static inline uint64_t ovi_graph_search_reset(ovi_graph_search *search) {
  const uint32_t count = search->touched_count;
  for (uint32_t i = 0; i < count; i++) {
    ovi_graph_clique *clique = &search->graph->cliques[search->touched[i]];
    uint32_t *costs = search->costs + clique->slots;
    clique->touched = 0;
    for (uint32_t member = 0; member < clique->active; member++) {
      costs[member] = OVI_GRAPH_FAR;
    }
  }
  search->touched_count = 0;
  return count / OVI_GRAPH_CLIQUES;
}

/* Removes a node from all later searches. Valid between searches, in a renumbered graph, for a node
 * that is the last active member of both its cliques. */
static inline void ovi_graph_retire(ovi_graph_search *search, uint32_t node) {
  for (int side = 0; side < 2; side++) {
    OVI_ASSERT(search->graph->cliques[search->graph->nodes[node].clique[side]].active != 0);
    search->graph->cliques[search->graph->nodes[node].clique[side]].active--;
    search->costs[search->graph->nodes[node].slot[side]] = 0;
  }
}

#endif
