/* The ground that smoothing reads: weights, heights and step costs of single cells, by callbacks.
 *
 * Invariant: whether a step is legal, and its cost, are the same as in the search that found the
 * path. */
#ifndef OVERLAND_FINE_SMOOTH_GROUND_H
#define OVERLAND_FINE_SMOOTH_GROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "fine/smooth/open_bits.h"
#include "fine/step_rule.h"
#include "overland.h"

/* A step rule; the callbacks get the ground's user. */
typedef struct ovi_ground_steps {
  ovi_step_rule rule;
  uint32_t (*height)(void *user, int32_t x, int32_t y);
  /* The extra cost of one step, cost units or OVI_STEP_BLOCKED; 0: the step has no exception. */
  uint32_t (*extra)(void *user, int32_t x, int32_t y, int direction);
  bool (*has_extra)(void *user, int32_t x, int32_t y); /* whether any step from the cell has one */
  bool is_free; /* nothing but weights blocks a step, and no step has an exception */
} ovi_ground_steps;

/* Weight 0 blocks. Where all open cells weigh the same and no corner is cut, lines read bits
 * instead. */
typedef struct ovi_ground {
  uint32_t (*weight)(void *user, int32_t x, int32_t y);
  void *user;
  int corners;                   /* a topology, see common/topology.h */
  ovi_open_bits *bits;           /* NULL elsewhere */
  const ovi_ground_steps *steps; /* NULL: weights alone count */
} ovi_ground;

static inline uint32_t ovi_ground_weight(const ovi_ground *ground, int32_t x, int32_t y) {
  return ground->weight(ground->user, x, y);
}

/* Cost of a step; OVI_NO_STEP if it is not legal. */
uint64_t ovi_ground_step(const ovi_ground *ground, int32_t x, int32_t y, int direction);

/* Returns whether two cells have the same weight and height and no exceptions: a step costs the
 * same on either. */
bool ovi_ground_is_even(const ovi_ground *ground, ovl_cell a, ovl_cell b);

#endif
