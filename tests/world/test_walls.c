/* Costs beside walls: what cells weigh, by their distance to what blocks a body; that paths keep
 * off walls where there is room, and still pass doors; and that edits find these costs anew around
 * what they change, and leave extra costs as they are. */
#include <inttypes.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_query.h"
#include "tests/support/test.h"

enum { SIDE = 64, PILLAR = 30 };

/* A map whose border is blocked by nothing but its end. */
typedef struct walled {
  uint8_t terrain[SIDE * SIDE];
  uint8_t extra[SIDE * SIDE];
  const uint8_t *extras[1];
  ovl_floor_def floor;
  ovl_profile_def profile;
  ovl_world *world;
} walled;

static void begin(walled *w) {
  *w = (walled){.profile = {.body_cells = 1, .wall_cost = {32, 16, 8, 0}}};
  memset(w->terrain, 1, sizeof w->terrain);
  w->profile.weights[1] = OVL_PLAIN_WEIGHT;
}

static bool bake(walled *w, test_state *t) {
  ovl_bake_def def = {.more.floors = &w->floor,
                      .more.floor_count = 1,
                      .more.profiles = &w->profile,
                      .more.profile_count = 1};
  w->extras[0] = w->extra;
  w->floor =
      (ovl_floor_def){.width = SIDE, .height = SIDE, .terrain = w->terrain, .extra = w->extras};
  def.tuning.region_cells = 16;
  return CHECK(t, ovl_world_bake(&def, &w->world, NULL) == OVL_OK, "bake");
}

static void edit(walled *w, test_state *t, const ovl_edit *edits, size_t count) {
  ovl_world *next = NULL;
  if (CHECK(t, ovl_world_apply(w->world, edits, count, &next, NULL) == OVL_OK, "apply")) {
    ovl_world_close(w->world);
    w->world = next;
  }
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

/* The cost of a wall at a distance, in eighths. */
static uint32_t cost_at(const walled *w, int32_t distance) {
  return distance <= OVL_WALL_CELLS ? w->profile.wall_cost[distance - 1] : 0;
}

/* The distance to the border. */
static int32_t to_border(int32_t x, int32_t y) {
  return least(least(x, y), least(SIDE - 1 - x, SIDE - 1 - y)) + 1;
}

static int32_t to_pillar(int32_t x, int32_t y) {
  return most(x > PILLAR ? x - PILLAR : PILLAR - x, y > PILLAR ? y - PILLAR : PILLAR - y);
}

/* ---- Weights ---------------------------------------------------------------------- */

static void check_weights(const walled *w, test_state *t, bool has_pillar) {
  for (int32_t i = 0; i < SIDE * SIDE && t->failures == 0; i++) {
    const int32_t x = i % SIDE;
    const int32_t y = i / SIDE;
    const int32_t distance = has_pillar ? least(to_border(x, y), to_pillar(x, y)) : to_border(x, y);
    const uint32_t sum = distance == 0 ? 0 : OVL_PLAIN_WEIGHT + w->extra[i] + cost_at(w, distance);
    const uint32_t expected = sum < UINT8_MAX ? sum : UINT8_MAX;
    uint32_t extra = 0;
    const uint32_t weight = ovl_world_weight(w->world, 0, (ovl_cell){x, y, 0});
    ovl_world_read_cells(w->world, 0, OVL_CELLS_EXTRA, (ovl_cell){x, y, 0}, 1, 1, &extra, 1, NULL);
    CHECK(t, weight == expected, "cell %d,%d weighs %" PRIu32 ", not %" PRIu32, x, y, weight,
          expected);
    CHECK(t, extra == (distance == 0 ? 0 : w->extra[i]), "extra cost of %d,%d: %" PRIu32, x, y,
          extra);
  }
}

/* Also where the sum is cut: extra costs come back with the weight that a wall has hidden. */
static void wall_costs_follow_edits_and_extra_costs_stay(test_state *t) {
  static walled w;
  const ovl_edit built = ovl_edit_rect((ovl_cell){PILLAR, PILLAR, 0}, 1, 1, 0);
  const ovl_edit torn = ovl_edit_rect((ovl_cell){PILLAR, PILLAR, 0}, 1, 1, 1);
  begin(&w);
  w.profile.wall_cost[3] = 3;
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    w.extra[i] = (uint8_t)(i % 7 == 0 ? 240 : i % 5 == 0 ? 9 : 0);
  }
  if (!bake(&w, t)) {
    return;
  }
  check_weights(&w, t, false);
  edit(&w, t, &built, 1);
  check_weights(&w, t, true);
  const ovl_edit dearer = {
      .kind = OVL_EDIT_EXTRA, .cell = {PILLAR + 1, PILLAR, 0}, .w = 1, .h = 1, .value = 77};
  edit(&w, t, &dearer, 1);
  w.extra[PILLAR * SIDE + PILLAR + 1] = 77;
  check_weights(&w, t, true);
  edit(&w, t, &torn, 1);
  w.extra[PILLAR * SIDE + PILLAR] = 0; /* what stood where the profile could not is dropped */
  check_weights(&w, t, false);
  ovl_world_close(w.world);
}

