/* Units whose goal is taken: they stop beside it, or exchange goals.
 *
 * Units of one group order may exchange their goals: a unit that stands on its goal in the way of
 * another takes that one's goal and path and walks on in its stead (after Okumura and Defago,
 * "Solving Simultaneous Target Assignment and Path Planning Efficiently with Time-Independent
 * Execution", 2022). So a crowd fills its place from the far end, and no unit has to push through.
 *
 * Invariant: a unit that stands beside a goal has a rank, one more than that of a neighbour, down
 * to the unit on the goal itself: so no two units keep each other there after it has gone. */
#include "crowd/units/unit_meet.h"

#include "common/compiler.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_steps.h"
#include "overland_inspect.h"

enum {
  NEAR_STEPS = 8, /* for each cell of a body: from its goal, where units exchange goals */
  MOST_EXCHANGES =
      16 /* of a unit before it arrives: two whose ways lead round might go on for ever */
};

static bool stands_on_goal(const ovi_unit *unit) {
  return unit->state == OVL_UNIT_ARRIVED && ovi_cells_are_one(unit->cell, unit->goal);
}

/* The rank of a unit that would stop at another: 1 if that one stands on its goal, 0 if there is no
 * reason to stop. */
static uint32_t rank_at(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  if (stands_on_goal(other)) {
    return ovi_bodies_meet(units, unit, unit->goal, other, other->cell) ? 1 : 0;
  }
  return other->state == OVL_UNIT_BESIDE && ovi_cells_are_one(unit->goal, other->goal)
             ? other->order.rank + 1
             : 0;
}

bool ovi_unit_is_beside(const ovl_units *units, const ovi_unit *unit) {
  OVI_ASSERT(unit->state == OVL_UNIT_BESIDE && unit->order.rank != 0);
  const int topology = units->walked.topology;
  const int32_t broad = unit->kind.body + 2; /* its body, and the cells around it */
  const int32_t before = topology == OVI_HEXAGONS ? 0 : 1;
  const ovl_cell cell = {unit->cell.x - before, unit->cell.y - before, unit->cell.floor};
  for (int32_t i = 0; i < ovi_body_area(topology, broad); i++) {
    const uint32_t index = ovi_unit_at(units, ovi_body_cell(topology, cell, broad, i));
    const bool is_other = index != OVI_NO_INDEX && index != ovi_unit_index(units, unit);
    const uint32_t rank = is_other ? rank_at(units, unit, &units->unit[index]) : 0;
    if (rank != 0 && rank <= unit->order.rank) {
      return true;
    }
  }
  return false;
}

static bool is_next(const ovi_unit *unit, const ovi_unit *other) {
  return unit->plan.way.count != 0 && ovi_way_step(&unit->plan.way, 0) != OVI_STEP_LINK &&
         ovi_cells_are_one(ovi_way_next(&unit->plan.way, 0, unit->cell), other->cell);
}

/* The square of the distance of two cells. */
static uint64_t squared(const ovl_units *units, ovl_cell a, ovl_cell b) {
  const uint64_t distance = ovi_distance_halves(units->walked.topology, a.x - b.x, a.y - b.y, 1);
  return distance * distance;
}

/* Returns whether an exchange of goals lowers the sum of the squares of the distances that are
 * left. So no row of exchanges comes back to where it began, and a unit exchanges with one that
 * stands between it and its goal even if their bodies are not quite in line. */
static bool exchange_helps(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  return squared(units, unit->cell, other->goal) + squared(units, other->cell, unit->goal) <
         squared(units, unit->cell, unit->goal) + squared(units, other->cell, other->goal);
}

static bool is_near_goal(const ovl_units *units, const ovi_unit *unit) {
  return ovi_cells_are_one(unit->goal, unit->cell) ||
         (unit->goal.floor == unit->cell.floor &&
          ovi_steps_between(units->walked.topology, unit->goal, unit->cell) <=
              NEAR_STEPS * unit->kind.body);
}

static void exchange_goals(ovl_units *units, ovi_unit *unit, ovi_unit *other) {
  const ovl_cell goal = unit->goal;
  unit->goal = other->goal;
  other->goal = goal;
  units->stats.exchanges++;
}

/* Returns whether an exchange gives each of two units the path of the other one: each can walk it.
 */
