/* The map and the world of the Explorer's module.
 *
 * Invariant: while there is a world, the map's terrain is that of the world's cells. */
#include "tools/explorer/module/module_world.h"

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/plain/step_limit.h"

enum { STEP_DIRECTIONS = 8 };

static struct {
  int32_t width, height;
  ovl_topology topology;
  uint8_t *terrain;
  uint16_t *heights;
  uint32_t *steps;
  bool profile_set;
  ovl_profile_def profile;
} map;

static struct {
  ovl_world *world;
  ovl_world *fork; /* or NULL */
  bool asks_fork;
  ovl_refresh *refresh;
} held;

static struct {
  double numbers[MODULE_NUMBERS];
  ovl_fault fault;
  uint32_t *rebuilt;
  size_t rebuilt_capacity, rebuilt_count;
  uint8_t *saved;
  size_t saved_capacity, saved_bytes;
} answers;

EXPLORER_EXPORT(module_numbers) double *module_numbers(void) { return answers.numbers; }

void module_tell(const double *numbers, size_t count) {
  memcpy(answers.numbers, numbers, count * sizeof *numbers);
}

/* Texts: of a result, and of the fault of the last call that had one ("" if there was none), whose
 * `where`, `found` and `expected` are then two numbers each, the lower 32 bits first: one number
 * has 53 of the 64 bits. */
EXPLORER_CALL(module_result_text) const char *module_result_text(int32_t result) {
  return ovl_result_text((ovl_result)result);
}

EXPLORER_CALL(module_fault_text) const char *module_fault_text(void) {
  const uint64_t wholes[] = {answers.fault.where, answers.fault.found, answers.fault.expected};
  for (size_t i = 0; i < 3; i++) {
    answers.numbers[2 * i] = (double)(wholes[i] & UINT32_MAX);
    answers.numbers[2 * i + 1] = (double)(wholes[i] >> 32);
  }
  return answers.fault.what != NULL ? answers.fault.what : "";
}

void module_keep_fault(const ovl_fault *fault) { answers.fault = *fault; }

/* ---- The map ---- */

static size_t count_cells(void) { return (size_t)map.width * (size_t)map.height; }

/* Ends the fork: see module_fork_begin. */
EXPLORER_CALL(module_fork_end) void module_fork_end(void) {
  ovl_world_close(held.fork);
  held.fork = NULL;
}

static void close_world(void) {
  module_fork_end();
  ovl_refresh_destroy(held.refresh);
  ovl_world_close(held.world);
  held.refresh = NULL;
  held.world = NULL;
}

/* Leaves heights, or the extra costs of steps, out of the next bake. */
EXPLORER_CALL(module_map_drop_heights) void module_map_drop_heights(void) {
  module_release(map.heights, (uint32_t)(count_cells() * sizeof *map.heights));
  map.heights = NULL;
}

EXPLORER_CALL(module_map_drop_steps) void module_map_drop_steps(void) {
  module_release(map.steps, (uint32_t)(count_cells() * STEP_DIRECTIONS * sizeof *map.steps));
  map.steps = NULL;
}

/* Zeroed memory; NULL: none, or too much for 32 bits. */
static void *allocate_zeroed(size_t bytes) {
  uint8_t *block = bytes > UINT32_MAX / 2 ? NULL : module_allocate((uint32_t)bytes);
  for (size_t i = 0; block != NULL && i < bytes; i++) {
    block[i] = 0;
  }
  return block;
}

EXPLORER_EXPORT(module_map_begin) uint8_t *module_map_begin(int32_t width, int32_t height) {
  close_world();
  module_map_drop_heights();
  module_map_drop_steps();
  module_release(map.terrain, (uint32_t)count_cells());
  map.terrain = NULL;
  map.width = map.height = 0;
  map.topology = OVL_SQUARES;
  if (width < 1 || height < 1 || width > OVL_MAX_SIDE_CELLS || height > OVL_MAX_SIDE_CELLS) {
    return NULL;
  }
  map.terrain = allocate_zeroed((size_t)width * (size_t)height);
  if (map.terrain != NULL) {
    map.width = width;
    map.height = height;
  }
  return map.terrain;
}

/* Sets, after module_map_begin, whether the cells of the map are hexagons, which are axial. */
EXPLORER_CALL(module_map_hexagons) void module_map_hexagons(int32_t hexagons) {
  map.topology = hexagons != 0 ? OVL_HEXAGONS : OVL_SQUARES;
}

