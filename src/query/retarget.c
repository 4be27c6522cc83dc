/* Moving goals: a route that lists its stops is led to a goal near the old one.
 *
 * The stops up to a few regions before the goal stay; from the last of them the coarse
 * search goes to the new goal. Invariant: the slack of such a route is a bound of what it
 * costs above the least: with m for the way from the new goal to the old one, no way to the
 * new one costs less than the least to the old one - m (Moving Target D*, Sun, Yeoh and Koenig,
 * 2010, keeps a search tree instead; a route has no memory for one). */
#include "coarse/refine/route_code.h"
#include "coarse/search/coarse_search.h"
#include "coarse/view/layer_steps.h"
#include "common/cell.h"
#include "overland_inspect.h"
#include "overland_watch.h"
#include "query/plan.h"
#include "query/route_calls.h"
#include "query/task.h"

enum { MOST_PERCENT = 400, END_REGIONS = 2 /* that stops of the end lie from the goal */ };

/* The end of a route while it is planned anew. */
typedef struct new_end {
  ovl_planner *planner;
  const ovi_layer *layer;
  ovl_route route; /* in the plane, to the old goal */
  ovl_stop *stops; /* the caller's */
  ovl_cell goal;   /* in the plane */
  uint32_t last;   /* of the stops that stay */
  ovl_cell far;    /* the cell behind it */
  uint64_t enter;  /* what falls to the region behind it when it is entered there */
  uint64_t tail;   /* cost left from it to the new goal */
  uint32_t added;  /* new stops, in planner->workspace.stops */
} new_end;

static int32_t retarget_regions_between(const ovi_layer *layer, ovl_cell a, ovl_cell b) {
  const int32_t dx = ovi_magnitude(a.x / layer->region_cells - b.x / layer->region_cells);
  const int32_t dy = ovi_magnitude(a.y / layer->region_cells - b.y / layer->region_cells);
  return dx > dy ? dx : dy;
}

/* Chooses the stop from which on the end is planned: the first of those at the end that lie
 * near the goal. */
static ovl_result choose_last(new_end *end) {
  const ovl_route *route = &end->route;
  end->last = UINT32_MAX;
  const uint32_t next = ovi_stops_unpack(route).next_stop;
  for (uint32_t at = route->stop_count; at-- > next;) {
    const ovl_stop *stop = &end->stops[at];
    if (!ovi_stop_is_valid(end->layer, stop) || stop->cost_to_go > route->cost_to_go) {
      return OVL_CORRUPT;
    }
    const ovl_waypoint waypoint = ovi_waypoint_cells(end->layer, stop->region, stop->number);
    const ovl_cell far = stop->side == 0 ? waypoint.first : waypoint.second;
    if (retarget_regions_between(end->layer, far, end->goal) > END_REGIONS) {
      break;
    }
    end->last = at;
    end->far = far;
  }
  return end->last != UINT32_MAX ? OVL_OK : OVL_BEGIN_AGAIN;
}

/* What the step of the last stop costs the region behind it. */
static bool find_enter(new_end *end) {
  const ovl_stop *stop = &end->stops[end->last];
  const ovl_waypoint waypoint = ovi_waypoint_cells(end->layer, stop->region, stop->number);
  ovi_layer_ground ground;
  if (end->layer->profile.has_links &&
      ovi_waypoint_link(end->layer, stop->region, stop->number) != OVI_NO_NUMBER) {
    end->enter = 0; /* it was paid for where it begins */
    return true;
  }
  ovi_layer_ground_begin(&ground, end->layer, end->far);
  end->enter =
      ovi_layer_enter(&ground, stop->side == 0 ? waypoint.second : waypoint.first, end->far);
  return end->enter != OVI_NO_STEP;
}

/* From the last stop to a goal in the region behind it. */
static uint64_t direct_cost(const new_end *end) {
  const ovi_attachment *goal = &end->planner->workspace.goal.links;
  const ovl_stop *stop = &end->stops[end->last];
  const uint32_t id = ovi_region_at(end->layer, end->far.x, end->far.y);
  if (id != goal->region) {
    return UINT64_MAX;
  }
  const ovi_region region = ovi_region_view(end->layer, id);
  const ovi_port port = ovi_port_of_waypoint(end->layer, &region, stop->region, stop->number);
  const uint32_t cost = port.port < goal->count ? goal->costs[port.port] : OVI_UNREACHED;
  return cost != OVI_UNREACHED ? cost : UINT64_MAX;
}

/* Plans from the last stop that stays to the goal, for less than `bound`. */
static ovl_result plan_tail(new_end *end, uint64_t bound) {
  ovl_planner *planner = end->planner;
  ovi_local_search *local = &planner->workspace.refiner.local;
  if (!find_enter(end) ||
      !ovi_attach(&planner->workspace.start.links, end->layer, local, end->far) ||
      !ovi_attach_back(&planner->workspace.goal.links, end->layer, local, end->goal)) {
    return OVL_CORRUPT;
  }
  const uint64_t direct = direct_cost(end);
  end->tail = direct < bound ? direct : bound;
  const bool landmarks = end->layer->landmarks.count != 0;
  const ovi_coarse_task task = {end->layer,
                                &planner->workspace.start.links,
                                &planner->workspace.goal.links,
                                end->far,
                                end->tail > end->enter ? end->tail - end->enter : 0,
                                landmarks,
                                100};
  ovi_coarse_begin(&planner->workspace.coarse, &task);
  const ovi_coarse_status status = ovi_coarse_run(&planner->workspace.coarse, UINT64_MAX);
  planner->call.stats.method = landmarks ? OVL_METHOD_LANDMARKS : OVL_METHOD_OCTILE;
  if (status == OVI_COARSE_FULL) {
    return OVL_PLANNER_TOO_SMALL;
  }
  if (status == OVI_COARSE_CORRUPT) {
    return OVL_CORRUPT;
  }
  end->added = 0;
  if (status == OVI_COARSE_FOUND) {
    end->tail = planner->workspace.coarse.best + end->enter;
    end->added = ovi_coarse_route(&planner->workspace.coarse, planner->workspace.stops,
                                  planner->workspace.stop_capacity);
  }
  return end->tail < bound ? OVL_OK : OVL_BEGIN_AGAIN;
}

