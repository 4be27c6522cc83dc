/* Queries other than for a path to one cell, in worlds with every feature, against the judge: goals
 * of many cells, moved ends, the nearest reachable cell, limits, weighted heuristics, and turns
 * that cost. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/model/model_fixture.h"

enum { QUERIES_PER_WORLD = 5, MOST_GOALS = 30 };

static void ask(test_state *t, model_question asked, uint64_t count, uint64_t long_count) {
  model_fixture_ask(t, asked, QUERIES_PER_WORLD, model_usual_limits(), count, long_count);
}

static uint64_t square_of(ovl_cell a, ovl_cell b) {
  int64_t dx = (int64_t)a.x - b.x;
  int64_t dy = (int64_t)a.y - b.y;
  return (uint64_t)(dx * dx + dy * dy);
}

static bool is_open(const model_fixture *f, const ovl_query *query, ovl_cell cell) {
  return model_weight(&f->model, query->profile, cell) != 0;
}

/* ---- The cell nearest to a goal ------------------------------------------ */

/* The nearest reachable cell of the goal's floor, or of the start's if no cell of the goal's can be
 * reached. */
static uint64_t nearest_square(const model_fixture *f, const ovl_query *query, int32_t *floor) {
  const model_judge *judge = &f->judges[query->profile];
  uint64_t least = UINT64_MAX;
  *floor = query->goal.floor;
  for (int attempt = 0; attempt < 2 && least == UINT64_MAX; attempt++) {
    for (uint32_t node = 0; node < f->model.node_count; node++) {
      ovl_cell cell = model_cell(&f->model, node);
      if (cell.floor == *floor && judge->distance[node] != MODEL_UNREACHED &&
          square_of(cell, query->goal) < least) {
        least = square_of(cell, query->goal);
      }
    }
    *floor = least == UINT64_MAX ? query->start.floor : *floor;
  }
  return least;
}

/* A path to goals that can't be reached ends at the reachable cell nearest to `from`. */
static void check_nearest(model_fixture *f, test_state *t, const ovl_query *query, ovl_cell from,
                          const ovl_path *path) {
  ovl_query to = *query;
  to.goal = from;
  if (!CHECK(t, path->count != 0 && path->partial, "%zu points, partial %d", path->count,
             (int)path->partial)) {
    return;
  }
  const ovl_cell end = path->points[path->count - 1];
  int32_t floor;
  model_judge_run(&f->judges[query->profile], query->start, false);
  const uint64_t least = nearest_square(f, &to, &floor);
  CHECK(t, end.floor == floor && square_of(end, from) == least,
        "it ends at %" PRId32 ":%" PRId32 ",%" PRId32 ", the nearest is %" PRIu64
        " away (squared) on floor %" PRId32,
        end.floor, end.x, end.y, least, floor);
}

/* ---- Goals of many cells ------------------------------------------------- */

/* The result for many goals by the judge; *least is the cost to the nearest. */
static ovl_result judge_goals(model_fixture *f, const ovl_query *query, uint64_t *least) {
  model_judge *judge = &f->judges[query->profile];
  ovl_result result = OVL_GOAL_OUTSIDE;
  *least = MODEL_UNREACHED;
  if (!is_open(f, query, query->start)) {
    return OVL_START_BLOCKED;
  }
  model_judge_run(judge, query->start, false);
  for (uint32_t node = 0; node < f->model.node_count; node++) {
    if (!model_is_goal(query, model_cell(&f->model, node))) {
      continue;
    }
    uint64_t cost = judge->distance[node];
    *least = cost < *least ? cost : *least;
    if (*least != MODEL_UNREACHED) {
      result = OVL_OK;
    } else if (judge->weights[node] != 0) {
      result = OVL_UNREACHABLE;
    } else if (result == OVL_GOAL_OUTSIDE) {
      result = OVL_GOAL_BLOCKED;
    }
  }
  return result;
}

