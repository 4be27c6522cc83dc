/* Counts the bytes of a region by their use. */
#ifndef OVERLAND_WORLD_INSPECT_REGION_H
#define OVERLAND_WORLD_INSPECT_REGION_H

#include "overland_inspect.h"
#include "world/world.h"

/* Adds the bytes of a region to those of a world, by use. Within a call. */
void ovi_region_count_bytes(const ovl_world *world, uint32_t id, ovl_world_bytes *bytes);

/* The bytes of a region's layer block for a profile; 0 if a profile before it has the same block.
 * Within a call. */
uint64_t ovi_region_own_bytes(const ovl_world *world, uint32_t profile, uint32_t id);

#endif
