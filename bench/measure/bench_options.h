/* Options of `overland bench`. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_OPTIONS_H
#define OVERLAND_BENCH_MEASURE_BENCH_OPTIONS_H

#include "bench/measure/bench_touch.h"
#include "overland.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stdint.h>

/* Files to be written; NULL: none. */
struct bench_files {
  const char *paths, *walks, *csv;
};

/* Patches that are measured. */
struct bench_patch_options {
  bool asked, batches_given;
  const char *map; /* NULL: none was named */
  uint64_t count, batches;
};

/* Flows that are measured. */
struct bench_flow_options {
  bool asked;
  uint64_t units, regions;
};

/* Goals of several cells that are judged. */
struct bench_nearest_options {
  bool asked;
  uint64_t starts;
};

/* The problems that are solved, how many, and how they are timed. */
struct bench_selection {
  uint64_t every, random_count, seed, goal_count, edit_count;
  bool every_given, seed_given;
  bool random, edits, within;
  bool brief;             /* without the plain A* and a bake */
  const char *touch_text; /* NULL: not given */
  enum bench_touch touch;
};

/* What opening took. */
struct bench_opening {
  double us;
  double whole_us; /* and with a check of the whole world; 0: not measured */
};

struct bench_options {
  const char *world, *patch;
  const char *scenario; /* NULL with --random */
  const char *profile;  /* NULL: the default one */
  bool json, baseline, safe;
  struct bench_opening opening;
  enum progress_form progress;
  struct bench_files outputs;
  struct bench_patch_options patches;
  struct bench_flow_options flow;
  struct bench_nearest_options nearest;
  struct bench_selection problems;
};

/* Reads the command line. False: the command ends here with *exit_code. */
bool bench_options_parse(int argc, char **argv, struct bench_options *options, int *exit_code);

#endif
