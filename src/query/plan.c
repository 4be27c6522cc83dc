/* Queries: checked, settled, planned in the coarse tier. */
#include "query/plan.h"

#include "coarse/refine/route_code.h"
#include "coarse/search/nearest_goal.h"
#include "coarse/view/region_box.h"
#include "coarse/view/region_cells.h"
#include "common/cell.h"
#include "common/step_cost.h"
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "query/overlay_route.h"
#include "query/resolve.h"
#include "query/task.h"

/* Passes a visit on in the world's cells. */
static void visit_world(void *user, const ovl_visit_event *event) {
  const ovi_visitor *visitor = user;
  ovl_visit_event shown = *event;
  for (int i = 0; i < 2; i++) {
    shown.node[i] = ovi_world_from_plane(visitor->world, event->node[i]);
    shown.parent[i] = ovi_world_from_plane(visitor->world, event->parent[i]);
  }
  visitor->visit(visitor->user, &shown);
}

ovl_result ovi_query_begin(const ovl_world *world, const ovi_query *query, ovi_plane_query *plane) {
  const ovi_layer *layer = ovi_world_layer(world, query->profile);
  if (layer == NULL || !ovi_query_is_valid(query, layer)) {
    return OVL_BAD_ARGUMENT;
  }
  if (!ovi_world_has(world, query->start)) {
    return OVL_START_OUTSIDE;
  }
  plane->world = world;
  plane->layer = layer;
  plane->asked = query;
  plane->query = *query;
  plane->query.start = ovi_world_to_plane(world, query->start);
  plane->visitor = (ovi_visitor){world, query->visit, query->visit_user};
  plane->query.visit = query->visit != NULL ? visit_world : NULL;
  plane->query.visit_user = &plane->visitor;
  plane->is_partial = false;
  return OVL_OK;
}

ovl_result ovi_query_begin_task(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  const ovi_layer *layer = ovi_world_layer(task->world, task->asked.profile);
  if (layer != NULL && !ovi_planner_serves(planner, layer)) {
    return OVL_OTHER_WORLD;
  }
  return ovi_query_begin(task->world, &task->asked, &task->plane);
}

ovl_result ovi_query_check(const ovl_world *world, const ovi_query *query, ovi_plane_query *plane) {
  ovl_result result = ovi_query_begin(world, query, plane);
  if (result != OVL_OK) {
    return result;
  }
  if (!ovi_world_has(world, query->goal)) {
    return OVL_GOAL_OUTSIDE;
  }
  plane->query.goal = ovi_world_to_plane(world, query->goal);
  uint32_t start_island =
      ovi_layer_island(plane->layer, plane->query.start.x, plane->query.start.y);
  uint32_t goal_island = ovi_layer_island(plane->layer, plane->query.goal.x, plane->query.goal.y);
  if (start_island == 0) {
    return OVL_START_BLOCKED;
  }
  if (goal_island == 0) {
    return OVL_GOAL_BLOCKED;
  }
  return start_island == goal_island || plane->layer->profile.is_directed ? OVL_OK
                                                                          : OVL_UNREACHABLE;
}

static ovl_result run_reaches(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_plane_query *plane = &task->plane;
  ovl_result result = OVL_OK;
  if (task->routes == OVI_ROUTE_BEGINS) {
    result = ovi_query_begin_task(planner);
    task->routes = OVI_ROUTE_RESOLVES;
  }
  if (result == OVL_OK) {
    result = ovi_query_resolve(planner, plane);
  }
  return result == OVL_OK && plane->is_partial ? OVL_UNREACHABLE : result;
}

ovl_result ovl_task_begin_reaches(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query) {
  return ovi_task_begin(planner, world, query, run_reaches);
}

ovl_result ovl_reaches(ovl_planner *planner, const ovl_world *world, const ovl_query *query) {
  const ovl_result result = ovl_task_begin_reaches(planner, world, query);
  return result == OVL_OK ? ovi_task_finish(planner) : result;
}

/* Tells both tiers of the call under way how they are to search. OVL_PLANNER_TOO_SMALL: the
 * planner was not made for turns that cost. */
static ovl_result begin_limits(ovl_planner *planner, const ovi_plane_query *plane) {
  const ovi_query *query = &plane->query;
  ovi_local_search *local = &planner->workspace.refiner.local;
  if (query->turn_cost != 0 && !planner->made_for.windows.turns) {
    planner->call.stats.bytes_needed = ovi_planner_most_bytes(planner, plane->world, true);
    return OVL_PLANNER_TOO_SMALL;
  }
  const uint32_t percent = (uint32_t)query->heuristic_weight_percent;
  local->search.heuristic_weight_percent = percent < 100 ? percent : 100;
  return OVL_OK;
}