EXPLORER_EXPORT(module_map_terrain) const uint8_t *module_map_terrain(void) { return map.terrain; }

EXPLORER_EXPORT(module_map_heights) uint16_t *module_map_heights(void) {
  if (map.heights == NULL) {
    map.heights = allocate_zeroed(count_cells() * sizeof *map.heights);
  }
  return map.heights;
}

/* Extra costs of steps for the step rule, eight a cell by their directions, of which hexagons use
 * six: 0 to 2^20 units or UINT32_MAX for a step that is not allowed; made, all 0, when first asked
 * for. NULL: no memory. */
EXPLORER_CALL(module_map_steps) uint32_t *module_map_steps(void) {
  if (map.steps == NULL) {
    map.steps = allocate_zeroed(count_cells() * STEP_DIRECTIONS * sizeof *map.steps);
  }
  return map.steps;
}

static ovl_profile_def *own_profile(void) {
  if (!map.profile_set) {
    map.profile = (ovl_profile_def){0};
    map.profile_set = true;
  }
  return &map.profile;
}

EXPLORER_EXPORT(module_profile) uint8_t *module_profile(int32_t corners, int32_t body_cells) {
  ovl_profile_def *profile = own_profile();
  profile->corners = (ovl_corners)corners;
  profile->body_cells = body_cells;
  return profile->weights;
}

/* How it climbs: limits (below 0: none) and costs in units for each unit of height. */
EXPLORER_CALL(module_profile_heights)
void module_profile_heights(int32_t climb, int32_t drop, uint32_t climb_cost, uint32_t drop_cost) {
  ovl_profile_def *profile = own_profile();
  profile->max_climb = step_limit_of(climb);
  profile->max_drop = step_limit_of(drop);
  profile->climb_cost = climb_cost;
  profile->drop_cost = drop_cost;
}

/* ---- The world ---- */

const ovl_world *module_world(void) {
  return held.asks_fork && held.fork != NULL ? held.fork : held.world;
}

bool module_is_hexagonal(void) { return map.topology == OVL_HEXAGONS; }

uint64_t module_step_units(const ovl_world *world, ovl_cell from, uint32_t direction) {
  static const int32_t of_hexagons[8] = {0, -1, 1, 2, 3, -1, 4, 5};
  const int32_t step = module_is_hexagonal() ? of_hexagons[direction & 7] : (int32_t)direction;
  return world == NULL || step < 0 ? 0 : ovl_world_step(world, 0, from, step);
}

/* The step rule of the page, whose answers stand in a table. */
static uint32_t step_cost(void *user, const ovl_step *step) {
  (void)user;
  const size_t cell = (size_t)step->from.y * (size_t)map.width + (size_t)step->from.x;
  return map.steps[cell * STEP_DIRECTIONS + (size_t)step->direction];
}

EXPLORER_EXPORT(module_bake)
int32_t module_bake(int32_t region_cells, int32_t spacing_cells, int32_t label_bytes) {
  close_world();
  ovl_bake_def def = {0};
  const ovl_floor_def floor = {
      .width = map.width, .height = map.height, .terrain = map.terrain, .heights = map.heights};
  def.topology = map.topology;
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = own_profile();
  def.more.profile_count = 1;
  def.more.step_rule = map.steps != NULL ? step_cost : NULL;
  def.tuning.region_cells = region_cells;
  def.tuning.spacing_cells = spacing_cells;
  if (label_bytes >= 0) {
    def.tuning.label_bytes_per_cell = label_bytes != 0 ? label_bytes : OVL_NO_LABELS;
  }
  def.allocator = *module_allocator();
  answers.fault = (ovl_fault){0};
  return (int32_t)ovl_world_bake(&def, &held.world, &answers.fault);
}

static bool append_bytes(void *user, const void *bytes, size_t byte_count) {
  (void)user;
  const uint8_t *from = bytes;
  if (byte_count > answers.saved_capacity - answers.saved_bytes) {
    return false;
  }
  for (size_t i = 0; i < byte_count; i++) {
    answers.saved[answers.saved_bytes++] = from[i];
  }
  return true;
}

/* Writes the world file: returns its bytes, number 0 is their count; NULL: no memory, no world. It
 * is valid until the next call. */
