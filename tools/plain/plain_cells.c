/* See plain_cells.h. It needs no C library: the page compiles it too. */
#include "tools/plain/plain_cells.h"

#include "tools/plain/cell_shear.h"
#include "tools/plain/step_limit.h"

#define MOST_CELLS ((uint64_t)1 << 29)

/* ---- The plane ---- */

static int32_t find_stride(const ovl_world *world, int32_t floors) {
  int32_t widest = 0;
  for (int32_t i = 0; i < floors; i++) {
    ovl_floor_info floor;
    ovl_world_floor(world, i, &floor);
    widest = floor.width > widest ? floor.width : widest;
  }
  return widest + 1; /* the column before a row is also the one behind the row above */
}

/* Rows of the plane that a floor takes, of which the last is blocked. */
static int32_t rows_of(const struct plain_floor *floor) {
  return floor->nodes_a_row == 0 ? floor->height + 1
                                 : 2 * ((floor->width - 1) / floor->nodes_a_row + 1);
}

static struct plain_rules rules_of(int32_t profile, const ovl_profile_info *info) {
  const ovl_profile_def *def = &info->def;
  return (struct plain_rules){.profile = profile,
                              .directed = info->directed,
                              .corners = def->corners,
                              .slope = {.most_rise = (uint32_t)step_limit_number(def->max_climb),
                                        .most_fall = (uint32_t)step_limit_number(def->max_drop),
                                        .rise_cost = def->climb_cost,
                                        .fall_cost = def->drop_cost}};
}

/* Lays the floors out, one below the other. False: they have too many cells. */
static bool lay_out_floors(struct plain_plane *plane, const ovl_world *world) {
  uint64_t next = (uint64_t)plane->stride + 1;
  for (int32_t i = 0; i < plane->floor_count; i++) {
    ovl_floor_info floor;
    ovl_world_floor(world, i, &floor);
    plane->floors[i] = (struct plain_floor){.first = (uint32_t)next,
                                            .corner = floor.corner,
                                            .width = floor.width,
                                            .height = floor.height,
                                            .nodes_a_row = floor.graph ? plane->stride / 2 : 0};
    next += (uint64_t)rows_of(&plane->floors[i]) * (uint64_t)plane->stride;
    if (next > MOST_CELLS) {
      return false;
    }
  }
  plane->count = (uint32_t)next;
  return true;
}

bool plain_cells_lay_out(struct plain_cells *cells, const ovl_world *world, int32_t profile) {
  ovl_world_info info;
  ovl_profile_info about;
  *cells = (struct plain_cells){.world = world, .least_weight = UINT8_MAX};
  if (!ovl_world_profile(world, profile, &about)) {
    return false;
  }
  ovl_world_describe(world, &info);
  cells->rules = rules_of(profile, &about);
  cells->rules.is_hexagonal = cell_kind_of_world(world) == CELL_HEXAGONS;
  cells->plane.floor_count = info.floors;
  cells->plane.stride = find_stride(world, info.floors);
  return lay_out_floors(&cells->plane, world);
}

static uint32_t number_on(const struct plain_cells *cells, const struct plain_floor *floor,
                          int32_t x, int32_t y) {
  const int32_t offset =
      floor->nodes_a_row == 0
          ? y * cells->plane.stride + x
          : 2 * (x / floor->nodes_a_row * cells->plane.stride + x % floor->nodes_a_row);
  return floor->first + (uint32_t)offset;
}

uint32_t plain_cells_number(const struct plain_cells *cells, ovl_cell cell) {
  if (cell.floor < 0 || cell.floor >= cells->plane.floor_count) {
    return 0;
  }
  const struct plain_floor *floor = &cells->plane.floors[cell.floor];
  const int64_t x = (int64_t)cell.x - floor->corner.x, y = (int64_t)cell.y - floor->corner.y;
  const bool is_inside = x >= 0 && y >= 0 && x < floor->width && y < floor->height;
  return is_inside ? number_on(cells, floor, (int32_t)x, (int32_t)y) : 0;
}

