/* Wrong arguments of paths, routes, tasks, batches and blockers (tests/world/error_scene.h), at
 * least one for each call. */
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "tests/support/test.h"
#include "tests/world/error_scene.h"

/* ---- Paths, routes and tasks ----------------------------------------------------------------- */

static ovl_result create_without_world(error_scene *s) {
  ovl_planner *planner;
  const ovl_planner_def def = {.world = NULL};
  return ovl_planner_create(&def, &planner, &s->fault);
}

static ovl_result create_without_memory(error_scene *s) {
  ovl_planner *planner;
  ovl_planner_def def = {.world = s->use.world};
  def.max_bytes = 100;
  return ovl_planner_create(&def, &planner, &s->fault);
}

static ovl_result create_without_block(error_scene *s) {
  ovl_planner *planner;
  ovl_planner_def def = {.world = s->use.world};
  def.block_bytes = 100;
  return ovl_planner_create(&def, &planner, &s->fault);
}

static ovl_result fit_to_larger(error_scene *s) {
  return error_of_planner(s, ovl_planner_fit(s->use.planner, s->use.other, NULL));
}

static ovl_result find(error_scene *s) {
  return error_of_planner(s, ovl_find_path(s->use.planner, s->use.world, &s->query, &s->path));
}

static ovl_result ask_nothing(error_scene *s) { return error_of_planner(s, OVL_OK); }

static ovl_result find_with_little_room(error_scene *s) {
  s->path.capacity = 1;
  return find(s);
}

static ovl_result find_without_points(error_scene *s) {
  s->path.points = NULL;
  return find(s);
}

static ovl_result find_without_links(error_scene *s) {
  s->path.links = NULL;
  s->path.link_capacity = 1;
  return find(s);
}

static ovl_result find_during_a_task(error_scene *s) {
  ovl_task_begin_reaches(s->use.planner, s->use.world, &s->query);
  return find(s);
}

/* The fault is of the task, not of the call that was refused. */
static ovl_result step_after_a_refusal(error_scene *s) {
  ovl_task_begin_path(s->use.planner, s->use.world, &s->query, &s->path);
  ovl_planner_fit(s->use.planner, s->use.world, NULL);
  return error_of_planner(
      s, ovl_task_step(s->use.planner, UINT64_MAX, s->room.numbers, &s->room.done));
}

static ovl_result list_cells(error_scene *s, ovl_cell a, ovl_cell b, size_t room) {
  ovl_cell cells[ERROR_ROOM];
  s->room.points[0] = a;
  s->room.points[1] = b;
  s->path.count = 2;
  return ovl_path_cells(&s->path, cells, room, &s->room.needed, &s->fault);
}

static ovl_result list_crooked(error_scene *s) {
  return list_cells(s, error_inside, (ovl_cell){3, 4, 0}, ERROR_ROOM);
}

static ovl_result list_without_room(error_scene *s) {
  return list_cells(s, error_inside, (ovl_cell){9, 2, 0}, 3);
}

static ovl_result list_far(error_scene *s) {
  const ovl_cell far = {error_inside.x + OVL_MAX_SIDE_CELLS, error_inside.y, 0};
  return list_cells(s, error_inside, far, ERROR_ROOM);
}

static ovl_result list_cut_path(error_scene *s) {
  s->path.capacity = 1;
  return list_cells(s, error_inside, (ovl_cell){9, 2, 0}, ERROR_ROOM);
}

static ovl_result list_without_points(error_scene *s) {
  s->path.points = NULL;
  s->path.count = 2;
  return ovl_path_cells(&s->path, NULL, 0, &s->room.needed, &s->fault);
}

static ovl_result reach_outside(error_scene *s) {
  s->query.goal = error_outside;
  return error_of_planner(s, ovl_reaches(s->use.planner, s->use.world, &s->query));
}

static ovl_result cost_of_blocked(error_scene *s) {
  s->query.start = error_rock;
  return error_of_planner(s, ovl_find_costs(s->use.planner, s->use.world, &s->query, &error_inside,
                                            1, s->room.numbers));
}

