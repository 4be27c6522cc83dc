/* The steps of a map around one region, for one profile, in a window. */
#ifndef OVERLAND_COARSE_BLOCKS_MAP_STEPS_H
#define OVERLAND_COARSE_BLOCKS_MAP_STEPS_H

#include "coarse/blocks/map.h"
#include "coarse/view/region.h"
#include "common/arena.h"
#include "fine/window.h"

/* Rises and falls that the profile can step, and their costs. */
ovi_step_rule ovi_map_rule(const ovi_map *map, int32_t profile);

/* Reserves a window for regions of `cells` x `cells`. */
void ovi_map_steps_reserve(ovi_window *window, ovi_arena *arena, int32_t cells);

/* Opens the window of a region and of the cells around it, one cell wide, without exceptions. All
 * that decides about a step from a cell of the region lies in it: its cell (1, 1) is cell (0, 0) of
 * the region. Weights are those without what walls cost, which decide about no step. */
void ovi_map_steps_open(ovi_window *window, const ovi_map *map, int32_t profile,
                        const ovi_region *place);

/* Adds what walls cost to the weights of such a window. */
void ovi_map_steps_add_walls(ovi_window *window, const ovi_map *map, int32_t profile,
                             const ovi_region *place);

/* The cell of the window that is a local cell of the region. */
static inline uint32_t ovi_map_steps_cell(const ovi_window *window, int32_t x, int32_t y) {
  return ovi_window_cell(window, x + 1, y + 1);
}

/* Returns whether heights make a step from a cell of the window illegal or more expensive, if it is
 * legal by weights. */
bool ovi_map_step_differs(const ovi_window *window, uint32_t cell, int direction);

/* Returns whether heights affect any step that begins in a region, within it or across its border.
 * `window` is scratch from ovi_map_steps_reserve. Linear in the cells. */
bool ovi_map_has_steps(ovi_window *window, const ovi_map *map, int32_t profile,
                       const ovi_region *place);

/* Returns whether heights can affect a step of a profile at all: compares its limits and costs with
 * the greatest difference of heights on the map. Step rules are not considered. */
bool ovi_map_may_have_steps(const ovi_map *map, int32_t profile);

/* Returns whether a step of a profile between open cells may be forbidden, corners ignored: by a
 * rule, or because it may rise or fall too much. */
bool ovi_map_may_forbid_steps(const ovi_map *map, int32_t profile);

#endif
