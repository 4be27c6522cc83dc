/* Groups: they walk as broad as they came, stand as they are told, and keep together. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "crowd/units/unit_internal.h"
#include "crowd/way/beside.h"
#include "crowd/way/guide_lane.h"
#include "overland_bake.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/crowd/units/unit_scene.h"
#include "tests/support/test_allocate.h"

enum { WIDTH = 200, HEIGHT = 120, WALL_X = 90, WALL_END = 40 };

/* A field with a wall that comes from above and ends at row `end`. */
static unit_scene wall_make(test_state *t, int32_t end) {
  static char cells[HEIGHT][WIDTH + 1];
  static const char *rows[HEIGHT + 1];
  for (int32_t y = 0; y < HEIGHT; y++) {
    for (int32_t x = 0; x < WIDTH; x++) {
      cells[y][x] = x >= WALL_X && x < WALL_X + 4 && y < end ? '#' : '.';
    }
    rows[y] = cells[y];
  }
  return scene_make(t, rows, (scene_settings){.region_cells = 32, .flows = 2});
}

static void add_block(unit_scene *s, int32_t x, int32_t y, int32_t wide, int32_t high) {
  for (int32_t i = 0; i < wide * high; i++) {
    scene_add(s, x + i % wide, y + i / wide, 0, 0);
  }
}

static void order(unit_scene *s, ovl_order given) {
  const ovl_result result = ovl_units_order(s->units, s->world, s->unit, s->count, &given);
  CHECK(s->t, result == OVL_OK, "order: %s", ovl_result_text(result));
}

/* ---- Lanes ---- */

static void groups_walk_abreast_around_a_wall(test_state *t) {
  enum { WIDE = 12 };
  unit_scene s = wall_make(t, WALL_END);
  bool rows[HEIGHT] = {false};
  bool passed[WIDE * WIDE] = {false};
  int32_t abreast = 0;
  int32_t first = 0;
  uint32_t count = 0;
  add_block(&s, 40, 5, WIDE, WIDE);
  order(&s, (ovl_order){.place = {170, 20, 0}});
  int32_t tick = 0;
  for (; tick < 600 && count < s.count; tick++) {
    scene_tick(&s, 1);
    for (uint32_t i = 0; i < s.count; i++) {
      if (!passed[i] && s.cell[i].x >= WALL_X) {
        first = count == 0 ? tick : first;
        passed[i] = true;
        count++;
        abreast += rows[s.cell[i].y] ? 0 : 1;
        rows[s.cell[i].y] = true;
      }
    }
  }
  CHECK(t, count == s.count, "%" PRIu32 " of %" PRIu32 " pass the wall", count, s.count);
  CHECK(t, abreast >= WIDE, "on %d rows", abreast);
  CHECK(t, tick - first <= (int32_t)s.count / 3, "in %d ticks", tick - first);
  CHECK(t, scene_run(&s, 600), "they do not come to rest");
  scene_free(&s);
}

static void groups_that_meet_keep_right(test_state *t) {
  enum { GATE = 54, HIGH = 12, WIDE = 10 };
  unit_scene s = wall_make(t, 0);
  scene_edit(&s, WALL_X, 0, 4, GATE, 0);
  scene_edit(&s, WALL_X, GATE + HIGH, 4, HEIGHT - GATE - HIGH, 0);
  add_block(&s, 5, 55, WIDE, WIDE); /* too far for their first paths to lead through the gate */
  add_block(&s, 185, 55, WIDE, WIDE);
  const size_t half = s.count / 2;
  ovl_units_send(s.units, s.world, s.unit, half, (ovl_cell){185, 60, 0});
  ovl_units_send(s.units, s.world, s.unit + half, half, (ovl_cell){10, 60, 0});
  bool passed[2 * WIDE * WIDE] = {false};
  int32_t count = 0;
  int32_t right = 0;
  bool met = false;
  for (int32_t tick = 0; tick < 400; tick++) {
    scene_tick(&s, 1);
    ovi_guide *guide = s.units->sharing.guides;
    if (!met && guide->order != 0 && guide->keeps_right) { /* snapshots have that they met */
      const uint64_t hash = ovl_units_hash(s.units);
      met = true;
      guide->keeps_right = false;
      CHECK(t, ovl_units_hash(s.units) != hash, "it is not in crowd/snapshot/unit_walk.c");
      guide->keeps_right = true;
    }
    for (uint32_t i = 0; i < s.count; i++) {
      if (!passed[i] && s.cell[i].x >= WALL_X && s.cell[i].x < WALL_X + 4) {
        passed[i] = true;
        count++;
        right += (s.cell[i].y >= GATE + HIGH / 2) == (i < half) ? 1 : 0;
      }
    }
  }
  CHECK(t, met, "they did not meet");
  CHECK(t, count == (int32_t)s.count, "%d of %" PRIu32 " in the gate", count, s.count);
  CHECK(t, right * 10 >= count * 7, "%d of %d on the right", right, count);
  scene_free(&s);
}

