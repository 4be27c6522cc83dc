/* A world: what all profiles share, a layer for each, and who owns the bytes. */
#ifndef OVI_WORLD_OBJECT_H
#define OVI_WORLD_OBJECT_H

#include "goals.h"
#include "layer.h"
#include "overland.h"

struct ovl_world {
  ovi_shared shared;
  ovl_allocator allocator;
  uint8_t *owned; /* the bytes, if the world was baked; else NULL */
  uint64_t owned_bytes;
  uint64_t object_bytes; /* of this and the layers */
  ovi_layer layers[];    /* one a profile; they keep the address of `shared` */
};

/* The layer of a profile; NULL if there is no such profile. */
static inline const ovi_layer *ovi_world_layer(const ovl_world *world, int32_t profile) {
  return profile >= 0 && (uint32_t)profile < world->shared.profile_count ? &world->layers[profile]
                                                                         : NULL;
}

/* The same where there are several floors, or places. */
ovl_cell ovi_floors_to_plane(const ovl_world *world, ovl_cell cell);
ovl_cell ovi_floors_from_plane(const ovl_world *world, ovl_cell cell);
bool ovi_floors_have(const ovl_world *world, ovl_cell cell);

/* Whether a cell is one of its floor. */
static inline bool ovi_world_has(const ovl_world *world, ovl_cell cell) {
  return world->shared.is_one_floor
             ? cell.floor == 0 && ovi_plane_has(&world->layers[0], cell.x, cell.y)
             : ovi_floors_have(world, cell);
}

/* Where a floor lies in the plane, a floor of places row by row; false if there is none. */
bool ovi_world_floor_rectangle(const ovl_world *world, int32_t floor, ovi_rectangle *rectangle);

/* From a cell of the world to one of the plane, and back. */
static inline ovl_cell ovi_world_to_plane(const ovl_world *world, ovl_cell cell) {
  return world->shared.is_one_floor ? cell : ovi_floors_to_plane(world, cell);
}

static inline ovl_cell ovi_world_from_plane(const ovl_world *world, ovl_cell cell) {
  return world->shared.is_one_floor ? cell : ovi_floors_from_plane(world, cell);
}

#endif
