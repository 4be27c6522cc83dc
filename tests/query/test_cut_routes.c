/* Routes with more stops than the unit has room for: they are walked as far as the stops are known
 * and begun again there, and the whole walk never costs more than the first route said. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fixture.h"

enum { MOST_ROOM = 6 };

/* A unit with room for few stops. */
typedef struct short_walk {
  fixture *f;
  ovl_query query;
  ovl_route route;
  ovl_stop stops[MOST_ROOM];
  size_t room;
  uint64_t walked, cuts;
} short_walk;

static bool begin(short_walk *w, test_state *t) {
  const fixture *f = w->f;
  const ovl_result result =
      ovl_route_begin(f->planner, f->world, &w->query, &w->route, w->stops, w->room);
  const bool is_cut = w->route.stop_count > w->room;
  w->cuts += is_cut ? 1 : 0;
  return CHECK(t, result == (is_cut ? OVL_MORE_ROOM : OVL_OK), "begin: %s, %" PRIu32 " stops",
               ovl_result_text(result), w->route.stop_count);
}

/* Walks one segment, or begins the route again. */
static void go_on(short_walk *w, test_state *t) {
  const fixture *f = w->f;
  const ovl_route before = w->route;
  ovl_path path = fixture_path(f);
  path_sums sums;
  size_t at;
  const ovl_result result =
      ovl_route_next(f->planner, f->world, &w->route, w->stops, w->room, before.position, &path);
  if (result == OVL_BEGIN_AGAIN) {
    CHECK(t, path.count == 0 && memcmp(&before, &w->route, sizeof before) == 0,
          "OVL_BEGIN_AGAIN changed something");
    CHECK(t, before.stop_count > w->room && !fixture_same_cells(before.position, w->query.start),
          "begun again without a step, or of a route whose stops are all known");
    w->query.start = before.position;
    const uint64_t left = before.cost_to_go;
    if (begin(w, t)) {
      CHECK(t, w->route.cost_to_go <= left, "%" PRIu64 " were left, and now %" PRIu64, left,
            w->route.cost_to_go);
    }
    return;
  }
  if (!CHECK(t, result == OVL_OK && path.count >= 2, "segment: %s", ovl_result_text(result))) {
    return;
  }
  const char *wrong = path_check_grid(&f->map, path.points, path.count, &sums, &at);
  CHECK(t, wrong == NULL, "leg %zu of a segment: %s", at, wrong != NULL ? wrong : "");
  CHECK(t,
        w->route.cost_to_go + sums.cost <= before.cost_to_go || w->route.kind == OVL_ROUTE_DIRECT,
        "walked %" PRIu64 ", left fell from %" PRIu64 " to %" PRIu64, sums.cost, before.cost_to_go,
        w->route.cost_to_go);
  w->walked += sums.cost;
}

static uint64_t walk_short(fixture *f, test_state *t, const ovl_query *query) {
  short_walk w = {.f = f, .query = *query};
  w.room = (size_t)test_random_between(&f->random, 1, MOST_ROOM);
  w.query.smoothing = OVL_SMOOTH_GRID;
  f->more.method = OVL_METHOD_OCTILE;
  fixture_context(f, t, &w.query);
  if (!begin(&w, t)) {
    return 0;
  }
  const uint64_t first = w.route.cost_to_go;
  uint64_t calls = (uint64_t)(f->map.width * f->map.height) * 2;
  while (!w.route.done && t->failures == 0 && CHECK(t, calls-- != 0, "it never arrives")) {
    go_on(&w, t);
  }
  CHECK(t, w.cuts == 0 || w.walked <= first, "walked %" PRIu64 ", the first route said %" PRIu64,
        w.walked, first);
  return w.cuts;
}

static void cut_routes_arrive(test_state *t) {
  const random_map_limits limits = {.max_side = 160, .max_region = 12, .weighted_percent = 40};
  uint64_t cuts = 0;
  for (uint64_t i = 0; test_more(t, i, 250, 5000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    for (int k = 0; k < 3 && t->failures == 0; k++) {
      ovl_query query = fixture_query(&f);
      cuts += fixture_expected(&f, &query) == OVL_OK ? walk_short(&f, t, &query) : 0;
    }
    fixture_free(&f);
  }
  CHECK(t, cuts > 100 || t->failures != 0, "only %" PRIu64 " routes were cut", cuts);
}

/* A route cannot be walked without room for a stop. */
static void cut_routes_without_stops(test_state *t) {
  const random_map_limits limits = {.max_side = 120, .max_region = 10, .weighted_percent = 40};
  for (uint64_t i = 0; test_more(t, i, 60, 600); i++) {
    fixture f;
    ovl_route route;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    ovl_query query = fixture_query(&f);
    f.more.method = OVL_METHOD_OCTILE;
    fixture_context(&f, t, &query);
    if (fixture_expected(&f, &query) == OVL_OK &&
        ovl_route_begin(f.planner, f.world, &query, &route, NULL, 0) == OVL_MORE_ROOM) {
      ovl_path path = fixture_path(&f);
      const ovl_result result =
          ovl_route_next(f.planner, f.world, &route, NULL, 0, query.start, &path);
      CHECK(t, result == OVL_BEGIN_AGAIN, "no stop is known: %s", ovl_result_text(result));
    }
    fixture_free(&f);
  }
}

const test_entry test_cut_routes_table[] = {
    {"cut_routes_arrive", cut_routes_arrive},
    {"cut_routes_without_stops", cut_routes_without_stops},
    {NULL, NULL},
};
