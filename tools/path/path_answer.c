/* Answers one query in every form that `overland path` reports.
 *
 * Invariant: each time is that of a single call, the first step's of the very first one, and
 * nothing of the query is prepared: the way back is asked for before each, which warms the caches.
 *
 * Buffers grow when the library says how much room is needed, and the call is made again. */
#include "tools/path/path_answer.h"
#include "tools/plain/floor_cells.h"

#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/base/platform.h"
#include "tools/base/world_file.h"
#include "tools/plain/cell_shear.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_POINTS 4096
#define FIRST_LINKS 64
#define SQUARE_ROOT_OF_2 1.41421356237309504880

bool path_answer_is_no(ovl_result result) {
  return result == OVL_UNREACHABLE || result == OVL_START_BLOCKED || result == OVL_GOAL_BLOCKED ||
         result == OVL_LIMITED;
}

static bool make_link_room(ovl_path *path, size_t count) {
  if (path->link_capacity >= count)
    return true;
  free(path->links);
  path->links = malloc(count * sizeof *path->links);
  path->link_capacity = path->links == NULL ? 0 : count;
  return path->links != NULL;
}

bool path_answer_make_room(ovl_path *path, size_t count) {
  if (!make_link_room(path, FIRST_LINKS))
    return false;
  if (path->capacity >= count)
    return true;
  free(path->points);
  path->points = malloc(count * sizeof *path->points);
  path->capacity = path->points == NULL ? 0 : count;
  return path->points != NULL;
}

bool path_answer_grow(ovl_path *path) {
  const size_t links = path->link_count;
  return path_answer_make_room(path, path->count) && make_link_room(path, links);
}

void path_answer_free_path(ovl_path *path) {
  free(path->points);
  free(path->links);
  *path = (ovl_path){0};
}

/* Of worlds of hexagons: a hint that their cells are axial, for users who give columns and rows. */
static const char *hint_at_cells(const ovl_world *world) {
  return cell_kind_of_world(world) == CELL_HEXAGONS
             ? "; cells of hexagons are axial, not the columns and rows of an editor"
             : "";
}

int path_answer_check_inside(const ovl_world *world, const char *what, ovl_cell cell) {
  ovl_world_info info;
  ovl_floor_info floor;
  char text[CELL_TEXT_BYTES];
  ovl_world_describe(world, &info);
  cell_text_write(text, cell, info.floors);
  if (!ovl_world_floor(world, cell.floor, &floor))
    return command_fail(EXIT_INPUT, "the %s %s is on no floor of the map: they are 0 to %" PRId32,
                        what, text, info.floors - 1);
  if (floor_has_rect(&floor, cell, 1, 1))
    return EXIT_DONE;
  return command_fail(EXIT_INPUT,
                      "the %s %s is outside the %s of %" PRId32 " x %" PRId32
                      " cells: x is %" PRId32 " to %" PRId32 ", y is %" PRId32 " to %" PRId32 "%s",
                      what, text, info.floors > 1 ? "floor" : "map", floor.width, floor.height,
                      floor.corner.x, floor.corner.x + floor.width - 1, floor.corner.y,
                      floor.corner.y + floor.height - 1, hint_at_cells(world));
}

/* The first cell of a place that is open to a profile; its upper left one if none is. */
static ovl_cell enter_place(const ovl_world *world, const ovl_place *place, int32_t profile) {
  for (int64_t i = 0; i < (int64_t)place->width * place->height; i++) {
    const ovl_cell cell = {place->cell.x + (int32_t)(i % place->width),
                           place->cell.y + (int32_t)(i / place->width), place->cell.floor};
    if (ovl_world_weight(world, profile, cell) != 0)
      return cell;
  }
  return place->cell;
}

