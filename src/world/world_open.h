/* Making worlds of files: in memory, checked whole or on first touch, or fetched by a reader. */
#ifndef OVERLAND_WORLD_WORLD_OPEN_H
#define OVERLAND_WORLD_WORLD_OPEN_H

#include "common/buffer.h"
#include "world/world.h"

/* Makes a world of the file in a buffer, whose bytes it owns from then on, also if it fails. */
ovl_result ovi_world_of_buffer(ovl_world **world, const ovi_buffer *buffer, ovl_fault *fault);

/* Does the same for a file that was put together from a world's own blocks: it is not checked. */
ovl_result ovi_world_of_refreshed_buffer(ovl_world **world, const ovi_buffer *buffer);

#endif
