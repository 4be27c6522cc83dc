/* Repairs the costs to the ports of a cluster of level 1 when some of its parts have changed
 * (Ramalingam and Reps, "An incremental algorithm for a generalization of the shortest-path
 * problem", 1996).
 *
 * A row begins with the old costs of all waypoints beside unchanged parts. A neighbour supports a
 * cost if its own cost and the edge between them sum to it. Costs without support are dropped, and
 * then those that these supported, until none is left; after that the missing costs, and those that
 * have become lower, are found from the ones that remain.
 *
 * In a directed layer the costs from the ports are repaired in the same way, in the graph that is
 * turned round.
 *
 * Invariant: a repaired row equals that of a new search, since least costs are unique. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_KEPT_ROWS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_KEPT_ROWS_H

#include "coarse/overlay/make/cluster_graph.h"

enum { OVI_KEPT_MOST_CHANGED = 6 }; /* parts; where more have changed, searching anew is faster */

/* A node that lies beside an unchanged part, and the node that its waypoint was. */
typedef struct ovi_kept_node {
  uint32_t node, old;
} ovi_kept_node;

/* Nodes in a ring. */
typedef struct ovi_kept_queue {
  uint32_t *nodes;
  uint32_t begin, count;
} ovi_kept_queue;

/* The memory in which rows are repaired. */
typedef struct ovi_kept_rows {
  const ovi_cluster_graph *built;
  ovi_cluster cluster; /* the old one */
  ovi_kept_node *nodes;
  uint32_t node_count;
  uint32_t *changed; /* cliques of changed parts */
  uint32_t changed_count;
  uint32_t *beside; /* nodes beside changed parts */
  uint32_t beside_count;
  uint32_t *dropped; /* nodes whose old cost was dropped */
  uint32_t dropped_count;
  uint8_t *sides;  /* flags of each node: beside an unchanged part, beside a changed one, queued */
  uint32_t *costs; /* of each node: its cost in the row that is repaired */
  ovi_kept_queue queue;
  uint32_t *listed; /* the costs of the members of a clique, by slot */
  bool any;         /* whether rows can be kept */
} ovi_kept_rows;

/* Begins with the graph of a cluster. Its plan has the view of the
 * old cluster, if there is one, and a bit for each part of the level below that has changed. */
void ovi_kept_rows_begin(ovi_kept_rows *kept, const ovi_cluster_graph *built);

/* Finds the costs of all nodes to a port of the cluster, or, in a graph that `is_turned`, from it,
 * by repairing its old row; `root` is the node of the port. `found` gets the costs, OVI_NO_COST_32
 * where there is no path. False if there is no old row, if searching anew is faster, or if costs
 * are so large that a search has to check whether they fit 31 bits. */
bool ovi_kept_row_find(ovi_kept_rows *kept, uint32_t port, uint32_t root, bool is_turned,
                       uint32_t *found);

#endif
