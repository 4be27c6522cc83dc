/* All that there is to say about one query.
 *
 * Invariant: each time is that of one single call, the first step's of the very first one, and
 * nothing of the query is prepared: what warms the caches is the way back, asked for before each.
 *
 * Buffers grow when the library says how much room it wants, and the call is made again. */
#include "path_answer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "platform.h"

#define FIRST_POINTS 4096
#define FIRST_STOPS 16384
#define SQUARE_ROOT_OF_2 1.41421356237309504880

bool path_answer_is_no(ovl_result result) {
  return result == OVL_UNREACHABLE || result == OVL_START_BLOCKED || result == OVL_GOAL_BLOCKED;
}

bool path_answer_make_room(ovl_path *path, size_t count) {
  if (path->capacity >= count)
    return true;
  free(path->points);
  path->points = malloc(count * sizeof *path->points);
  path->capacity = path->points == NULL ? 0 : count;
  return path->points != NULL;
}

int path_answer_check_inside(const ovl_world *world, const char *what, ovl_cell cell) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  if (cell.x >= 0 && cell.x < info.width && cell.y >= 0 && cell.y < info.height)
    return EXIT_DONE;
  return command_fail(EXIT_INPUT,
                      "the %s %" PRId32 ",%" PRId32 " is outside the map of %" PRId32 " x %" PRId32
                      " cells: x is 0 to %" PRId32 ", y is 0 to %" PRId32,
                      what, cell.x, cell.y, info.width, info.height, info.width - 1,
                      info.height - 1);
}

int path_answer_say_no(const ovl_query *query, ovl_result result) {
  const ovl_cell *start = &query->start;
  const ovl_cell *goal = &query->goal;
  if (result == OVL_START_BLOCKED)
    return command_fail(EXIT_NO, "the start %" PRId32 ",%" PRId32 " is blocked", start->x,
                        start->y);
  if (result == OVL_GOAL_BLOCKED)
    return command_fail(EXIT_NO, "the goal %" PRId32 ",%" PRId32 " is blocked", goal->x, goal->y);
  return command_fail(EXIT_NO,
                      "no path joins %" PRId32 ",%" PRId32 " and %" PRId32 ",%" PRId32
                      ": they are on different islands",
                      start->x, start->y, goal->x, goal->y);
}

ovl_result path_answer_ask(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                           ovl_path *path, double *elapsed_us) {
  if (!path_answer_make_room(path, FIRST_POINTS))
    return OVL_NO_MEMORY;
  for (;;) {
    double begin_us = platform_now_us();
    ovl_result result = ovl_find_path(planner, world, query, path);
    if (elapsed_us != NULL)
      *elapsed_us = platform_now_us() - begin_us;
    if (result != OVL_MORE_ROOM)
      return result;
    if (!path_answer_make_room(path, path->count))
      return OVL_NO_MEMORY;
  }
}

/* What it finds does not matter: it warms the caches, gives the path room, and leaves nothing of
 * the query itself in the planner. */
static void ask_way_back(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                         ovl_path *path) {
  ovl_query back = *query;
  back.start = query->goal;
  back.goal = query->start;
  path_answer_ask(planner, world, &back, path, NULL);
}