static ovl_result cost_of_many(error_scene *s) {
  return error_of_planner(s, ovl_find_costs(s->use.planner, s->use.world, &s->query, &error_inside,
                                            OVL_MAX_GOALS + 1, s->room.numbers));
}

static ovl_result range_without_room(error_scene *s) {
  return error_of_planner(s, ovl_find_range(s->use.planner, s->use.world, &s->query, 5000,
                                            s->room.reached, 1, &s->room.needed));
}

static ovl_result route_to_rock(error_scene *s) {
  s->query.goal = error_rock;
  return error_begin_route(s);
}

static ovl_result next(error_scene *s, const ovl_world *world, ovl_cell from) {
  error_begin_route(s);
  return error_of_planner(s, ovl_route_next(s->use.planner, world, &s->route, from, &s->path));
}

static ovl_result next_elsewhere(error_scene *s) { return next(s, s->use.other, error_inside); }

static ovl_result next_off_route(error_scene *s) {
  return next(s, s->use.world, (ovl_cell){16, 2, 0});
}

static ovl_result next_without_points(error_scene *s) {
  s->path.points = NULL;
  return next(s, s->use.world, error_inside);
}

static ovl_result next_of_other_profile(error_scene *s) {
  error_begin_route(s);
  s->route.profile = 200;
  return error_of_planner(
      s, ovl_route_next(s->use.planner, s->use.world, &s->route, error_inside, &s->path));
}

static ovl_result next_not_begun(error_scene *s) {
  s->route = (ovl_route){0};
  return error_of_planner(
      s, ovl_route_next(s->use.planner, s->use.world, &s->route, s->route.position, &s->path));
}

static ovl_result local(error_scene *s, ovl_cell start, int32_t radius, ovl_cell goal) {
  const ovl_local_goal goals[] = {{goal, 0}};
  ovl_local_query query = {0};
  query.start = start;
  query.radius_cells = radius;
  query.goals = goals;
  query.goal_count = 1;
  return error_of_planner(s, ovl_find_local(s->use.planner, s->use.world, &query, &s->path));
}

static ovl_result local_without_points(error_scene *s) {
  s->path.points = NULL;
  return local(s, error_inside, 4, error_inside);
}

static ovl_result local_outside(error_scene *s) { return local(s, error_outside, 4, error_inside); }
static ovl_result local_blocked(error_scene *s) { return local(s, error_rock, 4, error_inside); }
static ovl_result local_radius(error_scene *s) { return local(s, error_inside, -1, error_inside); }
static ovl_result local_wide(error_scene *s) { return local(s, error_inside, 9, error_inside); }
static ovl_result local_far(error_scene *s) { return local(s, error_inside, 4, error_behind_wall); }

static ovl_result step_no_task(error_scene *s) {
  ovl_find_path(s->use.planner, s->use.world, &s->query, &s->path);
  ovl_find_local(s->use.planner, s->use.world,
                 &(ovl_local_query){.start = error_inside, .radius_cells = 1}, &s->path);
  return error_of_planner(s, ovl_task_step(s->use.planner, 1, s->room.numbers, &s->room.done));
}

static ovl_result begin_two_tasks(error_scene *s) {
  ovl_task_begin_reaches(s->use.planner, s->use.world, &s->query);
  return error_of_planner(s,
                          ovl_task_begin_path(s->use.planner, s->use.world, &s->query, &s->path));
}

static ovl_result result_after_cancel(error_scene *s) {
  begin_two_tasks(s);
  ovl_task_cancel(s->use.planner);
  return error_of_planner(s, ovl_task_result(s->use.planner));
}

static ovl_result batch_of_less(error_scene *s) {
  return ovl_batch_run(&s->use.planner, s->use.world, NULL, -1, NULL, &s->fault);
}

static ovl_result batch_of_no_jobs(error_scene *s) {
  return ovl_batch_run(&s->use.planner, s->use.world, NULL, 0, &s->no_jobs, &s->fault);
}

