/* Reports of `bench --flow`. */
#ifndef OVERLAND_BENCH_FLOW_BENCH_FLOW_REPORT_H
#define OVERLAND_BENCH_FLOW_BENCH_FLOW_REPORT_H

#include "bench/flow/bench_flow.h"

void bench_flow_report_json(const struct bench_flow *flow, const struct bench_ground *ground,
                            const char *map);
void bench_flow_report_table(const struct bench_flow *flow, const struct bench_ground *ground,
                             const char *map);

#endif
