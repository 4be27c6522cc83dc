/* Reports of plans in edited worlds: see bench_states_report.h. */
#include "bench/edits/bench_states_report.h"

#include "bench/measure/bench_report.h"
#include "overland_inspect.h"
#include "tools/base/print_text.h"

#include <inttypes.h>
#include <stdio.h>

/* Ends of the keys, and titles. */
static const char *const state_keys[BENCH_STATE_COUNT] = {"", "_edited", "_settled"};
static const char *const state_titles[BENCH_STATE_COUNT] = {"unedited, us", "edited, us",
                                                            "settled, us"};

void bench_states_put_world(struct json *json, const struct bench_ground *ground, const char *map) {
  json_text(json, "map", map);
  json_i64(json, "width", ground->floors[0].width);
  json_i64(json, "height", ground->floors[0].height);
  json_text(json, "profile", ground->rules.name);
}

static const char *state_key(char key[32], const char *name, int state, const char *end) {
  snprintf(key, 32, "%s%s%s", name, state_keys[state], end);
  return key;
}

void bench_states_put(struct json *json, const struct bench_states *states) {
  char key[32];
  for (int i = 0; i < BENCH_STATE_COUNT; i++) {
    bench_report_put_summary(json, state_key(key, "first_step", i, "_us"),
                             &states->first_step_us[i], BENCH_STATES_DIGITS);
  }
  for (int i = 0; i < BENCH_STATE_COUNT; i++) {
    bench_report_put_summary(json, state_key(key, "full_path", i, "_us"), &states->full_path_us[i],
                             BENCH_STATES_DIGITS);
  }
  for (int i = 0; i < BENCH_STATE_COUNT; i++) {
    json_text(json, state_key(key, "estimate", i, ""), ovl_method_text(states->estimate[i]));
  }
  json_u64(json, "rebuilt_regions", states->rebuilt_regions);
  json_u64(json, "version_bytes", states->version_bytes);
  json_u64(json, "queries", states->queries);
  json_u64(json, "failed", states->failed);
  json_u64(json, "illegal", states->illegal);
  json_u64(json, "asked_old_planner", states->asked);
  for (int i = BENCH_EDITED; i < BENCH_STATE_COUNT; i++) {
    json_u64(json, state_key(key, "unanswered", i, ""), states->unanswered[i]);
  }
  json_double(json, "settle_ms", states->settle_ms, BENCH_STATES_DIGITS);
  json_u64(json, "settle_slices", states->settle_slices);
}

void bench_states_print_head(const struct bench_states *states, const struct bench_ground *ground,
                             const char *map) {
  print_out("%s, %" PRId32 " x %" PRId32 ", profile %s\n", map, ground->floors[0].width,
            ground->floors[0].height, ground->rules.name);
  print_out("%zu problems in all states together, %zu failed, %zu illegal\n\n", states->queries,
            states->failed, states->illegal);
  print_out("%-24s %12s %12s %12s %12s %12s\n", "", "mean", "p50", "p90", "p99", "max");
}

void bench_states_print(const struct bench_states *states) {
  char title[32];
  for (int i = 0; i < BENCH_STATE_COUNT; i++) {
    snprintf(title, sizeof title, "%s%s", i == 0 ? "first step, " : "", state_titles[i]);
    bench_report_print_summary(title, &states->first_step_us[i], 1);
  }
  for (int i = 0; i < BENCH_STATE_COUNT; i++) {
    snprintf(title, sizeof title, "%s%s", i == 0 ? "full path, " : "", state_titles[i]);
    bench_report_print_summary(title, &states->full_path_us[i], 1);
  }
}

void bench_states_print_end(const struct bench_states *states) {
  print_out("estimate %s, edited %s, settled %s\n",
            ovl_method_text(states->estimate[BENCH_UNEDITED]),
            ovl_method_text(states->estimate[BENCH_EDITED]),
            ovl_method_text(states->estimate[BENCH_SETTLED]));
  print_out("%" PRIu64 " regions were rebuilt, which take %" PRIu64 " bytes; settled in %.1f ms, "
            "%" PRIu64 " slices\n",
            states->rebuilt_regions, states->version_bytes, states->settle_ms,
            states->settle_slices);
  print_out(
      "queries for which a planner made before the edits was too small: %zu of %zu, and %zu once "
      "settled\n",
      states->unanswered[BENCH_EDITED], states->asked, states->unanswered[BENCH_SETTLED]);
}
