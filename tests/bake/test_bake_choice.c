/* The settings that a bake chooses: each rule decides on some map, and what is wrong chooses
 * nothing. */
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/test.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_random.h"

enum { CHOICE_SIDE = 4096, CHOICE_CELLS = CHOICE_SIDE * CHOICE_SIDE };

/* ---- Maps ---------------------------------------------------------------- */

static uint8_t *open_cells(void) {
  uint8_t *terrain = test_bytes(CHOICE_CELLS);
  memset(terrain, 1, CHOICE_CELLS);
  return terrain;
}

/* A map with rocks of side x side cells, so many for a thousand cells. */
static uint8_t *scattered_rocks(test_state *t, int32_t side, int32_t share) {
  test_random random = {t->case_seed};
  uint8_t *terrain = open_cells();
  const int64_t rocks = (int64_t)CHOICE_CELLS * share / 1000;
  for (int64_t i = 0; i < rocks; i++) {
    const int32_t x = test_random_between(&random, 0, CHOICE_SIDE - side);
    const int32_t y = test_random_between(&random, 0, CHOICE_SIDE - side);
    for (int32_t dy = 0; dy < side; dy++) {
      memset(terrain + (size_t)(y + dy) * CHOICE_SIDE + x, 0, (size_t)side);
    }
  }
  return terrain;
}

static ovl_bake_def choice_def(const uint8_t *terrain) {
  ovl_bake_def def = {0};
  def.width = CHOICE_SIDE;
  def.height = CHOICE_SIDE;
  def.terrain = terrain;
  return def;
}

static bool read_choice_rows(void *user, int32_t first, int32_t count, uint8_t *terrain) {
  memcpy(terrain, (const uint8_t *)user + (size_t)first * CHOICE_SIDE, (size_t)count * CHOICE_SIDE);
  return true;
}

static bool fail_to_read_rows(void *user, int32_t first, int32_t count, uint8_t *terrain) {
  (void)user;
  (void)first;
  (void)count;
  (void)terrain;
  return false;
}

static uint32_t no_extra_cost(void *user, const ovl_step *step) {
  (void)user;
  (void)step;
  return 0;
}

/* ---- What is expected ---------------------------------------------------- */

static void expect_choice(test_state *t, const ovl_bake_def *def, int32_t region_cells,
                          const char *what) {
  ovl_bake_def chosen = *def;
  const int32_t quarter = region_cells / 4;
  const int32_t spacing = def->tuning.spacing_cells != 0 ? def->tuning.spacing_cells
                          : quarter > 8                  ? quarter
                                                         : 8;
  CHECK(t, ovl_bake_choose(&chosen, NULL, NULL, NULL) == OVL_OK, "%s", what);
  CHECK(t, chosen.tuning.region_cells == region_cells && chosen.tuning.spacing_cells == spacing,
        "%s: regions of %d, spacing %d", what, (int)chosen.tuning.region_cells,
        (int)chosen.tuning.spacing_cells);
}

/* The definition is refused, and stays as it was. */
static void expect_no_choice(test_state *t, const ovl_bake_def *def, ovl_read_rows_fn read,
                             ovl_result expected, const char *what) {
  ovl_bake_def chosen = *def;
  ovl_fault fault;
  const ovl_result result = ovl_bake_choose(&chosen, read, NULL, &fault);
  CHECK(t, result == expected, "%s: %s", what, ovl_result_text(result));
  CHECK(t, result != OVL_BAD_ARGUMENT || strstr(fault.what, what) != NULL, "%s is called %s", what,
        fault.what);
  CHECK(t, memcmp(&chosen.tuning, &def->tuning, sizeof chosen.tuning) == 0,
        "%s: the settings were changed", what);
}

/* ---- The rules ----------------------------------------------------------- */

