/* Plans over overlays: made, held, unpacked, and made again while their routes are walked. */
#include "query/overlay_route.h"

#include "coarse/overlay/overlay_descent.h"
#include "common/cell.h"
#include "query/task.h"

static bool is_key(const ovi_overlay_key *a, const ovi_overlay_key *b) {
  return a->world == b->world && a->layer == b->layer && ovi_same_cell(a->goal, b->goal) &&
         a->origin.region == b->origin.region && a->origin.place == b->origin.place &&
         a->origin.unpacked == b->origin.unpacked;
}

/* The region that a route enters behind a waypoint, and the port by which it does. */
static ovi_overlay_origin entered_by(const ovi_layer *layer, const ovi_stop *stop) {
  if (stop->side == 0) {
    const ovi_region own = ovi_region_view(layer, stop->region);
    const ovi_port_groups groups = ovi_port_groups_of(&own);
    return (ovi_overlay_origin){NULL, stop->region, ovi_own_port(&groups, stop->number)};
  }
  const uint32_t id = ovi_waypoint_other_region(layer, stop->region, stop->number);
  if (id == UINT32_MAX) {
    return (ovi_overlay_origin){NULL, stop->region, UINT32_MAX}; /* of a placeholder */
  }
  const ovi_region region = ovi_region_view(layer, id);
  if (ovi_waypoint_link(layer, stop->region, stop->number) != OVI_NO_LINK) {
    return (ovi_overlay_origin){NULL, id, ovi_port_of_end(layer, &region, stop, true)};
  }
  const ovi_port port = ovi_port_of_waypoint(layer, &region, stop->region, stop->number);
  return (ovi_overlay_origin){NULL, id, port.port};
}

/* ---- Making a plan ---------------------------------------------------------------- */

/* Counts what was expanded, and passes the status of a search on. */
static ovi_status end_expansions(ovl_planner *planner, ovi_coarse_status status, uint64_t left) {
  planner->workspace.coarse.expanded += ovi_planner_slice_left(planner) - left;
  ovi_planner_grant(planner);
  return ovi_planner_coarse(planner, status);
}

/* Moves the steps between waypoints of regions from the top of the plan to the stops. */
static ovi_status take_stops(ovl_planner *planner) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  ovi_overlay_stops *list = &planning->list;
  const ovi_overlay_step *next;
  while ((next = ovi_overlay_next_step(&planning->plan)) != NULL && next->level == 0) {
    if (list->count == list->capacity) {
      return ovi_planner_coarse(planner, OVI_COARSE_FULL);
    }
    if (!ovi_overlay_plan_take(&planning->plan, planning->request.layer, &list->stops[list->count],
                               &list->entered[list->count])) {
      return ovi_planner_fail(planner, OVL_CORRUPT);
    }
    list->count++;
  }
  list->is_whole = next == NULL;
  return OVI_DONE;
}

/* Finds where the stops enter the last cluster of the lowest level. What the last stop enters is
 * not known yet. */
static void find_last_cluster(ovi_overlay_stops *list, const ovi_layer *layer) {
  const uint32_t *entered = list->entered;
  uint32_t at = list->count != 0 ? list->count - 1 : 0;
  const uint32_t last = at != 0 ? ovi_cluster_of(layer, 1, entered[at - 1]) : 0;
  while (at > 0 && ovi_cluster_of(layer, 1, entered[at - 1]) == last) {
    at--;
  }
  list->last_cluster = at;
}

static ovi_status attach_origin(ovl_planner *planner) {
  const ovi_overlay_request *request = &planner->workspace.overlay.request;
  const ovi_route_origin origin = request->key.origin;
  if (ovi_origin_is_stop(origin)) {
    return OVI_DONE;
  }
  return ovi_planner_attach(planner, request->layer, ovi_origin_cell(request->layer, origin),
                            false);
}

static ovi_status attach_overlay_goal(ovl_planner *planner) {
  const ovi_overlay_request *request = &planner->workspace.overlay.request;
  return ovi_planner_attach(planner, request->layer, request->key.goal, true);
}

static ovi_status begin_overlay_search(ovl_planner *planner) {
  ovi_workspace *space = &planner->workspace;
  ovi_overlay_planning *planning = &space->overlay;
  ovi_overlay_plan *plan = &planning->plan;
  const ovi_overlay_request *request = &planning->request;
  ovi_overlay_origin origin = {.attachment = &space->start.attachment};
  if (ovi_origin_is_stop(planning->key.origin)) {
    const ovi_stop stop = ovi_origin_stop(planning->key.origin, 0);
    origin = entered_by(request->layer, &stop);
  }
  plan->search.trace = space->coarse.trace;
  ovi_overlay_plan_begin(plan, request->layer, origin,
                         (ovi_overlay_goal){&space->goal.attachment, planning->key.goal},
                         request->bound);
  return OVI_DONE;
}

