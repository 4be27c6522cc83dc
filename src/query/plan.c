/* Checks of queries, and the stages of planning: one window, overlays, labels, or a search of the
 * waypoint graph. */
#include "query/plan.h"

#include "coarse/refine/label_walk.h"
#include "coarse/refine/route_code.h"
#include "coarse/search/search_pages.h"
#include "coarse/view/region_cells.h"
#include "common/cell.h"
#include "common/topology.h"
#include "overland_inspect.h"
#include "query/overlay_route.h"
#include "query/task.h"

/* ---- Traces ----------------------------------------------------------------------- */

/* Passes an event to the caller, in cells of the world. */
static bool emit_world(void *user, const ovl_trace_event *event) {
  const ovi_query_trace *query_trace = user;
  const ovl_world *world = query_trace->world;
  ovl_trace_event shown = *event;
  for (int i = 0; i < 2; i++) {
    shown.parent[i] = ovi_world_from_plane(world, event->parent[i]);
    if (event->kind != OVL_TRACE_WINDOW) {
      shown.node[i] = ovi_world_from_plane(world, event->node[i]);
    }
  }
  if (event->kind == OVL_TRACE_WINDOW) {
    /* The part of a window that lies on a floor; of a graph, whose places have no shape, all. */
    const int32_t number = shown.parent[0].floor;
    ovi_rectangle floor = {0, 0, INT32_MAX, INT32_MAX};
    ovl_floor_info info = {0};
    ovl_world_floor(world, number, &info);
    shown.node[0] = (ovl_cell){0, 0, number};
    shown.node[1] = (ovl_cell){info.width - 1, 0, number};
    if (!info.graph) {
      ovi_world_floor_rectangle(world, number, &floor);
      const ovi_rectangle window = {event->node[0].x, event->node[0].y, event->node[1].x + 1,
                                    event->node[1].y + 1};
      const ovi_rectangle part = ovi_rectangle_common(window, floor);
      shown.node[0] = ovi_world_from_plane(world, (ovl_cell){part.x0, part.y0, 0});
      shown.node[1] = ovi_world_from_plane(world, (ovl_cell){part.x1 - 1, part.y1 - 1, 0});
    }
  }
  return query_trace->receive(query_trace->user, &shown);
}

void ovi_query_trace_begin(ovi_query_trace *query_trace, const ovl_world *world,
                           ovl_trace_fn receive, void *user) {
  *query_trace = (ovi_query_trace){.trace = {.receive = emit_world,
                                             .user = query_trace,
                                             .can_stop = query_trace->trace.can_stop},
                                   .world = world,
                                   .receive = receive,
                                   .user = user};
}

/* ---- Checks ----------------------------------------------------------------------- */

ovi_status ovi_query_begin_task(void *work) {
  ovl_planner *planner = work;
  const ovl_world *world = planner->task.world;
  const ovi_query *query = &planner->task.asked;
  ovi_plane_query *plane = &planner->task.plane;
  const ovi_layer *layer = ovi_world_layer(world, query->profile);
  ovl_fault unused;
  if (layer != NULL && !ovi_planner_serves(planner, layer)) {
    return ovi_planner_fail(planner,
                            ovi_planner_too_small(planner, world, query->more.turn_cost != 0));
  }
  if (!ovi_query_check_settings(query, world, &unused)) {
    return ovi_planner_fail(planner, OVL_BAD_ARGUMENT);
  }
  if (!ovi_world_has(world, query->start)) {
    return ovi_planner_fail(planner, OVL_START_OUTSIDE);
  }
  plane->world = world;
  plane->layer = layer;
  plane->asked = query;
  plane->query = *query;
  plane->query.start = ovi_world_to_plane(world, query->start);
  plane->query.goal = plane->query.start; /* until it is resolved */
  ovi_query_trace_begin(&plane->query_trace, world, query->more.trace, query->more.trace_user);
  plane->is_partial = false;
  return OVI_DONE;
}

/* ---- Labels ------------------------------------------------------------------------- */

/* Reports the stops of a route by labels, and the labels that lead from one to the next: that of a
 * waypoint which was read, and the cost to a hub. Returns the number of stops. */
