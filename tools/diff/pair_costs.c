/* Paths in two versions: see pair_costs.h. */
#include "tools/diff/pair_costs.h"
#include "tools/plain/floor_cells.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/random_numbers.h"
#include "tools/map/scenario_file.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DRAWS = 10000 };

/* Paths may be off the best by about as much: they are planned by labels in one version and by
 * overlays in the other. */
static const double least_change = 0.005;

/* ---- Pairs --------------------------------------------------------------- */

static int allocate(struct pair_costs *pairs, size_t count) {
  pairs->list = calloc(count + 1, sizeof *pairs->list);
  return pairs->list != NULL ? EXIT_DONE : command_fail_memory("the pairs");
}

static int read_pairs(const struct diff_worlds *worlds, const char *path,
                      struct pair_costs *pairs) {
  struct scenario_list file;
  int code = scenario_file_read(path, &file);
  if (code != EXIT_DONE) {
    return code;
  }
  code = allocate(pairs, file.count);
  ovl_floor_info info = {0};
  ovl_world_floor(worlds->world[0], 0, &info);
  for (size_t i = 0; i < file.count && code == EXIT_DONE; i++) {
    const struct scenario *held = &file.list[i];
    if (held->width != info.width || held->height != info.height) {
      code = command_fail(EXIT_INPUT,
                          "%s: problem %zu is of a map of %" PRId32 " x %" PRId32
                          "; %s has %" PRId32 " x %" PRId32 " cells",
                          path, i, held->width, held->height, worlds->path[0], info.width,
                          info.height);
    }
    pairs->list[pairs->count++] =
        (struct pair_cost){.start = floor_cell(&info, held->start.x, held->start.y),
                           .goal = floor_cell(&info, held->goal.x, held->goal.y)};
  }
  scenario_file_free(&file);
  return code;
}

static ovl_cell draw_cell(const ovl_world *world, uint64_t *state) {
  ovl_world_info all;
  ovl_floor_info info = {0};
  ovl_world_describe(world, &all);
  ovl_world_floor(world, all.floors > 1 ? random_below(state, all.floors) : 0, &info);
  const int32_t column = random_below(state, info.width);
  return floor_cell(&info, column, random_below(state, info.height));
}

/* Pairs of one island of the first version; fewer where open cells are hard to hit. */
static int draw_pairs(const struct diff_worlds *worlds, size_t count, uint64_t seed,
                      struct pair_costs *pairs) {
  const ovl_world *world = worlds->world[0];
  const int32_t profile = worlds->profile[0];
  uint64_t state = seed;
  int code = allocate(pairs, count);
  for (size_t i = 0; i < count && code == EXIT_DONE; i++) {
    ovl_cell cells[2];
    bool found = false;
    for (int draws = 0; draws < MOST_DRAWS && !found; draws++) {
      cells[0] = draw_cell(world, &state);
      cells[1] = draw_cell(world, &state);
      const uint32_t island = ovl_world_island(world, profile, cells[0]);
      found = island != 0 && ovl_world_island(world, profile, cells[1]) == island;
    }
    if (found) {
      pairs->list[pairs->count++] = (struct pair_cost){.start = cells[0], .goal = cells[1]};
    }
  }
  return code;
}

/* ---- Paths --------------------------------------------------------------- */

/* The result of a query that has an answer, yes or no. */
static bool is_answer(ovl_result result) {
  return result == OVL_OK || result == OVL_UNREACHABLE || result == OVL_START_BLOCKED ||
         result == OVL_GOAL_BLOCKED;
}

static int find_costs(const struct diff_worlds *worlds, int which, struct pair_costs *pairs) {
  const ovl_world *world = worlds->world[which];
  const double unit = world_report_unit(world);
  ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  const ovl_result result = ovl_planner_create(&def, &planner, NULL);
  int code = result == OVL_OK ? EXIT_DONE : command_fail_result("the planner", result, NULL);
  for (size_t i = 0; i < pairs->count && code == EXIT_DONE; i++) {
    struct pair_cost *pair = &pairs->list[i];
    const ovl_query query = {.start = pair->start,
                             .goal = pair->goal,
                             .profile = worlds->profile[which],
                             .smoothing = OVL_SMOOTH_GRID};
    ovl_cell points[2];
    ovl_path path = {.points = points, .capacity = 2};
    ovl_result found = ovl_find_path(planner, world, &query, &path);
    found = found == OVL_MORE_ROOM ? OVL_OK : found; /* the cost is known all the same */
    pair->result[which] = found;
    pair->cost[which] = found == OVL_OK ? (double)path.cost / unit : 0;
    if (!is_answer(found)) {
      code = command_fail_result(worlds->path[which], found, ovl_planner_fault(planner));
    }
  }
  ovl_planner_destroy(planner);
  return code;
}

