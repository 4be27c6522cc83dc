/* Growing trees and counting what lies beyond. */
#include "coarse/labels/path_trees.h"

#include "common/compiler.h"

enum { TREES_NODES = 64 }; /* that are as long as an expansion */

static void trees_reserve(ovi_graph_trees *trees, const ovi_layer *layer, ovi_arena *arena) {
  uint32_t nodes = trees->graph.node_count;
  ovi_graph_reserve(&trees->graph, layer, arena);
  ovi_graph_search_reserve(&trees->search, &trees->graph, arena);
  trees->scores = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->costs = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->sizes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->nodes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->parents = ovi_arena_take(arena, nodes, sizeof(uint32_t));
}

/* ---- Laying out -------------------------------------------------------------- */

static bool count_graph(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  return ovi_graph_count(&trees->maker, budget);
}

static bool trees_take_memory(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  ovi_arena counted = {NULL, 0};
  trees_reserve(trees, trees->maker.layer, &counted);
  trees->memory_bytes = counted.used + 1;
  trees->memory = ovi_allocate(trees->allocator, trees->memory_bytes);
  ovi_slice_pay(budget, 1);
  if (trees->memory == NULL) {
    trees->result = OVL_NO_MEMORY;
    return false;
  }
  ovi_arena cut = {trees->memory, 0};
  trees_reserve(trees, trees->maker.layer, &cut);
  return true;
}

static bool fill_graph(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  return ovi_graph_fill(&trees->maker, budget);
}

static bool trees_clear_search(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  return ovi_graph_search_clear(&trees->search, &trees->making.at, budget);
}

static bool clear_scores(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const uint64_t at = trees->making.at;
  const uint64_t end = ovi_slice_reach(budget, at, trees->graph.node_count, TREES_NODES);
  memset(trees->scores + at, 0, (size_t)(end - at) * sizeof(uint32_t));
  trees->making.at = end;
  return end == trees->graph.node_count;
}

void ovi_graph_trees_begin(ovi_graph_trees *trees, const ovi_layer *layer,
                           const ovl_allocator *allocator) {
  *trees = (ovi_graph_trees){.allocator = allocator, .result = OVL_OK};
  ovi_graph_begin(&trees->maker, &trees->graph, layer);
}

bool ovi_graph_trees_make(ovi_graph_trees *trees, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {count_graph, trees_take_memory, fill_graph,
                                        trees_clear_search, clear_scores};
  const bool is_made = ovi_stages_run(&trees->making, stages, 5, trees, budget);
  trees->overflows = is_made && !ovi_graph_fits(&trees->graph);
  return is_made || trees->result != OVL_OK;
}

void ovi_graph_trees_release(ovi_graph_trees *trees) {
  ovi_release(trees->allocator, trees->memory, trees->memory_bytes);
  trees->memory = NULL;
}

/* ---- Growing ----------------------------------------------------------------- */

static bool trees_take_turn(void *user, uint32_t node) {
  ovi_graph_trees *trees = user;
  trees->nodes[trees->count] = node;
  trees->parents[trees->count++] = trees->search.parent;
  trees->costs[node] = trees->search.cost;
  ovi_graph_expand(&trees->search, node);
  return true;
}

static bool forget_costs(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const uint64_t end =
      ovi_slice_reach(budget, trees->growing.at, trees->graph.node_count, TREES_NODES);
  for (uint64_t node = trees->growing.at; node < end; node++) {
    trees->costs[node] = OVI_GRAPH_FAR;
  }
  trees->growing.at = end;
  trees->count = 0;
  return end == trees->graph.node_count;
}

static bool trees_run_search(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const uint32_t before = trees->count;
  const bool is_over =
      ovi_best_first(&trees->search, ovi_graph_take, trees, trees_take_turn, *budget);
  ovi_slice_pay(budget, trees->count - before);
  return is_over;
}

static bool forget_search(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  return ovi_graph_forget(&trees->search, budget);
}

static bool count_ones(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const uint64_t end = ovi_slice_reach(budget, trees->growing.at, trees->count, TREES_NODES);
  for (; trees->growing.at < end; trees->growing.at++) {
    trees->sizes[trees->nodes[trees->growing.at]] = 1;
  }
  return end == trees->count;
}

/* Children were taken after their parents. */
static bool score(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const uint64_t end = ovi_slice_reach(budget, trees->growing.at, trees->count, TREES_NODES);
  uint32_t i = trees->count - (uint32_t)trees->growing.at;
  for (; i > trees->count - (uint32_t)end; i--) {
    uint32_t node = trees->nodes[i - 1];
    if (trees->parents[i - 1] != OVI_NO_NODE) {
      trees->sizes[trees->parents[i - 1]] += trees->sizes[node];
    }
    uint32_t logarithm = 63 - (uint32_t)ovi_zeros_above(trees->sizes[node]);
    trees->scores[node] += logarithm * logarithm;
  }
  trees->growing.at = end;
  return end == trees->count;
}

bool ovi_graph_trees_grow(ovi_graph_trees *trees, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {forget_costs, trees_run_search, forget_search, count_ones,
                                        score};
  if (!ovi_stages_run(&trees->growing, stages, 5, trees, budget)) {
    return false;
  }
  trees->growing = (ovi_stages){0, 0};
  trees->grown++;
  trees->overflows |= trees->search.overflows;
  return true;
}
