/* Sampling trees: in each round one from every island, all in one search. */
#include "label_order.h"

#include <string.h>

/* A score is at most the logarithm of 2^32 for each tree. */
enum { SCORES = OVI_ORDER_TREES * 32 + 1 };

void ovi_label_order_place(ovi_label_order *order, ovi_arena *arena, uint32_t nodes,
                           uint32_t islands) {
  order->rank = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->scores = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->sizes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->taken = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->parents = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->seeds = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->begins = ovi_arena_take(arena, (uint64_t)islands + 2, sizeof(uint32_t));
  order->tallies = ovi_arena_take(arena, SCORES + 1, sizeof(uint32_t));
}

/* Lists the nodes by island: a counting sort. */
static void sort_by_island(ovi_label_order *order, const ovi_waypoint_graph *graph,
                           uint32_t islands) {
  memset(order->begins, 0, ((size_t)islands + 2) * sizeof(uint32_t));
  for (uint32_t node = 0; node < graph->node_count; node++) {
    order->begins[graph->nodes[node].island + 1]++;
  }
  for (uint32_t island = 0; island <= islands; island++) {
    order->begins[island + 1] += order->begins[island];
  }
  for (uint32_t node = 0; node < graph->node_count; node++) {
    order->seeds[order->begins[graph->nodes[node].island]++] = node;
  }
  /* Each begin has moved to the next island's. */
  for (uint32_t island = islands + 1; island > 0; island--) {
    order->begins[island] = order->begins[island - 1];
  }
  order->begins[0] = 0;
}

/* What a search for a tree works on. */
typedef struct tree {
  ovi_graph_search *search;
  ovi_label_order *order;
} tree;

static bool take_turn(void *user, uint32_t node) {
  tree *t = user;
  t->order->taken[t->order->taken_count] = node;
  t->order->parents[t->order->taken_count++] = t->search->parent;
  ovi_graph_expand(t->search, node);
  return true;
}

/* Children were settled after their parents. */
static void score_tree(ovi_label_order *order) {
  for (uint32_t i = 0; i < order->taken_count; i++) {
    order->sizes[order->taken[i]] = 1;
  }
  for (uint32_t i = order->taken_count; i-- > 0;) {
    uint32_t node = order->taken[i];
    uint32_t parent = order->parents[i];
    if (parent != OVI_NO_NODE) {
      order->sizes[parent] += order->sizes[node];
    }
    order->scores[node] += 63 - (uint32_t)ovi_zeros_above(order->sizes[node]);
  }
}

static void grow_tree(ovi_label_order *order, ovi_graph_search *search, uint32_t islands,
                      uint32_t round) {
  tree t = {search, order};
  order->taken_count = 0;
  for (uint32_t island = 0; island <= islands; island++) {
    uint64_t count = order->begins[island + 1] - order->begins[island];
    uint64_t place = (2 * (uint64_t)round + 1) * count / (2 * OVI_ORDER_TREES);
    if (count != 0) {
      ovi_graph_root(search, order->seeds[order->begins[island] + place]);
    }
  }
  ovi_best_first(search, ovi_graph_take, &t, take_turn, UINT64_MAX);
  score_tree(order);
  ovi_graph_forget(search);
}

/* Ranks by falling score, equal ones by number: a counting sort. */
static void rank_by_score(ovi_label_order *order, uint32_t nodes) {
  memset(order->tallies, 0, (SCORES + 1) * sizeof(uint32_t));
  for (uint32_t node = 0; node < nodes; node++) {
    order->tallies[SCORES - order->scores[node]]++;
  }
  for (uint32_t score = 0; score < SCORES; score++) {
    order->tallies[score + 1] += order->tallies[score];
  }
  for (uint32_t node = nodes; node-- > 0;) {
    order->rank[node] = --order->tallies[SCORES - order->scores[node]];
  }
}

void ovi_label_order_find(ovi_label_order *order, ovi_graph_search *search, uint32_t islands) {
  uint32_t nodes = search->graph->node_count;
  sort_by_island(order, search->graph, islands);
  memset(order->scores, 0, (size_t)nodes * sizeof(uint32_t));
  for (uint32_t round = 0; round < OVI_ORDER_TREES; round++) {
    grow_tree(order, search, islands, round);
  }
  rank_by_score(order, nodes);
}
