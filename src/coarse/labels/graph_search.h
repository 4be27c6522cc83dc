/* Searches over the flat waypoint graph: the coarse loop with rows of costs for
 * successors and without an estimate (Dijkstra, 1959).
 *
 * Invariant: a node that was taken has its least cost over the nodes that the
 * search may use. Costs are kept by slot, so a row of a clique is compared with what
 * lies beside each other. */
#ifndef OVERLAND_COARSE_LABELS_GRAPH_SEARCH_H
#define OVERLAND_COARSE_LABELS_GRAPH_SEARCH_H

#include "coarse/labels/bucket_ring.h"
#include "coarse/labels/flat_graph.h"
#include "coarse/search/best_first.h"
#include "common/arena.h"

/* What is as long as an expansion. */
enum { OVI_GRAPH_SLOTS = 128, OVI_GRAPH_CLIQUES = 16 };

#define OVI_GRAPH_ROOT 2u /* side of a root, that was reached through neither clique */

typedef struct ovi_graph_search {
  ovi_flat_graph *graph;
  ovi_bucket_ring open;
  uint32_t *costs;   /* of each slot, and 1; 0: taken, or never to be used */
  uint32_t *parents; /* of each slot: the node that it was reached from */
  uint32_t *touched; /* cliques with slots to be forgotten */
  uint32_t touched_count;
  uint32_t cost;   /* of the node taken last */
  uint32_t side;   /* that it was reached through */
  uint32_t parent; /* OVI_NO_NODE: a root */
  bool overflows;  /* a cost did not fit */
} ovi_graph_search;

static inline void ovi_graph_search_reserve(ovi_graph_search *search, ovi_flat_graph *graph,
                                            ovi_arena *arena) {
  search->graph = graph;
  search->open.links = ovi_arena_take(arena, graph->slot_count, sizeof(ovi_graph_link));
  search->costs = ovi_arena_take(arena, graph->slot_count, sizeof(uint32_t));
  search->parents = ovi_arena_take(arena, graph->slot_count, sizeof(uint32_t));
  search->touched = ovi_arena_take(arena, (uint64_t)graph->clique_count + 1, sizeof(uint32_t));
}

/* Goes on with clearing it, from slot *at; true: it is clear. */
static inline bool ovi_graph_search_clear(ovi_graph_search *search, uint64_t *at,
                                          uint64_t *budget) {
  const uint64_t end = ovi_slice_reach(budget, *at, search->graph->slot_count, OVI_GRAPH_SLOTS);
  for (; *at < end; ++*at) {
    search->costs[*at] = search->graph->members[*at] != OVI_NO_NODE ? OVI_GRAPH_FAR : 0;
  }
  ovi_bucket_ring_clear(&search->open, search->graph->most);
  search->open.costs = search->costs;
  search->touched_count = 0;
  search->overflows = false;
  return end == search->graph->slot_count;
}

static inline void ovi_graph_touch(ovi_graph_search *search, uint32_t number) {
  ovi_graph_clique *clique = &search->graph->cliques[number];
  search->touched[search->touched_count] = number;
  search->touched_count += 1 - clique->touched;
  clique->touched = 1;
}

/* Nothing reaches the node again. */
static inline void ovi_graph_settle(ovi_graph_search *search, const ovi_graph_node *node) {
  for (int side = 0; side < 2; side++) {
    ovi_graph_touch(search, node->clique[side]);
    search->costs[node->slot[side]] = 0;
  }
}

/* Reaches a slot at a lower cost than before, or for the first time. */
static inline void ovi_graph_reach(ovi_graph_search *search, uint32_t slot, uint32_t cost,
                                   uint32_t parent) {
  if (search->costs[slot] != OVI_GRAPH_FAR) {
    ovi_bucket_ring_remove(&search->open, slot,
                           ovi_graph_bucket_of(&search->open, search->costs[slot]));
  }
  search->costs[slot] = cost;
  search->parents[slot] = parent;
  ovi_bucket_ring_add(&search->open, slot, cost);
}

