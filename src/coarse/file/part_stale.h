/* Which regions of a map are others than in an older world of the same settings.
 *
 * Invariant: what is not stale has the block that a bake would write. A block depends on the cells
 * of its region, of those around it, and of what bodies that stand there cover. */
#ifndef OVERLAND_COARSE_FILE_PART_STALE_H
#define OVERLAND_COARSE_FILE_PART_STALE_H

#include "coarse/blocks/map.h"
#include "coarse/view/layer.h"

/* Some bands of a map, of which one more on either side is there, and what decides about it. */
typedef struct ovi_part_window {
  const ovi_map *map; /* with its directed layers */
  int32_t first_band, bands;
  int32_t first_row, rows; /* of the plane, that the map has: see ovi_part_rows */
} ovi_part_window;

/* Sets for each region of the bands whether it is stale; `from` has a layer a profile. OVL_OK or
 * OVL_NO_MEMORY. */
ovl_result ovi_part_find_stale(const ovi_part_window *window, const ovi_layer *from,
                               const ovl_allocator *allocator, uint8_t *stale);

#endif
