/* Sampling trees: in each round one from every island, all in one search. */
#include "label_order.h"

#include <string.h>

static uint32_t most_score(const ovi_graph_trees *trees) {
  return OVI_TREE_SCORE * (trees->grown > OVI_ORDER_TREES ? trees->grown : OVI_ORDER_TREES);
}

void ovi_label_order_place(ovi_label_order *order, ovi_arena *arena, const ovi_graph_trees *trees,
                           uint32_t islands) {
  order->rank = ovi_arena_take(arena, trees->graph.node_count, sizeof(uint32_t));
  order->seeds = ovi_arena_take(arena, trees->graph.node_count, sizeof(uint32_t));
  order->begins = ovi_arena_take(arena, (uint64_t)islands + 2, sizeof(uint32_t));
  order->tallies = ovi_arena_take(arena, (uint64_t)most_score(trees) + 2, sizeof(uint32_t));
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

/* Grows a tree from one node of each island: those of all rounds are spread evenly. */
static void grow_tree(const ovi_label_order *order, ovi_graph_trees *trees, uint32_t islands) {
  for (uint32_t island = 0; island <= islands; island++) {
    uint64_t count = order->begins[island + 1] - order->begins[island];
    uint64_t place = (2 * (uint64_t)trees->grown + 1) * count / (2 * OVI_ORDER_TREES);
    if (count != 0) {
      ovi_graph_root(&trees->search, order->seeds[order->begins[island] + place]);
    }
  }
  ovi_graph_trees_grow(trees);
}

/* Ranks by falling score, equal ones by number: a counting sort. */
static void rank_by_score(ovi_label_order *order, const ovi_graph_trees *trees) {
  uint32_t most = most_score(trees);
  memset(order->tallies, 0, ((size_t)most + 2) * sizeof(uint32_t));
  for (uint32_t node = 0; node < trees->graph.node_count; node++) {
    order->tallies[most - trees->scores[node]]++;
  }
  for (uint32_t place = 0; place < most; place++) {
    order->tallies[place + 1] += order->tallies[place];
  }
  for (uint32_t node = trees->graph.node_count; node-- > 0;) {
    order->rank[node] = --order->tallies[most - trees->scores[node]];
  }
}

void ovi_label_order_find(ovi_label_order *order, ovi_graph_trees *trees, uint32_t islands) {
  sort_by_island(order, &trees->graph, islands);
  while (trees->grown < OVI_ORDER_TREES) {
    grow_tree(order, trees, islands);
  }
  rank_by_score(order, trees);
}
