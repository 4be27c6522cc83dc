/* Many units with one goal: a flow serves them, through edits, within the budget, and the same on
 * any threads. */
#include <inttypes.h>

#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/crowd/units/unit_scene.h"
#include "tests/support/test_jobs.h"

enum { WIDTH = 70, HEIGHT = 40, WALL_X = 35, UNITS = 60 };

/* A field with a wall across, and two doors in it. */
static unit_scene field_make(test_state *t, scene_settings settings) {
  static char cells[HEIGHT][WIDTH + 1];
  static const char *rows[HEIGHT + 1];
  for (int32_t y = 0; y < HEIGHT; y++) {
    for (int32_t x = 0; x < WIDTH; x++) {
      const bool is_door = (y >= 4 && y < 8) || (y >= 30 && y < 34);
      cells[y][x] = (x == WALL_X && !is_door) || (x + 3 * y) % 23 == 0 ? '#' : '.';
    }
    cells[y][WIDTH] = 0;
    rows[y] = cells[y];
  }
  rows[HEIGHT] = NULL;
  return scene_make(t, rows, settings);
}

static void add_army(unit_scene *s) {
  for (int32_t i = 0; s->count < UNITS; i++) {
    const ovl_cell cell = {1 + 2 * (i % 12), 1 + 3 * (i / 12), 0};
    if (ovl_world_island(s->world, 0, cell) != 0) {
      scene_add(s, cell.x, cell.y, (uint8_t)(i % 2), 0);
    }
  }
}

static void send_army(unit_scene *s, int32_t x, int32_t y) {
  for (uint32_t i = 0; i < s->count; i++) {
    scene_send(s, i, x, y);
  }
}

static void units_share_a_flow(test_state *t) {
  unit_scene s = field_make(t, (scene_settings){.flows = 1});
  add_army(&s);
  send_army(&s, 60, 20);
  CHECK(t, scene_run(&s, 600), "with a flow they do not all arrive or stand beside");
  const ovl_units_stats stats = ovl_units_count(s.units);
  CHECK(t, stats.flows == 1 && stats.routes < UNITS / 10, "%" PRIu64 " flows, %" PRIu64 " routes",
        stats.flows, stats.routes);
  send_army(&s, 5, 35);
  CHECK(t, scene_run(&s, 600), "sent elsewhere they do not all arrive or stand beside");
  CHECK(t, ovl_units_count(s.units).flows == 2, "the flow is not given to the next goal");
  scene_free(&s);
}

/* Those that are sent one by one, and are too few to be led, keep their flow too. */
static void units_sent_one_by_one_keep_their_flow(test_state *t) {
  unit_scene s = field_make(t, (scene_settings){0});
  add_army(&s);
  for (int32_t i = 0; i < 3; i++) {
    send_army(&s, 60, 18 + i);
    scene_tick(&s, 8);
    CHECK(t, ovl_units_flow(s.units, 0, NULL) != NULL, "the flow was closed");
  }
  CHECK(t, ovl_units_count(s.units).flows == 3, "%" PRIu64 " flows",
        ovl_units_count(s.units).flows);
  CHECK(t, scene_run(&s, 900), "they do not all arrive or stand beside");
  scene_tick(&s, 1);
  CHECK(t, ovl_units_flow(s.units, 0, NULL) == NULL, "the flow is kept");
  scene_free(&s);
}

static void units_sent_to_a_place_share_a_flow(test_state *t) {
  unit_scene s = field_make(t, (scene_settings){.flows = 2});
  add_army(&s);
  CHECK(t, ovl_units_send(s.units, s.world, s.unit, s.count, (ovl_cell){60, 20, 0}) == OVL_OK,
        "send");
  CHECK(t, scene_run(&s, 900), "with a flow they do not come to rest");
  for (uint32_t i = 0; i < s.count; i++) {
    const ovl_unit_info info = scene_look(&s, i);
    CHECK(t,
          info.state == OVL_UNIT_ARRIVED && info.cell.x == info.goal.x &&
              info.cell.y == info.goal.y,
          "unit %" PRIu32 " is %s at %d,%d", i, ovl_unit_state_text(info.state), info.cell.x,
          info.cell.y);
  }
  CHECK(t, ovl_units_count(s.units).flows == 1, "no flow was begun");
  scene_free(&s);
}

