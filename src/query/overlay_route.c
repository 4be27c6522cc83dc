/* Plans made and kept for routes, and made anew as they are walked. */
#include "query/overlay_route.h"

#include "coarse/overlay/overlay_steps.h"
#include "coarse/view/region_cells.h"
#include "common/cell.h"
#include "common/step_cost.h"
#include "overland_inspect.h"
#include "query/task.h"

/* ---- Origins ---------------------------------------------------------------------- */

static bool is_key(const ovi_overlay_key *a, const ovi_overlay_key *b) {
  return a->world == b->world && a->layer == b->layer && ovi_same_cell(a->goal, b->goal) &&
         ovi_origin_equals(a->origin, b->origin);
}

/* The region that a route goes on in behind a waypoint, and by which of its ports. */
static ovi_overlay_origin entered_by(const ovi_layer *layer, const ovl_stop *stop) {
  if (stop->side == 0) {
    return (ovi_overlay_origin){NULL, stop->region, stop->number};
  }
  const uint32_t id = ovi_waypoint_other_region(layer, stop->region, stop->number);
  if (id == UINT32_MAX) {
    return (ovi_overlay_origin){NULL, stop->region, UINT32_MAX}; /* of a placeholder */
  }
  const ovi_region region = ovi_region_view(layer, id);
  const ovi_port port = ovi_port_of_waypoint(layer, &region, stop->region, stop->number);
  return (ovi_overlay_origin){NULL, id, port.port};
}

/* ---- Planning --------------------------------------------------------------------- */

/* Counts what was expanded. */
static void count(ovl_planner *planner, uint64_t left) {
  planner->workspace.coarse.expanded += ovi_planner_slice_left(planner) - left;
  ovi_planner_grant(planner);
}

static ovl_result result_of(ovl_planner *planner, ovi_coarse_status status) {
  switch (status) {
  case OVI_COARSE_PAUSED:
    return OVL_BUSY;
  case OVI_COARSE_FULL: /* a version has more than the planner was made for */
    planner->call.stats.bytes_needed =
        ovi_planner_most_bytes(planner, planner->task.world, planner->made_for.windows.turns);
    return OVL_PLANNER_TOO_SMALL;
  case OVI_COARSE_CORRUPT:
    return OVL_CORRUPT;
  default:
    return OVL_OK;
  }
}

static ovl_result not_linked(const ovl_planner *planner) {
  return ovi_local_search_is_paused(&planner->workspace.refiner.local) ? OVL_BUSY : OVL_CORRUPT;
}

/* Moves the steps that are fine from the plan to the stops. */
static ovl_result take_stops(ovl_planner *planner, const ovi_layer *layer) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  while (ovi_overlay_plan_is_fine(&p->plan)) {
    if (p->stop_count == p->stop_capacity) {
      return result_of(planner, OVI_COARSE_FULL);
    }
    if (!ovi_overlay_plan_take(&p->plan, layer, &p->stops[p->stop_count],
                               &p->entered[p->stop_count])) {
      return OVL_CORRUPT;
    }
    p->stop_count++;
  }
  p->is_whole = ovi_overlay_plan_is_over(&p->plan);
  return OVL_OK;
}

/* Finds where the stops enter the last cell of the lowest level. */
static void find_last_cell(ovi_overlay_planning *p, const ovi_layer *layer) {
  uint32_t at = p->stop_count != 0 ? p->stop_count - 1 : 0; /* what the last one enters is next */
  const uint32_t last = at != 0 ? ovi_cluster_of(layer, 1, p->entered[at - 1]) : 0;
  while (at > 0 && ovi_cluster_of(layer, 1, p->entered[at - 1]) == last) {
    at--;
  }
  p->last_cell = at;
}

static void begin_searching(ovl_planner *planner, const ovi_layer *layer, uint64_t bound) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  ovi_overlay_origin origin = {.links = &planner->workspace.start.links};
  if (ovi_origin_is_stop(p->key.origin)) {
    const ovl_stop stop = ovi_origin_stop(p->key.origin, 0);
    origin = entered_by(layer, &stop);
  }
  p->plan.goal.visit = p->plan.start.visit = p->plan.ahead.visit = planner->workspace.coarse.visit;
  p->plan.goal.visit_user = p->plan.start.visit_user = p->plan.ahead.visit_user =
      planner->workspace.coarse.visit_user;
  ovi_overlay_plan_begin(&p->plan, layer, origin,
                         (ovi_overlay_goal){&planner->workspace.goal.links, p->key.goal}, bound);
  p->stage = OVI_PLANNING_SEARCHES;
}

