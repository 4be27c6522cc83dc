/* Walks along routes in worlds of all kinds: each segment is legal and lowers the cost to go by at
 * least its own, whichever planner refines it and in whatever slices, and the walk ends at the
 * goal. Routes that were tampered with give an error or a legal segment. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/refine/route_code.h"
#include "tests/model/model_fixture.h"
#include "tests/support/paged_world.h"
#include "tests/support/test_allocate.h"

enum { WALKS = 8, RESIDENT_BYTES = 8 << 20, MOST_POINTS = 20000 };

/* A world, held in memory or read in pieces, and two more planners: one answers other queries
 * before each segment, the other works in slices. */
typedef struct walked_world {
  model_fixture f;
  ovl_planner *others[2];
  ovl_cell *points; /* of these planners */
  ovl_path_link *links;
  world_bytes bytes; /* of the file; NULL: it is in memory alone */
  paged_reader reader;
  uint64_t aside;             /* segments that begin elsewhere than the route */
  uint64_t segments, cheaper; /* cheaper: the cost to go fell by more than was walked */
} walked_world;

/* Half of the worlds have overlays alone. */
static bool walked_make(walked_world *w, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed};
  const model_limits usual = {.max_side = 150, .max_region = 14, .most_profiles = 2};
  uint32_t features = (uint32_t)test_random_next(&random) & MODEL_ALL;
  features |= index % 5 == 3 ? MODEL_HEXAGONS : 0;
  features &= test_random_percent(&random, 70)
                  ? (uint32_t)test_random_next(&random) | MODEL_HEXAGONS
                  : MODEL_ALL | MODEL_HEXAGONS;
  features = test_random_percent(&random, 20) ? 0 : features;
  *w = (walked_world){.segments = 0};
  model_world model =
      model_world_make(seed, features, index % 2 == 0 ? model_overlay_limits() : usual);
  if (!model_fixture_make(&w->f, t, model)) {
    return false;
  }
  if (test_random_percent(&random, 30)) {
    ovl_world *world = NULL;
    w->bytes = fixture_save(t, w->f.world);
    w->reader = paged_reader_of(&w->bytes, seed);
    if (CHECK(t, paged_open_read(&w->reader, RESIDENT_BYTES, &world) == OVL_OK, "open")) {
      ovl_planner_destroy(w->f.planner);
      ovl_world_close(w->f.world);
      w->f.world = world;
      w->f.planner = fixture_turn_planner(t, world);
    }
  }
  w->others[0] = fixture_turn_planner(t, w->f.world);
  w->others[1] = fixture_turn_planner(t, w->f.world);
  w->points = test_allocate(MOST_POINTS, sizeof *w->points);
  w->links = test_allocate(MOST_POINTS, sizeof *w->links);
  return true;
}

static void walked_free(walked_world *w) {
  ovl_planner_destroy(w->others[0]);
  ovl_planner_destroy(w->others[1]);
  model_fixture_free(&w->f);
  free(w->bytes.bytes);
  free(w->points);
  free(w->links);
}

static ovl_path room_of(const walked_world *w, size_t capacity) {
  return (ovl_path){
      .points = w->points, .capacity = capacity, .links = w->links, .link_capacity = MOST_POINTS};
}

/* Makes a planner plan something else, where turns cost, which a route does not keep. */
static void distract(walked_world *w, ovl_planner *planner) {
  ovl_query query = model_fixture_query(&w->f);
  ovl_path ignored = {.capacity = 0};
  w->f.more.turn_cost = (uint32_t)test_random_between(&w->f.random, 0, 4000);
  ovl_find_path(planner, w->f.world, &query, &ignored);
}

static ovl_result next_in_slices(walked_world *w, ovl_planner *planner, ovl_route *route,
                                 ovl_cell from, ovl_path *path) {
  bool done = false;
  uint64_t spent;
  ovl_result result = ovl_task_begin_next(planner, w->f.world, route, from, path);
  while (result == OVL_OK && !done) {
    const uint64_t budget = (uint64_t)test_random_between(&w->f.random, 1, 300);
    result = ovl_task_step(planner, budget, &spent, &done);
  }
  return result == OVL_OK ? ovl_task_result(planner) : result;
}

/* Refines a segment with the other planners: the answer is the same. */
static void check_others(walked_world *w, test_state *t, const ovl_route *before, ovl_cell from,
                         const ovl_route *after, const ovl_path *segment) {
  for (int i = 0; i < 2 && t->failures == 0; i++) {
    ovl_route route = *before;
    ovl_path path = room_of(w, MOST_POINTS);
    if (i == 0 && test_random_percent(&w->f.random, 30)) {
      distract(w, w->others[i]);
    }
    const ovl_result result = i == 0 ? ovl_route_next(w->others[i], w->f.world, &route, from, &path)
                                     : next_in_slices(w, w->others[i], &route, from, &path);
    CHECK(t,
          result == OVL_OK && memcmp(&route, after, sizeof route) == 0 &&
              path.count == segment->count && path.cost == segment->cost &&
              memcmp(path.points, segment->points, path.count * sizeof *path.points) == 0,
          "planner %d: %s (%s), or another segment", i, ovl_result_text(result),
          ovl_planner_fault(w->others[i])->what);
  }
}

