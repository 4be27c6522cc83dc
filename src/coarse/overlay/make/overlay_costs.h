/* Computes the costs of an overlay cluster, and writes its block.
 *
 * On level 1 a search of the cluster's graph back from each port gives the costs to it; in a
 * directed layer another gives those from it, unless they follow from potentials. Clusters of
 * higher levels have fewer nodes, whose costs are found all at once, by a closure.
 *
 * Invariant: costs are exact in the graph of the level below, restricted to the cluster. They
 * depend on nothing else, so a block does not depend on what else is built. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_COSTS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_COSTS_H

#include "coarse/labels/graph_search.h"
#include "coarse/overlay/cluster/cluster_write.h"
#include "coarse/overlay/make/cluster_closure.h"
#include "coarse/overlay/make/kept_rows.h"

/* The memory in which one thread builds clusters, one after the other. */
typedef struct ovi_overlay_workspace {
  ovi_cluster_graph built; /* the present cluster's graph */
  ovi_graph_search search;
  ovi_kept_rows kept;
  uint32_t *found;     /* of each node: its cost in the present search */
  int64_t *potentials; /* of each node, in a directed layer: see find_potentials */
  uint32_t *front;     /* the triangles or squares of the block */
  uint32_t *tables;    /* and the rows of its tables, or all numbers of a closure */
} ovi_overlay_workspace;

/* The greatest counts that a workspace serves. */
typedef struct ovi_overlay_sizes {
  uint64_t below_ports, nodes, cliques, slots, largest, costs; /* of graphs */
  uint64_t front, tables;
  bool is_directed;
} ovi_overlay_sizes;

/* Raises the sizes so that they serve one more plan, of a level. */
void ovi_overlay_sizes_add(ovi_overlay_sizes *sizes, const ovi_cluster_plan *plan, uint32_t level);

/* Cuts a workspace out of an arena. */
void ovi_overlay_workspace_reserve(ovi_overlay_workspace *work, const ovi_overlay_sizes *sizes,
                                   ovi_arena *arena);

/* The greatest size in bytes of the block of a plan of a level; UINT64_MAX: too large for a block.
 */
uint64_t ovi_overlay_block_most(const ovi_cluster_plan *plan, uint32_t level);

/* Writes the block of a planned cluster of a level to `out`; returns its size in bytes. 0: a cost
 * does not fit 30 bits. On level 1 one search of the cluster's graph for each port whose old costs
 * are not right; above, cubic in the number of nodes. */
uint32_t ovi_overlay_block_write(ovi_overlay_workspace *work, const ovi_layer *layer,
                                 uint32_t level, const ovi_cluster_plan *plan, uint8_t *out);

#endif
