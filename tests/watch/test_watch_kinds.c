/* Watched routes of worlds with every feature: links, heights, step rules, bodies and floors. A
 * route that is not listed after an edit can be walked to its end, and no cheaper path was missed.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_schedule.h"
#include "overland_watch.h"
#include "tests/model/model_fixture.h"
#include "tests/model/tame_edits.h"
#include "tests/support/test_allocate.h"

enum { ROUTES = 16, ROUNDS = 3, REGIONS = 4096 };

typedef struct kind_route {
  bool is_live;
  ovl_route route;
  ovl_stop *stops;
  uint64_t optimum; /* before the edits */
} kind_route;

typedef struct kind_watch {
  model_fixture f;
  ovl_apply_def def;
  ovl_world *before;
  ovl_watch *watch;
  kind_route routes[ROUTES];
  uint64_t listed, quiet; /* routes, over all rounds */
} kind_watch;

static uint64_t find_optimum(kind_watch *w, const ovl_route *route) {
  model_judge *judge = &w->f.judges[route->profile];
  if (model_weight(&w->f.model, route->profile, route->position) == 0) {
    return MODEL_UNREACHED;
  }
  model_judge_run(judge, route->position, false);
  return model_judge_distance(judge, route->goal);
}

static void begin_kind_route(kind_watch *w, test_state *t, uint32_t number) {
  kind_route *one = &w->routes[number];
  const ovl_query query = model_fixture_query(&w->f);
  model_fixture_context(&w->f, t, &query);
  ovl_watch_drop(w->watch, number);
  ovl_result result =
      ovl_route_begin(w->f.planner, w->before, &query, &one->route, one->stops, w->f.stop_capacity);
  one->is_live = result == OVL_OK && !one->route.done;
  if (one->is_live) {
    result = ovl_watch_route(w->watch, w->f.planner, w->before, number, &one->route, one->stops,
                             w->f.stop_capacity);
    CHECK(t, result == OVL_OK, "watch: %s", ovl_result_text(result));
  }
}

/* A fixture of the case's features, whose model is one that may be edited. */
static bool make_tame_fixture(model_fixture *f, test_state *t, uint64_t index) {
  const model_limits limits = {.max_side = 60, .max_region = 12, .most_profiles = 2};
  if (!model_fixture_pair(f, t, index, limits)) {
    return false;
  }
  model_world model = model_world_make(t->case_seed, f->model.features, limits);
  model_fixture_free(f);
  tame_edits_begin(&model);
  return model_fixture_make(f, t, model);
}

static bool begin_kind_watch(kind_watch *w, test_state *t, uint64_t index) {
  if (!make_tame_fixture(&w->f, t, index)) {
    return false;
  }
  const ovl_bake_def bake = model_bake_def(&w->f.model);
  w->def = ovl_apply_def_default();
  w->def.step_rule = bake.more.step_rule;
  w->def.step_rule_user = bake.more.step_rule_user;
  ovl_world_retain(w->f.world, &w->before);
  ovl_watch_def def = ovl_watch_def_default(w->before);
  def.routes = ROUTES;
  def.regions = REGIONS;
  CHECK(t, ovl_watch_create(&def, &w->watch, NULL) == OVL_OK, "create");
  for (uint32_t i = 0; i < ROUTES; i++) {
    w->routes[i].stops = test_allocate(w->f.stop_capacity, sizeof(ovl_stop));
    begin_kind_route(w, t, i);
  }
  return true;
}

static void end_kind_watch(kind_watch *w) {
  for (uint32_t i = 0; i < ROUTES; i++) {
    free(w->routes[i].stops);
  }
  ovl_watch_destroy(w->watch);
  ovl_world_close(w->before);
  model_fixture_free(&w->f);
}

