/* Data of one cell, region or cluster of the world, for the inspector. */
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_held.h"
#include "tools/explorer/module/world/world_survey.h"

enum { DIRECTIONS = 8, STEPS_AT = 9, MOST_SIDE = 128 };

static struct {
  int32_t *numbers;
  size_t number_capacity;
  ovl_waypoint *waypoints;
  size_t waypoint_capacity;
  ovl_edge *edges;
  size_t edge_capacity;
} looked;

static bool reserve_list(size_t count) {
  return module_reserve(&looked.numbers, &looked.number_capacity, count + 1,
                        sizeof *looked.numbers);
}

static ovl_result one_value(ovl_cells cells, ovl_cell cell, double *number) {
  uint32_t value = 0;
  const ovl_result result =
      ovl_world_read_cells(world_shown(), world_profile(), cells, cell, 1, 1, &value, 1, NULL);
  *number = value;
  return result;
}

/* A cell at a place of the plane. Numbers: 0 to 2 x, y and floor, 3 terrain, 4 weight, 5 extra
 * cost, 6 height, 7 island, 8 region, 9 to 16 the costs of the steps from it, clockwise from east,
 * 17 whether its island is the largest. An ovl_result; OVL_START_OUTSIDE: there is no cell. */
EXPLORER_CALL(world_look_cell) int32_t world_look_cell(int32_t x, int32_t y) {
  static const ovl_cells read[] = {OVL_CELLS_TERRAIN, OVL_CELLS_WEIGHT, OVL_CELLS_EXTRA,
                                   OVL_CELLS_HEIGHT, OVL_CELLS_ISLAND};
  double *numbers = module_numbers();
  const ovl_cell cell = world_cell_at(x, y);
  const ovl_partition_info *partition = world_partition();
  if (cell.floor < 0) {
    return OVL_START_OUTSIDE;
  }
  numbers[0] = cell.x;
  numbers[1] = cell.y;
  numbers[2] = cell.floor;
  ovl_result result = OVL_OK;
  for (size_t i = 0; i < sizeof read / sizeof *read && result == OVL_OK; i++) {
    result = one_value(read[i], cell, &numbers[3 + i]);
  }
  const int32_t side = partition->region_cells;
  const int32_t region = y / side * partition->regions_x + x / side;
  numbers[8] = region;
  for (int32_t direction = 0; direction < DIRECTIONS && result == OVL_OK; direction++) {
    numbers[STEPS_AT + direction] =
        (double)ovl_world_step(world_shown(), world_profile(), cell, direction);
  }
  numbers[STEPS_AT + DIRECTIONS] = numbers[7] != 0 && numbers[7] == world_largest_island();
  return (int32_t)result;
}

/* A region. Numbers: 0 to 2 its corner, 3 and 4 its sides, 5 open cells, 6 components, 7 waypoints,
 * 8 stored costs, 9 bytes of its block, 10 of these of cells, 11 waypoints, 12 costs, 13
 * components, 14 other. An ovl_result. */
EXPLORER_CALL(world_look_region) int32_t world_look_region(int32_t region) {
  ovl_region_info info;
  ovl_fault fault;
  const ovl_result result = world_shown() == NULL ? OVL_BAD_ARGUMENT
                                                  : ovl_world_region(world_shown(), world_profile(),
                                                                     region, &info, &fault);
  if (result != OVL_OK) {
    return (int32_t)result;
  }
  const ovl_world_bytes *bytes = &info.bytes;
  const double numbers[] = {info.corner.x,
                            info.corner.y,
                            info.corner.floor,
                            info.w,
                            info.h,
                            info.open_cells,
                            info.components,
                            info.waypoints,
                            info.costs,
                            (double)bytes->file,
                            (double)bytes->cells,
                            (double)bytes->waypoints,
                            (double)bytes->costs,
                            (double)bytes->islands,
                            (double)bytes->other};
  module_tell(numbers, sizeof numbers / sizeof numbers[0]);
  return OVL_OK;
}

/* The world whose graph is listed: that of the mode World, which has a module of its own, or of the
 * map. */
static const ovl_world *graph_world(void) {
  return world_shown() != NULL ? world_shown() : module_world();
}

