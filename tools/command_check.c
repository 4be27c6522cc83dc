/* `overland check`: whether a world is as a legend says, or what its map is like. */
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/base/world_file.h"
#include "tools/check/check_picture.h"
#include "tools/check/check_report.h"
#include "tools/check/check_survey.h"
#include "tools/commands.h"
#include "tools/text/world_report.h"

#include "overland_inspect.h"

#include <stdlib.h>

struct check {
  struct world_file_def world;
  const char *legend, *junit, *profile;
  struct check_picture picture;
  int32_t threads;
  bool json, has_width, has_floor;
};

/* ---- Statements ---------------------------------------------------------- */

static int report_verdicts(const struct check *check, const struct check_world *checked,
                           const struct check_verdict *verdicts, size_t count) {
  int code = EXIT_DONE;
  if (check->picture.path != NULL) {
    code = check_picture_write(checked, verdicts, count, &check->picture);
  }
  if (code == EXIT_DONE && check->junit != NULL) {
    code = check_report_junit(checked, verdicts, count, check->junit);
  }
  if (code == EXIT_DONE) {
    (check->json ? check_report_json : check_report_text)(checked, verdicts, count);
  }
  for (size_t i = 0; i < count && code == EXIT_DONE; i++) {
    code = verdicts[i].holds ? EXIT_DONE : EXIT_NO;
  }
  return code;
}

static int check_rules(const struct check *check, const struct check_world *checked,
                       const struct check_rules *rules) {
  struct check_verdict *verdicts = calloc(rules->count, sizeof *verdicts);
  int code = EXIT_DONE;
  size_t count = 0;
  if (verdicts == NULL) {
    return command_fail_memory(check->legend);
  }
  while (code == EXIT_DONE && count < rules->count) {
    code = check_verdict_find(checked, &rules->list[count], &verdicts[count]);
    count++;
  }
  if (code == EXIT_DONE) {
    code = report_verdicts(check, checked, verdicts, count);
  }
  for (size_t i = 0; i < count; i++) {
    check_verdict_free(&verdicts[i]);
  }
  free(verdicts);
  return code;
}

/* ---- The summary --------------------------------------------------------- */

static int survey(const struct check *check, const struct check_world *checked) {
  struct check_survey found;
  int32_t profile;
  int code = world_report_find_profile(checked->world, checked->file, check->profile, &profile);
  if (code != EXIT_DONE) {
    return code;
  }
  code = check_survey_find(checked, profile, check->threads, &found);
  if (code == EXIT_DONE) {
    (check->json ? check_report_survey_json : check_report_survey)(checked, profile, &found);
  }
  check_survey_free(&found);
  return code;
}

/* ---- The command --------------------------------------------------------- */

static int open_and_check(const struct check *check, const struct check_rules *rules) {
  struct world_file file;
  int code = world_file_open_def(&check->world, &file);
  if (code != EXIT_DONE) {
    return code;
  }
  ovl_world_info info;
  ovl_world_describe(file.world, &info);
  struct check_world checked = {.world = file.world,
                                .file = check->world.path,
                                .legend = check->legend,
                                .floors = info.floors};
  const ovl_planner_def def = {.world = file.world};
  const ovl_result result = ovl_planner_create(&def, &checked.planner, NULL);
  if (result != OVL_OK) {
    code = command_fail_result("the planner", result, NULL);
  } else {
    code = check->legend != NULL ? check_rules(check, &checked, rules) : survey(check, &checked);
  }
  ovl_planner_destroy(checked.planner);
  world_file_close(&file);
  return code;
}

static void list_options(struct check *check, struct option_table *table) {
  const struct option_def rows[] = {
      option_world(&check->world.path, "the baked map"),
      option_text("--legend", &check->legend, "FILE",
                  "the statements that must hold; without it a summary is printed"),
      option_text("--png", &check->picture.path, "FILE.png",
                  "draw where statements fail, and what would open the way"),
      option_given(option_range(option_i32("--width", &check->picture.width, "N",
                                           "pixels of the picture (1280)"),
                                64, 8192),
                   &check->has_width),
      option_given(option_range(option_i32("--floor", &check->picture.floor, "N",
                                           "the floor of the picture (where the first one fails)"),
                                0, OVL_MAX_FLOORS - 1),
                   &check->has_floor),
      option_text("--junit", &check->junit, "FILE.xml",
                  "write what JUnit writes, a test case a statement"),
      option_profile(&check->profile, "the profile of the summary (the first)"),
      option_threads(&check->threads, "threads of the summary (the number of cores)"),
      option_json(&check->json),
      world_file_patch(&check->world.patch),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

/* Refuses options of statements without a legend, and options of the summary with one. */
static int check_options(const struct options *options, const struct check *check) {
  const bool needs_legend =
      check->picture.path != NULL || check->junit != NULL || check->has_width || check->has_floor;
  if (needs_legend && check->legend == NULL) {
    return options_fail(options, "--png and --junit show statements; give them by --legend FILE");
  }
  if ((check->has_width || check->has_floor) && check->picture.path == NULL) {
    return options_fail(options, "--width and --floor are those of a picture; add --png FILE.png");
  }
  if (check->profile != NULL && check->legend != NULL) {
    return options_fail(options, "--profile is for the summary; statements name their profiles");
  }
  const char *const files[] = {check->world.path, check->world.patch, check->legend, check->junit};
  const int code = out_file_check_picture(check->picture.path, files, 4);
  return code == EXIT_DONE && check->junit != NULL ? out_file_check(check->junit, files, 3) : code;
}

int command_check(int argc, char **argv) {
  struct check check = {.world.whole = true,
                        .picture = {.width = 1280, .floor = -1},
                        .threads = platform_core_count()};
  struct option_table table = {.count = 0};
  list_options(&check, &table);
  const struct options options = {
      .command = "check",
      .usage = "FILE.world [--legend FILE] [--png FILE.png] [--junit FILE.xml] [--json]",
      .summary =
          "Says whether a world is as a legend says it must be, and where it is not, why and\n"
          "which cells would have to be opened; the exit code is then 1. Statements:\n"
          "  must spawn -> shop [PROFILE]         wherever one can stand in the first place,\n"
          "                                       the second is reached\n"
          "  must not cell_a -> cell_b [PROFILE]  it is reached from nowhere there\n"
          "  within 200 spawn -> shop [PROFILE]   the way costs at most 200 straight steps\n"
          "  islands 1 [PROFILE]                  there is one island\n"
          "  open 40% [PROFILE]                   at least 40 in 100 cells are open\n"
          "Places are those of the world (statement place of a legend), or cells, X,Y.\n"
          "Without a legend it prints a summary: islands, one-way traps, dead ends, and\n"
          "passages one and two cells wide.",
      .example = "overland check town.world --legend town.legend --png failures.png",
      .defs = table.defs,
      .def_count = table.count};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  code = check_options(&options, &check);
  struct check_rules rules = {.count = 0};
  if (code == EXIT_DONE && check.legend != NULL) {
    code = check_rules_read(check.legend, &rules);
  }
  if (code == EXIT_DONE) {
    code = open_and_check(&check, &rules);
  }
  check_rules_free(&rules);
  return code;
}