/* A few units plan for themselves. */
static void units_plan_alone_without_a_flow(test_state *t) {
  unit_scene s = field_make(t, (scene_settings){.flows = 1});
  for (int32_t i = 0; i < 7; i++) {
    scene_add(&s, 2 + 2 * i, 2, 0, 0);
  }
  send_army(&s, 60, 20);
  CHECK(t, scene_run(&s, 400), "seven do not arrive");
  CHECK(t, ovl_units_count(s.units).flows == 0, "seven get a flow");
  scene_free(&s);
}

/* Units that a flow leads. */
static uint32_t count_led(const unit_scene *s) {
  uint32_t led = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    ovl_unit_detail detail;
    ovl_unit_inspect(s->units, s->unit[i], &detail);
    led += detail.flow == 0 && detail.steps != 0 ? 1 : 0;
  }
  return led;
}

/* On a budget far below the price of a tile, in regions of any size. */
static void units_share_a_flow_on_any_budget(test_state *t) {
  static const int32_t sides[] = {8, 32, 64, 128};
  for (size_t i = 0; i < sizeof sides / sizeof sides[0] && t->failures == 0; i++) {
    unit_scene s = field_make(t, (scene_settings){.flows = 1, .region_cells = sides[i]});
    uint32_t led = 0;
    s.budget = 64;
    add_army(&s);
    CHECK(t, ovl_units_send(s.units, s.world, s.unit, s.count, (ovl_cell){60, 20, 0}) == OVL_OK,
          "send");
    for (int32_t tick = 0; tick < 60; tick++) {
      const uint32_t now = count_led(&s);
      scene_tick(&s, 1);
      led = now > led ? now : led;
    }
    CHECK(t, led > UNITS / 2, "in regions of %" PRId32 " the flow leads %" PRIu32, sides[i], led);
    CHECK(t, s.most_expansions <= 64, "a tick of %" PRIu64 " expansions", s.most_expansions);
    s.budget = 20000;
    CHECK(t, scene_run(&s, 900), "in regions of %" PRId32 " they do not all arrive", sides[i]);
    scene_free(&s);
  }
}

/* One door closes before them, and opens again when the other has closed, and rocks
 * fall near their goal. */
static uint64_t march(test_state *t, const ovl_jobs *jobs, uint64_t budget) {
  unit_scene s = field_make(t, (scene_settings){.lanes = 4, .flows = 1});
  s.jobs = jobs;
  s.budget = budget;
  add_army(&s);
  send_army(&s, 60, 20);
  uint64_t hash = 0;
  for (int32_t tick = 0; tick < 160 && t->failures == 0; tick++) {
    scene_tick(&s, 1);
    if (tick == 10) {
      scene_edit(&s, WALL_X, 4, 1, 4, 0);
    } else if (tick == 30) {
      scene_edit(&s, WALL_X, 4, 1, 4, 1);
      scene_edit(&s, WALL_X, 30, 1, 4, 0);
    } else if (tick % 7 == 3) {
      const ovl_cell cell = {45 + tick % 5, tick % HEIGHT, 0};
      scene_edit(&s, cell.x, cell.y, 1, 1, ovl_units_claims(s.units, cell) == 0 ? 0 : 1);
    }
    hash = hash * 31 + ovl_units_hash(s.units);
  }
  CHECK(t, s.most_expansions <= budget, "a tick of %" PRIu64 " expansions", s.most_expansions);
  s.budget = 20000;
  CHECK(t, scene_run(&s, 1200), "after edits they do not all arrive or stand beside");
  CHECK(t, ovl_units_count(s.units).flows >= 1, "no flow was begun");
  hash = hash * 31 + ovl_units_hash(s.units);
  scene_free(&s);
  return hash;
}

