/* Public calls for parts of worlds: surveying a map, which rows a part needs, baking a part,
 * merging parts. */
#include "bake/bake_request.h"
#include "coarse/blocks/map_sections.h"
#include "coarse/file/bake_file.h"
#include "coarse/file/part_maker.h"
#include "coarse/format/fault.h"
#include "coarse/format/part_format.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "overland_bake.h"
#include "world/world.h"

/* ---- Surveys -------------------------------------------------------------------- */

ovl_result ovl_survey_create(const ovl_bake_def *def, ovl_read_cells_fn read, void *user,
                             ovl_survey **survey, ovl_fault *fault) {
  static const ovl_part_rows no_rows = {.row_count = 0};
  ovl_fault unused;
  ovl_bake_def checked = *def;
  const ovl_allocator *allocator = ovi_allocator_of(&def->allocator);
  ovi_bake_request *request = NULL;
  fault = ovi_fault_begin(fault, &unused);
  *survey = NULL;
  const ovi_argument arguments[] = {
      {"floors of a survey: one, of cells", ovi_bake_has_one_floor(def), 1, 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  checked.more.survey = NULL;
  ovl_result result =
      ovi_bake_request_make(&request, &checked, read != NULL ? &no_rows : NULL, fault);
  ovl_survey *made = result == OVL_OK ? ovi_allocate(allocator, sizeof *made) : NULL;
  if (made != NULL) {
    const ovi_survey_rows rows = {read, user, def->progress, def->progress_user};
    *made = (ovl_survey){.allocator = *allocator,
                         .stamp = ovi_survey_stamp(&checked, &request->bake.map)};
    result = ovi_survey_make(&made->facts, &request->bake.map, &rows, &made->allocator);
    if (result == OVL_READ_FAILED) {
      *fault = (ovl_fault){.what = "read"};
    }
  } else {
    result = result == OVL_OK ? OVL_NO_MEMORY : result;
  }
  ovi_bake_request_release(request);
  if (result == OVL_OK) {
    *survey = made;
  } else {
    ovl_survey_destroy(made);
  }
  return result;
}

void ovl_survey_destroy(ovl_survey *survey) {
  if (survey != NULL) {
    const ovl_allocator allocator = survey->allocator;
    ovi_memory_release(&survey->facts.memory);
    ovi_release(&allocator, survey, sizeof *survey);
  }
}

/* ---- Rows ----------------------------------------------------------------------- */

/* Lays out the plane of a bake without reading cells. OVL_BAD_ARGUMENT: a size is out of range. */
static ovl_result parts_lay_out(ovi_map *map, const ovl_bake_def *bake, ovl_fault *fault) {
  *map = (ovi_map){.plane.region_cells = ovi_region_cells_of(&bake->tuning),
                   .floor_count = bake->more.floors != NULL ? bake->more.floor_count : 1};
  const bool has_floors = bake->more.floors != NULL;
  const ovi_argument arguments[] = {
      {"region_cells", map->plane.region_cells, OVL_MIN_REGION_CELLS, OVL_MAX_REGION_CELLS},
      {"floor_count", bake->more.floor_count, has_floors, has_floors ? OVL_MAX_FLOORS : 0}};
  ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  for (int32_t i = 0; i < map->floor_count && result == OVL_OK; i++) {
    const ovl_floor_def only = {.width = bake->width, .height = bake->height};
    ovi_map_floor floor = {.def = bake->more.floors != NULL ? bake->more.floors[i] : only};
    const ovi_argument sizes[] = {{"width", floor.def.width, 1, OVL_MAX_SIDE_CELLS},
                                  {"height", floor.def.height, 1, OVL_MAX_SIDE_CELLS}};
    result = OVI_ARGUMENTS_CHECK(sizes, (uint64_t)i, fault);
    if (result == OVL_OK && !ovi_map_lay_out_floor(map, &floor)) {
      result = ovi_argument_fail(fault, "floors: too many rows in all", (uint64_t)i, 0, 0);
    }
  }
  return result != OVL_OK      ? result
         : ovi_map_divide(map) ? OVL_OK
                               : ovi_argument_fail(fault, "map: too many regions", 0, 0, 0);
}

/* Finds the bands and rows of a part. OVL_BAD_ARGUMENT: there is no such part. */
static ovl_result parts_find_rows(const ovi_map *map, const ovl_bake_def *bake, int32_t index,
                                  int32_t count, ovl_part_rows *rows, ovl_fault *fault) {
  const int32_t bands = (map->plane.height + map->plane.region_cells - 1) / map->plane.region_cells;
  const ovi_argument arguments[] = {{"count of the parts", count, 1, bands},
                                    {"index of a part", index, 0, (int64_t)count - 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_part_bands(bands, index, count, &rows->first_band, &rows->bands);
  rows->first_row = 0;
  rows->row_count = map->plane.height;
  /* A part can be baked from its own rows if the map has one floor, and either a survey or no
   * heights, extra costs and links. */
  const ovl_floor_def *floor = bake->more.floors;
  const bool has_links = bake->more.links != NULL && bake->more.link_count != 0;
  const bool is_plain =
      !has_links && (floor == NULL || (floor->heights == NULL && floor->extra == NULL));
  if (ovi_bake_has_one_floor(bake) && (is_plain || bake->more.survey != NULL)) {
    ovi_part_rows(map, bake->topology == OVL_HEXAGONS ? OVI_HEXAGONS : OVI_SQUARES,
                  rows->first_band, rows->bands, &rows->first_row, &rows->row_count);
  }
  OVI_ASSERT(rows->bands >= 1 && rows->first_band + rows->bands <= bands);
  OVI_ASSERT(rows->first_row >= 0 && rows->first_row + rows->row_count <= map->plane.height);
  return OVL_OK;
}

ovl_result ovl_part_rows_of(const ovl_bake_def *bake, int32_t index, int32_t count,
                            ovl_part_rows *rows, ovl_fault *fault) {
  ovi_map map;
  *rows = (ovl_part_rows){0, 0, 0, 0};
  const ovl_result result = parts_lay_out(&map, bake, fault);
  return result == OVL_OK ? parts_find_rows(&map, bake, index, count, rows, fault) : result;
}

/* An upper bound: counts every layer that may be directed as directed, and heights as steep. */
uint64_t ovl_part_bytes_needed(const ovl_bake_def *bake, int32_t index, int32_t count) {
  const ovl_profile_def profile = {0};
  ovi_bake whole = {.jobs = bake->jobs};
  ovi_map *map = &whole.map;
  ovl_part_rows rows;
  if (parts_lay_out(map, bake, NULL) != OVL_OK ||
      parts_find_rows(map, bake, index, count, &rows, NULL) != OVL_OK ||
      ovi_spacing_of(&bake->tuning) < 1) {
    return 0;
  }
  map->plane.spacing = ovi_spacing_of(&bake->tuning);
  map->profiles = bake->more.profiles != NULL ? bake->more.profiles : &profile;
  map->profile_count = bake->more.profiles != NULL ? bake->more.profile_count : 1;
  map->link_count = bake->more.links != NULL ? bake->more.link_count : 0;
  map->place_count = bake->more.places != NULL ? bake->more.place_count : 0;
  map->rule.fn = bake->more.step_rule;
  map->rule.profiles = bake->more.step_rule_profiles;
  map->rule.is_mutual = bake->more.step_rule_is_mutual;
  for (int32_t i = 0; bake->more.floors != NULL && i < bake->more.floor_count; i++) {
    map->has_heights = map->has_heights || bake->more.floors[i].heights != NULL;
  }
  map->most_rise = bake->more.survey != NULL ? bake->more.survey->facts.most_rise : UINT16_MAX;
  const ovi_part part = {.bake = &whole, .first_band = rows.first_band, .bands = rows.bands};
  return ovi_part_bytes_needed(&part);
}

/* ---- Baking --------------------------------------------------------------------- */

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
      {"from: x of its origin", held->origin_x, needed->origin_x, needed->origin_x},
      {"from: y of its origin", held->origin_y, needed->origin_y, needed->origin_y},
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
  for (int32_t i = 0; i < map->profile_count; i++) {
    uint8_t entry[OVI_PROFILE_BYTES] = {0};
    const uint8_t *old = shared->file.profiles + (uint64_t)i * OVI_PROFILE_BYTES;
    ovi_put_profile(entry, map, i);
    if (memcmp(entry, old, OVI_PROFILE_MIN_WEIGHT) != 0 ||
        ((entry[OVI_PROFILE_FLAGS] ^ old[OVI_PROFILE_FLAGS]) &
         (OVI_PROFILE_RULE | OVI_PROFILE_MUTUAL)) != 0 ||
        memcmp(entry + OVI_PROFILE_WALLS, old + OVI_PROFILE_WALLS, OVL_WALL_CELLS) != 0 ||
        memcmp(entry + OVI_PROFILE_CLIMB, old + OVI_PROFILE_CLIMB,
               OVI_PROFILE_ISLANDS - OVI_PROFILE_CLIMB) != 0) {
      return ovi_argument_fail(fault, "from: its profiles", 0, 0, 0);
    }
  }
  return OVL_OK;
}

ovl_result ovl_part_bake(const ovl_part_def *def, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  ovi_bake_request *request;
  ovl_part_rows rows; /* none, if there is no such part */
  const int32_t count = def->count != 0 ? def->count : 1;
  ovl_part_rows_of(&def->bake, def->index, count, &rows, NULL);
  ovl_result result = ovi_bake_request_make(&request, &def->bake, &rows, fault);
  if (result == OVL_OK) {
    result = parts_find_rows(&request->bake.map, &def->bake, def->index, count, &rows, fault);
  }
  if (result == OVL_OK && def->write == NULL) {
    result = ovi_argument_fail(fault, "write", 0, 0, 1);
  }
  if (result == OVL_OK && def->from != NULL) {
    result = check_older_world(&request->bake, def->from, fault);
  }
  if (result == OVL_OK) {
    const ovi_part part = {.bake = &request->bake,
                           .index = def->index,
                           .count = count,
                           .first_band = rows.first_band,
                           .bands = rows.bands,
                           .identity = def->map_identity,
                           .from = def->from != NULL ? def->from->layers : NULL,
                           .write = def->write,
                           .write_user = def->write_user};
    OVI_ASSERT(part.bands >= 1 && part.index < part.count);
    if (def->from != NULL) {
      ovi_world_begin_call(def->from);
    }
    result = ovi_part_bake(&part);
    result = def->from != NULL ? ovi_world_end_faulty_call(def->from, result, fault) : result;
  }
  ovi_bake_request_release(request);
  return result;
}

/* ---- Merging -------------------------------------------------------------------- */

ovl_result ovl_parts_merge(const ovl_merge_def *def, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  const ovl_allocator *allocator = ovi_allocator_of(&def->allocator);
  const ovi_argument arguments[] = {OVI_ALLOCATOR_ARGUMENT(allocator),
                                    {"part_count", def->part_count, 1, INT32_MAX},
                                    {"read", def->read != NULL, 1, 1},
                                    {"write", def->write != NULL, 1, 1},
                                    {"jobs", ovi_jobs_are_valid(def->jobs), 1, 1}};
  const ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  return result == OVL_OK ? ovi_merge_parts(def, fault) : result;
}
