/* Reads what determines the next move of a unit: the unit that it waits for, the path ahead, the
 * queue of planning, and shared flows. Nothing changes, and nothing is computed that the tick does
 * not know already. */
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_internal.h"
#include "crowd/units/unit_orders.h"
#include "overland_flow.h"
#include "overland_units.h"

static ovl_unit handle_or_none(const ovl_units *units, uint32_t index) {
  return index != OVI_NO_INDEX ? ovi_unit_name(units, index) : OVL_NO_UNIT;
}

bool ovl_unit_inspect(const ovl_units *units, ovl_unit unit, ovl_unit_detail *detail) {
  const ovi_unit *one = ovi_unit_of(units, unit);
  *detail = (ovl_unit_detail){0};
  if (one == NULL) {
    return false;
  }
  const bool stays =
      one->plan.way.count == 0 || one->state == OVL_UNIT_ARRIVED || one->state == OVL_UNIT_BESIDE;
  const uint32_t blocker = /* in the way of its next step */
      one->pace.on_link ? ovi_unit_blocker(units, one, one->cell)
      : stays           ? OVI_NO_INDEX
                        : ovi_unit_blocker(units, one, ovi_way_next(&one->plan.way, 0, one->cell));
  *detail = (ovl_unit_detail){.waits_for = handle_or_none(units, blocker),
                              .lets_past = handle_or_none(units, one->patience.escape_from),
                              .request = (ovl_unit_request)one->ask,
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

size_t ovl_units_list(const ovl_units *units, ovl_unit *list, size_t capacity) {
  size_t count = 0;
  for (uint32_t index = 0; index < units->high && count < capacity; index++) {
    if (units->unit[index].used) {
      list[count++] = ovi_unit_name(units, index);
    }
  }
  return units->stats.units;
}

size_t ovl_units_queue(const ovl_units *units, ovl_unit *queue, size_t capacity) {
  const ovi_unit_asks *asks = &units->asks;
  size_t count = 0;
  for (uint32_t i = 0; i < asks->queue_count; i++) {
    const uint32_t index = asks->queue[(asks->queue_begin + i) % units->capacity];
    if (!units->unit[index].used || units->unit[index].ask == OVL_UNIT_REQUEST_NONE) {
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