static ovl_result batch_while_busy(error_scene *s) {
  ovl_task_begin_reaches(s->use.planner, s->use.world, &s->query);
  return ovl_batch_run(&s->use.planner, s->use.world, NULL, 0, NULL, &s->fault);
}

static ovl_result batch_with_path(error_scene *s, ovl_path *path) {
  ovl_batch_item item = {.query = s->query, .path = path};
  const ovl_result result = ovl_batch_run(&s->use.planner, s->use.world, &item, 1, NULL, NULL);
  s->fault = item.fault;
  return result;
}

static ovl_result batch_of_query(error_scene *s) { return batch_with_path(s, &s->path); }
static ovl_result batch_of_no_path(error_scene *s) { return batch_with_path(s, NULL); }

/* Makes a call with a path in which an earlier call has filled in everything. Returns its result if
 * nothing of that is left, or all where the path is to be kept. */
static ovl_result with_old_path(error_scene *s, ovl_result (*run)(error_scene *s), bool keeps) {
  const uint64_t left = keeps ? 7 : 0;
  s->path.count = s->path.link_count = 7;
  s->path.cost = s->path.straight_steps = s->path.diagonal_steps = s->path.length = 7;
  s->path.partial = true;
  const ovl_result result = run(s);
  const ovl_path *path = &s->path;
  const bool is_right = path->count == left && path->link_count == left && path->cost == left &&
                        path->straight_steps == left && path->diagonal_steps == left &&
                        path->length == left && path->partial == keeps;
  return is_right ? result : OVL_OK;
}

static ovl_result clear_blocked(error_scene *s) {
  s->query.goal = error_rock;
  return with_old_path(s, find, false);
}
static ovl_result clear_refused(error_scene *s) {
  return with_old_path(s, find_without_points, false);
}
static ovl_result clear_elsewhere(error_scene *s) {
  return with_old_path(s, next_elsewhere, false);
}
static ovl_result clear_off_route(error_scene *s) {
  return with_old_path(s, next_off_route, false);
}
static ovl_result clear_local(error_scene *s) { return with_old_path(s, local_outside, false); }
static ovl_result keep_while_busy(error_scene *s) {
  return with_old_path(s, find_during_a_task, true);
}

/* ---- Blockers -------------------------------------------------------------------------------- */

static ovl_result of_blockers(error_scene *s, ovl_result result) {
  s->fault = *ovl_blockers_fault(s->use.blockers);
  return result;
}

static ovl_result blockers_of_no_profile(error_scene *s) {
  ovl_blockers *blockers;
  return ovl_blockers_create(s->use.world, 1, NULL, &blockers, &s->fault);
}

static ovl_result blockers_begin(error_scene *s, ovl_cell start, ovl_cell goal) {
  return of_blockers(s, ovl_blockers_begin(s->use.blockers, start, goal));
}

static ovl_result blockers_from_outside(error_scene *s) {
  return blockers_begin(s, error_outside, error_inside);
}

static ovl_result blockers_to_outside(error_scene *s) {
  return blockers_begin(s, error_inside, error_outside);
}
static ovl_result blockers_from_edge(error_scene *s) {
  return blockers_begin(s, error_edge, error_inside);
}
static ovl_result blockers_to_edge(error_scene *s) {
  return blockers_begin(s, error_inside, error_edge);
}

static ovl_result blockers_step_early(error_scene *s) {
  ovl_blockers_begin(s->use.blockers, error_outside, error_inside);
  return of_blockers(s, ovl_blockers_step(s->use.blockers, 1, &s->room.done));
}

static ovl_result blockers_answer(error_scene *s) {
  return of_blockers(s, ovl_blockers_answer(s->use.blockers, NULL, 0, &s->room.needed, NULL));
}

static ovl_result blockers_answer_early(error_scene *s) {
  ovl_blockers_begin(s->use.blockers, error_inside, error_behind_wall);
  s->room.needed = 1;
  const ovl_result result = blockers_answer(s);
  return s->room.needed == 0 ? result : OVL_OK;
}

