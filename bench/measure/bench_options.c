/* The options of `overland bench`: see bench_options.h. */
#include "bench/measure/bench_options.h"

#include "overland_query.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/world_file.h"

static const char summary[] =
    "Measures how fast and how good the paths of a world are.\n\n"
    "  first step   the call that finds a route and its first segment\n"
    "  walk         all segments from start to goal, each asked for when it is due\n"
    "  windows      small parts of the map in which cells were searched, a path\n"
    "  failed       problems with no answer or the wrong one\n"
    "  illegal      paths with a step that the map forbids, or a wrong cost\n"
    "  unreachable  time to say that two cells of different islands have no path\n\n"
    "The optimum is the scenario's where its lengths are those of the profile: of\n"
    "plain ground, or of the profile that gen --scenario --profile named in it; else\n"
    "what the plain A* finds with the profile's weights.\n\n"
    "--touch first measures a program that has just started: each problem, first\n"
    "step, path and walk apart, has a new planner and a file that was opened anew,\n"
    "nothing of which is in memory or has been checked. (The system still has the\n"
    "file in its own cache; opening it is not timed.) --touch repeated solves\n"
    "each problem twice in a row and times the second. At rest, which is the default,\n"
    "one planner solves all problems in turn, as in a game that has run for a while.\n"
    "The plain A* is at rest in all three.\n\n"
    "With --edits, the time of one edit and of closing the version before: of a cell\n"
    "anywhere, toggled and toggled back; of a building of 16 x 16 cells on open\n"
    "ground, put up and taken down; of a wall along a whole row, and its end. Then\n"
    "1,000 random problems, before and after 100 buildings and once settled.\n\n"
    "With --patches, the time of each batch of squares that are copied from another\n"
    "map, drawn anywhere; then 1,000 random problems as with --edits. Both count\n"
    "the queries for which a planner made before the edits is too small.\n\n"
    "With --flow, for ten random goals in turn, the time until all units have their\n"
    "first step, and that of each step after, until all have arrived.\n\n"
    "With --nearest, of goals in sets, rectangles and circles, how often another\n"
    "than the cheapest is taken and what it costs over that; and what costs to\n"
    "cells are over the least. All are judged by Dijkstra's algorithm.";

/* ---- The table ---- */