static void begin_search(ovl_planner *planner, const ovi_plane_query *plane,
                         const ovl_route *route) {
  const ovi_layer *layer = plane->layer;
  const ovi_query *query = &plane->query;
  const bool held =
      layer->landmarks.count != 0 && !(layer->profile.is_directed && layer->landmarks.is_stale);
  bool landmarks = held && query->method != OVL_METHOD_OCTILE;
  ovi_coarse_task task = {layer,
                          &planner->workspace.start.links,
                          &planner->workspace.goal.links,
                          query->start,
                          route->cost_to_go,
                          landmarks,
                          (uint32_t)query->heuristic_weight_percent};
  ovi_coarse_begin(&planner->workspace.coarse, &task);
  planner->call.stats.method = landmarks ? OVL_METHOD_LANDMARKS : OVL_METHOD_OCTILE;
  planner->call.stats.stale_landmarks = landmarks && layer->landmarks.is_stale;
}

/* Finds a route that costs less than route->cost_to_go, if there is one. Where a limit ends the
 * search, what is known is the answer. */
static ovl_result run_search(ovl_planner *planner, const ovi_plane_query *plane, ovl_route *route) {
  ovi_coarse_status status = OVI_COARSE_PAUSED; /* not every turn expands a waypoint */
  while (status == OVI_COARSE_PAUSED && ovi_planner_slice_left(planner) != 0) {
    status = ovi_coarse_run(&planner->workspace.coarse, ovi_planner_slice_left(planner));
  }
  ovi_planner_grant(planner);
  if (status == OVI_COARSE_PAUSED && ovi_planner_expansions_left(planner) != 0) {
    return OVL_BUSY;
  }
  if (status == OVI_COARSE_FULL) {
    planner->call.stats.bytes_needed =
        ovi_planner_most_bytes(planner, plane->world, planner->made_for.windows.turns);
    return OVL_PLANNER_TOO_SMALL;
  }
  if (status == OVI_COARSE_CORRUPT) {
    return OVL_CORRUPT;
  }
  if (status == OVI_COARSE_FOUND) {
    route->cost_to_go = planner->workspace.coarse.best;
    route->kind = OVL_ROUTE_STOPS;
    route->stop_count = ovi_coarse_route(&planner->workspace.coarse, planner->workspace.stops,
                                         planner->workspace.stop_capacity);
  }
  return OVL_OK;
}

/* Shows the stops of a route by labels, for who looks on. */
static void show_route(ovl_planner *planner, const ovi_layer *layer, const ovi_query *query,
                       const ovi_label_route *found) {
  ovi_label_walk walk = {.layer = layer, .table = &planner->workspace.labels, .goal = query->goal};
  ovl_stop stop = found->first;
  if (!ovi_label_walk_resume(&walk, found->last, found->hub.rank, &stop)) {
    return;
  }
  ovi_onward onward = OVI_ONWARD_STOP;
  while (onward == OVI_ONWARD_STOP) {
    const ovl_waypoint at = ovi_waypoint_cells(layer, stop.region, stop.number);
    const ovl_visit_event event = {.kind = OVL_VISIT_ROUTE,
                                   .tier = OVL_TIER_COARSE,
                                   .node = {at.first, at.second},
                                   .parent = {at.first, at.second},
                                   .g = stop.cost_to_go};
    query->visit(query->visit_user, &event);
    onward = ovi_label_walk_next(&walk, &stop, &stop);
  }
}

static void plan_by_labels(ovl_planner *planner, const ovi_layer *layer, const ovi_query *query,
                           ovl_route *route) {
  planner->workspace.start.cell = query->start;
  planner->workspace.goal.cell = query->goal;
  ovi_label_route found =
      ovi_label_route_find(&planner->workspace.labels, layer, &planner->workspace.start,
                           &planner->workspace.goal, route->cost_to_go);
  planner->call.stats.method = OVL_METHOD_LABELS;
  if (found.cost == OVI_LABEL_NONE) {
    return;
  }
  if (query->visit != NULL) {
    show_route(planner, layer, query, &found);
  }
  planner->workspace.hub = found.hub;
  route->kind = OVL_ROUTE_LABELS;
  route->cost_to_go = found.cost;
  const ovi_labels_code code = {found.first, found.last, found.hub.rank};
  ovi_labels_pack(route, &code);
}

/* What it means that the ends could not be linked. */
static ovl_result not_linked(const ovl_planner *planner) {
  return ovi_local_search_is_paused(&planner->workspace.refiner.local) ? OVL_BUSY : OVL_CORRUPT;
}

