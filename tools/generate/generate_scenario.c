/* Problems for a map, with their optimal lengths: see generate_scenario.h.
 *
 * A start is drawn among all open cells. For the goal, each problem has a
 * distance of its own to look for, from next door to across the whole map;
 * cells at that distance from the start are drawn until one is of the same
 * island. The optimum is that of the plain A*. */
#include "tools/generate/generate_scenario.h"
#include "tools/plain/floor_cells.h"
#include "tools/plain/heap_allocator.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/random_numbers.h"
#include "tools/generate/generate.h"
#include "tools/plain/plain_search.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
  GOAL_TRIES = 32, /* at one distance and from one start */
  START_TRIES = 32 /* before the distance is halved */
};

static const double SQUARE_ROOT_OF_2 = 1.41421356237309504880;

struct draw {
  const ovl_world *world;
  int32_t profile;
  ovl_profile_info rules;
  ovl_floor_info floor; /* problems are those of floor 0 */
  bool plain;           /* lengths are straight steps and diagonal ones */
  uint64_t stream;
};

static int32_t draw_below(struct draw *draw, int32_t limit) {
  return (int32_t)generate_below(random_next(&draw->stream), (uint64_t)limit);
}

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

/* There is an open cell, so one is drawn in the end; where few are open, the
 * next one in the order of the rows is taken, so that it is soon. */
static ovl_cell draw_open_cell(struct draw *draw) {
  int32_t x = 0, y = 0;
  uint32_t island = 0;
  for (int i = 0; i <= 1000 && island == 0; i++) {
    x = draw_below(draw, draw->floor.width);
    y = draw_below(draw, draw->floor.height);
    island = ovl_world_island(draw->world, draw->profile, floor_cell(&draw->floor, x, y));
  }
  while (island == 0) {
    x = (x + 1) % draw->floor.width;
    y = x == 0 ? (y + 1) % draw->floor.height : y;
    island = ovl_world_island(draw->world, draw->profile, floor_cell(&draw->floor, x, y));
  }
  return floor_cell(&draw->floor, x, y);
}

/* A cell on the square around `start` whose sides are `distance` away. */
static ovl_cell draw_around(struct draw *draw, ovl_cell start, int32_t distance) {
  const int32_t along = draw_below(draw, 2 * distance + 1) - distance;
  switch (draw_below(draw, 4)) {
  case 0:
    return (ovl_cell){start.x + along, start.y - distance, 0};
  case 1:
    return (ovl_cell){start.x + along, start.y + distance, 0};
  case 2:
    return (ovl_cell){start.x - distance, start.y + along, 0};
  default:
    return (ovl_cell){start.x + distance, start.y + along, 0};
  }
}

/* Where no two cells of an island are as far apart, it looks nearer by, at last
 * at distance 0: a problem whose start is its goal. */
static void draw_problem(struct draw *draw, int32_t distance, struct scenario *scenario) {
  for (;; distance /= 2) {
    for (int i = 0; i < START_TRIES; i++) {
      scenario->start = draw_open_cell(draw);
      const uint32_t island = ovl_world_island(draw->world, draw->profile, scenario->start);
      for (int j = 0; j < GOAL_TRIES; j++) {
        scenario->goal = draw_around(draw, scenario->start, distance);
        if (ovl_world_island(draw->world, draw->profile, scenario->goal) == island) {
          return;
        }
      }
    }
  }
}

/* ---- Optima -------------------------------------------------------------- */

static ovl_result solve(const struct draw *draw, struct plain_search *search,
                        struct scenario *scenario) {
  ovl_path path = {0};
  /* Only the sums are wanted: they are right without room for points. */
  const ovl_result result = plain_search_find(search, scenario->start, scenario->goal, &path, NULL);
  scenario->optimum =
      draw->plain ? (double)path.straight_steps + (double)path.diagonal_steps * SQUARE_ROOT_OF_2
                  : (double)path.cost / world_report_unit(draw->world);
  scenario->bucket = (int32_t)(scenario->optimum / 4);
  return result == OVL_MORE_ROOM ? OVL_OK : result;
}

