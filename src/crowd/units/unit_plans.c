/* Plans for units: a ring of requests, served in order, within a budget of expansions a tick.
 * Detours are answered at once, routes and segments as tasks in lanes, each with a planner; a task
 * that is not done continues in the next tick in its own version of the world.
 *
 * Invariant: the path of a unit leads to way_end, which lies on the next segment of its route,
 * `skipped` steps after the beginning of that segment, or beside that beginning. What is planned,
 * and in which order results are used, follows from what lanes spend and never from their threads.
 */
#include "crowd/units/unit_plans.h"

#include "common/compiler.h"
#include "common/slice.h"
#include "crowd/units/unit_flows.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_steps.h"
#include "crowd/way/beside.h"
#include "crowd/way/guide_lane.h"
#include "overland_inspect.h"

static uint32_t plans_take_first(ovl_units *units) {
  const uint32_t index = units->asks.queue[units->asks.queue_begin];
  OVI_ASSERT(units->asks.queue_count != 0 && units->unit[index].queued);
  units->asks.queue_begin = (units->asks.queue_begin + 1) % units->capacity;
  units->asks.queue_count--;
  units->unit[index].queued = false;
  return index;
}

/* ---- Segments ---- */

enum {
  PATH_STEPS = 48,    /* steps of a path up to which further segments are added */
  BREADTH_TICKS = 4,  /* of delay, for each cell by which a unit may go beside its path */
  LEAST_BREADTH = 12, /* of these, for it to leave its path */
  MOST_BREADTH = 24,
  SEGMENT_EXPANSIONS = 16 /* charged for one that follows another, beside its expansions */
};

/* The route can't be followed any more: begins it again. */
static void begin_again(ovl_units *units, ovi_unit *unit) {
  units->stats.replans++;
  ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
}

/* Adds the steps of a segment beside it, to its end. A unit that is delayed goes where it is in
 * nobody's way, the farther aside the longer: to the right of those that come toward it. False,
 * with a path that leads back to the segment if it can, where this is not possible or not needed.
 */
static bool goes_beside(const ovl_units *units, const ovl_world *world, const ovi_unit_lane *lane,
                        ovi_unit *unit) {
  ovi_unit_plan *plan = &unit->plan;
  const ovl_path *segment = &lane->path;
  const int32_t profile = unit->kind.profile;
  const uint32_t wide = unit->patience.delay / BREADTH_TICKS;
  const uint32_t mixed = ovi_unit_index(units, unit) * 0x9e3779b1u >> 25;
  const ovi_beside place = {.most = wide < MOST_BREADTH ? (int32_t)wide : MOST_BREADTH,
                            .share = (int32_t)(OVI_BESIDE_PARTS / 2 + mixed)};
  const bool is_beside = !ovi_cells_are_one(plan->way_end, segment->points[0]);
  if (!is_beside && place.most < LEAST_BREADTH) {
    return false;
  }
  const bool goes =
      ovi_way_beside(&plan->way, world, profile, segment, place, lane->route.done, &plan->way_end);
  if (!goes && is_beside) {
    const ovi_laned back = {.way = &plan->way, .end = &plan->way_end, .profile = profile};
    ovi_way_straight(world, &back, segment->points[0],
                     ovl_world_weight(world, profile, plan->way_end));
  }
  return goes;
}

/* Appends the steps of a segment that fit, without those that the path holds already. */
static void end_segment(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                        ovi_unit *unit, ovl_result result) {
  const ovl_path *segment = &lane->path;
  ovi_unit_plan *plan = &unit->plan;
  const uint64_t left = ovi_unit_left(unit);
  ovi_way full = {.count = OVI_WAY_STEPS};
  ovl_cell end;
  OVI_ASSERT(unit->flow == 0);
  if (result == OVL_OK && plan->skipped == 0 &&
      ovi_cells_are_one(plan->route.position, segment->points[0]) &&
      goes_beside(units, world, lane, unit)) {
    plan->route = lane->route;
    ovi_unit_stay_near(unit, left);
    ovi_unit_claim(units, unit);
    return;
  }
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
  ovi_unit_stay_near(unit, left);
  ovi_unit_claim(units, unit);
}

