/* Watched routes: what is told of them after edits is what looking at each of them tells. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/refine/route_code.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_watch.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"
#include "tests/support/query_more.h"

enum { ROUTES = 40, STOPS = 512, ROUNDS = 8 };

typedef struct live_route {
  bool is_live;
  ovl_query query;
  ovl_query_more more;
  ovl_route route;
  ovl_stop stops[STOPS];
} live_route;

typedef struct watching {
  fixture f; /* its world is the one that was baked */
  test_map map_before;
  ovl_world *before, *after;
  ovl_watch *watch;
  live_route *routes;
  uint32_t broken, improvable; /* told so far */
} watching;

static void begin_route(watching *w, test_state *t, uint32_t number) {
  live_route *r = &w->routes[number];
  r->query = ovl_query_default();
  r->query.smoothing = OVL_SMOOTH_NONE;
  query_own_more(&r->query, &r->more);
  r->more.method = test_random_percent(&w->f.random, 50) ? OVL_METHOD_OCTILE : OVL_METHOD_BEST;
  r->query.start = random_map_cell(&w->f.map, &w->f.random);
  r->query.goal = random_map_cell(&w->f.map, &w->f.random);
  ovl_result result =
      ovl_route_begin(w->f.planner, w->before, &r->query, &r->route, r->stops, STOPS);
  r->is_live = result == OVL_OK && !r->route.done;
  ovl_watch_drop(w->watch, number);
  if (r->is_live) {
    result = ovl_watch_route(w->watch, w->f.planner, w->before, number, &r->route, r->stops, STOPS);
    CHECK(t, result == OVL_OK, "watch: %s", ovl_result_text(result));
  }
}

static bool begin_watching(watching *w, test_state *t, uint64_t index) {
  test_map map = random_map_make(test_begin_case(t, index), random_map_usual_limits());
  map.landmarks = 8;
  memset(w, 0, sizeof *w);
  if (!fixture_make_from(&w->f, t, map)) {
    return false;
  }
  ovl_world_retain(w->f.world, &w->before);
  ovl_watch_def def = ovl_watch_def_default(w->before);
  def.routes = ROUTES;
  def.regions = ROUTES * 200;
  ovl_result result = ovl_watch_create(&def, &w->watch);
  w->routes = calloc(ROUTES, sizeof *w->routes);
  w->map_before = w->f.map;
  w->map_before.terrain = malloc((size_t)map.width * (size_t)map.height);
  if (w->routes == NULL || w->map_before.terrain == NULL) {
    abort();
  }
  if (CHECK(t, result == OVL_OK, "create: %s", ovl_result_text(result))) {
    for (uint32_t i = 0; i < ROUTES; i++) {
      begin_route(w, t, i);
    }
  }
  return true;
}

static void end_watching(watching *w) {
  ovl_watch_destroy(w->watch);
  ovl_world_close(w->before);
  free(w->routes);
  free(w->map_before.terrain);
  fixture_free(&w->f);
}

/* One to three rectangles of terrain that the map has somewhere, or of rock. */
static void edit_map(watching *w, test_state *t) {
  test_map *map = &w->f.map;
  test_random *random = &w->f.random;
  ovl_edit edits[3];
  const int32_t count = test_random_between(random, 1, 3);
  memcpy(w->map_before.terrain, map->terrain, (size_t)map->width * (size_t)map->height);
  for (int32_t i = 0; i < count; i++) {
    const int32_t x = test_random_between(random, 0, map->width - 1);
    const int32_t y = test_random_between(random, 0, map->height - 1);
    const int32_t most = test_random_percent(random, 60) ? 3 : 12;
    const int32_t wide =
        test_random_between(random, 1, most < map->width - x ? most : map->width - x);
    const int32_t high =
        test_random_between(random, 1, most < map->height - y ? most : map->height - y);
    const ovl_cell like = random_map_cell(map, random);
    const uint8_t terrain =
        test_random_percent(random, 40) ? 0 : map->terrain[like.y * map->width + like.x];
    edits[i] = ovl_edit_rect((ovl_cell){x, y, 0}, wide, high, terrain);
    for (int32_t row = y; row < y + high; row++) {
      memset(map->terrain + row * map->width + x, terrain, (size_t)wide);
    }
  }
  ovl_fault fault;
  ovl_result result = ovl_world_apply(w->before, edits, (size_t)count, NULL, &w->after, &fault);
  CHECK(t, result == OVL_OK, "apply: %s (%s)", ovl_result_text(result), fault.what);
}

/* ---- Looking at each route --------------------------------------------------- */

typedef struct rebuilt_list {
  uint32_t regions[1024];
  size_t count;
} rebuilt_list;

