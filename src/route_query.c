/* Routes: begun, kept by the caller, and walked stretch by stretch. */
#include "path_query.h"

/* Routes are the caller's in the world's cells, and ours in those of the plane. */
static void route_to_world(const ovl_world *world, ovl_route *route) {
  route->position = ovi_world_from_plane(world, route->position);
  route->goal = ovi_world_from_plane(world, route->goal);
}

static void route_to_plane(const ovl_world *world, ovl_route *route) {
  route->position = ovi_world_to_plane(world, route->position);
  route->goal = ovi_world_to_plane(world, route->goal);
}

ovl_result ovl_route_begin(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                           ovl_route *route, ovl_stop *stops, size_t stop_capacity) {
  ovi_plane_query plane;
  ovl_query kept = *query; /* what a route can keep, so that any planner goes on alike */
  kept.turn_cost = 0;
  *route = (ovl_route){0};
  ovl_result result = ovi_query_route(planner, world, &kept, &plane, route);
  if (result == OVL_OK) {
    result = ovi_route_shorten(planner, &plane, route);
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
    ovi_stretch_write(&planner->refiner, &writer);
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
