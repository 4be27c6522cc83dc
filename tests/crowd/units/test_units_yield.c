/* Who yields to whom: guards that hold a gate, enemies, idle units, ledges, queues; and groups of
 * wide bodies that come to rest. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/crowd/units/unit_scene.h"
#include "tests/support/test_random.h"

/* ---- A gate -------------------------------------------------------------------------- */

enum { GATE_X = 30, GATE_WIDTH = 60, GATE_HEIGHT = 24, GATE_TOP = 8, GUARDS = 8, OTHERS = 20 };

/* Two halls and a gate, as many cells wide as there are guards; and another one if asked. */
static unit_scene make_gate(test_state *t, bool has_another) {
  static char cells[GATE_HEIGHT][GATE_WIDTH + 1];
  const char *rows[GATE_HEIGHT + 1] = {NULL};
  for (int32_t y = 0; y < GATE_HEIGHT; y++) {
    const bool is_open =
        (y >= GATE_TOP && y < GATE_TOP + GUARDS) || (has_another && y >= GATE_HEIGHT - 4);
    memset(cells[y], '.', GATE_WIDTH);
    cells[y][GATE_X] = is_open ? '.' : '#';
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  for (int32_t i = 0; i < GUARDS; i++) {
    scene_add(&s, GATE_X, GATE_TOP + i, 1, 0);
  }
  for (int32_t i = 0; i < OTHERS; i++) {
    scene_add(&s, 5 + i % 5, 8 + i / 5, 0, 0);
  }
  CHECK(t,
        ovl_units_send(s.units, s.world, s.unit + GUARDS, OTHERS, (ovl_cell){50, 12, 0}) == OVL_OK,
        "send");
  return s;
}

static uint32_t count_through(const unit_scene *s) {
  uint32_t through = 0;
  for (uint32_t i = GUARDS; i < GUARDS + OTHERS; i++) {
    through += s->cell[i].x > GATE_X ? 1 : 0;
  }
  return through;
}

static uint32_t count_at_gate(const unit_scene *s) {
  uint32_t guards = 0;
  for (int32_t i = 0; i < GUARDS; i++) {
    guards += s->cell[i].x == GATE_X && s->cell[i].y == GATE_TOP + i ? 1 : 0;
  }
  return guards;
}

static void idle_units_step_aside_and_come_back(test_state *t) {
  unit_scene s = make_gate(t, false);
  scene_tick(&s, 200);
  CHECK(t, count_through(&s) == OTHERS, "%" PRIu32 " are through", count_through(&s));
  CHECK(t, count_at_gate(&s) == GUARDS, "%" PRIu32 " stand where they stood", count_at_gate(&s));
  scene_free(&s);
}

static void a_held_gate_is_closed_to_others(test_state *t) {
  for (int i = 0; i < 2; i++) {
    unit_scene s = make_gate(t, false);
    for (uint32_t guard = 0; guard < GUARDS; guard++) {
      ovl_unit_set_hold(s.units, s.unit[guard], i == 0 ? OVL_HOLD_SIDE : OVL_HOLD_ALL);
    }
    const uint32_t friend = scene_add(&s, 20, 2, 1, 0);
    scene_send(&s, friend, 55, 2);
    scene_tick(&s, 400);
    CHECK(t, count_through(&s) == 0, "%" PRIu32 " are through", count_through(&s));
    CHECK(t, count_at_gate(&s) == GUARDS, "guards have moved");
    CHECK(t, (s.cell[friend].x > GATE_X) == (i == 0), "their own: at %d", (int)s.cell[friend].x);
    for (uint32_t guard = 0; guard < GUARDS; guard++) {
      ovl_unit_set_hold(s.units, s.unit[guard], OVL_HOLD_NONE);
    }
    scene_tick(&s, 600);
    CHECK(t, count_through(&s) == OTHERS, "%" PRIu32 " after the hold", count_through(&s));
    scene_free(&s);
  }
}

static void held_units_are_walked_round(test_state *t) {
  unit_scene s = make_gate(t, true);
  for (uint32_t guard = 0; guard < GUARDS; guard++) {
    ovl_unit_set_hold(s.units, s.unit[guard], OVL_HOLD_ALL);
  }
  scene_tick(&s, 400);
  CHECK(t, count_through(&s) == OTHERS, "%" PRIu32 " are through", count_through(&s));
  CHECK(t, count_at_gate(&s) == GUARDS, "guards have moved");
  scene_free(&s);
}

static void enemies_are_not_pushed(test_state *t) {
  unit_scene s = make_gate(t, false);
  ovl_units_set_enemies(s.units, 1, 0, true);
  scene_tick(&s, 400);
  CHECK(t, count_through(&s) == 0 && count_at_gate(&s) == GUARDS, "%" PRIu32 " are through",
        count_through(&s));
  ovl_units_set_enemies(s.units, 0, 1, false);
  scene_tick(&s, 600);
  CHECK(t, count_through(&s) == OTHERS, "%" PRIu32 " in peace", count_through(&s));
  scene_free(&s);
}

static void enemy_columns_stand_in_a_corridor(test_state *t) {
  static const char *const rows[] = {"##############################",
                                     "..............................",
                                     "##############################", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  ovl_units_set_enemies(s.units, 3, 200, true);
  for (int32_t i = 0; i < 5; i++) {
    scene_send(&s, scene_add(&s, i, 1, 3, 0), 20 + i, 1);
    scene_send(&s, scene_add(&s, 29 - i, 1, 200, 0), 5 + i, 1);
  }
  scene_tick(&s, 1500);
  const uint64_t moves = ovl_units_count(s.units).moves;
  scene_tick(&s, 600);
  CHECK(t, ovl_units_count(s.units).moves == moves, "they move on");
  for (int32_t i = 0; i < 10; i += 2) {
    CHECK(t, s.cell[i].x < 15 && s.cell[i + 1].x >= 15, "%d and %d", (int)s.cell[i].x,
          (int)s.cell[i + 1].x);
  }
  scene_free(&s);
}

/* ---- Ledges ---------------------------------------------------------------------------- */

static uint32_t no_way_out(void *user, const ovl_step *step) {
  (void)user;
  return step->from.y == 0 ? OVL_STEP_BLOCKED : 0;
}

/* A corridor with a pit beside it, from which no step leads: an idle unit, or one that has arrived,
 * goes along the corridor before the one that comes, and is never pushed into the pit. */
static void nobody_is_pushed_into_a_pit(test_state *t) {
  for (int arrived = 0; arrived < 2; arrived++) {
    static uint8_t terrain[3 * 9];
    memset(terrain, 0, sizeof terrain);
    memset(terrain + 9, 1, 9);
    terrain[4] = 1;
    ovl_bake_def def = {0};
    def.width = 9;
    def.height = 3;
    def.terrain = terrain;
    def.more.step_rule = no_way_out;
    unit_scene s = scene_make_from(t, &def, (scene_settings){0});
    scene_add(&s, 4, 1, 0, 0);
    scene_add(&s, 0, 1, 0, 0);
    if (arrived != 0) {
      scene_send(&s, 0, 4, 1);
      scene_tick(&s, 5);
    }
    scene_send(&s, 1, 8, 1);
    for (int tick = 0; tick < 200; tick++) {
      scene_tick(&s, 1);
      CHECK(t, s.cell[0].y == 1, "it is in the pit");
    }
    scene_free(&s);
  }
}

/* ---- Queues ---------------------------------------------------------------------------- */

/* A crowd before a door of one cell makes few more steps than it needs, and hardly any back. */
static void a_queue_does_not_shuffle(test_state *t) {
  enum { SIDE = 10, WIDTH = 100, HEIGHT = 30 };
  static char cells[HEIGHT][WIDTH + 1];
  const char *rows[HEIGHT + 1] = {NULL};
  for (int32_t y = 0; y < HEIGHT; y++) {
    memset(cells[y], '.', WIDTH);
    cells[y][WIDTH / 2] = y == HEIGHT / 2 ? '.' : '#';
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  uint32_t walk = 0;
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    const ovl_cell from = {5 + i % SIDE, 10 + i / SIDE, 0};
    const ovl_cell to = {from.x + 80, from.y, 0};
    const int32_t apart = from.y - HEIGHT / 2;
    scene_send(&s, scene_add(&s, from.x, from.y, 0, 0), to.x, to.y);
    walk += (uint32_t)(to.x - from.x);
    walk += (uint32_t)(2 * (abs(apart) > WIDTH / 2 - from.x ? abs(apart) - WIDTH / 2 + from.x : 0));
  }
  uint32_t back = 0;
  static ovl_cell before[SIDE * SIDE][8];
  bool arrived = false;
  for (uint32_t tick = 0; tick < 350 && !arrived; tick++) {
    arrived = true;
    for (uint32_t i = 0; i < s.count; i++) {
      before[i][tick % 8] = s.cell[i];
    }
    scene_tick(&s, 1);
    for (uint32_t i = 0; i < s.count; i++) {
      const ovl_cell now = s.cell[i];
      const ovl_cell last = before[i][tick % 8];
      for (uint32_t k = 1; k < 8 && (now.x != last.x || now.y != last.y); k++) {
        const ovl_cell was = before[i][(tick + 8 - k) % 8];
        if (now.x == was.x && now.y == was.y) {
          back++;
          break;
        }
      }
      arrived = arrived && scene_look(&s, i).state == OVL_UNIT_ARRIVED;
    }
  }
  const uint64_t moves = ovl_units_count(s.units).moves;
  CHECK(t, arrived, "they do not all get through");
  CHECK(t, 10 * moves <= 13 * (uint64_t)walk, "%" PRIu64 " steps for %" PRIu32, moves, walk);
  CHECK(t, 25 * (uint64_t)back <= moves, "%" PRIu32 " of %" PRIu64 " steps lead back", back, moves);
  scene_free(&s);
}

/* ---- Groups that come to rest ------------------------------------------------------------ */

/* Bodies of one size on rocks, sent to a place in the open, at a border or in a corner. */
static void settle(test_state *t, uint64_t seed) {
  enum { WIDTH = 96, HEIGHT = 64 };
  static char cells[HEIGHT][WIDTH + 1];
  const char *rows[HEIGHT + 1] = {NULL};
  test_random random = {seed};
  const int32_t percent = test_random_between(&random, 0, 4);
  const int32_t body = test_random_between(&random, 1, 4);
  const int32_t count = test_random_between(&random, 10, 300 / (body * body) + 10);
  for (int32_t y = 0; y < HEIGHT; y++) {
    for (int32_t x = 0; x < WIDTH; x++) {
      cells[y][x] = test_random_percent(&random, percent) ? '#' : '.';
    }
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){.body = body});
  const int32_t kind = test_random_between(&random, 0, 2);
  ovl_cell place = {WIDTH - body - (kind == 0 ? 24 : 0), kind == 2 ? 0 : HEIGHT / 2, 0};
  while (ovl_world_weight(s.world, 0, place) == 0) {
    place.x--;
  }
  for (int32_t i = 0; i < count; i++) {
    const ovl_cell at = {test_random_between(&random, 0, 30),
                         test_random_between(&random, 0, HEIGHT - body), 0};
    bool is_free = ovl_world_island(s.world, 0, at) == ovl_world_island(s.world, 0, place);
    for (int32_t k = 0; k < body * body; k++) {
      const ovl_cell cell = {at.x + k % body, at.y + k / body, 0};
      is_free = is_free && ovl_units_at(s.units, cell) == OVL_NO_UNIT;
    }
    if (is_free) {
      scene_add(&s, at.x, at.y, 0, 0);
    }
  }
  CHECK(t, ovl_units_send(s.units, s.world, s.unit, s.count, place) == OVL_OK, "send");
  CHECK(t, scene_run(&s, 600), "%" PRIu32 " bodies of %d do not come to rest", s.count, (int)body);
  for (uint32_t i = 0; i < s.count; i++) {
    CHECK(t, scene_look(&s, i).state == OVL_UNIT_ARRIVED, "unit %" PRIu32 " has no place", i);
  }
  scene_free(&s);
}

/* Two units of one side and different speeds meet in a corridor of one cell with a pocket. */
static void pass_by_a_pocket(test_state *t, int32_t pocket, uint16_t speed) {
  static char cells[3][44];
  const char *rows[4] = {cells[0], cells[1], cells[2], NULL};
  memset(cells, '#', sizeof cells);
  memset(cells[0] + 1, '.', 41);
  cells[1][pocket] = cells[2][pocket] = '.';
  cells[0][43] = cells[1][43] = cells[2][43] = '\0';
  unit_scene s = scene_make(t, rows, (scene_settings){.flows = -1});
  scene_add(&s, 1, 0, 0, 0);
  scene_add(&s, 41, 0, 0, 0);
  CHECK(t, ovl_unit_set_speed(s.units, s.unit[0], speed) == OVL_OK, "speed");
  scene_send(&s, 0, 41, 0);
  scene_send(&s, 1, 1, 0);
  CHECK(t, scene_run(&s, 512u + 4u * 40u * 256u / speed),
        "a pocket at %" PRId32 ", speed %u: they have not passed", pocket, (unsigned)speed);
  scene_free(&s);
}

static void units_retreat_as_far_as_a_pocket(test_state *t) {
  for (int32_t pocket = 2; pocket <= 40; pocket += 3) {
    pass_by_a_pocket(t, pocket, 256);
    pass_by_a_pocket(t, pocket, 16);
  }
}

static void wide_bodies_come_to_rest(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 12, 400); i++) {
    settle(t, test_begin_case(t, i));
  }
}

