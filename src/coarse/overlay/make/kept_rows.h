/* Keeps rows of a cluster's table of inner costs when some of its parts have changed.
 *
 * The old costs from a port are right where no edge changed if they fit what the changed parts say
 * now. Costs that follow from unchanged edges are taken as given, and spread through the changed
 * parts alone. If every waypoint between a changed part and an unchanged one has its old cost then,
 * each waypoint has a neighbour over which it has its cost, and no edge undercuts it: the old costs
 * are the least (Ramalingam and Reps, "An incremental algorithm for a generalization of the
 * shortest-path problem", 1996, repair what this refuses).
 *
 * Invariant: a row that is kept equals that of a new search, since least costs are unique. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_KEPT_ROWS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_KEPT_ROWS_H

#include "coarse/labels/flat_graph.h"
#include "coarse/overlay/make/overlay_borders.h"
#include "common/arena.h"

/* A node that lies beside an unchanged part, and its waypoint's number in the old table. */
typedef struct ovi_kept_node {
  uint32_t node, number;
} ovi_kept_node;

/* The arrays that rows are kept by. */
typedef struct ovi_kept_rows {
  const ovi_flat_graph *graph;
  ovi_cluster cluster; /* the old one */
  ovi_kept_node *nodes;
  uint32_t node_count;
  uint32_t *places;  /* of each clique of the graph: its part; UINT32_MAX once it has changed */
  uint32_t *cliques; /* of changed parts */
  uint32_t clique_count;
  uint32_t *beside; /* nodes beside changed parts */
  uint32_t beside_count;
  uint8_t *sides; /* of each node: 1 if it lies beside an unchanged part, 2 beside a changed one */
  uint32_t *spread; /* of each node: its cost by way of the changed parts */
  uint32_t *listed; /* of each member of a clique */
  bool any;         /* whether rows can be kept */
} ovi_kept_rows;

/* Cuts the arrays out of an arena, for so many nodes and members of a clique. */
void ovi_kept_rows_reserve(ovi_kept_rows *kept, const ovi_flat_graph *graph, uint32_t nodes,
                           uint32_t largest, ovi_arena *arena);

/* Begins with the old block of a planned cluster, NULL: there is none, and the bits of all parts of
 * the level below that have changed, which the plan has. `nodes`: of each port of the parts, as in
 * the workspace. */
void ovi_kept_rows_begin(ovi_kept_rows *kept, const ovi_layer *layer, uint32_t level,
                         const ovi_cluster_plan *plan, const uint32_t *nodes);

/* Finds the costs of all nodes to a port of the cluster by its old row: `root` is its node, `below`
 * its place and port below; `found` holds OVI_NO_COST_32 for all nodes. False: they are not right,
 * or there is none. */
bool ovi_kept_row_find(ovi_kept_rows *kept, uint32_t root, uint32_t below, uint32_t *found);

#endif
