/* The least costs between all nodes of a cluster's graph, for the tables of levels above the first.
 * Only inner ports are between, so costs between these are found first (Floyd, "Algorithm 97:
 * Shortest path", 1962), then those from and to the ports of the cluster, each over the inner ports
 * of its own part, and at last those between its ports.
 *
 * Invariant: costs are exact in the cluster's graph, and depend on nothing else. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_CLUSTER_CLOSURE_H
#define OVERLAND_COARSE_OVERLAY_MAKE_CLUSTER_CLOSURE_H

#include "coarse/format/world_format.h"
#include "coarse/labels/flat_graph.h"

#define OVI_CLOSURE_FAR OVI_OVERLAY_MOST_COST /* no path; sums of two fit 31 bits */

/* Matrices of costs in units of the graph. Of a graph whose costs do not depend on the direction,
 * `turned` is `between` and `from_ports` is `to_ports`. */
typedef struct ovi_closure {
  const ovi_flat_graph *graph;
  uint32_t ports, inner; /* nodes of the graph: ports of the cluster come first */
  uint32_t *between;     /* from each inner port, a row: to each inner port */
  uint32_t *turned;      /* the same, from columns to rows */
  uint32_t *from_ports;  /* to each inner port, a row: from each port */
  uint32_t *to_ports;    /* from each inner port, a row: to each port */
  uint32_t *front;       /* to each port, a row: from each port */
  uint32_t *row;         /* costs of one port */
} ovi_closure;

/* Costs from one row to the next. */
static inline uint32_t ovi_closure_stride(uint32_t columns) { return ovi_graph_padded(columns); }

/* Numbers of a closure of so many ports and inner ports. */
static inline uint64_t ovi_closure_numbers(uint32_t ports, uint32_t inner, bool is_directed) {
  const uint64_t tables = (uint64_t)inner * (ovi_graph_padded(inner) + ovi_graph_padded(ports));
  return tables * (is_directed ? 2 : 1) + (uint64_t)ports * ovi_graph_padded(ports) +
         ovi_graph_padded(inner);
}

/* Finds all costs of a graph, in memory for as many numbers. False: a cost does not fit 30 bits.
 * Cubic in the number of nodes. */
bool ovi_closure_find(ovi_closure *closure, const ovi_flat_graph *graph, uint32_t ports,
                      bool is_directed, uint32_t *numbers);

#endif
