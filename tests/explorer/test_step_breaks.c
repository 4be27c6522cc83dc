/* Breakpoints of the Explorer's Step mode, and the calls that run a search to them. Moves, places
 * and rules of breakpoints are checked through the page's own calls, by steps.js. */
#include <string.h>

#include "overland.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"
#include "tools/explorer/module/module_query.h"
#include "tools/explorer/module/module_step.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/search_lists.h"
#include "tools/explorer/module/step_breaks.h"
#include "tools/explorer/module/step_event.h"

enum { WIDTH = 7, HEIGHT = 5, EVENTS = 51 };

/* Lester's example: 51 events, of which steps.js has the beginning. */
static void begin_lester(test_state *t) {
  uint8_t *weights = module_step_map(WIDTH, HEIGHT);
  memset(weights, 8, (size_t)WIDTH * HEIGHT);
  weights[1 * WIDTH + 3] = weights[2 * WIDTH + 3] = weights[3 * WIDTH + 3] = 0;
  module_step_choices(0, 0, 0, 1);
  module_step_costs(10, 14, 100, 0);
  memcpy(module_step_order(), (const uint8_t[8]){0, 7, 6, 5, 4, 3, 2, 1}, 8);
  module_step_break_count(0);
  CHECK(t, module_step_begin(2 * WIDTH + 1, 2 * WIDTH + 5) == 0, "the search begins");
}

static double state(int number) {
  module_step_state();
  return module_numbers()[number];
}

/* One breakpoint anywhere; the search runs to it from its beginning. Returns its event. */
static double run_to(int32_t kind, int32_t field, int32_t compare, double value) {
  module_step_break(0, kind, BREAK_NO_RULE, field, compare, value);
  module_step_break_count(1);
  module_step_to(0);
  return module_step_forward(1e9, 1) == 0 ? state(0) : -1;
}

static void test_conditions(test_state *t) {
  begin_lester(t);
  CHECK(t, run_to(STEP_IMPROVE, BREAK_NO_FIELD, 0, 0) == 24, "by event");
  CHECK(t, run_to(-1, BREAK_EVENT, BREAK_EQUAL, 40) == 40, "by number");
  CHECK(t, run_to(STEP_EXPAND, BREAK_G, BREAK_GREATER, 30 * 16.0) == 35, "G above 30");
  CHECK(t, run_to(STEP_GENERATE, BREAK_H, BREAK_LESS, 30 * 16.0) == 39, "H below 30");
  CHECK(t, run_to(-1, BREAK_OPEN, BREAK_EQUAL, 9) == 20, "nine are open");
  CHECK(t, run_to(-1, BREAK_CLOSED, BREAK_GREATER, 2) == 14, "three are closed");
  CHECK(t, run_to(STEP_EXPAND, BREAK_F, BREAK_CHANGES, 0) == 14, "F of what is expanded changes");
  CHECK(t, run_to(STEP_FAILED, BREAK_NO_FIELD, 0, 0) == -1, "it does not fail");
}

/* No search of the page has a cycle of parents: one is made here. */
static void test_cycle(test_state *t) {
  search_node nodes[4];
  uint32_t heap[4];
  uint32_t closed[4];
  search_lists lists;
  lists_begin(&lists, (lists_room){nodes, heap, closed, 4}, LISTS_NEWEST);
  for (uint32_t node = 0; node < 4; node++) {
    lists_reach(&lists, node, &(search_node){.parent = node == 0 ? 0 : node - 1, .number = node});
    lists_close(&lists, node);
  }
  CHECK(t, !lists_has_cycle(&lists, 3), "a branch has none");
  step_breaks breaks = {.list[0] = {.kind = -1, .right = -1, .rule = BREAK_CYCLE}, .count = 1};
  step_event event = {.kind = STEP_IMPROVE, .node = 1, .parent = 3};
  const step_place place = {{0, 0}, {0, 0}};
  CHECK(t, breaks_check(&breaks, &lists, &event, 1, place) == -1, "it does not hold");
  lists_reach(&lists, 1, &(search_node){.parent = 3});
  CHECK(t, lists_has_cycle(&lists, 2), "1, 2, 3, 1");
  CHECK(t, breaks_check(&breaks, &lists, &event, 2, place) == 0, "it holds");
  uint32_t branch[4];
  CHECK(t, lists_branch(&lists, 3, branch, 4) == 4, "a branch ends all the same");
}

