/* Cells of a floor, which begins at the origin of its world. */
#ifndef OVERLAND_TOOLS_PLAIN_FLOOR_CELLS_H
#define OVERLAND_TOOLS_PLAIN_FLOOR_CELLS_H

#include "overland_inspect.h"

#include <stdbool.h>
#include <stdint.h>

/* The cell in a column and row, counted from 0. */
static inline ovl_cell floor_cell(const ovl_floor_info *floor, int32_t column, int32_t row) {
  const ovl_cell corner = floor->corner;
  return (ovl_cell){corner.x + column, corner.y + row, corner.floor};
}

/* Returns whether a rectangle lies on the floor of its first cell. */
static inline bool floor_has_rect(const ovl_floor_info *floor, ovl_cell first, int32_t w,
                                  int32_t h) {
  const int64_t column = (int64_t)first.x - floor->corner.x;
  const int64_t row = (int64_t)first.y - floor->corner.y;
  return column >= 0 && row >= 0 && column <= floor->width - w && row <= floor->height - h;
}

#endif
