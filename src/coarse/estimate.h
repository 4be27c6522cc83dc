/* What a coarse search believes is left to go, from a waypoint to the start.
 *
 * Invariant: it is never too much, and along an edge it falls by no more than
 * the edge costs, so a search may trust what it has expanded.
 *
 * Makers: nothing (Dijkstra), octile distance, and landmarks: the cost from a to
 * b is at least the difference of their costs to any third place (Goldberg and
 * Harrelson, "Computing the shortest path: A* search meets graph theory", 2005).
 * The greatest of all that a world holds is taken. */
#ifndef OVI_ESTIMATE_H
#define OVI_ESTIMATE_H

#include "links.h"
#include "ports.h"

typedef struct ovi_estimate {
  const ovl_world *world;
  uint32_t weight;                   /* of octile distance; 0: no estimate at all */
  uint32_t marks;                    /* landmarks at work */
  int32_t x, y;                      /* the start */
  uint32_t costs[OVL_MAX_LANDMARKS]; /* from the start to each landmark, as stored */
} ovi_estimate;

/* No estimate. */
ovi_estimate ovi_estimate_none(const ovl_world *world);

/* Towards a start with its links; `landmarks` says whether they are used. */
ovi_estimate ovi_estimate_to(const ovl_world *world, ovl_cell start, const ovi_links *links,
                             bool landmarks);

/* From a waypoint, seen as a port of either of its regions, to the start. */
uint64_t ovi_estimate_from(const ovi_estimate *estimate, const ovi_region *region, ovi_port port,
                           const ovl_stop *waypoint);

#endif
