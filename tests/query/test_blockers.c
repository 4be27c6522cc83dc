/* Blockers of bodies, between floors, and where heights allow no answer: worlds drawn by hand. The
 * file test_questions_blockers.c judges random ones. */
#include <inttypes.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/support/test.h"

/* A wall of one column and a body of 2 x 2 cells: a position in the wall is opened and one beside
 * it; both together cover two blocked cells. */
static void blockers_of_a_body(test_state *t) {
  enum { SIDE = 12 };
  uint8_t terrain[SIDE * SIDE];
  memset(terrain, 1, sizeof terrain);
  for (int y = 0; y < SIDE; y++) {
    terrain[y * SIDE + 6] = 0;
  }
  ovl_profile_def profile = {0};
  profile.body_cells = 2;
  ovl_bake_def def = {0};
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
  ovl_bake_def def = {0};
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
  ovl_profile_def profile = {0};
  profile.max_climb = 10;
  ovl_floor_def floor = {.width = SIDE, .height = SIDE, .terrain = terrain, .heights = heights};
  ovl_bake_def def = {0};
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

const test_entry test_blockers_table[] = {{"blockers_of_a_body", blockers_of_a_body},
                                          {"blockers_of_floors", blockers_of_floors},
                                          {"blockers_of_heights", blockers_of_heights},
                                          {NULL, NULL}};
