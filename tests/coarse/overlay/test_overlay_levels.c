/* Tests which overlay levels a world has: none with costs that are too large or tables that would
 * be, whether it is baked or edited. */
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/support/fixture.h"
#include "tests/support/serpent.h"

#include <stdlib.h>
#include <string.h>

/* A level on which some cost does not fit 31 bits is not made, nor any above it. */
static void overlay_levels_end_where_costs_are_too_large(test_state *t) {
  test_begin_case(t, 0);
  for (int32_t pass = 0; pass < 2; pass++) {
    serpent s = serpent_make(pass == 0 ? 255 : 8);
    ovl_world *world = NULL;
    ovl_world_info info;
    if (CHECK(t, ovl_world_bake(&s.def, &world, NULL) == OVL_OK, "bake")) {
      ovl_world_describe(world, &info);
      CHECK(t, info.partition.overlay_levels == (pass == 0 ? 4 : 5), "%d levels, pass %d",
            info.partition.overlay_levels, pass);
      ovl_fault fault = {"", 0, 0, 0};
      CHECK(t, fixture_verify(t, world, &fault) == OVL_OK, "verify: %s", fault.what);
    }
    ovl_world_close(world);
    serpent_free(&s);
  }
}

/* A world of one floor whose links lead from its left side to its right side. */
enum { MANY_SIDE = 64, MANY_LINKS = 1500, FEW_LINKS = 20 };
typedef struct many_links {
  uint8_t terrain[MANY_SIDE * MANY_SIDE];
  ovl_link_def links[MANY_LINKS];
} many_links;

static void draw_many_links(many_links *many, test_random *random) {
  memset(many->terrain, 1, sizeof many->terrain);
  for (int i = 0; i < MANY_LINKS; i++) {
    many->links[i] = (ovl_link_def){
        .from = {test_random_between(random, 0, 20), test_random_between(random, 0, 63), 0},
        .to = {test_random_between(random, 40, 63), test_random_between(random, 0, 63), 0},
        .cost = 900000};
  }
}

/* Bakes the world with the first `open` of its links open. NULL: it failed, which is reported. */
static ovl_world *bake_many_links(many_links *many, test_state *t, uint32_t open) {
  ovl_bake_def def = ovl_bake_def_default();
  ovl_world *world = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  for (uint32_t i = 0; i < MANY_LINKS; i++) {
    many->links[i].closed = i >= open;
  }
  def.width = def.height = MANY_SIDE;
  def.terrain = many->terrain;
  memset(def.weights, 0, sizeof def.weights);
  def.weights[1] = OVL_PLAIN_WEIGHT;
  def.tuning.region_cells = 8;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  def.more.links = many->links;
  def.more.link_count = MANY_LINKS;
  CHECK(t, ovl_world_bake(&def, &world, &fault) == OVL_OK, "bake: %s", fault.what);
  return world;
}

/* Checks the number of levels, and that a path is found. */
static void check_many_links(test_state *t, const ovl_world *world, uint32_t open) {
  static ovl_cell points[MANY_SIDE * MANY_SIDE];
  ovl_world_info info;
  ovl_fault fault = {"", 0, 0, 0};
  ovl_world_describe(world, &info);
  CHECK(t, (info.partition.overlay_levels != 0) == (open == FEW_LINKS), "%u links: %d levels", open,
        info.partition.overlay_levels);
  CHECK(t, fixture_verify(t, world, &fault) == OVL_OK, "verify: %s", fault.what);
  ovl_planner *planner = NULL;
  const ovl_planner_def planner_def = ovl_planner_def_default(world);
  ovl_path path = {.points = points, .capacity = MANY_SIDE * MANY_SIDE};
  ovl_query query = ovl_query_default();
  query.goal = (ovl_cell){63, 40, 0};
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  CHECK(t, ovl_find_path(planner, world, &query, &path) == OVL_OK, "path");
  ovl_planner_destroy(planner);
}

/* The version of a world in which the first `open` links are open, and the other ones closed, and
 * the cells 30,0 to 30,20 are of a terrain. NULL: it failed, which is reported. */
static ovl_world *edit_many_links(test_state *t, const ovl_world *world, uint32_t open,
                                  uint8_t terrain) {
  static ovl_edit edits[MANY_LINKS + 1];
  ovl_world *next = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  for (uint32_t i = 0; i < MANY_LINKS; i++) {
    edits[i] = ovl_edit_door(i, i < open);
  }
  edits[MANY_LINKS] = ovl_edit_rect((ovl_cell){30, 0, 0}, 1, 21, terrain);
  const ovl_result result = ovl_world_apply(world, edits, MANY_LINKS + 1, NULL, &next, &fault);
  CHECK(t, result == OVL_OK, "apply: %s (%s)", ovl_result_text(result), fault.what);
  return next;
}

/* So many links that tables would take hundreds of bytes a cell leave no level, neither in a bake
 * nor in an edited world, which has the bytes of a bake. Levels come back with fewer links. */
static void overlay_levels_are_left_out_for_very_many_links(test_state *t) {
  static many_links many;
  static const struct {
    uint32_t open;
    uint8_t terrain;
  } versions[] = {{FEW_LINKS, 1}, {MANY_LINKS, 1}, {MANY_LINKS, 0}, {FEW_LINKS, 0}};
  test_random random = {test_begin_case(t, 0)};
  draw_many_links(&many, &random);
  ovl_world *world = bake_many_links(&many, t, MANY_LINKS);
  for (size_t i = 0; world != NULL && i < sizeof versions / sizeof versions[0]; i++) {
    ovl_world *next = edit_many_links(t, world, versions[i].open, versions[i].terrain);
    ovl_world_close(world);
    world = next;
    for (int y = 0; y <= 20; y++) {
      many.terrain[y * MANY_SIDE + 30] = versions[i].terrain;
    }
    ovl_world *baked = bake_many_links(&many, t, versions[i].open);
    if (world != NULL && baked != NULL) {
      const world_bytes saved = fixture_save(t, world);
      const world_bytes expected = fixture_save(t, baked);
      CHECK(t,
            saved.count == expected.count && memcmp(saved.bytes, expected.bytes, saved.count) == 0,
            "version %zu differs from a bake", i);
      free(saved.bytes);
      free(expected.bytes);
      check_many_links(t, baked, versions[i].open);
      check_many_links(t, world, versions[i].open);
    }
    ovl_world_close(baked);
  }
  ovl_world_close(world);
}

const test_entry test_overlay_levels_table[] = {
    {"overlay_levels_end_where_costs_are_too_large", overlay_levels_end_where_costs_are_too_large},
    {"overlay_levels_are_left_out_for_very_many_links",
     overlay_levels_are_left_out_for_very_many_links},
    {NULL, NULL},
};
