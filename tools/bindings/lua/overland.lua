--- Overland for Lua: worlds, planners, routes, edits.
--
--     local overland = require 'overland'
--     local world = overland.bake(overland.map('land.map'))
--     local path, reason = world:planner():find({10, 10}, {500, 400}, {smoothing = 'any'})
--     for _, point in ipairs(path.points) do print(point[1], point[2]) end
--
-- A cell is {x, y} or {x, y, floor}. Costs are in straight steps over plain ground. Where the answer is no,
-- calls return nil and the reason; what is wrong is an error with the library's words. Worlds and planners
-- are closed when nothing refers to them, or by close().
--
-- Under LuaJIT the library is called by its FFI (overland_ffi.lua), in Lua 5.4 by a module in C
-- (overland_core.c).

local core = require(jit and 'overland_ffi' or 'overland_core')
local values = require('overland_declarations').values

local M = {}
local all_of = table.unpack or unpack -- Lua 5.4, LuaJIT
local STRAIGHT_COST = 1120
local LENGTH_UNIT = 1024
local SMOOTHINGS = { none = values.OVL_SMOOTH_NONE, grid = values.OVL_SMOOTH_GRID, any = values.OVL_SMOOTH_ANY }
local CORNERS = {
  strict = values.OVL_CORNERS_STRICT,
  one = values.OVL_CORNERS_ONE,
  free = values.OVL_CORNERS_FREE,
  none = values.OVL_CORNERS_NONE,
}
local OVERLAYS = {
  auto = values.OVL_OVERLAYS_AUTO,
  never = values.OVL_OVERLAYS_NEVER,
  always = values.OVL_OVERLAYS_ALWAYS,
}
-- The answer is no.
local REFUSALS = {
  [values.OVL_UNREACHABLE] = true,
  [values.OVL_START_BLOCKED] = true,
  [values.OVL_GOAL_BLOCKED] = true,
}

-- ---- Arguments and results ----

local function fail(text, ...) error('overland: ' .. text:format(...), 0) end

--- What a call of the core returned; with nil, what is wrong.
local function checked(what, found, why)
  if found == nil then fail('%s: %s', what, why) end
  return found
end

