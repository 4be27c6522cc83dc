/* Maps, windows and the judge: Bellman and Ford's relaxation over (cell, direction of
 * the last step), which needs no open list and no heuristic that could be wrong. */
#include "tests/model/step_map.h"

#include "fine/window_steps.h"
#include "tests/support/test_allocate.h"

#include <stdlib.h>
#include <string.h>

static const int32_t step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static bool is_inside(const step_map *map, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

/* ---- Maps ---------------------------------------------------------------- */

static uint32_t draw_limit(test_random *random) {
  return test_random_percent(random, 30) ? OVI_STEP_NO_LIMIT
                                         : (uint32_t)test_random_between(random, 0, 4);
}

static uint32_t draw_price(test_random *random) {
  return test_random_percent(random, 40) ? 0 : (uint32_t)test_random_between(random, 1, 3000);
}

static void draw_cells(step_map *map, test_random *random) {
  const int32_t blocked = test_random_between(random, 0, 45);
  const int32_t slope = test_random_between(random, 1, 5);
  for (int32_t i = 0; i < map->width * map->height; i++) {
    map->weights[i] = test_random_percent(random, blocked) ? 0 : 8;
    if (!map->plain && map->weights[i] != 0 && test_random_percent(random, 30)) {
      map->weights[i] = (uint8_t)test_random_between(random, 8, 40);
    }
    map->heights[i] = map->level ? 0 : (uint16_t)test_random_between(random, 100, 100 + slope);
  }
  map->weights[test_random_between(random, 0, map->width * map->height - 1)] = 8;
}

static void draw_exceptions(step_map *map, test_random *random) {
  const int32_t percent = test_random_percent(random, 50) ? 0 : test_random_between(random, 1, 20);
  for (int32_t i = 0; i < map->width * map->height; i++) {
    for (int direction = 0; direction < 8; direction++) {
      if (test_random_percent(random, percent)) {
        map->extras[i][direction] = test_random_percent(random, 50)
                                        ? OVI_STEP_BLOCKED
                                        : (uint32_t)test_random_between(random, 1, 5000);
      }
    }
  }
}

static void draw_hops(step_map *map, test_random *random) {
  map->hop_count =
      test_random_percent(random, 50) ? 0 : test_random_between(random, 1, STEP_MAP_HOPS);
  for (int32_t i = 0; i < map->hop_count; i++) {
    step_seed from = step_map_cell(map, random);
    step_seed to = step_map_cell(map, random);
    map->hops[i] = (step_hop){from.y * map->width + from.x, to.y * map->width + to.x,
                              (uint32_t)test_random_between(random, 1, 9000)};
  }
}

step_map step_map_make(test_random *random, bool plain) {
  step_map map;
  memset(&map, 0, sizeof map);
  map.width = test_random_between(random, 1, STEP_MAP_SIDE);
  map.height = test_random_between(random, 1, STEP_MAP_SIDE);
  map.plain = plain;
  map.level = plain || test_random_percent(random, 30);
  map.corners = !plain                            ? test_random_between(random, 0, OVI_HEXAGONS)
                : test_random_percent(random, 50) ? OVI_HEXAGONS
                                                  : OVI_SQUARES;
  map.rule = (ovi_step_rule){draw_limit(random), draw_limit(random), draw_price(random),
                             draw_price(random)};
  draw_cells(&map, random);
  if (!plain) {
    draw_exceptions(&map, random);
    draw_hops(&map, random);
  }
  return map;
}

step_seed step_map_cell(const step_map *map, test_random *random) {
  step_seed cell = {0, 0, 0, OVI_ANY_DIRECTION};
  for (int attempt = 0; attempt < 20; attempt++) {
    cell.x = test_random_between(random, 0, map->width - 1);
    cell.y = test_random_between(random, 0, map->height - 1);
    if (map->weights[cell.y * map->width + cell.x] != 0) {
      return cell;
    }
  }
  int32_t first = 0;
  while (map->weights[first] == 0) {
    first++;
  }
  return (step_seed){first % map->width, first / map->width, 0, OVI_ANY_DIRECTION};
}

/* A step without a look at corners. */
static uint64_t cost_alone(const step_map *map, int32_t x, int32_t y, int direction) {
  const int32_t to_x = x + step_x[direction];
  const int32_t to_y = y + step_y[direction];
  if (!is_inside(map, x, y) || !is_inside(map, to_x, to_y)) {
    return STEP_UNREACHED;
  }
  const int32_t from = y * map->width + x;
  const int32_t to = to_y * map->width + to_x;
  const uint32_t extra = map->extras[from][direction];
  const int64_t rise = (int64_t)map->heights[to] - map->heights[from];
  if (map->weights[from] == 0 || map->weights[to] == 0 || extra == OVI_STEP_BLOCKED) {
    return STEP_UNREACHED;
  }
  if ((map->rule.most_rise != OVI_STEP_NO_LIMIT && rise > (int64_t)map->rule.most_rise) ||
      (map->rule.most_fall != OVI_STEP_NO_LIMIT && -rise > (int64_t)map->rule.most_fall)) {
    return STEP_UNREACHED;
  }
  const bool is_hexagonal = map->corners == OVI_HEXAGONS;
  if (is_hexagonal && step_x[direction] == step_y[direction]) {
    return STEP_UNREACHED;
  }
  const uint64_t k = step_x[direction] != 0 && step_y[direction] != 0 && !is_hexagonal ? 99 : 70;
  const int64_t slope =
      rise > 0 ? rise * (int64_t)map->rule.rise_cost : -rise * (int64_t)map->rule.fall_cost;
  return k * (uint64_t)(map->weights[from] + map->weights[to]) + (uint64_t)slope + extra;
}

uint64_t step_map_cost(const step_map *map, int32_t x, int32_t y, int direction) {
  const uint64_t cost = cost_alone(map, x, y, direction);
  if (cost == STEP_UNREACHED || direction % 2 == 0) {
    return cost;
  }
  int detours = 0;
  for (int side = -1; side <= 1; side += 2) {
    const int first = (direction + 8 + side) % 8;
    const int second = (direction + 8 - side) % 8;
    detours +=
        cost_alone(map, x, y, first) != STEP_UNREACHED &&
                cost_alone(map, x + step_x[first], y + step_y[first], second) != STEP_UNREACHED
            ? 1
            : 0;
  }
  const bool legal = map->corners == OVL_CORNERS_FREE || map->corners == OVI_HEXAGONS ||
                     (map->corners == OVL_CORNERS_ONE && detours > 0) ||
                     (map->corners == OVL_CORNERS_STRICT && detours == 2);
  return legal ? cost : STEP_UNREACHED;
}

/* ---- Windows ------------------------------------------------------------- */

static void place_room(step_room *room, ovi_arena *arena, bool heights) {
  const ovi_window_shape most = {0, 0, STEP_MAP_SIDE, STEP_MAP_SIDE, 0, 8, false};
  ovi_window_reserve(&room->window, arena, most, true);
  ovi_window_reserve_steps(&room->window, arena, heights, 8 * STEP_MAP_CELLS + 2 * STEP_MAP_HOPS);
  ovi_fine_reserve(&room->search, arena, room->window.max_cells);
  ovi_fine_reserve_turns(&room->search, arena, room->window.max_cells);
}

step_room step_room_make(bool heights) {
  step_room room = {.block = NULL};
  ovi_arena count = {NULL, 0};
  place_room(&room, &count, heights);
  room.block = test_bytes((size_t)count.used);
  memset(room.block, 0xa5, (size_t)count.used); /* nothing may count on zeros */
  ovi_arena cut = {room.block, 0};
  place_room(&room, &cut, heights);
  return room;
}

void step_room_free(step_room *room) { free(room->block); }

static void fill_exceptions(ovi_window *window, const step_map *map) {
  for (int32_t i = 0; i < map->width * map->height; i++) {
    for (int direction = 0; direction < 8; direction++) {
      if (map->extras[i][direction] != 0) {
        ovi_window_except(window, i % map->width, i / map->width, direction,
                          map->extras[i][direction]);
      }
    }
  }
  for (int32_t i = 0; i < map->hop_count; i++) {
    const step_hop *hop = &map->hops[i];
    ovi_window_add_hop(
        window, ovi_window_cell(window, hop->from % map->width, hop->from / map->width),
        ovi_window_cell(window, hop->to % map->width, hop->to / map->width), hop->cost);
  }
}

void step_window_fill(ovi_window *window, const step_map *map, bool rule) {
  const ovi_window_shape shape = {0, 0, map->width, map->height, (uint8_t)map->corners, 8, false};
  ovi_window_open(window, &shape, rule ? &map->rule : NULL);
  for (int32_t i = 0; i < map->width * map->height; i++) {
    const uint32_t cell = ovi_window_cell(window, i % map->width, i / map->width);
    window->weights[cell] = map->weights[i];
    if (rule && window->steps.heights != NULL) {
      window->steps.heights[cell] = map->heights[i];
    }
  }
  if (rule) {
    fill_exceptions(window, map);
  }
}

void step_room_fill(step_room *room, const step_map *map, bool rule) {
  step_window_fill(&room->window, map, rule);
}

void step_window_fill_bits(ovi_window *window, const step_map *map) {
  const ovi_window_shape shape = {0, 0, map->width, map->height, (uint8_t)map->corners, 8, true};
  ovi_window_open(window, &shape, NULL);
  for (int32_t y = 0; y < map->height; y++) {
    uint64_t open[2] = {0, 0};
    for (int32_t x = 0; x < map->width; x++) {
      open[0] |= (uint64_t)(map->weights[y * map->width + x] != 0) << x;
    }
    ovi_window_paste_bits(window, 0, y, open);
  }
}

void step_room_fill_bits(step_room *room, const step_map *map) {
  step_window_fill_bits(&room->window, map);
  ovi_window_prepare(&room->window);
}

ovi_local_search step_local_search_make(bool heights, void **block) {
  ovi_local_search local = {.windows = 0};
  const ovi_local_search_needs needs = {true, heights, true, 8 * STEP_MAP_CELLS};
  ovi_arena arena = {NULL, 0};
  ovi_local_search_reserve(&local, &arena, STEP_MAP_SIDE, needs);
  *block = test_bytes((size_t)arena.used);
  arena = (ovi_arena){*block, 0};
  ovi_local_search_reserve(&local, &arena, STEP_MAP_SIDE, needs);
  return local;
}

/* ---- The judge ----------------------------------------------------------- */

/* Costs of each cell by the direction of the last step. */
typedef struct judge_table {
  uint64_t distances[STEP_MAP_CELLS][8];
  bool changed;
} judge_table;

static void lower(judge_table *table, int32_t cell, int direction, uint64_t cost) {
  if (cost < table->distances[cell][direction]) {
    table->distances[cell][direction] = cost;
    table->changed = true;
  }
}

/* Relaxes what joins two cells, from one of them to the other. */
static void relax(judge_table *table, const step_question *question, int32_t from, int32_t to,
                  int direction, uint64_t cost) {
  const int32_t known = question->reverse ? to : from;
  const int32_t other = question->reverse ? from : to;
  for (int last = 0; last < 8; last++) {
    const uint64_t distance = table->distances[known][last];
    if (distance == STEP_UNREACHED || cost == STEP_UNREACHED) {
      continue;
    }
    const int next = direction < 0 ? last : direction; /* a hop turns nobody */
    lower(table, other, next, distance + cost + (next != last ? question->turn_cost : 0));
  }
}

static void relax_all(judge_table *table, const step_map *map, const step_question *question) {
  table->changed = false;
  for (int32_t i = 0; i < map->width * map->height; i++) {
    for (int direction = 0; direction < 8; direction++) {
      const int32_t x = i % map->width;
      const int32_t y = i / map->width;
      if (is_inside(map, x + step_x[direction], y + step_y[direction])) {
        relax(table, question, i, i + step_y[direction] * map->width + step_x[direction], direction,
              step_map_cost(map, x, y, direction));
      }
    }
  }
  for (int32_t i = 0; i < map->hop_count; i++) {
    relax(table, question, map->hops[i].from, map->hops[i].to, -1, map->hops[i].cost);
  }
}

void step_judge(const step_map *map, step_question question, uint64_t distances[STEP_MAP_CELLS]) {
  judge_table table;
  memset(&table, 0xff, sizeof table); /* STEP_UNREACHED */
  for (int32_t i = 0; i < question.seed_count; i++) {
    const step_seed *seed = &question.seeds[i];
    for (int direction = 0; direction < 8; direction++) {
      if (seed->direction == OVI_ANY_DIRECTION || seed->direction == direction) {
        lower(&table, seed->y * map->width + seed->x, direction, seed->cost);
      }
    }
  }
  do {
    relax_all(&table, map, &question);
  } while (table.changed);
  for (int32_t i = 0; i < map->width * map->height; i++) {
    distances[i] = STEP_UNREACHED;
    for (int direction = 0; direction < 8; direction++) {
      const uint64_t distance = table.distances[i][direction];
      distances[i] = distance < distances[i] ? distance : distances[i];
    }
  }
}

/* ---- Ways ---------------------------------------------------------------- */

static int direction_between(int32_t dx, int32_t dy) {
  for (int direction = 0; direction < 8; direction++) {
    if (step_x[direction] == dx && step_y[direction] == dy) {
      return direction;
    }
  }
  return -1;
}

/* The cheapest that joins two cells: a step or a hop. */
static uint64_t cost_between(const step_map *map, int32_t from, int32_t to, int *direction) {
  const int32_t x = from % map->width;
  const int32_t y = from / map->width;
  *direction = direction_between(to % map->width - x, to / map->width - y);
  uint64_t cost = *direction >= 0 ? step_map_cost(map, x, y, *direction) : STEP_UNREACHED;
  for (int32_t i = 0; i < map->hop_count; i++) {
    if (map->hops[i].from == from && map->hops[i].to == to && map->hops[i].cost < cost) {
      cost = map->hops[i].cost;
      *direction = -1;
    }
  }
  return cost;
}

/* What the seed at a cell begins with; STEP_UNREACHED if there is none. */
static uint64_t seed_cost(const step_question *question, int32_t x, int32_t y, int *direction) {
  uint64_t cost = STEP_UNREACHED;
  for (int32_t i = 0; i < question->seed_count; i++) {
    const step_seed *seed = &question->seeds[i];
    if (seed->x == x && seed->y == y && seed->cost < cost) {
      cost = seed->cost;
      *direction = seed->direction;
    }
  }
  return cost;
}

uint64_t step_way_cost(const step_map *map, const step_room *room, uint32_t node,
                       step_question question) {
  uint32_t cells[(STEP_MAP_SIDE + 2) * (STEP_MAP_SIDE + 2)];
  const ovi_window *window = &room->window;
  const uint32_t count = room->search.kind.has_turns
                             ? ovi_fine_turning_path(&room->search, node, cells)
                             : ovi_fine_path(&room->search, node, cells);
  int last = OVI_ANY_DIRECTION;
  uint64_t cost = seed_cost(&question, ovi_window_cell_x(window, cells[0]),
                            ovi_window_cell_y(window, cells[0]), &last);
  for (uint32_t i = 1; i < count && cost != STEP_UNREACHED; i++) {
    const int32_t before = ovi_window_cell_y(window, cells[i - 1]) * map->width +
                           ovi_window_cell_x(window, cells[i - 1]);
    const int32_t after =
        ovi_window_cell_y(window, cells[i]) * map->width + ovi_window_cell_x(window, cells[i]);
    int direction;
    const uint64_t step = question.reverse ? cost_between(map, after, before, &direction)
                                           : cost_between(map, before, after, &direction);
    if (step == STEP_UNREACHED) {
      return STEP_UNREACHED;
    }
    const bool turns = direction >= 0 && last >= 0 && direction != last;
    cost += step + (turns ? question.turn_cost : 0);
    last = direction >= 0 ? direction : last;
  }
  return cost;
}
