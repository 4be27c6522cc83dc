/* World files of the Explorer's module: a floor and a profile of a file take the place of the map.
 */
#include "overland_inspect.h"
#include "overland_stream.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/plain/step_limit.h"

enum { DIRECTIONS = 8 };

static struct {
  uint32_t *costs;
  size_t capacity;
} row;

/* Takes over the heights of floor `number`, if the world has any. */
static bool read_heights(const ovl_world *world, int32_t number, const ovl_floor_info *floor) {
  if (!floor->heights) {
    return true;
  }
  uint16_t *to = module_map_heights();
  if (to == NULL) {
    return false;
  }
  for (int32_t y = 0; y < floor->height; y++) {
    for (int32_t x = 0; x < floor->width; x++) {
      *to++ = ovl_world_height(world, (ovl_cell){x, y, number});
    }
  }
  return true;
}

/* Why a floor and a profile of a world can't be taken; `what` is NULL if they can. */
static ovl_fault refusal(const ovl_world *world, int32_t profile, int32_t most_cells,
                         const ovl_floor_info *floor) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  const int32_t longer = floor->width > floor->height ? floor->width : floor->height;
  if (profile < 0 || profile >= info.profiles) {
    return (ovl_fault){.what = "profile",
                       .found = (uint64_t)(int64_t)profile,
                       .expected = (uint64_t)info.profiles - 1};
  }
  if (floor->width == 0) {
    return (ovl_fault){.what = "floor without cells"};
  }
  if (longer > most_cells) {
    return (ovl_fault){.what = "longest side of the floor, cells",
                       .found = (uint64_t)longer,
                       .expected = (uint64_t)most_cells};
  }
  return (ovl_fault){.what = NULL};
}

/* Takes over sides, cells and profile. */
static bool read_map(const ovl_world *world, int32_t number, int32_t profile,
                     const ovl_floor_info *floor) {
  ovl_profile_info info;
  uint8_t *terrain = module_map_begin(floor->width, floor->height);
  if (terrain == NULL || !ovl_world_profile(world, profile, &info)) {
    return false;
  }
  module_set_profile(&info.def);
  return read_heights(world, number, floor) &&
         ovl_world_read_terrain(world, (ovl_cell){0, 0, number}, floor->width, floor->height,
                                terrain, (size_t)floor->width, NULL) == OVL_OK;
}

/* Opens a world file in `bytes`, memory of module_allocate that belongs to the module from then on
 * if the answer is OVL_OK. Terrain and heights of a floor and a profile take the place of the map
 * and its profile; the sides of a floor may be up to `most_cells`. After OVL_NO_MEMORY there may be
 * neither map nor world; after other errors both are as before. The world is that of the file, of
 * which module_find answers queries on floor 0 for profile 0. */
EXPLORER_CALL(module_open)
int32_t module_open(uint8_t *bytes, uint32_t byte_count, int32_t floor, int32_t profile,
                    int32_t most_cells) {
  ovl_world *world;
  ovl_fault fault = {0};
  ovl_floor_info info = {0};
  const ovl_open_def def = {.bytes = bytes,
                            .byte_count = byte_count,
                            .check_all = true,
                            .allocator = *module_allocator()};
  const ovl_result result = ovl_world_open_def(&def, &world, &fault);
  if (result != OVL_OK) {
    module_keep_fault(&fault);
    return (int32_t)result;
  }
  if (!ovl_world_floor(world, floor, &info) || info.graph) {
    info = (ovl_floor_info){0};
  }
  fault = refusal(world, profile, most_cells, &info);
  if (fault.what != NULL) {
    module_keep_fault(&fault);
    ovl_world_close(world);
    return OVL_BAD_ARGUMENT;
  }
  module_keep_fault(&fault);
  if (!read_map(world, floor, profile, &info)) {
    ovl_world_close(world);
    return OVL_NO_MEMORY;
  }
  module_take_world(world, bytes, byte_count);
  return OVL_OK;
}

