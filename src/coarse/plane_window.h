/* One window over the whole plane, for who searches all of it at once.
 *
 * In a directed layer its steps have the layer's rule, with a hop for each way over a link. */
#ifndef OVI_PLANE_WINDOW_H
#define OVI_PLANE_WINDOW_H

#include "region.h"

/* Cells of the largest plane that one window may hold, margin included. */
#define OVI_MOST_PLANE_CELLS ((uint64_t)1 << 28)

static inline bool ovi_plane_fits_window(const ovi_layer *layer) {
  return (uint64_t)(layer->width + 2) * (uint64_t)(layer->height + 2) <= OVI_MOST_PLANE_CELLS;
}

void ovi_plane_window_place(ovi_window *window, ovi_arena *arena, const ovi_layer *layer);

/* Fills it, by bytes. */
void ovi_plane_window_fill(ovi_window *window, const ovi_layer *layer);

#endif
