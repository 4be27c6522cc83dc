/* Follows each path, run by run. */
#include "coarse/check/path_check.h"

#include "coarse/format/edge_paths.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/cell.h"
#include "common/topology.h"

/* Returns whether the runs of a path stay inside the region and lead to a port's cell, the last of
 * them being the one that is not stored. */
static bool path_is_valid(int topology, const ovi_region *region, uint32_t from, uint32_t to,
                          ovi_edge_path path) {
  const uint32_t begin = ovi_port_cell(region, from);
  const uint32_t end = ovi_port_cell(region, to);
  int32_t x = ovi_port_x(begin);
  int32_t y = ovi_port_y(begin);
  bool is_inside = true;
  for (uint32_t i = 0; i < path.count; i++) {
    const int direction = ovi_run_direction(path.runs[i]);
    x += ovi_run_steps(path.runs[i]) * ovi_direction_x(direction);
    y += ovi_run_steps(path.runs[i]) * ovi_direction_y(direction);
    is_inside = is_inside && ovi_leads(topology, direction) && x >= 0 && y >= 0 && x < region->w &&
                y < region->h;
  }
  const ovl_cell at = {x, y, 0};
  const ovl_cell last = {ovi_port_x(end), ovi_port_y(end), 0};
  return is_inside && !ovi_same_cell(at, last) && ovi_is_run(topology, at, last);
}

bool ovi_paths_are_valid(const ovi_layer *layer, const ovi_region *region) {
  const uint8_t *paths = ovi_region_paths(region);
  if (paths == NULL || ovi_get_u32(paths) == 0) {
    return paths == NULL; /* a region without paths has no such part */
  }
  if (!ovi_layer_block_is_even(region->layer_block) ||
      !ovi_has_jump_points(layer->profile.corners)) {
    return false;
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
        cursor.path.count == 0 || cursor.path.count > OVI_PATH_MOST_RUNS ||
        !path_is_valid(layer->profile.corners, region, from, to, cursor.path)) {
      return false;
    }
  }
  return is_whole;
}
