/* Units that take other places. */
#ifndef OVERLAND_CROWD_UNIT_SETTLE_H
#define OVERLAND_CROWD_UNIT_SETTLE_H

#include "crowd/units/unit_internal.h"

/* Gives other goals to the units of group orders that can't get to theirs, and to idle ones whose
 * places were taken. */
void ovi_units_settle(ovl_units *units, const ovl_world *world);

/* Takes units off cells that an edit closed; each is looked at every few ticks. */
void ovi_units_rescue(ovl_units *units, const ovl_world *world);

#endif
