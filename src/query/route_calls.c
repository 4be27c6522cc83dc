/* Public calls for paths and routes: each kind of task is a table of stages. */
#include "coarse/refine/route_code.h"
#include "common/argument.h"
#include "common/cell.h"
#include "query/overlay_route.h"
#include "query/plan.h"
#include "query/resolve.h"
#include "query/route_limit.h"
#include "query/task.h"

/* Converts a route from cells of the plane to cells of the world, as the caller has it. */
static void route_to_world(const ovl_world *world, ovl_route *route) {
  route->position = ovi_world_from_plane(world, route->position);
  route->goal = ovi_world_from_plane(world, route->goal);
}

/* ---- Reachability ------------------------------------------------------------------ */

static ovl_result reaches_result(ovl_planner *planner) {
  return planner->task.plane.is_partial ? OVL_UNREACHABLE : OVL_OK;
}

enum { REACHES_CHECK, REACHES_RESOLVE, REACHES_STAGES };
static const ovi_stage reaches_stages[REACHES_STAGES] = {
    [REACHES_CHECK] = {"check the query", ovi_query_begin_task},
    [REACHES_RESOLVE] = {"resolve the ends", ovi_query_resolve}};
static const ovi_task_kind reaches_task = {
    .stages = reaches_stages, .stage_count = REACHES_STAGES, .result = reaches_result};

ovl_result ovl_task_begin_reaches(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query) {
  return ovi_task_begin(planner, world, query, &reaches_task);
}

ovl_result ovl_reaches(ovl_planner *planner, const ovl_world *world, const ovl_query *query) {
  return ovi_task_finish(planner, ovl_task_begin_reaches(planner, world, query));
}

/* ---- Paths ------------------------------------------------------------------------- */

static ovi_status measure_path(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  const ovi_status status = ovi_route_measure(planner);
  if (status != OVI_PAUSED) {
    const uint64_t limit = status == OVI_DONE ? task->asked.more.cost_limit : UINT64_MAX;
    ovi_writing_begin(planner, task->path, limit, false);
    return OVI_DONE;
  }
  return status;
}

static ovi_status begin_partial_path(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  const uint64_t limit =
      task->asked.more.cost_limit != 0 ? task->asked.more.cost_limit : UINT64_MAX;
  ovi_writing_begin(planner, task->path, limit, true);
  return OVI_DONE;
}

static ovl_result path_result(ovl_planner *planner) {
  const ovi_writing *writing = &planner->task.as.writing;
  return writing->result != OVL_OK        ? writing->result
         : writing->is_limited            ? OVL_LIMITED
         : planner->task.plane.is_partial ? OVL_UNREACHABLE
                                          : OVL_OK;
}

enum { PATH_CHECK, PATH_RESOLVE, PATH_PLAN, PATH_MEASURE, PATH_WRITE, PATH_STAGES };
static const ovi_stage path_stages[PATH_STAGES] = {
    [PATH_CHECK] = {"check the query", ovi_plan_check},
    [PATH_RESOLVE] = {"resolve the ends", ovi_query_resolve},
    [PATH_PLAN] = {"plan the route", ovi_plan_run},
    [PATH_MEASURE] = {"measure the path", measure_path},
    [PATH_WRITE] = {"refine the segments", ovi_writing_run}};

enum { PARTIAL_PATH_FIND, PARTIAL_PATH_BEGIN, PARTIAL_PATH_WRITE, PARTIAL_PATH_STAGES };
static const ovi_stage partial_path_stages[PARTIAL_PATH_STAGES] = {
    [PARTIAL_PATH_FIND] = {"go as near as the limit allows", ovi_partial_find},
    [PARTIAL_PATH_BEGIN] = {"begin a part of the path", begin_partial_path},
    [PARTIAL_PATH_WRITE] = {"write a part of the path", ovi_writing_run}};

static const ovi_task_kind path_task = {.stages = path_stages,
                                        .stage_count = PATH_STAGES,
                                        .limited = partial_path_stages,
                                        .limited_count = PARTIAL_PATH_STAGES,
                                        .result = path_result};

ovl_result ovl_task_begin_path(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                               ovl_path *path) {
  const ovl_result result = ovi_task_begin(planner, world, query, &path_task);
  if (result != OVL_BUSY) {
    ovi_path_clear(path);
  }
  if (result == OVL_OK) {
    planner->task.path = path;
    planner->task.as.writing.has_begun = false;
  }
  return result;
}

ovl_result ovl_find_path(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                         ovl_path *path) {
  return ovi_task_finish(planner, ovl_task_begin_path(planner, world, query, path));
}

/* ---- Routes: their beginning --------------------------------------------------------- */

/* Gives a route that was planned to the caller. */
static ovi_status give_route(void *work) {
  ovl_planner *planner = work;
  const ovi_task *task = &planner->task;
  ovl_route *given = task->beginning.given;
  const ovi_status status = ovi_planner_trust(planner);
  if (status != OVI_DONE) {
    return status;
  }
  *given = task->route;
  route_to_world(task->world, given);
  return OVI_DONE;
}

