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
  bool has_moved;  /* since it was watched */
  bool was_broken; /* by the edits of this round */
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
  route->has_moved = false;
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
  memcpy(watching->map_before.terrain, map.terrain, (size_t)map.width * (size_t)map.height);
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

static void apply(watch_case *watching, test_state *t, const ovl_edit *edits, size_t count) {
  ovl_fault fault;
  ovl_result result =
      ovl_world_apply(watching->before, edits, count, NULL, &watching->after, &fault);
  CHECK(t, result == OVL_OK, "apply: %s (%s)", ovl_result_text(result), fault.what);
}

/* Undoes the edits of the round before. */
static void undo_edits(watch_case *watching, test_state *t) {
  const test_map map = watching->f.map;
  const size_t cells = (size_t)map.width * (size_t)map.height;
  uint16_t *stamp = malloc(cells * sizeof *stamp);
  if (stamp == NULL) {
    abort();
  }
  for (size_t i = 0; i < cells; i++) {
    const uint8_t was = watching->map_before.terrain[i];
    watching->map_before.terrain[i] = map.terrain[i];
    map.terrain[i] = was;
    stamp[i] = was;
  }
  ovl_edit edit = ovl_edit_rect((ovl_cell){0, 0, 0}, map.width, map.height, 0);
  edit.stamp = stamp;
  apply(watching, t, &edit, 1);
  free(stamp);
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
  apply(watching, t, edits, (size_t)count);
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

/* Walks a copy of a route to its end: OVL_OK, or what ended it before. */
static ovl_result walk(const watch_case *watching, const live_route *route) {
  ovl_route copy = route->route;
  ovl_result result = OVL_OK;
  while (!copy.done && result == OVL_OK) {
    ovl_path segment = fixture_path(&watching->f);
    result = ovl_route_next(watching->f.planner, watching->after, &copy, route->stops, STOPS,
                            copy.position, &segment);
  }
  return result;
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
  live_route *route = &watching->routes[number];
  route->was_broken = broken;
  if (!route->is_live) {
    CHECK(t, !broken && !improvable, "route %" PRIu32 " is listed but not watched", number);
    return;
  }
  const ovl_result walked = broken ? OVL_OK : walk(watching, route);
  CHECK(t,
        walked == OVL_OK || (walked == OVL_BEGIN_AGAIN && route->route.kind == OVL_ROUTE_OVERLAYS),
        "route %" PRIu32 " of kind %d is not listed as broken: %s", number, route->route.kind,
        ovl_result_text(walked));
  if (route->route.kind == OVL_ROUTE_STOPS && !route->has_moved) {
    const bool stops_are = stops_are_rebuilt(watching, list, route);
    CHECK(t, broken ? stops_are || plan_is_rebuilt(watching, list, route) : !stops_are,
          "route %" PRIu32 ": broken %d, its stops %d", number, broken, stops_are);
  }
  const bool could = could_improve(watching, list, route);
  CHECK(t, improvable == could || (improvable && route->has_moved),
        "route %" PRIu32 ": improvable %d", number, improvable);
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

/* Walks a segment of a route. Some routes are not watched again then. */
static void go_on_with(watch_case *watching, test_state *t, uint32_t number) {
  live_route *route = &watching->routes[number];
  ovl_path segment = fixture_path(&watching->f);
  const ovl_result walked = ovl_route_next(watching->f.planner, watching->before, &route->route,
                                           route->stops, STOPS, route->route.position, &segment);
  CHECK(t, walked == OVL_OK, "a segment: %s", ovl_result_text(walked));
  if (route->route.done) {
    ovl_watch_drop(watching->watch, number);
    route->is_live = false;
    return;
  }
  route->has_moved = test_random_percent(&watching->f.random, 50);
  if (!route->has_moved) {
    const ovl_result result =
        ovl_watch_route(watching->watch, watching->f.planner, watching->before, number,
                        &route->route, route->stops, STOPS);
    CHECK(t, result == OVL_OK, "watch again: %s", ovl_result_text(result));
  }
}

/* Continues with the edited version; begins routes again that were broken or end before their goal,
 * and walks some of the others. */
static void go_on(watch_case *watching, test_state *t) {
  ovl_world_close(watching->before);
  watching->before = watching->after;
  for (uint32_t i = 0; i < ROUTES; i++) {
    live_route *route = &watching->routes[i];
    if (route->is_live && (route->was_broken || walk(watching, route) != OVL_OK)) {
      route->is_live = false;
    }
    if (!route->is_live || test_random_percent(&watching->f.random, 10)) {
      begin_route(watching, t, i);
    } else if (test_random_percent(&watching->f.random, 30)) {
      go_on_with(watching, t, i);
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
        if (round > 0 && test_random_percent(&watching.f.random, 30)) {
          undo_edits(&watching, t);
        } else {
          edit_map(&watching, t);
        }
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

/* A route over overlays that an edit far ahead makes dearer is begun again, and so watched again: a
 * route that took the dearer plan would be improved by the next edit, and its watch would not know.
 */
static void routes_made_dearer_far_ahead_begin_again(test_state *t) {
  enum { WIDTH = 400, HEIGHT = 64, WALL = 360, LONG = HEIGHT - 4 };
  static uint8_t terrain[WIDTH * HEIGHT];
  static ovl_cell points[4 * WIDTH];
  const ovl_edit wall = ovl_edit_rect((ovl_cell){WALL, 0, 0}, 1, LONG, 0);
  ovl_bake_def def = ovl_bake_def_default();
  ovl_world *worlds[2] = {NULL, NULL};
  ovl_planner *planner = NULL;
  ovl_watch *watch = NULL;
  memset(terrain, 1, sizeof terrain);
  def.width = WIDTH;
  def.height = HEIGHT;
  def.terrain = terrain;
  def.tuning.region_cells = OVL_MIN_REGION_CELLS;
  def.tuning.label_bytes_per_cell = 0;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  CHECK(t, ovl_world_bake(&def, &worlds[0], NULL) == OVL_OK, "bake");
  const ovl_planner_def planner_def = ovl_planner_def_default(worlds[0]);
  const ovl_watch_def watch_def = ovl_watch_def_default(worlds[0]);
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  CHECK(t, ovl_watch_create(&watch_def, &watch, NULL) == OVL_OK, "watch");
  ovl_query query = ovl_query_default();
  query.start = (ovl_cell){2, HEIGHT / 2, 0};
  query.goal = (ovl_cell){WIDTH - 3, HEIGHT / 2, 0};
  ovl_route route;
  ovl_path path = {.points = points, .capacity = 4 * WIDTH};
  ovl_watch_change change = {0, false, false};
  size_t count = 1;
  CHECK(t,
        ovl_route_begin(planner, worlds[0], &query, &route, NULL, 0) == OVL_OK &&
            route.kind == OVL_ROUTE_OVERLAYS &&
            ovl_watch_route(watch, planner, worlds[0], 0, &route, NULL, 0) == OVL_OK,
        "no route over overlays is watched");
  CHECK(t, ovl_world_apply(worlds[0], &wall, 1, NULL, &worlds[1], NULL) == OVL_OK, "apply");
  CHECK(t,
        ovl_watch_changes(watch, worlds[0], worlds[1], &change, 1, &count) == OVL_OK && count == 0,
        "the wall is too near");
  const uint64_t before = route.cost_to_go;
  const ovl_result next =
      ovl_route_next(planner, worlds[1], &route, NULL, 0, route.position, &path);
  CHECK(t, next == OVL_BEGIN_AGAIN, "'%s', cost %" PRIu64 " before, %" PRIu64 " then",
        ovl_result_text(next), before, path.cost + route.cost_to_go);
  ovl_watch_destroy(watch);
  ovl_planner_destroy(planner);
  ovl_world_close(worlds[1]);
  ovl_world_close(worlds[0]);
}

const test_entry test_watch_table[] = {
    {"watch/changes-agree-with-each-route", changes_agree_with_each_route},
    {"watch/routes-made-dearer-far-ahead-begin-again", routes_made_dearer_far_ahead_begin_again},
    {NULL, NULL},
};