static void test_looks(test_state *t) {
  begin_lester(t);
  module_step_to(24);
  const double *rows = module_step_list(1, 0, 100);
  CHECK(t, module_numbers()[0] == 9 && module_numbers()[1] == 9, "nine are open");
  CHECK(t, rows[0] == 0 * WIDTH + 2 || rows[4] <= rows[STEP_ROW_NUMBERS + 4], "they are sorted");
  rows = module_step_list(2, 1, 2);
  CHECK(t, module_numbers()[0] == 2 && module_numbers()[1] == 5, "two of five that are closed");
  CHECK(t, rows[0] == 2 * WIDTH + 2 && rows[STEP_ROW_NUMBERS] == 3 * WIDTH + 2, "in order");
  const uint8_t *states = module_step_states(0, 2, 3, 99);
  CHECK(t, states[0] == NODE_OPEN && states[1] == NODE_CLOSED, "a window of states");
  rows = module_step_nodes(1, 4, 1, 1);
  CHECK(t, module_numbers()[0] == 1 && rows[1] == 3 * WIDTH + 1, "a node and its parent");
  const uint32_t *branch = module_step_branch(4 * WIDTH + 1);
  CHECK(t, module_numbers()[0] == 3 && branch[0] == 2 * WIDTH + 1, "its branch");
  module_step_branch(6);
  CHECK(t, module_numbers()[0] == 0, "a cell that was not seen has none");
  module_step_changes();
  CHECK(t, module_numbers()[2] == WIDTH, "all has changed since the beginning");
  module_step_forward(1, 0);
  module_step_changes();
  CHECK(t, module_numbers()[0] == 1 && module_numbers()[1] == 3 && module_numbers()[2] == 1,
        "one cell has since");
}

static void test_refusals(test_state *t) {
  begin_lester(t);
  CHECK(t, module_step_begin(2 * WIDTH + 3, 0) == 1, "the start is blocked");
  CHECK(t, state(1) == 0 && module_step_forward(1, 1) == -1, "nothing runs");
  CHECK(t, module_step_begin(0, WIDTH * HEIGHT) == 2, "the goal is outside");
  module_step_costs(0, 14, 100, 0);
  CHECK(t, module_step_begin(0, 1) == 3, "a step of no cost");
  module_step_list(0, 0, 9);
  CHECK(t, state(2) == 0, "the lists are empty");
}

/* Going back is the same as having come there. */
static void test_back(test_state *t) {
  begin_lester(t);
  for (uint64_t i = 0; test_more(t, i, 50, 500); i++) {
    test_random random = {test_begin_case(t, i)};
    const double number = test_random_between(&random, 0, EVENTS);
    uint32_t seen[WIDTH * HEIGHT];
    module_step_to(number);
    const double *rows = module_step_list(0, 0, WIDTH * HEIGHT);
    const uint32_t count = (uint32_t)module_numbers()[0];
    for (uint32_t j = 0; j < count; j++) {
      seen[j] = (uint32_t)rows[j * STEP_ROW_NUMBERS];
    }
    module_step_to(EVENTS);
    module_step_to(number);
    rows = module_step_list(0, 0, WIDTH * HEIGHT);
    CHECK(t, module_numbers()[0] == count && state(0) == number, "as many are open");
    for (uint32_t j = 0; j < count; j++) {
      CHECK(t, rows[j * STEP_ROW_NUMBERS] == seen[j], "entry %u of the heap is the same", j);
    }
  }
}

/* ---- The lists ---- */

enum { NODES = 40 };

/* Whether each open node is where it says, and none comes before the one above it. */
static bool is_heap(const search_lists *lists) {
  for (uint32_t i = 0; i < lists->open_count; i++) {
    const uint32_t node = lists->room.heap[i];
    if (lists->room.nodes[node].position != i ||
        (i > 0 && lists_comes_before(lists, node, lists->room.heap[(i - 1) / 2]))) {
      return false;
    }
  }
  return true;
}