static ovl_result blockers_without_room(error_scene *s) {
  ovl_blockers_begin(s->use.blockers, error_inside, error_behind_wall);
  ovl_blockers_step(s->use.blockers, UINT64_MAX, &s->room.done);
  return blockers_answer(s);
}

/* ---- The rows -------------------------------------------------------------------------------- */

static const error_row errors_query_rows[] = {
    {"ovl_planner_fault", ask_nothing, OVL_OK, "", 0, 0},
    {"ovl_planner_create", create_without_world, OVL_BAD_ARGUMENT, "world", 0, 1},
    {"ovl_planner_create", create_without_memory, OVL_BAD_ARGUMENT, "max_bytes", 0, 0},
    {"ovl_planner_create", create_without_block, OVL_BAD_ARGUMENT, "block", 0, 1},
    {"ovl_planner_fit", fit_to_larger, OVL_PLANNER_TOO_SMALL, "max_bytes", 0, 0},
    {"ovl_find_path", find_without_points, OVL_BAD_ARGUMENT, "points", 0, 1},
    {"ovl_find_path", find_without_links, OVL_BAD_ARGUMENT, "links", 0, 1},
    {"ovl_find_path", find_during_a_task, OVL_BUSY, "planner: it has a task", 0, 0},
    {"ovl_path_cells", list_crooked, OVL_BAD_ARGUMENT, "path: a leg", 0, 1},
    {"ovl_path_cells", list_without_room, OVL_MORE_ROOM, "capacity", 3, 8},
    {"ovl_path_cells", list_far, OVL_BAD_ARGUMENT, "path: x", OVL_MAX_SIDE_CELLS + 2,
     OVL_MAX_SIDE_CELLS + 1},
    {"ovl_path_cells", list_cut_path, OVL_BAD_ARGUMENT, "path: points", 1, 2},
    {"ovl_path_cells", list_without_points, OVL_BAD_ARGUMENT, "points", 0, 1},
    {"ovl_reaches", reach_outside, OVL_GOAL_OUTSIDE, "goal.y", ERROR_SIDE, ERROR_SIDE - 1},
    {"ovl_find_costs", cost_of_blocked, OVL_START_BLOCKED, "start", 0, 0},
    {"ovl_find_costs", cost_of_many, OVL_BAD_ARGUMENT, "count", OVL_MAX_GOALS + 1, OVL_MAX_GOALS},
    {"ovl_find_range", range_without_room, OVL_MORE_ROOM, "capacity", 0, 0},
    {"ovl_route_begin", route_to_rock, OVL_GOAL_BLOCKED, "goal", 0, 0},
    {"ovl_route_next", next_elsewhere, OVL_OTHER_WORLD, "world", 0, 0},
    {"ovl_route_next", next_of_other_profile, OVL_CORRUPT, "route", 0, 0},
    {"ovl_route_next", next_without_points, OVL_BAD_ARGUMENT, "points", 0, 1},
    {"ovl_route_next", next_off_route, OVL_OFF_ROUTE, "from.x", 16, 15},
    {"ovl_route_next", next_not_begun, OVL_BAD_ARGUMENT, "route: not begun", 0, 0},
    {"ovl_find_local", local_without_points, OVL_BAD_ARGUMENT, "points", 0, 1},
    {"ovl_find_local", local_outside, OVL_START_OUTSIDE, "start.y", ERROR_SIDE, ERROR_SIDE - 1},
    {"ovl_find_local", local_blocked, OVL_START_BLOCKED, "start", 0, 0},
    {"ovl_find_local", local_radius, OVL_BAD_ARGUMENT, "radius_cells", UINT64_MAX, 1},
    {"ovl_find_local", local_wide, OVL_BAD_ARGUMENT, "radius_cells", 9, 8},
    {"ovl_find_local", local_far, OVL_UNREACHABLE, "goals", 0, 0},
    {"ovl_task_step", step_no_task, OVL_BAD_ARGUMENT, "planner: it has no task", 0, 0},
    {"ovl_task_result", result_after_cancel, OVL_BAD_ARGUMENT, "planner: it has no task", 0, 0},
    {"ovl_task_begin_path", begin_two_tasks, OVL_BUSY, "planner: it has a task", 0, 0},
    {"ovl_find_path", clear_blocked, OVL_GOAL_BLOCKED, "goal", 0, 0},
    {"ovl_find_path", clear_refused, OVL_BAD_ARGUMENT, "points", 0, 1},
    {"ovl_find_path", keep_while_busy, OVL_BUSY, "planner: it has a task", 0, 0},
    {"ovl_route_next", clear_elsewhere, OVL_OTHER_WORLD, "world", 0, 0},
    {"ovl_route_next", clear_off_route, OVL_OFF_ROUTE, "from.x", 16, 15},
    {"ovl_find_local", clear_local, OVL_START_OUTSIDE, "start.y", ERROR_SIDE, ERROR_SIDE - 1},
    {"ovl_batch_run", batch_of_less, OVL_BAD_ARGUMENT, "count", LESS(1), 0},
    {"ovl_batch_run", batch_of_no_jobs, OVL_BAD_ARGUMENT, "jobs", 0, 1},
    {"ovl_batch_run", batch_of_no_path, OVL_OK, "path", 0, 1},
    {"ovl_batch_run", batch_while_busy, OVL_BUSY, "planners", 0, 0},
    {"ovl_blockers_create", blockers_of_no_profile, OVL_BAD_ARGUMENT, "profile", 1, 0},
    {"ovl_blockers_begin", blockers_from_outside, OVL_START_OUTSIDE, "start.y", ERROR_SIDE,
     ERROR_SIDE - 1},
    {"ovl_blockers_begin", blockers_to_outside, OVL_GOAL_OUTSIDE, "goal.y", ERROR_SIDE,
     ERROR_SIDE - 1},
    {"ovl_blockers_begin", blockers_from_edge, OVL_START_BLOCKED, "start", 2, 1},
    {"ovl_blockers_begin", blockers_to_edge, OVL_GOAL_BLOCKED, "goal", 2, 1},
    {"ovl_blockers_step", blockers_step_early, OVL_BAD_ARGUMENT, "blockers", 0, 1},
    {"ovl_blockers_answer", blockers_answer_early, OVL_BAD_ARGUMENT, "blockers", 0, 1},
    {"ovl_blockers_answer", blockers_without_room, OVL_MORE_ROOM, "capacity", 0, 2},
};

