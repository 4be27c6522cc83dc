/* Units that pass through doors and corridors one cell wide. Where all destinations differ and none
 * lies inside such a corridor, all have arrived within 3 times the sum of the longest walk and of
 * the turns that the busiest narrow place needs if it lets one unit through at a time. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/crowd/units/unit_scene.h"
#include "tests/support/test_jobs.h"
#include "tests/support/test_random.h"

/* ---- Maps ---------------------------------------------------------------------- */

enum { LEAST_SIDE = 14, MOST_SIDE = 48, WALLED = '#', OPEN = '.' };

/* A map of rows of letters. */
typedef struct drawing {
  char cells[MOST_SIDE][MOST_SIDE + 1];
  const char *rows[MOST_SIDE + 1];
  int32_t width, height;
} drawing;

static void carve(drawing *map, int32_t x, int32_t y, int32_t width, int32_t height) {
  for (int32_t row = y; row < y + height && row < map->height - 1; row++) {
    for (int32_t column = x; column < x + width && column < map->width - 1; column++) {
      map->cells[row][column] = OPEN;
    }
  }
}

/* Rooms in a grid, with walls of one cell and a door in most of them. */
static void draw_grid(drawing *map, test_random *random) {
  const int32_t width = test_random_between(random, 3, 9);
  const int32_t height = test_random_between(random, 3, 9);
  for (int32_t y = 1; y < map->height - 1; y += height + 1) {
    for (int32_t x = 1; x < map->width - 1; x += width + 1) {
      carve(map, x, y, width, height);
      if (test_random_percent(random, 85)) {
        carve(map, x + width, y + test_random_between(random, 0, height - 1), 1, 1);
      }
      if (test_random_percent(random, 85)) {
        carve(map, x + test_random_between(random, 0, width - 1), y + height, 1, 1);
      }
    }
  }
}

/* Rooms, each joined to the one before by a corridor with one bend. */
static void draw_rooms(drawing *map, test_random *random) {
  const int32_t rooms = test_random_between(random, 2, 9);
  int32_t x = 0;
  int32_t y = 0;
  for (int32_t i = 0; i < rooms; i++) {
    const int32_t at_x = test_random_between(random, 1, map->width - 5);
    const int32_t at_y = test_random_between(random, 1, map->height - 5);
    carve(map, at_x, at_y, test_random_between(random, 3, 9), test_random_between(random, 3, 9));
    if (i != 0) {
      carve(map, x < at_x ? x : at_x, y, abs(at_x - x) + 1, 1);
      carve(map, at_x, y < at_y ? y : at_y, 1, abs(at_y - y) + 1);
    }
    x = at_x;
    y = at_y;
  }
}

/* Two halls, joined by a few corridors. */
static void draw_halls(drawing *map, test_random *random) {
  const int32_t hall = test_random_between(random, 3, map->width / 3);
  carve(map, 1, 1, hall, map->height - 2);
  carve(map, map->width - 1 - hall, 1, hall, map->height - 2);
  for (int32_t y = test_random_between(random, 1, map->height - 2); y < map->height - 1;
       y += test_random_between(random, 4, map->height)) {
    carve(map, 1, y, map->width - 2, 1);
  }
}

/* A hall with rooms at the ends of corridors. */
static void draw_comb(drawing *map, test_random *random) {
  const int32_t hall = test_random_between(random, 3, 5);
  carve(map, 1, 1, map->width - 2, hall);
  for (int32_t x = 2; x < map->width - 6; x += test_random_between(random, 5, 9)) {
    const int32_t deep = test_random_between(random, 1, 6);
    carve(map, x + 1, 1 + hall, 1, deep);
    carve(map, x, 1 + hall + deep, 3, test_random_between(random, 3, 9));
  }
}

static void draw(drawing *map, test_random *random) {
  static void (*const kinds[])(drawing *, test_random *) = {draw_grid, draw_rooms, draw_halls,
                                                            draw_comb};
  map->width = test_random_between(random, LEAST_SIDE, MOST_SIDE);
  map->height = test_random_between(random, LEAST_SIDE, MOST_SIDE);
  for (int32_t y = 0; y < map->height; y++) {
    memset(map->cells[y], WALLED, (size_t)map->width);
    map->cells[y][map->width] = '\0';
    map->rows[y] = map->cells[y];
  }
  map->rows[map->height] = NULL;
  kinds[test_random_between(random, 0, 3)](map, random);
}

static bool is_open(const drawing *map, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < map->width && y < map->height && map->cells[y][x] == OPEN;
}

/* Whether a cell is inside a corridor or a door: it is not part of any open square of 2 x 2 cells.
 */