static bool exchanges_paths(const ovi_unit *unit, const ovi_unit *other) {
  return unit->kind.profile == other->kind.profile && is_next(unit, other) &&
         (is_next(other, unit) || ovi_way_room(&other->plan.way) != 0);
}

/* Asks for the next segment of a path that was exchanged, or for a route, if the path does not lead
 * to the goal of the unit: one that exchanges again may not have had its route yet. */
static void ask_to_goal(ovl_units *units, ovi_unit *unit) {
  const bool leads_there = ovi_cells_are_one(unit->plan.route.goal, unit->goal);
  ovi_unit_ask(units, unit, leads_there ? OVL_UNIT_REQUEST_SEGMENT : OVL_UNIT_REQUEST_ROUTE);
}

/* Exchanges the goals of two units, and their paths if they meet. Each continues from its own cell,
 * so the part of a path that leads through the other's cell is left out. */
static void exchange(ovl_units *units, ovi_unit *unit, ovi_unit *other) {
  ovi_unit_unclaim(units, unit);
  ovi_unit_unclaim(units, other);
  OVI_ASSERT(unit->plan.claimed == 0 && other->plan.claimed == 0);
  const bool meet_head_on = is_next(other, unit);
  const bool with_paths = exchanges_paths(unit, other);
  const ovi_unit before = *unit;
  exchange_goals(units, unit, other);
  unit->patience.least_left = other->patience.least_left;
  other->patience.least_left = before.patience.least_left;
  unit->patience.delay = other->patience.delay;
  other->patience.delay = before.patience.delay;
  unit->patience.near_tick = units->tick;
  other->patience.near_tick = before.patience.near_tick;
  unit->patience.exchanges++;
  other->patience.exchanges++;
  unit->patience.blocked = other->patience.blocked = 0;
  other->order.since = unit->order.since;
  other->state = OVL_UNIT_WALKING;
  other->order.returning = false;
  if (with_paths) {
    const int32_t step = ovi_way_step(&before.plan.way, 0);
    const uint32_t serial = other->plan.serial; /* of the unit, as it is of its requests */
    unit->plan = other->plan;
    unit->plan.serial = before.plan.serial;
    unit->flow = other->flow;
    other->plan = before.plan;
    other->plan.serial = serial;
    other->flow = before.flow;
    ovi_way_drop(&other->plan.way, 1);
    if (meet_head_on) {
      ovi_way_drop(&unit->plan.way, 1);
    } else {
      ovi_way_push_front(&unit->plan.way, step);
    }
    ovi_unit_claim(units, unit);
    ovi_unit_claim(units, other);
  }
  ask_to_goal(units, unit);
  ask_to_goal(units, other);
  unit->plan.serial++;
  other->plan.serial++;
  units->turns.unsorted = true;
}

/* Returns whether a unit can get from and to each of the cells of two units and the ends of their
 * paths, on which they go on until a new one is planned. From the end of a path of its own profile
 * it gets to the goal of the other one; else that goal is asked for too. */
static bool gets_to_both(const ovl_world *world, const ovi_unit *unit, const ovi_unit *other) {
  const ovl_cell cells[5] = {unit->cell, unit->plan.way_end, other->cell, other->plan.way_end,
                             other->goal};
  const int32_t count = unit->kind.profile == other->kind.profile ? 4 : 5;
  const uint32_t island = ovl_world_island(world, unit->kind.profile, cells[0]);
  bool may = true;
  for (int32_t i = 1; i < count; i++) {
    may = may && ovl_world_island(world, unit->kind.profile, cells[i]) == island;
  }
  return may;
}

/* Returns whether each of two units can get to the goal of the other one: by the path of that one,
 * or by one of its own. */
static bool may_exchange(const ovl_world *world, const ovi_unit *unit, const ovi_unit *other) {
  return exchanges_paths(unit, other) ||
         (gets_to_both(world, unit, other) &&
          (unit->kind.profile == other->kind.profile || gets_to_both(world, other, unit)));
}

