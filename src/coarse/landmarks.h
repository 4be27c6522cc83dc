/* Landmarks: a few waypoints of each island, far from each other, and the cost
 * from every waypoint to each. */
#ifndef OVI_LANDMARKS_H
#define OVI_LANDMARKS_H

#include "region.h"

/* Bytes of the section for `count` landmarks, islands and blocks being known. */
uint64_t ovi_landmarks_bytes(const ovl_world *world, uint32_t count);

/* Fills the zeroed section: `count` landmarks on each island. The section says
 * 0 landmarks if a cost does not fit.
 * OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_landmarks_make(const ovl_world *world, uint32_t count,
                              const ovl_allocator *allocator, uint8_t *section);

#endif
