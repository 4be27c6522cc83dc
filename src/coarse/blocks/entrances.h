/* Chooses and spaces the waypoints of a region: the entrances along its borders, by the builder's
 * rule, which makes routes exist wherever paths do. Overlays keep fewer of them: see
 * coarse/overlay/make/overlay_borders.h. */
#ifndef OVERLAND_COARSE_BLOCKS_ENTRANCES_H
#define OVERLAND_COARSE_BLOCKS_ENTRANCES_H

#include "coarse/blocks/draft.h"

#define OVI_ALL_OWN_GROUPS ((1u << OVI_OWN_GROUPS) - 1)

/* The drafts around a region whose own waypoints are chosen, in its own row of regions and the
 * next: to the left, in its column, and to the right. NULL beyond the edge of the map. */
typedef struct ovi_draft_neighbours {
  const ovi_draft *at[2][3];
} ovi_draft_neighbours;

/* Second step of a draft, at[0][1]: chooses the waypoints of the groups whose bits are set in
 * `groups`. Reads only the neighbours that these need, and of the map the cells of the region and
 * of those to its right and below along borders that are chosen. Linear in the length of the
 * borders. */
void ovi_draft_choose(ovi_draft *draft, const ovi_map *map, const ovi_draft_neighbours *neighbours,
                      uint32_t groups);

#endif
