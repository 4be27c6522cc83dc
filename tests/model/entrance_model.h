/* Which steps of an entrance are waypoints, found one by one by the definition. */
#ifndef OVERLAND_TESTS_MODEL_ENTRANCE_MODEL_H
#define OVERLAND_TESTS_MODEL_ENTRANCE_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* An entrance of `last` + 1 crossings. */
typedef struct entrance_model {
  int32_t last, spacing;
  int32_t near[128], far[128]; /* weights of the cells on both sides */
  /* Of the diagonal steps to the next and to the previous cell: it is legal in the directions in
   * which the straight ones are. */
  bool is_legal[128][2];
} entrance_model;

/* The weight of the step from the near cell at a place with a slant: 0 straight, 1 to the next
 * cell, 2 to the previous one. 0: there is none. */
static inline int32_t entrance_model_step(const entrance_model *entrance, int32_t at, int slant) {
  const int32_t to = at + (slant == 1 ? 1 : slant == 2 ? -1 : 0);
  const bool is_legal = slant == 0 || entrance->is_legal[at][slant - 1];
  return to >= 0 && to <= entrance->last && is_legal ? entrance->near[at] + entrance->far[to] : 0;
}

/* The slant of the best step from a near cell: a diagonal one only where it is lighter by a quarter
 * than the straight ones at both of its ends. */
static inline int entrance_model_slant(const entrance_model *entrance, int32_t at) {
  int best = 0;
  for (int slant = 1; slant <= 2; slant++) {
    const int32_t to = at + (slant == 1 ? 1 : -1);
    const int32_t weight = entrance_model_step(entrance, at, slant);
    if (weight != 0 && 4 * weight <= 3 * entrance_model_step(entrance, at, 0) &&
        4 * weight <= 3 * entrance_model_step(entrance, to, 0) &&
        weight < entrance_model_step(entrance, at, best)) {
      best = slant;
    }
  }
  return best;
}

static inline int32_t entrance_model_weight(const entrance_model *entrance, int32_t at) {
  return entrance_model_step(entrance, at, entrance_model_slant(entrance, at));
}

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

/* Returns true if no step with the same nearest place has a lower weight, or an equal weight and is
 * nearer to that place, or is equally near and comes first. */
static inline bool entrance_model_is_best(const entrance_model *entrance, int32_t at) {
  const int32_t place = entrance_model_place(entrance, at);
  for (int32_t other = 0; other <= entrance->last; other++) {
    const int32_t heavier =
        entrance_model_weight(entrance, other) - entrance_model_weight(entrance, at);
    const int32_t farther = abs(other - place) - abs(at - place);
    if (entrance_model_place(entrance, other) == place &&
        (heavier < 0 || (heavier == 0 && (farther < 0 || (farther == 0 && other < at))))) {
      return false;
    }
  }
  return true;
}

/* Returns true if two steps are of one run as the first sees it: nowhere between them are three in
 * a row heavier than the first by a third. */
static inline bool entrance_model_are_one_run(const entrance_model *entrance, int32_t at,
                                              int32_t other) {
  const int32_t weight = entrance_model_weight(entrance, at);
  int32_t heavier = 0;
  for (int32_t i = at; i != other && heavier<3; i += other> at ? 1 : -1) {
    heavier = 3 * entrance_model_weight(entrance, i) >= 4 * weight ? heavier + 1 : 0;
  }
  return heavier < 3;
}

/* Returns true if a step is the lightest of its run, and the run ends before the entrance does, or
 * at one side of it only. */
static inline bool entrance_model_is_light(const entrance_model *entrance, int32_t at) {
  const int32_t weight = entrance_model_weight(entrance, at);
  bool has_end = false;
  for (int32_t other = 0; other <= entrance->last; other++) {
    if (other != at && entrance_model_are_one_run(entrance, at, other)) {
      const bool is_third = 3 * entrance_model_weight(entrance, other) >= 4 * weight;
      if (!is_third && entrance_model_weight(entrance, other) < weight) {
        return false;
      }
    }
  }
  for (int side = -1; side <= 1; side += 2) {
    int32_t heavier = 0;
    for (int32_t i = at + side; i >= 0 && i <= entrance->last; i += side) {
      heavier = 3 * entrance_model_weight(entrance, i) >= 4 * weight ? heavier + 1 : 0;
      has_end = has_end || heavier == 3;
    }
  }
  return has_end;
}

/* Returns true if a step is a waypoint: the best of its place, or the first of the lightest of a
 * light run in which no best one is as light. */
static inline bool entrance_model_is_waypoint(const entrance_model *entrance, int32_t at) {
  const int32_t weight = entrance_model_weight(entrance, at);
  if (entrance_model_is_best(entrance, at)) {
    return true;
  }
  for (int32_t other = 0; other <= entrance->last; other++) {
    const bool is_before = entrance_model_is_best(entrance, other) || other < at;
    if (is_before && other != at && entrance_model_weight(entrance, other) <= weight &&
        entrance_model_are_one_run(entrance, at, other)) {
      return false;
    }
  }
  return entrance_model_is_light(entrance, at);
}

#endif
