/* Walks along each path, run by run. */
#include "coarse/check/path_check.h"

#include "coarse/format/edge_paths.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/cell.h"

/* The open cells of a region, row by row. */
typedef struct path_ground {
  int32_t w, h;
  uint64_t open[OVL_MAX_REGION_CELLS][2];
} path_ground;

static bool path_is_inside(const path_ground *ground, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < ground->w && y < ground->h;
}

static bool path_cell_is_open(const path_ground *ground, int32_t x, int32_t y) {
  return ovi_get_bit(ground->open[y], x) != 0;
}

/* Moves along a run; false if it leaves the region, or a step is not legal. */
static bool walk_run_of_path(const path_ground *ground, int32_t *x, int32_t *y, int direction,
                             int32_t steps) {
  const int32_t dx = ovi_direction_x(direction);
  const int32_t dy = ovi_direction_y(direction);
  if (!path_is_inside(ground, *x + steps * dx, *y + steps * dy)) {
    return false;
  }
  for (int32_t i = 0; i < steps; i++) {
    *x += dx;
    *y += dy;
    if ((!path_cell_is_open(ground, *x, *y) || !path_cell_is_open(ground, *x - dx, *y) ||
         !path_cell_is_open(ground, *x, *y - dy))) {
      return false;
    }
  }
  return true;
}

/* Returns whether a path leads to a port's cell, the last of its runs being the one that is not
 * stored. */
static bool path_is_valid(const ovi_region *region, const path_ground *ground, uint32_t from,
                          uint32_t to, ovi_edge_path path) {
  const uint32_t begin = ovi_port_cell(region, from);
  const uint32_t end = ovi_port_cell(region, to);
  int32_t x = ovi_port_x(begin);
  int32_t y = ovi_port_y(begin);
  for (uint32_t i = 0; i < path.count; i++) {
    if (!walk_run_of_path(ground, &x, &y, ovi_run_direction(path.runs[i]),
                          ovi_run_steps(path.runs[i]))) {
      return false;
    }
  }
  const int32_t dx = ovi_port_x(end) - x;
  const int32_t dy = ovi_port_y(end) - y;
  const int32_t far_x = ovi_magnitude(dx);
  const int32_t far_y = ovi_magnitude(dy);
  return (dx != 0 || dy != 0) && (dx == 0 || dy == 0 || far_x == far_y) &&
         walk_run_of_path(ground, &x, &y, ovi_direction_of(ovi_sign(dx), ovi_sign(dy)),
                          far_x > far_y ? far_x : far_y);
}

bool ovi_paths_are_valid(const ovi_layer *layer, const ovi_region *region) {
  const uint8_t *paths = ovi_region_paths(region);
  if (paths == NULL || ovi_get_u32(paths) == 0) {
    return paths == NULL; /* a region without paths has no such part */
  }
  if (!ovi_layer_block_is_even(region->layer_block) ||
      layer->profile.corners != OVL_CORNERS_STRICT) {
    return false;
  }
  path_ground ground;
  ground.w = region->w;
  ground.h = region->h;
  for (int32_t y = 0; y < region->h; y++) {
    ovi_region_open_row(region, y, ground.open[y]);
  }
  ovi_path_cursor cursor = ovi_paths_begin(paths);
  bool is_whole;
  uint32_t from = 0;
  uint32_t to = 0;
  for (bool is_first = true; ovi_paths_next(&cursor, &is_whole); is_first = false) {
    const bool rises = is_first || cursor.from > from || (cursor.from == from && cursor.to > to);
    from = cursor.from;
    to = cursor.to;
    if (!rises || from >= region->ports.count || to >= region->ports.count || from >= to ||
        ovi_port_component(region, from) != ovi_port_component(region, to) ||
        cursor.path.count == 0 || cursor.path.count > OVI_PATH_MOST_RUNS ||
        !path_is_valid(region, &ground, from, to, cursor.path)) {
      return false;
    }
  }
  return is_whole;
}
