/* How often a question of the benchmark has been asked before it is timed.
 *
 * At rest one planner answers the questions of a scenario in turn, as in a game that has run for a
 * while. First touch is the question of a program that has just started: nothing of the file is
 * in the process or has been checked, and the memory of the planner was never written to. Repeated
 * is a question that the same planner has just answered. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_TOUCH_H
#define OVERLAND_BENCH_MEASURE_BENCH_TOUCH_H

#include "overland.h"
#include "tools/base/world_file.h"

enum bench_touch { BENCH_TOUCH_REST = 0, BENCH_TOUCH_FIRST, BENCH_TOUCH_REPEATED };

/* The word of --touch and of "touch" in JSON. */
const char *bench_touch_word(enum bench_touch touch);

/* A sentence for the table. */
const char *bench_touch_sentence(enum bench_touch touch);

/* NULL is at rest. False: no such word. */
bool bench_touch_parse(const char *word, enum bench_touch *touch);

/* A world file that was opened anew, and a planner for it. */
struct bench_fresh {
  const struct world_file_def *def; /* how the file is opened */
  struct world_file file;
  ovl_planner *planner;
  bool is_open;
  bool keeps_pages; /* the system was asked to drop pages of memory and can't */
  int exit_code;    /* not EXIT_DONE: the file can no longer be opened, which a line has said */
};

/* Begins anew: closes the file and opens it again, makes a new planner, and drops the pages of both
 * from memory. OVL_NO_MEMORY; OVL_READ_FAILED, with an exit code. */
ovl_result bench_fresh_begin(struct bench_fresh *fresh);
void bench_fresh_end(struct bench_fresh *fresh);

#endif
