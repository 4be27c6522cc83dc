/* Units that go out of others' way for a while, and the search for a place near a unit. */
#ifndef OVERLAND_CROWD_UNIT_ASIDE_H
#define OVERLAND_CROWD_UNIT_ASIDE_H

#include "crowd/units/unit_internal.h"
#include "overland_units.h"

/* Makes a unit retreat that another one has not been able to pass for long: on a path of its own to
 * the nearest cells on which it is not in the other's way, where it stays until that has passed. */
void ovi_unit_let_past(ovl_units *units, const ovl_world *world, ovi_unit *unit, ovi_unit *other);

/* Ends the retreat of a unit if there is no reason for it any more, or plans it anew. Returns
 * whether it goes on. */
bool ovi_unit_retreats(ovl_units *units, const ovl_world *world, ovi_unit *unit);

/* Finds the cell that is nobody else's goal and nearest to *place, by steps of a unit that passes
 * all others or nobody. False: there is none near. */
bool ovi_unit_free_place(ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                         bool passes_all, ovl_cell *place);

#endif
