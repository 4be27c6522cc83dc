/* `overland simulate`: runs a headless battle in a world and reports how it ended. */
#include "bench/battle/battle.h"
#include "bench/battle/battle_picture.h"
#include "bench/battle/battle_state.h"
#include "bench/measure/bench_report.h"
#include "overland_units.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/base/world_file.h"
#include "tools/commands.h"
#include "tools/text/json.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdlib.h>

static const char summary[] =
    "Two armies cross the largest island of a map to each other's side, in squads of\n"
    "20, while rocks fall and are cleared; no two units ever share a cell. One seed\n"
    "gives one battle, whatever the number of threads.\n\n"
    "  arrived       units on their goals\n"
    "  beside        a unit that arrived stands on the goal; this one stands next to it,\n"
    "                or to another that is beside for the same goal\n"
    "  unreachable   rocks have closed the last way, or no way was there\n"
    "  stuck         none of these, though for twice the steps of its way, and 500 ticks, a\n"
    "                way was there; a way that is closed and opened again counts anew\n"
    "  late          none of these: it had less time\n"
    "  cell_conflicts, illegal_moves   counted by the command itself, move by move\n"
    "  back_moves    moves to the cell that the unit left within the last 8 ticks\n"
    "  way_steps     of the paths on which the units set out\n"
    "  tick_us       the edits, the slice of settling and the units; not the watching\n\n"
    "The log has a line for each change: TICK UNIT X Y where a unit appears or moves,\n"
    "TICK rock X Y 1 where a rock falls and 0 where it goes; in a tick, rocks first; the\n"
    "units appear in tick 0. In a world of several floors the floor follows Y.";

struct simulate_options {
  const char *world, *profile, *log, *png;
  int32_t units, ticks, rocks, threads, settle_ticks;
  uint64_t seed, budget;
  bool json;
  enum progress_form progress;
  bool safe;
};

/* ---- Reporting ----------------------------------------------------------- */

struct line {
  const char *key, *text;
  uint64_t count;
};

enum { MOST_LINES = 24 };

/* Whole numbers, in the order in which they are told. */
static size_t list_counts(const struct battle *battle, struct line lines[MOST_LINES]) {
  const struct battle_outcome *outcome = &battle->outcome;
  const struct line all[] = {
      {"units", "units", (uint64_t)battle->def.units},
      {"ticks", "ticks", (uint64_t)battle->def.ticks},
      {"arrived", "arrived", outcome->arrived},
      {"beside", "beside their goal", outcome->beside},
      {"stuck", "stuck", outcome->stuck},
      {"unreachable", "unreachable goals", outcome->unreachable},
      {"late", "late, on their way", outcome->late},
      {"cell_conflicts", "cell conflicts", battle->watch.cell_conflicts},
      {"illegal_moves", "illegal moves", battle->watch.illegal_moves},
      {"moves", "moves", outcome->stats.moves},
      {"back_moves", "moves back", battle->watch.back_moves},
      {"way_steps", "steps of all ways", outcome->way_steps},
      {"last_move_tick", "tick of the last move", (uint64_t)battle->watch.last_move},
      {"waits", "waits", outcome->stats.waits},
      {"pushes", "pushes", outcome->stats.pushes},
      {"repairs", "ways round", outcome->stats.detours},
      {"replans", "plans anew", outcome->stats.replans},
      {"routes", "routes", outcome->stats.routes},
      {"rocks_fallen", "rocks fallen", outcome->rocks_fallen},
      {"rocks_cleared", "rocks cleared", outcome->rocks_cleared},
      {"settlings", "settlings put to use", outcome->settlings},
      {"expansions", "expansions", outcome->stats.expansions},
      {"budget_expansions", "  budget of a tick", battle->def.budget},
      {"tick_expansions_max", "  most in a tick", outcome->tick_expansions_max},
  };
  const size_t count = sizeof all / sizeof all[0];
  for (size_t i = 0; i < count; i++) {
    lines[i] = all[i];
  }
  return count;
}

static void report_json(const struct simulate_options *options, const struct battle *battle) {
  const struct bench_summary *tick_us = &battle->outcome.tick_us;
  struct line lines[MOST_LINES];
  struct json json;
  char hash[24];
  snprintf(hash, sizeof hash, "%016" PRIx64, battle->outcome.hash);
  json_begin(&json);
  json_text(&json, "world", options->world);
  json_u64(&json, "seed", options->seed);
  json_i64(&json, "threads", options->threads);
  const size_t count = list_counts(battle, lines);
  for (size_t i = 0; i < count; i++) {
    json_u64(&json, lines[i].key, lines[i].count);
  }
  json_object_begin(&json, "tick_us");
  json_double(&json, "mean", tick_us->mean, 3);
  json_double(&json, "p50", tick_us->p50, 3);
  json_double(&json, "p99", tick_us->p99, 3);
  json_double(&json, "p999", tick_us->p999, 3);
  json_double(&json, "max", tick_us->max, 3);
  json_object_end(&json);
  json_text(&json, "hash", hash);
  json_end(&json);
}

