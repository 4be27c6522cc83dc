/* A world as one call reads it, and the file of an edited world in memory. */
#ifndef OVERLAND_BAKE_BAKE_H
#define OVERLAND_BAKE_BAKE_H

#include "common/arena.h"
#include "common/buffer.h"
#include "common/slice.h"
#include "world/world.h"

/* A world that was opened through a reader is read through a cache that one call has for itself, so
 * that other calls may read the world meanwhile. Not to be moved. */
typedef struct ovi_world_view {
  const ovl_world
      *world;          /* to be read: a copy, or the world itself if it is not read by a reader */
  const ovl_world *of; /* which was viewed */
  ovi_pager pager;     /* of the copy */
  ovi_page_cache cache;
  ovi_memory memory; /* of the copy and of the cache */
} ovi_world_view;

/* Begins to read a world, with a cache as large as the world's own. False: no memory. It has to be
 * released in any case, before the world is closed. */
bool ovi_world_view_begin(ovi_world_view *view, const ovl_world *world);

/* Ends the reading: the result of a call that read through the view, with the fault if something
 * could not be read. */
ovl_result ovi_world_view_end(const ovi_world_view *view, ovl_result result, ovl_fault *fault);

void ovi_world_view_release(ovi_world_view *view);

/* Writes the file that a bake of the edited map would give, without labels. OVL_OK,
 * OVL_NO_MEMORY, OVL_STOPPED, or the outcome of a pager. The caller releases the buffer in any
 * case.
 */
ovl_result ovi_world_buffer(const ovl_world *world, ovi_buffer *file, ovi_progress *progress);

#endif
