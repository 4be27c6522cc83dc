/* Crowds in random settings: maps with rocks, rooms, ledges and links, bodies of several sizes,
 * sides, orders and edits, each move judged from outside. At last all are sent to places that have
 * room for them, and all arrive. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/crowd/judge/crowd_judge.h"
#include "tests/crowd/judge/crowd_room.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_jobs.h"

enum {
  SIDES = 3,
  TROUBLED_TICKS = 100,
  FREE_BODIES = 4 /* bodies' areas of cells to which a standing unit can go, or it is locked in */
};

typedef struct setting {
  crowd_judge judge;
  test_random random;
  const ovl_jobs *jobs;
  int32_t slowest;        /* speed of the slowest units, 1/256 straight steps a tick */
  int32_t restored_ticks; /* between snapshots that are restored; 0: there are none */
} setting;

static int32_t draw(setting *s, int32_t low, int32_t high) {
  return test_random_between(&s->random, low, high);
}

static bool chance(setting *s, int32_t percent) { return test_random_percent(&s->random, percent); }

static ovl_cell draw_cell(setting *s) {
  const crowd_model *model = &s->judge.model;
  return (ovl_cell){draw(s, 0, model->width - 1), draw(s, 0, model->height - 1),
                    draw(s, 0, model->floors - 1)};
}

/* A cell on which a profile stands. */
static bool draw_open(setting *s, int32_t profile, ovl_cell *cell) {
  for (int32_t i = 0; i < 60; i++) {
    *cell = draw_cell(s);
    if (crowd_model_stands(&s->judge.model, profile, *cell)) {
      return true;
    }
  }
  return false;
}

static void add_one(setting *s) {
  crowd_judge *judge = &s->judge;
  ovl_unit_def def = {.profile = draw(s, 0, judge->model.profile_count - 1),
                      .side = (uint8_t)draw(s, 0, SIDES - 1),
                      .priority = (uint8_t)(chance(s, 10) ? 3 : 0),
                      .speed = (uint16_t)draw(s, s->slowest, 256)};
  if (judge->count < JUDGED_UNITS && draw_open(s, def.profile, &def.cell) &&
      crowd_judge_is_free(judge, def.profile, def.cell)) {
    crowd_judge_add(judge, &def);
  }
}

/* Units of one side from one number on; how many. */
static size_t gather(const setting *s, uint8_t side, size_t most, ovl_unit *sent,
                     int32_t *numbers) {
  size_t count = 0;
  for (int32_t i = 0; i < s->judge.count && count < most; i++) {
    const judged_unit *unit = &s->judge.unit[i];
    if (unit->unit != OVL_NO_UNIT && unit->side == side) {
      numbers[count] = i;
      sent[count++] = unit->unit;
    }
  }
  return count;
}

/* A group to one place, by one call. */
static void send_group(setting *s, size_t most) {
  crowd_judge *judge = &s->judge;
  ovl_unit sent[JUDGED_UNITS];
  int32_t numbers[JUDGED_UNITS];
  const size_t count = gather(s, (uint8_t)draw(s, 0, SIDES - 1), most, sent, numbers);
  ovl_cell place;
  if (count == 0 || !draw_open(s, judge->unit[numbers[0]].profile, &place)) {
    return;
  }
  const ovl_result result = ovl_units_send(judge->units, judge->world, sent, count, place);
  CHECK(judge->t, result == OVL_OK, "a group is not sent: %s", ovl_result_text(result));
  for (size_t i = 0; i < count; i++) {
    judge->unit[numbers[i]].ordered = true;
  }
}

/* Something that a player does. */
static void order(setting *s) {
  crowd_judge *judge = &s->judge;
  const int32_t number = draw(s, 0, judge->count - 1), what = draw(s, 0, 19);
  judged_unit *unit = &judge->unit[number];
  ovl_cell cell;
  if (what <= 1) {
    add_one(s);
  } else if (what <= 3) {
    send_group(s, (size_t)draw(s, 1, 30));
  } else if (unit->unit == OVL_NO_UNIT) {
    return;
  } else if (what == 4) {
    crowd_judge_remove(judge, number);
  } else if (what == 5) {
    ovl_unit_stop(judge->units, unit->unit);
    unit->home = unit->ordered ? unit->cell : unit->home;
    unit->ordered = false;
  } else if (what == 6) {
    unit->hold = (uint8_t)draw(s, OVL_HOLD_NONE, OVL_HOLD_ALL);
    ovl_unit_set_hold(judge->units, unit->unit, (ovl_unit_hold)unit->hold);
  } else if (draw_open(s, unit->profile, &cell)) {
    ovl_unit_send(judge->units, unit->unit, cell);
    unit->ordered = true;
  }
}