static ovi_status search_overlays(ovl_planner *planner) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  uint64_t left = ovi_planner_slice_left(planner);
  const ovi_coarse_status found = ovi_overlay_plan_run(&planning->plan, &left);
  const ovi_status status = end_expansions(planner, found, left);
  if (status == OVI_DONE) {
    planning->is_found = found == OVI_COARSE_FOUND;
    planning->cost = planning->plan.best;
    planning->steps = planning->plan.stack.capacity - planning->plan.stack.top;
  }
  return status;
}

/* Takes the stops of a plan that was made. */
static ovi_status take_plan(ovl_planner *planner) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  ovi_overlay_stops *list = &planning->list;
  const ovi_layer *layer = planning->request.layer;
  list->count = 0;
  if (planning->is_found && ovi_origin_is_stop(planning->key.origin)) {
    list->stops[0] = ovi_origin_stop(planning->key.origin, planning->cost);
    list->entered[0] = entered_by(layer, &list->stops[0]).region;
    list->count = 1;
  }
  const ovi_status taken = planning->is_found ? take_stops(planner) : OVI_DONE;
  planning->is_held = taken == OVI_DONE && ovi_planner_has_all(planner);
  return taken;
}

/* Drops the stops before the last cluster. A step is unpacked only when the route's next stop lies
 * in the last cluster, so those before it have been passed. */
static void drop_passed_stops(ovi_overlay_stops *list) {
  const uint32_t passed = list->last_cluster;
  list->count -= passed;
  memmove(list->stops, list->stops + passed, list->count * sizeof list->stops[0]);
  memmove(list->entered, list->entered + passed, list->count * sizeof list->entered[0]);
  list->last_cluster = 0;
}

/* Unpacks the next coarser step to stops. */
static ovi_status unpack_step(ovl_planner *planner) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  ovi_status status = ovi_planner_coarse(
      planner, ovi_overlay_plan_unpack(&planning->plan, planning->request.layer));
  if (status == OVI_DONE) {
    status = take_stops(planner);
  }
  planning->is_held = status == OVI_DONE && ovi_planner_has_all(planner);
  planning->key.origin.unpacked++;
  return status;
}

/* Unpacks as many coarser steps as the origin says. */
static ovi_status unpack_steps(ovl_planner *planner) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  const uint32_t wanted = planning->request.key.origin.unpacked;
  while (planning->is_held && planning->is_found && planning->key.origin.unpacked < wanted &&
         !planning->list.is_whole) {
    find_last_cluster(&planning->list, planning->request.layer);
    drop_passed_stops(&planning->list);
    const ovi_status status = unpack_step(planner);
    if (status != OVI_DONE) {
      return status;
    }
  }
  planning->key.origin.unpacked = wanted;
  find_last_cluster(&planning->list, planning->request.layer);
  return OVI_DONE;
}

/* Begins to make the plan that is asked for, by unpacking more of the one that is held if that is
 * for the same origin and goal. */
static void begin_overlay_plan(ovi_overlay_planning *planning) {
  const ovi_overlay_key *key = &planning->request.key;
  ovi_overlay_key held = *key;
  held.origin.unpacked = planning->key.origin.unpacked;
  planning->is_under_way = true;
  if (planning->is_held && planning->is_found && held.origin.unpacked <= key->origin.unpacked &&
      is_key(&planning->key, &held)) {
    planning->stages = (ovi_stages){5, 0}; /* unpack_steps */
    return;
  }
  planning->stages = (ovi_stages){0, 0};
  planning->is_held = false;
  planning->key = *key;
  planning->key.origin.unpacked = 0;
}

static ovi_status make_plan(ovl_planner *planner, const ovi_overlay_request *request) {
  static const ovi_step_fn steps[] = {attach_origin,   attach_overlay_goal, begin_overlay_search,
                                      search_overlays, take_plan,           unpack_steps};
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  planning->request = *request;
  if (!planning->is_under_way) {
    if (planning->is_held && is_key(&planning->key, &request->key)) {
      return OVI_DONE;
    }
    begin_overlay_plan(planning);
  }
  const ovi_status status = ovi_steps_run(&planning->stages, steps, OVI_STEPS(steps), planner);
  if (status == OVI_PAUSED) {
    return status;
  }
  planning->is_under_way = false;
  return status == OVI_DONE ? ovi_planner_trust(planner) : status;
}