EXPLORER_CALL(module_save) const uint8_t *module_save(void) {
  ovl_world_info info;
  if (held.world == NULL) {
    return NULL;
  }
  ovl_world_describe(held.world, &info);
  answers.saved_bytes = 0;
  /* The bytes in memory of an edited world are at least those of its file. */
  if (!module_reserve(&answers.saved, &answers.saved_capacity, (size_t)info.file_bytes, 1) ||
      ovl_world_save(held.world, &(ovl_save_def){.write = append_bytes, .write_user = NULL},
                     NULL) != OVL_OK) {
    return NULL;
  }
  answers.numbers[0] = (double)answers.saved_bytes;
  return answers.saved;
}

bool module_tell_world(const ovl_world *world, const ovl_world *file, int32_t number) {
  ovl_world_info info;
  ovl_profile_info profile;
  ovl_world_bytes bytes;
  ovl_version_info version;
  ovl_floor_info floor = {0};
  int32_t width = 0;
  int32_t height = 0;
  if (world == NULL || !ovl_world_profile(world, number, &profile)) {
    return false;
  }
  ovl_world_describe(world, &info);
  ovl_world_count_bytes(file, &bytes);
  ovl_world_version(world, &version);
  for (int32_t i = info.floors - 1; i >= 0; i--) {
    ovl_world_floor(world, i, &floor);
    const int32_t end = floor.region_row * info.partition.region_cells + floor.height;
    width = floor.width > width ? floor.width : width;
    height = end > height ? end : height;
  }
  const double numbers[] = {width,
                            height,
                            info.partition.region_cells,
                            info.partition.regions_x,
                            info.partition.regions_y,
                            info.partition.spacing_cells,
                            info.partition.overlay_levels,
                            info.floors,
                            info.profiles,
                            info.links,
                            (double)profile.open_cells,
                            (double)profile.islands,
                            (double)profile.graph.waypoints,
                            (double)profile.graph.edges,
                            profile.graph.method,
                            profile.graph.labels,
                            (double)bytes.file,
                            (double)bytes.labels,
                            (double)bytes.overlays,
                            (double)bytes.islands,
                            (double)bytes.header,
                            (double)version.version,
                            (double)version.rebuilt_regions,
                            version.refreshed,
                            profile.def.body_cells,
                            profile.def.corners,
                            profile.uses_step_rule,
                            floor.heights,
                            step_limit_number(profile.def.max_climb),
                            step_limit_number(profile.def.max_drop),
                            profile.def.climb_cost,
                            profile.def.drop_cost,
                            info.partition.topology == OVL_HEXAGONS};
  module_tell(numbers, sizeof numbers / sizeof numbers[0]);
  return true;
}

/* The numbers of module_tell_world. */
EXPLORER_CALL(module_describe) int32_t module_describe(void) {
  return module_tell_world(held.world, held.world, 0) ? OVL_OK : OVL_BAD_ARGUMENT;
}

/* ---- Edits ---- */

EXPLORER_EXPORT(module_rebuilt) const uint32_t *module_rebuilt(void) {
  answers.numbers[0] = (double)answers.rebuilt_count;
  return answers.rebuilt;
}

void module_list_rebuilt(const ovl_world *world, const ovl_world *before) {
  ovl_version_info version;
  size_t needed = 0;
  ovl_world_version(before, &version);
  ovl_world_rebuilt(world, version.version, NULL, 0, &needed);
  const bool has_room =
      module_reserve(&answers.rebuilt, &answers.rebuilt_capacity, needed, sizeof *answers.rebuilt);
  answers.rebuilt_count = has_room ? needed : answers.rebuilt_capacity;
  ovl_world_rebuilt(world, version.version, answers.rebuilt, answers.rebuilt_count, &needed);
}

/* Memory for the heights of the map, if the edit sets heights. */
static bool has_room_for(const ovl_edit *edit) {
  return edit->kind != OVL_EDIT_HEIGHT || module_map_heights() != NULL;
}

static void edit_map(const ovl_edit *edit) {
  for (int32_t i = 0; i < edit->w * edit->h; i++) {
    const size_t x = (size_t)edit->cell.x + (size_t)(i % edit->w);
    const size_t y = (size_t)edit->cell.y + (size_t)(i / edit->w);
    const size_t cell = y * (size_t)map.width + x;
    if (edit->mask != NULL && edit->mask[i] == 0) {
      continue;
    }
    if (edit->kind == OVL_EDIT_HEIGHT) {
      map.heights[cell] = edit->stamp[i];
    } else {
      map.terrain[cell] = (uint8_t)edit->stamp[i];
    }
  }
}

