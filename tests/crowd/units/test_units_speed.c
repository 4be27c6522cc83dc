/* The ticks that steps and links take, and who may follow whom meanwhile. */
#include <inttypes.h>
#include <stdlib.h>

#include "overland_inspect.h"
#include "tests/crowd/units/unit_scene.h"
#include "tests/support/random_map.h"

enum { SIDE = 64, SWAMP_FROM = 32, LINK_STEPS = 10 };

/* A map of plain ground above and swamp of eight times the cost below; a link leads from (60,10) to
 * (10,60), as long as ten steps, and back as long as five. */
static unit_scene make_scene(test_state *t, bool ground_slows, int32_t body, bool linked) {
  static uint8_t terrain[SIDE * SIDE];
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    terrain[i] = i / SIDE < SWAMP_FROM ? 1 : 2;
  }
  ovl_profile_def profile = {.weights = {0, 8, 64}, .body_cells = body};
  const ovl_link_def link = {.from = {60, 10, 0},
                             .to = {10, 60, 0},
                             .cost = LINK_STEPS * OVL_STRAIGHT_COST,
                             .cost_back = LINK_STEPS / 2 * OVL_STRAIGHT_COST};
  ovl_bake_def def = {.width = SIDE, .height = SIDE, .terrain = terrain};
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.more.links = &link;
  def.more.link_count = linked ? 1 : 0;
  def.tuning.region_cells = 16;
  return scene_make_from(t, &def, (scene_settings){.body = body, .ground_slows = ground_slows});
}

/* The tick in which a unit of a speed arrives that walks alone; its drawn position is checked. */
static uint32_t time_of_way(test_state *t, bool ground_slows, uint16_t speed, ovl_cell from,
                            ovl_cell to) {
  unit_scene s = make_scene(t, ground_slows, 1, false);
  const uint32_t unit = scene_add(&s, from.x, from.y, 0, 0);
  CHECK(t, ovl_unit_set_speed(s.units, s.unit[unit], speed) == OVL_OK, "speed");
  scene_send(&s, unit, to.x, to.y);
  uint32_t ticks = 0;
  ovl_unit_info before = scene_look(&s, unit);
  while (ticks < 20000 && t->failures == 0 && scene_look(&s, unit).state != OVL_UNIT_ARRIVED) {
    scene_tick(&s, 1);
    ticks++;
    const ovl_unit_info info = scene_look(&s, unit);
    const int64_t x = info.x - before.x;
    const int64_t y = info.y - before.y;
    const int64_t most = speed + 2; /* each axis is rounded */
    CHECK(t, x * x + y * y <= most * most, "drawn %d,%d farther in a tick", (int)x, (int)y);
    CHECK(t,
          ground_slows || x * x + y * y >= (most - 4) * (most - 4) || info.waited != 0 ||
              info.state == OVL_UNIT_ARRIVED,
          "drawn %d,%d farther in a tick: too slow", (int)x, (int)y);
    CHECK(t, info.state == OVL_UNIT_WALKING || info.state == OVL_UNIT_ARRIVED, "it is %s",
          ovl_unit_state_text(info.state));
    before = info;
  }
  scene_tick(&s, 1);
  const ovl_unit_info info = scene_look(&s, unit);
  CHECK(t, info.x == 256 * to.x && info.y == 256 * to.y, "it ends at %d,%d", (int)info.x,
        (int)info.y);
  CHECK(t, info.from.x == to.x && info.from.y == to.y, "it is still on its way");
  scene_free(&s);
  return ticks;
}

static void units_take_the_time_of_their_way(test_state *t) {
  static const struct {
    ovl_cell from, to;
    uint16_t speed;
    bool ground_slows;
    uint32_t ticks;
  } ways[] = {{{2, 2, 0}, {42, 2, 0}, 256, false, 40},   {{2, 19, 0}, {19, 2, 0}, 256, false, 24},
              {{2, 2, 0}, {42, 2, 0}, 128, false, 80},   {{2, 19, 0}, {19, 2, 0}, 128, false, 48},
              {{2, 2, 0}, {42, 2, 0}, 100, false, 102},  {{2, 2, 0}, {5, 2, 0}, 1, false, 768},
              {{2, 62, 0}, {42, 62, 0}, 256, false, 40}, {{2, 62, 0}, {42, 62, 0}, 256, true, 320},
              {{2, 2, 0}, {42, 2, 0}, 256, true, 40},    {{5, 31, 0}, {5, 32, 0}, 256, true, 4},
              {{2, 62, 0}, {12, 62, 0}, 16, true, 1280}, {{2, 62, 0}, {4, 62, 0}, 1, true, 4096}};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    const uint32_t ticks =
        time_of_way(t, ways[i].ground_slows, ways[i].speed, ways[i].from, ways[i].to);
    CHECK(t, ticks == ways[i].ticks, "way %zu takes %" PRIu32 " ticks, not %" PRIu32, i, ticks,
          ways[i].ticks);
  }
}

