/* Queries: checked, planned in the coarse tier, refined to the end. */
#include "cost_rule.h"
#include "goal_query.h"
#include "limits.h"
#include "path_writer.h"
#include "planner.h"
#include "unfold.h"

enum { MOST_ESTIMATE_PERCENT = 400 };

ovl_query ovl_query_default(void) {
  return (ovl_query){
      .smoothing = OVL_SMOOTH_GRID, .estimate = OVL_ESTIMATE_BEST, .estimate_percent = 100};
}

/* Passes a visit on in the world's cells. */
static void visit_world(void *user, ovl_visit kind, ovl_cell a, ovl_cell b) {
  const ovi_visitor *visitor = user;
  visitor->visit(visitor->user, kind, ovi_world_from_plane(visitor->world, a),
                 ovi_world_from_plane(visitor->world, b));
}

static bool settings_are_sound(const ovi_layer *layer, const ovl_query *query) {
  bool held = query->estimate == OVL_ESTIMATE_BEST || query->estimate == OVL_ESTIMATE_OCTILE ||
              (query->estimate == OVL_ESTIMATE_LANDMARKS && layer->mark_count != 0) ||
              (query->estimate == OVL_ESTIMATE_LABELS && layer->label_count != 0);
  return held && (unsigned)query->smoothing < OVL_SMOOTH_COUNT && query->estimate_percent >= 0 &&
         query->estimate_percent <= MOST_ESTIMATE_PERCENT && query->turn_cost <= OVI_MOST_STEP_COST;
}

