/* The calls of the library for overland.lua, in Lua 5.4: a module in C.
 *
 *     cc -O2 -shared -fPIC $(pkg-config --cflags lua5.4) overland_core.c -loverland \
 *       -o overland_core.so
 *
 * The calls are those of overland_ffi.lua. Calls that may fail return nil and what is wrong; those
 * of planners the number of their result first.
 *
 * Invariant: a full userdata owns its object until its `object` is NULL; the first user value of a
 * world holds the bytes that it uses, or its reader. */
#include <inttypes.h>
#include <lauxlib.h>
#include <limits.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "overland.h"
#include "overland_edit.h"
#include "overland_hexagons.h"
#include "overland_inspect.h"
#include "overland_stream.h"

enum { FIRST_POINTS = 256, FIRST_LINKS = 4 };

typedef struct held_world {
  ovl_world *object;
} held_world;

typedef struct held_planner {
  ovl_planner *object;
  ovl_cell *points;
  size_t capacity;
  ovl_path_link *links;
  size_t link_capacity;
} held_planner;

/* Fetches the bytes of a world file, and counts them. */
typedef struct world_reader {
  FILE *file;
  uint64_t file_bytes, reads, bytes;
} world_reader;

static const char world_name[] = "overland.world";
static const char reader_name[] = "overland.reader";
static const char planner_name[] = "overland.planner";
static const char route_name[] = "overland.route";

/* ---- Results ---- */

static void push_fault(lua_State *lua, ovl_result result, const ovl_fault *fault) {
  const int64_t found = (int64_t)fault->found;
  const int64_t expected = (int64_t)fault->expected;
  if (found == expected) {
    lua_pushfstring(lua, ": %s", fault->what);
  } else if (result >= OVL_OTHER_PART) {
    char numbers[96];
    snprintf(numbers, sizeof numbers, "%" PRIu64 ": found %" PRIu64 ", expected %" PRIu64,
             fault->where, fault->found, fault->expected);
    lua_pushfstring(lua, ": %s at %s", fault->what, numbers);
  } else {
    lua_pushfstring(lua, ": %s is %I; it should be at %s %I", fault->what, (LUAI_UACINT)found,
                    found < expected ? "least" : "most", (LUAI_UACINT)expected);
  }
}

static void push_why(lua_State *lua, ovl_result result, const ovl_fault *fault) {
  lua_pushstring(lua, ovl_result_text(result));
  if (fault != NULL && fault->what != NULL && fault->what[0] != '\0') {
    push_fault(lua, result, fault);
    lua_concat(lua, 2);
  }
}

static int push_nil(lua_State *lua, ovl_result result, const ovl_fault *fault) {
  lua_pushnil(lua);
  push_why(lua, result, fault);
  return 2;
}

static int core_version(lua_State *lua) {
  lua_pushstring(lua, ovl_version());
  return 1;
}

static int core_result_text(lua_State *lua) {
  lua_pushstring(lua, ovl_result_text((ovl_result)luaL_checkinteger(lua, 1)));
  return 1;
}

/* ---- Arguments ---- */

static int32_t argument(lua_State *lua, int at) { return (int32_t)luaL_checkinteger(lua, at); }

static ovl_cell cell_argument(lua_State *lua, int at) {
  return (ovl_cell){argument(lua, at), argument(lua, at + 1), argument(lua, at + 2)};
}

static const ovl_world *world_argument(lua_State *lua, int at) {
  const held_world *held = luaL_checkudata(lua, at, world_name);
  luaL_argcheck(lua, held->object != NULL, at, "the world is closed");
  return held->object;
}

static held_planner *planner_argument(lua_State *lua, int at) {
  held_planner *held = luaL_checkudata(lua, at, planner_name);
  luaL_argcheck(lua, held->object != NULL, at, "the planner is closed");
  return held;
}

/* Number `i` of the table at `at`. */
static int32_t number_of(lua_State *lua, int at, int i) {
  lua_rawgeti(lua, at, i);
  const int32_t number = (int32_t)luaL_checkinteger(lua, -1);
  lua_pop(lua, 1);
  return number;
}

static ovl_cell cell_of(lua_State *lua, int at, int first) {
  return (ovl_cell){number_of(lua, at, first), number_of(lua, at, first + 1),
                    number_of(lua, at, first + 2)};
}

/* ---- Worlds ---- */

/* Pushes an owner without a world, so that a world that is made is never lost. */
static held_world *push_world(lua_State *lua) {
  held_world *held = lua_newuserdatauv(lua, sizeof *held, 1);
  held->object = NULL;
  luaL_setmetatable(lua, world_name);
  return held;
}