/* One of two groups that meet is there while the other has half of its way still ahead. */
static void groups_keep_right_until_they_have_met(test_state *t) {
  unit_scene s = wall_make(t, 0);
  add_block(&s, 5, 55, 10, 10);
  add_block(&s, 75, 55, 10, 10);
  const size_t half = s.count / 2;
  ovl_units_send(s.units, s.world, s.unit, half, (ovl_cell){190, 60, 0});
  ovl_units_send(s.units, s.world, s.unit + half, half, (ovl_cell){10, 60, 0});
  const ovi_guide *guide = s.units->sharing.guides;
  bool met = false;
  for (int32_t tick = 0; tick < 130; tick++) {
    scene_tick(&s, 1);
    met = met || guide->keeps_right;
  }
  CHECK(t, met, "they do not meet");
  CHECK(t, guide->order != 0 && !guide->keeps_right, "it keeps right with nobody on its way");
  scene_free(&s);
}

/* A way around the end of a wall, walked down, to the right and up; `share` parts from its left. */
static ovl_cell walk_beside(test_state *t, const unit_scene *s, int32_t share, bool exact,
                            int32_t *lowest) {
  ovl_cell points[] = {{86, 20, 0}, {86, 37, 0}, {89, 40, 0},
                       {94, 40, 0}, {97, 37, 0}, {97, 20, 0}};
  const ovl_path segment = {.points = points, .count = sizeof points / sizeof points[0]};
  const ovl_cell begin = {89 - share * 27 / OVI_BESIDE_PARTS, 20, 0};
  ovi_way way = {.count = 0};
  ovl_cell end = begin;
  const bool goes =
      ovi_way_beside(&way, s->world, 0, &segment, (ovi_beside){24, share}, exact, &end);
  CHECK(t, goes, "no way at %d parts", share);
  ovl_cell cell = begin;
  *lowest = 0;
  for (uint32_t i = 0; i < way.count; i++) {
    const int32_t step = ovi_way_step(&way, i);
    CHECK(t, ovl_world_step(s->world, 0, cell, step) != 0, "no step from %d,%d", cell.x, cell.y);
    cell = ovi_cell_beside(cell, step);
    *lowest = cell.y > *lowest ? cell.y : *lowest;
  }
  CHECK(t, cell.x == end.x && cell.y == end.y, "the steps end elsewhere");
  return end;
}

static void ways_beside_each_other_lead_around_a_wall(test_state *t) {
  unit_scene s = wall_make(t, WALL_END);
  int32_t lowest = 0;
  for (int32_t share = 0; share < OVI_BESIDE_PARTS; share += 51) {
    const ovl_cell end = walk_beside(t, &s, share, false, &lowest);
    const int32_t beside = share * 27 / OVI_BESIDE_PARTS; /* 3 cells are free to the left */
    CHECK(t, end.x == 94 + beside && end.y == 20, "%d parts end at %d", share, end.x);
    CHECK(t, lowest >= 38 + beside * 3 / 4 && lowest <= 42 + beside, "%d parts turn in row %d",
          share, lowest);
  }
  const ovl_cell end = walk_beside(t, &s, 200, true, &lowest);
  CHECK(t, end.x == 97, "the last one ends at %d", end.x);
  scene_free(&s);
}

static const ovl_world *find_only(void *user, uint64_t identity) {
  (void)identity;
  return ((const unit_scene *)user)->world;
}

/* Saves the units and makes them again from that. */
static void save_and_restore(unit_scene *s) {
  const size_t most = ovl_units_save_bytes(s->units);
  uint8_t *bytes = test_allocate(most, 1);
  size_t used = 0;
  CHECK(s->t, ovl_units_save(s->units, bytes, most, &used) == OVL_OK, "save");
  CHECK(s->t, ovl_units_restore(s->units, bytes, used, find_only, s) == OVL_OK, "restore");
  free(bytes);
}

/* Units of a route each that were delayed walk beside it: on half of the way, one beside the other.
 * They are restored while they do, and what is closed before them is passed. */