ovl_cell plain_cells_cell(const struct plain_cells *cells, uint32_t number) {
  int32_t at = cells->plane.floor_count - 1;
  while (cells->plane.floors[at].first > number) {
    at--;
  }
  const struct plain_floor *floor = &cells->plane.floors[at];
  const int32_t offset = (int32_t)(number - floor->first);
  const int32_t x = offset % cells->plane.stride, y = offset / cells->plane.stride;
  return floor->nodes_a_row == 0 ? (ovl_cell){floor->corner.x + x, floor->corner.y + y, at}
                                 : (ovl_cell){x / 2 + y / 2 * floor->nodes_a_row, 0, at};
}

/* ---- Memory ---- */

void *plain_cells_allocate(const ovl_allocator *allocator, uint64_t count, size_t size) {
  return count <= SIZE_MAX / size ? allocator->allocate(allocator->user, (size_t)count * size)
                                  : NULL;
}

static void release(const ovl_allocator *allocator, void *memory, uint64_t count, size_t size) {
  if (memory != NULL) {
    allocator->release(allocator->user, memory, (size_t)count * size);
  }
}

static bool has_heights(const struct plain_cells *cells) {
  ovl_floor_info floor;
  ovl_world_floor(cells->world, 0, &floor);
  return cells->rules.directed && floor.heights;
}

static bool take_memory(struct plain_cells *cells) {
  const ovl_allocator *allocator = &cells->allocator;
  cells->weights = plain_cells_allocate(allocator, cells->plane.count, sizeof *cells->weights);
  cells->nodes = plain_cells_allocate(allocator, cells->plane.count, sizeof *cells->nodes);
  if (has_heights(cells)) {
    cells->heights = plain_cells_allocate(allocator, cells->plane.count, sizeof *cells->heights);
  }
  return cells->weights != NULL && cells->nodes != NULL &&
         (cells->heights != NULL || !has_heights(cells));
}

void plain_cells_free(struct plain_cells *cells) {
  const ovl_allocator *allocator = &cells->allocator;
  release(allocator, cells->weights, cells->plane.count, sizeof *cells->weights);
  release(allocator, cells->heights, cells->plane.count, sizeof *cells->heights);
  release(allocator, cells->nodes, cells->plane.count, sizeof *cells->nodes);
  release(allocator, cells->extras.list, cells->extras.capacity, sizeof *cells->extras.list);
}

/* ---- Extras ---- */

static bool grow_extras(struct plain_extras *extras, const ovl_allocator *allocator) {
  enum { FIRST_EXTRAS = 64 };
  const uint32_t capacity = extras->capacity != 0 ? 2 * extras->capacity : FIRST_EXTRAS;
  struct plain_extra *list = capacity < PLAIN_NO_EXTRA / 2
                                 ? plain_cells_allocate(allocator, capacity, sizeof *list)
                                 : NULL;
  if (list == NULL) {
    return false;
  }
  if (extras->list != NULL) {
    for (uint32_t i = 0; i < extras->count; i++) {
      list[i] = extras->list[i];
    }
    release(allocator, extras->list, extras->capacity, sizeof *list);
  }
  extras->list = list;
  extras->capacity = capacity;
  return true;
}

/* Adds an extra before the others of its cell. */
static bool add_extra(struct plain_cells *cells, uint32_t cell, struct plain_extra extra) {
  struct plain_extras *extras = &cells->extras;
  if (extras->count == extras->capacity && !grow_extras(extras, &cells->allocator)) {
    return false;
  }
  extra.next = cells->nodes[cell].extra;
  cells->nodes[cell].extra = extras->count;
  extras->list[extras->count++] = extra;
  return true;
}

/* Adds a link in the directions in which it leads, if the profile can take it. */
static bool add_link(struct plain_cells *cells, uint32_t number) {
  ovl_link_def link;
  ovl_world_link(cells->world, number, &link);
  const uint32_t from = plain_cells_number(cells, link.from);
  const uint32_t to = plain_cells_number(cells, link.to);
  const bool is_for = link.profiles == 0 || (link.profiles >> cells->rules.profile & 1) != 0;
  if (link.closed || !is_for || cells->weights[from] == 0 || cells->weights[to] == 0) {
    return true;
  }
  const struct plain_extra there = {
      .cost = link.cost, .kind = PLAIN_LINK, .to = to, .link = number};
  const struct plain_extra back = {
      .cost = link.cost_back, .kind = PLAIN_LINK, .to = from, .link = number, .back = true};
  cells->extras.has_links = true;
  return add_extra(cells, from, there) && (link.cost_back == 0 || add_extra(cells, to, back));
}

