/* Prints the figures of the benchmark on standard output: one JSON object or a table. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_REPORT_H
#define OVERLAND_BENCH_MEASURE_BENCH_REPORT_H

#include "bench/measure/bench_check.h"
#include "bench/measure/bench_passes.h"
#include "bench/measure/bench_verdict.h"
#include "overland_inspect.h"

struct json;
struct out_file;

struct bench_report {
  const char *map; /* name of the world file, without its folder and ending */
  const struct bench_run *run;
  const struct bench_ground *ground;
  const struct bench_verdict *verdict;
  ovl_world_info info;
  double build_ms;             /* NaN: not measured */
  double open_us;              /* what it took to open the world */
  double open_whole_us;        /* and to check all of it; 0: not measured */
  uint64_t resident_bytes_max; /* of the process until all was planned */
  bool is_random;              /* the three are reported */
  bool has_islands;            /* so unreachable_us was measured */
  double unreachable_us;
};

void bench_report_json(const struct bench_report *report);
void bench_report_table(const struct bench_report *report);

/* Mean, percentiles and worst, as a member of an object and as a line of a table. */
void bench_report_put_summary(struct json *json, const char *key,
                              const struct bench_summary *summary, int digits);
void bench_report_print_summary(const char *name, const struct bench_summary *summary, int digits);

#endif
