/* The heuristic of the coarse search: a lower bound on the cost between a waypoint and the start,
 * towards which the search runs.
 *
 * Invariant: it is admissible and consistent: never above the cost, and along an edge it falls by
 * no more than the edge costs. So a waypoint has its least cost once it is expanded.
 *
 * It is the greatest of those bounds that the world has: 0 (Dijkstra's algorithm), octile distance,
 * and landmarks, where the cost from a to b is at least the difference of their costs to any third
 * place (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory",
 * 2005).
 *
 * In a directed layer landmarks hold costs over edges that may be used in both directions, at the
 * lesser of their two costs. Let m(v) be such a cost from waypoint v to a landmark, and d the true
 * cost: m(u) - m(v) <= d(u, v) and m(v) - m(u) <= d(u, v), whatever the direction. The start s is
 * no waypoint, and its attachment l(p) holds for one direction only. But every path from it to a
 * waypoint v passes one of its ports p, so
 *
 *     d(s, v) = min over p of l(p) + d(p, v)
 *            >= min over p of l(p) + m(p) - m(v)  =  near - m(v)
 *     d(s, v) >= min over p of l(p) + m(v) - m(p)  =  m(v) - far
 *
 * with near = min (l(p) + m(p)) and far = max (m(p) - l(p)): two numbers for each landmark where an
 * undirected layer has one. Along an edge from u to v either bound falls by no more than the
 * difference of m(u) and m(v), so both are consistent. If l(p) is rounded down, near gets lower and
 * far higher: both bounds get weaker, none wrong.
 *
 * With links there is no bound by octile distance. */
#ifndef OVERLAND_COARSE_SEARCH_HEURISTIC_H
#define OVERLAND_COARSE_SEARCH_HEURISTIC_H

#include "coarse/search/attach.h"
#include "coarse/view/landmark_costs.h"
#include "coarse/view/ports.h"

typedef struct ovi_heuristic {
  const ovi_layer *layer;
  uint32_t weight;                  /* of octile distance; 0: the heuristic is 0 */
  uint32_t landmark_count;          /* that are used */
  int32_t x, y;                     /* the start */
  int32_t costs[OVL_MAX_LANDMARKS]; /* from the start to each landmark, shifted as stored */
  /* Of a directed layer, where weight and landmark_count are 0: */
  uint32_t octile;                /* weight of octile distance; 0: there is no such bound */
  uint32_t directed_landmarks;    /* that are used; `costs` holds near of each */
  int32_t far[OVL_MAX_LANDMARKS]; /* far of each landmark */
} ovi_heuristic;

/* Makes the heuristic 0 everywhere. */
void ovi_heuristic_none(ovi_heuristic *heuristic, const ovi_layer *layer);

/* Aims at a start of an undirected layer with its attachment; `landmarks`: they are used. */
void ovi_heuristic_aim(ovi_heuristic *heuristic, const ovi_layer *layer, ovl_cell start,
                       const ovi_attachment *attachment, bool landmarks);

/* Aims at a start of any layer. */
void ovi_heuristic_to(ovi_heuristic *heuristic, const ovi_layer *layer, ovl_cell start,
                      const ovi_attachment *attachment, bool landmarks);

/* The bound from a waypoint, as a port of its owner, to the start: units, at most UINT32_MAX, which
 * keeps the invariant. */
uint32_t ovi_heuristic_from(const ovi_heuristic *heuristic, const ovi_region *owner, ovi_port port);

/* The bound in a directed layer, from a waypoint by its number in its owner and its port there. */
uint32_t ovi_heuristic_directed(const ovi_heuristic *heuristic, const ovi_region *owner,
                                uint32_t number, ovi_port port);

#endif
