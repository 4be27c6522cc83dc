/* Orders: to one unit, and to many for one place. */
#include "units/unit_internal.h"

ovl_result ovl_unit_send(ovl_units *units, ovl_unit unit, ovl_cell goal) {
  ovi_unit *sent = ovi_unit_of(units, unit);
  if (sent == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  sent->goal = sent->place = goal;
  sent->order = 0;
  ovi_unit_set_out(units, sent);
  return OVL_OK;
}

ovl_result ovl_unit_stop(ovl_units *units, ovl_unit unit) {
  ovi_unit *stopped = ovi_unit_of(units, unit);
  if (stopped == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_unit_forget(units, stopped);
  stopped->has_goal = false;
  stopped->state = OVL_UNIT_IDLE;
  stopped->goal = stopped->cell;
  stopped->blocked = 0;
  return OVL_OK;
}
