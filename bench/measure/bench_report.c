/* Prints the figures of `overland bench`, as a table or with --json. The modes --edits and --flow
 * have reports of their own, in bench/edits and bench/flow. To add a figure: compute it in
 * bench_verdict.c, print it here, and name it in tests/compare_commits.sh.
 *
 * A figure that was not measured is null in JSON and a dash in the table, never a 0 that could be
 * mistaken for a result. */
#include "bench/measure/bench_report.h"

#include "bench/measure/bench_lengths.h"
#include "overland_inspect.h"
#include "tools/base/print_text.h"
#include "tools/text/json.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static double bytes_per_cell(const struct bench_report *report) {
  return (double)report->info.file_bytes / world_report_cells(report->run->world);
}

/* How often one of our answers fits into one of the baseline's. Negative if
 * the baseline was left out. */
static double speedup(const struct bench_verdict *verdict, enum bench_pass_kind kind) {
  const struct bench_summary *ours = &verdict->us[kind];
  const struct bench_summary *baseline = &verdict->us[BENCH_BASELINE];
  return baseline->count > 0 && ours->mean > 0 ? baseline->mean / ours->mean : -1;
}

enum { US_DIGITS = 3, RATIO_DIGITS = 6 };

static void put_number(struct json *json, const char *key, bool known, double number) {
  if (known) {
    json_double(json, key, number, US_DIGITS);
  } else {
    json_null(json, key);
  }
}

void bench_report_put_summary(struct json *json, const char *key,
                              const struct bench_summary *summary, int digits) {
  if (summary->count == 0) {
    json_null(json, key);
    return;
  }
  json_object_begin(json, key);
  json_double(json, "mean", summary->mean, digits);
  json_double(json, "p50", summary->p50, digits);
  json_double(json, "p90", summary->p90, digits);
  json_double(json, "p99", summary->p99, digits);
  json_double(json, "max", summary->max, digits);
  json_object_end(json);
}

static const char *const time_keys[BENCH_PASS_COUNT] = {"first_step_us", "full_path_us", "walk_us",
                                                        "astar_us"};

/* The classes of length that have a problem. */
static void put_lengths(struct json *json, const struct bench_report *report) {
  const struct bench_lengths lengths = bench_lengths_make(report->run, report->ground);
  json_array_begin(json, "by_length");
  for (int i = 0; i < BENCH_LENGTH_CLASS_COUNT; i++) {
    const struct bench_length_class *class = &lengths.classes[i];
    if (class->count == 0) {
      continue;
    }
    json_object_begin(json, NULL);
    if (class->most_cells > 0) {
      json_u64(json, "most_cells", class->most_cells);
    } else {
      json_null(json, "most_cells");
    }
    json_u64(json, "count", class->count);
    for (int kind = 0; kind < BENCH_PASS_COUNT; kind++) {
      put_number(json, time_keys[kind], report->run->passes[kind].answers != NULL,
                 class->mean_us[kind]);
    }
    json_object_begin(json, "cost_ratio");
    json_double(json, "mean", class->judged > 0 ? class->ratio_mean : NAN, RATIO_DIGITS);
    json_double(json, "max", class->judged > 0 ? class->ratio_max : NAN, RATIO_DIGITS);
    json_object_end(json);
    json_object_end(json);
  }
  json_array_end(json);
}

void bench_report_json(const struct bench_report *report) {
  const struct bench_verdict *verdict = report->verdict;
  const bool some = report->run->problems->count > 0;
  const bool judged = some && report->run->with_baseline;
  const double first_step_speedup = speedup(verdict, BENCH_FIRST_STEPS);
  const double full_path_speedup = speedup(verdict, BENCH_FULL_PATHS);
  struct json json;
  json_begin(&json);
  json_text(&json, "map", report->map);
  json_i64(&json, "width", report->info.width);
  json_i64(&json, "height", report->info.height);
  json_text(&json, "profile", report->ground->rules.name);
  json_u64(&json, "queries", report->run->problems->count);
  json_u64(&json, "failed", verdict->failed);
  json_u64(&json, "illegal", verdict->illegal);
  json_text(&json, "estimate", ovl_method_text(verdict->method));
  json_text(&json, "touch", bench_touch_word(report->run->touch));
  bench_report_put_summary(&json, "cost_ratio", &verdict->cost_ratio, RATIO_DIGITS);
  bench_report_put_summary(&json, "walked_ratio", &verdict->walked_ratio, RATIO_DIGITS);
  for (int kind = 0; kind < BENCH_PASS_COUNT; kind++) {
    bench_report_put_summary(&json, time_keys[kind], &verdict->us[kind], US_DIGITS);
  }
  if (report->run->goal_count > 0) {
    json_u64(&json, "goals", report->run->goal_count);
    bench_report_put_summary(&json, "nearest_us", &verdict->nearest_us, US_DIGITS);
  }
  put_number(&json, "astar_expanded", judged, verdict->astar_expanded);
  put_number(&json, "astar_ns_per_expansion", judged, verdict->astar_ns_per_expansion);
  put_number(&json, "first_step_speedup", first_step_speedup >= 0, first_step_speedup);
  put_number(&json, "full_path_speedup", full_path_speedup >= 0, full_path_speedup);
  put_number(&json, "coarse_expanded", some, verdict->coarse_expanded);
  put_number(&json, "fine_expanded", some, verdict->fine_expanded);
  put_number(&json, "windows", some, verdict->windows);
  put_lengths(&json, report);
  put_number(&json, "unreachable_us", report->has_islands, report->unreachable_us);
  json_double(&json, "build_ms", report->build_ms, US_DIGITS);
  if (report->is_random) {
    json_double(&json, "open_us", report->open_us, US_DIGITS);
    put_number(&json, "open_whole_us", report->open_whole_us != 0, report->open_whole_us);
    json_u64(&json, "resident_bytes_max", report->resident_bytes_max);
  }
  json_u64(&json, "world_bytes", report->info.file_bytes);
  json_double(&json, "bytes_per_cell", bytes_per_cell(report), RATIO_DIGITS);
  json_end(&json);
}