static void units_with_a_flow_march_through_edits(test_state *t) {
  uint32_t turn = 0;
  const ovl_jobs jobs = {3, test_run_turned, &turn};
  static const uint64_t budgets[] = {64, 6000};
  for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++) {
    const uint64_t alone = march(t, NULL, budgets[i]);
    const uint64_t shared = march(t, &jobs, budgets[i]);
    CHECK(t, alone == shared, "hashes %" PRIx64 " and, on jobs, %" PRIx64, alone, shared);
  }
}

/* Steps that a unit needs from a cell to another through a door between them, two steps thick. */
static int32_t steps_through(ovl_cell from, ovl_cell door, ovl_cell to) {
  const int32_t before_x = door.x - from.x;
  const int32_t before_y = door.y > from.y ? door.y - from.y : from.y - door.y;
  const int32_t after_x = to.x - door.x;
  const int32_t after_y = door.y > to.y ? door.y - to.y : to.y - door.y;
  return (before_x > before_y ? before_x : before_y) + (after_x > after_y ? after_x : after_y);
}

/* A crowd of units of 2 x 2 cells enters a door on all of its cells, and nobody is pushed about. */
static void units_enter_a_door_without_ado(test_state *t) {
  enum { FIELD_WIDTH = 120, FIELD_HEIGHT = 60, WALL = 60, DOOR = 28, WIDE = 4, CROWD = 60 };
  static char cells[FIELD_HEIGHT][FIELD_WIDTH + 1];
  static const char *rows[FIELD_HEIGHT + 1];
  for (int32_t y = 0; y < FIELD_HEIGHT; y++) {
    for (int32_t x = 0; x < FIELD_WIDTH; x++) {
      const bool is_wall = (x == WALL || x == WALL + 1) && (y < DOOR || y >= DOOR + WIDE);
      cells[y][x] = is_wall ? '#' : '.';
    }
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){.body = 2, .flows = 1});
  ovl_cell from[CROWD];
  for (int32_t i = 0; i < CROWD; i++) {
    from[i] = (ovl_cell){36 - 2 * (i % 10), 16 + 4 * (i / 10), 0};
    scene_add(&s, from[i].x, from[i].y, 0, 0);
  }
  CHECK(t, ovl_units_send(s.units, s.world, s.unit, s.count, (ovl_cell){95, 30, 0}) == OVL_OK,
        "they are not sent");
  CHECK(t, scene_run(&s, 1000), "they do not arrive");
  int32_t needed = 0;
  for (uint32_t i = 0; i < s.count; i++) {
    needed += steps_through(from[i], (ovl_cell){WALL, DOOR + WIDE / 2 - 1, 0}, s.cell[i]);
  }
  const ovl_units_stats stats = ovl_units_count(s.units);
  CHECK(t, stats.moves * 10 <= (uint64_t)needed * 13, "%" PRIu64 " steps, needed are %" PRId32,
        stats.moves, needed);
  scene_free(&s);
}

const test_entry test_units_flows_table[] = {
    {"units_share_a_flow", units_share_a_flow},
    {"units_sent_one_by_one_keep_their_flow", units_sent_one_by_one_keep_their_flow},
    {"units_sent_to_a_place_share_a_flow", units_sent_to_a_place_share_a_flow},
    {"units_plan_alone_without_a_flow", units_plan_alone_without_a_flow},
    {"units_share_a_flow_on_any_budget", units_share_a_flow_on_any_budget},
    {"units_with_a_flow_march_through_edits", units_with_a_flow_march_through_edits},
    {"units_enter_a_door_without_ado", units_enter_a_door_without_ado},
    {NULL, NULL},
};
