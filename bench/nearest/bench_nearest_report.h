/* Reports of `bench --nearest`, as a table or JSON. */
#ifndef OVERLAND_BENCH_NEAREST_BENCH_NEAREST_REPORT_H
#define OVERLAND_BENCH_NEAREST_BENCH_NEAREST_REPORT_H

#include "bench/nearest/bench_nearest.h"

void bench_nearest_report_json(const struct bench_nearest *nearest,
                               const struct bench_ground *ground, const char *map);
void bench_nearest_report_table(const struct bench_nearest *nearest,
                                const struct bench_ground *ground, const char *map);

#endif
