/* Follows units by their moves: see crowd_judge.h. */
#include "tests/crowd/judge/crowd_judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "tests/support/test_allocate.h"

void crowd_judge_begin(crowd_judge *judge, test_state *t, crowd_model model) {
  *judge = (crowd_judge){.t = t, .model = model, .budget = 20000};
  judge->world = crowd_model_bake(&judge->model);
  CHECK(t, judge->world != NULL, "the model is not baked");
  judge->versions[judge->version_count++] = judge->world;
  judge->taken = test_allocate(model.cells, sizeof *judge->taken);
  judge->crossed = test_allocate(model.cells, sizeof *judge->crossed);
  judge->reach.reached = test_allocate(model.cells, 1);
  judge->reach.list = test_allocate(model.cells, sizeof *judge->reach.list);
}

void crowd_judge_end(crowd_judge *judge) {
  ovl_units_destroy(judge->units);
  for (int32_t i = 0; i < judge->version_count; i++) {
    ovl_world_close(judge->versions[i]);
  }
  crowd_model_free(&judge->model);
  free(judge->taken);
  free(judge->crossed);
  free(judge->reach.reached);
  free(judge->reach.list);
}

/* ---- Who stands where ---- */

static bool are_equal(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

static bool is_of_one_cell(const crowd_judge *judge, int32_t profile) {
  return judge->model.profiles[profile].body_cells == 1;
}

/* Puts a body on its cells, or takes it from there; false if they were not held by `held`. */
static bool lay(crowd_judge *judge, int32_t profile, ovl_cell cell, uint16_t held,
                uint16_t holder) {
  ovl_cell covered[MODEL_BODY];
  const int32_t count = crowd_model_body(&judge->model, profile, cell, covered);
  bool was_held = true;
  for (int32_t i = 0; i < count; i++) {
    uint16_t *at = &judge->taken[crowd_model_number(&judge->model, covered[i])];
    was_held = was_held && *at == held;
    *at = holder;
  }
  return was_held;
}

bool crowd_judge_is_free(const crowd_judge *judge, int32_t profile, ovl_cell cell) {
  ovl_cell covered[MODEL_BODY];
  const int32_t count = crowd_model_body(&judge->model, profile, cell, covered);
  bool is_free = crowd_model_stands(&judge->model, profile, cell);
  for (int32_t i = 0; is_free && i < count; i++) {
    is_free = judge->taken[crowd_model_number(&judge->model, covered[i])] == 0;
  }
  return is_free;
}

/* Whether a unit is still drawn over cells that it leaves. */
static bool is_being_left(const crowd_judge *judge, int32_t profile, ovl_cell cell) {
  const int32_t body = 256 * judge->model.profiles[profile].body_cells;
  for (int32_t i = 0; i < judge->count; i++) {
    const judged_unit *unit = &judge->unit[i];
    const int32_t other = 256 * judge->model.profiles[unit->profile].body_cells;
    const int32_t dx = unit->x - 256 * cell.x, dy = unit->y - 256 * cell.y;
    const bool meets = judge->model.hexagons ? abs(dx) + abs(dy) + abs(dx + dy) < body + other
                                             : dx < body && -dx < other && dy < body && -dy < other;
    if (unit->unit != OVL_NO_UNIT && meets) {
      return true;
    }
  }
  return false;
}

void crowd_judge_add(crowd_judge *judge, const ovl_unit_def *def) {
  judged_unit *unit = &judge->unit[judge->count];
  *unit = (judged_unit){.cell = def->cell,
                        .home = def->cell,
                        .profile = def->profile,
                        .side = def->side,
                        .speed = def->speed != 0 ? def->speed : 256,
                        .x = 256 * def->cell.x,
                        .y = 256 * def->cell.y};
  const ovl_result result = ovl_unit_add(judge->units, judge->world, def, &unit->unit);
  if (result == OVL_START_BLOCKED && is_being_left(judge, def->profile, def->cell)) {
    return;
  }
  if (CHECK(judge->t, result == OVL_OK, "a unit is not added at %d,%d: %s", def->cell.x,
            def->cell.y, ovl_result_text(result))) {
    judge->count++;
    lay(judge, def->profile, def->cell, 0, (uint16_t)judge->count);
  }
}

void crowd_judge_remove(crowd_judge *judge, int32_t number) {
  judged_unit *unit = &judge->unit[number];
  CHECK(judge->t, ovl_unit_remove(judge->units, unit->unit) == OVL_OK, "a unit is not removed");
  lay(judge, unit->profile, unit->cell, (uint16_t)(number + 1), 0);
  unit->unit = OVL_NO_UNIT;
}

void crowd_judge_edit(crowd_judge *judge, ovl_cell cell, int32_t w, int32_t h, uint8_t terrain) {
  const ovl_edit edit = ovl_edit_rect(cell, w, h, terrain);
  ovl_world *next = NULL;
  if (judge->version_count == JUDGED_VERSIONS) {
    return;
  }
  const ovl_result result = ovl_world_apply(judge->world, &edit, 1, &next, NULL);
  if (CHECK(judge->t, result == OVL_OK, "an edit: %s", ovl_result_text(result))) {
    judge->world = judge->versions[judge->version_count++] = next;
    for (int32_t i = 0; i < w * h; i++) {
      const ovl_cell at = {cell.x + i % w, cell.y + i / w, cell.floor};
      judge->model.terrain[crowd_model_number(&judge->model, at)] = terrain;
    }
  }
}

/* ---- Snapshots ---- */

void crowd_judge_create(crowd_judge *judge, ovl_units_def def) {
  judge->def = def;
  judge->def.world = judge->versions[0];
  const ovl_result result = ovl_units_create(&judge->def, &judge->units, NULL);
  CHECK(judge->t, result == OVL_OK, "the units: %s", ovl_result_text(result));
}

/* An ovl_find_world_fn. */
static const ovl_world *find_version(void *user, uint64_t identity) {
  const crowd_judge *judge = user;
  for (int32_t i = 0; i < judge->version_count; i++) {
    ovl_version_info info;
    ovl_world_version(judge->versions[i], &info);
    if (info.identity == identity) {
      return judge->versions[i];
    }
  }
  return NULL;
}

void crowd_judge_restore(crowd_judge *judge) {
  ovl_units *saved = judge->units;
  const size_t bytes = ovl_units_save_bytes(saved);
  uint8_t *buffer = test_bytes(bytes);
  size_t used = 0;
  ovl_result result = ovl_units_save(saved, buffer, bytes, &used);
  CHECK(judge->t, result == OVL_OK && used <= bytes, "save: %s", ovl_result_text(result));
  crowd_judge_create(judge, judge->def);
  result = ovl_units_restore(judge->units, buffer, used, find_version, judge);
  CHECK(judge->t, result == OVL_OK, "restore: %s", ovl_result_text(result));
  CHECK(judge->t, ovl_units_hash(judge->units) == ovl_units_hash(saved),
        "restored units have another hash");
  ovl_units_destroy(saved);
  free(buffer);
}

/* ---- Moves ---- */

static int32_t number_of(const crowd_judge *judge, ovl_unit unit) {
  for (int32_t i = 0; i < judge->count; i++) {
    if (judge->unit[i].unit == unit && unit != OVL_NO_UNIT) {
      return i;
    }
  }
  return -1;
}

static bool reaches(crowd_judge *judge, int32_t profile, ovl_cell from, ovl_cell to) {
  crowd_model_reach(&judge->model, profile, from, false, NULL, judge->reach.reached,
                    judge->reach.list);
  return judge->reach.reached[crowd_model_number(&judge->model, to)] != 0;
}

/* Off a cell that was closed under it a unit may get to any near cell on which it stands. */
static bool is_rescue(const crowd_judge *judge, const judged_unit *unit, ovl_cell to) {
  return !crowd_model_stands(&judge->model, unit->profile, unit->cell) &&
         crowd_model_stands(&judge->model, unit->profile, to);
}

/* A step that can't be taken back must not lose the way to the unit's goal, or home. */
static void check_ways(crowd_judge *judge, int32_t number, ovl_cell from, ovl_cell to) {
  const judged_unit *unit = &judge->unit[number];
  ovl_unit_info info;
  if (crowd_model_leads(&judge->model, unit->profile, to, from) ||
      !crowd_model_stands(&judge->model, unit->profile, from) ||
      !ovl_unit_describe(judge->units, unit->unit, &info)) {
    return;
  }
  const ovl_cell goal = unit->ordered ? info.goal : from;
  if (crowd_model_stands(&judge->model, unit->profile, goal) &&
      reaches(judge, unit->profile, from, goal)) {
    CHECK(judge->t, reaches(judge, unit->profile, to, goal),
          "unit %" PRId32 " (%s) gets from %d,%d to %d,%d, from where no way leads to %d,%d",
          number, unit->ordered ? "sent" : "idle", from.x, from.y, to.x, to.y, goal.x, goal.y);
  }
}

static void check_move(crowd_judge *judge, const ovl_unit_move *move) {
  test_state *t = judge->t;
  const int32_t number = number_of(judge, move->unit);
  if (!CHECK(t, number >= 0, "a unit moved that there is not")) {
    return;
  }
  judged_unit *unit = &judge->unit[number];
  const ovl_cell from = unit->cell, to = move->to;
  CHECK(t, are_equal(from, move->from), "unit %" PRId32 " moved from elsewhere", number);
  CHECK(t, crowd_model_leads(&judge->model, unit->profile, from, to) || is_rescue(judge, unit, to),
        "unit %" PRId32 " of profile %" PRId32 ": no step from %d,%d,%d to %d,%d,%d", number,
        unit->profile, from.x, from.y, from.floor, to.x, to.y, to.floor);
  CHECK(t, unit->moved != judge->tick, "unit %" PRId32 " moved twice", number);
  CHECK(t,
        unit->ordered || unit->hold != OVL_HOLD_ALL || !are_equal(from, unit->home) ||
            !crowd_model_stands(&judge->model, unit->profile, from),
        "unit %" PRId32 " stands fast at %d,%d, and moved to %d,%d", number, from.x, from.y, to.x,
        to.y);
  unit->moved = judge->tick;
  const bool is_apart = /* over a link, though not far in memory */
      judge->model.hexagons && from.x - to.x == from.y - to.y;
  if (abs(from.x - to.x) > 1 || abs(from.y - to.y) > 1 || from.floor != to.floor || is_apart ||
      !crowd_model_leads(&judge->model, unit->profile, from, to)) {
    unit->jumped = judge->tick;
  }
  if (from.floor == to.floor && abs(from.x - to.x) == 1 && abs(from.y - to.y) == 1 &&
      is_of_one_cell(judge, unit->profile) && !judge->model.hexagons) {
    const ovl_cell corner = {from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y,
                             to.floor};
    int32_t *crossed = &judge->crossed[crowd_model_number(&judge->model, corner)];
    CHECK(t, *crossed != judge->tick, "two units cross at %d,%d", corner.x, corner.y);
    *crossed = judge->tick;
  }
  lay(judge, unit->profile, from, (uint16_t)(number + 1), 0);
  CHECK(t, lay(judge, unit->profile, to, 0, (uint16_t)(number + 1)),
        "unit %" PRId32 " entered %d,%d, where another one stands", number, to.x, to.y);
  unit->cell = to;
  judge->moves++;
  check_ways(judge, number, from, to);
}

static bool has_jumped(const crowd_judge *judge, const judged_unit *unit) {
  return unit->jumped != 0 && judge->tick - unit->jumped < 64;
}

/* The square of a length; of hexagons of that between their middles. */
static int32_t square_of(const crowd_judge *judge, int32_t x, int32_t y) {
  return x * x + y * y + (judge->model.hexagons ? x * y : 0);
}

/* Where units are drawn: none is faster than its speed, but over links and off closed cells, and
 * none of one cell is drawn over another. */
static void check_drawn(crowd_judge *judge, int32_t number, const ovl_unit_info *info) {
  judged_unit *unit = &judge->unit[number];
  unit->jumped = info->on_link ? judge->tick : unit->jumped;
  const bool jumps = has_jumped(judge, unit);
  const int32_t dx = (int32_t)info->x - unit->x, dy = (int32_t)info->y - unit->y;
  const int32_t most = unit->speed + 3; /* rounded */
  CHECK(judge->t, jumps || square_of(judge, dx, dy) <= most * most,
        "unit %" PRId32 " of speed %" PRId32 " is drawn %" PRId32 ",%" PRId32
        " / 256 cells from where it was",
        number, unit->speed, dx, dy);
  unit->x = (int32_t)info->x;
  unit->y = (int32_t)info->y;
  for (int32_t i = 0; i < number && is_of_one_cell(judge, unit->profile); i++) {
    const judged_unit *other = &judge->unit[i];
    if (other->unit != OVL_NO_UNIT && is_of_one_cell(judge, other->profile) &&
        other->cell.floor == unit->cell.floor && !jumps && !has_jumped(judge, other)) {
      const int32_t away_x = other->x - unit->x, away_y = other->y - unit->y;
      CHECK(judge->t, square_of(judge, away_x, away_y) > 64 * 64,
            "units %" PRId32 " and %" PRId32 " are drawn %" PRId32 ",%" PRId32
            " / 256 cells from each other",
            i, number, away_x, away_y);
    }
  }
}

void crowd_judge_tick(crowd_judge *judge, const ovl_jobs *jobs) {
  size_t count;
  judge->tick++;
  const ovl_result result = ovl_units_tick(judge->units, judge->world, judge->budget, jobs);
  CHECK(judge->t, result == OVL_OK, "tick: %s", ovl_result_text(result));
  const uint64_t spent = ovl_units_count(judge->units).tick_expansions;
  CHECK(judge->t, spent <= judge->budget, "%" PRIu64 " expansions for a budget of %" PRIu64, spent,
        judge->budget);
  const ovl_unit_move *moves = ovl_units_moves(judge->units, &count);
  for (size_t i = 0; i < count; i++) {
    check_move(judge, &moves[i]);
  }
  for (int32_t i = 0; i < judge->count; i++) {
    const judged_unit *unit = &judge->unit[i];
    ovl_unit_info info;
    if (unit->unit != OVL_NO_UNIT) {
      CHECK(judge->t,
            ovl_unit_describe(judge->units, unit->unit, &info) && are_equal(info.cell, unit->cell),
            "unit %" PRId32 " is not where its moves led", i);
      check_drawn(judge, i, &info);
    }
  }
}

/* ---- Pictures ---- */

static char letter_of(const crowd_judge *judge, size_t number) {
  const uint16_t holder = judge->taken[number];
  ovl_unit_info info;
  if (holder == 0) {
    return judge->model.terrain[number] == 0 ? '#' : '.';
  }
  const judged_unit *unit = &judge->unit[holder - 1];
  ovl_unit_describe(judge->units, unit->unit, &info);
  return (char)((info.state == OVL_UNIT_ARRIVED ? 'a'
                 : info.state == OVL_UNIT_IDLE  ? 'A'
                                                : '0') +
                unit->side);
}

void crowd_judge_print(const crowd_judge *judge) {
  for (size_t i = 0; i < judge->model.cells; i++) {
    putchar(letter_of(judge, i));
    if ((i + 1) % (size_t)judge->model.width == 0) {
      putchar('\n');
    }
  }
  for (int32_t i = 0; i < judge->count; i++) {
    ovl_unit_info info;
    ovl_unit_detail detail;
    if (judge->unit[i].unit != OVL_NO_UNIT &&
        ovl_unit_describe(judge->units, judge->unit[i].unit, &info) &&
        ovl_unit_inspect(judge->units, judge->unit[i].unit, &detail) &&
        info.state != OVL_UNIT_ARRIVED && info.state != OVL_UNIT_IDLE) {
      printf("unit %d (%08x), side %d, body %d: at %d,%d,%d, goal %d,%d,%d, next %d,%d, %s, waited "
             "%u for %08x, lets past %08x, %u steps, blocked %u, asks %d, flow %d\n",
             (int)i, (unsigned)judge->unit[i].unit, (int)info.side,
             (int)judge->model.profiles[info.profile].body_cells, (int)info.cell.x,
             (int)info.cell.y, (int)info.cell.floor, (int)info.goal.x, (int)info.goal.y,
             (int)info.goal.floor, (int)info.next.x, (int)info.next.y,
             ovl_unit_state_text(info.state), (unsigned)info.waited, (unsigned)detail.waits_for,
             (unsigned)detail.lets_past, (unsigned)detail.steps, (unsigned)detail.blocked,
             (int)detail.request, (int)detail.flow);
    }
  }
}
