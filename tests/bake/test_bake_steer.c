/* Settings by limits: what is expected is near to what comes out, limits decide, and what is wrong
 * chooses nothing. And labels that would not fit are not begun. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_inspect.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

enum { STEER_SIDE = 768, STEER_CELLS = STEER_SIDE * STEER_SIDE };

static uint8_t steer_terrain[STEER_CELLS];

/* Blocks a share of the cells, in hundredths. */
static void scatter_cells(test_state *t, int32_t blocked) {
  test_random random = {t->case_seed};
  for (int32_t i = 0; i < STEER_CELLS; i++) {
    steer_terrain[i] = test_random_between(&random, 0, 99) >= blocked;
  }
}

static ovl_bake_def steer_def(void) {
  ovl_bake_def def = {0};
  def.width = STEER_SIDE;
  def.height = STEER_SIDE;
  def.terrain = steer_terrain;
  return def;
}

static bool read_steer_rows(void *user, int32_t first, int32_t count, uint8_t *terrain) {
  const bool *works = user;
  memcpy(terrain, steer_terrain + (size_t)first * STEER_SIDE, (size_t)count * STEER_SIDE);
  return *works;
}

static ovl_bake_def steer(test_state *t, ovl_bake_def def, ovl_bake_figures limits,
                          ovl_bake_figures *expected) {
  const ovl_result result = ovl_bake_steer(&def, &limits, NULL, NULL, expected, NULL);
  CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
  CHECK(t, def.tuning.region_cells > 0 && def.tuning.spacing_cells > 0, "regions of %d, spacing %d",
        (int)def.tuning.region_cells, (int)def.tuning.spacing_cells);
  return def;
}

/* ---- What is expected ---------------------------------------------------- */

static void check_expected(test_state *t, const ovl_bake_def *def,
                           const ovl_bake_figures *expected) {
  ovl_world *world;
  ovl_world_info info;
  CHECK(t, ovl_world_bake(def, &world, NULL) == OVL_OK, "bake");
  ovl_world_describe(world, &info);
  CHECK(t, expected->file_bytes < 3 * info.file_bytes && info.file_bytes < 3 * expected->file_bytes,
        "%" PRIu64 " bytes are expected, %" PRIu64 " come out", expected->file_bytes,
        info.file_bytes);
  CHECK(t,
        (info.graph.labels == OVL_LABELS_HELD) ==
            (def->tuning.label_bytes_per_cell != OVL_NO_LABELS),
        "labels within %d bytes a cell", (int)def->tuning.label_bytes_per_cell);
  ovl_world_close(world);
}

static void steer_expects_what_comes(test_state *t) {
  static const int32_t cases[][2] = {{0, 32}, {1, 64}, {38, 32}}; /* blocked share, regions */
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    scatter_cells(t, cases[i][0]);
    for (int32_t labels = OVL_NO_LABELS; labels < 2; labels += 2) {
      ovl_bake_def def = steer_def();
      ovl_bake_figures expected;
      test_context(t, "%d in a hundred blocked", (int)cases[i][0]);
      def.tuning.region_cells = cases[i][1];
      def.tuning.label_bytes_per_cell = labels;
      def = steer(t, def, (ovl_bake_figures){.file_bytes = 0}, &expected);
      CHECK(t, def.tuning.region_cells == cases[i][1], "the size that was given became %d",
            (int)def.tuning.region_cells);
      CHECK(t, labels != OVL_NO_LABELS || def.tuning.label_bytes_per_cell == OVL_NO_LABELS,
            "labels unasked for");
      check_expected(t, &def, &expected);
    }
  }
}

/* ---- Limits -------------------------------------------------------------- */

static void steer_keeps_limits(test_state *t) {
  scatter_cells(t, 3);
  ovl_bake_figures best, small, quick, sooner, none;
  steer(t, steer_def(), (ovl_bake_figures){.file_bytes = 0}, &best);
  steer(t, steer_def(), (ovl_bake_figures){.file_bytes = best.file_bytes / 2}, &small);
  CHECK(t, small.file_bytes <= best.file_bytes / 2 && small.first_step_ns >= best.first_step_ns,
        "half the bytes");
  steer(t, steer_def(), (ovl_bake_figures){.bake_us = best.bake_us / 2}, &quick);
  CHECK(t, quick.bake_us <= best.bake_us / 2, "half the work");
  steer(t, steer_def(), (ovl_bake_figures){.first_step_ns = 2 * best.first_step_ns}, &sooner);
  CHECK(t, sooner.first_step_ns <= 2 * best.first_step_ns && sooner.bake_us <= best.bake_us,
        "twice the first step");
  const ovl_bake_def def = steer(t, steer_def(), (ovl_bake_figures){.file_bytes = 1}, &none);
  CHECK(t, def.tuning.label_bytes_per_cell == OVL_NO_LABELS && none.file_bytes <= small.file_bytes,
        "what comes nearest to a byte");
}

/* Where nothing keeps the limit, work is not multiplied for a first step that is little faster. */
static void steer_wastes_no_work(test_state *t) {
  const ovl_bake_figures limits = {.first_step_ns = 1};
  for (int32_t percent = 0; percent <= 35; percent += t->is_long ? 5 : 30) {
    ovl_bake_figures found, without;
    scatter_cells(t, percent);
    ovl_bake_def def = steer_def();
    steer(t, def, limits, &found);
    def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
    steer(t, def, limits, &without);
    test_context(t, "%d in a hundred blocked", (int)percent);
    CHECK(t,
          found.bake_us <= without.bake_us || 3 * found.first_step_ns <= 2 * without.first_step_ns,
          "labels for a first step of %" PRIu64 " instead of %" PRIu64 " ns", found.first_step_ns,
          without.first_step_ns);
  }
}

