/* Mean, percentiles and worst of a list of figures.
 *
 * A percentile is the nearest rank: the smallest figure that at least that
 * share of the list does not pass. So every percentile is a figure that was
 * measured, and p50 of one figure is that figure. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_STATS_H
#define OVERLAND_BENCH_MEASURE_BENCH_STATS_H

#include <stddef.h>

struct bench_summary {
  size_t count; /* 0: the other fields are 0 and mean nothing */
  double mean, p50, p90, p99, p999, max;
};

/* Sorts the figures in place. */
struct bench_summary bench_stats_summarize(double *figures, size_t count);

#endif