static void delayed_units_walk_beside_their_way(test_state *t) {
  enum { LONG = 160, BROAD = 41, COUNT = 6, MIDDLE = BROAD / 2, CLOSED_X = 100 };
  static char cells[BROAD][LONG + 1];
  const char *rows[BROAD + 1] = {NULL};
  ovl_cell at[2][COUNT];
  for (int32_t y = 0; y < BROAD; y++) {
    memset(cells[y], '.', LONG);
    rows[y] = cells[y];
  }
  for (int32_t pass = 0; pass < 2; pass++) {
    unit_scene s = scene_make(t, rows, (scene_settings){.region_cells = 32, .flows = -1});
    int32_t lowest = BROAD;
    int32_t highest = 0;
    for (int32_t i = 0; i < COUNT; i++) {
      scene_add(&s, 0, MIDDLE - 3 + i, 0, 0);
      scene_send(&s, (uint32_t)i, LONG - 1, MIDDLE - 3 + i);
      s.units->unit[i].patience.delay = 100;
    }
    for (int32_t tick = 0; tick < 48; tick++) {
      scene_tick(&s, 1);
      if (pass == 1 && tick % 7 == 0) {
        save_and_restore(&s);
      }
    }
    for (int32_t i = 0; i < COUNT; i++) {
      at[pass][i] = s.cell[i];
      lowest = s.cell[i].y < lowest ? s.cell[i].y : lowest;
      highest = s.cell[i].y > highest ? s.cell[i].y : highest;
    }
    CHECK(t, lowest >= MIDDLE - 3 && highest - lowest >= 10, "they walk in rows %d to %d", lowest,
          highest);
    scene_edit(&s, CLOSED_X, MIDDLE, 1, BROAD - MIDDLE, 0);
    CHECK(t, scene_run(&s, 400), "not all arrive");
    scene_free(&s);
  }
  CHECK(t, memcmp(at[0], at[1], sizeof at[0]) == 0, "restored units walk elsewhere");
}

static void groups_have_lanes_on_the_widest_map(test_state *t) {
  const ovi_gate gate = {.right_x = 256, .right_y = 256};
  const int64_t lane = ovi_gate_lane(OVI_SQUARES, &gate, (ovl_cell){65535, 65535, 0});
  CHECK(t, lane == INT64_C(65535) * 256, "%" PRId64, lane);
}

static void groups_keep_their_shape_on_open_land(test_state *t) {
  unit_scene s = wall_make(t, 0);
  add_block(&s, 10, 50, 10, 10);
  order(&s, (ovl_order){.place = {180, 90, 0}});
  scene_tick(&s, 70);
  int32_t left = WIDTH;
  int32_t right = 0;
  for (uint32_t i = 0; i < s.count; i++) {
    left = s.cell[i].x < left ? s.cell[i].x : left;
    right = s.cell[i].x > right ? s.cell[i].x : right;
  }
  CHECK(t, left > 40, "the last is at %d", left);
  CHECK(t, right - left < 14, "they are %d long", right - left + 1);
  scene_free(&s);
}

/* ---- Formations ---- */

/* Counts the units that stand on the cells of a pattern: `wide` abreast from a corner. */
static uint32_t on_slots(const unit_scene *s, ovl_cell corner, int32_t wide, int32_t high,
                         int32_t pitch) {
  uint32_t count = 0;
  for (int32_t i = 0; i < wide * high; i++) {
    const ovl_cell cell = {corner.x + i % wide * pitch, corner.y + i / wide * pitch, 0};
    count += ovl_units_at(s->units, cell) != OVL_NO_UNIT ? 1 : 0;
  }
  return count;
}

static void groups_stand_in_formation(test_state *t) {
  unit_scene s = wall_make(t, 0);
  add_block(&s, 20, 20, 5, 5);
  order(&s, (ovl_order){.place = {100, 60, 0}, .formation = OVL_FORMATION_BLOCK, .spacing = 2});
  for (uint32_t i = 0; i + 1 < s.count; i++) { /* ranks and files do not cross */
    CHECK(t, i % 5 == 4 || scene_look(&s, i).goal.x <= scene_look(&s, i + 1).goal.x,
          "units %" PRIu32 " and the next change places", i);
  }
  CHECK(t, scene_run(&s, 400), "a block does not come to rest");
  CHECK(t, on_slots(&s, (ovl_cell){94, 54, 0}, 5, 5, 3) == 25, "a block: %" PRIu32,
        on_slots(&s, (ovl_cell){94, 54, 0}, 5, 5, 3));
  order(&s, (ovl_order){.place = {60, 90, 0}, .formation = OVL_FORMATION_LINE, .facing = 3});
  CHECK(t, scene_run(&s, 400), "a line does not come to rest");
  CHECK(t, on_slots(&s, (ovl_cell){48, 90, 0}, 25, 1, 1) == 25, "a line");
  order(&s, (ovl_order){.place = {60, 30, 0},
                        .formation = OVL_FORMATION_COLUMN,
                        .facing = 3,
                        .abreast = 2,
                        .spacing = 1});
  CHECK(t, scene_run(&s, 400), "a column does not come to rest");
  const uint32_t found = on_slots(&s, (ovl_cell){59, 18, 0}, 2, 13, 2);
  CHECK(t, found >= 24, "a column: %" PRIu32, found);
  scene_free(&s);
}

