/* Files of the benchmark with a line a problem: see bench_files.h.
 *
 * Paths are written cell by cell, so that a program that knows nothing of Overland can judge each
 * step. */
#include "bench/measure/bench_files.h"

#include "bench/measure/bench_report.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/out_file.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* Writes a line's part to the file; an error stays in `code`. */
struct line_writer {
  struct out_file *file;
  int code;
};

COMMAND_FORMAT(2, 3)
static void put(struct line_writer *writer, const char *format, ...) {
  char text[256]; /* no part is longer than five numbers */
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (writer->code == EXIT_DONE && length > 0) {
    writer->code = out_file_write(writer->file, text, (size_t)length);
  }
}

static bool put_cell(void *user, ovl_cell cell, const ovl_path_link *link) {
  struct line_writer *writer = user;
  char text[CELL_TEXT_BYTES];
  (void)link;
  put(writer, " %s", cell_text_write(text, cell, 1));
  return writer->code == EXIT_DONE;
}

static void put_all_cells(struct line_writer *writer, const struct bench_report *report,
                          enum bench_pass_kind kind) {
  const struct bench_run *run = report->run;
  for (size_t i = 0; i < run->problems->count && writer->code == EXIT_DONE; i++) {
    const struct bench_route route = bench_passes_route(run, kind, i);
    ovl_cell at;
    put(writer, "%" PRIu64, run->problems->list[i].number);
    /* A problem without a path has its number alone; a leg that can't be
     * walked was reported by the judge and ends its line. */
    if (run->passes[kind].answers[i].result == OVL_OK) {
      bench_each_cell(&route, put_cell, writer, &at);
    }
    put(writer, "\n");
  }
}

/* An unknown or missing figure leaves its column empty. */
static void put_figure(struct line_writer *writer, bool known, double figure) {
  if (known) {
    put(writer, ",%.6f", figure);
  } else {
    put(writer, ",");
  }
}

static void put_csv_line(struct line_writer *writer, const struct bench_report *report,
                         size_t problem) {
  const struct bench_run *run = report->run;
  const double optimum = bench_verdict_optimum(run, report->ground, problem);
  put(writer, "%" PRIu64, run->problems->list[problem].number);
  put_figure(writer, optimum >= 0, optimum);
  for (int kind = BENCH_FULL_PATHS; kind <= BENCH_WALKS; kind++) {
    const struct bench_answer *answer = &run->passes[kind].answers[problem];
    put_figure(writer, answer->result == OVL_OK, bench_verdict_length(report->ground, answer));
  }
  for (int kind = BENCH_FIRST_STEPS; kind < BENCH_PASS_COUNT; kind++) {
    const struct bench_answer *answers = run->passes[kind].answers;
    put_figure(writer, answers != NULL, answers != NULL ? answers[problem].us : 0);
  }
  if (run->with_baseline) {
    put(writer, ",%" PRIu64, run->passes[BENCH_BASELINE].answers[problem].expanded);
  } else {
    put(writer, ",");
  }
  const ovl_stats *stats = &run->passes[BENCH_FULL_PATHS].answers[problem].stats;
  put(writer, ",%" PRIu64, stats->coarse_expanded + stats->fine_expanded);
  put(writer, ",%" PRIu64 "\n", run->passes[BENCH_FIRST_STEPS].answers[problem].expanded);
}

int bench_report_cells(const struct bench_report *report, enum bench_pass_kind kind,
                       struct out_file *file) {
  struct line_writer writer = {.file = file};
  put_all_cells(&writer, report, kind);
  return out_file_commit(file); /* fails as the first write that failed */
}

int bench_report_csv(const struct bench_report *report, struct out_file *file) {
  struct line_writer writer = {.file = file};
  put(&writer, "number,optimum,cost,walked,first_step_us,full_path_us,walk_us,astar_us,"
               "expansions,full_path_expanded,first_step_expanded\n");
  for (size_t i = 0; i < report->run->problems->count; i++) {
    put_csv_line(&writer, report, i);
  }
  return out_file_commit(file);
}
