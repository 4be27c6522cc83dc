/* A search of all cells of a layer at once, in a window over the whole plane: the baseline and
 * blockers are objects that begin with one. */
#ifndef OVERLAND_WORLD_PLANE_SEARCH_H
#define OVERLAND_WORLD_PLANE_SEARCH_H

#include "coarse/view/plane_window.h"
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

static inline void ovi_plane_search_reserve(ovi_plane_search *plane, ovi_arena *arena,
                                            const ovi_layer *layer, bool opens) {
  ovi_plane_window_reserve(&plane->window, arena, layer, opens);
  ovi_fine_reserve(&plane->search, arena, plane->window.max_cells);
}

/* Bytes of an object of `size` bytes with its search, which `opens` blocked cells or not; 0: there
 * is no such profile, or the world is too large. */
static inline uint64_t ovi_plane_search_bytes(const ovl_world *world, int32_t profile, size_t size,
                                              bool opens) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  ovi_plane_search counted;
  ovi_arena arena = {NULL, 0};
  if (layer == NULL || !ovi_plane_fits_window(layer)) {
    return 0;
  }
  ovi_arena_take(&arena, 1, size);
  ovi_plane_search_reserve(&counted, &arena, layer, opens);
  return arena.used;
}

/* Makes such an object, with its window filled and the rest of it 0; `allocator` may be NULL. */
static inline ovl_result ovi_plane_search_make(const ovl_world *world, int32_t profile, size_t size,
                                               bool opens, const ovl_allocator *allocator,
                                               ovi_plane_search **made, ovl_fault *fault) {
  const uint64_t bytes = ovi_plane_search_bytes(world, profile, size, opens);
  const ovi_argument arguments[] = {
      {"profile", profile, 0, (int64_t)world->shared.profile_count - 1},
      {"world: too large", bytes == 0, 0, 0}};
  const ovi_object object = {allocator != NULL ? *allocator : *ovl_default_allocator(), bytes,
                             NULL};
  ovi_arena arena;
  ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  result = result == OVL_OK ? ovi_object_make(&object, 0, size, &arena, fault) : result;
  *made = NULL;
  if (result != OVL_OK) {
    return result;
  }
  ovi_plane_search *plane = (ovi_plane_search *)(void *)arena.block;
  plane->world = world;
  plane->layer = ovi_world_layer(world, profile);
  ovi_plane_search_reserve(plane, &arena, plane->layer, opens);
  ovi_world_begin_call(world);
  ovi_plane_window_fill(&plane->window, plane->layer, opens);
  ovi_fine_clear(&plane->search, plane->window.max_cells);
  result = ovi_world_end_call(world, OVL_OK);
  if (result != OVL_OK) {
    ovi_object_destroy(plane);
    return result;
  }
  *made = plane;
  return OVL_OK;
}

#endif
