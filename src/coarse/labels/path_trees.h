/* Trees of cheapest routes over the flat waypoint graph, and how many of them pass
 * each waypoint: what landmarks and labels are both made from.
 *
 * Invariant: a node's score is the sum, over the trees so far, of the square of the
 * whole logarithm of how many waypoints lie beyond it. */
#ifndef OVERLAND_COARSE_LABELS_PATH_TREES_H
#define OVERLAND_COARSE_LABELS_PATH_TREES_H

#include "coarse/labels/graph_search.h"
#include "common/arena.h"

/* A score grows by no more with each tree. */
enum { OVI_TREE_SCORE = 31 * 31 };

typedef struct ovi_graph_trees {
  const ovl_allocator *allocator;
  uint8_t *memory;
  uint64_t memory_bytes;
  ovi_flat_graph graph;
  ovi_graph_search search;
  bool overflows;    /* some cost does not fit: no tree is right */
  uint32_t grown;    /* trees so far */
  uint32_t *scores;  /* of each node */
  uint32_t *costs;   /* of each node in the tree grown last; OVI_GRAPH_FAR: not in it */
  uint32_t *sizes;   /* of the subtrees of that one */
  uint32_t *nodes;   /* of that one, in the order in which they were taken */
  uint32_t *parents; /* of these */
  uint32_t count;    /* of these */
  ovl_result result;
  ovi_graph_maker maker;
  ovi_stages making, growing; /* what is in hand */
} ovi_graph_trees;

/* Begins to lay out the graph of a world whose blocks and islands are there, which stay until it
 * is. In any case the trees are to be released. */
void ovi_graph_trees_begin(ovi_graph_trees *trees, const ovi_layer *layer,
                           const ovl_allocator *allocator);

/* Goes on; true: it is laid out, or `result` is OVL_NO_MEMORY. */
bool ovi_graph_trees_make(ovi_graph_trees *trees, uint64_t *budget);

/* Goes on with growing one from each node that was made a root of `search`, none of them
 * joined; true: they are grown. */
bool ovi_graph_trees_grow(ovi_graph_trees *trees, uint64_t *budget);

void ovi_graph_trees_release(ovi_graph_trees *trees);

#endif
