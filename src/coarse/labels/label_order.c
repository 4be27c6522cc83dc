/* Grows the sample of trees, in each round one from every island in a single search, adds the sizes
 * of their subtrees to the scores of the nodes, and sorts the nodes by score. */
#include "coarse/labels/label_order.h"

#include "common/compiler.h"

enum {
  ORDER_NODES = 64,     /* that take as long as one expansion */
  TREE_SCORE = 31 * 31, /* the greatest increase of a score with one tree */
  MOST_SCORE = TREE_SCORE * OVI_ORDER_TREES
};

static void trees_reserve(ovi_path_trees *trees, ovi_arena *arena) {
  const uint32_t nodes = trees->graph.node_count;
  ovi_graph_search_reserve(&trees->search, &trees->graph, arena);
  trees->scores = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->sizes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->nodes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  trees->parents = ovi_arena_take(arena, nodes, sizeof(uint32_t));
}

void ovi_label_order_reserve(ovi_label_order *order, ovi_arena *arena) {
  const uint32_t nodes = order->trees.graph.node_count;
  trees_reserve(&order->trees, arena);
  order->rank = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->by_island = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->begins = ovi_arena_take(arena, (uint64_t)order->islands + 2, sizeof(uint32_t));
  order->tallies = ovi_arena_take(arena, MOST_SCORE + 3, sizeof(uint32_t));
}

static void trees_begin(ovi_path_trees *trees) {
  ovi_graph_search_clear(&trees->search);
  memset(trees->scores, 0, trees->graph.node_count * sizeof(uint32_t));
  trees->count = trees->grown = 0;
}

/* ---- Growing ------------------------------------------------------------------ */

/* Adds the roots of a round, one on each island. Those of all rounds are spaced evenly over its
 * nodes. */
static void order_add_roots(const ovi_label_order *order, ovi_path_trees *trees, uint32_t round) {
  for (uint32_t island = 0; island <= order->islands; island++) {
    const uint64_t count = order->begins[island + 1] - order->begins[island];
    const uint64_t place = (2 * (uint64_t)round + 1) * count / (2 * OVI_ORDER_TREES);
    if (count != 0) {
      ovi_graph_add_root(&trees->search, order->by_island[order->begins[island] + place]);
    }
  }
}

static bool trees_visit(void *user, uint32_t node) {
  ovi_path_trees *trees = user;
  trees->nodes[trees->count] = node;
  trees->parents[trees->count++] = trees->search.parent;
  ovi_graph_expand(&trees->search, node);
  return true;
}

/* Goes on growing a tree from each root that was added to the search. True: they are grown, and
 * their scores added. */
static bool grow_tree(ovi_path_trees *trees, uint64_t *budget) {
  const uint32_t before = trees->count;
  const bool is_over = ovi_graph_search_run(&trees->search, trees_visit, trees, *budget);
  ovi_slice_pay(budget, trees->count - before);
  if (!is_over) {
    return false;
  }
  OVI_ASSERT(trees->count <= trees->graph.node_count);
  for (uint32_t i = 0; i < trees->count; i++) {
    trees->sizes[trees->nodes[i]] = 1;
  }
  for (uint32_t i = trees->count; i-- > 0;) { /* children were settled after their parents */
    const uint32_t size = trees->sizes[trees->nodes[i]];
    const uint32_t logarithm = 63 - (uint32_t)ovi_zeros_above(size);
    if (trees->parents[i] != OVI_NO_NODE) {
      trees->sizes[trees->parents[i]] += size;
    }
    trees->scores[trees->nodes[i]] += logarithm * logarithm;
  }
  ovi_slice_pay(budget, ovi_graph_search_reset(&trees->search) + trees->count / ORDER_NODES);
  trees->overflows |= trees->search.overflows;
  trees->count = 0;
  trees->grown++;
  return true;
}

static void reserve_forks(void *user, ovi_arena *arena) {
  ovi_label_order *order = user;
  const ovi_flat_graph *graph = &order->trees.graph;
  for (int32_t i = 0; i < ovi_jobs_workers(order->jobs); i++) {
    ovi_path_trees *fork = &order->forks[i];
    *fork = (ovi_path_trees){.graph = *graph};
    fork->graph.cliques = ovi_arena_take(arena, graph->clique_count, sizeof(ovi_graph_clique));
    trees_reserve(fork, arena);
  }
}

