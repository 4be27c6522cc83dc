/* Plans over overlays: made, held, unpacked, and made again while their routes are walked. */
#include "query/overlay_route.h"

#include "coarse/overlay/overlay_descent.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "query/task.h"

/* The stages of a plan. */
enum {
  OVERLAY_START,
  OVERLAY_GOAL,
  OVERLAY_BEGIN,
  OVERLAY_SEARCH,
  OVERLAY_TAKE,
  OVERLAY_UNPACK,
  OVERLAY_STAGES
};

static bool is_key(const ovi_overlay_key *a, const ovi_overlay_key *b) {
  return a->world == b->world && a->layer == b->layer && ovi_same_cell(a->goal, b->goal) &&
         a->origin.region == b->origin.region && a->origin.place == b->origin.place &&
         a->origin.unpacked == b->origin.unpacked;
}

/* ---- Making a plan ---------------------------------------------------------------- */

/* Moves the steps between waypoints of regions from the top of the plan to the stops. */
static ovi_status take_stops(ovl_planner *planner) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  ovi_overlay_stops *list = &planning->list;
  const ovi_layer *layer = planner->task.plane.layer;
  const ovi_overlay_step *next;
  while ((next = ovi_overlay_next_step(&planning->plan)) != NULL && next->level == 0) {
    if (list->count == list->capacity) {
      return OVI_FULL;
    }
    if (!ovi_overlay_plan_take(&planning->plan, layer, &list->stops[list->count],
                               &list->crossings[list->count])) {
      return OVI_CORRUPT;
    }
    list->count++;
  }
  OVI_ASSERT(list->count <= list->capacity);
  list->is_whole = next == NULL;
  return OVI_DONE;
}

/* Finds where the stops enter the last cluster of the lowest level, of which the very last stop
 * leads out. */
static void find_last_cluster(ovi_overlay_stops *list, const ovi_layer *layer) {
  const ovi_crossing *crossings = list->crossings;
  uint32_t at = list->count != 0 ? list->count - 1 : 0;
  const uint32_t last = at != 0 ? ovi_cluster_of(layer, 1, crossings[at - 1].entered) : 0;
  while (at > 0 && ovi_cluster_of(layer, 1, crossings[at - 1].entered) == last) {
    at--;
  }
  list->last_cluster = at;
  OVI_ASSERT(list->last_cluster < list->count || list->count == 0);
}

static ovi_status begin_overlay_search(void *work) {
  ovl_planner *planner = work;
  ovi_workspace *space = &planner->workspace;
  ovi_overlay_planning *planning = &space->overlay;
  const ovi_layer *layer = planner->task.plane.layer;
  ovi_overlay_origin origin = {.attachment = &space->ends[OVI_END_START].attachment};
  if (ovi_origin_is_stop(planning->key.origin)) {
    const ovi_stop stop = ovi_origin_stop(planning->key.origin, 0);
    const ovi_overlay_port entered = ovi_overlay_entered_by(layer, &stop);
    origin = (ovi_overlay_origin){NULL, entered.cluster, entered.port};
  }
  planning->plan.search.trace = space->coarse.trace;
  const ovi_overlay_goal goal = {&space->ends[OVI_END_GOAL].attachment, planning->key.goal};
  ovi_overlay_plan_begin(&planning->plan, layer, origin, goal, planning->bound);
  return OVI_DONE;
}

static ovi_status search_overlays(void *work) {
  ovl_planner *planner = work;
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  const uint64_t budget = ovi_planner_slice_left(planner);
  uint64_t left = budget;
  const ovi_status status = ovi_overlay_plan_run(&planning->plan, &left);
  planner->workspace.coarse.expanded += budget - left;
  ovi_planner_grant(planner);
  planning->is_found = status == OVI_DONE;
  planning->cost = planning->plan.best;
  planning->steps = planning->plan.stack.capacity - planning->plan.stack.top;
  return status == OVI_NONE ? OVI_DONE : status;
}

/* Unpacks the next coarser step to stops. */
static ovi_status unpack_more(ovl_planner *planner) {
  ovi_overlay_plan *plan = &planner->workspace.overlay.plan;
  const ovi_status status = ovi_overlay_plan_unpack(plan, planner->task.plane.layer);
  return status == OVI_DONE ? take_stops(planner) : status;
}

