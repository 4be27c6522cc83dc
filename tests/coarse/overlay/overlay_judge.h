/* An independent search of one overlay cluster on the level below, by a plain algorithm. Tests
 * check the block of the cluster against it. */
#ifndef OVERLAND_TESTS_COARSE_OVERLAY_OVERLAY_JUDGE_H
#define OVERLAND_TESTS_COARSE_OVERLAY_OVERLAY_JUDGE_H

#include "coarse/overlay/make/overlay_contents.h"

#define OVERLAY_FAR UINT64_MAX

/* The graph of a cluster. Its nodes are the ports of its parts. */
typedef struct overlay_judge {
  const ovi_layer *layer;
  uint32_t level;
  ovi_below_box box;
  uint32_t count;                              /* parts */
  ovi_below below[OVI_CLUSTER_MOST_PARTS];     /* the parts, row by row of the box */
  uint32_t firsts[OVI_CLUSTER_MOST_PARTS + 1]; /* the first node of each part, and one more */
  uint64_t *distances;                         /* of each node */
  uint32_t *labels;  /* of each node: equal if they are connected inside the cluster */
  uint32_t *cliques; /* of each node: equal if they are connected inside their part */
  uint32_t *queue;
  uint8_t *queued;
} overlay_judge;

overlay_judge *overlay_judge_make(const ovi_layer *layer, uint32_t level, uint32_t id);
void overlay_judge_free(overlay_judge *judge);

/* Finds the distances from a node to all others, inside the cluster; `back`: to it. */
void overlay_judge_run(overlay_judge *judge, uint32_t node, bool back);

/* Lowers the distances of all nodes, which are set, to those over the others. */
void overlay_judge_spread(overlay_judge *judge, bool back);

/* The node of a port of the cluster. UINT32_MAX: there is none. */
uint32_t overlay_judge_port(const overlay_judge *judge, const ovi_cluster *cluster, uint32_t port);

/* The node of the same waypoint on its other side. UINT32_MAX: that is not inside the cluster. */
uint32_t overlay_judge_other_side(const overlay_judge *judge, uint32_t node);

/* A waypoint of the level below that crosses the border of two clusters. */
typedef struct overlay_crossing {
  uint32_t nodes[2]; /* in both clusters */
  uint32_t window;
  int32_t from_middle; /* twice the distance from the middle of the window */
  uint32_t weight;     /* of the cells on both sides */
} overlay_crossing;

/* Finds the waypoints that cross from a cluster into another, by examining all ports. Returns their
 * number, at most `capacity`. */
uint32_t overlay_judge_crossings(const overlay_judge *from, const overlay_judge *to, int group,
                                 overlay_crossing *out, uint32_t capacity);

/* The cell of the plane on this side of a port's step. */
ovl_cell overlay_judge_cell(const ovi_layer *layer, uint32_t level, uint32_t id, uint32_t port);

#endif