static int close_world(lua_State *lua) {
  held_world *held = luaL_checkudata(lua, 1, world_name);
  ovl_world_close(held->object);
  held->object = NULL;
  return 0;
}

static int core_bake(lua_State *lua) {
  ovl_bake_def def = {0};
  ovl_fault fault = {.what = ""};
  size_t count = 0;
  def.width = argument(lua, 1);
  def.height = argument(lua, 2);
  def.terrain = (const uint8_t *)luaL_checkstring(lua, 3);
  const char *weights = luaL_checklstring(lua, 4, &count);
  luaL_argcheck(lua, count == sizeof def.weights, 4, "256 weights");
  memcpy(def.weights, weights, sizeof def.weights);
  def.corners = (ovl_corners)argument(lua, 5);
  const int32_t region = argument(lua, 6);
  const int32_t spacing = argument(lua, 7);
  const int32_t labels = argument(lua, 8);
  def.tuning.region_cells = region > 0 ? region : 0;
  def.tuning.spacing_cells = spacing > 0 ? spacing : 0;
  def.tuning.label_bytes_per_cell = labels < 0 ? 0 : labels == 0 ? OVL_NO_LABELS : labels;
  def.tuning.overlays = (ovl_overlays)argument(lua, 9);
  def.topology = (ovl_topology)argument(lua, 10);
  def.origin = cell_argument(lua, 11);
  held_world *held = push_world(lua);
  const ovl_result result = ovl_world_bake(&def, &held->object, &fault);
  return result == OVL_OK ? 1 : push_nil(lua, result, &fault);
}

static int core_load(lua_State *lua) {
  size_t count = 0;
  ovl_fault fault = {.what = ""};
  const char *text = luaL_checklstring(lua, 1, &count);
  held_world *held = push_world(lua);
  void *bytes = lua_newuserdatauv(lua, count + 1, 0); /* aligned for any type */
  memcpy(bytes, text, count);
  lua_setiuservalue(lua, -2, 1);
  const ovl_result result = ovl_world_open(bytes, count, &held->object, &fault);
  return result == OVL_OK ? 1 : push_nil(lua, result, &fault);
}

static bool read_bytes(void *user, uint64_t offset, void *bytes, size_t count) {
  world_reader *reader = user;
  if (offset > LONG_MAX || fseek(reader->file, (long)offset, SEEK_SET) != 0 ||
      fread(bytes, 1, count, reader->file) != count) {
    return false;
  }
  reader->reads++;
  reader->bytes += count;
  return true;
}

static int close_reader(lua_State *lua) {
  world_reader *reader = luaL_checkudata(lua, 1, reader_name);
  if (reader->file != NULL) {
    fclose(reader->file);
  }
  reader->file = NULL;
  return 0;
}

static int core_stream(lua_State *lua) {
  const char *path = luaL_checkstring(lua, 1);
  const size_t resident_bytes = (size_t)luaL_checkinteger(lua, 2);
  ovl_fault fault = {.what = ""};
  held_world *held = push_world(lua);
  world_reader *reader = lua_newuserdatauv(lua, sizeof *reader, 0);
  *reader = (world_reader){.file = NULL};
  luaL_setmetatable(lua, reader_name);
  reader->file = fopen(path, "rb");
  if (reader->file == NULL || fseek(reader->file, 0, SEEK_END) != 0) {
    return luaL_fileresult(lua, 0, path);
  }
  reader->file_bytes = (uint64_t)ftell(reader->file);
  lua_setiuservalue(lua, -2, 1);
  const ovl_open_def def = {.byte_count = reader->file_bytes,
                            .read = read_bytes,
                            .read_user = reader,
                            .resident_bytes = resident_bytes};
  const ovl_result result = ovl_world_open_def(&def, &held->object, &fault);
  return result == OVL_OK ? 1 : push_nil(lua, result, &fault);
}

/* Bytes of the file, calls of the reader, and the bytes that these read. */
static int core_reads(lua_State *lua) {
  world_argument(lua, 1);
  lua_getiuservalue(lua, 1, 1);
  const world_reader *reader = luaL_testudata(lua, -1, reader_name);
  const world_reader none = {.file = NULL};
  reader = reader == NULL ? &none : reader;
  lua_pushinteger(lua, (lua_Integer)reader->file_bytes);
  lua_pushinteger(lua, (lua_Integer)reader->reads);
  lua_pushinteger(lua, (lua_Integer)reader->bytes);
  return 3;
}