ovl_result ovi_query_begin(const ovl_world *world, const ovl_query *query, ovi_plane_query *plane) {
  const ovi_layer *layer = ovi_world_layer(world, query->profile);
  if (layer == NULL || !settings_are_sound(layer, query)) {
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

ovl_result ovi_query_check(const ovl_world *world, const ovl_query *query, ovi_plane_query *plane) {
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
  return start_island == goal_island || plane->layer->directed ? OVL_OK : OVL_UNREACHABLE;
}

ovl_result ovl_reaches(ovl_planner *planner, const ovl_world *world, const ovl_query *query) {
  ovi_plane_query plane;
  const ovi_layer *layer = ovi_world_layer(world, query->profile);
  if (layer != NULL && !ovi_planner_serves(planner, layer)) {
    return OVL_OTHER_WORLD;
  }
  ovl_result result = ovi_query_begin(world, query, &plane);
  if (result == OVL_OK) {
    result = ovi_query_settle(planner, &plane);
  }
  return result == OVL_OK && plane.is_partial ? OVL_UNREACHABLE : result;
}

void ovi_planner_begin_work(ovl_planner *planner) {
  planner->stats = (ovl_stats){.estimate = OVL_ESTIMATE_BEST};
  planner->refiner.stretch.windows = 0;
  planner->refiner.stretch.search.expanded = 0;
  planner->refiner.stretch.search.visit = NULL;
  planner->coarse.expanded = 0;
  planner->coarse.visit = NULL;
  planner->expansion_limit = UINT64_MAX;
  planner->refiner.stretch.search.expanded_end = UINT64_MAX;
  planner->refiner.stretch.search.estimate_percent = 100;
  ovi_stretch_turn(&planner->refiner.stretch, (ovi_turning){0, OVI_ANY_DIRECTION});
}

void ovi_planner_begin_visits(ovl_planner *planner, const ovl_query *query) {
  planner->refiner.stretch.search.visit = query->visit;
  planner->refiner.stretch.search.visit_user = query->visit_user;
  planner->coarse.visit = query->visit;
  planner->coarse.visit_user = query->visit_user;
}

void ovi_planner_end_work(ovl_planner *planner) {
  planner->stats.coarse_expanded = planner->coarse.expanded;
  planner->stats.fine_expanded = planner->refiner.stretch.search.expanded;
  planner->stats.windows = planner->refiner.stretch.windows;
  planner->refiner.stretch.search.visit = NULL;
  planner->coarse.visit = NULL;
}

/* Links both ends to their regions' ports. */
static bool link_ends(ovl_planner *planner, const ovi_layer *layer, const ovl_query *query) {
  ovi_stretch *stretch = &planner->refiner.stretch;
  planner->refiner.near_kept = false;
  return ovi_links_find(&planner->start.links, layer, stretch, query->start) &&
         ovi_links_find_back(&planner->goal.links, layer, stretch, query->goal);
}

/* Finds a route that costs less than route->cost_left, if there is one. */
static ovl_result plan_by_search(ovl_planner *planner, const ovi_plane_query *plane,
                                 ovl_route *route) {
  const ovi_layer *layer = plane->layer;
  const ovl_query *query = &plane->query;
  bool landmarks = layer->mark_count != 0 && query->estimate != OVL_ESTIMATE_OCTILE;
  ovi_coarse_task task = {layer,
                          &planner->start.links,
                          &planner->goal.links,
                          query->start,
                          route->cost_left,
                          landmarks,
                          (uint32_t)query->estimate_percent};
  ovi_coarse_begin(&planner->coarse, &task);
  ovi_coarse_status status = OVI_COARSE_PAUSED; /* not every turn expands a waypoint */
  while (status == OVI_COARSE_PAUSED && ovi_planner_expansions_left(planner) != 0) {
    status = ovi_coarse_run(&planner->coarse, ovi_planner_expansions_left(planner));
  }
  planner->stats.estimate = landmarks ? OVL_ESTIMATE_LANDMARKS : OVL_ESTIMATE_OCTILE;
  if (status == OVI_COARSE_FULL) {
    planner->stats.bytes_needed = ovi_planner_most_bytes(plane->world, planner->turn_costs);
    return OVL_PLANNER_TOO_SMALL;
  }
  if (status == OVI_COARSE_CORRUPT) {
    return OVL_CORRUPT;
  }
  if (status == OVI_COARSE_FOUND) {
    route->cost_left = planner->coarse.best;
    route->kind = OVL_ROUTE_STOPS;
    route->stop_count = ovi_coarse_route(&planner->coarse, planner->stops, planner->stop_capacity);
  }
  return OVL_OK;
}

/* Shows the stops of a route by labels, for who looks on. */
static void show_route(ovl_planner *planner, const ovi_layer *layer, const ovl_query *query,
                       const ovi_label_route *found) {
  ovi_label_walk walk = {.layer = layer, .table = &planner->labels, .goal = query->goal};
  ovl_stop stop = found->first;
  if (!ovi_label_walk_resume(&walk, ovi_label_walk_pack(found->last, found->hub.rank), &stop)) {
    return;
  }
  ovi_onward onward = OVI_ONWARD_STOP;
  while (onward == OVI_ONWARD_STOP) {
    ovl_waypoint w = ovi_waypoint_cells(layer, stop.region, stop.number);
    query->visit(query->visit_user, OVL_VISIT_ROUTE, w.first, w.second);
    onward = ovi_label_walk_next(&walk, &stop, &stop);
  }
}

static void plan_by_labels(ovl_planner *planner, const ovi_layer *layer, const ovl_query *query,
                           ovl_route *route) {
  planner->start.cell = query->start;
  planner->goal.cell = query->goal;
  ovi_label_route found = ovi_label_route_find(&planner->labels, layer, &planner->start,
                                               &planner->goal, route->cost_left);
  planner->stats.estimate = OVL_ESTIMATE_LABELS;
  if (found.cost == OVI_LABEL_NONE) {
    return;
  }
  if (query->visit != NULL) {
    show_route(planner, layer, query, &found);
  }
  planner->hub = found.hub;
  route->kind = OVL_ROUTE_LABELS;
  route->cost_left = found.cost;
  route->plan_cost = found.link;
  route->exit_stop = ovi_label_walk_pack(found.last, found.hub.rank);
  route->exit_region = found.first.region;
  route->exit_number = found.first.number;
  route->exit_side = (uint8_t)found.first.side;
}

static ovl_result plan_coarse(ovl_planner *planner, const ovi_plane_query *plane,
                              ovl_route *route) {
  const ovi_layer *layer = plane->layer;
  const ovl_query *query = &plane->query;
  if (!link_ends(planner, layer, query)) {
    return OVL_CORRUPT;
  }
  if (!ovi_query_uses_labels(layer, query)) {
    return plan_by_search(planner, plane, route);
  }
  plan_by_labels(planner, layer, query, route);
  return OVL_OK;
}

ovl_result ovi_query_plan(ovl_planner *planner, const ovi_plane_query *plane, ovl_route *route) {
  const ovl_query *query = &plane->query;
  *route = (ovl_route){.goal = query->goal,
                       .position = query->start,
                       .world = plane->layer->fingerprint,
                       .profile = (uint8_t)query->profile,
                       .smoothing = (uint8_t)query->smoothing};
  if (query->start.x == query->goal.x && query->start.y == query->goal.y) {
    route->done = true;
    return OVL_OK;
  }
  ovi_near near = ovi_near_find(&planner->refiner, plane->layer, query->start, query->goal);
  route->cost_left = near != OVI_NEAR_NONE ? planner->refiner.near_cost : UINT64_MAX;
  if (near == OVI_NEAR_EXACT) {
    return OVL_OK;
  }
  ovl_result result = plan_coarse(planner, plane, route);
  if (result == OVL_OK && route->cost_left == UINT64_MAX) {
    return OVL_CORRUPT; /* one island, and yet no way */
  }
  return result;
}

/* A goal that is not known yet when a limit ends the search is nowhere else than the start. */
static ovl_result settle_and_plan(ovl_planner *planner, ovi_plane_query *plane, ovl_route *route) {
  plane->query.goal = plane->query.start;
  ovl_result result = ovi_query_settle(planner, plane);
  if (result == OVL_OK && plane->query.turn_cost != 0) {
    ovi_stretch_turn(&planner->refiner.stretch,
                     (ovi_turning){plane->query.turn_cost, OVI_ANY_DIRECTION});
  }
  return result == OVL_OK ? ovi_query_plan(planner, plane, route) : result;
}

/* Both range checks and the planner's, and then the plan. OVL_LIMITED: the planner's stretch
 * holds a part of the way, to which the route leads. */
static ovl_result begin_query(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                              ovi_plane_query *plane, ovl_route *route) {
  ovi_planner_begin_work(planner);
  planner->refiner.near_kept = false; /* what an earlier query found prepares nothing */
  const ovi_layer *layer = ovi_world_layer(world, query->profile);
  if (layer != NULL && !ovi_planner_serves(planner, layer)) {
    return OVL_OTHER_WORLD;
  }
  ovl_result result = ovi_query_begin(world, query, plane);
  if (result == OVL_OK) {
    ovi_planner_begin_visits(planner, &plane->query);
    result = ovi_limits_begin(planner, plane);
  }
  if (result != OVL_OK) {
    return result;
  }
  ovi_planner_limit(planner, ovi_planning_share(query->expansion_limit));
  result = settle_and_plan(planner, plane, route);
  const bool is_spent = result != OVL_OK && ovi_planner_expansions_left(planner) == 0;
  ovi_planner_limit(planner, query->expansion_limit);
  if (is_spent) {
    ovi_partial_find(planner, plane, route);
    return OVL_LIMITED;
  }
  return result;
}

/* On plain ground the whole way is unfolded and the string does the rest. */
static ovl_result unfold(ovl_planner *planner, const ovi_layer *layer, const ovl_route *route,
                         ovi_path_writer *writer) {
  ovi_unfold_task task = {.layer = layer,
                          .start = route->position,
                          .goal = route->goal,
                          .cost = route->cost_left,
                          .first = {route->cost_left - route->plan_cost, route->exit_region,
                                    route->exit_number, route->exit_side},
                          .hub = planner->hub,
                          .last = ovi_label_walk_last(route->exit_stop),
                          .stops = planner->stops,
                          .capacity = planner->stop_capacity,
                          .stretch = &planner->refiner.stretch,
                          .bits = &writer->string.bits};
  return ovi_unfold(&task, ovi_path_sink(writer));
}

/* The direction in which a stretch ends; a link turns nobody. */
static int last_direction(const ovi_refiner *refiner) {
  const ovi_stretch *stretch = &refiner->stretch;
  if (stretch->cell_count < 2 || refiner->link != OVI_NO_NUMBER) {
    return stretch->turning.direction;
  }
  const ovl_cell *last = stretch->cells + stretch->cell_count - 1;
  int direction = 0;
  while (ovi_direction_x(direction) != last[0].x - last[-1].x ||
         ovi_direction_y(direction) != last[0].y - last[-1].y) {
    direction++;
  }
  return direction;
}

/* The next stretch. Where turns cost, a way with few of them may break the promise, which
 * counts steps only: then the cheapest is taken. */
static ovl_result refine_next(ovl_planner *planner, const ovi_layer *layer, ovl_route *route) {
  ovi_stretch *stretch = &planner->refiner.stretch;
  const ovi_turning turning = stretch->turning;
  ovl_result result =
      ovi_refine_next(&planner->refiner, layer, &planner->labels, route, planner->stops);
  if (turning.cost == 0) {
    return result;
  }
  if (result == OVL_CORRUPT) {
    planner->refiner.near_kept = false;
    ovi_stretch_turn(stretch, (ovi_turning){0, OVI_ANY_DIRECTION});
    result = ovi_refine_next(&planner->refiner, layer, &planner->labels, route, planner->stops);
  }
  ovi_stretch_turn(stretch, turning);
  ovi_stretch_turn(stretch, (ovi_turning){turning.cost, last_direction(&planner->refiner)});
  return result;
}

/* What refinement has found: a way on foot, or a link. */
static void give_stretch(const ovi_refiner *refiner, ovi_path_writer *writer) {
  const ovl_cell *cells = refiner->stretch.cells;
  if (refiner->link == OVI_NO_NUMBER) {
    ovi_stretch_give(&refiner->stretch, ovi_path_sink(writer));
  } else {
    ovi_path_link(writer, cells[1], refiner->link_cost,
                  (ovl_path_link){0, refiner->link, refiner->link_back});
  }
}

/* Stretch by stretch, to the goal. */
static ovl_result refine_all(ovl_planner *planner, const ovi_layer *layer, ovl_route *route,
                             ovi_path_writer *writer) {
  while (!route->done) {
    ovl_result result = refine_next(planner, layer, route);
    if (result != OVL_OK) {
      return result;
    }
    give_stretch(&planner->refiner, writer);
  }
  return OVL_OK;
}

/* A path while it is written. */
typedef struct written_path {
  const ovi_plane_query *plane;
  ovl_path *path;
  uint64_t cost_limit;
  bool is_taken; /* the planner's stretch is all of it */
  ovl_cell end;  /* in the plane */
} written_path;

static ovl_result write_legs(ovl_planner *planner, const written_path *written, ovl_route *route,
                             ovi_path_writer *writer) {
  const ovi_layer *layer = written->plane->layer;
  if (written->is_taken) {
    ovi_stretch_give(&planner->refiner.stretch, ovi_path_sink(writer));
    return OVL_OK;
  }
  const bool unfolds = route->kind == OVL_ROUTE_LABELS && ovi_layer_is_plain(layer) &&
                       written->plane->query.turn_cost == 0;
  return unfolds ? unfold(planner, layer, route, writer)
                 : refine_all(planner, layer, route, writer);
}

static ovl_result write_path(ovl_planner *planner, written_path *written, ovl_route route) {
  const ovi_plane_query *plane = written->plane;
  ovl_path *path = written->path;
  ovi_path_writer writer;
  ovi_path_begin(&writer, plane->world, plane->layer, plane->query.smoothing, path,
                 plane->query.start);
  ovi_path_limit(&writer, written->cost_limit);
  if (plane->query.turn_cost != 0) {
    ovi_path_turning(&writer, plane->query.turn_cost);
  }
  ovl_result result = write_legs(planner, written, &route, &writer);
  const bool is_spent = result != OVL_OK && ovi_planner_expansions_left(planner) == 0;
  if (result != OVL_OK && !is_spent) {
    path->count = 0;
    return result;
  }
  result = ovi_path_end(&writer);
  const bool is_limited = written->is_taken || is_spent || writer.is_cut;
  written->end = writer.last;
  path->partial = plane->is_partial || is_limited;
  return result != OVL_OK    ? result
         : is_limited        ? OVL_LIMITED
         : plane->is_partial ? OVL_UNREACHABLE
                             : OVL_OK;
}

/* Whether the path is dearer than its limit, though its route may be and the path not. */
static bool is_too_dear(ovl_planner *planner, const ovi_plane_query *plane,
                        const ovl_route *route) {
  const ovl_query *query = &plane->query;
  ovl_path path = {.points = NULL};
  if (query->cost_limit == 0 || route->cost_left <= query->cost_limit) {
    return false;
  }
  if (query->expansion_limit != 0) {
    return true; /* it is not looked at twice */
  }
  written_path measured = {.plane = plane, .path = &path, .cost_limit = UINT64_MAX};
  write_path(planner, &measured, *route);
  return path.cost > query->cost_limit;
}

static ovl_result find_path(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                            ovl_path *path) {
  ovl_route route;
  ovi_plane_query plane;
  ovl_result result = begin_query(planner, world, query, &plane, &route);
  if (result != OVL_OK && result != OVL_LIMITED) {
    return result;
  }
  written_path written = {
      .plane = &plane, .path = path, .cost_limit = UINT64_MAX, .is_taken = result == OVL_LIMITED};
  if (written.is_taken ? query->cost_limit != 0 : is_too_dear(planner, &plane, &route)) {
    written.cost_limit = query->cost_limit;
  }
  return write_path(planner, &written, route);
}

ovl_result ovl_find_path(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                         ovl_path *path) {
  path->count = 0;
  ovl_result result = find_path(planner, world, query, path);
  ovi_planner_end_work(planner);
  return result;
}

/* ---- Routes -------------------------------------------------------------- */

/* Routes are the caller's in the world's cells, and ours in those of the plane. */
static void route_to_world(const ovl_world *world, ovl_route *route) {
  route->position = ovi_world_from_plane(world, route->position);
  route->goal = ovi_world_from_plane(world, route->goal);
}

static void route_to_plane(const ovl_world *world, ovl_route *route) {
  route->position = ovi_world_to_plane(world, route->position);
  route->goal = ovi_world_to_plane(world, route->goal);
}

/* A route that is too dear leads to where its limit ends it. What is planned anew to there may
 * be dearer than the path was by a little, so the limit falls until it is not. */
static ovl_result shorten(ovl_planner *planner, ovi_plane_query *plane, ovl_route *route) {
  uint64_t limit = plane->query.cost_limit;
  if (!is_too_dear(planner, plane, route)) {
    return OVL_OK;
  }
  while (route->cost_left > plane->query.cost_limit) {
    ovl_path path = {.points = NULL};
    written_path cut = {.plane = plane, .path = &path, .cost_limit = limit};
    ovl_result result = write_path(planner, &cut, *route);
    if (result != OVL_MORE_ROOM) {
      return result;
    }
    plane->query.goal = cut.end;
    result = ovi_query_plan(planner, plane, route);
    if (result != OVL_OK) {
      return result;
    }
    const uint64_t most = plane->query.cost_limit;
    const uint64_t over = route->cost_left > most ? route->cost_left - most : 0;
    limit = limit > over ? limit - over : 0;
  }
  return OVL_LIMITED;
}

ovl_result ovl_route_begin(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                           ovl_route *route, ovl_stop *stops, size_t stop_capacity) {
  ovi_plane_query plane;
  *route = (ovl_route){0};
  ovl_result result = begin_query(planner, world, query, &plane, route);
  if (result == OVL_OK) {
    result = shorten(planner, &plane, route);
  }
  ovi_planner_end_work(planner);
  if (result != OVL_OK && result != OVL_LIMITED) {
    return result;
  }
  route_to_world(world, route);
  for (size_t i = 0; i < route->stop_count && i < stop_capacity; i++) {
    stops[i] = planner->stops[i];
  }
  return route->stop_count > stop_capacity ? OVL_MORE_ROOM
         : result == OVL_LIMITED           ? OVL_LIMITED
         : plane.is_partial                ? OVL_UNREACHABLE
                                           : OVL_OK;
}

static bool kind_is_sound(const ovl_route *route) {
  switch (route->kind) {
  case OVL_ROUTE_NEAR:
    return true;
  case OVL_ROUTE_STOPS:
    return route->stop_count != 0 && route->exit_stop <= route->stop_count;
  case OVL_ROUTE_LABELS:
    return route->done || route->plan_cost <= route->cost_left;
  default:
    return false;
  }
}

/* Whether one leads from one cell of the world to another. */
static bool leads(ovl_planner *planner, const ovl_world *world, int32_t profile, ovl_cell from,
                  ovl_cell to) {
  const uint32_t start = ovl_world_island(world, profile, from);
  const uint32_t goal = ovl_world_island(world, profile, to);
  return start != 0 && goal != 0 &&
         (start == goal ||
          (world->layers[profile].directed &&
           ovi_island_reaches(&planner->island_reach, &world->layers[profile], start, goal)));
}

/* A route comes back from the caller's memory: nothing in it is believed. */
static ovl_result check_route(ovl_planner *planner, const ovl_world *world, const ovl_route *route,
                              ovl_cell from) {
  const ovi_layer *layer = ovi_world_layer(world, route->profile);
  if (route->world != world->shared.fingerprint || layer == NULL ||
      !ovi_planner_serves(planner, layer) ||
      (route->kind == OVL_ROUTE_LABELS && !route->done && layer->label_count == 0)) {
    return OVL_OTHER_WORLD;
  }
  if (from.x != route->position.x || from.y != route->position.y ||
      from.floor != route->position.floor) {
    return OVL_OFF_ROUTE;
  }
  bool sound = leads(planner, world, route->profile, from, route->goal) &&
               route->smoothing < OVL_SMOOTH_COUNT && route->cost_left < OVI_COSTS_END &&
               kind_is_sound(route);
  return sound ? OVL_OK : OVL_CORRUPT;
}

static ovl_result next_stretch(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                               const ovl_stop *stops, ovl_path *stretch) {
  const ovi_layer *layer = &world->layers[route->profile];
  ovi_path_writer writer;
  ovl_route moved = *route;
  ovl_result result = OVL_OK;
  route_to_plane(world, &moved);
  ovi_path_begin(&writer, world, layer, (ovl_smoothing)route->smoothing, stretch, moved.position);
  if (!route->done) {
    result = ovi_refine_next(&planner->refiner, layer, &planner->labels, &moved, stops);
    if (result != OVL_OK) {
      stretch->count = 0;
      return result;
    }
    give_stretch(&planner->refiner, &writer);
  }
  result = ovi_path_end(&writer);
  if (result == OVL_OK) {
    route_to_world(world, &moved);
    *route = moved;
  }
  return result;
}

ovl_result ovl_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                          const ovl_stop *stops, size_t stop_capacity, ovl_cell from,
                          ovl_path *stretch) {
  stretch->count = 0;
  ovi_planner_begin_work(planner);
  ovl_result result = check_route(planner, world, route, from);
  if (result == OVL_OK && route->stop_count > stop_capacity) {
    result = OVL_CORRUPT;
  }
  if (result == OVL_OK) {
    result = next_stretch(planner, world, route, stops, stretch);
  }
  ovi_planner_end_work(planner);
  return result;
}
