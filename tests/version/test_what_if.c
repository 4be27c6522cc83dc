/* What-if queries: the units that a wall would cut off are those that Dijkstra's algorithm finds on
 * the maps with and without it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "tests/support/fixture.h"

enum { UNITS = 24 };

static bool is_cut(const uint32_t *cut, size_t count, uint32_t unit) {
  for (size_t i = 0; i < count; i++) {
    if (cut[i] == unit) {
      return true;
    }
  }
  return false;
}

static bool reaches(const test_map *map, ovl_cell from, ovl_cell to) {
  if (random_map_weight(map, from.x, from.y) == 0 || random_map_weight(map, to.x, to.y) == 0) {
    return false;
  }
  dijkstra judge = dijkstra_make(map);
  dijkstra_run(&judge, from);
  const bool found = dijkstra_distance(&judge, to) != DIJKSTRA_UNREACHED;
  dijkstra_free(&judge);
  return found;
}

/* Builds a wall of random size, and compares the units that it would cut off with Dijkstra's
 * algorithm on both maps. */
static void ask_what_if(fixture *f, test_state *t) {
  test_map then = f->map;
  const size_t bytes = (size_t)f->map.width * (size_t)f->map.height;
  then.terrain = malloc(bytes);
  if (then.terrain == NULL) {
    abort();
  }
  memcpy(then.terrain, f->map.terrain, bytes);
  const int32_t x = test_random_between(&f->random, 0, f->map.width - 1);
  const int32_t y = test_random_between(&f->random, 0, f->map.height - 1);
  const int32_t w = test_random_between(&f->random, 1, f->map.width - x);
  const int32_t h =
      test_random_between(&f->random, 1, f->map.height - y < 3 ? f->map.height - y : 3);
  const ovl_edit house = ovl_edit_rect((ovl_cell){x, y, 0}, w, h, 0);
  for (int32_t row = y; row < y + h; row++) {
    memset(then.terrain + row * f->map.width + x, 0, (size_t)w);
  }
  ovl_cell units[UNITS];
  uint32_t cut[UNITS];
  size_t count = 0;
  for (int i = 0; i < UNITS; i++) {
    units[i] = random_map_cell(&f->map, &f->random);
  }
  const ovl_what_if what = {.edits = &house,
                            .edit_count = 1,
                            .home = random_map_cell(&f->map, &f->random),
                            .units = units,
                            .unit_count = UNITS};
  ovl_result result = ovl_world_what_if(f->world, &what, NULL, cut, UNITS, &count, NULL);
  CHECK(t, result == OVL_OK && count <= UNITS, "what if: %s", ovl_result_text(result));
  for (uint32_t i = 0; i < UNITS; i++) {
    const bool should =
        reaches(&f->map, units[i], what.home) && !reaches(&then, units[i], what.home);
    CHECK(t, is_cut(cut, count, i) == should, "unit %" PRIu32 " is cut off: %d", i, should);
  }
  if (count > 1) {
    size_t needed = 0;
    result = ovl_world_what_if(f->world, &what, NULL, cut, 1, &needed, NULL);
    CHECK(t, result == OVL_MORE_ROOM && needed == count, "room for one: %s",
          ovl_result_text(result));
  }
  free(then.terrain);
}

static void what_if_equals_dijkstra(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    fixture f;
    if (fixture_make(&f, t, i, random_map_usual_limits())) {
      ask_what_if(&f, t);
      fixture_free(&f);
    }
  }
}

const test_entry test_what_if_table[] = {
    {"what_if/equals-dijkstra", what_if_equals_dijkstra},
    {NULL, NULL},
};
