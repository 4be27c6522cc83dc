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
#include "crowd/units/unit_internal.h"
#include "crowd/units/unit_orders.h"
#include "overland_units.h"

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
  for (int32_t y = -1; y <= unit->kind.body; y++) {
    for (int32_t x = -1; x <= unit->kind.body; x++) {
      const uint32_t index =
          ovi_unit_at(units, (ovl_cell){unit->cell.x + x, unit->cell.y + y, unit->cell.floor});
      if (index == OVI_NO_INDEX || index == ovi_unit_index(units, unit)) {
        continue;
      }
      const uint32_t rank = rank_at(units, unit, &units->unit[index]);
      if (rank != 0 && rank <= unit->order.rank) {
        return true;
      }
    }
  }
  return false;
}

static bool is_next(const ovi_unit *unit, const ovi_unit *other) {
  return unit->plan.way.count != 0 && ovi_way_step(&unit->plan.way, 0) != OVI_STEP_LINK &&
         ovi_cells_are_one(ovi_way_next(&unit->plan.way, 0, unit->cell), other->cell);
}

static void exchange_goals(ovl_units *units, ovi_unit *unit, ovi_unit *other) {
  const ovl_cell goal = unit->goal;
  unit->goal = other->goal;
  other->goal = goal;
  units->stats.exchanges++;
}

/* Exchanges the goals of two units, and their paths if they meet. Each continues from its own cell,
 * so the part of a path that leads through the other's cell is left out. */
static void exchange(ovl_units *units, ovi_unit *unit, ovi_unit *other) {
  ovi_unit_unclaim(units, unit);
  ovi_unit_unclaim(units, other);
  OVI_ASSERT(unit->plan.claimed == 0 && other->plan.claimed == 0);
  const bool exchanges_paths = is_next(unit, other);
  const ovi_unit before = *unit;
  exchange_goals(units, unit, other);
  unit->patience.least_left = other->patience.least_left;
  other->patience.least_left = before.patience.least_left;
  unit->patience.delay = other->patience.delay;
  other->patience.delay = before.patience.delay;
  unit->patience.near_tick = units->tick;
  other->patience.near_tick = before.patience.near_tick;
  unit->patience.blocked = other->patience.blocked = 0;
  other->order.since = unit->order.since;
  other->state = OVL_UNIT_WALKING;
  if (exchanges_paths) {
    const int32_t step = ovi_way_step(&before.plan.way, 0);
    const uint32_t serial = other->plan.serial; /* of the unit, as it is of its requests */
    unit->plan = other->plan;
    unit->plan.serial = before.plan.serial;
    unit->flow = other->flow;
    other->plan = before.plan;
    other->plan.serial = serial;
    other->flow = before.flow;
    ovi_way_drop(&other->plan.way, 1);
    if (unit->plan.way.count != 0) {
      ovi_way_drop(&unit->plan.way, 1); /* they met head-on */
    } else {
      ovi_way_push_back(&unit->plan.way, step); /* the other stood on its goal */
    }
    ovi_unit_claim(units, unit);
    ovi_unit_claim(units, other);
  }
  const ovl_unit_request ask = exchanges_paths ? OVL_UNIT_REQUEST_SEGMENT : OVL_UNIT_REQUEST_ROUTE;
  ovi_unit_ask(units, unit, ask);
  ovi_unit_ask(units, other, ask);
  unit->plan.serial++;
  other->plan.serial++;
  units->turns.unsorted = true;
}

ovi_meeting ovi_unit_meet(ovl_units *units, ovi_unit *unit, ovi_unit *other, bool may_stop) {
  const uint32_t rank = may_stop ? rank_at(units, unit, other) : 0;
  if (rank != 0) {
    ovi_unit_forget(units, unit);
    unit->state = OVL_UNIT_BESIDE;
    unit->order.rank = rank;
    unit->patience.blocked = 0;
    return OVI_MEETING_BESIDE;
  }
  if (unit->order.order == 0 || unit->order.order != other->order.order ||
      unit->kind.profile != other->kind.profile) {
    return OVI_MEETING_NOTHING; /* they were not sent together */
  }
  if (other->state == OVL_UNIT_UNREACHABLE && ovi_cells_are_one(unit->goal, other->cell)) {
    /* The other one can't reach its own goal and gets the one that it stands on; this one gets the
     * unreachable goal: in a full place a unit without a goal would be pushed about for ever. */
    exchange_goals(units, unit, other);
    ovi_unit_begin_order(units, unit);
    ovi_unit_begin_order(units, other);
    return OVI_MEETING_EXCHANGED;
  }
  /* One stands on its goal in the other's way, or each wants the other's cell. */
  if (unit->plan.routed && other->plan.routed &&
      (stands_on_goal(other) || (is_next(unit, other) && is_next(other, unit)))) {
    exchange(units, unit, other);
    return OVI_MEETING_EXCHANGED;
  }
  return OVI_MEETING_NOTHING;
}
