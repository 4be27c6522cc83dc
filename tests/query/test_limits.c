/* Limits of cost and of expansions, and turns that cost. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/model/model_fixture.h"
#include "tests/support/fixture.h"

enum { QUERIES_PER_WORLD = 5 };

/* A path is legal as far as it goes, its sums are right, and it begins at the start. */
static void check_part(const fixture *f, test_state *t, const ovl_query *query,
                       const ovl_path *path) {
  ovl_query part = *query;
  if (!CHECK(t, path->count != 0, "no points")) {
    return;
  }
  part.goal = path->points[path->count - 1];
  fixture_check_grid_path(f, t, &part, path);
}

static bool draw_query(fixture *f, test_state *t, ovl_query *query) {
  *query = fixture_query(f);
  if (query->smoothing == OVL_SMOOTH_ANY) {
    query->smoothing = OVL_SMOOTH_NONE;
  }
  fixture_context(f, t, query);
  return fixture_expected(f, query) == OVL_OK;
}

/* ---- Cost ------------------------------------------------------------------------ */

/* The path was not cut before the last step that its limit allows. */
static void check_cut(fixture *f, test_state *t, const ovl_path *whole, const ovl_path *path) {
  CHECK(t, path->partial, "it is not marked as partial");
  CHECK(t, path->cost <= f->more.cost_limit, "cost %" PRIu64 " is above the limit %" PRIu64,
        path->cost, f->more.cost_limit);
  if (f->map.plain) {
    CHECK(t, path->cost + OVL_DIAGONAL_COST > f->more.cost_limit || path->cost == whole->cost,
          "cost %" PRIu64 " of %" PRIu64 ": there was room for another step", path->cost,
          f->more.cost_limit);
  }
}

static void limits_cost(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 480, 20000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_query query;
    if (draw_query(&f, t, &query)) {
      ovl_path whole = fixture_path(&f);
      CHECK(t, ovl_find_path(f.planner, f.world, &query, &whole) == OVL_OK, "the whole path");
      f.more.cost_limit = whole.cost * (uint64_t)test_random_between(&f.random, 1, 11) / 10;
      ovl_path path = fixture_path(&f);
      ovl_result result = ovl_find_path(f.planner, f.world, &query, &path);
      bool is_dear = f.more.cost_limit != 0 && whole.cost > f.more.cost_limit;
      CHECK(t, result == (is_dear ? OVL_LIMITED : OVL_OK), "%s", ovl_result_text(result));
      check_part(&f, t, &query, &path);
      if (is_dear) {
        check_cut(&f, t, &whole, &path);
      } else {
        CHECK(t, !path.partial && path.cost == whole.cost, "not the path without a limit");
      }
    }
    fixture_free(&f);
  }
}

/* A partial path is legal and begins at the start. */
static bool check_partial(model_fixture *f, test_state *t, const ovl_query *query,
                          const ovl_path *path) {
  return CHECK(t, path->count != 0 && path->partial, "%zu points, partial %d", path->count,
               (int)path->partial) &&
         model_fixture_check_path(f, t, query, path->points[path->count - 1], path);
}

/* Lists the cells of a path; the caller frees them. */
static ovl_cell *list_cells(test_state *t, const ovl_path *path, size_t *count) {
  size_t room = (size_t)(path->straight_steps + path->diagonal_steps) + path->link_count + 1;
  ovl_cell *cells = calloc(room, sizeof *cells);
  if (cells == NULL) {
    abort();
  }
  ovl_result result = ovl_path_cells(path, cells, room, count, NULL);
  CHECK(t, result == OVL_OK, "cells: %s", ovl_result_text(result));
  return cells;
}

