/* A tick: states are updated, units sorted by priority and by whose turn it is (those later in the
 * order yield, see unit_moves.c), plans made, moves decided. */
#include "common/argument.h"
#include "common/binary_heap.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_groups.h"
#include "crowd/units/unit_meet.h"
#include "crowd/units/unit_moves.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_plans.h"
#include "crowd/units/unit_settle.h"

/* ---- Priority ---- */

static uint64_t at_most(uint32_t value, uint32_t most) { return value < most ? value : most; }

/* Sorts the units by keys, the smallest first: by priority, which rises with the delay of a unit,
 * then by the turn of its side, by its delay, by the older order. A delay is kept until the unit
 * arrives: if it ended with the first step ahead, the next one in the jam would push the unit back
 * again. */
static void sort(ovl_units *units) {
  uint64_t *keys = units->turns.keys;
  uint32_t count = 0;
  ovi_sides_take_turns(units);
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (unit->used) {
      const uint32_t delay = unit->patience.delay;
      const uint64_t level = 511 - at_most(unit->kind.priority + delay / OVI_RISE_TICKS, 511);
      const uint64_t patience = 63 - at_most(delay / OVI_SORT_TICKS, 63);
      const uint64_t age = 0x3fffff - at_most(units->tick - unit->order.since, 0x3fffff);
      const uint64_t turn = ovi_unit_is_at_home(unit) ? 0 : units->turns.turns[unit->kind.side];
      keys[count++] = (((level << 8 | turn) << 6 | patience) << 22 | age) << 16 | index;
    }
  }
  OVI_ASSERT(count == units->stats.units);
  ovi_sort_u64(keys, count);
  for (uint32_t i = 0; i < count; i++) {
    OVI_ASSERT(i == 0 || keys[i - 1] < keys[i]); /* no two keys are equal: the index is in them */
    units->turns.sorted[i] = (uint32_t)(keys[i] & 0xffffu);
  }
  units->turns.unsorted = false;
}

/* ---- States ---- */

/* Updates the state of a unit with an order after the moves of a tick. */
static void update_state(ovl_units *units, ovi_unit *unit) {
  ovi_unit_plan *plan = &unit->plan;
  ovi_unit_patience *patience = &unit->patience;
  if (plan->routed && plan->way.count != 0) {
    const uint64_t left = ovi_unit_left(unit);
    if (left < patience->least_left) {
      patience->least_left = left;
      patience->near_tick = units->tick;
    } else if (unit->pace.begun != units->tick && ovi_is_due(units, unit->pace.last)) {
      patience->near_tick++; /* on a step that began in an earlier tick its time stands still */
    } else {
      patience->delay++;
    }
    if (!plan->route.done && plan->way.count <= OVI_REFILL_STEPS) {
      ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_SEGMENT);
    }
    OVI_ASSERT(patience->least_left <= left);
    unit->state = patience->blocked != 0 ? OVL_UNIT_WAITING : OVL_UNIT_WALKING;
  } else if (plan->routed && plan->route.done && plan->skipped == 0 && unit->order.idle) {
    ovi_unit_rest(units, unit);
  } else if (plan->routed && plan->route.done && plan->skipped == 0) {
    const bool has_ended = !unit->pace.on_link && !ovi_is_due(units, unit->pace.last - 1);
    unit->state = has_ended ? OVL_UNIT_ARRIVED : OVL_UNIT_WALKING;
    unit->order.returning = false;
    patience->blocked = patience->delay = patience->exchanges = 0;
  } else if (plan->routed) {
    unit->state = OVL_UNIT_PLANNING;
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_SEGMENT);
  } else if (unit->state == OVL_UNIT_BESIDE) {
    const uint32_t turn = units->tick + ovi_unit_index(units, unit);
    if (turn % OVI_BESIDE_TICKS == 0 && plan->way.count == 0 && !ovi_unit_is_beside(units, unit)) {
      unit->state = OVL_UNIT_PLANNING;
      ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
    }
  } else if (unit->state != OVL_UNIT_PLANNING && patience->retry_tick == units->tick) {
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
  }
  const bool goes = unit->state == OVL_UNIT_PLANNING || unit->state == OVL_UNIT_WALKING ||
                    unit->state == OVL_UNIT_WAITING;
  const bool steps = unit->pace.on_link || ovi_is_due(units, unit->pace.last - 1);
  if (goes && !steps && units->tick - patience->near_tick >= OVI_STUCK_TICKS) {
    unit->state = OVL_UNIT_STUCK;
  }
}

ovl_result ovl_units_tick(ovl_units *units, const ovl_world *world, uint64_t budget,
                          const ovl_jobs *jobs) {
  const ovi_argument arguments[] = {{"jobs", ovi_jobs_are_valid(jobs), 1, 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, &units->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (!ovi_units_serve(units, world)) {
    return ovi_units_refuse(units, OVL_OTHER_WORLD, "world", 0, 0);
  }
  units->walked.identity = ovi_world_identity(world);
  units->walked.refused = false;
  units->tick++;
  units->stats.ticks++;
  if (units->turns.unsorted || units->tick % OVI_SORT_TICKS == 0) {
    sort(units);
  }
  ovi_units_keep_together(units);
  ovi_units_settle(units, world);
  ovi_units_plan(units, world, budget, jobs);
  ovi_units_move(units, world);
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (unit->used && unit->order.has_goal) {
      update_state(units, unit);
    }
  }
  return units->walked.refused ? ovi_units_refuse(units, OVL_NO_MEMORY, "allocator", 0, 0) : OVL_OK;
}