static bool add_bytes(void *user, const void *bytes, size_t count) {
  luaL_addlstring(user, bytes, count);
  return true;
}

static int core_bytes(lua_State *lua) {
  const ovl_world *world = world_argument(lua, 1);
  ovl_fault fault = {.what = ""};
  luaL_Buffer buffer;
  luaL_buffinit(lua, &buffer);
  const ovl_result result =
      ovl_world_save(world, &(ovl_save_def){.write = add_bytes, .write_user = &buffer}, &fault);
  luaL_pushresult(&buffer);
  return result == OVL_OK ? 1 : push_nil(lua, result, &fault);
}

static void set_number(lua_State *lua, const char *name, uint64_t number) {
  lua_pushinteger(lua, (lua_Integer)number);
  lua_setfield(lua, -2, name);
}

static void push_point(lua_State *lua, ovl_cell cell) {
  const int32_t numbers[] = {cell.x, cell.y, cell.floor};
  const int count = cell.floor == 0 ? 2 : 3;
  lua_createtable(lua, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(lua, numbers[i]);
    lua_rawseti(lua, -2, i + 1);
  }
}

static int core_info(lua_State *lua) {
  ovl_world_info info;
  ovl_world_describe(world_argument(lua, 1), &info);
  lua_createtable(lua, 0, 8);
  push_point(lua, info.partition.origin);
  lua_setfield(lua, -2, "origin");
  set_number(lua, "width", (uint64_t)info.width);
  set_number(lua, "height", (uint64_t)info.height);
  set_number(lua, "region_cells", (uint64_t)info.partition.region_cells);
  set_number(lua, "waypoints", info.graph.waypoints);
  set_number(lua, "islands", info.islands);
  set_number(lua, "open_cells", info.open_cells);
  lua_pushstring(lua, ovl_method_text(info.graph.method));
  lua_setfield(lua, -2, "method");
  return 1;
}

static int core_apply(lua_State *lua) {
  const ovl_world *world = world_argument(lua, 1);
  const size_t count = lua_rawlen(lua, 2);
  ovl_fault fault = {.what = ""};
  ovl_edit *edits = lua_newuserdatauv(lua, (count + 1) * sizeof *edits, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(lua, 2, (lua_Integer)i + 1);
    const int at = lua_gettop(lua);
    edits[i] = ovl_edit_rect(cell_of(lua, at, 1), number_of(lua, at, 4), number_of(lua, at, 5),
                             (uint8_t)number_of(lua, at, 6));
    lua_pop(lua, 1);
  }
  held_world *held = push_world(lua);
  lua_getiuservalue(lua, 1, 1); /* versions use the same bytes */
  lua_setiuservalue(lua, -2, 1);
  const ovl_result result = ovl_world_apply(world, edits, count, &held->object, &fault);
  return result == OVL_OK ? 1 : push_nil(lua, result, &fault);
}

static int core_terrain(lua_State *lua) {
  lua_pushinteger(lua, ovl_world_terrain(world_argument(lua, 1), cell_argument(lua, 2)));
  return 1;
}

/* The weight of a cell for the first profile, in eighths. */
static int core_weight(lua_State *lua) {
  lua_pushinteger(lua, ovl_world_weight(world_argument(lua, 1), 0, cell_argument(lua, 2)));
  return 1;
}

static int core_island(lua_State *lua) {
  lua_pushinteger(lua, ovl_world_island(world_argument(lua, 1), 0, cell_argument(lua, 2)));
  return 1;
}

/* ---- Hexagons ---- */

static int push_cell(lua_State *lua, ovl_cell cell) {
  lua_pushinteger(lua, cell.x);
  lua_pushinteger(lua, cell.y);
  lua_pushinteger(lua, cell.floor);
  return 3;
}

static int core_hexagon_from(lua_State *lua) {
  return push_cell(lua, ovl_hexagon_from((ovl_layout)argument(lua, 1), cell_argument(lua, 2)));
}

static int core_hexagon_to(lua_State *lua) {
  return push_cell(lua, ovl_hexagon_to((ovl_layout)argument(lua, 1), cell_argument(lua, 2)));
}

static int core_hexagon_distance(lua_State *lua) {
  lua_pushinteger(lua, ovl_hexagon_distance(cell_argument(lua, 1), cell_argument(lua, 4)));
  return 1;
}

/* ---- Planners ---- */

