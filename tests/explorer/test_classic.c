/* The searches of the Explorer's Step mode, event by event: their costs agree with each other and
 * with a plain relaxation, their lists keep their order, and their paths are legal. steps.js has
 * the events of its examples. */
#include <stdlib.h>
#include <string.h>

#include "tests/explorer/classic_maze.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

/* ---- What must hold after each event ---- */

static bool check_lists(test_state *t, const search_lists *lists) {
  const search_node *nodes = lists->room.nodes;
  uint32_t open = 0;
  uint32_t closed = 0;
  for (uint32_t node = 0; node < lists->room.node_count; node++) {
    const search_node *each = &nodes[node];
    open += each->state == NODE_OPEN;
    closed += each->state == NODE_CLOSED;
    const uint32_t *list = each->state == NODE_OPEN ? lists->room.heap : lists->room.closed;
    if (each->state != NODE_UNSEEN &&
        !CHECK(t, list[each->position] == node, "node %u is where it says", node)) {
      return false;
    }
  }
  for (uint32_t i = 1; i < lists->open_count; i++) {
    if (!CHECK(t, !lists_comes_before(lists, lists->room.heap[i], lists->room.heap[(i - 1) / 2]),
               "entry %u of the heap does not come before the one above it", i)) {
      return false;
    }
  }
  return CHECK(t, open == lists->open_count, "%u nodes are open, not %u", open,
               lists->open_count) &&
         CHECK(t, closed == lists->closed_count, "%u nodes are closed, not %u", closed,
               lists->closed_count);
}

/* The open list, sorted, is what would be taken one by one. */
static void check_sorted(test_state *t, const search_lists *lists) {
  uint32_t *sorted = malloc(2 * sizeof *sorted * (lists->open_count + 1));
  lists_sort(lists, sorted, sorted + lists->open_count);
  for (uint32_t i = 1; i < lists->open_count; i++) {
    CHECK(t, lists_comes_before(lists, sorted[i - 1], sorted[i]), "entry %u is in order", i);
  }
  CHECK(t, lists->open_count == 0 || sorted[0] == lists->room.heap[0],
        "the heap's first comes first");
  free(sorted);
}

/* Runs a search to its end, checking it on the way; returns its cost, UINT64_MAX: no path. */
static uint64_t run_checked(test_state *t, classic_maze *maze, const classic_rules *rules,
                            bool looks) {
  step_event event;
  if (!CHECK(t, maze_begin(maze, rules), "the search begins")) {
    return UINT64_MAX;
  }
  uint32_t events = 0;
  while (classic_step(&maze->search, &event) && t->failures == 0) {
    events++;
    CHECK(t, maze->search.events == events, "event %u is counted", events);
    if (looks) {
      check_lists(t, &maze->search.lists);
    }
    if (looks && events % 37 == 0) {
      check_sorted(t, &maze->search.lists);
    }
  }
  return maze->search.is_found ? maze_check_path(t, maze) : UINT64_MAX;
}

/* ---- Random maps ---- */

static classic_rules random_rules(test_random *random) {
  classic_rules rules = classic_rules_default();
  rules.tie = (lists_tie)test_random_between(random, 0, 2);
  rules.corners = (classic_corners)test_random_between(random, 0, 3);
  if (test_random_percent(random, 50)) {
    rules.straight = 70;
    rules.diagonal = 99;
  }
  for (int32_t i = 7; i > 0; i--) {
    const int32_t other = test_random_between(random, 0, i);
    const uint8_t kept = rules.order[i];
    rules.order[i] = rules.order[other];
    rules.order[other] = kept;
  }
  return rules;
}

static void test_optimal(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 6000); i++) {
    test_random random = {test_begin_case(t, i)};
    classic_maze maze = maze_random(&random, 24, true);
    classic_rules rules = random_rules(&random);
    if (i % 3 == 0) {
      maze.grid.step_units = maze_step_units;
      rules.corners = CLASSIC_CUT_BOTH;
    }
    const uint64_t best = maze_relax(&maze, &rules);
    rules.heuristic = (classic_heuristic)test_random_between(&random, 1, 3);
    if (rules.corners == CLASSIC_STRAIGHT_ONLY) {
      rules.heuristic = CLASSIC_MANHATTAN;
    }
    test_context(t, "%u x %u, heuristic %d, corners %d", maze.grid.width, maze.grid.height,
                 rules.heuristic, rules.corners);
    const uint64_t astar = run_checked(t, &maze, &rules, i % 8 == 0);
    rules.method = CLASSIC_DIJKSTRA;
    const uint64_t dijkstra = run_checked(t, &maze, &rules, i % 8 == 1);
    CHECK(t, astar == best, "A* costs %llu, not %llu", (unsigned long long)astar,
          (unsigned long long)best);
    CHECK(t, dijkstra == best, "Dijkstra's costs %llu, not %llu", (unsigned long long)dijkstra,
          (unsigned long long)best);
    maze_free(&maze);
  }
}