/* ---- What changed -------------------------------------------------------- */

static double change_of(const struct pair_cost *pair) {
  const double change = pair->cost[0] > 0 ? pair->cost[1] / pair->cost[0] - 1 : 0;
  return change > least_change || change < -least_change ? change : 0;
}

static bool has_both(const struct pair_cost *pair) {
  return pair->result[0] == OVL_OK && pair->result[1] == OVL_OK;
}

static void count_pair(struct pair_costs *pairs, size_t number) {
  const struct pair_cost *pair = &pairs->list[number];
  if (!has_both(pair)) {
    pairs->lost += pair->result[0] == OVL_OK ? 1 : 0;
    pairs->found += pair->result[1] == OVL_OK ? 1 : 0;
    return;
  }
  const double change = change_of(pair);
  pairs->sum += change;
  pairs->longer += change > 0 ? 1 : 0;
  pairs->shorter += change < 0 ? 1 : 0;
  pairs->same += change > 0 || change < 0 ? 0 : 1;
  if (change > pairs->worst) {
    pairs->worst = change;
    pairs->worst_pair = number;
  }
  if (change < pairs->best) {
    pairs->best = change;
    pairs->best_pair = number;
  }
}

static struct region_change *region_of(struct pair_costs *pairs, const ovl_world *world,
                                       ovl_cell start, int32_t side) {
  ovl_floor_info floor;
  ovl_world_floor(world, start.floor, &floor);
  const int32_t x = start.x - (start.x - floor.corner.x) % side;
  const int32_t y = start.y - (start.y - floor.corner.y) % side;
  for (size_t i = 0; i < pairs->region_count; i++) {
    struct region_change *region = &pairs->regions[i];
    if (region->x == x && region->y == y && region->floor == start.floor) {
      return region;
    }
  }
  pairs->regions[pairs->region_count] =
      (struct region_change){.x = x, .y = y, .floor = start.floor};
  return &pairs->regions[pairs->region_count++];
}

static int compare_regions(const void *a, const void *b) {
  const struct region_change *left = a, *right = b;
  const double l = left->change < 0 ? -left->change : left->change;
  const double r = right->change < 0 ? -right->change : right->change;
  return left->lost != right->lost ? (left->lost > right->lost ? -1 : 1)
         : l != r                  ? (l > r ? -1 : 1)
         : left->y != right->y     ? (left->y < right->y ? -1 : 1)
                                   : (left->x < right->x ? -1 : left->x > right->x);
}

static int count_regions(const struct diff_worlds *worlds, struct pair_costs *pairs) {
  ovl_world_info info;
  ovl_world_describe(worlds->world[0], &info);
  pairs->regions = calloc(pairs->count + 1, sizeof *pairs->regions);
  if (pairs->regions == NULL) {
    return command_fail_memory("the regions");
  }
  for (size_t i = 0; i < pairs->count; i++) {
    const struct pair_cost *pair = &pairs->list[i];
    const bool is_lost = pair->result[0] == OVL_OK && pair->result[1] != OVL_OK;
    const bool is_found = pair->result[0] != OVL_OK && pair->result[1] == OVL_OK;
    const double change = has_both(pair) ? change_of(pair) : 0;
    if (is_lost || is_found || change > 0 || change < 0) {
      struct region_change *region =
          region_of(pairs, worlds->world[0], pair->start, info.partition.region_cells);
      region->lost += is_lost ? 1 : 0;
      region->found += is_found ? 1 : 0;
      region->longer += change > 0 ? 1 : 0;
      region->shorter += change < 0 ? 1 : 0;
      region->change += change;
    }
  }
  if (pairs->region_count > 0) {
    qsort(pairs->regions, pairs->region_count, sizeof *pairs->regions, compare_regions);
  }
  return EXIT_DONE;
}

int pair_costs_find(const struct diff_worlds *worlds, const char *scenarios, size_t count,
                    uint64_t seed, struct pair_costs *pairs) {
  *pairs = (struct pair_costs){0};
  int code = scenarios != NULL ? read_pairs(worlds, scenarios, pairs)
                               : draw_pairs(worlds, count, seed, pairs);
  for (int which = 0; which < 2 && code == EXIT_DONE; which++) {
    code = find_costs(worlds, which, pairs);
  }
  for (size_t i = 0; i < pairs->count && code == EXIT_DONE; i++) {
    count_pair(pairs, i);
  }
  code = code == EXIT_DONE ? count_regions(worlds, pairs) : code;
  if (code != EXIT_DONE) {
    pair_costs_free(pairs);
  }
  return code;
}

void pair_costs_free(struct pair_costs *pairs) {
  free(pairs->list);
  free(pairs->regions);
  *pairs = (struct pair_costs){0};
}
