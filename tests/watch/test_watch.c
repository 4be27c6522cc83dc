/* Watched routes: the changes listed after edits agree with an examination of each route. */
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

typedef struct watch_case {
  fixture f; /* its world is the baked one */
  test_map map_before;
  ovl_world *before, *after;
  ovl_watch *watch;
  live_route *routes;
  uint32_t broken, improvable; /* listed so far */
} watch_case;

static void begin_route(watch_case *watching, test_state *t, uint32_t number) {
  live_route *route = &watching->routes[number];
  route->query = ovl_query_default();
  route->query.smoothing = OVL_SMOOTH_NONE;
  query_own_more(&route->query, &route->more);
  route->more.method =
      test_random_percent(&watching->f.random, 50) ? OVL_METHOD_OCTILE : OVL_METHOD_BEST;
  route->query.start = random_map_cell(&watching->f.map, &watching->f.random);
  route->query.goal = random_map_cell(&watching->f.map, &watching->f.random);
  ovl_result result = ovl_route_begin(watching->f.planner, watching->before, &route->query,
                                      &route->route, route->stops, STOPS);
  route->is_live = result == OVL_OK && !route->route.done;
  ovl_watch_drop(watching->watch, number);
  if (route->is_live) {
    result = ovl_watch_route(watching->watch, watching->f.planner, watching->before, number,
                             &route->route, route->stops, STOPS);
    CHECK(t, result == OVL_OK, "watch: %s", ovl_result_text(result));
  }
}

static bool begin_watching(watch_case *watching, test_state *t, uint64_t index) {
  test_map map = random_map_make(test_begin_case(t, index), random_map_usual_limits());
  memset(watching, 0, sizeof *watching);
  if (!fixture_make_from(&watching->f, t, map)) {
    return false;
  }
  ovl_world_retain(watching->f.world, &watching->before);
  ovl_watch_def def = ovl_watch_def_default(watching->before);
  def.routes = ROUTES;
  def.regions = ROUTES * 200;
  ovl_result result = ovl_watch_create(&def, &watching->watch, NULL);
  watching->routes = calloc(ROUTES, sizeof *watching->routes);
  watching->map_before = watching->f.map;
  watching->map_before.terrain = malloc((size_t)map.width * (size_t)map.height);
  if (watching->routes == NULL || watching->map_before.terrain == NULL) {
    abort();
  }
  if (CHECK(t, result == OVL_OK, "create: %s", ovl_result_text(result))) {
    for (uint32_t i = 0; i < ROUTES; i++) {
      begin_route(watching, t, i);
    }
  }
  return true;
}

static void end_watching(watch_case *watching) {
  ovl_watch_destroy(watching->watch);
  ovl_world_close(watching->before);
  free(watching->routes);
  free(watching->map_before.terrain);
  fixture_free(&watching->f);
}

/* Applies one to three rectangles of rock or of a terrain that the map has. */
static void edit_map(watch_case *watching, test_state *t) {
  test_map *map = &watching->f.map;
  test_random *random = &watching->f.random;
  ovl_edit edits[3];
  const int32_t count = test_random_between(random, 1, 3);
  memcpy(watching->map_before.terrain, map->terrain, (size_t)map->width * (size_t)map->height);
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
  ovl_result result =
      ovl_world_apply(watching->before, edits, (size_t)count, NULL, &watching->after, &fault);
  CHECK(t, result == OVL_OK, "apply: %s (%s)", ovl_result_text(result), fault.what);
}

/* ---- Examining each route --------------------------------------------------- */

typedef struct rebuilt_list {
  uint32_t regions[1024];
  size_t count;
} rebuilt_list;

static rebuilt_list list_rebuilt(const watch_case *watching) {
  rebuilt_list list;
  ovl_version_info info;
  ovl_world_version(watching->before, &info);
  ovl_world_rebuilt(watching->after, info.version, list.regions, 1024, &list.count);
  return list;
}