static void test_jump_points(test_state *t) {
  uint64_t plain = 0;
  uint64_t jumping = 0;
  for (uint64_t i = 0; test_more(t, i, 300, 6000); i++) {
    test_random random = {test_begin_case(t, i)};
    classic_maze maze = maze_random(&random, 40, false);
    classic_rules rules = random_rules(&random);
    rules.corners = CLASSIC_NO_CUT;
    test_context(t, "%u x %u", maze.grid.width, maze.grid.height);
    const uint64_t astar = run_checked(t, &maze, &rules, false);
    plain += maze.search.lists.closed_count;
    rules.method = CLASSIC_JUMP_POINTS;
    const uint64_t jumps = run_checked(t, &maze, &rules, i % 8 == 0);
    jumping += maze.search.lists.closed_count;
    CHECK(t, jumps == astar, "jump points cost %llu, A* %llu", (unsigned long long)jumps,
          (unsigned long long)astar);
    maze_free(&maze);
  }
  CHECK(t, jumping * 2 < plain, "jump points expand %llu, A* %llu", (unsigned long long)jumping,
        (unsigned long long)plain);
}

/* Weighted A* stays within its weight, and greedy finds a path where there is one. */
static void test_bounds(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 6000); i++) {
    test_random random = {test_begin_case(t, i)};
    classic_maze maze = maze_random(&random, 24, true);
    classic_rules rules = random_rules(&random);
    rules.reopens = test_random_percent(&random, 50);
    rules.heuristic = CLASSIC_OCTILE;
    const uint64_t best = maze_relax(&maze, &rules);
    rules.method = CLASSIC_WEIGHTED;
    rules.weight_percent = (uint32_t)test_random_between(&random, 100, 500);
    const uint64_t weighted = run_checked(t, &maze, &rules, i % 8 == 0);
    test_context(t, "weight %u %%, reopens %d", rules.weight_percent, rules.reopens);
    if (best == UINT64_MAX || weighted == UINT64_MAX) {
      CHECK(t, best == weighted, "both find a path, or none does");
    } else {
      CHECK(t, weighted >= best && weighted <= best * rules.weight_percent / 100,
            "weighted A* costs %llu, the least is %llu", (unsigned long long)weighted,
            (unsigned long long)best);
    }
    rules.method = CLASSIC_GREEDY;
    const uint64_t greedy = run_checked(t, &maze, &rules, i % 8 == 1);
    CHECK(t, greedy >= best && (greedy == UINT64_MAX) == (best == UINT64_MAX),
          "greedy costs %llu, the least is %llu", (unsigned long long)greedy,
          (unsigned long long)best);
    maze_free(&maze);
  }
}

/* With a heuristic that is too large, a search that opens closed cells again finds the least cost
 * wherever A* without it may not. */
static void test_reopens(test_state *t) {
  uint32_t improved = 0;
  for (uint64_t i = 0; test_more(t, i, 200, 2000); i++) {
    test_random random = {test_begin_case(t, i)};
    classic_maze maze = maze_random(&random, 24, true);
    classic_rules rules = random_rules(&random);
    rules.heuristic = CLASSIC_OCTILE;
    rules.method = CLASSIC_WEIGHTED;
    rules.weight_percent = 300;
    const uint64_t once = run_checked(t, &maze, &rules, false);
    rules.reopens = true;
    const uint64_t again = run_checked(t, &maze, &rules, i % 8 == 0);
    improved += again < once;
    maze_free(&maze);
  }
  CHECK(t, improved > 0, "opening again is better at times");
}

/* ---- Bad rules ---- */

static void test_bad_rules(test_state *t) {
  static const char *const rows[] = {"...", ".#."};
  classic_maze maze = maze_from_rows(rows, 2);
  maze.goal = 5;
  const classic_rules good = classic_rules_default();
  CHECK(t, maze_begin(&maze, &good), "these are good");
  classic_rules bad[8];
  for (int i = 0; i < 8; i++) {
    bad[i] = good;
  }
  bad[0].method = (classic_method)5;
  bad[1].heuristic = (classic_heuristic)4;
  bad[2].tie = (lists_tie)3;
  bad[3].corners = (classic_corners)4;
  bad[4].straight = 0;
  bad[5].diagonal = 10001;
  bad[6].order[3] = bad[6].order[4];
  bad[7].method = CLASSIC_JUMP_POINTS;
  bad[7].corners = CLASSIC_CUT_BOTH;
  for (int i = 0; i < 8; i++) {
    CHECK(t, !maze_begin(&maze, &bad[i]), "rules %d are refused", i);
  }
  maze.goal = 4;
  CHECK(t, !maze_begin(&maze, &good), "a wall is no goal");
  maze.goal = 6;
  CHECK(t, !maze_begin(&maze, &good), "nor is a cell outside");
  maze_free(&maze);
}

const test_entry test_classic_table[] = {
    {"classic_optimal", test_optimal},     {"classic_jump_points", test_jump_points},
    {"classic_bounds", test_bounds},       {"classic_reopens", test_reopens},
    {"classic_bad_rules", test_bad_rules}, {NULL, NULL},
};
