/* A random model and its world, and checks that several tests share: see model_fixture.h. */
#include "tests/model/model_fixture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "query/planner.h"
#include "tests/model/edit_model.h"
#include "tests/model/tame_edits.h"
#include "tests/support/query_more.h"
#include "tests/support/test_allocate.h"

/* ---- Making -------------------------------------------------------------- */

bool model_fixture_make(model_fixture *f, test_state *t, model_world model) {
  memset(f, 0, sizeof *f);
  f->model = model;
  f->random.state = t->case_seed ^ 0x5851F42D4C957F2Du;
  ovl_fault fault = {"", 0, 0, 0};
  ovl_bake_def def = model_bake_def(&f->model);
  ovl_query none = {0};
  model_fixture_context(f, t, &none);
  ovl_result result = ovl_world_bake(&def, &f->world, &fault);
  if (CHECK(t, result == OVL_OK, "bake: %s (%s %" PRIu64 ")", ovl_result_text(result), fault.what,
            fault.where)) {
    ovl_planner_def planner_def = {.world = f->world};
    planner_def.turn_costs = true;
    result = ovl_planner_create(&planner_def, &f->planner, NULL);
    CHECK(t, result == OVL_OK, "planner: %s", ovl_result_text(result));
  }
  if (t->failures != 0) {
    ovl_world_close(f->world);
    model_world_free(&f->model);
    return false;
  }
  for (int32_t profile = 0; profile < f->model.profile_count; profile++) {
    f->judges[profile] = model_judge_make(&f->model, profile);
  }
  f->capacity = 4 * (size_t)f->model.node_count + 8;
  f->points = test_allocate(f->capacity, sizeof *f->points);
  f->links = test_allocate(f->capacity, sizeof *f->links);
  return true;
}

void model_fixture_free(model_fixture *f) {
  for (int32_t profile = 0; profile < f->model.profile_count; profile++) {
    model_judge_free(&f->judges[profile]);
  }
  free(f->points);
  free(f->links);
  ovl_planner_destroy(f->planner);
  ovl_world_close(f->world);
  model_world_free(&f->model);
}

void model_fixture_take(model_fixture *f, test_state *t, ovl_world *next) {
  const ovl_planner_def def = {.world = next, .turn_costs = true};
  ovl_planner_destroy(f->planner);
  ovl_world_close(f->world);
  f->world = next;
  f->planner = NULL;
  const ovl_result result = ovl_planner_create(&def, &f->planner, NULL);
  CHECK(t, result == OVL_OK, "planner: %s", ovl_result_text(result));
  for (int32_t profile = 0; profile < f->model.profile_count; profile++) {
    model_judge_free(&f->judges[profile]);
    f->judges[profile] = model_judge_make(&f->model, profile);
  }
}

bool model_fixture_edit(model_fixture *f, test_state *t) {
  static tame_edits edits;
  const ovl_apply_def def = edit_model_apply_def(&f->model);
  ovl_world *next = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  tame_edits_draw(&edits, &f->model, &f->random);
  const ovl_result result =
      ovl_world_apply_def(f->world, edits.edits, edits.count, &def, &next, &fault);
  if (!CHECK(t, result == OVL_OK, "apply: %s (%s %" PRIu64 ")", ovl_result_text(result), fault.what,
             fault.where)) {
    return false;
  }
  model_fixture_take(f, t, next);
  return true;
}

bool model_fixture_refresh(model_fixture *f, test_state *t, int32_t most) {
  ovl_refresh *refresh = NULL;
  ovl_world *next = NULL;
  bool done = false;
  ovl_result result = ovl_refresh_create(f->world, NULL, &refresh);
  while (result == OVL_OK && !done) {
    result = ovl_refresh_step(refresh, (uint64_t)test_random_between(&f->random, 1, most), &done);
  }
  result = result == OVL_OK ? ovl_refresh_apply(refresh, f->world, &next) : result;
  ovl_refresh_destroy(refresh);
  if (!CHECK(t, result == OVL_OK, "refresh: %s", ovl_result_text(result))) {
    return false;
  }
  model_fixture_take(f, t, next);
  return true;
}

/* Features one by one, then in pairs, some with costs beside walls; the seed says which, so that it
 * alone repeats a case. */