static int close_planner(lua_State *lua) {
  held_planner *held = luaL_checkudata(lua, 1, planner_name);
  ovl_planner_destroy(held->object);
  free(held->points);
  free(held->links);
  *held = (held_planner){.object = NULL};
  return 0;
}

static int core_planner(lua_State *lua) {
  const ovl_planner_def def = {.world = world_argument(lua, 1)};
  ovl_fault fault = {.what = ""};
  held_planner *held = lua_newuserdatauv(lua, sizeof *held, 0);
  *held = (held_planner){.object = NULL};
  luaL_setmetatable(lua, planner_name);
  const ovl_result result = ovl_planner_create(&def, &held->object, &fault);
  return result == OVL_OK ? 1 : push_nil(lua, result, &fault);
}

static int core_fault(lua_State *lua) {
  const held_planner *held = planner_argument(lua, 1);
  push_why(lua, (ovl_result)luaL_checkinteger(lua, 2), ovl_planner_fault(held->object));
  return 1;
}

static ovl_query query_of(lua_State *lua, int at) {
  const int32_t flags = number_of(lua, at, 8);
  ovl_query query = {0};
  query.start = cell_of(lua, at, 1);
  query.goal = cell_of(lua, at, 4);
  query.smoothing = (ovl_smoothing)number_of(lua, at, 7);
  query.profile = number_of(lua, at, 9);
  query.nearest = (flags & 1) != 0;
  query.move_start = (flags & 2) != 0;
  query.move_goal = (flags & 4) != 0;
  return query;
}