/* Applies drawn edits to the world and to the model, which is then judged anew. */
static ovl_world *apply_edits(kind_watch *w, test_state *t) {
  static tame_edits edits;
  ovl_world *after = NULL;
  for (uint32_t i = 0; i < ROUTES; i++) {
    w->routes[i].optimum = w->routes[i].is_live ? find_optimum(w, &w->routes[i].route) : 0;
  }
  tame_edits_draw(&edits, &w->f.model, &w->f.random);
  const ovl_result result =
      ovl_world_apply(w->before, edits.edits, edits.count, &w->def, &after, NULL);
  CHECK(t, result == OVL_OK, "apply: %s", ovl_result_text(result));
  for (int32_t profile = 0; profile < w->f.model.profile_count; profile++) {
    model_judge_free(&w->f.judges[profile]);
    w->f.judges[profile] = model_judge_make(&w->f.model, profile);
  }
  return after;
}

static ovl_result walk_to_end(kind_watch *w, const kind_route *one, const ovl_world *world) {
  ovl_route copy = one->route;
  ovl_result result = OVL_OK;
  while (!copy.done && result == OVL_OK) {
    ovl_path segment = model_fixture_path(&w->f);
    result = ovl_route_next(w->f.planner, world, &copy, one->stops, w->f.stop_capacity,
                            copy.position, &segment);
  }
  return result;
}

static void check_route(kind_watch *w, test_state *t, const ovl_world *after, uint32_t number,
                        const ovl_watch_change *change) {
  const kind_route *one = &w->routes[number];
  const ovl_route *route = &one->route;
  test_context(t, "features %" PRIx32 ", route %" PRIu32 " of kind %d and profile %d",
               w->f.model.features, number, route->kind, route->profile);
  if (!change->broken) {
    const ovl_result walked = walk_to_end(w, one, after);
    CHECK(t, walked == OVL_OK || (walked == OVL_BEGIN_AGAIN && route->kind == OVL_ROUTE_OVERLAYS),
          "not listed as broken: %s", ovl_result_text(walked));
  }
  if (!change->improvable) {
    const uint64_t now = find_optimum(w, route);
    CHECK(t, now >= one->optimum || now >= route->cost_to_go,
          "it costs %" PRIu64 ", could cost %" PRIu64 " before, and %" PRIu64 " now",
          route->cost_to_go, one->optimum, now);
  }
}

static void check_changes(kind_watch *w, test_state *t, const ovl_world *after) {
  ovl_watch_change changes[ROUTES];
  size_t count = 0;
  size_t at = 0;
  const ovl_result result = ovl_watch_changes(w->watch, w->before, after, changes, ROUTES, &count);
  CHECK(t, result == OVL_OK && count <= ROUTES, "changes: %s", ovl_result_text(result));
  for (uint32_t number = 0; number < ROUTES && t->failures == 0; number++) {
    ovl_watch_change change = {number, false, false};
    if (at < count && changes[at].number == number) {
      change = changes[at++];
      w->listed++;
    } else if (w->routes[number].is_live) {
      w->quiet++;
    }
    if (w->routes[number].is_live) {
      check_route(w, t, after, number, &change);
    } else {
      CHECK(t, !change.broken && !change.improvable, "listed, but not watched");
    }
    w->routes[number].is_live = w->routes[number].is_live && !change.broken;
  }
}

static void nothing_is_missed_in_worlds_of_every_kind(test_state *t) {
  uint64_t listed = 0;
  uint64_t quiet = 0;
  for (uint64_t i = 0; test_more(t, i, 90, 3000); i++) {
    static kind_watch w;
    w = (kind_watch){.watch = NULL};
    if (!begin_kind_watch(&w, t, i)) {
      continue;
    }
    for (int round = 0; round < ROUNDS && t->failures == 0; round++) {
      ovl_world *after = apply_edits(&w, t);
      if (after == NULL) {
        break;
      }
      check_changes(&w, t, after);
      ovl_world_close(w.before);
      w.before = after;
      for (uint32_t number = 0; number < ROUTES && t->failures == 0; number++) {
        if (!w.routes[number].is_live || walk_to_end(&w, &w.routes[number], after) != OVL_OK) {
          begin_kind_route(&w, t, number);
        }
      }
    }
    listed += w.listed;
    quiet += w.quiet;
    end_kind_watch(&w);
  }
  CHECK(t, t->failures != 0 || (listed > 100 && quiet > 100),
        "%" PRIu64 " listed, %" PRIu64 " not listed", listed, quiet);
}

