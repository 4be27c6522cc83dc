/* Growing trees and counting what lies beyond. */
#include "graph_trees.h"

static void place(ovi_graph_trees *trees, const ovi_layer *layer, ovi_arena *arena) {
  uint32_t nodes = trees->graph.node_count;
  ovi_graph_place(&trees->graph, layer, arena);
  ovi_graph_search_place(&trees->search, &trees->graph, arena);
  trees->scores = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->costs = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->sizes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->nodes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->parents = ovi_arena_take(arena, nodes, sizeof(uint32_t));
}

ovl_result ovi_graph_trees_begin(ovi_graph_trees *trees, const ovi_layer *layer,
                                 const ovl_allocator *allocator) {
  *trees = (ovi_graph_trees){.allocator = allocator, .graph = ovi_graph_count(layer)};
  ovi_arena counted = {NULL, 0};
  place(trees, layer, &counted);
  trees->memory_bytes = counted.used + 1;
  trees->memory = ovi_allocate(allocator, trees->memory_bytes);
  if (trees->memory == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {trees->memory, 0};
  place(trees, layer, &cut);
  trees->overflows = !ovi_graph_fill(&trees->graph, layer);
  ovi_graph_search_clear(&trees->search);
  for (uint32_t node = 0; node < trees->graph.node_count; node++) {
    trees->scores[node] = 0;
  }
  return OVL_OK;
}

void ovi_graph_trees_release(ovi_graph_trees *trees) {
  ovi_release(trees->allocator, trees->memory, trees->memory_bytes);
  trees->memory = NULL;
}

static bool take_turn(void *user, uint32_t node) {
  ovi_graph_trees *trees = user;
  trees->nodes[trees->count] = node;
  trees->parents[trees->count++] = trees->search.parent;
  trees->costs[node] = trees->search.cost;
  ovi_graph_expand(&trees->search, node);
  return true;
}

/* Children were taken after their parents. */
static void score(ovi_graph_trees *trees) {
  for (uint32_t i = 0; i < trees->count; i++) {
    trees->sizes[trees->nodes[i]] = 1;
  }
  for (uint32_t i = trees->count; i-- > 0;) {
    uint32_t node = trees->nodes[i];
    if (trees->parents[i] != OVI_NO_NODE) {
      trees->sizes[trees->parents[i]] += trees->sizes[node];
    }
    uint32_t logarithm = 63 - (uint32_t)ovi_zeros_above(trees->sizes[node]);
    trees->scores[node] += logarithm * logarithm;
  }
}

void ovi_graph_trees_grow(ovi_graph_trees *trees) {
  trees->count = 0;
  trees->grown++;
  for (uint32_t node = 0; node < trees->graph.node_count; node++) {
    trees->costs[node] = OVI_GRAPH_FAR;
  }
  ovi_best_first(&trees->search, ovi_graph_take, trees, take_turn, UINT64_MAX);
  ovi_graph_forget(&trees->search);
  trees->overflows |= trees->search.overflows;
  score(trees);
}
