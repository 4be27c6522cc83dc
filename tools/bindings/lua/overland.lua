--- Overland for Lua: worlds, planners, routes, edits.
--
--     local overland = require 'overland'
--     local world = overland.bake(overland.map('land.map'))
--     local path, reason = world:planner():find_path({10, 10}, {500, 400}, {smoothing = 'any'})
--     for _, point in ipairs(path.points) do print(point[1], point[2]) end
--
-- A cell is {x, y} or {x, y, floor}. Costs are in straight steps over plain ground. Where the answer is no,
-- calls return nil and the reason, which planner.reason has too; what is wrong is an error with the library's words.
-- Worlds and planners are closed when nothing refers to them, or by close().
--
-- overland.calls has every call of the library, by its name in C without ovl_: flows, units, floors, patches, tasks
-- and what is left out here (overland_calls.lua). Under LuaJIT the library is called by its FFI (overland_ffi.lua), in
-- Lua 5.4 by a module in C (overland_core.c).

local core = require 'overland_basic'
local missing = require('overland_frame').missing
local values = require('overland_declarations').values

local M = { calls = require('overland_calls').calls }
local all_of = table.unpack or unpack -- Lua 5.4, LuaJIT
local STRAIGHT_COST = 1120
local LENGTH_UNIT = 1024
local PLAIN_WEIGHT = 8 -- eighths
local LETTERS = '.GSWT@O#' -- of MovingAI's maps, and of text levels; the first three are ground
local QUERY_OPTIONS = { 'profile', 'nearest', 'smoothing', 'move_start', 'move_goal' }
local BAKE_OPTIONS = { 'weights', 'corners', 'region_cells', 'spacing_cells', 'label_bytes_per_cell', 'overlays',
  'origin', 'topology' }
