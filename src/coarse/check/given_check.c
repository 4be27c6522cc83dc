/* Checks of ranges, field by field. */
#include "coarse/check/given_check.h"

#include "coarse/format/fault.h"
#include "coarse/format/limits.h"
#include "common/step_cost.h"

bool ovi_given_profile_is_valid(const ovi_shared *shared, uint32_t number, ovl_fault *fault) {
  const uint8_t *entry = shared->file.profiles + (uint64_t)number * OVI_PROFILE_BYTES;
  const uint64_t where = (uint64_t)((uintptr_t)entry - (uintptr_t)shared->file.bytes);
  int32_t climb = (int32_t)ovi_get_u32(entry + OVI_PROFILE_CLIMB);
  int32_t drop = (int32_t)ovi_get_u32(entry + OVI_PROFILE_DROP);
  return ovi_check_range(fault, "name of a profile", where, entry[OVL_NAME_BYTES - 1], 0, 0) &&
         ovi_check_range(fault, "corner rule", where + OVI_PROFILE_CORNERS,
                         entry[OVI_PROFILE_CORNERS], 0, OVL_CORNERS_COUNT - 1) &&
         ovi_check_range(fault, "size of a body", where + OVI_PROFILE_BODY, entry[OVI_PROFILE_BODY],
                         1, OVL_MAX_BODY_CELLS) &&
         ovi_check_range(fault, "least weight", where + OVI_PROFILE_MIN_WEIGHT,
                         entry[OVI_PROFILE_MIN_WEIGHT], 1, 255) &&
         ovi_check_range(
             fault, "flags of a profile", where + OVI_PROFILE_FLAGS, entry[OVI_PROFILE_FLAGS], 0,
             OVI_PROFILE_DIRECTED | OVI_PROFILE_LINKS | OVI_PROFILE_RULE | OVI_PROFILE_PLAIN) &&
         ovi_check_range(fault, "climb", where + OVI_PROFILE_CLIMB, (uint64_t)climb + 1, 0,
                         INT32_MAX) &&
         ovi_check_range(fault, "drop", where + OVI_PROFILE_DROP, (uint64_t)drop + 1, 0,
                         INT32_MAX) &&
         ovi_check_range(fault, "cost of climbing", where + OVI_PROFILE_CLIMB_COST,
                         ovi_get_u32(entry + OVI_PROFILE_CLIMB_COST), 0, OVI_MOST_STEP_COST) &&
         ovi_check_range(fault, "cost of falling", where + OVI_PROFILE_DROP_COST,
                         ovi_get_u32(entry + OVI_PROFILE_DROP_COST), 0, OVI_MOST_STEP_COST);
}

ovl_result ovi_given_floors_check(ovi_shared *shared, ovl_fault *fault) {
  uint64_t y = 0;
  int32_t width = 0;
  for (uint32_t i = 0; i < shared->floor_count; i++) {
    const uint8_t *entry = shared->file.floors + (uint64_t)i * OVI_FLOOR_BYTES;
    const uint64_t where = (uint64_t)((uintptr_t)entry - (uintptr_t)shared->file.bytes);
    const uint32_t places = ovi_get_u32(entry + 12);
    if (!ovi_check_range(fault, "width of a floor", where, ovi_get_u32(entry), 1,
                         OVL_MAX_SIDE_CELLS) ||
        !ovi_check_range(fault, "height of a floor", where + 4, ovi_get_u32(entry + 4), 1,
                         OVL_MAX_SIDE_CELLS) ||
        !ovi_check_range(fault, "first row of a floor", where + 8, ovi_get_u32(entry + 8), y, y) ||
        !ovi_check_range(fault, "kind of a floor", where + 12, places, 0, 1)) {
      return OVL_CORRUPT;
    }
    ovl_floor_def def = {.width = (int32_t)ovi_get_u32(entry),
                         .height = (int32_t)ovi_get_u32(entry + 4),
                         .graph = places != 0};
    int32_t w;
    int32_t h;
    ovi_floor_size(&def, &w, &h);
    width = w > width ? w : width;
    y += (uint64_t)h;
    if (i + 1 < shared->floor_count) {
      y += (uint64_t)shared->plane.region_cells - y % (uint64_t)shared->plane.region_cells;
    }
  }
  shared->is_one_floor = shared->floor_count == 1 && ovi_get_u32(shared->file.floors + 12) == 0;
  if (width != shared->plane.width || y != (uint64_t)shared->plane.height) {
    return ovi_check_fail_values(fault, OVL_CORRUPT, "size of the plane", OVI_AT_WIDTH, y,
                                 (uint64_t)shared->plane.height);
  }
  return OVL_OK;
}

ovl_result ovi_given_links_check(const ovi_shared *shared, ovl_fault *fault) {
  for (uint32_t i = 0; i < shared->link_count; i++) {
    const uint8_t *entry = shared->file.links + (uint64_t)i * OVI_LINK_BYTES;
    const uint64_t where = (uint64_t)((uintptr_t)entry - (uintptr_t)shared->file.bytes);
    const uint64_t most_x = (uint64_t)shared->plane.width - 1;
    const uint64_t most_y = (uint64_t)shared->plane.height - 1;
    if (!ovi_check_range(fault, "end of a link", where, ovi_get_u32(entry), 0, most_x) ||
        !ovi_check_range(fault, "end of a link", where, ovi_get_u32(entry + 4), 0, most_y) ||
        !ovi_check_range(fault, "end of a link", where, ovi_get_u32(entry + 8), 0, most_x) ||
        !ovi_check_range(fault, "end of a link", where, ovi_get_u32(entry + 12), 0, most_y) ||
        !ovi_check_range(fault, "cost of a link", where, ovi_get_u32(entry + 16), 1,
                         OVI_MOST_LINK_COST) ||
        !ovi_check_range(fault, "cost of a link", where, ovi_get_u32(entry + 20), 0,
                         OVI_MOST_LINK_COST) ||
        !ovi_check_range(fault, "flags of a link", where, ovi_get_u32(entry + OVI_LINK_FLAGS), 0,
                         OVI_LINK_CLOSED)) {
      return OVL_CORRUPT;
    }
  }
  return OVL_OK;
}
