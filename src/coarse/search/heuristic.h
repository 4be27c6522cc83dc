/* What a coarse search believes is left to go, from a waypoint to the start.
 *
 * Invariant: it is never too much, and along an edge it falls by no more than
 * the edge costs, so a search may trust what it has expanded.
 *
 * Makers: nothing (Dijkstra), octile distance, and landmarks: the cost from a to
 * b is at least the difference of their costs to any third place (Goldberg and
 * Harrelson, "Computing the shortest path: A* search meets graph theory", 2005).
 * The greatest of all that a world holds is taken.
 *
 * In a directed layer landmarks hold costs over edges that may be used either way, at
 * the lesser of both costs. Let m(v) be such a cost of waypoint v to a landmark, and d the true
 * cost: m(u) - m(v) <= d(u, v) and m(v) - m(u) <= d(u, v), whatever the direction. The start
 * s is no waypoint, and its links l(p) hold for one direction only. But every way from it to a
 * waypoint v passes one of its ports, so
 *
 *     d(s, v) = min over p of l(p) + d(p, v)
 *            >= min over p of l(p) + m(p) - m(v)  =  near - m(v)
 *     d(s, v) >= min over p of l(p) + m(v) - m(p)  =  m(v) - far
 *
 * with near = min (l(p) + m(p)) and far = max (m(p) - l(p)), which are two numbers for each
 * landmark where an undirected layer has one. Along an edge from u to v either bound falls by no
 * more than m(u) and m(v) differ, so both are consistent. A link that is told too low makes near
 * lower and far higher: both bounds get weaker, none wrong.
 *
 * Where links are, octile distance says nothing. */
#ifndef OVERLAND_COARSE_SEARCH_HEURISTIC_H
#define OVERLAND_COARSE_SEARCH_HEURISTIC_H

#include "coarse/search/attach.h"
#include "coarse/view/landmark_costs.h"
#include "coarse/view/ports.h"

#define OVI_QUICK_LANDMARKS 2

typedef struct ovi_heuristic {
  const ovi_layer *layer;
  uint32_t weight;                     /* of octile distance; 0: no estimate at all */
  uint32_t marks;                      /* landmarks at work */
  int32_t x, y;                        /* the start */
  int32_t costs[OVL_MAX_LANDMARKS];    /* from the start to each landmark, shifted as stored */
  int32_t slack;                       /* that they may be too low by; of an edited layer */
  uint32_t guess[OVI_QUICK_LANDMARKS]; /* landmarks that guesses are made with; the same: one */
  /* Of a directed layer, whose weight and marks above are 0: nothing is guessed there. */
  uint32_t octile;                /* weight of octile distance; 0: it is not used */
  uint32_t ways;                  /* landmarks at work; `costs` are the near bounds */
  int32_t far[OVL_MAX_LANDMARKS]; /* the others */
} ovi_heuristic;

/* No estimate. */
void ovi_heuristic_none(ovi_heuristic *estimate, const ovi_layer *layer);

/* Towards a start with its links; `landmarks` says whether they are used. It can't
 * guess. */
void ovi_heuristic_aim(ovi_heuristic *estimate, const ovi_layer *layer, ovl_cell start,
                       const ovi_attachment *links, bool landmarks);

/* Towards a start from a goal, with their links; `landmarks` says whether they are used. */
void ovi_heuristic_to(ovi_heuristic *estimate, const ovi_layer *layer, ovl_cell start,
                      const ovi_attachment *start_links, const ovi_attachment *goal_links,
                      bool landmarks);

/* Whether a guess may be less than the estimate. */
static inline bool ovi_heuristic_has_quick(const ovi_heuristic *estimate) {
  return estimate->marks != 0;
}

/* From a waypoint, as a port of its owner, to the start: in units, but no more
 * than UINT32_MAX, which takes nothing from the invariant. */
uint32_t ovi_heuristic_from(const ovi_heuristic *estimate, const ovi_region *owner, ovi_port port);

/* The same in a directed layer, for a waypoint by its number in its owner and its port there. */
uint32_t ovi_heuristic_directed(const ovi_heuristic *estimate, const ovi_region *owner,
                                uint32_t number, ovi_port port);

/* ovi_heuristic_from by few landmarks, those that tell start and goal farthest apart: never more,
 * mostly as much, for a fraction of the work. It need not be consistent. */
uint32_t ovi_heuristic_quick(const ovi_heuristic *estimate, const ovi_region *owner, ovi_port port);

/* Between two waypoints of one island, named as in a stop: by landmarks alone. */
uint64_t ovi_heuristic_between(const ovi_layer *layer, const ovl_stop *a, const ovl_stop *b);

#endif