static void draw_goals(model_fixture *f, ovl_query *query, ovl_cell *cells) {
  test_random *random = &f->random;
  f->more.goal_kind = (ovl_goal_kind)test_random_between(random, OVL_GOAL_RECT, OVL_GOAL_SET);
  f->more.goal_w = test_random_between(random, 1, test_random_percent(random, 60) ? 4 : 50);
  f->more.goal_h = test_random_between(random, 1, test_random_percent(random, 60) ? 4 : 50);
  f->more.goal_radius = test_random_between(random, 0, test_random_percent(random, 60) ? 4 : 40);
  f->more.goal_count = (size_t)test_random_between(random, 1, MOST_GOALS);
  f->more.goal_cells = cells;
  if (f->more.goal_kind == OVL_GOAL_RECT && test_random_percent(random, 30)) {
    query->goal.x -= test_random_between(random, 0, 20);
    query->goal.y -= test_random_between(random, 0, 20);
  }
  bool open = test_random_percent(random, 70);
  for (size_t i = 0; i < f->more.goal_count; i++) {
    cells[i] = model_open_cell(&f->model, query->profile, random);
    if (!open && test_random_percent(random, 80)) {
      cells[i] =
          (ovl_cell){test_random_between(random, -2, 50), test_random_between(random, -2, 50),
                     test_random_between(random, -1, f->model.floor_count)};
    }
  }
}

/* The first goal of a set in the world, the upper left of a rectangle, or the middle of a circle.
 */
static ovl_cell first_goal(const model_fixture *f, const ovl_query *query) {
  if (query->more->goal_kind == OVL_GOAL_SET) {
    size_t at = 0;
    while (!model_has_cell(&f->model, query->more->goal_cells[at])) {
      at++;
    }
    return query->more->goal_cells[at];
  }
  return (ovl_cell){query->goal.x > 0 ? query->goal.x : 0, query->goal.y > 0 ? query->goal.y : 0,
                    query->goal.floor};
}

static void ask_goals(model_fixture *f, test_state *t) {
  ovl_cell cells[MOST_GOALS];
  ovl_query query = model_fixture_query(f);
  draw_goals(f, &query, cells);
  query.nearest = test_random_percent(&f->random, 40);
  model_fixture_context(f, t, &query);
  uint64_t least;
  ovl_result expected = judge_goals(f, &query, &least);
  const bool to_nearest =
      query.nearest && (expected == OVL_UNREACHABLE || expected == OVL_GOAL_BLOCKED);
  expected = to_nearest ? OVL_UNREACHABLE : expected;
  ovl_path path = model_fixture_path(f);
  ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
  if (!CHECK(t, result == expected, "goals of kind %d: '%s', Dijkstra '%s'", (int)f->more.goal_kind,
             ovl_result_text(result), ovl_result_text(expected))) {
    return;
  }
  ovl_route route;
  result = ovl_route_begin(f->planner, f->world, &query, &route);
  CHECK(t, result == expected, "route to goals of kind %d: '%s', Dijkstra '%s'",
        (int)f->more.goal_kind, ovl_result_text(result), ovl_result_text(expected));
  if (to_nearest) {
    check_nearest(f, t, &query, first_goal(f, &query), &path);
    return;
  }
  if (expected != OVL_OK) {
    CHECK(t, path.count == 0, "no path and yet %zu points", path.count);
    return;
  }
  ovl_cell end = path.count != 0 ? path.points[path.count - 1] : query.start;
  CHECK(t, model_is_goal(&query, end) && !path.partial,
        "%" PRId32 ":%" PRId32 ",%" PRId32 " is none of the goals of kind %d", end.floor, end.x,
        end.y, (int)f->more.goal_kind);
  if (!model_fixture_check_path(f, t, &query, end, &path)) {
    return;
  }
  CHECK(t, path.cost >= least, "cost %" PRIu64 " is below the least %" PRIu64, path.cost, least);
  /* The nearest goal is chosen by paths over waypoints, so it may cost more than the least. */
  CHECK(t, model_fixture_is_near(f, query.profile, path.cost - path.cost / 5, least),
        "cost %" PRIu64 ", the nearest goal is at %" PRIu64, path.cost, least);
  CHECK(t, model_is_goal(&query, route.goal) && route.cost_to_go >= least,
        "a route of %" PRIu64 " to %" PRId32 ":%" PRId32 ",%" PRId32, route.cost_to_go,
        route.goal.floor, route.goal.x, route.goal.y);
}

static void question_goals(test_state *t) { ask(t, ask_goals, 250, 10000); }

static void question_goals_over_overlays(test_state *t) {
  model_fixture_ask(t, ask_goals, QUERIES_PER_WORLD, model_overlay_limits(), 60, 4000);
}

/* ovl_reaches for many goals. */
static void ask_reaches_goals(model_fixture *f, test_state *t) {
  ovl_cell cells[MOST_GOALS];
  ovl_query query = model_fixture_query(f);
  draw_goals(f, &query, cells);
  model_fixture_context(f, t, &query);
  uint64_t least;
  ovl_result expected = judge_goals(f, &query, &least);
  ovl_result result = ovl_reaches(f->planner, f->world, &query);
  CHECK(t, result == expected, "goals of kind %d: ovl_reaches '%s', Dijkstra '%s'",
        (int)f->more.goal_kind, ovl_result_text(result), ovl_result_text(expected));
}