static void choice_by_settings(test_state *t) {
  uint8_t *open = scattered_rocks(t, 3, 1);
  ovl_bake_def def = choice_def(open);
  expect_choice(t, &def, 64, "open land");
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  expect_choice(t, &def, 32, "without labels");
  def = choice_def(open);
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  expect_choice(t, &def, 32, "overlays alone");
  def = choice_def(open);
  def.more.step_rule = no_extra_cost;
  expect_choice(t, &def, 32, "with a step rule");
  def = choice_def(open);
  def.tuning.region_cells = 16;
  expect_choice(t, &def, 16, "a size that is given");
  def = choice_def(open);
  def.tuning.spacing_cells = 20;
  expect_choice(t, &def, 64, "a waypoint in 20 cells");
  def.tuning.spacing_cells = 5;
  expect_choice(t, &def, 32, "a waypoint in 5 cells"); /* too many in a region of 64 */
  def = choice_def(open);
  def.height = CHOICE_SIDE / 4 * 3;
  expect_choice(t, &def, 64, "three quarters of it");
  def.tuning.spacing_cells = 64;
  expect_choice(t, &def, 32, "two waypoints a border"); /* few enough in regions of 32 */
  def = choice_def(open);
  def.height = CHOICE_SIDE / 4;
  expect_choice(t, &def, 32, "a quarter of it");
  free(open);
}

static void choice_by_terrain(test_state *t) {
  uint8_t *terrain = scattered_rocks(t, 3, 60);
  ovl_bake_def def = choice_def(terrain);
  expect_choice(t, &def, 32, "many rocks");
  free(terrain);
  /* Labels of regions of 64 would be small enough here; but the regions are not open. */
  terrain = scattered_rocks(t, 1, 200);
  def = choice_def(terrain);
  def.width = CHOICE_SIDE / 2;
  def.height = CHOICE_SIDE / 2;
  def.row_bytes = CHOICE_SIDE;
  expect_choice(t, &def, 32, "rocks of a cell");
  free(terrain);
  terrain = open_cells();
  for (int32_t y = 0; y < CHOICE_SIDE / 2; y++) {
    memset(terrain + (size_t)y * CHOICE_SIDE, 0, CHOICE_SIDE / 2);
  }
  def = choice_def(terrain);
  expect_choice(t, &def, 64, "a blocked corner");
  ovl_survey *survey;
  if (CHECK(t, ovl_survey_create(&def, NULL, NULL, &survey, NULL) == OVL_OK, "no survey")) {
    def.more.survey = survey;
    expect_choice(t, &def, 64, "a map that was surveyed");
    def.more.survey = NULL;
    ovl_survey_destroy(survey);
  }
  memset(terrain, 0, (size_t)CHOICE_CELLS / 4 * 3);
  expect_choice(t, &def, 32, "three blocked quarters");
  free(terrain);
}

/* Floors that are too small each decide together; those narrower than a square of the sample have
 * fewer borders for each region. */
static void choice_by_floors(test_state *t) {
  uint8_t *open = open_cells();
  ovl_floor_def floors[5];
  for (int32_t i = 0; i < 4; i++) {
    floors[i] = (ovl_floor_def){.width = 2048, .height = 1024, .terrain = open};
  }
  floors[4] = (ovl_floor_def){.width = 12, .height = 1, .graph = true};
  ovl_bake_def def = choice_def(NULL);
  def.more.floors = floors;
  def.more.floor_count = 5;
  expect_choice(t, &def, 64, "four floors and places");
  def.more.floor_count = 2;
  expect_choice(t, &def, 32, "two floors");
  for (int32_t i = 0; i < 4; i++) {
    floors[i] = (ovl_floor_def){.width = 64, .height = 65536, .terrain = open};
  }
  def.more.floor_count = 4;
  expect_choice(t, &def, 64, "four narrow floors");
  floors[1].heights = calloc((size_t)64 * 65536, sizeof(uint16_t));
  expect_choice(t, &def, 32, "heights on one of them");
  free((void *)(uintptr_t)floors[1].heights);
  free(open);
}

