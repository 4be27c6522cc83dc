/* Landmarks: a few waypoints of each island, far from each other, and the cost
 * from every waypoint to each. */
#ifndef OVI_LANDMARKS_H
#define OVI_LANDMARKS_H

#include "graph_trees.h"

/* What the section's length follows from, beside the world. */
typedef struct ovi_marks_size {
  uint32_t count;      /* landmarks */
  uint32_t components; /* linked components in the world */
  bool is_wide;
} ovi_marks_size;

/* Offsets in the section. */
typedef struct ovi_marks_layout {
  uint64_t bases, deltas, bytes;
} ovi_marks_layout;

ovi_marks_layout ovi_landmarks_layout(const ovi_layer *layer, const ovi_marks_size *size);

/* The most bytes that the section can take for `count` landmarks, the blocks being
 * known. */
uint64_t ovi_landmarks_most_bytes(const ovi_layer *layer, uint32_t count);

/* Fills the zeroed section of that many bytes: `count` landmarks on each island, and
 * says how many bytes are used. The section says 0 landmarks if a cost does not fit.
 * OVL_OK or OVL_NO_MEMORY. `trees` are the world's, none of them grown. */
ovl_result ovi_landmarks_make(const ovi_layer *layer, uint32_t count, ovi_graph_trees *trees,
                              uint8_t *section, uint64_t *bytes);

#endif