static void groups_stand_on_their_own_offsets(test_state *t) {
  unit_scene s = wall_make(t, 0);
  const ovl_cell offsets[3] = {{0, 0, 0}, {-4, -3, 0}, {-4, 3, 0}};
  add_block(&s, 20, 20, 3, 1);
  order(&s, (ovl_order){.place = {100, 60, 0},
                        .formation = OVL_FORMATION_OWN,
                        .facing = 3, /* south: right is west */
                        .offsets = offsets});
  CHECK(t, scene_run(&s, 300), "they do not come to rest");
  CHECK(t, s.cell[0].x == 100 && s.cell[0].y == 60, "the first");
  CHECK(t, s.cell[1].x == 103 && s.cell[1].y == 56, "the second at %d,%d", s.cell[1].x,
        s.cell[1].y);
  CHECK(t, s.cell[2].x == 97 && s.cell[2].y == 56, "the third at %d,%d", s.cell[2].x, s.cell[2].y);
  scene_free(&s);
}

/* Units whose goals lie crosswise, of one side and of two. */
/* The path of a unit that walks far is made longer by and by. */
static void far_walks_are_no_waiting(test_state *t) {
  static uint8_t cells[128 * 240];
  memset(cells, 1, sizeof cells);
  const ovl_bake_def def = {.width = 240, .height = 128, .terrain = cells};
  unit_scene s = scene_make_from(t, &def, (scene_settings){0});
  scene_add(&s, 45, 45, 0, 0);
  order(&s, (ovl_order){.place = {160, 64, 0},
                        .formation = OVL_FORMATION_OWN,
                        .facing = 8,
                        .offsets = &(ovl_cell){27, 0, 0}});
  const ovl_cell goal = scene_look(&s, 0).goal;
  uint32_t most = 0;
  for (int32_t tick = 0; tick < 200 && scene_look(&s, 0).state != OVL_UNIT_ARRIVED; tick++) {
    scene_tick(&s, 1);
    most = scene_look(&s, 0).waited > most ? scene_look(&s, 0).waited : most;
  }
  const ovl_cell cell = scene_look(&s, 0).cell;
  CHECK(t, cell.x == goal.x && cell.y == goal.y, "it stops at %d,%d, not at %d,%d", (int)cell.x,
        (int)cell.y, (int)goal.x, (int)goal.y);
  CHECK(t, most <= 4, "it has come no nearer for %" PRIu32 " ticks", most);
  scene_free(&s);
}

static void groups_keep_their_own_goals(test_state *t) {
  enum { COUNT = 9 };
  for (uint8_t sides = 1; sides <= 2; sides++) {
    for (int32_t own = 0; own < 2; own++) {
      unit_scene s = wall_make(t, 0);
      ovl_cell offsets[COUNT];
      ovl_cell goals[COUNT];
      for (int32_t i = 0; i < COUNT; i++) {
        scene_add(&s, 20 + i, 20, (uint8_t)(i % sides), 0);
        offsets[i] = (ovl_cell){-(i * 5 % COUNT), i - COUNT / 2, 0};
      }
      order(&s, (ovl_order){.place = {60, 60, 0},
                            .formation = own != 0 ? OVL_FORMATION_OWN : OVL_FORMATION_COLUMN,
                            .facing = 1,
                            .offsets = offsets});
      for (uint32_t i = 0; i < COUNT; i++) {
        goals[i] = scene_look(&s, i).goal;
      }
      CHECK(t, scene_run(&s, 500), "they do not come to rest");
      for (uint32_t i = 0; i < COUNT; i++) {
        bool is_one_of_its_side = false;
        for (uint32_t k = 0; k < COUNT; k++) {
          is_one_of_its_side =
              is_one_of_its_side || ((own != 0 ? k == i : k % sides == i % sides) &&
                                     s.cell[i].x == goals[k].x && s.cell[i].y == goals[k].y);
        }
        CHECK(t, is_one_of_its_side, "%d sides, own %d: %" PRIu32 " is at %d,%d", sides, own, i,
              s.cell[i].x, s.cell[i].y);
      }
      scene_free(&s);
    }
  }
}

/* A line that is longer than the land: those with slots outside stand near the place. */
static void groups_in_a_line_too_long_stand_in_ranks(test_state *t) {
  unit_scene s = wall_make(t, 0);
  bool taken[HEIGHT][WIDTH] = {{false}};
  add_block(&s, 20, 40, 20, 20);
  order(&s, (ovl_order){.place = {100, 60, 0}, .formation = OVL_FORMATION_LINE, .spacing = 2});
  const ovl_cell first = scene_look(&s, 0).goal;
  for (uint32_t i = 0; i < s.count; i++) {
    const ovl_cell goal = scene_look(&s, i).goal;
    CHECK(t, goal.x >= 80 && goal.x <= 120 && (goal.x - first.x) % 3 == 0,
          "one is sent to %d,%d, which is in no rank", (int)goal.x, (int)goal.y);
    CHECK(t, !taken[goal.y][goal.x], "two units are sent to %d,%d", goal.x, goal.y);
    taken[goal.y][goal.x] = true;
  }
  scene_free(&s);
}

