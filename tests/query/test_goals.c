/* Which of many goals a path leads to, and goals far outside the world. That answers to goals of
 * every kind, moved ends and nearest cells are right is judged for the whole space of options. */
#include <inttypes.h>
#include <string.h>

#include "tests/support/fixture.h"
#include "tests/support/query_more.h"

enum { MOST_GOALS = 40 };

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
    ovl_query query = {0};
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

/* Makes some cells the goals of a query from another cell of the map. */
static ovl_query ask_for_set(fixture *f, ovl_cell *cells, size_t count) {
  ovl_query query = {.start = random_map_cell(&f->map, &f->random)};
  query_own_more(&query, &f->more);
  f->more.goal_kind = OVL_GOAL_SET;
  f->more.goal_cells = cells;
  f->more.goal_count = count;
  for (size_t k = 0; k < count; k++) {
    cells[k] = random_map_cell(&f->map, &f->random);
  }
  return query;
}

/* On maps of all kinds the goal that is taken is the one with the least cost, but for one in a
 * hundred, which costs little more. */
static void goals_are_the_nearest(test_state *t) {
  const random_map_limits limits = {.max_side = 200, .max_region = 16, .weighted_percent = 50};
  uint64_t asked = 0;
  uint64_t others = 0;
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    for (int round = 0; round < 4; round++) {
      ovl_cell cells[MOST_GOALS];
      const size_t count = (size_t)test_random_between(&f.random, 2, round < 2 ? 9 : MOST_GOALS);
      const ovl_query query = ask_for_set(&f, cells, count);
      fixture_context(&f, t, &query);
      ovl_path path = fixture_path(&f);
      if (ovl_find_path(f.planner, f.world, &query, &path) != OVL_OK) {
        continue;
      }
      uint64_t least = UINT64_MAX;
      dijkstra_run(&f.judge, query.start);
      for (size_t k = 0; k < count; k++) {
        const uint64_t cost = dijkstra_distance(&f.judge, cells[k]);
        least = cost < least ? cost : least;
      }
      const uint64_t taken = dijkstra_distance(&f.judge, path.points[path.count - 1]);
      asked++;
      others += taken != least;
      CHECK(t, taken <= least + least / 16, "it costs %" PRIu64 " and another one %" PRIu64, taken,
            least);
    }
    fixture_free(&f);
  }
  CHECK(t, 100 * others <= asked, "%" PRIu64 " of %" PRIu64 " times another one is nearer", others,
        asked);
}

/* On plain ground one of few goals is chosen by the paths to them: with no more work than these and
 * the cells around the start. */