/* Takes the first stops of a plan that was made, up to the end of the second cluster. */
static ovi_status take_plan(void *work) {
  ovl_planner *planner = work;
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  ovi_overlay_stops *list = &planning->list;
  const ovi_layer *layer = planner->task.plane.layer;
  list->count = 0;
  if (planning->is_found && ovi_origin_is_stop(planning->key.origin)) {
    list->stops[0] = ovi_origin_stop(planning->key.origin, planning->cost);
    const ovi_overlay_port entered = ovi_overlay_entered_by(layer, &list->stops[0]);
    list->crossings[0] = (ovi_crossing){entered.cluster, 0, (uint16_t)entered.port};
    list->count = 1;
  }
  ovi_status taken = planning->is_found ? take_stops(planner) : OVI_DONE;
  find_last_cluster(list, layer);
  while (taken == OVI_DONE && planning->is_found && !list->is_whole && list->last_cluster == 0) {
    taken = unpack_more(planner);
    find_last_cluster(list, layer);
  }
  planning->is_held = taken == OVI_DONE && ovi_planner_has_all(planner);
  return taken;
}

/* Unpacks as many coarser steps to stops as the origin says. */
static ovi_status unpack_steps(void *work) {
  ovl_planner *planner = work;
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  ovi_overlay_stops *list = &planning->list;
  const ovi_layer *layer = planner->task.plane.layer;
  const uint32_t wanted = planning->asked.origin.unpacked;
  while (planning->is_held && planning->is_found && planning->key.origin.unpacked < wanted &&
         !list->is_whole) {
    /* Drop the stops before the last cluster. A step is unpacked only when the route's next stop
     * lies in the last cluster, so those before it have been passed. */
    find_last_cluster(list, layer);
    const uint32_t passed = list->last_cluster;
    OVI_ASSERT(passed <= list->count);
    list->count -= passed;
    memmove(list->stops, list->stops + passed, list->count * sizeof list->stops[0]);
    memmove(list->crossings, list->crossings + passed, list->count * sizeof list->crossings[0]);
    list->last_cluster = 0;
    const ovi_status status = unpack_more(planner);
    planning->is_held = status == OVI_DONE && ovi_planner_has_all(planner);
    planning->key.origin.unpacked++;
    if (status != OVI_DONE) {
      return status;
    }
  }
  planning->key.origin.unpacked = wanted;
  find_last_cluster(list, layer);
  return OVI_DONE;
}

/* Makes the plan from an origin to a goal for less than a bound, unless it is held. */
static ovi_status make_plan(ovl_planner *planner, ovl_cell goal, ovi_route_origin origin,
                            uint64_t bound) {
  static const ovi_stage stages[OVERLAY_STAGES] = {
      [OVERLAY_START] = {"attach the start", ovi_planner_attach_start},
      [OVERLAY_GOAL] = {"attach the goal", ovi_planner_attach_goal},
      [OVERLAY_BEGIN] = {"begin to plan over overlays", begin_overlay_search},
      [OVERLAY_SEARCH] = {"search the overlays, level by level", search_overlays},
      [OVERLAY_TAKE] = {"unpack the first stops", take_plan},
      [OVERLAY_UNPACK] = {"unpack more stops", unpack_steps}};
  ovi_workspace *space = &planner->workspace;
  ovi_overlay_planning *planning = &space->overlay;
  const ovi_layer *layer = planner->task.plane.layer;
  planning->asked = (ovi_overlay_key){layer->fingerprint, layer->number, goal, origin};
  planning->bound = bound;
  if (!planning->is_under_way) {
    if (planning->is_held && is_key(&planning->key, &planning->asked)) {
      return OVI_DONE;
    }
    planning->is_under_way = true;
    ovi_overlay_key held = planning->asked;
    held.origin.unpacked = planning->key.origin.unpacked;
    if (planning->is_held && planning->is_found && held.origin.unpacked <= origin.unpacked &&
        is_key(&planning->key, &held)) {
      planning->stages = (ovi_stage_run){.at = OVERLAY_UNPACK}; /* of the one that is held */
    } else {
      const bool is_stop = ovi_origin_is_stop(origin); /* which needs not be attached */
      planning->stages = (ovi_stage_run){.at = is_stop ? OVERLAY_GOAL : OVERLAY_START};
      planning->is_held = false;
      planning->key = planning->asked;
      planning->key.origin.unpacked = 0;
      if (!is_stop) {
        space->ends[OVI_END_START].cell = ovi_origin_cell(layer, origin);
      }
      space->ends[OVI_END_GOAL].cell = goal;
    }
  }
  const ovi_status status = ovi_planner_do(planner, &planning->stages, stages, OVERLAY_STAGES);
  if (status == OVI_PAUSED) {
    return status;
  }
  planning->is_under_way = false;
  if (status == OVI_DONE && origin.unpacked != 0) {
    ovi_planner_emit_stage(planner, "unpack more stops", planning->cost, planning->list.count);
  } else if (status == OVI_DONE) {
    ovi_planner_emit_stage(planner, "plan over overlays", planning->is_found ? planning->cost : 0,
                           planning->is_found ? planning->list.count : 0);
  }
  return status == OVI_DONE ? ovi_planner_trust(planner) : status;
}