/* What is measured. */
static void list_problems(struct bench_options *options, struct option_table *table) {
  const struct option_def rows[] = {
      option_world(&options->world, "the baked map"),
      option_text("FILE.scen", &options->scenario, NULL,
                  "problems with their optima, in the MovingAI format"),
      option_profile(&options->profile, "the profile that moves (the first)"),
      option_given(
          option_range(option_u64("--every", &options->problems.every, "N",
                                  "take every Nth problem of the file, from its first on (1)"),
                       1, INT32_MAX),
          &options->problems.every_given),
      option_given(
          option_range(option_u64("--random", &options->problems.random_count, "N",
                                  "plan between N random pairs of cells that reach each other"),
                       1, INT32_MAX),
          &options->problems.random),
      option_given(option_u64("--seed", &options->problems.seed, "S",
                              "of the random pairs, edits, patches or units (1)"),
                   &options->problems.seed_given),
      option_given(
          option_range(
              option_u64("--edits", &options->problems.edit_count, "N",
                         "time N edits of a cell, of a building, of a row, and plans in between"),
              1, INT32_MAX),
          &options->problems.edits),
      option_given(
          option_range(
              option_u64(
                  "--patches", &options->patches.count, "N",
                  "time N patches of another map of the size of this one, and plans in between"),
              1, 1000000),
          &options->patches.asked),
      option_text("--of", &options->patches.map, "MAP", "the map that the patches are copied from"),
      option_given(option_range(option_u64("--batches", &options->patches.batches, "N",
                                           "apply the patches in N batches (1)"),
                                1, 1000000),
                   &options->patches.batches_given),
      option_given(
          option_range(
              option_u64("--flow", &options->flow.units, "N",
                         "time N units that share a goal: their first steps, and each step after"),
              1, 1000000),
          &options->flow.asked),
      option_given(
          option_range(option_u64("--within", &options->flow.regions, "N",
                                  "with --flow, let them all begin within a square of N regions"),
                       1, INT32_MAX),
          &options->problems.within),
      option_given(
          option_range(option_u64("--nearest", &options->nearest.starts, "N",
                                  "judge the choice among several goals from N random starts"),
                       1, 1000000),
          &options->nearest.asked),
      option_range(option_u64("--goals", &options->problems.goal_count, "N",
                              "time the first step to the nearest of N random cells, too"),
                   1, OVL_MAX_GOALS),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

/* How, and where the figures go. */
static void list_figures(struct bench_options *options, struct option_table *table) {
  const struct option_def rows[] = {
      option_text("--touch", &options->problems.touch_text, "WHEN",
                  "time each problem at first touch, at rest or repeated: first, rest or "
                  "repeated (rest)"),
      option_flag("--yardstick", &options->baseline, "time the plain A* with --random too"),
      option_flag("--brief", &options->problems.brief,
                  "leave out what takes longest: the plain A* and the time of a bake"),
      option_text("--paths", &options->outputs.paths, "FILE",
                  "write every cell of every full path, a line a problem"),
      option_text("--walks", &options->outputs.walks, "FILE", "the same for what the unit walked"),
      option_text("--csv", &options->outputs.csv, "FILE",
                  "write optimum, costs, times and expansions, a line a problem"),
      option_flag("--json", &options->json, "print one JSON object instead of a table"),
      option_progress(&options->progress),
      world_file_patch(&options->patch),
      world_file_safe(&options->safe),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

/* ---- What goes together ---- */

/* No output may replace an input, or another output. */
static int check_outputs(const struct bench_options *options) {
  const char *const files[] = {options->world, options->scenario, options->outputs.paths,
                               options->outputs.walks, options->outputs.csv};
  enum { INPUTS = 2, FILES = sizeof files / sizeof files[0] };
  for (size_t i = INPUTS; i < FILES; i++) {
    const int code = files[i] != NULL ? out_file_check(files[i], files, i) : EXIT_DONE;
    if (code != EXIT_DONE) {
      return code;
    }
  }
  return out_file_check_ending(options->outputs.csv, "a table", ".csv");
}

static int check_patches(const struct options *parser, const struct bench_options *options) {
  const struct bench_patch_options *patches = &options->patches;
  if (patches->asked != (patches->map != NULL)) {
    return options_fail(parser, "--patches N and --of MAP belong together");
  }
  if (patches->batches_given && !patches->asked) {
    return options_fail(parser, "--batches is for --patches");
  }
  if (patches->batches > patches->count && patches->asked) {
    return options_fail(parser, "there are more batches than patches");
  }
  return EXIT_DONE;
}

/* What the table of options can't tell. */
static int check_options(const struct options *parser, const struct bench_options *options) {
  const bool lives = options->problems.edits || options->patches.asked || options->flow.asked ||
                     options->nearest.asked;
  const int sources = (options->scenario != NULL) + options->problems.random +
                      options->problems.edits + options->patches.asked + options->flow.asked +
                      options->nearest.asked;
  if (sources > 1) {
    return options_fail(
        parser,
        "a scenario file, --random, --edits, --patches, --flow and --nearest exclude each other");
  }
  if (sources == 0) {
    return options_fail(parser,
                        "name a scenario file, or draw problems with --random N, edits "
                        "with --edits N, patches with --patches N, units with --flow N, or goals "
                        "with --nearest N");
  }
  if (options->scenario == NULL && options->problems.every_given) {
    return options_fail(parser, "--every is for scenario files");
  }
  if (options->scenario != NULL && options->problems.seed_given) {
    return options_fail(parser, "--seed is for --random, --edits, --patches, --flow and --nearest");
  }
  if (options->problems.brief && options->baseline) {
    return options_fail(parser, "--brief and --yardstick exclude each other");
  }
  if (options->problems.within && !options->flow.asked) {
    return options_fail(parser, "--within is for --flow");
  }
  if (lives &&
      (options->outputs.paths != NULL || options->outputs.walks != NULL ||
       options->outputs.csv != NULL || options->problems.goal_count > 0 || options->baseline)) {
    return options_fail(parser, "--edits, --patches, --flow and --nearest go with --profile, --seed"
                                " and --json alone");
  }
  if (lives && (options->problems.touch_text != NULL || options->problems.brief)) {
    return options_fail(parser, "--touch and --brief are for scenario files and --random");
  }
  return check_patches(parser, options);
}

/* Words that stand for numbers. */
static int parse_words(const struct options *parser, struct bench_options *options) {
  if (!bench_touch_parse(options->problems.touch_text, &options->problems.touch)) {
    return options_fail_value(parser, "--touch", options->problems.touch_text,
                              "first, rest or repeated");
  }
  return EXIT_DONE;
}

bool bench_options_parse(int argc, char **argv, struct bench_options *options, int *exit_code) {
  struct option_table table = {.count = 0};
  *options = (struct bench_options){.problems.every = 1, .problems.seed = 1, .patches.batches = 1};
  list_problems(options, &table);
  list_figures(options, &table);
  const struct options parser = {
      .command = "bench",
      .usage = "FILE.world FILE.scen [--profile NAME] [--every N] [--json] [--paths FILE] [--walks "
               "FILE] "
               "[--csv FILE] [--touch WHEN]\n"
               "FILE.world --random N --seed S [--yardstick] [--touch WHEN] [--json]\n"
               "FILE.world --edits N [--seed S] [--json]\n"
               "FILE.world --patches N --of MAP [--batches N] [--seed S] [--json]\n"
               "FILE.world --flow N [--within N] [--seed S] [--json]\n"
               "FILE.world --nearest N [--seed S] [--json]",
      .summary = summary,
      .example = "overland bench land.world land.scen --every 10",
      .defs = table.defs,
      .def_count = table.count};
  if (!options_parse(&parser, argc, argv, exit_code)) {
    return false;
  }
  *exit_code = parse_words(&parser, options);
  if (*exit_code == EXIT_DONE) {
    *exit_code = check_options(&parser, options);
  }
  if (*exit_code == EXIT_DONE) {
    *exit_code = check_outputs(options);
  }
  return *exit_code == EXIT_DONE;
}
