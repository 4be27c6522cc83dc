/* Memory and calls of the library for overland_calls.lua, in Lua 5.4: a module in C.
 *
 *     cc -O2 -shared -fPIC $(pkg-config --cflags lua5.4) -I. overland_core.c -loverland \
 *       -o overland_core.so
 *
 * Addresses are whole numbers; identities are 16 hexadecimal digits, and the greatest number of 64
 * bits is math.huge. The functions for each call are in overland_core_calls.h, which is written
 * from the headers.
 *
 * Invariant: a function that the library calls runs in the coroutine that entered the library last.
 */
#include <inttypes.h>
#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "overland.h"
#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_hexagons.h"
#include "overland_inspect.h"
#include "overland_move.h"
#include "overland_query.h"
#include "overland_schedule.h"
#include "overland_stream.h"
#include "overland_trace.h"
#include "overland_units.h"

/* A function of Lua that the library calls; `entered` is shared by all of a state. */
typedef struct core_held {
  lua_State **entered;
  int function;
} core_held;

typedef struct core_answer {
  const char *name;
  uintptr_t address;
} core_answer;

typedef struct core_place {
  const char *structure, *field; /* NULL: the size of the struct */
  size_t bytes;
} core_place;

static lua_State **entered_of(lua_State *lua) { return lua_touserdata(lua, lua_upvalueindex(1)); }

static void enter(lua_State *lua) { *entered_of(lua) = lua; }

static void *address_argument(lua_State *lua, int at) {
  return (void *)(uintptr_t)luaL_checkinteger(lua, at);
}

static uint64_t u64_argument(lua_State *lua, int at) {
  const bool is_most = !lua_isinteger(lua, at) && lua_tonumber(lua, at) > 1e19;
  return is_most ? UINT64_MAX : (uint64_t)luaL_checkinteger(lua, at);
}

static void push_u64(lua_State *lua, uint64_t value) {
  if (value == UINT64_MAX) {
    lua_pushnumber(lua, (lua_Number)HUGE_VAL);
  } else {
    lua_pushinteger(lua, (lua_Integer)value);
  }
}

static void push_id(lua_State *lua, uint64_t value) {
  char text[17];
  snprintf(text, sizeof text, "%016" PRIx64, value);
  lua_pushstring(lua, text);
}

/* Pushes the function that the library calls. */
static lua_State *begin_answer(void *user) {
  const core_held *held = user;
  lua_State *lua = *held->entered;
  luaL_checkstack(lua, LUA_MINSTACK, "a function that the library calls");
  lua_rawgeti(lua, LUA_REGISTRYINDEX, held->function);
  return lua;
}

#include <overland_core_calls.h>

/* ---- Memory ---- */

static int core_block(lua_State *lua) {
  const size_t bytes = (size_t)luaL_checkinteger(lua, 1);
  memset(lua_newuserdatauv(lua, bytes, 0), 0, bytes);
  return 1;
}

static int core_address(lua_State *lua) {
  lua_pushinteger(lua, (lua_Integer)(uintptr_t)lua_touserdata(lua, 1));
  return 1;
}

static int core_text(lua_State *lua) {
  lua_pushstring(lua, address_argument(lua, 1));
  return 1;
}

static int core_bytes(lua_State *lua) {
  lua_pushlstring(lua, address_argument(lua, 1), (size_t)luaL_checkinteger(lua, 2));
  return 1;
}

static int core_copy(lua_State *lua) {
  size_t count = 0;
  const char *from = luaL_checklstring(lua, 2, &count);
  memcpy(address_argument(lua, 1), from, count);
  return 0;
}

/* The bytes of a kind of numbers, and whether they are signed. */
static size_t bytes_of(const char *kind, bool *is_signed) {
  *is_signed = kind[0] == 'i' && kind[1] != 'd';
  if (strcmp(kind, "id") == 0 || strcmp(kind, "size") == 0) {
    return kind[0] == 'i' ? sizeof(uint64_t) : sizeof(size_t);
  }
  return strcmp(kind, "bool") == 0 ? 1 : (size_t)strtol(kind + 1, NULL, 10) / 8;
}

static int core_peek(lua_State *lua) {
  const void *from = address_argument(lua, 1);
  const char *kind = luaL_checkstring(lua, 2);
  bool is_signed = false;
  const size_t bytes = bytes_of(kind, &is_signed);
  uint64_t value = 0;
  for (size_t i = 0; i < bytes; i++) {
    uint8_t byte = 0;
    memcpy(&byte, (const uint8_t *)from + i, 1);
    value |= (uint64_t)byte << (8 * i);
  }
  if (kind[0] == 'i' && kind[1] == 'd') {
    push_id(lua, value);
  } else if (is_signed) {
    const int shift = 64 - 8 * (int)bytes;
    lua_pushinteger(lua, (lua_Integer)((int64_t)(value << shift) >> shift));
  } else {
    push_u64(lua, value);
  }
  return 1;
}