static void question_reaches_goals(test_state *t) { ask(t, ask_reaches_goals, 250, 10000); }

/* ---- Moved ends ---------------------------------------------------------- */

/* The nearest open cell of a cell's floor, the first by rows of several; the cell itself if there
 * is none. */
static ovl_cell move_cell(const model_fixture *f, const ovl_query *query, ovl_cell cell) {
  uint64_t least = UINT64_MAX;
  ovl_cell moved = cell;
  for (uint32_t node = 0; node < f->model.node_count; node++) {
    ovl_cell at = model_cell(&f->model, node);
    if (at.floor == cell.floor && is_open(f, query, at) && square_of(at, cell) < least) {
      least = square_of(at, cell);
      moved = at;
    }
  }
  return moved;
}

static void ask_moved(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  uint32_t most = f->model.node_count - 1;
  query.start = model_cell(&f->model, (uint32_t)test_random_between(&f->random, 0, (int32_t)most));
  query.goal = model_cell(&f->model, (uint32_t)test_random_between(&f->random, 0, (int32_t)most));
  query.move_start = test_random_percent(&f->random, 70);
  query.move_goal = test_random_percent(&f->random, 70);
  model_fixture_context(f, t, &query);
  ovl_query moved = query;
  moved.start = query.move_start ? move_cell(f, &query, query.start) : query.start;
  moved.goal = query.move_goal ? move_cell(f, &query, query.goal) : query.goal;
  ovl_result expected = model_fixture_expected(f, &moved);
  ovl_path path = model_fixture_path(f);
  ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
  if (CHECK(t, result == expected, "moved ends: '%s', Dijkstra '%s'", ovl_result_text(result),
            ovl_result_text(expected)) &&
      result == OVL_OK) {
    model_fixture_check_path(f, t, &moved, moved.goal, &path);
  }
}

static void question_moved(test_state *t) { ask(t, ask_moved, 250, 10000); }

/* ---- The nearest cell that can be reached -------------------------------- */

/* The right answer with `nearest`. */
static ovl_result expect_nearest(model_fixture *f, ovl_query query) {
  const ovl_result result = model_fixture_expected(f, &query);
  if (result != OVL_GOAL_BLOCKED) {
    return result;
  }
  query.goal = move_cell(f, &query, query.goal);
  return model_fixture_expected(f, &query) == OVL_OK && query.move_goal ? OVL_OK : OVL_UNREACHABLE;
}

static void ask_nearest(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  if (test_random_percent(&f->random, 50)) {
    const int32_t most = (int32_t)f->model.node_count - 1;
    query.goal = model_cell(&f->model, (uint32_t)test_random_between(&f->random, 0, most));
  }
  query.nearest = true;
  query.move_goal = test_random_percent(&f->random, 50);
  model_fixture_context(f, t, &query);
  ovl_result expected = expect_nearest(f, query);
  ovl_path path = model_fixture_path(f);
  ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
  if (!CHECK(t, result == expected, "nearest: '%s', Dijkstra '%s'", ovl_result_text(result),
             ovl_result_text(expected)) ||
      (result != OVL_OK && result != OVL_UNREACHABLE)) {
    return;
  }
  CHECK(t, path.count != 0 && path.partial == (result == OVL_UNREACHABLE), "%zu points, partial %d",
        path.count, (int)path.partial);
  ovl_cell end = path.count != 0 ? path.points[path.count - 1] : query.start;
  if (!model_fixture_check_path(f, t, &query, end, &path) || result == OVL_OK) {
    return;
  }
  check_nearest(f, t, &query, query.goal, &path);
}

static void question_nearest(test_state *t) { ask(t, ask_nearest, 250, 10000); }

/* ---- Limits -------------------------------------------------------------- */

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

static void question_cost_limit(test_state *t) { ask(t, ask_cost_limit, 200, 8000); }

