/* The ground under a path, asked cell by cell.
 *
 * Invariant: a step has one cost and one answer to whether it is legal, and they are
 * those by which the path was found. */
#ifndef OVERLAND_FINE_SMOOTH_GROUND_H
#define OVERLAND_FINE_SMOOTH_GROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "fine/smooth/open_bits.h"
#include "fine/step_rule.h"
#include "overland.h"

/* What counts beside weights where steps have a rule; asked with the ground's user. */
typedef struct ovi_ground_steps {
  ovi_step_rule rule;
  uint32_t (*height)(void *user, int32_t x, int32_t y);
  /* What was said of one step: units or OVI_STEP_BLOCKED, 0 if nothing was. */
  uint32_t (*extra)(void *user, int32_t x, int32_t y, int direction);
  bool (*has_extra)(void *user, int32_t x, int32_t y); /* of any step from the cell */
} ovi_ground_steps;

/* Weight 0 blocks. Where all that is open weighs the same and no corner is cut, lines
 * read bits instead. */
typedef struct ovi_ground {
  uint32_t (*weight)(void *user, int32_t x, int32_t y);
  void *user;
  int corners;                   /* an ovl_corners */
  ovi_open_bits *bits;           /* NULL elsewhere */
  const ovi_ground_steps *steps; /* NULL: weights say all */
  uint32_t turn_cost;            /* units, of each change of direction */
} ovi_ground;

/* Cost of a step; OVI_NO_STEP if it is not legal. */
uint64_t ovi_ground_step(const ovi_ground *ground, int32_t x, int32_t y, int direction);

/* Whether a cell is as good as another: no step between the two, or by way of the one
 * instead of the other, costs more or is blocked. */
bool ovi_ground_is_even(const ovi_ground *ground, ovl_cell a, ovl_cell b);

#endif
