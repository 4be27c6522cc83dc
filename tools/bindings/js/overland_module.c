/* The calls of the library for index.js, in WebAssembly: worlds, planners and routes are addresses;
 * what a call returns besides lies in an array of doubles (js_numbers) or behind an address. Calls
 * of the library that need nothing else are exported by build.sh.
 *
 * Memory comes from the allocator of the Explorer's module, which needs no C library. */
#include "overland.h"
#include "overland_edit.h"
#include "overland_hexagons.h"
#include "overland_inspect.h"
#include "overland_stream.h"
#include "tools/explorer/module/module_memory.h"

enum { NUMBERS = 8, CELL_INTS = 3, EDIT_INTS = 6 };

/* Where the numbers of a query are: see query_of. */
enum { QUERY_START = 0, QUERY_GOAL = 3, QUERY_SMOOTHING = 6, QUERY_FLAGS, QUERY_PROFILE };
enum { FLAG_NEAREST = 1, FLAG_MOVE_START = 2, FLAG_MOVE_GOAL = 4 };

static struct {
  double numbers[NUMBERS];
  ovl_fault fault;
  ovl_cell *points;
  size_t capacity;
  ovl_path_link *links;
  size_t link_capacity;
} js;

typedef struct byte_list {
  uint8_t *bytes;
  size_t capacity, count;
} byte_list;

EXPLORER_CALL(js_numbers) double *js_numbers(void) { return js.numbers; }

/* Returns the argument or limit that the last fault names, "" if there was none. Numbers: 0 the
 * value found, 1 the right one, 2 where it is. */
EXPLORER_CALL(js_fault) const char *js_fault(int32_t result) {
  const bool is_signed = result < OVL_OTHER_PART; /* arguments may be negative */
  const uint64_t numbers[] = {js.fault.found, js.fault.expected};
  for (int i = 0; i < 2; i++) {
    js.numbers[i] = is_signed ? (double)(int64_t)numbers[i] : (double)numbers[i];
  }
  js.numbers[2] = (double)js.fault.where;
  return js.fault.what != NULL ? js.fault.what : "";
}

/* ---- Worlds: NULL if there is none; number 0 is then the result ---- */

static ovl_world *tell_world(ovl_result result, ovl_world *world) {
  js.numbers[0] = result;
  return result == OVL_OK ? world : NULL;
}

EXPLORER_CALL(js_bake)
ovl_world *js_bake(const uint8_t *terrain, int32_t width, int32_t height, const uint8_t *weights,
                   const int32_t *settings) {
  ovl_bake_def def = {0};
  def.width = width;
  def.height = height;
  def.terrain = terrain;
  def.allocator = *module_allocator();
  memcpy(def.weights, weights, sizeof def.weights);
  def.tuning.region_cells = settings[0] > 0 ? settings[0] : 0;
  def.tuning.spacing_cells = settings[1] > 0 ? settings[1] : 0;
  def.tuning.label_bytes_per_cell = settings[2] < 0    ? 0
                                    : settings[2] == 0 ? OVL_NO_LABELS
                                                       : settings[2];
  def.corners = (ovl_corners)settings[3];
  def.tuning.overlays = (ovl_overlays)settings[4];
  def.origin = (ovl_cell){settings[5], settings[6], settings[7]};
  def.topology = (ovl_topology)settings[8];
  ovl_world *world = NULL;
  js.fault = (ovl_fault){0};
  const ovl_result result = ovl_world_bake(&def, &world, &js.fault);
  return tell_world(result, world);
}

/* The bytes must stay as they are until all versions of the world are closed. */
EXPLORER_CALL(js_open) ovl_world *js_open(const uint8_t *bytes, uint32_t count) {
  ovl_world *world = NULL;
  js.fault = (ovl_fault){0};
  const ovl_open_def def = {
      .bytes = bytes, .byte_count = count, .check_all = true, .allocator = *module_allocator()};
  const ovl_result result = ovl_world_open_def(&def, &world, &js.fault);
  return tell_world(result, world);
}

static bool append(void *user, const void *bytes, size_t count) {
  byte_list *list = user;
  if (list->count + count > list->capacity) {
    const size_t capacity = 2 * (list->count + count);
    uint8_t *larger = module_allocate((uint32_t)capacity);
    if (larger == NULL) {
      return false;
    }
    memcpy(larger, list->bytes, list->count);
    module_release(list->bytes, (uint32_t)list->capacity);
    list->bytes = larger;
    list->capacity = capacity;
  }
  memcpy(list->bytes + list->count, bytes, count);
  list->count += count;
  return true;
}

