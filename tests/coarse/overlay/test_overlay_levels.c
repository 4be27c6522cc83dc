/* Tests which overlay levels a world has: none with costs that are too large, tables that would be,
 * or too many inner ports, whether it is baked or edited; and that edited worlds store no clusters
 * that are those of the file again. */
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/support/fixture.h"
#include "tests/support/serpent.h"

#include <stdlib.h>
#include <string.h>

/* A level on which some cost does not fit 30 bits is not made, nor any above it. */
static void overlay_levels_end_where_costs_are_too_large(test_state *t) {
  test_begin_case(t, 0);
  for (int32_t pass = 0; pass < 2; pass++) {
    serpent s = serpent_make(pass == 0 ? 60 : 30);
    ovl_world *world = NULL;
    ovl_world_info info;
    if (CHECK(t, ovl_world_bake(&s.def, &world, NULL) == OVL_OK, "bake")) {
      ovl_world_describe(world, &info);
      CHECK(t, info.partition.overlay_levels == (pass == 0 ? 4 : 9), "%d levels, pass %d",
            info.partition.overlay_levels, pass);
      ovl_fault fault = {"", 0, 0, 0};
      CHECK(t, fixture_verify(t, world, &fault) == OVL_OK, "verify: %s", fault.what);
    }
    ovl_world_close(world);
    serpent_free(&s);
  }
}

/* Checks the number of levels of a world, and that it is right and has the bytes of another one. */
static void check_level_count(test_state *t, const ovl_world *world, const ovl_world *other,
                              int32_t levels) {
  ovl_world_info info;
  ovl_fault fault = {"", 0, 0, 0};
  const world_bytes saved = fixture_save(t, world);
  const world_bytes expected = fixture_save(t, other);
  ovl_world_describe(world, &info);
  CHECK(t, info.partition.overlay_levels == levels, "%d levels, not %d",
        info.partition.overlay_levels, levels);
  CHECK(t, fixture_verify(t, world, &fault) == OVL_OK, "verify: %s", fault.what);
  CHECK(t, saved.count == expected.count && memcmp(saved.bytes, expected.bytes, saved.count) == 0,
        "it differs from a bake");
  free(saved.bytes);
  free(expected.bytes);
}

/* A path whose cost does not fit 30 bits becomes short, and long again. */
static void overlay_edits_add_and_remove_levels(test_state *t) {
  test_begin_case(t, 0);
  ovl_world *world = NULL;
  serpent s = serpent_make(80); /* the way from its middle to either end fits */
  if (!CHECK(t, ovl_world_bake(&s.def, &world, NULL) == OVL_OK, "bake")) {
    return;
  }
  for (int round = 0; round < 4 && t->failures == 0; round++) { /* all of a wall, or one cell */
    const bool opens = round % 2 == 0;
    const int32_t x = round < 2 ? 1 : SERPENT_HEIGHT - 2;
    const ovl_edit edit =
        ovl_edit_rect((ovl_cell){x, SERPENT_HEIGHT - 2, 0}, SERPENT_HEIGHT - x, 1, opens ? 1 : 0);
    ovl_world *next = NULL;
    ovl_world *baked = NULL;
    memset(s.terrain + (size_t)edit.cell.y * SERPENT_WIDTH + x, opens, (size_t)edit.w);
    CHECK(t,
          ovl_world_apply(world, &edit, 1, &next, NULL) == OVL_OK &&
              ovl_world_bake(&s.def, &baked, NULL) == OVL_OK,
          "apply and bake");
    ovl_world_close(world);
    world = next;
    if (t->failures == 0) {
      check_level_count(t, world, baked, opens ? 9 : 4);
    }
    ovl_world_close(baked);
  }
  ovl_world_close(world);
  serpent_free(&s);
}

/* A cluster that an edit changed and another changed back is read from the file again. */
static void overlay_edits_that_are_undone_store_no_clusters(test_state *t) {
  const random_map_limits limits = {.max_side = 230, .max_region = 10, .weighted_percent = 50};
  const random_map_limits tile = {.max_side = 60, .max_region = 8, .weighted_percent = 50};
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    fixture f;
    if (!fixture_make_overlays(&f, t, 1000 + i, tile, limits)) {
      return;
    }
    const ovl_cell cell = random_map_cell(&f.map, &f.random);
    const ovl_cell other = random_map_cell(&f.map, &f.random);
    const ovl_edit edit = ovl_edit_rect(cell, 1, 1, ovl_world_terrain(f.world, other));
    const ovl_edit undo = ovl_edit_rect(cell, 1, 1, ovl_world_terrain(f.world, cell));
    ovl_world *there = NULL;
    ovl_world *back = NULL;
    if (CHECK(t,
              ovl_world_apply(f.world, &edit, 1, &there, NULL) == OVL_OK &&
                  ovl_world_apply(there, &undo, 1, &back, NULL) == OVL_OK,
              "apply") &&
        back != NULL) {
      CHECK(t, back->overlay_delta.blocks == 0, "%u clusters are not the file's",
            back->overlay_delta.blocks);
    }
    ovl_world_close(there);
    ovl_world_close(back);
    fixture_free(&f);
  }
}

