/* Public calls for parts of worlds: which rows a part needs, baking a part, merging parts. */
#include "bake/bake_request.h"
#include "coarse/blocks/map_sections.h"
#include "coarse/file/merge.h"
#include "coarse/file/part_maker.h"
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "overland_bake.h"
#include "world/world.h"

/* ---- Rows ----------------------------------------------------------------------- */

/* Whether a bake reads nothing but the terrain of one floor, so that a part needs only some rows.
 */
static bool can_be_cut(const ovl_bake_def *bake) {
  if (bake->more.links != NULL && bake->more.link_count != 0) {
    return false;
  }
  const ovl_floor_def *floor = bake->more.floors;
  return floor == NULL || (bake->more.floor_count == 1 && !floor->graph && floor->heights == NULL &&
                           floor->extra == NULL);
}

/* Lays out the plane of a bake without reading cells. False: a size is out of range. */
static bool parts_lay_out(ovi_map *map, const ovl_bake_def *bake) {
  *map = (ovi_map){.plane.region_cells = bake->tuning.region_cells,
                   .floor_count = bake->more.floors != NULL ? bake->more.floor_count : 1};
  if (bake->tuning.region_cells < OVL_MIN_REGION_CELLS ||
      bake->tuning.region_cells > OVL_MAX_REGION_CELLS || map->floor_count < 1 ||
      map->floor_count > OVL_MAX_FLOORS) {
    return false;
  }
  for (int32_t i = 0; i < map->floor_count; i++) {
    const ovl_floor_def only = {.width = bake->width, .height = bake->height};
    ovi_map_floor floor = {.def = bake->more.floors != NULL ? bake->more.floors[i] : only};
    if (floor.def.width < 1 || floor.def.width > OVL_MAX_SIDE_CELLS || floor.def.height < 1 ||
        floor.def.height > OVL_MAX_SIDE_CELLS || !ovi_map_lay_out_floor(map, &floor)) {
      return false;
    }
  }
  return ovi_map_divide(map);
}

/* Finds the bands and rows of a part; false: there is no such part. */
static bool parts_find_rows(const ovi_map *map, const ovl_bake_def *bake, int32_t index,
                            int32_t count, ovl_part_rows *rows) {
  const int32_t bands = (map->plane.height + map->plane.region_cells - 1) / map->plane.region_cells;
  if (count < 1 || count > bands || index < 0 || index >= count) {
    return false;
  }
  ovi_part_bands(bands, index, count, &rows->first_band, &rows->bands);
  rows->first_row = 0;
  rows->row_count = map->plane.height;
  if (can_be_cut(bake)) {
    ovi_part_rows(map, rows->first_band, rows->bands, &rows->first_row, &rows->row_count);
  }
  return true;
}

ovl_result ovl_part_rows_of(const ovl_bake_def *bake, int32_t index, int32_t count,
                            ovl_part_rows *rows) {
  ovi_map map;
  *rows = (ovl_part_rows){0, 0, 0, 0};
  return parts_lay_out(&map, bake) && parts_find_rows(&map, bake, index, count, rows)
             ? OVL_OK
             : OVL_BAD_ARGUMENT;
}

/* An upper bound: counts every layer that may be directed as directed, and heights as steep. */
uint64_t ovl_part_bytes_needed(const ovl_bake_def *bake, int32_t index, int32_t count) {
  const ovl_profile_def profile = ovl_profile_def_default();
  ovi_bake whole = {.jobs = bake->jobs};
  ovi_map *map = &whole.map;
  ovl_part_rows rows;
  if (!parts_lay_out(map, bake) || !parts_find_rows(map, bake, index, count, &rows) ||
      ovi_spacing_of(&bake->tuning) < 1) {
    return 0;
  }
  map->plane.spacing = ovi_spacing_of(&bake->tuning);
  map->profiles = bake->more.profiles != NULL ? bake->more.profiles : &profile;
  map->profile_count = bake->more.profiles != NULL ? bake->more.profile_count : 1;
  map->link_count = bake->more.links != NULL ? bake->more.link_count : 0;
  map->rule.fn = bake->more.step_rule;
  map->rule.profiles = bake->more.step_rule_profiles;
  for (int32_t i = 0; bake->more.floors != NULL && i < bake->more.floor_count; i++) {
    map->has_heights = map->has_heights || bake->more.floors[i].heights != NULL;
  }
  map->most_rise = UINT16_MAX;
  const ovi_part part = {.bake = &whole, .first_band = rows.first_band, .bands = rows.bands};
  return ovi_part_bytes_needed(&part);
}

/* ---- Baking --------------------------------------------------------------------- */

ovl_part_def ovl_part_def_default(void) {
  ovl_part_def def = {.bake = ovl_bake_def_default(), .count = 1};
  def.bake.tuning.region_cells = OVI_USUAL_REGION_CELLS;
  return def;
}

