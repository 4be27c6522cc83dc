/* `overland bench`: measures how fast and how good the paths of a world are.
 *
 * It opens the world, reads or draws its problems, makes one timed pass over them for each kind of
 * query, judges every answer by rules of its own, and reports. Output files are opened before the
 * first pass, so that a wrong name does not cost a long run, and get their names after the last. */
#include "bench/edits/bench_edits.h"
#include "bench/edits/bench_edits_report.h"
#include "bench/edits/bench_patches.h"
#include "bench/flow/bench_flow.h"
#include "bench/flow/bench_flow_report.h"
#include "bench/measure/bench_check.h"
#include "bench/measure/bench_files.h"
#include "bench/measure/bench_options.h"
#include "bench/measure/bench_passes.h"
#include "bench/measure/bench_problems.h"
#include "bench/measure/bench_report.h"
#include "bench/measure/bench_verdict.h"
#include "bench/measure/bench_world.h"
#include "bench/nearest/bench_nearest.h"
#include "bench/nearest/bench_nearest_report.h"
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/out_file.h"
#include "tools/base/progress.h"
#include "tools/base/world_file.h"
#include "tools/commands.h"
#include "tools/plain/plain_search.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "maps/lake.world" becomes "lake"; longer names are cut. */
static void name_of_map(const char *path, char *name, size_t capacity) {
  const char *begin = path;
  for (const char *at = path; *at != '\0'; at++) {
    begin = *at == '/' || *at == '\\' ? at + 1 : begin;
  }
  snprintf(name, capacity, "%s", begin);
  const size_t length = strlen(name);
  static const char ending[] = ".world";
  if (length >= sizeof ending && strcmp(name + length - (sizeof ending - 1), ending) == 0) {
    name[length - (sizeof ending - 1)] = '\0';
  }
}

/* The files that were asked for: full paths, walks and figures. */
enum { PATHS_FILE = 0, WALKS_FILE, CSV_FILE, FILE_COUNT };

struct bench_outputs {
  struct out_file files[FILE_COUNT];
  bool asked[FILE_COUNT];
};

static void discard_outputs(struct bench_outputs *outputs) {
  for (int i = 0; i < FILE_COUNT; i++) {
    if (outputs->asked[i]) {
      out_file_discard(&outputs->files[i]);
    }
  }
}

static int open_outputs(const struct bench_options *options, struct bench_outputs *outputs) {
  const char *const paths[FILE_COUNT] = {options->outputs.paths, options->outputs.walks,
                                         options->outputs.csv};
  *outputs = (struct bench_outputs){0};
  for (int i = 0; i < FILE_COUNT; i++) {
    if (paths[i] == NULL) {
      continue;
    }
    const int code = out_file_open(&outputs->files[i], paths[i]);
    if (code != EXIT_DONE) {
      discard_outputs(outputs);
      return code;
    }
    outputs->asked[i] = true;
  }
  return EXIT_DONE;
}

/* The files first. The report goes last, so that standard output is all or
 * nothing. */
