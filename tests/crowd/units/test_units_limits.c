/* Units on closed ground, at the limits of goals, handles and links. */
#include <inttypes.h>
#include <string.h>

#include "crowd/units/unit_internal.h"
#include "crowd/units/unit_orders.h"
#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/crowd/units/unit_scene.h"
#include "tests/support/test_random.h"

/* A wall grows by the cell of a unit: it stays on the side of its goal. In a lake nobody moves. */
static void units_stay_before_a_wall_that_grows(test_state *t) {
  static char cells[40][41];
  const char *rows[41] = {NULL};
  for (int32_t y = 0; y < 40; y++) {
    memset(cells[y], '.', 40);
    cells[y][30] = '#';
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  const uint32_t unit = scene_add(&s, 29, 20, 0, 0);
  scene_send(&s, unit, 5, 20);
  scene_edit(&s, 26, 18, 4, 5, 0);
  CHECK(t, scene_run(&s, 60) && s.cell[unit].x == 5, "it is at %d", (int)s.cell[unit].x);
  for (int32_t i = 0; i < 40; i++) {
    scene_add(&s, 14 + i % 4, 14 + i / 4, 0, 0);
  }
  scene_edit(&s, 0, 0, 30, 40, 0);
  const uint64_t moves = ovl_units_count(s.units).moves;
  scene_tick(&s, 40);
  CHECK(t, ovl_units_count(s.units).moves == moves, "they leave the lake");
  scene_edit(&s, 0, 0, 14, 40, 1);
  for (int tick = 0; tick < 80; tick++) {
    ovl_units_tick(s.units, s.world, s.budget, NULL);
  }
  CHECK(t, ovl_units_count(s.units).moves == moves + 40, "they do not leave the lake");
  scene_free(&s);
}

/* One that stands fast for others is not pushed by its own side for another one. */
static void holders_stand_fast_for_rows_of_pushes(test_state *t) {
  static const char *const rows[] = {"########################", "........................",
                                     "####################.###", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  const uint32_t other = scene_add(&s, 2, 1, 1, 0);
  scene_add(&s, 9, 1, 0, 0);
  const uint32_t holder = scene_add(&s, 10, 1, 0, 0);
  ovl_unit_set_hold(s.units, s.unit[holder], OVL_HOLD_SIDE);
  scene_send(&s, other, 23, 1);
  for (int tick = 0; tick < 300; tick++) {
    scene_tick(&s, 1);
    CHECK(t, s.cell[holder].x == 10, "it is at %d", (int)s.cell[holder].x);
  }
  scene_free(&s);
}

/* Nor does it give its goal to another one of its order once it stands there. */
static void holders_keep_their_goals(test_state *t) {
  enum { SIDE = 32, COUNT = 30 };
  static char cells[SIDE][SIDE + 1];
  const char *rows[SIDE + 1] = {NULL};
  for (int32_t y = 0; y < SIDE; y++) {
    memset(cells[y], '.', SIDE);
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  for (int32_t i = 0; i < COUNT; i++) {
    ovl_unit_set_hold(s.units, s.unit[scene_add(&s, 2 + i % 3, 2 + i / 3, 0, 0)], OVL_HOLD_ALL);
  }
  bool arrived[COUNT] = {false};
  ovl_units_send(s.units, s.world, s.unit, COUNT, (ovl_cell){25, 25, 0});
  for (int tick = 0; tick < 300; tick++) {
    scene_tick(&s, 1);
    for (uint32_t i = 0; i < COUNT; i++) {
      const bool is_there = scene_look(&s, i).state == OVL_UNIT_ARRIVED;
      CHECK(t, is_there || !arrived[i], "unit %" PRIu32 " leaves its goal", i);
      arrived[i] = is_there;
    }
  }
  for (uint32_t i = 0; i < COUNT; i++) {
    CHECK(t, arrived[i], "unit %" PRIu32 " does not arrive", i);
  }
  scene_free(&s);
}

/* The goals of a group, and its only door, are closed: all wait, and those that could not be given
 * other goals at once get them when the door opens. */
static void goals_that_were_closed_are_replaced(test_state *t) {
  enum { SIDE = 64, COUNT = 40 };
  static char cells[SIDE][SIDE + 1];
  const char *rows[SIDE + 1] = {NULL};
  for (int32_t y = 0; y < SIDE; y++) {
    memset(cells[y], '.', SIDE);
    cells[y][16] = y == 8 ? '.' : '#';
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  for (int32_t i = 0; i < COUNT; i++) {
    scene_add(&s, 2 + i % 8, 2 + i / 8, 0, 0);
  }
  ovl_units_send(s.units, s.world, s.unit, COUNT, (ovl_cell){40, 40, 0});
  scene_edit(&s, 16, 8, 1, 1, 0);
  scene_edit(&s, 34, 34, 12, 12, 0);
  scene_tick(&s, 100);
  scene_edit(&s, 16, 8, 1, 1, 1);
  CHECK(t, scene_run(&s, 1000), "they do not come to rest");
  for (uint32_t i = 0; i < COUNT; i++) {
    CHECK(t, scene_look(&s, i).state == OVL_UNIT_ARRIVED, "unit %" PRIu32 " has no goal", i);
  }
  scene_free(&s);
}

/* ---- Links and handles ------------------------------------------------------------------ */

enum { LINK_SIDE = 64 };

/* Two halls, and a link from one to the other. */
static ovl_world *make_halls(test_state *t, ovl_link_def link) {
  static uint8_t terrain[LINK_SIDE * LINK_SIDE];
  memset(terrain, 1, sizeof terrain);
  for (int32_t y = 0; y < LINK_SIDE; y++) {
    terrain[y * LINK_SIDE + 30] = 0;
  }
  ovl_bake_def def = {.width = LINK_SIDE, .height = LINK_SIDE, .terrain = terrain};
  def.more.links = &link;
  def.more.link_count = 1;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

static ovl_unit add_to(test_state *t, ovl_units *units, const ovl_world *world, int32_t x,
                       uint8_t hold) {
  const ovl_unit_def def = {.cell = {x, 20, 0}, .hold = hold, .side = hold};
  ovl_unit unit = OVL_NO_UNIT;
  CHECK(t, ovl_unit_add(units, world, &def, &unit) == OVL_OK, "add");
  return unit;
}

/* Two crowds of several speeds change sides by a lift: both ends of it are never free, as more wait
 * there than it carries. */
static void change_sides(test_state *t, uint64_t seed) {
  enum { EACH = 60 };
  const uint32_t cost = 10 * OVL_STRAIGHT_COST;
  ovl_world *world = make_halls(
      t, (ovl_link_def){.from = {25, 32, 0}, .to = {35, 32, 0}, .cost = cost, .cost_back = cost});
  const ovl_units_def def = {.world = world};
  ovl_units *units = NULL;
  test_random random = {seed};
  ovl_unit unit[2][EACH];
  int32_t left = 1;
  CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units");
  ovl_units_set_link_room(units, 0, 6);
  for (int32_t i = 0; i < 2 * EACH;) {
    const int32_t column = test_random_between(&random, 0, 19);
    const int32_t row = test_random_between(&random, 10, 49);
    const ovl_unit_def one = {.cell = {i % 2 == 0 ? 21 - column : 36 + column, row, 0},
                              .side = (uint8_t)(i % 2),
                              .speed = (uint16_t)test_random_between(&random, 64, 256)};
    i += ovl_unit_add(units, world, &one, &unit[i % 2][i / 2]) == OVL_OK ? 1 : 0;
  }
  ovl_units_send(units, world, unit[0], EACH, (ovl_cell){50, 32, 0});
  ovl_units_send(units, world, unit[1], EACH, (ovl_cell){10, 32, 0});
  for (int32_t tick = 0; tick < 2500 && left != 0; tick++) {
    ovl_units_tick(units, world, 20000, NULL);
    left = 0;
    for (int32_t i = 0; i < 2 * EACH; i++) {
      ovl_unit_info info;
      ovl_unit_describe(units, unit[i % 2][i / 2], &info);
      left += info.state != OVL_UNIT_ARRIVED ? 1 : 0;
    }
  }
  CHECK(t, left == 0, "seed %d: %" PRId32 " have not arrived", (int)seed, left);
  ovl_units_destroy(units);
  ovl_world_close(world);
}

static void riders_land_beside_those_who_wait(test_state *t) {
  for (uint64_t seed = 29; seed < 35; seed++) {
    change_sides(t, seed);
  }
}

static void riders_land_beside_a_holder(test_state *t) {
  ovl_world *world =
      make_halls(t, (ovl_link_def){.from = {20, 20, 0}, .to = {40, 20, 0}, .cost = 20000});
  const ovl_units_def def = {.world = world};
  ovl_units *units = NULL;
  CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units");
  ovl_units_set_link_room(units, 0, 2);
  ovl_unit unit[3];
  for (int32_t i = 0; i < 3; i++) {
    unit[i] = add_to(t, units, world, 10 + i, OVL_HOLD_NONE);
    ovl_unit_send(units, unit[i], (ovl_cell){50, 20 + i, 0});
  }
  add_to(t, units, world, 40, OVL_HOLD_ALL);
  for (int tick = 0; tick < 400; tick++) {
    ovl_units_tick(units, world, 20000, NULL);
  }
  for (int i = 0; i < 3; i++) {
    ovl_unit_info info;
    CHECK(t, ovl_unit_describe(units, unit[i], &info) && info.state == OVL_UNIT_ARRIVED,
          "unit %d is at %d", i, (int)info.cell.x);
  }
  ovl_units_destroy(units);
  ovl_world_close(world);
}

/* The lift ends at the edge of a plateau, from which no way leads up again, and beside it stands a
 * holder: riders land on the side of their goal, on the plateau, or wait. */
static void riders_land_from_where_a_way_leads_back(test_state *t) {
  static uint8_t terrain[LINK_SIDE * LINK_SIDE];
  static uint16_t heights[LINK_SIDE * LINK_SIDE];
  for (int32_t i = 0; i < LINK_SIDE * LINK_SIDE; i++) {
    terrain[i] = i % LINK_SIDE != 8;
    heights[i] = i % LINK_SIDE < 16 ? 9 : 0;
  }
  const ovl_profile_def profile = {.max_climb = 2, .max_drop = 20};
  const ovl_link_def link = {.from = {1, 20, 0}, .to = {15, 20, 0}, .cost = 8000};
  const ovl_floor_def floor = {
      .width = LINK_SIDE, .height = LINK_SIDE, .terrain = terrain, .heights = heights};
  ovl_bake_def def = {.more = {.floors = &floor, .floor_count = 1}};
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.more.links = &link;
  def.more.link_count = 1;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  for (int32_t closed = 0; closed < 2; closed++) {
    const ovl_units_def units_def = {.world = world};
    ovl_units *units = NULL;
    CHECK(t, ovl_units_create(&units_def, &units, NULL) == OVL_OK, "units");
    ovl_units_set_link_room(units, 0, 2);
    const ovl_unit unit = add_to(t, units, world, 2, OVL_HOLD_NONE);
    add_to(t, units, world, 15, OVL_HOLD_ALL);
    for (int32_t y = 18; y < 23 && closed != 0; y++) {
      for (int32_t x = 14; x < 16; x++) {
        const ovl_unit_def holder = {.cell = {x, y, 0}, .hold = OVL_HOLD_ALL, .side = OVL_HOLD_ALL};
        ovl_unit other;
        ovl_unit_add(units, world, &holder, &other);
      }
    }
    ovl_unit_send(units, unit, (ovl_cell){10, 24, 0});
    ovl_unit_info info;
    ovl_cell landed = {0, 0, 0};
    for (int tick = 0; tick < 200; tick++) {
      ovl_units_tick(units, world, 20000, NULL);
      ovl_unit_describe(units, unit, &info);
      landed = landed.x == 0 && !info.on_link && info.cell.x > 8 ? info.cell : landed;
    }
    CHECK(t, closed != 0 ? info.on_link : landed.x == 14 && landed.y == 21, "it lands at %d,%d",
          (int)landed.x, (int)landed.y);
    CHECK(t, closed != 0 || info.state == OVL_UNIT_ARRIVED, "it is at %d,%d", (int)info.cell.x,
          (int)info.cell.y);
    ovl_units_destroy(units);
  }
  ovl_world_close(world);
}

/* In the next world another link has the number of that to which the unit walks. */
static void links_with_other_ends_are_not_ridden(test_state *t) {
  ovl_world *worlds[2] = {
      make_halls(t, (ovl_link_def){.from = {20, 20, 0}, .to = {40, 20, 0}, .cost = 2000}),
      make_halls(t, (ovl_link_def){.from = {2, 60, 0}, .to = {60, 60, 0}, .cost = 2000})};
  const ovl_units_def def = {.world = worlds[0]};
  ovl_units *units = NULL;
  CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units");
  const ovl_unit unit = add_to(t, units, worlds[0], 10, OVL_HOLD_NONE);
  ovl_unit_send(units, unit, (ovl_cell){50, 20, 0});
  for (int tick = 0; tick < 20; tick++) {
    ovl_unit_info info;
    ovl_units_tick(units, worlds[tick < 4 ? 0 : 1], 20000, NULL);
    CHECK(t, ovl_unit_describe(units, unit, &info) && info.cell.x < 30, "it rides");
  }
  ovl_units_destroy(units);
  ovl_world_close(worlds[0]);
  ovl_world_close(worlds[1]);
}

/* Far from the origin of coordinates units are drawn where they stand, and those in front get the
 * far end of their place. */
static void units_walk_far_from_the_origin(test_state *t) {
  enum { WIDTH = 1100, HEIGHT = 16 };
  static uint8_t terrain[WIDTH * HEIGHT];
  memset(terrain, 1, sizeof terrain);
  ovl_bake_def def = {.width = WIDTH, .height = HEIGHT, .terrain = terrain};
  def.origin = (ovl_cell){OVL_MAX_ORIGIN - 8, 0, 0};
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  const ovl_units_def units_def = {.world = world};
  ovl_units *units = NULL;
  CHECK(t, ovl_units_create(&units_def, &units, NULL) == OVL_OK, "units");
  ovl_unit unit[16];
  for (int32_t i = 0; i < 16; i++) {
    const ovl_unit_def one = {.cell = {OVL_MAX_ORIGIN - 1 + i / 4, 6 + i % 4, 0}};
    CHECK(t, ovl_unit_add(units, world, &one, &unit[i]) == OVL_OK, "add");
  }
  ovl_units_send(units, world, unit, 16, (ovl_cell){OVL_MAX_ORIGIN + 1025, 7, 0});
  int32_t before = 0;
  for (int32_t i = 0; i < 16; i++) {
    ovl_unit_info info;
    ovl_unit_describe(units, unit[i], &info);
    CHECK(t, info.x == INT64_C(256) * info.cell.x && info.y == INT64_C(256) * info.cell.y,
          "drawn at %" PRId64 ",%" PRId64, info.x, info.y);
    CHECK(t, i % 4 != 0 || info.goal.x > before, "unit %d is sent behind another one", (int)i);
    before = i % 4 == 0 ? info.goal.x : before;
  }
  ovl_units_destroy(units);
  ovl_world_close(world);
}

static void slots_are_the_lowest_free_ones(test_state *t) {
  static const char *const rows[] = {"................", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  for (int32_t i = 0; i < 8; i++) {
    scene_add(&s, i, 0, 0, 0);
  }
  static const uint32_t removed[4] = {5, 2, 6, 1};
  for (uint32_t i = 0; i < 4; i++) {
    ovl_unit_remove(s.units, s.unit[removed[i]]);
  }
  static const uint32_t expected[5] = {1, 2, 5, 6, 8};
  for (int32_t i = 0; i < 5; i++) {
    const ovl_unit_def def = {.cell = {10 + i, 0, 0}};
    ovl_unit unit = OVL_NO_UNIT;
    CHECK(t, ovl_unit_add(s.units, s.world, &def, &unit) == OVL_OK, "add");
    CHECK(t, (unit & 0xffffu) == expected[i], "slot %" PRIu32, unit & 0xffffu);
  }
  scene_free(&s);
}

static void goals_may_be_anywhere(test_state *t) {
  static const char *const rows[] = {"................", "................", NULL};
  static const int32_t far[4] = {INT32_MAX, INT32_MIN, 1 << 30, -5};
  unit_scene s = scene_make(t, rows, (scene_settings){.body = 2});
  const uint32_t unit = scene_add(&s, 4, 0, 0, 0);
  for (int32_t i = 0; i < 16; i++) {
    scene_send(&s, unit, far[i % 4], far[i / 4]);
    scene_tick(&s, 20);
    CHECK(t, scene_look(&s, unit).state == OVL_UNIT_UNREACHABLE, "goal %d", (int)i);
  }
  scene_free(&s);
}

/* The greatest origin of a world is nothing special. */
static void units_walk_at_the_greatest_origin(test_state *t) {
  static uint8_t terrain[32 * 32];
  memset(terrain, 1, sizeof terrain);
  for (int i = 0; i < 2; i++) {
    const int32_t at = i == 0 ? OVL_MAX_ORIGIN : -OVL_MAX_ORIGIN;
    ovl_bake_def bake = {.width = 32, .height = 32, .terrain = terrain, .origin = {at, at, 0}};
    ovl_world *world = NULL;
    ovl_units *units = NULL;
    CHECK(t, ovl_world_bake(&bake, &world, NULL) == OVL_OK, "bake");
    const ovl_units_def def = {.world = world};
    CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units");
    ovl_unit unit = OVL_NO_UNIT;
    ovl_unit_info info;
    const ovl_unit_def add = {.cell = {at + 2, at + 2, 0}};
    CHECK(t, ovl_unit_add(units, world, &add, &unit) == OVL_OK, "add");
    ovl_unit_send(units, unit, (ovl_cell){at + 30, at + 20, 0});
    for (int tick = 0; tick < 60; tick++) {
      ovl_units_tick(units, world, 20000, NULL);
    }
    CHECK(t, ovl_unit_describe(units, unit, &info) && info.state == OVL_UNIT_ARRIVED,
          "it does not arrive");
    ovl_units_destroy(units);
    ovl_world_close(world);
  }
}

/* Searches of retreats take half of each budget, and what is left has no room for a detour: the
 * requests behind it are answered all the same. */
static void detours_hold_up_nobody(test_state *t) {
  static const char *const rows[] = {"................", //
                                     "................", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  scene_add(&s, 0, 0, 0, 0);
  scene_add(&s, 0, 1, 0, 0);
  scene_send(&s, 0, 15, 0);
  scene_tick(&s, 3);
  s.budget = 1200;
  ovi_unit_ask(s.units, &s.units->unit[0], OVL_UNIT_REQUEST_DETOUR);
  scene_send(&s, 1, 15, 1);
  for (int32_t tick = 0; tick < 8; tick++) {
    s.units->placing.searched = 4000;
    scene_tick(&s, 1);
  }
  CHECK(t, s.cell[1].x > 2, "it gets no route");
  scene_free(&s);
}

/* A segment that takes several ticks is refined by one lane, and its route is not begun again. */
static void segments_are_refined_once(test_state *t) {
  enum { SIDE = 96 };
  static char cells[SIDE][SIDE + 1];
  const char *rows[SIDE + 1] = {NULL};
  for (int32_t y = 0; y < SIDE; y++) {
    memset(cells[y], '.', SIDE);
    for (int32_t x = 4; x < SIDE; x += 8) {
      cells[y][x] = (x / 8 % 2 == 0 ? y != SIDE - 1 : y != 0) ? '#' : '.';
    }
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){.region_cells = 32, .lanes = 4});
  scene_add(&s, 0, 0, 0, 0);
  scene_send(&s, 0, SIDE - 1, SIDE - 1);
  s.budget = 70;
  CHECK(t, scene_run(&s, 3000), "it does not arrive");
  const ovl_units_stats stats = ovl_units_count(s.units);
  CHECK(t, stats.replans == 0,
        "%" PRIu64 " of %" PRIu64 " routes are begun again, %" PRIu64 " segments", stats.replans,
        stats.routes, stats.segments);
  scene_free(&s);
}

const test_entry test_units_limits_table[] = {
    {"units_stay_before_a_wall_that_grows", units_stay_before_a_wall_that_grows},
    {"units_that_hold_stand_fast_for_rows_of_pushes", holders_stand_fast_for_rows_of_pushes},
    {"units_that_hold_keep_their_goals", holders_keep_their_goals},
    {"units_get_other_goals_for_closed_ones", goals_that_were_closed_are_replaced},
    {"units_walk_far_from_the_origin", units_walk_far_from_the_origin},
    {"units_land_beside_a_holder", riders_land_beside_a_holder},
    {"units_land_from_where_a_way_leads_back", riders_land_from_where_a_way_leads_back},
    {"units_land_beside_those_who_wait", riders_land_beside_those_who_wait},
    {"units_do_not_ride_other_links", links_with_other_ends_are_not_ridden},
    {"units_get_the_lowest_free_slots", slots_are_the_lowest_free_ones},
    {"units_are_sent_anywhere", goals_may_be_anywhere},
    {"units_walk_at_the_greatest_origin", units_walk_at_the_greatest_origin},
    {"units_detours_hold_up_nobody", detours_hold_up_nobody},
    {"units_segments_are_refined_once", segments_are_refined_once},
    {NULL, NULL},
};