static ovl_result search(ovl_planner *planner, const ovi_layer *layer) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  uint64_t left = ovi_planner_slice_left(planner);
  const ovi_coarse_status status = ovi_overlay_plan_run(&p->plan, &left);
  count(planner, left);
  const ovl_result result = result_of(planner, status);
  if (result != OVL_OK) {
    return result;
  }
  p->is_found = status == OVI_COARSE_FOUND;
  p->cost = p->plan.best;
  p->stop_count = 0;
  if (p->is_found && ovi_origin_is_stop(p->key.origin)) {
    p->stops[0] = ovi_origin_stop(p->key.origin, p->cost);
    p->entered[0] = entered_by(layer, &p->stops[0]).region;
    p->stop_count = 1;
  }
  p->stage = OVI_PLANNING_UNPACKS;
  return p->is_found ? take_stops(planner, layer) : OVL_OK;
}

/* Unpacks as many coarser steps as the origin says. */
static ovl_result unpack(ovl_planner *planner, const ovi_layer *layer, uint32_t pieces) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  while (p->is_found && p->key.origin.unpacked < pieces && !p->is_whole) {
    uint64_t left = ovi_planner_slice_left(planner);
    const ovi_coarse_status status = ovi_overlay_plan_unpack(&p->plan, layer, &left);
    count(planner, left);
    if (status != OVI_COARSE_FOUND) {
      return result_of(planner, status);
    }
    const ovl_result result = take_stops(planner, layer);
    if (result != OVL_OK) {
      return result;
    }
    p->key.origin.unpacked++;
  }
  p->key.origin.unpacked = pieces;
  find_last_cell(p, layer);
  return OVL_OK;
}

/* Begins to make a plan, unless it is held, or can be gone on with. */
static void begin_planning(ovl_planner *planner, const ovi_overlay_key *key) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  ovi_overlay_key held = *key;
  held.origin.unpacked = p->key.origin.unpacked;
  if (p->is_held && p->is_found && held.origin.unpacked <= key->origin.unpacked &&
      is_key(&p->key, &held)) {
    p->stage = OVI_PLANNING_UNPACKS;
    return;
  }
  p->is_held = false;
  p->key = *key;
  p->key.origin.unpacked = 0;
  p->stage = ovi_origin_is_stop(key->origin) ? OVI_PLANNING_GOAL : OVI_PLANNING_START;
}

/* Makes a plan, for less than `bound`. */
static ovl_result make_plan(ovl_planner *planner, const ovi_layer *layer,
                            const ovi_overlay_key *key, uint64_t bound) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  ovi_local_search *local = &planner->workspace.refiner.local;
  ovl_result result = OVL_OK;
  if (p->stage == OVI_PLANNING_IDLE) {
    if (p->is_held && is_key(&p->key, key)) {
      return OVL_OK;
    }
    begin_planning(planner, key);
  }
  if (p->stage == OVI_PLANNING_START) {
    if (!ovi_attach(&planner->workspace.start.links, layer, local,
                    ovi_origin_cell(layer, key->origin))) {
      return not_linked(planner);
    }
    p->stage = OVI_PLANNING_GOAL;
  }
  if (p->stage == OVI_PLANNING_GOAL) {
    if (!ovi_attach_back(&planner->workspace.goal.links, layer, local, key->goal)) {
      return not_linked(planner);
    }
    begin_searching(planner, layer, bound);
  }
  if (p->stage == OVI_PLANNING_SEARCHES) {
    result = search(planner, layer);
  }
  if (result == OVL_OK) {
    result = unpack(planner, layer, key->origin.unpacked);
  }
  if (result != OVL_BUSY) {
    p->stage = OVI_PLANNING_IDLE;
    p->is_held = result == OVL_OK && ovi_planner_has_all(planner);
  }
  return result == OVL_OK && !p->is_held ? OVL_CORRUPT : result; /* the pager says what it is */
}

static ovi_overlay_key key_of(const ovi_layer *layer, ovl_cell goal, ovi_route_origin origin) {
  return (ovi_overlay_key){layer->fingerprint, layer->number, goal, origin};
}

/* Shows one waypoint of a route. */
static void show_stop(const ovi_query *query, ovl_cell first, ovl_cell second, uint64_t cost) {
  const ovl_visit_event event = {.kind = OVL_VISIT_ROUTE,
                                 .tier = OVL_TIER_OVERLAY,
                                 .node = {first, second},
                                 .parent = {first, second},
                                 .g = cost};
  query->visit(query->visit_user, &event);
}

