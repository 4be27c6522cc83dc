--- The calls of the library for overland.lua, by LuaJIT's FFI. The library is found by OVERLAND_LIBRARY, beside
-- this file, or where the system looks for liboverland. Calls that may fail return nil and what is wrong; those of planners
-- the number of their result first.

local ffi = require 'ffi'
local declarations = require 'overland_declarations'
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
local FIRST_LINKS = 4

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

local core = {}
local UNREACHED = 0xffffffffffffffffULL

local function number_text(number, kind) return (tostring(ffi.cast(kind, number)):gsub('U?LL$', '')) end

local function why_of(result, fault)
  local text = core.result_text(tonumber(result))
  if fault == nil or fault.what == nil or fault.what[0] == 0 then return text end
  local of_file = tonumber(result) >= C.OVL_OTHER_PART
  local what, kind = ffi.string(fault.what), of_file and 'uint64_t' or 'int64_t' -- arguments may be negative
  local found, expected = number_text(fault.found, kind), number_text(fault.expected, kind)
  if found == expected then return ('%s: %s'):format(text, what) end
  if of_file then
    return ('%s: %s at %s: found %s, expected %s'):format(text, what, number_text(fault.where, kind), found, expected)
  end
  local is_less = ffi.cast('int64_t', fault.found) < ffi.cast('int64_t', fault.expected)
  return ('%s: %s is %s; it should be at %s %s'):format(text, what, found, is_less and 'least' or 'most', expected)
end

function core.version() return ffi.string(C.ovl_version()) end

function core.result_text(result) return ffi.string(C.ovl_result_text(result)) end

-- ---- Worlds: a handle is {world, the bytes that it uses} ----

local function own(made, fault, result, bytes)
  if result ~= C.OVL_OK then return nil, why_of(result, fault) end
  return { ffi.gc(made[0], C.ovl_world_close), bytes }
end

function core.bake(width, height, terrain, weights, corners, region, spacing, label_bytes, overlays, topology, x, y,
  floor)
  local def = ffi.new('ovl_bake_def')
  def.width, def.height, def.corners = width, height, corners
  def.terrain = ffi.cast('const uint8_t *', terrain)
  ffi.copy(def.weights, weights, 256)
  if region >= 0 then def.tuning.region_cells = region end
  if spacing >= 0 then def.tuning.spacing_cells = spacing end
  if label_bytes >= 0 then def.tuning.label_bytes_per_cell = label_bytes > 0 and label_bytes or -1 end -- OVL_NO_LABELS
  def.tuning.overlays, def.topology = overlays, topology
  def.origin.x, def.origin.y, def.origin.floor = x, y, floor
  local world, fault = ffi.new('ovl_world *[1]'), ffi.new('ovl_fault')
  return own(world, fault, C.ovl_world_bake(def, world, fault))
end

