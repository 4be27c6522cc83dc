/* Checks the definition of a world before anything is baked, so that a bake fails for no other
 * reason than memory, an answer of the step rule, or the caller's stopping it. */
#include "bake/bake_request.h"

#include "coarse/format/limits.h"
#include "coarse/format/utf8.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/jobs.h"
#include "common/number_map.h"
#include "common/topology.h"

/* ---- Settings -------------------------------------------------------------- */

static ovl_result check_settings(const ovl_bake_def *def, ovl_fault *fault) {
  const bool has_floors = def->more.floors != NULL;
  const bool has_profiles = def->more.profiles != NULL;
  const ovi_argument ranges[] = {
      OVI_ALLOCATOR_ARGUMENT(ovi_allocator_of(&def->allocator)),
      {"jobs->run", def->jobs == NULL || def->jobs->run != NULL, 1, 1},
      {"corners", (int32_t)def->corners, 0, OVL_CORNERS_COUNT - 1},
      {"topology", (int32_t)def->topology, 0, OVL_TOPOLOGY_COUNT - 1},
      {"region_cells", ovi_region_cells_of(&def->tuning), OVL_MIN_REGION_CELLS,
       OVL_MAX_REGION_CELLS},
      {"spacing_cells", ovi_spacing_of(&def->tuning), 1, OVL_MAX_REGION_CELLS},
      {"label_bytes_per_cell", def->tuning.label_bytes_per_cell, OVL_NO_LABELS, 255},
      {"overlays", (int32_t)def->tuning.overlays, 0, OVL_OVERLAYS_COUNT - 1},
      {"cost_scale", def->more.cost_scale, 0, UINT8_MAX},
      {"jobs->workers", ovi_jobs_workers(def->jobs), 1, OVI_MOST_WORKERS},
      {"origin.x", def->origin.x, -OVL_MAX_ORIGIN, OVL_MAX_ORIGIN},
      {"origin.y", def->origin.y, -OVL_MAX_ORIGIN, OVL_MAX_ORIGIN},
      {"origin.floor", def->origin.floor, 0, 0},
      {"floor_count", def->more.floor_count, has_floors, has_floors ? OVL_MAX_FLOORS : 0},
      {"profile_count", def->more.profile_count, has_profiles, has_profiles ? OVL_MAX_PROFILES : 0},
      {"link_count", def->more.link_count, 0, def->more.links != NULL ? INT32_MAX : 0},
      {"place_count", def->more.place_count, 0, def->more.places != NULL ? OVL_MAX_PLACES : 0}};
  return OVI_ARGUMENTS_CHECK(ranges, 0, fault);
}

/* ---- Floors ---------------------------------------------------------------- */

/* `rows`: those that the arrays of a map with one floor hold; NULL: all. */
static ovl_result read_request_floors(ovi_map *map, const ovl_bake_def *def,
                                      const ovl_part_rows *rows, ovl_fault *fault) {
  const bool is_held = rows == NULL || rows->row_count != 0;
  map->floor_count = def->more.floors != NULL ? def->more.floor_count : 1;
  for (int32_t i = 0; i < map->floor_count; i++) {
    const ovl_floor_def only = {.width = def->width,
                                .height = def->height,
                                .terrain = def->terrain,
                                .row_bytes = def->row_bytes};
    map->floors[i] = (ovi_map_floor){.def = def->more.floors != NULL ? def->more.floors[i] : only};
    map->floors[i].rows = map->floors[i].def.height; /* of a graph they are not counted */
    const ovl_floor_def *floor = &map->floors[i].def;
    const bool is_padded = is_held && floor->row_bytes != 0;
    const ovi_argument ranges[] = {
        {"width", floor->width, 1, OVL_MAX_SIDE_CELLS},
        {"height", floor->height, 1, floor->graph ? 1 : OVL_MAX_SIDE_CELLS},
        {"terrain", floor->terrain != NULL || floor->graph || !is_held, 1, 1},
        {"row_bytes", is_padded ? (int64_t)floor->row_bytes : floor->width, floor->width,
         INT64_MAX}};
    if (OVI_ARGUMENTS_CHECK(ranges, (uint64_t)i, fault) != OVL_OK) {
      return OVL_BAD_ARGUMENT;
    }
  }
  if (rows != NULL && ovi_bake_has_one_floor(def)) {
    map->floors[0].first_row = rows->first_row;
    map->floors[0].rows = rows->row_count;
  }
  return OVL_OK;
}

