/* Tests of canonical.h: searches over weights, or weights and heights, that expand canonical
 * neighbours, from one start to several targets, compared with step_judge. The maps consist of
 * patches of one weight, so that many cells are even: all their neighbours weigh the same, and
 * fewer of them are expanded. */
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

/* Draws level patches on a ramp, and bumps. Of half of the maps only a few steps are too steep. */
static void draw_heights(step_map *map, test_random *random) {
  const int32_t base = test_random_percent(random, 30) ? test_random_between(random, 0, 60000) : 10;
  const int32_t ramp[2] = {test_random_between(random, -2, 2), test_random_between(random, -2, 2)};
  const int32_t bumps = test_random_between(random, 0, 40);
  const int32_t most = test_random_percent(random, 80) ? 1 : 40;
  const int32_t cells = map->width * map->height;
  for (int32_t i = 0; i < cells; i++) {
    const int32_t x = i % map->width;
    const int32_t y = i / map->width;
    const int32_t slope = ramp[0] * (x / 3) + ramp[1] * (y / 3);
    const int32_t bump =
        test_random_percent(random, bumps) ? test_random_between(random, -most, most) : 0;
    const int32_t height = base + 40 + slope + bump;
    map->heights[i] = (uint16_t)(height > 0 ? height : 0);
  }
  const bool is_limited = test_random_percent(random, 50);
  const int32_t dearest = test_random_percent(random, 20) ? 100000 : 600;
  const uint32_t rise = (uint32_t)test_random_between(random, 0, dearest);
  const bool is_equal = test_random_percent(random, 50);
  map->rule.rise_cost = rise;
  map->rule.fall_cost = is_equal ? rise : (uint32_t)test_random_between(random, 0, dearest);
  map->rule.most_rise =
      is_limited ? (uint32_t)test_random_between(random, 0, 4) : OVI_STEP_NO_LIMIT;
  map->rule.most_fall =
      is_limited && !is_equal ? (uint32_t)test_random_between(random, 0, 4) : map->rule.most_rise;
  map->level = false;
  map->plain = false;
}

static step_map draw_map(test_random *random, bool slopes) {
  step_map map = step_map_make(random, true);
  map.corners = test_random_between(random, 0, OVI_HEXAGONS);
  draw_patches(&map, random);
  if (slopes) {
    draw_heights(&map, random);
  }
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

/* Searches over weights, and in half of the cases over heights as well. */
static void settle_targets(test_state *t, bool aimed, int32_t count) {
  for (uint64_t i = 0; test_more(t, i, 3000, 60000); i++) {
    test_random random = {test_begin_case(t, i)};
    const bool slopes = test_random_percent(&random, 50);
    const step_map map = draw_map(&random, slopes);
    step_room room = step_room_make(slopes);
    const step_seed start = step_map_cell(&map, &random);
    const step_question question = {&start, 1, slopes && test_random_percent(&random, 50), 0};
    step_seed targets[MOST_TARGETS];
    uint64_t expected[STEP_MAP_CELLS];
    bool all = true;
    test_context(t, "%" PRId32 " x %" PRId32 ", corners %d, from %" PRId32 ",%" PRId32, map.width,
                 map.height, map.corners, start.x, start.y);
    step_judge(&map, question, expected);
    step_room_fill(&room, &map, slopes);
    ovi_fine_begin(&room.search, &room.window, start.x, start.y);
    if (question.reverse) {
      ovi_fine_reverse(&room.search);
    }
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