const ovl_apply_def *module_apply_def(void) {
  static ovl_apply_def def;
  def = (ovl_apply_def){0};
  def.step_rule = map.steps != NULL ? step_cost : NULL;
  return &def;
}

/* The next version of `world`, by one edit. */
static ovl_result apply_edit(const ovl_world *world, const ovl_edit *edit, ovl_world **next) {
  answers.fault = (ovl_fault){0};
  if (world == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  return ovl_world_apply_def(world, edit, 1, module_apply_def(), next, &answers.fault);
}

static ovl_edit stamp_edit(int32_t x, int32_t y, int32_t w, int32_t h, const uint16_t *stamp,
                           const uint8_t *mask) {
  ovl_edit edit = ovl_edit_rect((ovl_cell){x, y, 0}, w, h, 0);
  edit.stamp = stamp;
  edit.mask = mask;
  return edit;
}

/* Sets the terrain, or the heights, of w x h cells to `stamp`, a value a cell, where the byte of
 * `mask` is not 0. Both are memory of module_allocate; `mask` may be NULL. The map and the world
 * change; module_rebuilt lists the regions that were rebuilt. */
EXPLORER_CALL(module_edit)
int32_t module_edit(int32_t heights, int32_t x, int32_t y, int32_t w, int32_t h,
                    const uint16_t *stamp, const uint8_t *mask) {
  ovl_edit edit = stamp_edit(x, y, w, h, stamp, mask);
  edit.kind = heights != 0 ? OVL_EDIT_HEIGHT : OVL_EDIT_TERRAIN;
  ovl_world *next;
  const ovl_result result =
      has_room_for(&edit) ? apply_edit(held.world, &edit, &next) : OVL_NO_MEMORY;
  if (result != OVL_OK) {
    return (int32_t)result;
  }
  ovl_refresh_destroy(held.refresh);
  held.refresh = NULL;
  module_list_rebuilt(next, held.world);
  ovl_world_close(held.world);
  held.world = next;
  edit_map(&edit);
  return OVL_OK;
}

/* Makes labels anew after edits, for up to `budget` expansions. Number 0: 1 once it is done. An
 * edit in the meantime begins it again. */
EXPLORER_CALL(module_refresh) int32_t module_refresh(int32_t budget) {
  bool done = false;
  answers.numbers[0] = 0;
  if (held.world == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_result result = OVL_OK;
  if (held.refresh == NULL) {
    result = ovl_refresh_create(held.world, module_allocator(), &held.refresh);
  }
  if (result == OVL_OK) {
    result = ovl_refresh_step(held.refresh, (uint64_t)budget, &done);
  }
  if (result == OVL_OK && done) {
    ovl_world *refreshed;
    result = ovl_refresh_apply(held.refresh, held.world, &refreshed);
    if (result == OVL_OK) {
      ovl_world_close(held.world);
      held.world = refreshed;
    }
  }
  if (result != OVL_OK || done) {
    ovl_refresh_destroy(held.refresh);
    held.refresh = NULL;
  }
  answers.numbers[0] = done;
  return (int32_t)result;
}

/* ---- A fork ---- */

/* Begins a fork of the world as it is now, in place of the one before. Edits of the world do not
 * reach it, and a new world ends it. */
EXPLORER_CALL(module_fork_begin) int32_t module_fork_begin(void) {
  module_fork_end();
  return held.world == NULL ? OVL_BAD_ARGUMENT : (int32_t)ovl_world_retain(held.world, &held.fork);
}

/* As module_edit for terrain, in the fork alone: the map stays as it is. */
EXPLORER_CALL(module_fork_edit)
int32_t module_fork_edit(int32_t x, int32_t y, int32_t w, int32_t h, const uint16_t *stamp,
                         const uint8_t *mask) {
  const ovl_edit edit = stamp_edit(x, y, w, h, stamp, mask);
  ovl_world *next;
  const ovl_result result = apply_edit(held.fork, &edit, &next);
  if (result == OVL_OK) {
    ovl_world_close(held.fork);
    held.fork = next;
  }
  return (int32_t)result;
}

EXPLORER_EXPORT(module_ask_fork) void module_ask_fork(int32_t fork) { held.asks_fork = fork != 0; }

const ovl_world *module_fork(void) { return held.fork; }
