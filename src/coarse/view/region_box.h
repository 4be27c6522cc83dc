/* Boxes of regions, and windows filled with them.
 *
 * Invariant: a window is searched by jumps only if all that is open in its box weighs the same,
 * and its steps have a rule if any of them may cost more than its weights or be blocked. */
#ifndef OVERLAND_COARSE_VIEW_REGION_BOX_H
#define OVERLAND_COARSE_VIEW_REGION_BOX_H

#include "coarse/view/region.h"
#include "common/cell.h"
#include "fine/window.h"

/* The region of that number alone, as a box of the partition. */
static inline ovi_rectangle ovi_box_of_region(const ovi_layer *layer, uint32_t id) {
  return ovi_rectangle_of_one((int32_t)id % layer->regions_x, (int32_t)id / layer->regions_x);
}

/* The cells of a box of regions. */
ovi_rectangle ovi_box_cells(const ovi_layer *layer, ovi_rectangle box);

/* Pastes the region's positions into a window that covers them; if its steps have a rule,
 * with their heights and exceptions. */
void ovi_region_paste(const ovi_layer *layer, const ovi_region *region, ovi_window *window);

/* Fills a window with a box, or with its face of bytes even where jumps would do. */
void ovi_box_paste(ovi_window *window, const ovi_layer *layer, ovi_rectangle box, bool bytes);

#endif
