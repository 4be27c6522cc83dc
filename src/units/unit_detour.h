/* Detours around units that stand in the way. */
#ifndef OVERLAND_UNITS_UNIT_DETOUR_H
#define OVERLAND_UNITS_UNIT_DETOUR_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* Looks for a way round; true if one was found. */
bool ovi_unit_go_round(ovl_units *units, const ovl_world *world, ovi_lane *lane, ovi_unit *unit);

/* Expansions that it takes at the most. */
enum { OVI_ROUND_EXPANSIONS = (2 * OVI_ROUND_CELLS + 1) * (2 * OVI_ROUND_CELLS + 1) };

#endif