/* Reports the stops, and the middles of the coarser steps behind them. */
static void emit_plan(const ovi_workspace *space, const ovi_layer *layer) {
  const ovi_overlay_planning *planning = &space->overlay;
  const ovi_overlay_plan *plan = &planning->plan;
  for (uint32_t i = 0; i < planning->list.count; i++) {
    ovi_planner_emit_stop(space, layer, OVL_TIER_OVERLAY, &planning->list.stops[i]);
  }
  for (uint32_t i = plan->stack.top; i < plan->stack.capacity; i++) {
    const ovi_overlay_step *step = &plan->stack.steps[i];
    const ovi_half_cells at = ovi_overlay_step_end(plan, layer, step);
    const ovl_cell first = {(int32_t)(at.x / 2), (int32_t)(at.y / 2), 0};
    const ovl_cell second = {(int32_t)((at.x + 1) / 2), (int32_t)((at.y + 1) / 2), 0};
    ovi_trace_emit_outside(space->coarse.trace, (ovl_trace_event){.kind = OVL_TRACE_ROUTE,
                                                                  .tier = OVL_TIER_OVERLAY,
                                                                  .node = {first, second},
                                                                  .parent = {first, second}});
  }
}

ovi_status ovi_overlay_route_plan(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  const ovi_layer *layer = task->plane.layer;
  ovl_route *route = &task->route;
  if (ovi_layer_uses_labels(layer)) {
    return OVI_DONE;
  }
  planner->call.stats.method = OVL_METHOD_OVERLAYS;
  if (!planning->is_under_way) {
    planning->is_held = false; /* answers do not depend on earlier queries */
  }
  const ovi_route_origin origin = ovi_origin_at_cell(layer, task->plane.query.start);
  const ovi_status status = make_plan(planner, task->plane.query.goal, origin, route->cost_to_go);
  if (ovi_planner_is_spent(planner, status) && route->cost_to_go != UINT64_MAX) {
    ovi_planner_abandon(planner); /* no search goes on where this one was paused */
    ovi_stage_go_to(&task->planning, OVI_PLAN_STAGES);
    return OVI_DONE; /* the direct path is the answer */
  }
  if (status != OVI_DONE) {
    return status;
  }
  ovi_stage_go_to(&task->planning, OVI_PLAN_BOUNDED);
  if (!planning->is_found) {
    return OVI_DONE;
  }
  /* The start is no waypoint, so the first step leads to one. */
  OVI_ASSERT(planning->list.count != 0);
  if (planner->workspace.coarse.trace != NULL) {
    emit_plan(&planner->workspace, layer);
  }
  route->kind = OVL_ROUTE_OVERLAYS;
  route->cost_to_go = planning->cost;
  const ovi_overlays_code code = {planning->list.stops[0], origin};
  /* The first stop is near the start, unless the tables of clusters contradict each other. */
  return ovi_overlays_pack(layer, route, &code) ? OVI_DONE : OVI_CORRUPT;
}

