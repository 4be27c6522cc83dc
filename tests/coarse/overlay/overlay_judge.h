/* One cell of an overlay level as the level below has it, searched in the plainest way: the judge
 * of what its block says. */
#ifndef OVERLAND_TESTS_COARSE_OVERLAY_OVERLAY_JUDGE_H
#define OVERLAND_TESTS_COARSE_OVERLAY_OVERLAY_JUDGE_H

#include "coarse/overlay/make/overlay_contents.h"

#define OVERLAY_FAR UINT64_MAX

typedef struct overlay_judge {
  const ovi_layer *layer;
  uint32_t level;
  ovi_below_box box;
  uint32_t count;                              /* of what lies in the cell */
  ovi_below below[OVI_CLUSTER_MOST_PARTS];     /* row by row of the box */
  uint32_t firsts[OVI_CLUSTER_MOST_PARTS + 1]; /* nodes: ports of each */
  uint64_t *distances;                         /* a node */
  uint32_t *labels;                            /* a node: equal if they reach each other inside */
  uint32_t *cliques; /* a node: equal if they do inside what they lie in */
  uint32_t *queue;
  uint8_t *queued;
} overlay_judge;

overlay_judge *overlay_judge_make(const ovi_layer *layer, uint32_t level, uint32_t id);
void overlay_judge_free(overlay_judge *j);

/* Distances from a node to all, inside the cell. */
void overlay_judge_run(overlay_judge *j, uint32_t node);

/* The node of a port of the cell. */
uint32_t overlay_judge_port(const overlay_judge *j, const ovi_cluster *cell, uint32_t port);

/* A waypoint of the level below that crosses a border, as nodes of both cells. */
typedef struct overlay_crossing {
  uint32_t nodes[2];
  uint32_t window;
  int32_t from_middle; /* doubled, of the window */
} overlay_crossing;

/* All that cross from a cell into another, found from every port; returns how many, at most
 * `room`. */
uint32_t overlay_judge_crossings(const overlay_judge *from, const overlay_judge *to, int group,
                                 overlay_crossing *out, uint32_t room);

#endif
