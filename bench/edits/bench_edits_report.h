/* Reports of `bench --edits` and `bench --patches`: one JSON object, or a table. */
#ifndef OVERLAND_BENCH_EDITS_BENCH_EDITS_REPORT_H
#define OVERLAND_BENCH_EDITS_BENCH_EDITS_REPORT_H

#include "bench/edits/bench_edits.h"
#include "bench/edits/bench_patches.h"

void bench_edits_report_json(const struct bench_edits *edits, const struct bench_ground *ground,
                             const char *map);
void bench_edits_report_table(const struct bench_edits *edits, const struct bench_ground *ground,
                              const char *map);

void bench_patches_report_json(const struct bench_patches *patches,
                               const struct bench_patches_def *def,
                               const struct bench_ground *ground, const char *map);
void bench_patches_report_table(const struct bench_patches *patches,
                                const struct bench_patches_def *def,
                                const struct bench_ground *ground, const char *map);

#endif
