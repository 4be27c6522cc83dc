/* Units that find another unit on their goal: they stop beside it, exchange goals with
 * it, or take another place.
 * Yielding is in unit_moves.h. */
#ifndef OVERLAND_CROWD_UNIT_MEET_H
#define OVERLAND_CROWD_UNIT_MEET_H

#include "crowd/units/unit_internal.h"
#include "overland_units.h"

/* The result of a meeting. */
typedef enum ovi_meeting {
  OVI_MEETING_NOTHING,
  OVI_MEETING_BESIDE,   /* the unit stopped beside its goal */
  OVI_MEETING_EXCHANGED /* they exchanged goals and paths */
} ovi_meeting;

ovi_meeting ovi_unit_meet(ovl_units *units, ovi_unit *unit, ovi_unit *other, bool may_stop);

/* Returns whether a unit that stands beside its goal still has a reason to. */
bool ovi_unit_is_beside(const ovl_units *units, const ovi_unit *unit);

/* Gives other goals to the units of group orders that can't get to theirs. */
void ovi_units_settle(ovl_units *units, const ovl_world *world);

#endif