void bench_report_print_summary(const char *name, const struct bench_summary *summary, int digits) {
  if (summary->count == 0) {
    print_out("%-24s %12s %12s %12s %12s %12s\n", name, "-", "-", "-", "-", "-");
    return;
  }
  print_out("%-24s %12.*f %12.*f %12.*f %12.*f %12.*f\n", name, digits, summary->mean, digits,
            summary->p50, digits, summary->p90, digits, summary->p99, digits, summary->max);
}

static void print_figure(const char *name, bool known, double figure, int digits) {
  if (known) {
    print_out("%-24s %12.*f\n", name, digits, figure);
  } else {
    print_out("%-24s %12s\n", name, "-");
  }
}

/* Means over the problems of a class. */
static void print_lengths(const struct bench_report *report) {
  const struct bench_lengths lengths = bench_lengths_make(report->run, report->ground);
  print_out("\n%-24s %12s %12s %12s %12s %12s\n", "by optimum, cells", "problems", "first step",
            "full path", "plain A*", "path/optimum");
  for (int i = 0; i < BENCH_LENGTH_CLASS_COUNT; i++) {
    const struct bench_length_class *class = &lengths.classes[i];
    const double *us = class->mean_us;
    if (class->count == 0) {
      continue;
    }
    if (class->most_cells > 0) {
      print_out("  up to %-16" PRIu32, class->most_cells);
    } else {
      print_out("  %-22s", "more");
    }
    print_out(" %12zu %12.1f %12.1f %12.1f %12.5f\n", class->count, us[BENCH_FIRST_STEPS],
              us[BENCH_FULL_PATHS], us[BENCH_BASELINE], class->ratio_mean);
  }
}

void bench_report_table(const struct bench_report *report) {
  const struct bench_verdict *verdict = report->verdict;
  const bool some = report->run->problems->count > 0;
  const bool judged = some && report->run->with_baseline;
  print_out("%s, %" PRId32 " x %" PRId32 ", profile %s, planned by %s\n", report->map,
            report->info.width, report->info.height, report->ground->rules.name,
            ovl_method_text(verdict->method));
  const size_t count = report->run->problems->count;
  print_out("%zu problem%s, %zu failed, %zu illegal\n%s\n\n", count, count == 1 ? "" : "s",
            verdict->failed, verdict->illegal, bench_touch_sentence(report->run->touch));
  print_out("%-24s %12s %12s %12s %12s %12s\n", "", "mean", "p50", "p90", "p99", "max");
  bench_report_print_summary("path over optimum", &verdict->cost_ratio, 5);
  bench_report_print_summary("walked over optimum", &verdict->walked_ratio, 5);
  bench_report_print_summary("first step, us", &verdict->us[BENCH_FIRST_STEPS], 1);
  bench_report_print_summary("full path, us", &verdict->us[BENCH_FULL_PATHS], 1);
  bench_report_print_summary("walk, us", &verdict->us[BENCH_WALKS], 1);
  bench_report_print_summary("plain A*, us", &verdict->us[BENCH_BASELINE], 1);
  if (report->run->goal_count > 0) {
    bench_report_print_summary("to the nearest goal, us", &verdict->nearest_us, 1);
  }
  print_out("\n");
  print_figure("A* over first step", speedup(verdict, BENCH_FIRST_STEPS) >= 0,
               speedup(verdict, BENCH_FIRST_STEPS), 1);
  print_figure("A* over full path", speedup(verdict, BENCH_FULL_PATHS) >= 0,
               speedup(verdict, BENCH_FULL_PATHS), 1);
  print_figure("A* expanded, cells", judged, verdict->astar_expanded, 0);
  print_figure("A* ns an expansion", judged, verdict->astar_ns_per_expansion, 1);
  print_figure("waypoints expanded", some, verdict->coarse_expanded, 1);
  print_figure("cells expanded", some, verdict->fine_expanded, 1);
  print_figure("windows", some, verdict->windows, 1);
  print_figure("unreachable, us", report->has_islands, report->unreachable_us, 2);
  print_figure("bake, ms", !isnan(report->build_ms), report->build_ms, 1);
  print_figure("world, bytes", true, (double)report->info.file_bytes, 0);
  print_figure("bytes a cell", true, bytes_per_cell(report), 3);
  if (judged) {
    print_lengths(report);
  }
}
