/* Repairs rows of a cluster's table of inner costs when some of its parts have changed (Ramalingam
 * and Reps, "An incremental algorithm for a generalization of the shortest-path problem", 1996).
 *
 * The old costs from a port are taken for all waypoints beside unchanged parts. Those that no
 * neighbour supports any more are dropped, as long as there are any; then what is missing or has
 * become cheaper is found from what is left.
 *
 * Invariant: a row that is repaired equals that of a new search, since least costs are unique. Rows
 * of directed layers are not kept. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_KEPT_ROWS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_KEPT_ROWS_H

#include "coarse/overlay/make/cluster_graph.h"

enum { OVI_KEPT_MOST_CHANGED = 6 }; /* parts; where more have changed a search is faster */

/* A node that lies beside an unchanged part, and its waypoint's column in the old table. */
typedef struct ovi_kept_node {
  uint32_t node, column;
} ovi_kept_node;

/* Nodes in a ring. */
typedef struct ovi_kept_queue {
  uint32_t *nodes;
  uint32_t begin, count;
} ovi_kept_queue;

/* The arrays that rows are kept by. */
typedef struct ovi_kept_rows {
  const ovi_flat_graph *graph;
  ovi_cluster cluster; /* the old one */
  ovi_kept_node *nodes;
  uint32_t node_count;
  uint32_t *changed; /* cliques of changed parts */
  uint32_t changed_count;
  uint32_t *beside; /* nodes beside changed parts */
  uint32_t beside_count;
  uint32_t *dropped; /* nodes whose old cost does not last */
  uint32_t dropped_count;
  uint8_t *sides;  /* of each node: on which kinds of parts it borders, and whether it is queued */
  uint32_t *costs; /* of each node: its cost in the row that is repaired */
  ovi_kept_queue queue;
  uint32_t *listed; /* the costs of the members of a clique, by slot */
  bool any;         /* whether rows can be kept */
} ovi_kept_rows;

/* Cuts the arrays out of an arena, for graphs of such sizes. */
void ovi_kept_rows_reserve(ovi_kept_rows *kept, const ovi_cluster_graph_sizes *sizes,
                           ovi_arena *arena);

/* Begins with a cluster's graph, whose plan has the old block, NULL: there is none, and the bits of
 * all parts of the level below that have changed. */
void ovi_kept_rows_begin(ovi_kept_rows *kept, const ovi_cluster_graph *built);

/* Finds the costs of all nodes to a port of the cluster, by its old row: `cluster` views the new
 * block, whose ports are written, and `root` is the port's node; `found` gets the costs,
 * OVI_NO_COST_32 for none. False: there is no such row, or a search is faster, or costs are so
 * large that a search must say whether they fit. */
bool ovi_kept_row_find(ovi_kept_rows *kept, const ovi_cluster *cluster, uint32_t port,
                       uint32_t root, uint32_t *found);

#endif