static int core_poke(lua_State *lua) {
  uint8_t *to = address_argument(lua, 1);
  bool is_signed = false;
  const char *kind = luaL_checkstring(lua, 2);
  const size_t bytes = bytes_of(kind, &is_signed);
  const bool is_text = kind[0] == 'i' && kind[1] == 'd' && lua_type(lua, 3) == LUA_TSTRING;
  const uint64_t value = is_text ? strtoull(lua_tostring(lua, 3), NULL, 16) : u64_argument(lua, 3);
  for (size_t i = 0; i < bytes; i++) {
    to[i] = (uint8_t)(value >> (8 * i));
  }
  return 0;
}

/* ---- Calls ---- */

/* Calls a function of the library by its name: those are the second upvalue. */
static int core_call(lua_State *lua) {
  lua_pushvalue(lua, 1);
  lua_rawget(lua, lua_upvalueindex(2));
  lua_replace(lua, 1);
  lua_call(lua, lua_gettop(lua) - 1, 1);
  return 1;
}

static int core_release(lua_State *lua) {
  core_held *held = lua_touserdata(lua, lua_upvalueindex(1));
  luaL_unref(lua, LUA_REGISTRYINDEX, held->function);
  held->function = LUA_NOREF;
  return 0;
}

/* Returns the address of a function that calls one of Lua, what it gets as its user, and what ends
 * that. */
static int core_callback(lua_State *lua) {
  const char *name = luaL_checkstring(lua, 1);
  const core_answer *answer = answers;
  while (answer->name != NULL && strcmp(answer->name, name) != 0) {
    answer++;
  }
  lua_pushinteger(lua, (lua_Integer)answer->address);
  core_held *held = lua_newuserdatauv(lua, sizeof *held, 0);
  lua_pushvalue(lua, 2);
  *held = (core_held){entered_of(lua), luaL_ref(lua, LUA_REGISTRYINDEX)};
  lua_pushcclosure(lua, core_release, 1); /* which keeps the userdata */
  lua_pushinteger(lua, (lua_Integer)(uintptr_t)held);
  lua_insert(lua, -2);
  return 3;
}

static int core_collect(lua_State *lua) {
  lua_getfield(lua, 1, "release");
  if (!lua_isnil(lua, -1)) {
    lua_call(lua, 0, 0);
  }
  return 0;
}

/* A table that calls a function when nothing refers to it any more, unless it was disarmed. */
static int core_guard(lua_State *lua) {
  lua_createtable(lua, 0, 1);
  lua_pushvalue(lua, 1);
  lua_setfield(lua, -2, "release");
  luaL_setmetatable(lua, "overland.guard");
  return 1;
}

static int core_disarm(lua_State *lua) {
  lua_pushnil(lua);
  lua_setfield(lua, 1, "release");
  return 0;
}

/* ---- The module ---- */

static const luaL_Reg core[] = {
    {"block", core_block}, {"address", core_address}, {"text", core_text},
    {"bytes", core_bytes}, {"copy", core_copy},       {"peek", core_peek},
    {"poke", core_poke},   {"call", core_call},       {"callback", core_callback},
    {"guard", core_guard}, {"disarm", core_disarm},   {NULL, NULL}};

/* Fills the tables at 1 and 2 below the top: sizes of structs, and offsets of their fields. */
static void add_places(lua_State *lua) {
  for (const core_place *place = places; place->structure != NULL; place++) {
    if (place->field == NULL) {
      lua_pushinteger(lua, (lua_Integer)place->bytes);
      lua_setfield(lua, -3, place->structure);
      lua_newtable(lua);
      lua_setfield(lua, -2, place->structure);
    } else {
      lua_getfield(lua, -1, place->structure);
      lua_pushinteger(lua, (lua_Integer)place->bytes);
      lua_setfield(lua, -2, place->field);
      lua_pop(lua, 1);
    }
  }
}

/* The entry point of the module, called by `require`. */
int luaopen_overland_core(lua_State *lua);

int luaopen_overland_core(lua_State *lua) {
  if (ovl_abi() != OVL_ABI) {
    return luaL_error(lua, "overland: the library was made from other headers than this module");
  }
  luaL_newmetatable(lua, "overland.guard");
  lua_pushcfunction(lua, core_collect);
  lua_setfield(lua, -2, "__gc");
  lua_newtable(lua);
  lua_newuserdatauv(lua, sizeof(lua_State *), 0); /* the coroutine that entered last */
  lua_newtable(lua);
  lua_pushvalue(lua, -2);
  luaL_setfuncs(lua, functions, 1);
  luaL_setfuncs(lua, core, 2);
  lua_newtable(lua);
  lua_newtable(lua);
  add_places(lua);
  lua_setfield(lua, -3, "offsets");
  lua_setfield(lua, -2, "sizes");
  lua_pushinteger(lua, (lua_Integer)sizeof(void *));
  lua_setfield(lua, -2, "pointer_bytes");
  return 1;
}