/* However many floors there are, no more than 64 squares are baked. */
static void choice_bakes_few_squares(test_state *t) {
  static ovl_floor_def floors[OVL_MAX_FLOORS];
  uint8_t *open = open_cells();
  counting_allocator one = {0};
  counting_allocator many = {0};
  ovl_bake_def def = choice_def(open);
  def.allocator = counting_allocator_hooks(&one);
  expect_choice(t, &def, 64, "one floor");
  for (int32_t i = 0; i < OVL_MAX_FLOORS; i++) {
    floors[i] = (ovl_floor_def){.width = 512, .height = 512, .terrain = open};
  }
  def.more.floors = floors;
  def.more.floor_count = OVL_MAX_FLOORS;
  def.allocator = counting_allocator_hooks(&many);
  expect_choice(t, &def, 64, "64 floors");
  CHECK(t, many.allocations <= one.allocations, "%d allocations instead of %d",
        (int)many.allocations, (int)one.allocations);
  CHECK(t, one.live == 0 && many.live == 0, "memory was kept");
  free(open);
}

/* Graph floors have no squares to sample, however many regions they have. */
static void choice_of_a_graph(test_state *t) {
  static const int32_t sizes[] = {12, 40000};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const ovl_floor_def floor = (ovl_floor_def){.width = sizes[i], .height = 1, .graph = true};
    ovl_bake_def def = choice_def(NULL);
    ovl_world *world;
    def.more.floors = &floor;
    def.more.floor_count = 1;
    expect_choice(t, &def, 32, "a graph");
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "%d nodes", (int)sizes[i]);
    ovl_world_close(world);
  }
}

/* ---- Rows that are read -------------------------------------------------- */

static void choice_by_rows(test_state *t) {
  uint8_t *open = scattered_rocks(t, 3, 1);
  ovl_bake_def def = choice_def(NULL);
  def.row_bytes = SIZE_MAX / 4; /* is not looked at */
  ovl_bake_def chosen = def;
  CHECK(t,
        ovl_bake_choose(&chosen, read_choice_rows, open, NULL) == OVL_OK &&
            chosen.tuning.region_cells == 64,
        "rows of open land: regions of %d", (int)chosen.tuning.region_cells);
  expect_no_choice(t, &def, fail_to_read_rows, OVL_READ_FAILED, "rows that can't be read");
  counting_allocator counter = {.fail_at = 1};
  def.allocator = counting_allocator_hooks(&counter);
  expect_no_choice(t, &def, read_choice_rows, OVL_NO_MEMORY, "no memory");
  free(open);
}

/* ---- Wrong definitions --------------------------------------------------- */

static void choice_refuses(test_state *t) {
  static const uint8_t terrain[16] = {1};
  for (int given = 0; given < 4; given++) {
    ovl_bake_def good = choice_def(terrain);
    good.width = 4;
    good.height = 4;
    good.tuning.region_cells = (given & 1) != 0 ? 32 : 0;
    good.tuning.spacing_cells = (given & 2) != 0 ? 8 : 0;
    ovl_bake_def def = good;
    def.height = 0;
    expect_no_choice(t, &def, NULL, OVL_BAD_ARGUMENT, "height");
    expect_no_choice(t, &def, read_choice_rows, OVL_BAD_ARGUMENT, "height");
    def = good;
    def.terrain = NULL;
    expect_no_choice(t, &def, NULL, OVL_BAD_ARGUMENT, "terrain");
    def = good;
    def.row_bytes = 3;
    expect_no_choice(t, &def, NULL, OVL_BAD_ARGUMENT, "row_bytes");
    def = good;
    def.tuning.label_bytes_per_cell = 256;
    expect_no_choice(t, &def, NULL, OVL_BAD_ARGUMENT, "label_bytes_per_cell");
    def = good;
    def.tuning.spacing_cells = 129;
    expect_no_choice(t, &def, NULL, OVL_BAD_ARGUMENT, "spacing_cells");
    def = good;
    def.tuning.region_cells = 7;
    expect_no_choice(t, &def, NULL, OVL_BAD_ARGUMENT, "region_cells");
  }
}

const test_entry test_bake_choice_table[] = {
    {"choice_by_settings", choice_by_settings},
    {"choice_by_terrain", choice_by_terrain},
    {"choice_by_floors", choice_by_floors},
    {"choice_bakes_few_squares", choice_bakes_few_squares},
    {"choice_of_a_graph", choice_of_a_graph},
    {"choice_by_rows", choice_by_rows},
    {"choice_refuses", choice_refuses},
    {NULL, NULL},
};
