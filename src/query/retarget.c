/* Moving goals: a route that lists its stops is led to a goal near the old one.
 *
 * The stops up to a few regions before the goal stay; from the last of them a tail is planned to
 * the new goal.
 *
 * Invariant: the slack of a route bounds what it costs above the least. A path to the new goal
 * costs no less than the least to the old one minus the cost between both goals. (Moving Target D*,
 * Sun, Yeoh and Koenig, 2010, keeps a search tree instead; a route has no memory for one.) */
#include "coarse/refine/route_code.h"
#include "coarse/view/layer_steps.h"
#include "common/cell.h"
#include "overland_inspect.h"
#include "overland_watch.h"
#include "query/plan.h"
#include "query/resolve.h"
#include "query/route_calls.h"
#include "query/task.h"

enum { MOST_PERCENT = 400, TAIL_REGIONS = 2 /* between the stops of a tail and the goal */ };

static int32_t regions_between(const ovi_layer *layer, ovl_cell a, ovl_cell b) {
  const int32_t side = layer->partition.region_cells;
  return ovi_steps_between((ovl_cell){a.x / side, a.y / side, 0},
                           (ovl_cell){b.x / side, b.y / side, 0});
}

/* ---- The tail ------------------------------------------------------------------------ */

/* Chooses the last stop that stays: the first of those at the end of the route that all lie near
 * the goal. */
static ovi_status choose_last_stop(ovl_planner *planner) {
  ovi_retarget_task *retarget = &planner->task.as.retarget;
  const ovi_plane_query *plane = &planner->task.plane;
  const ovl_route *route = &retarget->route;
  const uint32_t next = ovi_stops_unpack(route).next_stop;
  retarget->last = UINT32_MAX;
  for (uint32_t at = route->stop_count; at-- > next;) {
    const ovl_stop *stop = &retarget->given.stops[at];
    if (!ovi_stop_is_valid(plane->layer, stop) || stop->cost_to_go > route->cost_to_go) {
      return ovi_planner_fail(planner, OVL_CORRUPT);
    }
    const ovl_waypoint waypoint = ovi_waypoint_cells(plane->layer, stop->region, stop->number);
    const ovl_cell far = stop->side == 0 ? waypoint.first : waypoint.second;
    if (regions_between(plane->layer, far, plane->query.goal) > TAIL_REGIONS) {
      break;
    }
    retarget->last = at;
    retarget->far = far;
  }
  return retarget->last != UINT32_MAX ? OVI_DONE : ovi_planner_fail(planner, OVL_BEGIN_AGAIN);
}

/* What the step of the last stop costs the region behind it; OVI_NO_STEP if it is not legal. */
static uint64_t enter_cost(const ovi_layer *layer, const ovl_stop *stop, ovl_cell far) {
  const ovl_waypoint waypoint = ovi_waypoint_cells(layer, stop->region, stop->number);
  ovi_layer_ground ground;
  if (layer->profile.has_links &&
      ovi_waypoint_link(layer, stop->region, stop->number) != OVI_NO_LINK) {
    return 0; /* the region where a link begins pays for it */
  }
  ovi_layer_ground_begin(&ground, layer, far);
  return ovi_layer_enter(&ground, stop->side == 0 ? waypoint.second : waypoint.first, far);
}

/* Searches from the new goal to the old one, which bounds what a tail may cost; then the tail
 * becomes the query. */
static ovi_status bound_tail(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_retarget_task *retarget = &task->as.retarget;
  ovi_refiner *refiner = &planner->workspace.refiner;
  const ovl_route *route = &retarget->route;
  const ovl_stop *last = &retarget->given.stops[retarget->last];
  const ovi_direct_status status =
      ovi_direct_find(&refiner->direct, &refiner->local, task->plane.layer, task->plane.query.goal,
                      route->goal, UINT64_MAX);
  if (status == OVI_DIRECT_PAUSED) {
    return OVI_PAUSED;
  }
  const uint64_t above = ovi_stops_unpack(route).slack + refiner->direct.cost;
  if (status == OVI_DIRECT_NONE || above >= route->cost_to_go) {
    return ovi_planner_fail(planner, OVL_BEGIN_AGAIN);
  }
  retarget->least = route->cost_to_go - above;
  const uint64_t more = retarget->least / 100 * (uint64_t)retarget->most_percent;
  const uint64_t ahead = route->cost_to_go - last->cost_to_go;
  if (retarget->least + more < ahead || more >= UINT32_MAX) {
    return ovi_planner_fail(planner, OVL_BEGIN_AGAIN);
  }
  retarget->bound = retarget->least + more - ahead + 1;
  retarget->enter = enter_cost(task->plane.layer, last, retarget->far);
  task->plane.query.start = retarget->far;
  return retarget->enter != OVI_NO_STEP ? OVI_DONE : ovi_planner_fail(planner, OVL_CORRUPT);
}

/* Bounds the search by the cost of going on to a goal in the region behind the last stop. */
static ovi_status bound_search(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_retarget_task *retarget = &task->as.retarget;
  const ovi_layer *layer = task->plane.layer;
  const ovi_attachment *goal = &planner->workspace.goal.attachment;
  const ovl_stop *last = &retarget->given.stops[retarget->last];
  retarget->tail = retarget->bound;
  if (ovi_region_at(layer, retarget->far.x, retarget->far.y) == goal->region) {
    const ovi_region region = ovi_region_view(layer, goal->region);
    const ovi_port port = ovi_port_of_waypoint(layer, &region, last->region, last->number);
    const uint32_t cost = port.port < goal->count ? goal->costs[port.port] : OVI_UNREACHED;
    if (cost != OVI_UNREACHED && cost < retarget->tail) {
      retarget->tail = cost;
    }
  }
  task->route = ovi_plane_route(&task->plane, task->plane.query.goal);
  task->route.cost_to_go = retarget->tail > retarget->enter ? retarget->tail - retarget->enter : 0;
  return OVI_DONE;
}

