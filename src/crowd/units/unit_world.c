/* Decides which worlds a set of units can walk, by sizes of floors and names of profiles. */
#include "crowd/units/unit_world.h"

#include "common/compiler.h"
#include "common/hash64.h"
#include "crowd/units/unit_internal.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"

/* A hash of the places and sizes of all floors and of the numbers of the profiles with our names.
 */
static uint64_t walkable_shape(const ovl_units *units, const ovl_world *world) {
  uint64_t hash = 0;
  ovl_floor_info floor;
  for (int32_t number = 0; ovl_world_floor(world, number, &floor); number++) {
    hash = ovi_mix64(ovi_mix64(hash + (uint64_t)floor.width) + (uint64_t)floor.height);
    hash = ovi_mix64(hash + (floor.graph ? 1 : 0));
    hash = ovi_mix64(hash + ((uint64_t)(uint32_t)floor.corner.x << 32 | (uint32_t)floor.corner.y));
  }
  for (int32_t profile = 0; profile < units->walked.profiles; profile++) {
    const int32_t number = ovl_world_find_profile(world, units->walked.names[profile]);
    hash = ovi_mix64(hash + (uint64_t)number);
  }
  return hash;
}

uint64_t ovi_world_identity(const ovl_world *world) {
  ovl_version_info info;
  ovl_world_version(world, &info);
  return info.identity;
}

void ovi_units_learn_world(ovl_units *units, const ovl_world *world) {
  for (int32_t profile = 0; profile < units->walked.profiles; profile++) {
    ovl_profile_info about;
    ovl_world_profile(world, profile, &about);
    memcpy(units->walked.names[profile], about.def.name, OVL_NAME_BYTES);
  }
  ovl_floor_info floor;
  for (int32_t number = 0; ovl_world_floor(world, number, &floor); number++) {
    units->walked.graphs |= (uint64_t)(floor.graph ? 1 : 0) << number;
  }
  units->walked.shape = walkable_shape(units, world);
  units->walked.identity = ovi_world_identity(world);
}

bool ovi_units_serve(const ovl_units *units, const ovl_world *world) {
  return ovi_world_identity(world) == units->walked.identity ||
         walkable_shape(units, world) == units->walked.shape;
}