/* Any node may be closed, not only the first; and any may be opened again. */
static void test_lists(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 200, 2000); i++) {
    test_random random = {test_begin_case(t, i)};
    search_node nodes[NODES];
    uint32_t heap[NODES];
    uint32_t closed[NODES];
    search_lists lists;
    lists_begin(&lists, (lists_room){nodes, heap, closed, NODES}, LISTS_NEWEST);
    for (uint32_t number = 0; number < 200; number++) {
      const uint32_t node = (uint32_t)test_random_between(&random, 0, NODES - 1);
      const uint64_t f = (uint64_t)test_random_between(&random, 0, 50);
      if (nodes[node].state == NODE_OPEN && test_random_percent(&random, 60)) {
        lists_close(&lists, node);
      } else {
        lists_reach(&lists, node, &(search_node){.f = f, .parent = node, .number = number});
      }
      CHECK(t, is_heap(&lists), "it is a heap after change %u", number);
    }
    const uint32_t *left = lists_closed(&lists);
    for (uint32_t at = 0; at < lists.closed_count; at++) {
      CHECK(t, nodes[left[at]].state == NODE_CLOSED && nodes[left[at]].position == at,
            "closed entry %u is in its place", at);
    }
  }
}

/* ---- The two tiers ---- */

enum { SIDE = 96 };

/* A world with a wall that has a gap, and a query from its one side to the other. */
static void begin_tiers(test_state *t) {
  uint8_t *terrain = module_map_begin(SIDE, SIDE);
  for (int32_t cell = 0; cell < SIDE * SIDE; cell++) {
    const bool is_wall = cell % SIDE == SIDE / 2 && cell / SIDE != 5;
    terrain[cell] = is_wall ? 0 : cell / 3 % 11 == 0 ? 2 : 1;
  }
  uint8_t *weights = module_profile(OVL_CORNERS_STRICT, 1);
  memset(weights + 1, 8, 255);
  weights[2] = 24;
  CHECK(t, module_bake(16, 0, 0) == OVL_OK, "the world is baked");
  module_query_ends(3, 80, 90, 70);
  module_query_ways(OVL_SMOOTH_GRID, 0);
  module_step_map(SIDE, SIDE);
  module_step_break_count(0);
  CHECK(t, module_step_begin_tiers() == OVL_OK, "the tiers begin");
}

/* As many nodes are in the lists as their states say. */
static void check_tier_lists(test_state *t) {
  const double open = state(2);
  const double closed = state(3);
  uint32_t seen[4] = {0, 0, 0, 0};
  const uint8_t *states = module_step_states(0, 0, SIDE, SIDE);
  for (int32_t cell = 0; cell < SIDE * SIDE; cell++) {
    seen[states[cell]]++;
  }
  const double *rows = module_step_seen_places();
  const size_t count = (size_t)module_numbers()[0];
  for (size_t i = 0; i < count; i++) {
    seen[(size_t)rows[i * STEP_ROW_NUMBERS + 5]]++;
  }
  CHECK(t, seen[NODE_OPEN] == open, "%u nodes are open, not %g", seen[NODE_OPEN], open);
  CHECK(t, seen[NODE_CLOSED] == closed, "%u nodes are closed, not %g", seen[NODE_CLOSED], closed);
}

static void test_tiers(test_state *t) {
  begin_tiers(t);
  const double total = state(1);
  double searches = 0;
  bool was_source = false;
  for (double number = 1; number <= total && t->failures == 0; number++) {
    module_step_forward(1, 0);
    const bool begins = state(6) == STEP_SOURCE && !was_source;
    was_source = state(6) == STEP_SOURCE;
    searches += begins;
    CHECK(t, !begins || state(2) + state(3) == 1, "search %g begins with one node", searches);
    if ((int32_t)number % 29 == 0) {
      check_tier_lists(t);
    }
  }
  CHECK(t, state(4) == 1 && state(5) == 1, "they end with a path");
  CHECK(t, searches > 2, "several searches, not %g", searches);
}

static void test_tiers_refusals(test_state *t) {
  begin_tiers(t);
  module_query_ends(SIDE / 2, 50, 90, 70);
  CHECK(t, module_step_begin_tiers() == OVL_START_BLOCKED, "the start is blocked");
  CHECK(t, state(1) == 0 && module_step_forward(1, 0) == -1, "nothing runs");
  begin_lester(t);
  CHECK(t, state(1) == EVENTS && state(13) == -1, "a search of cells begins after them");
}

const test_entry test_step_breaks_table[] = {
    {"step_lists", test_lists},
    {"step_tiers", test_tiers},
    {"step_tiers_refusals", test_tiers_refusals},
    {"step_conditions", test_conditions},
    {"step_cycle", test_cycle},
    {"step_looks", test_looks},
    {"step_refusals", test_refusals},
    {"step_back", test_back},
    {NULL, NULL},
};
