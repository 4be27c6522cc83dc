/* Grows the sample of trees, in each round one from every island in a single search, and sorts the
 * nodes by score. */
#include "coarse/labels/label_order.h"

#include "common/compiler.h"

enum { ORDER_NODES = 64 }; /* nodes that take as long as one expansion */

/* The greatest score that a node can have once all trees are grown. */
enum { MOST_SCORE = OVI_TREE_SCORE * OVI_ORDER_TREES };

void ovi_label_order_begin(ovi_label_order *order, ovi_graph_trees *trees, uint32_t islands,
                           const ovl_jobs *jobs) {
  *order = (ovi_label_order){.trees = trees, .islands = islands, .jobs = jobs};
}

void ovi_label_order_reserve(ovi_label_order *order, ovi_arena *arena) {
  const uint32_t nodes = order->trees->graph.node_count;
  order->rank = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->by_island = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  order->begins = ovi_arena_take(arena, (uint64_t)order->islands + 2, sizeof(uint32_t));
  order->tallies = ovi_arena_take(arena, MOST_SCORE + 3, sizeof(uint32_t));
}

/* ---- Listing the nodes by island: a counting sort ----------------------------- */

static bool count_nodes(void *work, uint64_t *budget) {
  ovi_label_order *order = work;
  const ovi_flat_graph *graph = &order->trees->graph;
  if (order->stages.at == 0) {
    memset(order->begins, 0, ((size_t)order->islands + 2) * sizeof(uint32_t));
  }
  const uint64_t end = ovi_slice_advance(budget, order->stages.at, graph->node_count, ORDER_NODES);
  for (; order->stages.at < end; order->stages.at++) {
    order->begins[graph->nodes[order->stages.at].island + 1]++;
  }
  if (end < graph->node_count) {
    return false;
  }
  for (uint32_t island = 0; island <= order->islands; island++) {
    order->begins[island + 1] += order->begins[island];
  }
  ovi_slice_pay(budget, order->islands / ORDER_NODES);
  return true;
}

static bool list_nodes(void *work, uint64_t *budget) {
  ovi_label_order *order = work;
  const ovi_flat_graph *graph = &order->trees->graph;
  const uint64_t end = ovi_slice_advance(budget, order->stages.at, graph->node_count, ORDER_NODES);
  for (; order->stages.at < end; order->stages.at++) {
    const uint32_t node = (uint32_t)order->stages.at;
    order->by_island[order->begins[graph->nodes[node].island]++] = node;
  }
  if (end < graph->node_count) {
    return false;
  }
  /* Listing has moved each island's begin to that of the next island: moves them back. */
  for (uint32_t island = order->islands + 1; island > 0; island--) {
    order->begins[island] = order->begins[island - 1];
  }
  order->begins[0] = 0;
  ovi_slice_pay(budget, order->islands / ORDER_NODES);
  return true;
}

/* ---- Growing ------------------------------------------------------------------ */

/* Adds the roots of a round, one on each island. Those of all rounds are spaced evenly over its
 * nodes. */
static void order_add_roots(const ovi_label_order *order, ovi_graph_trees *trees, uint32_t round) {
  for (uint32_t island = 0; island <= order->islands; island++) {
    uint64_t count = order->begins[island + 1] - order->begins[island];
    uint64_t place = (2 * (uint64_t)round + 1) * count / (2 * OVI_ORDER_TREES);
    if (count != 0) {
      ovi_graph_add_root(&trees->search, order->by_island[order->begins[island] + place]);
    }
  }
}

static void reserve_forks(void *user, ovi_arena *arena) {
  ovi_label_order *order = user;
  for (int32_t i = 0; i < ovi_jobs_workers(order->jobs); i++) {
    ovi_graph_trees_fork(&order->forks[i], order->trees, arena);
  }
}

static void grow_tree_job(void *context, int32_t index, int32_t worker) {
  const ovi_label_order *order = context;
  uint64_t endless = OVI_SLICE_ENDLESS;
  order_add_roots(order, &order->forks[worker], (uint32_t)index);
  ovi_graph_trees_grow(&order->forks[worker], &endless);
}

