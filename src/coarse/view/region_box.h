/* Filling windows with regions: one, or a box of them.
 *
 * Invariant: a window is searched by jump points only if all open cells of its box weigh the same;
 * its steps have a rule if any of them may cost more than its weights or be blocked. */
#ifndef OVERLAND_COARSE_VIEW_REGION_BOX_H
#define OVERLAND_COARSE_VIEW_REGION_BOX_H

#include "coarse/view/region.h"
#include "common/cell.h"
#include "fine/window.h"

/* A box of one region; boxes are rectangles of the partition. */
static inline ovi_rectangle ovi_box_of_region(const ovi_layer *layer, uint32_t id) {
  return ovi_rectangle_of_one((int32_t)id % layer->partition.regions_x,
                              (int32_t)id / layer->partition.regions_x);
}

/* The box with one more row or column of regions on each side, as far as the partition has them. */
static inline ovi_rectangle ovi_box_widen(const ovi_layer *layer, ovi_rectangle box) {
  return ovi_rectangle_common(
      ovi_rectangle_grow(box, 1),
      (ovi_rectangle){0, 0, layer->partition.regions_x, layer->partition.regions_y});
}

/* Returns whether a box has a region. */
static inline bool ovi_box_has(const ovi_layer *layer, ovi_rectangle box, uint32_t id) {
  return ovi_rectangle_has(box, (int32_t)id % layer->partition.regions_x,
                           (int32_t)id / layer->partition.regions_x);
}

/* The cells of a box of regions. */
ovi_rectangle ovi_box_cells(const ovi_layer *layer, ovi_rectangle box);

/* The properties that all cells of a window share. */
typedef struct ovi_window_ground {
  uint32_t min_weight; /* 0: no position is open */
  bool bits;           /* it is searched by jump points */
  bool steps;          /* its steps have the rule of the layer */
} ovi_window_ground;

/* Opens a window of a rectangle of the plane; no cell is open yet. */
void ovi_layer_open_window(const ovi_layer *layer, ovi_window *window, ovi_rectangle cells,
                           const ovi_window_ground *ground);

/* Opens a window of one region, with its positions. */
void ovi_region_open(const ovi_layer *layer, const ovi_region *region, ovi_window *window,
                     const ovi_window_ground *ground);

/* Copies the positions of a region that lie in a window; with heights and exceptions if the steps
 * of the window have a rule. A window of bits covers the region. */
void ovi_region_paste(const ovi_layer *layer, const ovi_region *region, ovi_window *window);

/* The ground of a window that is filled with a box. */
ovi_window_ground ovi_box_ground(const ovi_layer *layer, ovi_rectangle box);

/* Fills a window with a box. `bytes`: with weights, even if it could be searched by jump points. */
void ovi_box_paste(ovi_window *window, const ovi_layer *layer, ovi_rectangle box, bool bytes);

/* Fills a window of bytes with cells of the plane, of whole regions and parts of them. */
void ovi_cells_paste(ovi_window *window, const ovi_layer *layer, ovi_rectangle cells);

#endif