static void ask_cost_limit(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  model_fixture_context(f, t, &query);
  ovl_path path = model_fixture_path(f);
  ovl_result expected = model_fixture_expected(f, &query);
  ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
  if (!CHECK(t, result == expected, "no limit: %s", ovl_result_text(result)) || result != OVL_OK) {
    return;
  }
  uint64_t cost = path.cost;
  size_t whole_count = 0;
  ovl_cell *whole = query.smoothing == OVL_SMOOTH_NONE ? list_cells(t, &path, &whole_count) : NULL;
  uint64_t most = cost < INT32_MAX - 100 ? cost + 100 : INT32_MAX;
  f->more.cost_limit = test_random_percent(&f->random, 10)
                           ? (cost != 0 ? cost : 1)
                           : (uint64_t)test_random_between(&f->random, 1, (int32_t)most);
  path = model_fixture_path(f);
  result = ovl_find_path(f->planner, f->world, &query, &path);
  expected = cost <= f->more.cost_limit ? OVL_OK : OVL_LIMITED;
  if (CHECK(t, result == expected, "limit %" PRIu64 " for %" PRIu64 ": %s", f->more.cost_limit,
            cost, ovl_result_text(result)) &&
      result == OVL_LIMITED && check_partial(f, t, &query, &path)) {
    CHECK(t, path.cost <= f->more.cost_limit, "cost %" PRIu64 " above the limit %" PRIu64,
          path.cost, f->more.cost_limit);
    if (whole != NULL) {
      size_t count = 0;
      ovl_cell *cells = list_cells(t, &path, &count);
      CHECK(t, count < whole_count && memcmp(cells, whole, count * sizeof *cells) == 0,
            "%zu cells are not how the %zu cells of the whole path begin", count, whole_count);
      free(cells);
    }
  }
  free(whole);
}

static void limits_cost_with_features(test_state *t) {
  model_fixture_ask(t, ask_cost_limit, QUERIES_PER_WORLD, model_usual_limits(), 200, 8000);
}

/* Walks a route to its end, which is returned. */
static ovl_cell walk(fixture *f, test_state *t, ovl_route *route, ovl_cell from, uint64_t *cost) {
  *cost = 0;
  while (!route->done) {
    ovl_path path = fixture_path(f);
    ovl_result result = ovl_route_next(f->planner, f->world, route, from, &path);
    if (!CHECK(t, result == OVL_OK, "a segment: %s", ovl_result_text(result))) {
      break;
    }
    from = path.points[path.count - 1];
    *cost += path.cost;
  }
  return from;
}

static void limits_of_routes(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 600, 10000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_route route;
    ovl_query query;
    if (draw_query(&f, t, &query)) {
      uint64_t optimum = dijkstra_distance(&f.judge, query.goal);
      uint64_t cost = 0;
      f.more.cost_limit = optimum / 2 + 1;
      f.more.expansion_limit = i % 2 == 0 ? 0 : (uint64_t)test_random_between(&f.random, 1, 300);
      ovl_result result = ovl_route_begin(f.planner, f.world, &query, &route);
      CHECK(t, result == OVL_LIMITED || optimum == 0 || f.more.expansion_limit != 0, "%s",
            ovl_result_text(result));
      if (result == OVL_OK || result == OVL_LIMITED) {
        walk(&f, t, &route, query.start, &cost);
        CHECK(t, f.more.expansion_limit != 0 || cost <= f.more.cost_limit,
              "the walk costs %" PRIu64 ", the limit is %" PRIu64, cost, f.more.cost_limit);
      }
    }
    fixture_free(&f);
  }
}

/* ---- Expansions -------------------------------------------------------------------- */

