/* Costs to many cells and the cells within a budget, against an independent Dijkstra. */
#include <inttypes.h>
#include <stdlib.h>

#include "tests/support/fixture.h"

enum { MOST_CELLS = 300 };

/* How much a path over waypoints may cost above the least, where waypoints are far apart for the
 * size of their regions. */
static bool is_near_least(const fixture *f, uint64_t cost, uint64_t least) {
  return !f->map.plain || cost <= 2 * least;
}

/* Costs are never below the least, and not far above it. */
static void check_cost(const fixture *f, test_state *t, ovl_cell cell, uint64_t cost) {
  uint64_t least = cell.x >= 0 && cell.y >= 0 && cell.x < f->map.width && cell.y < f->map.height &&
                           cell.floor == 0
                       ? dijkstra_distance(&f->judge, cell)
                       : DIJKSTRA_UNREACHED;
  if (least == DIJKSTRA_UNREACHED) {
    CHECK(t, cost == UINT64_MAX, "%" PRId32 ",%" PRId32 " costs %" PRIu64 " and has no way", cell.x,
          cell.y, cost);
    return;
  }
  CHECK(t, cost >= least && is_near_least(f, cost, least),
        "%" PRId32 ",%" PRId32 ": cost %" PRIu64 ", least %" PRIu64, cell.x, cell.y, cost, least);
  CHECK(t, cost != UINT64_MAX, "%" PRId32 ",%" PRId32 " has a way", cell.x, cell.y);
}

static void draw_cells(fixture *f, ovl_cell *cells, size_t count) {
  ovl_cell around = random_map_cell(&f->map, &f->random);
  int32_t spread = test_random_percent(&f->random, 30) ? 6 : 100;
  for (size_t i = 0; i < count; i++) {
    cells[i] = (ovl_cell){around.x + test_random_between(&f->random, -spread, spread),
                          around.y + test_random_between(&f->random, -spread, spread),
                          test_random_percent(&f->random, 2) ? -1 : 0};
  }
}

static void costs_random(test_state *t) {
  static ovl_cell cells[MOST_CELLS];
  static uint64_t costs[MOST_CELLS];
  for (uint64_t i = 0; test_more(t, i, 1500, 30000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_query query = ovl_query_default();
    query.start = random_map_cell(&f.map, &f.random);
    size_t count = (size_t)test_random_between(&f.random, 0, i % 2 == 0 ? 12 : MOST_CELLS);
    draw_cells(&f, cells, count);
    fixture_context(&f, t, &query);
    ovl_result result = ovl_find_costs(f.planner, f.world, &query, cells, count, costs);
    bool is_open = random_map_weight(&f.map, query.start.x, query.start.y) != 0;
    CHECK(t, result == (is_open ? OVL_OK : OVL_START_BLOCKED), "%s", ovl_result_text(result));
    if (result == OVL_OK) {
      dijkstra_run(&f.judge, query.start);
      for (size_t k = 0; k < count && t->failures == 0; k++) {
        check_cost(&f, t, cells[k], costs[k]);
      }
    }
    fixture_free(&f);
  }
}

/* A route costs no more than the cost of its goal in the list. */
static void costs_hold_for_routes(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 600, 10000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_query query = fixture_query(&f);
    ovl_path path = fixture_path(&f);
    uint64_t cost = 0;
    query.smoothing = OVL_SMOOTH_GRID;
    fixture_context(&f, t, &query);
    if (fixture_expected(&f, &query) == OVL_OK) {
      CHECK(t, ovl_find_costs(f.planner, f.world, &query, &query.goal, 1, &cost) == OVL_OK,
            "costs");
      CHECK(t, ovl_find_path(f.planner, f.world, &query, &path) == OVL_OK, "path");
      CHECK(t, path.cost <= cost, "the path costs %" PRIu64 ", told was %" PRIu64, path.cost, cost);
    }
    fixture_free(&f);
  }
}

/* ---- Range ------------------------------------------------------------------------- */

/* The number of cells within a budget, by the costs of all cells. */
static size_t count_within(fixture *f, const ovl_query *query, uint64_t budget) {
  size_t all = (size_t)f->map.width * (size_t)f->map.height;
  ovl_cell *cells = malloc(all * sizeof *cells);
  uint64_t *costs = malloc(all * sizeof *costs);
  if (cells == NULL || costs == NULL) {
    abort();
  }
  for (size_t i = 0; i < all; i++) {
    cells[i] =
        (ovl_cell){(int32_t)(i % (size_t)f->map.width), (int32_t)(i / (size_t)f->map.width), 0};
  }
  ovl_find_costs(f->planner, f->world, query, cells, all, costs);
  size_t count = 0;
  for (size_t i = 0; i < all; i++) {
    count += costs[i] <= budget ? 1 : 0;
  }
  free(cells);
  free(costs);
  return count;
}

