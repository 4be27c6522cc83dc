/* Cells of Tiled maps: see tiled_grid.h. Where tiles lie is as in the renderers of Tiled. */
#include "tools/tiled/tiled_grid.h"

#include <math.h>

static bool has_columns(const struct tiled_grid *grid) {
  return grid->layout == OVL_LAYOUT_ODD_Q || grid->layout == OVL_LAYOUT_EVEN_Q;
}

/* ---- Tiles and cells ------------------------------------------------------ */

/* Diamonds lie as hexagons do: each edge leads to a neighbour, but two of these are joined by a
 * corner, at the ends of a row or column. */
static ovl_cell cell_of_tile(const struct tiled_grid *grid, ovl_cell tile) {
  const ovl_cell axial = ovl_hexagon_from(grid->layout, tile);
  if (grid->cells == TILED_HEXAGONS) {
    return axial;
  }
  return (ovl_cell){axial.x + axial.y, has_columns(grid) ? axial.y : -axial.x, tile.floor};
}

static ovl_cell tile_of_cell(const struct tiled_grid *grid, ovl_cell cell) {
  ovl_cell axial = cell;
  if (grid->cells == TILED_DIAMONDS && has_columns(grid)) {
    axial.x = cell.x - cell.y;
  } else if (grid->cells == TILED_DIAMONDS) {
    axial.x = -cell.y;
    axial.y = cell.x + cell.y;
  }
  return ovl_hexagon_to(grid->layout, axial);
}

ovl_cell tiled_grid_cell(const struct tiled_grid *grid, ovl_cell tile) {
  const ovl_cell cell = grid->cells == TILED_SQUARES ? tile : cell_of_tile(grid, tile);
  return (ovl_cell){cell.x - grid->origin_x, cell.y - grid->origin_y, cell.floor};
}

void tiled_grid_shear(struct tiled_grid *grid) {
  if (grid->cells == TILED_SQUARES) {
    return;
  }
  const int32_t right = grid->origin_x + grid->width - 1,
                bottom = grid->origin_y + grid->height - 1;
  const ovl_cell corners[] = {{grid->origin_x, grid->origin_y, 0},
                              {right, grid->origin_y, 0},
                              {grid->origin_x, bottom, 0},
                              {right, bottom, 0}};
  ovl_cell least = cell_of_tile(grid, corners[0]), most = least;
  for (int i = 1; i < 4; i++) {
    const ovl_cell cell = cell_of_tile(grid, corners[i]);
    least.x = cell.x < least.x ? cell.x : least.x;
    least.y = cell.y < least.y ? cell.y : least.y;
    most.x = cell.x > most.x ? cell.x : most.x;
    most.y = cell.y > most.y ? cell.y : most.y;
  }
  grid->origin_x = least.x;
  grid->origin_y = least.y;
  grid->width = most.x - least.x + 1;
  grid->height = most.y - least.y + 1;
}

/* ---- Pixels -------------------------------------------------------------- */

/* From a tile to the next of its row, or row to row; of sheared maps Tiled leaves out odd pixels.
 */
static int32_t pitch(const struct tiled_grid *grid, bool is_across) {
  const int32_t size = (is_across ? grid->tile_height : grid->tile_width) & ~1;
  const bool is_nested = is_across != has_columns(grid);
  return is_nested ? (size - grid->side) / 2 + grid->side : size;
}

static struct tiled_point middle_of_tile(const struct tiled_grid *grid, ovl_cell tile) {
  const int32_t width = grid->tile_width & ~1, height = grid->tile_height & ~1;
  const bool counts_odd = grid->layout == OVL_LAYOUT_ODD_R || grid->layout == OVL_LAYOUT_ODD_Q;
  const bool is_odd = ((has_columns(grid) ? tile.x : tile.y) & 1) != 0;
  const int32_t shift = is_odd == counts_odd ? 1 : 0;
  const int32_t right = width / 2 + (has_columns(grid) ? 0 : shift * (width / 2));
  const int32_t down = height / 2 + (has_columns(grid) ? shift * (height / 2) : 0);
  return (struct tiled_point){(double)tile.x * pitch(grid, false) + right,
                              (double)tile.y * pitch(grid, true) + down};
}

struct tiled_point tiled_grid_corner(const struct tiled_grid *grid) {
  const bool moves = grid->cells == TILED_SQUARES;
  return (struct tiled_point){moves ? (double)grid->origin_x * grid->tile_width : 0,
                              moves ? (double)grid->origin_y * grid->tile_height : 0};
}

struct tiled_point tiled_grid_middle(const struct tiled_grid *grid, ovl_cell cell) {
  if (grid->cells == TILED_SQUARES) {
    return (struct tiled_point){(cell.x + 0.5) * grid->tile_width,
                                (cell.y + 0.5) * grid->tile_height};
  }
  const ovl_cell counted = {cell.x + grid->origin_x, cell.y + grid->origin_y, 0};
  return middle_of_tile(grid, tile_of_cell(grid, counted));
}

/* How far a point is from a tile's middle: 1 at the corners of a diamond, and at two of them
 * outlines meet; a hexagon is nearer to its own points than any other is. */
static double distance_to_tile(const struct tiled_grid *grid, ovl_cell tile,
                               struct tiled_point point) {
  const struct tiled_point middle = middle_of_tile(grid, tile);
  const double x = fabs(point.x - middle.x), y = fabs(point.y - middle.y);
  return grid->cells == TILED_DIAMONDS ? x / grid->tile_width + y / grid->tile_height
                                       : x * x + y * y;
}

/* No tile of a map lies farther out. */
static int32_t whole_tile(double tile) {
  return (int32_t)fmin(fmax(floor(tile), -(1 << 29)), 1 << 29);
}

ovl_cell tiled_grid_at(const struct tiled_grid *grid, struct tiled_point point,
                       int32_t floor_number) {
  const int32_t width = grid->cells == TILED_SQUARES ? grid->tile_width : pitch(grid, false);
  const int32_t height = grid->cells == TILED_SQUARES ? grid->tile_height : pitch(grid, true);
  const ovl_cell tile = {whole_tile(point.x / width), whole_tile(point.y / height), floor_number};
  if (grid->cells == TILED_SQUARES) {
    return tile;
  }
  ovl_cell nearest = tile;
  double least = HUGE_VAL;
  for (int32_t i = 0; i < 9; i++) {
    const ovl_cell beside = {tile.x + i % 3 - 1, tile.y + i / 3 - 1, floor_number};
    const double distance = distance_to_tile(grid, beside, point);
    nearest = distance < least ? beside : nearest;
    least = fmin(distance, least);
  }
  return tiled_grid_cell(grid, nearest);
}