static ovi_overlay_request request_of(const ovi_layer *layer, ovl_cell goal,
                                      ovi_route_origin origin, uint64_t bound) {
  const ovi_overlay_key key = {layer->fingerprint, layer->number, goal, origin};
  return (ovi_overlay_request){layer, key, bound};
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
    const ovi_half_cells at = ovi_overlay_middle(layer, step->level, step->cluster, step->to);
    const ovl_cell first = {(int32_t)(at.x / 2), (int32_t)(at.y / 2), 0};
    const ovl_cell second = {(int32_t)((at.x + 1) / 2), (int32_t)((at.y + 1) / 2), 0};
    ovi_trace_emit_outside(space->coarse.trace, (ovl_trace_event){.kind = OVL_TRACE_ROUTE,
                                                                  .tier = OVL_TIER_OVERLAY,
                                                                  .node = {first, second},
                                                                  .parent = {first, second}});
  }
}

ovi_status ovi_overlay_route_plan(ovl_planner *planner, const ovi_layer *layer,
                                  const ovi_query *query, ovl_route *route) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  const ovi_overlay_request request =
      request_of(layer, query->goal, ovi_origin_at_cell(layer, query->start), route->cost_to_go);
  planner->call.stats.method = OVL_METHOD_OVERLAYS;
  if (!planning->is_under_way) {
    planning->is_held = false; /* answers do not depend on earlier queries */
  }
  const ovi_status status = make_plan(planner, &request);
  if (ovi_planner_is_spent(planner, status) && route->cost_to_go != UINT64_MAX) {
    ovi_planner_abandon(planner); /* no search goes on where this one was paused */
    return OVI_DONE;              /* the direct path is the answer */
  }
  if (status != OVI_DONE || !planning->is_found) {
    return status;
  }
  if (planning->list.count == 0) {
    return ovi_planner_fail(planner, OVL_CORRUPT);
  }
  if (planner->workspace.coarse.trace != NULL) {
    emit_plan(&planner->workspace, layer);
  }
  route->kind = OVL_ROUTE_OVERLAYS;
  route->cost_to_go = planning->cost;
  const ovi_overlays_code code = {planning->list.stops[0], request.key.origin};
  return ovi_overlays_pack(layer, route, &code) ? OVI_DONE : ovi_planner_fail(planner, OVL_CORRUPT);
}

/* ---- Walking ---------------------------------------------------------------------- */

/* Whether a route whose next stop is not of the plan joins it behind that: the next stop enters the
 * same region as a stop of the plan does, and leads to the one behind at the cost that both have.
 */
static bool joins_plan(const ovi_layer *layer, const ovi_stop *next,
                       const ovi_overlay_origin *enters, uint32_t entered, const ovi_stop *behind) {
  if (behind->cost_to_go >= next->cost_to_go || entered != enters->region) {
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
  const ovi_overlay_origin enters = entered_by(layer, next);
  for (uint32_t i = 0; i + 1 < planning->list.count; i++) {
    if (joins_plan(layer, next, &enters, planning->list.entered[i], &planning->list.stops[i + 1])) {
      return i;
    }
  }
  return planning->list.count;
}

/* Plans a route again from its next stop. The route takes the plan if that costs no more. */
static ovi_status replan_from_next(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                                   bool *is_taken) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  ovi_overlays_code code = ovi_overlays_unpack(layer, route);
  const uint64_t old_cost = code.next_stop.cost_to_go;
  const ovi_overlay_request request =
      request_of(layer, route->goal, ovi_origin_at_stop(&code.next_stop), UINT64_MAX);
  const ovi_status status = make_plan(planner, &request);
  planning->is_replan = status == OVI_PAUSED;
  *is_taken = status == OVI_DONE && planning->is_found && planning->cost <= old_cost;
  if (*is_taken) {
    route->cost_to_go = route->cost_to_go - old_cost + planning->cost;
    code.next_stop.cost_to_go = planning->cost;
    code.origin = request.key.origin;
    ovi_overlays_pack(layer, route, &code);
  }
  return status;
}

/* Whether the regions that the present segment of a route needs are as they were. */
static bool segment_lasts(const ovi_layer *layer, const ovi_route_age *age, const ovl_route *route,
                          const ovi_stop *next) {
  const uint32_t here = ovi_region_at(layer, route->position.x, route->position.y);
  const uint32_t extra = ovi_extra_region_unpack(layer, route);
  ovi_stop_view view;
  return extra != UINT32_MAX && ovi_age_holds(age, here) && ovi_age_holds(age, extra) &&
         ovi_age_holds(age, next->region) && ovi_stop_find(layer, next, &view) &&
         ovi_age_holds(age, ovi_region_at(layer, view.before.x, view.before.y));
}

/* Moves a route to a later version than it was planned in, if its next stop can still be reached
 * and the rest of it costs no more than it did: it is planned again from there. */
