/* What becomes of a unit whose goal is taken. */
#ifndef OVERLAND_UNITS_UNIT_MEET_H
#define OVERLAND_UNITS_UNIT_MEET_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* What becomes of a unit that finds another one in its way. */
typedef enum ovi_meeting {
  OVI_MEETING_NOTHING,
  OVI_MEETING_BESIDE,   /* it has stopped beside its goal */
  OVI_MEETING_EXCHANGED /* they have each other's goals, and ways that lead there */
} ovi_meeting;

ovi_meeting ovi_unit_meet(ovl_units *units, ovi_unit *unit, ovi_unit *other, bool may_stop);

/* Whether a unit that stands beside its goal still does. */
bool ovi_unit_is_beside(const ovl_units *units, const ovi_unit *unit);

#endif
