/* Costs to all cells from one start, and the cells within a budget, in worlds with every feature,
 * against the judge. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/model/model_fixture.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

enum { QUERIES_PER_WORLD = 3 };

/* ---- All costs ----------------------------------------------------------- */

/* Every cell of the world and some outside it, in random order and some twice. */
static size_t draw_cells(model_fixture *f, ovl_cell *cells, size_t room) {
  size_t count = (size_t)test_random_between(
      &f->random, 1, test_random_percent(&f->random, 50) ? 12 : (int32_t)room);
  for (size_t i = 0; i < count; i++) {
    uint32_t node = (uint32_t)test_random_between(&f->random, 0, (int32_t)f->model.node_count - 1);
    cells[i] = model_cell(&f->model, node);
    if (test_random_percent(&f->random, 3)) {
      cells[i] = (ovl_cell){test_random_between(&f->random, -2, 60), -1,
                            i % 2 == 0 ? -1 : f->model.floor_count};
    }
  }
  return count;
}

/* Costs are those of paths over waypoints, which may cost more than short paths do. */
static void check_cost(model_fixture *f, test_state *t, int32_t profile, ovl_cell cell,
                       uint64_t cost) {
  uint64_t least = model_has_cell(&f->model, cell) ? model_judge_distance(&f->judges[profile], cell)
                                                   : MODEL_UNREACHED;
  CHECK(t, (cost == UINT64_MAX) == (least == MODEL_UNREACHED) && cost >= least,
        "cost to %" PRId32 ":%" PRId32 ",%" PRId32 " is %" PRIu64 ", Dijkstra says %" PRIu64,
        cell.floor, cell.x, cell.y, cost, least);
  CHECK(t, least == MODEL_UNREACHED || model_fixture_is_near(f, profile, cost - cost / 4, least),
        "cost to %" PRId32 ":%" PRId32 ",%" PRId32 " is %" PRIu64 ", far above %" PRIu64,
        cell.floor, cell.x, cell.y, cost, least);
}

static void ask_costs(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  query.goal = query.start;
  model_fixture_context(f, t, &query);
  size_t room = f->model.node_count < 3000 ? f->model.node_count + 12 : 3000;
  ovl_cell *cells = test_allocate(room, sizeof *cells);
  uint64_t *costs = test_allocate(room + 1, sizeof *costs);
  size_t count = draw_cells(f, cells, room);
  costs[count] = 77;
  ovl_result expected = model_fixture_expected(f, &query);
  ovl_result result = ovl_find_costs(f->planner, f->world, &query, cells, count, costs);
  if (CHECK(t, result == expected, "costs: '%s', Dijkstra '%s'", ovl_result_text(result),
            ovl_result_text(expected)) &&
      result == OVL_OK) {
    for (size_t i = 0; i < count && t->failures == 0; i++) {
      check_cost(f, t, query.profile, cells[i], costs[i]);
    }
  }
  CHECK(t, costs[count] == 77, "a cost was written beyond the last");
  free(cells);
  free(costs);
}

static void question_costs(test_state *t) {
  model_fixture_ask(t, ask_costs, QUERIES_PER_WORLD, model_usual_limits(), 250, 8000);
}

static void question_costs_over_overlays(test_state *t) {
  model_fixture_ask(t, ask_costs, QUERIES_PER_WORLD, model_overlay_limits(), 24, 3000);
}