function core.load(text)
  local bytes = ffi.new('uint64_t[?]', math.ceil(#text / 8) + 1) -- aligned to 8
  ffi.copy(bytes, text, #text)
  local world, fault = ffi.new('ovl_world *[1]'), ffi.new('ovl_fault')
  return own(world, fault, C.ovl_world_open(bytes, #text, world, fault), bytes)
end

--- Opens a world file through a reader. The bytes of its handle are the reader: its file, what it has read, and the
-- function that the library calls, which stays as long as a version of the world does.
function core.stream(path, resident_bytes)
  local file, why = io.open(path, 'rb')
  if not file then return nil, why end
  local reader = { file_bytes = file:seek('end'), reads = 0, bytes = 0 }
  local function read(_, offset, bytes, count)
    local text = file:seek('set', tonumber(offset)) and file:read(tonumber(count))
    if not text or #text ~= tonumber(count) then return false end
    reader.reads, reader.bytes = reader.reads + 1, reader.bytes + #text
    ffi.copy(bytes, text, #text)
    return true
  end
  for _, call in pairs(core) do jit.off(call, true) end -- from now on the calls of worlds are called back
  jit.flush()
  reader.call = ffi.gc(ffi.cast('ovl_read_fn', read), function(call) call:free() end)
  local def = ffi.new('ovl_open_def', { byte_count = reader.file_bytes, read = reader.call,
    resident_bytes = resident_bytes })
  local world, fault = ffi.new('ovl_world *[1]'), ffi.new('ovl_fault')
  return own(world, fault, C.ovl_world_open_def(def, world, fault), reader)
end

--- Bytes of the file, calls of the reader, and the bytes that these read.
function core.reads(world)
  local reader = type(world[2]) == 'table' and world[2] or { file_bytes = 0, reads = 0, bytes = 0 }
  return reader.file_bytes, reader.reads, reader.bytes
end

function core.bytes(world)
  local parts = {}
  local write = ffi.cast('ovl_write_fn', function(_, bytes, count)
    parts[#parts + 1] = ffi.string(bytes, count)
    return true
  end)
  local fault = ffi.new('ovl_fault')
  local result = C.ovl_world_save(world[1], ffi.new('ovl_save_def', { write = write }), fault)
  write:free()
  if result ~= C.OVL_OK then return nil, why_of(result, fault) end
  return table.concat(parts)
end

jit.off(core.bytes, true) -- it is called back

function core.info(world)
  local info = ffi.new('ovl_world_info')
  C.ovl_world_describe(world[1], info)
  local origin = info.partition.origin
  return {
    origin = { origin.x, origin.y },
    width = info.width,
    height = info.height,
    region_cells = info.partition.region_cells,
    waypoints = tonumber(info.graph.waypoints),
    islands = tonumber(info.islands),
    open_cells = tonumber(info.open_cells),
    method = ffi.string(C.ovl_method_text(info.graph.method)),
  }
end

function core.apply(world, edits)
  local list = ffi.new('ovl_edit[?]', math.max(1, #edits))
  for i, edit in ipairs(edits) do
    local cell = ffi.new('ovl_cell', edit[1], edit[2], edit[3])
    list[i - 1] = C.ovl_edit_rect(cell, edit[4], edit[5], edit[6])
  end
  local version, fault = ffi.new('ovl_world *[1]'), ffi.new('ovl_fault')
  return own(version, fault, C.ovl_world_apply(world[1], list, #edits, version, fault), world[2])
end

function core.terrain(world, x, y, floor) return C.ovl_world_terrain(world[1], ffi.new('ovl_cell', x, y, floor)) end

function core.weight(world, x, y, floor)
  return C.ovl_world_weight(world[1], 0, ffi.new('ovl_cell', x, y, floor))
end

function core.island(world, x, y, floor)
  return C.ovl_world_island(world[1], 0, ffi.new('ovl_cell', x, y, floor))
end

-- ---- Hexagons ----

local function parts_of(cell) return cell.x, cell.y, cell.floor end

function core.hexagon_from(layout, x, y, floor)
  return parts_of(C.ovl_hexagon_from(layout, ffi.new('ovl_cell', x, y, floor)))
end

function core.hexagon_to(layout, x, y, floor)
  return parts_of(C.ovl_hexagon_to(layout, ffi.new('ovl_cell', x, y, floor)))
end

function core.hexagon_distance(x, y, floor, to_x, to_y, to_floor)
  return tonumber(C.ovl_hexagon_distance(ffi.new('ovl_cell', x, y, floor), ffi.new('ovl_cell', to_x, to_y, to_floor)))
end

function core.close_world(world) C.ovl_world_close(ffi.gc(world[1], nil)) end

-- ---- Planners: a handle is {planner, points, how many, links, how many} ----

function core.planner(world)
  local def = ffi.new('ovl_planner_def', { world = world[1] })
  local planner, fault = ffi.new('ovl_planner *[1]'), ffi.new('ovl_fault')
  local result = C.ovl_planner_create(def, planner, fault)
  if result ~= C.OVL_OK then return nil, why_of(result, fault) end
  return { ffi.gc(planner[0], C.ovl_planner_destroy), ffi.new('ovl_cell[256]'), 256,
    ffi.new('ovl_path_link[?]', FIRST_LINKS), FIRST_LINKS }
end

function core.close_planner(planner) C.ovl_planner_destroy(ffi.gc(planner[1], nil)) end

function core.fault(planner, result) return why_of(result, C.ovl_planner_fault(planner[1])) end

local function query_of(numbers)
  local query = ffi.new('ovl_query')
  query.start = ffi.new('ovl_cell', numbers[1], numbers[2], numbers[3])
  query.goal = ffi.new('ovl_cell', numbers[4], numbers[5], numbers[6])
  query.smoothing, query.profile = numbers[7], numbers[9]
  query.nearest = numbers[8] % 2 == 1
  query.move_start = math.floor(numbers[8] / 2) % 2 == 1
  query.move_goal = numbers[8] >= 4
  return query
end

local function path_of(path)
  local points = {}
  for i = 0, tonumber(path.count) - 1 do
    local cell = path.points[i]
    points[i + 1] = cell.floor == 0 and { cell.x, cell.y } or { cell.x, cell.y, cell.floor }
  end
  local links = {}
  for i = 0, tonumber(path.link_count) - 1 do
    local leg = path.links[i]
    links[i + 1] = { point = tonumber(leg.point) + 1, link = leg.link, back = leg.back }
  end
  return {
    points = points,
    links = links,
    units = tonumber(path.cost),
    length = tonumber(path.length),
    partial = path.partial,
  }
end

--- Calls with room for a path, and again if it needs more: the number of the result, and the path.
local function with_room(planner, call)
  local path = ffi.new('ovl_path')
  local result
  repeat
    if path.count > planner[3] then
      planner[3] = tonumber(path.count)
      planner[2] = ffi.new('ovl_cell[?]', planner[3])
    end
    if path.link_count > planner[5] then
      planner[5] = tonumber(path.link_count)
      planner[4] = ffi.new('ovl_path_link[?]', planner[5])
    end
    path.points, path.capacity = planner[2], planner[3]
    path.links, path.link_capacity = planner[4], planner[5]
    result = call(path)
  until result ~= C.OVL_MORE_ROOM
  return tonumber(result), path_of(path)
end

function core.find(planner, world, numbers)
  local query = query_of(numbers)
  return with_room(planner, function(path) return C.ovl_find_path(planner[1], world[1], query, path) end)
end

function core.route() return { ffi.new('ovl_route') } end

--- The result, and whether the route leads anywhere.
function core.route_begin(planner, world, route, numbers)
  local result = C.ovl_route_begin(planner[1], world[1], query_of(numbers), route[1])
  return tonumber(result), route[1].cost_to_go > 0
end

function core.route_next(planner, world, route)
  return with_room(planner, function(path)
    return C.ovl_route_next(planner[1], world[1], route[1], route[1].position, path)
  end)
end

function core.route_done(route) return route[1].done ~= 0 end

function core.route_position(route)
  local cell = route[1].position
  return cell.x, cell.y, cell.floor
end

function core.costs(planner, world, numbers, cells)
  local goals, costs = ffi.new('ovl_cell[?]', #cells + 1), ffi.new('uint64_t[?]', #cells + 1)
  for i, cell in ipairs(cells) do goals[i - 1] = ffi.new('ovl_cell', cell[1], cell[2], cell[3]) end
  local result = C.ovl_find_costs(planner[1], world[1], query_of(numbers), goals, #cells, costs)
  local units = {}
  for i = 1, #cells do units[i] = costs[i - 1] ~= UNREACHED and tonumber(costs[i - 1]) end
  return tonumber(result), units
end

return core
