/* Reports of `bench --edits` and `bench --patches`, as tables or JSON. */
#include "bench/edits/bench_edits_report.h"

#include "bench/edits/bench_states_report.h"
#include "bench/measure/bench_report.h"
#include "tools/base/print_text.h"
#include "tools/text/json.h"

#include <inttypes.h>
#include <stdio.h>

struct row {
  const char *key, *title;
  const struct bench_summary *us;
};

enum { ROW_COUNT = 5 };

static void list_rows(const struct bench_edits *edits, struct row rows[ROW_COUNT]) {
  const struct row all[ROW_COUNT] = {
      {"edit_cell_us", "one cell, us", &edits->cell_us},
      {"edit_block_us", "building put up, us", &edits->block_us},
      {"edit_unblock_us", "taken down, us", &edits->unblock_us},
      {"edit_row_us", "row walled up, us", &edits->row_us},
      {"edit_unrow_us", "opened again, us", &edits->unrow_us},
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
  bench_states_put_world(&json, ground, map);
  for (int i = 0; i < ROW_COUNT; i++) {
    bench_report_put_summary(&json, rows[i].key, rows[i].us, BENCH_STATES_DIGITS);
  }
  json_u64(&json, "buildings", edits->buildings);
  bench_states_put(&json, &edits->states);
  json_end(&json);
}

void bench_edits_report_table(const struct bench_edits *edits, const struct bench_ground *ground,
                              const char *map) {
  struct row rows[ROW_COUNT];
  list_rows(edits, rows);
  bench_states_print_head(&edits->states, ground, map);
  for (int i = 0; i < ROW_COUNT; i++) {
    bench_report_print_summary(rows[i].title, rows[i].us, 1);
  }
  bench_states_print(&edits->states);
  print_out("\n%zu buildings; ", edits->buildings);
  bench_states_print_end(&edits->states);
}

void bench_patches_report_json(const struct bench_patches *patches,
                               const struct bench_patches_def *def,
                               const struct bench_ground *ground, const char *map) {
  struct json json;
  json_begin(&json);
  bench_states_put_world(&json, ground, map);
  json_u64(&json, "patches", def->count);
  json_u64(&json, "batches", def->batches);
  json_u64(&json, "changed_cells", patches->changed_cells);
  bench_report_put_summary(&json, "batch_us", &patches->batch_us, BENCH_STATES_DIGITS);
  bench_states_put(&json, &patches->states);
  json_end(&json);
}

void bench_patches_report_table(const struct bench_patches *patches,
                                const struct bench_patches_def *def,
                                const struct bench_ground *ground, const char *map) {
  bench_states_print_head(&patches->states, ground, map);
  bench_report_print_summary("a batch, us", &patches->batch_us, 1);
  bench_states_print(&patches->states);
  print_out("\n%" PRIu64 " patches in %" PRIu64 " batches changed %" PRIu64 " cells; ", def->count,
            def->batches, patches->changed_cells);
  bench_states_print_end(&patches->states);
}
