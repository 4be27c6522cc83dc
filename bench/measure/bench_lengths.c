/* The figures of the benchmark by length: see bench_lengths.h.
 *
 * Limits double from class to class, so that each holds lengths of one order. */
#include "bench/measure/bench_lengths.h"

#include "bench/measure/bench_verdict.h"

enum { FIRST_MOST_CELLS = 32 };

/* Adds one problem to the sums that the means are made of. */
static void add_problem(struct bench_length_class *class, const struct bench_run *run,
                        const struct bench_ground *ground, size_t problem) {
  double ratio;
  class->count++;
  for (int kind = 0; kind < BENCH_PASS_COUNT; kind++) {
    const struct bench_answer *answers = run->passes[kind].answers;
    class->mean_us[kind] += answers != NULL ? answers[problem].us : 0;
  }
  if (bench_verdict_ratio(run, ground, BENCH_FULL_PATHS, problem, &ratio)) {
    class->judged++;
    class->ratio_mean += ratio;
    class->ratio_max = ratio > class->ratio_max ? ratio : class->ratio_max;
  }
}

static struct bench_length_class *find_class(struct bench_lengths *lengths, double cells) {
  int i = 0;
  while (i < BENCH_LENGTH_CLASS_COUNT - 1 && cells > lengths->classes[i].most_cells) {
    i++;
  }
  return &lengths->classes[i];
}

struct bench_lengths bench_lengths_make(const struct bench_run *run,
                                        const struct bench_ground *ground) {
  struct bench_lengths lengths = {0};
  uint32_t most_cells = FIRST_MOST_CELLS;
  for (int i = 0; i < BENCH_LENGTH_CLASS_COUNT - 1; i++, most_cells *= 2) {
    lengths.classes[i].most_cells = most_cells;
  }
  for (size_t i = 0; i < run->problems->count; i++) {
    const double optimum = bench_verdict_optimum(run, ground, i);
    if (optimum >= 0) {
      add_problem(find_class(&lengths, optimum), run, ground, i);
    }
  }
  for (int i = 0; i < BENCH_LENGTH_CLASS_COUNT; i++) {
    struct bench_length_class *class = &lengths.classes[i];
    for (int kind = 0; kind<BENCH_PASS_COUNT &&class->count> 0; kind++) {
      class->mean_us[kind] /= (double)class->count;
    }
    class->ratio_mean /= class->judged > 0 ? (double)class->judged : 1;
  }
  return lengths;
}
