/* Mean, percentiles and worst: see bench_stats.h. */
#include "bench/measure/bench_stats.h"

#include <stdlib.h>

static int compare_figures(const void *a, const void *b) {
  const double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static double nearest_rank(const double *sorted, size_t count, size_t per_mille) {
  const size_t rank = (count * per_mille + 999) / 1000;
  return sorted[rank > 0 ? rank - 1 : 0];
}

struct bench_summary bench_stats_summarize(double *figures, size_t count) {
  struct bench_summary summary = {0};
  if (count == 0) {
    return summary;
  }
  qsort(figures, count, sizeof *figures, compare_figures);
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    sum += figures[i];
  }
  summary.count = count;
  summary.mean = sum / (double)count;
  summary.p50 = nearest_rank(figures, count, 500);
  summary.p90 = nearest_rank(figures, count, 900);
  summary.p99 = nearest_rank(figures, count, 990);
  summary.p999 = nearest_rank(figures, count, 999);
  summary.max = figures[count - 1];
  return summary;
}