static void few_goals_take_few_paths(test_state *t) {
  enum { SIDE = 400, STARTS = 40, GOALS = 3, REGION = 32 };
  test_random random = {test_begin_case(t, 1)};
  ovl_bake_def def = {.width = SIDE, .height = SIDE};
  def.tuning.region_cells = REGION;
  ovl_world *world = fixture_bake_rocks(t, &random, def, 85);
  const ovl_planner_def planner_def = {.world = world};
  ovl_planner *planner = NULL;
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  uint64_t chosen = 0;
  uint64_t paths = 0;
  for (int i = 0; i < STARTS && planner != NULL; i++) {
    ovl_cell cells[GOALS + 1];
    for (int k = 0; k <= GOALS; k++) {
      cells[k] = (ovl_cell){test_random_between(&random, 0, SIDE - 1),
                            test_random_between(&random, 0, SIDE - 1), 0};
    }
    ovl_query query = {.start = cells[GOALS], .move_start = true};
    ovl_query_more more;
    query_own_more(&query, &more);
    more.goal_kind = OVL_GOAL_SET;
    more.goal_cells = cells;
    more.goal_count = GOALS;
    ovl_path path = {.points = NULL};
    ovl_route route;
    const ovl_result result = ovl_route_begin(planner, world, &query, &route);
    ovl_stats stats = ovl_planner_stats(planner);
    chosen += result == OVL_OK ? stats.coarse_expanded + stats.fine_expanded : 0;
    for (int k = 0; k < GOALS && result == OVL_OK; k++) {
      more = (ovl_query_more){0};
      query.goal = cells[k];
      ovl_find_path(planner, world, &query, &path);
      stats = ovl_planner_stats(planner);
      paths += stats.coarse_expanded + stats.fine_expanded;
    }
    paths += REGION * REGION;
  }
  CHECK(t, chosen <= 2 * paths, "%" PRIu64 " expansions, and %" PRIu64 " of paths", chosen, paths);
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* ---- The nearest cell that can be reached ---------------------------------------- */

/* Goal cells outside the world are ignored, however far away they are. A wall divides 64 x 64
 * cells. */
static void goals_nearest_from_afar(test_state *t) {
  enum { SIDE = 64, WALL = 32 };
  uint8_t terrain[SIDE * SIDE];
  ovl_cell points[SIDE];
  const ovl_cell set[2] = {{INT32_MIN, INT32_MAX, 0}, {50, 50, 0}};
  ovl_bake_def def = {0};
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
  const ovl_planner_def planner_def = {.world = world};
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  for (int kind = 0; kind < 2 && planner != NULL; kind++) {
    ovl_query query = {0};
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

/* ---- Buildings, and limits ------------------------------------------------------------ */

/* A plain map with a blocked building, and the planner for it. */
static ovl_world *bake_building(test_state *t, ovl_planner **planner) {
  enum { SIDE = 40, LEFT = 15, TOP = 10, ACROSS = 10 };
  static uint8_t terrain[SIDE * SIDE];
  ovl_bake_def def = {.width = SIDE, .height = SIDE, .terrain = terrain};
  ovl_world *world = NULL;
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    const int32_t x = i % SIDE - LEFT;
    const int32_t y = i / SIDE - TOP;
    terrain[i] = x < 0 || x >= ACROSS || y < 0 || y >= ACROSS;
  }
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  const ovl_planner_def planner_def = {.world = world};
  CHECK(t, ovl_planner_create(&planner_def, planner, NULL) == OVL_OK, "planner");
  return world;
}

/* A unit that is sent to a building as a rectangle goes to the cell beside it that is cheapest to
 * reach. */
static void a_building_is_met_at_its_near_side(test_state *t) {
  static const struct {
    ovl_cell start, end;
  } cases[] = {{{39, 12, 0}, {25, 12, 0}},
               {{2, 19, 0}, {14, 19, 0}},
               {{20, 39, 0}, {20, 20, 0}},
               {{16, 0, 0}, {16, 9, 0}}};
  ovl_planner *planner = NULL;
  ovl_world *world = bake_building(t, &planner);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0] && planner != NULL; i++) {
    ovl_cell points[8];
    ovl_path path = {.points = points, .capacity = 8};
    ovl_query query = {.start = cases[i].start, .goal = {15, 10, 0}, .nearest = true};
    ovl_query_more more;
    query_own_more(&query, &more);
    more.goal_kind = OVL_GOAL_RECT;
    more.goal_w = more.goal_h = 10;
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    CHECK(t,
          result == OVL_UNREACHABLE && path.count >= 2 &&
              fixture_same_cells(points[path.count - 1], cases[i].end),
          "from %" PRId32 ",%" PRId32 ": %s", query.start.x, query.start.y,
          ovl_result_text(result));
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* Where a limit ends the choice of a goal, the statistics say that another one may be nearer. */
static void a_choice_that_a_limit_cuts_is_told(test_state *t) {
  static const ovl_cell goals[] = {{39, 39, 0}, {0, 39, 0}};
  ovl_planner *planner = NULL;
  ovl_world *world = bake_building(t, &planner);
  ovl_cell points[40];
  for (uint64_t limit = 1; limit <= 1000000 && planner != NULL; limit *= 1000) {
    ovl_path path = {.points = points, .capacity = 40};
    ovl_query query = {.start = {20, 5, 0}};
    ovl_query_more more;
    query_own_more(&query, &more);
    more.goal_kind = OVL_GOAL_SET;
    more.goal_cells = goals;
    more.goal_count = 2;
    more.expansion_limit = limit;
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    CHECK(t,
          (result == OVL_LIMITED) == (limit == 1) &&
              ovl_planner_stats(planner).goal_uncertain == (limit == 1),
          "a limit of %" PRIu64 ": %s", limit, ovl_result_text(result));
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* Also if it is cut before any goal was reached: toward one that is near. */
static void a_unit_goes_on_where_the_choice_is_cut(test_state *t) {
  enum { SIDE = 128 };
  static uint8_t terrain[SIDE * SIDE];
  static const ovl_cell goals[] = {{110, 120, 0}, {100, 12, 0}, {400, 10, 0}};
  test_random random = {test_begin_case(t, 0)};
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    terrain[i] = (uint8_t)test_random_between(&random, 1, 2);
  }
  const ovl_bake_def def = {.width = SIDE,
                            .height = SIDE,
                            .terrain = terrain,
                            .weights = {0, OVL_PLAIN_WEIGHT, 3 * OVL_PLAIN_WEIGHT}};
  ovl_world *world = NULL;
  ovl_planner *planner = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  const ovl_planner_def planner_def = {.world = world};
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  for (int kind = 0; kind < 2; kind++) {
    ovl_cell points[SIDE];
    ovl_path path = {.points = points, .capacity = SIDE};
    ovl_query query = {.start = {10, 10, 0}, .goal = kind == 0 ? goals[0] : goals[1]};
    ovl_query_more more;
    query_own_more(&query, &more);
    more.goal_kind = kind == 0 ? OVL_GOAL_SET : OVL_GOAL_RECT;
    more.goal_cells = goals;
    more.goal_count = 3;
    more.goal_w = more.goal_h = 20;
    more.expansion_limit = 200;
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    CHECK(t,
          result == OVL_LIMITED && ovl_planner_stats(planner).goal_uncertain && path.count > 1 &&
              points[path.count - 1].x > 16 && points[path.count - 1].y < 30,
          "kind %d: %s, %zu points", kind, ovl_result_text(result), path.count);
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* A lake all of whose cells are goals, row by row or in any order: the path ends at a cell that is
 * as near to the first goal of those nearest to the shore as any. */
static void a_lake_of_goals_is_met_at_its_nearest_shore(test_state *t) {
  enum { SIDE = 96, LEFT = 20, TOP = 30, ACROSS = 66 };
  static uint8_t terrain[SIDE * SIDE];
  static ovl_cell lake[ACROSS * ACROSS];
  for (uint64_t i = 0; test_more(t, i, 4, 40); i++) {
    test_random random = {test_begin_case(t, i)};
    const int32_t thick = test_random_between(&random, 0, 6); /* rocks beside the lake */
    for (int32_t k = 0; k < SIDE * SIDE; k++) {
      const int32_t away = test_random_between(&random, 0, thick);
      const int32_t x = k % SIDE + away;
      const int32_t y = k / SIDE + away;
      terrain[k] = x < LEFT || x - 2 * away >= LEFT + ACROSS || y < TOP ||
                   y - 2 * away >= TOP + ACROSS || k < 2 * SIDE;
    }
    size_t count = 0;
    for (int32_t k = 0; k < ACROSS * ACROSS; k++) {
      const ovl_cell cell = {LEFT + k % ACROSS, TOP + k / ACROSS, 0};
      lake[count++] = cell;
      terrain[cell.y * SIDE + cell.x] = 0;
    }
    for (size_t k = count; k > 1 && i % 2 == 1; k--) {
      const size_t other = (size_t)test_random_between(&random, 0, (int32_t)k - 1);
      const ovl_cell cell = lake[k - 1];
      lake[k - 1] = lake[other];
      lake[other] = cell;
    }
    const ovl_bake_def def = {.width = SIDE, .height = SIDE, .terrain = terrain};
    ovl_world *world = NULL;
    ovl_planner *planner = NULL;
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
    const ovl_planner_def planner_def = {.world = world};
    CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
    ovl_cell points[4 * SIDE];
    ovl_path path = {.points = points, .capacity = sizeof points / sizeof points[0]};
    ovl_query query = {.start = {0, 0, 0}, .nearest = true};
    ovl_query_more more;
    query_own_more(&query, &more);
    more.goal_kind = OVL_GOAL_SET;
    more.goal_cells = lake;
    more.goal_count = count;
    const uint32_t island = ovl_world_island(world, 0, query.start);
    int64_t least = INT64_MAX;
    ovl_cell first = lake[0];
    for (size_t k = 0; k < count; k++) {
      for (int32_t at = 0; at < SIDE * SIDE; at++) {
        const int64_t dx = at % SIDE - lake[k].x;
        const int64_t dy = at / SIDE - lake[k].y;
        const ovl_cell cell = {at % SIDE, at / SIDE, 0};
        if (terrain[at] != 0 && dx * dx + dy * dy < least &&
            ovl_world_island(world, 0, cell) == island) {
          least = dx * dx + dy * dy;
          first = lake[k];
        }
      }
    }
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    const ovl_cell end = path.count != 0 ? points[path.count - 1] : query.start;
    const int64_t dx = end.x - first.x;
    const int64_t dy = end.y - first.y;
    CHECK(t, result == OVL_UNREACHABLE && dx * dx + dy * dy == least,
          "%s: %" PRId32 ",%" PRId32 " is %" PRId64 " from %" PRId32 ",%" PRId32 ", not %" PRId64,
          ovl_result_text(result), end.x, end.y, dx * dx + dy * dy, first.x, first.y, least);
    ovl_planner_destroy(planner);
    ovl_world_close(world);
  }
}

const test_entry test_goals_table[] = {
    {"goals_ties", goals_ties},
    {"goals_are_the_nearest", goals_are_the_nearest},
    {"few_goals_take_few_paths", few_goals_take_few_paths},
    {"goals_nearest_from_afar", goals_nearest_from_afar},
    {"a_building_is_met_at_its_near_side", a_building_is_met_at_its_near_side},
    {"a_choice_that_a_limit_cuts_is_told", a_choice_that_a_limit_cuts_is_told},
    {"a_unit_goes_on_where_the_choice_is_cut", a_unit_goes_on_where_the_choice_is_cut},
    {"a_lake_of_goals_is_met_at_its_nearest_shore", a_lake_of_goals_is_met_at_its_nearest_shore},
    {NULL, NULL}};
