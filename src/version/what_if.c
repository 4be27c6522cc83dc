/* "May I place this building without sealing anyone in?": the edits are made to a version that
 * nobody sees, and islands compared. */
#include "coarse/format/fault.h"
#include "overland_edit.h"
#include "version/apply.h"

/* Fills in who stands on home's island in the one version and not in the other. */
static size_t find_cut(const ovl_what_if *what, const ovl_world *before, const ovl_world *after,
                       uint32_t *cut, size_t capacity) {
  const uint32_t home = ovi_world_island(before, what->profile, what->home);
  const uint32_t home_then = ovi_world_island(after, what->profile, what->home);
  size_t count = 0;
  for (size_t i = 0; home != 0 && i < what->unit_count; i++) {
    if (ovi_world_island(before, what->profile, what->units[i]) != home) {
      continue;
    }
    if (home_then == 0 || ovi_world_island(after, what->profile, what->units[i]) != home_then) {
      if (count < capacity) {
        cut[count] = (uint32_t)i;
      }
      count++;
    }
  }
  return count;
}

ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                             const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                             size_t *needed, ovl_fault *fault) {
  ovl_fault unused;
  ovl_world *after = NULL;
  fault = ovi_fault_begin(fault, &unused);
  *needed = 0;
  if (ovi_world_layer(world, what->profile) == NULL) {
    *fault = (ovl_fault){"profile", 0, (uint64_t)(uint32_t)what->profile,
                         world->shared.profile_count - 1};
    return OVL_BAD_ARGUMENT;
  }
  const ovi_apply_task task = {.world = world,
                               .edits = what->edits,
                               .count = what->edit_count,
                               .def = def,
                               .no_estimates = true,
                               .fault = fault};
  const ovl_result result = ovi_apply(&task, &after);
  if (result != OVL_OK) {
    return result;
  }
  ovi_world_begin_call(world);
  *needed = find_cut(what, world, after, cut, capacity);
  ovl_world_close(after);
  return ovi_world_end_call(world, *needed <= capacity ? OVL_OK : OVL_MORE_ROOM);
}
