/* Reports of `bench --nearest`, as a table or JSON: see bench_nearest_report.h. */
#include "bench/nearest/bench_nearest_report.h"

#include "bench/measure/bench_report.h"
#include "tools/base/print_text.h"
#include "tools/text/json.h"

#include <inttypes.h>

enum { RATIO_DIGITS = 5 };

static const char *const keys[BENCH_NEAREST_KIND_COUNT] = {"set", "rect", "circle"};
static const char *const titles[BENCH_NEAREST_KIND_COUNT] = {"goal of a set", "of a rectangle",
                                                             "of a circle"};

void bench_nearest_report_json(const struct bench_nearest *nearest,
                               const struct bench_ground *ground, const char *map) {
  struct json json;
  json_begin(&json);
  json_text(&json, "map", map);
  json_text(&json, "profile", ground->rules.name);
  for (int kind = 0; kind < BENCH_NEAREST_KIND_COUNT; kind++) {
    const struct bench_nearest_choice *choice = &nearest->choices[kind];
    json_object_begin(&json, keys[kind]);
    json_u64(&json, "asked", choice->ratio.count);
    json_u64(&json, "others", choice->others);
    json_double(&json, "mean", choice->ratio.mean, RATIO_DIGITS);
    json_double(&json, "max", choice->ratio.max, RATIO_DIGITS);
    json_object_end(&json);
  }
  bench_report_put_summary(&json, "costs_ratio", &nearest->costs_ratio, RATIO_DIGITS);
  json_u64(&json, "failed", nearest->failed);
  json_end(&json);
}

void bench_nearest_report_table(const struct bench_nearest *nearest,
                                const struct bench_ground *ground, const char *map) {
  print_out("%s, profile %s, %zu answers failed\n\n", map, ground->rules.name, nearest->failed);
  print_out("%-26s %12s %12s %12s %12s\n", "over the cheapest", "asked", "others", "mean", "worst");
  for (int kind = 0; kind < BENCH_NEAREST_KIND_COUNT; kind++) {
    const struct bench_nearest_choice *choice = &nearest->choices[kind];
    print_out("%-26s %12zu %12zu %12.*f %12.*f\n", titles[kind], choice->ratio.count,
              choice->others, RATIO_DIGITS, choice->ratio.mean, RATIO_DIGITS, choice->ratio.max);
  }
  print_out("%-26s %12zu %12s %12.*f %12.*f\n", "costs to cells", nearest->costs_ratio.count, "-",
            RATIO_DIGITS, nearest->costs_ratio.mean, RATIO_DIGITS, nearest->costs_ratio.max);
}
