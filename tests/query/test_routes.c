/* Routes: a unit walks segment by segment. The cost to go never rises, and falls by at least what
 * is walked, so a walk ends and never costs more than the route said at first. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/refine/route_code.h"
#include "tests/support/fixture.h"

/* A walk. */
typedef struct walk {
  fixture *f;
  ovl_route route;
  ovl_planner *other;     /* a second planner, which walks a copy of the route */
  ovl_cell *other_points; /* room for its segments */
  uint64_t first_cost;    /* cost_to_go at the beginning */
  uint64_t walked;        /* units */
  uint32_t calls;
} walk;

static bool walk_begin(walk *w, fixture *f, test_state *t, const ovl_query *query) {
  memset(w, 0, sizeof *w);
  w->f = f;
  w->other_points = malloc(f->capacity * sizeof *w->other_points);
  if (w->other_points == NULL) {
    abort();
  }
  ovl_planner_def def = {.world = f->world};
  ovl_result result = ovl_planner_create(&def, &w->other, NULL);
  CHECK(t, result == OVL_OK, "second planner: %s", ovl_result_text(result));
  result = ovl_route_begin(f->planner, f->world, query, &w->route);
  w->first_cost = w->route.cost_to_go;
  return CHECK(t, result == OVL_OK, "begin: %s", ovl_result_text(result)) &&
         CHECK(t, fixture_same_cells(w->route.position, query->start), "it begins elsewhere") &&
         CHECK(t, w->route.done == fixture_same_cells(query->start, query->goal),
               "done at the beginning: %d", (int)w->route.done);
}

static void walk_end(walk *w) {
  ovl_planner_destroy(w->other);
  free(w->other_points);
}

static bool same_routes(const ovl_route *a, const ovl_route *b) {
  const ovi_route_words left = ovi_route_words_of(a);
  const ovi_route_words right = ovi_route_words_of(b);
  return fixture_same_cells(a->goal, b->goal) && fixture_same_cells(a->position, b->position) &&
         a->cost_to_go == b->cost_to_go && a->world == b->world &&
         memcmp(&left, &right, sizeof left) == 0 && a->kind == b->kind &&
         a->profile == b->profile && a->smoothing == b->smoothing && a->done == b->done;
}

/* After an error the route is as it was. */
static void check_refusals(walk *w, test_state *t, size_t needed) {
  fixture *f = w->f;
  ovl_route before = w->route;
  ovl_cell point;
  ovl_path path = {.points = &point, .capacity = needed > 1 ? 1 : 0};
  ovl_result result = ovl_route_next(w->other, f->world, &w->route, before.position, &path);
  CHECK(t, result == OVL_MORE_ROOM && path.count == needed, "room for 1 of %zu: %s, %zu needed",
        needed, ovl_result_text(result), path.count);
  CHECK(t, same_routes(&before, &w->route), "OVL_MORE_ROOM changed the route");
  ovl_cell elsewhere = before.position;
  elsewhere.x += before.position.x > 0 ? -1 : 1;
  path = (ovl_path){.points = w->other_points, .capacity = f->capacity};
  result = ovl_route_next(w->other, f->world, &w->route, elsewhere, &path);
  CHECK(t, result == OVL_OFF_ROUTE, "off the route: %s", ovl_result_text(result));
  CHECK(t, same_routes(&before, &w->route), "OVL_OFF_ROUTE changed the route");
}

static uint64_t segment_cost(walk *w, test_state *t, const ovl_path *path) {
  const fixture *f = w->f;
  path_sums sums;
  size_t at;
  if (w->route.smoothing == OVL_SMOOTH_ANY) {
    const char *wrong = path_check_any(&f->map, path->points, path->count, &sums, &at);
    CHECK(t, wrong == NULL, "leg %zu of a segment: %s", at, wrong != NULL ? wrong : "");
    return path->cost;
  }
  const char *wrong = path_check_grid(&f->map, path->points, path->count, &sums, &at);
  CHECK(t, wrong == NULL, "leg %zu of a segment: %s", at, wrong != NULL ? wrong : "");
  CHECK(t, sums.cost == path->cost, "segment says %" PRIu64 ", steps sum to %" PRIu64, path->cost,
        sums.cost);
  return sums.cost;
}

