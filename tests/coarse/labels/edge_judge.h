/* The waypoint graph as the public calls list its edges, and a plain Dijkstra over it: the judge of
 * costs between waypoints. */
#ifndef OVERLAND_TESTS_COARSE_LABELS_EDGE_JUDGE_H
#define OVERLAND_TESTS_COARSE_LABELS_EDGE_JUDGE_H

#include "overland.h"

typedef struct edge_judge {
  uint32_t count; /* waypoints */
  uint32_t regions;
  uint32_t *firsts; /* of each region: the index of its waypoint 0 */
  uint32_t *begins; /* of each waypoint: its first edge; one more */
  uint32_t *targets;
  uint32_t *costs; /* of edges */
  uint64_t *distances;
  bool *settled;
} edge_judge;

edge_judge edge_judge_make(const ovl_world *world);
void edge_judge_free(edge_judge *j);

/* Fills `distances` from one waypoint to all; UINT64_MAX: no way. */
void edge_judge_run(edge_judge *j, uint32_t from);

#endif
