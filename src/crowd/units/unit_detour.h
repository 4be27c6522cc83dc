/* Detours around units that stand in the way. */
#ifndef OVERLAND_CROWD_UNIT_DETOUR_H
#define OVERLAND_CROWD_UNIT_DETOUR_H

#include "crowd/units/unit_internal.h"
#include "overland_units.h"

/* Searches a detour around the units ahead and puts it before the unit's path. Returns whether one
 * was found. */
bool ovi_unit_find_detour(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                          ovi_unit *unit);

/* The most expansions that a detour can take: the cells of its window. */
enum { OVI_DETOUR_EXPANSIONS = (2 * OVI_DETOUR_CELLS + 1) * (2 * OVI_DETOUR_CELLS + 1) };

#endif
