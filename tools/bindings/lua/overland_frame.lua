--- The memory of one call of the library: values become structs there, by the plans of overland_plans.lua, which are
-- written from the headers, and structs become values. `core` reads and writes memory by its addresses: LuaJIT's FFI
-- (overland_ffi.lua), or a module in C (overland_core.c).

if jit then jit.off(true, true) end -- all of it may be called back, also by finalizers
local plans = require 'overland_plans'
local loaded, core = pcall(require, jit and 'overland_ffi' or 'overland_core')
if not loaded then
  local is_missing = tostring(core):find("module 'overland_core' not found", 1, true)
  error(is_missing and 'overland: build overland_core.so: tools/README.md, "Lua"' or core, 0)
end

local unpack = table.unpack or unpack -- Lua 5.4, LuaJIT
local RANGES = { bool = { 0, 1 }, size = { 0, 2 ^ 53 }, u64 = { 0, 2 ^ 53 }, i64 = { -2 ^ 53, 2 ^ 53 } }
for bits = 8, 32, 8 do
  RANGES['u' .. bits] = { 0, 2 ^ bits - 1 }
  RANGES['i' .. bits] = { -2 ^ (bits - 1), 2 ^ (bits - 1) - 1 }
end
local SIZES = { i8 = 1, u8 = 1, bool = 1, i16 = 2, u16 = 2, i64 = 8, u64 = 8, id = 8, size = core.pointer_bytes, text = core.pointer_bytes }
local POINTER = core.pointer_bytes == 8 and 'u64' or 'u32'
local IS_CELL = { ovl_cell = true, ovl_point = true }
local words = {} -- of each enum the words of its values
for enum, values in pairs(plans.enums) do
  words[enum] = {}
  for word, value in pairs(values) do words[enum][value] = word end
end

local function fail(text, ...) error('overland: ' .. text:format(...), 0) end

local function name_of(kind) return kind:match(':(.*)') end

local function is_struct(kind) return kind:sub(1, 7) == 'struct:' end

local function size_of(kind)
  if is_struct(kind) then return core.sizes[name_of(kind)] end
  return SIZES[kind] or (kind:sub(1, 7) == 'handle:' and core.pointer_bytes or 4)
end

-- ---- Objects ----

--- An object of the library. Calls that take it first are its methods: flow:next(cell) is calls.flow_next(flow, cell).
-- Of two with one name that of one unit has its number first, that of many the world.
local Object = {}
local calls = {}
local methods = setmetatable({}, { __index = function(all, kind) -- of each kind, by their names
  all[kind] = {}
  return all[kind]
end })

local FIELDS = { handle = true, address = true, lent = true, held = true, letters = true, reason = true } -- may be nil

