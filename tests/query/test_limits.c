/* Limits of cost and of expansions, and turns that cost. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/model/model_fixture.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

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
  ovl_cell *cells = test_allocate(room, sizeof *cells);
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
    const model_judge *judge = &f->judges[query.profile];
    CHECK(t, path.cost <= f->more.cost_limit, "cost %" PRIu64 " above the limit %" PRIu64,
          path.cost, f->more.cost_limit);
    CHECK(t,
          judge->flat == 0 || judge->way_count != 0 || path.cost == cost ||
              path.cost + 198 * (uint64_t)judge->flat > f->more.cost_limit,
          "cost %" PRIu64 " of %" PRIu64 ": there was room for another step", path.cost,
          f->more.cost_limit);
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
  model_fixture_ask(t, ask_cost_limit, QUERIES_PER_WORLD, model_usual_limits(), 300, 8000);
}

/* ---- Expansions -------------------------------------------------------------------- */

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

/* Between ends that are close together a limit ends the search for a direct path: then the route
 * over overlays, which bounds that search, is refined as far as the limit allows. */
static void limits_of_near_paths_beside_overlays(test_state *t) {
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
  CHECK(t, t->failures != 0 || (asked > 60 && found != 0), "%" PRIu32 " of %" PRIu32, found, asked);
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

const test_entry test_limits_table[] = {
    {"limits_cost_with_features", limits_cost_with_features},
    {"limits_of_near_paths_beside_overlays", limits_of_near_paths_beside_overlays},
    {"limits_turns", limits_turns},
    {NULL, NULL}};
