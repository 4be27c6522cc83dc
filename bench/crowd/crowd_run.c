/* Runs a scene and judges its moves: see crowd_run.h. */
#include "bench/crowd/crowd_run.h"

#include "overland_bake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUDGET = 20000 };

static void expect(ovl_result result, const char *what) {
  if (result != OVL_OK) {
    fprintf(stderr, "crowd: %s: %s\n", what, ovl_result_text(result));
    exit(1);
  }
}

/* ---- Worlds and units ---- */

/* A profile for each size of body in the scene. */
static void bake(struct crowd_run *run, int32_t profile_of[CROWD_MOST_BODY + 1]) {
  struct crowd_scene *scene = &run->scene;
  ovl_profile_def profiles[CROWD_MOST_BODY] = {{.body_cells = 0}};
  ovl_bake_def def = {0};
  for (int32_t i = 0; i <= CROWD_MOST_BODY; i++) {
    profile_of[i] = -1;
  }
  for (int32_t i = 0; i < scene->count; i++) {
    const int32_t body = scene->one[i].body;
    if (profile_of[body] < 0) {
      profile_of[body] = def.more.profile_count;
      snprintf(profiles[def.more.profile_count].name, OVL_NAME_BYTES, "body %d", (int)body);
      profiles[def.more.profile_count++].body_cells = body;
    }
  }
  def.width = scene->width;
  def.height = scene->height;
  def.terrain = scene->open;
  def.more.profiles = profiles;
  expect(ovl_world_bake(&def, &run->world, NULL), "the world");
}

/* How many cells of a body another unit holds; they are held by `number` then. */
static uint64_t lay(struct crowd_run *run, ovl_cell cell, int32_t body, uint16_t held,
                    uint16_t number) {
  uint64_t taken = 0;
  for (int32_t i = 0; i < body * body; i++) {
    uint16_t *at = &run->taken[(cell.y + i / body) * run->scene.width + cell.x + i % body];
    taken += *at != 0 && *at != held;
    *at = number;
  }
  return taken;
}

void crowd_run_begin(struct crowd_run *run) {
  int32_t profile_of[CROWD_MOST_BODY + 1];
  bake(run, profile_of);
  ovl_units_def def = {.world = run->world};
  expect(ovl_units_create(&def, &run->units, NULL), "the units");
  memset(run->watched, 0, sizeof run->watched);
  memset(run->taken, 0, sizeof run->taken);
  memset(run->diagonal, 0, sizeof run->diagonal);
  run->counts = (struct crowd_counts){0};
  run->tick = 0;
  for (int32_t i = 0; i < run->scene.count; i++) {
    const struct crowd_one *one = &run->scene.one[i];
    const ovl_unit_def unit = {
        .cell = {one->x, one->y, 0}, .profile = profile_of[one->body], .side = (uint8_t)one->side};
    struct crowd_watched *watched = &run->watched[i];
    *watched = (struct crowd_watched){.cell = unit.cell, .body = one->body};
    expect(ovl_unit_add(run->units, run->world, &unit, &watched->unit), "a unit");
    lay(run, unit.cell, one->body, 0, (uint16_t)(i + 1));
  }
}

void crowd_run_end(struct crowd_run *run) {
  const struct crowd_counts *counts = &run->counts;
  if (counts->shared + counts->illegal + counts->crossing > 0) {
    fprintf(stderr, "crowd: %d shared cells, %d illegal steps, %d crossing diagonals\n",
            (int)counts->shared, (int)counts->illegal, (int)counts->crossing);
    exit(1);
  }
  ovl_units_destroy(run->units);
  ovl_world_close(run->world);
}

void crowd_run_send(struct crowd_run *run, int32_t side) {
  static ovl_unit sent[CROWD_MOST_UNITS];
  size_t count = 0;
  for (int32_t i = 0; i < run->scene.count; i++) {
    if (run->scene.one[i].side == side) {
      sent[count++] = run->watched[i].unit;
    }
  }
  const ovl_cell place = {run->scene.place[side][0], run->scene.place[side][1], 0};
  expect(ovl_units_send(run->units, run->world, sent, count, place), "an order");
}

/* ---- Judging ---- */

/* A step to a neighbour where the body stands, both cells beside a diagonal one open. */
static bool is_step(const struct crowd_scene *scene, ovl_cell from, ovl_cell to, int32_t body) {
  const int32_t dx = to.x - from.x, dy = to.y - from.y;
  return abs(dx) <= 1 && abs(dy) <= 1 && (dx != 0 || dy != 0) &&
         crowd_scene_stands(scene, to.x, to.y, body) &&
         crowd_scene_stands(scene, to.x, from.y, body) &&
         crowd_scene_stands(scene, from.x, to.y, body);
}

static void follow(struct crowd_run *run, const ovl_unit_move *move) {
  const uint32_t number = move->unit & 0xFFFF; /* none is removed: slots are in their order */
  struct crowd_watched *one = &run->watched[number];
  struct crowd_counts *counts = &run->counts;
  const ovl_cell from = one->cell, to = move->to;
  counts->illegal += move->from.x != from.x || move->from.y != from.y ||
                     !is_step(&run->scene, from, to, one->body) || one->moved == run->tick;
  if (from.x != to.x && from.y != to.y && one->body == 1) {
    const int32_t x = from.x < to.x ? from.x : to.x, y = from.y < to.y ? from.y : to.y;
    int32_t *last = &run->diagonal[y * run->scene.width + x];
    counts->crossing += *last == run->tick;
    *last = run->tick;
  }
  counts->moves++;
  counts->back += one->moved != 0 && run->tick - one->moved <= CROWD_BACK_TICKS &&
                  one->before.x == to.x && one->before.y == to.y;
  lay(run, from, one->body, (uint16_t)(number + 1), 0);
  counts->shared += lay(run, to, one->body, 0, (uint16_t)(number + 1)) != 0;
  one->before = from;
  one->cell = to;
  one->moved = run->tick;
  if (one->passed == 0 && crowd_scene_passed(&run->scene, (int32_t)number, to.x)) {
    one->passed = run->tick;
    counts->first = counts->passed++ == 0 ? run->tick : counts->first;
    counts->last = run->tick;
  }
}

void crowd_run_tick(struct crowd_run *run) {
  size_t count;
  run->tick++;
  expect(ovl_units_tick(run->units, run->world, BUDGET, NULL), "a tick");
  const ovl_unit_move *moves = ovl_units_moves(run->units, &count);
  for (size_t i = 0; i < count; i++) {
    follow(run, &moves[i]);
  }
}

int32_t crowd_run_count(const struct crowd_run *run, int32_t side, ovl_unit_state state) {
  int32_t count = 0;
  for (int32_t i = 0; i < run->scene.count; i++) {
    ovl_unit_info info;
    if ((side < 0 || run->scene.one[i].side == side) &&
        ovl_unit_describe(run->units, run->watched[i].unit, &info)) {
      count += info.state == state;
    }
  }
  return count;
}

int32_t crowd_run_until_arrived(struct crowd_run *run, int32_t side, int32_t most) {
  int32_t all = 0;
  for (int32_t i = 0; i < run->scene.count; i++) {
    all += side < 0 || run->scene.one[i].side == side;
  }
  for (int32_t tick = 1; tick <= most; tick++) {
    crowd_run_tick(run);
    if (crowd_run_count(run, side, OVL_UNIT_ARRIVED) == all) {
      return tick;
    }
  }
  return -1;
}