/* Links both ends to their regions' ports, and finds a route between those. */
static ovl_result plan_coarse(ovl_planner *planner, const ovi_plane_query *plane,
                              ovl_route *route) {
  const ovi_layer *layer = plane->layer;
  const ovi_query *query = &plane->query;
  ovi_local_search *local = &planner->workspace.refiner.local;
  ovi_plan_stage *stage = &planner->task.plans;
  if (ovi_query_uses_overlays(layer, query)) {
    return ovi_overlay_route_plan(planner, layer, query, route);
  }
  if (*stage == OVI_PLAN_START) {
    if (!ovi_attach(&planner->workspace.start.links, layer, local, query->start)) {
      return not_linked(planner);
    }
    *stage = OVI_PLAN_GOAL;
  }
  if (*stage == OVI_PLAN_GOAL) {
    if (!ovi_attach_back(&planner->workspace.goal.links, layer, local, query->goal)) {
      return not_linked(planner);
    }
    if (ovi_query_uses_labels(layer, query)) {
      plan_by_labels(planner, layer, query, route);
      return OVL_OK;
    }
    begin_search(planner, plane, route);
    *stage = OVI_PLAN_SEARCHES;
  }
  return run_search(planner, plane, route);
}

/* The one window of a short query. */
static ovl_result plan_near(ovl_planner *planner, const ovi_plane_query *plane, ovl_route *route) {
  const ovi_direct_status direct =
      ovi_direct_find(&planner->workspace.refiner.direct, &planner->workspace.refiner.local,
                      plane->layer, plane->query.start, plane->query.goal, UINT64_MAX);
  if (direct == OVI_DIRECT_PAUSED) {
    return OVL_BUSY;
  }
  route->cost_to_go =
      direct != OVI_DIRECT_NONE ? planner->workspace.refiner.direct.cost : UINT64_MAX;
  planner->task.plans = direct == OVI_DIRECT_EXACT ? OVI_PLAN_BEGINS : OVI_PLAN_START;
  return OVL_OK;
}

ovl_result ovi_query_plan(ovl_planner *planner, const ovi_plane_query *plane, ovl_route *route) {
  const ovi_query *query = &plane->query;
  ovi_plan_stage *stage = &planner->task.plans;
  if (*stage == OVI_PLAN_BEGINS) {
    *route = (ovl_route){.goal = query->goal,
                         .position = query->start,
                         .world = plane->layer->fingerprint,
                         .profile = (uint8_t)query->profile,
                         .smoothing = (uint8_t)query->smoothing};
    if (query->start.x == query->goal.x && query->start.y == query->goal.y) {
      route->done = true;
      return OVL_OK;
    }
    *stage = OVI_PLAN_DIRECT;
  }
  if (*stage == OVI_PLAN_DIRECT) {
    const ovl_result result = plan_near(planner, plane, route);
    if (result != OVL_OK || *stage == OVI_PLAN_BEGINS) {
      return result;
    }
  }
  ovl_result result = plan_coarse(planner, plane, route);
  if (result == OVL_BUSY) {
    return result;
  }
  *stage = OVI_PLAN_BEGINS;
  if (result == OVL_OK && route->cost_to_go == UINT64_MAX) { /* one island, and yet no way? */
    return ovi_planner_expansions_left(planner) == 0 ? OVL_BUSY : OVL_CORRUPT;
  }
  return result;
}

/* ---- A part of the way ------------------------------------------------------ */

/* The cell that was reached nearest to a goal, by octile distance and then by cost. */
static uint32_t nearest_reached(const ovi_local_search *local, ovl_cell goal) {
  const ovi_window *window = &local->window;
  const ovi_fine_search *search = &local->search;
  uint64_t least = UINT64_MAX;
  uint64_t least_cost = UINT64_MAX;
  uint32_t nearest = 0;
  for (int32_t y = 0; y < window->h; y++) {
    for (int32_t x = 0; x < window->w; x++) {
      const uint32_t cell = ovi_window_cell(window, x, y);
      if (!ovi_fine_has_reached(search, cell)) {
        continue;
      }
      const uint64_t left = ovi_octile(goal.x - window->x - x, goal.y - window->y - y, 1);
      const uint64_t cost = ovi_fine_cost(search, cell);
      if (left < least || (left == least && cost < least_cost)) {
        least = left;
        least_cost = cost;
        nearest = cell;
      }
    }
  }
  return nearest;
}