static void walk_segment(walk *w, test_state *t, bool refuse) {
  fixture *f = w->f;
  ovl_route before = w->route;
  ovl_route copy = w->route;
  ovl_path path = fixture_path(f);
  ovl_path other = {.points = w->other_points, .capacity = f->capacity};
  ovl_result result = ovl_route_next(w->other, f->world, &copy, copy.position, &other);
  CHECK(t, result == OVL_OK, "segment %" PRIu32 " by another planner: %s", w->calls,
        ovl_result_text(result));
  if (refuse && result == OVL_OK) {
    check_refusals(w, t, other.count);
    other = (ovl_path){.points = w->other_points, .capacity = f->capacity};
    copy = w->route;
    ovl_route_next(w->other, f->world, &copy, copy.position, &other);
  }
  result = ovl_route_next(f->planner, f->world, &w->route, before.position, &path);
  w->calls++;
  if (!CHECK(t, result == OVL_OK, "segment %" PRIu32 ": %s", w->calls, ovl_result_text(result)) ||
      !CHECK(t, path.count >= 2 || w->route.done, "a segment of %zu points", path.count) ||
      !CHECK(t, fixture_same_paths(&path, &other) && same_routes(&copy, &w->route),
             "a copy continued by another planner went elsewhere") ||
      !CHECK(t, fixture_same_cells(path.points[0], before.position),
             "a segment begins elsewhere") ||
      !CHECK(t, fixture_same_cells(path.points[path.count - 1], w->route.position),
             "the position is not the end of the segment")) {
    return;
  }
  uint64_t cost = segment_cost(w, t, &path);
  w->walked += cost;
  CHECK(t, w->route.kind == OVL_ROUTE_DIRECT || w->route.cost_to_go + cost <= before.cost_to_go,
        "walked %" PRIu64 ", left fell from %" PRIu64 " to %" PRIu64 " only", cost,
        before.cost_to_go, w->route.cost_to_go);
}

static void check_walk(fixture *f, test_state *t, const ovl_query *query, bool refuse) {
  walk w;
  fixture_context(f, t, query);
  uint64_t optimum = dijkstra_distance(&f->judge, query->goal);
  if (walk_begin(&w, f, t, query)) {
    /* A segment ends in another cell, so a walk has fewer segments than cells. */
    uint32_t most = (uint32_t)(f->map.width * f->map.height) + 1;
    while (!w.route.done && t->failures == 0 && CHECK(t, w.calls < most, "the walk does not end")) {
      walk_segment(&w, t, refuse);
    }
    if (t->failures == 0) {
      CHECK(t, fixture_same_cells(w.route.position, query->goal), "done, and not at the goal");
      CHECK(t, w.route.cost_to_go == 0, "done, and %" PRIu64 " left", w.route.cost_to_go);
      CHECK(t, w.route.kind == OVL_ROUTE_DIRECT || w.walked <= w.first_cost,
            "walked %" PRIu64 ", the route said %" PRIu64, w.walked, w.first_cost);
      CHECK(t, w.walked >= optimum, "walked %" PRIu64 ", below the optimum %" PRIu64, w.walked,
            optimum);
      CHECK(t, fixture_is_near_optimum(f, w.walked, optimum),
            "walked %" PRIu64 ", the optimum is %" PRIu64, w.walked, optimum);
    }
  }
  walk_end(&w);
}

static void walk_maps(test_state *t, random_map_limits limits, uint64_t count,
                      uint64_t long_count) {
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    for (int k = 0; k < 4 && t->failures == 0; k++) {
      ovl_query query = fixture_query(&f);
      if (fixture_expected(&f, &query) == OVL_OK) {
        check_walk(&f, t, &query, k == 0);
      }
    }
    fixture_free(&f);
  }
}

static void routes_random(test_state *t) { walk_maps(t, random_map_usual_limits(), 700, 12000); }

