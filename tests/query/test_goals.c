/* Goals of every kind, moved ends and the nearest cell that can be reached, against the
 * independent Dijkstra. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fixture.h"
#include "tests/support/query_more.h"

enum { QUERIES_PER_MAP = 6, MOST_GOALS = 40 };

/* Many goals as Dijkstra sees them. */
typedef struct verdict {
  ovl_result result;
  uint64_t least; /* of the costs to them */
} verdict;

static bool is_inside(const test_map *map, ovl_cell cell) {
  return cell.x >= 0 && cell.y >= 0 && cell.x < map->width && cell.y < map->height &&
         cell.floor == 0;
}

static uint64_t square_of(ovl_cell a, ovl_cell b) {
  int64_t dx = a.x - b.x;
  int64_t dy = a.y - b.y;
  return (uint64_t)(dx * dx + dy * dy);
}

static bool is_goal(const ovl_query *query, ovl_cell cell) {
  const ovl_query_more *more = query->more;
  switch (more->goal_kind) {
  case OVL_GOAL_RECT:
    return cell.x >= query->goal.x && cell.x < query->goal.x + more->goal_w &&
           cell.y >= query->goal.y && cell.y < query->goal.y + more->goal_h;
  case OVL_GOAL_WITHIN:
    return square_of(cell, query->goal) <=
           (uint64_t)more->goal_radius * (uint64_t)more->goal_radius;
  case OVL_GOAL_SET:
    for (size_t i = 0; i < more->goal_count; i++) {
      if (fixture_same_cells(more->goal_cells[i], cell)) {
        return true;
      }
    }
    return false;
  default:
    return fixture_same_cells(query->goal, cell);
  }
}

static verdict judge_goals(fixture *f, const ovl_query *query) {
  verdict v = {OVL_GOAL_OUTSIDE, UINT64_MAX};
  if (random_map_weight(&f->map, query->start.x, query->start.y) == 0) {
    v.result = OVL_START_BLOCKED;
    return v;
  }
  dijkstra_run(&f->judge, query->start);
  for (int32_t y = 0; y < f->map.height; y++) {
    for (int32_t x = 0; x < f->map.width; x++) {
      ovl_cell cell = {x, y, 0};
      if (!is_goal(query, cell)) {
        continue;
      }
      uint64_t cost = dijkstra_distance(&f->judge, cell);
      if (cost != DIJKSTRA_UNREACHED) {
        v.result = OVL_OK;
        v.least = cost < v.least ? cost : v.least;
      } else if (v.result != OVL_OK && random_map_weight(&f->map, x, y) != 0) {
        v.result = OVL_UNREACHABLE;
      } else if (v.result == OVL_GOAL_OUTSIDE) {
        v.result = OVL_GOAL_BLOCKED;
      }
    }
  }
  return v;
}

static void draw_goals(fixture *f, ovl_query *query, ovl_cell *cells) {
  test_random *random = &f->random;
  f->more.goal_kind = (ovl_goal_kind)test_random_between(random, OVL_GOAL_RECT, OVL_GOAL_SET);
  query->goal = random_map_cell(&f->map, random);
  f->more.goal_w = test_random_between(random, 1, test_random_percent(random, 50) ? 3 : 60);
  f->more.goal_h = test_random_between(random, 1, test_random_percent(random, 50) ? 3 : 60);
  f->more.goal_radius = test_random_between(random, 0, test_random_percent(random, 50) ? 3 : 30);
  if (f->more.goal_kind == OVL_GOAL_RECT && test_random_percent(random, 30)) {
    query->goal.x -= test_random_between(random, 0, 20);
    query->goal.y -= test_random_between(random, 0, 20);
  }
  f->more.goal_cells = cells;
  f->more.goal_count = (size_t)test_random_between(random, 1, MOST_GOALS);
  for (size_t i = 0; i < f->more.goal_count; i++) {
    cells[i] = (ovl_cell){test_random_between(random, -2, f->map.width + 1),
                          test_random_between(random, -2, f->map.height + 1),
                          test_random_percent(random, 3) ? 1 : 0};
  }
}

