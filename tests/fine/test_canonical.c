/* Tests of canonical.h: searches over weights that expand canonical neighbours, from one start to
 * several targets, compared with step_judge. The maps consist of patches of one weight, so that
 * many cells are even: all their neighbours weigh the same, and fewer of them are expanded. */
#include <inttypes.h>
#include <string.h>

#include "tests/model/step_map.h"
#include "tests/support/test.h"

enum { MOST_TARGETS = 6 };

/* Draws overlapping rectangles, each of one weight or blocked. */
static void draw_patches(step_map *map, test_random *random) {
  const int32_t patches = test_random_between(random, 0, 12);
  const uint8_t least = (uint8_t)test_random_between(random, 8, 12);
  for (int32_t i = 0; i < map->width * map->height; i++) {
    map->weights[i] = least;
  }
  for (int32_t i = 0; i < patches; i++) {
    const int32_t x0 = test_random_between(random, 0, map->width - 1);
    const int32_t y0 = test_random_between(random, 0, map->height - 1);
    const int32_t x1 = test_random_between(random, x0, map->width - 1);
    const int32_t y1 = test_random_between(random, y0, map->height - 1);
    const int32_t width = x1 - x0 + 1;
    const int32_t steep = test_random_percent(random, 20) ? 255 : 40;
    const uint8_t weight =
        test_random_percent(random, 35) ? 0 : (uint8_t)test_random_between(random, 8, steep);
    for (int32_t y = y0; y <= y1; y++) {
      memset(&map->weights[y * map->width + x0], weight, (size_t)width);
    }
  }
  map->weights[test_random_between(random, 0, map->width * map->height - 1)] = 8;
}

static step_map draw_map(test_random *random) {
  step_map map = step_map_make(random, true);
  map.corners = test_random_between(random, 0, OVL_CORNERS_COUNT - 1);
  draw_patches(&map, random);
  return map;
}

static void check_target(test_state *t, const step_map *map, const step_room *room,
                         const step_seed *target, const uint64_t expected[STEP_MAP_CELLS],
                         step_question question) {
  const uint32_t node = ovi_window_cell(&room->window, target->x, target->y);
  const uint64_t cost = ovi_fine_cost(&room->search, node);
  const uint64_t least = expected[target->y * map->width + target->x];
  const uint64_t path_cost = step_way_cost(map, room, node, question);
  CHECK(t, cost == least && path_cost == cost,
        "to %" PRId32 ",%" PRId32 ": %" PRIu64 ", judge %" PRIu64 ", its path %" PRIu64, target->x,
        target->y, cost, least, path_cost);
}

static void settle_targets(test_state *t, bool aimed, int32_t count) {
  for (uint64_t i = 0; test_more(t, i, 1500, 30000); i++) {
    test_random random = {test_begin_case(t, i)};
    const step_map map = draw_map(&random);
    step_room room = step_room_make(false);
    const step_seed start = step_map_cell(&map, &random);
    const step_question question = {&start, 1, false, 0};
    step_seed targets[MOST_TARGETS];
    uint64_t expected[STEP_MAP_CELLS];
    bool all = true;
    test_context(t, "%" PRId32 " x %" PRId32 ", corners %d, from %" PRId32 ",%" PRId32, map.width,
                 map.height, map.corners, start.x, start.y);
    step_judge(&map, question, expected);
    step_room_fill(&room, &map, false);
    ovi_fine_begin(&room.search, &room.window, start.x, start.y);
    for (int32_t k = 0; k < count; k++) {
      targets[k] = step_map_cell(&map, &random);
      if (aimed) {
        ovi_fine_set_goal(&room.search, targets[k].x, targets[k].y);
      }
      ovi_fine_add_target(&room.search, &room.window, targets[k].x, targets[k].y, true);
      all = all && expected[targets[k].y * map.width + targets[k].x] != STEP_UNREACHED;
    }
    const bool found = ovi_fine_settle(&room.search, &room.window);
    CHECK(t, found == all, "found %d, judge %d", found, all);
    for (int32_t k = 0; found && k < count; k++) {
      check_target(t, &map, &room, &targets[k], expected, question);
    }
    step_room_free(&room);
  }
}

static void canonical_order_finds_the_costs_of_all_targets(test_state *t) {
  settle_targets(t, false, MOST_TARGETS);
}

static void canonical_order_finds_the_path_to_a_goal(test_state *t) { settle_targets(t, true, 1); }

/* With several targets the heuristic leads to the last one only. It is consistent all the same, so
 * the costs of the other targets must be exact too. */
static void canonical_order_finds_all_targets_with_one_of_them_as_the_goal(test_state *t) {
  settle_targets(t, true, MOST_TARGETS);
}

const test_entry test_canonical_table[] = {
    {"canonical_order_finds_the_costs_of_all_targets",
     canonical_order_finds_the_costs_of_all_targets},
    {"canonical_order_finds_the_path_to_a_goal", canonical_order_finds_the_path_to_a_goal},
    {"canonical_order_finds_all_targets_with_one_of_them_as_the_goal",
     canonical_order_finds_all_targets_with_one_of_them_as_the_goal},
    {NULL, NULL},
};
