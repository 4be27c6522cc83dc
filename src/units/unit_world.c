/* Whether a world is one that units can walk: what tells it, for little enough to be looked at
 * whenever the version changes, is its floors and the names of its profiles. */
#include <string.h>

#include "common/hash64.h"
#include "units/unit_internal.h"

static uint64_t fold(uint64_t hash, int64_t value) { return ovi_mix64(hash + (uint64_t)value); }

/* A hash of the sizes of all floors, and of where profiles of our names stand. */
static uint64_t shape_of(const ovl_units *units, const ovl_world *world) {
  uint64_t hash = 0;
  ovl_floor_info floor;
  for (int32_t number = 0; ovl_world_floor(world, number, &floor); number++) {
    hash = fold(fold(fold(hash, floor.width), floor.height), floor.places ? 1 : 0);
  }
  for (int32_t profile = 0; profile < units->profiles; profile++) {
    hash = fold(hash, ovl_world_find_profile(world, units->names[profile]));
  }
  return hash;
}

uint64_t ovi_world_identity(const ovl_world *world) {
  ovl_version_info info;
  ovl_world_version(world, &info);
  return info.identity;
}

void ovi_units_know(ovl_units *units, const ovl_world *world) {
  for (int32_t profile = 0; profile < units->profiles; profile++) {
    ovl_profile_info about;
    ovl_world_profile(world, profile, &about);
    memcpy(units->names[profile], about.def.name, OVL_NAME_BYTES);
  }
  units->shape = shape_of(units, world);
  units->identity = ovi_world_identity(world);
}

bool ovi_units_serve(ovl_units *units, const ovl_world *world) {
  const uint64_t identity = ovi_world_identity(world);
  if (identity != units->identity && shape_of(units, world) != units->shape) {
    return false;
  }
  units->identity = identity;
  return true;
}
