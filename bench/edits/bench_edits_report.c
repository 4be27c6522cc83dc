/* Reports of `bench --edits`, as a table or JSON. */
#include "bench/edits/bench_edits_report.h"

#include "bench/edits/bench_edits.h"
#include "bench/measure/bench_report.h"
#include "overland_inspect.h"
#include "tools/text/json.h"

#include <inttypes.h>
#include <stdio.h>

enum { US_DIGITS = 3 };

struct row {
  const char *key, *title;
  const struct bench_summary *us;
};

enum { ROW_COUNT = 5 + BENCH_STATE_COUNT };

static void list_rows(const struct bench_edits *edits, struct row rows[ROW_COUNT]) {
  const struct row all[ROW_COUNT] = {
      {"edit_cell_us", "one cell, us", &edits->cell_us},
      {"edit_block_us", "building put up, us", &edits->block_us},
      {"edit_unblock_us", "taken down, us", &edits->unblock_us},
      {"edit_row_us", "row walled up, us", &edits->row_us},
      {"edit_unrow_us", "opened again, us", &edits->unrow_us},
      {"first_step_us", "first step, unedited, us", &edits->first_step_us[BENCH_UNEDITED]},
      {"first_step_edited_us", "edited, us", &edits->first_step_us[BENCH_EDITED]},
      {"first_step_settled_us", "settled, us", &edits->first_step_us[BENCH_SETTLED]},
  };
  for (int i = 0; i < ROW_COUNT; i++) {
    rows[i] = all[i];
  }
}

void bench_edits_report_json(const struct bench_edits *edits, const struct bench_ground *ground,
                             const char *map) {
  struct row rows[ROW_COUNT];
  struct json json;
  list_rows(edits, rows);
  json_begin(&json);
  json_text(&json, "map", map);
  json_i64(&json, "width", ground->floors[0].width);
  json_i64(&json, "height", ground->floors[0].height);
  json_text(&json, "profile", ground->rules.name);
  for (int i = 0; i < ROW_COUNT; i++) {
    bench_report_put_summary(&json, rows[i].key, rows[i].us, US_DIGITS);
  }
  json_u64(&json, "buildings", edits->buildings);
  json_u64(&json, "rebuilt_regions", edits->rebuilt_regions);
  json_u64(&json, "version_bytes", edits->version_bytes);
  json_text(&json, "estimate", ovl_method_text(edits->estimate[BENCH_UNEDITED]));
  json_text(&json, "estimate_edited", ovl_method_text(edits->estimate[BENCH_EDITED]));
  json_text(&json, "estimate_settled", ovl_method_text(edits->estimate[BENCH_SETTLED]));
  json_u64(&json, "queries", edits->queries);
  json_u64(&json, "failed", edits->failed);
  json_u64(&json, "illegal", edits->illegal);
  json_double(&json, "settle_ms", edits->settle_ms, US_DIGITS);
  json_u64(&json, "settle_slices", edits->settle_slices);
  json_end(&json);
}

void bench_edits_report_table(const struct bench_edits *edits, const struct bench_ground *ground,
                              const char *map) {
  struct row rows[ROW_COUNT];
  list_rows(edits, rows);
  printf("%s, %" PRId32 " x %" PRId32 ", profile %s\n", map, ground->floors[0].width,
         ground->floors[0].height, ground->rules.name);
  printf("%zu problems in all states together, %zu failed, %zu illegal\n\n", edits->queries,
         edits->failed, edits->illegal);
  printf("%-24s %12s %12s %12s %12s %12s\n", "", "mean", "p50", "p90", "p99", "max");
  for (int i = 0; i < ROW_COUNT; i++) {
    bench_report_print_summary(rows[i].title, rows[i].us, 1);
  }
  printf("\n%zu buildings rebuilt %" PRIu64 " regions, which take %" PRIu64
         " bytes; estimate %s, edited %s, settled %s\n"
         "settled in %.1f ms, %" PRIu64 " slices\n",
         edits->buildings, edits->rebuilt_regions, edits->version_bytes,
         ovl_method_text(edits->estimate[BENCH_UNEDITED]),
         ovl_method_text(edits->estimate[BENCH_EDITED]),
         ovl_method_text(edits->estimate[BENCH_SETTLED]), edits->settle_ms, edits->settle_slices);
}