/* Rocks that fall, mostly where nobody stands, or ground that is cleared. */
static void edit(setting *s) {
  const ovl_cell cell = draw_cell(s);
  const int32_t w = draw(s, 1, 3), h = draw(s, 1, 3);
  if (cell.x + w > s->judge.model.width || cell.y + h > s->judge.model.height) {
    return;
  }
  bool is_empty = true;
  for (int32_t i = 0; i < w * h; i++) {
    is_empty = is_empty && ovl_units_at(s->judge.units, (ovl_cell){cell.x + i % w, cell.y + i / w,
                                                                   cell.floor}) == OVL_NO_UNIT;
  }
  if (is_empty || chance(s, 10)) {
    crowd_judge_edit(&s->judge, cell, w, h, (uint8_t)(chance(s, 50) ? 0 : draw(s, 1, 2)));
  }
}

static void tick_all(setting *s) {
  crowd_judge_tick(&s->judge, s->jobs);
  if (s->restored_ticks != 0 && s->judge.tick % s->restored_ticks == 0) {
    crowd_judge_restore(&s->judge);
  }
}

static void trouble(setting *s) {
  const bool edits = chance(s, 50);
  for (int32_t tick = 0; tick < TROUBLED_TICKS && s->judge.t->failures == 0; tick++) {
    for (int32_t i = tick == 0 ? 30 : draw(s, -3, 1); i > 0 && s->judge.count > 0; i--) {
      order(s);
    }
    if (edits && chance(s, 15)) {
      edit(s);
    }
    tick_all(s);
  }
}

/* ---- The end: all have room, and all arrive ---- */

/* Units that are not sent stand where they are. In `locked` are those of them that have so few
 * cells to go to, as large bodies in a hollow, that they may not get out of the way of a smaller
 * one. */
static void shut_standing(const setting *s, uint8_t *shut, uint8_t *locked) {
  const crowd_model *model = &s->judge.model;
  ovl_cell covered[MODEL_BODY];
  for (size_t i = 0; i < model->cells; i++) {
    const uint16_t holder = s->judge.taken[i];
    const judged_unit *unit = holder != 0 ? &s->judge.unit[holder - 1] : NULL;
    shut[i] = unit != NULL && !unit->ordered;
    if (shut[i]) {
      const judge_reach reach = s->judge.reach;
      const size_t count = crowd_model_reach(model, unit->profile, unit->cell, false, NULL,
                                             reach.reached, reach.list);
      const int32_t area = crowd_model_body(model, unit->profile, unit->cell, covered);
      locked[i] = count < FREE_BODIES * (size_t)area;
    }
  }
}

/* Sends a side to a place; whether a flow says that all of it have room, beside those before. */
static bool send_side(setting *s, uint8_t side, const uint8_t *locked, uint8_t *shut) {
  crowd_judge *judge = &s->judge;
  ovl_unit sent[JUDGED_UNITS];
  int32_t numbers[JUDGED_UNITS];
  crowd_member members[JUDGED_UNITS];
  const size_t count = gather(s, side, JUDGED_UNITS, sent, numbers);
  int32_t largest = 0;
  ovl_cell place;
  for (size_t i = 0; i < count; i++) {
    const judged_unit *unit = &judge->unit[numbers[i]];
    members[i] = (crowd_member){unit->profile, unit->cell};
    if (judge->model.profiles[unit->profile].body_cells >
        judge->model.profiles[judge->unit[numbers[largest]].profile].body_cells) {
      largest = (int32_t)i;
    }
  }
  if (count == 0 || !draw_open(s, judge->unit[numbers[largest]].profile, &place)) {
    return count == 0;
  }
  ovl_units_send(judge->units, judge->world, sent, count, place);
  return crowd_room_count(&judge->model, members, (int32_t)count, place, locked, shut) ==
         (int32_t)count;
}

static int32_t count_under_way(const setting *s) {
  int32_t count = 0;
  for (int32_t i = 0; i < s->judge.count; i++) {
    ovl_unit_info info;
    if (s->judge.unit[i].ordered && s->judge.unit[i].unit != OVL_NO_UNIT &&
        ovl_unit_describe(s->judge.units, s->judge.unit[i].unit, &info)) {
      count += info.state != OVL_UNIT_ARRIVED;
    }
  }
  return count;
}

