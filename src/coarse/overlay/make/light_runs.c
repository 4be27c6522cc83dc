/* Compares the weights of crossings along a border. */
#include "coarse/overlay/make/light_runs.h"

#include "common/compiler.h"

enum {
  RUN_SIDE = 3,  /* heavier cells in a row that end a run */
  TRACK_NEAR = 8 /* half cells to each side of a crossing of a track */
};

/* A crossing of a track is one of few near it that are so much lighter than the others: how many
 * others may be lighter than twice, or than eight times its weight. */
enum { TWICE_AS_HEAVY = 2, TWICE_MOST = 1, MUCH_HEAVIER = 8, MUCH_MOST = 2 };

void ovi_crossings_fill(ovi_crossings *crossings, const uint8_t *first, const uint8_t *second,
                        int32_t count) {
  uint16_t *straight = crossings->weights[0];
  OVI_ASSERT(count > 0 && count <= OVL_MAX_REGION_CELLS);
  crossings->count = count;
  crossings->is_even = true;
  for (int32_t i = 0; i < count; i++) {
    straight[i] = first[i] != 0 && second[i] != 0 ? (uint16_t)(first[i] + second[i]) : 0;
    crossings->is_even = crossings->is_even && first[i] == first[0] && second[i] == second[0];
  }
  for (int32_t i = 0; i < count; i++) {
    for (int slant = 1; slant < OVI_SLANTS; slant++) {
      const int32_t to = slant == 1 ? i + 1 : i - 1;
      crossings->weights[slant][i] = 0;
      if (to >= 0 && to < count && straight[i] != 0 && straight[to] != 0) {
        const int32_t weight = first[i] + second[to];
        const int32_t least = straight[i] < straight[to] ? straight[i] : straight[to];
        crossings->weights[slant][i] = 4 * weight <= 3 * least ? (uint16_t)weight : 0;
      }
    }
  }
}

uint32_t ovi_crossing_lightest(const ovi_crossings *crossings, int32_t at) {
  uint32_t best = 0;
  for (uint32_t slant = 1; slant < OVI_SLANTS; slant++) {
    const uint32_t weight = crossings->weights[slant][at];
    best = weight != 0 && weight < crossings->weights[best][at] ? slant : best;
  }
  return best;
}

static int32_t least_weight(const ovi_crossings *crossings, int32_t at) {
  return crossings->weights[ovi_crossing_lightest(crossings, at)][at];
}

/* Finds the run of a crossing: the cells around it from which crossings lead that are not heavier
 * by a third, with fewer than three others between two of them. Returns whether the run has an end
 * before the entrance does, and no crossing of it is lighter. */
static bool run_is_light(const ovi_crossings *crossings, int32_t at, int32_t weight, int32_t *begin,
                         int32_t *end) {
  int32_t last[2] = {at, at}; /* of the run, before it and behind it */
  bool has_side = false;
  if (least_weight(crossings, at) < weight) {
    return false;
  }
  for (int way = 0; way < 2; way++) {
    const int32_t step = way == 0 ? -1 : 1;
    int32_t heavier = 0;
    for (int32_t i = at + step; i >= 0 && i < crossings->count && heavier < RUN_SIDE; i += step) {
      const int32_t other = least_weight(crossings, i);
      if (other == 0) {
        break; /* the entrance ends */
      }
      if (other < weight) {
        return false;
      }
      heavier = 3 * other >= 4 * weight ? heavier + 1 : 0;
      last[way] = heavier == 0 ? i : last[way];
    }
    has_side = has_side || heavier == RUN_SIDE;
  }
  *begin = last[0];
  *end = last[1];
  return has_side;
}

/* Where a crossing lies along the border, in half cells. */
static int32_t middle_of(int32_t at, uint32_t slant) {
  return 2 * at + (slant == 1 ? 1 : slant == 2 ? -1 : 0);
}

/* Finds the straight crossings beside a straight one that are not heavier by a third: the road's
 * own width. Returns whether none of them is lighter, and few other crossings around are nearly as
 * light. */
static bool track_is_light(const ovi_crossings *crossings, int32_t at, uint32_t slant,
                           int32_t *begin, int32_t *end) {
  const uint16_t *straight = crossings->weights[0];
  const int32_t weight = crossings->weights[slant][at];
  int32_t last[2] = {at, at};
  int32_t twice = 0;
  int32_t much = 0;
  for (int way = 0; slant == 0 && way < 2; way++) {
    const int32_t step = way == 0 ? -1 : 1;
    for (int32_t i = at + step;
         i >= 0 && i < crossings->count && straight[i] != 0 && 3 * straight[i] < 4 * weight;
         i += step) {
      if (straight[i] < weight) {
        return false;
      }
      last[way] = i;
    }
  }
  *begin = last[0];
  *end = last[1];
  for (int32_t i = at - TRACK_NEAR / 2 - 1; i <= at + TRACK_NEAR / 2 + 1; i++) {
    for (uint32_t k = 0; i >= 0 && i < crossings->count && k < OVI_SLANTS; k++) {
      const int32_t away = middle_of(i, k) - middle_of(at, slant);
      const bool is_own = k == slant && (i == at || (k == 0 && i >= *begin && i <= *end));
      const int32_t other = crossings->weights[k][i];
      if (!is_own && other != 0 && away <= TRACK_NEAR && away >= -TRACK_NEAR) {
        twice += other < TWICE_AS_HEAVY * weight ? 1 : 0;
        much += other < MUCH_HEAVIER * weight ? 1 : 0;
      }
    }
  }
  return (twice <= TWICE_MOST || much <= MUCH_MOST) && *end - *begin < crossings->count - 1;
}

bool ovi_crossing_is_light(const ovi_crossings *crossings, int32_t at, uint32_t slant,
                           int32_t *begin, int32_t *end) {
  OVI_ASSERT(at >= 0 && at < crossings->count && slant < OVI_SLANTS);
  const int32_t weight = crossings->weights[slant][at];
  return weight != 0 && !crossings->is_even &&
         (track_is_light(crossings, at, slant, begin, end) ||
          run_is_light(crossings, at, weight, begin, end));
}

bool ovi_corner_is_light(uint32_t first, uint32_t second, const uint32_t beside[2]) {
  const uint32_t lighter = first < second ? first : second;
  const uint32_t other = beside[0] < beside[1] ? beside[0] : beside[1];
  const uint32_t least = other != 0 ? other : beside[0] + beside[1];
  return 4 * (first + second) <= 3 * (lighter + least);
}