/* A column of slow units in a corridor walks as close as one of fast ones. */
static void units_follow_each_other_without_gaps(test_state *t) {
  static const char *const rows[] = {"##############################",
                                     "..............................",
                                     "##############################", NULL};
  static const uint16_t speeds[] = {256, 128, 64, 100};
  for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
    unit_scene s = scene_make(t, rows, (scene_settings){0});
    for (int32_t k = 0; k < 10; k++) {
      const uint32_t unit = scene_add(&s, 9 - k, 1, 0, 0);
      ovl_unit_set_speed(s.units, s.unit[unit], speeds[i]);
      scene_send(&s, unit, 29 - k, 1);
    }
    CHECK(t, scene_run(&s, 20u * 256u / speeds[i] + 3), "a column of speed %d has gaps",
          (int)speeds[i]);
    CHECK(t, ovl_units_count(s.units).pushes == 0, "they push each other");
    scene_free(&s);
  }
}

/* ---- Links ---- */

static ovl_unit add_at_link(unit_scene *s, int32_t x, int32_t y, ovl_cell goal) {
  const ovl_unit_def def = {.cell = {x, y, 0}};
  ovl_unit unit;
  CHECK(s->t, ovl_unit_add(s->units, s->world, &def, &unit) == OVL_OK, "add");
  ovl_unit_send(s->units, unit, goal);
  return unit;
}

/* The ticks until all of three units have arrived that stand in a row before the link, which has
 * room for so many; *most_riding is how many were on it at once. */
static uint32_t time_of_three(test_state *t, uint32_t room, uint32_t *most_riding) {
  unit_scene s = make_scene(t, false, 1, true);
  CHECK(t, ovl_units_set_link_room(s.units, 0, room) == OVL_OK, "room");
  ovl_unit units[3];
  for (int32_t i = 0; i < 3; i++) {
    units[i] = add_at_link(&s, 60 - i, 10, (ovl_cell){12 - i, 60, 0});
  }
  uint32_t ticks = 0;
  uint32_t arrived = 0;
  *most_riding = 0;
  for (; ticks < 200 && arrived < 3; ticks++) {
    ovl_units_tick(s.units, s.world, 20000, NULL);
    uint32_t riding = 0;
    arrived = 0;
    for (int i = 0; i < 3; i++) {
      ovl_unit_info info;
      ovl_unit_describe(s.units, units[i], &info);
      riding += info.on_link ? 1 : 0;
      arrived += info.state == OVL_UNIT_ARRIVED ? 1 : 0;
      CHECK(t, (ovl_units_at(s.units, info.cell) == units[i]) == !info.on_link,
            "a unit is on a link and on the ground, or on neither");
    }
    *most_riding = riding > *most_riding ? riding : *most_riding;
  }
  scene_free(&s);
  return ticks;
}

/* The link takes ten ticks: for one after the other; then with room for one, two and all. */
static void units_take_the_time_of_links(test_state *t) {
  static const struct {
    uint32_t room, riding, ticks;
  } cases[] = {{0, 0, 30}, {1, 1, 28}, {2, 2, 19}, {3, 3, 12}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t riding;
    const uint32_t ticks = time_of_three(t, cases[i].room, &riding);
    CHECK(t, riding == cases[i].riding, "room for %" PRIu32 ", and %" PRIu32 " on it",
          cases[i].room, riding);
    CHECK(t, ticks == cases[i].ticks, "room for %" PRIu32 ": %" PRIu32 " ticks", cases[i].room,
          ticks);
  }
}

/* A unit that lands pushes one aside that stands there; one that is removed makes room. */
static void units_land_where_others_stand(test_state *t) {
  unit_scene s = make_scene(t, false, 1, true);
  ovl_units_set_link_room(s.units, 0, 1);
  const ovl_unit rider = add_at_link(&s, 60, 10, (ovl_cell){10, 60, 0});
  const ovl_unit_def def = {.cell = {10, 60, 0}};
  ovl_unit idle;
  ovl_unit_add(s.units, s.world, &def, &idle);
  const ovl_unit second = add_at_link(&s, 59, 10, (ovl_cell){12, 60, 0});
  for (int tick = 0; tick < 4; tick++) {
    ovl_units_tick(s.units, s.world, 20000, NULL);
  }
  ovl_unit_info info;
  CHECK(t, ovl_unit_describe(s.units, rider, &info) && info.on_link, "it does not ride");
  CHECK(t, ovl_unit_describe(s.units, second, &info) && info.cell.x == 60, "it does not wait");
  ovl_unit_send(s.units, rider, (ovl_cell){15, 60, 0}); /* it goes on from where it lands */
  for (int tick = 0; tick < 12; tick++) {
    ovl_units_tick(s.units, s.world, 20000, NULL);
  }
  CHECK(t, ovl_unit_describe(s.units, rider, &info) && !info.on_link && info.cell.x > 10,
        "it has not landed");
  CHECK(t, ovl_unit_describe(s.units, second, &info) && info.on_link, "no room for the second");
  CHECK(t, ovl_units_at(s.units, def.cell) == idle, "the idle one did not come back");
  ovl_unit_remove(s.units, second);
  const ovl_unit third = add_at_link(&s, 60, 10, (ovl_cell){10, 60, 0});
  for (int tick = 0; tick < 4; tick++) {
    ovl_units_tick(s.units, s.world, 20000, NULL);
  }
  CHECK(t, ovl_unit_describe(s.units, third, &info) && info.on_link, "no room for the third");
  scene_free(&s);
}

