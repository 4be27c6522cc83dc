/* Routes: begun, kept by the caller, and walked stretch by stretch. */
#include "query/route_calls.h"

#include "coarse/refine/route_code.h"
#include "overland_schedule.h"
#include "query/overlay_route.h"
#include "query/plan.h"
#include "query/route_limit.h"
#include "query/task.h"

void ovi_route_to_world(const ovl_world *world, ovl_route *route) {
  route->position = ovi_world_from_plane(world, route->position);
  route->goal = ovi_world_from_plane(world, route->goal);
}

void ovi_route_to_plane(const ovl_world *world, ovl_route *route) {
  route->position = ovi_world_to_plane(world, route->position);
  route->goal = ovi_world_to_plane(world, route->goal);
}

/* ---- Paths ---- */

static ovl_result run_path(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovl_result result = OVL_OK;
  if (task->stage == OVI_TASK_PLANS) {
    task->path->count = 0;
    result = ovi_query_route(planner);
    if (result != OVL_OK && result != OVL_LIMITED) {
      return result;
    }
    task->stage = OVI_TASK_MEASURES;
    if (result == OVL_LIMITED) {
      const uint64_t limit = task->asked.cost_limit;
      ovi_writing_begin(planner, task->path, limit != 0 ? limit : UINT64_MAX, true);
      task->stage = OVI_TASK_WRITES;
    }
  }
  if (task->stage == OVI_TASK_MEASURES) {
    result = ovi_route_measure(planner);
    if (result == OVL_BUSY) {
      return result;
    }
    ovi_writing_begin(planner, task->path,
                      result == OVL_LIMITED ? task->asked.cost_limit : UINT64_MAX, false);
    task->stage = OVI_TASK_WRITES;
  }
  return ovi_writing_run(planner);
}

ovl_result ovl_task_begin_path(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                               ovl_path *path) {
  const ovl_result result = ovi_task_begin(planner, world, query, run_path);
  if (result == OVL_OK) {
    path->count = 0;
    planner->task.path = path;
    planner->task.resume = ovi_path_resume;
  }
  return result;
}

ovl_result ovl_find_path(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                         ovl_path *path) {
  const ovl_result result = ovl_task_begin_path(planner, world, query, path);
  return result == OVL_OK ? ovi_task_finish(planner) : result;
}

/* ---- Routes ---- */

/* Gives a route that was planned to the caller. */
static ovl_result give_route(const ovl_planner *planner, ovl_result result) {
  const ovi_task *task = &planner->task;
  ovl_route *route = task->given_route;
  if (!ovi_planner_has_all(planner)) {
    return OVL_NEEDS_REGIONS;
  }
  *route = task->route;
  ovi_route_to_world(task->world, route);
  for (size_t i = 0; i < route->stop_count && i < task->stop_capacity; i++) {
    task->stops[i] = planner->workspace.stops[i];
  }
  return route->stop_count > task->stop_capacity ? OVL_MORE_ROOM
         : result == OVL_LIMITED                 ? OVL_LIMITED
         : task->plane.is_partial                ? OVL_UNREACHABLE
                                                 : OVL_OK;
}

/* Shortens a route, if it need be; where its limit of expansions is spent meanwhile, it leads
 * nowhere. */
static ovl_result shorten(ovl_planner *planner) {
  const ovl_result result = ovi_route_shorten(planner);
  if (!ovi_planner_is_spent(planner, result)) {
    return result;
  }
  ovi_partial_begin(planner);
  return ovi_partial_find(planner);
}

static ovl_result run_route(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovl_result result = OVL_OK;
  if (task->stage == OVI_TASK_PLANS) {
    result = ovi_query_route(planner);
    task->stage = result == OVL_OK ? OVI_TASK_MEASURES : OVI_TASK_PLANS;
  }
  if (task->stage == OVI_TASK_MEASURES) {
    result = shorten(planner);
  }
  return result == OVL_OK || result == OVL_LIMITED ? give_route(planner, result) : result;
}

ovl_result ovl_task_begin_route(ovl_planner *planner, const ovl_world *world,
                                const ovl_query *query, ovl_route *route, ovl_stop *stops,
                                size_t stop_capacity) {
  const ovl_result result = ovi_task_begin(planner, world, query, run_route);
  if (result == OVL_OK) {
    ovi_task *task = &planner->task;
    task->asked.turn_cost = 0; /* a route keeps none, so that any planner goes on alike */
    *route = (ovl_route){0};
    task->given_route = route;
    task->stops = stops;
    task->stop_capacity = stop_capacity;
  }
  return result;
}

ovl_result ovl_route_begin(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                           ovl_route *route, ovl_stop *stops, size_t stop_capacity) {
  const ovl_result result =
      ovl_task_begin_route(planner, world, query, route, stops, stop_capacity);
  return result == OVL_OK ? ovi_task_finish(planner) : result;
}

