/* Where tiles of Tiled maps lie: see tiled_grid.h. As in the renderers of Tiled. */
#include "tools/tiled/tiled_grid.h"

#include <math.h>

bool tiled_grid_is_shifted(const struct tiled_grid *grid) {
  return grid->shear.kind != CELL_SQUARES;
}

static bool has_columns(const struct tiled_grid *grid) {
  return grid->shear.layout == OVL_LAYOUT_ODD_Q || grid->shear.layout == OVL_LAYOUT_EVEN_Q;
}

/* Pixels from a tile to the next of its row, or of its column; of shifted tiles Tiled leaves out
 * odd ones. */
static int32_t pitch(const struct tiled_grid *grid, bool is_down) {
  const int32_t size = (is_down ? grid->tile_height : grid->tile_width) & ~1;
  const bool is_nested = is_down != has_columns(grid);
  return is_nested ? (size - grid->side) / 2 + grid->side : size;
}

/* The middle of a shifted tile, as the file counts. */
static struct tiled_point middle_of_tile(const struct tiled_grid *grid, ovl_cell tile) {
  const int32_t width = grid->tile_width & ~1, height = grid->tile_height & ~1;
  const ovl_layout layout = grid->shear.layout;
  const bool counts_odd = layout == OVL_LAYOUT_ODD_R || layout == OVL_LAYOUT_ODD_Q;
  const bool is_odd = ((has_columns(grid) ? tile.x : tile.y) & 1) != 0;
  const int32_t shift = is_odd == counts_odd ? 1 : 0;
  const int32_t right = width / 2 + (has_columns(grid) ? 0 : shift * (width / 2));
  const int32_t down = height / 2 + (has_columns(grid) ? shift * (height / 2) : 0);
  return (struct tiled_point){(double)tile.x * pitch(grid, false) + right,
                              (double)tile.y * pitch(grid, true) + down};
}

struct tiled_point tiled_grid_corner(const struct tiled_grid *grid) {
  const bool moves = !tiled_grid_is_shifted(grid);
  return (struct tiled_point){moves ? (double)grid->origin_x * grid->tile_width : 0,
                              moves ? (double)grid->origin_y * grid->tile_height : 0};
}

struct tiled_point tiled_grid_middle(const struct tiled_grid *grid, ovl_cell tile) {
  if (!tiled_grid_is_shifted(grid)) {
    return (struct tiled_point){(tile.x + 0.5) * grid->tile_width,
                                (tile.y + 0.5) * grid->tile_height};
  }
  return middle_of_tile(grid, (ovl_cell){tile.x + grid->origin_x, tile.y + grid->origin_y, 0});
}

/* How far a point is from a tile's middle: over diamonds as these are formed; over hexagons, as
 * Tiled does, straight. */
static double distance_to_tile(const struct tiled_grid *grid, ovl_cell tile,
                               struct tiled_point point) {
  const struct tiled_point middle = middle_of_tile(grid, tile);
  const double x = fabs(point.x - middle.x), y = fabs(point.y - middle.y);
  return grid->shear.kind == CELL_DIAMONDS ? x / grid->tile_width + y / grid->tile_height
                                           : x * x + y * y;
}

/* No tile of a map lies farther out. */
static int32_t whole_tile(double tile) {
  return (int32_t)fmin(fmax(floor(tile), -(1 << 29)), 1 << 29);
}

ovl_cell tiled_grid_at(const struct tiled_grid *grid, struct tiled_point point,
                       int32_t floor_number) {
  if (!tiled_grid_is_shifted(grid)) {
    return (ovl_cell){whole_tile(point.x / grid->tile_width),
                      whole_tile(point.y / grid->tile_height), floor_number};
  }
  const ovl_cell tile = {whole_tile(point.x / pitch(grid, false)),
                         whole_tile(point.y / pitch(grid, true)), floor_number};
  ovl_cell nearest = tile;
  double least = HUGE_VAL;
  for (int32_t i = 0; i < 9; i++) {
    const ovl_cell beside = {tile.x + i % 3 - 1, tile.y + i / 3 - 1, floor_number};
    const double distance = distance_to_tile(grid, beside, point);
    nearest = distance < least ? beside : nearest;
    least = fmin(distance, least);
  }
  return (ovl_cell){nearest.x - grid->origin_x, nearest.y - grid->origin_y, floor_number};
}