/* Adds the steps from a cell that a step rule answered for. */
static bool add_rule_steps(struct plain_cells *cells, uint32_t cell, ovl_cell place) {
  uint64_t steps[8];
  plain_level_steps(cells, cell, steps);
  for (uint32_t direction = 0; direction < 8; direction++) {
    const uint64_t cost =
        ovl_world_step(cells->world, cells->rules.profile, place, (int32_t)direction);
    const struct plain_extra extra = {.cost = cost != 0 ? cost : PLAIN_NO_STEP, .kind = direction};
    if (extra.cost != steps[direction] && !add_extra(cells, cell, extra)) {
      return false;
    }
  }
  return true;
}

static bool add_rules(struct plain_cells *cells) {
  for (int32_t i = 0; i < cells->plane.floor_count; i++) {
    const struct plain_floor *floor = &cells->plane.floors[i];
    for (int32_t y = 0; y < floor->height; y++) {
      for (int32_t x = 0; x < floor->width; x++) {
        const uint32_t cell = number_on(cells, floor, x, y);
        const ovl_cell place = {floor->corner.x + x, floor->corner.y + y, i};
        if (cells->weights[cell] != 0 && !add_rule_steps(cells, cell, place)) {
          return false;
        }
      }
    }
  }
  return true;
}

static bool add_extras(struct plain_cells *cells) {
  ovl_profile_info profile;
  ovl_world_info info;
  ovl_world_profile(cells->world, cells->rules.profile, &profile);
  ovl_world_describe(cells->world, &info);
  bool has_room = !profile.uses_step_rule || add_rules(cells);
  for (uint32_t number = info.links; number-- > 0 && has_room;) { /* the first is in front */
    has_room = add_link(cells, number);
  }
  return has_room;
}

/* ---- Reading ---- */

static ovl_result read_floor(struct plain_cells *cells, int32_t number, ovl_cells property,
                             uint32_t *values) {
  const struct plain_floor *floor = &cells->plane.floors[number];
  const ovl_result result =
      ovl_world_read_cells(cells->world, cells->rules.profile, property, floor->corner,
                           floor->width, floor->height, values, (size_t)floor->width, NULL);
  for (int32_t y = 0; y < floor->height && result == OVL_OK; y++) {
    for (int32_t x = 0; x < floor->width; x++) {
      const uint32_t cell = number_on(cells, floor, x, y);
      const uint32_t value = *values++;
      if (property == OVL_CELLS_HEIGHT) {
        cells->heights[cell] = (uint16_t)value;
      } else {
        cells->weights[cell] = (uint8_t)value;
        cells->least_weight =
            value != 0 && value < cells->least_weight ? value : cells->least_weight;
      }
    }
  }
  return result;
}

ovl_result plain_cells_read(struct plain_cells *cells, const ovl_allocator *allocator,
                            uint32_t *scratch) {
  cells->allocator = *allocator;
  if (!take_memory(cells)) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < cells->plane.count; i++) {
    cells->weights[i] = 0;
    cells->nodes[i] = (struct plain_node){.stamp = 0, .extra = PLAIN_NO_EXTRA};
  }
  ovl_result result = OVL_OK;
  for (int32_t i = 0; i < cells->plane.floor_count && result == OVL_OK; i++) {
    result = read_floor(cells, i, OVL_CELLS_WEIGHT, scratch);
    if (result == OVL_OK && cells->heights != NULL) {
      result = read_floor(cells, i, OVL_CELLS_HEIGHT, scratch);
    }
  }
  if (result == OVL_OK && cells->rules.directed && !add_extras(cells)) {
    result = OVL_NO_MEMORY;
  }
  return result;
}
