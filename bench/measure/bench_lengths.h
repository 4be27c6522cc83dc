/* The figures of the benchmark by the length of the problems: short ones and
 * long ones cost differently, and a mean over a scenario file hides both. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_LENGTHS_H
#define OVERLAND_BENCH_MEASURE_BENCH_LENGTHS_H

#include "bench/measure/bench_check.h"
#include "bench/measure/bench_passes.h"

#include <stddef.h>
#include <stdint.h>

/* The problems whose optimum is above that of the class before and not above
 * most_cells. */
struct bench_length_class {
  uint32_t most_cells;              /* 0: no limit */
  size_t count;                     /* of problems; 0: the rest means nothing */
  double mean_us[BENCH_PASS_COUNT]; /* 0 where the pass was left out */
  size_t judged;                    /* problems with a cost over optimum */
  double ratio_mean, ratio_max;     /* of those */
};

enum { BENCH_LENGTH_CLASS_COUNT = 7 };

/* From the shortest class to the longest. A problem whose optimum nobody knows
 * is in none. */
struct bench_lengths {
  struct bench_length_class classes[BENCH_LENGTH_CLASS_COUNT];
};

struct bench_lengths bench_lengths_make(const struct bench_run *run,
                                        const struct bench_ground *ground);

#endif
