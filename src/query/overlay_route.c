/* Plans made and kept for routes, and made anew as they are walked. */
#include "query/overlay_route.h"

#include "coarse/view/region_cells.h"
#include "common/cell.h"
#include "common/step_cost.h"
#include "overland_inspect.h"
#include "query/task.h"

/* ---- Origins ---------------------------------------------------------------------- */

/* The place: a cell in its region, x and y of 7 bits each; or 1 << 15, a waypoint's number of 14
 * bits and its side of 1. In a route's exit_stop are the place, what tells the exit's region, and
 * the pieces; the origin's region is its exit_region. */
enum { NUMBER_BITS = 14, SIDE_BIT = 1 << 14, WAYPOINT_BIT = 1 << 15, PIECE_SHIFT = 22 };

static ovi_route_origin cell_origin(const ovi_layer *layer, ovl_cell cell) {
  const uint32_t x = (uint32_t)(cell.x % layer->region_cells);
  const uint32_t y = (uint32_t)(cell.y % layer->region_cells);
  return (ovi_route_origin){ovi_region_at(layer, cell.x, cell.y), x | y << 7, 0};
}

static ovi_route_origin stop_origin(const ovl_stop *stop) {
  const uint32_t side = stop->side != 0 ? SIDE_BIT : 0;
  return (ovi_route_origin){stop->region, stop->number | side | WAYPOINT_BIT, 0};
}

static ovi_route_origin route_origin(const ovl_route *route) {
  return (ovi_route_origin){route->exit_region, route->exit_stop & 0xffffu,
                            route->exit_stop >> PIECE_SHIFT};
}

static void set_origin(ovl_route *route, ovi_route_origin origin) {
  route->exit_region = origin.region;
  route->exit_stop =
      (route->exit_stop & OVI_EXIT_BITS) | origin.place | origin.pieces << PIECE_SHIFT;
}

static ovl_cell origin_cell(const ovi_layer *layer, ovi_route_origin origin) {
  const int32_t side = layer->region_cells;
  const int32_t columns = layer->regions_x;
  return (ovl_cell){(int32_t)origin.region % columns * side + (int32_t)(origin.place & 127u),
                    (int32_t)origin.region / columns * side + (int32_t)(origin.place >> 7 & 127u),
                    0};
}

static ovl_stop origin_stop(ovi_route_origin origin, uint64_t cost) {
  return (ovl_stop){cost, origin.region, (uint16_t)(origin.place & (SIDE_BIT - 1)),
                    (origin.place & SIDE_BIT) != 0 ? 1 : 0};
}

static bool is_waypoint(ovi_route_origin origin) { return (origin.place & WAYPOINT_BIT) != 0; }

/* Whether it is one of the layer's. */
static bool origin_is_valid(const ovi_layer *layer, ovi_route_origin origin) {
  if (origin.region >= ovi_region_count(layer)) {
    return false;
  }
  if (is_waypoint(origin)) {
    const ovl_stop stop = origin_stop(origin, 0);
    return ovi_stop_is_valid(layer, &stop);
  }
  const ovl_cell cell = origin_cell(layer, origin);
  return (int32_t)(origin.place & 127u) < layer->region_cells &&
         (int32_t)(origin.place >> 7 & 127u) < layer->region_cells &&
         ovi_plane_has(layer, cell.x, cell.y) && ovi_layer_island(layer, cell.x, cell.y) != 0;
}

static bool is_origin(ovi_route_origin a, ovi_route_origin b) {
  return a.region == b.region && a.place == b.place && a.pieces == b.pieces;
}

static bool is_key(const ovi_overlay_key *a, const ovi_overlay_key *b) {
  return a->world == b->world && a->layer == b->layer && ovi_same_cell(a->goal, b->goal) &&
         is_origin(a->origin, b->origin);
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
  planner->coarse.expanded += ovi_planner_slice_left(planner) - left;
  ovi_planner_grant(planner);
}

static ovl_result result_of(ovl_planner *planner, ovi_overlay_status status) {
  switch (status) {
  case OVI_OVERLAY_PAUSED:
    return OVL_BUSY;
  case OVI_OVERLAY_FULL: /* a version has more than the planner was made for */
    planner->stats.bytes_needed =
        ovi_planner_most_bytes(planner, planner->task.world, planner->turn_costs);
    return OVL_PLANNER_TOO_SMALL;
  case OVI_OVERLAY_CORRUPT:
    return OVL_CORRUPT;
  default:
    return OVL_OK;
  }
}

static ovl_result not_linked(const ovl_planner *planner) {
  return ovi_local_search_is_paused(&planner->refiner.stretch) ? OVL_BUSY : OVL_CORRUPT;
}

