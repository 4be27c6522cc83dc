/* The least costs between all nodes of a cluster's graph, for the tables of levels above the first.
 * Only inner ports are between, so costs between these are found first (Floyd, "Algorithm 97:
 * Shortest path", 1962), then those from and to the ports of the cluster, each over the inner ports
 * of its own part, and at last those between its ports.
 *
 * Invariant: costs are exact in the cluster's graph, and depend on nothing else. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_CLUSTER_CLOSURE_H
#define OVERLAND_COARSE_OVERLAY_MAKE_CLUSTER_CLOSURE_H

#include "coarse/labels/flat_graph.h"
#include "coarse/overlay/cluster/overlay_section.h"

#define OVI_CLOSURE_FAR OVI_OVERLAY_MOST_COST /* no path; sums of two fit 31 bits */

/* Matrices of costs in units of the graph, whose rows are padded as in a block. Of a graph whose
 * costs do not depend on the direction, `turned` is `between` and `from_ports` is `to_ports`. */
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

/* Numbers of a closure of so many ports and inner ports. */
static inline uint64_t ovi_closure_numbers(uint32_t ports, uint32_t inner, bool is_directed) {
  const uint32_t port_row = ovi_inner_row_costs(ports);
  const uint32_t inner_row = ovi_inner_row_costs(inner);
  const uint64_t tables = (uint64_t)inner * (inner_row + port_row);
  return tables * (is_directed ? 2 : 1) + (uint64_t)ports * port_row +
         (inner_row > port_row ? inner_row : port_row);
}

/* Finds all costs of a graph, in memory for as many numbers: OVI_NO_COST_32 where there is no path,
 * and the columns of tables to and from ports by their numbers, `order`; rows and columns of
 * `front` are nodes. False: a cost does not fit 30 bits. Cubic in the number of nodes. */
bool ovi_closure_find(ovi_closure *closure, const ovi_flat_graph *graph, uint32_t ports,
                      const uint32_t *order, bool is_directed, uint32_t *numbers);

#endif
