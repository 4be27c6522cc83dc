/* The file of an edited world in memory. */
#ifndef OVERLAND_BAKE_BAKE_H
#define OVERLAND_BAKE_BAKE_H

#include "common/buffer.h"
#include "common/slice.h"
#include "world/world.h"

/* Writes the file that a bake of the edited map would give, without labels. OVL_OK,
 * OVL_NO_MEMORY, OVL_STOPPED, or the outcome of a pager. The caller releases the buffer in any
 * case.
 */
ovl_result ovi_world_buffer(const ovl_world *world, ovi_buffer *file, ovi_progress *progress);

#endif
