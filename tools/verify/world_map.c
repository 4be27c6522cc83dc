/* Reads settings, floors, profiles, links, places and cells of a world: see world_map.h. */
#include "tools/verify/world_map.h"
#include "tools/plain/cell_shear.h"

#include "overland_inspect.h"

#include <stdlib.h>
#include <string.h>

/* ---- Values of cells ----------------------------------------------------------------- */

/* A property of rows of a floor, and where its values go: nowhere, or to one of the arrays. */
struct wanted {
  int32_t profile;
  ovl_cells cells;
  int32_t floor, first, count; /* rows */
  uint16_t *heights;
  uint8_t *extra;
};

/* Stores a row of values. Returns whether one is not 0. An extra cost that no byte holds is that of
 * a forged file, and counts as none. */
static bool store_values(const struct wanted *wanted, size_t at, const uint32_t *values,
                         int32_t count) {
  uint32_t any = 0;
  for (int32_t i = 0; i < count; i++) {
    any |= values[i];
  }
  for (int32_t i = 0; wanted->heights != NULL && i < count; i++) {
    wanted->heights[at + (size_t)i] = (uint16_t)values[i];
  }
  for (int32_t i = 0; wanted->extra != NULL && i < count; i++) {
    wanted->extra[at + (size_t)i] = (uint8_t)(values[i] <= UINT8_MAX ? values[i] : 0);
  }
  return any != 0;
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

ovl_cell world_map_cell(const struct world_map *map, int32_t floor, int32_t x, int32_t y) {
  const ovl_cell origin = map->def.origin;
  return map->floors[floor].graph ? (ovl_cell){x, y, floor}
                                  : (ovl_cell){origin.x + x, origin.y + y, floor};
}

/* Reads a property region by region. *any: one of its values is not 0. */
static ovl_result read_values(const struct world_map *map, const struct wanted *wanted, bool *any,
                              ovl_fault *fault) {
  const int32_t side = map->def.tuning.region_cells;
  const int32_t width = map->floors[wanted->floor].width;
  const int32_t end = wanted->first + wanted->count;
  ovl_result result = OVL_OK;
  *any = false;
  for (int32_t y = wanted->first; y < end && result == OVL_OK; y = (y / side + 1) * side) {
    const int32_t h = least((y / side + 1) * side, end) - y;
    for (int32_t x = 0; x < width && result == OVL_OK; x += side) {
      const int32_t w = least(side, width - x);
      const ovl_cell corner = world_map_cell(map, wanted->floor, x, y);
      result = ovl_world_read_cells(map->world, wanted->profile, wanted->cells, corner, w, h,
                                    map->values, (size_t)w, fault);
      for (int32_t i = 0; i < h && result == OVL_OK; i++) {
        const size_t at = (size_t)(y - wanted->first + i) * (size_t)width + (size_t)x;
        *any = store_values(wanted, at, map->values + (size_t)i * (size_t)w, w) || *any;
      }
    }
  }
  return result;
}

/* ---- Beginning ----------------------------------------------------------------------- */

static bool read_profiles(struct world_map *map) {
  bool has_rule = false;
  for (int32_t i = 0; i < map->def.more.profile_count; i++) {
    ovl_profile_info info;
    ovl_world_profile(map->world, i, &info);
    map->profiles[i] = info.def;
    map->has_extra[i] = !info.plain; /* as far as is known */
    has_rule = has_rule || info.uses_step_rule;
  }
  return !has_rule;
}

static void read_floors(struct world_map *map) {
  for (int32_t i = 0; i < map->def.more.floor_count; i++) {
    ovl_floor_info info;
    ovl_world_floor(map->world, i, &info);
    map->floors[i] =
        (ovl_floor_def){.width = info.width, .height = info.height, .graph = info.graph};
    map->has_heights = info.heights;
  }
}

/* Looks for an extra cost of a profile, until there is one. */
static ovl_result find_extra(struct world_map *map, int32_t profile, ovl_fault *fault) {
  const int32_t side = map->def.tuning.region_cells;
  ovl_result result = OVL_OK;
  bool any = false;
  for (int32_t i = 0; i < map->def.more.floor_count; i++) {
    const int32_t height = map->floors[i].height;
    for (int32_t y = 0; y < height && result == OVL_OK && !any; y += side) {
      const struct wanted wanted = {profile, OVL_CELLS_EXTRA, i, y, least(side, height - y), NULL,
                                    NULL};
      result = read_values(map, &wanted, &any, fault);
    }
  }
  map->has_extra[profile] = any;
  return result;
}

static int32_t count_places(const ovl_world *world) {
  ovl_place place;
  int32_t count = 0;
  while (ovl_world_place(world, count, &place)) {
    count++;
  }
  return count;
}

static bool take_memory(struct world_map *map, const ovl_world_info *info) {
  const size_t side = (size_t)info->partition.region_cells;
  map->floors = calloc((size_t)info->floors, sizeof *map->floors);
  map->profiles = calloc((size_t)info->profiles, sizeof *map->profiles);
  map->links = calloc((size_t)info->links + 1, sizeof *map->links);
  map->places = calloc((size_t)count_places(map->world) + 1, sizeof *map->places);
  map->rows = calloc((size_t)info->floors, sizeof *map->rows);
  map->values = malloc(side * side * sizeof *map->values);
  return map->floors != NULL && map->profiles != NULL && map->links != NULL &&
         map->places != NULL && map->rows != NULL && map->values != NULL;
}

/* Sets the definition but for what the floors hold. */
static void set_def(struct world_map *map, const ovl_world_info *info) {
  map->def = (ovl_bake_def){0};
  map->def.tuning.region_cells = info->partition.region_cells;
  map->def.tuning.spacing_cells = info->partition.spacing_cells;
  map->def.tuning.label_bytes_per_cell = info->partition.label_bytes_per_cell;
  map->def.tuning.overlays = info->partition.overlays;
  map->def.more.floors = map->floors;
  map->def.more.floor_count = info->floors;
  map->def.more.profiles = map->profiles;
  map->def.more.profile_count = info->profiles;
  map->def.more.links = map->links;
  map->def.more.link_count = (int32_t)info->links;
  map->def.more.places = map->places;
  map->def.more.place_count = count_places(map->world);
  map->def.more.blocked_links = true; /* an edit may have blocked their ends */
  map->def.more.cost_scale = info->cost_scale;
  map->def.width = info->width;
  map->def.height = info->height;
  map->def.origin = info->partition.origin;
  cell_kind_define(cell_kind_of_world(map->world), &map->def);
}

ovl_result world_map_begin(struct world_map *map, const ovl_world *world, ovl_fault *fault) {
  ovl_world_info info;
  *map = (struct world_map){.world = world};
  ovl_world_describe(world, &info);
  if (!take_memory(map, &info)) {
    return OVL_NO_MEMORY;
  }
  set_def(map, &info);
  read_floors(map);
  if (!read_profiles(map)) {
    return OVL_NEEDS_RULE;
  }
  for (uint32_t i = 0; i < info.links; i++) {
    ovl_world_link(world, i, &map->links[i]);
  }
  for (int32_t i = 0; i < map->def.more.place_count; i++) {
    ovl_world_place(world, i, &map->places[i]);
  }
  ovl_result result = OVL_OK;
  for (int32_t i = 0; i < info.profiles && result == OVL_OK; i++) {
    result = map->has_extra[i] ? find_extra(map, i, fault) : OVL_OK;
  }
  return result;
}

bool world_map_has_one_floor(const struct world_map *map) {
  return map->def.more.floor_count == 1 && !map->floors[0].graph;
}

/* ---- Rows ---------------------------------------------------------------------------- */

static void free_rows(struct world_rows *rows) {
  free(rows->terrain);
  free(rows->heights);
  for (int32_t i = 0; i < OVL_MAX_PROFILES; i++) {
    free(rows->extra[i]);
  }
  *rows = (struct world_rows){.capacity = 0};
}

bool world_map_make_room(struct world_map *map, int32_t number, int32_t count) {
  struct world_rows *rows = &map->rows[number];
  ovl_floor_def *floor = &map->floors[number];
  const size_t cells = (size_t)count * (size_t)floor->width;
  if (rows->capacity >= count) {
    return true;
  }
  free_rows(rows);
  rows->terrain = malloc(cells);
  rows->heights = map->has_heights ? malloc(cells * sizeof *rows->heights) : NULL;
  bool fits = rows->terrain != NULL && (rows->heights != NULL || !map->has_heights);
  bool has_extra = false;
  for (int32_t i = 0; i < map->def.more.profile_count; i++) {
    rows->extra[i] = map->has_extra[i] ? malloc(cells) : NULL;
    has_extra = has_extra || map->has_extra[i];
    fits = fits && (rows->extra[i] != NULL || !map->has_extra[i]);
  }
  rows->capacity = fits ? count : 0;
  floor->terrain = rows->terrain;
  floor->heights = rows->heights;
  floor->extra = has_extra ? (const uint8_t *const *)rows->extra : NULL;
  return fits;
}

/* Reads rows to arrays of which any may be NULL. */
static ovl_result read_rows(const struct world_map *map, int32_t number, int32_t first,
                            int32_t count, const struct world_rows *rows, ovl_fault *fault) {
  const int32_t width = map->floors[number].width;
  struct wanted wanted = {.floor = number, .first = first, .count = count};
  ovl_result result = OVL_OK;
  bool any;
  if (rows->terrain != NULL) {
    result = ovl_world_read_terrain(map->world, world_map_cell(map, number, 0, first), width, count,
                                    rows->terrain, (size_t)width, fault);
  }
  if (rows->heights != NULL && result == OVL_OK) {
    wanted.cells = OVL_CELLS_HEIGHT;
    wanted.heights = rows->heights;
    result = read_values(map, &wanted, &any, fault);
  }
  wanted.cells = OVL_CELLS_EXTRA;
  wanted.heights = NULL;
  for (int32_t i = 0; i < map->def.more.profile_count && result == OVL_OK; i++) {
    wanted.profile = i;
    wanted.extra = rows->extra[i];
    result = wanted.extra != NULL ? read_values(map, &wanted, &any, fault) : OVL_OK;
  }
  return result;
}

ovl_result world_map_take_rows(struct world_map *map, int32_t floor, int32_t first, int32_t count,
                               ovl_fault *fault) {
  return world_map_make_room(map, floor, count)
             ? read_rows(map, floor, first, count, &map->rows[floor], fault)
             : OVL_NO_MEMORY;
}

ovl_result world_map_take_all(struct world_map *map, ovl_fault *fault) {
  ovl_result result = OVL_OK;
  for (int32_t i = 0; i < map->def.more.floor_count && result == OVL_OK; i++) {
    result = world_map_take_rows(map, i, 0, map->floors[i].height, fault);
  }
  return result;
}

ovl_result world_map_read(const struct world_map *map, int32_t first, int32_t count,
                          uint8_t *terrain, uint16_t *heights, ovl_fault *fault) {
  const struct world_rows rows = {.terrain = terrain, .heights = heights};
  return read_rows(map, 0, first, count, &rows, fault);
}

void world_map_drop_rows(struct world_map *map) {
  for (int32_t i = 0; map->rows != NULL && i < map->def.more.floor_count; i++) {
    free_rows(&map->rows[i]);
  }
}

void world_map_end(struct world_map *map) {
  world_map_drop_rows(map);
  free(map->floors);
  free(map->profiles);
  free(map->links);
  free(map->places);
  free(map->rows);
  free(map->values);
  *map = (struct world_map){.world = NULL};
}
