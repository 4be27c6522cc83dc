/* The order of the hubs: which waypoints the most shortest paths pass, by a sample of
 * trees of them.
 *
 * Labels are short if the first hubs cut many shortest paths. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_ORDER_H
#define OVERLAND_COARSE_LABELS_LABEL_ORDER_H

#include "coarse/labels/path_trees.h"
#include "common/arena.h"

enum { OVI_ORDER_TREES = 32 }; /* 64 give labels that are no shorter */

typedef struct ovi_label_order {
  uint32_t *rank;  /* of each node, 0 the first hub: the result */
  uint32_t *seeds; /* nodes by island, and where each island's begin */
  uint32_t *begins;
  uint32_t *tallies;
  uint32_t islands;
  ovi_graph_trees *trees;
  ovi_stages stages;
  bool is_planted; /* the tree at work has roots */
} ovi_label_order;

/* For trees, some of which are grown. */
void ovi_label_order_begin(ovi_label_order *order, ovi_graph_trees *trees, uint32_t islands);
void ovi_label_order_reserve(ovi_label_order *order, ovi_arena *arena);

/* Goes on with growing what is missing of OVI_ORDER_TREES, and finding the order; true: it is
 * found. */
bool ovi_label_order_find(ovi_label_order *order, uint64_t *budget);

#endif
