/* Reads floors, profiles and links of a world, and the range of its heights band by band. */
#include "bake/verify_input.h"

#include "coarse/blocks/map_sections.h"
#include "common/compiler.h"
#include "overland_inspect.h"

/* ---- Reading the input ------------------------------------------------------------------- */

static bool recover_floors(ovi_verify_input *input) {
  const uint32_t count = input->world->shared.floor_count;
  ovl_floor_def *floors = ovi_scratch_take(&input->scratch, count, sizeof(ovl_floor_def));
  for (uint32_t i = 0; floors != NULL && i < count; i++) {
    ovl_floor_info info;
    ovl_world_floor(input->world, (int32_t)i, &info);
    floors[i] = (ovl_floor_def){.width = info.width, .height = info.height, .graph = info.graph};
  }
  input->def.more.floors = floors;
  input->def.more.floor_count = (int32_t)count;
  return floors != NULL;
}

static bool recover_profiles(ovi_verify_input *input) {
  const uint32_t count = input->world->shared.profile_count;
  ovl_profile_def *profiles = ovi_scratch_take(&input->scratch, count, sizeof(ovl_profile_def));
  for (uint32_t i = 0; profiles != NULL && i < count; i++) {
    profiles[i] = ovi_world_profile_def(input->world, i);
    input->def.more.step_rule_profiles |= (uint32_t)input->world->layers[i].profile.asks_rule << i;
  }
  input->def.more.profiles = profiles;
  input->def.more.profile_count = (int32_t)count;
  return profiles != NULL;
}

static bool recover_links(ovi_verify_input *input) {
  const uint32_t count = input->world->shared.link_count;
  ovl_link_def *links =
      ovi_scratch_take(&input->scratch, (uint64_t)count + 1, sizeof(ovl_link_def));
  for (uint32_t i = 0; links != NULL && i < count; i++) {
    ovl_world_link(input->world, i, &links[i]);
  }
  input->def.more.links = links;
  input->def.more.link_count = (int32_t)count;
  input->def.more.blocked_links = true; /* an edit may have blocked their ends */
  return links != NULL;
}

/* False: no memory. */
static bool recover_all(ovi_verify_input *input) {
  const ovi_shared *shared = &input->world->shared;
  input->def.tuning.region_cells = shared->plane.region_cells;
  input->def.tuning.spacing_cells = shared->plane.spacing;
  input->def.tuning.label_bytes_per_cell = shared->file.bytes[OVI_AT_LABEL_BUDGET];
  input->def.tuning.overlays = (ovl_overlays)shared->file.bytes[OVI_AT_OVERLAYS];
  return recover_floors(input) && recover_profiles(input) && recover_links(input) &&
         ovi_verify_cells_begin(&input->cells, shared, input->world->layers,
                                input->scratch.allocator) == OVL_OK;
}

/* States the sections of profiles, floors and links as the map gives them. False: no memory. */
static bool give_sections(ovi_verify_input *input) {
  ovi_bake *bake = &input->request.bake;
  const ovi_map *map = &bake->map;
  const uint64_t profiles = (uint64_t)map->profile_count * OVI_PROFILE_BYTES;
  const uint64_t floors = (uint64_t)map->floor_count * OVI_FLOOR_BYTES;
  const uint64_t links = (uint64_t)map->link_count * OVI_LINK_BYTES;
  uint8_t *given = ovi_scratch_take(&input->scratch, profiles + floors + links, 1);
  if (given == NULL) {
    return false;
  }
  memset(given, 0, (size_t)(profiles + floors + links));
  for (int32_t i = 0; i < map->profile_count; i++) {
    ovi_put_profile(given + (uint64_t)i * OVI_PROFILE_BYTES, map, i);
  }
  ovi_put_floors(given + profiles, map);
  ovi_put_links(given + profiles + floors, map);
  bake->given =
      (ovi_given){given, given + profiles, given + profiles + floors, ovi_frame_fingerprint(map)};
  return true;
}

ovl_result ovi_verify_input_begin(ovi_verify_input *input, ovl_fault *fault) {
  input->scratch = (ovi_scratch){.allocator = &input->def.allocator};
  if (!recover_all(input)) {
    return OVL_NO_MEMORY;
  }
  input->source = ovi_verify_cells_source(&input->cells);
  input->range = ovi_height_range_none();
  return ovi_bake_request_begin_from(&input->request, &input->def, &input->source, fault);
}

void ovi_verify_input_widen(ovi_verify_input *input, int32_t band) {
  const ovi_map *map = &input->request.bake.map;
  const int32_t first = band * map->plane.region_cells;
  const int32_t end = first + map->plane.region_cells;
  for (int32_t i = 0; i < map->floor_count; i++) {
    ovi_map_floor floor = map->floors[i];
    const int32_t from = first > floor.y ? first - floor.y : 0;
    const int32_t to = end < floor.y + floor.h ? end - floor.y : floor.h;
    floor.first_row = from;
    floor.rows = to - from;
    if (from < to) {
      ovi_map_widen_range(map, &floor, &input->range);
    }
  }
}

ovl_result ovi_verify_input_end(ovi_verify_input *input, ovl_fault *fault) {
  ovi_bake *bake = &input->request.bake;
  bake->map.most_rise = ovi_height_rise(&input->range);
  bake->map.has_heights = input->range.most != 0;
  const ovl_result result = ovi_bake_request_end_from(&input->request, &input->def, fault);
  if (result != OVL_OK) {
    return result;
  }
  bake->without_derived =
      ovi_world_is_edited(input->world) || input->world->layers[0].labels.state == OVL_LABELS_STALE;
  return give_sections(input) ? OVL_OK : OVL_NO_MEMORY;
}

void ovi_verify_input_release(ovi_verify_input *input) {
  ovi_verify_cells_release(&input->cells);
  ovi_scratch_release(&input->scratch);
}
