/* Measures flows: the time to lead many units to one goal, and how good their paths are.
 *
 * A round draws a goal and units that can reach it, on the first floor: anywhere, or within a
 * square of regions drawn anew for each round. Then every unit asks for its first step, which is
 * one time for all, and walks to the goal step by step, which is a time a step, tiles that are
 * made on the way included. Of some units the whole walk is judged: every step, and its cost
 * against the plain A*'s. */
#ifndef OVERLAND_BENCH_FLOW_BENCH_FLOW_H
#define OVERLAND_BENCH_FLOW_BENCH_FLOW_H

#include "bench/measure/bench_check.h"
#include "bench/measure/bench_stats.h"

enum { BENCH_FLOW_ROUNDS = 10, BENCH_FLOW_JUDGED = 10 };

struct bench_flow_def {
  uint64_t units;
  uint64_t regions; /* that units stand in at the start; 0: anywhere */
  uint64_t seed;
};

struct bench_flow {
  struct bench_flow_def def;
  struct bench_summary first_steps_us; /* of all units together, a figure a round */
  struct bench_summary step_us;        /* of one unit, a figure a round */
  struct bench_summary walked_ratio;   /* a figure a walk that was judged */
  double tiles, waypoints;             /* made and expanded for the first steps, mean */
  uint64_t bytes;                      /* of the flow */
  size_t failed, illegal;              /* steps that were not found; walks that are wrong */
};

/* Prints one line and returns an exit code if it can't be measured. */
int bench_flow_measure(const struct bench_ground *ground, const struct bench_flow_def *def,
                       struct bench_flow *flow);

#endif