/* ---- Homes ------------------------------------------------------------------------------ */

/* Units of 1, 2 and 4 cells on open ground: the largest stands idle, and the others are sent to
 * where it stands or close to that. It never has a goal, and all come to rest. */
static void one_home(test_state *t, ovl_world *world, ovl_cell idle, const ovl_cell *way) {
  ovl_units_def def = {.world = world};
  ovl_units *units;
  ovl_unit unit[3];
  size_t moves = 0;
  CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units");
  for (int32_t i = 0; i < 3; i++) {
    const ovl_unit_def about = {.cell = i == 2 ? idle : way[2 * i], .profile = i};
    CHECK(t, ovl_unit_add(units, world, &about, &unit[i]) == OVL_OK, "unit %d", (int)i);
    if (i < 2) {
      CHECK(t, ovl_unit_send(units, unit[i], way[2 * i + 1]) == OVL_OK, "send");
    }
  }
  for (int32_t tick = 0; tick < 600; tick++) {
    CHECK(t, ovl_units_tick(units, world, 20000, NULL) == OVL_OK, "tick");
    ovl_unit_info info;
    ovl_unit_describe(units, unit[2], &info);
    CHECK(t, info.state == OVL_UNIT_IDLE && info.waited == 0, "idle: %s, %" PRIu32,
          ovl_unit_state_text(info.state), info.waited);
    ovl_units_moves(units, &moves);
    CHECK(t, moves == 0 || tick < 500, "they do not come to rest");
  }
  for (int32_t i = 0; i < 2; i++) {
    ovl_unit_info info;
    ovl_unit_describe(units, unit[i], &info);
    CHECK(t, info.state == OVL_UNIT_ARRIVED, "unit %d is %s at %d,%d", (int)i,
          ovl_unit_state_text(info.state), (int)info.cell.x, (int)info.cell.y);
  }
  ovl_units_destroy(units);
}

