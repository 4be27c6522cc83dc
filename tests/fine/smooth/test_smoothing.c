/* Tests of string pulling (string_pulling.h) on bad paths: detours over random cells, and random
 * walks. The smoothed path is legal, has the same ends and costs no more; smoothing it again
 * changes nothing; and where all paths between its ends are of one homotopy class it is a shortest
 * path. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "query/path_writer.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

enum { MOST_LEGS_AT_ONCE = 40 }; /* a path of so few legs is pulled as a whole */

/* Cells of a path, each a step from the one before. */
typedef struct walk {
  ovl_cell *cells;
  size_t count, capacity;
} walk;

static walk walk_begin(ovl_cell first) {
  walk w = {malloc(64 * sizeof *w.cells), 1, 64};
  if (w.cells == NULL) {
    abort();
  }
  w.cells[0] = first;
  return w;
}

static void walk_step(walk *w, ovl_cell to) {
  if (w->count == w->capacity) {
    w->capacity *= 2;
    w->cells = realloc(w->cells, w->capacity * sizeof *w->cells);
    if (w->cells == NULL) {
      abort();
    }
  }
  w->cells[w->count++] = to;
}

/* Adds a least-cost path to the cell that the judge ran from; ties are broken at random. */
static void walk_to_source(walk *w, fixture *f) {
  for (;;) {
    ovl_cell at = w->cells[w->count - 1];
    uint64_t left = dijkstra_distance(&f->judge, at);
    ovl_cell next = at;
    int32_t choices = 0;
    for (int32_t i = 0; i < 9 && left != 0; i++) {
      ovl_cell to = {at.x + i % 3 - 1, at.y + i / 3 - 1, 0};
      uint64_t cost =
          i == 4 ? 0 : dijkstra_step_cost(&f->map, at.x, at.y, to.x - at.x, to.y - at.y);
      if (cost != 0 && dijkstra_distance(&f->judge, to) + cost == left &&
          test_random_between(&f->random, 0, choices++) == 0) {
        next = to;
      }
    }
    if (choices == 0) {
      return;
    }
    walk_step(w, next);
  }
}

/* A walk over random cells, with a least-cost path from each to the next. */
static walk detour(fixture *f, ovl_cell start, int32_t vias) {
  walk w = walk_begin(start);
  for (int32_t i = 0; i <= vias; i++) {
    ovl_cell to = random_map_cell(&f->map, &f->random);
    if (random_map_weight(&f->map, to.x, to.y) != 0) {
      dijkstra_run(&f->judge, to);
      if (dijkstra_distance(&f->judge, w.cells[w.count - 1]) != DIJKSTRA_UNREACHED) {
        walk_to_source(&w, f);
      }
    }
  }
  return w;
}

static walk random_steps(fixture *f, ovl_cell start, int32_t steps) {
  walk w = walk_begin(start);
  int32_t dx = 0;
  int32_t dy = 0;
  for (int32_t i = 0; i < steps; i++) {
    ovl_cell at = w.cells[w.count - 1];
    if (test_random_percent(&f->random, 40)) {
      dx = test_random_between(&f->random, -1, 1);
      dy = test_random_between(&f->random, -1, 1);
    }
    if ((dx != 0 || dy != 0) && dijkstra_step_cost(&f->map, at.x, at.y, dx, dy) != 0) {
      walk_step(&w, (ovl_cell){at.x + dx, at.y + dy, 0});
    }
  }
  return w;
}

static size_t count_legs(const walk *w) {
  size_t legs = w->count > 1 ? 1 : 0;
  for (size_t i = 2; i < w->count; i++) {
    const ovl_cell *at = &w->cells[i];
    legs += at[0].x - at[-1].x != at[-1].x - at[-2].x || at[0].y - at[-1].y != at[-1].y - at[-2].y
                ? 1
                : 0;
  }
  return legs;
}

static uint64_t cost_of(const fixture *f, const walk *w) {
  uint64_t cost = 0;
  for (size_t i = 1; i < w->count; i++) {
    ovl_cell a = w->cells[i - 1];
    ovl_cell b = w->cells[i];
    cost += dijkstra_step_cost(&f->map, a.x, a.y, b.x - a.x, b.y - a.y);
  }
  return cost;
}

/* Smooths the walk into the fixture's points. */
static ovl_path smooth(const fixture *f, const walk *w) {
  ovi_path_writer writer;
  ovl_path path = fixture_path(f);
  ovi_path_begin(&writer, f->world, &f->world->layers[0], OVL_SMOOTH_GRID, 0, NULL, &path,
                 w->cells[0]);
  ovi_leg_sink sink = ovi_path_sink(&writer);
  for (size_t i = 1; i < w->count; i++) {
    ovl_cell a = w->cells[i - 1];
    ovl_cell b = w->cells[i];
    uint64_t cost = dijkstra_step_cost(&f->map, a.x, a.y, b.x - a.x, b.y - a.y);
    sink.take(sink.user, (ovi_leg){b.x, b.y, cost}, false);
  }
  ovi_path_end(&writer);
  return path;
}

