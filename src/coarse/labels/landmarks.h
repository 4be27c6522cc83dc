/* Builds the landmarks of a layer (the ALT method: Goldberg and Harrelson, "Computing the shortest
 * path: A* search meets graph theory", 2005): a few waypoints of each island, far from each other,
 * and the cost from every waypoint to each of them.
 *
 * Invariant: a stored cost is exact, or in a directed layer a lower bound. */
#ifndef OVERLAND_COARSE_LABELS_LANDMARKS_H
#define OVERLAND_COARSE_LABELS_LANDMARKS_H

#include "coarse/labels/path_trees.h"
#include "coarse/view/landmark_costs.h"

/* The greatest size in bytes that the section can have for `count` landmarks. `graph` is that of
 * the layer. */
uint64_t ovi_landmarks_most_bytes(const ovi_layer *layer, const ovi_flat_graph *graph,
                                  uint32_t count);

/* Counts of the layer. */
typedef struct ovi_landmark_sizes {
  uint32_t waypoints; /* nodes of the graph */
  uint32_t components;
  uint32_t islands;
  uint32_t landmarks; /* of each island */
} ovi_landmark_sizes;

/* Facts that one pass over the terrains and regions finds. */
typedef struct ovi_landmark_survey {
  uint32_t weights; /* the bitwise or of all weights */
  bool has_one_weight;
  bool has_diagonal;       /* some waypoint is a diagonal step */
  uint32_t next_component; /* the next number to be given */
} ovi_landmark_survey;

/* The choice of the next landmark of each island: its seed, the waypoint that is farthest from all
 * landmarks so far. Costs are in units. */
typedef struct ovi_landmark_choice {
  uint64_t *nearest;    /* of each waypoint: cost to the nearest landmark so far */
  uint32_t *seeds;      /* of each island; OVI_NO_NODE: it has no waypoint */
  uint64_t *seed_costs; /* of each island: cost from its seed to the nearest landmark */
} ovi_landmark_choice;

/* The encoding of costs: a base for each component and a delta for each waypoint. */
typedef struct ovi_landmark_packing {
  uint32_t *least;     /* of each component: its least cost to the current landmark */
  uint32_t shift;      /* a stored cost is the cost in units >> shift */
  uint32_t base_shift; /* a stored base is the base >> base_shift */
  uint32_t max_delta;
} ovi_landmark_packing;

/* Landmarks of one layer while they are built. */
typedef struct ovi_landmark_maker {
  const ovi_layer *layer;
  ovi_graph_trees *trees;
  ovi_landmark_sizes sizes;
  ovi_landmark_survey survey;
  ovi_landmark_choice choice;
  ovi_landmark_packing packing;
  uint8_t *memory; /* of the arrays of `choice` and `packing` */
  uint64_t memory_bytes;
  uint8_t *section;
  uint8_t *costs;    /* within the section, where the deltas will be: u32, [waypoint][landmark] */
  uint32_t landmark; /* the current one; UINT32_MAX: the tree that finds the first seeds */
  bool overflows;    /* a cost does not fit the section */
  uint64_t bytes;    /* size of the finished section */
  ovi_stages making, inner; /* stages of the whole, and of the current stage */
} ovi_landmark_maker;

/* Begins `count` landmarks for each island, in a zeroed section of ovi_landmarks_most_bytes.
 * `trees` belong to the layer, and none of them may be grown yet. If a cost does not fit, the
 * finished section has 0 landmarks. False: no memory. The maker has to be released in any case. */
bool ovi_landmarks_begin(ovi_landmark_maker *maker, const ovi_layer *layer, uint32_t count,
                         ovi_graph_trees *trees, uint8_t *section);

/* Continues. True: finished; false: the budget is used up. One search of the whole graph for each
 * landmark, and one more. */
bool ovi_landmarks_make(ovi_landmark_maker *maker, uint64_t *budget);

/* Returns all memory. */
void ovi_landmarks_release(ovi_landmark_maker *maker);

#endif