/* ---- Random ---- */

/* What is known of a unit from its moves: nobody walks farther than its speed and time allow. */
typedef struct pace {
  uint16_t speed;
  uint64_t walked; /* lengths of its steps but the last, in 1/256 */
  uint64_t last;   /* length of the last */
} pace;

static uint64_t length_of(const unit_scene *s, bool ground_slows, const ovl_unit_move *move) {
  const bool diagonal = move->from.x != move->to.x && move->from.y != move->to.y;
  const uint64_t length = diagonal ? 362 : 256;
  const uint64_t weight =
      ovl_world_weight(s->world, 0, move->from) + (uint64_t)ovl_world_weight(s->world, 0, move->to);
  return ground_slows ? length * weight / 16 : length;
}

/* Checks the moves of a tick; none crosses a step that is under way. */
static void check_paces(unit_scene *s, pace *paces, bool ground_slows, uint64_t tick) {
  size_t count;
  const ovl_unit_move *moves = ovl_units_moves(s->units, &count);
  for (size_t i = 0; i < count; i++) {
    const ovl_unit_move *move = &moves[i];
    pace *walker = &paces[move->unit & 0xffff];
    walker->walked += walker->last;
    walker->last = length_of(s, ground_slows, move);
    CHECK(s->t, walker->walked <= tick * walker->speed, "unit %d walks too fast",
          (int)(move->unit & 0xffff));
    for (uint32_t k = 0; k < s->count && s->body == 1; k++) {
      const ovl_unit_info other = scene_look(s, k);
      const bool steps = other.from.x != other.cell.x || other.from.y != other.cell.y;
      CHECK(s->t,
            !steps || s->unit[k] == move->unit ||
                move->from.x + move->to.x != other.from.x + other.cell.x ||
                move->from.y + move->to.y != other.from.y + other.cell.y,
            "a step crosses another one at %d,%d", move->from.x, move->from.y);
    }
  }
}

/* A cell that a unit is still leaving is entered by no step that has ended already. */
static void check_leaving(const unit_scene *s) {
  for (uint32_t i = 0; i < s->count; i++) {
    const ovl_unit_info leaves = scene_look(s, i);
    const bool steps = leaves.from.x != leaves.cell.x || leaves.from.y != leaves.cell.y;
    for (uint32_t k = 0; k < s->count && steps; k++) {
      const ovl_unit_info stands = scene_look(s, k);
      CHECK(s->t,
            k == i || stands.from.x != stands.cell.x || stands.from.y != stands.cell.y ||
                abs(stands.cell.x - leaves.from.x) >= s->body ||
                abs(stands.cell.y - leaves.from.y) >= s->body,
            "unit %" PRIu32 " stands where unit %" PRIu32 " is leaving", k, i);
    }
  }
}

static void units_of_random_speeds(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 12, 2000); i++) {
    test_random random = {test_begin_case(t, i)};
    const bool ground_slows = test_random_percent(&random, 50);
    const int32_t body = test_random_between(&random, 1, 3);
    unit_scene s = make_scene(t, ground_slows, body, false);
    pace paces[SCENE_UNITS] = {{0}};
    for (int32_t k = 0; k < 60; k++) {
      const ovl_cell cell = {3 * test_random_between(&random, 0, 19),
                             3 * test_random_between(&random, 5, 15), 0};
      if (ovl_units_at(s.units, cell) == OVL_NO_UNIT) {
        const uint32_t unit = scene_add(&s, cell.x, cell.y, (uint8_t)(k % 2), 0);
        pace *walker = &paces[s.unit[unit] & 0xffff];
        walker->speed = (uint16_t)test_random_between(&random, 20, 256);
        ovl_unit_set_speed(s.units, s.unit[unit], walker->speed);
        scene_send(&s, unit, test_random_between(&random, 0, 50),
                   16 + test_random_between(&random, 0, 30));
      }
    }
    for (uint64_t tick = 1; tick < 200 && t->failures == 0; tick++) {
      scene_tick(&s, 1);
      check_paces(&s, paces, ground_slows, tick);
      check_leaving(&s);
    }
    CHECK(t, ovl_units_count(s.units).moves > 100, "nobody moved");
    scene_free(&s);
  }
}

const test_entry test_units_speed_table[] = {
    {"units_take_the_time_of_their_way", units_take_the_time_of_their_way},
    {"units_follow_each_other_without_gaps", units_follow_each_other_without_gaps},
    {"units_take_the_time_of_links", units_take_the_time_of_links},
    {"units_land_where_others_stand", units_land_where_others_stand},
    {"units_of_random_speeds", units_of_random_speeds},
    {NULL, NULL},
};
