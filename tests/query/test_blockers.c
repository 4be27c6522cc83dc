/* Blockers between two cells, against an independent search that counts opened cells first and
 * costs second. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/support/fixture.h"

/* Opened cells, then cost. */
typedef struct pair {
  uint64_t opened, cost;
} pair;

static bool is_less(pair a, pair b) {
  return a.opened < b.opened || (a.opened == b.opened && a.cost < b.cost);
}

static bool has_cell(const test_map *map, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

static uint64_t weight_if_open(const test_map *map, int32_t x, int32_t y) {
  int32_t weight = random_map_weight(map, x, y);
  return weight != 0 ? (uint64_t)weight : OVL_PLAIN_WEIGHT;
}

/* The cells that a step opens and its cost; false if straight steps around it never cost more. */
static bool step(const test_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy, pair *p) {
  if (!has_cell(map, x + dx, y + dy)) {
    return false;
  }
  bool diagonal = dx != 0 && dy != 0;
  p->opened = random_map_weight(map, x + dx, y + dy) == 0 ? 1 : 0;
  p->cost =
      (diagonal ? 99u : 70u) * (weight_if_open(map, x, y) + weight_if_open(map, x + dx, y + dy));
  if (!diagonal || map->corners == OVL_CORNERS_FREE) {
    return true;
  }
  uint64_t blocked = (random_map_weight(map, x + dx, y) == 0 ? 1u : 0u) +
                     (random_map_weight(map, x, y + dy) == 0 ? 1u : 0u);
  switch (map->corners) {
  case OVL_CORNERS_STRICT:
    p->opened += blocked;
    return true;
  case OVL_CORNERS_ONE:
    p->opened += blocked == 2 ? 1 : 0;
    return true;
  default:
    return false;
  }
}

/* Relaxes all steps until nothing changes: slow, but without a search loop. */
static pair *judge_all(const test_map *map, ovl_cell start) {
  size_t count = (size_t)map->width * (size_t)map->height;
  pair *best = malloc(count * sizeof *best);
  if (best == NULL) {
    abort();
  }
  for (size_t i = 0; i < count; i++) {
    best[i] = (pair){UINT64_MAX, 0};
  }
  best[(size_t)start.y * (size_t)map->width + (size_t)start.x] =
      (pair){random_map_weight(map, start.x, start.y) == 0 ? 1 : 0, 0};
  for (bool changed = true; changed;) {
    changed = false;
    for (int32_t at = 0; at < (int32_t)count * 9; at++) {
      int32_t x = at / 9 % map->width;
      int32_t y = at / 9 / map->width;
      int32_t dx = at % 3 - 1;
      int32_t dy = at / 3 % 3 - 1;
      pair from = best[at / 9];
      pair p;
      if (from.opened == UINT64_MAX || (dx == 0 && dy == 0) || !step(map, x, y, dx, dy, &p)) {
        continue;
      }
      p.opened += from.opened;
      p.cost += from.cost;
      pair *to = &best[(size_t)(y + dy) * (size_t)map->width + (size_t)(x + dx)];
      if (is_less(p, *to)) {
        *to = p;
        changed = true;
      }
    }
  }
  return best;
}

/* With the listed cells opened, the goal is reached at the cost that was answered. */
static void check_opened(fixture *f, test_state *t, ovl_cell start, ovl_cell goal,
                         const ovl_obstacle *obstacles, size_t count, uint64_t cost) {
  uint8_t plain = 0;
  for (int terrain = 1; terrain < 256; terrain++) {
    plain = f->map.weights[terrain] == OVL_PLAIN_WEIGHT ? (uint8_t)terrain : plain;
  }
  if (plain == 0) {
    return; /* no terrain weighs as plain ground does */
  }
  for (size_t i = 0; i < count; i++) {
    ovl_cell at = obstacles[i].cell;
    uint8_t *cell = &f->map.terrain[(size_t)at.y * (size_t)f->map.width + (size_t)at.x];
    CHECK(t, *cell == obstacles[i].terrain, "another terrain stands there");
    CHECK(t, random_map_weight(&f->map, at.x, at.y) == 0, "a cell that is open is told");
    *cell = plain;
  }
  dijkstra_run(&f->judge, start);
  uint64_t opened = dijkstra_distance(&f->judge, goal);
  CHECK(t, opened == cost, "with these cells open it costs %" PRIu64 ", told was %" PRIu64, opened,
        cost);
}

static void check_why(fixture *f, test_state *t, ovl_blockers *why) {
  ovl_cell start = {test_random_between(&f->random, 0, f->map.width - 1),
                    test_random_between(&f->random, 0, f->map.height - 1), 0};
  ovl_cell goal = {test_random_between(&f->random, 0, f->map.width - 1),
                   test_random_between(&f->random, 0, f->map.height - 1), 0};
  static ovl_obstacle obstacles[4096];
  size_t needed = 0;
  uint64_t cost = 0;
  bool done = false;
  uint64_t budget = (uint64_t)test_random_between(&f->random, 1, 300);
  ovl_query query = ovl_query_default();
  query.start = start;
  query.goal = goal;
  fixture_context(f, t, &query);
  CHECK(t, ovl_blockers_begin(why, start, goal) == OVL_OK, "begin");
  CHECK(t, ovl_blockers_answer(why, obstacles, 4096, &needed, &cost) == OVL_BAD_ARGUMENT,
        "an answer before the question is done");
  for (int slice = 0; !done && slice < 100000 && t->failures == 0; slice++) {
    CHECK(t, ovl_blockers_step(why, budget, &done) == OVL_OK, "step");
  }
  pair *best = judge_all(&f->map, start);
  pair expected = best[(size_t)goal.y * (size_t)f->map.width + (size_t)goal.x];
  free(best);
  ovl_result result = ovl_blockers_answer(why, obstacles, 4096, &needed, &cost);
  CHECK(t, result == OVL_OK, "answer: %s", ovl_result_text(result));
  CHECK(t, needed == expected.opened && cost == expected.cost,
        "opens %zu at %" PRIu64 ", and not %" PRIu64 " at %" PRIu64, needed, cost, expected.opened,
        expected.cost);
  if (needed > 0) {
    size_t again = 0;
    CHECK(t,
          ovl_blockers_answer(why, obstacles, needed - 1, &again, NULL) == OVL_MORE_ROOM &&
              again == needed,
          "too little room");
    ovl_blockers_answer(why, obstacles, 4096, &needed, &cost);
  }
  if (t->failures == 0) {
    check_opened(f, t, start, goal, obstacles, needed, cost);
  }
}

static void blockers_random(test_state *t) {
  random_map_limits limits = random_map_usual_limits();
  limits.max_side = 40;
  for (uint64_t i = 0; test_more(t, i, 800, 10000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    ovl_blockers *why = NULL;
    if (CHECK(t, ovl_blockers_create(f.world, 0, NULL, &why, NULL) == OVL_OK, "create")) {
      check_why(&f, t, why);
    }
    ovl_blockers_destroy(why);
    fixture_free(&f);
  }
}

/* ---- Bodies, floors, links ------------------------------------------------------------ */

/* A wall of one column and a body of 2 x 2 cells: a position in the wall is opened and one beside
 * it; both together cover two blocked cells. */
static void blockers_of_a_body(test_state *t) {
  enum { SIDE = 12 };
  uint8_t terrain[SIDE * SIDE];
  memset(terrain, 1, sizeof terrain);
  for (int y = 0; y < SIDE; y++) {
    terrain[y * SIDE + 6] = 0;
  }
  ovl_profile_def profile = ovl_profile_def_default();
  profile.body_cells = 2;
  ovl_bake_def def = ovl_bake_def_default();
  def.width = SIDE;
  def.height = SIDE;
  def.terrain = terrain;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  ovl_world *world = NULL;
  ovl_blockers *why = NULL;
  ovl_obstacle obstacles[8];
  size_t needed = 0;
  bool done = false;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  CHECK(t, ovl_blockers_bytes(world, 0) >= (size_t)42 * SIDE * SIDE, "bytes");
  CHECK(t, ovl_blockers_bytes(world, 1) == 0, "no such profile");
  CHECK(t, ovl_blockers_create(world, 0, NULL, &why, NULL) == OVL_OK, "create");
  CHECK(t, ovl_blockers_begin(why, (ovl_cell){2, 5, 0}, (ovl_cell){9, 5, 0}) == OVL_OK, "begin");
  CHECK(t, ovl_blockers_step(why, UINT64_MAX, &done) == OVL_OK && done, "step");
  CHECK(t, ovl_blockers_answer(why, obstacles, 8, &needed, NULL) == OVL_OK, "answer");
  CHECK(t, needed == 2, "%zu cells", needed);
  for (size_t i = 0; i < needed; i++) {
    CHECK(t, obstacles[i].cell.x == 6 && obstacles[i].terrain == 0, "cell %zu is not the wall's",
          i);
  }
  ovl_blockers_destroy(why);
  ovl_world_close(world);
}

/* Two floors: without a link there is no path, whatever is opened; with a link behind walls, the
 * walls are the blockers. */
static void blockers_of_floors(test_state *t) {
  uint8_t open[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  uint8_t walled[9] = {1, 0, 1, 1, 0, 1, 1, 0, 1};
  ovl_floor_def floors[2] = {{.width = 3, .height = 3, .terrain = walled},
                             {.width = 3, .height = 3, .terrain = open}};
  ovl_link_def link = {.from = {2, 0, 0}, .to = {0, 0, 1}, .cost = 5000};
  ovl_bake_def def = ovl_bake_def_default();
  def.more.floors = floors;
  def.more.floor_count = 2;
  for (int links = 0; links < 2; links++) {
    def.more.links = links != 0 ? &link : NULL;
    def.more.link_count = links;
    ovl_world *world = NULL;
    ovl_blockers *why = NULL;
    ovl_obstacle obstacle;
    size_t needed = 0;
    uint64_t cost = 0;
    bool done = false;
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
    CHECK(t, ovl_blockers_create(world, 0, NULL, &why, NULL) == OVL_OK, "create");
    CHECK(t, ovl_blockers_begin(why, (ovl_cell){0, 0, 0}, (ovl_cell){3, 0, 1}) == OVL_GOAL_OUTSIDE,
          "outside");
    CHECK(t, ovl_blockers_begin(why, (ovl_cell){0, 0, 0}, (ovl_cell){0, 2, 1}) == OVL_OK, "begin");
    ovl_result result = ovl_blockers_step(why, UINT64_MAX, &done);
    CHECK(t, result == (links != 0 ? OVL_OK : OVL_UNREACHABLE) && done == (links != 0), "%s",
          ovl_result_text(result));
    if (links != 0) {
      CHECK(t, ovl_blockers_answer(why, &obstacle, 1, &needed, &cost) == OVL_OK && needed == 1,
            "%zu cells", needed);
      CHECK(t, obstacle.cell.x == 1 && obstacle.cell.y == 0 && obstacle.cell.floor == 0, "where");
      CHECK(t, cost == (uint64_t)4 * OVL_STRAIGHT_COST + 5000, "cost %" PRIu64, cost);
    }
    ovl_blockers_destroy(why);
    ovl_world_close(world);
  }
}

/* A wall of blocked cells that are too high to climb, but for one: only that one is a blocker, and
 * without it there is no answer. */
static void blockers_of_heights(test_state *t) {
  enum { SIDE = 9 };
  uint8_t terrain[SIDE * SIDE];
  uint16_t heights[SIDE * SIDE] = {0};
  memset(terrain, 1, sizeof terrain);
  for (int y = 0; y < SIDE; y++) {
    terrain[y * SIDE + 4] = 0;
    heights[y * SIDE + 4] = 50;
  }
  ovl_profile_def profile = ovl_profile_def_default();
  profile.climb = 10;
  ovl_floor_def floor = {.width = SIDE, .height = SIDE, .terrain = terrain, .heights = heights};
  ovl_bake_def def = ovl_bake_def_default();
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  for (int low = 0; low < 2; low++) {
    heights[7 * SIDE + 4] = low != 0 ? 10 : 50;
    ovl_world *world = NULL;
    ovl_blockers *why = NULL;
    ovl_obstacle obstacle = {{-1, -1, 0}, 0};
    size_t needed = 0;
    bool done = false;
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
    CHECK(t, ovl_blockers_create(world, 0, NULL, &why, NULL) == OVL_OK, "create");
    CHECK(t, ovl_blockers_begin(why, (ovl_cell){2, 1, 0}, (ovl_cell){6, 1, 0}) == OVL_OK, "begin");
    ovl_result result = ovl_blockers_step(why, UINT64_MAX, &done);
    CHECK(t, result == (low != 0 ? OVL_OK : OVL_UNREACHABLE), "%s", ovl_result_text(result));
    if (low != 0) {
      CHECK(t, ovl_blockers_answer(why, &obstacle, 1, &needed, NULL) == OVL_OK && needed == 1,
            "%zu cells", needed);
      CHECK(t, obstacle.cell.x == 4 && obstacle.cell.y == 7, "%" PRId32 ",%" PRId32,
            obstacle.cell.x, obstacle.cell.y);
    }
    ovl_blockers_destroy(why);
    ovl_world_close(world);
  }
}

const test_entry test_blockers_table[] = {{"blockers_random", blockers_random},
                                          {"blockers_of_a_body", blockers_of_a_body},
                                          {"blockers_of_floors", blockers_of_floors},
                                          {"blockers_of_heights", blockers_of_heights},
                                          {NULL, NULL}};