/* Writes the new end behind the stops that stay. */
static void retarget_join(new_end *end, uint64_t least, ovl_route *route) {
  const uint64_t old_tail = end->stops[end->last].cost_to_go;
  const uint64_t cost = end->route.cost_to_go - old_tail + end->tail;
  for (uint32_t at = 0; at <= end->last; at++) {
    end->stops[at].cost_to_go = end->stops[at].cost_to_go - old_tail + end->tail;
  }
  for (uint32_t at = 0; at < end->added; at++) {
    end->stops[end->last + 1 + at] = end->planner->workspace.stops[at];
  }
  route->goal = end->goal;
  route->cost_to_go = cost;
  route->stop_count = end->last + 1 + end->added;
  const uint32_t slack = (uint32_t)(cost - least);
  ovi_stops_pack(route, (ovi_stops_code){ovi_stops_unpack(route).next_stop, slack});
}

/* Plans the end of the task's route anew. */
static ovl_result plan_end(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  new_end end = {.planner = planner,
                 .layer = task->plane.layer,
                 .route = task->route,
                 .stops = task->stops,
                 .goal = task->plane.query.goal};
  ovl_result result = choose_last(&end);
  if (result != OVL_OK) {
    return result;
  }
  const ovi_direct_status direct =
      ovi_direct_find(&planner->workspace.refiner.direct, &planner->workspace.refiner.local,
                      end.layer, end.goal, end.route.goal, UINT64_MAX);
  const uint64_t above =
      ovi_stops_unpack(&end.route).slack + planner->workspace.refiner.direct.cost;
  if (direct == OVI_DIRECT_NONE || above >= end.route.cost_to_go) {
    return OVL_BEGIN_AGAIN;
  }
  const uint64_t least = end.route.cost_to_go - above;
  const uint64_t more = least / 100 * (uint64_t)task->most_percent;
  const uint64_t ahead = end.route.cost_to_go - end.stops[end.last].cost_to_go;
  if (least + more < ahead || more >= UINT32_MAX) {
    return OVL_BEGIN_AGAIN;
  }
  result = plan_tail(&end, least + more - ahead + 1);
  if (result != OVL_OK) {
    return result;
  }
  if (end.last + 1 + end.added > task->stop_capacity) {
    return OVL_MORE_ROOM;
  }
  if (!ovi_planner_has_all(planner)) {
    return OVL_NEEDS_REGIONS;
  }
  retarget_join(&end, least, &task->route);
  return OVL_OK;
}

/* Plans the whole route anew, from where it is. */
static ovl_result plan_whole(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  const ovl_result result = ovi_query_route(planner);
  if (result != OVL_OK) {
    return result;
  }
  if (task->route.stop_count > task->stop_capacity) {
    return OVL_MORE_ROOM;
  }
  if (!ovi_planner_has_all(planner)) {
    return OVL_NEEDS_REGIONS;
  }
  for (uint32_t at = 0; at < task->route.stop_count; at++) {
    task->stops[at] = planner->workspace.stops[at];
  }
  return OVL_OK;
}

static ovl_result run_retarget(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovl_route *route = task->given_route;
  ovl_result result = ovi_route_check(planner, task->world, route, route->position);
  if (result != OVL_OK) {
    return result;
  }
  task->asked.start = route->position;
  task->asked.profile = route->profile;
  task->asked.smoothing = (ovl_smoothing)route->smoothing;
  result = ovi_query_check(task->world, &task->asked, &task->plane);
  if (result != OVL_OK) {
    return result;
  }
  if (!ovi_world_leads(planner, task->world, route->profile, route->position, task->asked.goal)) {
    return OVL_UNREACHABLE;
  }
  const bool lists = route->kind == OVL_ROUTE_STOPS && !route->done;
  if (lists && (route->stop_count > task->stop_capacity ||
                route->world != task->world->shared.fingerprint)) {
    return OVL_BEGIN_AGAIN;
  }
  task->route = *route;
  ovi_route_to_plane(task->world, &task->route);
  const bool has_stops = lists && ovi_stops_unpack(route).next_stop < route->stop_count;
  result = has_stops ? plan_end(planner) : plan_whole(planner);
  if (result == OVL_OK) {
    ovi_route_to_world(task->world, &task->route);
    *route = task->route;
  }
  return result;
}

ovl_result ovl_route_retarget(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                              ovl_stop *stops, size_t stop_capacity, ovl_cell goal,
                              int32_t most_percent) {
  ovl_query query = ovl_query_default();
  if (most_percent < 0 || most_percent > MOST_PERCENT) {
    return OVL_BAD_ARGUMENT;
  }
  query.goal = goal;
  const ovl_result result = ovi_task_begin(planner, world, &query, run_retarget);
  if (result != OVL_OK) {
    return result;
  }
  ovi_task *task = &planner->task;
  task->given_route = route;
  task->stops = stops;
  task->stop_capacity = stop_capacity;
  task->most_percent = most_percent;
  return ovi_task_finish(planner);
}