static void an_idle_unit_gives_up_its_home(test_state *t) {
  static uint8_t ground[16 * 16];
  static const ovl_cell ways[][5] = {
      {{10, 10, 0}, {6, 4, 0}, {12, 10, 0}, {0, 6, 0}, {11, 13, 0}},
      {{6, 6, 0}, {0, 4, 0}, {6, 8, 0}, {14, 12, 0}, {8, 6, 0}},
      {{6, 6, 0}, {0, 4, 0}, {7, 9, 0}, {14, 12, 0}, {6, 5, 0}},
      {{6, 6, 0}, {0, 4, 0}, {7, 6, 0}, {14, 12, 0}, {6, 9, 0}},
  };
  ovl_profile_def profiles[3] = {{.name = "one", .body_cells = 1, .weights = {[1] = 8}},
                                 {.name = "two", .body_cells = 2, .weights = {[1] = 8}},
                                 {.name = "four", .body_cells = 4, .weights = {[1] = 8}}};
  ovl_world *world;
  memset(ground, 1, sizeof ground);
  ovl_bake_def def = {.width = 16, .height = 16, .terrain = ground};
  def.more.profiles = profiles;
  def.more.profile_count = 3;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    one_home(t, world, ways[i][0], &ways[i][1]);
  }
  ovl_world_close(world);
}