/* ---- Profiles -------------------------------------------------------------- */

static ovl_result check_name(const ovl_profile_def *profiles, int32_t number, ovl_fault *fault) {
  const char *name = profiles[number].name;
  size_t letters = ovi_name_letters(name);
  if (letters == 0 || letters == OVL_NAME_BYTES) {
    return ovi_argument_fail(fault, "name of a profile: letters and a 0", (uint64_t)number, 0,
                             OVL_NAME_BYTES);
  }
  for (int32_t i = 0; i < number; i++) {
    if (memcmp(name, profiles[i].name, letters + 1) == 0) {
      return ovi_argument_fail(fault, "name of a profile: names must differ", (uint64_t)number,
                               (uint64_t)i, 0);
    }
  }
  return OVL_OK;
}

static ovl_result check_profile(const ovl_profile_def *profile, const ovl_bake_def *def,
                                uint64_t number, const ovi_map *map, ovl_fault *fault) {
  const bool is_hexagonal = def->topology == OVL_HEXAGONS;
  const ovi_argument ranges[] = {
      {"corners", (int32_t)profile->corners, is_hexagonal ? OVI_HEXAGONS : 0,
       is_hexagonal ? OVI_HEXAGONS : OVL_CORNERS_COUNT - 1},
      {"body_cells", profile->body_cells, 1, OVL_MAX_BODY_CELLS},
      {"body_cells of hexagons, which are odd,", profile->body_cells, 1,
       is_hexagonal && profile->body_cells % 2 == 0 ? profile->body_cells - 1 : INT32_MAX},
      {"max_climb", profile->max_climb, OVL_LEVEL, UINT16_MAX},
      {"max_drop", profile->max_drop, OVL_LEVEL, UINT16_MAX},
      {"climb_cost", profile->climb_cost, 0, OVI_MOST_STEP_COST},
      {"drop_cost", profile->drop_cost, 0, OVI_MOST_STEP_COST}};
  ovl_result result = OVI_ARGUMENTS_CHECK(ranges, number, fault);
  if (result != OVL_OK) {
    return result;
  }
  uint64_t dearest = ovi_most_inner_cost(profile, ovi_region_cells_of(&def->tuning), map->most_rise,
                                         ovi_map_has_rule(map, (int32_t)number));
  if (dearest >= OVI_INNER_COST_END) {
    return ovi_argument_fail(
        fault, "highest possible cost of a path inside a region: weights, climbing and rule",
        number, dearest, OVI_INNER_COST_END - 1);
  }
  return OVL_OK;
}

/* The sum of weight and extra cost of each cell must fit a byte. */
static ovl_result check_extra(const ovi_map *map, const ovi_map_floor *floor, int32_t profile,
                              ovl_fault *fault) {
  const ovl_floor_def *def = &floor->def;
  const uint8_t *extra = def->extra != NULL && !def->graph ? def->extra[profile] : NULL;
  if (extra == NULL) {
    return OVL_OK;
  }
  size_t row_bytes = def->row_bytes != 0 ? def->row_bytes : (size_t)def->width;
  for (int32_t y = 0; y < floor->rows; y++) {
    const uint8_t *terrain = def->terrain + (size_t)y * row_bytes;
    const uint8_t *costs = extra + (size_t)y * (size_t)def->width;
    for (int32_t x = 0; x < def->width; x++) {
      const uint32_t weight = map->profiles[profile].weights[terrain[x]];
      if (weight != 0 && weight + costs[x] > UINT8_MAX) {
        const uint64_t cell = (uint64_t)(floor->first_row + y) * (uint64_t)def->width + (uint64_t)x;
        return ovi_argument_fail(fault, "weight and extra cost of a cell", cell, weight + costs[x],
                                 UINT8_MAX);
      }
    }
  }
  return OVL_OK;
}

/* ---- Links ----------------------------------------------------------------- */

