/* Units of several sizes that keep each other from their goals where all have room: all come to
 * rest. */
#include <inttypes.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

enum { MOST_UNITS = 40, BODIES = 4, WIDEST = 40 };

/* A unit of `body` cells, and where it is sent; x < 0: nowhere. */
typedef struct sent_unit {
  int32_t body, side;
  ovl_cell cell, goal;
} sent_unit;

static ovl_world *bake(test_state *t, const char *const *rows) {
  static uint8_t ground[WIDEST * WIDEST];
  ovl_profile_def profiles[BODIES] = {
      {.name = "one"}, {.name = "two"}, {.name = "three"}, {.name = "four"}};
  ovl_world *world = NULL;
  const int32_t width = (int32_t)strlen(rows[0]);
  int32_t height = 0;
  for (; rows[height] != NULL; height++) {
    for (int32_t x = 0; x < width; x++) {
      ground[height * width + x] = rows[height][x] == '#' ? 0 : 1;
    }
  }
  for (int32_t i = 0; i < BODIES; i++) {
    profiles[i].body_cells = i + 1;
    profiles[i].weights[1] = 8;
  }
  ovl_bake_def def = {.width = width, .height = height, .terrain = ground};
  def.more.profiles = profiles;
  def.more.profile_count = BODIES;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* Adds units and sends each alone. Returns the ticks after which none has moved for 200, at most
 * `most`. */
static uint32_t send_all(test_state *t, ovl_units *units, const ovl_world *world,
                         const sent_unit *sent, int32_t count, ovl_unit *unit, uint32_t most) {
  uint32_t last = 0;
  for (int32_t i = 0; i < count; i++) {
    const ovl_unit_def about = {
        .cell = sent[i].cell, .profile = sent[i].body - 1, .side = (uint8_t)sent[i].side};
    CHECK(t, ovl_unit_add(units, world, &about, &unit[i]) == OVL_OK, "unit %d", (int)i);
    if (sent[i].goal.x >= 0) {
      CHECK(t, ovl_unit_send(units, unit[i], sent[i].goal) == OVL_OK, "send");
    }
  }
  for (uint32_t tick = 1; tick <= most && tick < last + 200; tick++) {
    size_t moves;
    CHECK(t, ovl_units_tick(units, world, 20000, NULL) == OVL_OK, "tick");
    ovl_units_moves(units, &moves);
    last = moves != 0 ? tick : last;
  }
  return last;
}

/* All units that are sent arrive. */
static void all_arrive(test_state *t, const char *name, const char *const *rows,
                       const sent_unit *sent, int32_t count) {
  ovl_world *world = bake(t, rows);
  ovl_units_def def = {.world = world};
  ovl_units *units;
  ovl_unit unit[MOST_UNITS];
  CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units");
  send_all(t, units, world, sent, count, unit, 2000);
  for (int32_t i = 0; i < count; i++) {
    ovl_unit_info info;
    ovl_unit_describe(units, unit[i], &info);
    CHECK(t, sent[i].goal.x < 0 || info.state == OVL_UNIT_ARRIVED, "%s: unit %d is %s at %d,%d",
          name, (int)i, ovl_unit_state_text(info.state), (int)info.cell.x, (int)info.cell.y);
  }
  ovl_units_destroy(units);
  ovl_world_close(world);
}

/* One unit stands in a dead end and wants out, where the other one wants in: the one that has a
 * place to go makes way. */
static void who_can_makes_way(test_state *t) {
  static const char *const rows[] = {"............",
                                     "............",
                                     "............",
                                     "....#.......",
                                     "............",
                                     "............",
                                     "............",
                                     "............",
                                     "....###.....",
                                     "............",
                                     NULL};
  static const sent_unit units[] = {{3, 1, {1, 7, 0}, {2, 4, 0}},
                                    {3, 2, {0, 4, 0}, {0, 7, 0}},
                                    {3, 1, {0, 1, 0}, {-1, 0, 0}},
                                    {3, 1, {5, 4, 0}, {-1, 0, 0}},
                                    {3, 0, {8, 4, 0}, {-1, 0, 0}}};
  all_arrive(t, "a dead end", rows, units, 5);
}

/* Units of 1 to 4 cells on a field, each sent alone to a goal that may overlap others: none goes to
 * and fro for ever. */
static void fields_come_to_rest(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 2000); i++) {
    test_random random = {test_begin_case(t, i)};
    const int32_t side = i % 2 == 0 ? 24 : 32;
    static char cells[WIDEST][WIDEST + 1];
    const char *rows[WIDEST + 1] = {NULL};
    static uint8_t taken[WIDEST * WIDEST];
    sent_unit sent[MOST_UNITS];
    ovl_unit unit[MOST_UNITS];
    int32_t count = 0;
    memset(taken, 0, sizeof taken);
    for (int32_t y = 0; y < side; y++) {
      memset(cells[y], '.', (size_t)side);
      cells[y][side] = '\0';
      rows[y] = cells[y];
    }
    for (int32_t k = test_random_between(&random, 4, 30); k > 0; k--) {
      const int32_t body = test_random_between(&random, 1, BODIES);
      const int32_t x = test_random_between(&random, 0, side - body);
      const int32_t y = test_random_between(&random, 0, side - body);
      bool is_free = true;
      for (int32_t c = 0; c < body * body; c++) {
        is_free = is_free && taken[(y + c / body) * side + x + c % body] == 0;
      }
      for (int32_t c = 0; is_free && c < body * body; c++) {
        taken[(y + c / body) * side + x + c % body] = 1;
      }
      if (is_free) {
        sent[count++] = (sent_unit){body,
                                    test_random_between(&random, 0, 1),
                                    {x, y, 0},
                                    {test_random_between(&random, 0, side - body),
                                     test_random_between(&random, 0, side - body), 0}};
      }
    }
    ovl_world *world = bake(t, rows);
    ovl_units_def def = {.world = world};
    ovl_units *units;
    CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units");
    const uint32_t ticks = send_all(t, units, world, sent, count, unit, 3000);
    CHECK(t, ticks < 2800, "%d units on %d cells: they still move after %" PRIu32 " ticks",
          (int)count, (int)side, ticks);
    ovl_units_destroy(units);
    ovl_world_close(world);
  }
}

