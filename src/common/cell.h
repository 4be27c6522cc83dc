/* Small arithmetic of cells. */
#ifndef OVERLAND_COMMON_CELL_H
#define OVERLAND_COMMON_CELL_H

#include <stdbool.h>

#include "overland.h"

static inline int32_t ovi_sign(int32_t value) { return (value > 0) - (value < 0); }

static inline int32_t ovi_magnitude(int32_t value) { return value < 0 ? -value : value; }

static inline bool ovi_same_cell(ovl_cell a, ovl_cell b) { return a.x == b.x && a.y == b.y; }

#endif