static uint64_t emit_route(ovi_workspace *space, const ovi_layer *layer, const ovi_query *query,
                           const ovi_label_route *found) {
  uint64_t stops = 0;
  ovi_label_walk walk = {
      .layer = layer, .table = &space->labels, .goal = query->goal, .way = found->way};
  ovi_stop stop = found->first;
  if (!ovi_label_walk_resume(&walk, found->last, found->hub.rank, &stop)) {
    return stops;
  }
  for (ovi_status onward = OVI_DONE; onward == OVI_DONE; stops++) {
    const uint8_t *place = layer->labels.hubs + 4 * (uint64_t)walk.hub.rank;
    const ovl_cell hub = {ovi_get_u16(place), ovi_get_u16(place + 2), 0};
    const ovl_waypoint from = ovi_waypoint_cells(layer, stop.region, stop.number);
    ovi_trace_emit_outside(space->coarse.trace, (ovl_trace_event){.kind = OVL_TRACE_LABEL,
                                                                  .tier = OVL_TIER_COARSE,
                                                                  .node = {from.first, from.second},
                                                                  .parent = {hub, hub},
                                                                  .g = walk.hub.cost,
                                                                  .f = walk.hub.cost});
    ovi_planner_emit_stop(space, layer, OVL_TIER_COARSE, &stop);
    onward = ovi_label_walk_next(&walk, &stop, &stop);
  }
  return stops;
}

/* Plans by labels, without a search. */
static ovi_status plan_by_labels(void *work) {
  ovl_planner *planner = work;
  ovi_workspace *space = &planner->workspace;
  const ovi_layer *layer = planner->task.plane.layer;
  const ovi_query *query = &planner->task.plane.query;
  ovl_route *route = &planner->task.route;
  ovi_label_end *start = &space->ends[OVI_END_START];
  ovi_label_end *goal = &space->ends[OVI_END_GOAL];
  const ovi_way_task ways = {layer, start, goal, &space->labels};
  const uint64_t over_links = ovi_way_route_bound(&space->ways, &ways);
  const uint64_t bound = over_links < route->cost_to_go ? over_links + 1 : route->cost_to_go;
  ovi_label_route found = ovi_label_route_find(&space->labels, layer, start, goal, bound);
  ovi_way_route_find(&space->ways, &ways, bound, &found);
  planner->call.stats.method = OVL_METHOD_LABELS;
  if (found.cost == OVI_LABEL_NONE) {
    ovi_planner_emit_stage(planner, "plan over labels", 0, 0);
    return OVI_DONE;
  }
  if (space->coarse.trace != NULL) {
    const uint64_t stops = emit_route(space, layer, query, &found);
    ovi_planner_emit_stage(planner, "plan over labels", found.cost, stops);
  }
  space->hub = found.hub;
  route->kind = OVL_ROUTE_LABELS;
  route->cost_to_go = found.cost;
  const ovi_labels_code code = {found.first, found.last, found.hub.rank, found.way};
  ovi_labels_pack(route, &code);
  return OVI_DONE;
}

/* ---- Stages ---------------------------------------------------------------------------- */

/* Searches the one window of a short query. If nothing can be cheaper than what it finds, that is
 * the plan; else it bounds what follows. A goal that is where the start is needs no plan. */
static ovi_status plan_direct(void *work) {
  ovl_planner *planner = work;
  ovi_workspace *space = &planner->workspace;
  ovi_refiner *refiner = &space->refiner;
  const ovi_plane_query *plane = &planner->task.plane;
  planner->task.route = ovi_plane_route(plane, plane->query.goal);
  if (ovi_same_cell(plane->query.start, plane->query.goal)) {
    planner->task.route.done = true;
    ovi_stage_go_to(&planner->task.planning, OVI_PLAN_STAGES);
    return OVI_DONE;
  }
  space->ends[OVI_END_START].cell = plane->query.start;
  space->ends[OVI_END_GOAL].cell = plane->query.goal;
  const ovi_status status = ovi_direct_find(&refiner->direct, &refiner->local, plane->layer,
                                            plane->query.start, plane->query.goal, UINT64_MAX);
  if (status == OVI_PAUSED) {
    return OVI_PAUSED;
  }
  if (status == OVI_DONE) {
    ovi_planner_emit_stage(planner, "search directly", refiner->direct.cost, 1);
  } else if (refiner->direct.is_widened || refiner->direct.growing.in_use) { /* it was no use */
    ovi_planner_emit_stage(planner, "search directly", 0, 0);
  }
  planner->task.route.cost_to_go = status != OVI_NONE ? refiner->direct.cost : UINT64_MAX;
  if (status == OVI_DONE &&
      (refiner->direct.is_exact ||
       (refiner->direct.is_exact_but_links && ovi_layer_uses_labels(plane->layer) &&
        !ovi_ways_may_undercut(plane->layer, plane->query.start, plane->query.goal,
                               refiner->direct.cost)))) {
    ovi_stage_go_to(&planner->task.planning, OVI_PLAN_STAGES);
  }
  return OVI_DONE;
}

