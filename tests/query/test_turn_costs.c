/* Turn costs of whole paths, compared with the least of cost and turns: Dijkstra's algorithm over
 * the states (cell, direction of the last step) of the whole map, written from the words of the
 * headers alone. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_query.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

enum { SIDE = 72, CELLS = SIDE * SIDE, STATES = 8 * CELLS, KINDS = 5 };

static const char *const kinds[KINDS] = {"random", "rooms", "maze", "weights", "slopes"};
static const int32_t step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/* ---- Maps ------------------------------------------------------------------------------ */

typedef struct ground {
  uint8_t weights[CELLS];
  uint16_t heights[CELLS];
  ovl_profile_def profile;
} ground;

/* Corridors of one cell from a depth-first search, and walls opened here and there. */
static void draw_maze(ground *g, test_random *random) {
  enum { ROOMS = SIDE / 2 };
  static int32_t stack[ROOMS * ROOMS];
  int32_t depth = 0;
  memset(g->weights, 0, sizeof g->weights);
  g->weights[0] = OVL_PLAIN_WEIGHT;
  stack[depth++] = 0;
  while (depth != 0) {
    const int32_t x = stack[depth - 1] % SIDE;
    const int32_t y = stack[depth - 1] / SIDE;
    const int first = 2 * test_random_between(random, 0, 3);
    bool is_end = true;
    for (int i = 0; i < 8 && is_end; i += 2) {
      const int direction = (first + i) % 8;
      const int32_t to_x = x + 2 * step_x[direction];
      const int32_t to_y = y + 2 * step_y[direction];
      if (to_x < 0 || to_y < 0 || to_x >= SIDE || to_y >= SIDE ||
          g->weights[to_y * SIDE + to_x] != 0) {
        continue;
      }
      g->weights[(y + step_y[direction]) * SIDE + x + step_x[direction]] = OVL_PLAIN_WEIGHT;
      g->weights[to_y * SIDE + to_x] = OVL_PLAIN_WEIGHT;
      stack[depth++] = to_y * SIDE + to_x;
      is_end = false;
    }
    depth -= is_end ? 1 : 0;
  }
  for (int i = 0; i < SIDE; i++) {
    g->weights[test_random_between(random, 0, CELLS - 1)] = OVL_PLAIN_WEIGHT;
  }
}

static void draw_ground(ground *g, int kind, test_random *random) {
  g->profile = (ovl_profile_def){.corners = (ovl_corners)test_random_between(random, 0, 3)};
  memset(g->heights, 0, sizeof g->heights);
  for (int32_t i = 0; i < CELLS; i++) {
    const int32_t x = i % SIDE;
    const int32_t y = i / SIDE;
    const bool is_wall = (x % 9 == 8 || y % 9 == 8) && x % 9 != 3 && y % 9 != 4;
    const bool is_blocked = kind == 1 ? is_wall : test_random_percent(random, kind == 0 ? 15 : 4);
    const int32_t heavy = kind == 3 ? test_random_between(random, 1, 4) : 1;
    g->weights[i] = (uint8_t)(is_blocked ? 0 : heavy * OVL_PLAIN_WEIGHT);
    g->heights[i] = (uint16_t)(kind == 4 ? abs(x % 24 - 12) + abs(y % 32 - 16) +
                                               test_random_between(random, 0, 1)
                                         : 0);
  }
  if (kind == 2) {
    draw_maze(g, random);
  }
  if (kind == 4) {
    g->profile.climb_cost = (uint32_t)test_random_between(random, 0, 800);
    g->profile.drop_cost = (uint32_t)test_random_between(random, 0, 800);
    g->profile.max_climb = test_random_between(random, 0, 3);
    g->profile.max_drop = g->profile.max_climb;
  }
  for (int weight = 0; weight < 256; weight++) {
    g->profile.weights[weight] = (uint8_t)weight;
  }
}

static bool may_climb(const ground *g, int32_t from, int32_t to) {
  const int32_t rise = (int32_t)g->heights[to] - g->heights[from];
  return (g->profile.max_climb == 0 || rise <= g->profile.max_climb) &&
         (g->profile.max_drop == 0 || -rise <= g->profile.max_drop);
}