static void report_text(const struct simulate_options *options, const struct battle *battle) {
  const struct bench_summary *tick_us = &battle->outcome.tick_us;
  struct line lines[MOST_LINES];
  print_out("%s, seed %" PRIu64 ", %" PRId32 " thread%s\n", options->world, options->seed,
            options->threads, options->threads == 1 ? "" : "s");
  const size_t count = list_counts(battle, lines);
  for (size_t i = 0; i < count; i++) {
    print_out("%-22s %12" PRIu64 "\n", lines[i].text, lines[i].count);
  }
  print_out("%-22s mean %.0f, p99 %.0f, p99.9 %.0f, most %.0f\n", "tick, us", tick_us->mean,
            tick_us->p99, tick_us->p999, tick_us->max);
  print_out("%-22s %016" PRIx64 "\n", "hash", battle->outcome.hash);
}

/* ---- The battle ---------------------------------------------------------- */

/* The log takes its name once the battle is over, the picture follows, then the report. */
static int fight(const struct simulate_options *options, const struct battle_def *def) {
  struct battle *battle = malloc(sizeof *battle);
  if (battle == NULL) {
    return command_fail_memory("the battle");
  }
  int code = battle_run(def, battle);
  if (code == EXIT_DONE && def->log != NULL) {
    code = out_file_commit(def->log);
  }
  if (code == EXIT_DONE && options->png != NULL) {
    code = battle_picture_write(battle, options->png);
  }
  if (code == EXIT_DONE && options->json) {
    report_json(options, battle);
  } else if (code == EXIT_DONE) {
    report_text(options, battle);
  }
  if (code == EXIT_DONE && battle->watch.cell_conflicts + battle->watch.illegal_moves > 0) {
    code = EXIT_NO;
  }
  battle_free(battle);
  free(battle);
  return code;
}

static int fight_with_log(const struct simulate_options *options, const struct battle_def *def) {
  struct battle_def logged = *def;
  struct out_file log;
  if (options->log == NULL) {
    return fight(options, def);
  }
  int code = out_file_open(&log, options->log);
  if (code == EXIT_DONE) {
    logged.log = &log;
    code = fight(options, &logged);
    out_file_discard(&log); /* if it was not committed */
  }
  return code;
}

static int fight_with_threads(const struct simulate_options *options, struct battle_def *def) {
  struct platform_pool *pool;
  int code = options_start_threads(options->threads, &pool);
  if (code == EXIT_DONE) {
    def->jobs = platform_pool_jobs(pool);
    code = fight_with_log(options, def);
  }
  platform_pool_destroy(pool);
  return code;
}

static int open_and_fight(const struct simulate_options *options) {
  struct world_file file;
  const struct world_file_def file_def = {
      .path = options->world, .safe = options->safe, .whole = true};
  int code = world_file_open_def(&file_def, &file);
  if (code != EXIT_DONE) {
    return code;
  }
  struct battle_def def = {.world = file.world,
                           .units = options->units,
                           .ticks = options->ticks,
                           .seed = options->seed,
                           .rocks = options->rocks,
                           .budget = options->budget,
                           .settle_ticks = options->settle_ticks,
                           .progress = options->progress};
  code = world_report_find_profile(file.world, options->world, options->profile, &def.profile);
  if (code == EXIT_DONE) {
    code = fight_with_threads(options, &def);
  }
  world_file_close(&file);
  return code;
}

static int check_files(const struct simulate_options *options) {
  const char *const others[] = {options->world, options->log};
  int code = EXIT_DONE;
  if (options->log != NULL) {
    code = out_file_check(options->log, others, 1);
  }
  if (code == EXIT_DONE) {
    code = out_file_check_picture(options->png, others, 2);
  }
  if (code == EXIT_DONE) {
    code = out_file_check_ending(options->log, "a log", ".log");
  }
  return code;
}

int command_simulate(int argc, char **argv) {
  struct simulate_options values = {
      .units = 2000, .ticks = 5000, .rocks = 1, .threads = 1, .seed = 1, .budget = 20000};
  const struct option_def defs[] = {
      option_world(&values.world, "the baked map"),
      option_range(option_i32("--units", &values.units, "N", "of both armies together (2000)"), 1,
                   OVL_MAX_UNITS),
      option_range(option_i32("--ticks", &values.ticks, "N", "how long it lasts (5000)"), 1,
                   10000000),
      option_u64("--seed", &values.seed, "N", "of starts, goals and rocks (1)"),
      option_range(
          option_i32("--rocks", &values.rocks, "N", "rocks that fall or are cleared in a tick (1)"),
          0, BATTLE_MOST_ROCKS_TICK),
      option_range(option_u64("--budget", &values.budget, "N",
                              "cells and waypoints that may be expanded in a tick (20000)"),
                   1000, INT32_MAX),
      option_range(option_i32("--settle", &values.settle_ticks, "N",
                              "put labels made anew to use every N ticks; 0 for never (0)"),
                   0, 10000000),
      option_profile(&values.profile, "the profile of all units (the first)"),
      option_threads(&values.threads, "threads that plan, 1 to 64 (1); the hash is the same"),
      option_text("--log", &values.log, "FILE", "write what changes in each tick"),
      option_text("--png", &values.png, "FILE", "draw the tracks of both armies, and the rocks"),
      option_json(&values.json),
      option_progress(&values.progress),
      world_file_safe(&values.safe),
  };
  const struct options options = {
      .command = "simulate",
      .usage = "FILE.world [--units N] [--ticks N] [--seed N] [--threads N] [--json]\n"
               "FILE.world ... [--rocks N] [--budget N] [--settle N] [--log FILE] [--png FILE]",
      .summary = summary,
      .example = "overland simulate land.world --units 200 --ticks 1000 --seed 7 --png battle.png",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  code = check_files(&values);
  return code == EXIT_DONE ? open_and_fight(&values) : code;
}