/* A path costs no more than the cost of its goal in the list. */
static void costs_hold_for_paths(test_state *t) {
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

/* ---- Cells within a budget ----------------------------------------------- */

/* Whether all cells within the budget lie in the start's region and those around it, and there are
 * no links. */
static bool stays_near(const model_fixture *f, const ovl_query *query, uint64_t budget) {
  const model_judge *judge = &f->judges[query->profile];
  int32_t side = f->model.tuning.region_cells;
  for (uint32_t node = 0; node < f->model.node_count; node++) {
    ovl_cell cell = model_cell(&f->model, node);
    if (judge->distance[node] <= budget &&
        (cell.floor != query->start.floor || abs(cell.x / side - query->start.x / side) > 1 ||
         abs(cell.y / side - query->start.y / side) > 1)) {
      return false;
    }
  }
  return judge->way_count == 0;
}

static void check_reached(model_fixture *f, test_state *t, const ovl_query *query, uint64_t budget,
                          const ovl_range_cell *reached, size_t count) {
  const model_judge *judge = &f->judges[query->profile];
  uint64_t *costs = test_allocate(f->model.node_count, sizeof *costs);
  bool exact = stays_near(f, query, budget);
  memset(costs, 0xFF, f->model.node_count * sizeof *costs);
  for (size_t i = 0; i < count && t->failures == 0; i++) {
    ovl_cell cell = reached[i].cell;
    if (!CHECK(t, model_has_cell(&f->model, cell), "a reached cell is outside")) {
      break;
    }
    uint64_t *cost = &costs[model_node(&f->model, cell)];
    CHECK(t, *cost == UINT64_MAX && reached[i].cost <= budget,
          "%" PRId32 ":%" PRId32 ",%" PRId32 " at %" PRIu64 " comes twice or is above %" PRIu64,
          cell.floor, cell.x, cell.y, reached[i].cost, budget);
    *cost = reached[i].cost;
    check_cost(f, t, query->profile, cell, *cost);
  }
  for (uint32_t node = 0; node < f->model.node_count && t->failures == 0; node++) {
    uint64_t least = judge->distance[node];
    ovl_cell cell = model_cell(&f->model, node);
    bool must = exact ? least <= budget
                      : least != MODEL_UNREACHED &&
                            !model_fixture_is_near(f, query->profile, budget - budget / 4, least);
    CHECK(t, !must || costs[node] != UINT64_MAX,
          "%" PRId32 ":%" PRId32 ",%" PRId32 " at %" PRIu64 " is not among those within %" PRIu64,
          cell.floor, cell.x, cell.y, least, budget);
    CHECK(t, !exact || !must || costs[node] == least,
          "%" PRId32 ":%" PRId32 ",%" PRId32 " costs %" PRIu64 ", exactly %" PRIu64, cell.floor,
          cell.x, cell.y, costs[node], least);
  }
  free(costs);
}

static void check_room(model_fixture *f, test_state *t, const ovl_query *query, uint64_t budget,
                       const ovl_range_cell *whole, size_t count) {
  size_t room = count / 2;
  ovl_range_cell *part = test_allocate(room + 1, sizeof *part);
  part[room].cost = 77;
  size_t needed = 0;
  ovl_result result = ovl_find_range(f->planner, f->world, query, budget, part, room, &needed);
  CHECK(t, result == (room < count ? OVL_MORE_ROOM : OVL_OK) && needed == count,
        "room for %zu: %s, %zu needed", room, ovl_result_text(result), needed);
  CHECK(t, part[room].cost == 77, "a cell was written beyond the last");
  for (size_t i = 0; i < room && t->failures == 0; i++) {
    CHECK(t, model_same_cells(part[i].cell, whole[i].cell) && part[i].cost == whole[i].cost,
          "room for %zu: cell %zu is another", room, i);
  }
  free(part);
}

static void ask_reach(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  query.goal = query.start;
  model_fixture_context(f, t, &query);
  uint64_t budget = (uint64_t)test_random_between(
      &f->random, 0, test_random_percent(&f->random, 60) ? 12000 : 200000);
  ovl_result expected = model_fixture_expected(f, &query);
  ovl_range_cell *reached = test_allocate(f->model.node_count, sizeof *reached);
  size_t count = 0;
  ovl_result result =
      ovl_find_range(f->planner, f->world, &query, budget, reached, f->model.node_count, &count);
  if (CHECK(t, result == expected, "reach: '%s', Dijkstra '%s'", ovl_result_text(result),
            ovl_result_text(expected)) &&
      result == OVL_OK) {
    check_reached(f, t, &query, budget, reached, count);
    if (t->failures == 0) {
      check_room(f, t, &query, budget, reached, count);
    }
  }
  free(reached);
}

static void question_range(test_state *t) {
  model_fixture_ask(t, ask_reach, QUERIES_PER_WORLD, model_usual_limits(), 250, 8000);
}

static void question_range_over_overlays(test_state *t) {
  model_fixture_ask(t, ask_reach, QUERIES_PER_WORLD, model_overlay_limits(), 24, 3000);
}

const test_entry test_questions_costs_table[] = {
    {"question_costs", question_costs},
    {"costs_hold_for_paths", costs_hold_for_paths},
    {"question_range", question_range},
    {"question_costs_over_overlays", question_costs_over_overlays},
    {"question_range_over_overlays", question_range_over_overlays},
    {NULL, NULL},
};
