/* Two cells have the same island if and only if a Dijkstra search connects them, and queries to
 * unreachable goals are answered from islands, without a search. */
#include <inttypes.h>
#include <stdlib.h>

#include "overland_inspect.h"
#include "tests/support/fixture.h"

static void check_start(fixture *f, test_state *t, ovl_cell start, uint64_t islands) {
  dijkstra_run(&f->judge, start);
  uint32_t own = ovl_world_island(f->world, 0, start);
  for (int32_t y = 0; y < f->map.height; y++) {
    for (int32_t x = 0; x < f->map.width; x++) {
      ovl_cell cell = {x, y, 0};
      uint32_t island = ovl_world_island(f->world, 0, cell);
      bool open = random_map_weight(&f->map, x, y) != 0;
      bool joined = open && dijkstra_distance(&f->judge, cell) != DIJKSTRA_UNREACHED;
      if (!CHECK(t, open ? island >= 1 && island <= islands : island == 0,
                 "%" PRId32 ",%" PRId32 ": island %" PRIu32 " of %" PRIu64, x, y, island,
                 islands) ||
          !CHECK(t, !open || (island == own) == joined,
                 "%" PRId32 ",%" PRId32 ": island %" PRIu32 ", the start's is %" PRIu32, x, y,
                 island, own)) {
        return;
      }
    }
  }
}

/* Every number from 1 to the number of islands is used. */
static void check_numbers(const fixture *f, test_state *t, uint64_t islands) {
  uint8_t *seen = calloc((size_t)islands + 1, 1);
  if (seen == NULL) {
    abort();
  }
  uint64_t count = 0;
  for (int32_t i = 0; i < f->map.width * f->map.height; i++) {
    ovl_cell cell = {i % f->map.width, i / f->map.width, 0};
    uint32_t island = ovl_world_island(f->world, 0, cell);
    if (island != 0 && island <= islands && seen[island] == 0) {
      seen[island] = 1;
      count++;
    }
  }
  free(seen);
  CHECK(t, count == islands, "%" PRIu64 " of %" PRIu64 " islands are used", count, islands);
}

static void islands_equal_dijkstra(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 700, 10000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_world_info info;
    ovl_world_describe(f.world, &info);
    check_numbers(&f, t, info.islands);
    for (int k = 0; k < 3 && t->failures == 0; k++) {
      ovl_cell start = random_map_cell(&f.map, &f.random);
      if (random_map_weight(&f.map, start.x, start.y) != 0) {
        check_start(&f, t, start, info.islands);
      }
    }
    ovl_cell outside = {f.map.width, 0, 0};
    CHECK(t, ovl_world_island(f.world, 0, outside) == 0, "an island outside the world");
    fixture_free(&f);
  }
}

static void islands_spare_the_search(test_state *t) {
  uint64_t met = 0;
  for (uint64_t i = 0; test_more(t, i, 700, 10000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    for (int k = 0; k < 4; k++) {
      ovl_query query = fixture_query(&f);
      fixture_context(&f, t, &query);
      ovl_path path = fixture_path(&f);
      if (ovl_find_path(f.planner, f.world, &query, &path) == OVL_UNREACHABLE) {
        met++;
        ovl_stats stats = ovl_planner_stats(f.planner);
        CHECK(t, stats.fine_expanded == 0 && stats.coarse_expanded == 0 && stats.windows == 0,
              "unreachable: %" PRIu64 " cells and %" PRIu64 " waypoints were expanded",
              stats.fine_expanded, stats.coarse_expanded);
      }
    }
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || met > 50, "only %" PRIu64 " unreachable goals were met", met);
}

const test_entry test_islands_table[] = {
    {"islands_equal_dijkstra", islands_equal_dijkstra},
    {"islands_spare_the_search", islands_spare_the_search},
    {NULL, NULL},
};