local function choose(choices, name, what)
  if choices[name] == nil then
    local names = {}
    for each in pairs(choices) do names[#names + 1] = each end
    table.sort(names)
    fail('%s is %s, not one of %s', what, tostring(name), table.concat(names, ', '))
  end
  return choices[name]
end

--- A whole number of at most 32 bits.
local function whole(number, what)
  if type(number) ~= 'number' or number ~= math.floor(number) or math.abs(number) >= 2 ^ 31 then
    fail('%s is %s, not a whole number', what, tostring(number))
  end
  return number
end

local function cell_of(value, what)
  if type(value) ~= 'table' or not (value[1] or value.x) or not (value[2] or value.y) then
    fail('%s is no cell: {x, y} is one', what)
  end
  return whole(value[1] or value.x, what), whole(value[2] or value.y, what),
    whole(value[3] or value.floor or 0, what)
end

local function handle_of(object, what)
  if object.handle == nil then fail('the %s is closed', what) end
  return object.handle
end

-- ---- Files and maps ----

local function read_file(path)
  local file, why = io.open(path, 'rb')
  if not file then fail('%s', why) end
  local text = file:read('*a')
  file:close()
  if not text then fail('%s can not be read', path) end
  return text
end

local function read_map(path)
  local text = read_file(path):gsub('\r', '')
  local head, body = text:match('^(type .-\nmap\n)(.*)$')
  local height, width = (head or ''):match('height (%d+)'), (head or ''):match('width (%d+)')
  if not height or not width then
    fail('%s is no .map file: it begins with type, height, width and map', path)
  end
  local rows = {}
  for row in body:gmatch('[^\n]+') do rows[#rows + 1] = row end
  if #rows ~= tonumber(height) or #(rows[1] or '') ~= tonumber(width) then
    fail('%s has %d rows of %d letters, not %s of %s', path, #rows, #(rows[1] or ''), height, width)
  end
  return rows
end

--- A map from the path of a MovingAI .map file, or from rows of its letters.
function M.map(source)
  local rows = type(source) == 'string' and read_map(source) or source
  if #rows == 0 or #rows[1] == 0 then fail('a map needs at least one row of letters') end
  for y, row in ipairs(rows) do
    if #row ~= #rows[1] then fail('row %d of the map has %d letters, not %d', y - 1, #row, #rows[1]) end
  end
  return { width = #rows[1], height = #rows, terrain = table.concat(rows) }
end

-- ---- Worlds ----

local World = {}
World.__index = World
local Planner = {}
Planner.__index = Planner

local function own_world(handle) return setmetatable({ handle = handle }, World) end

--- The weights of all terrains as 256 bytes, eighths.
local function weights_of(weights)
  local bytes = {}
  for terrain = 0, 255 do bytes[terrain] = 0 end
  for letter, weight in pairs(weights) do
    local eighths = weight * 8
    if eighths ~= math.floor(eighths) or eighths < 0 or eighths > 255 then
      fail('the weight of %s is %s, not a number of eighths from 0 to 255/8', letter, weight)
    end
    bytes[type(letter) == 'string' and letter:byte() or letter] = eighths
  end
  return string.char(all_of(bytes, 0, 255))
end

--- Bakes a map. Options: weights (of letters, 1 is plain ground; by default those of MovingAI: . G S),
-- corners, region_cells, spacing_cells, label_bytes, overlays.
function M.bake(map, options)
  options = options or {}
  if #map.terrain ~= map.width * map.height then
    fail('the terrain has %d cells, not %d x %d', #map.terrain, map.width, map.height)
  end
  local function number(name) return options[name] and whole(options[name], name) or -1 end
  return own_world(checked('the map can not be baked', core.bake(map.width, map.height, map.terrain,
    weights_of(options.weights or { ['.'] = 1, G = 1, S = 1 }),
    choose(CORNERS, options.corners or 'strict', 'corners'),
    number('region_cells'), number('spacing_cells'), number('label_bytes'),
    choose(OVERLAYS, options.overlays or 'auto', 'overlays'))))
end

--- Opens the bytes of a world file.
function M.load(bytes) return own_world(checked('the world can not be opened', core.load(bytes))) end

--- Opens a world file.
function M.open(path) return M.load(read_file(path)) end

--- The bytes of the world file.
function World:bytes()
  return checked('the world can not be saved', core.bytes(handle_of(self, 'world')))
end

--- Saves the world file: beside its place, and then in it, so that a failure leaves the old one.
function World:save(path)
  local bytes, beside = self:bytes(), path .. '.part'
  local file, why = io.open(beside, 'wb')
  if not file then fail('%s', why) end
  local written, reason = file:write(bytes)
  local closed, problem = file:close()
  if written and closed then written, reason = os.rename(beside, path) end
  if not (written and closed) then
    os.remove(beside)
    fail('%s', reason or problem)
  end
end

--- What the world holds: width, height, region_cells, waypoints, islands, open_cells, method.
function World:info() return core.info(handle_of(self, 'world')) end

--- The terrain of an edit: a letter, or its number.
local function terrain_of(value)
  local number = type(value) == 'string' and value:byte() or value
  if type(number) ~= 'number' or number ~= math.floor(number) or number < 0 or number > 255 then
    fail('the terrain of an edit is %s, not a letter or 0 to 255', tostring(value))
  end
  return number
end

--- The next version of the world: edits are {x, y, letter}, with w, h and floor as fields. This one stays.
function World:edit(edits)
  local list = {}
  for i, edit in ipairs(edits) do
    local x, y, floor = cell_of({ edit[1], edit[2], edit.floor }, 'an edit')
    list[i] = { x, y, floor, whole(edit.w or 1, 'w'), whole(edit.h or 1, 'h'), terrain_of(edit[3]) }
  end
  return own_world(checked('the edits can not be applied', core.apply(handle_of(self, 'world'), list)))
end

--- The terrain of a cell, as a letter.
function World:terrain(x, y, floor)
  return string.char(core.terrain(handle_of(self, 'world'), x, y, floor or 0))
end

--- The island of a cell for the first profile; 0: it is blocked.
function World:island(x, y, floor) return core.island(handle_of(self, 'world'), x, y, floor or 0) end

--- Closes the world; what is closed twice is closed.
function World:close()
  if self.handle ~= nil then core.close_world(self.handle) end
  self.handle = nil
end

-- ---- Planners ----

--- The memory of one thread for queries.
function World:planner()
  local handle = checked('the planner can not be made', core.planner(handle_of(self, 'world')))
  return setmetatable({ handle = handle, world = self }, Planner)
end

--- Uses another version of its world from now on.
function Planner:use(world)
  handle_of(world, 'world')
  self.world = world
end

function Planner:close()
  if self.handle ~= nil then core.close_planner(self.handle) end
  self.handle = nil
end

local function query_of(from, to, options)
  local sx, sy, sf = cell_of(from, 'the start')
  local gx, gy, gf = cell_of(to, 'the goal')
  local smoothing = choose(SMOOTHINGS, options.smoothing or 'grid', 'smoothing')
  local flags = (options.nearest and 1 or 0) + (options.move_start and 2 or 0) + (options.move_goal and 4 or 0)
  return { sx, sy, sf, gx, gy, gf, smoothing, flags, options.profile or 0 }
end

local function path_of(found)
  return {
    points = found.points,
    cost = found.units / STRAIGHT_COST,
    units = found.units,
    length = found.length / LENGTH_UNIT,
    partial = found.partial,
  }
end

--- nil and the reason if the answer is no; else an error.
local function refuse(planner, what, result)
  if REFUSALS[result] then return nil, core.result_text(result) end
  return fail('%s: %s', what, core.fault(planner.handle, result))
end

--- Finds a path: {points, cost, units, length, partial}; nil and the reason if the answer is no. Options:
-- smoothing (none, grid, any), nearest, move_start, move_goal, profile.
function Planner:find(from, to, options)
  options = options or {}
  local result, found = core.find(handle_of(self, 'planner'), handle_of(self.world, 'world'),
    query_of(from, to, options))
  local is_nearest = result == values.OVL_UNREACHABLE and options.nearest and #found.points > 0
  if result == values.OVL_OK or is_nearest then return path_of(found) end
  return refuse(self, 'the path can not be found', result)
end

--- The segments of a route, one each time it is asked: `for segment in planner:route(from, to) do`. nil and
-- the reason if the answer is no. An edit does not change a segment that was given; where it changes the rest,
-- that is planned again from its end.
function Planner:route(from, to, options)
  local query = query_of(from, to, options or {})
  local function handles() return handle_of(self, 'planner'), handle_of(self.world, 'world') end
  local planner, world = handles()
  local route = core.route()
  local function begin() -- with `nearest` a route that is refused leads as close as can be
    local result = core.route_begin(planner, world, route, query)
    if REFUSALS[result] and core.route_leads_on(route) then return values.OVL_OK end
    return result
  end
  local result = begin()
  if result ~= values.OVL_OK then return refuse(self, 'the route can not be found', result) end
  return function()
    if result ~= values.OVL_OK then return refuse(self, 'the route can not go on', result) end
    if core.route_done(route) then return nil end
    planner, world = handles()
    local code, found = core.route_next(planner, world, route)
    if code == values.OVL_BEGIN_AGAIN then
      query[1], query[2], query[3] = core.route_position(route)
      code = begin()
      if code == values.OVL_OK then code, found = core.route_next(planner, world, route) end
    end
    result = code
    if code ~= values.OVL_OK then return refuse(self, 'the route can not go on', code) end
    return path_of(found)
  end
end

--- The costs from a cell to others, in straight steps; false for those that can't be reached.
function Planner:costs(from, cells)
  local list = {}
  for i, cell in ipairs(cells) do list[i] = { cell_of(cell, 'a goal') } end
  local result, units = core.costs(handle_of(self, 'planner'), handle_of(self.world, 'world'),
    query_of(from, from, {}), list)
  if result ~= values.OVL_OK then return refuse(self, 'the costs can not be found', result) end
  local costs = {}
  for i = 1, #list do costs[i] = units[i] and units[i] / STRAIGHT_COST end
  return costs
end

--- The version of the library.
function M.version() return core.version() end

return M
