/* Tests edits of roads and of the ground beside them: the overlays are those of a bake of the
 * edited map, though a cell's weight changes no cost between waypoints. */
#include "overland_bake.h"
#include "overland_edit.h"
#include "tests/support/fixture.h"

#include <inttypes.h>

enum { WIDTH = 60, HEIGHT = 110, REGION = 9, CALLS = 8, KINDS = 4 };

/* Dear and dearest ground, with tracks of random turns over it. */
static void draw_tracks(uint8_t *terrain, test_random *random) {
  for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
    terrain[i] = (uint8_t)test_random_between(random, 3, KINDS);
  }
  for (int track = 0; track < 10; track++) {
    int32_t x = test_random_between(random, 0, WIDTH - 1);
    int32_t y = test_random_between(random, 0, HEIGHT - 1);
    const uint8_t kind = (uint8_t)test_random_between(random, 1, 2);
    for (int step = 0; step < 90; step++) {
      if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT) {
        terrain[y * WIDTH + x] = kind;
      }
      x += test_random_between(random, -1, 1);
      y += test_random_between(random, -1, 1);
    }
  }
}

/* A cell beside a border of regions gets another weight. */
static ovl_edit draw_edit(uint8_t *terrain, test_random *random) {
  const int32_t side = test_random_between(random, 0, 1);
  const int32_t x = REGION * test_random_between(random, 1, WIDTH / REGION) - side;
  const int32_t y = test_random_between(random, 0, HEIGHT - 1);
  const uint8_t kind = (uint8_t)test_random_between(random, 1, KINDS);
  terrain[y * WIDTH + x] = kind;
  return ovl_edit_rect((ovl_cell){x, y, 0}, 1, 1, kind);
}

static ovl_world *bake_tracks(test_state *t, const ovl_bake_def *def) {
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(def, &world, NULL) == OVL_OK, "bake");
  return world;
}

static void edits_beside_borders_equal_a_bake(test_state *t) {
  static uint8_t terrain[WIDTH * HEIGHT];
  for (uint64_t i = 0; test_more(t, i, 40, 2000); i++) {
    test_random random = {test_begin_case(t, i)};
    draw_tracks(terrain, &random);
    const ovl_link_def link = {.from = {3, 4, 0}, .to = {50, 90, 0}, .cost = 1};
    const ovl_bake_def def = {
        .width = WIDTH,
        .height = HEIGHT,
        .terrain = terrain,
        .weights = {0, OVL_PLAIN_WEIGHT, 2 * OVL_PLAIN_WEIGHT, 4 * OVL_PLAIN_WEIGHT, 200},
        .tuning = {.region_cells = REGION,
                   .label_bytes_per_cell = OVL_NO_LABELS,
                   .overlays = OVL_OVERLAYS_ALWAYS},
        .more = {.links = &link, .link_count = i % 2}}; /* with a one-way link, it is directed */
    ovl_world *world = bake_tracks(t, &def);
    for (int call = 0; call < CALLS && t->failures == 0; call++) {
      const ovl_edit edit = draw_edit(terrain, &random);
      ovl_world *next = NULL;
      CHECK(t, ovl_world_apply(world, &edit, 1, &next, NULL) == OVL_OK, "apply");
      ovl_world_close(world);
      world = next;
      ovl_world *baked = bake_tracks(t, &def);
      fixture_check_same(t, baked, world, "edited beside a border");
      ovl_world_close(baked);
    }
    ovl_world_close(world);
  }
}

const test_entry test_road_edits_table[] = {
    {"road_edits/edits-beside-borders-equal-a-bake", edits_beside_borders_equal_a_bake},
    {NULL, NULL},
};