static bool has_alike_profiles(const ovi_map *map, const ovi_shared *shared) {
  bool alike = true;
  for (int32_t i = 0; alike && i < map->profile_count; i++) {
    uint8_t entry[OVI_PROFILE_BYTES] = {0};
    const uint8_t *held = shared->file.profiles + (uint64_t)i * OVI_PROFILE_BYTES;
    ovi_put_profile(entry, map, i);
    alike = memcmp(entry, held, OVI_PROFILE_MIN_WEIGHT) == 0 &&
            ((entry[OVI_PROFILE_FLAGS] ^ held[OVI_PROFILE_FLAGS]) & OVI_PROFILE_RULE) == 0 &&
            memcmp(entry + OVI_PROFILE_CLIMB, held + OVI_PROFILE_CLIMB,
                   OVI_PROFILE_ISLANDS - OVI_PROFILE_CLIMB) == 0;
  }
  return alike;
}

/* Checks that an older world has the same floors, profiles and settings, as far as blocks depend on
 * them. OVL_OK, or OVL_BAD_ARGUMENT with the fault. */
static ovl_result check_older_world(const ovi_bake *bake, const ovl_world *world,
                                    ovl_fault *fault) {
  const ovi_shared *shared = &world->shared;
  const ovi_map *map = &bake->map;
  const ovi_plane *held = &shared->plane;
  const ovi_plane *needed = &map->plane;
  const ovi_argument numbers[] = {
      {"from: its number of floors", shared->floor_count, map->floor_count, map->floor_count},
      {"from: its width", held->width, needed->width, needed->width},
      {"from: its height", held->height, needed->height, needed->height},
      {"from: its region size", held->region_cells, needed->region_cells, needed->region_cells},
      {"from: its spacing", held->spacing, needed->spacing, needed->spacing},
      {"from: its number of profiles", shared->profile_count, map->profile_count,
       map->profile_count},
  };
  if (OVI_ARGUMENTS_CHECK(numbers, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  uint8_t floors[OVL_MAX_FLOORS * OVI_FLOOR_BYTES];
  ovi_put_floors(floors, map);
  if (memcmp(floors, shared->file.floors, (size_t)map->floor_count * OVI_FLOOR_BYTES) != 0) {
    return ovi_argument_fail(fault, "from: its floors", 0, 0, 0);
  }
  return has_alike_profiles(map, shared) ? OVL_OK
                                         : ovi_argument_fail(fault, "from: its profiles", 0, 0, 0);
}

/* Bakes a part of a whole bake, whose definition is valid. */
static ovl_result bake_part_of(ovi_bake *bake, const ovl_part_def *def, ovl_fault *fault) {
  ovi_map *map = &bake->map;
  ovl_part_rows rows;
  if (!parts_find_rows(map, &def->bake, def->index, def->count, &rows)) {
    const int32_t bands =
        (map->plane.height + map->plane.region_cells - 1) / map->plane.region_cells;
    return def->count < 1 || def->count > bands
               ? ovi_argument_fail(fault, "count of the parts", 0, (uint64_t)def->count,
                                   (uint64_t)bands)
               : ovi_argument_fail(fault, "index of a part", 0, (uint64_t)def->index,
                                   (uint64_t)def->count - 1);
  }
  const ovi_argument arguments[] = {{"write", def->write != NULL, 1, 1},
                                    OVI_RESERVED_ARGUMENT("reserved", def->reserved)};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (def->from != NULL && check_older_world(bake, def->from, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  map->floors[0].first_row = rows.first_row;
  const ovi_part part = {.bake = bake,
                         .index = def->index,
                         .count = def->count,
                         .first_band = rows.first_band,
                         .bands = rows.bands,
                         .identity = def->map_identity,
                         .from = def->from != NULL ? def->from->layers : NULL,
                         .write = def->write,
                         .write_user = def->write_user};
  if (def->from == NULL) {
    return ovi_part_bake(&part);
  }
  ovi_world_begin_call(def->from);
  return ovi_world_end_call(def->from, ovi_part_bake(&part));
}

ovl_result ovl_part_bake(const ovl_part_def *def, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  ovi_bake_request *request;
  ovl_result result = ovi_bake_request_make(&request, &def->bake, fault);
  if (result == OVL_OK) {
    result = bake_part_of(&request->bake, def, fault);
  }
  ovi_bake_request_release(request);
  return result;
}

/* ---- Merging -------------------------------------------------------------------- */

ovl_merge_def ovl_merge_def_default(void) {
  return (ovl_merge_def){.allocator = *ovl_default_allocator()};
}

ovl_result ovl_parts_merge(const ovl_merge_def *def, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    OVI_ALLOCATOR_ARGUMENT(&def->allocator),
                                    {"part_count", def->part_count, 1, INT32_MAX},
                                    {"read", def->read != NULL, 1, 1},
                                    {"write", def->write != NULL, 1, 1},
                                    {"jobs", ovi_jobs_are_valid(def->jobs), 1, 1}};
  const ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_part_reader parts = {.count = def->part_count,
                           .read = def->read,
                           .read_user = def->read_user,
                           .scratch = {.allocator = &def->allocator},
                           .fault = fault};
  const ovi_merge merge = {.parts = &parts,
                           .write = def->write,
                           .write_user = def->write_user,
                           .jobs = def->jobs,
                           .progress = def->progress,
                           .progress_user = def->progress_user};
  return ovi_merge_parts(&merge);
}