static uint32_t features_of(uint64_t seed) {
  test_random random = {seed};
  if (seed % 7 == 0) {
    const uint64_t some = test_random_next(&random);
    return (uint32_t)(some & test_random_next(&random)) & MODEL_ALL;
  }
  uint64_t number = seed % (MODEL_FEATURES * (MODEL_FEATURES + 1) / 2);
  for (int one = 0; one < MODEL_FEATURES; one++) {
    for (int two = one; two < MODEL_FEATURES; two++) {
      if (number-- == 0) {
        return 1u << one | 1u << two | (seed % 5 == 3 ? MODEL_WALLS : 0u);
      }
    }
  }
  return 0;
}

bool model_fixture_pair(model_fixture *f, test_state *t, uint64_t index, model_limits limits) {
  uint64_t seed = test_begin_case(t, index);
  return model_fixture_make(f, t, model_world_make(seed, features_of(seed) | limits.also, limits));
}

/* ---- Asking -------------------------------------------------------------- */

void model_fixture_context(const model_fixture *f, test_state *t, const ovl_query *query) {
  const model_world *model = &f->model;
  char words[120];
  model_feature_words(model->features, words, sizeof words);
  const model_floor *floor = &model->floors[0];
  const ovl_profile_def *profile = &model->profiles[query->profile];
  test_context(t,
               "%s: %" PRId32 " floors, %" PRId32 "x%" PRId32 ", region %" PRId32
               " spacing %" PRId32 ", profile %" PRId32 " of %" PRId32 " (corners %d body %" PRId32
               " climb %" PRId32 " drop %" PRId32 "), %" PRId32 " links,"
               " labels %" PRId32 ", smoothing %d, %" PRId32 ":%" PRId32 ",%" PRId32 " -> %" PRId32
               ":%" PRId32 ",%" PRId32,
               words, model->floor_count, floor->width, floor->height, model->tuning.region_cells,
               model->tuning.spacing_cells, query->profile, model->profile_count,
               (int)profile->corners, profile->body_cells, profile->max_climb, profile->max_drop,
               model->link_count, model->tuning.label_bytes, (int)query->smoothing,
               query->start.floor, query->start.x, query->start.y, query->goal.floor, query->goal.x,
               query->goal.y);
}

ovl_query model_fixture_query(model_fixture *f) {
  ovl_query query = {0};
  query.profile = test_random_between(&f->random, 0, f->model.profile_count - 1);
  query.start = model_open_cell(&f->model, query.profile, &f->random);
  query.goal = model_open_cell(&f->model, query.profile, &f->random);
  query.smoothing = (ovl_smoothing)test_random_between(&f->random, 0, OVL_SMOOTH_COUNT - 1);
  f->more = (ovl_query_more){0};
  query.more = &f->more;
  return query;
}

ovl_path model_fixture_path(const model_fixture *f) {
  ovl_path path = {.points = f->points,
                   .capacity = f->capacity,
                   .links = f->links,
                   .link_capacity = f->capacity};
  return path;
}

ovl_result model_fixture_expected(model_fixture *f, const ovl_query *query) {
  const model_world *model = &f->model;
  if (!model_has_cell(model, query->start)) {
    return OVL_START_OUTSIDE;
  }
  if (!model_has_cell(model, query->goal)) {
    return OVL_GOAL_OUTSIDE;
  }
  if (model_weight(model, query->profile, query->start) == 0) {
    return OVL_START_BLOCKED;
  }
  if (model_weight(model, query->profile, query->goal) == 0) {
    return OVL_GOAL_BLOCKED;
  }
  model_judge *judge = &f->judges[query->profile];
  model_judge_run(judge, query->start, false);
  return model_judge_distance(judge, query->goal) == MODEL_UNREACHED ? OVL_UNREACHABLE : OVL_OK;
}

/* ---- Judging ------------------------------------------------------------- */