static ovl_result draw_all(struct draw *draw, struct plain_search *search,
                           struct progress *progress, uint64_t count,
                           struct scenario_list *scenarios) {
  const int32_t farthest = larger(draw->floor.width, draw->floor.height) - 1;
  for (uint64_t i = 0; i < count; i++) {
    struct scenario *scenario = &scenarios->list[i];
    /* At least 1 where the map allows it, and below the farthest. */
    const double share = ((double)i + 0.5) / (double)count;
    const int32_t distance = farthest > 0 ? larger((int32_t)(share * farthest), 1) : 0;
    *scenario = (struct scenario){.width = draw->floor.width, .height = draw->floor.height};
    draw_problem(draw, distance, scenario);
    const ovl_result result = solve(draw, search, scenario);
    if (result != OVL_OK) {
      return result;
    }
    scenario->start.x -= draw->floor.corner.x; /* as the format counts */
    scenario->start.y -= draw->floor.corner.y;
    scenario->goal.x -= draw->floor.corner.x;
    scenario->goal.y -= draw->floor.corner.y;
    scenarios->count++;
    progress_show(progress, i + 1, count);
  }
  return OVL_OK;
}

/* By length; where lengths are equal by place, so that every qsort gives the
 * same order. */
static int compare(const void *a, const void *b) {
  const struct scenario *left = a;
  const struct scenario *right = b;
  const int32_t places[4][2] = {{left->start.y, right->start.y},
                                {left->start.x, right->start.x},
                                {left->goal.y, right->goal.y},
                                {left->goal.x, right->goal.x}};
  if (left->optimum < right->optimum || left->optimum > right->optimum) {
    return left->optimum < right->optimum ? -1 : 1;
  }
  for (int i = 0; i < 4; i++) {
    if (places[i][0] != places[i][1]) {
      return places[i][0] < places[i][1] ? -1 : 1;
    }
  }
  return 0;
}

static int solve_world(const char *map_path, struct draw *draw, uint64_t count,
                       struct progress *progress, struct scenario_list *scenarios) {
  struct plain_search *search = NULL;
  ovl_world_profile(draw->world, draw->profile, &draw->rules);
  ovl_world_floor(draw->world, 0, &draw->floor);
  draw->plain = scenario_counts_steps(draw->world, draw->profile);
  if (draw->rules.open_cells == 0) {
    return command_fail(EXIT_INPUT, "%s: no cell is open, so there are no problems", map_path);
  }
  scenarios->list = count <= SIZE_MAX ? calloc((size_t)count, sizeof *scenarios->list) : NULL;
  if (scenarios->list == NULL) {
    return command_fail_memory("the problems");
  }
  ovl_result result = plain_search_create(draw->world, draw->profile, &heap_allocator, &search);
  if (result == OVL_OK) {
    result = draw_all(draw, search, progress, count, scenarios);
  }
  plain_search_destroy(search);
  if (result != OVL_OK) {
    return command_fail_result(map_path, result, NULL);
  }
  qsort(scenarios->list, scenarios->count, sizeof *scenarios->list, compare);
  return EXIT_DONE;
}

int generate_scenario(const char *map_path, struct game_map *map, int32_t profile, uint64_t count,
                      uint64_t seed, struct progress *progress, struct scenario_list *scenarios) {
  ovl_fault fault = {.what = ""};
  ovl_world *world = NULL;
  ovl_bake_def def = {0};
  *scenarios = (struct scenario_list){0};
  if (!game_map_fill_def(map, &def)) {
    return command_fail_memory("the links");
  }
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS; /* the plain A* has no use for them */
  const ovl_result result = ovl_world_bake(&def, &world, &fault);
  if (result != OVL_OK) {
    return game_map_fail_bake(map, map_path, result, &fault);
  }
  const struct game_floor *floor = &map->floors[0];
  struct draw draw = {.world = world,
                      .profile = profile,
                      .stream = generate_hash(seed, 1, floor->width, floor->height)};
  const int code = solve_world(map_path, &draw, count, progress, scenarios);
  ovl_world_close(world);
  if (code != EXIT_DONE) {
    scenario_file_free(scenarios);
  }
  return code;
}
