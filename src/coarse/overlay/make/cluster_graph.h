/* The flat waypoint graph of an overlay cluster.
 *
 * Its nodes are the ports of the cluster and its inner ports, the waypoints between its parts. A
 * port of the cluster is a member of a single clique, that on this side of its step, so no path
 * leaves the cluster.
 *
 * Invariant: the ports of the cluster are the first nodes, in the order of their components. Costs
 * are those of the level below, and depend on nothing else. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_CLUSTER_GRAPH_H
#define OVERLAND_COARSE_OVERLAY_MAKE_CLUSTER_GRAPH_H

#include "coarse/labels/flat_graph.h"
#include "coarse/overlay/make/cluster_plan.h"
#include "common/arena.h"

/* The waypoints of the parts, by their numbers. */
typedef struct ovi_cluster_waypoints {
  uint32_t *nodes; /* of each: its node; OVI_NO_NODE: it leads out, and is no port of the cluster */
  uint32_t count;
  uint32_t runs[OVI_CLUSTER_MOST_RUNS]; /* of each group of each part: its first number */
} ovi_cluster_waypoints;

/* A cluster's graph. Its memory serves one cluster after the other. */
typedef struct ovi_cluster_graph {
  ovi_flat_graph graph;
  uint32_t *turned; /* its costs once all edges are turned round; in an undirected layer the same */
  uint32_t *nodes;  /* of each port of the parts: its node; OVI_NO_NODE: none */
  uint32_t *members; /* of a clique: the members that are nodes */
  uint32_t *middles; /* of each port of the cluster: see ovi_overlay_along */
  uint32_t first_cliques[OVI_CLUSTER_MOST_PARTS + 1]; /* of each place, and one more */
  ovi_cluster_waypoints waypoints;
  ovi_below below, beside; /* views of the current part and of a part beside it */
  const ovi_layer *layer;
  const ovi_cluster_plan *plan;
  uint32_t level;
  ovi_below_box box; /* of the parts */
  int32_t fan;
  uint32_t all_bits; /* the bitwise or of all costs */
} ovi_cluster_graph;

/* Builds the graph of a planned cluster of a level. Linear in the costs of its parts. */
void ovi_cluster_graph_fill(ovi_cluster_graph *building, const ovi_layer *layer, uint32_t level,
                            const ovi_cluster_plan *plan);

/* Finds the costs of the turned graph. */
void ovi_cluster_graph_find_turned(ovi_cluster_graph *building);

/* Turns all edges of the graph round. */
void ovi_cluster_graph_turn(ovi_cluster_graph *building);

#endif