/* A body is as far from a wall as the nearest of its cells. */
static void wall_costs_of_a_body_are_those_of_its_nearest_cell(test_state *t) {
  static walled w;
  enum { BODY = 5 };
  begin(&w);
  w.profile.body_cells = BODY;
  if (!bake(&w, t)) {
    return;
  }
  for (int32_t i = 0; i < SIDE * SIDE && t->failures == 0; i++) {
    const int32_t x = i % SIDE;
    const int32_t y = i / SIDE;
    const int32_t far = most(x, y) + BODY - 1;
    const uint32_t expected =
        far >= SIDE ? 0 : OVL_PLAIN_WEIGHT + cost_at(&w, least(to_border(x, y), SIDE - far));
    const uint32_t weight = ovl_world_weight(w.world, 0, (ovl_cell){x, y, 0});
    CHECK(t, weight == expected, "position %d,%d weighs %" PRIu32 ", not %" PRIu32, x, y, weight,
          expected);
  }
  ovl_world_close(w.world);
}

/* ---- Paths ------------------------------------------------------------------------- */

enum { WALL_AT = 32, DOOR_AT = 20 };

/* Finds the cells of a path, and checks that its cost is the sum of its steps. */
static size_t walk(const walled *w, test_state *t, ovl_cell start, ovl_cell goal, ovl_cell *cells) {
  ovl_cell points[64];
  ovl_path path = {.points = points, .capacity = 64};
  const ovl_planner_def def = {.world = w->world};
  const ovl_query query = {.start = start, .goal = goal};
  ovl_planner *planner = NULL;
  size_t count = 0;
  uint64_t sum = 0;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  CHECK(t, ovl_find_path(planner, w->world, &query, &path) == OVL_OK, "path");
  CHECK(t, ovl_path_cells(&path, cells, SIDE * SIDE, &count, NULL) == OVL_OK, "cells");
  for (size_t i = 1; i < count; i++) {
    static const int32_t directions[9] = {5, 6, 7, 4, -1, 0, 3, 2, 1};
    const int32_t at = 3 * (cells[i].y - cells[i - 1].y + 1) + cells[i].x - cells[i - 1].x + 1;
    sum += ovl_world_step(w->world, 0, cells[i - 1], directions[at]);
  }
  CHECK(t, sum == path.cost, "cost %" PRIu64 ", sum of the steps %" PRIu64, path.cost, sum);
  ovl_planner_destroy(planner);
  return count;
}

/* In a hall of 2 x 15 cells a path runs in the middle; where a wall has one door, it passes it. */
static void paths_keep_off_walls_and_pass_a_door_of_one_cell(test_state *t) {
  static walled w;
  static ovl_cell cells[SIDE * SIDE];
  begin(&w);
  for (int32_t y = 0; y < SIDE; y++) {
    w.terrain[y * SIDE + WALL_AT] = y == DOOR_AT;
  }
  if (!bake(&w, t)) {
    return;
  }
  const ovl_cell start = {4, 40, 0};
  const ovl_cell goal = {60, 41, 0};
  const size_t count = walk(&w, t, start, goal, cells);
  bool passes = false;
  for (size_t i = 0; i < count; i++) {
    const ovl_cell at = cells[i];
    const int32_t wall = at.x < WALL_AT ? WALL_AT - at.x : at.x - WALL_AT;
    const int32_t door = most(wall, at.y < DOOR_AT ? DOOR_AT - at.y : at.y - DOOR_AT);
    const bool is_near = least(wall, to_border(at.x, at.y)) <= 3;
    passes = passes || (at.x == WALL_AT && at.y == DOOR_AT);
    CHECK(t, !is_near || door <= 3, "%d,%d lies beside a wall", at.x, at.y);
  }
  CHECK(t, passes && count != 0, "the path does not pass the door");
  ovl_world_close(w.world);
}

const test_entry test_walls_table[] = {
    {"paths_keep_off_walls_and_pass_a_door_of_one_cell",
     paths_keep_off_walls_and_pass_a_door_of_one_cell},
    {"wall_costs_follow_edits_and_extra_costs_stay", wall_costs_follow_edits_and_extra_costs_stay},
    {"wall_costs_of_a_body_are_those_of_its_nearest_cell",
     wall_costs_of_a_body_are_those_of_its_nearest_cell},
    {NULL, NULL},
};
