/* The steps of a map around one region, for one profile: a window of the region and of what
 * touches it, one cell wide.
 *
 * Invariant: all that decides about a step from a cell of the region, wherever it leads,
 * lies in the window: cell (1, 1) of it is cell (0, 0) of the region. */
#ifndef OVERLAND_COARSE_BLOCKS_MAP_STEPS_H
#define OVERLAND_COARSE_BLOCKS_MAP_STEPS_H

#include "coarse/blocks/map.h"
#include "coarse/view/region.h"
#include "fine/window.h"

/* The rule of a profile's steps. */
ovi_step_rule ovi_map_rule(const ovi_map *map, int32_t profile);

/* Takes memory for windows around regions of `cells` x `cells`. */
void ovi_map_steps_reserve(ovi_window *window, ovi_arena *arena, int32_t cells);

/* Opens the window around a placed region, without exceptions. */
void ovi_map_steps_open(ovi_window *window, const ovi_map *map, int32_t profile,
                        const ovi_region *place);

/* The window's cell of a local cell of the region. */
static inline uint32_t ovi_map_steps_cell(const ovi_window *window, int32_t x, int32_t y) {
  return ovi_window_cell(window, x + 1, y + 1);
}

/* Whether a step from a cell of the window that weights alone would allow is not legal, or
 * costs more than they say. */
bool ovi_map_step_differs(const ovi_window *window, uint32_t cell, int direction);

#endif