--- What an index gives that a table does not have: an error that names the nearest of its functions, or all of them.
local function missing(kind, has, name)
  if type(name) ~= 'string' or FIELDS[name] then return nil end
  local near, all = {}, {}
  for each, value in pairs(has) do
    if type(value) == 'function' and each:sub(1, 2) ~= '__' then
      all[#all + 1] = each
      if each:find(name, 1, true) or name:find(each, 1, true) or each:sub(1, 4) == name:sub(1, 4) then near[#near + 1] = each end
    end
  end
  local right = #near > 0 and near or all
  table.sort(right)
  fail('%s has no %s; %s', kind, name, #right > 0 and 'there is ' .. table.concat(right, ', ') or 'nor any other')
end

function Object.__index(object, name)
  local has = methods[rawget(object, 'kind')]
  local found = Object[name] or has[name]
  if found == nil then return missing(rawget(object, 'kind'), has, name) end
  return found
end

setmetatable(calls, { __index = function(_, name) return missing('overland.calls', calls, name) end })

--- The address of an object that is open.
function Object.open(object)
  if object.address == nil then fail('the %s %s closed', object.kind, object.kind:sub(-1) == 's' and 'are' or 'is') end
  return object.address
end

function Object.close(object)
  if object.address == nil then return end
  core.disarm(object.guard)
  object.address = nil
  object.release()
end

--- `keeps` is what stays in memory as long as the object; `release` does not refer to it.
local function own(kind, address, release, kept)
  local object = setmetatable({ kind = kind, address = address, release = release, kept = kept or {} }, Object)
  object.guard = core.guard(release)
  return object
end

local ends = setmetatable({ world = 'ovl_world_close' }, { __index = function(_, kind) return 'ovl_' .. kind .. '_destroy' end })

--- Another handle to a version of a world, whose owner may close it.
local function retain(world)
  local block = core.block(8)
  core.call('ovl_world_retain', world:open(), core.address(block))
  local address = core.peek(core.address(block), POINTER)
  return own('world', address, function() core.call('ovl_world_close', address) end, world.kept)
end

-- ---- One call: its memory, and what its functions raise ----

local Frame = {}
Frame.__index = Frame

--- `spares` is what the call does not read of a struct.
local function new_frame(spares)
  local spared = {}
  for _, key in ipairs(spares or {}) do spared[key] = true end
  return setmetatable({ spares = spared, blocks = {}, functions = {}, failures = {}, lengths = {}, worlds = {} }, Frame)
end

function Frame:take(bytes)
  local block = core.block(math.max(1, bytes))
  self.blocks[#self.blocks + 1] = block
  return core.address(block)
end

function Frame:number(name, value, kind)
  if kind:sub(1, 5) == 'enum:' then
    local found = type(value) == 'string' and plans.enums[name_of(kind)][value] or value
    if type(found) ~= 'number' then
      local right = {}
      for word in pairs(plans.enums[name_of(kind)]) do right[#right + 1] = word end
      table.sort(right)
      fail('%s is %s, not one of %s', name, tostring(value), table.concat(right, ', '))
    end
    return found
  end
  if type(value) == 'boolean' then return value and 1 or 0 end
  if kind == 'id' and type(value) == 'string' then return value end
  if kind == 'u8' and type(value) == 'string' and #value == 1 then return value:byte() end
  if value == math.huge and kind == 'u64' then return value end
  local range = RANGES[kind] or RANGES.u64
  if type(value) ~= 'number' or value ~= math.floor(value) or value < range[1] or value > range[2] then
    fail('%s is %s; it should be a whole number that fits', name, tostring(value))
  end
  return value
end

function Frame:text(value)
  local address = self:take(#value + 1)
  core.copy(address, value)
  return address
end

function Frame:write(address, name, value, kind)
  if is_struct(kind) then return self:pack(address, name_of(kind), value) end
  if kind == 'text' then return core.poke(address, POINTER, self:text(value)) end
  core.poke(address, kind:sub(1, 5) == 'enum:' and 'i32' or kind, self:number(name, value, kind))
end

local function needed_of(frame, lengths, count)
  if not lengths then return count end
  local product = 1
  for _, each in ipairs(lengths) do product = product * (frame.lengths[each] or 0) end
  return product
end

--- The address of a list, or of bytes, in memory.
function Frame:array(name, items, kind, lengths)
  if type(items) ~= 'table' and not (type(items) == 'string' and kind == 'u8') then
    fail('%s is %s, not a list', name, tostring(items))
  end
  local needed = needed_of(self, lengths, #items)
  if #items ~= needed then fail('%s has %d items; it should have %d', name, #items, needed) end
  if type(items) == 'string' then return self:text(items) end
  local size = size_of(kind)
  local address = self:take(#items * size)
  for i = 1, #items do self:write(address + (i - 1) * size, name, items[i], kind) end
  return address
end

function Frame:handle(value, kind)
  local wanted = kind:sub(12)
  if type(value) == 'table' and type(value.handle) == 'table' then value = value.handle end -- of overland.lua
  local class = type(value) == 'table' and getmetatable(value) or nil
  local kind = class == Object and value.kind or class and rawget(class, '__name') -- of overland.lua, closed
  if kind == wanted and class ~= Object then fail('the %s is closed', wanted) end
  if kind ~= wanted then fail('%s is no %s', kind or type(value) == 'table' and 'a table' or tostring(value), wanted) end
  if wanted == 'world' then self.worlds[#self.worlds + 1] = value end
  return value:open()
end

function Frame:held(value, kind)
  if type(value) ~= 'table' or value.held ~= name_of(kind) then fail('%s is no %s', tostring(value), kind:sub(12)) end
  self.kept = self.kept or {}
  self.kept[#self.kept + 1] = value
  return value.address
end

local set = {}

function Frame:pack(address, name, given)
  local fields, value = plans.structs[name], given
  if type(value) ~= 'table' then fail('%s is no %s: a table with its fields is', tostring(value), name:sub(5)) end
  if IS_CELL[name] and value[1] ~= nil then value = { x = value[1], y = value[2], floor = value[3] or 0 } end
  local known = {}
  for _, field in ipairs(fields) do
    local key, form = field[1], field[2]
    known[key] = true
    if form == 'list' and value[key] then self.lengths[key] = #value[key] end
    if key == 'width' or key == 'height' or key == 'w' or key == 'h' then
      self.lengths[key] = value[key] or self.lengths[key]
    end
  end
  for key in pairs(value) do
    if not known[key] then fail('%s has no field %s', name:sub(5), tostring(key)) end
  end
  for _, needed in ipairs(plans.needs[name] or {}) do
    local is_named = false
    for _, key in ipairs(needed) do is_named = is_named or value[key] ~= nil or self.spares[key] end
    if not is_named then fail('%s: %s is missing', name:sub(5), needed[1]) end
  end
  for _, field in ipairs(fields) do
    local key, form, kind = field[1], field[2], field[3]
    if value[key] ~= nil then
      set[form](self, address + core.offsets[name][key], key, value[key], kind, field[4], field[5],
        function(other) return address + core.offsets[name][other] end)
    end
  end
end

function Frame:packed(name, value)
  local address = self:take(core.sizes[name])
  self:pack(address, name, value)
  return address
end

function set.value(frame, at, name, value, kind) frame:write(at, name, value, kind) end

function set.chars(_, at, name, value, _, count)
  if #value >= count then fail('%s has %d bytes; it should have up to %d', name, #value, count - 1) end
  core.copy(at, value)
end

--- Weights are by terrain: its letter, or its number, which may be 0; other arrays are lists.
function set.array(frame, at, name, value, kind, count)
  for key, each in pairs(value) do
    local index = type(key) == 'string' and key:byte() or count == 256 and key or key - 1
    if index < 0 or index >= count then fail('%s has no %s', name, tostring(key)) end
    frame:write(at + index * size_of(kind), name, each, kind)
  end
end

function set.one(frame, at, _, value, kind) core.poke(at, POINTER, frame:packed(name_of(kind), value)) end

function set.handle(frame, at, _, value, kind) core.poke(at, POINTER, frame:handle(value, kind)) end

function set.held(frame, at, _, value, kind) core.poke(at, POINTER, frame:held(value, kind)) end

function set.list(frame, at, name, value, kind, count, count_kind, place)
  core.poke(at, POINTER, frame:array(name, value, kind))
  core.poke(place(count), count_kind, #value)
end

function set.bytes(frame, at, _, value, _, count, _, place)
  core.poke(at, POINTER, frame:text(value))
  core.poke(place(count), 'u64', #value)
end

function set.data(frame, at, name, value, kind, lengths) core.poke(at, POINTER, frame:array(name, value, kind, lengths)) end

function set.planes(frame, at, name, value, kind, lengths, of)
  local count = frame.lengths[of] or 1
  local planes = frame:take(count * core.pointer_bytes)
  for i = 1, count do
    if value[i] then
      core.poke(planes + (i - 1) * core.pointer_bytes, POINTER, frame:array(name, value[i], kind, lengths))
    end
  end
  core.poke(at, POINTER, planes)
end

function set.call(frame, at, _, value, kind, user, _, place)
  local address, number = frame:callback(value, kind)
  core.poke(at, POINTER, address)
  core.poke(place(user), POINTER, number)
end

function Frame:room(path, points, links)
  local function put(field, kind, value) core.poke(path + core.offsets['ovl_path'][field], kind, value) end
  put('points', POINTER, self:take(points * core.sizes['ovl_cell']))
  put('capacity', 'size', points)
  put('links', POINTER, self:take(links * core.sizes['ovl_path_link']))
  put('link_capacity', 'size', links)
end

function Frame:walked(value)
  local numbers = {}
  for _, field in ipairs(plans.structs.ovl_path) do numbers[field[1]] = value[field[1]] end
  local path = self:packed('ovl_path', numbers)
  for _, each in ipairs { { 'points', 'struct:ovl_cell', '' }, { 'links', 'struct:ovl_path_link', 'link_' } } do
    local name, kind, prefix = each[1], each[2], each[3]
    core.poke(path + core.offsets['ovl_path'][name], POINTER, self:array(name, value[name], kind))
    core.poke(path + core.offsets['ovl_path'][prefix .. 'count'], 'size', #value[name])
    core.poke(path + core.offsets['ovl_path'][prefix .. 'capacity'], 'size', #value[name])
  end
  return path
end

-- ---- From the library ----

function Frame:from(value, kind)
  if kind:sub(1, 5) == 'enum:' then return words[name_of(kind)][value] or value end
  if kind == 'text' then return value ~= 0 and core.text(value) or '' end
  if kind == 'bool' then return value ~= 0 and value ~= false end
  return value
end

function Frame:read(address, kind)
  if is_struct(kind) then return self:unpack(address, name_of(kind)) end
  local plain = kind:sub(1, 5) == 'enum:' and 'i32' or kind == 'text' and POINTER or kind
  return self:from(core.peek(address, plain), kind)
end

function Frame:unpack(address, name)
  local found = {}
  for _, field in ipairs(plans.structs[name]) do
    local key, form, kind = field[1], field[2], field[3]
    if form == 'value' or form == 'chars' or form == 'array' then
      local at = address + core.offsets[name][key]
      if form == 'value' then found[key] = self:read(at, kind) end
      if form == 'chars' then found[key] = core.text(at) end
      if form == 'array' then found[key] = self:list(at, field[4], kind) end
    end
  end
  if not IS_CELL[name] then return found end
  return found.floor == 0 and { found.x, found.y } or { found.x, found.y, found.floor }
end

function Frame:list(address, count, kind)
  if kind == 'u8' then return core.bytes(address, count) end
  local found, size = {}, size_of(kind)
  for i = 1, count do found[i] = self:read(address + (i - 1) * size, kind) end
  return found
end

--- A path, as far as it fits: those of tasks do not grow.
function Frame:path(address)
  local found = self:unpack(address, 'ovl_path')
  local function at(field, kind) return core.peek(address + core.offsets['ovl_path'][field], kind) end
  local function fits(prefix) return math.min(at(prefix .. 'count', 'size'), at(prefix .. 'capacity', 'size')) end
  found.points = self:list(at('points', POINTER), fits '', 'struct:ovl_cell')
  found.links = self:list(at('links', POINTER), fits 'link_', 'struct:ovl_path_link')
  return found
end

-- ---- Functions that the library calls ----

--- Fills memory with what a function has read: lists, or bytes.
function Frame:filled(found, fills)
  if not found then return 0 end
  local parts = #fills > 1 and type(found) == 'table' and found or { found }
  for i, fill in ipairs(fills) do
    if #parts[i] ~= fill[2] then fail('%d values were read; %d are wanted', #parts[i], fill[2]) end
    local part = parts[i]
    if type(part) ~= 'string' then
      part = core.bytes(self:array('what was read', part, fill[3]), fill[2] * size_of(fill[3]))
    end
    core.copy(fill[1], part)
  end
  return 1
end

function Frame:answer(plan, value, given)
  local taken, fills, at = {}, {}, 1
  for _, parameter in ipairs(plan.parameters) do
    local role, kind = parameter[2], parameter[3]
    if role == 'bytes' then taken[#taken + 1] = core.bytes(given[at], given[at + 1]) end
    if role == 'in' then taken[#taken + 1] = self:unpack(given[at], name_of(kind)) end
    if role == 'value' then taken[#taken + 1] = self:from(given[at], kind) end
    if role == 'read' then
      taken[#taken + 1] = given[at + 1]
      fills[#fills + 1] = { given[at], given[at + 1], 'u8' }
    end
    if role == 'rows' and given[at] ~= 0 then
      fills[#fills + 1] = { given[at], taken[2] * (self.lengths.width or 0), kind }
    end
    at = at + ((role == 'bytes' or role == 'read') and 2 or 1)
  end
  local found = value(unpack(taken))
  if #fills > 0 then return self:filled(found, fills) end
  if plan.returns:sub(1, 7) == 'handle:' then return found and self:handle(found, plan.returns) or 0 end
  if plan.returns == 'bool' then return found == false and 0 or 1 end
  return self:number('the result of the function', found, plan.returns)
end

local function end_functions(functions)
  for i, release in pairs(functions) do
    functions[i] = nil
    release()
  end
end

--- A function as the library calls it. It does not refer to the frame, which ends it when nothing else does.
function Frame:callback(value, kind)
  if type(value) ~= 'function' then fail('%s is no function', tostring(value)) end
  local plan, inner = plans.callbacks[kind], new_frame()
  inner.lengths, inner.failures = self.lengths, self.failures
  local address, number, release = core.callback(kind, function(...)
    if #inner.failures > 0 then return 0 end
    local is_right, found = pcall(inner.answer, inner, plan, value, { ... })
    inner.blocks, inner.worlds = {}, {}
    if is_right then return found end
    inner.failures[1] = { found }
    return 0
  end)
  local functions = self.functions
  functions[#functions + 1] = release
  self.guard = self.guard or core.guard(function() end_functions(functions) end)
  return address, number
end

function Frame:release()
  end_functions(self.functions)
  self.blocks = {}
end

return {
  core = core,
  plans = plans,
  words = words,
  fail = fail,
  name_of = name_of,
  is_struct = is_struct,
  size_of = size_of,
  POINTER = POINTER,
  own = own,
  retain = retain,
  new_frame = new_frame,
  Object = Object,
  calls = calls,
  methods = methods,
  missing = missing,
  ends = ends,
}