/* The world file. Numbers: 0 the result, 1 its bytes, 2 how many are to be released. */
EXPLORER_CALL(js_save) const uint8_t *js_save(const ovl_world *world) {
  byte_list list = {.bytes = module_allocate(1), .capacity = 1};
  js.fault = (ovl_fault){0};
  const ovl_result result =
      ovl_world_save(world, &(ovl_save_def){.write = append, .write_user = &list}, &js.fault);
  js.numbers[0] = result;
  js.numbers[1] = (double)list.count;
  js.numbers[2] = (double)list.capacity;
  return list.bytes;
}

/* Numbers: 0 width, 1 height, 2 region_cells, 3 waypoints, 4 islands, 5 open cells, 6 and 7 the
 * origin. Returns the name of the method. */
EXPLORER_CALL(js_info) const char *js_info(const ovl_world *world) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  const double numbers[] = {info.width,
                            info.height,
                            info.partition.region_cells,
                            (double)info.graph.waypoints,
                            (double)info.islands,
                            (double)info.open_cells,
                            info.partition.origin.x,
                            info.partition.origin.y};
  memcpy(js.numbers, numbers, sizeof numbers);
  return ovl_method_text(info.graph.method);
}

/* The next version: of each edit x, y, floor, w, h, terrain. */
EXPLORER_CALL(js_apply)
ovl_world *js_apply(const ovl_world *world, const int32_t *numbers, uint32_t count) {
  ovl_edit *edits = module_allocate((uint32_t)((count + 1) * sizeof *edits));
  js.fault = (ovl_fault){0};
  if (edits == NULL) {
    return tell_world(OVL_NO_MEMORY, NULL);
  }
  for (uint32_t i = 0; i < count; i++) {
    const int32_t *of = numbers + (size_t)i * EDIT_INTS;
    edits[i] = ovl_edit_rect((ovl_cell){of[0], of[1], of[2]}, of[3], of[4], (uint8_t)of[5]);
  }
  ovl_world *version = NULL;
  const ovl_result result = ovl_world_apply(world, edits, count, &version, &js.fault);
  module_release(edits, (uint32_t)((count + 1) * sizeof *edits));
  return tell_world(result, version);
}

EXPLORER_CALL(js_terrain)
uint32_t js_terrain(const ovl_world *world, int32_t x, int32_t y, int32_t floor) {
  return ovl_world_terrain(world, (ovl_cell){x, y, floor});
}

/* The weight of a cell for the first profile, in eighths. */
EXPLORER_CALL(js_weight)
uint32_t js_weight(const ovl_world *world, int32_t x, int32_t y, int32_t floor) {
  return ovl_world_weight(world, 0, (ovl_cell){x, y, floor});
}

EXPLORER_CALL(js_island)
uint32_t js_island(const ovl_world *world, int32_t x, int32_t y, int32_t floor) {
  return ovl_world_island(world, 0, (ovl_cell){x, y, floor});
}

/* ---- Hexagons: numbers 0 and 1 are the cell ---- */

static void tell_cell(ovl_cell cell) {
  js.numbers[0] = cell.x;
  js.numbers[1] = cell.y;
}

EXPLORER_CALL(js_hexagon_from)
void js_hexagon_from(int32_t layout, int32_t x, int32_t y) {
  tell_cell(ovl_hexagon_from((ovl_layout)layout, (ovl_cell){x, y, 0}));
}

EXPLORER_CALL(js_hexagon_to)
void js_hexagon_to(int32_t layout, int32_t x, int32_t y) {
  tell_cell(ovl_hexagon_to((ovl_layout)layout, (ovl_cell){x, y, 0}));
}

EXPLORER_CALL(js_hexagon_distance)
double js_hexagon_distance(int32_t x, int32_t y, int32_t to_x, int32_t to_y) {
  return (double)ovl_hexagon_distance((ovl_cell){x, y, 0}, (ovl_cell){to_x, to_y, 0});
}

/* ---- Planners and queries: results; their fault is that of js_fault ---- */

EXPLORER_CALL(js_planner) ovl_planner *js_planner(const ovl_world *world) {
  ovl_planner_def def = {.world = world};
  def.allocator = *module_allocator();
  ovl_planner *planner = NULL;
  js.fault = (ovl_fault){0};
  js.numbers[0] = ovl_planner_create(&def, &planner, &js.fault);
  return planner;
}

static ovl_cell cell_at(const int32_t *numbers) {
  return (ovl_cell){numbers[0], numbers[1], numbers[2]};
}

static ovl_query query_of(const int32_t *numbers) {
  const int32_t flags = numbers[QUERY_FLAGS];
  ovl_query query = {0};
  query.start = cell_at(numbers + QUERY_START);
  query.goal = cell_at(numbers + QUERY_GOAL);
  query.smoothing = (ovl_smoothing)numbers[QUERY_SMOOTHING];
  query.profile = numbers[QUERY_PROFILE];
  query.nearest = (flags & FLAG_NEAREST) != 0;
  query.move_start = (flags & FLAG_MOVE_START) != 0;
  query.move_goal = (flags & FLAG_MOVE_GOAL) != 0;
  return query;
}

