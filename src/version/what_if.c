/* "What if": which units a building would seal in. */
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "overland_edit.h"
#include "version/apply.h"

/* Lists the units that are on the island of `home` before the edits and no longer after them. */
static ovl_result answer(const ovl_what_if *what, const ovl_world *before, const ovl_world *after,
                         uint32_t *cut, size_t capacity, size_t *needed, ovl_fault *fault) {
  ovi_world_begin_call(before);
  ovi_world_begin_call(after);
  const uint32_t home = ovi_world_island(before, what->profile, what->home);
  const uint32_t home_after = ovi_world_island(after, what->profile, what->home);
  size_t count = 0;
  for (size_t i = 0; home != 0 && i < what->unit_count; i++) {
    const ovl_cell unit = what->units[i];
    if (ovi_world_island(before, what->profile, unit) == home &&
        (home_after == 0 || ovi_world_island(after, what->profile, unit) != home_after)) {
      if (count < capacity) {
        cut[count] = (uint32_t)i;
      }
      count++;
    }
    ovi_layer_unpin(before->layers);
    ovi_layer_unpin(after->layers);
  }
  ovl_result result = ovi_world_end_faulty_call(before, OVL_OK, fault);
  result = result == OVL_OK ? ovi_world_end_faulty_call(after, OVL_OK, fault) : result;
  if (result != OVL_OK) {
    return result;
  }
  *needed = count;
  return count <= capacity ? OVL_OK : OVL_MORE_ROOM;
}

ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                             const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                             size_t *needed, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *needed = 0;
  const ovi_argument arguments[] = {
      OVI_RESERVED_ARGUMENT("reserved", what->reserved),
      {"profile", what->profile, 0, (int64_t)world->shared.profile_count - 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (what->version != NULL) {
    return answer(what, world, what->version, cut, capacity, needed, fault);
  }
  ovl_world *after;
  ovl_result result = ovl_world_apply(world, what->edits, what->edit_count, def, &after, fault);
  if (result == OVL_OK) {
    result = answer(what, world, after, cut, capacity, needed, fault);
  }
  ovl_world_close(after);
  return result;
}
