/* Plans for units: a ring of requests, served in order, within a budget of expansions a tick.
 * Detours are answered at once, routes and segments as tasks in lanes, each with a planner; a task
 * that is not done continues in the next tick in its own version of the world.
 *
 * Invariant: the path of a unit leads to way_end, which lies on the next segment of its route,
 * `skipped` steps after the beginning of that segment. What is planned, and in which order results
 * are used, follows from what lanes spend and never from their threads. */
#include "crowd/units/unit_plans.h"

#include "common/compiler.h"
#include "common/slice.h"
#include "crowd/units/unit_detour.h"
#include "crowd/units/unit_flows.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_internal.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_steps.h"
#include "overland_units.h"

static uint32_t plans_take_first(ovl_units *units) {
  const uint32_t index = units->asks.queue[units->asks.queue_begin];
  OVI_ASSERT(units->asks.queue_count != 0 && units->unit[index].queued);
  units->asks.queue_begin = (units->asks.queue_begin + 1) % units->capacity;
  units->asks.queue_count--;
  units->unit[index].queued = false;
  return index;
}

/* Requests the first segment of a new route before the requests of others. */
static void request_first(ovl_units *units, ovi_unit *unit, ovi_ask ask) {
  if (unit->queued) {
    ovi_unit_ask(units, unit, ask);
    return;
  }
  OVI_ASSERT(units->asks.queue_count < units->capacity);
  units->asks.queue_begin = (units->asks.queue_begin + units->capacity - 1) % units->capacity;
  units->asks.queue[units->asks.queue_begin] = ovi_unit_index(units, unit);
  units->asks.queue_count++;
  unit->queued = true;
  unit->ask = (uint8_t)ask;
}

/* ---- Segments ---- */

/* The route can't be followed any more: begins it again. */
static void begin_again(ovl_units *units, ovi_unit *unit) {
  ovi_unit_forget(units, unit);
  units->stats.replans++;
  ovi_unit_ask(units, unit, OVI_ASK_ROUTE);
}

static bool begin_segment(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                          ovi_unit *unit) {
  if (!unit->plan.routed || unit->plan.route.done || unit->plan.way.count > OVI_REFILL_STEPS ||
      ovi_way_ends_in_link(&unit->plan.way)) {
    return false;
  }
  lane->route = unit->plan.route;
  lane->path = (ovl_path){.points = lane->points,
                          .capacity = units->planning.point_capacity,
                          .links = &lane->link,
                          .link_capacity = 1};
  units->stats.segments++;
  return ovl_task_begin_next(lane->task->planner, world, &lane->route, lane->route.position,
                             &lane->path) == OVL_OK;
}

/* Appends the steps of a segment that fit, without those that the path holds already. */
static void end_segment(ovl_units *units, ovi_unit_lane *lane, ovi_unit *unit, ovl_result result) {
  const ovl_path *segment = &lane->path;
  ovi_unit_plan *plan = &unit->plan;
  ovi_way full = {.count = OVI_WAY_STEPS};
  ovl_cell end;
  const bool meets_path = /* after its skipped steps the segment continues where the path ends */
      result == OVL_OK && ovi_way_append(&full, segment, plan->skipped, &end) == plan->skipped &&
      ovi_cells_are_one(end, plan->way_end);
  if (!meets_path) {
    begin_again(units, unit);
    return;
  }
  plan->skipped = ovi_way_append(&plan->way, segment, plan->skipped, &plan->way_end);
  if (ovi_cells_are_one(plan->way_end, lane->route.position)) {
    plan->route = lane->route;
    plan->skipped = 0;
  }
  ovi_unit_claim(units, unit);
}

/* ---- Routes ---- */

static bool plans_begin_route(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                              ovi_unit *unit) {
  ovl_query query = {0};
  query.start = unit->cell;
  query.goal = unit->goal;
  query.profile = unit->kind.profile;
  ovi_unit_forget(units, unit);
  units->stats.routes++;
  return ovl_task_begin_route(lane->task->planner, world, &query, &lane->route) == OVL_OK;
}

static void end_route(ovl_units *units, ovi_unit_lane *lane, ovi_unit *unit, ovl_result result) {
  if (!ovi_cells_are_one(lane->start, unit->cell)) {
    ovi_unit_ask(units, unit, OVI_ASK_ROUTE); /* the unit was pushed away meanwhile */
    return;
  }
  unit->result = (int32_t)result;
  units->walked.refused = units->walked.refused || result == OVL_NO_MEMORY;
  if (result != OVL_OK) {
    unit->patience.retry_tick = units->tick + OVI_RETRY_TICKS;
    unit->state =
        result == OVL_UNREACHABLE || result == OVL_GOAL_BLOCKED || result == OVL_GOAL_OUTSIDE
            ? OVL_UNIT_UNREACHABLE
            : OVL_UNIT_STUCK;
    return;
  }
  OVI_ASSERT(unit->plan.skipped == 0); /* of a segment of an earlier route */
  unit->result = OVL_OK;
  unit->plan.route = lane->route;
  unit->plan.routed = true;
  unit->plan.way_end = unit->cell;
  unit->state = OVL_UNIT_WALKING;
  if (!unit->plan.route.done) {
    request_first(units, unit, OVI_ASK_SEGMENT);
  }
}

