/* Goals that are taken: who stops beside one, and who exchanges goals.
 *
 * Units of one order may exchange their goals: who stands on its own and is in the way takes that
 * of who comes, with the way there, and goes on in its stead (after Okumura and Defago, "Solving
 * Simultaneous Target Assignment and Path Planning Efficiently with Time-Independent Execution",
 * 2022). So a crowd fills its place from the far end, and nobody has to push through.
 *
 * Invariant: a unit that stands beside a goal has a rank, one more than that of a unit next to it,
 * down to the unit that stands on the goal: no two keep each other there when it has gone. */
#include "units/unit_meet.h"

#include "common/compiler.h"
#include "overland_units.h"
#include "units/unit_ground.h"
#include "units/unit_internal.h"
#include "units/unit_orders.h"

static bool stands_on_goal(const ovi_unit *unit) {
  return unit->state == OVL_UNIT_ARRIVED && ovi_cells_are_one(unit->cell, unit->goal);
}

/* The rank of a unit that stops at another: 1 if that one has taken its goal, 0 if there is no
 * reason to stop. */
static uint32_t rank_at(const ovi_unit *unit, const ovi_unit *other) {
  if (stands_on_goal(other)) {
    return ovi_bodies_meet(unit->goal, unit->body, other->cell, other->body) ? 1 : 0;
  }
  return other->state == OVL_UNIT_BESIDE && ovi_cells_are_one(unit->goal, other->goal)
             ? other->rank + 1
             : 0;
}

bool ovi_unit_is_beside(const ovl_units *units, const ovi_unit *unit) {
  for (int32_t y = -1; y <= unit->body; y++) {
    for (int32_t x = -1; x <= unit->body; x++) {
      const uint32_t index =
          ovi_unit_at(units, (ovl_cell){unit->cell.x + x, unit->cell.y + y, unit->cell.floor});
      if (index == OVI_NO_INDEX || index == ovi_unit_index(units, unit)) {
        continue;
      }
      const uint32_t rank = rank_at(unit, &units->unit[index]);
      if (rank != 0 && rank <= unit->rank) {
        return true;
      }
    }
  }
  return false;
}

static void swap_bytes(void *a, void *b, size_t count) {
  uint8_t held[256];
  uint8_t *first = a;
  uint8_t *second = b;
  for (size_t at = 0; at < count; at += sizeof held) {
    const size_t part = count - at < sizeof held ? count - at : sizeof held;
    memcpy(held, first + at, part);
    memcpy(first + at, second + at, part);
    memcpy(second + at, held, part);
  }
}

/* Both go on where the other wanted to: `unit` from the cell that it stands on, as does the other,
 * so what of each way leads through the other's cell is left out. */
static void exchange_ways(ovl_units *units, ovi_unit *unit, ovi_unit *other) {
  ovl_stop *stops = units->stops + (size_t)ovi_unit_index(units, unit) * units->stop_capacity;
  ovl_stop *others = units->stops + (size_t)ovi_unit_index(units, other) * units->stop_capacity;
  const int32_t step = ovi_way_step(&unit->way, 0);
  swap_bytes(&unit->way, &other->way, sizeof unit->way);
  swap_bytes(&unit->route, &other->route, sizeof unit->route);
  swap_bytes(&unit->way_end, &other->way_end, sizeof unit->way_end);
  swap_bytes(&unit->flow, &other->flow, sizeof unit->flow);
  swap_bytes(&unit->skipped, &other->skipped, sizeof unit->skipped);
  swap_bytes(stops, others, units->stop_capacity * sizeof *stops);
  ovi_way_drop(&other->way, 1);
  if (unit->way.count != 0) {
    ovi_way_drop(&unit->way, 1); /* they met head-on */
  } else {
    ovi_way_push_back(&unit->way, step); /* the other stood on its goal */
  }
  ovi_unit_claim(units, unit);
  ovi_unit_claim(units, other);
  ovi_unit_ask(units, unit, OVI_ASK_SEGMENT);
  ovi_unit_ask(units, other, OVI_ASK_SEGMENT);
}

static bool is_next(const ovi_unit *unit, const ovi_unit *other) {
  return unit->way.count != 0 && ovi_way_step(&unit->way, 0) != OVI_STEP_LINK &&
         ovi_cells_are_one(ovi_way_next(&unit->way, 0, unit->cell), other->cell);
}

static void exchange(ovl_units *units, ovi_unit *unit, ovi_unit *other) {
  ovi_unit_unclaim(units, unit);
  ovi_unit_unclaim(units, other);
  swap_bytes(&unit->goal, &other->goal, sizeof unit->goal);
  swap_bytes(&unit->least_left, &other->least_left, sizeof unit->least_left);
  swap_bytes(&unit->near_tick, &other->near_tick, sizeof unit->near_tick);
  other->since = unit->since;
  other->state = OVL_UNIT_WALKING;
  if (is_next(unit, other)) {
    exchange_ways(units, unit, other);
  } else {
    ovi_unit_ask(units, unit, OVI_ASK_ROUTE);
    ovi_unit_ask(units, other, OVI_ASK_ROUTE);
  }
  unit->blocked = other->blocked = 0;
  unit->serial++;
  other->serial++;
  unit->near_tick = units->tick;
  units->unsorted = true;
  units->stats.exchanges++;
}

/* Whether two units of one order serve better with each other's goals: one stands on its own, in
 * the other's way, or both want each other's cell. */
static bool should_exchange(const ovi_unit *unit, const ovi_unit *other) {
  return unit->order != 0 && unit->order == other->order && unit->profile == other->profile &&
         unit->routed && other->routed &&
         (stands_on_goal(other) || (is_next(unit, other) && is_next(other, unit)));
}

/* Whether a unit stands on another's goal of the same order, and can't reach its own. */
static bool keeps_goal(const ovi_unit *unit, const ovi_unit *other) {
  return unit->order != 0 && unit->order == other->order && unit->profile == other->profile &&
         other->state == OVL_UNIT_UNREACHABLE && ovi_cells_are_one(unit->goal, other->cell);
}

/* It stays there, and the other one has the goal that can't be reached: where a place is full, one
 * without a goal would else be pushed about for ever. */
static void leave_goal(ovl_units *units, ovi_unit *unit, ovi_unit *other) {
  swap_bytes(&unit->goal, &other->goal, sizeof unit->goal);
  ovi_unit_set_out(units, unit);
  ovi_unit_set_out(units, other);
  units->stats.exchanges++;
}

ovi_meeting ovi_unit_meet(ovl_units *units, ovi_unit *unit, ovi_unit *other, bool may_stop) {
  const uint32_t rank = may_stop ? rank_at(unit, other) : 0;
  if (rank != 0) {
    ovi_unit_forget(units, unit);
    unit->state = OVL_UNIT_BESIDE;
    unit->rank = rank;
    unit->blocked = 0;
    return OVI_MEETING_BESIDE;
  }
  if (keeps_goal(unit, other)) {
    leave_goal(units, unit, other);
    return OVI_MEETING_EXCHANGED;
  }
  if (should_exchange(unit, other)) {
    exchange(units, unit, other);
    return OVI_MEETING_EXCHANGED;
  }
  return OVI_MEETING_NOTHING;
}
