/* Judges the answers of all passes: see bench_verdict.h.
 *
 * Ratios are of whole numbers where the baseline gave the optimum, so that an optimal path has
 * exactly the ratio 1. */
#include "bench/measure/bench_verdict.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Lengths in old scenario files are rounded to two decimals. */
static const double OPTIMUM_TOLERANCE = 0.006;
static const double SQRT_2 = 1.4142135623730951;

enum { MOST_WARNINGS = 10 };

struct judging {
  const struct bench_run *run;
  const struct bench_ground *ground;
  struct bench_verdict *verdict;
  size_t warnings;
};

double bench_verdict_length(const struct bench_ground *ground, const struct bench_answer *answer) {
  if (ground->plain) {
    return (double)answer->straight_steps + (double)answer->diagonal_steps * SQRT_2;
  }
  return (double)answer->cost / ground->unit;
}

static const struct bench_answer *answer_of(const struct bench_run *run, enum bench_pass_kind kind,
                                            size_t problem) {
  const struct bench_answer *answers = run->passes[kind].answers;
  return answers != NULL ? &answers[problem] : NULL;
}

double bench_verdict_optimum(const struct bench_run *run, const struct bench_ground *ground,
                             size_t problem) {
  const struct bench_answer *baseline = answer_of(run, BENCH_BASELINE, problem);
  if (baseline != NULL) {
    return baseline->result == OVL_OK ? bench_verdict_length(ground, baseline) : -1;
  }
  const struct bench_problem *p = &run->problems->list[problem];
  return run->problems->has_optima && p->has_path ? p->optimum : -1;
}

/* Beginning of a warning, or false if there were enough. */
static bool begin_warning(struct judging *judging, size_t problem) {
  if (judging->warnings++ >= MOST_WARNINGS) {
    return false;
  }
  const struct bench_problem *p = &judging->run->problems->list[problem];
  char start[CELL_TEXT_BYTES], goal[CELL_TEXT_BYTES];
  print_error("overland: problem %" PRIu64 " from %s to %s: ", p->number,
              cell_text_write(start, p->start, 1), cell_text_write(goal, p->goal, 1));
  return true;
}

static const char *const pass_names[BENCH_PASS_COUNT] = {"first step", "path", "walk",
                                                         "baseline's path"};

static bool answer_is_legal(struct judging *judging, enum bench_pass_kind kind, size_t problem) {
  const struct bench_answer *answer = answer_of(judging->run, kind, problem);
  if (answer == NULL || answer->result != OVL_OK) {
    return true;
  }
  const struct bench_problem *p = &judging->run->problems->list[problem];
  const struct bench_claim claim = {.start = p->start,
                                    .goal = p->goal,
                                    .route = bench_passes_route(judging->run, kind, problem),
                                    .cost = answer->cost,
                                    .straight_steps = answer->straight_steps,
                                    .diagonal_steps = answer->diagonal_steps};
  ovl_cell at;
  const char *wrong = bench_check_path(judging->ground, &claim, &at);
  if (wrong != NULL && begin_warning(judging, problem)) {
    char place[CELL_TEXT_BYTES];
    print_error("the %s is illegal at %s: %s\n", pass_names[kind], cell_text_write(place, at, 1),
                wrong);
  }
  return wrong == NULL;
}

/* Every pass must find a path where there is one, and none where there is none; and the baseline
 * must find one where the file gives a length. Where nobody knows, the passes must agree. */
static bool answers_agree(struct judging *judging, size_t problem) {
  const struct bench_answer *baseline = answer_of(judging->run, BENCH_BASELINE, problem);
  const struct bench_answer *first = answer_of(judging->run, BENCH_FIRST_STEPS, problem);
  const bool has_path = judging->run->problems->list[problem].has_path;
  const ovl_result expected = baseline != NULL ? baseline->result
                              : has_path       ? OVL_OK
                                               : first->result;
  bool agree = !has_path || expected == OVL_OK || !judging->run->problems->has_optima;
  if (!agree && begin_warning(judging, problem)) {
    print_error("the baseline says: %s; the scenario says that there is a path of %.3f\n",
                ovl_result_text(baseline->result), judging->run->problems->list[problem].optimum);
  }
  for (int kind = 0; kind < BENCH_BASELINE; kind++) {
    const struct bench_answer *answer =
        answer_of(judging->run, (enum bench_pass_kind)kind, problem);
    if (answer->result != expected) {
      agree = false;
      if (begin_warning(judging, problem)) {
        print_error("the %s: %s\n", pass_names[kind], ovl_result_text(answer->result));
      }
    }
  }
  return agree;
}

/* The judge is judged too: by the file, and by paths that are better than its
 * own. */