/* The path leads to a goal that costs little more than the nearest. */
static void check_chosen(fixture *f, test_state *t, const ovl_query *query, const ovl_path *path,
                         verdict v) {
  ovl_query reached = *query;
  reached.goal = path->points[path->count - 1];
  CHECK(t, is_goal(query, reached.goal), "%" PRId32 ",%" PRId32 " is no goal", reached.goal.x,
        reached.goal.y);
  fixture_check_grid_path(f, t, &reached, path);
  uint64_t cost = dijkstra_distance(&f->judge, reached.goal);
  CHECK(t, cost >= v.least && path->cost >= cost, "cheaper than can be");
  CHECK(t, fixture_is_near_optimum(f, path->cost, v.least),
        "cost %" PRIu64 ", the nearest goal %" PRIu64, path->cost, v.least);
  CHECK(t, !path->partial, "it is marked as partial");
}

static void check_goals(fixture *f, test_state *t) {
  ovl_cell cells[MOST_GOALS];
  ovl_query query = fixture_query(f);
  if (query.smoothing == OVL_SMOOTH_ANY) {
    query.smoothing = OVL_SMOOTH_GRID;
  }
  draw_goals(f, &query, cells);
  fixture_context(f, t, &query);
  verdict v = judge_goals(f, &query);
  if (f->more.goal_kind == OVL_GOAL_WITHIN && !is_inside(&f->map, query.goal)) {
    v.result = OVL_GOAL_OUTSIDE;
  }
  ovl_path path = fixture_path(f);
  ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
  if (CHECK(t, result == v.result, "kind %d: '%s', Dijkstra says '%s'", (int)f->more.goal_kind,
            ovl_result_text(result), ovl_result_text(v.result)) &&
      result == OVL_OK) {
    check_chosen(f, t, &query, &path, v);
  }
  f->more.goal_cells = NULL;
}

static void goals_random(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 1500, 30000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    for (int k = 0; k < QUERIES_PER_MAP && t->failures == 0; k++) {
      check_goals(&f, t);
    }
    fixture_free(&f);
  }
}

/* On open ground the choice is exact, and ties go to the first in order. */
static void goals_ties(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 600); i++) {
    fixture f;
    test_map map = random_map_make(test_begin_case(t, i), random_map_usual_limits());
    memset(map.terrain, 1, (size_t)map.width * (size_t)map.height);
    map.weights[1] = OVL_PLAIN_WEIGHT;
    map.plain = true;
    if (!fixture_make_from(&f, t, map)) {
      continue;
    }
    ovl_cell cells[MOST_GOALS];
    ovl_query query = ovl_query_default();
    query.start = random_map_cell(&f.map, &f.random);
    query_own_more(&query, &f.more);
    f.more.goal_kind = OVL_GOAL_SET;
    f.more.goal_cells = cells;
    f.more.goal_count = MOST_GOALS;
    for (size_t k = 0; k < MOST_GOALS; k++) {
      cells[k] = random_map_cell(&f.map, &f.random);
    }
    fixture_context(&f, t, &query);
    dijkstra_run(&f.judge, query.start);
    size_t first = 0;
    for (size_t k = 1; k < MOST_GOALS; k++) {
      if (dijkstra_distance(&f.judge, cells[k]) < dijkstra_distance(&f.judge, cells[first])) {
        first = k;
      }
    }
    ovl_path path = fixture_path(&f);
    ovl_result result = ovl_find_path(f.planner, f.world, &query, &path);
    CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
    CHECK(t, path.count != 0 && fixture_same_cells(path.points[path.count - 1], cells[first]),
          "not the first of the nearest goals");
    fixture_free(&f);
  }
}

/* ---- Moved ends -------------------------------------------------------------- */

/* The upper left one of the open cells nearest to a cell; with `reached`, of those that the judge
 * has reached. */
static bool judge_nearest(const fixture *f, ovl_cell place, bool reached, ovl_cell *nearest) {
  bool found = false;
  for (int32_t y = 0; y < f->map.height; y++) {
    for (int32_t x = 0; x < f->map.width; x++) {
      ovl_cell cell = {x, y, 0};
      bool counts = reached ? dijkstra_distance(&f->judge, cell) != DIJKSTRA_UNREACHED
                            : random_map_weight(&f->map, x, y) != 0;
      if (counts && (!found || square_of(cell, place) < square_of(*nearest, place))) {
        *nearest = cell;
        found = true;
      }
    }
  }
  return found;
}

static ovl_cell any_cell(fixture *f) {
  ovl_cell cell = {test_random_between(&f->random, 0, f->map.width - 1),
                   test_random_between(&f->random, 0, f->map.height - 1), 0};
  return cell;
}

