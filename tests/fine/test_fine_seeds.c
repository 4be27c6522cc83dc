/* Searches from several cells that have costs already, over every kind of window. */
#include <inttypes.h>

#include "tests/model/step_map.h"
#include "tests/support/test.h"

enum { MOST_SEEDS = 12 };

typedef struct seed_set {
  step_seed seeds[MOST_SEEDS];
  int32_t count;
} seed_set;

static seed_set draw_seeds(const step_map *map, test_random *random) {
  seed_set set = {.count = test_random_between(random, 1, MOST_SEEDS)};
  for (int32_t i = 0; i < set.count; i++) {
    set.seeds[i] = step_map_cell(map, random);
    set.seeds[i].cost = (uint64_t)test_random_between(random, 0, 20000);
  }
  return set;
}

static void begin(step_room *room, const seed_set *set, bool reverse) {
  ovi_fine_begin_seeds(&room->search, &room->window);
  if (reverse) {
    ovi_fine_reverse(&room->search);
  }
  for (int32_t i = 0; i < set->count; i++) {
    ovi_fine_add_seed(&room->search, set->seeds[i].x, set->seeds[i].y, set->seeds[i].cost);
  }
}

static void check_cell(test_state *t, const step_room *room, const step_map *map, int32_t i,
                       const uint64_t expected[STEP_MAP_CELLS], step_question question) {
  const uint32_t node = ovi_window_cell(&room->window, i % map->width, i / map->width);
  const bool reached = ovi_fine_has_reached(&room->search, node);
  const uint64_t cost = reached ? ovi_fine_cost(&room->search, node) : STEP_UNREACHED;
  CHECK(t, cost == expected[i], "cell %" PRId32 ": %" PRIu64 ", judge %" PRIu64, i, cost,
        expected[i]);
  if (reached && !room->window.bits.in_use) {
    const uint64_t way = step_way_cost(map, room, node, question);
    CHECK(t, way == cost, "the way to cell %" PRId32 " costs %" PRIu64 ", not %" PRIu64, i, way,
          cost);
  }
}

static void seeds_reach_every_cell(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 400, 8000); i++) {
    test_random random = {test_begin_case(t, i)};
    const step_map map = step_map_make(&random, test_random_percent(&random, 30));
    step_room room = step_room_make(!map.level);
    const seed_set set = draw_seeds(&map, &random);
    const bool rule = !map.plain || test_random_percent(&random, 50);
    const step_question question = {set.seeds, set.count, test_random_percent(&random, 50), 0};
    uint64_t expected[STEP_MAP_CELLS];
    step_judge(&map, question, expected);
    step_room_fill(&room, &map, rule);
    begin(&room, &set, question.reverse);
    const ovi_search_status status = ovi_fine_run(&room.search, UINT64_MAX);
    CHECK(t, status == OVI_SEARCH_EXHAUSTED, "status %d", (int)status);
    for (int32_t cell = 0; cell < map.width * map.height; cell++) {
      check_cell(t, &room, &map, cell, expected, question);
    }
    step_room_free(&room);
  }
}

/* Jumps settle targets only. */
static void seeds_jump_to_targets(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 1500, 30000); i++) {
    test_random random = {test_begin_case(t, i)};
    const step_map map = step_map_make(&random, true);
    step_room room = step_room_make(false);
    const seed_set set = draw_seeds(&map, &random);
    const seed_set targets = draw_seeds(&map, &random);
    const step_question question = {set.seeds, set.count, false, 0};
    uint64_t expected[STEP_MAP_CELLS];
    bool all = true;
    step_judge(&map, question, expected);
    step_room_fill_bits(&room, &map);
    begin(&room, &set, test_random_percent(&random, 50));
    for (int32_t k = 0; k < targets.count; k++) {
      const step_seed *target = &targets.seeds[k];
      ovi_fine_add_target(&room.search, &room.window, target->x, target->y, true);
      all = all && expected[target->y * map.width + target->x] != STEP_UNREACHED;
    }
    const bool found = ovi_fine_settle(&room.search, &room.window);
    CHECK(t, found == all, "found %d, judge %d", found, all);
    for (int32_t k = 0; found && k < targets.count; k++) {
      check_cell(t, &room, &map, targets.seeds[k].y * map.width + targets.seeds[k].x, expected,
                 question);
    }
    step_room_free(&room);
  }
}