static void show_stops(const ovl_planner *planner, const ovi_layer *layer, const ovi_query *query) {
  const ovi_overlay_planning *p = &planner->workspace.overlay;
  for (uint32_t i = 0; i < p->stop_count; i++) {
    const ovl_waypoint w = ovi_waypoint_cells(layer, p->stops[i].region, p->stops[i].number);
    show_stop(query, w.first, w.second, p->stops[i].cost_to_go);
  }
  const ovi_overlay_plan *plan = &p->plan;
  for (uint32_t i = plan->stack.top; i < plan->stack.capacity; i++) {
    const ovi_overlay_step *step = &plan->stack.steps[i];
    const ovi_half_cells at = ovi_overlay_middle(layer, step->level, step->cluster, step->to);
    show_stop(query, (ovl_cell){(int32_t)(at.x / 2), (int32_t)(at.y / 2), 0},
              (ovl_cell){(int32_t)((at.x + 1) / 2), (int32_t)((at.y + 1) / 2), 0}, 0);
  }
}

ovl_result ovi_overlay_route_plan(ovl_planner *planner, const ovi_layer *layer,
                                  const ovi_query *query, ovl_route *route) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  const ovi_overlay_key key = key_of(layer, query->goal, ovi_origin_at_cell(layer, query->start));
  planner->call.stats.method = OVL_METHOD_OVERLAYS;
  if (p->stage == OVI_PLANNING_IDLE) {
    p->is_held = false; /* what an earlier query found prepares nothing */
  }
  const ovl_result result = make_plan(planner, layer, &key, route->cost_to_go);
  if (result == OVL_BUSY && ovi_planner_expansions_left(planner) == 0 &&
      route->cost_to_go != UINT64_MAX) {
    return OVL_OK; /* what is known is the answer */
  }
  if (result != OVL_OK || !p->is_found) {
    return result;
  }
  if (p->stop_count == 0) {
    return OVL_CORRUPT;
  }
  if (query->visit != NULL) {
    show_stops(planner, layer, query);
  }
  route->kind = OVL_ROUTE_OVERLAYS;
  route->cost_to_go = p->cost;
  const ovi_overlays_code code = {p->stops[0], key.origin};
  return ovi_overlays_pack(layer, route, &code) ? OVL_OK : OVL_CORRUPT;
}

/* ---- Walking ---------------------------------------------------------------------- */

/* Whether an exit that is not of the plan joins it: it enters the same region as a stop does, over
 * the same border, and comes to the stop behind that at what the two say. */
static bool joins(const ovi_layer *layer, const ovl_stop *exit, const ovi_overlay_origin *enters,
                  uint32_t entered, const ovl_stop *behind) {
  if (behind->cost_to_go >= exit->cost_to_go || entered != enters->region) {
    return false;
  }
  const ovi_region region = ovi_region_view(layer, entered);
  const ovi_port onward = ovi_port_of_waypoint(layer, &region, behind->region, behind->number);
  if (onward.port >= region.ports || enters->port >= region.ports || onward.port == enters->port) {
    return false;
  }
  const uint32_t component = ovi_port_component(&region, enters->port);
  if (component != ovi_port_component(&region, onward.port)) {
    return false;
  }
  const ovi_clique clique = ovi_region_clique(&region, component);
  return ovi_clique_cost(&clique, ovi_port_place(&region, enters->port, component),
                         ovi_port_place(&region, onward.port, component)) ==
         exit->cost_to_go - behind->cost_to_go;
}

/* Where an exit is in the plan: its place, or that of the stop that it stands for; the number of
 * stops if it is nowhere. */
static uint32_t place_of(const ovi_overlay_planning *p, const ovi_layer *layer,
                         const ovl_stop *exit) {
  for (uint32_t i = 0; i < p->stop_count; i++) {
    const ovl_stop *stop = &p->stops[i];
    if (stop->region == exit->region && stop->number == exit->number && stop->side == exit->side &&
        stop->cost_to_go == exit->cost_to_go) {
      return i;
    }
  }
  const ovi_overlay_origin enters = entered_by(layer, exit);
  for (uint32_t i = 0; i + 1 < p->stop_count; i++) {
    if (joins(layer, exit, &enters, p->entered[i], &p->stops[i + 1])) {
      return i;
    }
  }
  return p->stop_count;
}

/* Plans a route anew from its exit, and takes the plan if it is no dearer. */
static ovl_result plan_anew(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                            bool *taken) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  ovi_overlays_code code = ovi_overlays_unpack(layer, route);
  const uint64_t exit_cost = code.next_stop.cost_to_go;
  const ovi_overlay_key key = key_of(layer, route->goal, ovi_origin_at_stop(&code.next_stop));
  const ovl_result result = make_plan(planner, layer, &key, UINT64_MAX);
  p->is_anew = result == OVL_BUSY;
  const bool is_older =
      planner->workspace.refiner.since != UINT64_MAX; /* edits far away may have cost it */
  *taken = result == OVL_OK && p->is_found && (is_older || p->cost <= exit_cost);
  if (*taken) {
    route->cost_to_go = route->cost_to_go - exit_cost + p->cost;
    code.next_stop.cost_to_go = p->cost;
    code.origin = key.origin;
    ovi_overlays_pack(layer, route, &code);
  }
  return result;
}