static void goals_moved(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 600, 10000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_query query = ovl_query_default();
    query.start = any_cell(&f);
    query.goal = any_cell(&f);
    query.move_start = true;
    query.move_goal = true;
    fixture_context(&f, t, &query);
    ovl_query moved = query;
    ovl_result expected = OVL_START_BLOCKED;
    if (judge_nearest(&f, query.start, false, &moved.start) &&
        judge_nearest(&f, query.goal, false, &moved.goal)) {
      expected = fixture_expected(&f, &moved);
    }
    ovl_path path = fixture_path(&f);
    ovl_result result = ovl_find_path(f.planner, f.world, &query, &path);
    if (CHECK(t, result == expected, "'%s', and not '%s'", ovl_result_text(result),
              ovl_result_text(expected)) &&
        result == OVL_OK) {
      fixture_check_grid_path(&f, t, &moved, &path);
    }
    fixture_free(&f);
  }
}

/* ---- The nearest cell that can be reached ---------------------------------------- */

static void check_nearest(fixture *f, test_state *t, const ovl_query *query, const ovl_path *path) {
  ovl_cell nearest = {0, 0, 0};
  judge_nearest(f, query->goal, true, &nearest);
  ovl_query reached = *query;
  reached.goal = path->points[path->count - 1];
  CHECK(t, square_of(reached.goal, query->goal) == square_of(nearest, query->goal),
        "%" PRId32 ",%" PRId32 " is not as near as %" PRId32 ",%" PRId32, reached.goal.x,
        reached.goal.y, nearest.x, nearest.y);
  CHECK(t, path->partial, "it is not marked as partial");
  fixture_check_grid_path(f, t, &reached, path);
}

/* A route to the nearest reachable cell can be walked. */
static void walk(fixture *f, test_state *t, const ovl_query *query, ovl_cell end) {
  ovl_route route;
  ovl_result result = ovl_route_begin(f->planner, f->world, query, &route);
  ovl_cell position = query->start;
  CHECK(t, result == OVL_UNREACHABLE, "the route: %s", ovl_result_text(result));
  for (int segment = 0; !route.done && segment < 1000; segment++) {
    ovl_path path = fixture_path(f);
    result = ovl_route_next(f->planner, f->world, &route, position, &path);
    if (!CHECK(t, result == OVL_OK, "a segment: %s", ovl_result_text(result))) {
      return;
    }
    position = path.points[path.count - 1];
  }
  CHECK(t, fixture_same_cells(position, end), "the route ends elsewhere");
}

/* The right answer with `nearest`: goals that are moved are so only where that makes them
 * reachable.
 */
static ovl_result expect_nearest(fixture *f, ovl_query *query) {
  const ovl_result result = fixture_expected(f, query);
  ovl_query moved = *query;
  if (result != OVL_GOAL_BLOCKED) {
    return result;
  }
  dijkstra_run(&f->judge, query->start);
  if (judge_nearest(f, query->goal, false, &moved.goal) && fixture_expected(f, &moved) == OVL_OK &&
      query->move_goal) {
    query->goal = moved.goal;
    return OVL_OK;
  }
  return OVL_UNREACHABLE;
}

