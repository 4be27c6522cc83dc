/* Tests of searches in which turns cost, over weights and under a step rule, compared with
 * step_judge, which has a node for each cell and direction. */
#include <inttypes.h>
#include <stdlib.h>

#include "tests/model/step_map.h"
#include "tests/support/test.h"

typedef struct turn_case {
  step_map map;
  step_room room;
  step_seed start, goal;
  uint32_t cost;
  bool rule;
} turn_case;

static turn_case draw_case(test_random *random) {
  turn_case c = {.map = step_map_make(random, test_random_percent(random, 30))};
  c.map.hop_count = 0; /* where turns cost, windows have none */
  c.rule = !c.map.plain || test_random_percent(random, 50);
  c.room = step_room_make(!c.map.level);
  c.start = step_map_cell(&c.map, random);
  c.goal = step_map_cell(&c.map, random);
  c.start.direction = test_random_between(random, OVI_ANY_DIRECTION, 7);
  c.cost = test_random_percent(random, 20) ? 0 : (uint32_t)test_random_between(random, 1, 4000);
  step_room_fill(&c.room, &c.map, c.rule);
  return c;
}

static void begin(turn_case *c) {
  ovi_fine_begin_turning(&c->room.search, &c->room.window, c->start.x, c->start.y,
                         (ovi_turning){c->cost, c->start.direction});
}

static void turn_costs_are_part_of_the_cost_to_a_goal(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 600, 10000); i++) {
    test_random random = {test_begin_case(t, i)};
    turn_case c = draw_case(&random);
    const step_question question = {&c.start, 1, false, c.cost};
    uint64_t expected[STEP_MAP_CELLS];
    step_judge(&c.map, question, expected);
    begin(&c);
    ovi_fine_set_goal(&c.room.search, c.goal.x, c.goal.y);
    ovi_fine_add_target(&c.room.search, &c.room.window, c.goal.x, c.goal.y, false);
    const bool found = ovi_fine_settle(&c.room.search, &c.room.window);
    const uint32_t node = c.room.search.progress.settled;
    const uint64_t cost = found ? ovi_fine_cost(&c.room.search, node) : STEP_UNREACHED;
    const uint64_t least = expected[c.goal.y * c.map.width + c.goal.x];
    CHECK(t, cost == least, "turns at %" PRIu32 ": %" PRIu64 ", judge %" PRIu64, c.cost, cost,
          least);
    if (found) {
      const uint64_t path_cost = step_way_cost(&c.map, &c.room, node, question);
      CHECK(t, path_cost == cost, "the path costs %" PRIu64 ", not %" PRIu64, path_cost, cost);
    }
    step_room_free(&c.room);
  }
}

static void turn_costs_are_part_of_the_cost_to_every_cell(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 6000); i++) {
    test_random random = {test_begin_case(t, i)};
    turn_case c = draw_case(&random);
    uint64_t expected[STEP_MAP_CELLS];
    step_judge(&c.map, (step_question){&c.start, 1, false, c.cost}, expected);
    begin(&c);
    ovi_fine_run(&c.room.search, UINT64_MAX);
    for (int32_t cell = 0; cell < c.map.width * c.map.height; cell++) {
      const uint32_t node = ovi_window_cell(&c.room.window, cell % c.map.width, cell / c.map.width);
      const uint64_t least = ovi_fine_has_reached(&c.room.search, node)
                                 ? ovi_fine_cost(&c.room.search, node)
                                 : STEP_UNREACHED;
      CHECK(t, least == expected[cell], "cell %" PRId32 ": %" PRIu64 ", judge %" PRIu64, cell,
            least, expected[cell]);
    }
    step_room_free(&c.room);
  }
}

/* Returns the cost of the listed steps without turns, and sets *turns to that of the turns.
 * STEP_UNREACHED: a step is not legal. */
static uint64_t judged_cost(const step_map *map, const ovi_local_search *local, ovi_turning turning,
                            uint64_t *turns) {
  uint64_t sum = 0;
  int last = turning.direction;
  *turns = 0;
  for (uint32_t i = 1; i < local->cell_count; i++) {
    const ovl_cell a = local->cells[i - 1];
    const ovl_cell b = local->cells[i];
    const int direction = ovi_direction_of(b.x - a.x, b.y - a.y);
    const uint64_t cost = step_map_cost(map, a.x, a.y, direction);
    if (cost == STEP_UNREACHED) {
      return cost;
    }
    sum += cost;
    *turns += last != OVI_ANY_DIRECTION && last != direction ? turning.cost : 0;
    last = direction;
  }
  return sum;
}

static void turn_costs_and_step_costs_of_a_path_add_up_to_its_cost(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 600, 10000); i++) {
    test_random random = {test_begin_case(t, i)};
    turn_case c = draw_case(&random);
    void *block;
    ovi_local_search local = step_local_search_make(!c.map.level, &block);
    step_window_fill(&local.window, &c.map, c.rule);
    const ovi_turning turning = {c.cost, c.start.direction};
    if (ovi_local_search_find_turning(&local, (ovl_cell){c.start.x, c.start.y, 0},
                                      (ovl_cell){c.goal.x, c.goal.y, 0}, turning)) {
      uint64_t turns = 0;
      const uint64_t whole = ovi_local_search_cost(&local);
      ovi_local_search_list_cells(&local);
      const uint64_t judged = judged_cost(&c.map, &local, turning, &turns);
      const uint64_t steps = ovi_local_search_cut(&local, local.cell_count - 1);
      CHECK(t, steps == judged && whole == steps + turns,
            "steps %" PRIu64 ", judge %" PRIu64 ", turns %" PRIu64 ", all %" PRIu64, steps, judged,
            turns, whole);
    }
    free(block);
    step_room_free(&c.room);
  }
}

const test_entry test_turns_table[] = {
    {"turn_costs_are_part_of_the_cost_to_a_goal", turn_costs_are_part_of_the_cost_to_a_goal},
    {"turn_costs_are_part_of_the_cost_to_every_cell",
     turn_costs_are_part_of_the_cost_to_every_cell},
    {"turn_costs_and_step_costs_of_a_path_add_up_to_its_cost",
     turn_costs_and_step_costs_of_a_path_add_up_to_its_cost},
    {NULL, NULL},
};
