/* Arithmetic of cells and rectangles. */
#ifndef OVERLAND_COMMON_CELL_H
#define OVERLAND_COMMON_CELL_H

#include <stdbool.h>

#include "overland.h"

static inline int32_t ovi_sign(int32_t value) { return (value > 0) - (value < 0); }

static inline int32_t ovi_magnitude(int32_t value) { return value < 0 ? -value : value; }

/* Returns whether two cells of the plane are the same. */
static inline bool ovi_same_cell(ovl_cell a, ovl_cell b) { return a.x == b.x && a.y == b.y; }

/* Returns whether two cells of a world are the same. */
static inline bool ovi_cells_are_one(ovl_cell a, ovl_cell b) {
  return ovi_same_cell(a, b) && a.floor == b.floor;
}

/* Columns x0 to before x1 and rows y0 to before y1, of cells or of regions. Empty if x1 is not
 * above x0 or y1 not above y0. */
typedef struct ovi_rectangle {
  int32_t x0, y0, x1, y1;
} ovi_rectangle;

static inline ovi_rectangle ovi_rectangle_of_one(int32_t x, int32_t y) {
  return (ovi_rectangle){x, y, x + 1, y + 1};
}

static inline bool ovi_rectangle_is_empty(ovi_rectangle a) { return a.x0 >= a.x1 || a.y0 >= a.y1; }

static inline bool ovi_rectangle_has(ovi_rectangle a, int32_t x, int32_t y) {
  return x >= a.x0 && x < a.x1 && y >= a.y0 && y < a.y1;
}

/* The part that two rectangles have in common, perhaps empty. */
static inline ovi_rectangle ovi_rectangle_common(ovi_rectangle a, ovi_rectangle b) {
  return (ovi_rectangle){a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                         a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1};
}

/* The smallest rectangle that holds both; either may be empty. */
static inline ovi_rectangle ovi_rectangle_join(ovi_rectangle a, ovi_rectangle b) {
  if (ovi_rectangle_is_empty(a) || ovi_rectangle_is_empty(b)) {
    return ovi_rectangle_is_empty(a) ? b : a;
  }
  return (ovi_rectangle){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0,
                         a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1};
}

/* The number of cells from a range, from `begin` to before `end`, to another one; 0 if they meet.
 */
static inline int32_t ovi_range_apart(int32_t begin, int32_t end, int32_t other_begin,
                                      int32_t other_end) {
  return begin >= other_end   ? begin - other_end + 1
         : other_begin >= end ? other_begin - end + 1
                              : 0;
}

/* Returns the rectangle with this many more columns and rows on each side. */
static inline ovi_rectangle ovi_rectangle_grow(ovi_rectangle a, int32_t by) {
  return (ovi_rectangle){a.x0 - by, a.y0 - by, a.x1 + by, a.y1 + by};
}

/* The squares of side x side cells, counted from (0, 0), that a rectangle has cells in; it is not
 * empty and has no cell below 0. */
static inline ovi_rectangle ovi_rectangle_squares(ovi_rectangle a, int32_t side) {
  return (ovi_rectangle){a.x0 / side, a.y0 / side, (a.x1 - 1) / side + 1, (a.y1 - 1) / side + 1};
}

#endif
