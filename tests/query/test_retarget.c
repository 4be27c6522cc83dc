/* Moving goals: a route that is led to a goal that moves stays valid, ends where the goal is, and
 * costs little more than a new one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "overland_watch.h"
#include "tests/support/fixture.h"

enum { MOST_STOPS = 3000, MOST_FLIGHT = 400, PERCENT = 5 };

/* A hunter and what it hunts. */
typedef struct hunt {
  fixture *f;
  ovl_query query; /* its start and goal are moved on */
  ovl_route route;
  ovl_stop stops[MOST_STOPS];
  ovl_cell flight[MOST_FLIGHT]; /* the path of a goal that moves towards the hunter */
  size_t flight_count;
  uint64_t kept, begun; /* routes that were led on, and that were begun again */
} hunt;

static void begin(hunt *h, test_state *t) {
  h->query.start = h->route.position;
  const ovl_result result =
      ovl_route_begin(h->f->planner, h->f->world, &h->query, &h->route, h->stops, MOST_STOPS);
  CHECK(t, result == OVL_OK, "begin: %s", ovl_result_text(result));
  h->begun++;
}

/* Up to two steps to neighbouring open cells. */
static ovl_cell move_goal(const fixture *f, test_random *random, ovl_cell goal) {
  for (int k = 0; k < 2; k++) {
    const ovl_cell to = {goal.x + test_random_between(random, -1, 1),
                         goal.y + test_random_between(random, -1, 1), 0};
    if (random_map_weight(&f->map, to.x, to.y) != 0 &&
        ovl_world_island(f->world, 0, to) == ovl_world_island(f->world, 0, goal)) {
      goal = to;
    }
  }
  return goal;
}

/* Every other goal moves nearer: a route whose tail alone is planned again then costs more and
 * more. */
static void plan_flight(hunt *h, test_state *t) {
  ovl_query query = h->query;
  ovl_path path = fixture_path(h->f);
  size_t needed = 0;
  query.start = h->query.goal;
  query.goal = h->query.start;
  CHECK(t, ovl_find_path(h->f->planner, h->f->world, &query, &path) == OVL_OK, "flight");
  ovl_path_cells(&path, h->flight, MOST_FLIGHT, &needed, NULL);
  h->flight_count = needed < MOST_FLIGHT ? needed : MOST_FLIGHT;
}

/* The cost of a new route. */
static uint64_t cost_anew(const hunt *h) {
  ovl_query query = h->query;
  ovl_route route;
  ovl_stop stops[MOST_STOPS];
  query.start = h->route.position;
  ovl_route_begin(h->f->planner, h->f->world, &query, &route, stops, MOST_STOPS);
  return route.cost_to_go;
}

static void lead(hunt *h, test_state *t) {
  const ovl_route before = h->route;
  ovl_stop stops[MOST_STOPS];
  memcpy(stops, h->stops, sizeof stops);
  const ovl_result result = ovl_route_retarget(h->f->planner, h->f->world, &h->route, h->stops,
                                               MOST_STOPS, h->query.goal, PERCENT);
  if (result == OVL_BEGIN_AGAIN) {
    CHECK(t,
          memcmp(&before, &h->route, sizeof before) == 0 &&
              memcmp(stops, h->stops, sizeof stops) == 0,
          "OVL_BEGIN_AGAIN changed something");
    begin(h, t);
    return;
  }
  if (!CHECK(t, result == OVL_OK, "retarget: %s", ovl_result_text(result)) ||
      !CHECK(t, fixture_same_cells(h->route.goal, h->query.goal), "led elsewhere") ||
      !CHECK(t, fixture_same_cells(h->route.position, before.position), "it was moved")) {
    return;
  }
  h->kept += h->route.kind == OVL_ROUTE_STOPS ? 1 : 0;
  const uint64_t anew = cost_anew(h);
  /* Paths over waypoints cost more than the best ones, short ones above all. */
  const uint64_t step = (uint64_t)OVL_STRAIGHT_COST * (h->f->map.plain ? 1 : 8);
  const uint64_t most = anew + anew * (PERCENT + 1) / 100 + 2 * step;
  CHECK(t, h->route.cost_to_go <= most, "led at %" PRIu64 ", anew %" PRIu64, h->route.cost_to_go,
        anew);
}