/* ---- Fields --------------------------------------------------------------- */

/* A way inside leads by a legal step to a cell that has so much less left; any other is that of an
 * origin of just that cost. */
static void check_place(test_state *t, const step_map *map, const seed_set *set,
                        const ovi_field *field, int32_t i) {
  const uint64_t place = field->values[i];
  const uint64_t cost = ovi_field_cost(place);
  const int32_t x = i % map->width;
  const int32_t y = i / map->width;
  const uint32_t way = ovi_field_move(place);
  if (way >= OVI_MOVE_OUT) {
    const int32_t origin = (int32_t)(way - OVI_MOVE_OUT);
    CHECK(t,
          origin < set->count && set->seeds[origin].x == x && set->seeds[origin].y == y &&
              set->seeds[origin].cost == cost,
          "cell %" PRId32 " has the way of origin %" PRId32, i, origin);
    return;
  }
  const uint64_t step = step_map_cost(map, x, y, (int)way);
  const int32_t next = i + ovi_direction_y((int)way) * map->width + ovi_direction_x((int)way);
  CHECK(t, step != STEP_UNREACHED && ovi_field_cost(field->values[next]) + step == cost,
        "cell %" PRId32 " leads in direction %" PRIu32 " for %" PRIu64, i, way, cost);
}

/* Many origins, often of costs that tie, fill a field over every kind of window. */
static void seeds_fill_fields(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 2000, 40000); i++) {
    test_random random = {test_begin_case(t, i)};
    step_map map = step_map_make(&random, test_random_percent(&random, 60));
    map.hop_count = 0;
    step_room room = step_room_make(!map.level);
    seed_set set = draw_seeds(&map, &random);
    uint64_t expected[STEP_MAP_CELLS];
    uint64_t places[STEP_MAP_CELLS];
    const ovi_field field = {places, map.width, map.height};
    for (int32_t k = 0; k < set.count && i % 4 != 0; k++) {
      set.seeds[k].cost = 1120 * (uint64_t)test_random_between(&random, 0, 9) +
                          464 * (uint64_t)test_random_between(&random, 0, 9);
    }
    step_judge(&map, (step_question){set.seeds, set.count, true, 0}, expected);
    if (map.plain && i % 2 == 0) {
      step_room_fill_bits(&room, &map);
    } else {
      step_room_fill(&room, &map, !map.plain || test_random_percent(&random, 30));
    }
    ovi_fine_begin_field(&room.search, &room.window, &field);
    for (int32_t k = 0; k < set.count; k++) {
      ovi_fine_add_origin(&room.search, set.seeds[k].x, set.seeds[k].y, set.seeds[k].cost,
                          OVI_MOVE_OUT + (uint32_t)k);
    }
    ovi_fine_fill_field(&room.search);
    for (int32_t cell = 0; cell < map.width * map.height && t->failures == 0; cell++) {
      const bool is_reached = places[cell] != OVI_FIELD_NONE;
      const uint64_t cost = is_reached ? ovi_field_cost(places[cell]) : STEP_UNREACHED;
      CHECK(t, cost == expected[cell], "cell %" PRId32 ": %" PRIu64 ", judge %" PRIu64, cell, cost,
            expected[cell]);
      if (is_reached) {
        check_place(t, &map, &set, &field, cell);
      }
    }
    step_room_free(&room);
  }
}

const test_entry test_fine_seeds_table[] = {
    {"seeds_reach_every_cell", seeds_reach_every_cell},
    {"seeds_jump_to_targets", seeds_jump_to_targets},
    {"seeds_fill_fields", seeds_fill_fields},
    {NULL, NULL},
};
