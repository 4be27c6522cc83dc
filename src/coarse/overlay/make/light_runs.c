/* Compares the weights of crossings along a border. */
#include "coarse/overlay/make/light_runs.h"

#include "common/compiler.h"

enum { RUN_SIDE = 3 }; /* heavier crossings that end a run */

void ovi_crossings_fill(ovi_crossings *crossings, const uint8_t *first, const uint8_t *second,
                        int32_t count) {
  uint16_t straight[OVL_MAX_REGION_CELLS];
  OVI_ASSERT(count > 0 && count <= OVL_MAX_REGION_CELLS);
  crossings->count = count;
  crossings->is_even = true;
  for (int32_t i = 0; i < count; i++) {
    straight[i] = first[i] != 0 && second[i] != 0 ? (uint16_t)(first[i] + second[i]) : 0;
    crossings->weights[i] = straight[i];
    crossings->slants[i] = 0;
    crossings->is_even = crossings->is_even && first[i] == first[0] && second[i] == second[0];
  }
  for (int32_t i = 0; !crossings->is_even && i < count; i++) {
    for (uint8_t slant = 1; slant <= 2; slant++) { /* to the next cell, to the previous one */
      const int32_t to = slant == 1 ? i + 1 : i - 1;
      if (to < 0 || to >= count || straight[i] == 0 || straight[to] == 0) {
        continue;
      }
      const int32_t weight = first[i] + second[to];
      const int32_t least = straight[i] < straight[to] ? straight[i] : straight[to];
      if (4 * weight <= 3 * least && weight < crossings->weights[i]) {
        crossings->weights[i] = (uint16_t)weight;
        crossings->slants[i] = slant;
      }
    }
  }
}

bool ovi_corner_is_light(uint32_t first, uint32_t second, const uint32_t beside[2]) {
  const uint32_t lighter = first < second ? first : second;
  const uint32_t other = beside[0] < beside[1] ? beside[0] : beside[1];
  const uint32_t least = other != 0 ? other : beside[0] + beside[1];
  return 4 * (first + second) <= 3 * (lighter + least);
}

bool ovi_crossing_is_light(const ovi_crossings *crossings, int32_t at, int32_t *begin,
                           int32_t *end) {
  const int32_t weight = crossings->weights[at];
  int32_t last[2] = {at, at}; /* of the run, before it and behind it */
  bool has_side = false;
  OVI_ASSERT(at >= 0 && at < crossings->count);
  for (int way = 0; weight != 0 && way < 2; way++) {
    const int32_t step = way == 0 ? -1 : 1;
    int32_t heavier = 0;
    for (int32_t i = at + step; i >= 0 && i < crossings->count && heavier < RUN_SIDE; i += step) {
      const int32_t other = crossings->weights[i];
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