/* After an error the route is as it was. */
static void check_refusals(const walked_world *w, test_state *t, ovl_route route) {
  const ovl_route before = route;
  ovl_path path = room_of(w, 1);
  ovl_result result = ovl_route_next(w->others[0], w->f.world, &route, before.position, &path);
  CHECK(t, result == OVL_MORE_ROOM || path.count == 1, "room for 1 of %zu: %s", path.count,
        ovl_result_text(result));
  CHECK(t, result == OVL_OK || memcmp(&route, &before, sizeof route) == 0, "it changed the route");
  route = before;
  path = room_of(w, MOST_POINTS);
  const ovl_cell elsewhere = {before.position.x, before.position.y, before.position.floor + 1};
  result = ovl_route_next(w->others[0], w->f.world, &route, elsewhere, &path);
  CHECK(t, result == OVL_OFF_ROUTE && memcmp(&route, &before, sizeof route) == 0,
        "off the route: %s, or it changed the route", ovl_result_text(result));
}

/* Walks one segment; `query` is that of the route. Returns its cost. */
static uint64_t walk(walked_world *w, test_state *t, ovl_query query, ovl_route *route) {
  const ovl_route before = *route;
  ovl_path path = model_fixture_path(&w->f);
  query.start = before.position;
  const ovl_result result = ovl_route_next(w->f.planner, w->f.world, route, before.position, &path);
  w->segments++;
  if (!CHECK(t, result == OVL_OK, "segment: %s (%s)", ovl_result_text(result),
             ovl_planner_fault(w->f.planner)->what) ||
      !model_fixture_check_path(&w->f, t, &query, route->position, &path)) {
    return 0;
  }
  const bool is_direct = before.kind == OVL_ROUTE_DIRECT;
  CHECK(t, is_direct || route->cost_to_go + path.cost <= before.cost_to_go,
        "the cost to go was %" PRIu64 ", and is %" PRIu64 " after %" PRIu64, before.cost_to_go,
        route->cost_to_go, path.cost);
  w->cheaper += !is_direct && route->cost_to_go + path.cost < before.cost_to_go;
  check_others(w, t, &before, before.position, route, &path);
  return path.cost;
}

static void walk_route(walked_world *w, test_state *t) {
  ovl_query query = model_fixture_query(&w->f);
  ovl_route route;
  uint64_t walked = 0;
  query.more = NULL;
  model_fixture_context(&w->f, t, &query);
  const ovl_result result = ovl_route_begin(w->f.planner, w->f.world, &query, &route);
  CHECK(t, result == model_fixture_expected(&w->f, &query), "begin: %s (%s)",
        ovl_result_text(result), ovl_planner_fault(w->f.planner)->what);
  if (result != OVL_OK) {
    return;
  }
  CHECK(t, model_same_cells(route.position, query.start), "it begins elsewhere");
  const ovl_route first = route;
  if (!route.done) {
    check_refusals(w, t, route);
  }
  for (uint32_t calls = 0; !route.done && t->failures == 0; calls++) {
    CHECK(t, calls < w->f.model.node_count, "it never arrives");
    walked += walk(w, t, query, &route);
  }
  CHECK(t,
        t->failures != 0 || (model_same_cells(route.position, query.goal) && route.cost_to_go == 0),
        "it arrived elsewhere");
  const uint64_t least = model_judge_distance(&w->f.judges[query.profile], query.goal);
  CHECK(t,
        t->failures != 0 ||
            (walked >= least && (walked <= first.cost_to_go || first.kind == OVL_ROUTE_DIRECT)),
        "walked %" PRIu64 ", the route said %" PRIu64 ", the least is %" PRIu64, walked,
        first.cost_to_go, least);
}

static void walks_arrive(test_state *t) {
  uint64_t segments = 0;
  uint64_t cheaper = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 20000); i++) {
    static walked_world w;
    if (!walked_make(&w, t, i)) {
      return;
    }
    for (int k = 0; k < WALKS && t->failures == 0; k++) {
      walk_route(&w, t);
    }
    segments += w.segments;
    cheaper += w.cheaper;
    walked_free(&w);
  }
  CHECK(t, t->failures != 0 || (segments > 1000 && cheaper > 40),
        "only %" PRIu64 " segments, %" PRIu64 " cheaper than promised", segments, cheaper);
}

/* ---- Aside ------------------------------------------------------------------------------ */