/* ---- Refusals ------------------------------------------------------------------------ */

typedef struct refusal_case {
  ovl_world *worlds[2]; /* of other maps */
  ovl_planner *planners[2];
  ovl_watch *watch;
  ovl_route route;
  ovl_stop stops[64];
} refusal_case;

static ovl_world *bake_open_ground(int32_t side) {
  static uint8_t terrain[80 * 80];
  ovl_bake_def def = ovl_bake_def_default();
  ovl_world *world = NULL;
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = 1;
  }
  def.width = def.height = side;
  def.terrain = terrain;
  def.tuning.region_cells = OVL_MIN_REGION_CELLS;
  ovl_world_bake(&def, &world, NULL);
  return world;
}

static void begin_refusals(refusal_case *c, test_state *t) {
  *c = (refusal_case){.watch = NULL};
  for (int32_t i = 0; i < 2; i++) {
    c->worlds[i] = bake_open_ground(80 - 8 * i);
    const ovl_planner_def def = ovl_planner_def_default(c->worlds[i]);
    CHECK(t, ovl_planner_create(&def, &c->planners[i], NULL) == OVL_OK, "planner");
  }
  ovl_watch_def def = ovl_watch_def_default(c->worlds[0]);
  def.routes = 2;
  def.regions = 4;
  CHECK(t, ovl_watch_create(&def, &c->watch, NULL) == OVL_OK, "create");
}

static void check_refusal(test_state *t, const ovl_planner *planner, ovl_result result,
                          ovl_result expected, const char *what) {
  CHECK(t,
        result == expected && ovl_planner_fault(planner)->what != NULL &&
            ovl_planner_fault(planner)->what[0] == what[0],
        "'%s' (%s), not '%s' (%s)", ovl_result_text(result), ovl_planner_fault(planner)->what,
        ovl_result_text(expected), what);
}

static ovl_route begin_refused_route(refusal_case *c, test_state *t, int32_t goal) {
  ovl_query query = ovl_query_default();
  ovl_route route;
  query.start = (ovl_cell){1, 1, 0};
  query.goal = (ovl_cell){goal, goal, 0};
  CHECK(t, ovl_route_begin(c->planners[0], c->worlds[0], &query, &route, c->stops, 64) == OVL_OK,
        "route");
  return route;
}

static void wrong_calls_are_refused(test_state *t) {
  static refusal_case c;
  begin_refusals(&c, t);
  ovl_planner *planner = c.planners[0];
  const ovl_route near = begin_refused_route(&c, t, 5);
  ovl_result result = ovl_watch_route(c.watch, planner, c.worlds[0], 2, &near, NULL, 0);
  check_refusal(t, planner, result, OVL_BAD_ARGUMENT, "number");
  result = ovl_watch_route(c.watch, c.planners[1], c.worlds[1], 0, &near, NULL, 0);
  check_refusal(t, c.planners[1], result, OVL_OTHER_WORLD, "world");
  CHECK(t, ovl_watch_route(c.watch, planner, c.worlds[0], 0, &near, NULL, 0) == OVL_OK, "near");
  const ovl_route far = begin_refused_route(&c, t, 78);
  result = ovl_watch_route(c.watch, planner, c.worlds[0], 1, &far, c.stops, 64);
  check_refusal(t, planner, result, OVL_MORE_ROOM, "regions");
  ovl_query query = ovl_query_default();
  query.goal = (ovl_cell){70, 70, 0};
  ovl_cell points[4];
  ovl_path path = {.points = points, .capacity = 4};
  CHECK(t, ovl_task_begin_path(planner, c.worlds[0], &query, &path) == OVL_OK, "task");
  result = ovl_watch_route(c.watch, planner, c.worlds[0], 1, &near, NULL, 0);
  check_refusal(t, planner, result, OVL_BUSY, "planner");
  size_t needed = 7;
  CHECK(t,
        ovl_watch_changes(c.watch, c.worlds[0], c.worlds[1], NULL, 0, &needed) == OVL_OTHER_WORLD,
        "changes between worlds that are no versions of each other");
  ovl_watch_drop(c.watch, 99);
  ovl_watch_destroy(c.watch);
  for (int32_t i = 0; i < 2; i++) {
    ovl_planner_destroy(c.planners[i]);
    ovl_world_close(c.worlds[i]);
  }
}