static void put_place(int32_t *to, ovl_cell cell) {
  const ovl_cell place = world_shown() != NULL ? world_place_of(cell) : cell;
  to[0] = place.x;
  to[1] = place.y;
}

/* Returns whether a region can be read now; lists that come from calls without a result ask first.
 */
static bool has_region(int32_t region) {
  ovl_region_info info;
  return graph_world() != NULL &&
         ovl_world_region(graph_world(), world_profile(), region, &info, NULL) == OVL_OK;
}

/* The waypoints that begin in regions `first` to `last`: places in the plane x, y, x, y and the
 * number in the region; five numbers each. Number 0: how many. NULL: there is no memory. Without a
 * world in slot 0 they are those of the map's, as are edges. */
EXPLORER_CALL(world_look_waypoints)
const int32_t *world_look_waypoints(int32_t first, int32_t last) {
  size_t total = 0;
  module_numbers()[0] = 0;
  for (int32_t region = first; region <= last; region++) {
    const size_t count = has_region(region)
                             ? ovl_world_waypoints(graph_world(), world_profile(), region, NULL, 0)
                             : 0;
    total += count;
    if (!module_reserve(&looked.waypoints, &looked.waypoint_capacity, count,
                        sizeof *looked.waypoints)) {
      return NULL;
    }
  }
  if (!reserve_list(5 * total)) {
    return NULL;
  }
  int32_t *to = looked.numbers;
  for (int32_t region = first; total > 0 && region <= last; region++) {
    const size_t count = ovl_world_waypoints(graph_world(), world_profile(), region,
                                             looked.waypoints, looked.waypoint_capacity);
    for (size_t i = 0; i < count; i++, to += 5) {
      put_place(to, looked.waypoints[i].first);
      put_place(to + 2, looked.waypoints[i].second);
      to[4] = looked.waypoints[i].number;
    }
  }
  module_numbers()[0] = (double)total;
  return looked.numbers;
}

/* The edges through a region: places in the plane of both first cells, and the cost; five numbers
 * each. */
EXPLORER_CALL(world_look_edges) const int32_t *world_look_edges(int32_t region) {
  module_numbers()[0] = 0;
  if (!has_region(region)) {
    return NULL;
  }
  const size_t count = ovl_world_edges(graph_world(), world_profile(), region, NULL, 0);
  if (!module_reserve(&looked.edges, &looked.edge_capacity, count, sizeof *looked.edges) ||
      !reserve_list(5 * count)) {
    return NULL;
  }
  ovl_world_edges(graph_world(), world_profile(), region, looked.edges, count);
  for (size_t i = 0; i < count; i++) {
    int32_t *to = looked.numbers + 5 * i;
    put_place(to, looked.edges[i].from.first);
    put_place(to + 2, looked.edges[i].to.first);
    to[4] = (int32_t)looked.edges[i].cost;
  }
  module_numbers()[0] = (double)count;
  return looked.numbers;
}

/* ---- Rows of a floor, from 0, for those who take over the whole of it ---- */

static ovl_cell row_cell(int32_t floor, int32_t x, int32_t y) {
  ovl_floor_info info = {0};
  ovl_world_floor(graph_world(), floor, &info);
  return (ovl_cell){info.corner.x + x, info.corner.y + y, floor};
}

/* An ovl_cells of each cell. NULL: it can not be read; number 0 is then the ovl_result. */
EXPLORER_CALL(world_row)
const uint32_t *world_row(int32_t cells, int32_t floor, int32_t y, int32_t width) {
  if (!reserve_list((size_t)width)) {
    module_numbers()[0] = OVL_NO_MEMORY;
    return NULL;
  }
  uint32_t *row = (uint32_t *)looked.numbers;
  const ovl_result result =
      ovl_world_read_cells(graph_world(), world_profile(), (ovl_cells)cells, row_cell(floor, 0, y),
                           width, 1, row, (size_t)width, NULL);
  module_numbers()[0] = result;
  return result == OVL_OK ? row : NULL;
}

/* The costs of the steps of the profile, eight a cell, clockwise from east, in units; 0: not legal.
 * NULL: no memory. */
