/* Corridors one cell wide: the units inside them. Yielding is in unit_moves.h. */
#ifndef OVERLAND_UNITS_UNIT_CORRIDORS_H
#define OVERLAND_UNITS_UNIT_CORRIDORS_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* Whether a step of a unit that is in no corridor leads into one. */
bool ovi_unit_enters_corridor(const ovl_world *world, const ovi_unit *unit, int32_t step);

/* Whether a unit is in a corridor after a step, which leads to the cell `to`. */
bool ovi_unit_stays_inside(const ovl_world *world, const ovi_unit *unit, int32_t step, ovl_cell to);

/* Whether a unit moves before those outside: it is in a corridor and gets on. */
bool ovi_unit_holds_corridor(const ovl_units *units, const ovi_unit *unit);

#endif
