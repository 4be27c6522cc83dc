/* Which steps of an entrance are waypoints, found one by one by the definition. */
#ifndef OVERLAND_TESTS_MODEL_ENTRANCE_MODEL_H
#define OVERLAND_TESTS_MODEL_ENTRANCE_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* An entrance of `last` + 1 steps. */
typedef struct entrance_model {
  int32_t last, spacing;
  int32_t weights[128]; /* of each step, the sum of its two cells */
} entrance_model;

/* Returns the nearest of the evenly spaced places to a step; of two equally near ones, the first.
 */
static inline int32_t entrance_model_place(const entrance_model *entrance, int32_t at) {
  const int32_t gaps = (entrance->last + entrance->spacing - 1) / entrance->spacing;
  int32_t best = 0;
  for (int32_t i = 1; i <= gaps; i++) {
    const int32_t place = i * entrance->last / gaps;
    best = abs(place - at) < abs(best - at) ? place : best;
  }
  return best;
}

/* Returns true if a step is a waypoint: no step with the same nearest place has a lower weight, or
 * an equal weight and is nearer to that place, or is equally near and comes first. */
static inline bool entrance_model_is_waypoint(const entrance_model *entrance, int32_t at) {
  const int32_t place = entrance_model_place(entrance, at);
  for (int32_t other = 0; other <= entrance->last; other++) {
    const int32_t heavier = entrance->weights[other] - entrance->weights[at];
    const int32_t farther = abs(other - place) - abs(at - place);
    if (entrance_model_place(entrance, other) == place &&
        (heavier < 0 || (heavier == 0 && (farther < 0 || (farther == 0 && other < at))))) {
      return false;
    }
  }
  return true;
}

#endif