/* The cost of a step; 0: it is not legal. */
static uint64_t step_cost(const ground *g, int32_t from, int direction) {
  const int32_t x = from % SIDE + step_x[direction];
  const int32_t y = from / SIDE + step_y[direction];
  const int32_t to = y * SIDE + x;
  if (x < 0 || y < 0 || x >= SIDE || y >= SIDE || g->weights[from] == 0 || g->weights[to] == 0 ||
      !may_climb(g, from, to)) {
    return 0;
  }
  if (direction % 2 != 0) {
    const int32_t beside[2] = {from + step_x[direction], from + step_y[direction] * SIDE};
    int ways = 0;
    for (int i = 0; i < 2; i++) {
      ways +=
          g->weights[beside[i]] != 0 && may_climb(g, from, beside[i]) && may_climb(g, beside[i], to)
              ? 1
              : 0;
    }
    if (g->profile.corners == OVL_CORNERS_NONE ||
        (g->profile.corners == OVL_CORNERS_STRICT && ways != 2) ||
        (g->profile.corners == OVL_CORNERS_ONE && ways == 0)) {
      return 0;
    }
  }
  const int32_t rise = (int32_t)g->heights[to] - g->heights[from];
  return (direction % 2 != 0 ? 99u : 70u) * ((uint64_t)g->weights[from] + g->weights[to]) +
         (rise > 0 ? (uint64_t)rise * g->profile.climb_cost
                   : (uint64_t)-rise * g->profile.drop_cost);
}

/* ---- The judge --------------------------------------------------------------------------- */

/* A heap of states by cost, from which none is removed when its cost falls. */
typedef struct judge {
  uint64_t costs[STATES];
  struct {
    uint64_t cost;
    int32_t state;
  } heap[16 * STATES];
  int32_t count;
} judge;

static void push(judge *j, uint64_t cost, int32_t state) {
  int32_t at = j->count++;
  while (at > 0 && j->heap[(at - 1) / 2].cost > cost) {
    j->heap[at] = j->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  j->heap[at].cost = cost;
  j->heap[at].state = state;
}

static void pop(judge *j) {
  const int32_t last = --j->count;
  int32_t at = 0;
  for (int32_t below = 1; below < last; below = 2 * at + 1) {
    below += below + 1 < last && j->heap[below + 1].cost < j->heap[below].cost ? 1 : 0;
    if (j->heap[below].cost >= j->heap[last].cost) {
      break;
    }
    j->heap[at] = j->heap[below];
    at = below;
  }
  j->heap[at] = j->heap[last];
}

/* The least of cost and turns from one cell to another; UINT64_MAX: there is no path. */
static uint64_t least(judge *j, const ground *g, int32_t start, int32_t goal, uint32_t turn_cost) {
  memset(j->costs, 0xff, sizeof j->costs);
  j->count = 0;
  for (int32_t direction = 0; direction < 8; direction++) {
    j->costs[8 * start + direction] = 0;
    push(j, 0, 8 * start + direction);
  }
  while (j->count != 0) {
    const uint64_t cost = j->heap[0].cost;
    const int32_t state = j->heap[0].state;
    pop(j);
    if (state / 8 == goal) {
      return cost;
    }
    for (int direction = 0; direction < 8 && cost == j->costs[state]; direction++) {
      const uint64_t step = step_cost(g, state / 8, direction);
      const int32_t to = state / 8 + step_y[direction] * SIDE + step_x[direction];
      const uint64_t sum = cost + step + (state % 8 != direction ? turn_cost : 0);
      if (step != 0 && sum < j->costs[8 * to + direction]) {
        j->costs[8 * to + direction] = sum;
        push(j, sum, 8 * to + direction);
      }
    }
  }
  return UINT64_MAX;
}

/* ---- Paths --------------------------------------------------------------------------------- */

typedef struct answer {
  ovl_cell points[CELLS];
  ovl_path path;
  ovl_result result;
} answer;

/* In slices of up to `most` expansions; 0: in one go. */
static void ask(answer *a, ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                int32_t most, test_random *random) {
  a->path = (ovl_path){.points = a->points, .capacity = CELLS};
  if (most == 0) {
    a->result = ovl_find_path(planner, world, query, &a->path);
    return;
  }
  bool done = false;
  uint64_t spent;
  a->result = ovl_task_begin_path(planner, world, query, &a->path);
  while (a->result == OVL_OK && !done) {
    const uint64_t budget = (uint64_t)test_random_between(random, 1, most);
    a->result = ovl_task_step(planner, budget, &spent, &done);
  }
  a->result = ovl_task_result(planner);
}

/* The sum of a path's steps and turns; UINT64_MAX: a step is not legal, or its cost is another. */
static uint64_t sum_of(const answer *a, const ground *g, uint32_t turn_cost) {
  static ovl_cell cells[CELLS];
  size_t count = 0;
  uint64_t cost = 0;
  uint64_t turns = 0;
  int last = -1;
  if (ovl_path_cells(&a->path, cells, CELLS, &count, NULL) != OVL_OK) {
    return UINT64_MAX;
  }
  for (size_t i = 1; i < count; i++) {
    int direction = 0;
    while (direction < 8 && (cells[i].x - cells[i - 1].x != step_x[direction] ||
                             cells[i].y - cells[i - 1].y != step_y[direction])) {
      direction++;
    }
    const uint64_t step =
        direction < 8 ? step_cost(g, cells[i - 1].y * SIDE + cells[i - 1].x, direction) : 0;
    if (step == 0) {
      return UINT64_MAX;
    }
    cost += step;
    turns += last >= 0 && last != direction ? turn_cost : 0;
    last = direction;
  }
  return cost == a->path.cost ? cost + turns : UINT64_MAX;
}

static ovl_world *bake(test_state *t, const ground *g, int32_t region_cells, bool labels) {
  const ovl_floor_def floor = {
      .width = SIDE, .height = SIDE, .terrain = g->weights, .heights = g->heights};
  const ovl_bake_def def = {
      .more = {.floors = &floor, .floor_count = 1, .profiles = &g->profile, .profile_count = 1},
      .tuning = {.region_cells = region_cells,
                 .label_bytes_per_cell = labels ? 0 : OVL_NO_LABELS,
                 .overlays = labels ? OVL_OVERLAYS_AUTO : OVL_OVERLAYS_ALWAYS}};
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "no world");
  return world;
}