/* Goes on with a direct search that waits, now that a path through the graph bounds it. Between
 * regions that lie beside each other overlays need not have one. */
static ovi_status plan_bounded(void *work) {
  ovl_planner *planner = work;
  ovi_refiner *refiner = &planner->workspace.refiner;
  const ovi_plane_query *plane = &planner->task.plane;
  ovl_route *route = &planner->task.route;
  const bool is_under_way = ovi_local_search_is_paused(&refiner->local);
  if (!is_under_way && !refiner->direct.growing.is_waiting) {
    return OVI_DONE;
  }
  const uint64_t bound =
      route->cost_to_go != UINT64_MAX ? route->cost_to_go : (uint64_t)OVI_COSTS_END;
  const ovi_status status = ovi_direct_find(&refiner->direct, &refiner->local, plane->layer,
                                            plane->query.start, plane->query.goal, bound);
  if (ovi_planner_is_spent(planner, status) && route->cost_to_go != UINT64_MAX &&
      ovi_region_at(plane->layer, plane->query.start.x, plane->query.start.y) !=
          ovi_region_at(plane->layer, plane->query.goal.x, plane->query.goal.y)) {
    ovi_planner_abandon(planner); /* the route is the answer */
    return OVI_DONE;
  }
  if (status == OVI_DONE) {
    ovi_planner_emit_stage(planner, "search directly", refiner->direct.cost, 1);
    *route = ovi_plane_route(plane, plane->query.goal);
    route->cost_to_go = refiner->direct.cost;
  }
  return status == OVI_NONE ? OVI_DONE : status;
}

ovi_status ovi_plan_run(void *work) {
  ovl_planner *planner = work;
  static const ovi_stage stages[OVI_PLAN_STAGES] = {
      [OVI_PLAN_DIRECT] = {"search directly", plan_direct},
      [OVI_PLAN_OVERLAYS] = {"plan over overlays", ovi_overlay_route_plan},
      [OVI_PLAN_START] = {"attach the start", ovi_planner_attach_start},
      [OVI_PLAN_GOAL] = {"attach the goal", ovi_planner_attach_goal},
      [OVI_PLAN_LABELS] = {"plan over labels", plan_by_labels},
      [OVI_PLAN_BOUNDED] = {"search directly", plan_bounded}};
  ovi_task *task = &planner->task;
  const ovi_status status = ovi_planner_do(planner, &task->planning, stages, OVI_PLAN_STAGES);
  if (status == OVI_DONE && task->route.cost_to_go == UINT64_MAX) { /* one island, but no path */
    return ovi_planner_expansions_left(planner) == 0 ? OVI_PAUSED : OVI_CORRUPT;
  }
  if (status == OVI_DONE) {
    ovi_planner_limit(planner, task->asked.more.expansion_limit);
  }
  return status;
}

ovi_status ovi_plan_check(void *work) {
  ovl_planner *planner = work;
  ovi_plane_query *plane = &planner->task.plane;
  const ovl_path *path = planner->task.path; /* NULL: a route is planned */
  if (path != NULL && ovi_path_check(path, &planner->call.fault) != OVL_OK) {
    return ovi_planner_fail(planner, OVL_BAD_ARGUMENT);
  }
  ovi_refiner_forget(&planner->workspace.refiner); /* answers do not depend on earlier queries */
  const ovi_status status = ovi_query_begin_task(planner);
  if (status != OVI_DONE) {
    return status;
  }
  ovi_planner_begin_trace(planner);
  if (plane->query.more.turn_cost != 0 && !planner->made_for.needs.windows.turns) {
    return ovi_planner_fail(planner, ovi_planner_too_small(planner, planner->task.world, true));
  }
  /* Half of the limit is for planning, the rest for the first part of the path. */
  const uint64_t limit = planner->task.asked.more.expansion_limit;
  ovi_planner_limit(planner, limit - limit / 2);
  return OVI_DONE;
}