static ovl_result route_result(ovl_planner *planner) {
  const ovi_task *task = &planner->task;
  return task->is_limited || task->beginning.is_cut ? OVL_LIMITED
         : task->plane.is_partial                   ? OVL_UNREACHABLE
                                                    : OVL_OK;
}

enum { ROUTE_CHECK, ROUTE_RESOLVE, ROUTE_PLAN, ROUTE_SHORTEN, ROUTE_GIVE, ROUTE_STAGES };
static const ovi_stage route_stages[ROUTE_STAGES] = {
    [ROUTE_CHECK] = {"check the query", ovi_plan_check},
    [ROUTE_RESOLVE] = {"resolve the ends", ovi_query_resolve},
    [ROUTE_PLAN] = {"plan the route", ovi_plan_run},
    [ROUTE_SHORTEN] = {"shorten the route to its limit", ovi_route_shorten},
    [ROUTE_GIVE] = {"give the route", give_route}};

enum { PARTIAL_ROUTE_FIND, PARTIAL_ROUTE_GIVE, PARTIAL_ROUTE_STAGES };
static const ovi_stage partial_route_stages[PARTIAL_ROUTE_STAGES] = {
    [PARTIAL_ROUTE_FIND] = {"go as near as the limit allows", ovi_partial_find},
    [PARTIAL_ROUTE_GIVE] = {"give the route", give_route}};

static const ovi_task_kind route_task = {.stages = route_stages,
                                         .stage_count = ROUTE_STAGES,
                                         .limited = partial_route_stages,
                                         .limited_count = PARTIAL_ROUTE_STAGES,
                                         .result = route_result};

ovl_result ovl_task_begin_route(ovl_planner *planner, const ovl_world *world,
                                const ovl_query *query, ovl_route *route) {
  const ovl_result result = ovi_task_begin(planner, world, query, &route_task);
  if (result == OVL_OK) {
    ovi_task *task = &planner->task;
    task->asked.more.turn_cost = 0; /* a route keeps none: any planner gives the same segments */
    *route = (ovl_route){0};
    task->beginning = (ovi_route_task){.given = route};
    task->as.writing.has_begun = false;
  }
  return result;
}

ovl_result ovl_route_begin(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                           ovl_route *route) {
  return ovi_task_finish(planner, ovl_task_begin_route(planner, world, query, route));
}

/* ---- Routes: going on ------------------------------------------------------------------ */

/* Returns whether a path leads from a cell to the goal of a route. */
static bool leads_to_goal(ovl_planner *planner, const ovl_world *world, const ovl_route *route,
                          ovl_cell from) {
  const ovi_layer *layer = &world->layers[route->profile];
  const uint32_t start = ovi_world_island(world, route->profile, from);
  const uint32_t goal = ovi_world_island(world, route->profile, route->goal);
  return start != 0 && goal != 0 &&
         (start == goal ||
          (ovi_layer_has_arcs(layer) &&
           ovi_island_reaches(&planner->workspace.island_reach, layer, start, goal)));
}

/* Checks a cell that is not the position of a valid route. */
static ovl_result check_off_route(ovl_planner *planner, const ovl_world *world,
                                  const ovl_route *route, ovl_cell from) {
  const int32_t side = world->shared.plane.region_cells;
  const ovl_cell at = ovi_world_to_plane(world, route->position);
  if (!leads_to_goal(planner, world, route, from)) {
    return ovi_planner_refuse(planner, OVL_OFF_ROUTE, "from", 0, 0);
  }
  /* From the first cell of the region before that of the position to the last one of that behind.
   */
  const ovl_cell here = ovi_world_to_plane(world, from);
  const int64_t low_x = (int64_t)(at.x / side - 1) * side - here.x + from.x;
  const int64_t low_y = (int64_t)(at.y / side - 1) * side - here.y + from.y;
  const ovi_argument regions[] = {
      {"from.floor", from.floor, route->position.floor, route->position.floor},
      {"from.x", from.x, low_x, low_x + 3 * side - 1},
      {"from.y", from.y, low_y, low_y + 3 * side - 1}};
  return OVI_ARGUMENTS_CHECK(regions, 0, &planner->call.fault) == OVL_OK ? OVL_OK : OVL_OFF_ROUTE;
}

/* Checks a route, which comes from the caller's memory and may hold anything. OVL_OK if it can go
 * on from the cell; else the result of ovl_route_next. */
static ovl_result check_route(ovl_planner *planner, const ovl_world *world, const ovl_route *route,
                              ovl_cell from) {
  if (route->world == 0) {
    return ovi_planner_refuse(planner, OVL_BAD_ARGUMENT, "route: not begun", 0, 0);
  }
  const ovi_layer *layer = ovi_world_layer(world, route->profile);
  if (layer == NULL) {
    const bool is_of_world = ovi_version_number(world, route->world) != UINT64_MAX;
    return is_of_world ? OVL_CORRUPT : OVL_OTHER_WORLD;
  }
  const ovl_result version =
      ovi_world_route_version(world, route, &planner->workspace.refiner.since);
  if (version != OVL_OK) {
    return version;
  }
  if (!ovi_planner_serves(planner, layer)) {
    return ovi_planner_too_small(planner, world, false);
  }
  const bool is_valid = leads_to_goal(planner, world, route, route->position) &&
                        route->smoothing < OVL_SMOOTH_COUNT && route->cost_to_go < OVI_COSTS_END &&
                        ovi_route_code_is_valid(route);
  if (!is_valid) {
    return OVL_CORRUPT;
  }
  return ovi_cells_are_one(from, route->position) ? OVL_OK
                                                  : check_off_route(planner, world, route, from);
}

