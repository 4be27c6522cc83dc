/* Whole paths: a route unfolded or refined to its end, and cut where a limit says so. */
#include "path_query.h"

#include "cost_rule.h"
#include "unfold.h"

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
  if (result == OVL_OK) {
    ovi_stretch_turn(stretch, (ovi_turning){turning.cost, last_direction(&planner->refiner)});
  }
  return result;
}

void ovi_stretch_write(const ovi_refiner *refiner, ovi_path_writer *writer) {
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
    ovi_stretch_write(&planner->refiner, writer);
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

ovl_result ovi_route_shorten(ovl_planner *planner, ovi_plane_query *plane, ovl_route *route) {
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

static ovl_result find_path(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                            ovl_path *path) {
  ovl_route route;
  ovi_plane_query plane;
  ovl_result result = ovi_query_route(planner, world, query, &plane, &route);
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