/* A handle that is repeated gets one goal, however often. */
static void groups_count_a_repeated_handle_once(test_state *t) {
  enum { REPEATS = 3 * SCENE_UNITS };
  static ovl_unit units[REPEATS];
  static ovl_cell offsets[REPEATS];
  unit_scene s = wall_make(t, 0);
  add_block(&s, 20, 20, 1, 1);
  for (int32_t i = 0; i < REPEATS; i++) {
    units[i] = s.unit[0];
    offsets[i] = (ovl_cell){i == 0 ? 2 : 0, 0, 0};
  }
  const ovl_order own = {
      .place = {100, 60, 0}, .formation = OVL_FORMATION_OWN, .facing = 1, .offsets = offsets};
  CHECK(t, ovl_units_order(s.units, s.world, units, REPEATS, &own) == OVL_OK, "order");
  const ovl_cell goal = scene_look(&s, 0).goal;
  CHECK(t, goal.x == 102 && goal.y == 60, "goal %d,%d", (int)goal.x, (int)goal.y);
  scene_free(&s);
}

static void groups_check_their_offsets(test_state *t) {
  unit_scene s = wall_make(t, 0);
  const ovl_cell offsets[2] = {{0, 0, 0}, {0, INT32_MAX, 0}};
  const ovl_order own = {.place = {100, 60, 0}, .formation = OVL_FORMATION_OWN, .offsets = offsets};
  add_block(&s, 20, 20, 2, 1);
  CHECK(t, ovl_units_order(s.units, s.world, s.unit, s.count, &own) == OVL_BAD_ARGUMENT,
        "an offset of 2^31 - 1 cells");
  const ovl_fault *fault = ovl_units_fault(s.units);
  CHECK(t, strcmp(fault->what, "offsets: y") == 0 && fault->where == 1, "about %s", fault->what);
  CHECK(t, scene_look(&s, 0).state == OVL_UNIT_IDLE, "units were sent");
  scene_free(&s);
}

static void groups_go_near_a_place_that_is_blocked(test_state *t) {
  unit_scene s = wall_make(t, WALL_END);
  const ovl_order blocked = {.place = {WALL_X + 1, 10, 0}};
  add_block(&s, 20, 20, 2, 2);
  CHECK(t, ovl_units_order(s.units, s.world, s.unit, s.count, &blocked) == OVL_GOAL_BLOCKED,
        "an order to a rock");
  order(&s, (ovl_order){.place = blocked.place, .nearest = true});
  CHECK(t, scene_run(&s, 300), "they do not come to rest");
  for (uint32_t i = 0; i < s.count; i++) {
    CHECK(t, s.cell[i].x >= WALL_X - 3 && s.cell[i].x < WALL_X, "one is at %d", s.cell[i].x);
  }
  scene_free(&s);
}

/* ---- Flows ---- */

/* Bodies of two sizes are sent beside a rock: to a place that is blocked for the large ones. */
static void groups_follow_flows_beside_a_rock(test_state *t) {
  enum { LARGE = 24, ALL = 40 };
  static uint8_t terrain[WIDTH * HEIGHT];
  memset(terrain, 1, sizeof terrain);
  terrain[60 * WIDTH + 151] = 0;
  const ovl_profile_def profiles[2] = {{.name = "small"}, {.name = "large", .body_cells = 2}};
  ovl_bake_def def = {.width = WIDTH, .height = HEIGHT, .terrain = terrain};
  def.more.profiles = profiles;
  def.more.profile_count = 2;
  ovl_world *world;
  ovl_units *units;
  ovl_unit unit[ALL];
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  CHECK(t, ovl_units_create(&(ovl_units_def){.world = world, .flows = 2}, &units, NULL) == OVL_OK,
        "create");
  for (int32_t i = 0; i < ALL; i++) {
    const ovl_unit_def one = {.cell = {10 + 2 * (i % 8), 10 + 2 * (i / 8), 0},
                              .profile = i < LARGE ? 1 : 0};
    CHECK(t, ovl_unit_add(units, world, &one, &unit[i]) == OVL_OK, "add");
  }
  CHECK(t, ovl_units_send(units, world, unit, ALL, (ovl_cell){150, 60, 0}) == OVL_OK, "send");
  ovl_units_tick(units, world, 20000, NULL);
  for (int32_t i = 0; i < ALL; i++) {
    ovl_unit_detail detail;
    ovl_unit_inspect(units, unit[i], &detail);
    CHECK(t, detail.flow >= 0, "unit %d follows no flow", i);
  }
  for (int32_t tick = 0; tick < 400; tick++) {
    ovl_units_tick(units, world, 20000, NULL);
  }
  for (int32_t i = 0; i < ALL; i++) {
    ovl_unit_info info;
    ovl_unit_describe(units, unit[i], &info);
    CHECK(t, info.state == OVL_UNIT_ARRIVED, "unit %d: %s", i, ovl_unit_state_text(info.state));
  }
  ovl_units_destroy(units);
  ovl_world_close(world);
}