static rebuilt_list list_rebuilt(const watching *w) {
  rebuilt_list list;
  ovl_version_info info;
  ovl_world_version(w->before, &info);
  ovl_world_rebuilt(w->after, info.version, list.regions, 1024, &list.count);
  return list;
}

static bool is_rebuilt(const watching *w, const rebuilt_list *list, ovl_cell cell) {
  const uint32_t region = ovi_region_at(&w->before->layers[0], cell.x, cell.y);
  for (size_t i = 0; i < list->count; i++) {
    if (list->regions[i] == region) {
      return true;
    }
  }
  return false;
}

/* Whether a stop ahead, or the ends, lie in a region that was rebuilt. */
static bool stops_are_rebuilt(const watching *w, const rebuilt_list *list, const live_route *r) {
  static ovl_waypoint waypoints[4096];
  bool found = is_rebuilt(w, list, r->route.position) || is_rebuilt(w, list, r->route.goal);
  for (uint32_t i = ovi_stops_unpack(&r->route).next_stop; i < r->route.stop_count; i++) {
    ovl_world_waypoints(w->before, 0, (int32_t)r->stops[i].region, waypoints, 4096);
    const ovl_waypoint *waypoint = &waypoints[r->stops[i].number];
    found = found || is_rebuilt(w, list, waypoint->first) || is_rebuilt(w, list, waypoint->second);
  }
  return found;
}

/* Whether a region was rebuilt that the next window may hold. */
static bool plan_is_rebuilt(const watching *w, const rebuilt_list *list, const live_route *r) {
  const int32_t side = w->f.map.region_cells;
  const int32_t columns = w->before->layers[0].regions_x;
  for (size_t i = 0; i < list->count; i++) {
    if (abs((int32_t)list->regions[i] % columns - r->route.position.x / side) <= 2 &&
        abs((int32_t)list->regions[i] / columns - r->route.position.y / side) <= 2) {
      return true;
    }
  }
  return false;
}

/* Walks a copy of a route to its end; whether nothing stops it. */
static bool can_be_walked(const watching *w, const live_route *r) {
  ovl_route route = r->route;
  while (!route.done) {
    ovl_path stretch = fixture_path(&w->f);
    if (ovl_route_next(w->f.planner, w->after, &route, r->stops, STOPS, route.position, &stretch) !=
        OVL_OK) {
      return false;
    }
  }
  return true;
}

static int32_t beyond(int32_t at, int32_t low, int32_t high) {
  return at < low ? low - at : at > high ? at - high : 0;
}

static uint64_t octile_to(ovl_cell cell, const int32_t box[4], uint64_t weight) {
  const uint64_t dx = (uint64_t)beyond(cell.x, box[0] - 1, box[2] + 1);
  const uint64_t dy = (uint64_t)beyond(cell.y, box[1] - 1, box[3] + 1);
  const uint64_t low = dx < dy ? dx : dy;
  const uint64_t high = dx < dy ? dy : dx;
  return weight * (140 * (high - low) + 198 * low);
}

/* The box of the cells of a region that were opened or weigh less; false if there is none. */
static bool cheaper_box(const watching *w, uint32_t region, int32_t box[4]) {
  const int32_t side = w->f.map.region_cells;
  const int32_t x0 = (int32_t)region % w->before->layers[0].regions_x * side;
  const int32_t y0 = (int32_t)region / w->before->layers[0].regions_x * side;
  bool found = false;
  for (int32_t y = y0; y < y0 + side; y++) {
    for (int32_t x = x0; x < x0 + side; x++) {
      const int32_t was = random_map_weight(&w->map_before, x, y);
      const int32_t is = random_map_weight(&w->f.map, x, y);
      if (is == 0 || (was != 0 && is >= was)) {
        continue;
      }
      box[0] = found && box[0] < x ? box[0] : x;
      box[1] = found && box[1] < y ? box[1] : y;
      box[2] = found && box[2] > x ? box[2] : x;
      box[3] = found && box[3] > y ? box[3] : y;
      found = true;
    }
  }
  return found;
}

static bool could_improve(const watching *w, const rebuilt_list *list, const live_route *r) {
  const uint64_t weight = w->after->layers[0].profile.min_weight;
  for (size_t i = 0; i < list->count; i++) {
    int32_t box[4];
    if (cheaper_box(w, list->regions[i], box) &&
        octile_to(r->route.position, box, weight) + octile_to(r->route.goal, box, weight) <
            r->route.cost_to_go) {
      return true;
    }
  }
  return false;
}

