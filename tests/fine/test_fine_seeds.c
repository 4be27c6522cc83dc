/* Tests of searches and fields that begin at several cells, each with a cost of its own, in every
 * kind of window: weights, step rules and bits. Costs and paths are compared with step_judge. */
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
    const uint64_t path_cost = step_way_cost(map, room, node, question);
    CHECK(t, path_cost == cost, "the path to cell %" PRId32 " costs %" PRIu64 ", not %" PRIu64, i,
          path_cost, cost);
  }
}

static void seeds_give_every_cell_its_least_cost(test_state *t) {
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
    const ovi_status status = ovi_fine_run(&room.search, UINT64_MAX);
    CHECK(t, status == OVI_NONE, "status %d", (int)status);
    for (int32_t cell = 0; cell < map.width * map.height; cell++) {
      check_cell(t, &room, &map, cell, expected, question);
    }
    step_room_free(&room);
  }
}

/* Over bits a search gives costs to its targets alone. */
static void seeds_give_targets_their_least_costs_over_bits(test_state *t) {
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

/* Checks the value of a cell. A direction must lead by a legal step to a cell whose cost is less by
 * the cost of that step; the move of an origin must stand at this origin and have its cost. */
static void check_value(test_state *t, const step_map *map, const seed_set *set,
                        const ovi_field *field, int32_t i) {
  const uint64_t value = field->values[i];
  const uint64_t cost = ovi_field_cost(value);
  const int32_t x = i % map->width;
  const int32_t y = i / map->width;
  const uint32_t move = ovi_field_move(value);
  if (move >= OVI_MOVE_OUT) {
    const int32_t origin = (int32_t)(move - OVI_MOVE_OUT);
    CHECK(t,
          origin < set->count && set->seeds[origin].x == x && set->seeds[origin].y == y &&
              set->seeds[origin].cost == cost,
          "cell %" PRId32 " has the move of origin %" PRId32, i, origin);
    return;
  }
  const uint64_t step = step_map_cost(map, x, y, (int)move);
  const int32_t next = i + ovi_direction_y((int)move) * map->width + ovi_direction_x((int)move);
  CHECK(t, step != STEP_UNREACHED && ovi_field_cost(field->values[next]) + step == cost,
        "cell %" PRId32 " leads in direction %" PRIu32 " for %" PRIu64, i, move, cost);
}

/* In three of four cases the costs of the origins are sums of a few step costs, so that paths from
 * different origins often tie. */
static void fields_hold_least_costs_and_moves_to_their_origins(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 2000, 40000); i++) {
    test_random random = {test_begin_case(t, i)};
    step_map map = step_map_make(&random, test_random_percent(&random, 60));
    map.hop_count = 0;
    step_room room = step_room_make(!map.level);
    seed_set set = draw_seeds(&map, &random);
    uint64_t expected[STEP_MAP_CELLS];
    uint64_t values[STEP_MAP_CELLS];
    const ovi_field field = {values, map.width, map.height};
    for (int32_t k = 0; k < set.count && i % 4 != 0; k++) {
      set.seeds[k].cost = 1120 * (uint64_t)test_random_between(&random, 0, 9) +
                          464 * (uint64_t)test_random_between(&random, 0, 9);
    }
    step_judge(&map, (step_question){set.seeds, set.count, true, 0}, expected);
    if (map.plain && map.corners == OVI_SQUARES && i % 2 == 0) { /* rays go over squares alone */
      step_room_fill_bits(&room, &map);
    } else {
      step_room_fill(&room, &map, !map.plain || test_random_percent(&random, 30));
    }
    ovi_fine_begin_field(&room.search, &room.window, &field);
    for (int32_t k = 0; k < set.count; k++) {
      ovi_fine_add_origin(&room.search, set.seeds[k].x, set.seeds[k].y, set.seeds[k].cost,
                          OVI_MOVE_OUT + (uint32_t)k);
    }
    const uint64_t slice = (uint64_t)test_random_between(&random, 1, 40);
    while (ovi_fine_fill_field(&room.search, slice) == OVI_PAUSED) {
    }
    for (int32_t cell = 0; cell < map.width * map.height && t->failures == 0; cell++) {
      const bool is_reached = values[cell] != OVI_FIELD_NONE;
      const uint64_t cost = is_reached ? ovi_field_cost(values[cell]) : STEP_UNREACHED;
      CHECK(t, cost == expected[cell], "cell %" PRId32 ": %" PRIu64 ", judge %" PRIu64, cell, cost,
            expected[cell]);
      if (is_reached) {
        check_value(t, &map, &set, &field, cell);
      }
    }
    step_room_free(&room);
  }
}

const test_entry test_fine_seeds_table[] = {
    {"seeds_give_every_cell_its_least_cost", seeds_give_every_cell_its_least_cost},
    {"seeds_give_targets_their_least_costs_over_bits",
     seeds_give_targets_their_least_costs_over_bits},
    {"fields_hold_least_costs_and_moves_to_their_origins",
     fields_hold_least_costs_and_moves_to_their_origins},
    {NULL, NULL},
};