int path_answer_take_end(const ovl_world *world, const char *what, const char *text,
                         int32_t profile, ovl_cell *cell) {
  struct nearest_word nearest = {text, strlen(text), NULL, 0};
  char meant[NEAREST_WORD_BYTES];
  ovl_place place;
  if (cell_text_parse(text, cell))
    return path_answer_check_inside(world, what, *cell);
  for (int32_t i = 0; ovl_world_place(world, i, &place); i++) {
    nearest_word_try(&nearest, place.name);
    if (strcmp(place.name, text) == 0) {
      *cell = enter_place(world, &place, profile);
      return EXIT_DONE;
    }
  }
  return command_fail(EXIT_USAGE,
                      "path: the %s '%.80s' is no cell, as 10,20, or 2:10,20 on floor 2, and no "
                      "place of the world%s",
                      what, text, nearest_word_ask(&nearest, meant));
}

int path_answer_say_no(const ovl_world *world, const ovl_query *query, ovl_result result) {
  ovl_world_info info;
  char start[CELL_TEXT_BYTES], goal[CELL_TEXT_BYTES];
  ovl_world_describe(world, &info);
  cell_text_write(start, query->start, info.floors);
  cell_text_write(goal, query->goal, info.floors);
  const bool one = path_answer_goal_kind(query) == OVL_GOAL_CELL;
  const char *nearest = query->nearest ? "" : "; --nearest goes as close as one can get";
  if (result == OVL_LIMITED)
    return command_fail(EXIT_NO, "%s", ovl_result_text(result));
  if (result == OVL_START_BLOCKED)
    return command_fail(EXIT_NO, "the start %s is blocked; --move goes to the nearest open cell%s",
                        start, hint_at_cells(world));
  if (!one)
    return command_fail(EXIT_NO, "from %s: none of the goals: %s%s", start, ovl_result_text(result),
                        nearest);
  if (result == OVL_GOAL_BLOCKED)
    return command_fail(EXIT_NO, "the goal %s is blocked; --move goes to the nearest open cell%s",
                        goal, hint_at_cells(world));
  return command_fail(EXIT_NO, "no path joins %s and %s: they are on different islands%s", start,
                      goal, nearest);
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
    if (!path_answer_grow(path))
      return OVL_NO_MEMORY;
  }
}

/* What it finds does not matter: it warms the caches, gives the path room, and leaves nothing of
 * the query itself in the planner. */
static void ask_way_back(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                         ovl_path *path) {
  ovl_query back = *query;
  ovl_query_more more = query->more != NULL ? *query->more : (ovl_query_more){0};
  back.start = more.goal_kind == OVL_GOAL_SET ? more.goal_cells[0] : query->goal;
  back.goal = query->start;
  more.goal_kind = OVL_GOAL_CELL;
  back.more = &more;
  path_answer_ask(planner, world, &back, path, NULL);
}

/* The time of the first step of a walk. */
static ovl_result measure_first_step(ovl_planner *planner, const ovl_world *world,
                                     const ovl_query *query, double *elapsed_us) {
  ovl_path segment = {0};
  ovl_result result = path_answer_make_room(&segment, FIRST_POINTS) ? OVL_OK : OVL_NO_MEMORY;
  /* The system's work for memory that is used first is not the search's. */
  if (result == OVL_OK)
    memset(segment.points, 0, segment.capacity * sizeof *segment.points);
  while (result == OVL_OK) {
    ovl_route route = {0};
    double begin_us = platform_now_us();
    result = ovl_route_begin(planner, world, query, &route);
    if (result == OVL_OK && !route.done)
      result = ovl_route_next(planner, world, &route, route.position, &segment);
    *elapsed_us = platform_now_us() - begin_us;
    if (result != OVL_MORE_ROOM)
      break;
    result = path_answer_grow(&segment) ? OVL_OK : OVL_NO_MEMORY;
  }
  path_answer_free_path(&segment);
  return result;
}