/* ---- Doors ------------------------------------------------------------------------------ */

/* A link between distant corners is closed, and then opened: the route between them is improvable,
 * and one that is shorter than the ways to the link is not. */
static void opened_doors_improve_routes(test_state *t) {
  enum { SIDE = 80, GOALS = 2 };
  static uint8_t terrain[SIDE * SIDE];
  const ovl_cell corners[2] = {{1, 1, 0}, {SIDE - 2, SIDE - 2, 0}};
  const ovl_link_def link = {corners[0], corners[1], 500, 500, 0, true, {0, 0}};
  const ovl_edit door = {.kind = OVL_EDIT_LINK, .link = 0, .value = 1};
  ovl_bake_def def = ovl_bake_def_default();
  ovl_world *worlds[2] = {NULL, NULL};
  ovl_planner *planner = NULL;
  ovl_watch *watch = NULL;
  memset(terrain, 1, sizeof terrain);
  def.width = def.height = SIDE;
  def.terrain = terrain;
  def.more.links = &link;
  def.more.link_count = 1;
  def.tuning.region_cells = OVL_MIN_REGION_CELLS;
  CHECK(t, ovl_world_bake(&def, &worlds[0], NULL) == OVL_OK, "bake");
  const ovl_planner_def planner_def = ovl_planner_def_default(worlds[0]);
  const ovl_watch_def watch_def = ovl_watch_def_default(worlds[0]);
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  CHECK(t, ovl_watch_create(&watch_def, &watch, NULL) == OVL_OK, "watch");
  const ovl_cell goals[GOALS] = {{SIDE - 4, SIDE - 3, 0}, {30, 33, 0}};
  for (uint32_t i = 0; i < GOALS && t->failures == 0; i++) {
    ovl_stop stops[64];
    ovl_route route;
    ovl_query query = ovl_query_default();
    query.start = i == 0 ? (ovl_cell){3, 2, 0} : (ovl_cell){33, 33, 0};
    query.goal = goals[i];
    CHECK(t, ovl_route_begin(planner, worlds[0], &query, &route, stops, 64) == OVL_OK, "route");
    CHECK(t, ovl_watch_route(watch, planner, worlds[0], i, &route, stops, 64) == OVL_OK, "watch");
  }
  ovl_watch_change changes[GOALS];
  size_t count = 0;
  CHECK(t, ovl_world_apply(worlds[0], &door, 1, NULL, &worlds[1], NULL) == OVL_OK, "open it");
  CHECK(t,
        ovl_watch_changes(watch, worlds[0], worlds[1], changes, GOALS, &count) == OVL_OK &&
            count == 1 && changes[0].number == 0 && changes[0].improvable,
        "%zu routes are listed", count);
  ovl_watch_destroy(watch);
  ovl_planner_destroy(planner);
  ovl_world_close(worlds[1]);
  ovl_world_close(worlds[0]);
}

const test_entry test_watch_kinds_table[] = {
    {"watch/nothing-is-missed-in-worlds-of-every-kind", nothing_is_missed_in_worlds_of_every_kind},
    {"watch/opened-doors-improve-routes", opened_doors_improve_routes},
    {"watch/wrong-calls-are-refused", wrong_calls_are_refused},
    {NULL, NULL},
};
