/* A window over the whole plane, for searches of all cells at once: the baseline and blockers.
 *
 * In a directed layer its steps have the layer's rule, with a hop for each direction of a link.
 *
 * A search that may open blocked cells (`opens`) needs more: heights that separate no open cells
 * may separate those that are opened, and a link with a blocked end serves once that is open. So
 * the window then has a rule even if the layer is not directed, and all links that the profile may
 * take. */
#ifndef OVERLAND_COARSE_VIEW_PLANE_WINDOW_H
#define OVERLAND_COARSE_VIEW_PLANE_WINDOW_H

#include "coarse/view/region.h"
#include "fine/window.h"

/* The most cells of a plane that a window may hold, margin included, and the most links. */
#define OVI_MOST_PLANE_CELLS ((uint64_t)1 << 28)

static inline bool ovi_plane_fits_window(const ovi_layer *layer) {
  return (uint64_t)(layer->partition.width + 2) * (uint64_t)(layer->partition.height + 2) <=
             OVI_MOST_PLANE_CELLS &&
         layer->shared->link_count <= OVI_MOST_PLANE_CELLS;
}

/* Takes the memory of the window. */
void ovi_plane_window_reserve(ovi_window *window, ovi_arena *arena, const ovi_layer *layer,
                              bool opens);

/* Fills the window, with weights. */
void ovi_plane_window_fill(ovi_window *window, const ovi_layer *layer, bool opens);

#endif