/* How many positions of a floor have an extra cost for a profile. */
static double count_extra_costs(int32_t floor, int32_t profile) {
  const ovl_world *world = module_world();
  ovl_floor_info sides;
  ovl_profile_info info;
  double count = 0;
  if (!ovl_world_floor(world, floor, &sides) || !ovl_world_profile(world, profile, &info)) {
    return 0;
  }
  for (int32_t y = 0; y < sides.height; y++) {
    for (int32_t x = 0; x < sides.width; x++) {
      const ovl_cell cell = {x, y, floor};
      const uint8_t weight = ovl_world_weight(world, profile, cell);
      count += weight != 0 && weight != info.def.weights[ovl_world_terrain(world, cell)];
    }
  }
  return count;
}

/* Numbers of the world's file, of which module_open took a floor and a profile: 0 links, 1
 * profiles, 2 floors, 3 cells of the floor with extra costs, 4 whether the profile's steps have a
 * rule, and of the profile 5 body_cells, 6 corners, 7 climb, 8 drop, 9 climb_cost, 10 drop_cost. */
EXPLORER_CALL(module_file_numbers) void module_file_numbers(int32_t floor, int32_t profile) {
  const ovl_world *world = module_world();
  ovl_world_info info;
  ovl_profile_info mover = {0};
  ovl_link_def link;
  uint32_t links = 0;
  ovl_world_describe(world, &info);
  ovl_world_profile(world, profile, &mover);
  while (ovl_world_link(world, links, &link)) {
    links++;
  }
  double *numbers = module_numbers();
  numbers[0] = links;
  numbers[1] = info.profiles;
  numbers[2] = info.floors;
  numbers[3] = count_extra_costs(floor, profile);
  numbers[4] = mover.uses_step_rule;
  numbers[5] = mover.def.body_cells;
  numbers[6] = mover.def.corners;
  numbers[7] = step_limit_number(mover.def.max_climb);
  numbers[8] = step_limit_number(mover.def.max_drop);
  numbers[9] = mover.def.climb_cost;
  numbers[10] = mover.def.drop_cost;
}

/* The name of a profile of the world; "" if there is none. */
EXPLORER_CALL(module_file_profile) const char *module_file_profile(int32_t profile) {
  static ovl_profile_info info;
  return ovl_world_profile(module_world(), profile, &info) ? info.def.name : "";
}

/* Returns 1 if a floor of the world has cells, 0 if it is a graph. Numbers: 0 width, 1 height. */
EXPLORER_CALL(module_file_floor) int32_t module_file_floor(int32_t floor) {
  ovl_floor_info info;
  const bool has_cells = ovl_world_floor(module_world(), floor, &info) && !info.graph;
  module_numbers()[0] = has_cells ? info.width : 0;
  module_numbers()[1] = has_cells ? info.height : 0;
  return has_cells;
}

/* The costs of the steps of a profile from the cells of a row, eight a cell, clockwise from east,
 * in units; 0: not legal. NULL: no memory. Valid until the next call. */
EXPLORER_CALL(module_file_steps)
const uint32_t *module_file_steps(int32_t floor, int32_t profile, int32_t y) {
  ovl_floor_info info;
  if (!ovl_world_floor(module_world(), floor, &info)) {
    return NULL;
  }
  const size_t count = (size_t)info.width * DIRECTIONS;
  const bool has_room = module_reserve(&row.costs, &row.capacity, count, sizeof *row.costs);
  for (size_t i = 0; has_room && i < count; i++) {
    const ovl_cell from = {(int32_t)(i / DIRECTIONS), y, floor};
    const uint64_t cost = ovl_world_step(module_world(), profile, from, (int32_t)(i % DIRECTIONS));
    row.costs[i] = (uint32_t)(cost < UINT32_MAX ? cost : UINT32_MAX);
  }
  return has_room ? row.costs : NULL;
}
