/* Tests of windows whose steps have a rule: heights, exceptions and hops. Single steps and
 * searches, forward and in reverse, are compared with step_judge. */
#include <inttypes.h>
#include <string.h>

#include "fine/window_steps.h"
#include "tests/model/step_map.h"
#include "tests/support/test.h"

static uint32_t node_of(const step_room *room, const step_map *map, int32_t i) {
  return ovi_window_cell(&room->window, i % map->width, i / map->width);
}

static void describe(test_state *t, const step_map *map) {
  test_context(t,
               "%" PRId32 " x %" PRId32 ", corners %d, rise %" PRIu32 " at %" PRIu32
               ", fall %" PRIu32 " at %" PRIu32 ", %" PRId32 " hops",
               map->width, map->height, map->corners, map->rule.most_rise, map->rule.rise_cost,
               map->rule.most_fall, map->rule.fall_cost, map->hop_count);
}

/* Checks the cost of every cell, and that the path to it is legal and has this cost. */
static void check_all_costs(test_state *t, const step_room *room, const step_map *map,
                            step_question question) {
  uint64_t expected[STEP_MAP_CELLS];
  step_judge(map, question, expected);
  for (int32_t i = 0; i < map->width * map->height; i++) {
    const uint32_t node = node_of(room, map, i);
    const bool reached = ovi_fine_has_reached(&room->search, node);
    const uint64_t cost = reached ? ovi_fine_cost(&room->search, node) : STEP_UNREACHED;
    CHECK(t, cost == expected[i], "cell %" PRId32 ": %" PRIu64 ", judge %" PRIu64, i, cost,
          expected[i]);
    if (reached) {
      const uint64_t path_cost = step_way_cost(map, room, node, question);
      CHECK(t, path_cost == cost, "the path to cell %" PRId32 " costs %" PRIu64 ", not %" PRIu64, i,
            path_cost, cost);
    }
  }
}

static void one_to_all(test_state *t, bool reverse) {
  for (uint64_t i = 0; test_more(t, i, 400, 8000); i++) {
    test_random random = {test_begin_case(t, i)};
    const step_map map = step_map_make(&random, false);
    step_room room = step_room_make(!map.level);
    const step_seed start = step_map_cell(&map, &random);
    describe(t, &map);
    step_room_fill(&room, &map, true);
    ovi_fine_begin(&room.search, &room.window, start.x, start.y);
    if (reverse) {
      ovi_fine_reverse(&room.search);
    }
    const ovi_status status = ovi_fine_run(&room.search, UINT64_MAX);
    CHECK(t, status == OVI_NONE, "status %d", (int)status);
    check_all_costs(t, &room, &map, (step_question){&start, 1, reverse, 0});
    step_room_free(&room);
  }
}

static void searches_forward_equal_the_judge(test_state *t) { one_to_all(t, false); }

static void searches_in_reverse_equal_the_judge(test_state *t) { one_to_all(t, true); }

/* Step rules only add to the cost of a step, so the octile heuristic stays a lower bound. */
static void searches_with_a_goal_find_the_least_cost_under_a_step_rule(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 400, 8000); i++) {
    test_random random = {test_begin_case(t, i)};
    step_map map = step_map_make(&random, false);
    map.hop_count = 0;
    step_room room = step_room_make(!map.level);
    const step_seed start = step_map_cell(&map, &random);
    const step_seed goal = step_map_cell(&map, &random);
    const step_question question = {&start, 1, test_random_percent(&random, 50), 0};
    uint64_t expected[STEP_MAP_CELLS];
    describe(t, &map);
    step_room_fill(&room, &map, true);
    step_judge(&map, question, expected);
    ovi_fine_begin(&room.search, &room.window, start.x, start.y);
    if (question.reverse) {
      ovi_fine_reverse(&room.search);
    }
    ovi_fine_set_goal(&room.search, goal.x, goal.y);
    ovi_fine_add_target(&room.search, &room.window, goal.x, goal.y, false);
    const bool found = ovi_fine_settle(&room.search, &room.window);
    const uint64_t cost =
        found ? ovi_fine_cost(&room.search, room.search.progress.settled) : STEP_UNREACHED;
    CHECK(t, cost == expected[goal.y * map.width + goal.x], "%" PRIu64 ", judge %" PRIu64, cost,
          expected[goal.y * map.width + goal.x]);
    step_room_free(&room);
  }
}

static void single_steps_equal_the_judge(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 200, 4000); i++) {
    test_random random = {test_begin_case(t, i)};
    const step_map map = step_map_make(&random, false);
    step_room room = step_room_make(!map.level);
    describe(t, &map);
    step_room_fill(&room, &map, true);
    for (int32_t step = 0; step < map.width * map.height * 8; step++) {
      const int32_t x = step / 8 % map.width;
      const int32_t y = step / 8 / map.width;
      uint64_t cost = 0;
      const bool legal = ovi_window_step(&room.window, x, y, step % 8, &cost);
      const uint64_t expected = step_map_cost(&map, x, y, step % 8);
      CHECK(t, legal == (expected != STEP_UNREACHED) && (!legal || cost == expected),
            "step %" PRId32 " of %" PRId32 ",%" PRId32 ": %d, %" PRIu64 ", judge %" PRIu64,
            step % 8, x, y, legal, cost, expected);
    }
    step_room_free(&room);
  }
}

/* A window is filled twice: without a rule the old rule must be gone, with a rule the old
 * exceptions and heights. */
static void windows_keep_nothing_of_what_they_held_before(test_state *t) {
  step_room room = step_room_make(true);
  for (uint64_t i = 0; test_more(t, i, 200, 4000); i++) {
    test_random random = {test_begin_case(t, i)};
    step_map map = step_map_make(&random, false);
    const step_seed start = step_map_cell(&map, &random);
    describe(t, &map);
    step_room_fill(&room, &map, true);
    memset(map.extras, 0, sizeof map.extras);
    memset(map.heights, 0, sizeof map.heights);
    map.hop_count = 0;
    step_room_fill(&room, &map, test_random_percent(&random, 50));
    ovi_fine_begin(&room.search, &room.window, start.x, start.y);
    ovi_fine_run(&room.search, UINT64_MAX);
    check_all_costs(t, &room, &map, (step_question){&start, 1, false, 0});
  }
  step_room_free(&room);
}

const test_entry test_step_rule_table[] = {
    {"searches_forward_equal_the_judge", searches_forward_equal_the_judge},
    {"searches_in_reverse_equal_the_judge", searches_in_reverse_equal_the_judge},
    {"searches_with_a_goal_find_the_least_cost_under_a_step_rule",
     searches_with_a_goal_find_the_least_cost_under_a_step_rule},
    {"single_steps_equal_the_judge", single_steps_equal_the_judge},
    {"windows_keep_nothing_of_what_they_held_before",
     windows_keep_nothing_of_what_they_held_before},
    {NULL, NULL},
};
