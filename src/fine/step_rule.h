/* The step rule: what a single step costs, and whether it is legal, where more
 * counts than weights: heights, and what was said of that one step.
 *
 * Invariant: a step costs k (w(a) + w(b)) and an extra that is never below zero, so
 * octile distance stays a lower bound; the extra may differ with the direction. A
 * diagonal step is legal only if the straight detours are that its corner rule
 * asks for: a corner that counts as cut is one that can't be walked around. */
#ifndef OVERLAND_FINE_STEP_RULE_H
#define OVERLAND_FINE_STEP_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/step_cost.h"

#define OVI_STEP_NO_LIMIT UINT32_MAX /* of a rise or fall */
#define OVI_STEP_BLOCKED UINT32_MAX  /* as an extra: the step is not legal */
#define OVI_NO_STEP UINT64_MAX       /* as a cost: no legal step */

typedef struct ovi_step_rule {
  uint32_t most_rise, most_fall; /* of one step, units of height; OVI_STEP_NO_LIMIT */
  uint32_t rise_cost, fall_cost; /* units for each unit of height */
} ovi_step_rule;

/* One end of a step. */
typedef struct ovi_step_end {
  uint32_t weight; /* 0: blocked */
  uint32_t height;
} ovi_step_end;

/* What a step between two neighbours costs, corners apart; OVI_NO_STEP if it is not
 * legal. `extra` is what was said of this step alone. */
static inline uint64_t ovi_step_between(const ovi_step_rule *rule, ovi_step_end from,
                                        ovi_step_end to, uint32_t extra, int diagonal) {
  const bool rises = to.height >= from.height;
  const uint32_t change = rises ? to.height - from.height : from.height - to.height;
  if (from.weight == 0 || to.weight == 0 || extra == OVI_STEP_BLOCKED ||
      change > (rises ? rule->most_rise : rule->most_fall)) {
    return OVI_NO_STEP;
  }
  return ovi_step_cost(from.weight + to.weight, diagonal) + extra +
         (uint64_t)change * (rises ? rule->rise_cost : rule->fall_cost);
}

#endif