/* Returns whether an end of a link is open to a profile that the link serves. An end whose row is
 * not held counts as open. */
static bool is_open_to_some(const ovi_map *map, uint64_t number, bool is_from) {
  const ovl_link_def *link = &map->links[number];
  if (map->survey != NULL) {
    return map->survey->open_ends[2 * number + (is_from ? 0 : 1)] != 0;
  }
  if (map->floors[0].rows < map->floors[0].h && !map->floors[0].def.graph) {
    return true; /* the rows are not there */
  }
  const ovl_cell *cell = is_from ? &link->from : &link->to;
  const ovl_cell at = ovi_map_to_plane(map, *cell);
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    bool serves = link->profiles == 0 || (link->profiles >> profile & 1u) != 0;
    if (serves && ovi_map_is_open(map, profile, at.x, at.y)) {
      return true;
    }
  }
  return false;
}

static ovl_result check_link(const ovi_map *map, const ovl_link_def *link, bool may_be_blocked,
                             uint64_t number, ovl_fault *fault) {
  const ovi_argument ranges[] = {{"cost of a link", link->cost, 1, OVI_MOST_LINK_COST},
                                 {"cost back of a link", link->cost_back, 0, OVI_MOST_LINK_COST}};
  ovl_result result = OVI_ARGUMENTS_CHECK(ranges, number, fault);
  if (result != OVL_OK) {
    return result;
  }
  if (!ovi_map_has(map, link->from)) {
    return ovi_argument_fail(fault, "link from a cell outside", number, 0, 0);
  }
  if (!ovi_map_has(map, link->to)) {
    return ovi_argument_fail(fault, "link to a cell outside", number, 0, 0);
  }
  if (link->from.x == link->to.x && link->from.y == link->to.y &&
      link->from.floor == link->to.floor) {
    return ovi_argument_fail(fault, "link from a cell to itself", number, 0, 0);
  }
  if (map->profile_count < 32 && link->profiles >> map->profile_count != 0) {
    return ovi_argument_fail(fault, "profiles of a link", number, link->profiles,
                             ((uint64_t)1 << map->profile_count) - 1);
  }
  if (!may_be_blocked && !is_open_to_some(map, number, true)) {
    return ovi_argument_fail(fault, "link from a blocked cell", number, 0, 0);
  }
  if (!may_be_blocked && !is_open_to_some(map, number, false)) {
    return ovi_argument_fail(fault, "link to a blocked cell", number, 0, 0);
  }
  return OVL_OK;
}

/* ---- Places ---------------------------------------------------------------- */

/* `numbers` has the places before this one by the hashes of their names. */
static ovl_result check_named_place(const ovi_map *map, int32_t number, ovi_number_map *numbers,
                                    ovl_fault *fault) {
  const ovl_place *place = &map->places[number];
  const uint8_t *name = (const uint8_t *)(place->name != NULL ? place->name : "");
  const size_t letters = ovi_text_bytes(name, OVI_PLACE_NAME_BYTES);
  const int32_t w = place->width != 0 ? place->width : 1;
  const int32_t h = place->height != 0 ? place->height : 1;
  const ovi_argument ranges[] = {
      {"name of a place: bytes of UTF-8", (int64_t)letters, 1, OVI_PLACE_NAME_BYTES - 1},
      {"width of a place", w, 1, OVL_MAX_SIDE_CELLS},
      {"height of a place", h, 1, OVL_MAX_SIDE_CELLS}};
  const ovl_result result = OVI_ARGUMENTS_CHECK(ranges, (uint64_t)number, fault);
  if (result != OVL_OK) {
    return result;
  }
  const ovl_cell first = place->cell;
  if (!ovi_map_has(map, first) ||
      !ovi_map_has(map, (ovl_cell){first.x + w - 1, first.y + h - 1, first.floor})) {
    return ovi_argument_fail(fault, "place outside of its floor", (uint64_t)number, 0, 0);
  }
  uint32_t *before = ovi_number_map_add(numbers, ovi_hash64(0, name, letters));
  if (before == NULL) {
    return OVL_NO_MEMORY;
  }
  if (*before != OVI_NO_VALUE && memcmp(map->places[*before].name, name, letters + 1) == 0) {
    return ovi_argument_fail(fault, "name of a place: names must differ", (uint64_t)number, *before,
                             0);
  }
  *before = (uint32_t)number;
  return OVL_OK;
}

