/* The timed passes of the benchmark: first steps, whole paths, walks and the
 * baseline, one pass each, in the order of the problems: at rest, at first touch or repeated
 * (bench_touch.h).
 *
 * Only calls of the library are inside the timed part. Answers are kept and
 * judged later, so that the judging does not disturb the caches between two
 * queries. A buffer that was too small grows and the call is made again; only
 * the call that succeeded counts. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_PASSES_H
#define OVERLAND_BENCH_MEASURE_BENCH_PASSES_H

#include "bench/measure/bench_check.h"
#include "bench/measure/bench_problems.h"
#include "bench/measure/bench_touch.h"
#include "overland.h"
#include "overland_query.h"

struct progress;

/* The result of one pass for one problem. */
struct bench_answer {
  ovl_result result;
  double us;
  uint64_t cost, straight_steps, diagonal_steps;
  size_t first_point, point_count; /* in the points of the pass */
  size_t first_link, link_count;   /* in its links */
  uint64_t expanded;               /* cells, by the baseline; and waypoints, by routes */
  ovl_stats stats;                 /* of the planner, for whole paths */
};

/* Turning points of all answers of a pass, one after the other. */
struct bench_points {
  ovl_cell *cells;
  size_t count, capacity;
};

/* Links of all answers of a pass; `point` counts from the answer's first point. */
struct bench_links {
  ovl_path_link *list;
  size_t count, capacity;
};

struct bench_pass {
  struct bench_answer *answers; /* one a problem; NULL: the pass was left out */
  struct bench_points points;
  struct bench_links links;
};

enum bench_pass_kind {
  BENCH_FIRST_STEPS = 0, /* its points are not kept */
  BENCH_FULL_PATHS,
  BENCH_WALKS,
  BENCH_BASELINE,
  BENCH_PASS_COUNT
};

struct bench_run {
  const ovl_world *world;
  int32_t profile;
  const struct bench_problems *problems;
  bool with_baseline;
  enum bench_touch touch;
  struct bench_fresh fresh;  /* its `def` is given, for first touch */
  struct progress *progress; /* updated after each problem of each pass, outside the timed part */
  struct bench_pass passes[BENCH_PASS_COUNT];
  const ovl_cell *goals; /* first steps to the nearest of these are timed as well; NULL: none */
  size_t goal_count;
  double *nearest_us; /* a time a problem; NULL: there are no goals */
};

/* Makes all passes. OVL_OK, or why the benchmark can't go on: no memory, or a file that can't be
 * opened anew (run->fresh.exit_code). */
ovl_result bench_passes_make(struct bench_run *run);
void bench_passes_free(struct bench_run *run);

/* The path that a pass found for a problem. */
struct bench_route bench_passes_route(const struct bench_run *run, enum bench_pass_kind kind,
                                      size_t problem);

/* The query that every pass asks for a problem; valid as long as the run. */
ovl_query bench_passes_query(const struct bench_run *run, size_t problem);

#endif