static inline void ovi_graph_root(ovi_graph_search *search, uint32_t node) {
  const ovi_graph_node *root = &search->graph->nodes[node];
  ovi_graph_touch(search, root->clique[0]);
  search->open.now = 0;
  ovi_graph_reach(search, root->slot[0], 1, OVI_NO_NODE);
}

/* Takes a node for the loop. A node that was taken may still be in the list with its
 * other slot: that has cost 0 by now. */
static inline uint32_t ovi_graph_take(void *user) {
  ovi_graph_search *search = user;
  while (search->open.filled != 0) {
    uint32_t slot = ovi_bucket_ring_take(&search->open);
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

/* Reaches what a clique joins to the node taken last. */
static inline void ovi_graph_leave(ovi_graph_search *search, uint32_t node, uint32_t side) {
  const ovi_flat_graph *graph = search->graph;
  const ovi_graph_node *at = &graph->nodes[node];
  const ovi_graph_clique *clique = &graph->cliques[at->clique[side]];
  uint64_t place = at->slot[side] - clique->slots;
  const uint32_t *row = graph->costs + clique->costs + place * ovi_graph_padded(clique->count);
  const uint32_t *costs = search->costs + clique->slots;
  uint32_t cost = search->cost + 1;
  for (uint32_t first = 0; first < clique->live; first += OVI_GRAPH_LANES) {
    uint32_t lower = 0;
    for (uint32_t i = 0; i < OVI_GRAPH_LANES; i++) {
      lower |= (int32_t)row[first + i] < (int32_t)(costs[first + i] - cost) ? 1u << i : 0;
    }
    for (; lower != 0; lower &= lower - 1) {
      uint32_t i = first + (uint32_t)ovi_lowest_bit(lower);
      ovi_graph_reach(search, clique->slots + i, cost + row[i], node);
    }
  }
}

/* Leaves the node taken last through the region, or for a root through both, that it
 * was not reached through: within a region all costs are exact. Where pairs may be missing
 * every node is left through both. */
static inline void ovi_graph_expand(ovi_graph_search *search, uint32_t node) {
  if (search->cost >= OVI_GRAPH_FAR - 1 - search->graph->most) {
    search->overflows = true;
    return;
  }
  for (uint32_t side = 0; side < 2; side++) {
    if (search->side != side) {
      ovi_graph_leave(search, node, side);
    }
  }
}

/* Goes on with forgetting what was reached; true: all is forgotten. */
static inline bool ovi_graph_forget(ovi_graph_search *search, uint64_t *budget) {
  while (search->touched_count != 0) {
    if (*budget == 0) {
      return false;
    }
    const uint64_t most =
        *budget < UINT32_MAX / OVI_GRAPH_CLIQUES ? *budget * OVI_GRAPH_CLIQUES : UINT32_MAX;
    const uint32_t count = search->touched_count;
    const uint32_t left = count > most ? count - (uint32_t)most : 0;
    for (uint32_t i = left; i < count; i++) {
      ovi_graph_clique *clique = &search->graph->cliques[search->touched[i]];
      uint32_t *costs = search->costs + clique->slots;
      clique->touched = 0;
      for (uint32_t member = 0; member < clique->live; member++) {
        costs[member] = OVI_GRAPH_FAR;
      }
    }
    search->touched_count = left;
    ovi_slice_pay(budget, (count - left) / OVI_GRAPH_CLIQUES);
  }
  return true;
}

/* From now on searches do without a node. Only in a renumbered graph, where it is the
 * last live one of its cliques, and between searches. */
static inline void ovi_graph_retire(ovi_graph_search *search, uint32_t node) {
  for (int side = 0; side < 2; side++) {
    search->graph->cliques[search->graph->nodes[node].clique[side]].live--;
    search->costs[search->graph->nodes[node].slot[side]] = 0;
  }
}

#endif
