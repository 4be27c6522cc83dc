/* Builds the flat graph, grows shortest-path trees in it, and adds the sizes of their subtrees to
 * the scores of the nodes. */
#include "coarse/labels/path_trees.h"

#include "common/compiler.h"

enum { TREES_NODES = 64 }; /* nodes that take as long as one expansion */

static void reserve_growing(ovi_graph_trees *trees, ovi_arena *arena) {
  const uint32_t nodes = trees->graph.node_count;
  ovi_graph_search_reserve(&trees->search, &trees->graph, arena);
  trees->scores = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->last.costs = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->last.sizes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->last.nodes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->last.parents = ovi_arena_take(arena, nodes, sizeof(uint32_t));
}

static void trees_reserve(void *user, ovi_arena *arena) {
  ovi_graph_trees *trees = user;
  ovi_graph_reserve(&trees->graph, trees->maker.layer, arena);
  reserve_growing(trees, arena);
}

/* ---- Laying out -------------------------------------------------------------- */

static bool count_graph(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  return ovi_graph_count(&trees->maker, budget);
}

static bool trees_allocate(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const bool is_taken = ovi_memory_take(&trees->memory, trees->allocator, trees_reserve, trees);
  trees->result = is_taken ? OVL_OK : OVL_NO_MEMORY;
  ovi_slice_pay(budget, 1);
  return is_taken;
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
  const uint64_t end = ovi_slice_advance(budget, at, trees->graph.node_count, TREES_NODES);
  memset(trees->scores + at, 0, (size_t)(end - at) * sizeof(uint32_t));
  trees->making.at = end;
  return end == trees->graph.node_count;
}

void ovi_graph_trees_begin(ovi_graph_trees *trees, const ovi_layer *layer,
                           const ovl_allocator *allocator, ovi_graph_costs costs) {
  *trees = (ovi_graph_trees){.allocator = allocator, .result = OVL_OK};
  ovi_graph_begin(&trees->maker, &trees->graph, layer, costs);
}

bool ovi_graph_trees_make(ovi_graph_trees *trees, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {count_graph, trees_allocate, fill_graph, trees_clear_search,
                                        clear_scores};
  const bool is_made = ovi_stages_run(&trees->making, stages, 5, trees, budget);
  trees->overflows = is_made && !ovi_graph_fits(&trees->graph);
  return is_made || trees->result != OVL_OK;
}

void ovi_graph_trees_release(ovi_graph_trees *trees) { ovi_memory_release(&trees->memory); }

/* ---- Growing ----------------------------------------------------------------- */

static bool trees_visit(void *user, uint32_t node) {
  ovi_graph_trees *trees = user;
  trees->last.nodes[trees->last.count] = node;
  trees->last.parents[trees->last.count++] = trees->search.parent;
  trees->last.costs[node] = trees->search.cost;
  ovi_graph_expand(&trees->search, node);
  return true;
}

static bool reset_costs(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const uint64_t end =
      ovi_slice_advance(budget, trees->growing.at, trees->graph.node_count, TREES_NODES);
  for (uint64_t node = trees->growing.at; node < end; node++) {
    trees->last.costs[node] = OVI_GRAPH_FAR;
  }
  trees->growing.at = end;
  trees->last.count = 0;
  return end == trees->graph.node_count;
}

static bool trees_run_search(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const uint32_t before = trees->last.count;
  const bool is_over = ovi_best_first(&trees->search, ovi_graph_pop, trees, trees_visit, *budget);
  ovi_slice_pay(budget, trees->last.count - before);
  return is_over;
}

static bool reset_search(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  return ovi_graph_search_reset(&trees->search, budget);
}

static bool count_ones(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const uint64_t end = ovi_slice_advance(budget, trees->growing.at, trees->last.count, TREES_NODES);
  for (; trees->growing.at < end; trees->growing.at++) {
    trees->last.sizes[trees->last.nodes[trees->growing.at]] = 1;
  }
  return end == trees->last.count;
}

/* Sums the subtrees from the last node to the first: children were settled after their parents. */
static bool add_scores(void *work, uint64_t *budget) {
  ovi_graph_trees *trees = work;
  const uint64_t end = ovi_slice_advance(budget, trees->growing.at, trees->last.count, TREES_NODES);
  uint32_t i = trees->last.count - (uint32_t)trees->growing.at;
  for (; i > trees->last.count - (uint32_t)end; i--) {
    uint32_t node = trees->last.nodes[i - 1];
    if (trees->last.parents[i - 1] != OVI_NO_NODE) {
      trees->last.sizes[trees->last.parents[i - 1]] += trees->last.sizes[node];
    }
    uint32_t logarithm = 63 - (uint32_t)ovi_zeros_above(trees->last.sizes[node]);
    trees->scores[node] += logarithm * logarithm;
  }
  trees->growing.at = end;
  return end == trees->last.count;
}

bool ovi_graph_trees_grow(ovi_graph_trees *trees, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {reset_costs, trees_run_search, reset_search, count_ones,
                                        add_scores};
  if (!ovi_stages_run(&trees->growing, stages, 5, trees, budget)) {
    return false;
  }
  trees->growing = (ovi_stages){0, 0};
  trees->grown++;
  trees->overflows |= trees->search.overflows;
  return true;
}

/* ---- Forks ------------------------------------------------------------------- */

void ovi_graph_trees_fork(ovi_graph_trees *fork, const ovi_graph_trees *trees, ovi_arena *arena) {
  *fork = *trees;
  fork->graph.cliques = ovi_arena_take(arena, trees->graph.clique_count, sizeof(ovi_graph_clique));
  reserve_growing(fork, arena);
}

void ovi_graph_trees_begin_fork(ovi_graph_trees *fork, const ovi_graph_trees *trees) {
  uint64_t at = 0;
  uint64_t endless = OVI_SLICE_ENDLESS;
  memcpy(fork->graph.cliques, trees->graph.cliques,
         trees->graph.clique_count * sizeof(ovi_graph_clique));
  ovi_graph_search_clear(&fork->search, &at, &endless);
  memset(fork->scores, 0, trees->graph.node_count * sizeof(uint32_t));
}

void ovi_graph_trees_join(ovi_graph_trees *trees, const ovi_graph_trees *fork) {
  for (uint32_t node = 0; node < trees->graph.node_count; node++) {
    trees->scores[node] += fork->scores[node];
  }
  trees->grown += fork->grown;
  trees->overflows |= fork->overflows;
}