local EDIT_FIELDS = { 'w', 'h', 'floor', 'mask' }
local EDIT_FORM = 'edits are a list: { { x, y, letter } }'
local SMOOTHINGS = { none = values.OVL_SMOOTH_NONE, grid = values.OVL_SMOOTH_GRID, any = values.OVL_SMOOTH_ANY }
local CORNERS = {
  strict = values.OVL_CORNERS_STRICT,
  one = values.OVL_CORNERS_ONE,
  free = values.OVL_CORNERS_FREE,
  none = values.OVL_CORNERS_NONE,
}
local TOPOLOGIES = { squares = values.OVL_SQUARES, hexagons = values.OVL_HEXAGONS }
local GRID_LAYOUTS = { axial = true, ['odd-r'] = true, ['even-r'] = true, ['odd-q'] = true, ['even-q'] = true }
local OVERLAYS = {
  auto = values.OVL_OVERLAYS_AUTO,
  always = values.OVL_OVERLAYS_ALWAYS,
}
-- The answer is no.
local REFUSALS = {
  [values.OVL_UNREACHABLE] = 'unreachable',
  [values.OVL_START_BLOCKED] = 'start-blocked',
  [values.OVL_GOAL_BLOCKED] = 'goal-blocked',
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
  if type(value) ~= 'table' or value[1] == nil or value[2] == nil or value[4] ~= nil then
    fail('%s is no cell: a cell is {x, y} or {x, y, floor}', what)
  end
  return whole(value[1], what), whole(value[2], what), whole(value[3] or 0, what)
end

--- Refuses names that are none of the right ones, which would be ignored.
local function refuse_others(given, names, kind)
  if type(given) ~= 'table' then fail('%ss are a table', kind) end
  local right = {}
  for _, name in ipairs(names) do right[name] = true end
  for name in pairs(given) do
    if type(name) == 'string' and not right[name] then
      fail('there is no %s %s; %s and %s are', kind, name, table.concat(names, ', ', 1, #names - 1), names[#names])
    end
  end
end

--- What `item` makes of each of a list and its number. A list with a hole is refused: Lua would end it there.
local function map_list(list, form, item)
  local count, made = 0, {}
  if type(list) ~= 'table' then fail('%s', form) end
  for key in pairs(list) do
    if type(key) == 'number' then count = count + 1 end
  end
  if count == 0 and next(list) ~= nil then fail('%s', form) end
  for i = 1, count do
    if list[i] == nil then fail('%s; number %d is nil', form, i) end
    made[i] = item(list[i], i)
  end
  return made
end

--- Refuses a method that was called without its object.
local function check_self(object, kind, call)
  if getmetatable(object) ~= kind then fail('call it with a colon: %s:%s(...)', kind.__name, call) end
end

local function handle_of(object, kind, call)
  check_self(object, kind, call)
  if object.handle == nil then fail('the %s is closed', kind.__name) end
  return object.handle
end

--- A terrain's number: from 0 to 255, or of a letter; nil if it is none.
local function terrain_number(value)
  if type(value) == 'string' then return #value == 1 and value:byte() or nil end
  local is_byte = type(value) == 'number' and value == math.floor(value) and value >= 0 and value <= 255
  return is_byte and value or nil
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
  local type_of = head:match('^type (.-)%s*\n')
  local layout = type_of == 'hexagons' and 'axial' or type_of:match('^hexagons (.*)$')
  if layout and not GRID_LAYOUTS[layout] or not layout and type_of ~= 'octile' then
    fail('%s is a map of type %s; octile is right, and hexagons odd-r', path, type_of)
  end
  return rows, layout
end

--- Rows of a layout of hexagons at their axial cells; what lies beside them is 0, and blocked.
local function placed(map, terrain)
  local box, mask = M.calls.hexagon_mask(map.layout, { 0, 0 }, map.width, map.height)
  local cells, next_of, at = {}, {}, 0 -- the next row of each column
  for i = 1, #mask do
    local x = (i - 1) % box.w
    cells[i] = '\0'
    if mask:byte(i) ~= 0 then
      local row = next_of[x] or 0
      next_of[x], at = row + 1, at + 1 -- axial columns are those of layouts that end in q, else the rows are
      local from = map.layout:sub(-1) == 'q' and row * map.width + x + 1 or at
      cells[i] = terrain:sub(from, from)
    end
  end
  return table.concat(cells), box
end

--- A map from the path of a MovingAI .map file, or from rows of its letters.
-- A file of `type hexagons odd-r` (even-r, odd-q, even-q, axial) has a layout: a bake puts its rows at their axial cells.
function M.map(source)
  local rows, layout = source, nil
  if type(source) == 'string' then rows, layout = read_map(source) end
  local lines = map_list(rows, 'map takes a path or rows of letters', function(row, number)
    if type(row) ~= 'string' then fail('row %d of the map is %s, not letters', number - 1, tostring(row)) end
    if #row ~= #rows[1] then fail('row %d of the map has %d letters, not %d', number - 1, #row, #rows[1]) end
    return row
  end)
  if (lines[1] or '') == '' then fail('a map needs at least one row of letters') end
  return { width = #lines[1], height = #lines, terrain = table.concat(lines), letters = true, layout = layout }
end

--- The cells of a map as bytes, and whether they are letters.
local function cells_of(map)
  local is_map = type(map) == 'table' and (type(map.terrain) == 'string' or type(map.terrain) == 'table')
  if not is_map or type(map.width) ~= 'number' or type(map.height) ~= 'number' then
    fail('bake takes a map: overland.map(path or rows)')
  end
  local terrain, letters = map.terrain, map.letters
  if #terrain ~= map.width * map.height then
    fail('the terrain has %d cells, not %d x %d', #terrain, map.width, map.height)
  end
  if letters == nil then letters = type(terrain) == 'string' end
  if type(terrain) == 'string' then return terrain, letters end
  local bytes = {}
  for i = 1, #terrain do
    local value = terrain[i]
    if type(value) ~= 'number' or not terrain_number(value) then
      local x, y = (i - 1) % map.width, math.floor((i - 1) / map.width)
      fail('the terrain of %d,%d is %s, not a number from 0 to 255', x, y, tostring(value))
    end
    bytes[i] = string.char(value)
  end
  return table.concat(bytes), letters
end

-- ---- Worlds ----

local function class(name)
  local made = { __name = name }
  function made.__index(_, key)
    if made[key] == nil then return missing(name, made, key) end
    return made[key]
  end
  return made
end
local World, Planner, Path = class 'world', class 'planner', class 'path'

--- `letters`: whether the world was baked of letters; nil if that is not known; those that it may have, where weights
-- name no others.
local function own_world(handle, letters) return setmetatable({ handle = handle, letters = letters }, World) end

--- The weights where none are given. Of letters those that everybody knows have one: others have to be named.
local function plain_weights(letters, terrain)
  local weights = {}
  if letters then
    local other = terrain:match('[^%z' .. LETTERS .. ']')
    if other then
      fail("the map has cells with letters other than %s, the first is '%s'; say what they weigh: { weights = { ['.'] = 1 } }",
        LETTERS, other)
    end
    for letter in LETTERS:sub(1, 3):gmatch('.') do weights[letter] = 1 end
    return weights
  end
  for terrain = 1, 255 do weights[terrain] = 1 end
  return weights
end

local function next_open(bytes)
  for terrain = 0, 255 do
    if bytes[terrain] ~= 0 then return terrain end
  end
end

--- The weights of all terrains as 256 bytes, eighths.
local function weights_of(weights, letters)
  if type(weights) ~= 'table' then fail("weights are a table: { ['.'] = 1 }") end
  local bytes = {}
  for terrain = 0, 255 do bytes[terrain] = 0 end
  for name, weight in pairs(weights) do
    local terrain = terrain_number(name)
    if not terrain or (type(name) == 'string' and not letters) then
      fail("weights name '%s'; terrains of this map are %s", tostring(name),
        letters and 'letters or numbers from 0 to 255' or 'numbers from 0 to 255')
    end
    local eighths = type(weight) == 'number' and weight * PLAIN_WEIGHT or -1
    if eighths ~= math.floor(eighths) or eighths < 0 or eighths > 255 then
      fail('the weight of %s is %s, not a number of eighths from 0 to 255/8', name, tostring(weight))
    end
    bytes[terrain] = eighths
  end
  if not next_open(bytes) then fail('weights: no terrain is open') end
  return string.char(all_of(bytes, 0, 255))
end

--- Bakes a map: of map(), or {width, height, terrain} with a list of numbers, or with letters as one string.
-- Without weights the letters . G S are plain ground, @ O # T W blocked, and others an error; of numbers 0 is blocked,
-- and all others are plain ground. Options: weights (1 is plain ground; terrains that are not named are blocked), corners,
-- region_cells, spacing_cells, label_bytes_per_cell, overlays, origin (the upper left cell, {0, 0} if it is not given), topology
-- ('squares', or 'hexagons', whose cells are axial).
function M.bake(map, options)
  options = options or {}
  local terrain, letters = cells_of(map)
  refuse_others(options, BAKE_OPTIONS, 'option')
  local function number(name) return options[name] and whole(options[name], name) or -1 end
  local box = { cell = { 0, 0 }, w = map.width, h = map.height }
  if map.layout then terrain, box = placed(map, terrain) end
  return own_world(checked('the map can not be baked', core.bake(box.w, box.h, terrain,
    weights_of(options.weights or plain_weights(letters, terrain), letters),
    choose(CORNERS, options.corners or 'strict', 'corners'),
    number('region_cells'), number('spacing_cells'), number('label_bytes_per_cell'),
    choose(OVERLAYS, options.overlays or 'auto', 'overlays'),
    choose(TOPOLOGIES, options.topology or (map.layout and 'hexagons' or 'squares'), 'topology'),
    cell_of(options.origin or box.cell, 'the origin'))), letters and not options.weights and LETTERS or letters)
end

--- Opens the bytes of a world file.
function M.load(bytes)
  if type(bytes) ~= 'string' then fail('load takes the bytes of a world file; open takes its path') end
  if bytes:sub(1, 5) == 'type ' then fail('this is a map: overland.bake(overland.map(path))') end
  return own_world(checked('the world can not be opened', core.load(bytes)))
end

--- Opens a world file.
function M.open(path) return M.load(read_file(path)) end

--- Opens a world file of any size: its regions are read when they are first needed, and at most resident_bytes of
-- them (8 MB if it is not given) are held by the world and by each of its planners. The file must not change meanwhile.
function M.stream(path, resident_bytes)
  if type(path) ~= 'string' then fail('stream takes the path of a world file') end
  return own_world(checked('the world can not be opened', core.stream(path, whole(resident_bytes or 0, 'resident_bytes'))))
end

--- Of a world that was opened by stream, and its versions: the bytes of its file, how often was read in it, and how
-- many bytes, since it was opened. 0 of other worlds.
function World:reads()
  local file_bytes, reads, bytes = core.reads(handle_of(self, World, 'reads'))
  return { file_bytes = file_bytes, reads = reads, bytes = bytes }
end

--- The bytes of the world file.
function World:to_bytes()
  return checked('the world can not be saved', core.bytes(handle_of(self, World, 'to_bytes')))
end

--- Saves the world file: beside its place, and then in it, so that a failure leaves the old one.
function World:save(path)
  check_self(self, World, 'save')
  local bytes, beside = self:to_bytes(), path .. '.part'
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

--- What the world holds, as calls.world_describe tells it.
function World:describe() return M.calls.world_describe(handle_of(self, World, 'describe')) end

--- An edit as core.apply takes it.
local function edit_of(edit, letters)
  if type(edit) ~= 'table' or edit[1] == nil then fail(EDIT_FORM) end
  refuse_others(edit, EDIT_FIELDS, 'field')
  local x, y, floor = cell_of({ edit[1], edit[2], edit.floor }, 'an edit')
  if type(edit[3]) == 'string' and letters == false then
    fail("terrain is '%s', but this world was baked of numbers: 0 is blocked", edit[3])
  end
  local terrain = terrain_number(edit[3])
  if not terrain then fail('the terrain of an edit is %s, not a letter or 0 to 255', tostring(edit[3])) end
  if letters == LETTERS and not LETTERS:find(string.char(terrain), 1, true) then
    fail(type(edit[3]) == 'string' and "terrain is '%s'; the letters of this world are %s" or 'terrain is %s; the letters of this world are %s', edit[3], letters)
  end
  return { x, y, floor, whole(edit.w or 1, 'w'), whole(edit.h or 1, 'h'), terrain, edit.mask }
end

--- The next version of the world: edits are {x, y, letter}, with w, h, floor and mask as fields (w * h bytes
-- row by row, as of hexagon_mask: only cells change where it is not 0); of a world baked of
-- numbers {x, y, number}. This one stays.
function World:apply(edits)
  local handle = handle_of(self, World, 'apply')
  local list = map_list(edits, EDIT_FORM, function(edit) return edit_of(edit, self.letters) end)
  return own_world(checked('the edits can not be applied', core.apply(handle, list)), self.letters)
end

local function look(world, call, x, y, floor)
  local handle = handle_of(world, World, call)
  if type(x) ~= 'number' or type(y) ~= 'number' then fail('%s takes x, y and floor', call) end
  return core[call](handle, whole(x, 'x'), whole(y, 'y'), whole(floor or 0, 'the floor'))
end

--- The terrain of a cell: its letter, '\0' outside; of a world baked of numbers its number, 0 outside.
function World:terrain(x, y, floor)
  local number = look(self, 'terrain', x, y, floor)
  return self.letters == false and number or string.char(number)
end

--- The weight of a cell for the first profile: 1 is plain ground, in steps of 1/8. 0: blocked or outside.
function World:weight(x, y, floor) return look(self, 'weight', x, y, floor) / PLAIN_WEIGHT end

--- The island of a cell for the first profile: cells of one island reach each other. 0: blocked or outside.
function World:island(x, y, floor) return look(self, 'island', x, y, floor) end

--- Closes the world; what is closed twice is closed.
function World:close()
  check_self(self, World, 'close')
  if self.handle ~= nil then core.close_world(self.handle) end
  self.handle = nil
end

-- ---- Planners ----

--- The memory of one thread for queries. planner.world is the version of its world in which the next calls plan.
function World:planner()
  local handle = checked('the planner can not be made', core.planner(handle_of(self, World, 'planner')))
  return setmetatable({ handle = handle, world = self, result = 'ok' }, Planner)
end

function Planner:close()
  check_self(self, Planner, 'close')
  if self.handle ~= nil then core.close_planner(self.handle) end
  self.handle = nil
end

local function handles_of(planner, call)
  if type(planner) == 'table' and getmetatable(rawget(planner, 'world')) ~= World then fail('a planner needs a world') end
  return handle_of(planner, Planner, call), handle_of(planner.world, World)
end

--- Until the library answers, a call counts as one that was refused here.
local function refused(planner, call)
  check_self(planner, Planner, call)
  planner.result, planner.reason = 'error', 'the call was refused'
end

local function query_of(from, to, options)
  options = options or {}
  refuse_others(options, QUERY_OPTIONS, 'option')
  local sx, sy, sf = cell_of(from, 'the start')
  local gx, gy, gf = cell_of(to, 'the goal')
  local smoothing = choose(SMOOTHINGS, options.smoothing or 'grid', 'smoothing')
  local flags = (options.nearest and 1 or 0) + (options.move_start and 2 or 0) + (options.move_goal and 4 or 0)
  return { sx, sy, sf, gx, gy, gf, smoothing, flags, whole(options.profile or 0, 'profile') }
end

local function path_of(found)
  return setmetatable({
    points = found.points,
    cost = found.units / STRAIGHT_COST,
    units = found.units,
    length = found.length / LENGTH_UNIT,
    partial = found.partial,
    links = found.links,
  }, Path)
end

local function sign(number) return number == 0 and 0 or number > 0 and 1 or -1 end

--- Appends the cells of a straight or diagonal leg, without its first.
local function add_leg(cells, from, to)
  local across, down = to[1] - from[1], to[2] - from[2]
  local steps = math.max(math.abs(across), math.abs(down))
  if across ~= 0 and down ~= 0 and math.abs(across) ~= math.abs(down) then
    fail('cells() is for paths with smoothing none or grid: the line from %d,%d to %d,%d is at another angle', from[1],
      from[2], to[1], to[2])
  end
  for i = 1, steps do
    cells[#cells + 1] = { from[1] + sign(across) * i, from[2] + sign(down) * i, from[3] }
  end
end

--- Every cell of a path or segment, the start first; of a link only its two ends. An error with smoothing any.
function Path:cells()
  check_self(self, Path, 'cells')
  local cells, links = { self.points[1] }, {}
  for _, leg in ipairs(self.links) do links[leg.point] = true end
  for i = 2, #self.points do
    if links[i] then
      cells[#cells + 1] = self.points[i]
    else
      add_leg(cells, self.points[i - 1], self.points[i])
    end
  end
  return cells
end

--- Keeps what the answer was: planner.result, and planner.reason, nil if it was 'ok'. What is none is an error.
local function answer(planner, what, result, refusals)
  planner.result = result == values.OVL_OK and 'ok' or (refusals or REFUSALS)[result] or 'error'
  planner.reason = result ~= values.OVL_OK and core.result_text(result) or nil
  if planner.result == 'error' then fail('%s: %s', what, core.fault(planner.handle, result)) end
end

--- Finds a path: {points, cost, units, length, partial, links}; nil and the reason if the answer is no. Options:
-- smoothing (none, grid, any), nearest, move_start, move_goal, profile. With nearest the path may be partial: it ends
-- before the goal, and planner.reason says why. links are the legs that are links, each to points[point].
function Planner:find_path(from, to, options)
  refused(self, 'find_path')
  local planner, world = handles_of(self, 'find_path')
  local result, found = core.find(planner, world, query_of(from, to, options))
  answer(self, 'the path can not be found', result)
  if #found.points > 0 then return path_of(found) end
  return nil, self.reason
end

--- The segments of a route, one each time it is asked: `for segment in planner:route(from, to) do`. None if the
-- answer is no; planner.result and planner.reason say why, also why a route with nearest ends before its goal. An edit
-- does not change a segment that was given; where it changes the rest, that is planned again from its end.
function Planner:route(from, to, options)
  refused(self, 'route')
  handle_of(self, Planner, 'route')
  local query, route = query_of(from, to, options), core.route()
  local reason

  --- Whether the route leads anywhere: with nearest it does where its goal can't be reached.
  local function begin(planner, world)
    local result, leads_on = core.route_begin(planner, world, route, query)
    answer(self, 'the route can not be found', result)
    reason = self.reason
    return result == values.OVL_OK or leads_on
  end

  local leads = begin(handles_of(self, 'route'))
  return function()
    if not leads or core.route_done(route) then return nil, reason end
    local outcome, why = self.result, self.reason
    refused(self, 'route')
    local planner, world = handles_of(self, 'route')
    self.result, self.reason = outcome, why
    local result, found = core.route_next(planner, world, route)
    if result == values.OVL_BEGIN_AGAIN then
      query[1], query[2], query[3] = core.route_position(route)
      leads = begin(planner, world)
      if not leads then return nil, reason end
      result, found = core.route_next(planner, world, route)
    end
    if result ~= values.OVL_OK then answer(self, 'the route can not go on', result, {}) end
    return path_of(found)
  end
end

--- The costs from a cell to others, in straight steps; false for those that can't be reached.
function Planner:find_costs(from, cells)
  refused(self, 'find_costs')
  local planner, world = handles_of(self, 'find_costs')
  local list = map_list(cells, 'find_costs takes a start and a list of cells', function(cell)
    return { cell_of(cell, 'a goal') }
  end)
  local result, units = core.costs(planner, world, query_of(from, from), list)
  answer(self, 'the costs can not be found', result)
  if result ~= values.OVL_OK then return nil, self.reason end
  local costs = {}
  for i = 1, #list do costs[i] = units[i] and units[i] / STRAIGHT_COST end
  return costs
end

--- Whether the goal can be reached; false and the reason if not.
function Planner:reaches(from, to, options)
  refused(self, 'reaches')
  local planner, world = handles_of(self, 'reaches')
  answer(self, 'the goal can not be judged', (core.reaches(planner, world, query_of(from, to, options))))
  return self.result == 'ok', self.reason
end

--- The cells that can be reached for at most `budget` straight steps, each with its cost: {{cell, cost}}.
function Planner:find_range(from, budget)
  refused(self, 'find_range')
  local planner, world = handles_of(self, 'find_range')
  if type(budget) ~= 'number' or not (budget >= 0) then fail('budget is %s; it should be a number of straight steps', tostring(budget)) end
  local result, found = core.find_range(planner, world, query_of(from, from), math.floor(budget * STRAIGHT_COST))
  answer(self, 'the cells can not be found', result)
  if result ~= values.OVL_OK then return {} end
  for _, each in ipairs(found) do each.cost = each.cost / STRAIGHT_COST end
  return found
end

-- ---- Hexagons ----

--- The axial cell of one of a layout ('odd-r'), the other way round, the steps between two axial cells, and the axial
-- cells of a rectangle of a layout.
for _, name in ipairs { 'hexagon_from', 'hexagon_to', 'hexagon_distance', 'hexagon_mask' } do M[name] = M.calls[name] end

--- The version of the library.
function M.version() return core.version() end

return M