static void routes_many_regions(test_state *t) {
  random_map_limits limits = {.max_side = 220, .max_region = 12, .weighted_percent = 40};
  walk_maps(t, limits, 120, 2500);
}

/* Changes one number of a route, by a little or to any value. */
static void tamper_with_route(ovl_route *route, test_random *random) {
  bool any = test_random_percent(random, 30);
  uint32_t number = (uint32_t)test_random_between(random, 0, any ? INT32_MAX : 30);
  ovi_route_words words = ovi_route_words_of(route);
  switch (test_random_between(random, 0, 7)) {
  case 0:
    words.region = number;
    break;
  case 1:
    words.number = (uint16_t)number;
    break;
  case 2:
    words.place = number;
    break;
  case 3:
    words.side ^= (uint8_t)(any ? number : 1);
    break;
  case 4:
    words.cost ^= number;
    break;
  case 5:
    words.extra = (uint8_t)number;
    break;
  case 6:
    route->kind = (uint8_t)(number % 5);
    break;
  default:
    route->cost_to_go ^= any ? test_random_next(random) : number;
    break;
  }
  ovi_route_set_words(route, words);
}

/* Routes that were changed give an error or a legal segment, never a crash. */
static void routes_tampered(test_state *t) {
  random_map_limits limits = {.max_side = 120, .max_region = 10, .weighted_percent = 40};
  for (uint64_t i = 0; test_more(t, i, 400, 6000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    ovl_query query = fixture_query(&f);
    walk w;
    if (fixture_expected(&f, &query) == OVL_OK && walk_begin(&w, &f, t, &query)) {
      for (int k = 0; k < 20 && w.route.kind != OVL_ROUTE_DIRECT; k++) {
        ovl_route route = w.route;
        tamper_with_route(&route, &f.random);
        ovl_path path = fixture_path(&f);
        ovl_result result = ovl_route_next(f.planner, f.world, &route, route.position, &path);
        if (result == OVL_OK && route.smoothing != OVL_SMOOTH_ANY) {
          segment_cost(&w, t, &path);
        }
      }
      walk_end(&w);
    }
    fixture_free(&f);
  }
}

/* A query before, with settings that a route does not keep, does not change its segments. */
static void check_after_turns(fixture *f, test_state *t, ovl_planner *turning, ovl_query *query) {
  ovl_cell *points = malloc(f->capacity * sizeof *points);
  if (points == NULL) {
    abort();
  }
  ovl_route route;
  ovl_path left = fixture_path(f);
  ovl_path after = {.points = points, .capacity = f->capacity};
  if (ovl_route_begin(f->planner, f->world, query, &route) == OVL_OK) {
    ovl_route other = route;
    const ovl_result result = ovl_route_next(f->planner, f->world, &route, route.position, &left);
    f->more.turn_cost = (uint32_t)test_random_between(&f->random, 1, 4000);
    ovl_find_path(turning, f->world, query, &after);
    CHECK(t,
          ovl_route_next(turning, f->world, &other, other.position, &after) == result &&
              fixture_same_paths(&left, &after) && same_routes(&route, &other),
          "a planner that planned with turns goes on otherwise: %" PRIu64 ", not %" PRIu64,
          after.cost, left.cost);
  }
  free(points);
}

static void routes_after_turns(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 200, 3000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_planner_def def = {.world = f.world};
    def.turn_costs = true;
    ovl_planner *turning = NULL;
    CHECK(t, ovl_planner_create(&def, &turning, NULL) == OVL_OK, "planner");
    for (int k = 0; k < 4 && t->failures == 0; k++) {
      ovl_query query = fixture_query(&f);
      fixture_context(&f, t, &query);
      check_after_turns(&f, t, turning, &query);
    }
    ovl_planner_destroy(turning);
    fixture_free(&f);
  }
}

const test_entry test_routes_table[] = {
    {"routes_random", routes_random},
    {"routes_many_regions", routes_many_regions},
    {"routes_tampered", routes_tampered},
    {"routes_after_turns", routes_after_turns},
    {NULL, NULL},
};
