/* Groups on hexagons, each move judged from outside: how they walk, and where they stand. */
#include <stdlib.h>
#include <string.h>

#include "overland_hexagons.h"
#include "tests/crowd/judge/crowd_judge.h"
#include "tests/support/test_allocate.h"

enum { SIDE = 120, MIDDLE = SIDE / 2 };

/* Open ground, for bodies of 1, 3 and 5 cells; columns `wall` to wall + 2 are closed above a row.
 */
static crowd_judge *begin(test_state *t, int32_t flows, int32_t wall, int32_t wall_end) {
  static const char *const names[3] = {"one", "three", "five"};
  crowd_judge *judge = test_allocate(1, sizeof *judge);
  crowd_model model = {.hexagons = true, .width = SIDE, .height = SIDE, .floors = 1};
  model.cells = (size_t)SIDE * SIDE;
  model.profile_count = 3;
  for (int32_t i = 0; i < 3; i++) {
    ovl_profile_def *profile = &model.profiles[i];
    *profile = (ovl_profile_def){.body_cells = 2 * i + 1};
    strcpy(profile->name, names[i]);
    profile->weights[1] = OVL_PLAIN_WEIGHT;
  }
  model.terrain = test_allocate(model.cells, 1);
  memset(model.terrain, 1, model.cells);
  for (int32_t i = 0; i < 3 * wall_end; i++) {
    model.terrain[i / 3 * SIDE + wall + i % 3] = 0;
  }
  crowd_judge_begin(judge, t, model);
  crowd_judge_create(judge, (ovl_units_def){.capacity = JUDGED_UNITS, .flows = flows});
  return judge;
}

static void end(crowd_judge *judge) {
  crowd_judge_end(judge);
  free(judge);
}

/* Adds units whose bodies stand side by side, with a cell to spare. */
static void add_block(crowd_judge *judge, int32_t profile, ovl_cell corner, int32_t wide,
                      int32_t high) {
  const int32_t apart = profile == 0 ? 1 : 2 * profile + 2;
  for (int32_t i = 0; i < wide * high; i++) {
    const ovl_unit_def def = {.cell = {corner.x + i % wide * apart, corner.y + i / wide * apart, 0},
                              .profile = profile};
    crowd_judge_add(judge, &def);
  }
}

static void order(crowd_judge *judge, ovl_order given) {
  ovl_unit sent[JUDGED_UNITS];
  for (int32_t i = 0; i < judge->count; i++) {
    sent[i] = judge->unit[i].unit;
    judge->unit[i].ordered = true;
  }
  const ovl_result result =
      ovl_units_order(judge->units, judge->world, sent, (size_t)judge->count, &given);
  CHECK(judge->t, result == OVL_OK, "order: %s", ovl_result_text(result));
}

static ovl_unit_info look(const crowd_judge *judge, int32_t number) {
  ovl_unit_info info = {0};
  ovl_unit_describe(judge->units, judge->unit[number].unit, &info);
  return info;
}

/* Ticks until all have arrived, at most so often; after how many. */
static int32_t run(crowd_judge *judge, int32_t most) {
  int32_t arrived = 0;
  while (judge->tick < most && arrived < judge->count && judge->t->failures == 0) {
    crowd_judge_tick(judge, NULL);
    arrived = 0;
    for (int32_t i = 0; i < judge->count; i++) {
      arrived += look(judge, i).state == OVL_UNIT_ARRIVED;
    }
  }
  CHECK(judge->t, arrived == judge->count, "%d of %d have arrived", (int)arrived,
        (int)judge->count);
  return judge->tick;
}

/* ---- Places ---- */

