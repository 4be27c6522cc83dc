/* A search of all cells of a layer at once, in a window over the whole plane: the baseline and
 * blockers are objects that begin with one.
 *
 * In a directed layer the steps of the window have the layer's rule, with a hop for each direction
 * of a link.
 *
 * A search that may open blocked cells (`opens`) needs more: heights that separate no open cells
 * may separate those that are opened, and a link with a blocked end serves once that is open. So
 * the window then has a rule even if the layer is not directed, and all links that the profile may
 * take. */
#ifndef OVERLAND_WORLD_PLANE_SEARCH_H
#define OVERLAND_WORLD_PLANE_SEARCH_H

#include "common/arena.h"
#include "fine/fine_search.h"
#include "world/world.h"

typedef struct ovi_plane_search {
  ovi_object object;
  const ovl_world *world;
  const ovi_layer *layer;
  ovi_window window;
  ovi_fine_search search;
} ovi_plane_search;

/* Bytes of an object of `size` bytes with its search, which `opens` blocked cells or not; 0: there
 * is no such profile, or the world is too large. */
uint64_t ovi_plane_search_bytes(const ovl_world *world, int32_t profile, size_t size, bool opens);

/* Makes such an object, with its window filled and the rest of it 0; `allocator` may be NULL. */
ovl_result ovi_plane_search_make(const ovl_world *world, int32_t profile, size_t size, bool opens,
                                 const ovl_allocator *allocator, ovi_plane_search **made,
                                 ovl_fault *fault);

#endif
