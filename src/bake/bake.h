/* The file of a world, in memory. */
#ifndef OVERLAND_BAKE_BAKE_H
#define OVERLAND_BAKE_BAKE_H

#include "common/buffer.h"
#include "world/world.h"

/* Writes the file that a bake of an edited world would give, without landmarks and labels.
 * OVL_NO_MEMORY; the buffer is the caller's to release in any case. */
ovl_result ovi_world_buffer(const ovl_world *world, ovi_buffer *buffer);

#endif