/* The ways of a group of two sizes lead along one side of a wall and back along the other: they are
 * no groups that meet. */
static void groups_of_two_sizes_do_not_meet_themselves(test_state *t) {
  enum { EACH = 20, WALL_Y = 60 };
  static uint8_t terrain[WIDTH * HEIGHT];
  for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
    terrain[i] = i / WIDTH == WALL_Y && i % WIDTH < WIDTH - 20 ? 0 : 1;
  }
  const ovl_profile_def profiles[2] = {{.name = "small"}, {.name = "large", .body_cells = 2}};
  ovl_bake_def def = {.width = WIDTH, .height = HEIGHT, .terrain = terrain};
  def.more.profiles = profiles;
  def.more.profile_count = 2;
  ovl_world *world;
  ovl_units *units;
  ovl_unit unit[2 * EACH];
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  CHECK(t, ovl_units_create(&(ovl_units_def){.world = world, .flows = 2}, &units, NULL) == OVL_OK,
        "create");
  for (int32_t i = 0; i < 2 * EACH; i++) {
    const ovl_unit_def one = {.cell = {100 + 2 * (i / 5), WALL_Y - 12 + 2 * (i % 5), 0},
                              .profile = i % 2};
    CHECK(t, ovl_unit_add(units, world, &one, &unit[i]) == OVL_OK, "add");
  }
  ovl_units_send(units, world, unit, (size_t)2 * EACH, (ovl_cell){20, WALL_Y + 8, 0});
  uint32_t both = 0;
  for (int32_t tick = 0; tick < 250; tick++) {
    ovl_units_tick(units, world, 20000, NULL);
    const ovi_guide *guides = units->sharing.guides;
    both += guides[0].count > 16 && guides[1].count > 16 ? 1 : 0;
    CHECK(t, !guides[0].keeps_right && !guides[1].keeps_right, "in tick %d", tick);
  }
  CHECK(t, both != 0, "there are no two ways");
  ovl_units_destroy(units);
  ovl_world_close(world);
}

/* The paths of a large group are filled by turns, so that its first tick is not a long one. */
static void groups_that_are_large_get_paths_by_turns(test_state *t) {
  enum { MOST_STEPS = 16384 };
  unit_scene s = wall_make(t, 0);
  add_block(&s, 5, 10, 16, 31);
  order(&s, (ovl_order){.place = {180, 60, 0}});
  for (int32_t tick = 0; tick < 4; tick++) {
    uint32_t steps = 0;
    uint32_t without = 0;
    scene_tick(&s, 1);
    for (uint32_t i = 0; i < s.units->high; i++) {
      steps += s.units->unit[i].plan.way.count;
      without += s.units->unit[i].plan.way.count == 0 ? 1 : 0;
    }
    CHECK(t, tick != 0 || steps < MOST_STEPS, "%" PRIu32 " steps in the first tick", steps);
    CHECK(t, tick != 3 || without == 0, "%" PRIu32 " units have no path", without);
  }
  scene_free(&s);
}

static const ovl_world *give_world(void *user, uint64_t identity) {
  (void)identity;
  return user;
}

/* A guide in a snapshot that was changed is refused, or at least breaks nothing. */
static void groups_refuse_forged_guides(test_state *t) {
  enum { ALONG, NO_WIDTH, RISING, OUTSIDE, CHEAP, FORGERIES };
  for (int32_t forgery = 0; forgery < FORGERIES; forgery++) {
    unit_scene s = wall_make(t, WALL_END);
    add_block(&s, 20, 5, 6, 6);
    order(&s, (ovl_order){.place = {170, 20, 0}});
    ovi_guide *guide = s.units->sharing.guides;
    for (int32_t tick = 0; tick < 100 && guide->count < 4; tick++) {
      scene_tick(&s, 1);
    }
    if (CHECK(t, guide->order != 0 && guide->count >= 4, "no guide")) {
      ovi_gate *last = &guide->gates[(guide->begin + guide->count - 1) % OVI_GUIDE_GATES];
      guide->ended = false;
      guide->wanted = true;
      last->along_x = forgery == ALONG ? 0 : last->along_x;
      last->along_y = forgery == ALONG ? 0 : last->along_y;
      guide->width = forgery == NO_WIDTH ? 0 : guide->width;
      last->cost_to_go = forgery == RISING  ? ovi_guide_gate(guide, 0)->cost_to_go
                         : forgery == CHEAP ? 1
                                            : last->cost_to_go;
      last->cell.x = forgery == OUTSIDE ? WIDTH : last->cell.x;
      const size_t bytes = ovl_units_save_bytes(s.units);
      void *saved = test_allocate(bytes, 1);
      size_t used = 0;
      CHECK(t, ovl_units_save(s.units, saved, bytes, &used) == OVL_OK, "save");
      const ovl_result result = ovl_units_restore(s.units, saved, used, give_world, s.world);
      CHECK(t, result == (forgery == CHEAP ? OVL_OK : OVL_CORRUPT), "forgery %d: %s", forgery,
            ovl_result_text(result));
      for (int32_t tick = 0; tick < 100 && result == OVL_OK; tick++) {
        ovl_units_tick(s.units, s.world, s.budget, NULL);
      }
      free(saved);
    }
    scene_free(&s);
  }
}

