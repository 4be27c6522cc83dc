/* A governor: converts a time to a budget of expansions, by what expansions have cost lately.
 *
 * It keeps a moving average. A sample that costs more than the average counts one half, so that a
 * tick that took too long is followed by a shorter one; a cheaper sample counts one eighth. All
 * numbers are integers. Only amounts of work depend on it, never an answer. */
#include "overland_schedule.h"

enum {
  FRACTION_BITS = 10,  /* of costs: 1/1024 ns */
  FIRST_COST_NS = 200, /* an expansion, until one is measured */
  LEAST_SAMPLE = 64,   /* expansions; the times of fewer are not used */
  LEAST_BUDGET = 256,
  MOST_BUDGET = 1 << 30
};

#define MOST_COST ((uint64_t)1 << 30) /* about 1 ms an expansion */
#define MOST_NS ((uint64_t)1 << 50)   /* longer times count as this */

uint64_t ovl_governor_budget(ovl_governor *governor, uint64_t microseconds) {
  const uint64_t ns = microseconds < MOST_NS / 1000 ? microseconds * 1000 : MOST_NS;
  const uint64_t least = governor->min_budget != 0 ? governor->min_budget : LEAST_BUDGET;
  const uint64_t most = governor->max_budget != 0 ? governor->max_budget : MOST_BUDGET;
  if (governor->cost == 0) {
    governor->cost = (uint64_t)FIRST_COST_NS << FRACTION_BITS;
  }
  const uint64_t budget = (ns << FRACTION_BITS) / governor->cost;
  governor->began = governor->clock(governor->user);
  return budget < least ? least : budget > most ? most : budget;
}

void ovl_governor_learn(ovl_governor *governor, uint64_t spent) {
  const uint64_t now = governor->clock(governor->user);
  if (spent < LEAST_SAMPLE || governor->cost == 0 || now < governor->began) {
    return;
  }
  const uint64_t ns = now - governor->began < MOST_NS ? now - governor->began : MOST_NS;
  uint64_t sample = (ns << FRACTION_BITS) / spent;
  sample = sample < MOST_COST ? sample : MOST_COST;
  const uint64_t cost = governor->cost;
  governor->cost = sample > cost ? cost + (sample - cost + 1) / 2 : cost - (cost - sample) / 8;
  governor->cost += governor->cost == 0 ? 1 : 0;
}