/* ---- Walking ---------------------------------------------------------------------- */

/* Returns whether a route whose next stop is not of the plan joins it behind that: the next stop
 * enters the same region as a stop of the plan does, and leads to the one behind at the cost that
 * both have.
 */
static bool joins_plan(const ovi_layer *layer, const ovi_stop *next, const ovi_overlay_port *enters,
                       uint32_t entered, const ovi_stop *behind) {
  if (behind->cost_to_go >= next->cost_to_go || entered != enters->cluster) {
    return false;
  }
  const ovi_region region = ovi_region_view(layer, entered);
  const ovi_port onward = ovi_port_of_waypoint(layer, &region, behind->region, behind->number);
  if (onward.port >= region.ports.count || enters->port >= region.ports.count ||
      onward.port == enters->port) {
    return false;
  }
  const uint32_t component = ovi_port_component(&region, enters->port);
  if (component != ovi_port_component(&region, onward.port)) {
    return false;
  }
  const ovi_clique clique = ovi_region_clique(&region, component);
  return ovi_clique_way(&clique, ovi_port_place(&region, onward.port, component),
                        ovi_port_place(&region, enters->port, component)) ==
         next->cost_to_go - behind->cost_to_go;
}

/* The position among the stops of a route's next stop, or of the stop that it replaces; the number
 * of stops if there is none. */
static uint32_t position_of(const ovi_overlay_planning *planning, const ovi_layer *layer,
                            const ovi_stop *next) {
  for (uint32_t i = 0; i < planning->list.count; i++) {
    const ovi_stop *stop = &planning->list.stops[i];
    if (stop->region == next->region && stop->number == next->number && stop->side == next->side &&
        stop->cost_to_go == next->cost_to_go) {
      return i;
    }
  }
  const ovi_overlay_port enters = ovi_overlay_entered_by(layer, next);
  for (uint32_t i = 0; i + 1 < planning->list.count; i++) {
    if (joins_plan(layer, next, &enters, planning->list.crossings[i].entered,
                   &planning->list.stops[i + 1])) {
      return i;
    }
  }
  return planning->list.count;
}

/* Plans a route again from its next stop. The route takes the plan if that costs no more. */
static ovi_status replan_from_next(ovl_planner *planner, ovl_route *route, bool *is_taken) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  const ovi_layer *layer = planner->task.plane.layer;
  ovi_overlays_code code = ovi_overlays_unpack(layer, route);
  const uint64_t old_cost = code.next_stop.cost_to_go;
  const ovi_route_origin origin = ovi_origin_at_stop(&code.next_stop);
  const ovi_status status = make_plan(planner, route->goal, origin, UINT64_MAX);
  planning->is_replan = status == OVI_PAUSED;
  *is_taken = status == OVI_DONE && planning->is_found && planning->cost <= old_cost;
  if (*is_taken) {
    route->cost_to_go = route->cost_to_go - old_cost + planning->cost;
    code.next_stop.cost_to_go = planning->cost;
    code.origin = origin;
    ovi_overlays_pack(layer, route, &code);
  }
  return status;
}

/* Moves a route to a later version than it was planned in, if its next stop can still be reached
 * and the rest of it costs no more than it did: it is planned again from there. */
static ovi_status renew_route(ovl_planner *planner, ovl_route *route) {
  const ovi_layer *layer = planner->task.plane.layer;
  const ovi_route_age age = ovi_route_age_of(layer, planner->workspace.refiner.since, false);
  const ovi_stop next = ovi_overlays_unpack(layer, route).next_stop;
  const uint32_t here = ovi_region_at(layer, route->position.x, route->position.y);
  const uint32_t extra = ovi_extra_region_unpack(layer, route);
  ovi_stop_view view;
  /* The regions that its present segment needs must be as they were. */
  const bool lasts = extra != UINT32_MAX && ovi_age_holds(&age, here) &&
                     ovi_age_holds(&age, extra) && ovi_age_holds(&age, next.region) &&
                     ovi_stop_find(layer, &next, &view) &&
                     ovi_age_holds(&age, ovi_region_at(layer, view.before.x, view.before.y));
  if (!lasts) {
    return ovi_planner_fail(planner, OVL_BEGIN_AGAIN);
  }
  bool is_taken = false;
  const ovi_status status = replan_from_next(planner, route, &is_taken);
  if (status == OVI_DONE && !is_taken) {
    return ovi_planner_fail(planner, OVL_BEGIN_AGAIN);
  }
  if (status == OVI_DONE) {
    route->world = layer->fingerprint;
    planner->workspace.refiner.since = UINT64_MAX;
  }
  return status;
}

