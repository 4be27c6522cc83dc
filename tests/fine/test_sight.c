/* Tests of the cells in plain sight of a cell, compared with walks in two directions at a time,
 * step by step. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/topology.h"
#include "fine/sight.h"
#include "tests/support/test.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_random.h"

enum { SIDE = OVI_NARROW_CELLS };

typedef struct sight_case {
  int32_t w, h;
  int topology;
  bool open[SIDE][SIDE];
  ovi_window window;
  void *block;
  ovi_sight from;
} sight_case;

/* Windows up to the largest narrow one, a quarter of which have that side; few cells are blocked,
 * some or many. */
static sight_case draw_case(test_random *random) {
  sight_case c = {.w = test_random_between(random, 1, SIDE), .h = SIDE};
  c.w = test_random_percent(random, 25) ? SIDE : c.w;
  c.h = test_random_percent(random, 25) ? SIDE : test_random_between(random, 1, SIDE);
  const int32_t blocked = test_random_between(random, 0, 3) * test_random_between(random, 0, 12);
  c.topology = test_random_percent(random, 50) ? OVI_HEXAGONS : OVI_SQUARES;
  const ovi_window_shape shape = {0, 0, c.w, c.h, (uint8_t)c.topology, 8, true};
  ovi_arena arena = {NULL, 0};
  ovi_window_reserve(&c.window, &arena, shape, true);
  c.block = test_allocate(1, (size_t)arena.used);
  arena = (ovi_arena){c.block, 0};
  ovi_window_reserve(&c.window, &arena, shape, true);
  ovi_window_open(&c.window, &shape, NULL);
  c.from =
      (ovi_sight){test_random_between(random, 0, c.w - 1), test_random_between(random, 0, c.h - 1)};
  for (int32_t y = 0; y < c.h; y++) {
    uint64_t row[2] = {0, 0};
    for (int32_t x = 0; x < c.w; x++) {
      const bool is_start = x == c.from.x && y == c.from.y;
      c.open[y][x] = is_start || !test_random_percent(random, blocked);
      row[0] |= (uint64_t)c.open[y][x] << x;
    }
    ovi_window_paste_bits(&c.window, 0, y, row);
  }
  return c;
}

static bool is_open(const sight_case *c, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < c->w && y < c->h && c->open[y][x];
}

static bool can_step(const sight_case *c, int32_t x, int32_t y, int direction) {
  const int32_t dx = ovi_direction_x(direction);
  const int32_t dy = ovi_direction_y(direction);
  if (c->topology == OVI_HEXAGONS) {
    return is_open(c, x + dx, y + dy);
  }
  return is_open(c, x + dx, y) && is_open(c, x, y + dy) && is_open(c, x + dx, y + dy);
}

/* Marks all cells that steps in both directions lead to. */
static void walk(const sight_case *c, int one, int other, bool reached[SIDE][SIDE]) {
  const int directions[2] = {one, other};
  int32_t list[SIDE * SIDE];
  bool known[SIDE][SIDE] = {{false}};
  int32_t count = 1;
  list[0] = c->from.y * SIDE + c->from.x;
  for (int32_t i = 0; i < count; i++) {
    const int32_t x = list[i] % SIDE;
    const int32_t y = list[i] / SIDE;
    reached[y][x] = true;
    for (int k = 0; k < 2; k++) {
      const int32_t to_x = x + ovi_direction_x(directions[k]);
      const int32_t to_y = y + ovi_direction_y(directions[k]);
      if (can_step(c, x, y, directions[k]) && !known[to_y][to_x]) {
        known[to_y][to_x] = true;
        list[count++] = to_y * SIDE + to_x;
      }
    }
  }
}

static void walk_all(const sight_case *c, bool reached[SIDE][SIDE]) {
  static const int around[6] = {OVI_E, OVI_S, OVI_SW, OVI_W, OVI_N, OVI_NE};
  for (int i = 0; i < 6 && c->topology == OVI_HEXAGONS; i++) {
    walk(c, around[i], around[(i + 1) % 6], reached);
  }
  for (int straight = 0; straight < 8 && c->topology == OVI_SQUARES; straight += 2) {
    walk(c, straight, (straight + 1) % 8, reached);
    walk(c, straight, (straight + 7) % 8, reached);
  }
}

/* Squares at 45 degrees, hexagons at 60. */
static void an_area_is_what_steps_in_two_directions_side_by_side_lead_to(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 400, 8000); i++) {
    test_random random = {test_begin_case(t, i)};
    sight_case c = draw_case(&random);
    bool reached[SIDE][SIDE] = {{false}};
    uint64_t rows[SIDE];
    walk_all(&c, reached);
    memset(rows, 0xa5, sizeof rows);
    ovi_sight_find_area(&c.from, &c.window, rows);
    for (int32_t y = 0; y < c.h; y++) {
      for (int32_t x = 0; x < c.w; x++) {
        const bool seen = (rows[y] >> x & 1u) != 0;
        CHECK(t, seen == reached[y][x],
              "%" PRId32 " x %" PRId32 ", from %" PRId32 ", %" PRId32 ": cell %" PRId32 ", %" PRId32
              " is seen %d, reached %d",
              c.w, c.h, c.from.x, c.from.y, x, y, seen, reached[y][x]);
      }
    }
    free(c.block);
  }
}

const test_entry test_sight_table[] = {
    {"an_area_is_what_steps_in_two_directions_side_by_side_lead_to",
     an_area_is_what_steps_in_two_directions_side_by_side_lead_to},
    {NULL, NULL},
};
