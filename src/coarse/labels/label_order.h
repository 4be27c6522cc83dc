/* Orders the waypoints as hubs for labels: those that most cheapest routes pass come first,
 * estimated from a sample of shortest-path trees. Labels are short if the first hubs lie on many
 * cheapest routes.
 *
 * Invariant: the order depends on the graph alone. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_ORDER_H
#define OVERLAND_COARSE_LABELS_LABEL_ORDER_H

#include "coarse/labels/path_trees.h"
#include "common/arena.h"
#include "common/jobs.h"

enum { OVI_ORDER_TREES = 32 }; /* sampled; 64 give labels that are no shorter */

typedef struct ovi_label_order {
  uint32_t *rank;      /* of each node, 0 for the first hub: the result */
  uint32_t *by_island; /* nodes sorted by island */
  uint32_t *begins;    /* of each island: its first entry in `by_island`; and one more */
  uint32_t *tallies;   /* of each score: the number of nodes with it */
  uint32_t islands;
  ovi_graph_trees *trees;
  const ovl_jobs *jobs;   /* NULL: the calling thread grows all trees */
  ovi_graph_trees *forks; /* one for each worker */
  ovi_stages stages;
  bool has_roots; /* the current tree has its roots */
} ovi_label_order;

/* Begins an order. */
void ovi_label_order_begin(ovi_label_order *order, ovi_graph_trees *trees, uint32_t islands,
                           const ovl_jobs *jobs);

/* Cuts the arrays out of an arena. */
void ovi_label_order_reserve(ovi_label_order *order, ovi_arena *arena);

/* Continues: grows the trees that are missing of OVI_ORDER_TREES, then sorts. True: finished;
 * false: the budget is used up. */
bool ovi_label_order_find(ovi_label_order *order, uint64_t *budget);

#endif