#define FROM(...) (&(const ovl_query){.start = {__VA_ARGS__, 0}, .goal = {28, 28, 0}})
#define TO(...) (&(const ovl_query){.start = {2, 2, 0}, .goal = {__VA_ARGS__}})
#define WITH(...)                                                                                  \
  (&(const ovl_query){                                                                             \
      .start = {2, 2, 0}, .goal = {28, 28, 0}, .more = &(const ovl_query_more){__VA_ARGS__}})

/* Queries that are wrong in themselves. */
static const error_query_row errors_of_queries[] = {
    {TO(28, 28, 0), {"ends", find, OVL_OK, "", 0, 0}},
    {FROM(-1, 2), {"ends", find, OVL_START_OUTSIDE, "start.x", LESS(1), 0}},
    {FROM(2, ERROR_SIDE), {"ends", find, OVL_START_OUTSIDE, "start.y", ERROR_SIDE, ERROR_SIDE - 1}},
    {FROM(2, INT32_MIN), {"ends", find, OVL_START_OUTSIDE, "start.y", (uint64_t)INT32_MIN, 0}},
    {TO(INT32_MAX, 2, 0), {"ends", find, OVL_GOAL_OUTSIDE, "goal.x", INT32_MAX, ERROR_SIDE - 1}},
    {TO(28, 28, 1), {"ends", find, OVL_GOAL_OUTSIDE, "goal.floor", 1, 0}},
    {FROM(10, 10), {"ends", find, OVL_START_BLOCKED, "start", 0, 0}},
    {TO(10, 10, 0), {"ends", find, OVL_GOAL_BLOCKED, "goal", 0, 0}},
    {TO(ERROR_SIDE - 1, 5, 0), {"ends", find, OVL_GOAL_BLOCKED, "goal", 0, 0}},
    {TO(35, 5, 0), {"ends", find, OVL_UNREACHABLE, "goal", 0, 0}},
    {TO(35, 5, 0), {"task", step_after_a_refusal, OVL_OK, "goal", 0, 0}},
    {TO(28, -3, 0), {"item", batch_of_query, OVL_OK, "goal.y", LESS(3), 0}},
    {TO(9, 2, 0), {"room", find_with_little_room, OVL_MORE_ROOM, "capacity", 1, 2}},
    {&(const ovl_query){.profile = 1}, {"profile", find, OVL_BAD_ARGUMENT, "profile", 1, 0}},
    {&(const ovl_query){.smoothing = (ovl_smoothing)-1},
     {"smoothing", find, OVL_BAD_ARGUMENT, "smoothing", LESS(1), 0}},
    {&(const ovl_query){.smoothing = OVL_SMOOTH_COUNT},
     {"smoothing", find, OVL_BAD_ARGUMENT, "smoothing", OVL_SMOOTH_COUNT, OVL_SMOOTH_COUNT - 1}},
    {WITH(.turn_cost = (1u << 20) + 1),
     {"turns", find, OVL_BAD_ARGUMENT, "turn_cost", (1u << 20) + 1, 1u << 20}},
    {WITH(.goal_kind = OVL_GOAL_RECT, .goal_w = 3),
     {"goals", find, OVL_BAD_ARGUMENT, "goal_h", 0, 1}},
    {WITH(.goal_kind = OVL_GOAL_WITHIN, .goal_radius = 65536),
     {"goals", find, OVL_BAD_ARGUMENT, "goal_radius", 65536, 65535}},
    {WITH(.goal_kind = OVL_GOAL_WITHIN, .goal_radius = -1),
     {"goals", find, OVL_BAD_ARGUMENT, "goal_radius", LESS(1), 0}},
    {WITH(.goal_kind = OVL_GOAL_SET), {"goals", find, OVL_BAD_ARGUMENT, "goal_cells", 0, 1}},
    {WITH(.goal_kind = OVL_GOAL_SET, .goal_cells = &error_inside),
     {"goals", find, OVL_BAD_ARGUMENT, "goal_count", 0, 1}},
    {WITH(.goal_kind = OVL_GOAL_SET, .goal_cells = &error_inside, .goal_count = OVL_MAX_GOALS + 1),
     {"goals", find, OVL_BAD_ARGUMENT, "goal_count", OVL_MAX_GOALS + 1, OVL_MAX_GOALS}},
    {WITH(.goal_kind = OVL_GOAL_COUNT),
     {"goals", find, OVL_BAD_ARGUMENT, "goal_kind", OVL_GOAL_COUNT, OVL_GOAL_COUNT - 1}},
    {WITH(.cost_limit = OVL_STRAIGHT_COST),
     {"limits", find, OVL_LIMITED, "cost_limit", OVL_STRAIGHT_COST, 0}},
    {WITH(.expansion_limit = 1), {"limits", find, OVL_LIMITED, "expansion_limit", 1, 0}},
};

static void errors_query_name_the_setting(test_state *t) {
  check_error_queries(t, errors_of_queries, sizeof errors_of_queries / sizeof *errors_of_queries);
}

static void errors_query_name_the_argument(test_state *t) {
  check_error_rows(t, errors_query_rows, sizeof errors_query_rows / sizeof *errors_query_rows);
}

const test_entry test_errors_query_table[] = {
    {"errors_query_name_the_argument", errors_query_name_the_argument},
    {"errors_query_name_the_setting", errors_query_name_the_setting},
    {NULL, NULL},
};
