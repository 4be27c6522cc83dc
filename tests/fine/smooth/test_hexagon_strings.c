/* Tests of string pulling over hexagons: random walks over small maps are pulled, and judged by
 * floods of their own, with neighbours of their own. */
#include <inttypes.h>
#include <string.h>

#include "common/topology.h"
#include "fine/smooth/string_pulling.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

enum { SIDE = 40, STEP = 2 * 8 * 70, MOST_WALK = 600, MOST_CELLS = 4 * MOST_WALK };

static const int32_t beside_x[6] = {1, 0, -1, -1, 0, 1};
static const int32_t beside_y[6] = {0, 1, 1, 0, -1, -1};

/* A map in tiles of 8 columns and 16 rows, and what was pulled. */
typedef struct string_case {
  int32_t w, h;
  uint8_t rows[SIDE / 8][SIDE]; /* bits of the columns of a tile */
  ovl_cell cells[MOST_CELLS];   /* all cells of the pulled path */
  int32_t count;
  int32_t turns;
  uint64_t cost;
  bool is_broken;
} string_case;

static bool is_open(const string_case *c, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < c->w && y < c->h && (c->rows[x / 8][y] >> x % 8 & 1) != 0;
}

static bool find_tile(void *user, int32_t x, int32_t y, ovi_tile *tile) {
  const string_case *c = user;
  if (x < 0 || y < 0 || x >= c->w || y >= c->h) {
    return false;
  }
  const int32_t width = c->w - x / 8 * 8 < 8 ? c->w - x / 8 * 8 : 8;
  const int32_t y0 = y / 16 * 16;
  *tile = (ovi_tile){.x = x / 8 * 8,
                     .y = y0,
                     .w = width,
                     .h = c->h - y0 < 16 ? c->h - y0 : 16,
                     .rows = &c->rows[x / 8][y0],
                     .row_bytes = 1,
                     .word_bytes = 1};
  return true;
}

static void take(void *user, ovi_leg leg, bool follows) {
  string_case *c = user;
  (void)follows;
  ovl_cell at = c->cells[c->count - 1];
  c->cost += leg.cost;
  c->turns++;
  while ((at.x != leg.x || at.y != leg.y) && !c->is_broken) {
    const int32_t dx = leg.x > at.x ? 1 : leg.x < at.x ? -1 : 0;
    const int32_t dy = leg.y > at.y ? 1 : leg.y < at.y ? -1 : 0;
    at.x += dx;
    at.y += dy;
    c->is_broken = (dx != 0 && dx == dy) || !is_open(c, at.x, at.y) || c->count == MOST_CELLS;
    if (!c->is_broken) {
      c->cells[c->count++] = at;
    }
  }
}

static void draw_map(string_case *c, test_random *random, int32_t blocked) {
  memset(c, 0, sizeof *c);
  c->w = test_random_between(random, 2, SIDE);
  c->h = test_random_between(random, 2, SIDE);
  for (int32_t y = 0; y < c->h; y++) {
    for (int32_t x = 0; x < c->w; x++) {
      if (!test_random_percent(random, blocked)) {
        c->rows[x / 8][y] |= (uint8_t)(1u << x % 8);
      }
    }
  }
}

/* Walks some way in one direction after the other from an open cell; returns the number of cells.
 */
static int32_t draw_walk(string_case *c, test_random *random, ovl_cell walk[MOST_WALK]) {
  ovl_cell at = {test_random_between(random, 0, c->w - 1), test_random_between(random, 0, c->h - 1),
                 0};
  int32_t count = 0;
  c->rows[at.x / 8][at.y] |= (uint8_t)(1u << at.x % 8);
  walk[count++] = at;
  for (int leg = test_random_between(random, 1, 90); leg > 0; leg--) {
    const int number = test_random_between(random, 0, 5);
    for (int32_t steps = test_random_between(random, 1, 12); steps > 0; steps--) {
      const ovl_cell to = {at.x + beside_x[number], at.y + beside_y[number], 0};
      if (count < MOST_WALK && is_open(c, to.x, to.y)) {
        walk[count++] = at = to;
      }
    }
  }
  return count;
}

static void pull(string_case *c, const ovl_cell *walk, int32_t count) {
  static ovi_string_pulling string;
  ovi_open_bits_begin(&string.bits, OVI_HEXAGONS, find_tile, c);
  string.sink = (ovi_leg_sink){take, c};
  string.weight = 8;
  string.joins = true;
  c->cells[0] = walk[0];
  c->count = 1;
  c->turns = 0;
  c->cost = 0;
  ovi_string_begin(&string, walk[0]);
  for (int32_t i = 1; i < count; i++) {
    ovi_string_add(&string, &walk[i], 1, false);
  }
  ovi_string_end(&string);
}

static int32_t hexagons_between(ovl_cell a, ovl_cell b) {
  const int32_t dx = b.x - a.x;
  const int32_t dy = b.y - a.y;
  const int32_t x = dx < 0 ? -dx : dx;
  const int32_t y = dy < 0 ? -dy : dy;
  const int32_t z = dx + dy < 0 ? -dx - dy : dx + dy;
  return (x + y + z) / 2;
}

static void pulled_walks_are_legal_and_at_rest(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 1500, 60000); i++) {
    test_random random = {test_begin_case(t, i)};
    static string_case c;
    ovl_cell walk[MOST_WALK];
    draw_map(&c, &random, test_random_between(&random, 0, 40));
    const int32_t count = draw_walk(&c, &random, walk);
    pull(&c, walk, count);
    const ovl_cell last = c.cells[c.count - 1];
    CHECK(t, !c.is_broken && last.x == walk[count - 1].x && last.y == walk[count - 1].y,
          "broken or ending elsewhere");
    CHECK(t, c.cost == (uint64_t)(c.count - 1) * STEP && c.count <= count,
          "%" PRId32 " cells for %" PRIu64 ", %" PRId32 " before", c.count, c.cost, count);
    ovl_cell once[MOST_WALK];
    const int32_t cells = c.count;
    memcpy(once, c.cells, (size_t)(cells < MOST_WALK ? cells : 0) * sizeof once[0]);
    if (t->failures == 0 && cells <= MOST_WALK && c.turns < 40) { /* all legs were held at once */
      pull(&c, once, cells);
      CHECK(t, c.count == cells, "%" PRId32 " cells, pulled again %" PRId32, cells, c.count);
    }
  }
}

static void on_open_ground_two_legs_remain(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 500, 10000); i++) {
    test_random random = {test_begin_case(t, i)};
    static string_case c;
    ovl_cell walk[MOST_WALK];
    draw_map(&c, &random, 0);
    const int32_t count = draw_walk(&c, &random, walk);
    pull(&c, walk, count);
    const int32_t steps = hexagons_between(walk[0], walk[count - 1]);
    CHECK(t, c.count == steps + 1 && c.turns <= 2,
          "%" PRId32 " legs, %" PRId32 " cells instead of %" PRId32, c.turns, c.count, steps + 1);
  }
}

const test_entry test_hexagon_strings_table[] = {
    {"pulled_walks_are_legal_and_at_rest", pulled_walks_are_legal_and_at_rest},
    {"on_open_ground_two_legs_remain", on_open_ground_two_legs_remain},
    {NULL, NULL},
};