static void goals_nearest(test_state *t) {
  uint64_t answered = 0;
  uint64_t blocked = 0;
  for (uint64_t i = 0; test_more(t, i, 1500, 20000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_query query = ovl_query_default();
    query.start = random_map_cell(&f.map, &f.random);
    query.goal = i % 2 == 0 ? random_map_cell(&f.map, &f.random) : any_cell(&f);
    query.nearest = true;
    query.move_goal = i % 4 < 2;
    fixture_context(&f, t, &query);
    ovl_path path = fixture_path(&f);
    ovl_query to = query;
    ovl_result expected = expect_nearest(&f, &to);
    ovl_result result = ovl_find_path(f.planner, f.world, &query, &path);
    if (CHECK(t, result == expected, "'%s', and not '%s'", ovl_result_text(result),
              ovl_result_text(expected)) &&
        result == OVL_UNREACHABLE) {
      answered++;
      blocked += random_map_weight(&f.map, query.goal.x, query.goal.y) == 0;
      check_nearest(&f, t, &query, &path);
      walk(&f, t, &query, path.points[path.count - 1]);
    }
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || (answered > 20 && blocked > 20),
        "only %" PRIu64 " cases, %" PRIu64 " of blocked goals", answered, blocked);
}

/* Goal cells outside the world are ignored, however far away they are. A wall divides 64 x 64
 * cells. */
static void goals_nearest_from_afar(test_state *t) {
  enum { SIDE = 64, WALL = 32 };
  uint8_t terrain[SIDE * SIDE];
  ovl_cell points[SIDE];
  const ovl_cell set[2] = {{INT32_MIN, INT32_MAX, 0}, {50, 50, 0}};
  ovl_bake_def def = ovl_bake_def_default();
  ovl_world *world = NULL;
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    terrain[i] = i % SIDE != WALL;
  }
  def.width = SIDE;
  def.height = SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = OVL_MIN_REGION_CELLS;
  ovl_planner *planner = NULL;
  if (!CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
    return;
  }
  const ovl_planner_def planner_def = ovl_planner_def_default(world);
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  for (int kind = 0; kind < 2 && planner != NULL; kind++) {
    ovl_query query = ovl_query_default();
    ovl_path path = {.points = points, .capacity = SIDE};
    query.start = (ovl_cell){1, 1, 0};
    query.nearest = true;
    query.goal = (ovl_cell){WALL + 1, INT32_MIN + 2, 0};
    ovl_query_more more;
    query_own_more(&query, &more);
    more.goal_kind = kind == 0 ? OVL_GOAL_RECT : OVL_GOAL_SET;
    more.goal_w = SIDE;
    more.goal_h = INT32_MAX;
    more.goal_cells = set;
    more.goal_count = 2;
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    const ovl_cell end = result == OVL_UNREACHABLE && path.count > 0 && path.count <= SIDE
                             ? points[path.count - 1]
                             : query.start;
    CHECK(t, end.x == WALL - 1 && end.y == (kind == 0 ? 0 : 50),
          "kind %d: '%s', to %" PRId32 ",%" PRId32, kind, ovl_result_text(result), end.x, end.y);
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* ---- Errors ------------------------------------------------------------------------- */

static void goals_bad_arguments(test_state *t) {
  fixture f;
  if (!fixture_make(&f, t, 0, random_map_usual_limits())) {
    return;
  }
  ovl_cell cell = {0, 0, 0};
  ovl_query query = ovl_query_default();
  ovl_path path = fixture_path(&f);
  query_own_more(&query, &f.more);
  f.more.goal_kind = OVL_GOAL_SET;
  query.move_start = true;
  CHECK(t, ovl_find_path(f.planner, f.world, &query, &path) == OVL_BAD_ARGUMENT, "no cells");
  f.more.goal_cells = &cell;
  CHECK(t, ovl_find_path(f.planner, f.world, &query, &path) == OVL_BAD_ARGUMENT, "none of them");
  f.more.goal_count = OVL_MAX_GOALS + 1;
  CHECK(t, ovl_find_path(f.planner, f.world, &query, &path) == OVL_BAD_ARGUMENT, "too many");
  f.more.goal_kind = OVL_GOAL_RECT;
  f.more.goal_w = 0;
  f.more.goal_h = 1;
  CHECK(t, ovl_find_path(f.planner, f.world, &query, &path) == OVL_BAD_ARGUMENT, "no width");
  f.more.goal_kind = OVL_GOAL_WITHIN;
  f.more.goal_radius = -1;
  CHECK(t, ovl_find_path(f.planner, f.world, &query, &path) == OVL_BAD_ARGUMENT, "radius -1");
  f.more.goal_radius = 65536;
  CHECK(t, ovl_find_path(f.planner, f.world, &query, &path) == OVL_BAD_ARGUMENT, "radius 65536");
  f.more.goal_kind = OVL_GOAL_COUNT;
  CHECK(t, ovl_find_path(f.planner, f.world, &query, &path) == OVL_BAD_ARGUMENT, "no such kind");
  fixture_free(&f);
}

const test_entry test_goals_table[] = {{"goals_random", goals_random},
                                       {"goals_ties", goals_ties},
                                       {"goals_moved", goals_moved},
                                       {"goals_nearest", goals_nearest},
                                       {"goals_nearest_from_afar", goals_nearest_from_afar},
                                       {"goals_bad_arguments", goals_bad_arguments},
                                       {NULL, NULL}};