static void check_reach(fixture *f, test_state *t, const ovl_query *query, uint64_t budget,
                        ovl_range_cell *reached) {
  size_t all = (size_t)f->map.width * (size_t)f->map.height;
  size_t needed = 0;
  ovl_result result = ovl_find_range(f->planner, f->world, query, budget, reached, all, &needed);
  CHECK(t, result == OVL_OK && needed <= all, "%s, %zu cells", ovl_result_text(result), needed);
  dijkstra_run(&f->judge, query->start);
  size_t within = 0; /* cells whose least cost is far below the budget must be listed */
  size_t surely = 0;
  for (size_t i = 0; i < needed && t->failures == 0; i++) {
    check_cost(f, t, reached[i].cell, reached[i].cost);
    CHECK(t, reached[i].cost <= budget, "dearer than the budget");
    surely += dijkstra_distance(&f->judge, reached[i].cell) * 2 <= budget ? 1 : 0;
  }
  for (int32_t y = 0; y < f->map.height; y++) {
    for (int32_t x = 0; x < f->map.width; x++) {
      uint64_t least = dijkstra_distance(&f->judge, (ovl_cell){x, y, 0});
      within += least != DIJKSTRA_UNREACHED && least * 2 <= budget ? 1 : 0;
    }
  }
  CHECK(t, !f->map.plain || surely == within, "%zu of %zu cells that are near are told", surely,
        within);
  size_t told = count_within(f, query, budget);
  CHECK(t, told == needed, "%zu cells, by their costs there are %zu", needed, told);
  size_t again = 0;
  size_t room = needed / 2;
  result = ovl_find_range(f->planner, f->world, query, budget, reached, room, &again);
  CHECK(t, again == needed && result == (room < needed ? OVL_MORE_ROOM : OVL_OK),
        "room for half: %s", ovl_result_text(result));
}

static void range_random(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 1000, 20000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_range_cell *reached = malloc((size_t)f.map.width * (size_t)f.map.height * sizeof *reached);
    if (reached == NULL) {
      abort();
    }
    ovl_query query = ovl_query_default();
    query.start = random_map_cell(&f.map, &f.random);
    fixture_context(&f, t, &query);
    if (random_map_weight(&f.map, query.start.x, query.start.y) != 0) {
      int32_t cells = test_random_between(&f.random, 0, 120);
      check_reach(&f, t, &query, (uint64_t)cells * OVL_STRAIGHT_COST, reached);
    }
    free(reached);
    fixture_free(&f);
  }
}

/* Costs are exact where the budget does not lead out of the regions around the start. */
static void range_is_exact_nearby(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 600, 10000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    size_t all = (size_t)f.map.width * (size_t)f.map.height;
    ovl_range_cell *reached = malloc(all * sizeof *reached);
    if (reached == NULL) {
      abort();
    }
    ovl_query query = ovl_query_default();
    query.start = random_map_cell(&f.map, &f.random);
    fixture_context(&f, t, &query);
    if (f.map.plain && random_map_weight(&f.map, query.start.x, query.start.y) != 0) {
      uint64_t budget = (uint64_t)f.map.region_cells * OVL_STRAIGHT_COST;
      size_t needed = 0;
      size_t expected = 0;
      dijkstra_run(&f.judge, query.start);
      for (size_t k = 0; k < all; k++) {
        ovl_cell cell = {(int32_t)(k % (size_t)f.map.width), (int32_t)(k / (size_t)f.map.width), 0};
        expected += dijkstra_distance(&f.judge, cell) <= budget ? 1 : 0;
      }
      ovl_find_range(f.planner, f.world, &query, budget, reached, all, &needed);
      CHECK(t, needed == expected, "%zu cells instead of %zu", needed, expected);
      for (size_t k = 0; k < needed && t->failures == 0; k++) {
        CHECK(t, reached[k].cost == dijkstra_distance(&f.judge, reached[k].cell),
              "%" PRId32 ",%" PRId32 ": cost %" PRIu64, reached[k].cell.x, reached[k].cell.y,
              reached[k].cost);
      }
    }
    free(reached);
    fixture_free(&f);
  }
}

const test_entry test_costs_and_range_table[] = {{"costs_random", costs_random},
                                                 {"costs_hold_for_routes", costs_hold_for_routes},
                                                 {"range_random", range_random},
                                                 {"range_is_exact_nearby", range_is_exact_nearby},
                                                 {NULL, NULL}};
