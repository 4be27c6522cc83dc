/* Routes that are walked while the world is edited: each segment is legal in its version, no route
 * is called corrupt, and only edits near a route make it begin again. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/refine/route_code.h"
#include "coarse/view/ports.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/model/tame_edits.h"
#include "tests/support/fixture.h"
#include "tests/support/query_more.h"
#include "version/version.h"

enum { WALKERS = 10, ROUNDS = 30, STOPS = 512, POINTS = 4096 };

typedef struct walker {
  bool walks;
  ovl_query query;
  ovl_query_more more;
  ovl_route route;
} walker;

typedef struct travel {
  model_fixture f;
  ovl_planner *planner; /* one for all versions */
  walker walkers[WALKERS];
  ovl_cell points[POINTS], cells[POINTS];
  uint32_t begun_again, older_segments, arrived;
} travel;

static bool begin_travel(travel *w, test_state *t, uint64_t index, uint32_t features) {
  const uint64_t seed = test_begin_case(t, index);
  memset(w, 0, sizeof *w);
  model_world model = model_world_make(seed, features, model_usual_limits());
  tame_edits_begin(&model);
  if (!model_fixture_make(&w->f, t, model)) {
    return false;
  }
  w->f.random.state = seed ^ 0x9E3779B97F4A7C15u;
  w->planner = fixture_turn_planner(t, w->f.world);
  return true;
}

static void end_travel(travel *w) {
  ovl_planner_destroy(w->planner);
  model_fixture_free(&w->f);
}

/* Begins the walker's route at a cell. Returns whether there is one. */
static bool set_out(travel *w, test_state *t, walker *one, ovl_cell start) {
  one->query.start = start;
  ovl_result result = ovl_route_begin(w->planner, w->f.world, &one->query, &one->route);
  CHECK(t, result != OVL_CORRUPT && result != OVL_MORE_ROOM && result != OVL_PLANNER_TOO_SMALL,
        "begin: %s", ovl_result_text(result));
  one->walks = result == OVL_OK && !one->route.done;
  return one->walks;
}

static void draw_walker(travel *w, test_state *t, walker *one) {
  one->query = (ovl_query){0};
  one->query.profile = test_random_between(&w->f.random, 0, w->f.model.profile_count - 1);
  one->query.smoothing = test_random_percent(&w->f.random, 50) ? OVL_SMOOTH_NONE : OVL_SMOOTH_GRID;
  query_own_more(&one->query, &one->more);
  one->query.goal = model_open_cell(&w->f.model, one->query.profile, &w->f.random);
  set_out(w, t, one, model_open_cell(&w->f.model, one->query.profile, &w->f.random));
}

/* ---- Segments -------------------------------------------------------------- */

static bool is_link(const ovl_path *path, ovl_cell to) {
  for (size_t i = 0; i < path->link_count; i++) {
    const ovl_cell end = path->points[path->links[i].point];
    if (end.x == to.x && end.y == to.y && end.floor == to.floor) {
      return true;
    }
  }
  return false;
}

static bool is_legal(const travel *w, int32_t profile, const ovl_path *path, ovl_cell a,
                     ovl_cell b) {
  for (int32_t direction = 0; direction < 8; direction++) {
    static const int8_t dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    static const int8_t dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    if (a.floor == b.floor && b.x - a.x == dx[direction] && b.y - a.y == dy[direction] &&
        ovl_world_step(w->f.world, profile, a, direction) != 0) {
      return true;
    }
  }
  return is_link(path, b);
}

static void check_segment(travel *w, test_state *t, const walker *one, const ovl_path *path) {
  size_t count = 0;
  CHECK(t, ovl_path_cells(path, w->cells, POINTS, &count, NULL) == OVL_OK, "no cells of a segment");
  for (size_t i = 1; i < count && t->failures == 0; i++) {
    CHECK(t, is_legal(w, one->query.profile, path, w->cells[i - 1], w->cells[i]),
          "step %d,%d,%d to %d,%d,%d is not legal", w->cells[i - 1].x, w->cells[i - 1].y,
          w->cells[i - 1].floor, w->cells[i].x, w->cells[i].y, w->cells[i].floor);
  }
}

/* ---- Why a route begins again --------------------------------------------- */

typedef struct region_place {
  int32_t x, y;
} region_place;

static region_place place_of(const travel *w, ovl_cell cell) {
  const int32_t side = w->f.model.tuning.region_cells;
  return (region_place){cell.x / side, cell.y / side};
}

static bool is_simple(const travel *w) {
  return w->f.model.floor_count == 1 && w->f.model.link_count == 0;
}

static bool is_near(region_place a, region_place b, int32_t reach) {
  return abs(a.x - b.x) <= reach && abs(a.y - b.y) <= reach;
}

/* Whether a region was rebuilt since the route began, within so many regions of its position or its
 * goal. For worlds of one floor without links. */