static void limits_expansions(test_state *t) {
  uint64_t limited = 0;
  for (uint64_t i = 0; test_more(t, i, 1500, 20000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_query query;
    if (draw_query(&f, t, &query)) {
      f.more.expansion_limit = (uint64_t)test_random_between(&f.random, 1, i % 3 == 0 ? 20 : 400);
      ovl_path path = fixture_path(&f);
      ovl_result result = ovl_find_path(f.planner, f.world, &query, &path);
      ovl_stats stats = ovl_planner_stats(f.planner);
      CHECK(t, result == OVL_OK || result == OVL_LIMITED, "%s", ovl_result_text(result));
      CHECK(t, stats.coarse_expanded + stats.fine_expanded <= f.more.expansion_limit,
            "%" PRIu64 " and %" PRIu64 " expanded, the limit is %" PRIu64, stats.coarse_expanded,
            stats.fine_expanded, f.more.expansion_limit);
      CHECK(t, path.partial == (result == OVL_LIMITED), "partial or not");
      check_part(&f, t, &query, &path);
      CHECK(t, result != OVL_OK || fixture_same_cells(path.points[path.count - 1], query.goal),
            "it ends elsewhere");
      limited += result == OVL_LIMITED ? 1 : 0;
    }
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || limited > 20, "only %" PRIu64 " cases", limited);
}

/* Limits that end a query within planning, refining or writing give a part of the path, or all of
 * it: OVL_OK means that it ends at the goal. */
static void check_limits(fixture *f, test_state *t, ovl_query *query, uint64_t whole_expanded) {
  const uint64_t step = whole_expanded / 40 + 1;
  for (uint64_t limit = 1; limit <= 2 * whole_expanded + step && t->failures == 0; limit += step) {
    f->more.expansion_limit = limit;
    ovl_path path = fixture_path(f);
    const ovl_result result = ovl_find_path(f->planner, f->world, query, &path);
    CHECK(t, result == OVL_OK || result == OVL_LIMITED, "limit %" PRIu64 ": %s", limit,
          ovl_result_text(result));
    CHECK(t, path.partial == (result == OVL_LIMITED), "limit %" PRIu64 ": partial or not", limit);
    if (CHECK(t, path.count != 0, "limit %" PRIu64 ": no points", limit)) {
      CHECK(t, result != OVL_OK || fixture_same_cells(path.points[path.count - 1], query->goal),
            "limit %" PRIu64 ": it ends elsewhere", limit);
      check_part(f, t, query, &path);
    }
  }
}

/* Where a limit ends planning over overlays, the direct path between ends that are close together
 * is the answer. So most of these queries are answered with fewer expansions than without a limit.
 */
static void limits_leave_direct_paths_beside_overlays(test_state *t) {
  uint32_t asked = 0;
  uint32_t found = 0;
  for (uint64_t i = 0; test_more(t, i, 200, 4000); i++) {
    const random_map_limits limits = {.max_side = 120, .max_region = 12, .weighted_percent = 100};
    fixture f;
    test_map map = random_map_make(test_begin_case(t, i), limits);
    map.overlays = OVL_OVERLAYS_ALWAYS;
    if (!fixture_make_from(&f, t, map)) {
      continue;
    }
    for (int k = 0; k < 10 && t->failures == 0; k++) {
      ovl_query query = fixture_query(&f);
      query.goal.x = query.start.x + test_random_between(&f.random, -14, 14);
      query.goal.y = query.start.y + test_random_between(&f.random, -14, 14);
      query.smoothing = k % 2 == 0 ? OVL_SMOOTH_NONE : OVL_SMOOTH_GRID;
      f.more = (ovl_query_more){0};
      query.more = &f.more;
      ovl_path path = fixture_path(&f);
      const ovl_result result = ovl_find_path(f.planner, f.world, &query, &path);
      const ovl_stats stats = ovl_planner_stats(f.planner);
      if (result != OVL_OK || stats.method != OVL_METHOD_OVERLAYS) {
        continue;
      }
      const uint64_t least = path.cost;
      f.more.expansion_limit = stats.coarse_expanded + stats.fine_expanded - 1;
      path = fixture_path(&f);
      const ovl_result limited = ovl_find_path(f.planner, f.world, &query, &path);
      CHECK(t, limited == OVL_LIMITED || (limited == OVL_OK && path.cost >= least),
            "%s, cost %" PRIu64 ", without a limit %" PRIu64, ovl_result_text(limited), path.cost,
            least);
      asked++;
      found += limited == OVL_OK;
      if (k == 0) {
        fixture_context(&f, t, &query);
        check_limits(&f, t, &query, stats.coarse_expanded + stats.fine_expanded);
      }
    }
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || (asked > 200 && found > asked / 2), "%" PRIu32 " of %" PRIu32, found,
        asked);
}

/* ---- Turns --------------------------------------------------------------------------------- */

static ovl_planner *make_turning(const fixture *f) {
  ovl_planner_def def = {.world = f->world};
  ovl_planner *planner = NULL;
  def.turn_costs = true;
  if (ovl_planner_create(&def, &planner, NULL) != OVL_OK) {
    abort();
  }
  return planner;
}

static void limits_turns(test_state *t) {
  uint64_t turns = 0;
  uint64_t turns_plain = 0;
  for (uint64_t i = 0; test_more(t, i, 240, 10000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_query query;
    if (draw_query(&f, t, &query)) {
      ovl_planner *planner = make_turning(&f);
      ovl_path plain = fixture_path(&f);
      query.smoothing = OVL_SMOOTH_GRID;
      CHECK(t, ovl_find_path(planner, f.world, &query, &plain) == OVL_OK, "without");
      f.more.turn_cost = (uint32_t)test_random_between(&f.random, 1, 10) * OVL_STRAIGHT_COST;
      ovl_path path = fixture_path(&f);
      ovl_result fitted = ovl_find_path(f.planner, f.world, &query, &path);
      const uint64_t cost = path.cost;
      path = fixture_path(&f);
      CHECK(t, fitted == OVL_OK, "a planner made without turn costs: %s", ovl_result_text(fitted));
      ovl_result result = ovl_find_path(planner, f.world, &query, &path);
      CHECK(t, result == OVL_OK && path.cost == cost, "%s", ovl_result_text(result));
      check_part(&f, t, &query, &path);
      turns += path.count;
      turns_plain += plain.count;
      ovl_planner_destroy(planner);
    }
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || turns * 20 < turns_plain * 19,
        "%" PRIu64 " points where turns cost, %" PRIu64 " where not", turns, turns_plain);
}

/* A path with few turns may cost more steps than the route of labels that it follows, on weighted
 * ground and between ends in regions next to each other. */
static void limits_turns_near_by_labels(test_state *t) {
  uint32_t asked = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    const random_map_limits limits = {.max_side = 100, .max_region = 12, .weighted_percent = 100};
    fixture f;
    test_map map = random_map_make(test_begin_case(t, i), limits);
    map.overlays = OVL_OVERLAYS_AUTO;
    if (!fixture_make_from(&f, t, map)) {
      continue;
    }
    ovl_planner *planner = make_turning(&f);
    for (int k = 0; k < 30 && t->failures == 0; k++) {
      ovl_query query = fixture_query(&f);
      query.goal.x = query.start.x + test_random_between(&f.random, -30, 30);
      query.goal.y = query.start.y + test_random_between(&f.random, -30, 30);
      query.smoothing = k % 2 == 0 ? OVL_SMOOTH_NONE : OVL_SMOOTH_GRID;
      f.more = (ovl_query_more){0};
      f.more.turn_cost = (uint32_t)test_random_between(&f.random, 1, 20 * OVL_STRAIGHT_COST);
      query.more = &f.more;
      if (fixture_expected(&f, &query) != OVL_OK) {
        continue;
      }
      fixture_context(&f, t, &query);
      ovl_path path = fixture_path(&f);
      const ovl_result result = ovl_find_path(planner, f.world, &query, &path);
      CHECK(t, result == OVL_OK, "turn cost %" PRIu32 ": %s", f.more.turn_cost,
            ovl_result_text(result));
      fixture_check_grid_path(&f, t, &query, &path);
      asked += ovl_planner_stats(planner).method == OVL_METHOD_LABELS;
    }
    ovl_planner_destroy(planner);
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || asked > 100, "only %" PRIu32 " by labels", asked);
}

/* A route does not keep the cost of turns, so any planner goes on with it alike. */
static void limits_turns_of_routes(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 5000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_route route;
    ovl_query query;
    if (draw_query(&f, t, &query)) {
      ovl_planner *planner = make_turning(&f);
      uint64_t cost = 0;
      uint64_t cost_elsewhere = 0;
      f.more.turn_cost = 5 * OVL_STRAIGHT_COST;
      ovl_result result = ovl_route_begin(planner, f.world, &query, &route);
      CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
      ovl_route elsewhere = route;
      walk(&f, t, &elsewhere, query.start, &cost_elsewhere);
      ovl_planner *other = f.planner;
      f.planner = planner;
      walk(&f, t, &route, query.start, &cost);
      f.planner = other;
      CHECK(t, cost == cost_elsewhere, "%" PRIu64 " by its planner, %" PRIu64 " by another", cost,
            cost_elsewhere);
      ovl_planner_destroy(planner);
    }
    fixture_free(&f);
  }
}

const test_entry test_limits_table[] = {
    {"limits_cost", limits_cost},
    {"limits_cost_with_features", limits_cost_with_features},
    {"limits_of_routes", limits_of_routes},
    {"limits_expansions", limits_expansions},
    {"limits_leave_direct_paths_beside_overlays", limits_leave_direct_paths_beside_overlays},
    {"limits_turns", limits_turns},
    {"limits_turns_near_by_labels", limits_turns_near_by_labels},
    {"limits_turns_of_routes", limits_turns_of_routes},
    {NULL, NULL}};