static void grow_tree_job(void *context, int32_t index, int32_t worker) {
  const ovi_label_order *order = context;
  uint64_t endless = OVI_SLICE_ENDLESS;
  order_add_roots(order, &order->forks[worker], (uint32_t)index);
  grow_tree(&order->forks[worker], &endless);
}

void ovi_label_order_begin(ovi_label_order *order) {
  const ovi_flat_graph *graph = &order->trees.graph;
  trees_begin(&order->trees);
  /* Lists the nodes by island: a counting sort. */
  uint32_t *begins = order->begins;
  memset(begins, 0, ((size_t)order->islands + 2) * sizeof(uint32_t));
  for (uint32_t node = 0; node < graph->node_count; node++) {
    OVI_ASSERT(graph->nodes[node].island <= order->islands);
    begins[graph->nodes[node].island + 1]++;
  }
  for (uint32_t island = 0; island <= order->islands; island++) {
    begins[island + 1] += begins[island];
  }
  OVI_ASSERT(begins[order->islands + 1] == graph->node_count);
  for (uint32_t node = 0; node < graph->node_count; node++) {
    order->by_island[begins[graph->nodes[node].island]++] = node;
  }
  /* Listing has moved each island's begin to that of the next island: moves them back. */
  for (uint32_t island = order->islands + 1; island > 0; island--) {
    begins[island] = begins[island - 1];
  }
  begins[0] = 0;
  /* Grows all trees at once, if there are workers and the memory. */
  const int32_t workers = ovi_jobs_workers(order->jobs);
  const uint64_t fork_bytes = (uint64_t)workers * sizeof(ovi_path_trees);
  ovi_memory memory = {.block = NULL};
  if (workers < 2) {
    return;
  }
  order->forks = ovi_allocate(order->allocator, fork_bytes);
  if (order->forks != NULL && ovi_memory_take(&memory, order->allocator, reserve_forks, order)) {
    for (int32_t i = 0; i < workers; i++) {
      memcpy(order->forks[i].graph.cliques, graph->cliques,
             graph->clique_count * sizeof(ovi_graph_clique));
      trees_begin(&order->forks[i]);
    }
    ovi_jobs_run(order->jobs, OVI_ORDER_TREES, grow_tree_job, order);
    for (int32_t i = 0; i < workers; i++) {
      for (uint32_t node = 0; node < graph->node_count; node++) {
        order->trees.scores[node] += order->forks[i].scores[node];
      }
      order->trees.grown += order->forks[i].grown;
      order->trees.overflows |= order->forks[i].overflows;
    }
    OVI_ASSERT(order->trees.grown == OVI_ORDER_TREES);
  }
  ovi_memory_release(&memory);
  ovi_release(order->allocator, order->forks, fork_bytes);
}

bool ovi_label_order_grow(ovi_label_order *order, uint64_t *budget) {
  while (order->trees.grown < OVI_ORDER_TREES) {
    if (!order->has_roots) {
      order_add_roots(order, &order->trees, order->trees.grown);
      ovi_slice_pay(budget, order->islands / ORDER_NODES);
      order->has_roots = true;
    }
    if (!grow_tree(&order->trees, budget)) {
      return false;
    }
    order->has_roots = false;
  }
  return true;
}

/* ---- Ranking by falling score, equal ones by number: a counting sort ----------- */

/* The place of a node's score. Ends of links come behind all waypoints: so they are hubs of
 * themselves only, and no route passes one without taking the link. */
static uint32_t place_of(const ovi_label_order *order, uint32_t node) {
  const ovi_flat_graph *graph = &order->trees.graph;
  OVI_ASSERT(order->trees.scores[node] <= MOST_SCORE);
  return graph->links.count != 0 && ovi_graph_is_end(graph, &graph->nodes[node])
             ? MOST_SCORE + 1
             : MOST_SCORE - order->trees.scores[node];
}

void ovi_label_order_rank(ovi_label_order *order) {
  const uint32_t nodes = order->trees.graph.node_count;
  uint32_t *tallies = order->tallies;
  memset(tallies, 0, ((size_t)MOST_SCORE + 3) * sizeof(uint32_t));
  for (uint32_t node = 0; node < nodes; node++) {
    tallies[place_of(order, node)]++;
  }
  for (uint32_t place = 0; place <= MOST_SCORE; place++) {
    tallies[place + 1] += tallies[place];
  }
  OVI_ASSERT(tallies[MOST_SCORE + 1] == nodes);
  for (uint32_t node = nodes; node-- > 0;) {
    order->rank[node] = --tallies[place_of(order, node)];
  }
}