bool model_same_cells(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

static bool check_sums(test_state *t, const ovl_path *path, const model_sums *sums, bool any) {
  if (!CHECK(t, path->length == sums->length, "length %" PRIu64 ", legs sum to %" PRIu64,
             path->length, sums->length) ||
      any) {
    return t->failures == 0;
  }
  return CHECK(t, path->cost == sums->cost, "cost %" PRIu64 ", steps and links sum to %" PRIu64,
               path->cost, sums->cost) &&
         CHECK(t,
               path->straight_steps == sums->straight_steps &&
                   path->diagonal_steps == sums->diagonal_steps,
               "steps %" PRIu64 " + %" PRIu64 ", counted %" PRIu64 " + %" PRIu64,
               path->straight_steps, path->diagonal_steps, sums->straight_steps,
               sums->diagonal_steps);
}

bool model_fixture_check_path(const model_fixture *f, test_state *t, const ovl_query *query,
                              ovl_cell goal, const ovl_path *path) {
  if (!CHECK(t, path->count >= 1 && path->count <= f->capacity, "%zu points", path->count) ||
      !CHECK(t, model_same_cells(path->points[0], query->start), "it begins elsewhere") ||
      !CHECK(t, model_same_cells(path->points[path->count - 1], goal), "it ends elsewhere")) {
    return false;
  }
  model_sums sums;
  size_t at;
  bool any = query->smoothing == OVL_SMOOTH_ANY;
  const model_judge *judge = &f->judges[query->profile];
  const char *wrong = any ? model_path_check_any(judge, path, &sums, &at)
                          : model_path_check_grid(judge, path, &sums, &at);
  if (wrong != NULL) {
    ovl_cell a = path->points[at > 0 ? at - 1 : 0];
    ovl_cell b = path->points[at];
    return CHECK(t, false,
                 "point %zu, %" PRId32 ":%" PRId32 ",%" PRId32 " to %" PRId32 ":%" PRId32
                 ",%" PRId32 ": %s",
                 at, a.floor, a.x, a.y, b.floor, b.x, b.y, wrong);
  }
  return check_sums(t, path, &sums, any);
}

void model_fixture_check_path_cells(const model_fixture *f, test_state *t, const ovl_query *query,
                                    const ovl_path *path) {
  size_t count = (size_t)(path->straight_steps + path->diagonal_steps) + path->link_count + 1;
  ovl_cell *cells = test_allocate(count + 1, sizeof *cells);
  size_t needed = 0;
  ovl_result result = ovl_path_cells(path, cells, count, &needed, NULL);
  CHECK(t, result == OVL_OK && needed == count, "cells: %s, %zu of %zu", ovl_result_text(result),
        needed, count);
  uint64_t cost = 0;
  size_t link = 0;
  for (size_t i = 1; i < count && t->failures == 0; i++) {
    ovl_cell a = cells[i - 1];
    ovl_cell b = cells[i];
    uint64_t step = 0;
    const ovl_path_link *taken = link < path->link_count ? &path->links[link] : NULL;
    if (taken != NULL && model_same_cells(a, path->points[taken->point - 1]) &&
        model_same_cells(b, path->points[taken->point])) {
      const ovl_link_def *def = &f->model.links[taken->link];
      step = taken->back ? def->cost_back : def->cost;
      link++;
    } else {
      step = model_judge_step_to(&f->judges[query->profile], a, b);
    }
    CHECK(t, step != 0, "cells %zu and %zu are joined by no step and no link", i - 1, i);
    cost += step;
  }
  CHECK(t, t->failures != 0 || cost == path->cost, "cells cost %" PRIu64 ", the path %" PRIu64,
        cost, path->cost);
  free(cells);
}

/* ---- Descriptions --------------------------------------------------------- */

void model_fixture_check_cells(model_fixture *f, test_state *t, int32_t profile) {
  const model_judge *judge = &f->judges[profile];
  uint64_t open = 0;
  for (uint32_t node = 0; node < f->model.node_count && t->failures == 0; node++) {
    ovl_cell cell = model_cell(&f->model, node);
    uint32_t weight = ovl_world_weight(f->world, profile, cell);
    open += judge->weights[node] != 0 ? 1 : 0;
    CHECK(t, weight == judge->weights[node],
          "weight of %" PRId32 ":%" PRId32 ",%" PRId32 " is %" PRIu32 ", not %d", cell.floor,
          cell.x, cell.y, weight, (int)judge->weights[node]);
    CHECK(t, ovl_world_height(f->world, cell) == model_height(&f->model, cell),
          "height of %" PRId32 ":%" PRId32 ",%" PRId32, cell.floor, cell.x, cell.y);
    CHECK(t,
          ovl_world_terrain(f->world, cell) ==
              f->model.floors[cell.floor].terrain[node - f->model.floors[cell.floor].first_node],
          "terrain of %" PRId32 ":%" PRId32 ",%" PRId32, cell.floor, cell.x, cell.y);
  }
  ovl_profile_info info;
  CHECK(t, ovl_world_profile(f->world, profile, &info) && info.open_cells == open,
        "profile %" PRId32 " has %" PRIu64 " open cells, told %" PRIu64, profile, open,
        info.open_cells);
}

void model_fixture_check_islands(model_fixture *f, test_state *t, int32_t profile) {
  const model_judge *judge = &f->judges[profile];
  uint32_t most = 0;
  for (uint32_t node = 0; node < f->model.node_count; node++) {
    const uint32_t island = ovl_world_island(f->world, profile, model_cell(&f->model, node));
    most = island > most ? island : most;
  }
  uint32_t *parts = test_allocate((size_t)most + 1, sizeof *parts);
  uint32_t *islands = test_allocate((size_t)judge->part_count + 1, sizeof *islands);
  for (uint32_t node = 0; node < f->model.node_count && t->failures == 0; node++) {
    const ovl_cell cell = model_cell(&f->model, node);
    const uint32_t island = ovl_world_island(f->world, profile, cell);
    const uint32_t part = judge->parts[node];
    parts[island] = parts[island] == 0 ? part : parts[island];
    islands[part] = islands[part] == 0 ? island : islands[part];
    CHECK(t, (island == 0) == (part == 0) && parts[island] == part && islands[part] == island,
          "island %" PRIu32 " of profile %" PRId32 " at %" PRId32 ":%" PRId32 ",%" PRId32
          " is not what can be reached both ways",
          island, profile, cell.floor, cell.x, cell.y);
  }
  ovl_profile_info info;
  ovl_world_profile(f->world, profile, &info);
  CHECK(t, info.islands == judge->part_count, "%" PRIu64 " islands, not %" PRIu32, info.islands,
        judge->part_count);
  free(parts);
  free(islands);
}

/* ---- Routes by labels ------------------------------------------------------ */

/* Whether two cells lie in regions that are more than one apart. */
static bool are_far(const model_fixture *f, ovl_cell a, ovl_cell b) {
  const int32_t side = f->model.tuning.region_cells;
  if (a.floor != b.floor) {
    return true;
  }
  const ovl_cell corner = f->model.floors[a.floor].corner;
  return abs((a.x - corner.x) / side - (b.x - corner.x) / side) > 1 ||
         abs((a.y - corner.y) / side - (b.y - corner.y) / side) > 1;
}

/* The cost of a query by Dijkstra's algorithm over the waypoints of a layer with labels. */
static uint64_t cost_over_waypoints(model_fixture *f, const ovl_query *query) {
  const ovi_layer *layer = &f->world->layers[query->profile];
  const ovl_cell goal = ovi_world_to_plane(f->world, query->goal);
  ovi_workspace *space = &f->planner->workspace;
  uint64_t budget = UINT64_MAX;
  ovi_dijkstra costs = {.layer = layer,
                        .coarse = &space->coarse,
                        .start = ovi_world_to_plane(f->world, query->start),
                        .local = &space->refiner.local,
                        .attachment = &space->ends[OVI_END_START].attachment};
  if (ovi_dijkstra_begin(&costs, UINT64_MAX) != OVI_DONE ||
      ovi_dijkstra_run(&costs, &budget) != OVI_DONE ||
      !ovi_part_open(&costs, ovi_region_at(layer, goal.x, goal.y), true)) {
    return UINT64_MAX;
  }
  ovi_fine_resume(&space->refiner.local.search);
  return ovi_dijkstra_cell_cost(&costs, goal);
}

/* Begins a route. By labels it costs what Dijkstra's algorithm over the waypoints says, unless its
 * ends are so near that one window holds both. */
static void begin_route(model_fixture *f, test_state *t, const ovl_query *query,
                        ovl_result expected, ovl_route *route) {
  const ovl_result result = ovl_route_begin(f->planner, f->world, query, route);
  CHECK(t, result == expected, "it says '%s', Dijkstra '%s'", ovl_result_text(result),
        ovl_result_text(expected));
  if (result == OVL_OK && route->kind == OVL_ROUTE_LABELS &&
      are_far(f, query->start, query->goal)) {
    const uint64_t cost = cost_over_waypoints(f, query);
    CHECK(t, route->cost_to_go == cost, "cost %" PRIu64 " by labels, %" PRIu64 " by a search",
          route->cost_to_go, cost);
  }
}

static void walk_route(model_fixture *f, test_state *t, ovl_query query, ovl_route *route) {
  const uint64_t promised = route->cost_to_go;
  uint64_t walked = 0;
  uint32_t calls = 0;
  while (!route->done && t->failures == 0 && CHECK(t, calls++ < 10000, "the walk does not end")) {
    const int kind = (int)route->kind;
    ovl_path path = model_fixture_path(f);
    query.start = route->position;
    const ovl_result result = ovl_route_next(f->planner, f->world, route, query.start, &path);
    if (!CHECK(t, result == OVL_OK, "segment %" PRIu32 " of kind %d: %s", calls, kind,
               ovl_result_text(result)) ||
        !model_fixture_check_path(f, t, &query, route->position, &path)) {
      return;
    }
    walked += path.cost;
  }
  CHECK(t, t->failures != 0 || model_same_cells(route->position, query.goal), "not at the goal");
  CHECK(t, t->failures != 0 || walked <= promised, "walked %" PRIu64 ", promised %" PRIu64, walked,
        promised);
}

ovl_path model_fixture_check_labels(model_fixture *f, test_state *t, ovl_query query) {
  ovl_path path = model_fixture_path(f);
  const ovl_result expected = model_fixture_expected(f, &query);
  ovl_route route;
  f->more = (ovl_query_more){0};
  query.more = &f->more;
  begin_route(f, t, &query, expected, &route);
  if (expected != OVL_OK || t->failures != 0) {
    return path;
  }
  const uint64_t least = model_judge_distance(&f->judges[query.profile], query.goal);
  const uint64_t by_labels = route.cost_to_go;
  walk_route(f, t, query, &route);
  const ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
  CHECK(t, result == OVL_OK, "path: %s", ovl_result_text(result));
  model_fixture_check_path(f, t, &query, query.goal, &path);
  CHECK(t, least <= path.cost && path.cost <= by_labels,
        "the path costs %" PRIu64 ", the route %" PRIu64 ", Dijkstra %" PRIu64, path.cost,
        by_labels, least);
  return path;
}

/* ---- Near the optimum ------------------------------------------------------ */

bool model_fixture_is_near(const model_fixture *f, int32_t profile, uint64_t cost,
                           uint64_t optimum) {
  /* Diagonal contacts get one waypoint for a pair of components, and steps that differ in
   * cost or are one-way may lie anywhere along a border. A link near at hand may lie where a way
   * over waypoints makes a detour of a region. */
  const model_judge *judge = &f->judges[profile];
  uint64_t tenths = f->model.profiles[profile].corners == OVL_CORNERS_FREE ? 20 : 13;
  uint64_t detour =
      judge->way_count != 0 ? (uint64_t)f->model.tuning.region_cells * 140 * judge->flat : 0;
  return judge->flat == 0 || cost * 10 <= (optimum + detour) * tenths;
}

/* ---- Many worlds ---------------------------------------------------------- */

void model_fixture_ask(test_state *t, model_question ask, int times, model_limits limits,
                       uint64_t count, uint64_t long_count) {
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, limits)) {
      continue;
    }
    for (int k = 0; k < times && t->failures == 0; k++) {
      ask(&f, t);
    }
    model_fixture_free(&f);
  }
}

