/* Orders the waypoints as hubs for labels: those that most cheapest routes pass come first,
 * estimated from a sample of shortest-path trees. Labels are short if the first hubs lie on many
 * cheapest routes.
 *
 * Invariant: the order depends on the graph alone. A node's score is the sum, over all trees so
 * far, of the square of the floor of the binary logarithm of its subtree's size. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_ORDER_H
#define OVERLAND_COARSE_LABELS_LABEL_ORDER_H

#include "coarse/labels/graph_search.h"
#include "common/arena.h"
#include "common/jobs.h"

enum { OVI_ORDER_TREES = 32 }; /* sampled; 64 give labels that are no shorter */

/* Trees that are grown in the graph of a layer, or in a fork of it. Each is a forest, with one tree
 * for each island. */
typedef struct ovi_path_trees {
  ovi_flat_graph graph;
  ovi_graph_search search;
  bool overflows;    /* a cost does not fit: no tree is valid */
  uint32_t grown;    /* trees so far */
  uint32_t *scores;  /* of each node */
  uint32_t *sizes;   /* of each node in the present tree: nodes of its subtree */
  uint32_t *nodes;   /* of the present tree, in the order in which they were settled */
  uint32_t *parents; /* of `nodes`; OVI_NO_NODE: a root */
  uint32_t count;    /* of `nodes` */
} ovi_path_trees;

typedef struct ovi_label_order {
  ovi_path_trees trees; /* their graph is filled before an order begins */
  uint32_t *rank;       /* of each node, 0 for the first hub: the result */
  uint32_t *by_island;  /* nodes sorted by island */
  uint32_t *begins;     /* of each island: its first entry in `by_island`; and one more */
  uint32_t *tallies;    /* of each score: the number of nodes with it */
  uint32_t islands;
  const ovl_allocator *allocator;
  const ovl_jobs *jobs;  /* NULL: the calling thread grows all trees */
  ovi_path_trees *forks; /* one for each worker */
  bool has_roots;        /* the present tree has its roots */
} ovi_label_order;

/* Cuts the arrays out of an arena, but for those of the graph, which is counted. */
void ovi_label_order_reserve(ovi_label_order *order, ovi_arena *arena);

/* Begins an order of a graph that is filled. With several workers all trees are grown, if there is
 * the memory. */
void ovi_label_order_begin(ovi_label_order *order);

/* Goes on with the trees that are missing of OVI_ORDER_TREES. True: all are grown; false: the
 * budget is used up. One expansion for each node reached. */
bool ovi_label_order_grow(ovi_label_order *order, uint64_t *budget);

/* Ranks the nodes, once all trees are grown. */
void ovi_label_order_rank(ovi_label_order *order);

#endif
