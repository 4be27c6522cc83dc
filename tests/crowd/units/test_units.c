/* Units: each thing that can stand in a unit's way, in a world drawn for it. */
#include <inttypes.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/crowd/units/unit_scene.h"

/* ---- One unit ----------------------------------------------------------------- */

static void units_walk_to_their_goal(test_state *t) {
  static const char *const rows[] = {"....................", "....................",
                                     ".......#####........", "....................",
                                     "....................", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  const uint32_t unit = scene_add(&s, 0, 2, 0, 0);
  scene_tick(&s, 5);
  CHECK(t, scene_look(&s, unit).state == OVL_UNIT_IDLE, "a unit without an order is not idle");
  scene_send(&s, unit, 19, 2);
  CHECK(t, scene_run(&s, 24), "it has not arrived after 24 ticks");
  CHECK(t, s.cell[unit].x == 19 && s.cell[unit].y == 2, "it arrived at %d,%d", s.cell[unit].x,
        s.cell[unit].y);
  scene_send(&s, unit, 0, 0);
  scene_tick(&s, 5);
  CHECK(t, ovl_unit_stop(s.units, s.unit[unit]) == OVL_OK, "stop");
  const ovl_cell at = s.cell[unit];
  scene_tick(&s, 5);
  CHECK(t, s.cell[unit].x == at.x && scene_look(&s, unit).state == OVL_UNIT_IDLE,
        "it goes on after it was stopped");
  scene_free(&s);
}

static void units_that_are_gone_are_refused(test_state *t) {
  static const char *const rows[] = {"..........", "....#.....", "..........", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  const uint32_t unit = scene_add(&s, 1, 1, 0, 0);
  ovl_unit made;
  const ovl_unit gone = s.unit[unit];
  CHECK(t, ovl_unit_remove(s.units, gone) == OVL_OK, "remove");
  CHECK(t, ovl_units_at(s.units, (ovl_cell){1, 1, 0}) == OVL_NO_UNIT, "it still stands there");
  const ovl_unit_def def = {.cell = {1, 1, 0}};
  CHECK(t, ovl_unit_add(s.units, s.world, &def, &made) == OVL_OK, "add again");
  CHECK(t, made != gone && (made & 0xffffu) == (gone & 0xffffu), "a name came back");
  ovl_unit_info info;
  CHECK(t, !ovl_unit_describe(s.units, gone, &info), "a unit that is gone can be looked at");
  CHECK(t, ovl_unit_remove(s.units, gone) == OVL_BAD_ARGUMENT, "removed twice");
  CHECK(t, ovl_unit_send(s.units, gone, def.cell) == OVL_BAD_ARGUMENT, "sent when gone");
  CHECK(t, ovl_unit_stop(s.units, gone) == OVL_BAD_ARGUMENT, "stopped when gone");
  CHECK(t, ovl_units_send(s.units, s.world, &gone, 1, def.cell) == OVL_BAD_ARGUMENT,
        "sent to a place when gone");
  scene_free(&s);
}

static void units_report_goals_that_cannot_be_reached(test_state *t) {
  static const char *const rows[] = {".....#....", ".....#....", ".....#....", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  const uint32_t first = scene_add(&s, 1, 1, 0, 0);
  const uint32_t second = scene_add(&s, 2, 2, 0, 0);
  scene_send(&s, first, 8, 1);
  scene_send(&s, second, 5, 1);
  scene_tick(&s, 3);
  CHECK(t,
        scene_look(&s, first).state == OVL_UNIT_UNREACHABLE &&
            scene_look(&s, first).result == OVL_UNREACHABLE,
        "beyond a wall: %s", ovl_unit_state_text(scene_look(&s, first).state));
  CHECK(t, scene_look(&s, second).result == OVL_GOAL_BLOCKED, "on a wall: %s",
        ovl_result_text(scene_look(&s, second).result));
  scene_edit(&s, 5, 1, 1, 1, 1);
  CHECK(t, scene_run(&s, 200), "they do not go when the wall has fallen");
  scene_free(&s);
}

/* ---- Two units ----------------------------------------------------------------- */

static const char *const corridor[] = {"....##########....", "....##########....",
                                       "..................", "....##########....",
                                       "....##########....", NULL};

static void units_meet_head_on(test_state *t) {
  for (int32_t late = 0; late < 12; late++) {
    unit_scene s = scene_make(t, corridor, (scene_settings){0});
    const uint32_t left = scene_add(&s, 2, 2, 0, 0);
    const uint32_t right = scene_add(&s, 15, 2, 1, 0);
    scene_send(&s, left, 17, 2);
    scene_tick(&s, (uint32_t)late);
    scene_send(&s, right, 0, 2);
    CHECK(t, scene_run(&s, 80), "they do not pass, the second %d ticks later", late);
    scene_free(&s);
  }
}

static void units_of_less_priority_back_out(test_state *t) {
  for (uint8_t higher = 0; higher < 2; higher++) {
    unit_scene s = scene_make(t, corridor, (scene_settings){0});
    const uint32_t left = scene_add(&s, 4, 2, 0, higher == 0 ? 9 : 0);
    const uint32_t right = scene_add(&s, 13, 2, 0, higher == 0 ? 0 : 9);
    scene_send(&s, left, 16, 2);
    scene_send(&s, right, 1, 2);
    const uint32_t first = higher == 0 ? left : right;
    for (uint32_t tick = 0; tick < 22 && scene_look(&s, first).state != OVL_UNIT_ARRIVED; tick++) {
      scene_tick(&s, 1);
    }
    CHECK(t, scene_look(&s, first).state == OVL_UNIT_ARRIVED,
          "the one with more priority is not through after 22 ticks");
    CHECK(t, scene_run(&s, 60), "the other one does not come after it");
    scene_free(&s);
  }
}

static void units_make_way_on_a_bridge(test_state *t) {
  unit_scene s = scene_make(t, corridor, (scene_settings){0});
  const uint32_t parked = scene_add(&s, 9, 2, 0, 200);
  const uint32_t walker = scene_add(&s, 1, 2, 1, 0);
  scene_send(&s, walker, 17, 2);
  CHECK(t, scene_run(&s, 60), "a unit that is parked holds up the bridge");
  CHECK(t, scene_look(&s, parked).state == OVL_UNIT_IDLE, "the parked one is not idle any more");
  scene_send(&s, parked, 9, 2);
  CHECK(t, scene_run(&s, 60), "the parked one does not come back");
  scene_send(&s, walker, 1, 2);
  CHECK(t, scene_run(&s, 120), "one that holds its goal on the bridge does not make way");
  CHECK(t, s.cell[parked].x == 9 && s.cell[parked].y == 2, "it does not come back to its goal");
  scene_free(&s);
}

static void units_leave_a_dead_end(test_state *t) {
  static const char *const rows[] = {"....########", "....########", "............",
                                     "....########", "....########", NULL};
  for (uint8_t higher = 0; higher < 3; higher++) {
    unit_scene s = scene_make(t, rows, (scene_settings){0});
    const uint32_t inner = scene_add(&s, 11, 2, 0, higher == 1 ? 9 : 0);
    const uint32_t outer = scene_add(&s, 3, 2, 0, higher == 0 ? 9 : 0);
    scene_send(&s, outer, 11, 2);
    scene_tick(&s, 4);
    if (higher != 2) {
      scene_send(&s, inner, 1, 1);
    }
    CHECK(t, scene_run(&s, 200), "they do not get past each other, case %d", (int)higher);
    CHECK(t, s.cell[outer].x == 11, "the one that wants in stands at %d", s.cell[outer].x);
    scene_free(&s);
  }
}

/* Their goals are in the wrong order: one has to leave the corridor. */
static void units_change_places_in_a_corridor(test_state *t) {
  unit_scene s = scene_make(t, corridor, (scene_settings){0});
  const uint32_t a = scene_add(&s, 8, 2, 0, 0);
  const uint32_t b = scene_add(&s, 9, 2, 0, 0);
  scene_send(&s, a, 9, 2);
  scene_send(&s, b, 8, 2);
  CHECK(t, scene_run(&s, 600), "they do not change places");
  scene_free(&s);
}

/* ---- Many ----------------------------------------------------------------------- */

static const char *const door[] = {"............#............", "............#............",
                                   "............#............", "............#............",
                                   ".........................", "............#............",
                                   "............#............", "............#............",
                                   "............#............", NULL};

static void units_pass_a_door_both_ways(test_state *t) {
  unit_scene s = scene_make(t, door, (scene_settings){0});
  for (int32_t i = 0; i < 36; i++) {
    scene_add(&s, i % 4, i / 4, 0, 0);
    scene_add(&s, 24 - i % 4, i / 4, 1, 0);
  }
  for (int32_t i = 0; i < 36; i++) {
    scene_send(&s, 2 * (uint32_t)i, 24 - i % 4, i / 4);
    scene_send(&s, 2 * (uint32_t)i + 1, i % 4, i / 4);
  }
  CHECK(t, scene_run(&s, 800), "72 units do not get through a door within 800 ticks");
  scene_free(&s);
}

/* The land of two crowds: open on both sides of a pass two cells wide. */
enum { LAND_SIDE = 34, LAND_PASS = 24, LAND_WIDTH = 2 * LAND_SIDE + LAND_PASS };

static void draw_land(char cells[LAND_SIDE][LAND_WIDTH + 1], const char *rows[LAND_SIDE + 1]) {
  for (int32_t y = 0; y < LAND_SIDE; y++) {
    const bool is_pass = y == LAND_SIDE / 2 || y == LAND_SIDE / 2 + 1;
    for (int32_t x = 0; x < LAND_WIDTH; x++) {
      const bool is_between = x >= LAND_SIDE && x < LAND_SIDE + LAND_PASS;
      cells[y][x] = is_between && !is_pass ? '#' : '.';
    }
    cells[y][LAND_WIDTH] = '\0';
    rows[y] = cells[y];
  }
  rows[LAND_SIDE] = NULL;
}

/* Two crowds meet in the pass, and nobody could get through between them: so one side goes back
 * for the other. */
static void units_cross_a_pass_in_crowds(test_state *t) {
  enum { SIDE = 230, COLUMNS = 8 };
  static char cells[LAND_SIDE][LAND_WIDTH + 1];
  const char *rows[LAND_SIDE + 1];
  draw_land(cells, rows);
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  for (int32_t i = 0; i < 2 * SIDE; i++) {
    const int32_t x = i % SIDE % COLUMNS;
    scene_add(&s, i < SIDE ? x : LAND_WIDTH - 1 - x, i % SIDE / COLUMNS, (uint8_t)(i / SIDE), 0);
  }
  for (int32_t i = 0; i < 2 * SIDE; i++) {
    const int32_t x = i % SIDE % COLUMNS;
    scene_send(&s, (uint32_t)i, i < SIDE ? LAND_WIDTH - 1 - x : x, i % SIDE / COLUMNS);
  }
  CHECK(t, scene_run(&s, 800), "some have not crossed within a turn");
  scene_free(&s);
}

static void units_spread_over_two_doors(test_state *t) {
  static const char *const rows[] = {
      "..............#..............", "..............#..............",
      "..............#..............", ".............................",
      "..............#..............", "..............#..............",
      "..............#..............", "..............#..............",
      "..............#..............", ".............................",
      "..............#..............", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  uint32_t through[2] = {0};
  for (int32_t i = 0; i < 40; i++) {
    scene_add(&s, 2 + i % 8, i / 8, 0, 0);
    scene_send(&s, (uint32_t)i, 20 + i % 8, i / 8);
  }
  for (uint32_t tick = 0; tick < 120; tick++) {
    size_t count;
    scene_tick(&s, 1);
    const ovl_unit_move *moves = ovl_units_moves(s.units, &count);
    for (size_t i = 0; i < count; i++) {
      through[0] += moves[i].to.x == 14 && moves[i].to.y == 3;
      through[1] += moves[i].to.x == 14 && moves[i].to.y == 9;
    }
  }
  CHECK(t, through[0] > 0 && through[1] >= 15,
        "%" PRIu32 " take the near door, %" PRIu32 " the far", through[0], through[1]);
  CHECK(t, scene_run(&s, 200), "they have not all arrived");
  scene_free(&s);
}

static void units_stand_beside_a_goal_that_is_taken(test_state *t) {
  static const char *const rows[] = {"....................",
                                     "....................",
                                     "....................",
                                     "....................",
                                     "....................",
                                     "....................",
                                     NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  uint32_t arrived = 0;
  for (int32_t i = 0; i < 18; i++) {
    scene_add(&s, i % 3, i / 3, 0, 0);
    scene_send(&s, (uint32_t)i, 15, 3);
  }
  CHECK(t, scene_run(&s, 200), "18 units sent to one cell do not come to rest");
  for (uint32_t i = 0; i < s.count; i++) {
    arrived += scene_look(&s, i).state == OVL_UNIT_ARRIVED;
    CHECK(t, s.cell[i].x >= 11 && s.cell[i].x <= 19, "unit %" PRIu32 " rests at %d,%d", i,
          s.cell[i].x, s.cell[i].y);
  }
  CHECK(t, arrived == 1, "%" PRIu32 " units have arrived at one cell", arrived);
  scene_free(&s);
}

static void units_sent_to_one_place_come_to_rest(test_state *t) {
  static const char *const square[] = {"..............................",
                                       "..............................",
                                       "..............................",
                                       "..........#########...........",
                                       "..........#...................",
                                       "..........#...................",
                                       "..........#...................",
                                       "..........#########...........",
                                       "..............................",
                                       "..............................",
                                       NULL};
  unit_scene s = scene_make(t, square, (scene_settings){0});
  for (int32_t i = 0; i < 60; i++) {
    scene_add(&s, i % 10, i / 10, 0, 0);
  }
  CHECK(t, ovl_units_send(s.units, s.world, s.unit, s.count, (ovl_cell){12, 5, 0}) == OVL_OK,
        "send");
  CHECK(t, scene_run(&s, 80), "60 units sent to one place do not come to rest");
  const uint64_t moves = ovl_units_count(s.units).moves;
  for (uint32_t i = 0; i < s.count; i++) {
    CHECK(t, scene_look(&s, i).state == OVL_UNIT_ARRIVED, "unit %" PRIu32 " is not at its goal", i);
  }
  scene_tick(&s, 100);
  CHECK(t, ovl_units_count(s.units).moves == moves, "they jostle for ever");
  scene_free(&s);
}

/* The goal of one is lost to a wall when all others stand: in a place that is full somebody stays
 * without one, and nobody is pushed about for it. */
static void rest_after_loss(test_state *t, uint32_t loss_tick, int32_t lost_x) {
  static const char *const rows[] = {"##############", "#............#", "#............#",
                                     "##############", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  for (int32_t i = 0; i < 20; i++) {
    scene_add(&s, 3 + i / 2, 1 + i % 2, 0, 0);
  }
  ovl_units_send(s.units, s.world, s.unit, s.count, (ovl_cell){1, 1, 0});
  scene_tick(&s, loss_tick);
  scene_edit(&s, lost_x, 1, 1, 1, 0);
  scene_tick(&s, 500);
  const uint64_t before = ovl_units_count(s.units).moves;
  scene_tick(&s, 100);
  CHECK(t, ovl_units_count(s.units).moves == before, "lost at tick %d, x %d: %d moves at rest",
        (int)loss_tick, (int)lost_x, (int)(ovl_units_count(s.units).moves - before));
  scene_free(&s);
}

static void units_rest_where_a_goal_was_lost(test_state *t) {
  for (uint32_t tick = 0; tick < 6; tick++) {
    for (int32_t x = 1; x < 10; x += 2) {
      rest_after_loss(t, tick, x);
    }
  }
}

/* Traffic that never ends comes towards one with less priority, in a corridor. */
static void units_do_not_starve(test_state *t) {
  enum { STREAM = 6, MOST_TICKS = 6000 };
  unit_scene s = scene_make(t, corridor, (scene_settings){0});
  const uint32_t least = scene_add(&s, 1, 2, 0, 0);
  scene_send(&s, least, 17, 0);
  for (int32_t i = 0; i < STREAM; i++) {
    scene_add(&s, 14 + i % 3, i / 3, 0, 1);
    scene_send(&s, (uint32_t)i + 1, 0, 4);
  }
  for (uint32_t tick = 0; tick < MOST_TICKS && scene_look(&s, least).state != OVL_UNIT_ARRIVED;
       tick++) {
    for (uint32_t i = 1; i <= STREAM; i++) {
      if (s.cell[i].x < 3 && ovl_units_at(s.units, (ovl_cell){16, 4, 0}) == OVL_NO_UNIT) {
        scene_add_again(&s, i, 16, 4);
        scene_send(&s, i, 0, 4);
      }
    }
    scene_tick(&s, 1);
  }
  CHECK(t, scene_look(&s, least).state == OVL_UNIT_ARRIVED, "it is not through in %d ticks",
        (int)MOST_TICKS);
  CHECK(t, ovl_units_count(s.units).ticks > 500, "there is nothing in its way");
  scene_free(&s);
}

static void units_of_several_cells_share_none(test_state *t) {
  static const char *const rows[] = {
      "..............................", "..............................",
      "............######............", "............######............",
      "..............................", "..............................",
      "............######............", "..............................",
      "..............................", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){.body = 2});
  for (int32_t i = 0; i < 6; i++) {
    const uint32_t left = scene_add(&s, 3 * (i % 3), 3 * (i / 3), 0, 0);
    const uint32_t right = scene_add(&s, 28 - 3 * (i % 3), 3 * (i / 3), 1, 0);
    scene_send(&s, left, 28 - 3 * (i % 3), 3 * (i / 3));
    scene_send(&s, right, 3 * (i % 3), 3 * (i / 3));
  }
  CHECK(t, scene_run(&s, 600), "bodies of 2 x 2 cells do not pass each other");
  scene_free(&s);
}

/* ---- Worlds -------------------------------------------------------------------------- */

static void units_refuse_another_world(test_state *t) {
  static const char *const wider[] = {"............", "............", "............", NULL};
  static const char *const same[] = {"..........", "..........", "..#.......", NULL};
  static const char *const first[] = {"..........", "....#.....", "..........", NULL};
  unit_scene s = scene_make(t, first, (scene_settings){0});
  unit_scene other = scene_make(t, wider, (scene_settings){0});
  unit_scene alike = scene_make(t, same, (scene_settings){0});
  const uint32_t unit = scene_add(&s, 0, 1, 0, 0);
  scene_send(&s, unit, 9, 1);
  scene_tick(&s, 2);
  const uint64_t before = ovl_units_hash(s.units);
  CHECK(t, ovl_units_tick(s.units, other.world, s.budget, NULL) == OVL_OTHER_WORLD,
        "units walk a world of another size");
  CHECK(t, ovl_units_hash(s.units) == before, "a tick that is refused changes something");
  ovl_world *held = s.world;
  s.world = alike.world;
  CHECK(t, scene_run(&s, 60), "in a world alike, of another history, they do not arrive");
  s.world = held;
  scene_free(&s);
  scene_free(&other);
  scene_free(&alike);
}

/* Behind a unit of another side, which does not make way, it waits, and is stuck once it has waited
 * for 512 ticks. */
static void units_are_stuck_after_512_ticks(test_state *t) {
  static const char *const lane[] = {"..........", NULL};
  unit_scene s = scene_make(t, lane, (scene_settings){0});
  scene_add(&s, 5, 0, 1, 0);
  const uint32_t unit = scene_add(&s, 0, 0, 0, 0);
  scene_send(&s, unit, 9, 0);
  uint32_t stuck = 0;
  for (uint32_t tick = 0; tick < 560 && t->failures == 0; tick++) {
    scene_tick(&s, 1);
    const ovl_unit_info info = scene_look(&s, unit);
    stuck += info.state == OVL_UNIT_STUCK;
    CHECK(t, (info.state == OVL_UNIT_STUCK) == (info.waited >= 512), "after %u ticks it is %s",
          info.waited, ovl_unit_state_text(info.state));
  }
  CHECK(t, stuck > 0, "it is never stuck");
  scene_free(&s);
}

/* ---- Edits -------------------------------------------------------------------------- */

static void units_plan_again_after_an_edit(test_state *t) {
  unit_scene s = scene_make(t, door, (scene_settings){0});
  const uint32_t unit = scene_add(&s, 1, 4, 0, 0);
  scene_send(&s, unit, 23, 4);
  scene_tick(&s, 4);
  scene_edit(&s, 12, 0, 1, 1, 1);
  scene_edit(&s, 12, 4, 1, 1, 0);
  CHECK(t, scene_run(&s, 120), "it does not find the new door");
  scene_free(&s);
}

/* A cell of a wall is closed under a unit, and a hall around another. */
static void units_leave_cells_that_were_closed(test_state *t) {
  unit_scene s = scene_make(t, door, (scene_settings){0});
  const uint32_t unit = scene_add(&s, 5, 4, 0, 0);
  const uint32_t idle = scene_add(&s, 3, 2, 0, 0);
  scene_edit(&s, 2, 1, 5, 4, 0);
  scene_tick(&s, 5);
  CHECK(t, ovl_world_weight(s.world, 0, s.cell[idle]) != 0 && s.cell[idle].x < 7, "it stays");
  scene_send(&s, unit, 23, 4);
  CHECK(t, scene_run(&s, 200), "it does not go on");
  scene_free(&s);
}

/* Between places there are links and no steps, so nothing lies around one. */
static void detours_on_graph_floors(test_state *t) {
  const uint8_t ground[4] = {1, 1, 1, 1};
  ovl_floor_def floors[2] = {{.width = 2, .height = 2, .terrain = ground},
                             {.width = 70, .height = 1, .graph = true}};
  ovl_bake_def def = {0};
  def.more.floors = floors;
  def.more.floor_count = 2;
  ovl_world *world = NULL;
  ovl_planner *planner = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  const ovl_planner_def planner_def = {.world = world};
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  for (int32_t place = 0; place < 70; place++) {
    ovl_cell points[4];
    ovl_path path = {.points = points, .capacity = 4};
    ovl_local_goal goal = {{place, 0, 1}, 0};
    ovl_local_query query = {0};
    query.start = goal.cell;
    query.goals = &goal;
    query.goal_count = 1;
    CHECK(t, ovl_find_local(planner, world, &query, &path) == OVL_OK && path.count == 1,
          "from place %d to itself", (int)place);
    goal.cell.x = (place + 1) % 70;
    CHECK(t, ovl_find_local(planner, world, &query, &path) == OVL_UNREACHABLE && path.count == 0,
          "from place %d to the next", (int)place);
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

static uint32_t add_at(test_state *t, ovl_units *units, const ovl_world *world, ovl_cell cell) {
  const ovl_unit_def def = {.cell = cell};
  ovl_unit unit;
  const ovl_result result = ovl_unit_add(units, world, &def, &unit);
  CHECK(t, result == OVL_OK, "at %d,%d of floor %d: %s", (int)cell.x, (int)cell.y, (int)cell.floor,
        ovl_result_text(result));
  return unit;
}

/* A place is as wide as any body, and the next places have nothing to do with it. */
static void wide_units_take_one_place(test_state *t) {
  uint8_t ground[64];
  memset(ground, 1, sizeof ground);
  const ovl_floor_def floors[2] = {{.width = 8, .height = 8, .terrain = ground},
                                   {.width = 6, .height = 1, .graph = true}};
  const ovl_profile_def profile = {.name = "cart", .weights = {[1] = 8}, .body_cells = 3};
  const ovl_link_def links[2] = {
      {.from = {2, 0, 1}, .to = {1, 1, 0}, .cost = 1, .cost_back = 1},
      {.from = {3, 0, 1}, .to = {2, 0, 1}, .cost = 1, .cost_back = 1},
  };
  const ovl_bake_def def = {.more = {.floors = floors,
                                     .floor_count = 2,
                                     .profiles = &profile,
                                     .profile_count = 1,
                                     .links = links,
                                     .link_count = 2}};
  ovl_world *world = NULL;
  ovl_units *units = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  const ovl_units_def units_def = {.world = world, .capacity = 8};
  CHECK(t, ovl_units_create(&units_def, &units, NULL) == OVL_OK, "units");
  ovl_unit sent[3];
  for (int32_t i = 0; i < 3; i++) { /* at places 2, 3 and 4 */
    sent[i] = add_at(t, units, world, (ovl_cell){2 + i, 0, 1});
  }
  CHECK(t, ovl_units_at(units, (ovl_cell){5, 0, 1}) == OVL_NO_UNIT, "one covers the next place");
  ovl_unit_send(units, sent[0], (ovl_cell){4, 4, 0});
  ovl_unit_send(units, sent[1], (ovl_cell){2, 0, 1});
  for (int tick = 0; tick < 40; tick++) {
    ovl_units_tick(units, world, 20000, NULL);
  }
  for (int32_t i = 0; i < 9; i++) {
    CHECK(t, ovl_units_at(units, (ovl_cell){4 + i % 3, 4 + i / 3, 0}) == sent[0],
          "on the ground it covers all its cells");
  }
  CHECK(t, ovl_units_at(units, (ovl_cell){2, 0, 1}) == sent[1], "the next one took its place");
  CHECK(t, ovl_units_at(units, (ovl_cell){3, 0, 1}) == OVL_NO_UNIT, "and left its own");
  /* All are sent to one place: each to a place of its own, as far as steps lead. */
  CHECK(t, ovl_units_send(units, world, &sent[1], 2, (ovl_cell){4, 0, 1}) == OVL_OK, "send");
  ovl_unit_info info;
  CHECK(t, ovl_unit_describe(units, sent[1], &info) && info.goal.x == 4, "the goal is the place");
  ovl_units_destroy(units);
  ovl_world_close(world);
}

/* The first unit of the order is in a box. */
static void a_unit_that_is_locked_in_keeps_nobody_from_the_place(test_state *t) {
  static const char *const rows[] = {
      "####................", "#..#................", "#..#................",
      "####................", "....................", "....................",
      "....................", "....................", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  scene_add(&s, 1, 1, 0, 0);
  for (int32_t i = 0; i < 5; i++) {
    scene_add(&s, i, 7, 0, 0);
  }
  CHECK(t, ovl_units_send(s.units, s.world, s.unit, s.count, (ovl_cell){15, 2, 0}) == OVL_OK,
        "send");
  scene_tick(&s, 60);
  for (uint32_t i = 1; i < s.count; i++) {
    const ovl_unit_info info = scene_look(&s, i);
    CHECK(t, info.state == OVL_UNIT_ARRIVED, "unit %" PRIu32 ": %s", i,
          ovl_unit_state_text(info.state));
  }
  scene_free(&s);
}

const test_entry test_units_table[] = {
    {"units_are_stuck_after_512_ticks", units_are_stuck_after_512_ticks},
    {"units_walk_to_their_goal", units_walk_to_their_goal},
    {"units_that_are_gone_are_refused", units_that_are_gone_are_refused},
    {"units_report_goals_that_cannot_be_reached", units_report_goals_that_cannot_be_reached},
    {"units_meet_head_on", units_meet_head_on},
    {"units_of_less_priority_back_out", units_of_less_priority_back_out},
    {"units_make_way_on_a_bridge", units_make_way_on_a_bridge},
    {"units_leave_a_dead_end", units_leave_a_dead_end},
    {"units_change_places_in_a_corridor", units_change_places_in_a_corridor},
    {"units_pass_a_door_both_ways", units_pass_a_door_both_ways},
    {"units_cross_a_pass_in_crowds", units_cross_a_pass_in_crowds},
    {"units_spread_over_two_doors", units_spread_over_two_doors},
    {"units_stand_beside_a_goal_that_is_taken", units_stand_beside_a_goal_that_is_taken},
    {"units_sent_to_one_place_come_to_rest", units_sent_to_one_place_come_to_rest},
    {"units_rest_where_a_goal_was_lost", units_rest_where_a_goal_was_lost},
    {"units_do_not_starve", units_do_not_starve},
    {"units_of_several_cells_share_none", units_of_several_cells_share_none},
    {"units_refuse_another_world", units_refuse_another_world},
    {"units_plan_again_after_an_edit", units_plan_again_after_an_edit},
    {"units_leave_cells_that_were_closed", units_leave_cells_that_were_closed},
    {"detours_on_graph_floors", detours_on_graph_floors},
    {"wide_units_take_one_place", wide_units_take_one_place},
    {"units_that_are_locked_in_keep_nobody_from_the_place",
     a_unit_that_is_locked_in_keeps_nobody_from_the_place},
    {NULL, NULL},
};
