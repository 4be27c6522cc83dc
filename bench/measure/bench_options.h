/* Options of `overland bench`. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_OPTIONS_H
#define OVERLAND_BENCH_MEASURE_BENCH_OPTIONS_H

#include "overland.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stdint.h>

struct bench_options {
  const char *world, *patch;
  const char *scenario; /* NULL with --random */
  const char *profile;  /* NULL: the default one */
  const char *paths, *walks, *csv;
  uint64_t every, random_count, seed, goal_count, edit_count;
  const char *estimate_text;
  ovl_method estimate;
  uint64_t flow_units, flow_regions;
  bool random, edits, flow, within, json, yardstick, safe;
  bool every_given, seed_given;
  double open_us; /* what opening took */
  enum progress_form progress;
};

/* Reads the command line. False: the command ends here with *exit_code. */
bool bench_options_parse(int argc, char **argv, struct bench_options *options, int *exit_code);

#endif