static int report_all(const struct bench_report *report, bool json, struct bench_outputs *outputs) {
  int code = EXIT_DONE;
  if (outputs->asked[PATHS_FILE]) {
    code = bench_report_cells(report, BENCH_FULL_PATHS, &outputs->files[PATHS_FILE]);
  }
  if (code == EXIT_DONE && outputs->asked[WALKS_FILE]) {
    code = bench_report_cells(report, BENCH_WALKS, &outputs->files[WALKS_FILE]);
  }
  if (code == EXIT_DONE && outputs->asked[CSV_FILE]) {
    code = bench_report_csv(report, &outputs->files[CSV_FILE]);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  if (json) {
    bench_report_json(report);
  } else {
    bench_report_table(report);
  }
  return report->verdict->failed + report->verdict->illegal > 0 ? EXIT_NO : EXIT_DONE;
}

static int measure_world(struct bench_report *report, bool with_bake) {
  bool wrong = false;
  ovl_result result = bench_world_unreachable_us(report->ground, &report->has_islands, &wrong,
                                                 &report->unreachable_us);
  report->build_ms = NAN;
  if (result == OVL_OK && with_bake) {
    result = bench_world_build_ms(report->ground, &report->build_ms);
  }
  if (result != OVL_OK) {
    return command_fail_result("the bake of the benchmark", result, NULL);
  }
  if (wrong) {
    return command_fail(EXIT_NO, "two cells of different islands were not called unreachable");
  }
  return EXIT_DONE;
}

/* What of the scenario is not used. */
static void note_problems(const struct bench_options *options, const struct bench_ground *ground,
                          const struct bench_problems *problems) {
  if (problems->from_file && !problems->has_optima) {
    command_note("the lengths of %s are not checked: they are not those of profile %s",
                 options->scenario, ground->rules.name);
  }
  if (problems->left_out > 0) {
    command_note("%zu problems are left out: profile %s can't stand on one of their ends",
                 problems->left_out, ground->rules.name);
  }
}

static struct world_file_def file_def_of(const struct bench_options *options) {
  return (struct world_file_def){
      .path = options->world,
      .patch = options->patch,
      .safe = options->safe,
      .whole = (options->opening.whole_us != 0 && /* then every opening is such */
                options->problems.touch != BENCH_TOUCH_FIRST) ||
               (options->safe &&
                (options->problems.edits || options->patches.asked || options->flow.asked))};
}

/* Why the passes could not be made. */
static int fail_passes(const struct bench_run *run, ovl_result result) {
  if (run->fresh.exit_code != EXIT_DONE) {
    return run->fresh.exit_code; /* a line was written when it happened */
  }
  return command_fail_result("the benchmark", result, NULL);
}

static int measure_problems(const struct bench_options *options, const ovl_world *world,
                            const struct bench_ground *ground,
                            const struct bench_problems *problems, struct bench_outputs *outputs) {
  const struct world_file_def file = file_def_of(options);
  struct bench_run run = {.world = world,
                          .profile = ground->profile,
                          .problems = problems,
                          .touch = options->problems.touch,
                          .fresh.def = &file,
                          .with_baseline = options->problems.random ? options->baseline
                                                                    : !options->problems.brief};
  struct bench_verdict verdict;
  char map[256];
  struct bench_report report = {.map = map,
                                .run = &run,
                                .ground = ground,
                                .verdict = &verdict,
                                .is_random = options->problems.random,
                                .open_us = options->opening.us,
                                .open_whole_us = options->opening.whole_us};
  name_of_map(options->world, map, sizeof map);
  ovl_world_describe(world, &report.info);
  if (run.with_baseline && !plain_search_fits(world, run.profile)) {
    run.with_baseline = false;
    command_note("the plain A* is left out: the world has more than 2^29 cells");
  }
  note_problems(options, ground, problems);
  struct progress progress;
  progress_begin(&progress, "bench", options->progress);
  run.progress = &progress;
  ovl_cell *goals = NULL;
  if (options->problems.goal_count > 0) {
    const int code = bench_problems_draw_goals(ground, options->problems.goal_count,
                                               options->problems.seed, &goals);
    if (code != EXIT_DONE) {
      return code;
    }
    run.goals = goals;
    run.goal_count = (size_t)options->problems.goal_count;
  }
  ovl_result result = bench_passes_make(&run);
  report.resident_bytes_max = platform_peak_memory_bytes();
  free(goals);
  run.goals = NULL;
  progress_end(&progress);
  if (run.fresh.keeps_pages) {
    command_note("this system can't take pages out of memory: at first touch the planner "
                 "and the opened file are new, but not all of their memory");
  }
  if (result == OVL_OK) {
    result = bench_verdict_make(&run, ground, &verdict);
  }
  int code = result == OVL_OK ? measure_world(&report, !options->problems.brief)
                              : fail_passes(&run, result);
  if (code == EXIT_DONE) {
    code = report_all(&report, options->json, outputs);
  }
  bench_passes_free(&run);
  return code;
}

static int measure_edits(const struct bench_options *options, const struct bench_ground *ground) {
  struct bench_edits edits;
  char map[256];
  name_of_map(options->world, map, sizeof map);
  const int code =
      bench_edits_measure(ground, options->problems.edit_count, options->problems.seed, &edits);
  if (code != EXIT_DONE) {
    return code;
  }
  if (options->json) {
    bench_edits_report_json(&edits, ground, map);
  } else {
    bench_edits_report_table(&edits, ground, map);
  }
  return edits.states.failed + edits.states.illegal > 0 ? EXIT_NO : EXIT_DONE;
}

static int measure_patches(const struct bench_options *options, const struct bench_ground *ground) {
  const struct bench_patches_def def = {options->patches.map, options->patches.count,
                                        options->patches.batches, options->problems.seed};
  struct bench_patches patches;
  char map[256];
  name_of_map(options->world, map, sizeof map);
  const int code = bench_patches_measure(ground, &def, &patches);
  if (code != EXIT_DONE) {
    return code;
  }
  if (options->json) {
    bench_patches_report_json(&patches, &def, ground, map);
  } else {
    bench_patches_report_table(&patches, &def, ground, map);
  }
  return patches.states.failed + patches.states.illegal > 0 ? EXIT_NO : EXIT_DONE;
}

static int measure_flow(const struct bench_options *options, const struct bench_ground *ground) {
  const struct bench_flow_def def = {options->flow.units, options->flow.regions,
                                     options->problems.seed};
  struct bench_flow flow;
  char map[256];
  name_of_map(options->world, map, sizeof map);
  const int code = bench_flow_measure(ground, &def, &flow);
  if (code != EXIT_DONE) {
    return code;
  }
  if (options->json) {
    bench_flow_report_json(&flow, ground, map);
  } else {
    bench_flow_report_table(&flow, ground, map);
  }
  return flow.failed + flow.illegal > 0 ? EXIT_NO : EXIT_DONE;
}

static int measure_nearest(const struct bench_options *options, const struct bench_ground *ground) {
  struct bench_nearest nearest;
  char map[256];
  name_of_map(options->world, map, sizeof map);
  const int code =
      bench_nearest_measure(ground, options->nearest.starts, options->problems.seed, &nearest);
  if (code != EXIT_DONE) {
    return code;
  }
  if (options->json) {
    bench_nearest_report_json(&nearest, ground, map);
  } else {
    bench_nearest_report_table(&nearest, ground, map);
  }
  return nearest.failed > 0 ? EXIT_NO : EXIT_DONE;
}

static int measure_ground(const struct bench_options *options, const ovl_world *world,
                          const struct bench_ground *ground) {
  struct bench_problems problems;
  int code = options->problems.random ? bench_problems_draw(ground, options->problems.random_count,
                                                            options->problems.seed, &problems)
                                      : bench_problems_read(options->scenario, ground,
                                                            options->problems.every, &problems);
  if (code == EXIT_DONE) {
    struct bench_outputs outputs;
    code = open_outputs(options, &outputs);
    if (code == EXIT_DONE) {
      code = measure_problems(options, world, ground, &problems, &outputs);
      discard_outputs(&outputs); /* what was not committed */
    }
    bench_problems_free(&problems);
  }
  return code;
}

static int bench_open_world(const struct bench_options *options, const ovl_world *world) {
  struct bench_ground ground;
  int32_t profile;
  int code = world_report_find_profile(world, options->world, options->profile, &profile);
  if (code != EXIT_DONE) {
    return code;
  }
  const bool plans_only = options->problems.random && !options->baseline;
  const ovl_result result =
      bench_ground_read(world, profile, plans_only ? BENCH_MOST_READ_CELLS : UINT64_MAX, &ground);
  if (result != OVL_OK) {
    return command_fail_result("the terrain of the world", result, NULL);
  }
  code = options->problems.edits  ? measure_edits(options, &ground)
         : options->patches.asked ? measure_patches(options, &ground)
         : options->flow.asked    ? measure_flow(options, &ground)
         : options->nearest.asked ? measure_nearest(options, &ground)
                                  : measure_ground(options, world, &ground);
  bench_ground_free(&ground);
  return code;
}

/* Opens a world as other commands do, and times that. Unless first touches are asked for, it is
 * then opened again and checked as a whole, so that no query that is timed checks what it reads. */
static int bench_open_file(struct bench_options *options, struct world_file_def def,
                           struct world_file *file) {
  const double begin_us = platform_now_us();
  int code = world_file_open_def(&def, file);
  options->opening.us = platform_now_us() - begin_us;
  if (code != EXIT_DONE || def.safe || options->problems.touch == BENCH_TOUCH_FIRST) {
    return code;
  }
  world_file_close(file);
  def.whole = true;
  const double again_us = platform_now_us();
  code = world_file_open_def(&def, file);
  options->opening.whole_us = platform_now_us() - again_us;
  return code;
}

int command_bench(int argc, char **argv) {
  struct bench_options options;
  int code;
  if (!bench_options_parse(argc, argv, &options, &code)) {
    return code;
  }
  struct world_file file;
  code = bench_open_file(&options, file_def_of(&options), &file);
  if (code == EXIT_DONE) {
    code = bench_open_world(&options, file.world);
    world_file_close(&file);
  }
  return code;
}