static bool is_rebuilt(const watch_case *watching, const rebuilt_list *list, ovl_cell cell) {
  const uint32_t region = ovi_region_at(&watching->before->layers[0], cell.x, cell.y);
  for (size_t i = 0; i < list->count; i++) {
    if (list->regions[i] == region) {
      return true;
    }
  }
  return false;
}

/* Whether a stop ahead or an end lies in a rebuilt region. */
static bool stops_are_rebuilt(const watch_case *watching, const rebuilt_list *list,
                              const live_route *route) {
  static ovl_waypoint waypoints[4096];
  bool found = is_rebuilt(watching, list, route->route.position) ||
               is_rebuilt(watching, list, route->route.goal);
  for (uint32_t i = ovi_stops_unpack(&route->route).next_stop; i < route->route.stop_count; i++) {
    ovl_world_waypoints(watching->before, 0, (int32_t)route->stops[i].region, waypoints, 4096);
    const ovl_waypoint *waypoint = &waypoints[route->stops[i].number];
    found = found || is_rebuilt(watching, list, waypoint->first) ||
            is_rebuilt(watching, list, waypoint->second);
  }
  return found;
}

/* Whether a region that the next window may hold was rebuilt. */
static bool plan_is_rebuilt(const watch_case *watching, const rebuilt_list *list,
                            const live_route *route) {
  const int32_t side = watching->f.map.region_cells;
  const int32_t columns = watching->before->layers[0].partition.regions_x;
  for (size_t i = 0; i < list->count; i++) {
    if (abs((int32_t)list->regions[i] % columns - route->route.position.x / side) <= 2 &&
        abs((int32_t)list->regions[i] / columns - route->route.position.y / side) <= 2) {
      return true;
    }
  }
  return false;
}