static void check_smoothing_again(fixture *f, test_state *t, const ovl_path *path) {
  walk again = walk_begin(path->points[0]);
  for (size_t i = 1; i < path->count; i++) {
    ovl_cell to = path->points[i];
    ovl_cell at = again.cells[again.count - 1];
    while (!fixture_same_cells(at, to)) {
      at.x += (to.x > at.x) - (to.x < at.x);
      at.y += (to.y > at.y) - (to.y < at.y);
      walk_step(&again, at);
    }
  }
  uint64_t cost = path->cost;
  ovl_path pulled = smooth(f, &again);
  CHECK(t, pulled.cost == cost, "cost %" PRIu64 ", and %" PRIu64 " when pulled again", cost,
        pulled.cost);
  free(again.cells);
}

static void check_walk(fixture *f, test_state *t, const walk *w, bool one_class) {
  ovl_query query = {0};
  query.start = w->cells[0];
  query.goal = w->cells[w->count - 1];
  fixture_context(f, t, &query);
  size_t legs = count_legs(w);
  ovl_path path = smooth(f, w);
  if (!fixture_check_grid_path(f, t, &query, &path)) {
    return;
  }
  uint64_t cost = cost_of(f, w);
  CHECK(t, path.cost <= cost, "cost %" PRIu64 " above that of the walk, %" PRIu64, path.cost, cost);
  CHECK(t, path.count <= w->count, "%zu points for %zu cells", path.count, w->count);
  if (legs > MOST_LEGS_AT_ONCE) {
    return;
  }
  if (one_class) {
    dijkstra_run(&f->judge, query.start);
    uint64_t optimum = dijkstra_distance(&f->judge, query.goal);
    CHECK(t, path.cost == optimum, "cost %" PRIu64 ", the optimum is %" PRIu64, path.cost, optimum);
  }
  check_smoothing_again(f, t, &path);
}

/* Opens all blocked cells that no chain of blocked neighbours joins to the border of the map.
 * Without such holes all paths between two cells are of one homotopy class. */
static void fill_holes(test_map *map) {
  uint8_t open = 0;
  for (int32_t i = 0; i < 256; i++) {
    open = map->weights[i] != 0 && open == 0 ? (uint8_t)i : open;
  }
  int32_t cells = map->width * map->height;
  uint8_t *joined = test_allocate((size_t)cells, 1);
  for (bool grows = true; grows;) {
    grows = false;
    for (int32_t i = 0; i < cells; i++) {
      int32_t x = i % map->width;
      int32_t y = i / map->width;
      bool joins = x == 0 || y == 0 || x == map->width - 1 || y == map->height - 1;
      for (int32_t k = 0; k < 9 && !joins; k++) {
        joins = joined[(y + k / 3 - 1) * map->width + x + k % 3 - 1] != 0;
      }
      if (joins && joined[i] == 0 && random_map_weight(map, x, y) == 0) {
        joined[i] = 1;
        grows = true;
      }
    }
  }
  for (int32_t i = 0; i < cells; i++) {
    if (joined[i] == 0 && map->weights[map->terrain[i]] == 0) {
      map->terrain[i] = open;
    }
  }
  free(joined);
}

static bool make_plain(fixture *f, test_state *t, uint64_t index, random_map_limits limits,
                       bool one_class) {
  limits.weighted_percent = 0;
  test_map map = random_map_make(test_begin_case(t, index), limits);
  map.corners = OVL_CORNERS_STRICT;
  if (one_class) {
    fill_holes(&map);
  }
  return fixture_make_from(f, t, map);
}

static void check_map(fixture *f, test_state *t, int32_t vias, bool one_class) {
  for (int32_t i = 0; i < 6 && t->failures == 0; i++) {
    ovl_cell start = random_map_cell(&f->map, &f->random);
    if (random_map_weight(&f->map, start.x, start.y) == 0) {
      continue;
    }
    walk w = i % 3 == 2 ? random_steps(f, start, test_random_between(&f->random, 1, 60 * vias))
                        : detour(f, start, test_random_between(&f->random, 0, vias));
    if (w.count <= f->capacity) {
      check_walk(f, t, &w, one_class);
    }
    free(w.cells);
  }
}

/* Without obstacles every shortest path has at most two legs. */
static void smoothing_leaves_two_legs_on_open_ground(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 3000); i++) {
    test_map map = random_map_make(test_begin_case(t, i), random_map_usual_limits());
    map.corners = OVL_CORNERS_STRICT;
    map.plain = true;
    memset(map.terrain, 1, (size_t)map.width * (size_t)map.height);
    map.weights[1] = OVL_PLAIN_WEIGHT;
    fixture f;
    if (!fixture_make_from(&f, t, map)) {
      continue;
    }
    walk w = i % 2 == 0 ? random_steps(&f, random_map_cell(&map, &f.random), 80)
                        : detour(&f, random_map_cell(&map, &f.random), 3);
    if (w.count <= f.capacity && count_legs(&w) <= MOST_LEGS_AT_ONCE) {
      check_walk(&f, t, &w, true);
      ovl_path path = smooth(&f, &w);
      CHECK(t, path.count <= 3, "%zu points on open ground", path.count);
    }
    free(w.cells);
    fixture_free(&f);
  }
}

