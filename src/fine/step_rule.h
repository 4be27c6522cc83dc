/* The step rule: the cost of a single step, and whether it is legal, where heights and exceptions
 * count as well as weights.
 *
 * Invariant: a step costs k (w(a) + w(b)) and an extra that is not negative, so octile distance
 * stays a lower bound; the extra may differ with the direction. A diagonal step is legal only if
 * the straight detours around the corner that its corner rule requires are legal steps. */
#ifndef OVERLAND_FINE_STEP_RULE_H
#define OVERLAND_FINE_STEP_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/step_cost.h"

#define OVI_STEP_NO_LIMIT UINT32_MAX /* of a rise or fall */
#define OVI_STEP_BLOCKED UINT32_MAX  /* as an extra cost: the step is not legal */
#define OVI_NO_STEP UINT64_MAX       /* as a cost: the step is not legal */

typedef struct ovi_step_rule {
  uint32_t most_rise, most_fall; /* of one step, units of height; OVI_STEP_NO_LIMIT */
  uint32_t rise_cost, fall_cost; /* cost units for each unit of height */
} ovi_step_rule;

/* One end of a step. */
typedef struct ovi_step_end {
  uint32_t weight; /* 0: blocked */
  uint32_t height;
} ovi_step_end;

/* Cost of a step between two neighbours, without regard to corners; OVI_NO_STEP if it is not legal.
 * `extra` is that of this step's exception, or 0. */
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

/* A copy of the costs of slopes; rise and fall are exchanged in reverse. */
typedef struct ovi_slope {
  uint32_t rise_cost, fall_cost;
  bool is_limited; /* steps may be too steep */
} ovi_slope;

static inline ovi_slope ovi_slope_of(const ovi_step_rule *rule, bool reverse) {
  const bool is_limited =
      rule->most_rise != OVI_STEP_NO_LIMIT || rule->most_fall != OVI_STEP_NO_LIMIT;
  return reverse ? (ovi_slope){rule->fall_cost, rule->rise_cost, is_limited}
                 : (ovi_slope){rule->rise_cost, rule->fall_cost, is_limited};
}

static inline uint64_t ovi_slope_cost(const ovi_slope *slope, uint32_t from, uint32_t to) {
  const bool rises = to >= from;
  return (uint64_t)(rises ? to - from : from - to) * (rises ? slope->rise_cost : slope->fall_cost);
}

#endif
