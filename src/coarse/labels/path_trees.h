/* Shortest-path trees over the flat waypoint graph, and a score for each waypoint by how much of
 * the trees lies below it. The order of hubs follows from it.
 *
 * Invariant: a node's score is the sum, over all trees so far, of the square of the floor of the
 * binary logarithm of its subtree's size. */
#ifndef OVERLAND_COARSE_LABELS_PATH_TREES_H
#define OVERLAND_COARSE_LABELS_PATH_TREES_H

#include "coarse/labels/graph_search.h"
#include "common/arena.h"

/* The greatest increase of a score with one tree. */
enum { OVI_TREE_SCORE = 31 * 31 };

/* A tree, or a forest with one tree for each root. */
typedef struct ovi_path_tree {
  uint32_t *costs; /* of each node of the graph, in units of the graph; OVI_GRAPH_FAR: not in it */
  uint32_t *sizes; /* of each node of the graph in it: nodes of its subtree */
  uint32_t *nodes; /* in the order in which they were settled */
  uint32_t *parents; /* of `nodes`; OVI_NO_NODE: a root */
  uint32_t count;    /* of `nodes` */
} ovi_path_tree;

/* The graph of one layer, and the trees grown in it so far. */
typedef struct ovi_graph_trees {
  const ovl_allocator *allocator;
  ovi_memory memory;
  ovi_flat_graph graph;
  ovi_graph_search search;
  bool overflows;     /* a cost does not fit: no tree is valid */
  uint32_t grown;     /* trees so far */
  uint32_t *scores;   /* of each node */
  ovi_path_tree last; /* the one grown last */
  ovl_result result;
  ovi_graph_maker maker;
  ovi_stages making, growing;
} ovi_graph_trees;

/* Begins the graph, or the graph of walking, of a layer whose blocks and islands exist and stay
 * until it is finished. The trees have to be released in any case. */
void ovi_graph_trees_begin(ovi_graph_trees *trees, const ovi_layer *layer,
                           const ovl_allocator *allocator, ovi_graph_costs costs);

/* Continues with the graph. True: finished, or `result` is OVL_NO_MEMORY; false: the budget is used
 * up. */
bool ovi_graph_trees_make(ovi_graph_trees *trees, uint64_t *budget);

/* Continues growing one tree from each root that was added to `search`; no two roots may be
 * connected. True: finished; false: the budget is used up. One expansion for each node reached. */
bool ovi_graph_trees_grow(ovi_graph_trees *trees, uint64_t *budget);

/* Cuts a fork out of an arena: it shares the graph of trees of which none is grown yet, and grows
 * others at the same time. It needs no release. */
void ovi_graph_trees_fork(ovi_graph_trees *fork, const ovi_graph_trees *trees, ovi_arena *arena);

/* Begins a fork when the memory is there. */
void ovi_graph_trees_begin_fork(ovi_graph_trees *fork, const ovi_graph_trees *trees);

/* Adds the scores of a fork's trees. */
void ovi_graph_trees_join(ovi_graph_trees *trees, const ovi_graph_trees *fork);

/* Returns all memory. */
void ovi_graph_trees_release(ovi_graph_trees *trees);

#endif
