/* A small world drawn with letters, and units that are watched at every tick: see unit_scene.h. */
#include "tests/crowd/units/unit_scene.h"

#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/support/test_allocate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

unit_scene scene_make_from(test_state *t, const ovl_bake_def *def, scene_settings settings) {
  const ovl_floor_def *floor = def->more.floors;
  unit_scene scene = {.t = t,
                      .width = floor != NULL ? floor->width : def->width,
                      .height = floor != NULL ? floor->height : def->height,
                      .body = settings.body != 0 ? settings.body : 1,
                      .budget = 20000};
  CHECK(t, ovl_world_bake(def, &scene.world, NULL) == OVL_OK, "bake");
  ovl_units_def units = {.world = scene.world};
  units.capacity = SCENE_UNITS;
  units.lanes = settings.lanes;
  units.flows = settings.flows;
  units.ground_slows = settings.ground_slows;
  const ovl_result result = ovl_units_create(&units, &scene.units, NULL);
  CHECK(t, result == OVL_OK, "create: %s", ovl_result_text(result));
  scene.taken = test_allocate((size_t)scene.width * (size_t)scene.height, sizeof *scene.taken);
  return scene;
}

unit_scene scene_make(test_state *t, const char *const *rows, scene_settings settings) {
  ovl_profile_def profile = {0};
  ovl_bake_def def = {0};
  def.width = (int32_t)strlen(rows[0]);
  while (rows[def.height] != NULL) {
    def.height++;
  }
  uint8_t *terrain = test_allocate((size_t)def.width * (size_t)def.height, 1);
  for (int32_t y = 0; y < def.height; y++) {
    for (int32_t x = 0; x < def.width; x++) {
      terrain[y * def.width + x] = rows[y][x] == '#' ? 0 : 1;
    }
  }
  profile.body_cells = settings.body != 0 ? settings.body : 1;
  def.terrain = terrain;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.tuning.region_cells = settings.region_cells != 0 ? settings.region_cells : 16;
  def.tuning.label_bytes_per_cell = settings.no_labels ? OVL_NO_LABELS : 0;
  unit_scene scene = scene_make_from(t, &def, settings);
  free(terrain);
  return scene;
}

void scene_free(unit_scene *scene) {
  ovl_units_destroy(scene->units);
  ovl_world_close(scene->world);
  free(scene->taken);
}

/* ---- Who stands where --------------------------------------------------------- */

static uint16_t *taken_at(const unit_scene *scene, int32_t x, int32_t y) {
  return &scene->taken[(size_t)y * (size_t)scene->width + (size_t)x];
}

/* Puts a body on its cells, or takes it from there; false if another one stands there. */
static bool put(unit_scene *scene, ovl_cell cell, uint16_t from, uint16_t to) {
  bool is_free = true;
  for (int32_t y = cell.y; y < cell.y + scene->body; y++) {
    for (int32_t x = cell.x; x < cell.x + scene->body; x++) {
      is_free = is_free && *taken_at(scene, x, y) == from;
      *taken_at(scene, x, y) = to;
    }
  }
  return is_free;
}

uint32_t scene_add(unit_scene *scene, int32_t x, int32_t y, uint8_t side, uint8_t priority) {
  const uint32_t number = scene->count++;
  const ovl_unit_def def = {.cell = {x, y, 0}, .side = side, .priority = priority};
  const ovl_result result = ovl_unit_add(scene->units, scene->world, &def, &scene->unit[number]);
  CHECK(scene->t, result == OVL_OK, "unit %" PRIu32 " at %d,%d: %s", number, x, y,
        ovl_result_text(result));
  scene->cell[number] = def.cell;
  put(scene, def.cell, 0, (uint16_t)(number + 1));
  return number;
}

void scene_add_again(unit_scene *scene, uint32_t number, int32_t x, int32_t y) {
  const ovl_unit_info info = scene_look(scene, number);
  const ovl_unit_def def = {.cell = {x, y, 0}, .side = info.side, .priority = info.priority};
  ovl_unit_remove(scene->units, scene->unit[number]);
  put(scene, scene->cell[number], (uint16_t)(number + 1), 0);
  CHECK(scene->t, ovl_unit_add(scene->units, scene->world, &def, &scene->unit[number]) == OVL_OK,
        "unit %" PRIu32 " is not added again at %d,%d", number, x, y);
  scene->cell[number] = def.cell;
  put(scene, def.cell, 0, (uint16_t)(number + 1));
}

void scene_send(unit_scene *scene, uint32_t number, int32_t x, int32_t y) {
  const ovl_result result = ovl_unit_send(scene->units, scene->unit[number], (ovl_cell){x, y, 0});
  CHECK(scene->t, result == OVL_OK, "send %" PRIu32 ": %s", number, ovl_result_text(result));
}

static uint32_t number_of(const unit_scene *scene, ovl_unit unit) {
  uint32_t number = 0;
  while (number < scene->count && scene->unit[number] != unit) {
    number++;
  }
  return number;
}