/* On maps without holes there is one homotopy class. */
static void smoothing_finds_a_shortest_path_without_holes(test_state *t) {
  random_map_limits limits = {.max_side = 48, .max_region = 24};
  for (uint64_t i = 0; test_more(t, i, 720, 60000); i++) {
    fixture f;
    if (make_plain(&f, t, i, limits, true)) {
      check_map(&f, t, 3, true);
      fixture_free(&f);
    }
  }
}

/* On maps with holes a pulled path stays in the homotopy class of the walk, so it may cost more
 * than the least; pulling it again must not change its cost. */
static void smoothing_twice_changes_nothing(test_state *t) {
  random_map_limits limits = {.max_side = 64, .max_region = 40};
  for (uint64_t i = 0; test_more(t, i, 480, 40000); i++) {
    fixture f;
    if (make_plain(&f, t, i, limits, false)) {
      check_map(&f, t, 4, false);
      fixture_free(&f);
    }
  }
}

/* Paths with more legs than the string holds, so that the oldest are written before the last are
 * known, in regions of up to 128 x 128 cells. */
static void smoothing_of_long_paths_is_legal_and_costs_no_more(test_state *t) {
  random_map_limits limits = {.max_side = 200, .max_region = 128};
  for (uint64_t i = 0; test_more(t, i, 80, 4000); i++) {
    fixture f;
    if (make_plain(&f, t, i, limits, false)) {
      check_map(&f, t, 12, false);
      fixture_free(&f);
    }
  }
}

/* Legs of one window search are known to be shortest (`follows` of ovi_leg_sink), and their bends
 * are not pulled. Smoothing the path again, without that knowledge, must not make it cheaper. */
static void smoothing_of_found_paths_again_changes_nothing(test_state *t) {
  random_map_limits limits = {.max_side = 200, .max_region = 16};
  for (uint64_t i = 0; test_more(t, i, 360, 30000); i++) {
    fixture f;
    if (!make_plain(&f, t, i, limits, false)) {
      continue;
    }
    for (int32_t k = 0; k < 4; k++) {
      ovl_query query = fixture_query(&f);
      query.smoothing = OVL_SMOOTH_GRID;
      fixture_context(&f, t, &query);
      ovl_path path = fixture_path(&f);
      if (ovl_find_path(f.planner, f.world, &query, &path) == OVL_OK && path.count > 1 &&
          path.count <= MOST_LEGS_AT_ONCE) {
        check_smoothing_again(&f, t, &path);
      }
    }
    fixture_free(&f);
  }
}

/* Straight and diagonal lines are computed without a root; they must agree with the definition, the
 * square root rounded down. */
static void smoothing_lengths_are_roots_rounded_down(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 1500, 100000); i++) {
    test_random random = {test_begin_case(t, i)};
    int64_t dx = test_random_between(&random, -OVL_MAX_SIDE_CELLS, OVL_MAX_SIDE_CELLS);
    int64_t other = test_random_between(&random, -OVL_MAX_SIDE_CELLS, OVL_MAX_SIDE_CELLS);
    int64_t dy = i % 4 == 0 ? 0 : i % 4 == 1 ? dx : i % 4 == 2 ? -dx : other;
    uint64_t square = (uint64_t)(dx * dx + dy * dy) * OVL_LENGTH_UNIT * OVL_LENGTH_UNIT;
    uint64_t length = ovi_line_length(OVI_SQUARES, dx, dy);
    CHECK(t, length * length <= square && (length + 1) * (length + 1) > square,
          "%" PRIu64 " for %" PRId64 ",%" PRId64, length, dx, dy);
    CHECK(t, ovi_line_length(OVI_SQUARES, dy, dx) == length,
          "the length differs with the axes swapped");
  }
}

const test_entry test_smoothing_table[] = {
    {"smoothing_leaves_two_legs_on_open_ground", smoothing_leaves_two_legs_on_open_ground},
    {"smoothing_finds_a_shortest_path_without_holes",
     smoothing_finds_a_shortest_path_without_holes},
    {"smoothing_twice_changes_nothing", smoothing_twice_changes_nothing},
    {"smoothing_of_long_paths_is_legal_and_costs_no_more",
     smoothing_of_long_paths_is_legal_and_costs_no_more},
    {"smoothing_of_found_paths_again_changes_nothing",
     smoothing_of_found_paths_again_changes_nothing},
    {"smoothing_lengths_are_roots_rounded_down", smoothing_lengths_are_roots_rounded_down},
    {NULL, NULL},
};
