/* Judges the answers of all passes, which are right and how close to the optimum, and computes the
 * figures that the report prints. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_VERDICT_H
#define OVERLAND_BENCH_MEASURE_BENCH_VERDICT_H

#include "bench/measure/bench_check.h"
#include "bench/measure/bench_passes.h"
#include "bench/measure/bench_stats.h"

struct bench_verdict {
  size_t failed;  /* problems whose answer is not what the scenario or the baseline says */
  size_t illegal; /* problems with a path that breaks a rule or reports a wrong cost */
  struct bench_summary cost_ratio, walked_ratio; /* of problems whose optimum is known */
  struct bench_summary us[BENCH_PASS_COUNT];
  struct bench_summary nearest_us; /* count 0: not measured */
  double astar_expanded, astar_ns_per_expansion;
  double coarse_expanded, fine_expanded, windows; /* means over whole paths */
  ovl_method method; /* at work; OVL_METHOD_NONE if the coarse tier was never asked */
};

/* Judges every answer. Says on standard error what is wrong with which problem,
 * for the first few. OVL_NO_MEMORY or OVL_OK. */
ovl_result bench_verdict_make(const struct bench_run *run, const struct bench_ground *ground,
                              struct bench_verdict *verdict);

/* Cost of a path as scenarios count: with plain ground alone, straight steps
 * plus diagonal steps times sqrt 2; with weights, over one straight plain step. */
double bench_verdict_length(const struct bench_ground *ground, const struct bench_answer *answer);

/* The best length of a problem as far as it is known: by the baseline, else by
 * the file. Negative if neither says. */
double bench_verdict_optimum(const struct bench_run *run, const struct bench_ground *ground,
                             size_t problem);

/* Cost of an answer over the optimum, 1 where that is 0. False if either is not
 * known. */
bool bench_verdict_ratio(const struct bench_run *run, const struct bench_ground *ground,
                         enum bench_pass_kind kind, size_t problem, double *ratio);

#endif