/* Plans a route again, or unpacks more of its plan, until the stops go on behind the cluster of its
 * next stop, whose position among them is *at. */
static ovi_status extend_route(ovl_planner *planner, ovl_route *route, uint32_t most_unpacked,
                               uint32_t *at) {
  const ovi_layer *layer = planner->task.plane.layer;
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  ovi_overlays_code code = ovi_overlays_unpack(layer, route);
  if (most_unpacked == OVI_UNPACKED_OF_PATH && planning->is_held &&
      code.origin.unpacked == OVI_ROUTE_MOST_UNPACKED &&
      planning->key.origin.unpacked > OVI_ROUTE_MOST_UNPACKED) {
    /* A route stores no more. Of a whole path, whose planner holds the plan, that has the number.
     */
    ovi_overlay_key key = {layer->fingerprint, layer->number, route->goal, code.origin};
    key.origin.unpacked = planning->key.origin.unpacked;
    code.origin = is_key(&planning->key, &key) ? key.origin : code.origin;
  }
  for (;;) {
    bool is_taken = false;
    if (!planning->is_replan) {
      const ovi_status status = make_plan(planner, route->goal, code.origin, UINT64_MAX);
      if (status != OVI_DONE) {
        return status;
      }
      *at =
          planning->is_found ? position_of(planning, layer, &code.next_stop) : planning->list.count;
      const bool may_lie_ahead =
          code.origin.unpacked >= OVI_ROUTE_MOST_UNPACKED && !planning->list.is_whole;
      if (*at == planning->list.count && !may_lie_ahead) {
        return OVI_CORRUPT;
      }
      if (planning->list.is_whole || *at < planning->list.last_cluster) {
        return OVI_DONE;
      }
    }
    /* The steps of the present plan that are unpacked before the route is planned again. */
    const uint32_t share = planning->steps / OVI_STEPS_AN_UNPACKED;
    const uint32_t stored = share < OVI_ROUTE_MOST_UNPACKED ? share : OVI_ROUTE_MOST_UNPACKED;
    const uint32_t most = most_unpacked > stored ? most_unpacked : stored;
    if (planning->is_replan || code.origin.unpacked >= most) {
      const ovi_status status = replan_from_next(planner, route, &is_taken);
      if (status != OVI_DONE || is_taken) {
        *at = 0;
        return status;
      }
    }
    code.origin.unpacked++;
    ovi_overlays_pack(layer, route, &code);
  }
}

/* Plans the stops ahead of a route over overlays, if they are not known; the route may change to a
 * plan that costs no more. */
static ovi_status plan_stops_ahead(ovl_planner *planner, ovl_route *route, uint32_t most_unpacked) {
  const ovi_layer *layer = planner->task.plane.layer;
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  const ovi_refiner *refiner = &planner->workspace.refiner;
  const bool is_older = refiner->since != UINT64_MAX;
  const ovi_overlays_code code = ovi_overlays_unpack(layer, route);
  uint32_t at = 0;
  if (ovi_local_search_is_paused(&refiner->local) && !planning->is_under_way) {
    return OVI_DONE; /* the next segment is being searched for */
  }
  if (!ovi_stop_is_valid(layer, &code.next_stop) ||
      (!is_older && !ovi_origin_is_valid(layer, code.origin))) {
    return OVI_CORRUPT;
  }
  const ovi_status status =
      is_older ? renew_route(planner, route) : extend_route(planner, route, most_unpacked, &at);
  if (status == OVI_DONE) {
    planning->known = (ovi_known_stops){.stops = planning->list.stops,
                                        .count = planning->list.count,
                                        .at = at,
                                        .is_whole = planning->list.is_whole};
  }
  return status;
}