static bool was_disturbed(travel *w, const walker *one, int32_t reach, int32_t goal_reach) {
  uint32_t regions[4096];
  size_t count = 0;
  ovl_world_info info;
  ovl_world_describe(w->f.world, &info);
  const uint64_t since = ovi_version_number(w->f.world, one->route.world);
  if (ovl_world_rebuilt(w->f.world, since, regions, 4096, &count) != OVL_OK) {
    return true;
  }
  for (size_t i = 0; i < count; i++) {
    const region_place place = {(int32_t)regions[i] % info.partition.regions_x,
                                (int32_t)regions[i] / info.partition.regions_x};
    if (is_near(place, place_of(w, one->route.position), reach) ||
        is_near(place, place_of(w, one->route.goal), goal_reach)) {
      return true;
    }
  }
  return false;
}

/* Whether the region that owns the next stop was rebuilt. */
static bool is_stop_rebuilt(const travel *w, const walker *one) {
  uint32_t regions[4096];
  size_t count = 0;
  const ovl_route *route = &one->route;
  if (route->kind == OVL_ROUTE_DIRECT) {
    return false;
  }
  uint32_t region = ovi_route_words_of(route).region;
  if (route->kind == OVL_ROUTE_OVERLAYS) {
    const ovi_layer *layer = &w->f.world->layers[route->profile];
    ovl_route in_plane = *route;
    in_plane.position = ovi_world_to_plane(w->f.world, route->position);
    const ovi_stop stop = ovi_overlays_unpack(layer, &in_plane).next_stop;
    region = stop.region;
    if (stop.region == UINT32_MAX ||
        ovi_waypoint_link(layer, stop.region, stop.number) != OVI_NO_LINK) {
      return false; /* it has none any more, or the route may have taken it */
    }
  }
  const uint64_t since = ovi_version_number(w->f.world, route->world);
  if (ovl_world_rebuilt(w->f.world, since, regions, 4096, &count) != OVL_OK) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    if (regions[i] == region) {
      return true;
    }
  }
  return false;
}

/* Begins a route anew where the old one said that it can't be continued: an edit changed it, or by
 * overlays an edit farther ahead made the rest of it more expensive. */
static void begin_again(travel *w, test_state *t, walker *one) {
  const ovl_route old = one->route;
  const uint32_t here = ovl_world_island(w->f.world, one->query.profile, old.position);
  const uint32_t goal = ovl_world_island(w->f.world, one->query.profile, old.goal);
  const bool may_begin = !is_simple(w) || here == 0 || here != goal || was_disturbed(w, one, 3, 1);
  set_out(w, t, one, old.position);
  CHECK(t, may_begin || (old.kind == OVL_ROUTE_OVERLAYS && one->route.cost_to_go > old.cost_to_go),
        "begins again though nothing near it was rebuilt");
}

static void walk_on(travel *w, test_state *t, walker *one) {
  ovl_path_link links[8];
  ovl_path segment = {.points = w->points, .capacity = POINTS, .links = links, .link_capacity = 8};
  ovl_version_info info;
  ovl_world_version(w->f.world, &info);
  const bool must_end = is_stop_rebuilt(w, one);
  const ovl_result result =
      ovl_route_next(w->planner, w->f.world, &one->route, one->route.position, &segment);
  if (result == OVL_OK) {
    CHECK(t, !must_end, "it goes on through a region that was rebuilt");
    check_segment(w, t, one, &segment);
    w->older_segments += one->route.world != info.identity;
    w->arrived += one->route.done;
    one->walks = !one->route.done;
    return;
  }
  CHECK(t, result == OVL_BEGIN_AGAIN && one->route.world != info.identity, "next: %s",
        ovl_result_text(result));
  w->begun_again++;
  begin_again(w, t, one);
}

/* ---- The test --------------------------------------------------------------- */

static void run_travel(travel *w, test_state *t) {
  for (int32_t round = 0; round < ROUNDS && t->failures == 0; round++) {
    if (test_random_percent(&w->f.random, 40)) {
      model_fixture_edit(&w->f, t);
    }
    for (int32_t i = 0; i < WALKERS && t->failures == 0; i++) {
      walker *one = &w->walkers[i];
      if (one->walks) {
        walk_on(w, t, one);
      } else {
        draw_walker(w, t, one);
      }
    }
  }
}

static uint32_t draw_features(uint64_t seed) {
  test_random random = {seed * 977 + 5};
  if (seed % 2 == 0) { /* labels and overlays serve these worlds */
    return seed % 4 == 0 ? 0 : MODEL_WEIGHTS | MODEL_CORNERS;
  }
  const uint32_t one = (uint32_t)1 << test_random_between(&random, 0, MODEL_FEATURES - 1);
  return one | (uint32_t)1 << test_random_between(&random, 0, MODEL_FEATURES - 1);
}

static void routes_meet_edits(test_state *t) {
  uint64_t begun_again = 0;
  uint64_t older_segments = 0;
  uint64_t arrived = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 5000); i++) {
    static travel w;
    if (begin_travel(&w, t, i, draw_features(t->seed + i))) {
      run_travel(&w, t);
      begun_again += w.begun_again;
      older_segments += w.older_segments;
      arrived += w.arrived;
      end_travel(&w);
    }
  }
  CHECK(t, begun_again > 100 && older_segments > 100 && arrived > 100,
        "%" PRIu64 " began again, %" PRIu64 " went on, %" PRIu64 " arrived", begun_again,
        older_segments, arrived);
}

const test_entry test_travel_table[] = {
    {"travel/routes-meet-edits", routes_meet_edits},
    {NULL, NULL},
};
