/* See world_held.h. */
#include "tools/explorer/module/world/world_held.h"

#include "overland_stream.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_page.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_history.h"

enum { RESIDENT_BYTES = 16 << 20 };

struct held_world {
  ovl_world *base; /* without edits */
  ovl_world_info info;
};

static struct held_world held[WORLD_SLOTS];
static int32_t chosen_profile;

ovl_world *world_shown(void) { return world_history_at(0); }

ovl_world *world_base(void) { return held[0].base; }
int32_t world_profile(void) { return chosen_profile; }
const ovl_partition_info *world_partition(void) { return &held[0].info.partition; }

/* ---- The plane ---- */

bool world_floor_of(int32_t number, world_floor *floor) {
  if (world_shown() == NULL || !ovl_world_floor(world_shown(), number, &floor->info)) {
    return false;
  }
  floor->y = floor->info.region_row * held[0].info.partition.region_cells;
  return true;
}

int32_t world_floor_at(int32_t y, world_floor *floor) {
  for (int32_t number = held[0].info.floors - 1; number >= 0; number--) {
    if (world_floor_of(number, floor) && y >= floor->y) {
      return number;
    }
  }
  return -1;
}

ovl_cell world_cell_at(int32_t x, int32_t y) {
  world_floor floor;
  const int32_t number = world_floor_at(y, &floor);
  const bool is_inside = number >= 0 && x >= 0 && x < floor.info.width &&
                         y - floor.y < floor.info.height && !floor.info.graph;
  if (!is_inside) {
    return (ovl_cell){0, 0, -1};
  }
  return (ovl_cell){floor.info.corner.x + x, floor.info.corner.y + y - floor.y, number};
}

ovl_cell world_place_of(ovl_cell cell) {
  world_floor floor;
  if (!world_floor_of(cell.floor, &floor)) {
    return (ovl_cell){0, 0, cell.floor};
  }
  const ovl_cell corner = floor.info.corner;
  return (ovl_cell){cell.x - corner.x, cell.y - corner.y + floor.y, cell.floor};
}

/* ---- Opening ---- */

/* Closes the world of a slot. What was made for it was ended before: route, survey. */
EXPLORER_CALL(world_end) void world_end(int32_t slot) {
  struct held_world *one = &held[slot];
  if (slot == 0) {
    world_history_begin(NULL, NULL);
  }
  ovl_world_close(one->base);
  *one = (struct held_world){.base = NULL};
}

static bool read_file(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  const int32_t file = (int32_t)(intptr_t)user;
  return page_read(file, (double)offset, bytes, (uint32_t)byte_count);
}

/* Opens the world in one of the page's files, in place of the one before. An ovl_result. */
EXPLORER_CALL(world_open) int32_t world_open(int32_t slot, int32_t file, double file_bytes) {
  struct held_world *one = &held[slot];
  ovl_open_def def = {0};
  ovl_fault fault = {0};
  world_end(slot);
  def.byte_count = (uint64_t)file_bytes;
  def.read = read_file;
  def.read_user = (void *)(intptr_t)file;
  def.resident_bytes = RESIDENT_BYTES;
  def.allocator = *module_allocator();
  const ovl_result result = ovl_world_open_def(&def, &one->base, &fault);
  module_keep_fault(&fault);
  if (result == OVL_OK) {
    ovl_world_describe(one->base, &one->info);
  }
  return (int32_t)result;
}

/* Makes the open world of another slot that of slot 0, in place of the one before. */
EXPLORER_CALL(world_take) void world_take(int32_t slot) {
  world_end(0);
  held[0] = held[slot];
  held[slot] = (struct held_world){.base = NULL};
  world_history_begin(held[0].base, held[0].base);
  chosen_profile = 0;
}

/* Sets the profile. */
EXPLORER_CALL(world_choose) void world_choose(int32_t profile) { chosen_profile = profile; }

/* ---- Descriptions ---- */

/* The numbers of module_tell_world, and 32 bytes of regions in the cache, 33 edits that can be
 * undone, 34 done again, 35 bytes of what edits rebuilt, in memory. */
EXPLORER_CALL(world_numbers) int32_t world_numbers(void) {
  const ovl_world *world = world_shown();
  ovl_version_info version;
  ovl_version_info unedited;
  if (!module_tell_world(world, world_base(), chosen_profile)) {
    return 0;
  }
  ovl_world_version(world, &version);
  ovl_world_version(world_base(), &unedited);
  double *more = module_numbers() + WORLD_NUMBERS;
  more[0] = (double)ovl_world_residence(world).resident_bytes;
  more[1] = world_history_undoable();
  more[2] = world_history_redoable();
  more[3] = version.rebuilt_regions > 0 ? (double)(version.bytes - unedited.bytes) : 0;
  return 1;
}

/* Numbers of a floor: 0 first row in the plane, 1 width, 2 height, 3 whether it is a graph, 4
 * and 5 its upper left cell. */
EXPLORER_CALL(world_floor_numbers) int32_t world_floor_numbers(int32_t number) {
  world_floor floor;
  if (!world_floor_of(number, &floor)) {
    return 0;
  }
  const double numbers[] = {floor.y,          floor.info.width,    floor.info.height,
                            floor.info.graph, floor.info.corner.x, floor.info.corner.y};
  module_tell(numbers, sizeof numbers / sizeof numbers[0]);
  return 1;
}

/* Numbers of a link: 0 to 2 from x, y, floor; 3 to 5 to; 6 cost, 7 cost back, 8 closed; 9 to 12
 * the places of both in the plane. 0: there is no such link. */
EXPLORER_CALL(world_link_numbers) int32_t world_link_numbers(uint32_t number) {
  ovl_link_def link;
  if (world_shown() == NULL || !ovl_world_link(world_shown(), number, &link)) {
    return 0;
  }
  const ovl_cell from = world_place_of(link.from);
  const ovl_cell to = world_place_of(link.to);
  const double numbers[] = {
      link.from.x,    link.from.y, link.from.floor, link.to.x, link.to.y, link.to.floor, link.cost,
      link.cost_back, link.closed, from.x,          from.y,    to.x,      to.y};
  module_tell(numbers, sizeof numbers / sizeof numbers[0]);
  return 1;
}

/* The name of a named place; NULL: there is none. Numbers: 0 and 1 its place in the plane, 2 and 3
 * its sides. */
EXPLORER_CALL(world_place_name) const char *world_place_name(int32_t index) {
  ovl_place named;
  if (world_shown() == NULL || !ovl_world_place(world_shown(), index, &named)) {
    return NULL;
  }
  const ovl_cell place = world_place_of(named.cell);
  const double numbers[] = {place.x, place.y, named.width, named.height};
  module_tell(numbers, sizeof numbers / sizeof numbers[0]);
  return named.name;
}

/* The name of a profile. */
EXPLORER_CALL(world_profile_name) const char *world_profile_name(int32_t profile) {
  static ovl_profile_info info;
  return ovl_world_profile(world_shown(), profile, &info) ? info.def.name : "";
}

/* The weights of the profile, of each terrain, in eighths. */
EXPLORER_CALL(world_weights) const uint8_t *world_weights(void) {
  static ovl_profile_info info;
  ovl_world_profile(world_shown(), chosen_profile, &info);
  return info.def.weights;
}
