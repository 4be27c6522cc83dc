/* The order of the hubs: which waypoints the most shortest paths pass.
 *
 * Labels are short if the first hubs cut many shortest paths. Paths are sampled
 * as trees of them: a waypoint's score is the sum, over the trees, of the whole
 * logarithm of how many waypoints lie beyond it. */
#ifndef OVI_LABEL_ORDER_H
#define OVI_LABEL_ORDER_H

#include "graph_search.h"

enum { OVI_ORDER_TREES = 64 }; /* 32 give labels a tenth longer, 256 a twentieth shorter */

typedef struct ovi_label_order {
  uint32_t *rank; /* of each node, 0 the first hub: the result */
  uint32_t *scores;
  uint32_t *sizes;   /* of the subtrees of one tree */
  uint32_t *taken;   /* nodes in the order in which they were settled */
  uint32_t *parents; /* of these */
  uint32_t *seeds;   /* nodes by island, and where each island's begin */
  uint32_t *begins;
  uint32_t *tallies;
  uint32_t taken_count;
} ovi_label_order;

void ovi_label_order_place(ovi_label_order *order, ovi_arena *arena, uint32_t nodes,
                           uint32_t islands);

/* Finds the order with a cleared search of a graph that is not renumbered. */
void ovi_label_order_find(ovi_label_order *order, ovi_graph_search *search, uint32_t islands);

#endif