static ovl_result check_named_places(const ovi_map *map, const ovl_allocator *allocator,
                                     ovl_fault *fault) {
  ovi_number_map numbers = {.allocator = allocator};
  ovl_result result = OVL_OK;
  for (int32_t i = 0; result == OVL_OK && i < map->place_count; i++) {
    result = check_named_place(map, i, &numbers, fault);
  }
  ovi_number_map_release(&numbers);
  return result;
}

/* ---- Defaults -------------------------------------------------------------- */

/* Fills the profiles, with the defaults in place of zeros: those of a definition, or, if it has
 * none, one with its weights and corners. Returns their number, which must have been checked. */
static int32_t fill_profiles(ovl_profile_def profiles[OVL_MAX_PROFILES], const ovl_bake_def *def) {
  static const uint8_t none[256] = {0};
  const int32_t count = def->more.profiles != NULL ? def->more.profile_count : 1;
  profiles[0] = (ovl_profile_def){.corners = def->corners};
  memcpy(profiles[0].weights, def->weights, sizeof def->weights);
  for (int32_t i = 0; i < count; i++) {
    ovl_profile_def *profile = &profiles[i];
    if (def->more.profiles != NULL) {
      *profile = def->more.profiles[i];
    }
    if (profile->name[0] == 0) {
      memcpy(profile->name, "default", sizeof "default");
    }
    if (memcmp(profile->weights, none, sizeof none) == 0) {
      memset(profile->weights + 1, OVL_PLAIN_WEIGHT, sizeof none - 1);
    }
    profile->body_cells = profile->body_cells != 0 ? profile->body_cells : 1;
    if (def->topology == OVL_HEXAGONS && profile->corners == OVL_CORNERS_STRICT) {
      profile->corners = (ovl_corners)OVI_HEXAGONS;
    }
  }
  return count;
}

/* ---- Surveys ---------------------------------------------------------------- */

bool ovi_bake_has_one_floor(const ovl_bake_def *def) {
  const ovl_floor_def *floors = def->more.floors;
  return floors == NULL || (def->more.floor_count == 1 && !floors[0].graph);
}

static uint64_t stamp_numbers(uint64_t stamp, const int64_t *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    stamp = ovi_mix64(stamp ^ (uint64_t)numbers[i]) + i;
  }
  return stamp;
}

uint64_t ovi_survey_stamp(const ovl_bake_def *def, const ovi_map *map) {
  const int64_t sizes[] = {map->plane.origin_x, map->plane.origin_y,
                           map->plane.width,    map->plane.height,
                           map->floor_count,    map->floors[0].def.heights != NULL,
                           map->profile_count,  map->link_count};
  uint64_t stamp = stamp_numbers(0, sizes, sizeof sizes / sizeof sizes[0]);
  for (int32_t i = 0; i < map->profile_count; i++) {
    const ovl_profile_def *profile = &map->profiles[i];
    const int64_t numbers[] = {(int64_t)profile->corners, profile->body_cells, profile->max_climb,
                               profile->max_drop,         profile->climb_cost, profile->drop_cost,
                               ovi_map_has_rule(map, i)};
    stamp = ovi_hash64(stamp, profile->weights, sizeof profile->weights);
    stamp = stamp_numbers(stamp, numbers, sizeof numbers / sizeof numbers[0]);
  }
  for (int32_t i = 0; i < map->link_count; i++) {
    const ovl_link_def *link = &def->more.links[i];
    const int64_t numbers[] = {link->from.x, link->from.y, link->to.x, link->to.y, link->profiles};
    stamp = stamp_numbers(stamp, numbers, sizeof numbers / sizeof numbers[0]);
  }
  return stamp;
}

/* ---- All ------------------------------------------------------------------- */

