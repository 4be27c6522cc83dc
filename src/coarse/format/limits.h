/* Bounds of costs, and sizes that a bake and the check of its file compute alike. */
#ifndef OVERLAND_COARSE_FORMAT_LIMITS_H
#define OVERLAND_COARSE_FORMAT_LIMITS_H

#include "coarse/format/world_format.h"
#include "common/topology.h"
#include "overland.h"
#include "overland_bake.h"

/* Costs inside a region are below: they are stored in 31 bits. */
#define OVI_INNER_COST_END ((uint64_t)1 << 31)

/* The greatest rise or fall of a step that max_climb or max_drop of a profile allows: that of a
 * file, where UINT32_MAX is no limit; and back. */
static inline uint32_t ovi_climb_limit(int32_t most) {
  return most == 0 ? UINT32_MAX : most == OVL_LEVEL ? 0 : (uint32_t)most;
}
static inline int32_t ovi_climb_of(uint32_t limit) {
  return limit == UINT32_MAX ? 0 : limit == 0 ? OVL_LEVEL : (int32_t)limit;
}

/* The greatest distance from walls that costs a profile something; 0: none does. */
static inline int32_t ovi_wall_cells(const uint8_t wall_cost[OVL_WALL_CELLS]) {
  int32_t cells = OVL_WALL_CELLS;
  while (cells > 0 && wall_cost[cells - 1] == 0) {
    cells--;
  }
  return cells;
}

/* An upper bound of what a path inside a region costs a profile: its dearest step, once for each
 * cell. No two cells differ in height by more than `most_rise`. */
static inline uint64_t ovi_most_inner_cost(const ovl_profile_def *profile, int32_t region_cells,
                                           uint64_t most_rise, bool asks_rule) {
  const uint64_t climb = ovi_climb_limit(profile->max_climb);
  const uint64_t drop = ovi_climb_limit(profile->max_drop);
  const uint64_t rise = climb < most_rise ? climb : most_rise;
  const uint64_t fall = drop < most_rise ? drop : most_rise;
  const uint64_t up = rise * profile->climb_cost;
  const uint64_t down = fall * profile->drop_cost;
  const uint64_t step = 2 * (uint64_t)OVI_K_LONG * UINT8_MAX + (up > down ? up : down) +
                        (asks_rule ? OVI_MOST_STEP_COST : 0);
  return step * (uint64_t)region_cells * (uint64_t)region_cells;
}

/* The cells of the plane that a floor takes. Places stand in every other cell of every other row.
 */
static inline void ovi_floor_size(const ovl_floor_def *def, int32_t *w, int32_t *h) {
  *w = def->width;
  *h = def->height;
  if (def->graph) {
    const int32_t in_row = def->width < OVI_PLACES_A_ROW ? def->width : OVI_PLACES_A_ROW;
    *w = 2 * in_row - 1;
    *h = 2 * ((def->width + OVI_PLACES_A_ROW - 1) / OVI_PLACES_A_ROW) - 1;
  }
}

/* The cells of a floor by which limits in bytes a cell are counted: those that it takes of the
 * plane, without the void between floors. */
static inline uint64_t ovi_floor_cells(const ovl_floor_def *def) {
  int32_t w;
  int32_t h;
  ovi_floor_size(def, &w, &h);
  return (uint64_t)w * (uint64_t)h;
}

#endif