/* Units of two profiles of one size in a passage that is one cell wide and closed behind: none can
 * pass another, so they arrive if they exchange goals. Only one of the profiles stands on the last
 * cell, which is water: its goal stays with one of that profile. */
static void two_profiles_settle_in_a_dead_end(test_state *t, bool has_water) {
  enum { LONG = 24, SENT = 6 };
  uint8_t cells[LONG];
  memset(cells, 1, sizeof cells);
  cells[LONG - 1] = has_water ? 2 : 1;
  ovl_profile_def profiles[2] = {{.name = "walks"}, {.name = "swims"}};
  profiles[0].weights[1] = profiles[1].weights[1] = profiles[1].weights[2] = OVL_PLAIN_WEIGHT;
  ovl_bake_def def = {.width = LONG, .height = 1, .terrain = cells};
  def.more.profiles = profiles;
  def.more.profile_count = 2;
  ovl_world *world = NULL;
  ovl_units *units = NULL;
  ovl_unit sent[SENT];
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "it is not baked");
  CHECK(t, ovl_units_create(&(ovl_units_def){.world = world}, &units, NULL) == OVL_OK, "no units");
  for (int32_t i = 0; i < SENT; i++) { /* a swimmer first, or last where the end is water */
    const ovl_unit_def unit = {.cell = {SENT - 1 - i, 0, 0}, .profile = (i + 1 + has_water) % 2};
    CHECK(t, ovl_unit_add(units, world, &unit, &sent[i]) == OVL_OK, "no unit %d", (int)i);
  }
  CHECK(t, ovl_units_send(units, world, sent, SENT, (ovl_cell){LONG - 1, 0, 0}) == OVL_OK,
        "they are not sent");
  for (int32_t tick = 0; tick < 400; tick++) {
    ovl_units_tick(units, world, 20000, NULL);
  }
  int32_t there = 0;
  for (int32_t i = 0; i < SENT; i++) {
    ovl_unit_info info;
    ovl_unit_describe(units, sent[i], &info);
    there += info.state == OVL_UNIT_ARRIVED;
    CHECK(t, ovl_world_weight(world, info.profile, info.goal) != 0,
          "unit %d is sent where it can't be", (int)i);
  }
  CHECK(t, there == SENT, "%d of %d have arrived%s", (int)there, (int)SENT,
        has_water ? ", with water" : "");
  ovl_units_destroy(units);
  ovl_world_close(world);
}

static void profiles_exchange_goals(test_state *t) {
  two_profiles_settle_in_a_dead_end(t, false);
  two_profiles_settle_in_a_dead_end(t, true);
}

const test_entry test_units_jams_table[] = {
    {"units_of_two_profiles_exchange_goals", profiles_exchange_goals},
    {"units_who_can_makes_way", who_can_makes_way},
    {"units_fields_come_to_rest", fields_come_to_rest},
    {NULL, NULL},
};