/* Fills a request with a definition, and checks all of it. */
static ovl_result fill_bake_request(ovi_bake_request *request, const ovl_bake_def *def,
                                    const ovl_part_rows *rows, ovl_fault *fault) {
  ovi_map *map = &request->bake.map;
  request->bake =
      (ovi_bake){.map = {.floors = request->floors,
                         .rule = {def->more.step_rule, def->more.step_rule_user,
                                  def->more.step_rule_profiles, def->more.step_rule_is_mutual},
                         .plane.origin_x = def->origin.x,
                         .plane.origin_y = def->origin.y,
                         .plane.region_cells = ovi_region_cells_of(&def->tuning),
                         .plane.spacing = ovi_spacing_of(&def->tuning)},
                 .cost_scale = def->more.cost_scale == 1 ? 0 : def->more.cost_scale,
                 .label_bytes_per_cell = ovi_label_bytes_of(&def->tuning),
                 .overlays = def->tuning.overlays,
                 .allocator = ovi_allocator_of(&def->allocator),
                 .jobs = def->jobs,
                 .progress = &request->progress,
                 .fault = fault};
  request->progress = (ovi_progress){.report = def->progress, .user = def->progress_user};
  ovl_result result = check_settings(def, fault);
  if (result == OVL_OK) {
    result = read_request_floors(map, def, rows, fault);
  }
  if (result != OVL_OK) {
    return result;
  }
  bool fits = true;
  for (int32_t i = 0; fits && i < map->floor_count; i++) {
    fits = ovi_map_lay_out_floor(map, &map->floors[i]);
  }
  if (!fits || !ovi_map_divide(map)) {
    return ovi_argument_fail(fault, "rows or regions of all floors", 0, UINT32_MAX, INT32_MAX / 2);
  }
  map->profiles = request->profiles;
  map->profile_count = fill_profiles(request->profiles, def);
  map->links = def->more.links;
  map->link_count = def->more.links != NULL ? def->more.link_count : 0;
  map->places = def->more.places;
  map->place_count = def->more.places != NULL ? def->more.place_count : 0;
  /* Takes the survey of the definition, or finds the greatest rise in the rows that are held. */
  const struct ovl_survey *survey = def->more.survey;
  if (survey == NULL) {
    map->most_rise = ovi_map_find_rise(map, &map->has_heights);
  } else {
    map->survey = &survey->facts;
    map->most_rise = survey->facts.most_rise;
    map->has_heights = survey->facts.has_heights;
    if (ovi_survey_stamp(def, map) != survey->stamp) {
      return ovi_argument_fail(fault, "survey: of another size, profiles or links", 0, 0, 0);
    }
  }
  OVI_ASSERT(map->profile_count >= 1 && map->floor_count >= 1 && map->plane.regions_y >= 1);
  /* Profiles, extra costs and links are checked once the range of heights is known. */
  for (int32_t i = 0; result == OVL_OK && i < map->profile_count; i++) {
    result = check_name(map->profiles, i, fault);
    if (result == OVL_OK) {
      result = check_profile(&map->profiles[i], def, (uint64_t)i, map, fault);
    }
  }
  for (int32_t floor = 0; floor < map->floor_count; floor++) {
    for (int32_t profile = 0; result == OVL_OK && profile < map->profile_count; profile++) {
      result = check_extra(map, &map->floors[floor], profile, fault);
    }
  }
  for (int32_t i = 0; result == OVL_OK && i < map->link_count; i++) {
    result = check_link(map, &map->links[i], def->more.blocked_links, (uint64_t)i, fault);
  }
  return result == OVL_OK ? check_named_places(map, request->bake.allocator, fault) : result;
}

ovl_result ovi_bake_request_make(ovi_bake_request **request, const ovl_bake_def *def,
                                 const ovl_part_rows *rows, ovl_fault *fault) {
  const ovi_argument arguments[] = {OVI_ALLOCATOR_ARGUMENT(ovi_allocator_of(&def->allocator))};
  *request = NULL;
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_bake_request *made = ovi_allocate(ovi_allocator_of(&def->allocator), sizeof *made);
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  const ovl_result result = fill_bake_request(made, def, rows, fault);
  if (result != OVL_OK) {
    ovi_bake_request_release(made);
    return result;
  }
  *request = made;
  return OVL_OK;
}

void ovi_bake_request_release(ovi_bake_request *request) {
  if (request != NULL) {
    ovi_release(request->bake.allocator, request, sizeof *request);
  }
}