ovi_status ovi_route_refine(ovl_planner *planner, ovl_route *route, ovl_cell from,
                            uint32_t most_unpacked) {
  ovi_workspace *space = &planner->workspace;
  ovi_status status = OVI_DONE;
  if (route->kind == OVL_ROUTE_OVERLAYS && !route->done) {
    status = plan_stops_ahead(planner, route, most_unpacked);
  }
  if (status != OVI_DONE) {
    return status;
  }
  return ovi_refine_next(&space->refiner, planner->task.plane.layer, &space->labels, route, from,
                         &space->overlay.known);
}

/* ---- Unfolding -------------------------------------------------------------------- */

/* Finds the next stops of the plan that is unfolded, among those that the planner holds. */
static bool polish_next(ovl_planner *planner, ovi_writing *writing) {
  const ovi_layer *layer = planner->task.plane.layer;
  const ovi_overlay_stops *list = &planner->workspace.overlay.list;
  const ovi_label_end *ends = planner->workspace.ends;
  ovi_plan_unfolding *plan = &writing->plan;
  ovi_overlay_ahead ahead = {.stops = list->stops + plan->at,
                             .crossings = list->crossings + plan->at,
                             .count = list->count - plan->at,
                             .from.attachment = &ends[OVI_END_START].attachment,
                             .cost_to_go = writing->route.cost_to_go,
                             .goal = list->is_whole ? &ends[OVI_END_GOAL].attachment : NULL};
  if (plan->has_passed) {
    ahead.from = (ovi_overlay_origin){NULL, plan->last.cluster, plan->last.port};
    ahead.cost_to_go = plan->cost_to_go;
  }
  if (!ovi_overlay_polish(layer, &ahead, &plan->run)) {
    return false;
  }
  plan->passed = 0;
  plan->has_passed = true;
  plan->last = plan->run.entered;
  plan->cost_to_go = plan->run.stops[plan->run.count - 1].cost_to_go;
  plan->at += plan->run.count;
  writing->unfolding.cost_to_go -= plan->run.saved;
  writing->unfolding.unreported -= plan->run.saved;
  if (plan->run.saved != 0) {
    ovi_planner_emit_stage(planner, "place stops anew", plan->cost_to_go, plan->run.count);
  }
  return true;
}

ovi_status ovi_overlay_unfold(ovl_planner *planner) {
  ovi_writing *writing = &planner->task.as.writing;
  ovi_plan_unfolding *plan = &writing->plan;
  const ovi_overlay_planning *planning = &planner->workspace.overlay;
  const ovi_overlay_stops *list = &planning->list;
  for (;;) {
    ovi_status status = make_plan(planner, writing->route.goal, plan->origin, UINT64_MAX);
    if (status != OVI_DONE) {
      return status;
    }
    if (!planning->is_found) {
      return OVI_CORRUPT;
    }
    /* Of a plan that goes on, the last cluster is passed once it is known what lies behind it. */
    const uint32_t end = list->is_whole ? list->count : list->last_cluster;
    while (status == OVI_DONE && (plan->at < end || plan->passed < plan->run.count)) {
      if (plan->passed == plan->run.count && !polish_next(planner, writing)) {
        return OVI_CORRUPT;
      }
      status = ovi_unfold_to(&writing->unfolding, &plan->run.stops[plan->passed]);
      plan->passed += status == OVI_DONE ? 1 : 0;
    }
    if (status == OVI_DONE && list->is_whole) {
      status = ovi_unfold_to(&writing->unfolding, NULL);
    }
    if (status != OVI_DONE || list->is_whole) {
      return status;
    }
    plan->at -= list->last_cluster;
    plan->origin.unpacked++;
    status = ovi_planner_trust(planner);
    if (status != OVI_DONE) {
      return status;
    }
    if (ovi_world_is_read(planner->task.world)) { /* a path may be longer than a cache holds */
      ovi_path_unpin(&writing->writer);
    }
  }
}
