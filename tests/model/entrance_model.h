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
 * cell, 2 to the previous one. A diagonal one counts only where it is lighter by a quarter than the
 * straight ones at both of its ends. 0: there is none. */
static inline int32_t entrance_model_weight(const entrance_model *entrance, int32_t at, int slant) {
  const int32_t to = at + (slant == 1 ? 1 : slant == 2 ? -1 : 0);
  if (to < 0 || to > entrance->last || (slant != 0 && !entrance->is_legal[at][slant - 1])) {
    return 0;
  }
  const int32_t weight = entrance->near[at] + entrance->far[to];
  const bool counts = slant == 0 || (4 * weight <= 3 * (entrance->near[at] + entrance->far[at]) &&
                                     4 * weight <= 3 * (entrance->near[to] + entrance->far[to]));
  return counts ? weight : 0;
}

/* The slant of the lightest step from a near cell. */
static inline int entrance_model_slant(const entrance_model *entrance, int32_t at) {
  int best = 0;
  for (int slant = 1; slant <= 2; slant++) {
    const int32_t weight = entrance_model_weight(entrance, at, slant);
    best = weight != 0 && weight < entrance_model_weight(entrance, at, best) ? slant : best;
  }
  return best;
}

static inline int32_t entrance_model_least(const entrance_model *entrance, int32_t at) {
  return entrance_model_weight(entrance, at, entrance_model_slant(entrance, at));
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
static inline bool entrance_model_is_best(const entrance_model *entrance, int32_t at, int slant) {
  const int32_t place = entrance_model_place(entrance, at);
  for (int32_t other = 0; other <= entrance->last; other++) {
    const int32_t heavier =
        entrance_model_least(entrance, other) - entrance_model_least(entrance, at);
    const int32_t farther = abs(other - place) - abs(at - place);
    if (entrance_model_place(entrance, other) == place &&
        (heavier < 0 || (heavier == 0 && (farther < 0 || (farther == 0 && other < at))))) {
      return false;
    }
  }
  return slant == entrance_model_slant(entrance, at);
}

/* Returns true if two near cells are of one run as a step from the first sees it: from neither cell
 * between them, nor from three in a row of them, lead steps heavier by a third alone. */
static inline bool entrance_model_are_one_run(const entrance_model *entrance, int32_t at,
                                              int32_t weight, int32_t other) {
  int32_t heavier = 0;
  for (int32_t i = at; i != other && heavier<3; i += other> at ? 1 : -1) {
    heavier = 3 * entrance_model_least(entrance, i) >= 4 * weight ? heavier + 1 : 0;
  }
  return heavier < 3 && 3 * entrance_model_least(entrance, other) < 4 * weight;
}

/* Returns true if a step is the lightest of its run, and the run ends before the entrance does, to
 * one side at least. */
static inline bool entrance_model_run_is_light(const entrance_model *entrance, int32_t at,
                                               int32_t weight) {
  bool has_end = false;
  for (int32_t other = 0; other <= entrance->last; other++) {
    if (entrance_model_are_one_run(entrance, at, weight, other) &&
        entrance_model_least(entrance, other) < weight) {
      return false;
    }
  }
  for (int side = -1; side <= 1; side += 2) {
    int32_t heavier = 0;
    for (int32_t i = at + side; i >= 0 && i <= entrance->last; i += side) {
      heavier = 3 * entrance_model_least(entrance, i) >= 4 * weight ? heavier + 1 : 0;
      has_end = has_end || heavier == 3;
    }
  }
  return has_end;
}

/* Returns true if straight steps from two near cells are those of one road: all from one to the
 * other are lighter than the first with a third more. */
static inline bool entrance_model_are_one_road(const entrance_model *entrance, int32_t at,
                                               int32_t other) {
  for (int32_t i = at; i != other; i += other > at ? 1 : -1) {
    const int32_t next = i + (other > at ? 1 : -1);
    if (3 * entrance_model_weight(entrance, next, 0) >=
        4 * entrance_model_weight(entrance, at, 0)) {
      return false;
    }
  }
  return true;
}

/* Returns true if within four cells of a step there are, beside those of its own road, at most one
 * lighter than twice its weight or two lighter than eight times; none of its road is lighter, and
 * the road is not all of the entrance. */
static inline bool entrance_model_track_is_light(const entrance_model *entrance, int32_t at,
                                                 int slant) {
  static const int32_t middles[3] = {0, 1, -1};
  const int32_t weight = entrance_model_weight(entrance, at, slant);
  int32_t twice = 0;
  int32_t much = 0;
  int32_t wide = 0;
  for (int32_t i = 0; i < 3 * (entrance->last + 1); i++) {
    const int32_t other = entrance_model_weight(entrance, i / 3, i % 3);
    const bool is_own =
        i % 3 == slant &&
        (i / 3 == at || (slant == 0 && entrance_model_are_one_road(entrance, at, i / 3)));
    const bool is_near = abs(2 * (i / 3 - at) + middles[i % 3] - middles[slant]) <= 8;
    if (is_own && other < weight) {
      return false;
    }
    wide += is_own;
    twice += !is_own && is_near && other != 0 && other < 2 * weight;
    much += !is_own && is_near && other != 0 && other < 8 * weight;
  }
  return (twice <= 1 || much <= 2) && wide <= entrance->last;
}

/* Returns true if a step is a waypoint: the best of its place, or light where no other waypoint of
 * its road, or else of its run, is as light and the best of its place or comes first. */
static inline bool entrance_model_is_waypoint(const entrance_model *entrance, int32_t at,
                                              int slant) {
  const int32_t weight = entrance_model_weight(entrance, at, slant);
  if (weight == 0 || entrance_model_is_best(entrance, at, slant)) {
    return weight != 0;
  }
  const bool is_track = entrance_model_track_is_light(entrance, at, slant);
  if (!is_track && (entrance_model_least(entrance, at) != weight ||
                    !entrance_model_run_is_light(entrance, at, weight))) {
    return false;
  }
  int32_t begin = at;
  int32_t end = at;
  for (int32_t i = 0; i <= entrance->last; i++) {
    if (is_track ? i == at || (slant == 0 && entrance_model_are_one_road(entrance, at, i))
                 : entrance_model_are_one_run(entrance, at, weight, i)) {
      begin = i < begin ? i : begin;
      end = i > end ? i : end;
    }
  }
  for (int32_t i = 3 * begin; begin != end && i < 3 * (end + 1); i++) {
    const int32_t other = entrance_model_weight(entrance, i / 3, i % 3);
    if (other != 0 && other <= weight && i != 3 * at + slant &&
        (entrance_model_is_best(entrance, i / 3, i % 3) ||
         (i < 3 * at + slant && entrance_model_is_waypoint(entrance, i / 3, i % 3)))) {
      return false;
    }
  }
  return true;
}

#endif