/* ---- Links ------------------------------------------------------------------------- */

/* A world of one floor whose links lead from its left side to its right side. */
enum { MANY_SIDE = 256, MANY_LINKS = 1500, FEW_LINKS = 20 };
typedef struct many_links {
  int32_t side, region;
  uint8_t terrain[MANY_SIDE * MANY_SIDE];
  ovl_link_def links[MANY_LINKS];
} many_links;

static void draw_many_links(many_links *many, test_random *random, int32_t side, int32_t region) {
  many->side = side;
  many->region = region;
  memset(many->terrain, 1, sizeof many->terrain);
  for (int i = 0; i < MANY_LINKS; i++) {
    many->links[i] = (ovl_link_def){.from = {test_random_between(random, 0, side * 20 / 64),
                                             test_random_between(random, 0, side - 1), 0},
                                    .to = {test_random_between(random, side * 40 / 64, side - 1),
                                           test_random_between(random, 0, side - 1), 0},
                                    .cost = 900000};
  }
}

/* Bakes the world with the first `open` of its links open. NULL: it failed, which is reported. */
static ovl_world *bake_many_links(many_links *many, test_state *t, uint32_t open) {
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  for (uint32_t i = 0; i < MANY_LINKS; i++) {
    many->links[i].closed = i >= open;
  }
  def.width = def.height = many->side;
  def.terrain = many->terrain;
  memset(def.weights, 0, sizeof def.weights);
  def.weights[1] = OVL_PLAIN_WEIGHT;
  def.tuning.region_cells = many->region;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  def.more.links = many->links;
  def.more.link_count = MANY_LINKS;
  CHECK(t, ovl_world_bake(&def, &world, &fault) == OVL_OK, "bake: %s", fault.what);
  return world;
}

/* Checks that a path is found. */
static void check_path(test_state *t, const ovl_world *world, ovl_cell goal) {
  static ovl_cell points[MANY_SIDE * MANY_SIDE];
  ovl_planner *planner = NULL;
  const ovl_planner_def planner_def = {.world = world};
  ovl_path path = {.points = points, .capacity = MANY_SIDE * MANY_SIDE};
  ovl_query query = {0};
  query.goal = goal;
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  CHECK(t, ovl_find_path(planner, world, &query, &path) == OVL_OK, "path");
  ovl_planner_destroy(planner);
}

/* The column between both sides of which 21 cells change. */
static int32_t middle_column(const many_links *many) { return many->side * 30 / 64; }

/* The version of a world in which the first `open` links are open, and the other ones closed, and
 * the upper cells of the middle column are of a terrain. NULL: it failed, which is reported. */
static ovl_world *edit_many_links(test_state *t, const many_links *many, const ovl_world *world,
                                  uint32_t open, uint8_t terrain) {
  static ovl_edit edits[MANY_LINKS + 1];
  ovl_world *next = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  for (uint32_t i = 0; i < MANY_LINKS; i++) {
    edits[i] = ovl_edit_door(i, i < open);
  }
  edits[MANY_LINKS] = ovl_edit_rect((ovl_cell){middle_column(many), 0, 0}, 1, 21, terrain);
  const ovl_result result = ovl_world_apply(world, edits, MANY_LINKS + 1, &next, &fault);
  CHECK(t, result == OVL_OK, "apply: %s (%s)", ovl_result_text(result), fault.what);
  return next;
}

/* A version of a world of many links, and how many levels it has. */
typedef struct many_version {
  uint32_t open;
  uint8_t terrain;
  int32_t levels;
} many_version;

/* Edits a world into one version after the other, each of which has the bytes of a bake. */
static void check_many_links(test_state *t, many_links *many, const many_version *versions,
                             size_t count) {
  ovl_world *world = bake_many_links(many, t, MANY_LINKS);
  for (size_t i = 0; world != NULL && i < count; i++) {
    test_context(t, "version %zu", i);
    ovl_world *next = edit_many_links(t, many, world, versions[i].open, versions[i].terrain);
    ovl_world_close(world);
    world = next;
    for (int y = 0; y <= 20; y++) {
      many->terrain[y * many->side + middle_column(many)] = versions[i].terrain;
    }
    ovl_world *baked = bake_many_links(many, t, versions[i].open);
    if (world != NULL && baked != NULL) {
      const ovl_cell goal = {many->side - 1, 40, 0};
      check_level_count(t, world, baked, versions[i].levels);
      check_path(t, baked, goal);
      check_path(t, world, goal);
    }
    ovl_world_close(baked);
  }
  ovl_world_close(world);
}