/* ---- Routes ---- */

static void end_route(ovl_units *units, ovi_unit_lane *lane, ovi_unit *unit, ovl_result result) {
  OVI_ASSERT(unit->flow == 0);
  /* A unit that was pushed away meanwhile has a path back to where it was. */
  if (!ovi_cells_are_one(lane->asked.position,
                         unit->plan.way.count != 0 ? unit->plan.way_end : unit->cell)) {
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
    return;
  }
  units->walked.refused = units->walked.refused || result == OVL_NO_MEMORY;
  if (result != OVL_OK && unit->order.as != 0) { /* it may find a way of its own */
    unit->order.as = 0;
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
    return;
  }
  unit->result = (int32_t)result;
  if (result != OVL_OK && unit->order.idle) {
    ovi_unit_rest(units, unit);
    return;
  }
  if (result != OVL_OK) {
    ovi_unit_forget(units, unit);
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
  unit->plan.way_end = lane->asked.position;
  unit->state = OVL_UNIT_WALKING;
}

/* ---- Detours ---- */

/* A detour is a search of the cells around a unit, back to its path where the sum of both costs is
 * least. A unit that stands still is dear, but no obstacle: the corner rule would close the
 * diagonal steps beside it. Moving units, and cells that are claimed by units of the same side, get
 * a toll: of two doors the emptier one is taken if it is not too far. */

enum {
  STANDS_TICKS = 2,    /* ticks that a unit with a path has waited and is taken to stand */
  STANDING_TOLL = 255, /* for a cell on which a unit stands: some 30 cells of plain ground */
  MOVING_TOLL = 12,    /* eighths of plain ground, for a cell on which a unit is moving */
  CLAIM_TOLL = 4,      /* eighths, for each claim on a cell */
  MOST_CLAIMS = 10,    /* more claims add no toll */
  TOLL_UNITS = 140,    /* cost units for an eighth */
  LEAST_DETOUR_CELLS = 4
};

/* The most expansions that a detour can take: the cells of its window. */
static uint64_t detour_expansions(int32_t cells) {
  return (uint64_t)(2 * cells + 1) * (uint64_t)(2 * cells + 1);
}

/* Half the side of the largest window for which a tick's budget has room; 0: for none. */
static int32_t detour_cells_within(const ovl_units *units, uint64_t most) {
  int32_t cells = units->planning.detour_cells;
  while (cells >= LEAST_DETOUR_CELLS && OVI_REQUEST_EXPANSIONS + detour_expansions(cells) > most) {
    cells--;
  }
  return cells >= LEAST_DETOUR_CELLS ? cells : 0;
}

/* The unit that needs a detour, as the toll callback gets it. */
typedef struct walker {
  const ovl_units *units;
  const ovi_unit *unit;
} walker;

/* Toll of a cell for the units on it and the claims of the same side. */
static uint32_t detour_toll_of(void *user, const ovl_cell *cell) {
  const walker *who = user;
  const ovl_units *units = who->units;
  const uint32_t other = ovi_unit_blocker(units, who->unit, *cell);
  uint32_t toll = 0;
  if (other != OVI_NO_INDEX) {
    const ovi_unit *there = &units->unit[other];
    if (there->plan.way.count == 0 || there->patience.blocked >= STANDS_TICKS) {
      return ovi_unit_may_push(units, who->unit, there) ? STANDING_TOLL : OVL_STEP_BLOCKED;
    }
    toll = MOVING_TOLL;
  }
  const uint32_t claims = ovi_claims_of(units, *cell, who->unit->kind.side);
  return toll + CLAIM_TOLL * (claims < MOST_CLAIMS ? claims : MOST_CLAIMS);
}

/* Searches a detour around the units ahead, in a window of `radius` cells to each side, and puts it
 * before the unit's path. Returns whether one was found that fits. */
static bool find_detour(ovl_units *units, const ovl_world *world, const ovi_unit_lane *lane,
                        ovi_unit *unit, int32_t radius, uint64_t *budget) {
  ovi_way *way = &unit->plan.way;
  if (!unit->plan.routed || way->count == 0) {
    return false;
  }
  walker who = {units, unit};
  ovi_unit_unclaim(units, unit);
  /* Lists the cells of the unit's path as goals, each with the cost from there to the last. */
  ovl_local_goal *goals = units->planning.goals;
  uint32_t count = 0;
  ovl_cell cell = unit->cell;
  while (count < way->count && count < OVI_DETOUR_GOALS &&
         ovi_way_step(way, count) != OVI_STEP_LINK) {
    cell = ovi_way_next(way, count, cell);
    goals[count++] = (ovl_local_goal){cell, 0};
  }
  uint64_t left = 0;
  for (uint32_t i = count; i-- > 0;) {
    const uint32_t toll = detour_toll_of(&who, &goals[i].cell);
    goals[i].cost = left;
    left += (ovi_way_step(way, i) & 1) != 0 ? OVL_DIAGONAL_COST : OVL_STRAIGHT_COST;
    left += (uint64_t)TOLL_UNITS * toll;
  }
  ovl_local_query query = {0};
  query.start = unit->cell;
  query.profile = unit->kind.profile;
  query.radius_cells = radius;
  query.goals = goals;
  query.goal_count = count;
  query.toll = detour_toll_of;
  query.user = &who;
  ovl_path round = {.points = lane->points, .capacity = units->planning.point_capacity};
  bool found = ovl_find_local(lane->task->planner, world, &query, &round) == OVL_OK;
  ovi_slice_pay(budget, ovl_planner_stats(lane->task->planner).fine_expanded);
  if (found) { /* it takes the place of the path before the goal that it leads to */
    const ovi_way before = *way;
    uint32_t goal = count;
    for (uint32_t i = 0; i < count; i++) {
      goal = ovi_cells_are_one(goals[i].cell, round.points[round.count - 1]) ? i : goal;
    }
    OVI_ASSERT(goal < count); /* a detour leads to one of its goals */
    ovi_way_drop(way, goal + 1);
    found = ovi_way_prepend(way, &round);
    if (!found) {
      *way = before;
    }
  }
  ovi_unit_claim(units, unit);
  return found;
}

/* ---- Lanes ---- */

/* Begins the task of the next segment of lane->route. False: there is no memory. */
static bool start_segment(const ovl_units *units, const ovl_world *world, ovi_unit_lane *lane) {
  lane->path = (ovl_path){.points = lane->points,
                          .capacity = units->planning.point_capacity,
                          .links = &lane->link,
                          .link_capacity = 1};
  return ovl_task_begin_next(lane->task->planner, world, &lane->route, lane->route.position,
                             &lane->path) == OVL_OK;
}

/* Begins the task for what a lane was asked, whose work does not depend on what its planner did
 * before. False: there is no memory. */
static bool start_task(const ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                       ovl_unit_request ask) {
  ovl_planner_forget(lane->task->planner);
  if (ask == OVL_UNIT_REQUEST_SEGMENT) {
    lane->route = lane->asked;
    return start_segment(units, world, lane);
  }
  ovl_query query = {0};
  query.start = lane->asked.position;
  query.goal = lane->asked.goal;
  query.profile = lane->asked.profile;
  return ovl_task_begin_route(lane->task->planner, world, &query, &lane->route) == OVL_OK;
}

/* Begins the task of a request for a route or a segment in a lane. False: there is none. */
static bool begin_task(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                       ovi_unit *unit, ovl_unit_request ask) {
  lane->ask = ask;
  lane->goes_on = 0;
  if (ask == OVL_UNIT_REQUEST_ROUTE) {
    /* A unit that walks goes on along its path, from the end of which the route begins. */
    const bool walks = unit->plan.routed && unit->plan.way.count != 0 &&
                       unit->patience.blocked == 0 && unit->plan.skipped == 0 &&
                       !ovi_way_ends_in_link(&unit->plan.way);
    lane->asked = (ovl_route){.position = walks ? unit->plan.way_end : unit->cell,
                              .goal = unit->goal,
                              .profile = ovi_unit_planned_as(unit)};
    if (walks) {
      unit->flow = 0; /* it would fill the path as well */
      unit->plan.routed = false;
      unit->plan.route = (ovl_route){0};
      unit->plan.serial++; /* a segment of that route may be under way */
    } else {
      ovi_unit_forget(units, unit);
    }
    units->stats.routes++;
    return start_task(units, world, lane, ask);
  }
  if (!unit->plan.routed || unit->plan.route.done || unit->plan.way.count > OVI_REFILL_STEPS ||
      ovi_way_ends_in_link(&unit->plan.way)) {
    return false;
  }
  lane->asked = unit->plan.route;
  units->stats.segments++;
  return start_task(units, world, lane, ask);
}

/* Returns whether a lane is refining the next segment of a unit's route. */
static bool is_refined(const ovl_units *units, const ovi_unit *unit) {
  bool is = false;
  for (uint32_t i = 0; i < units->planning.tasks.count && !is; i++) {
    const ovi_unit_lane *lane = &units->planning.lanes[i];
    is = lane->task->request == ovi_unit_index(units, unit) && lane->serial == unit->plan.serial &&
         (lane->ask == OVL_UNIT_REQUEST_SEGMENT || lane->goes_on != 0);
  }
  return is;
}

/* Begins the first request that fits what is left in a free lane, if there is one. `most` was left
 * before the first. */
static void begin_next(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane, uint64_t most,
                       uint64_t *left) {
  const int32_t radius = detour_cells_within(units, most);
  while (units->asks.queue_count != 0 && *left >= OVI_REQUEST_EXPANSIONS) {
    ovi_unit *unit = &units->unit[units->asks.queue[units->asks.queue_begin]];
    const ovl_unit_request ask = (ovl_unit_request)unit->ask;
    if (ask == OVL_UNIT_REQUEST_SEGMENT && is_refined(units, unit)) {
      unit->ask = OVL_UNIT_REQUEST_NONE; /* it asks again if that is not enough */
    }
    if (unit->ask == OVL_UNIT_REQUEST_NONE || ovi_unit_follow(units, unit)) {
      plans_take_first(units);
      continue;
    }
    const bool is_detour = ask == OVL_UNIT_REQUEST_DETOUR;
    if (is_detour && radius != 0 && *left < OVI_REQUEST_EXPANSIONS + detour_expansions(radius)) {
      return; /* the next tick has room for it */
    }
    const uint32_t index = plans_take_first(units);
    unit->ask = OVL_UNIT_REQUEST_NONE;
    if (is_detour && radius == 0) { /* none has */
      continue;
    }
    *left -= OVI_REQUEST_EXPANSIONS;
    if (!unit->used || !unit->order.has_goal) {
      continue;
    }
    if (is_detour) { /* answered at once: a small search of known size */
      const bool found = find_detour(units, world, lane, unit, radius, left);
      units->stats.detours += found ? 1 : 0;
      if (!found && unit->plan.way.count != 0 && !ovi_unit_is_open_ahead(world, unit)) {
        begin_again(units, unit);
      }
    } else if (begin_task(units, world, lane, unit, ask)) {
      lane->task->request = index;
      lane->serial = unit->plan.serial;
      lane->total = 0;
      return;
    }
  }
}

/* Returns whether a lane goes on with the next segment, by the plan that its planner has kept. */
static bool lane_goes_on(const ovi_unit_lane *lane, const ovi_unit *unit, bool is_route,
                         uint64_t left) {
  const ovi_unit_plan *plan = &unit->plan;
  return plan->routed && !plan->route.done &&
         (is_route ||
          (left >= SEGMENT_EXPANSIONS && plan->skipped == 0 && lane->goes_on < OVI_LANE_SEGMENTS &&
           plan->way.count <= PATH_STEPS && !ovi_way_ends_in_link(&plan->way)));
}

/* Uses the result of a task, unless the unit has been given another order since. */
static void plans_end_task(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                           uint64_t *left) {
  OVI_ASSERT(lane->task->request < units->high && lane->ask != OVL_UNIT_REQUEST_NONE);
  ovi_unit *unit = &units->unit[lane->task->request];
  const ovl_result result = ovl_task_result(lane->task->planner);
  const bool is_route = lane->ask == OVL_UNIT_REQUEST_ROUTE && lane->goes_on == 0;
  if (unit->used && unit->order.has_goal && unit->plan.serial == lane->serial) {
    if (is_route) {
      end_route(units, lane, unit, result);
    } else {
      end_segment(units, world, lane, unit, result);
    }
    if (result == OVL_OK && lane_goes_on(lane, unit, is_route, *left) &&
        start_segment(units, lane->task->world != NULL ? lane->task->world : world, lane)) {
      ovi_slice_pay(left, is_route ? 0 : SEGMENT_EXPANSIONS);
      lane->goes_on++;
      lane->total = 0;
      units->stats.segments++;
      return;
    }
  }
  ovi_lane_clear(lane->task);
}

/* Does again what was done of the tasks of restored lanes, and charges nothing. */
static void resume_tasks(ovl_units *units, const ovl_jobs *jobs) {
  ovi_task_lanes *tasks = &units->planning.tasks;
  uint32_t most = 0; /* stages: what was asked, then segments */
  for (uint32_t i = 0; i < tasks->count; i++) {
    const ovi_unit_lane *lane = &units->planning.lanes[i];
    most = lane->resumes && lane->goes_on + 1U > most ? lane->goes_on + 1U : most;
  }
  for (uint32_t stage = 0; stage < most; stage++) {
    for (uint32_t i = 0; i < tasks->count; i++) {
      ovi_unit_lane *lane = &units->planning.lanes[i];
      const bool begins = lane->resumes && stage <= lane->goes_on &&
                          (stage == 0 ? start_task(units, lane->task->world, lane, lane->ask)
                                      : ovl_task_result(lane->task->planner) == OVL_OK &&
                                            start_segment(units, lane->task->world, lane));
      lane->task->share = !begins ? 0 : stage < lane->goes_on ? UINT64_MAX : lane->total;
    }
    ovi_lanes_run(tasks, jobs);
  }
  for (uint32_t i = 0; i < tasks->count; i++) {
    ovi_unit_lane *lane = &units->planning.lanes[i];
    if (lane->resumes && ovl_task_result(lane->task->planner) != OVL_NOT_READY) {
      /* There is no memory, or the snapshot was forged: its unit asks again. */
      ovi_unit_ask(units, &units->unit[lane->task->request], lane->ask);
      ovi_lane_clear(lane->task);
    }
    lane->resumes = false;
  }
}

void ovi_units_plan(ovl_units *units, const ovl_world *world, uint64_t budget,
                    const ovl_jobs *jobs) {
  ovi_task_lanes *tasks = &units->planning.tasks;
  /* Retreats are searched where units move, after plans are made: what they looked at takes up to
   * half of the next budgets. */
  const uint64_t half = budget - budget / 2;
  const uint32_t paid = units->placing.searched < half ? units->placing.searched : (uint32_t)half;
  const uint64_t most = budget - paid;
  uint64_t left = most;
  units->placing.searched -= paid;
  resume_tasks(units, jobs);
  ovi_units_run_flows(units, world, &left);
  for (;;) {
    for (uint32_t i = 0; i < tasks->count; i++) { /* begins requests in the free lanes */
      ovi_unit_lane *lane = &units->planning.lanes[i];
      if (lane->task->request == OVI_LANE_FREE) {
        begin_next(units, world, lane, most, &left);
      }
      lane->task->share = lane->task->request != OVI_LANE_FREE ? OVI_SLICE_EXPANSIONS : 0;
    }
    if (ovi_lanes_in_use(tasks) == 0 || left == 0) {
      break;
    }
    ovi_lanes_split(tasks, left);
    const uint64_t spent = ovi_lanes_run(tasks, jobs);
    OVI_ASSERT(spent <= left);
    left -= spent;
    for (uint32_t i = 0; i < tasks->count; i++) {
      units->planning.lanes[i].total += tasks->lane[i].spent;
      if (tasks->lane[i].is_done) {
        plans_end_task(units, world, &units->planning.lanes[i], &left);
      }
    }
  }
  ovi_lanes_retain(tasks, world);
  OVI_ASSERT(left <= budget && units->asks.queue_count <= units->high);
  units->stats.tick_expansions = budget - left;
  units->stats.expansions += budget - left;
  units->stats.unplanned = units->asks.queue_count;
}
