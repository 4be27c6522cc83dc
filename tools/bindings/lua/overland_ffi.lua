--- Memory and calls of the library for overland_calls.lua, by LuaJIT's FFI. The library is found by OVERLAND_LIBRARY,
-- beside this file, or where the system looks for liboverland. Addresses are numbers; identities are 16 hexadecimal
-- digits, and the greatest number of 64 bits is math.huge.

jit.off(true, true) -- all of it may be called back, also by finalizers
local ffi = require 'ffi'
local declarations = require 'overland_declarations'
local signatures = require('overland_plans').signatures
ffi.cdef(declarations.cdef)

-- The library's file beside this one, as the packages have it; nil: there is none.
local function library_beside()
  local names = { Windows = 'overland.dll', OSX = 'liboverland.dylib' }
  local folder = debug.getinfo(1, 'S').source:match('^@(.*[/\\])') or './'
  local path = folder .. (names[ffi.os] or 'liboverland.so')
  local file = io.open(path, 'rb')
  return file and file:close() and path
end

local function load_library()
  local path = os.getenv('OVERLAND_LIBRARY') or library_beside() or 'overland'
  local found, library = pcall(ffi.load, path)
  if not found then
    error(('overland: the library %s can not be loaded (OVERLAND_LIBRARY names its file): %s'):format(path,
      library), 0)
  end
  return library
end

local C = load_library()

-- A binding made for other headers would write past the structs of the library.
local function check_library()
  if not pcall(function() return C.ovl_abi end) then
    error(('overland: %s has no function ovl_abi; liboverland 0.1 is wanted'):format(
      os.getenv('OVERLAND_LIBRARY') or 'liboverland'), 0)
  end
  if C.ovl_abi() ~= declarations.abi then
    error(('overland: the interface of the library is %08x; this module was made for %08x'):format(C.ovl_abi(),
      declarations.abi), 0)
  end
end

check_library()

local core = { pointer_bytes = ffi.sizeof('void *') }
local MOST = 0xffffffffffffffffULL

local function found_once(find)
  return setmetatable({}, { __index = function(known, name)
    local found = find(name)
    known[name] = found
    return found
  end })
end

core.sizes = found_once(ffi.sizeof)
core.offsets = found_once(function(struct)
  return found_once(function(field) return ffi.offsetof(struct, field) end)
end)

-- ---- Memory ----

local types = { bool = ffi.typeof('uint8_t *'), size = ffi.typeof('size_t *'), id = ffi.typeof('uint64_t *') }
for bits = 3, 6 do
  types['i' .. 2 ^ bits] = ffi.typeof(('int%d_t *'):format(2 ^ bits))
  types['u' .. 2 ^ bits] = ffi.typeof(('uint%d_t *'):format(2 ^ bits))
end

local function number_of(value) return value == MOST and math.huge or tonumber(value) end

local function u64_of(value) return value == math.huge and MOST or value end

local function address_of(pointer) return tonumber(ffi.cast('uintptr_t', pointer)) end

local function id_text(value)
  return ('%08x%08x'):format(tonumber(value / 0x100000000ULL), tonumber(value % 0x100000000ULL))
end

local function id_of(text)
  if type(text) ~= 'string' then return text end
  return tonumber(text:sub(1, 8), 16) * 0x100000000ULL + tonumber(text:sub(9, 16), 16)
end

function core.block(bytes) return ffi.new('uint64_t[?]', math.ceil(bytes / 8)) end

function core.address(block) return address_of(block) end

function core.text(address) return ffi.string(ffi.cast('const char *', address)) end

function core.bytes(address, count) return ffi.string(ffi.cast('const char *', address), count) end

function core.copy(address, bytes) ffi.copy(ffi.cast('void *', address), bytes, #bytes) end

function core.peek(address, kind)
  local value = ffi.cast(types[kind], address)[0]
  if kind == 'id' then return id_text(value) end
  return kind == 'u64' and number_of(value) or tonumber(value)
end

function core.poke(address, kind, value)
  if kind == 'id' then value = id_of(value) end
  ffi.cast(types[kind], address)[0] = u64_of(value)
end

-- ---- Calls ----

local function to_c(how, value)
  if how == 'p' then return ffi.cast('void *', value) end
  if how == 'u64' then return ffi.cast('uint64_t', u64_of(value)) end
  local form, name = how:match('^(%a):(.*)')
  if form == 's' then return ffi.cast(name .. ' *', value)[0] end
  return form == 'f' and ffi.cast(name, value) or value
end

local function from_c(how, value)
  if how == 'p' then return address_of(value) end
  if how == 'id' then return id_text(value) end
  if how == 'u64' then return number_of(value) end
  return type(value) == 'boolean' and (value and 1 or 0) or tonumber(value)
end

function core.call(name, ...)
  local how, given = signatures[name], { ... }
  local struct = how[1]:match('^s:(.*)')
  local returned = struct and table.remove(given, 1)
  for i = 2, #how do given[i - 1] = to_c(how[i], given[i - 1]) end
  local result = C[name](unpack(given, 1, #how - 1))
  if struct then return ffi.copy(ffi.cast('void *', returned), result, ffi.sizeof(struct)) end
  if how[1] ~= 'v' then return from_c(how[1], result) end
end

--- The address of a function that calls one of Lua, what it gets as its user, and what ends that.
function core.callback(kind, answer)
  local how = signatures[kind]
  local made = ffi.cast(kind, function(_, ...)
    local given = { ... }
    for i = 3, #how do given[i - 2] = from_c(how[i], given[i - 2]) end
    local found = answer(unpack(given, 1, #how - 2))
    if how[1] == 'p' then return ffi.cast('void *', found) end
    if type(found) == 'number' and kind ~= 'ovl_clock_fn' and how.is_bool == nil then
      how.is_bool = declarations.cdef:find('typedef bool %(%*' .. kind) ~= nil
    end
    return how.is_bool and found ~= 0 or not how.is_bool and found
  end)
  return address_of(made), 0, function() made:free() end
end

--- A value that calls a function when nothing refers to it any more, unless it was disarmed.
function core.guard(release) return ffi.gc(ffi.new('char[1]'), function() release() end) end

function core.disarm(guard) ffi.gc(guard, nil) end

return core
