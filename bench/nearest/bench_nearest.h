/* Judges the choice of the nearest of several goals, and costs to many cells.
 *
 * From each start, drawn on the first floor, the plain search finds the least cost to every cell.
 * The cheapest of a set of goals, of a rectangle and of a circle is then known, and so is what the
 * one costs that the library takes; and what ovl_find_costs says of cells over what they cost. */
#ifndef OVERLAND_BENCH_NEAREST_BENCH_NEAREST_H
#define OVERLAND_BENCH_NEAREST_BENCH_NEAREST_H

#include "bench/measure/bench_check.h"
#include "bench/measure/bench_stats.h"

enum bench_nearest_kind {
  BENCH_NEAREST_SET = 0,
  BENCH_NEAREST_RECT,
  BENCH_NEAREST_CIRCLE,
  BENCH_NEAREST_KIND_COUNT
};

/* Of the goals of one kind. */
struct bench_nearest_choice {
  struct bench_summary ratio; /* the least cost to the goal taken over that to the cheapest */
  size_t others;              /* answers whose goal is not one of the cheapest */
};

struct bench_nearest {
  struct bench_nearest_choice choices[BENCH_NEAREST_KIND_COUNT];
  struct bench_summary costs_ratio; /* of ovl_find_costs over the least cost */
  size_t failed;                    /* answers that are wrong about what can be reached */
};

/* Prints one line and returns an exit code if it can't be measured. */
int bench_nearest_measure(const struct bench_ground *ground, uint64_t starts, uint64_t seed,
                          struct bench_nearest *nearest);

#endif