static void fill_a_hexagon(test_state *t) {
  crowd_judge *judge = begin(t, 0, 0, 0);
  add_block(judge, 0, (ovl_cell){3, 30, 0}, 5, 4);
  crowd_judge_remove(judge, --judge->count);
  const ovl_cell place = {25, 12, 0};
  order(judge, (ovl_order){.place = place});
  const int32_t ticks = run(judge, 200);
  for (int32_t i = 0; i < judge->count; i++) {
    const ovl_cell goal = look(judge, i).goal;
    CHECK(t, ovl_hexagon_distance(goal, place) <= 2, "goal %d: %d,%d", (int)i, goal.x, goal.y);
  }
  CHECK(t, ticks >= 20 && ticks <= 40, "%d ticks for 20 to 24 steps of one tick each", (int)ticks);
  end(judge);
}

/* Bodies of 7 and of 19 cells stand around one without gaps. */
static void wide_bodies_fill_a_hexagon(test_state *t) {
  for (int32_t profile = 1; profile < 3; profile++) {
    crowd_judge *judge = begin(t, 0, 0, 0);
    const ovl_cell place = {80, 30, 0};
    add_block(judge, profile, (ovl_cell){10, 70, 0}, 7, 1);
    order(judge, (ovl_order){.place = place});
    run(judge, 400);
    int32_t gaps = 0;
    for (int32_t i = 0; i < 169; i++) {
      const ovl_cell cell = {place.x + i % 13 - 6, place.y + i / 13 - 6, 0};
      gaps += ovl_hexagon_distance(cell, place) <= 2 * profile + 1 &&
              ovl_units_at(judge->units, cell) == OVL_NO_UNIT;
    }
    CHECK(t, gaps == 0, "bodies %d cells wide leave %d free", (int)(2 * profile + 1), (int)gaps);
    end(judge);
  }
}

/* The larger ones prefer strips of their own. */
static void bodies_of_several_sizes_have_room(test_state *t) {
  crowd_judge *judge = begin(t, 1, 0, 0);
  const ovl_cell place = {85, 40, 0};
  add_block(judge, 2, (ovl_cell){10, 60, 0}, 3, 2);
  add_block(judge, 0, (ovl_cell){30, 60, 0}, 8, 5);
  add_block(judge, 1, (ovl_cell){12, 80, 0}, 4, 3);
  order(judge, (ovl_order){.place = place});
  run(judge, 400);
  for (int32_t i = 0; i < judge->count; i++) { /* 238 cells, in a hexagon 9 steps wide */
    CHECK(t, ovl_hexagon_distance(judge->unit[i].cell, place) <= 16, "unit %d stands at %d,%d",
          (int)i, judge->unit[i].cell.x, judge->unit[i].cell.y);
  }
  end(judge);
}

/* ---- Formations ---- */

/* How many have another one so far before them in a direction. */
static int32_t count_behind(const crowd_judge *judge, int32_t dx, int32_t dy) {
  int32_t behind = 0;
  for (int32_t i = 0; i < judge->count; i++) {
    for (int32_t k = 0; k < judge->count; k++) {
      const ovl_cell one = judge->unit[i].cell;
      const ovl_cell other = judge->unit[k].cell;
      behind += one.x + dx == other.x && one.y + dy == other.y;
    }
  }
  return behind;
}

/* Files of four or five stand in each of the six directions, each body right behind another one. */
static void form_files(test_state *t) {
  static const int8_t x[6] = {1, 0, -1, -1, 0, 1};
  static const int8_t y[6] = {0, 1, 1, 0, -1, -1};
  for (int32_t i = 0; i < 12; i++) {
    const int32_t profile = i / 6;
    const int32_t pitch = 2 * profile + 1;
    crowd_judge *judge = begin(t, 0, 0, 0);
    add_block(judge, profile, (ovl_cell){20, 80, 0}, 5, 4);
    order(judge, (ovl_order){.place = {70, 45, 0},
                             .formation = OVL_FORMATION_BLOCK,
                             .facing = i % 6 + 1,
                             .abreast = 4});
    run(judge, 300);
    const int32_t behind = count_behind(judge, pitch * x[i % 6], pitch * y[i % 6]);
    CHECK(t, behind == 16, "facing %d: %d of 20 stand right behind another one", (int)(i % 6 + 1),
          (int)behind);
    end(judge);
  }
}