/* Walks a copy of a route; whether it reaches its end. */
static bool can_be_walked(const watch_case *watching, const live_route *route) {
  ovl_route copy = route->route;
  while (!copy.done) {
    ovl_path segment = fixture_path(&watching->f);
    if (ovl_route_next(watching->f.planner, watching->after, &copy, route->stops, STOPS,
                       copy.position, &segment) != OVL_OK) {
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

/* Finds the box of the cells of a region that were opened or weigh less; false if there is none. */
static bool cheaper_box(const watch_case *watching, uint32_t region, int32_t box[4]) {
  const int32_t side = watching->f.map.region_cells;
  const int32_t x0 = (int32_t)region % watching->before->layers[0].partition.regions_x * side;
  const int32_t y0 = (int32_t)region / watching->before->layers[0].partition.regions_x * side;
  bool found = false;
  for (int32_t y = y0; y < y0 + side; y++) {
    for (int32_t x = x0; x < x0 + side; x++) {
      const int32_t was = random_map_weight(&watching->map_before, x, y);
      const int32_t is = random_map_weight(&watching->f.map, x, y);
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

static bool could_improve(const watch_case *watching, const rebuilt_list *list,
                          const live_route *route) {
  const uint64_t weight = watching->after->layers[0].profile.min_weight;
  for (size_t i = 0; i < list->count; i++) {
    int32_t box[4];
    if (cheaper_box(watching, list->regions[i], box) &&
        octile_to(route->route.position, box, weight) + octile_to(route->route.goal, box, weight) <
            route->route.cost_to_go) {
      return true;
    }
  }
  return false;
}

/* The least cost from a route's position to its goal on a map; UINT64_MAX: there is no path. */
static uint64_t optimum(const test_map *map, const live_route *route) {
  if (random_map_weight(map, route->route.position.x, route->route.position.y) == 0 ||
      random_map_weight(map, route->route.goal.x, route->route.goal.y) == 0) {
    return UINT64_MAX;
  }
  dijkstra judge = dijkstra_make(map);
  dijkstra_run(&judge, route->route.position);
  const uint64_t cost = dijkstra_distance(&judge, route->route.goal);
  dijkstra_free(&judge);
  return cost;
}

static void check_change(watch_case *watching, test_state *t, const rebuilt_list *list,
                         uint32_t number, bool broken, bool improvable) {
  const live_route *route = &watching->routes[number];
  if (!route->is_live) {
    CHECK(t, !broken && !improvable, "route %" PRIu32 " is listed but not watched", number);
    return;
  }
  CHECK(t, broken || can_be_walked(watching, route),
        "route %" PRIu32 " of kind %d is not listed as broken", number, route->route.kind);
  if (route->route.kind == OVL_ROUTE_STOPS) {
    const bool stops_are = stops_are_rebuilt(watching, list, route);
    CHECK(t, broken ? stops_are || plan_is_rebuilt(watching, list, route) : !stops_are,
          "route %" PRIu32 ": broken %d, its stops %d", number, broken, stops_are);
  }
  CHECK(t, improvable == could_improve(watching, list, route), "route %" PRIu32 ": improvable %d",
        number, improvable);
  if (!improvable) {
    const uint64_t before = optimum(&watching->map_before, route);
    const uint64_t after = optimum(&watching->f.map, route);
    CHECK(t, after >= before || after >= route->route.cost_to_go,
          "route %" PRIu32 " can cost %" PRIu64 " now, not %" PRIu64, number, after, before);
  }
}

static void list_changes(watch_case *watching, test_state *t) {
  ovl_watch_change changes[ROUTES];
  size_t count = 0;
  const rebuilt_list list = list_rebuilt(watching);
  ovl_result result = ovl_watch_changes(watching->watch, watching->before, watching->after, changes,
                                        ROUTES, &count);
  CHECK(t, result == OVL_OK && count <= ROUTES, "changes: %s", ovl_result_text(result));
  size_t at = 0;
  for (uint32_t number = 0; number < ROUTES; number++) {
    const bool is_listed = at < count && changes[at].number == number;
    watching->broken += is_listed && changes[at].broken;
    watching->improvable += is_listed && changes[at].improvable;
    check_change(watching, t, &list, number, is_listed && changes[at].broken,
                 is_listed && changes[at].improvable);
    at += is_listed;
  }
  CHECK(t, at == count, "%zu of %zu changes are in order", at, count);
}

/* ---- Rounds -------------------------------------------------------------------- */

/* Continues with the edited version; begins broken routes again and walks some of the others. */
static void go_on(watch_case *watching, test_state *t) {
  ovl_world_close(watching->before);
  watching->before = watching->after;
  for (uint32_t i = 0; i < ROUTES; i++) {
    live_route *route = &watching->routes[i];
    ovl_path segment = fixture_path(&watching->f);
    if (route->is_live && !can_be_walked(watching, route)) {
      route->is_live = false;
    }
    if (!route->is_live || test_random_percent(&watching->f.random, 10)) {
      begin_route(watching, t, i);
    } else if (test_random_percent(&watching->f.random, 30)) {
      ovl_route_next(watching->f.planner, watching->before, &route->route, route->stops, STOPS,
                     route->route.position, &segment);
      if (route->route.done) {
        ovl_watch_drop(watching->watch, i);
        route->is_live = false;
      } else {
        const ovl_result result =
            ovl_watch_route(watching->watch, watching->f.planner, watching->before, i,
                            &route->route, route->stops, STOPS);
        CHECK(t, result == OVL_OK, "watch again: %s", ovl_result_text(result));
      }
    }
  }
}

static void changes_agree_with_each_route(test_state *t) {
  uint64_t broken = 0;
  uint64_t improvable = 0;
  for (uint64_t i = 0; test_more(t, i, 40, 2000); i++) {
    static watch_case watching;
    if (begin_watching(&watching, t, i)) {
      for (int round = 0; round < ROUNDS && t->failures == 0; round++) {
        edit_map(&watching, t);
        if (t->failures == 0) {
          list_changes(&watching, t);
          go_on(&watching, t);
        }
      }
      broken += watching.broken;
      improvable += watching.improvable;
      end_watching(&watching);
    }
  }
  CHECK(t, broken > 50 && improvable > 50, "%" PRIu64 " broken, %" PRIu64 " improvable", broken,
        improvable);
}

const test_entry test_watch_table[] = {
    {"watch/changes-agree-with-each-route", changes_agree_with_each_route},
    {NULL, NULL},
};