static bool optimum_is_right(struct judging *judging, size_t problem) {
  const struct bench_answer *baseline = answer_of(judging->run, BENCH_BASELINE, problem);
  if (baseline == NULL || baseline->result != OVL_OK) {
    return true;
  }
  const double length = bench_verdict_length(judging->ground, baseline);
  const struct bench_problem *p = &judging->run->problems->list[problem];
  if (judging->run->problems->has_optima && p->has_path &&
      fabs(length - p->optimum) > OPTIMUM_TOLERANCE) {
    if (begin_warning(judging, problem)) {
      print_error("the baseline's length is %.6f; the scenario says %.6f\n", length, p->optimum);
    }
    return false;
  }
  for (int kind = BENCH_FULL_PATHS; kind <= BENCH_WALKS; kind++) {
    const struct bench_answer *answer =
        answer_of(judging->run, (enum bench_pass_kind)kind, problem);
    if (answer->result == OVL_OK && answer->cost < baseline->cost) {
      if (begin_warning(judging, problem)) {
        print_error("the %s costs %" PRIu64 ", less than the baseline's %" PRIu64 "\n",
                    pass_names[kind], answer->cost, baseline->cost);
      }
      return false;
    }
  }
  return true;
}

bool bench_verdict_ratio(const struct bench_run *run, const struct bench_ground *ground,
                         enum bench_pass_kind kind, size_t problem, double *ratio) {
  const struct bench_answer *answer = answer_of(run, kind, problem);
  const struct bench_answer *baseline = answer_of(run, BENCH_BASELINE, problem);
  const double optimum = bench_verdict_optimum(run, ground, problem);
  if (answer->result != OVL_OK || optimum < 0) {
    return false;
  }
  if (optimum <= 0) {
    *ratio = 1;
  } else if (baseline != NULL) {
    *ratio = (double)answer->cost / (double)baseline->cost;
  } else {
    *ratio = bench_verdict_length(ground, answer) / optimum;
  }
  return true;
}

static void summarize_figures(const struct judging *judging, double *figures) {
  struct bench_verdict *verdict = judging->verdict;
  const size_t count = judging->run->problems->count;
  for (int kind = 0; kind < BENCH_PASS_COUNT; kind++) {
    const struct bench_answer *answers = judging->run->passes[kind].answers;
    for (size_t i = 0; answers != NULL && i < count; i++) {
      figures[i] = answers[i].us;
    }
    verdict->us[kind] = bench_stats_summarize(figures, answers != NULL ? count : 0);
  }
  for (size_t i = 0; judging->run->nearest_us != NULL && i < count; i++) {
    figures[i] = judging->run->nearest_us[i];
  }
  verdict->nearest_us =
      bench_stats_summarize(figures, judging->run->nearest_us != NULL ? count : 0);
  for (int kind = BENCH_FULL_PATHS; kind <= BENCH_WALKS; kind++) {
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
      known += bench_verdict_ratio(judging->run, judging->ground, (enum bench_pass_kind)kind, i,
                                   &figures[known])
                   ? 1
                   : 0;
    }
    const struct bench_summary summary = bench_stats_summarize(figures, known);
    *(kind == BENCH_FULL_PATHS ? &verdict->cost_ratio : &verdict->walked_ratio) = summary;
  }
}

static void average_work(const struct bench_run *run, struct bench_verdict *verdict) {
  const size_t count = run->problems->count;
  const struct bench_answer *baseline = run->passes[BENCH_BASELINE].answers;
  double expanded = 0, astar_us = 0;
  for (size_t i = 0; i < count; i++) {
    const ovl_stats *stats = &run->passes[BENCH_FULL_PATHS].answers[i].stats;
    verdict->coarse_expanded += (double)stats->coarse_expanded / (double)count;
    verdict->fine_expanded += (double)stats->fine_expanded / (double)count;
    verdict->windows += (double)stats->windows / (double)count;
    if (stats->method != OVL_METHOD_NONE) {
      verdict->method = stats->method;
    }
    if (baseline != NULL) {
      expanded += (double)baseline[i].expanded;
      astar_us += baseline[i].us;
    }
  }
  if (expanded > 0) {
    verdict->astar_expanded = expanded / (double)count;
    verdict->astar_ns_per_expansion = 1000 * astar_us / expanded;
  }
}

ovl_result bench_verdict_make(const struct bench_run *run, const struct bench_ground *ground,
                              struct bench_verdict *verdict) {
  struct judging judging = {.run = run, .ground = ground, .verdict = verdict};
  const size_t count = run->problems->count;
  double *figures = calloc(count + 1, sizeof *figures);
  *verdict = (struct bench_verdict){.method = OVL_METHOD_NONE};
  if (figures == NULL) {
    return OVL_NO_MEMORY;
  }
  for (size_t i = 0; i < count; i++) {
    bool legal = true;
    for (int kind = BENCH_FULL_PATHS; kind < BENCH_PASS_COUNT; kind++) {
      legal &= answer_is_legal(&judging, (enum bench_pass_kind)kind, i);
    }
    const bool agree = answers_agree(&judging, i);
    const bool right = optimum_is_right(&judging, i);
    verdict->illegal += legal ? 0 : 1;
    verdict->failed += agree && right ? 0 : 1;
  }
  if (judging.warnings > MOST_WARNINGS) {
    command_note("and %zu more warnings", judging.warnings - MOST_WARNINGS);
  }
  summarize_figures(&judging, figures);
  average_work(run, verdict);
  free(figures);
  return OVL_OK;
}
