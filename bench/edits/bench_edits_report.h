/* Reports of `bench --edits`. */
#ifndef OVERLAND_BENCH_EDITS_BENCH_EDITS_REPORT_H
#define OVERLAND_BENCH_EDITS_BENCH_EDITS_REPORT_H

#include "bench/edits/bench_edits.h"

/* One JSON object, or a table. */
void bench_edits_report_json(const struct bench_edits *edits, const struct bench_ground *ground,
                             const char *map);
void bench_edits_report_table(const struct bench_edits *edits, const struct bench_ground *ground,
                              const char *map);

#endif