/* Grows all trees at once, if there is the memory. */
static void grow_on_workers(ovi_label_order *order) {
  const ovl_allocator *allocator = order->trees->allocator;
  const uint64_t fork_bytes = (uint64_t)ovi_jobs_workers(order->jobs) * sizeof(ovi_graph_trees);
  ovi_memory memory = {.block = NULL};
  order->forks = ovi_allocate(allocator, fork_bytes);
  if (order->forks != NULL && ovi_memory_take(&memory, allocator, reserve_forks, order)) {
    for (int32_t i = 0; i < ovi_jobs_workers(order->jobs); i++) {
      ovi_graph_trees_begin_fork(&order->forks[i], order->trees);
    }
    ovi_jobs_run(order->jobs, OVI_ORDER_TREES, grow_tree_job, order);
    for (int32_t i = 0; i < ovi_jobs_workers(order->jobs); i++) {
      ovi_graph_trees_join(order->trees, &order->forks[i]);
    }
  }
  ovi_memory_release(&memory);
  ovi_release(allocator, order->forks, fork_bytes);
}

static bool grow_trees(void *work, uint64_t *budget) {
  ovi_label_order *order = work;
  if (order->trees->grown == 0 && !order->has_roots && ovi_jobs_workers(order->jobs) > 1) {
    grow_on_workers(order);
    ovi_slice_pay(budget, (uint64_t)order->trees->graph.node_count * order->trees->grown);
  }
  while (order->trees->grown < OVI_ORDER_TREES) {
    if (!order->has_roots) {
      order_add_roots(order, order->trees, order->trees->grown);
      ovi_slice_pay(budget, order->islands / ORDER_NODES);
      order->has_roots = true;
    }
    if (!ovi_graph_trees_grow(order->trees, budget)) {
      return false;
    }
    order->has_roots = false;
  }
  return true;
}

/* ---- Ranking by falling score, equal ones by number: a counting sort ----------- */

/* The place of a node's score. Ends of links come behind all waypoints: so they are hubs of
 * themselves only, and no route passes one without taking the link. */
static uint32_t place_of(const ovi_label_order *order, uint64_t node) {
  const ovi_flat_graph *graph = &order->trees->graph;
  return graph->links.count != 0 && ovi_graph_is_end(graph, &graph->nodes[node])
             ? MOST_SCORE + 1
             : MOST_SCORE - order->trees->scores[node];
}

static bool count_scores(void *work, uint64_t *budget) {
  ovi_label_order *order = work;
  const ovi_graph_trees *trees = order->trees;
  if (order->stages.at == 0) {
    memset(order->tallies, 0, ((size_t)MOST_SCORE + 3) * sizeof(uint32_t));
  }
  const uint64_t end =
      ovi_slice_advance(budget, order->stages.at, trees->graph.node_count, ORDER_NODES);
  for (; order->stages.at < end; order->stages.at++) {
    order->tallies[place_of(order, order->stages.at)]++;
  }
  if (end < trees->graph.node_count) {
    return false;
  }
  for (uint32_t place = 0; place <= MOST_SCORE; place++) {
    order->tallies[place + 1] += order->tallies[place];
  }
  ovi_slice_pay(budget, MOST_SCORE / ORDER_NODES);
  return true;
}

static bool rank_nodes(void *work, uint64_t *budget) {
  ovi_label_order *order = work;
  const ovi_graph_trees *trees = order->trees;
  const uint32_t nodes = trees->graph.node_count;
  const uint64_t end = ovi_slice_advance(budget, order->stages.at, nodes, ORDER_NODES);
  for (; order->stages.at < end; order->stages.at++) {
    const uint32_t node = nodes - 1 - (uint32_t)order->stages.at;
    order->rank[node] = --order->tallies[place_of(order, node)];
  }
  return end == nodes;
}

bool ovi_label_order_find(ovi_label_order *order, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {count_nodes, list_nodes, grow_trees, count_scores,
                                        rank_nodes};
  return ovi_stages_run(&order->stages, stages, 5, order, budget);
}