static bool is_legal(const unit_scene *scene, ovl_cell from, ovl_cell to) {
  if (ovl_world_weight(scene->world, 0, from) == 0) { /* closed by an edit */
    return ovl_world_weight(scene->world, 0, to) != 0;
  }
  static const int32_t dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static const int32_t dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  ovl_link_def link;
  if (ovl_world_link(scene->world, 0, &link) && link.from.x == from.x && link.from.y == from.y &&
      link.to.x == to.x && link.to.y == to.y) {
    return true;
  }
  for (int32_t direction = 0; direction < 8; direction++) {
    if (to.x - from.x == dx[direction] && to.y - from.y == dy[direction]) {
      return ovl_world_step(scene->world, 0, from, direction) != 0;
    }
  }
  return false;
}

static void check_move(unit_scene *scene, const ovl_unit_move *move, uint32_t *moved) {
  test_state *t = scene->t;
  const uint32_t number = number_of(scene, move->unit);
  if (!CHECK(t, number < scene->count, "a unit moved that there is not")) {
    return;
  }
  const ovl_cell at = scene->cell[number];
  CHECK(t, at.x == move->from.x && at.y == move->from.y, "unit %" PRIu32 " moved from elsewhere",
        number);
  CHECK(t, is_legal(scene, move->from, move->to), "unit %" PRIu32 ": no step from %d,%d to %d,%d",
        number, move->from.x, move->from.y, move->to.x, move->to.y);
  CHECK(t, moved[number]++ == 0, "unit %" PRIu32 " moved twice", number);
  put(scene, move->from, (uint16_t)(number + 1), 0);
  CHECK(t, put(scene, move->to, 0, (uint16_t)(number + 1)),
        "unit %" PRIu32 " entered %d,%d, where another one stands", number, move->to.x, move->to.y);
  scene->cell[number] = move->to;
}

/* No two moves of a tick cross each other on two diagonals. */
static void check_crossing(unit_scene *scene, const ovl_unit_move *moves, size_t count) {
  for (size_t a = 0; a < count; a++) {
    for (size_t b = 0; b < a && scene->body == 1; b++) {
      const bool crosses = moves[a].from.x + moves[a].to.x == moves[b].from.x + moves[b].to.x &&
                           moves[a].from.y + moves[a].to.y == moves[b].from.y + moves[b].to.y;
      CHECK(scene->t, !crosses, "two units cross each other at %d,%d", moves[a].from.x,
            moves[a].from.y);
    }
  }
}

static void check_tick(unit_scene *scene) {
  size_t count;
  uint32_t moved[SCENE_UNITS] = {0};
  const ovl_unit_move *moves = ovl_units_moves(scene->units, &count);
  for (size_t i = 0; i < count; i++) {
    check_move(scene, &moves[i], moved);
  }
  check_crossing(scene, moves, count);
  for (uint32_t i = 0; i < scene->count; i++) {
    ovl_unit_info info;
    const ovl_cell at = scene->cell[i];
    if (scene->unit[i] == OVL_NO_UNIT ||
        !CHECK(scene->t, ovl_unit_describe(scene->units, scene->unit[i], &info), "unit %d is gone",
               (int)i)) {
      continue;
    }
    CHECK(scene->t,
          info.cell.x == at.x && info.cell.y == at.y &&
              ovl_units_at(scene->units, at) == scene->unit[i],
          "unit %" PRIu32 " is not where its moves led", i);
  }
}

void scene_tick(unit_scene *scene, uint32_t ticks) {
  for (uint32_t i = 0; i < ticks && scene->t->failures == 0; i++) {
    const ovl_result result =
        ovl_units_tick(scene->units, scene->world, scene->budget, scene->jobs);
    CHECK(scene->t, result == OVL_OK, "tick: %s", ovl_result_text(result));
    const ovl_units_stats stats = ovl_units_count(scene->units);
    CHECK(scene->t, stats.tick_expansions <= scene->budget,
          "%" PRIu64 " expansions for a budget of %" PRIu64, stats.tick_expansions, scene->budget);
    scene->most_expansions = stats.tick_expansions > scene->most_expansions
                                 ? stats.tick_expansions
                                 : scene->most_expansions;
    check_tick(scene);
  }
}

bool scene_run(unit_scene *scene, uint32_t most) {
  for (uint32_t tick = 0; tick < most && scene->t->failures == 0; tick++) {
    uint32_t under_way = 0;
    scene_tick(scene, 1);
    for (uint32_t i = 0; i < scene->count; i++) {
      const ovl_unit_state state = scene_look(scene, i).state;
      under_way += state != OVL_UNIT_ARRIVED && state != OVL_UNIT_BESIDE && state != OVL_UNIT_IDLE;
    }
    if (under_way == 0) {
      return true;
    }
  }
  return false;
}

ovl_unit_info scene_look(const unit_scene *scene, uint32_t number) {
  ovl_unit_info info = {.state = OVL_UNIT_IDLE};
  ovl_unit_describe(scene->units, scene->unit[number], &info);
  return info;
}

void scene_edit(unit_scene *scene, int32_t x, int32_t y, int32_t w, int32_t h, uint8_t terrain) {
  const ovl_edit edit = ovl_edit_rect((ovl_cell){x, y, 0}, w, h, terrain);
  ovl_world *next = NULL;
  const ovl_result result = ovl_world_apply(scene->world, &edit, 1, &next, NULL);
  if (CHECK(scene->t, result == OVL_OK, "edit: %s", ovl_result_text(result))) {
    ovl_world_close(scene->world);
    scene->world = next;
  }
}