/* A cell near the position of a route, in its region or one beside it; perhaps of none. */
static ovl_cell cell_aside(walked_world *w, ovl_cell position) {
  ovl_world_info info;
  ovl_world_describe(w->f.world, &info);
  const int32_t far = info.partition.region_cells;
  return (ovl_cell){position.x + test_random_between(&w->f.random, -far, far),
                    position.y + test_random_between(&w->f.random, -far, far), position.floor};
}

/* Goes on from another cell, if a path leads from there. Returns whether it did. */
static bool walk_aside(walked_world *w, test_state *t, ovl_query query, ovl_route *route) {
  const ovl_route before = *route;
  ovl_path path = model_fixture_path(&w->f);
  query.start = cell_aside(w, before.position);
  if (ovl_world_weight(w->f.world, query.profile, query.start) == 0) {
    return false;
  }
  const bool leads = model_fixture_expected(&w->f, &query) == OVL_OK;
  const ovl_result result = ovl_route_next(w->f.planner, w->f.world, route, query.start, &path);
  CHECK(t, result == (leads ? result : OVL_OFF_ROUTE), "no path leads from there: %s",
        ovl_result_text(result));
  if (result != OVL_OK) {
    CHECK(t, result == OVL_OFF_ROUTE && memcmp(route, &before, sizeof before) == 0,
          "aside: %s (%s), or it changed the route", ovl_result_text(result),
          ovl_planner_fault(w->f.planner)->what);
    return false;
  }
  model_fixture_check_path(&w->f, t, &query, route->position, &path);
  const uint64_t least = model_judge_distance(&w->f.judges[query.profile], query.goal);
  CHECK(t, path.cost + route->cost_to_go >= least,
        "it promises %" PRIu64 " after %" PRIu64 ", the least is %" PRIu64, route->cost_to_go,
        path.cost, least);
  check_others(w, t, &before, query.start, route, &path);
  return true;
}

/* Walks a route, and is pushed aside before some of its segments: none costs more than it was told
 * last. */
static void walk_pushed(walked_world *w, test_state *t) {
  ovl_query query = model_fixture_query(&w->f);
  ovl_route route;
  uint32_t pushes = 0;
  query.more = NULL;
  model_fixture_context(&w->f, t, &query);
  if (ovl_route_begin(w->f.planner, w->f.world, &query, &route) != OVL_OK) {
    return;
  }
  for (uint32_t calls = 0; (!route.done || pushes < 2) && t->failures == 0; calls++) {
    CHECK(t, calls < w->f.model.node_count + 20, "it never arrives");
    if (pushes < 8 && test_random_percent(&w->f.random, 50)) {
      w->aside += walk_aside(w, t, query, &route);
      pushes++;
    } else if (!route.done) {
      walk(w, t, query, &route);
    }
  }
  CHECK(t,
        t->failures != 0 || (model_same_cells(route.position, query.goal) && route.cost_to_go == 0),
        "it arrived elsewhere");
}

static void walks_go_on_from_aside(test_state *t) {
  uint64_t aside = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 10000); i++) {
    static walked_world w;
    if (!walked_make(&w, t, i)) {
      return;
    }
    for (int k = 0; k < WALKS && t->failures == 0; k++) {
      walk_pushed(&w, t);
    }
    aside += w.aside;
    walked_free(&w);
  }
  CHECK(t, t->failures != 0 || aside > 400, "only %" PRIu64 " segments from aside", aside);
}

/* ---- Tampered routes --------------------------------------------------------------- */

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

static void tampered_routes_are_refused_or_legal(test_state *t) {
  const model_limits limits = {.max_side = 120, .max_region = 10, .most_profiles = 2};
  for (uint64_t i = 0; test_more(t, i, 400, 6000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, limits)) {
      continue;
    }
    ovl_query query = model_fixture_query(&f);
    ovl_route begun;
    model_fixture_context(&f, t, &query);
    if (ovl_route_begin(f.planner, f.world, &query, &begun) == OVL_OK && !begun.done) {
      for (int k = 0; k < 20 && begun.kind != OVL_ROUTE_DIRECT && t->failures == 0; k++) {
        ovl_route route = begun;
        ovl_path path = model_fixture_path(&f);
        tamper_with_route(&route, &f.random);
        const bool is_aside = test_random_percent(&f.random, 30);
        const ovl_cell from = {route.position.x + (is_aside ? 1 : 0), route.position.y,
                               route.position.floor};
        query.start = from;
        if (ovl_route_next(f.planner, f.world, &route, from, &path) == OVL_OK) {
          model_fixture_check_path(&f, t, &query, route.position, &path);
        }
      }
    }
    model_fixture_free(&f);
  }
}

const test_entry test_walks_table[] = {
    {"walks_arrive", walks_arrive},
    {"walks_go_on_from_aside", walks_go_on_from_aside},
    {"tampered_routes_are_refused_or_legal", tampered_routes_are_refused_or_legal},
    {NULL, NULL},
};
