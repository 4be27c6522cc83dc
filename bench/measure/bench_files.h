/* Files that a bench leaves: cells of paths and walks, and figures as CSV. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_FILES_H
#define OVERLAND_BENCH_MEASURE_BENCH_FILES_H

#include "bench/measure/bench_report.h"

/* A line a problem: its number, then every cell of its path as x,y. Commits the
 * file; an exit code. */
int bench_report_cells(const struct bench_report *report, enum bench_pass_kind kind,
                       struct out_file *file);

/* A line a problem: number, optimum, costs, times, expansions. Commits the file;
 * an exit code. */
int bench_report_csv(const struct bench_report *report, struct out_file *file);

#endif
