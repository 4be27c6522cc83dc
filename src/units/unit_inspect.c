/* Reads what determines the next move of a unit: the unit that it waits for, the path ahead, the
 * queue of planning, and shared flows. Nothing changes, and nothing is computed that the tick does
 * not know already. */
#include "overland_flow.h"
#include "overland_units.h"
#include "units/unit_ground.h"
#include "units/unit_internal.h"
#include "units/unit_orders.h"

static ovl_unit handle_or_none(const ovl_units *units, uint32_t index) {
  return index != OVI_NO_INDEX ? ovi_unit_name(units, index) : OVL_NO_UNIT;
}

/* Index of the unit in the way of a unit's next step; OVI_NO_INDEX if there is none. */
static uint32_t blocker_ahead(const ovl_units *units, const ovi_unit *unit) {
  const bool stays = unit->plan.way.count == 0 || unit->state == OVL_UNIT_ARRIVED ||
                     unit->state == OVL_UNIT_BESIDE;
  return stays ? OVI_NO_INDEX
               : ovi_unit_blocker(units, unit, ovi_way_next(&unit->plan.way, 0, unit->cell));
}

static ovl_unit_request asked_request(const ovi_unit *unit) {
  static const ovl_unit_request requests[] = {
      [OVI_ASK_NOTHING] = OVL_UNIT_REQUEST_NONE,
      [OVI_ASK_DETOUR] = OVL_UNIT_REQUEST_DETOUR,
      [OVI_ASK_SEGMENT] = OVL_UNIT_REQUEST_SEGMENT,
      [OVI_ASK_ROUTE] = OVL_UNIT_REQUEST_ROUTE,
  };
  return requests[unit->ask];
}

bool ovl_unit_inspect(const ovl_units *units, ovl_unit unit, ovl_unit_detail *detail) {
  const ovi_unit *one = ovi_unit_of(units, unit);
  *detail = (ovl_unit_detail){0};
  if (one == NULL) {
    return false;
  }
  *detail = (ovl_unit_detail){.waits_for = handle_or_none(units, blocker_ahead(units, one)),
                              .lets_past = handle_or_none(units, one->patience.escape_from),
                              .request = asked_request(one),
                              .flow = (int32_t)one->flow - 1,
                              .steps = one->plan.way.count,
                              .claimed = one->plan.claimed,
                              .blocked = one->patience.blocked,
                              .delay = one->patience.delay,
                              .in_corridor = one->inside,
                              .returning = one->order.returning};
  return true;
}

size_t ovl_unit_ahead(const ovl_units *units, ovl_unit unit, ovl_cell *cells, size_t capacity) {
  const ovi_unit *one = ovi_unit_of(units, unit);
  if (one == NULL) {
    return 0;
  }
  ovl_cell cell = one->cell;
  for (uint32_t i = 0; i < one->plan.way.count && i < capacity; i++) {
    cell = ovi_way_next(&one->plan.way, i, cell);
    cells[i] = cell;
  }
  return one->plan.way.count;
}

size_t ovl_units_queue(const ovl_units *units, ovl_unit *queue, size_t capacity) {
  const ovi_unit_asks *asks = &units->asks;
  size_t count = 0;
  for (uint32_t i = 0; i < asks->queue_count; i++) {
    const uint32_t index = asks->queue[(asks->queue_begin + i) % units->capacity];
    if (!units->unit[index].used || units->unit[index].ask == OVI_ASK_NOTHING) {
      continue; /* it was removed, or asks no more */
    }
    if (count < capacity) {
      queue[count] = ovi_unit_name(units, index);
    }
    count++;
  }
  return count;
}

const ovl_flow *ovl_units_flow(const ovl_units *units, int32_t number, ovl_cell *place) {
  if (number < 0 || (uint32_t)number >= units->sharing.flow_count ||
      units->sharing.flows[number].world == NULL) {
    return NULL;
  }
  if (place != NULL) {
    *place = units->sharing.flows[number].place;
  }
  return units->sharing.flows[number].flow;
}