/* The status of a step along a route that is wrong: in a version later than its own, what is wrong
 * with it may have been edited since. */
static ovi_status wrong_route(ovl_planner *planner) {
  const ovi_task *task = &planner->task;
  const bool is_older = task->as.next.route->world != task->world->shared.fingerprint;
  return is_older ? ovi_planner_fail(planner, OVL_BEGIN_AGAIN) : OVI_CORRUPT;
}

static ovi_status begin_next_segment(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_next_task *next = &task->as.next;
  const ovl_route *route = next->route;
  if (ovi_path_check(task->path, &planner->call.fault) != OVL_OK) {
    return ovi_planner_fail(planner, OVL_BAD_ARGUMENT);
  }
  const ovl_result checked = check_route(planner, task->world, route, next->from);
  if (checked != OVL_OK) {
    return checked == OVL_CORRUPT ? wrong_route(planner) : ovi_planner_fail(planner, checked);
  }
  task->route = *route;
  task->route.position = ovi_world_to_plane(task->world, route->position);
  task->route.goal = ovi_world_to_plane(task->world, route->goal);
  task->plane.layer = &task->world->layers[route->profile];
  task->plane.query.start = task->route.position;
  task->plane.query.goal = task->route.goal;
  ovi_query_trace_begin(&task->plane.query_trace, task->world, planner->segment_trace,
                        planner->segment_trace_user);
  ovi_planner_begin_trace(planner);
  ovi_path_begin(&next->writer, task->world, task->plane.layer, (ovl_smoothing)route->smoothing,
                 false, &planner->workspace.refiner.tiles, task->path,
                 ovi_world_to_plane(task->world, next->from));
  next->writer.trace = planner->workspace.coarse.trace;
  return OVI_DONE;
}

static ovi_status refine_next_segment(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_next_task *next = &task->as.next;
  const ovl_cell from = ovi_world_to_plane(task->world, next->from);
  if (task->route.done && ovi_same_cell(from, task->route.position)) {
    return OVI_DONE;
  }
  const ovi_status status = ovi_route_refine(planner, &task->route, from, OVI_UNPACKED_OF_WALK);
  if (status == OVI_DONE) {
    ovi_segment_write(&planner->workspace.refiner, &next->writer);
  } else if (status == OVI_NONE) {
    planner->call.fault = (ovl_fault){.what = "from"};
    return ovi_planner_fail(planner, OVL_OFF_ROUTE);
  }
  return status == OVI_CORRUPT ? wrong_route(planner) : status;
}

/* Moves the caller's route on, if the segment fits its path. */
static ovi_status give_next_segment(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_next_task *next = &task->as.next;
  next->result = ovi_path_end(&next->writer);
  if (next->result == OVL_OK && ovi_planner_has_all(planner)) {
    if (next->writer.trace != NULL) {
      ovi_trace_emit_piece(next->writer.trace, OVL_TRACE_SEGMENT,
                           ovi_world_to_plane(task->world, next->from), task->route.position,
                           task->path->cost);
    }
    route_to_world(task->world, &task->route);
    *next->route = task->route;
  }
  return OVI_DONE;
}

static ovl_result next_result(ovl_planner *planner) { return planner->task.as.next.result; }

enum { NEXT_BEGIN, NEXT_REFINE, NEXT_GIVE, NEXT_STAGES };
static const ovi_stage next_stages[NEXT_STAGES] = {
    [NEXT_BEGIN] = {"check the route", begin_next_segment},
    [NEXT_REFINE] = {"refine the next segment", refine_next_segment},
    [NEXT_GIVE] = {"give the segment", give_next_segment}};
static const ovi_task_kind next_task = {
    .stages = next_stages, .stage_count = NEXT_STAGES, .result = next_result};

void ovl_planner_trace_segments(ovl_planner *planner, ovl_trace_fn trace, void *user) {
  planner->segment_trace = trace;
  planner->segment_trace_user = user;
}

void ovl_planner_trace_kinds(ovl_planner *planner, uint32_t kinds) { planner->untraced = ~kinds; }

ovl_result ovl_task_begin_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                               ovl_cell from, ovl_path *segment) {
  const ovl_result result = ovi_task_begin(planner, world, NULL, &next_task);
  if (result != OVL_BUSY) {
    ovi_path_clear(segment);
  }
  if (result == OVL_OK) {
    ovi_next_task *next = &planner->task.as.next;
    planner->task.path = segment;
    next->route = route;
    next->from = from;
  }
  return result;
}

ovl_result ovl_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                          ovl_cell from, ovl_path *segment) {
  return ovi_task_finish(planner, ovl_task_begin_next(planner, world, route, from, segment));
}
