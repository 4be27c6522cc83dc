/* One window over the whole plane, for who searches all of it at once.
 *
 * In a directed layer its steps have the layer's rule, with a hop for each way over a link.
 *
 * Who may open blocked cells needs more: heights that part no open cells may part those that are
 * opened, and a link whose end is blocked serves when that is opened. So then the rule counts
 * whether the layer is directed or not, and all links are there that the profile may take. */
#ifndef OVERLAND_COARSE_VIEW_PLANE_WINDOW_H
#define OVERLAND_COARSE_VIEW_PLANE_WINDOW_H

#include "coarse/view/region.h"
#include "fine/window.h"

/* Cells of the largest plane that one window may hold, margin included; and links. */
#define OVI_MOST_PLANE_CELLS ((uint64_t)1 << 28)

static inline bool ovi_plane_fits_window(const ovi_layer *layer) {
  return (uint64_t)(layer->width + 2) * (uint64_t)(layer->height + 2) <= OVI_MOST_PLANE_CELLS &&
         layer->shared->link_count <= OVI_MOST_PLANE_CELLS;
}

void ovi_plane_window_reserve(ovi_window *window, ovi_arena *arena, const ovi_layer *layer,
                              bool opens);

/* Fills it, by bytes. */
void ovi_plane_window_fill(ovi_window *window, const ovi_layer *layer, bool opens);

#endif