void ovi_partial_begin(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  if (task->settles != OVI_RESOLVE_BEGINS && task->routes == OVI_ROUTE_RESOLVES &&
      task->choosing.best.cost != UINT64_MAX) {
    task->plane.query.goal = task->choosing.best.cell;
  }
  ovi_planner_abandon(planner);
  task->routes = OVI_ROUTE_IS_PARTIAL;
}

/* Opens the window around the start, and begins the search to the goal. */
static void begin_around(ovl_planner *planner) {
  const ovi_plane_query *plane = &planner->task.plane;
  const ovl_cell start = plane->query.start;
  const ovl_cell goal = plane->query.goal;
  ovi_local_search *local = &planner->workspace.refiner.local;
  ovi_window *window = &local->window;
  ovi_local_search_turn(local, (ovi_turning){0, OVI_ANY_DIRECTION});
  ovi_box_paste(window, plane->layer, ovi_box_around(plane->layer, start), true);
  local->windows++;
  ovi_fine_begin(&local->search, window, start.x - window->x, start.y - window->y);
  ovi_fine_aim(&local->search, goal.x - window->x, goal.y - window->y);
}

ovl_result ovi_partial_find(ovl_planner *planner) {
  const ovi_plane_query *plane = &planner->task.plane;
  ovi_local_search *local = &planner->workspace.refiner.local;
  if (!ovi_local_search_is_paused(local)) {
    begin_around(planner);
  }
  if (ovi_fine_run_on(&local->search) == OVI_SEARCH_PAUSED &&
      ovi_planner_expansions_left(planner) != 0) {
    return OVL_BUSY;
  }
  ovi_planner_abandon(planner);
  local->search.settled = nearest_reached(local, plane->query.goal);
  local->turns_cost = 0;
  const uint64_t cost = ovi_local_search_cost(local);
  ovi_local_search_take(local);
  const ovl_cell end = local->cells[local->cell_count - 1];
  planner->task.route = (ovl_route){.goal = end,
                                    .position = plane->query.start,
                                    .cost_to_go = cost,
                                    .world = plane->layer->fingerprint,
                                    .profile = (uint8_t)plane->query.profile,
                                    .smoothing = (uint8_t)plane->query.smoothing,
                                    .kind = OVL_ROUTE_DIRECT,
                                    .done = ovi_same_cell(plane->query.start, end)};
  return OVL_LIMITED;
}

/* ---- Routes ---- */

/* How much of a limit of expansions planning may spend: the rest is for a part of the way. */
static uint64_t planning_grant(uint64_t expansion_limit) {
  return expansion_limit - expansion_limit / 2;
}

/* Checks the task, and tells the tiers how to search. A goal that is not known yet when a limit
 * ends the search is nowhere else than the start. */
static ovl_result begin_route(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_plane_query *plane = &task->plane;
  ovi_refiner_forget(
      &planner->workspace.refiner); /* the answer must not depend on earlier queries */
  ovl_result result = ovi_query_begin_task(planner);
  if (result == OVL_OK) {
    ovi_planner_begin_visits(planner, &plane->query);
    result = begin_limits(planner, plane);
  }
  if (result == OVL_OK) {
    ovi_planner_limit(planner, planning_grant(task->asked.expansion_limit));
    plane->query.goal = plane->query.start;
    task->routes = OVI_ROUTE_RESOLVES;
  }
  return result;
}

static ovl_result settle_and_plan(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_plane_query *plane = &task->plane;
  if (task->routes == OVI_ROUTE_RESOLVES) {
    const ovl_result result = ovi_query_resolve(planner, plane);
    if (result != OVL_OK) {
      return result;
    }
    if (plane->query.turn_cost != 0) {
      ovi_local_search_turn(&planner->workspace.refiner.local,
                            (ovi_turning){plane->query.turn_cost, OVI_ANY_DIRECTION});
    }
    task->routes = OVI_ROUTE_PLANS;
  }
  return ovi_query_plan(planner, plane, &task->route);
}

ovl_result ovi_query_route(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  if (task->routes == OVI_ROUTE_BEGINS) {
    const ovl_result result = begin_route(planner);
    if (result != OVL_OK) {
      return result;
    }
  }
  if (task->routes != OVI_ROUTE_IS_PARTIAL) {
    const ovl_result result = settle_and_plan(planner);
    const bool is_spent = ovi_planner_is_spent(planner, result);
    if (result == OVL_BUSY && !is_spent) {
      return result;
    }
    ovi_planner_limit(planner, task->asked.expansion_limit);
    if (!is_spent) {
      return result;
    }
    ovi_partial_begin(planner);
  }
  return ovi_partial_find(planner);
}
