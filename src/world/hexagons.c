/* Conversions of hexagons between axial cells and layouts of columns and rows, as in Red Blob
 * Games' "Hexagonal Grids". Each shears: a row or column moves by half of its number, rounded down
 * or up. */
#include "common/argument.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "overland_hexagons.h"

/* Half of a number, rounded down: also of one below 0. */
static int64_t half_below(int64_t value) { return (value - (value & 1)) / 2; }

static int64_t half_above(int64_t value) { return (value + (value & 1)) / 2; }

static int32_t nearest_coordinate(int64_t value) {
  return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

static ovl_cell cell_near(int64_t x, int64_t y, int32_t floor) {
  return (ovl_cell){nearest_coordinate(x), nearest_coordinate(y), floor};
}

ovl_cell ovl_hexagon_from(ovl_layout layout, ovl_cell cell) {
  const int64_t x = cell.x;
  const int64_t y = cell.y;
  switch (layout) {
  case OVL_LAYOUT_ODD_R:
    return cell_near(x - half_below(y), y, cell.floor);
  case OVL_LAYOUT_EVEN_R:
    return cell_near(x - half_above(y), y, cell.floor);
  case OVL_LAYOUT_ODD_Q:
    return cell_near(x, y - half_below(x), cell.floor);
  case OVL_LAYOUT_EVEN_Q:
    return cell_near(x, y - half_above(x), cell.floor);
  case OVL_LAYOUT_DOUBLE_WIDTH:
    return cell_near(half_below(x - y), y, cell.floor);
  case OVL_LAYOUT_DOUBLE_HEIGHT:
    return cell_near(x, half_below(y - x), cell.floor);
  case OVL_LAYOUT_AXIAL:
  case OVL_LAYOUT_COUNT:
    break;
  }
  return cell;
}

ovl_cell ovl_hexagon_to(ovl_layout layout, ovl_cell axial) {
  const int64_t x = axial.x;
  const int64_t y = axial.y;
  switch (layout) {
  case OVL_LAYOUT_ODD_R:
    return cell_near(x + half_below(y), y, axial.floor);
  case OVL_LAYOUT_EVEN_R:
    return cell_near(x + half_above(y), y, axial.floor);
  case OVL_LAYOUT_ODD_Q:
    return cell_near(x, y + half_below(x), axial.floor);
  case OVL_LAYOUT_EVEN_Q:
    return cell_near(x, y + half_above(x), axial.floor);
  case OVL_LAYOUT_DOUBLE_WIDTH:
    return cell_near(2 * x + y, y, axial.floor);
  case OVL_LAYOUT_DOUBLE_HEIGHT:
    return cell_near(x, 2 * y + x, axial.floor);
  case OVL_LAYOUT_AXIAL:
  case OVL_LAYOUT_COUNT:
    break;
  }
  return axial;
}

int64_t ovl_hexagon_distance(ovl_cell a, ovl_cell b) {
  const int64_t dx = (int64_t)b.x - a.x;
  const int64_t dy = (int64_t)b.y - a.y;
  const int64_t sum = dx + dy;
  return ((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy) + (sum < 0 ? -sum : sum)) / 2;
}

ovl_cell ovl_hexagon_at(ovl_point point) {
  const int64_t most = (int64_t)1 << 38;
  const ovl_point at = {point.x < -most  ? -most
                        : point.x > most ? most
                                         : point.x,
                        point.y < -most  ? -most
                        : point.y > most ? most
                                         : point.y,
                        point.floor};
  return ovi_cell_of_point(OVI_HEXAGONS, at);
}

/* ---- Rectangles of a layout ---------------------------------------------------------------- */

typedef struct layout_rectangle {
  ovl_layout layout;
  ovl_cell corner;
  int32_t w, h;
} layout_rectangle;

/* The axial cell of a column and row of the rectangle, counted from its corner. */
static ovl_cell axial_of_rectangle(const layout_rectangle *rectangle, int32_t column, int32_t row) {
  ovl_cell cell = rectangle->corner;
  if (rectangle->layout == OVL_LAYOUT_DOUBLE_WIDTH) {
    cell.x += 2 * column + (row & 1) - ((cell.x ^ cell.y) & 1);
    cell.y += row;
  } else if (rectangle->layout == OVL_LAYOUT_DOUBLE_HEIGHT) {
    cell.y += 2 * row + (column & 1) - ((cell.x ^ cell.y) & 1);
    cell.x += column;
  } else {
    cell.x += column;
    cell.y += row;
  }
  return ovl_hexagon_from(rectangle->layout, cell);
}

/* Rows only ever shear to the left and columns upwards, so the four corners reach the farthest. */
static ovl_hexagon_box box_of_rectangle(const layout_rectangle *rectangle) {
  const ovl_cell first = axial_of_rectangle(rectangle, 0, 0);
  const ovl_cell right = axial_of_rectangle(rectangle, rectangle->w - 1, 0);
  const ovl_cell below = axial_of_rectangle(rectangle, 0, rectangle->h - 1);
  const int32_t x = below.x < first.x ? below.x : first.x;
  const int32_t y = right.y < first.y ? right.y : first.y;
  return (ovl_hexagon_box){{x, y, first.floor}, right.x - x + 1, below.y - y + 1};
}

static ovl_result check_rectangle(const layout_rectangle *rectangle, ovl_fault *fault) {
  const int64_t most = OVL_MAX_SIDE_CELLS;
  const ovi_argument arguments[] = {
      {"layout", (int64_t)rectangle->layout, 0, OVL_LAYOUT_COUNT - 1},
      {"corner.x", rectangle->corner.x, -OVL_MAX_ORIGIN, OVL_MAX_ORIGIN},
      {"corner.y", rectangle->corner.y, -OVL_MAX_ORIGIN, OVL_MAX_ORIGIN},
      {"w", rectangle->w, 1, most},
      {"h", rectangle->h, 1, most},
  };
  return OVI_ARGUMENTS_CHECK(arguments, 0, fault);
}

ovl_result ovl_hexagon_mask(ovl_layout layout, ovl_cell corner, int32_t w, int32_t h,
                            ovl_hexagon_box *box, uint8_t *mask, size_t capacity, size_t *needed,
                            ovl_fault *fault) {
  const layout_rectangle rectangle = {layout, corner, w, h};
  *box = (ovl_hexagon_box){.w = 0};
  *needed = 0;
  ovl_result result = check_rectangle(&rectangle, fault);
  if (result != OVL_OK) {
    return result;
  }
  const ovl_hexagon_box around = box_of_rectangle(&rectangle);
  const ovi_argument sides[] = {{"w of the box", around.w, 1, OVL_MAX_SIDE_CELLS},
                                {"h of the box", around.h, 1, OVL_MAX_SIDE_CELLS}};
  result = OVI_ARGUMENTS_CHECK(sides, 0, fault);
  if (result != OVL_OK) {
    return result;
  }
  *box = around;
  const uint64_t bytes = (uint64_t)around.w * (uint64_t)around.h;
  *needed = bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX; /* 2^32 are too many for 32 bits */
  if (bytes > capacity) {
    return OVL_MORE_ROOM;
  }
  memset(mask, 0, *needed);
  for (int32_t row = 0; row < h; row++) {
    for (int32_t column = 0; column < w; column++) {
      const ovl_cell cell = axial_of_rectangle(&rectangle, column, row);
      const size_t at = (size_t)(cell.y - around.cell.y) * (size_t)around.w;
      OVI_ASSERT(cell.x >= around.cell.x && cell.x - around.cell.x < around.w);
      OVI_ASSERT(cell.y >= around.cell.y && cell.y - around.cell.y < around.h);
      mask[at + (size_t)(cell.x - around.cell.x)] = 1;
    }
  }
  return OVL_OK;
}
