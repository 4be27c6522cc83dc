/* Whether a world is one that these units can walk. */
#ifndef OVERLAND_UNITS_UNIT_HASH_H
#define OVERLAND_UNITS_UNIT_HASH_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* Which version a world is. */
uint64_t ovi_world_identity(const ovl_world *world);

/* Learns what a world that units will walk must be like. */
void ovi_units_know(ovl_units *units, const ovl_world *world);

/* Whether a world is like that: cheap if it is the last one again. */
bool ovi_units_serve(ovl_units *units, const ovl_world *world);

#endif