EXPLORER_CALL(world_row_steps)
const uint32_t *world_row_steps(int32_t floor, int32_t y, int32_t width) {
  const size_t count = (size_t)width * DIRECTIONS;
  if (!reserve_list(count)) {
    return NULL;
  }
  uint32_t *costs = (uint32_t *)looked.numbers;
  for (size_t i = 0; i < count; i++) {
    const ovl_cell from = row_cell(floor, (int32_t)(i / DIRECTIONS), y);
    const uint64_t cost =
        ovl_world_step(graph_world(), world_profile(), from, (int32_t)(i % DIRECTIONS));
    costs[i] = (uint32_t)(cost < UINT32_MAX ? cost : UINT32_MAX);
  }
  return costs;
}

/* ---- Entrances and clusters ---- */

/* Reads the weights of both sides of a border, in `weights`; how many cells it has; 0: it ends at
 * the floor's. */
static int32_t read_border(const ovl_region_info *info, bool is_right, uint32_t *weights) {
  const ovl_cell corner = {info->corner.x + (is_right ? info->w - 1 : 0),
                           info->corner.y + (is_right ? 0 : info->h - 1), info->corner.floor};
  const int32_t w = is_right ? 2 : info->w;
  const int32_t h = is_right ? info->h : 2;
  return ovl_world_read_cells(world_shown(), world_profile(), OVL_CELLS_WEIGHT, corner, w, h,
                              weights, (size_t)w, NULL) == OVL_OK
             ? (is_right ? h : w)
             : 0;
}

/* Adds the entrances of a border to the list; returns how many it has then. */
static size_t add_entrances(const ovl_region_info *info, bool is_right, size_t count) {
  uint32_t weights[2 * MOST_SIDE];
  const int32_t cells = read_border(info, is_right, weights);
  const ovl_cell place = world_place_of(info->corner);
  bool was_open = false;
  for (int32_t i = 0; i < cells; i++) {
    const uint32_t here = is_right ? weights[2 * i] : weights[i];
    const uint32_t there = is_right ? weights[2 * i + 1] : weights[cells + i];
    const bool is_open = here != 0 && there != 0;
    const int32_t x = place.x + (is_right ? info->w - 1 : i);
    const int32_t y = place.y + (is_right ? i : info->h - 1);
    int32_t *to = looked.numbers + 5 * (is_open && !was_open ? count++ : count > 0 ? count - 1 : 0);
    if (is_open && !was_open) {
      to[0] = x;
      to[1] = y;
      to[4] = is_right;
    }
    if (is_open) {
      to[2] = x;
      to[3] = y;
    }
    was_open = is_open;
  }
  return count;
}

/* The entrances of a region's right and lower borders: runs of cells that are open on both sides,
 * from the first to the last cell of this side in the plane, and 1 if the border is the right one;
 * five numbers each. */
EXPLORER_CALL(world_look_entrances) const int32_t *world_look_entrances(int32_t region) {
  ovl_region_info info;
  module_numbers()[0] = 0;
  if (!has_region(region) || !reserve_list((size_t)10 * MOST_SIDE)) {
    return NULL;
  }
  ovl_world_region(world_shown(), world_profile(), region, &info, NULL);
  const size_t count = info.w == 0 ? 0 : add_entrances(&info, true, 0);
  module_numbers()[0] = info.w == 0 ? 0 : (double)add_entrances(&info, false, count);
  return looked.numbers;
}

/* A cluster. Numbers: 0 regions along its side, 1 ports, 2 components, 3 bytes. An ovl_result. */
EXPLORER_CALL(world_look_cluster)
int32_t world_look_cluster(int32_t level, int32_t column, int32_t row) {
  ovl_cluster_info info;
  const ovl_result result =
      world_shown() == NULL
          ? OVL_BAD_ARGUMENT
          : ovl_world_cluster(world_shown(), world_profile(), level, column, row, &info, NULL);
  if (result == OVL_OK) {
    module_numbers()[0] = info.side_regions;
    module_numbers()[1] = info.ports;
    module_numbers()[2] = info.components;
    module_numbers()[3] = (double)info.bytes;
  }
  return (int32_t)result;
}
