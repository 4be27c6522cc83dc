/* The worlds that units can walk. */
#ifndef OVERLAND_CROWD_UNIT_WORLD_H
#define OVERLAND_CROWD_UNIT_WORLD_H

#include "crowd/units/unit_internal.h"

/* The identity of a world's version. */
uint64_t ovi_world_identity(const ovl_world *world);

/* Stores floor sizes, profile names and identity of the world for which the units are made. */
void ovi_units_learn_world(ovl_units *units, const ovl_world *world);

/* Returns whether the units can walk a world: same floors, same profiles. A comparison if it is the
 * version of the last tick. */
bool ovi_units_serve(const ovl_units *units, const ovl_world *world);

#endif
