/* Tests the overlays of edited worlds: a world is saved with the same bytes as a bake of the edited
 * map, after any edits and refreshes, and levels become possible and impossible. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/support/fixture.h"
#include "tests/support/serpent.h"

static bool make(fixture *f, test_state *t, uint64_t index) {
  const random_map_limits limits = {.max_side = 230, .max_region = 10, .weighted_percent = 50};
  const random_map_limits tile = {.max_side = 60, .max_region = 8, .weighted_percent = 50};
  return fixture_make_overlays(f, t, index, tile, limits);
}

/* Draws the terrain of a random cell of the map. */
static uint8_t draw_terrain(fixture *f) {
  const int32_t cells = f->map.width * f->map.height;
  return f->map.terrain[test_random_between(&f->random, 0, cells - 1)];
}

/* Draws an edit, mostly of one cell or a few, and often beside a border of clusters. */
static ovl_edit draw_edit(fixture *f) {
  static const int32_t sides[6] = {1, 1, 1, 2, 4, 40};
  const int32_t most = sides[test_random_between(&f->random, 0, 5)];
  const int32_t side = 8 * f->map.region_cells;
  ovl_cell cell = {test_random_between(&f->random, 0, f->map.width - 1),
                   test_random_between(&f->random, 0, f->map.height - 1), 0};
  if (test_random_percent(&f->random, 50) && cell.x >= side) {
    cell.x = cell.x / side * side - test_random_between(&f->random, 0, 1);
  }
  if (test_random_percent(&f->random, 50) && cell.y >= side) {
    cell.y = cell.y / side * side - test_random_between(&f->random, 0, 1);
  }
  int32_t w = test_random_between(&f->random, 1, most);
  int32_t h = test_random_between(&f->random, 1, most);
  w = w < f->map.width - cell.x ? w : f->map.width - cell.x;
  h = h < f->map.height - cell.y ? h : f->map.height - cell.y;
  return ovl_edit_rect(cell, w, h, draw_terrain(f));
}

static void edit_map(test_map *map, const ovl_edit *edit) {
  for (int32_t y = 0; y < edit->h; y++) {
    memset(map->terrain + (size_t)(edit->cell.y + y) * (size_t)map->width + edit->cell.x,
           (int)edit->value, (size_t)edit->w);
  }
}

/* Checks that a world is saved with the same bytes as a bake of the map. */
static void check_saved(test_state *t, const ovl_bake_def *def, const ovl_world *world) {
  ovl_world *baked = NULL;
  if (!CHECK(t, ovl_world_bake(def, &baked, NULL) == OVL_OK, "bake anew")) {
    return;
  }
  const world_bytes is = fixture_save(t, world);
  const world_bytes should = fixture_save(t, baked);
  size_t at = 0;
  while (at < is.count && at < should.count && is.bytes[at] == should.bytes[at]) {
    at++;
  }
  CHECK(t, at == is.count && at == should.count, "byte %zu of %zu differs from a bake's (%zu)", at,
        is.count, should.count);
  ovl_world_info a;
  ovl_world_info b;
  ovl_world_describe(world, &a);
  ovl_world_describe(baked, &b);
  ovl_world_bytes bytes;
  ovl_world_bytes anew;
  ovl_world_count_bytes(world, &bytes);
  ovl_world_count_bytes(baked, &anew);
  CHECK(t,
        bytes.overlays == anew.overlays && a.partition.overlay_levels == b.partition.overlay_levels,
        "overlays of %" PRIu64 " bytes, %" PRId32 " levels, not %" PRIu64 ", %" PRId32,
        bytes.overlays, a.partition.overlay_levels, anew.overlays, b.partition.overlay_levels);
  free(is.bytes);
  free(should.bytes);
  ovl_world_close(baked);
}

static bool apply(test_state *t, ovl_world **world, const ovl_edit *edits, size_t count) {
  ovl_world *next = NULL;
  const ovl_result result = ovl_world_apply(*world, edits, count, NULL, &next, NULL);
  if (!CHECK(t, result == OVL_OK, "apply: %s", ovl_result_text(result))) {
    return false;
  }
  ovl_world_close(*world);
  *world = next;
  return true;
}

/* Replaces the world by a refreshed version, and makes an edit while the refresh runs. */
static void refresh_world(test_state *t, fixture *f) {
  ovl_refresh *refresh = NULL;
  ovl_world *refreshed = NULL;
  bool done = false;
  if (!CHECK(t, ovl_refresh_create(f->world, NULL, &refresh) == OVL_OK, "refresh")) {
    return;
  }
  ovl_edit edit = draw_edit(f);
  edit_map(&f->map, &edit);
  apply(t, &f->world, &edit, 1);
  while (!done && CHECK(t, ovl_refresh_step(refresh, 50, &done) == OVL_OK, "step")) {
  }
  if (CHECK(t, ovl_refresh_apply(refresh, f->world, &refreshed) == OVL_OK, "refreshed")) {
    ovl_world_close(f->world);
    f->world = refreshed;
  }
  ovl_refresh_destroy(refresh);
}

static void overlay_edits_equal_a_bake(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 4000); i++) {
    fixture f;
    if (!make(&f, t, i)) {
      return;
    }
    const ovl_bake_def def = random_map_bake_def(&f.map);
    for (int call = 0; call < 25 && t->failures == 0; call++) {
      ovl_edit edits[3];
      const int32_t count = test_random_between(&f.random, 1, 3);
      for (int32_t k = 0; k < count; k++) {
        edits[k] = draw_edit(&f);
        edit_map(&f.map, &edits[k]);
      }
      if (apply(t, &f.world, edits, (size_t)count)) {
        check_saved(t, &def, f.world);
      }
      if (t->failures == 0 && test_random_percent(&f.random, 10)) {
        refresh_world(t, &f);
        check_saved(t, &def, f.world);
      }
    }
    fixture_free(&f);
  }
}

/* A cluster that an edit changed and another changed back is read from the file again. */
static void overlay_edits_that_are_undone_store_no_clusters(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    fixture f;
    if (!make(&f, t, 1000 + i)) {
      return;
    }
    const ovl_cell cell = random_map_cell(&f.map, &f.random);
    const uint8_t was = ovl_world_terrain(f.world, cell);
    const ovl_edit edit = ovl_edit_set(cell, draw_terrain(&f));
    const ovl_edit undo = ovl_edit_set(cell, was);
    if (apply(t, &f.world, &edit, 1) && apply(t, &f.world, &undo, 1)) {
      CHECK(t, f.world->overlay_delta.blocks == 0, "%" PRIu32 " clusters are not the file's",
            f.world->overlay_delta.blocks);
    }
    fixture_free(&f);
  }
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
    memset(s.terrain + (size_t)edit.cell.y * SERPENT_WIDTH + x, opens, (size_t)edit.w);
    apply(t, &world, &edit, 1);
    ovl_world_info info;
    ovl_world_describe(world, &info);
    CHECK(t, info.partition.overlay_levels == (opens ? 9 : 4), "%" PRId32 " levels in round %d",
          info.partition.overlay_levels, round);
    check_saved(t, &s.def, world);
  }
  ovl_world_close(world);
  serpent_free(&s);
}

const test_entry test_overlay_edits_table[] = {
    {"overlay_edits_equal_a_bake", overlay_edits_equal_a_bake},
    {"overlay_edits_that_are_undone_store_no_clusters",
     overlay_edits_that_are_undone_store_no_clusters},
    {"overlay_edits_add_and_remove_levels", overlay_edits_add_and_remove_levels},
    {NULL, NULL},
};