/* Gives the stops that were planned to the caller, from `begin` of its stops on. */
static ovi_status give_stops(ovl_planner *planner, uint32_t begin) {
  const ovi_given_route *given = &planner->task.as.retarget.given;
  const uint32_t count = planner->task.route.stop_count;
  if (begin + count > given->stop_capacity) {
    return ovi_planner_fail(planner, ovi_planner_refuse(planner, OVL_MORE_ROOM, "stop_capacity",
                                                        given->stop_capacity, begin + count));
  }
  if (!ovi_planner_has_all(planner)) {
    return ovi_planner_fail(planner, OVL_NEEDS_REGIONS);
  }
  for (uint32_t at = 0; at < count; at++) {
    given->stops[begin + at] = planner->workspace.stops[at];
  }
  return OVI_DONE;
}

/* Writes the tail behind the stops that stay. */
static ovi_status join_tail(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_retarget_task *retarget = &task->as.retarget;
  ovl_stop *stops = retarget->given.stops;
  const uint32_t added = task->route.stop_count;
  const uint32_t begin = retarget->last + 1;
  if (added != 0) {
    retarget->tail = task->route.cost_to_go + retarget->enter;
  }
  if (retarget->tail >= retarget->bound) {
    return ovi_planner_fail(planner, OVL_BEGIN_AGAIN);
  }
  const ovi_status given = give_stops(planner, begin);
  if (given != OVI_DONE) {
    return given;
  }
  const uint64_t old_tail = stops[retarget->last].cost_to_go;
  for (uint32_t at = 0; at < begin; at++) {
    stops[at].cost_to_go = stops[at].cost_to_go - old_tail + retarget->tail;
  }
  task->route = retarget->route;
  task->route.goal = task->plane.query.goal;
  task->route.cost_to_go = retarget->route.cost_to_go - old_tail + retarget->tail;
  task->route.stop_count = begin + added;
  ovi_stops_pack(&task->route,
                 (ovi_stops_code){ovi_stops_unpack(&task->route).next_stop,
                                  (uint32_t)(task->route.cost_to_go - retarget->least)});
  return OVI_DONE;
}

/* ---- The task -------------------------------------------------------------------------- */

static ovi_status check_retarget(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_retarget_task *retarget = &task->as.retarget;
  const ovl_route *route = retarget->given.route;
  ovl_result result = ovi_route_check(planner, task->world, route, route->position);
  if (result == OVL_OK) {
    task->asked.start = route->position;
    task->asked.profile = route->profile;
    task->asked.smoothing = (ovl_smoothing)route->smoothing;
    result = ovi_query_check(task->world, &task->asked, &task->plane);
  }
  if (result != OVL_OK) {
    return ovi_planner_fail(planner, result);
  }
  if (!ovi_world_leads(&planner->workspace, task->world, route->profile, route->position,
                       task->asked.goal)) {
    return ovi_planner_fail(planner, OVL_UNREACHABLE);
  }
  const bool lists = route->kind == OVL_ROUTE_STOPS && !route->done;
  if (lists && (route->stop_count > retarget->given.stop_capacity ||
                route->world != task->world->shared.fingerprint)) {
    return ovi_planner_fail(planner, OVL_BEGIN_AGAIN);
  }
  retarget->has_tail = lists && ovi_stops_unpack(route).next_stop < route->stop_count;
  retarget->route = *route;
  ovi_route_to_plane(task->world, &retarget->route);
  return OVI_DONE;
}

/* Takes over the stops of a route that was planned whole. */
static ovi_status take_planned_stops(ovl_planner *planner) { return give_stops(planner, 0); }

/* Plans a tail, or a route without stops ahead whole, from where it is. */
static ovi_status plan_again(ovl_planner *planner) {
  static const ovi_step_fn tail_steps[] = {choose_last_stop,      bound_tail,
                                           ovi_plan_attach_start, ovi_plan_attach_goal,
                                           bound_search,          ovi_plan_begin_search,
                                           ovi_plan_search,       join_tail};
  static const ovi_step_fn whole_steps[] = {ovi_plan_check, ovi_query_resolve, ovi_plan_route,
                                            take_planned_stops};
  ovi_retarget_task *retarget = &planner->task.as.retarget;
  return retarget->has_tail
             ? ovi_steps_run(&retarget->stages, tail_steps, OVI_STEPS(tail_steps), planner)
             : ovi_steps_run(&retarget->stages, whole_steps, OVI_STEPS(whole_steps), planner);
}

static ovi_status give_led_route(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_route_to_world(task->world, &task->route);
  *task->as.retarget.given.route = task->route;
  return OVI_DONE;
}

ovl_result ovl_route_retarget(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                              ovl_stop *stops, size_t stop_capacity, ovl_cell goal,
                              int32_t most_percent) {
  static const ovi_step_fn steps[] = {check_retarget, plan_again, give_led_route};
  static const ovi_task_kind kind = {.steps = steps, .step_count = OVI_STEPS(steps)};
  ovl_query query = ovl_query_default();
  const ovi_argument arguments[] = {{"max_percent", most_percent, 0, MOST_PERCENT}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, &planner->call.fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  query.goal = goal;
  const ovl_result result = ovi_task_begin(planner, world, &query, &kind);
  if (result == OVL_OK) {
    planner->task.as.retarget =
        (ovi_retarget_task){.given = {route, stops, stop_capacity}, .most_percent = most_percent};
  }
  return ovi_task_finish(planner, result);
}