static bool is_narrow(const drawing *map, int32_t x, int32_t y) {
  for (int32_t dy = -1; dy <= 1; dy += 2) {
    for (int32_t dx = -1; dx <= 1; dx += 2) {
      if (is_open(map, x + dx, y) && is_open(map, x, y + dy) && is_open(map, x + dx, y + dy)) {
        return false;
      }
    }
  }
  return is_open(map, x, y);
}

/* ---- The bound ------------------------------------------------------------------- */

/* Numbers of the narrow places, from 1, and the turns that each needs. */
typedef struct narrows {
  int32_t place[MOST_SIDE][MOST_SIDE];
  uint32_t turns[MOST_SIDE * MOST_SIDE];
  uint32_t longest;
} narrows;

static void number_places(const drawing *map, narrows *all) {
  bool changed = true;
  memset(all, 0, sizeof *all);
  for (int32_t y = 0; y < map->height; y++) {
    for (int32_t x = 0; x < map->width; x++) {
      all->place[y][x] = is_narrow(map, x, y) ? y * map->width + x + 1 : 0;
    }
  }
  while (changed) { /* neighbours get the smaller number of both */
    changed = false;
    for (int32_t y = 1; y < map->height; y++) {
      for (int32_t x = 1; x < map->width; x++) {
        int32_t *const pairs[2][2] = {{&all->place[y][x], &all->place[y][x - 1]},
                                      {&all->place[y][x], &all->place[y - 1][x]}};
        for (int i = 0; i < 2; i++) {
          int32_t *a = pairs[i][0];
          int32_t *b = pairs[i][1];
          changed = changed || (*a != 0 && *b != 0 && *a != *b);
          *a = *a != 0 && *b != 0 && *b < *a ? *b : *a;
          *b = *a != 0 && *b != 0 && *a < *b ? *a : *b;
        }
      }
    }
  }
}

/* Adds a walk: through a narrow place it takes a turn for each cell, and one to leave it. */
static void add_walk(narrows *all, const ovl_path *path) {
  const uint64_t steps = path->straight_steps + path->diagonal_steps;
  all->longest = steps > all->longest ? (uint32_t)steps : all->longest;
  int32_t before = 0;
  ovl_cell at = path->points[0];
  for (size_t i = 0; i < path->count; i++) {
    const ovl_cell to = path->points[i];
    while (at.x != to.x || at.y != to.y) {
      const int32_t place = all->place[at.y][at.x];
      all->turns[place] += place != 0 ? (place != before ? 2 : 1) : 0;
      before = place;
      at.x += (to.x > at.x) - (to.x < at.x);
      at.y += (to.y > at.y) - (to.y < at.y);
    }
  }
}

static uint32_t bound_of(const narrows *all) {
  uint32_t most = 0;
  for (size_t i = 0; i < sizeof all->turns / sizeof all->turns[0]; i++) {
    most = all->turns[i] > most ? all->turns[i] : most;
  }
  return 3 * (all->longest + most);
}

/* ---- Crowds ---------------------------------------------------------------------- */