/* How far sums are above the least, in millionths. */
typedef struct quality {
  uint64_t all, worst, count;
} quality;

static void ask_pairs(test_state *t, const ground *g, judge *j, test_random *random,
                      int32_t region_cells, quality *found) {
  static answer whole, sliced;
  ovl_world *world = bake(t, g, region_cells, test_random_percent(random, 50));
  if (world == NULL) {
    return;
  }
  ovl_planner *planner = fixture_turn_planner(t, world);
  for (int i = 0; i < 6 && t->failures == 0; i++) {
    const int32_t start = test_random_between(random, 0, CELLS - 1);
    const int32_t goal = test_random_between(random, 0, CELLS - 1);
    const uint32_t turn_cost = 1u << test_random_between(random, 0, 14);
    const ovl_query_more more = {.turn_cost = turn_cost};
    const ovl_query query = {.start = {start % SIDE, start / SIDE, 0},
                             .goal = {goal % SIDE, goal / SIDE, 0},
                             .smoothing = i % 2 == 0 ? OVL_SMOOTH_GRID : OVL_SMOOTH_NONE,
                             .more = &more};
    if (g->weights[start] == 0 || g->weights[goal] == 0 || start == goal) {
      continue;
    }
    const uint64_t best = least(j, g, start, goal, turn_cost);
    ask(&whole, planner, world, &query, 0, random);
    ask(&sliced, planner, world, &query, 3000, random);
    CHECK(t, (whole.result == OVL_OK) == (best != UINT64_MAX) && sliced.result == whole.result,
          "%s, in slices %s", ovl_result_text(whole.result), ovl_result_text(sliced.result));
    if (whole.result != OVL_OK || t->failures != 0) {
      continue;
    }
    CHECK(t,
          whole.path.count == sliced.path.count &&
              memcmp(whole.points, sliced.points, whole.path.count * sizeof(ovl_cell)) == 0,
          "another path in slices");
    const uint64_t sum = sum_of(&whole, g, turn_cost);
    const uint64_t above = sum < UINT64_MAX / 2000000 ? (sum - best) * 1000000 / best : UINT64_MAX;
    CHECK(t, sum >= best && sum != UINT64_MAX, "sum %" PRIu64 ", least %" PRIu64, sum, best);
    found->all += above;
    found->worst = above > found->worst ? above : found->worst;
    found->count++;
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

static quality ask_on_all_kinds(test_state *t, int32_t region_cells, uint64_t maps) {
  quality found = {0, 0, 0};
  ground *g = test_allocate(1, sizeof *g);
  judge *j = test_allocate(1, sizeof *j);
  for (uint64_t i = 0; test_more(t, i, maps, 100 * maps); i++) {
    test_random random = {test_begin_case(t, i)};
    const int kind = (int)(i % KINDS);
    snprintf(t->context, sizeof t->context, "%s", kinds[kind]);
    draw_ground(g, kind, &random);
    ask_pairs(t, g, j, &random, region_cells, &found);
  }
  free(g);
  free(j);
  return found;
}

static void turn_costs_and_steps_are_the_least_where_one_window_holds_the_map(test_state *t) {
  const quality found = ask_on_all_kinds(t, 16, 40);
  CHECK(t, found.worst == 0 && (t->failures != 0 || found.count > 100),
        "up to %" PRIu64 " millionths above the least, %" PRIu64 " paths", found.worst,
        found.count);
}

static void turn_costs_count_on_paths_longer_than_a_window(test_state *t) {
  const quality found = ask_on_all_kinds(t, 8, 60);
  CHECK(t, t->failures != 0 || (found.all < 3000 * found.count && found.worst < 600000),
        "%" PRIu64 " millionths above the least on average, at most %" PRIu64,
        found.all / (found.count + 1), found.worst);
}

const test_entry test_turn_costs_table[] = {
    {"turn_costs_and_steps_are_the_least_where_one_window_holds_the_map",
     turn_costs_and_steps_are_the_least_where_one_window_holds_the_map},
    {"turn_costs_count_on_paths_longer_than_a_window",
     turn_costs_count_on_paths_longer_than_a_window},
    {NULL, NULL},
};
