/* ovl_find_path against an independent Dijkstra, on thousands of random maps:
 * promises 1 (legal, the cost is the sum) and 2 (the tiers agree). */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fixture.h"

enum { PAIRS_PER_MAP = 8 };

static void check_any(fixture *f, test_state *t, const ovl_query *query, const ovl_path *path) {
  path_sums sums;
  size_t at;
  if (!CHECK(t, path->count >= 1 && path->count <= f->capacity, "%zu points", path->count) ||
      !CHECK(t,
             fixture_same_cells(path->points[0], query->start) &&
                 fixture_same_cells(path->points[path->count - 1], query->goal),
             "the ends are wrong")) {
    return;
  }
  const char *wrong = path_check_any(&f->map, path->points, path->count, &sums, &at);
  if (wrong != NULL) {
    ovl_cell a = path->points[at];
    ovl_cell b = path->points[at + 1 < path->count ? at + 1 : at];
    CHECK(t, false, "leg %zu, %" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32 ": %s", at, a.x, a.y,
          b.x, b.y, wrong);
    return;
  }
  CHECK(t, path->length == sums.length, "length %" PRIu64 ", legs sum to %" PRIu64, path->length,
        sums.length);
  double grid_length = (double)path->straight_steps + (double)path->diagonal_steps * sqrt(2.0);
  CHECK(t, (double)path->length <= grid_length * OVL_LENGTH_UNIT + 1e-3,
        "length %" PRIu64 " is above its grid path's %.1f", path->length,
        grid_length * OVL_LENGTH_UNIT);
  if (f->map.plain) {
    CHECK(t,
          path->cost ==
              path->straight_steps * OVL_STRAIGHT_COST + path->diagonal_steps * OVL_DIAGONAL_COST,
          "cost %" PRIu64 " is not that of its steps", path->cost);
  }
}

/* With room for fewer points: the same count and sums, and no point beyond the room is written. */
static void check_room(fixture *f, test_state *t, const ovl_query *query, const ovl_path *whole) {
  ovl_cell *points = malloc((whole->count + 1) * sizeof *points);
  if (points == NULL) {
    abort();
  }
  size_t rooms[3] = {0, 1, whole->count - 1};
  for (int i = 0; i < 3; i++) {
    size_t room = rooms[i];
    ovl_result expected = room < whole->count ? OVL_MORE_ROOM : OVL_OK;
    points[room] = (ovl_cell){-7, -7, -7};
    ovl_path path = {.points = room != 0 ? points : NULL, .capacity = room};
    ovl_result result = ovl_find_path(f->planner, f->world, query, &path);
    if (!CHECK(t, result == expected, "room for %zu of %zu points: %s", room, whole->count,
               ovl_result_text(result)) ||
        !CHECK(t,
               path.count == whole->count && path.cost == whole->cost &&
                   path.length == whole->length && path.straight_steps == whole->straight_steps &&
                   path.diagonal_steps == whole->diagonal_steps,
               "room for %zu: count or sums are not those of the whole path", room)) {
      break;
    }
    for (size_t k = 0; k < room; k++) {
      CHECK(t, fixture_same_cells(points[k], whole->points[k]), "room for %zu: point %zu", room, k);
    }
    CHECK(t, points[room].x == -7, "room for %zu: a point was written beyond it", room);
  }
  free(points);
}

static void check_pair(fixture *f, test_state *t, ovl_query query, ovl_result expected) {
  uint64_t cost_as_found = 0;
  for (int smoothing = 0; smoothing < OVL_SMOOTH_COUNT; smoothing++) {
    query.smoothing = (ovl_smoothing)smoothing;
    fixture_context(f, t, &query);
    ovl_path path = fixture_path(f);
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
    if (smoothing == OVL_SMOOTH_ANY) {
      check_any(f, t, &query, &path);
    } else if (!fixture_check_grid_path(f, t, &query, &path)) {
      return;
    }
    uint64_t optimum = dijkstra_distance(&f->judge, query.goal);
    cost_as_found = smoothing == OVL_SMOOTH_NONE ? path.cost : cost_as_found;
    CHECK(t, path.cost >= optimum, "cost %" PRIu64 " is below the optimum %" PRIu64, path.cost,
          optimum);
    CHECK(t, path.cost <= cost_as_found, "smoothed cost %" PRIu64 " above %" PRIu64, path.cost,
          cost_as_found);
    CHECK(t, fixture_is_near_optimum(f, path.cost, optimum),
          "cost %" PRIu64 " is far above the optimum %" PRIu64, path.cost, optimum);
    if (t->failures == 0 && test_random_percent(&f->random, 10)) {
      check_room(f, t, &query, &path);
    }
  }
}