bool ovi_world_leads(ovl_planner *planner, const ovl_world *world, int32_t profile, ovl_cell from,
                     ovl_cell to) {
  const uint32_t start = ovi_world_island(world, profile, from);
  const uint32_t goal = ovi_world_island(world, profile, to);
  return start != 0 && goal != 0 &&
         (start == goal || (world->layers[profile].profile.is_directed &&
                            ovi_island_reaches(&planner->workspace.island_reach,
                                               &world->layers[profile], start, goal)));
}

/* Whether a route may go on in a version of its history; tells the refiner where that began. */
static ovl_result find_version(ovl_planner *planner, const ovl_world *world,
                               const ovl_route *route) {
  const bool by_labels = route->kind == OVL_ROUTE_LABELS && !route->done;
  const bool by_overlays = route->kind == OVL_ROUTE_OVERLAYS && !route->done;
  const bool has_labels = world->layers[route->profile].labels.count != 0;
  const bool has_overlays = ovi_overlays_serve(&world->layers[route->profile]);
  if (route->world == world->shared.fingerprint) {
    return (by_labels && !has_labels) || (by_overlays && !has_overlays) ? OVL_OTHER_WORLD : OVL_OK;
  }
  const uint64_t since = ovi_version_number(world, route->world);
  if (since == UINT64_MAX) {
    return OVL_OTHER_WORLD;
  }
  planner->workspace.refiner.since = since;
  const bool goes_on = since >= world->history.routes_since && (!by_overlays || has_overlays) &&
                       (!by_labels || (has_labels && since >= world->history.labels_since));
  return goes_on ? OVL_OK : OVL_BEGIN_AGAIN;
}

ovl_result ovi_route_check(ovl_planner *planner, const ovl_world *world, const ovl_route *route,
                           ovl_cell from) {
  const ovi_layer *layer = ovi_world_layer(world, route->profile);
  if (layer == NULL || !ovi_planner_serves(planner, layer)) {
    return OVL_OTHER_WORLD;
  }
  const ovl_result version = find_version(planner, world, route);
  if (version != OVL_OK) {
    return version;
  }
  if (from.x != route->position.x || from.y != route->position.y ||
      from.floor != route->position.floor) {
    return OVL_OFF_ROUTE;
  }
  bool sound = ovi_world_leads(planner, world, route->profile, from, route->goal) &&
               route->smoothing < OVL_SMOOTH_COUNT && route->cost_to_go < OVI_COSTS_END &&
               ovi_route_code_is_valid(route);
  return sound ? OVL_OK : OVL_CORRUPT;
}

static ovl_result begin_stretch(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  const ovl_route *route = task->given_route;
  const ovl_result result = ovi_route_check(planner, task->world, route, task->from);
  if (result != OVL_OK) {
    return result;
  }
  task->route = *route;
  ovi_route_to_plane(task->world, &task->route);
  ovi_path_begin(&task->writing.writer, task->world, &task->world->layers[route->profile],
                 (ovl_smoothing)route->smoothing, task->path, task->route.position);
  task->stage = OVI_TASK_WRITES;
  return OVL_OK;
}

static ovl_result run_next(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovl_route *route = &task->route;
  ovi_path_writer *writer = &task->writing.writer;
  ovl_result result = task->stage == OVI_TASK_PLANS ? begin_stretch(planner) : OVL_OK;
  if (result == OVL_OK && !route->done) {
    const ovi_known_stops stops = {.stops = task->given_stops, .count = task->stop_capacity};
    result = ovi_route_refine(planner, &task->world->layers[route->profile], route, stops);
    if (result == OVL_OK) {
      ovi_segment_write(&planner->workspace.refiner, writer);
    }
  }
  if (result != OVL_OK) {
    const bool is_older = planner->workspace.refiner.since != UINT64_MAX;
    task->path->count = result == OVL_BUSY ? task->path->count : 0;
    return result == OVL_CORRUPT && is_older ? OVL_BEGIN_AGAIN : result;
  }
  result = ovi_path_end(writer);
  if (result == OVL_OK && ovi_planner_has_all(planner)) {
    ovi_route_to_world(task->world, route);
    *task->given_route = *route;
  }
  return result;
}

ovl_result ovl_task_begin_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                               const ovl_stop *stops, size_t stop_capacity, ovl_cell from,
                               ovl_path *segment) {
  const ovl_result result = ovi_task_begin(planner, world, NULL, run_next);
  if (result == OVL_OK) {
    ovi_task *task = &planner->task;
    segment->count = 0;
    task->path = segment;
    task->given_route = route;
    task->given_stops = stops;
    task->stop_capacity = stop_capacity;
    task->from = from;
  }
  return result;
}

ovl_result ovl_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                          const ovl_stop *stops, size_t stop_capacity, ovl_cell from,
                          ovl_path *segment) {
  const ovl_result result =
      ovl_task_begin_next(planner, world, route, stops, stop_capacity, from, segment);
  return result == OVL_OK ? ovi_task_finish(planner) : result;
}
