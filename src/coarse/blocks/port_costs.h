/* Computes the costs between the ports of a region, for each linked component: a triangle, or in a
 * directed layer a square; and, where all ground weighs the same and no corner is cut, the paths of
 * edges that are stored: see coarse/format/edge_paths.h.
 *
 * Invariant: a path depends on the cells of its cheapest paths and their neighbours alone, and on
 * the form of the region's window, so that one that an edit leaves alone need not be searched for
 * again. */
#ifndef OVERLAND_COARSE_BLOCKS_PORT_COSTS_H
#define OVERLAND_COARSE_BLOCKS_PORT_COSTS_H

#include "coarse/blocks/block_ports.h"
#include "coarse/blocks/known_costs.h"
#include "coarse/format/edge_paths.h"
#include "fine/fine_search.h"

/* The costs between the ports of one region, and the memory to find them. */
typedef struct ovi_port_costs {
  ovi_window window;
  ovi_fine_search search;
  ovi_known_costs known;
  uint16_t *unknown;   /* of each port of a clique: the number of others to which the cost is not
                          known yet */
  uint16_t *targets;   /* ports that the current search has to reach */
  uint16_t *detours;   /* ports at the ends of edges that may need a path */
  uint32_t *costs;     /* the result, in cost units: cliques one after the other */
  uint32_t count;      /* of costs */
  uint32_t shift;      /* costs >> shift fit 16 bits without loss; 32: they do not */
  ovi_path_rows paths; /* the result */
  uint32_t most_runs;  /* of a path that is stored; 0: none is */
} ovi_port_costs;

/* The capacity of a writer for one region. */
typedef struct ovi_port_capacity {
  uint32_t ports;
  uint64_t costs;
  bool steps;      /* some layer is directed */
  bool exceptions; /* some layer has a step rule */
} ovi_port_capacity;

/* Greatest number of costs that a layer stores for a region with so many ports. */
static inline uint64_t ovi_port_costs_most(const ovi_draft *draft, uint64_t ports) {
  return draft->directed ? ports * ports : ports * ports / 2;
}

/* Finds the costs between the gathered ports of a draft, in cost units, and the paths. What
 * `before` (NULL: none), a layer with the region before an edit, shows to be unchanged is not
 * searched for. Otherwise one search for each port. */
void ovi_port_costs_find(ovi_port_costs *costs, const ovi_map *map, const ovi_draft *draft,
                         const ovi_block_ports *ports, const ovi_port_ground *ground,
                         const ovi_layer *before);

#endif