/* ---- Together ---- */

static void groups_keep_the_pace_of_the_slowest(test_state *t) {
  unit_scene s = wall_make(t, 0);
  add_block(&s, 10, 50, 3, 3);
  ovl_unit_set_speed(s.units, s.unit[4], 64);
  order(&s, (ovl_order){.place = {150, 51, 0}, .keep_pace = true});
  scene_tick(&s, 100);
  for (uint32_t i = 0; i < s.count; i++) {
    CHECK(t, s.cell[i].x >= 25 && s.cell[i].x < 40, "unit %" PRIu32 " is at %d", i, s.cell[i].x);
  }
  order(&s, (ovl_order){.place = {150, 51, 0}});
  scene_tick(&s, 60);
  CHECK(t, s.cell[0].x > 80, "the next order keeps the pace: at %d", s.cell[0].x);
  scene_free(&s);
}

static void groups_arrive_together(test_state *t) {
  unit_scene s = wall_make(t, 0);
  int32_t first = 0;
  int32_t last = 0;
  scene_add(&s, 10, 60, 0, 0);
  scene_add(&s, 70, 62, 0, 0);
  scene_add(&s, 90, 58, 0, 0);
  order(&s, (ovl_order){.place = {110, 60, 0}, .together = true});
  for (int32_t tick = 1; tick < 400 && last == 0; tick++) {
    uint32_t arrived = 0;
    scene_tick(&s, 1);
    for (uint32_t i = 0; i < s.count; i++) {
      arrived += scene_look(&s, i).state == OVL_UNIT_ARRIVED ? 1 : 0;
    }
    first = arrived != 0 && first == 0 ? tick : first;
    last = arrived == s.count ? tick : 0;
  }
  CHECK(t, last != 0 && last < 130, "the last arrives at %d", last);
  CHECK(t, last - first < 25, "the first arrives at %d, the last at %d", first, last);
  scene_free(&s);
}

/* A block that arrives together is as fast as one that does not, and stays a block. */
static void groups_that_arrive_together_keep_their_shape(test_state *t) {
  enum { WIDE = 15, WAY = 160 };
  int32_t ticks[2];
  for (int32_t together = 0; together < 2; together++) {
    unit_scene s = wall_make(t, 0);
    int32_t least = WIDTH;
    int32_t most = 0;
    ticks[together] = 0;
    add_block(&s, 10, 50, WIDE, WIDE);
    order(&s, (ovl_order){.place = {17 + WAY, 57, 0}, .together = together != 0});
    scene_tick(&s, WAY / 2);
    for (uint32_t i = 0; i < s.count; i++) {
      least = s.cell[i].x < least ? s.cell[i].x : least;
      most = s.cell[i].x > most ? s.cell[i].x : most;
    }
    CHECK(t, most - least < WIDE + 2, "%d: the block is %d long", together, most - least + 1);
    for (bool done = false; !done && ticks[together] < 3 * WAY; ticks[together]++) {
      scene_tick(&s, 1);
      done = true;
      for (uint32_t i = 0; i < s.count; i++) {
        done = done && scene_look(&s, i).state == OVL_UNIT_ARRIVED;
      }
    }
    scene_free(&s);
  }
  CHECK(t, 10 * (WAY / 2 + ticks[1]) <= 11 * (WAY / 2 + ticks[0]), "%d and %d ticks more", ticks[0],
        ticks[1]);
}

/* One that is near the place does not wait for one that is far on a step without end. */
static void groups_that_arrive_together_take_new_orders(test_state *t) {
  unit_scene s = wall_make(t, 0);
  scene_add(&s, 0, 60, 0, 0);
  scene_add(&s, 188, 60, 0, 0);
  order(&s, (ovl_order){.place = {190, 60, 0}, .together = true});
  scene_tick(&s, 20);
  const int32_t before = s.cell[1].x;
  scene_send(&s, 1, 188, 80);
  scene_tick(&s, 12);
  CHECK(t, s.cell[1].y > 60, "it went from %d,60 to %d,%d", before, s.cell[1].x, s.cell[1].y);
  scene_free(&s);
}