/* ---- Flows ---- */

/* A group marches by a flow in each of twelve directions, and none walks far round. */
static void march_in_all_directions(test_state *t) {
  static const int8_t x[12] = {2, 1, 0, -1, -2, -1, -2, -1, 0, 1, 2, 1};
  static const int8_t y[12] = {0, 1, 2, 2, 2, 1, 0, -1, -2, -2, -2, -1};
  for (int32_t i = 0; i < 12; i++) {
    crowd_judge *judge = begin(t, 1, 0, 0);
    int64_t apart = 0;
    int32_t longest = 0;
    add_block(judge, 0, (ovl_cell){MIDDLE - 4 - 18 * x[i], MIDDLE - 4 - 18 * y[i], 0}, 8, 8);
    order(judge, (ovl_order){.place = {MIDDLE + 18 * x[i], MIDDLE + 18 * y[i], 0}});
    for (int32_t k = 0; k < judge->count; k++) {
      const ovl_unit_info info = look(judge, k);
      const int32_t steps = (int32_t)ovl_hexagon_distance(info.cell, info.goal);
      apart += steps;
      longest = steps > longest ? steps : longest;
    }
    const int32_t ticks = run(judge, 400);
    const ovl_units_stats stats = ovl_units_count(judge->units);
    CHECK(t, stats.flows == 1, "toward %d,%d: %d flows", x[i], y[i], (int)stats.flows);
    CHECK(t, ticks <= longest * 4 / 3 + 8, "toward %d,%d: %d ticks for %d steps", x[i], y[i],
          (int)ticks, (int)longest);
    CHECK(t, (int64_t)judge->moves <= apart * 21 / 20, "toward %d,%d: %d steps for %d", x[i], y[i],
          (int)judge->moves, (int)apart);
    end(judge);
  }
}

/* A group of 10 x 10 passes the end of a wall on as many rows, not behind each other along it. */
static void walk_abreast_around_a_wall(test_state *t) {
  enum { WIDE = 10, WALL = 60, WALL_END = 50 };
  crowd_judge *judge = begin(t, 1, WALL, WALL_END);
  bool rows[SIDE] = {false};
  bool passed[JUDGED_UNITS] = {false};
  int32_t abreast = 0, first = 0, count = 0;
  add_block(judge, 0, (ovl_cell){20, 30, 0}, WIDE, WIDE);
  order(judge, (ovl_order){.place = {100, 25, 0}});
  while (judge->tick < 400 && count < judge->count && t->failures == 0) {
    crowd_judge_tick(judge, NULL);
    for (int32_t i = 0; i < judge->count; i++) {
      const ovl_cell cell = judge->unit[i].cell;
      if (!passed[i] && cell.x >= WALL) {
        first = count == 0 ? judge->tick : first;
        passed[i] = true;
        count++;
        abreast += rows[cell.y] ? 0 : 1;
        rows[cell.y] = true;
      }
    }
  }
  CHECK(t, count == judge->count, "%d of %d pass the wall", (int)count, (int)judge->count);
  CHECK(t, abreast >= WIDE, "on %d rows", (int)abreast);
  CHECK(t, judge->tick - first <= judge->count * 2 / 5, "in %d ticks", (int)(judge->tick - first));
  run(judge, 500);
  end(judge);
}

const test_entry test_crowd_hexagons_table[] = {
    {"units_on_hexagons_fill_a_hexagon", fill_a_hexagon},
    {"units_on_hexagons_of_wide_bodies_fill_a_hexagon", wide_bodies_fill_a_hexagon},
    {"units_on_hexagons_of_several_sizes_have_room", bodies_of_several_sizes_have_room},
    {"units_on_hexagons_form_files", form_files},
    {"units_on_hexagons_march_in_all_directions", march_in_all_directions},
    {"units_on_hexagons_walk_abreast_around_a_wall", walk_abreast_around_a_wall},
    {NULL, NULL},
};