static void walk(hunt *h, test_state *t) {
  const ovl_route before = h->route;
  ovl_path path = fixture_path(h->f);
  path_sums sums;
  size_t at;
  if (h->route.done) {
    return;
  }
  const ovl_result result = ovl_route_next(h->f->planner, h->f->world, &h->route, h->stops,
                                           MOST_STOPS, before.position, &path);
  if (!CHECK(t, result == OVL_OK, "segment: %s", ovl_result_text(result))) {
    return;
  }
  const char *wrong = path_check_grid(&h->f->map, path.points, path.count, &sums, &at);
  CHECK(t, wrong == NULL, "leg %zu: %s", at, wrong != NULL ? wrong : "");
  CHECK(t,
        h->route.kind == OVL_ROUTE_DIRECT || h->route.cost_to_go + sums.cost <= before.cost_to_go,
        "the promise was broken");
}

static void hunt_on(fixture *f, test_state *t, const ovl_query *query, hunt *h) {
  h->f = f;
  h->query = *query;
  h->query.smoothing = OVL_SMOOTH_GRID;
  h->route.position = query->start;
  fixture_context(f, t, query);
  begin(h, t);
  h->begun = 0;
  const bool flees = test_random_percent(&f->random, 50);
  plan_flight(h, t);
  for (int k = 0; k < 60 && t->failures == 0; k++) {
    h->query.goal = move_goal(f, &f->random, h->query.goal);
    if (flees) {
      h->query.goal = h->flight[2 * (size_t)k < h->flight_count ? 2 * (size_t)k : 0];
    }
    lead(h, t);
    if (!flees && test_random_percent(&f->random, 15)) {
      walk(h, t);
    }
  }
  uint32_t calls = (uint32_t)(f->map.width * f->map.height);
  while (!h->route.done && t->failures == 0 && CHECK(t, calls-- != 0, "it never arrives")) {
    walk(h, t);
  }
  CHECK(t, fixture_same_cells(h->route.position, h->query.goal) || t->failures != 0,
        "it arrived elsewhere");
}

static void retarget_hunts(test_state *t) {
  const random_map_limits limits = {.max_side = 200, .max_region = 14, .weighted_percent = 40};
  uint64_t kept = 0;
  uint64_t begun = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    fixture f;
    hunt h;
    memset(&h, 0, sizeof h);
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    ovl_query query = fixture_query(&f);
    if (fixture_expected(&f, &query) == OVL_OK) {
      hunt_on(&f, t, &query, &h);
    }
    kept += h.kept;
    begun += h.begun;
    fixture_free(&f);
  }
  CHECK(t, kept > 3 * begun || t->failures != 0, "%" PRIu64 " kept, %" PRIu64 " begun again", kept,
        begun);
}

/* After an error the route and its stops are as they were. */
static void retarget_refuses(test_state *t) {
  const random_map_limits limits = {.max_side = 120, .max_region = 10, .weighted_percent = 0};
  for (uint64_t i = 0; test_more(t, i, 60, 1000); i++) {
    fixture f;
    hunt h;
    memset(&h, 0, sizeof h);
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    h.f = &f;
    h.query = fixture_query(&f);
    f.more.method = OVL_METHOD_OCTILE;
    h.route.position = h.query.start;
    if (fixture_expected(&f, &h.query) == OVL_OK) {
      begin(&h, t);
      const ovl_route before = h.route;
      const ovl_cell outside = {-1, 0, 0};
      const ovl_cell near = move_goal(&f, &f.random, h.query.goal);
      ovl_planner *p = f.planner;
      ovl_result result =
          ovl_route_retarget(p, f.world, &h.route, h.stops, MOST_STOPS, outside, PERCENT);
      CHECK(t, result == OVL_GOAL_OUTSIDE, "outside: %s", ovl_result_text(result));
      result = ovl_route_retarget(p, f.world, &h.route, h.stops, MOST_STOPS, near, -1);
      CHECK(t, result == OVL_BAD_ARGUMENT, "-1 per cent: %s", ovl_result_text(result));
      if (before.stop_count != 0) {
        result = ovl_route_retarget(p, f.world, &h.route, h.stops, before.stop_count - 1, near, 9);
        CHECK(t, result == OVL_BEGIN_AGAIN, "a cut route: %s", ovl_result_text(result));
      }
      h.route.world++;
      result = ovl_route_retarget(p, f.world, &h.route, h.stops, MOST_STOPS, near, PERCENT);
      CHECK(t, result == OVL_OTHER_WORLD, "another world's route: %s", ovl_result_text(result));
      h.route.world--;
      CHECK(t, memcmp(&before, &h.route, sizeof before) == 0, "the route was changed");
    }
    fixture_free(&f);
  }
}

const test_entry test_retarget_table[] = {
    {"retarget_hunts", retarget_hunts},
    {"retarget_refuses", retarget_refuses},
    {NULL, NULL},
};