/* A wall with a gap for small bodies, and one for all; of squares or hexagons. */
static void groups_take_one_way(test_state *t) {
  enum { GAP_Y = 20, GATE_Y = 60, SMALL = 9 };
  static uint8_t terrain[WIDTH * HEIGHT];
  for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
    const int32_t y = i / WIDTH;
    terrain[i] = i % WIDTH == 60 && y != GAP_Y && (y < GATE_Y || y > GATE_Y + 8) ? 0 : 1;
  }
  const ovl_profile_def profiles[2] = {{.name = "small"}, {.name = "large", .body_cells = 3}};
  ovl_bake_def def = {.width = WIDTH, .height = HEIGHT, .terrain = terrain};
  def.more.profiles = profiles;
  def.more.profile_count = 2;
  for (int32_t i = 0; i < 4; i++) {
    const int32_t one_way = i % 2;
    def.topology = i / 2 == 0 ? OVL_SQUARES : OVL_HEXAGONS;
    ovl_world *world;
    ovl_units *units;
    ovl_unit unit[SMALL + 1];
    uint32_t through = 0;
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
    CHECK(t, ovl_units_create(&(ovl_units_def){.world = world, .flows = 2}, &units, NULL) == OVL_OK,
          "create");
    for (int32_t k = 0; k <= SMALL; k++) {
      const ovl_unit_def one = {.cell = {10 + 3 * k, 20, 0}, .profile = k == SMALL ? 1 : 0};
      CHECK(t, ovl_unit_add(units, world, &one, &unit[k]) == OVL_OK, "add");
    }
    const ovl_order given = {.place = {100, 20, 0}, .one_way = one_way != 0};
    CHECK(t, ovl_units_order(units, world, unit, SMALL + 1, &given) == OVL_OK, "order");
    for (int32_t tick = 0; tick < 250; tick++) {
      ovl_units_tick(units, world, 20000, NULL);
      through += ovl_units_at(units, (ovl_cell){60, GAP_Y, 0}) != OVL_NO_UNIT ? 1 : 0;
    }
    for (int32_t k = 0; k <= SMALL; k++) {
      ovl_unit_info info;
      ovl_unit_describe(units, unit[k], &info);
      CHECK(t, info.state == OVL_UNIT_ARRIVED, "unit %d: %s", k, ovl_unit_state_text(info.state));
    }
    CHECK(t, one_way != 0 ? through == 0 : through >= SMALL, "%d: %" PRIu32 " through the gap", i,
          through);
    ovl_units_destroy(units);
    ovl_world_close(world);
  }
}

const test_entry test_units_groups_table[] = {
    {"units_groups_walk_abreast_around_a_wall", groups_walk_abreast_around_a_wall},
    {"units_groups_that_meet_keep_right", groups_that_meet_keep_right},
    {"units_groups_keep_right_until_they_have_met", groups_keep_right_until_they_have_met},
    {"units_groups_of_two_sizes_do_not_meet_themselves",
     groups_of_two_sizes_do_not_meet_themselves},
    {"units_go_beside_each_other_around_a_wall", ways_beside_each_other_lead_around_a_wall},
    {"units_that_are_delayed_walk_beside_their_way", delayed_units_walk_beside_their_way},
    {"units_groups_have_lanes_on_the_widest_map", groups_have_lanes_on_the_widest_map},
    {"units_groups_keep_their_shape_on_open_land", groups_keep_their_shape_on_open_land},
    {"units_groups_stand_in_formation", groups_stand_in_formation},
    {"units_groups_stand_on_their_own_offsets", groups_stand_on_their_own_offsets},
    {"units_groups_count_a_repeated_handle_once", groups_count_a_repeated_handle_once},
    {"units_that_walk_far_do_not_wait", far_walks_are_no_waiting},
    {"units_groups_keep_their_own_goals", groups_keep_their_own_goals},
    {"units_groups_in_a_line_too_long_stand_in_ranks", groups_in_a_line_too_long_stand_in_ranks},
    {"units_groups_check_their_offsets", groups_check_their_offsets},
    {"units_groups_go_near_a_place_that_is_blocked", groups_go_near_a_place_that_is_blocked},
    {"units_groups_keep_the_pace_of_the_slowest", groups_keep_the_pace_of_the_slowest},
    {"units_groups_arrive_together", groups_arrive_together},
    {"units_groups_that_arrive_together_keep_their_shape",
     groups_that_arrive_together_keep_their_shape},
    {"units_groups_follow_flows_beside_a_rock", groups_follow_flows_beside_a_rock},
    {"units_groups_that_are_large_get_paths_by_turns", groups_that_are_large_get_paths_by_turns},
    {"units_groups_refuse_forged_guides", groups_refuse_forged_guides},
    {"units_groups_that_arrive_together_take_new_orders",
     groups_that_arrive_together_take_new_orders},
    {"units_groups_take_one_way", groups_take_one_way},
    {NULL, NULL},
};