static void ask_expansion_limit(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  f->more.expansion_limit =
      (uint64_t)test_random_between(&f->random, 1, test_random_percent(&f->random, 50) ? 20 : 1000);
  model_fixture_context(f, t, &query);
  ovl_path path = model_fixture_path(f);
  ovl_result expected = model_fixture_expected(f, &query);
  ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
  ovl_stats stats = ovl_planner_stats(f->planner);
  uint64_t expanded = stats.coarse_expanded + stats.fine_expanded;
  if (!CHECK(t, result == expected || (expected == OVL_OK && result == OVL_LIMITED),
             "limit of %" PRIu64 " expansions: '%s', Dijkstra '%s'", f->more.expansion_limit,
             ovl_result_text(result), ovl_result_text(expected))) {
    return;
  }
  CHECK(t, expanded <= f->more.expansion_limit,
        "%" PRIu64 " + %" PRIu64 " expansions, the limit is %" PRIu64 ": %s", stats.coarse_expanded,
        stats.fine_expanded, f->more.expansion_limit, ovl_result_text(result));
  if (result == OVL_LIMITED) {
    check_partial(f, t, &query, &path);
  } else if (result == OVL_OK) {
    CHECK(t, !path.partial, "a whole path is called partial");
    model_fixture_check_path(f, t, &query, query.goal, &path);
  }
  f->more.expansion_limit = 0;
  result = ovl_find_path(f->planner, f->world, &query, &path);
  CHECK(t, result == expected, "after that, no limit: %s", ovl_result_text(result));
}

static void question_expansion_limit(test_state *t) { ask(t, ask_expansion_limit, 200, 8000); }

/* ---- Turns --------------------------------------------------------------- */

static uint64_t count_turns(const ovl_path *path) { return path->count > 2 ? path->count - 2 : 0; }

/* Paths with turn costs are legal. Summed over all queries, costs and turns together are no more
 * than without; a single path may cost more, for the coarse tier does not count turns. */
static void question_turns(test_state *t) {
  uint64_t with = 0;
  uint64_t without = 0;
  for (uint64_t i = 0; test_more(t, i, 150, 6000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, model_usual_limits())) {
      continue;
    }
    ovl_query query = model_fixture_query(&f);
    query.smoothing = i % 2 == 0 ? OVL_SMOOTH_NONE : OVL_SMOOTH_GRID;
    uint32_t turn_cost = (uint32_t)test_random_between(&f.random, 1, i % 3 == 0 ? 1 << 20 : 3000);
    model_fixture_context(&f, t, &query);
    ovl_result expected = model_fixture_expected(&f, &query);
    for (int k = 0; k < 2; k++) {
      f.more.turn_cost = k == 0 ? 0 : turn_cost;
      ovl_path path = model_fixture_path(&f);
      ovl_result result = ovl_find_path(f.planner, f.world, &query, &path);
      if (!CHECK(t, result == expected, "turn cost %" PRIu32 ": %s", f.more.turn_cost,
                 ovl_result_text(result)) ||
          result != OVL_OK) {
        break;
      }
      model_fixture_check_path(&f, t, &query, query.goal, &path);
      *(k == 0 ? &without : &with) += path.cost + count_turns(&path) * turn_cost;
    }
    model_fixture_free(&f);
  }
  CHECK(t, with <= without, "with turn costs %" PRIu64 ", without %" PRIu64, with, without);
}

/* A limit may end the path right behind a link. */
static void ask_turns_limited(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  ovl_result expected = model_fixture_expected(f, &query);
  f->more.turn_cost = (uint32_t)test_random_between(&f->random, 1, 3000);
  for (f->more.expansion_limit = 1; f->more.expansion_limit < 2000 && t->failures == 0;
       f->more.expansion_limit += 1 + f->more.expansion_limit / 8) {
    ovl_path path = model_fixture_path(f);
    model_fixture_context(f, t, &query);
    ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
    CHECK(t, result == expected || (expected == OVL_OK && result == OVL_LIMITED),
          "turn cost %" PRIu32 ", limit of %" PRIu64 " expansions: '%s', Dijkstra '%s'",
          f->more.turn_cost, f->more.expansion_limit, ovl_result_text(result),
          ovl_result_text(expected));
    if (result == OVL_LIMITED) {
      check_partial(f, t, &query, &path);
    }
  }
}

static void question_turns_limited(test_state *t) { ask(t, ask_turns_limited, 100, 4000); }

const test_entry test_questions_table[] = {
    {"question_goals", question_goals},
    {"question_goals_over_overlays", question_goals_over_overlays},
    {"question_reaches_goals", question_reaches_goals},
    {"question_moved", question_moved},
    {"question_nearest", question_nearest},
    {"question_cost_limit", question_cost_limit},
    {"question_expansion_limit", question_expansion_limit},
    {"question_turns", question_turns},
    {"question_turns_limited", question_turns_limited},
    {NULL, NULL},
};