ovi_meeting ovi_unit_meet(ovl_units *units, const ovl_world *world, ovi_unit *unit, ovi_unit *other,
                          bool may_stop) {
  const uint32_t rank = may_stop ? rank_at(units, unit, other) : 0;
  if (rank != 0) {
    if (!unit->order.has_goal) {
      ovi_unit_go_home(units, unit); /* it looks for another place (ovi_units_settle) */
      unit->ask = OVL_UNIT_REQUEST_NONE;
    }
    ovi_unit_forget(units, unit);
    unit->order.returning = unit->order.idle;
    unit->state = OVL_UNIT_BESIDE;
    unit->order.rank = rank;
    unit->patience.blocked = 0;
    return OVI_MEETING_BESIDE;
  }
  if (unit->order.order == 0 || unit->order.order != other->order.order ||
      unit->kind.body != other->kind.body || unit->kind.side != other->kind.side ||
      unit->order.own) {
    return OVI_MEETING_NOTHING; /* they were not sent together, or to goals of their own */
  }
  const bool stays = other->state == OVL_UNIT_ARRIVED && !ovi_unit_may_push(units, unit, other);
  if (unit->plan.routed && other->plan.routed && !stays && is_near_goal(units, other) &&
      unit->patience.exchanges < MOST_EXCHANGES && other->patience.exchanges < MOST_EXCHANGES &&
      exchange_helps(units, unit, other) && may_exchange(world, unit, other)) {
    exchange(units, unit, other);
    return OVI_MEETING_EXCHANGED;
  }
  return OVI_MEETING_NOTHING;
}

/* ---- Who yields ---- */

bool ovi_unit_yields_to(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  return units->turns.turns[other->kind.side] < units->turns.turns[unit->kind.side] &&
         !ovi_unit_is_at_home(unit) && !ovi_unit_is_at_home(other) &&
         units->tick % OVI_TURN_TICKS < OVI_YIELD_TICKS;
}

bool ovi_unit_stays_aside(const ovl_units *units, const ovi_unit *unit) {
  const ovi_unit *other = ovi_unit_of(units, unit->patience.pusher);
  if (units->tick >= unit->patience.pushed_until || other == NULL || other->plan.way.count == 0) {
    return false;
  }
  const ovl_cell to = ovi_way_next(&unit->plan.way, 0, unit->cell);
  ovl_cell cell = other->cell;
  for (uint32_t i = 0; i < other->plan.way.count && i < 2 * (uint32_t)other->kind.body; i++) {
    cell = ovi_way_next(&other->plan.way, i, cell);
    if (ovi_bodies_meet(units, unit, to, other, cell)) {
      return true;
    }
  }
  return false;
}

void ovi_unit_stay_aside(ovl_units *units, uint32_t index, uint32_t other) {
  ovi_unit_patience *patience = &units->unit[index].patience;
  const uint32_t ticks = (uint32_t)(OVI_PUSHED_TICKS * units->unit[other].kind.body);
  if (units->tick >= patience->pushed_until + ticks) {
    patience->pusher = ovi_unit_name(units, other);
    patience->pushed_until = units->tick + ticks;
  }
}

bool ovi_unit_is_at_home(const ovi_unit *unit) {
  return unit->order.returning || unit->state == OVL_UNIT_ARRIVED || !unit->order.has_goal;
}

bool ovi_unit_must_make_way(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  if (!ovi_unit_may_push(units, unit, other)) {
    return false;
  }
  if (ovi_unit_is_at_home(other) && unit->kind.body <= other->kind.body &&
      (ovi_unit_is_at_home(unit) ||
       (unit->order.order != 0 && unit->order.order == other->order.order))) {
    return unit->patience.blocked >= OVI_RETREAT_TICKS;
  }
  return other->plan.way.count == 0 || ovi_unit_yields_to(units, other, unit) ||
         (other->patience.pusher == ovi_unit_name(units, ovi_unit_index(units, unit)) &&
          ovi_unit_stays_aside(units, other)) ||
         ovi_bodies_meet(units, other, ovi_way_next(&other->plan.way, 0, other->cell), unit,
                         unit->cell);
}

uint32_t ovi_unit_pass(const ovl_units *units, const ovi_unit *unit) {
  const bool is_at_home = ovi_unit_is_at_home(unit);
  const bool is_first =
      unit->state == OVL_UNIT_STUCK ||
      (unit->inside && units->tick - unit->patience.near_tick < OVI_CORRIDOR_TICKS);
  return unit->pace.on_link || (is_first && !is_at_home) ? 0 : is_at_home ? OVI_MOVE_PASSES - 1 : 1;
}
