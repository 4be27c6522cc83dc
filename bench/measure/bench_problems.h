/* The problems of a benchmark: from a scenario file, or drawn at random. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_PROBLEMS_H
#define OVERLAND_BENCH_MEASURE_BENCH_PROBLEMS_H

#include "bench/measure/bench_check.h"
#include "overland.h"

struct bench_problem {
  uint64_t number; /* counted from 0, in the file or in the draw */
  ovl_cell start, goal;
  double optimum; /* straight steps plus diagonal steps times sqrt 2, as the file says */
  bool has_path;  /* the file gives its length; always, where problems were drawn */
};

struct bench_problems {
  struct bench_problem *list;
  size_t count;
  bool from_file;
  bool has_optima; /* the file's lengths hold for the profile: it is the one that they were made
                      with, or the file names none and it is as plain as scenarios are */
  size_t left_out; /* problems of the file with an end on which the profile can't stand */
};

/* Takes the problems whose number is a multiple of `every`. Prints one line and
 * returns an exit code if the file is not sound, belongs to a map of another
 * size, asks for a cell that is outside, or holds no problem; or for one that is
 * blocked where the lengths hold. Where they don't, such problems are left out. */
int bench_problems_read(const char *path, const struct bench_ground *ground, uint64_t every,
                        struct bench_problems *problems);

/* Draws `count` problems between open cells of one island. The same world,
 * count and seed give the same problems everywhere. */
int bench_problems_draw(const struct bench_ground *ground, uint64_t count, uint64_t seed,
                        struct bench_problems *problems);

/* Draws `count` open cells of any island, 1 to OVL_MAX_GOALS: for the nearest of many. The
 * caller frees *goals. */
int bench_problems_draw_goals(const struct bench_ground *ground, uint64_t count, uint64_t seed,
                              ovl_cell **goals);

void bench_problems_free(struct bench_problems *problems);

#endif
