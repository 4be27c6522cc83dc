/* Chooses the waypoints of a region: the entrances along its borders, by the builder's rule. */
#ifndef OVERLAND_COARSE_BLOCKS_ENTRANCES_H
#define OVERLAND_COARSE_BLOCKS_ENTRANCES_H

#include "coarse/blocks/draft.h"

#define OVI_ALL_OWN_GROUPS ((1u << OVI_OWN_GROUPS) - 1)

/* The drafts around one whose own waypoints are chosen; NULL beyond the edge. */
typedef struct ovi_draft_neighbours {
  const ovi_draft *left, *right, *below, *below_right, *below_left;
} ovi_draft_neighbours;

/* The drafts beside it that a group of its own depends on, as bits in their order above. */
static inline uint32_t ovi_draft_group_needs(int group) {
  static const uint8_t needs[OVI_OWN_GROUPS] = {2, 4, 2 + 4 + 8, 1 + 4 + 16};
  return needs[group];
}

/* Second step: entrances and waypoints, by the builder's rule, of the groups whose bits are set;
 * of the drafts beside it only those are read that these need. */
void ovi_draft_choose(ovi_draft *draft, const ovi_map *map, const ovi_draft_neighbours *neighbours,
                      uint32_t groups);

#endif