/* Whether what is left of a route's present plan is as it was: the regions that it needs. */
static bool plan_lasts(const ovi_layer *layer, const ovi_route_age *age, const ovl_route *route,
                       const ovl_stop *exit) {
  const uint32_t here = ovi_region_at(layer, route->position.x, route->position.y);
  const uint32_t extra = ovi_extra_region_unpack(layer, route);
  ovi_stop_view view;
  return extra != UINT32_MAX && ovi_age_trusts(age, here) && ovi_age_trusts(age, extra) &&
         ovi_age_trusts(age, exit->region) && ovi_stop_look(layer, exit, &view) &&
         ovi_age_trusts(age, ovi_region_at(layer, view.near.x, view.near.y));
}

/* Takes a route over to a later version than it was planned in, if it can still come to its exit:
 * it is planned anew from there, whatever edits far away have made of what is left. */
static ovl_result take_over(ovl_planner *planner, const ovi_layer *layer, ovl_route *route) {
  const ovi_route_age age = ovi_route_age_of(layer, planner->workspace.refiner.since, false);
  const ovl_stop exit = ovi_overlays_unpack(layer, route).next_stop;
  bool taken = false;
  if (!plan_lasts(layer, &age, route, &exit)) {
    return OVL_CORRUPT;
  }
  const ovl_result result = plan_anew(planner, layer, route, &taken);
  if (result != OVL_OK || !taken) {
    return result != OVL_OK ? result : OVL_CORRUPT;
  }
  route->world = layer->fingerprint;
  planner->workspace.refiner.since = UINT64_MAX;
  return OVL_OK;
}

/* Plans anew, or unpacks more of the plan, until its stops go on behind the exit's cell. */
static ovl_result look_ahead(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                             uint32_t *at) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  ovi_overlays_code code = ovi_overlays_unpack(layer, route);
  for (;;) {
    bool taken = false;
    if (!p->is_anew) {
      const ovi_overlay_key key = key_of(layer, route->goal, code.origin);
      const ovl_result result = make_plan(planner, layer, &key, UINT64_MAX);
      if (result != OVL_OK) {
        return result;
      }
      *at = p->is_found ? place_of(p, layer, &code.next_stop) : p->stop_count;
      if (*at == p->stop_count) {
        return OVL_CORRUPT;
      }
      if (p->is_whole || *at < p->last_cell) {
        return OVL_OK;
      }
    }
    const ovl_result result = plan_anew(planner, layer, route, &taken);
    if (result != OVL_OK) {
      return result;
    }
    if (taken) {
      *at = 0;
      return OVL_OK;
    }
    if (code.origin.unpacked++ == OVI_ROUTE_MOST_UNPACKED) {
      return OVL_CORRUPT;
    }
    ovi_overlays_pack(layer, route, &code);
  }
}

ovl_result ovi_overlay_route_prepare(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                                     ovi_known_stops *stops) {
  ovi_overlay_planning *p = &planner->workspace.overlay;
  const ovi_overlays_code code = ovi_overlays_unpack(layer, route);
  uint32_t at = 0;
  if (ovi_local_search_is_paused(&planner->workspace.refiner.local) &&
      p->stage == OVI_PLANNING_IDLE) {
    *stops = p->known; /* its next stretch is being searched for */
    return OVL_OK;
  }
  if (!ovi_stop_is_valid(layer, &code.next_stop) ||
      (planner->workspace.refiner.since == UINT64_MAX &&
       !ovi_origin_is_valid(layer, code.origin))) {
    return OVL_CORRUPT;
  }
  const ovl_result result = planner->workspace.refiner.since != UINT64_MAX
                                ? take_over(planner, layer, route)
                                : look_ahead(planner, layer, route, &at);
  if (result == OVL_OK) {
    p->known = (ovi_known_stops){.stops = p->stops,
                                 .count = p->stop_count,
                                 .is_planned = true,
                                 .is_whole = p->is_whole,
                                 .at = at};
    *stops = p->known;
  }
  return result;
}

ovl_result ovi_route_refine(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                            ovi_known_stops stops) {
  if (route->kind == OVL_ROUTE_OVERLAYS) {
    const ovl_result result = ovi_overlay_route_prepare(planner, layer, route, &stops);
    if (result != OVL_OK) {
      return result;
    }
  }
  return ovi_refine_next(&planner->workspace.refiner, layer, &planner->workspace.labels, route,
                         stops);
}