static ovi_status renew_route(ovl_planner *planner, const ovi_layer *layer, ovl_route *route) {
  const ovi_route_age age = ovi_route_age_of(layer, planner->workspace.refiner.since, false);
  const ovi_stop next = ovi_overlays_unpack(layer, route).next_stop;
  bool is_taken = false;
  if (!segment_lasts(layer, &age, route, &next)) {
    return ovi_planner_fail(planner, OVL_CORRUPT);
  }
  const ovi_status status = replan_from_next(planner, layer, route, &is_taken);
  if (status == OVI_DONE && !is_taken) {
    return ovi_planner_fail(planner, OVL_CORRUPT);
  }
  if (status == OVI_DONE) {
    route->world = layer->fingerprint;
    planner->workspace.refiner.since = UINT64_MAX;
  }
  return status;
}

/* The number of steps of its plan that a route has unpacked. A route stores no more than
 * OVI_ROUTE_MOST_UNPACKED. Of a whole path, whose planner holds the plan, that is the number. */
static uint32_t unpacked_of(const ovi_overlay_planning *planning, const ovi_overlay_key *stored,
                            uint32_t most_unpacked) {
  ovi_overlay_key key = *stored;
  key.origin.unpacked = planning->key.origin.unpacked;
  return most_unpacked == OVI_UNPACKED_OF_PATH && planning->is_held &&
                 stored->origin.unpacked == OVI_ROUTE_MOST_UNPACKED &&
                 key.origin.unpacked > OVI_ROUTE_MOST_UNPACKED && is_key(&planning->key, &key)
             ? key.origin.unpacked
             : stored->origin.unpacked;
}

/* The steps of the present plan that are unpacked before a route is planned again. */
static uint32_t most_of_plan(const ovi_overlay_planning *planning, uint32_t most_unpacked) {
  const uint32_t share = planning->steps / OVI_STEPS_AN_UNPACKED;
  const uint32_t most = share < OVI_ROUTE_MOST_UNPACKED ? share : OVI_ROUTE_MOST_UNPACKED;
  return most_unpacked > most ? most_unpacked : most;
}

/* Plans a route again, or unpacks more of its plan, until the stops go on behind the cluster of its
 * next stop, whose position among them is *at. */
static ovi_status extend_route(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                               uint32_t most_unpacked, uint32_t *at) {
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  ovi_overlays_code code = ovi_overlays_unpack(layer, route);
  const ovi_overlay_request stored = request_of(layer, route->goal, code.origin, UINT64_MAX);
  code.origin.unpacked = unpacked_of(planning, &stored.key, most_unpacked);
  for (;;) {
    bool is_taken = false;
    if (!planning->is_replan) {
      const ovi_overlay_request request = request_of(layer, route->goal, code.origin, UINT64_MAX);
      const ovi_status status = make_plan(planner, &request);
      if (status != OVI_DONE) {
        return status;
      }
      *at =
          planning->is_found ? position_of(planning, layer, &code.next_stop) : planning->list.count;
      const bool may_lie_ahead =
          code.origin.unpacked >= OVI_ROUTE_MOST_UNPACKED && !planning->list.is_whole;
      if (*at == planning->list.count && !may_lie_ahead) {
        return ovi_planner_fail(planner, OVL_CORRUPT);
      }
      if (planning->list.is_whole || *at < planning->list.last_cluster) {
        return OVI_DONE;
      }
    }
    if (planning->is_replan || code.origin.unpacked >= most_of_plan(planning, most_unpacked)) {
      const ovi_status status = replan_from_next(planner, layer, route, &is_taken);
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
static ovi_status plan_stops_ahead(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                                   uint32_t most_unpacked) {
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
    return ovi_planner_fail(planner, OVL_CORRUPT);
  }
  const ovi_status status = is_older ? renew_route(planner, layer, route)
                                     : extend_route(planner, layer, route, most_unpacked, &at);
  if (status == OVI_DONE) {
    planning->known = (ovi_known_stops){.stops = planning->list.stops,
                                        .count = planning->list.count,
                                        .at = at,
                                        .is_whole = planning->list.is_whole};
  }
  return status;
}

ovi_status ovi_route_refine(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                            uint32_t most_unpacked) {
  ovi_workspace *space = &planner->workspace;
  ovi_status status = OVI_DONE;
  if (route->kind == OVL_ROUTE_OVERLAYS) {
    status = plan_stops_ahead(planner, layer, route, most_unpacked);
  }
  if (status != OVI_DONE) {
    return status;
  }
  status = ovi_refine_next(&space->refiner, layer, &space->labels, route, &space->overlay.known);
  return status == OVI_FAILED ? ovi_planner_fail(planner, OVL_CORRUPT) : status;
}