static void steer_reads_rows(test_state *t) {
  scatter_cells(t, 3);
  bool works = true;
  const ovl_bake_figures limits = {.bake_us = 200000};
  ovl_bake_figures expected, of_rows;
  const ovl_bake_def held = steer(t, steer_def(), limits, &expected);
  ovl_bake_def def = steer_def();
  def.terrain = NULL;
  ovl_fault fault;
  CHECK(t, ovl_bake_steer(&def, &limits, read_steer_rows, &works, &of_rows, &fault) == OVL_OK,
        "rows");
  CHECK(t, memcmp(&def.tuning, &held.tuning, sizeof def.tuning) == 0, "rows choose other settings");
  CHECK(t, memcmp(&of_rows, &expected, sizeof expected) == 0, "rows have other figures");
  works = false;
  def = steer_def();
  CHECK(t,
        ovl_bake_steer(&def, &limits, read_steer_rows, &works, &of_rows, &fault) ==
                OVL_READ_FAILED &&
            def.tuning.region_cells == 0,
        "rows that can't be read");
}

static void steer_refuses(test_state *t) {
  ovl_bake_figures expected;
  ovl_fault fault;
  ovl_bake_def def = steer_def();
  const ovl_bake_figures none = {.file_bytes = 0};
  def.height = 0;
  CHECK(t,
        ovl_bake_steer(&def, &none, NULL, NULL, &expected, &fault) == OVL_BAD_ARGUMENT &&
            strcmp(fault.what, "height") == 0 && def.tuning.region_cells == 0,
        "no height");
  scatter_cells(t, 3);
  for (uint64_t fail_at = 1; fail_at < 40; fail_at += 3) {
    counting_allocator counter = {.fail_at = fail_at};
    def = steer_def();
    def.allocator = counting_allocator_hooks(&counter);
    CHECK(t, ovl_bake_steer(&def, &none, NULL, NULL, &expected, &fault) == OVL_NO_MEMORY,
          "no memory at %" PRIu64, fail_at);
    CHECK(t, counter.live == 0 && def.tuning.region_cells == 0, "after no memory at %" PRIu64,
          fail_at);
  }
}

/* ---- Labels that would not fit ------------------------------------------- */

static void expect_labels(test_state *t, ovl_bake_def def, int32_t expected, const char *what) {
  CHECK(t, ovl_bake_choose(&def, NULL, NULL, NULL) == OVL_OK, "%s", what);
  CHECK(t, def.tuning.label_bytes_per_cell == expected, "%s: %d bytes a cell", what,
        (int)def.tuning.label_bytes_per_cell);
}

static ovl_labels bake_labels(test_state *t, const ovl_bake_def *def) {
  ovl_world *world;
  ovl_world_info info;
  CHECK(t, ovl_world_bake(def, &world, NULL) == OVL_OK, "bake");
  ovl_world_describe(world, &info);
  ovl_world_close(world);
  return info.graph.labels;
}

/* A bake and a sample count the same cells: those of the floors, without the void that a narrow
 * floor leaves in the plane. */
static void choice_of_unequal_floors(test_state *t) {
  static const uint8_t narrow[8 * 12000] = {1};
  scatter_cells(t, 20);
  const ovl_floor_def floors[2] = {
      {.width = STEER_SIDE, .height = STEER_SIDE, .terrain = steer_terrain},
      {.width = 8, .height = 12000, .terrain = narrow}};
  ovl_bake_def def = steer_def();
  def.more.floors = floors;
  def.more.floor_count = 2;
  def.tuning.label_bytes_per_cell = 5;
  expect_labels(t, def, OVL_NO_LABELS, "two floors");
  CHECK(t, bake_labels(t, &def) == OVL_LABELS_NOT_ASKED, "labels that are not begun");
  def.tuning.region_cells = 32;
  CHECK(t, bake_labels(t, &def) == OVL_LABELS_TOO_LARGE, "labels that are begun: %s",
        ovl_labels_text(bake_labels(t, &def)));
}

static void choice_leaves_labels_out(test_state *t) {
  ovl_bake_def def = steer_def();
  scatter_cells(t, 20);
  def.tuning.label_bytes_per_cell = 5;
  expect_labels(t, def, OVL_NO_LABELS, "random terrain");
  def.tuning.label_bytes_per_cell = 255;
  expect_labels(t, def, 255, "as many as it takes");
  def.tuning.label_bytes_per_cell = 5;
  def.tuning.region_cells = 32;
  expect_labels(t, def, 5, "a size of regions that is given");
  def.tuning.region_cells = 0;
  def.height = STEER_SIDE / 2;
  expect_labels(t, def, 5, "half of it");
  def.height = STEER_SIDE;
  const ovl_profile_def profiles[2] = {{.name = "default"},
                                       {.name = "other", .body_cells = 1, .weights = {0, 8}}};
  def.more.profiles = profiles;
  def.more.profile_count = 2;
  expect_labels(t, def, 5, "two profiles");
  def = steer_def();
  def.tuning.label_bytes_per_cell = 5;
  scatter_cells(t, 1);
  expect_labels(t, def, 5, "open land");
}

const test_entry test_bake_steer_table[] = {
    {"steer_expects_what_comes", steer_expects_what_comes},
    {"steer_keeps_limits", steer_keeps_limits},
    {"steer_wastes_no_work", steer_wastes_no_work},
    {"steer_reads_rows", steer_reads_rows},
    {"steer_refuses", steer_refuses},
    {"choice_of_unequal_floors", choice_of_unequal_floors},
    {"choice_leaves_labels_out", choice_leaves_labels_out},
    {NULL, NULL},
};
