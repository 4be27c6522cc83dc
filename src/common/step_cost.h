/* Costs of steps: a step between the cells a and b costs k (w(a) + w(b)), with weights in eighths
 * of plain ground, and k = 70 for a straight step, 99 for a diagonal one.
 *
 * Invariant: all costs are integers. 99/70 approximates sqrt 2 to 5 in 100,000. Half a step, k w of
 * one of its cells, is an integer too, so each half can be charged to the region of its cell
 * without rounding. */
#ifndef OVERLAND_COMMON_STEP_COST_H
#define OVERLAND_COMMON_STEP_COST_H

#include <stdint.h>

#include "common/compiler.h"
#include "overland.h"

#define OVI_K_STRAIGHT 70u
#define OVI_K_DIAGONAL 99u

/* All costs of paths and routes are below this, so that a few of them can be added. */
#define OVI_COSTS_END ((uint64_t)1 << 62)

/* The highest cost of a step for each unit of height or by a rule, and that of a link. */
#define OVI_MOST_STEP_COST ((uint32_t)1 << 20)
#define OVI_MOST_LINK_COST ((uint32_t)1 << 30)

/* Cost of half a step, on one of its cells. */
static inline uint32_t ovi_step_cost(uint32_t weight, int diagonal) {
  return weight * (diagonal ? OVI_K_DIAGONAL : OVI_K_STRAIGHT);
}

/* The dearest path inside a region passes each of its cells once, and each end adds half a step.
 * That fits 31 bits, so costs inside a region are 32-bit numbers. */
_Static_assert((uint64_t)OVL_MAX_REGION_CELLS *OVL_MAX_REGION_CELLS *OVI_K_DIAGONAL * 2 * 255 +
                       2 * OVI_K_DIAGONAL * 255 <
                   (uint64_t)1 << 31,
               "costs within a region fit 31 bits");

/* Cost of the displacement (dx, dy), in half cells, over ground of one weight: the octile norm. No
 * path over ground of at least that weight costs less, because each step costs at least the norm of
 * its displacement. */
static inline uint64_t ovi_octile_halves(int64_t dx, int64_t dy, uint32_t weight) {
  uint64_t ax = (uint64_t)(dx < 0 ? -dx : dx);
  uint64_t ay = (uint64_t)(dy < 0 ? -dy : dy);
  uint64_t low = ax < ay ? ax : ay;
  uint64_t high = ax < ay ? ay : ax;
  return weight * (OVI_K_STRAIGHT * (high - low) + OVI_K_DIAGONAL * low);
}

/* The octile distance, in cells. */
static inline uint64_t ovi_octile(int64_t dx, int64_t dy, uint32_t weight) {
  return 2 * ovi_octile_halves(dx, dy, weight);
}

/* The eight directions, clockwise from east; straight ones are even. */
enum { OVI_E, OVI_SE, OVI_S, OVI_SW, OVI_W, OVI_NW, OVI_N, OVI_NE };

static inline int32_t ovi_direction_x(int direction) {
  static const int8_t x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  return x[direction & 7];
}

static inline int32_t ovi_direction_y(int direction) {
  static const int8_t y[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  return y[direction & 7];
}

/* The direction of (dx, dy), which are -1 to 1 and not both 0. */
static inline int ovi_direction_of(int32_t dx, int32_t dy) {
  static const int8_t directions[9] = {OVI_NW, OVI_N,  OVI_NE, OVI_W, -1,
                                       OVI_E,  OVI_SW, OVI_S,  OVI_SE};
  OVI_ASSERT(dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0));
  return directions[3 * (dy + 1) + dx + 1];
}

/* Returns whether a diagonal step is legal, given whether the two cells beside it are open;
 * `corners` is an ovl_corners. */
static inline int ovi_corner_is_free(int corners, int side_a_open, int side_b_open) {
  switch (corners) {
  case 0:
    return side_a_open && side_b_open;
  case 1:
    return side_a_open || side_b_open;
  case 2:
    return 1;
  default:
    return 0;
  }
}

#endif
