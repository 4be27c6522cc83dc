/* Finds the regions of a map that differ from an older world with the same settings.
 *
 * Invariant: a region that is not stale has the block that a bake would write. A block depends on
 * the cells of its region, of the regions around it, and of those that bodies in it cover. */
#ifndef OVERLAND_COARSE_FILE_PART_STALE_H
#define OVERLAND_COARSE_FILE_PART_STALE_H

#include "coarse/blocks/map.h"
#include "coarse/view/layer.h"

/* Some bands of a map that has at least the rows that their blocks depend on. */
typedef struct ovi_part_window {
  const ovi_map *map; /* `directed` is set */
  int32_t first_band, bands;
  int32_t first_row, rows; /* of the plane, that may be read: see ovi_part_rows */
} ovi_part_window;

/* Stores for each region of the bands whether it is stale. `from` has the layers of the older
 * world, one a profile. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_part_find_stale(const ovi_part_window *window, const ovi_layer *from,
                               const ovl_allocator *allocator, uint8_t *stale);

#endif
