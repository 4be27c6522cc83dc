/* The heuristic of the coarse search: a lower bound on the cost between a waypoint and the start,
 * towards which the search runs.
 *
 * Invariant: it is admissible and consistent: never above the cost, and along an edge it falls by
 * no more than the edge costs. So a waypoint has its least cost once it is expanded.
 *
 * It is the octile distance at the least weight of a cell; with links, which may cost less, it is 0
 * (Dijkstra's algorithm). */
#ifndef OVERLAND_COARSE_SEARCH_HEURISTIC_H
#define OVERLAND_COARSE_SEARCH_HEURISTIC_H

#include "coarse/view/ports.h"

typedef struct ovi_heuristic {
  uint32_t weight; /* 0: the heuristic is 0 */
  int32_t x, y;    /* the start, in the plane */
} ovi_heuristic;

/* Aims at a start. */
static inline ovi_heuristic ovi_heuristic_to(const ovi_layer *layer, ovl_cell start) {
  return (ovi_heuristic){layer->profile.has_links ? 0 : layer->profile.min_weight, start.x,
                         start.y};
}

/* The bound from a waypoint, as a port of its owner, to the start: units, at most UINT32_MAX, which
 * keeps the invariant. */
static inline uint32_t ovi_heuristic_from(const ovi_heuristic *heuristic, const ovi_region *owner,
                                          ovi_port port) {
  if (heuristic->weight == 0) {
    return 0;
  }
  ovl_cell cells[2];
  ovi_port_cells(owner, port.group, port.port, cells);
  const uint64_t octile = /* from the middle of the crossing, in half cells */
      ovi_octile_halves(2 * (int64_t)heuristic->x - cells[0].x - cells[1].x,
                        2 * (int64_t)heuristic->y - cells[0].y - cells[1].y, heuristic->weight);
  return octile < UINT32_MAX ? (uint32_t)octile : UINT32_MAX;
}

#endif