/* So many links that tables would take hundreds of bytes a cell leave no level, neither in a bake
 * nor in an edited world, which has the bytes of a bake. Levels come back with fewer links. */
static void overlay_levels_are_left_out_for_very_many_links(test_state *t) {
  static many_links many;
  static const many_version versions[] = {
      {FEW_LINKS, 1, 2}, {MANY_LINKS, 1, 0}, {MANY_LINKS, 0, 0}, {FEW_LINKS, 0, 2}};
  test_random random = {test_begin_case(t, 0)};
  draw_many_links(&many, &random, 64, 8);
  check_many_links(t, &many, versions, sizeof versions / sizeof versions[0]);
}

/* On more ground the same tables are allowed, but no cluster above level 1 has more than 512 inner
 * ports. */
static void overlay_levels_end_where_links_are_too_many(test_state *t) {
  static many_links many;
  static const many_version versions[] = {{400, 1, 2}, {700, 1, 1}, {700, 0, 1}, {300, 0, 2}};
  test_random random = {test_begin_case(t, 0)};
  draw_many_links(&many, &random, MANY_SIDE, MANY_SIDE / 8);
  check_many_links(t, &many, versions, sizeof versions / sizeof versions[0]);
}

/* ---- Pockets ------------------------------------------------------------------------- */

/* A wall with pockets of two cells, across the two lines that part the four clusters of level 1.
 * Each is an inner port of level 2. */
enum { POCKET_REGION = 72, POCKET_SIDE = 8 * POCKET_REGION, POCKETS = 560 };

static ovl_edit pocket(uint32_t number, uint8_t terrain) {
  const int32_t half = POCKET_SIDE / 2;
  const int32_t along = (int32_t)number / 2 * 2;
  const int32_t at = along < half - 8 ? along : along + 16; /* none where the lines cross */
  return number % 2 == 0 ? ovl_edit_rect((ovl_cell){half - 1, at, 0}, 2, 1, terrain)
                         : ovl_edit_rect((ovl_cell){at, half - 1, 0}, 1, 2, terrain);
}

/* Bakes a world with some pockets. NULL: it failed, which is reported. */
static ovl_world *bake_pockets(test_state *t, uint32_t count) {
  static uint8_t terrain[POCKET_SIDE * POCKET_SIDE];
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  memset(terrain, 0, sizeof terrain);
  for (uint32_t i = 0; i < count; i++) {
    const ovl_edit open = pocket(i, 1);
    for (int32_t k = 0; k < open.w * open.h; k++) {
      terrain[(open.cell.y + k / open.w) * POCKET_SIDE + open.cell.x + k % open.w] = 1;
    }
  }
  def.width = def.height = POCKET_SIDE;
  def.terrain = terrain;
  memset(def.weights, 0, sizeof def.weights);
  def.weights[1] = OVL_PLAIN_WEIGHT;
  def.tuning.region_cells = POCKET_REGION;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* A cluster above level 1 has at most 512 inner ports. One pocket more takes level 2 away, and one
 * less brings it back. */
static void overlay_levels_end_where_inner_ports_are_too_many(test_state *t) {
  static const uint32_t counts[] = {512, 513, 512, 560, 513, 100};
  uint32_t before = 0;
  test_begin_case(t, 0);
  ovl_world *world = bake_pockets(t, before);
  for (size_t i = 0; world != NULL && i < sizeof counts / sizeof counts[0]; i++) {
    ovl_edit edits[POCKETS];
    size_t edited = 0;
    for (uint32_t k = 0; k < POCKETS; k++) {
      if ((k < before) != (k < counts[i])) {
        edits[edited++] = pocket(k, k < counts[i] ? 1 : 0);
      }
    }
    before = counts[i];
    test_context(t, "%u pockets", before);
    ovl_world *next = NULL;
    CHECK(t, ovl_world_apply(world, edits, edited, &next, NULL) == OVL_OK, "apply");
    ovl_world_close(world);
    world = next;
    ovl_world *baked = bake_pockets(t, before);
    if (world != NULL && baked != NULL) {
      check_level_count(t, world, baked, before <= 512 ? 2 : 1);
    }
    ovl_world_close(baked);
  }
  ovl_world_close(world);
}

const test_entry test_overlay_levels_table[] = {
    {"overlay_edits_add_and_remove_levels", overlay_edits_add_and_remove_levels},
    {"overlay_edits_that_are_undone_store_no_clusters",
     overlay_edits_that_are_undone_store_no_clusters},
    {"overlay_levels_end_where_costs_are_too_large", overlay_levels_end_where_costs_are_too_large},
    {"overlay_levels_are_left_out_for_very_many_links",
     overlay_levels_are_left_out_for_very_many_links},
    {"overlay_levels_end_where_links_are_too_many", overlay_levels_end_where_links_are_too_many},
    {"overlay_levels_end_where_inner_ports_are_too_many",
     overlay_levels_end_where_inner_ports_are_too_many},
    {NULL, NULL},
};