/* Returns the ticks in which a crowd passes a door in which a unit stands idle. */
static uint32_t pass_idle(test_state *t, uint8_t side, uint8_t priority, uint32_t begin) {
  enum { HALL_HEIGHT = 40, DOOR_Y = 20, CROWD = 60 };
  static char cells[HALL_HEIGHT][GATE_WIDTH + 1];
  const char *rows[HALL_HEIGHT + 1] = {NULL};
  for (int32_t y = 0; y < HALL_HEIGHT; y++) {
    memset(cells[y], '.', GATE_WIDTH);
    cells[y][GATE_X] = y == DOOR_Y ? '.' : '#';
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  scene_tick(&s, begin);
  for (int32_t i = 0; i < CROWD; i++) {
    scene_add(&s, 3 + i / 20, 10 + i % 20, 0, 0);
  }
  const uint32_t idle = scene_add(&s, GATE_X, DOOR_Y, side, priority);
  const ovl_cell home = {GATE_X, DOOR_Y, 0};
  CHECK(t, ovl_units_send(s.units, s.world, s.unit, CROWD, (ovl_cell){50, 20, 0}) == OVL_OK,
        "send");
  uint32_t ticks = 0;
  uint32_t moves = 0;
  for (uint32_t through = 0; through < CROWD && ticks < 1000; ticks++) {
    const ovl_cell before = s.cell[idle];
    scene_tick(&s, 1);
    moves += s.cell[idle].x != before.x || s.cell[idle].y != before.y ? 1 : 0;
    through = 0;
    for (uint32_t i = 0; i < CROWD; i++) {
      through += s.cell[i].x > GATE_X ? 1 : 0;
    }
  }
  CHECK(t, moves < 20, "it moved %" PRIu32 " times", moves);
  scene_tick(&s, 60);
  CHECK(t, s.cell[idle].x == home.x && s.cell[idle].y == home.y, "it does not come back");
  scene_free(&s);
  return ticks;
}

static void idle_units_of_all_sides_yield_alike(test_state *t) {
  const uint32_t own = pass_idle(t, 0, 0, 0);
  for (uint32_t i = 0; i < 4; i++) {
    const uint32_t begin = i / 2 * 1024;
    const uint32_t ticks = pass_idle(t, 1, (uint8_t)(i % 2 * 5), begin);
    CHECK(t, ticks < own + 10, "%" PRIu32 " ticks from tick %" PRIu32 ", past their own %" PRIu32,
          ticks, begin, own);
  }
}

const test_entry test_units_yield_table[] = {
    {"units_step_aside_and_come_back", idle_units_step_aside_and_come_back},
    {"units_hold_a_gate", a_held_gate_is_closed_to_others},
    {"units_walk_round_those_that_hold", held_units_are_walked_round},
    {"units_do_not_push_enemies", enemies_are_not_pushed},
    {"units_stand_before_enemies", enemy_columns_stand_in_a_corridor},
    {"units_are_not_pushed_into_a_pit", nobody_is_pushed_into_a_pit},
    {"units_do_not_shuffle_in_a_queue", a_queue_does_not_shuffle},
    {"units_retreat_as_far_as_a_pocket", units_retreat_as_far_as_a_pocket},
    {"units_of_wide_bodies_come_to_rest", wide_bodies_come_to_rest},
    {"units_give_up_homes", an_idle_unit_gives_up_its_home},
    {"units_of_all_sides_yield_alike", idle_units_of_all_sides_yield_alike},
    {NULL, NULL},
};
