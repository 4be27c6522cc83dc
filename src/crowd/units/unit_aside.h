/* Units that go out of others' way for a while, or take other places for good. */
#ifndef OVERLAND_CROWD_UNIT_ASIDE_H
#define OVERLAND_CROWD_UNIT_ASIDE_H

#include "crowd/units/unit_internal.h"
#include "overland_units.h"

/* Makes a unit retreat that another one has not been able to pass for long: on a path of its own to
 * the nearest cells on which it is not in the other's way, where it stays until that has passed. */
void ovi_unit_let_past(ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                       ovi_unit *other);

/* Ends the retreat of a unit if there is no reason for it any more, or plans it anew. Returns
 * whether it goes on. */
bool ovi_unit_retreats(ovl_units *units, const ovl_world *world, ovi_unit *unit);

/* Gives other goals to the units of group orders that can't get to theirs. */
void ovi_units_settle(ovl_units *units, const ovl_world *world);

/* Takes units off cells that an edit closed; each is looked at every few ticks. */
void ovi_units_rescue(ovl_units *units, const ovl_world *world);

#endif
