/* Landmarks: a few waypoints of each island, far from each other, and the cost
 * from every waypoint to each. */
#ifndef OVERLAND_COARSE_LABELS_LANDMARKS_H
#define OVERLAND_COARSE_LABELS_LANDMARKS_H

#include "coarse/labels/path_trees.h"
#include "coarse/view/landmark_costs.h"

/* The most bytes that the section can take for `count` landmarks. `graph` is the world's. */
uint64_t ovi_landmarks_most_bytes(const ovi_layer *layer, const ovi_flat_graph *graph,
                                  uint32_t count);

typedef struct ovi_landmark_maker {
  const ovi_layer *layer;
  uint8_t *section;
  uint8_t *costs; /* of each waypoint to each landmark, u32, where the deltas will be */
  ovi_graph_trees *trees;
  uint8_t *memory; /* of the four below */
  uint64_t memory_bytes;
  uint64_t *nearest;  /* of each waypoint: cost to the nearest landmark so far */
  uint32_t *seeds;    /* of each island; OVI_NO_NODE: it has no waypoint */
  uint64_t *far_offs; /* of each island: how far its seed is from the landmarks */
  uint32_t *least;    /* of each component: the least cost to one landmark */
  uint32_t waypoints; /* the nodes of the graph */
  uint32_t components;
  uint32_t islands;
  uint32_t count; /* landmarks */
  uint32_t shift;
  uint32_t weights;        /* the bits of all of them */
  uint32_t next_component; /* to be numbered */
  uint32_t mark;           /* at work; UINT32_MAX: the first tree, that of no landmark */
  uint32_t base_shift;
  uint32_t most; /* the greatest delta */
  bool one_weight;
  bool has_diagonal;
  bool overflows;
  uint64_t bytes;           /* of the section, once it is made */
  ovi_stages making, inner; /* what is in hand, and of that */
} ovi_landmark_maker;

/* Begins to fill the zeroed section of that many bytes: `count` landmarks on each island. The
 * section says 0 landmarks if a cost does not fit. `trees` are the world's, none of them grown.
 * False: no memory. In any case the maker is to be released. */
bool ovi_landmarks_begin(ovi_landmark_maker *maker, const ovi_layer *layer, uint32_t count,
                         ovi_graph_trees *trees, uint8_t *section);

/* Goes on; true: it is made. */
bool ovi_landmarks_make(ovi_landmark_maker *maker, uint64_t *budget);

void ovi_landmarks_release(ovi_landmark_maker *maker);

#endif
