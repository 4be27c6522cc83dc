/* Decides and makes the moves of a tick. */
#ifndef OVERLAND_UNITS_UNIT_MOVES_H
#define OVERLAND_UNITS_UNIT_MOVES_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* Decides all moves of a tick, and makes them. */
void ovi_units_move(ovl_units *units, const ovl_world *world);

#endif
