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

#define OVI_MARK_FRAMES 64u /* a power of two */

/* What the waypoints of one linked component have in common: each landmark's
 * difference between base and start, as a distance below the greatest, `top`, so
 * that 16 bits do for what is done for each waypoint. `above` is for landmarks
 * that the waypoint is farther from than the start, `below` for the others. */
typedef struct ovi_mark_frame {
  int32_t top;
  int16_t above[OVL_MAX_LANDMARKS];
  int16_t below[OVL_MAX_LANDMARKS];
} ovi_mark_frame;

typedef struct ovi_estimate {
  const ovl_world *world;
  uint32_t weight;                  /* of octile distance; 0: no estimate at all */
  uint32_t marks;                   /* landmarks at work */
  int32_t x, y;                     /* the start */
  int32_t costs[OVL_MAX_LANDMARKS]; /* from the start to each landmark, shifted as stored */
  /* The frames last used: component c in place c modulo their number. */
  uint32_t framed[OVI_MARK_FRAMES];
  ovi_mark_frame frames[OVI_MARK_FRAMES];
} ovi_estimate;

/* No estimate. */
void ovi_estimate_none(ovi_estimate *estimate, const ovl_world *world);

/* Towards a start with its links; `landmarks` says whether they are used. */
void ovi_estimate_to(ovi_estimate *estimate, const ovl_world *world, ovl_cell start,
                     const ovi_links *links, bool landmarks);

/* From a waypoint, as a port of its owner, to the start: in units, but no more
 * than UINT32_MAX, which takes nothing from the invariant. */
uint32_t ovi_estimate_from(ovi_estimate *estimate, const ovi_region *owner, ovi_port port);

#endif
