/* Tests of smooth.h on ground with step rules and turn costs: random walks over step maps are
 * smoothed, and the cost of each leg is compared with the sum of its steps by step_map_cost. */
#include <inttypes.h>
#include <stdlib.h>

#include "fine/smooth/smooth.h"
#include "tests/model/step_map.h"
#include "tests/support/test.h"

enum { MOST_POINTS = 400 };

/* Points of a path; the cost of a leg stands with the point that it leads to. */
typedef struct point_list {
  ovi_leg legs[MOST_POINTS];
  int32_t count;
} point_list;

static const int32_t step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/* ---- The ground ---------------------------------------------------------- */

static bool is_inside(const step_map *map, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

static uint32_t map_weight(void *user, int32_t x, int32_t y) {
  const step_map *map = user;
  return is_inside(map, x, y) ? map->weights[y * map->width + x] : 0;
}

static uint32_t map_height(void *user, int32_t x, int32_t y) {
  const step_map *map = user;
  return map->heights[y * map->width + x];
}

static uint32_t map_extra(void *user, int32_t x, int32_t y, int direction) {
  const step_map *map = user;
  return map->extras[y * map->width + x][direction];
}

static bool map_has_extra(void *user, int32_t x, int32_t y) {
  uint32_t all = 0;
  for (int direction = 0; direction < 8; direction++) {
    all |= map_extra(user, x, y, direction);
  }
  return all != 0;
}

/* ---- Walks --------------------------------------------------------------- */

static void take_point(void *user, ovi_leg leg, bool follows) {
  (void)follows;
  point_list *list = user;
  if (list->count < MOST_POINTS) {
    list->legs[list->count++] = leg;
  }
}

/* Draws legs of random length in random directions, of legal steps. */
static void draw_walk(const step_map *map, test_random *random, point_list *walk) {
  const step_seed first = step_map_cell(map, random);
  ovl_cell at = {first.x, first.y, 0};
  const int32_t runs = test_random_between(random, 1, 60);
  *walk = (point_list){.count = 0};
  take_point(walk, (ovi_leg){at.x, at.y, 0}, false);
  for (int32_t i = 0; i < runs; i++) {
    const int direction = test_random_between(random, 0, 7);
    const int32_t most = test_random_between(random, 1, 6);
    ovi_leg leg = {at.x, at.y, 0};
    for (int32_t k = 0; k < most; k++) {
      const uint64_t cost = step_map_cost(map, leg.x, leg.y, direction);
      if (cost == STEP_UNREACHED) {
        break;
      }
      leg.x += step_x[direction];
      leg.y += step_y[direction];
      leg.cost += cost;
    }
    if (leg.cost != 0) {
      take_point(walk, leg, false);
      at = ovi_leg_end(leg);
    }
  }
}

static void smooth(const ovi_ground *ground, bool lines, const point_list *in, point_list *out) {
  ovi_smoother smoother = {.ground = ground, .sink = {take_point, out}, .lines = lines};
  out->count = 0;
  ovi_smoother_begin(&smoother, ovi_leg_end(in->legs[0]));
  for (int32_t i = 1; i < in->count; i++) {
    ovi_smoother_add(&smoother, in->legs[i]);
  }
  ovi_smoother_end(&smoother);
}

static int32_t sign(int32_t value) { return (value > 0) - (value < 0); }

static int direction_of(ovl_cell a, ovl_cell b) {
  int direction = 0;
  while (step_x[direction] != sign(b.x - a.x) || step_y[direction] != sign(b.y - a.y)) {
    direction++;
  }
  return direction;
}

static uint64_t whole_cost(const point_list *list) {
  uint64_t cost = 0;
  for (int32_t i = 1; i < list->count; i++) {
    cost += list->legs[i].cost;
  }
  return cost;
}

/* Cost of a straight or diagonal leg, step by step. */
static uint64_t run_cost(const step_map *map, ovl_cell at, ovl_cell to) {
  const int direction = direction_of(at, to);
  uint64_t sum = 0;
  while (at.x != to.x || at.y != to.y) {
    const uint64_t cost = step_map_cost(map, at.x, at.y, direction);
    if (cost == STEP_UNREACHED) {
      return cost;
    }
    sum += cost;
    at.x += step_x[direction];
    at.y += step_y[direction];
  }
  return sum;
}

static bool same_ends(const point_list *a, const point_list *b) {
  const ovl_cell first = ovi_leg_end(a->legs[0]);
  const ovl_cell last = ovi_leg_end(a->legs[a->count - 1]);
  return first.x == ovi_leg_end(b->legs[0]).x && first.y == ovi_leg_end(b->legs[0]).y &&
         last.x == ovi_leg_end(b->legs[b->count - 1]).x &&
         last.y == ovi_leg_end(b->legs[b->count - 1]).y;
}

/* ---- Tests --------------------------------------------------------------- */

/* Half of the maps have few blocked cells, one weight and a gentle slope, so that walks can be
 * smoothed often. */
static step_map draw_map(test_random *random) {
  step_map map = step_map_make(random, test_random_percent(random, 20));
  if (test_random_percent(random, 50)) {
    for (int32_t i = 0; i < map.width * map.height; i++) {
      map.heights[i] = (uint16_t)(i % map.width / 4);
      map.weights[i] = map.weights[i] != 0 || test_random_percent(random, 80) ? 8 : 0;
    }
  }
  if (test_random_percent(random, 30)) {
    map.rule.most_rise = map.rule.most_fall = OVI_STEP_NO_LIMIT;
    memset(map.extras, 0, sizeof map.extras);
  }
  return map;
}

static bool is_free(const step_map *map) {
  bool any = map->rule.most_rise != OVI_STEP_NO_LIMIT || map->rule.most_fall != OVI_STEP_NO_LIMIT;
  for (int32_t i = 0; i < 8 * map->width * map->height; i++) {
    any = any || map->extras[i / 8][i % 8] != 0;
  }
  return !any;
}

static ovi_ground_steps steps_of(const step_map *map) {
  return (ovi_ground_steps){map->rule, map_height, map_extra, map_has_extra, is_free(map)};
}

static void grid_smoothing_obeys_the_step_rule_and_never_raises_the_cost(test_state *t) {
  uint64_t cheaper = 0;
  uint64_t cases = 0;
  for (uint64_t i = 0; test_more(t, i, 20000, 200000); i++, cases++) {
    test_random random = {test_begin_case(t, i)};
    step_map map = draw_map(&random);
    const ovi_ground_steps steps = steps_of(&map);
    const ovi_ground ground = {map_weight, &map, map.corners, NULL, map.plain ? NULL : &steps};
    point_list in;
    point_list out;
    if (map.plain) {
      for (int32_t cell = 0; cell < STEP_MAP_CELLS; cell++) {
        map.heights[cell] = 0;
      }
    }
    draw_walk(&map, &random, &in);
    smooth(&ground, false, &in, &out);
    CHECK(t, same_ends(&in, &out), "the ends differ");
    for (int32_t k = 1; k < out.count; k++) {
      const uint64_t cost = run_cost(&map, ovi_leg_end(out.legs[k - 1]), ovi_leg_end(out.legs[k]));
      CHECK(t, cost == out.legs[k].cost, "leg %" PRId32 " costs %" PRIu64 ", judge %" PRIu64, k,
            out.legs[k].cost, cost);
    }
    const uint64_t before = whole_cost(&in);
    const uint64_t after = whole_cost(&out);
    CHECK(t, after <= before, "from %" PRIu64 " to %" PRIu64, before, after);
    cheaper += after < before ? 1 : 0;
  }
  CHECK(t, t->failures != 0 || cheaper > cases / 2, "%" PRIu64 " of %" PRIu64, cheaper, cases);
}

/* Whether the line between the centres of two cells crosses ground of one weight and one height
 * without exceptions only. It is sampled at 998 points; those on a border between cells are left
 * out. */
static bool line_is_even(const step_map *map, ovl_cell a, ovl_cell b) {
  enum { PARTS = 997 };
  const int32_t first = a.y * map->width + a.x;
  for (int32_t i = 0; i <= PARTS; i++) {
    /* In units of 1 / (2 PARTS) of a cell, from the left or upper border of cell 0. */
    const int64_t x = (2 * (int64_t)a.x + 1) * PARTS + 2 * (int64_t)(b.x - a.x) * i;
    const int64_t y = (2 * (int64_t)a.y + 1) * PARTS + 2 * (int64_t)(b.y - a.y) * i;
    const int32_t cell = (int32_t)(y / (2 * PARTS)) * map->width + (int32_t)(x / (2 * PARTS));
    const bool on_border = x % (2 * PARTS) == 0 || y % (2 * PARTS) == 0;
    if (!on_border &&
        (map->weights[cell] != map->weights[first] || map->heights[cell] != map->heights[first])) {
      return false;
    }
    for (int direction = 0; !on_border && direction < 8; direction++) {
      if (map->extras[cell][direction] != 0) {
        return false;
      }
    }
  }
  return true;
}

/* Returns whether no sample lies in a hexagon that is not even with the first. Points inside
 * differ from its centre by less than 1 in 2 x + y, x + 2 y and x - y. */
static bool line_over_hexagons_is_even(const step_map *map, ovl_cell a, ovl_cell b) {
  enum { PARTS = 97 };
  const int32_t first = a.y * map->width + a.x;
  bool is_even = true;
  for (int32_t i = 0; i <= PARTS; i++) {
    for (int32_t cell = 0; cell < map->width * map->height; cell++) {
      const int32_t x = (b.x - a.x) * i - (cell % map->width - a.x) * PARTS;
      const int32_t y = (b.y - a.y) * i - (cell / map->width - a.y) * PARTS;
      const bool is_inside = abs(2 * x + y) < PARTS && abs(x + 2 * y) < PARTS && abs(x - y) < PARTS;
      is_even = is_even && (!is_inside || (map->weights[cell] == map->weights[first] &&
                                           map->heights[cell] == map->heights[first]));
      for (int direction = 0; is_inside && direction < 8; direction++) {
        is_even = is_even && map->extras[cell][direction] == 0;
      }
    }
  }
  return is_even;
}

static void smoothed_lines_cross_ground_of_one_weight_only(test_state *t) {
  uint64_t lines = 0;
  for (uint64_t i = 0; test_more(t, i, 3000, 60000); i++) {
    test_random random = {test_begin_case(t, i)};
    step_map map = draw_map(&random);
    map.plain = false;
    const ovi_ground_steps steps = steps_of(&map);
    const ovi_ground ground = {map_weight, &map, map.corners, NULL, &steps};
    point_list in;
    point_list out;
    draw_walk(&map, &random, &in);
    smooth(&ground, true, &in, &out);
    CHECK(t, same_ends(&in, &out), "the ends differ");
    for (int32_t k = 1; k < out.count; k++) {
      const ovl_cell a = ovi_leg_end(out.legs[k - 1]);
      const ovl_cell b = ovi_leg_end(out.legs[k]);
      const bool is_hexagonal = map.corners == OVI_HEXAGONS;
      const bool is_run = a.x == b.x || a.y == b.y || b.x - a.x == a.y - b.y ||
                          (b.x - a.x == b.y - a.y && !is_hexagonal);
      lines += is_run ? 0 : 1;
      CHECK(t,
            is_run         ? run_cost(&map, a, b) <= out.legs[k].cost
            : is_hexagonal ? line_over_hexagons_is_even(&map, a, b)
                           : line_is_even(&map, a, b),
            "leg %" PRId32 " from %" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32, k, a.x, a.y,
            b.x, b.y);
    }
  }
  CHECK(t, t->failures != 0 || lines > 500, "only %" PRIu64 " lines", lines);
}

const test_entry test_ground_table[] = {
    {"grid_smoothing_obeys_the_step_rule_and_never_raises_the_cost",
     grid_smoothing_obeys_the_step_rule_and_never_raises_the_cost},
    {"smoothed_lines_cross_ground_of_one_weight_only",
     smoothed_lines_cross_ground_of_one_weight_only},
    {NULL, NULL},
};