/* Units at different cells, sent to different cells outside of narrow places that they reach. */
static void add_crowd(unit_scene *s, const drawing *map, test_random *random, narrows *all) {
  static ovl_cell cells[MOST_SIDE * MOST_SIDE], points[MOST_SIDE * MOST_SIDE];
  bool taken[MOST_SIDE][MOST_SIDE] = {{false}};
  int32_t count = 0;
  const ovl_planner_def def = {.world = s->world};
  ovl_planner *planner = NULL;
  CHECK(s->t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  for (int32_t i = 0; i < map->width * map->height; i++) {
    if (is_open(map, i % map->width, i / map->width)) {
      cells[count++] = (ovl_cell){i % map->width, i / map->width, 0};
    }
  }
  const int32_t sides = test_random_between(random, 1, 3);
  const int32_t percent = test_random_between(random, 2, 25);
  for (int32_t i = 0; count != 0 && i < 2 * count * percent / 100; i++) {
    const ovl_cell start = cells[test_random_between(random, 0, count - 1)];
    const ovl_cell goal = cells[test_random_between(random, 0, count - 1)];
    ovl_query query = {0};
    query.start = start;
    query.goal = goal;
    query.smoothing = OVL_SMOOTH_NONE;
    ovl_path path = {.points = points, .capacity = sizeof points / sizeof points[0]};
    if (ovl_units_at(s->units, start) == OVL_NO_UNIT && !taken[goal.y][goal.x] &&
        !is_narrow(map, goal.x, goal.y) && s->count < SCENE_UNITS &&
        ovl_find_path(planner, s->world, &query, &path) == OVL_OK) {
      taken[goal.y][goal.x] = true;
      add_walk(all, &path);
      scene_send(s, scene_add(s, start.x, start.y, (uint8_t)((int32_t)s->count % sides), 0), goal.x,
                 goal.y);
    }
  }
  ovl_planner_destroy(planner);
}

static uint64_t pass_doors(test_state *t, uint64_t seed, const ovl_jobs *jobs) {
  static drawing map;
  static narrows all;
  test_random random = {seed};
  draw(&map, &random);
  number_places(&map, &all);
  unit_scene s = scene_make(t, map.rows, (scene_settings){.lanes = 4});
  s.jobs = jobs;
  add_crowd(&s, &map, &random, &all);
  const uint32_t bound = bound_of(&all);
  CHECK(t, scene_run(&s, bound) || s.count == 0,
        "not all of %" PRIu32 " have arrived within %" PRIu32
        " ticks: the longest walk is %" PRIu32,
        s.count, bound, all.longest);
  const uint64_t hash = ovl_units_hash(s.units);
  scene_free(&s);
  return hash;
}

static void doors_let_all_through(test_state *t) {
  uint32_t turn = 0;
  const ovl_jobs two = {2, test_run_turned, &turn};
  const ovl_jobs eight = {8, test_run_turned, &turn};
  for (uint64_t i = 0; test_more(t, i, 20, 3000); i++) {
    const uint64_t seed = test_begin_case(t, i);
    const uint64_t hash = pass_doors(t, seed, NULL);
    CHECK(t, pass_doors(t, seed, &two) == hash, "another hash on 2 threads");
    CHECK(t, pass_doors(t, seed, &eight) == hash, "another hash on 8 threads");
  }
}

/* ---- Single cases ------------------------------------------------------------------ */

/* Two streams through a corridor of 24 cells: it lets each in turn through as a column. */
static void corridors_are_passed_in_columns(test_state *t) {
  enum { EACH = 40, HALL = 8, LENGTH = 24, WIDTH = 2 * HALL + LENGTH, HEIGHT = 9 };
  for (uint8_t sides = 1; sides <= 2; sides++) {
    static char cells[HEIGHT][WIDTH + 1];
    const char *rows[HEIGHT + 1] = {NULL};
    for (int32_t y = 0; y < HEIGHT; y++) {
      memset(cells[y], OPEN, WIDTH);
      memset(cells[y] + HALL, y == HEIGHT / 2 ? OPEN : WALLED, LENGTH);
      cells[y][WIDTH] = '\0';
      rows[y] = cells[y];
    }
    unit_scene s = scene_make(t, rows, (scene_settings){0});
    for (int32_t i = 0; i < 2 * EACH; i++) {
      const int32_t x = i / 2 % (HALL - 2);
      const int32_t y = i / 2 / (HALL - 2);
      const int32_t from = i % 2 == 0 ? x : WIDTH - 1 - x;
      scene_send(&s, scene_add(&s, from, y, (uint8_t)(i % sides), 0), WIDTH - 1 - from, y);
    }
    const uint32_t bound = 2 * (WIDTH + HEIGHT + 2 * EACH);
    CHECK(t, scene_run(&s, bound), "80 units of %d sides are not through within %" PRIu32 " ticks",
          (int)sides, bound);
    scene_free(&s);
  }
}

/* Two units stand on their goals in a dead end, in the wrong order, and one is pushed past the
 * other: neither drives the other away from its goal for ever. */
static void units_return_past_each_other(test_state *t) {
  static const char *const rows[] = {"..........", "..........", "..........", "..........", NULL};
  for (uint8_t sides = 1; sides <= 2; sides++) {
    unit_scene s = scene_make(t, rows, (scene_settings){0});
    for (int32_t i = 0; i < 30; i++) {
      scene_add(&s, i % 10, i / 10, (uint8_t)(i % sides), 0);
    }
    for (int32_t i = 0; i < 30; i++) {
      const int32_t to = (i * 7 + 3) % 30;
      scene_send(&s, (uint32_t)i, to % 10, 1 + to / 10);
    }
    CHECK(t, scene_run(&s, 120), "30 units on 40 cells do not change places, %d sides", (int)sides);
    scene_free(&s);
  }
}

const test_entry test_units_doors_table[] = {
    {"units_doors_let_all_through", doors_let_all_through},
    {"units_pass_corridors_in_columns", corridors_are_passed_in_columns},
    {"units_return_past_each_other", units_return_past_each_other},
    {NULL, NULL},
};