void model_fixture_profiles(test_state *t, model_profile_check check, model_limits limits,
                            uint64_t count, uint64_t long_count) {
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, limits)) {
      continue;
    }
    for (int32_t profile = 0; profile < f.model.profile_count && t->failures == 0; profile++) {
      ovl_query query = {0};
      query.profile = profile;
      model_fixture_context(&f, t, &query);
      check(&f, t, profile);
    }
    model_fixture_free(&f);
  }
}

uint64_t model_square(const model_world *model, int64_t dx, int64_t dy) {
  if ((model->features & MODEL_HEXAGONS) != 0) { /* six steps around the axes, the longest counts */
    const int64_t most = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
    const int64_t steps = llabs(dx + dy) > most ? llabs(dx + dy) : most;
    return (uint64_t)(steps * steps);
  }
  return (uint64_t)(dx * dx + dy * dy);
}

bool model_is_goal(const model_world *model, const ovl_query *query, ovl_cell cell) {
  const ovl_cell goal = query->goal;
  const int64_t dx = (int64_t)cell.x - goal.x;
  const int64_t dy = (int64_t)cell.y - goal.y;
  const ovl_query_more *more = query->more;
  switch (more != NULL ? more->goal_kind : OVL_GOAL_CELL) {
  case OVL_GOAL_RECT:
    return cell.floor == goal.floor && dx >= 0 && dy >= 0 && dx < more->goal_w && dy < more->goal_h;
  case OVL_GOAL_WITHIN:
    return cell.floor == goal.floor &&
           model_square(model, dx, dy) <= (uint64_t)more->goal_radius * (uint64_t)more->goal_radius;
  case OVL_GOAL_SET:
    for (size_t i = 0; i < more->goal_count; i++) {
      if (model_same_cells(cell, more->goal_cells[i])) {
        return true;
      }
    }
    return false;
  default:
    return model_same_cells(cell, goal);
  }
}