static bool reserve_path(size_t points, size_t links) {
  return module_reserve(&js.points, &js.capacity, points, sizeof *js.points) &&
         module_reserve(&js.links, &js.link_capacity, links, sizeof *js.links);
}

/* Finds a path, or the next segment of `route`, with room for as many points and links as it has.
 * Numbers: 0 cost, 1 length, 2 whether it is partial, 3 points, 4 links. */
static ovl_result find_with_room(ovl_planner *planner, const ovl_world *world,
                                 const ovl_query *query, ovl_route *route) {
  ovl_path path = {.count = 256, .link_count = 4};
  ovl_result result = OVL_MORE_ROOM;
  memset(js.numbers, 0, sizeof js.numbers);
  while (result == OVL_MORE_ROOM) {
    if (!reserve_path(path.count, path.link_count)) {
      return OVL_NO_MEMORY;
    }
    path = (ovl_path){.points = js.points,
                      .capacity = js.capacity,
                      .links = js.links,
                      .link_capacity = js.link_capacity};
    result = route == NULL ? ovl_find_path(planner, world, query, &path)
                           : ovl_route_next(planner, world, route, route->position, &path);
  }
  const double numbers[] = {(double)path.cost, (double)path.length, path.partial,
                            (double)path.count, (double)path.link_count};
  memcpy(js.numbers, numbers, sizeof numbers);
  return result;
}

static int32_t tell_result(const ovl_planner *planner, ovl_result result) {
  js.fault = *ovl_planner_fault(planner);
  return (int32_t)result;
}

EXPLORER_CALL(js_find)
int32_t js_find(ovl_planner *planner, const ovl_world *world, const int32_t *numbers) {
  const ovl_query query = query_of(numbers);
  return tell_result(planner, find_with_room(planner, world, &query, NULL));
}

/* The points of the last path or segment: x, y, floor of each. */
EXPLORER_CALL(js_points) const int32_t *js_points(void) { return &js.points->x; }

/* The links of the last path or segment: of each the point, the link, and back in the lowest byte.
 */
EXPLORER_CALL(js_links) const ovl_path_link *js_links(void) {
  _Static_assert(sizeof(size_t) != 4 || sizeof(ovl_path_link) == 12, "links are three numbers");
  return js.links;
}

/* The costs to `count` cells, x, y, floor of each; below 0: it can't be reached. */
EXPLORER_CALL(js_costs)
int32_t js_costs(ovl_planner *planner, const ovl_world *world, const int32_t *numbers,
                 const int32_t *cells, uint32_t count, double *costs) {
  const ovl_query query = query_of(numbers);
  uint64_t *units = module_allocate((uint32_t)((count + 1) * sizeof *units));
  if (units == NULL) {
    js.fault = (ovl_fault){0};
    return OVL_NO_MEMORY;
  }
  _Static_assert(sizeof(ovl_cell) == CELL_INTS * sizeof(int32_t), "cells are three numbers");
  const ovl_result result =
      ovl_find_costs(planner, world, &query, (const ovl_cell *)(const void *)cells, count, units);
  for (uint32_t i = 0; i < count; i++) {
    costs[i] = result != OVL_OK || units[i] == UINT64_MAX ? -1 : (double)units[i];
  }
  module_release(units, (uint32_t)((count + 1) * sizeof *units));
  return tell_result(planner, result);
}

/* ---- Routes ---- */

EXPLORER_CALL(js_route) ovl_route *js_route(void) {
  ovl_route *route = module_allocate(sizeof *route);
  if (route != NULL) {
    memset(route, 0, sizeof *route);
  }
  return route;
}

EXPLORER_CALL(js_route_close) void js_route_close(ovl_route *route) {
  module_release(route, sizeof *route);
}

EXPLORER_CALL(js_route_begin)
int32_t js_route_begin(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                       const int32_t *numbers) {
  const ovl_query query = query_of(numbers);
  return tell_result(planner, ovl_route_begin(planner, world, &query, route));
}

EXPLORER_CALL(js_route_next)
int32_t js_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route) {
  return tell_result(planner, find_with_room(planner, world, NULL, route));
}

/* Returns whether the route has reached its goal. Numbers 0 to 2: its position; 3: it leads on. */
EXPLORER_CALL(js_route_done) int32_t js_route_done(const ovl_route *route) {
  const ovl_cell at = route->position;
  const double numbers[] = {at.x, at.y, at.floor, route->cost_to_go > 0};
  memcpy(js.numbers, numbers, sizeof numbers);
  return route->done;
}