/* The least that the way costs on a map; UINT64_MAX: there is none. */
static uint64_t optimum(const test_map *map, const live_route *r) {
  if (random_map_weight(map, r->route.position.x, r->route.position.y) == 0 ||
      random_map_weight(map, r->route.goal.x, r->route.goal.y) == 0) {
    return UINT64_MAX;
  }
  dijkstra judge = dijkstra_make(map);
  dijkstra_run(&judge, r->route.position);
  const uint64_t cost = dijkstra_distance(&judge, r->route.goal);
  dijkstra_free(&judge);
  return cost;
}

static void check_news(watching *w, test_state *t, const rebuilt_list *list, uint32_t number,
                       bool broken, bool improvable) {
  const live_route *r = &w->routes[number];
  if (!r->is_live) {
    CHECK(t, !broken && !improvable, "news of route %" PRIu32 ", which is not watched", number);
    return;
  }
  CHECK(t, broken || can_be_walked(w, r), "route %" PRIu32 " of kind %d is said to be whole",
        number, r->route.kind);
  if (r->route.kind == OVL_ROUTE_STOPS) {
    const bool stops_are = stops_are_rebuilt(w, list, r);
    CHECK(t, broken ? stops_are || plan_is_rebuilt(w, list, r) : !stops_are,
          "route %" PRIu32 ": broken %d, its stops %d", number, broken, stops_are);
  }
  CHECK(t, improvable == could_improve(w, list, r), "route %" PRIu32 ": improvable %d", number,
        improvable);
  if (!improvable) {
    const uint64_t before = optimum(&w->map_before, r);
    const uint64_t after = optimum(&w->f.map, r);
    CHECK(t, after >= before || after >= r->route.cost_to_go,
          "route %" PRIu32 " can cost %" PRIu64 " now, not %" PRIu64, number, after, before);
  }
}

static void ask_for_news(watching *w, test_state *t) {
  ovl_watch_change news[ROUTES];
  size_t count = 0;
  const rebuilt_list list = list_rebuilt(w);
  ovl_result result = ovl_watch_changes(w->watch, w->before, w->after, news, ROUTES, &count);
  CHECK(t, result == OVL_OK && count <= ROUTES, "changes: %s", ovl_result_text(result));
  size_t at = 0;
  for (uint32_t number = 0; number < ROUTES; number++) {
    const bool is_told = at < count && news[at].number == number;
    w->broken += is_told && news[at].broken;
    w->improvable += is_told && news[at].improvable;
    check_news(w, t, &list, number, is_told && news[at].broken, is_told && news[at].improvable);
    at += is_told;
  }
  CHECK(t, at == count, "%zu of %zu news are in order", at, count);
}

/* ---- Rounds -------------------------------------------------------------------- */

/* The next version is that which is; routes that can't go on are begun anew, others walk. */
static void go_on(watching *w, test_state *t) {
  ovl_world_close(w->before);
  w->before = w->after;
  for (uint32_t i = 0; i < ROUTES; i++) {
    live_route *r = &w->routes[i];
    ovl_path stretch = fixture_path(&w->f);
    if (r->is_live && !can_be_walked(w, r)) {
      r->is_live = false;
    }
    if (!r->is_live || test_random_percent(&w->f.random, 10)) {
      begin_route(w, t, i);
    } else if (test_random_percent(&w->f.random, 30)) {
      ovl_route_next(w->f.planner, w->before, &r->route, r->stops, STOPS, r->route.position,
                     &stretch);
      if (r->route.done) {
        ovl_watch_drop(w->watch, i);
        r->is_live = false;
      } else {
        const ovl_result result =
            ovl_watch_route(w->watch, w->f.planner, w->before, i, &r->route, r->stops, STOPS);
        CHECK(t, result == OVL_OK, "watch again: %s", ovl_result_text(result));
      }
    }
  }
}

static void news_are_what_each_route_tells(test_state *t) {
  uint64_t broken = 0;
  uint64_t improvable = 0;
  for (uint64_t i = 0; test_more(t, i, 40, 2000); i++) {
    static watching w;
    if (begin_watching(&w, t, i)) {
      for (int round = 0; round < ROUNDS && t->failures == 0; round++) {
        edit_map(&w, t);
        if (t->failures == 0) {
          ask_for_news(&w, t);
          go_on(&w, t);
        }
      }
      broken += w.broken;
      improvable += w.improvable;
      end_watching(&w);
    }
  }
  CHECK(t, broken > 50 && improvable > 50, "%" PRIu64 " broken, %" PRIu64 " improvable", broken,
        improvable);
}

const test_entry test_watch_table[] = {
    {"watch/news-are-what-each-route-tells", news_are_what_each_route_tells},
    {NULL, NULL},
};