static void gather_all(setting *s) {
  crowd_judge *judge = &s->judge;
  uint8_t *shut = test_allocate(judge->model.cells, 1);
  uint8_t *locked = test_allocate(judge->model.cells, 1);
  bool idle[SIDES], has_room = true;
  for (int32_t side = 0; side < SIDES; side++) {
    idle[side] = chance(s, 20);
  }
  for (int32_t i = 0; i < judge->count; i++) {
    judged_unit *unit = &judge->unit[i];
    unit->ordered = !idle[unit->side];
    if (unit->unit != OVL_NO_UNIT) {
      unit->hold = OVL_HOLD_NONE;
      ovl_unit_set_hold(judge->units, unit->unit, OVL_HOLD_NONE);
      if (idle[unit->side]) {
        ovl_unit_stop(judge->units, unit->unit);
      }
    }
  }
  shut_standing(s, shut, locked);
  for (int32_t side = 0; side < SIDES; side++) {
    has_room = (idle[side] || send_side(s, (uint8_t)side, locked, shut)) && has_room;
  }
  free(shut);
  free(locked);
  const int32_t most = has_room ? (1500 + 60 * judge->count) * 256 / s->slowest : 100;
  int32_t left = 1;
  for (int32_t tick = 0; tick < most && left > 0 && judge->t->failures == 0; tick++) {
    tick_all(s);
    left = count_under_way(s);
  }
  CHECK(judge->t, !has_room || left == 0 || !judge->t->is_long,
        "%" PRId32 " of %" PRId32 " units have not arrived after %" PRId32
        " ticks, though there is room",
        left, judge->count, most);
}

/* ---- Settings ---- */

static uint64_t run_setting(test_state *t, uint64_t seed, const ovl_jobs *jobs,
                            int32_t restored_ticks, uint64_t *moves) {
  setting *s = test_allocate(1, sizeof *s);
  crowd_judge *judge = &s->judge;
  uint64_t hash = 0;
  s->random.state = seed;
  s->jobs = jobs;
  s->restored_ticks = restored_ticks;
  crowd_judge_begin(judge, t, crowd_model_make(&s->random));
  if (judge->world != NULL) {
    ovl_units_def def = {.world = NULL};
    def.capacity = JUDGED_UNITS;
    def.lanes = draw(s, 1, 5);
    def.flows = draw(s, 0, 3);
    def.ground_slows = chance(s, 30);
    const uint64_t budgets[4] = {300, 1500, 5000, 20000};
    judge->budget = budgets[draw(s, 0, 3)];
    crowd_judge_create(judge, def);
    const int32_t most = (int32_t)judge->model.cells / 12;
    s->slowest = chance(s, 30) ? draw(s, 80, 250) : 256;
    for (int32_t i = draw(s, 1, most < 80 ? most : 80); i > 0; i--) {
      add_one(s);
    }
    test_context(t, "%d x %d x %d %s, %d profiles, %d links, %s, %d units, budget %d, %d flows",
                 (int)judge->model.width, (int)judge->model.height, (int)judge->model.floors,
                 judge->model.hexagons ? "hexagons" : "squares", (int)judge->model.profile_count,
                 (int)judge->model.link_count, judge->model.heights != NULL ? "ledges" : "level",
                 (int)judge->count, (int)judge->budget, (int)def.flows);
    const bool enemies = chance(s, 30);
    ovl_units_set_enemies(judge->units, 0, 1, enemies);
    trouble(s);
    ovl_units_set_enemies(judge->units, 0, 1, false);
    if (t->failures == 0) {
      gather_all(s);
    }
    if (t->failures != 0) {
      crowd_judge_print(judge);
    }
    hash = ovl_units_hash(judge->units);
  }
  *moves += judge->moves;
  crowd_judge_end(judge);
  free(s);
  return hash;
}

static void crowd_judged(test_state *t) {
  uint32_t turn = 0;
  const ovl_jobs jobs = {4, test_run_turned, &turn};
  uint64_t moves = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 10000); i++) {
    const uint64_t seed = test_begin_case(t, i);
    const uint64_t hash = run_setting(t, seed, NULL, 0, &moves);
    if (seed % 8 == 0 && t->failures == 0) {
      CHECK(t, run_setting(t, seed, &jobs, 0, &moves) == hash, "on jobs the hash differs");
    }
    if (seed % 4 == 1 && t->failures == 0) {
      CHECK(t, run_setting(t, seed, NULL, 7, &moves) == hash, "with snapshots the hash differs");
    }
  }
  CHECK(t, moves > 1000, "nobody moved");
}

const test_entry test_judged_table[] = {
    {"crowd_judged", crowd_judged},
    {NULL, NULL},
};