static ovl_result list_cells(struct path_answer *answer, const ovl_path *grid) {
  size_t needed = 0;
  ovl_result result = ovl_path_cells(grid, NULL, 0, &needed, NULL);
  if (result != OVL_OK && result != OVL_MORE_ROOM)
    return result;
  answer->cells = malloc((needed > 0 ? needed : 1) * sizeof *answer->cells);
  if (answer->cells == NULL)
    return OVL_NO_MEMORY;
  return ovl_path_cells(grid, answer->cells, needed, &answer->cell_count, NULL);
}

/* Scenarios count straight steps as 1 and diagonal ones as the root of 2; where more than plain
 * ground was crossed there is no such sum, and the library's own cost is all there is. */
double path_answer_cost_cells(const ovl_world *world, const ovl_path *path) {
  const double unit = world_report_unit(world);
  const double level = (double)path->straight_steps +
                       (double)path->diagonal_steps * OVL_DIAGONAL_COST / OVL_STRAIGHT_COST;
  if (fabs((double)path->cost - level * unit) > 0.5)
    return (double)path->cost / unit;
  return (double)path->straight_steps + (double)path->diagonal_steps * SQUARE_ROOT_OF_2;
}

/* Half of the last decimal that is printed. */
static double most_cells(const ovl_world *world, uint64_t limit) {
  return (double)limit / world_report_unit(world) + 0.0005;
}

bool path_answer_is_within(const ovl_world *world, double cost_cells, uint64_t limit) {
  return cost_cells <= most_cells(world, limit);
}

uint64_t path_answer_most_units(const ovl_world *world, uint64_t limit) {
  const double diagonal = (double)OVL_DIAGONAL_COST / OVL_STRAIGHT_COST;
  const double most =
      most_cells(world, limit) * world_report_unit(world) * diagonal / SQUARE_ROOT_OF_2;
  return limit == 0 || most >= (double)UINT64_MAX ? limit : (uint64_t)most;
}

/* The kinds of path that were not asked for but are reported as well. */
static ovl_result add_other_kinds(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, struct path_answer *answer) {
  ovl_query other = *query;
  ovl_path path = {0};
  bool is_any = query->smoothing == OVL_SMOOTH_ANY;
  other.smoothing = is_any ? OVL_SMOOTH_GRID : OVL_SMOOTH_ANY;
  ovl_result result = path_answer_ask(planner, world, &other, &path, NULL);
  if (result == OVL_OK || path.count > 0) {
    answer->length_any = is_any ? answer->path.length : path.length;
    answer->cost_cells = path_answer_cost_cells(world, is_any ? &path : &answer->path);
    result = list_cells(answer, is_any ? &path : &answer->path);
  }
  path_answer_free_path(&path);
  return result;
}

int path_answer_find(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                     const char *file, struct path_answer *answer) {
  *answer = (struct path_answer){0};
  ask_way_back(planner, world, query, &answer->path);
  ovl_result result = measure_first_step(planner, world, query, &answer->first_step_us);
  if (result == OVL_OK || path_answer_is_no(result)) {
    ask_way_back(planner, world, query, &answer->path);
    result = path_answer_ask(planner, world, query, &answer->path, &answer->full_path_us);
    answer->stats = ovl_planner_stats(planner);
  }
  answer->result = result;
  answer->has_path = result == OVL_OK || (path_answer_is_no(result) && answer->path.count > 0);
  if (answer->has_path)
    result = add_other_kinds(planner, world, query, answer);
  if (result == OVL_OK || path_answer_is_no(result))
    return EXIT_DONE;
  const ovl_fault *fault = ovl_planner_fault(planner);
  return result == OVL_WRONG_CHECKSUM || result == OVL_CORRUPT
             ? world_file_fail(file, result, fault)
             : command_fail_result("the query", result, fault);
}

void path_answer_free(struct path_answer *answer) {
  path_answer_free_path(&answer->path);
  free(answer->cells);
  *answer = (struct path_answer){0};
}
