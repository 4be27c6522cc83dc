/* Paths in worlds with every feature, alone and in pairs, against the
 * Dijkstra of a judge that is independent of the library. */
#include <inttypes.h>
#include <stdlib.h>

#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/support/test_allocate.h"

enum { PAIRS_PER_WORLD = 6 };

static void check_costs(model_fixture *f, test_state *t, const ovl_query *query,
                        const ovl_path *path) {
  uint64_t optimum = model_judge_distance(&f->judges[query->profile], query->goal);
  CHECK(t, path->cost >= optimum, "cost %" PRIu64 " is below the optimum %" PRIu64, path->cost,
        optimum);
  CHECK(t, model_fixture_is_near(f, query->profile, path->cost, optimum),
        "cost %" PRIu64 " is far above the optimum %" PRIu64, path->cost, optimum);
}

/* ovl_path_cells lists the cells of all steps and links of a path. */
static void check_path_cells(model_fixture *f, test_state *t, const ovl_query *query,
                             const ovl_path *path) {
  size_t count = (size_t)(path->straight_steps + path->diagonal_steps) + path->link_count + 1;
  ovl_cell *cells = calloc(count + 1, sizeof *cells);
  if (cells == NULL) {
    abort();
  }
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

/* With room for fewer points: the same count and sums, and no point beyond the room is written. */
static void check_room(model_fixture *f, test_state *t, const ovl_query *query,
                       const ovl_path *whole) {
  ovl_cell *points = test_allocate(whole->count + 1, sizeof *points);
  const size_t rooms[3] = {0, 1, whole->count - 1};
  for (int i = 0; i < 3 && t->failures == 0; i++) {
    const size_t room = rooms[i];
    points[room].x = -7;
    ovl_path path = {.points = room != 0 ? points : NULL,
                     .capacity = room,
                     .links = whole->links,
                     .link_capacity = whole->link_capacity};
    const ovl_result result = ovl_find_path(f->planner, f->world, query, &path);
    CHECK(t, result == (room < whole->count ? OVL_MORE_ROOM : OVL_OK), "room for %zu of %zu: %s",
          room, whole->count, ovl_result_text(result));
    CHECK(t,
          path.count == whole->count && path.cost == whole->cost && path.length == whole->length &&
              path.straight_steps == whole->straight_steps &&
              path.diagonal_steps == whole->diagonal_steps,
          "room for %zu: count or sums are not those of the whole path", room);
    for (size_t k = 0; k < room; k++) {
      CHECK(t, model_same_cells(points[k], whole->points[k]), "room for %zu: point %zu", room, k);
    }
    CHECK(t, points[room].x == -7, "room for %zu: a point was written beyond it", room);
  }
  free(points);
}

static void check_smoothings(model_fixture *f, test_state *t, ovl_query query,
                             ovl_result expected) {
  uint64_t cost_as_found = 0;
  static const ovl_smoothing smoothings[] = {OVL_SMOOTH_NONE, OVL_SMOOTH_GRID, OVL_SMOOTH_ANY};
  for (int i = 0; i < OVL_SMOOTH_COUNT && t->failures == 0; i++) {
    const ovl_smoothing smoothing = smoothings[i];
    query.smoothing = smoothing;
    model_fixture_context(f, t, &query);
    ovl_path path = model_fixture_path(f);
    path.count = 99;
    ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
    if (!CHECK(t, result == expected, "answer '%s', Dijkstra says '%s'", ovl_result_text(result),
               ovl_result_text(expected))) {
      return;
    }
    if (result != OVL_OK) {
      CHECK(t, path.count == 0, "no path and yet %zu points", path.count);
      continue;
    }
    CHECK(t, !path.partial, "a whole path is called partial");
    if (!model_fixture_check_path(f, t, &query, query.goal, &path)) {
      return;
    }
    cost_as_found = smoothing == OVL_SMOOTH_NONE ? path.cost : cost_as_found;
    CHECK(t, path.cost <= cost_as_found, "smoothed cost %" PRIu64 " above %" PRIu64, path.cost,
          cost_as_found);
    check_costs(f, t, &query, &path);
    if (smoothing != OVL_SMOOTH_ANY && t->failures == 0) {
      check_path_cells(f, t, &query, &path);
    }
    if (t->failures == 0 && test_random_percent(&f->random, 10)) {
      check_room(f, t, &query, &path);
    }
  }
}

typedef void (*query_check)(model_fixture *f, test_state *t, ovl_query query, ovl_result expected);

static void check_queries(test_state *t, query_check check, model_limits limits, uint64_t count,
                          uint64_t long_count) {
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, limits)) {
      continue;
    }
    ovl_query query = model_fixture_query(&f);
    for (int k = 0; k < PAIRS_PER_WORLD && t->failures == 0; k++) {
      if (k % 3 == 0) {
        query = model_fixture_query(&f);
      }
      query.goal = k == 1 ? query.start : model_open_cell(&f.model, query.profile, &f.random);
      model_fixture_context(&f, t, &query);
      check(&f, t, query, model_fixture_expected(&f, &query));
    }
    model_fixture_free(&f);
  }
}

static void feature_paths(test_state *t) {
  check_queries(t, check_smoothings, model_usual_limits(), 400, 20000);
}

/* Many regions, so that the coarse tier does most of the work. */
static void feature_paths_far(test_state *t) {
  model_limits limits = {.max_side = 160, .max_region = 12, .most_profiles = 1};
  check_queries(t, check_smoothings, limits, 60, 3000);
}

/* Floors of few cells: bodies larger than the map, nothing open, single cells. */
static void feature_paths_tiny(test_state *t) {
  model_limits limits = {.max_side = 5, .max_region = 8, .most_profiles = 4};
  check_queries(t, check_smoothings, limits, 400, 20000);
}

const test_entry test_feature_paths_table[] = {
    {"feature_paths", feature_paths},
    {"feature_paths_far", feature_paths_far},
    {"feature_paths_tiny", feature_paths_tiny},
    {NULL, NULL},
};