static void check_map(fixture *f, test_state *t) {
  ovl_query query = fixture_query(f);
  for (int i = 0; i < PAIRS_PER_MAP && t->failures == 0; i++) {
    if (i % 4 == 0) {
      query.start = random_map_cell(&f->map, &f->random);
    }
    query.goal = i == 1 ? query.start : random_map_cell(&f->map, &f->random);
    check_pair(f, t, query, fixture_expected(f, &query));
  }
}

static void paths_random(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 1200, 40000); i++) {
    fixture f;
    if (fixture_make(&f, t, i, random_map_usual_limits())) {
      check_map(&f, t);
      fixture_free(&f);
    }
  }
}

/* Many regions, so that the coarse tier does most of the work. */
static void paths_many_regions(test_state *t) {
  random_map_limits limits = {.max_side = 260, .max_region = 12, .weighted_percent = 40};
  for (uint64_t i = 0; test_more(t, i, 150, 3000); i++) {
    fixture f;
    if (fixture_make(&f, t, i, limits)) {
      check_map(&f, t);
      fixture_free(&f);
    }
  }
}

/* Maps of at most 6 x 6 cells: every pair of cells. */
static void paths_tiny(test_state *t) {
  random_map_limits limits = {.max_side = 6, .max_region = 8, .weighted_percent = 30};
  for (uint64_t i = 0; test_more(t, i, 60, 1500); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    int32_t cells = f.map.width * f.map.height;
    for (int32_t pair = 0; pair < cells * cells && t->failures == 0; pair++) {
      ovl_query query = ovl_query_default();
      query.start = (ovl_cell){pair % cells % f.map.width, pair % cells / f.map.width, 0};
      query.goal = (ovl_cell){pair / cells % f.map.width, pair / cells / f.map.width, 0};
      check_pair(&f, t, query, fixture_expected(&f, &query));
    }
    fixture_free(&f);
  }
}

/* Starts and goals that are blocked or outside. */
static void paths_bad_ends(test_state *t) {
  static const ovl_cell outside[6] = {{-1, 0, 0},        {0, -1, 0},        {0, 0, 1},
                                      {INT32_MIN, 0, 0}, {0, INT32_MAX, 0}, {0, 0, -1}};
  for (uint64_t i = 0; test_more(t, i, 100, 1000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_cell open = random_map_cell(&f.map, &f.random);
    if (random_map_weight(&f.map, open.x, open.y) != 0) {
      for (int k = 0; k < 8; k++) {
        ovl_cell wrong = k < 6    ? outside[k]
                         : k == 6 ? (ovl_cell){f.map.width, 0, 0}
                                  : (ovl_cell){0, f.map.height, 0};
        ovl_query query = ovl_query_default();
        query.start = open;
        query.goal = wrong;
        check_pair(&f, t, query, OVL_GOAL_OUTSIDE);
        query.start = wrong;
        query.goal = open;
        check_pair(&f, t, query, OVL_START_OUTSIDE);
      }
    }
    fixture_free(&f);
  }
}

/* ovl_path_cells lists the cells that the judge walks. */
static void paths_cells(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 3000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_query query = fixture_query(&f);
    query.smoothing = OVL_SMOOTH_GRID;
    ovl_path path = fixture_path(&f);
    if (ovl_find_path(f.planner, f.world, &query, &path) == OVL_OK) {
      size_t count = (size_t)(path.straight_steps + path.diagonal_steps) + 1;
      ovl_cell *cells = malloc((count + 1) * sizeof *cells);
      if (cells == NULL) {
        abort();
      }
      size_t needed = 0;
      ovl_result result = ovl_path_cells(&path, cells, count, &needed, NULL);
      CHECK(t, result == OVL_OK && needed == count, "cells: %s, %zu of %zu",
            ovl_result_text(result), needed, count);
      path_sums sums;
      size_t at;
      const char *wrong = path_check_grid(&f.map, cells, count, &sums, &at);
      CHECK(t, wrong == NULL && sums.cost == path.cost, "cells: %s", wrong != NULL ? wrong : "");
      result = ovl_path_cells(&path, cells, 0, &needed, NULL);
      CHECK(t, result == OVL_MORE_ROOM && needed >= 1, "no room for cells: %s",
            ovl_result_text(result));
      free(cells);
    }
    fixture_free(&f);
  }
  ovl_cell bent[2] = {{0, 0, 0}, {2, 1, 0}};
  ovl_cell cells[8];
  size_t needed = 0;
  ovl_path path = {.points = bent, .capacity = 2, .count = 2};
  ovl_result result = ovl_path_cells(&path, cells, 8, &needed, NULL);
  CHECK(t, result == OVL_BAD_ARGUMENT, "a bent leg: %s", ovl_result_text(result));
}

const test_entry test_paths_table[] = {
    {"paths_tiny", paths_tiny},
    {"paths_random", paths_random},
    {"paths_many_regions", paths_many_regions},
    {"paths_bad_ends", paths_bad_ends},
    {"paths_cells", paths_cells},
    {NULL, NULL},
};