/* Moves the steps that are fine from the plan to the stops. */
static ovl_result take_stops(ovl_planner *planner, const ovi_layer *layer) {
  ovi_overlay_planning *p = &planner->overlay;
  while (ovi_overlay_plan_is_fine(&p->plan)) {
    if (p->stop_count == p->stop_capacity) {
      return result_of(planner, OVI_OVERLAY_FULL);
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
  ovi_overlay_planning *p = &planner->overlay;
  ovi_overlay_origin origin = {.links = &planner->start.links};
  if (is_waypoint(p->key.origin)) {
    const ovl_stop stop = origin_stop(p->key.origin, 0);
    origin = entered_by(layer, &stop);
  }
  p->plan.goal.visit = p->plan.start.visit = p->plan.ahead.visit = planner->coarse.visit;
  p->plan.goal.visit_user = p->plan.start.visit_user = p->plan.ahead.visit_user =
      planner->coarse.visit_user;
  ovi_overlay_plan_begin(&p->plan, layer, origin,
                         (ovi_overlay_goal){&planner->goal.links, p->key.goal}, bound);
  p->stage = OVI_PLANNING_SEARCHES;
}

static ovl_result search(ovl_planner *planner, const ovi_layer *layer) {
  ovi_overlay_planning *p = &planner->overlay;
  uint64_t left = ovi_planner_slice_left(planner);
  const ovi_overlay_status status = ovi_overlay_plan_run(&p->plan, &left);
  count(planner, left);
  const ovl_result result = result_of(planner, status);
  if (result != OVL_OK) {
    return result;
  }
  p->is_found = status == OVI_OVERLAY_FOUND;
  p->cost = p->plan.best;
  p->stop_count = 0;
  if (p->is_found && is_waypoint(p->key.origin)) {
    p->stops[0] = origin_stop(p->key.origin, p->cost);
    p->entered[0] = entered_by(layer, &p->stops[0]).region;
    p->stop_count = 1;
  }
  p->stage = OVI_PLANNING_UNPACKS;
  return p->is_found ? take_stops(planner, layer) : OVL_OK;
}

/* Unpacks as many coarser steps as the origin says. */
static ovl_result unpack(ovl_planner *planner, const ovi_layer *layer, uint32_t pieces) {
  ovi_overlay_planning *p = &planner->overlay;
  while (p->is_found && p->key.origin.pieces < pieces && !p->is_whole) {
    uint64_t left = ovi_planner_slice_left(planner);
    const ovi_overlay_status status = ovi_overlay_plan_unpack(&p->plan, layer, &left);
    count(planner, left);
    if (status != OVI_OVERLAY_FOUND) {
      return result_of(planner, status);
    }
    const ovl_result result = take_stops(planner, layer);
    if (result != OVL_OK) {
      return result;
    }
    p->key.origin.pieces++;
  }
  p->key.origin.pieces = pieces;
  find_last_cell(p, layer);
  return OVL_OK;
}

/* Begins to make a plan, unless it is held, or can be gone on with. */
static void begin_planning(ovl_planner *planner, const ovi_overlay_key *key) {
  ovi_overlay_planning *p = &planner->overlay;
  ovi_overlay_key held = *key;
  held.origin.pieces = p->key.origin.pieces;
  if (p->is_held && p->is_found && held.origin.pieces <= key->origin.pieces &&
      is_key(&p->key, &held)) {
    p->stage = OVI_PLANNING_UNPACKS;
    return;
  }
  p->is_held = false;
  p->key = *key;
  p->key.origin.pieces = 0;
  planner->refiner.direct_kept = false;
  p->stage = is_waypoint(key->origin) ? OVI_PLANNING_GOAL : OVI_PLANNING_START;
}

/* Makes a plan, for less than `bound`. */
static ovl_result make_plan(ovl_planner *planner, const ovi_layer *layer,
                            const ovi_overlay_key *key, uint64_t bound) {
  ovi_overlay_planning *p = &planner->overlay;
  ovi_local_search *stretch = &planner->refiner.stretch;
  ovl_result result = OVL_OK;
  if (p->stage == OVI_PLANNING_IDLE) {
    if (p->is_held && is_key(&p->key, key)) {
      return OVL_OK;
    }
    begin_planning(planner, key);
  }
  if (p->stage == OVI_PLANNING_START) {
    if (!ovi_attach(&planner->start.links, layer, stretch, origin_cell(layer, key->origin))) {
      return not_linked(planner);
    }
    p->stage = OVI_PLANNING_GOAL;
  }
  if (p->stage == OVI_PLANNING_GOAL) {
    if (!ovi_attach_back(&planner->goal.links, layer, stretch, key->goal)) {
      return not_linked(planner);
    }
    begin_searching(planner, layer, bound);
  }
  if (p->stage == OVI_PLANNING_SEARCHES) {
    result = search(planner, layer);
  }
  if (result == OVL_OK) {
    result = unpack(planner, layer, key->origin.pieces);
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

static void show_stops(const ovl_planner *planner, const ovi_layer *layer, const ovl_query *query) {
  const ovi_overlay_planning *p = &planner->overlay;
  for (uint32_t i = 0; i < p->stop_count; i++) {
    const ovl_waypoint w = ovi_waypoint_cells(layer, p->stops[i].region, p->stops[i].number);
    query->visit(query->visit_user, OVL_VISIT_ROUTE, w.first, w.second);
  }
  const ovi_overlay_plan *plan = &p->plan;
  for (uint32_t i = plan->top; i < plan->step_capacity; i++) {
    const ovi_overlay_step *step = &plan->steps[i];
    const ovi_half_cells at = ovi_overlay_middle(layer, step->level, step->cell, step->to);
    query->visit(query->visit_user, OVL_VISIT_ROUTE,
                 (ovl_cell){(int32_t)(at.x / 2), (int32_t)(at.y / 2), 0},
                 (ovl_cell){(int32_t)((at.x + 1) / 2), (int32_t)((at.y + 1) / 2), 0});
  }
}

ovl_result ovi_overlay_route_plan(ovl_planner *planner, const ovi_layer *layer,
                                  const ovl_query *query, ovl_route *route) {
  ovi_overlay_planning *p = &planner->overlay;
  const ovi_overlay_key key = key_of(layer, query->goal, cell_origin(layer, query->start));
  planner->stats.estimate = OVL_METHOD_OVERLAYS;
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
  set_origin(route, key.origin);
  return ovi_set_planned_exit(layer, route, &p->stops[0]) ? OVL_OK : OVL_CORRUPT;
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
  ovi_overlay_planning *p = &planner->overlay;
  const ovl_stop exit = ovi_planned_exit(layer, route);
  const ovi_overlay_key key = key_of(layer, route->goal, stop_origin(&exit));
  const ovl_result result = make_plan(planner, layer, &key, UINT64_MAX);
  p->is_anew = result == OVL_BUSY;
  const bool is_older = planner->refiner.since != UINT64_MAX; /* edits far away may have cost it */
  *taken = result == OVL_OK && p->is_found && (is_older || p->cost <= exit.cost_to_go);
  if (*taken) {
    route->cost_to_go = route->plan_cost + p->cost;
    set_origin(route, key.origin);
  }
  return result;
}

/* Whether what is left of a route's present plan is as it was: the regions that it needs. */
static bool plan_lasts(const ovi_layer *layer, const ovi_route_age *age, const ovl_route *route,
                       const ovl_stop *exit) {
  const uint32_t here = ovi_region_at(layer, route->position.x, route->position.y);
  const uint32_t kept = route->kept != 0 ? ovi_kept_region(layer, here, route->kept) : here;
  ovi_stop_view view;
  return kept != UINT32_MAX && ovi_age_trusts(age, here) && ovi_age_trusts(age, kept) &&
         ovi_age_trusts(age, exit->region) && ovi_stop_look(layer, exit, &view) &&
         ovi_age_trusts(age, ovi_region_at(layer, view.near.x, view.near.y));
}

/* Takes a route over to a later version than it was planned in, if it can still come to its exit:
 * it is planned anew from there, whatever edits far away have made of what is left. */
static ovl_result take_over(ovl_planner *planner, const ovi_layer *layer, ovl_route *route) {
  const ovi_route_age age = ovi_route_age_of(layer, planner->refiner.since, false);
  const ovl_stop exit = ovi_planned_exit(layer, route);
  bool taken = false;
  if (!plan_lasts(layer, &age, route, &exit)) {
    return OVL_CORRUPT;
  }
  const ovl_result result = plan_anew(planner, layer, route, &taken);
  if (result != OVL_OK || !taken) {
    return result != OVL_OK ? result : OVL_CORRUPT;
  }
  route->world = layer->fingerprint;
  planner->refiner.since = UINT64_MAX;
  return OVL_OK;
}

/* Plans anew, or unpacks more of the plan, until its stops go on behind the exit's cell. */
static ovl_result look_ahead(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                             uint32_t *at) {
  ovi_overlay_planning *p = &planner->overlay;
  const ovl_stop exit = ovi_planned_exit(layer, route);
  for (;;) {
    bool taken = false;
    if (!p->is_anew) {
      const ovi_overlay_key key = key_of(layer, route->goal, route_origin(route));
      const ovl_result result = make_plan(planner, layer, &key, UINT64_MAX);
      if (result != OVL_OK) {
        return result;
      }
      *at = p->is_found ? place_of(p, layer, &exit) : p->stop_count;
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
    ovi_route_origin origin = route_origin(route);
    if (++origin.pieces >> (32 - PIECE_SHIFT) != 0) {
      return OVL_CORRUPT;
    }
    set_origin(route, origin);
  }
}

ovl_result ovi_overlay_route_prepare(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                                     ovi_known_stops *stops) {
  ovi_overlay_planning *p = &planner->overlay;
  const ovl_stop exit = ovi_planned_exit(layer, route);
  uint32_t at = 0;
  if (ovi_local_search_is_paused(&planner->refiner.stretch) && p->stage == OVI_PLANNING_IDLE) {
    *stops = p->known; /* its next stretch is being searched for */
    return OVL_OK;
  }
  if (!ovi_stop_is_valid(layer, &exit) ||
      (planner->refiner.since == UINT64_MAX && !origin_is_valid(layer, route_origin(route)))) {
    return OVL_CORRUPT;
  }
  const ovl_result result = planner->refiner.since != UINT64_MAX
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
  return ovi_refine_next(&planner->refiner, layer, &planner->labels, route, stops);
}