static void push_points(lua_State *lua, const ovl_path *path) {
  lua_createtable(lua, (int)path->count, 0);
  for (size_t i = 0; i < path->count; i++) {
    push_point(lua, path->points[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

/* Pushes the legs that are links; Lua counts points from 1. */
static void push_links(lua_State *lua, const ovl_path *path) {
  lua_createtable(lua, (int)path->link_count, 0);
  for (size_t i = 0; i < path->link_count; i++) {
    lua_createtable(lua, 0, 3);
    set_number(lua, "point", path->links[i].point + 1);
    set_number(lua, "link", path->links[i].link);
    lua_pushboolean(lua, path->links[i].back);
    lua_setfield(lua, -2, "back");
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

static void push_path(lua_State *lua, const ovl_path *path) {
  lua_createtable(lua, 0, 5);
  push_points(lua, path);
  lua_setfield(lua, -2, "points");
  push_links(lua, path);
  lua_setfield(lua, -2, "links");
  set_number(lua, "units", path->cost);
  set_number(lua, "length", path->length);
  lua_pushboolean(lua, path->partial);
  lua_setfield(lua, -2, "partial");
}

static bool reserve_path(held_planner *held, size_t points, size_t links) {
  if (points > held->capacity) {
    ovl_cell *room = realloc(held->points, points * sizeof *room);
    if (room == NULL) {
      return false;
    }
    held->points = room;
    held->capacity = points;
  }
  if (links > held->link_capacity) {
    ovl_path_link *room = realloc(held->links, links * sizeof *room);
    if (room == NULL) {
      return false;
    }
    held->links = room;
    held->link_capacity = links;
  }
  return true;
}

/* Finds a path, or with `route` its next segment, with room for as much as it has. */
static ovl_result find_with_room(held_planner *held, const ovl_world *world, const ovl_query *query,
                                 ovl_route *route, ovl_path *path) {
  ovl_result result = OVL_MORE_ROOM;
  *path = (ovl_path){.count = FIRST_POINTS, .link_count = FIRST_LINKS};
  while (result == OVL_MORE_ROOM) {
    if (!reserve_path(held, path->count, path->link_count)) {
      *path = (ovl_path){.count = 0}; /* points that have no room are not read */
      return OVL_NO_MEMORY;
    }
    *path = (ovl_path){.points = held->points,
                       .capacity = held->capacity,
                       .links = held->links,
                       .link_capacity = held->link_capacity};
    result = route == NULL ? ovl_find_path(held->object, world, query, path)
                           : ovl_route_next(held->object, world, route, route->position, path);
  }
  return result;
}

static int push_found(lua_State *lua, ovl_result result, const ovl_path *path) {
  lua_pushinteger(lua, result);
  push_path(lua, path);
  return 2;
}

static int core_find(lua_State *lua) {
  held_planner *held = planner_argument(lua, 1);
  const ovl_world *world = world_argument(lua, 2);
  const ovl_query query = query_of(lua, 3);
  ovl_path path = {.count = 0};
  const ovl_result result = find_with_room(held, world, &query, NULL, &path);
  return push_found(lua, result, &path);
}

static int core_costs(lua_State *lua) {
  held_planner *held = planner_argument(lua, 1);
  const ovl_world *world = world_argument(lua, 2);
  const ovl_query query = query_of(lua, 3);
  const size_t count = lua_rawlen(lua, 4);
  ovl_cell *cells = lua_newuserdatauv(lua, (count + 1) * sizeof *cells, 0);
  uint64_t *costs = lua_newuserdatauv(lua, (count + 1) * sizeof *costs, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(lua, 4, (lua_Integer)i + 1);
    cells[i] = cell_of(lua, lua_gettop(lua), 1);
    costs[i] = UINT64_MAX;
    lua_pop(lua, 1);
  }
  lua_pushinteger(lua, ovl_find_costs(held->object, world, &query, cells, count, costs));
  lua_createtable(lua, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    if (costs[i] == UINT64_MAX) {
      lua_pushboolean(lua, false);
    } else {
      lua_pushinteger(lua, (lua_Integer)costs[i]);
    }
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  return 2;
}

/* ---- Routes ---- */

static int core_route(lua_State *lua) {
  ovl_route *route = lua_newuserdatauv(lua, sizeof *route, 0);
  memset(route, 0, sizeof *route);
  luaL_setmetatable(lua, route_name);
  return 1;
}

/* The result, and whether the route leads anywhere. */
static int core_route_begin(lua_State *lua) {
  held_planner *held = planner_argument(lua, 1);
  const ovl_world *world = world_argument(lua, 2);
  ovl_route *route = luaL_checkudata(lua, 3, route_name);
  const ovl_query query = query_of(lua, 4);
  const ovl_result result = ovl_route_begin(held->object, world, &query, route);
  lua_pushinteger(lua, result);
  lua_pushboolean(lua, route->cost_to_go > 0);
  return 2;
}

static int core_route_next(lua_State *lua) {
  held_planner *held = planner_argument(lua, 1);
  const ovl_world *world = world_argument(lua, 2);
  ovl_path path = {.count = 0};
  const ovl_result result =
      find_with_room(held, world, NULL, luaL_checkudata(lua, 3, route_name), &path);
  return push_found(lua, result, &path);
}

static int core_route_done(lua_State *lua) {
  const ovl_route *route = luaL_checkudata(lua, 1, route_name);
  lua_pushboolean(lua, route->done);
  return 1;
}

static int core_route_position(lua_State *lua) {
  const ovl_route *route = luaL_checkudata(lua, 1, route_name);
  return push_cell(lua, route->position);
}

/* ---- The module ---- */

static const luaL_Reg calls[] = {{"version", core_version},
                                 {"result_text", core_result_text},
                                 {"bake", core_bake},
                                 {"load", core_load},
                                 {"stream", core_stream},
                                 {"reads", core_reads},
                                 {"bytes", core_bytes},
                                 {"info", core_info},
                                 {"apply", core_apply},
                                 {"terrain", core_terrain},
                                 {"weight", core_weight},
                                 {"island", core_island},
                                 {"hexagon_from", core_hexagon_from},
                                 {"hexagon_to", core_hexagon_to},
                                 {"hexagon_distance", core_hexagon_distance},
                                 {"close_world", close_world},
                                 {"planner", core_planner},
                                 {"close_planner", close_planner},
                                 {"fault", core_fault},
                                 {"find", core_find},
                                 {"costs", core_costs},
                                 {"route", core_route},
                                 {"route_begin", core_route_begin},
                                 {"route_next", core_route_next},
                                 {"route_done", core_route_done},
                                 {"route_position", core_route_position},
                                 {NULL, NULL}};

/* Makes the metatable of a kind of objects, which `close` closes when nothing refers to them. */
static void make_kind(lua_State *lua, const char *name, lua_CFunction close) {
  luaL_newmetatable(lua, name);
  if (close != NULL) {
    lua_pushcfunction(lua, close);
    lua_setfield(lua, -2, "__gc");
  }
  lua_pop(lua, 1);
}

/* The entry point of the module, called by `require`. */
int luaopen_overland_core(lua_State *lua);

int luaopen_overland_core(lua_State *lua) {
  if (ovl_abi() != OVL_ABI) {
    return luaL_error(lua, "overland: the library was made from other headers than this module");
  }
  make_kind(lua, world_name, close_world);
  make_kind(lua, reader_name, close_reader);
  make_kind(lua, planner_name, close_planner);
  make_kind(lua, route_name, NULL);
  luaL_newlib(lua, calls);
  return 1;
}
