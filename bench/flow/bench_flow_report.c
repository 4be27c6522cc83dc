/* Reports of `bench --flow`, as a table or JSON. */
#include "bench/flow/bench_flow_report.h"

#include "bench/flow/bench_flow.h"
#include "bench/measure/bench_report.h"
#include "tools/base/print_text.h"
#include "tools/text/json.h"

#include <inttypes.h>
#include <stdio.h>

enum { US_DIGITS = 3, RATIO_DIGITS = 5 };

void bench_flow_report_json(const struct bench_flow *flow, const struct bench_ground *ground,
                            const char *map) {
  struct json json;
  json_begin(&json);
  json_text(&json, "map", map);
  json_i64(&json, "width", ground->floors[0].width);
  json_i64(&json, "height", ground->floors[0].height);
  json_text(&json, "profile", ground->rules.name);
  json_u64(&json, "units", flow->def.units);
  json_u64(&json, "within_regions", flow->def.regions);
  bench_report_put_summary(&json, "flow_first_steps_us", &flow->first_steps_us, US_DIGITS);
  bench_report_put_summary(&json, "flow_step_us", &flow->step_us, US_DIGITS);
  bench_report_put_summary(&json, "walked_ratio", &flow->walked_ratio, RATIO_DIGITS);
  json_double(&json, "tiles", flow->tiles, 1);
  json_double(&json, "waypoints_expanded", flow->waypoints, 1);
  json_u64(&json, "flow_bytes", flow->bytes);
  json_u64(&json, "failed", flow->failed);
  json_u64(&json, "illegal", flow->illegal);
  json_end(&json);
}

static void print_row(const char *name, const struct bench_summary *summary, int digits) {
  print_out("%-26s %12.*f %12.*f %12.*f\n", name, digits, summary->mean, digits, summary->p50,
            digits, summary->max);
}

void bench_flow_report_table(const struct bench_flow *flow, const struct bench_ground *ground,
                             const char *map) {
  print_out("%s, %" PRId32 " x %" PRId32 ", profile %s, %" PRIu64 " units to one goal", map,
            ground->floors[0].width, ground->floors[0].height, ground->rules.name, flow->def.units);
  if (flow->def.regions != 0) {
    print_out(", within %" PRIu64 " regions", flow->def.regions);
  }
  print_out("\n%d goals, %zu failed, %zu illegal\n\n", BENCH_FLOW_ROUNDS, flow->failed,
            flow->illegal);
  print_out("%-26s %12s %12s %12s\n", "", "mean", "p50", "max");
  print_row("first steps of all, us", &flow->first_steps_us, 1);
  print_row("each step, us", &flow->step_us, US_DIGITS);
  print_row("walked over optimum", &flow->walked_ratio, RATIO_DIGITS);
  print_out("\n%-26s %12.1f\n%-26s %12.1f\n%-26s %12" PRIu64 "\n", "tiles", flow->tiles,
            "waypoints expanded", flow->waypoints, "the flow, bytes", flow->bytes);
}