/* The time of the first step of a walk. */
static ovl_result measure_first_step(ovl_planner *planner, const ovl_world *world,
                                     const ovl_query *query, double *elapsed_us) {
  ovl_path stretch = {0};
  size_t stop_capacity = FIRST_STOPS;
  ovl_stop *stops = malloc(stop_capacity * sizeof *stops);
  ovl_result result = path_answer_make_room(&stretch, FIRST_POINTS) ? OVL_OK : OVL_NO_MEMORY;
  /* The system's work for memory that is used first is not the search's. */
  if (stops != NULL)
    memset(stops, 0, stop_capacity * sizeof *stops);
  if (result == OVL_OK)
    memset(stretch.points, 0, stretch.capacity * sizeof *stretch.points);
  while (result == OVL_OK && stops != NULL) {
    ovl_route route = {0};
    double begin_us = platform_now_us();
    result = ovl_route_begin(planner, world, query, &route, stops, stop_capacity);
    if (result == OVL_OK && !route.done)
      result = ovl_route_next(planner, world, &route, stops, stop_capacity, query->start, &stretch);
    *elapsed_us = platform_now_us() - begin_us;
    if (result != OVL_MORE_ROOM)
      break;
    result = OVL_OK;
    if (route.stop_count > stop_capacity) {
      free(stops);
      stop_capacity = route.stop_count;
      stops = malloc(stop_capacity * sizeof *stops);
    } else if (!path_answer_make_room(&stretch, stretch.count)) {
      result = OVL_NO_MEMORY;
    }
  }
  if (stops == NULL)
    result = OVL_NO_MEMORY;
  free(stops);
  free(stretch.points);
  return result;
}

static ovl_result list_cells(struct path_answer *answer, const ovl_path *grid) {
  size_t needed = 0;
  ovl_result result = ovl_path_cells(grid, NULL, 0, &needed);
  if (result != OVL_OK && result != OVL_MORE_ROOM)
    return result;
  answer->cells = malloc((needed > 0 ? needed : 1) * sizeof *answer->cells);
  if (answer->cells == NULL)
    return OVL_NO_MEMORY;
  return ovl_path_cells(grid, answer->cells, needed, &answer->cell_count);
}

/* Scenarios count straight steps as 1 and diagonal ones as the root of 2; with weights there is no
 * such sum, and the library's own cost is all there is. */
double path_answer_cost_cells(const ovl_world *world, const ovl_path *path) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  for (int i = 0; i < 256; i++)
    if (info.weights[i] != 0 && info.weights[i] != OVL_PLAIN_WEIGHT)
      return (double)path->cost / OVL_STRAIGHT_COST;
  return (double)path->straight_steps + (double)path->diagonal_steps * SQUARE_ROOT_OF_2;
}

/* The kinds of path that were not asked for but are reported as well. */
static ovl_result add_other_kinds(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, struct path_answer *answer) {
  ovl_query other = *query;
  ovl_path path = {0};
  bool is_any = query->smoothing == OVL_SMOOTH_ANY;
  other.smoothing = is_any ? OVL_SMOOTH_GRID : OVL_SMOOTH_ANY;
  ovl_result result = path_answer_ask(planner, world, &other, &path, NULL);
  if (result == OVL_OK) {
    answer->length_any = is_any ? answer->path.length : path.length;
    answer->cost_cells = path_answer_cost_cells(world, is_any ? &path : &answer->path);
    result = list_cells(answer, is_any ? &path : &answer->path);
  }
  free(path.points);
  return result;
}

int path_answer_find(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                     struct path_answer *answer) {
  *answer = (struct path_answer){0};
  ask_way_back(planner, world, query, &answer->path);
  ovl_result result = measure_first_step(planner, world, query, &answer->first_step_us);
  if (result == OVL_OK || path_answer_is_no(result)) {
    ask_way_back(planner, world, query, &answer->path);
    result = path_answer_ask(planner, world, query, &answer->path, &answer->full_path_us);
    answer->stats = ovl_planner_stats(planner);
  }
  if (result == OVL_OK)
    result = add_other_kinds(planner, world, query, answer);
  answer->result = result;
  if (result == OVL_OK || path_answer_is_no(result))
    return EXIT_DONE;
  if (result == OVL_BAD_ARGUMENT && query->estimate != OVL_ESTIMATE_BEST)
    return command_fail(EXIT_INPUT, "the world holds no estimate '%s'",
                        ovl_estimate_text(query->estimate));
  return command_fail_result("the query", result, NULL);
}

void path_answer_free(struct path_answer *answer) {
  free(answer->path.points);
  free(answer->cells);
  *answer = (struct path_answer){0};
}
