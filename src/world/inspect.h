/* Reads a world for each step that units consider, for the rooms of crowds. */
#ifndef OVERLAND_WORLD_INSPECT_H
#define OVERLAND_WORLD_INSPECT_H

#include "overland_bake.h"

/* OVI_HEXAGONS, or OVI_SQUARES. */
int ovi_world_topology(const ovl_world *world);

/* ovl_world_step with a direction of topology.h, 0 to 7: 0 for those that do not lead anywhere. */
uint64_t ovi_world_step(const ovl_world *world, int32_t profile, ovl_cell from, int32_t direction);

#endif