/* ---- Lanes ---- */

/* Answers a request for a detour at once: it is a small search of known size. */
static void answer_detour(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                          ovi_unit *unit, uint64_t *left) {
  const bool found = ovi_unit_find_detour(units, world, lane, unit);
  const ovl_stats stats = ovl_planner_stats(lane->task->planner);
  ovi_slice_pay(left, stats.fine_expanded);
  if (found) {
    units->stats.detours++;
  } else if (unit->plan.way.count != 0 && !ovi_unit_is_open_ahead(world, unit)) {
    begin_again(units, unit);
  }
}

/* Begins the first request that fits the remaining budget in a free lane, if there is one. */
static void begin_next(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                       uint64_t *left) {
  while (units->asks.queue_count != 0 && *left >= OVI_REQUEST_EXPANSIONS) {
    ovi_unit *unit = &units->unit[units->asks.queue[units->asks.queue_begin]];
    const ovi_ask ask = (ovi_ask)unit->ask;
    if (ask == OVI_ASK_NOTHING || ovi_unit_follow(units, unit)) {
      plans_take_first(units);
      continue;
    }
    if (ask == OVI_ASK_DETOUR && *left < OVI_REQUEST_EXPANSIONS + OVI_DETOUR_EXPANSIONS) {
      return;
    }
    const uint32_t index = plans_take_first(units);
    unit->ask = OVI_ASK_NOTHING;
    *left -= OVI_REQUEST_EXPANSIONS;
    if (!unit->used || !unit->order.has_goal) {
      continue;
    }
    if (ask == OVI_ASK_DETOUR) {
      answer_detour(units, world, lane, unit, left);
    } else if (ask == OVI_ASK_ROUTE ? plans_begin_route(units, world, lane, unit)
                                    : begin_segment(units, world, lane, unit)) {
      lane->task->request = index;
      lane->serial = unit->plan.serial;
      lane->ask = ask;
      lane->start = unit->cell;
      lane->total = 0;
      return;
    }
  }
}

/* Uses the result of a task, unless the unit has been given another order since. */
static void plans_end_task(ovl_units *units, ovi_unit_lane *lane) {
  OVI_ASSERT(lane->task->request < units->high && lane->ask != OVI_ASK_NOTHING);
  ovi_unit *unit = &units->unit[lane->task->request];
  const ovl_result result = ovl_task_result(lane->task->planner);
  if (unit->used && unit->order.has_goal && unit->plan.serial == lane->serial) {
    if (lane->ask == OVI_ASK_ROUTE) {
      end_route(units, lane, unit, result);
    } else {
      end_segment(units, lane, unit, result);
    }
  }
  ovi_lane_clear(lane->task);
}

/* Begins requests in the free lanes. Returns whether a lane has a task. */
static bool plans_fill_lanes(ovl_units *units, const ovl_world *world, uint64_t *left) {
  for (uint32_t i = 0; i < units->planning.tasks.count; i++) {
    ovi_unit_lane *lane = &units->planning.lanes[i];
    if (lane->task->request == OVI_LANE_FREE) {
      begin_next(units, world, lane, left);
    }
    lane->task->share = lane->task->request != OVI_LANE_FREE ? OVI_SLICE_EXPANSIONS : 0;
  }
  return ovi_lanes_in_use(&units->planning.tasks) != 0;
}

void ovi_units_plan(ovl_units *units, const ovl_world *world, uint64_t budget,
                    const ovl_jobs *jobs) {
  ovi_task_lanes *tasks = &units->planning.tasks;
  uint64_t left = budget;
  ovi_units_run_flows(units, world, &left);
  while (plans_fill_lanes(units, world, &left) && left != 0) {
    ovi_lanes_split(tasks, left);
    const uint64_t spent = ovi_lanes_run(tasks, jobs);
    OVI_ASSERT(spent <= left);
    left -= spent;
    for (uint32_t i = 0; i < tasks->count; i++) {
      units->planning.lanes[i].total += tasks->lane[i].spent;
      if (tasks->lane[i].is_done) {
        plans_end_task(units, &units->planning.lanes[i]);
      }
    }
  }
  ovi_lanes_retain(tasks, world);
  OVI_ASSERT(left <= budget && units->asks.queue_count <= units->high);
  units->stats.tick_expansions = budget - left;
  units->stats.expansions += budget - left;
  units->stats.unplanned = units->asks.queue_count;
}
