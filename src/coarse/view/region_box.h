/* Boxes of regions, and windows filled with them.
 *
 * Invariant: a window is searched by jumps only if all that is open in its box weighs the same,
 * and its steps have a rule if any of them may cost more than its weights or be blocked. */
#ifndef OVERLAND_COARSE_VIEW_REGION_BOX_H
#define OVERLAND_COARSE_VIEW_REGION_BOX_H

#include "coarse/view/region.h"
#include "fine/window.h"

/* Columns x0..x1 and rows y0..y1 of the partition. */
typedef struct ovi_region_box {
  int32_t x0, y0, x1, y1;
} ovi_region_box;

static inline ovi_region_box ovi_box_grow(ovi_region_box box, int32_t rx, int32_t ry) {
  box.x0 = rx < box.x0 ? rx : box.x0;
  box.y0 = ry < box.y0 ? ry : box.y0;
  box.x1 = rx > box.x1 ? rx : box.x1;
  box.y1 = ry > box.y1 ? ry : box.y1;
  return box;
}

/* Pastes the region's positions into a window that covers them; if its steps have a rule,
 * with their heights and exceptions. */
void ovi_region_paste(const ovi_layer *layer, const ovi_region *region, ovi_window *window);

/* Fills a window with a box, or with its face of bytes even where jumps would do. */
void ovi_box_paste(ovi_window *window, const ovi_layer *layer, ovi_region_box box, bool bytes);

#endif
