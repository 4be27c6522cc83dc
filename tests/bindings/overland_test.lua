-- The Lua binding, the same for LuaJIT and Lua 5.4: overland_test.lua MAPS COMMAND WORK
-- Prints `ok NAME` or `FAIL NAME: why` for each check, and `N passed, N failed`.

local overland = require 'overland'

local maps, command, work = arg[1], arg[2], arg[3]
local passed, failed = 0, 0

local function check(name, holds, why)
  if holds then passed = passed + 1 else failed = failed + 1 end
  print(holds and 'ok ' .. name or ('FAIL %s: %s'):format(name, tostring(why)))
end

local function equal(name, found, wanted)
  check(name, found == wanted, ('%s is not %s'):format(tostring(found), tostring(wanted)))
end

local function fails(name, words, call, ...)
  local went, why = pcall(call, ...)
  check(name, not went and tostring(why):find(words, 1, true), went and 'nothing failed' or why)
end

local function read(from)
  local file = assert(io.popen(from))
  local text = file:read('*a')
  file:close()
  return text
end

-- ---- A small map ----

local wall = overland.map { '.......', '...@...', '...@...', '...@...', '.......' }
equal('a map has its width', wall.width, 7)
local world = overland.bake(wall)
local planner = world:planner()
local path = planner:find_path({ 1, 2 }, { 5, 2 }, { smoothing = 'none' })
equal('the cost around a wall', path.units, 2 * 1584 + 4 * 1120)
equal('in straight steps', path.cost, path.units / 1120)
equal('it begins at the start', table.concat(path.points[1], ','), '1,2')
equal('and ends at the goal', table.concat(path.points[#path.points], ','), '5,2')
check('the whole of it', not path.partial)
local none, reason = planner:find_path({ 1, 2 }, { 3, 2 })
check('a blocked goal gives nil', none == nil)
equal('and the reason', reason, 'the goal is blocked')
equal('the result', planner.result, 'goal-blocked')
equal('the reason of the planner', planner.reason, reason)
check('or the nearest cell', planner:find_path({ 1, 2 }, { 3, 2 }, { nearest = true }).partial)
equal('and says that it is not the goal', planner.result, 'unreachable')
planner:find_path({ 3, 2 }, { 1, 2 })
equal('a start that is blocked', planner.result, 'start-blocked')

local function places(cells)
  local texts = {}
  for i, cell in ipairs(cells) do texts[i] = table.concat(cell, ',') end
  return table.concat(texts, ' ')
end

equal('each cell of a path', places(planner:find_path({ 1, 2 }, { 5, 2 }):cells()), '1,2 2,1 2,0 3,0 4,0 5,1 5,2')
equal('the answer', tostring(planner.result) .. tostring(planner.reason), 'oknil')
local field = overland.bake(overland.map { '.......', '.......' })
local line = field:planner():find_path({ 0, 0 }, { 6, 1 }, { smoothing = 'any' })
fails('cells of lines at any angle', 'the line from 0,0 to 6,1 is at another angle', line.cells, line)
local costs = planner:find_costs({ 1, 2 }, { { 5, 2 }, { 1, 2 }, { 3, 3 } })
equal('costs to cells', costs[1], path.cost)
equal('to itself', costs[2], 0)
equal('to a blocked one', costs[3], false)

equal('whether a goal is reached', planner:reaches({ 1, 2 }, { 5, 2 }), true)
equal('and why not', select(2, planner:reaches({ 1, 2 }, { 3, 2 })), 'the goal is blocked')
local range = planner:find_range({ 0, 0 }, 1)
equal('cells within a range', #range .. ' ' .. table.concat(range[2].cell, ','), '3 1,0')
equal('with their costs', range[2].cost, 1)
equal('many of them', #planner:find_range({ 0, 0 }, 99), 32)
fails('a range that is none', 'budget is -1', planner.find_range, planner, { 0, 0 }, -1)

-- ---- Maps of letters and of numbers ----

local numbers = { width = 3, height = 2, terrain = { 1, 0, 1, 1, 7, 1 } }
local yard = overland.bake(numbers)
equal('of numbers 0 is blocked, all else is ground', yard:describe().open_cells, 5)
equal('weights name numbers', overland.bake(numbers, { weights = { 1, [7] = 2.5 } }):weight(1, 1), 2.5)
equal('the terrain is a number', yard:terrain(1, 1), 7)
equal('an edit to 0 closes a cell', yard:apply({ { 0, 0, 0 } }):describe().open_cells, 4)
local once = yard:apply { { 0, 0, 1 } }
fails('a letter for a world of numbers', "terrain is '@', but this world was baked of numbers: 0 is blocked", once.apply,
  once, { { 0, 0, '@' } })
fails('a weight of a letter for a map of numbers', "weights name '.'; terrains of this map are numbers", overland.bake,
  numbers, { weights = { ['.'] = 1 } })
equal('text is letters', overland.bake({ width = 3, height = 1, terrain = '.@.' }):describe().open_cells, 2)
equal('so may be numbers', overland.bake({ width = 3, height = 1, terrain = { 46, 64, 46 }, letters = true }):describe()
  .open_cells, 2)
equal('bytes may be numbers', overland.bake({ width = 2, height = 1, terrain = '\0\1', letters = false }):describe()
  .open_cells, 1)
equal('a world from a file takes both', overland.load(yard:to_bytes()):apply({ { 0, 0, '@' } }):terrain(0, 0), '@')
equal('the weight of ground', yard:weight(0, 0), 1)
equal('of a blocked cell', yard:weight(1, 0), 0)
equal('of a cell outside', yard:weight(9, 9), 0)
equal('the terrain outside', yard:terrain(9, 9), 0)

-- ---- Links ----

read(('%s build %s/mall.tmx --legend %s/mall.legend -o %s/mall.world 2>&1'):format(command, maps, maps, work))
local visitor = overland.open(work .. '/mall.world'):planner()
local climb = visitor:find_path({ 28, 38 }, { 20, 15, 4 }, { smoothing = 'none' })
check('a path over floors tells its links', #climb.links > 0)
for _, leg in ipairs(climb.links) do
  check('which are the legs that change the floor', climb.points[leg.point - 1][3] ~= climb.points[leg.point][3])
end
local jumps, stepped = 0, climb:cells()
for i = 2, #stepped do
  local a, b = stepped[i - 1], stepped[i]
  local is_step = math.max(math.abs(a[1] - b[1]), math.abs(a[2] - b[2])) == 1 and a[3] == b[3]
  jumps = jumps + (is_step and 0 or 1)
end
equal('its cells are one step apart, but for links', jumps, #climb.links)
local roof
for segment in visitor:route({ 28, 38 }, { 20, 15, 4 }) do roof = segment.points[#segment.points] end
equal('a route takes them too', table.concat(roof, ','), '20,15,4')

-- ---- Routes ----

local big = overland.bake(overland.map(maps .. '/city-384.map'))
local walker = big:planner()

--- A cell of the largest island, at or right of a place.
local function open_near(x, y)
  while big:island(x, y) ~= 1 do x = x + 1 end
  return { x, y }
end

local from, to = open_near(20, 20), open_near(350, 350)
local found = assert(walker:find_path(from, to, { smoothing = 'none' }))
local walked, segments, at = 0, 0, from
for segment in walker:route(from, to) do
  check(('segment %d begins where the last one ended'):format(segments),
    segment.points[1][1] == at[1] and segment.points[1][2] == at[2])
  at = segment.points[#segment.points]
  walked = walked + segment.units
  segments = segments + 1
end
check('a route has several segments', segments > 3, segments)
equal('and ends at its goal', table.concat(at, ','), table.concat(to, ','))
check('for no more than its path', walked <= found.units * 1.02, walked .. ' ' .. found.units)

local divided = overland.bake(overland.map { '..@..', '..@..' }):planner()
local reached
for segment in divided:route({ 0, 0 }, { 4, 1 }, { nearest = true }) do reached = segment.points[#segment.points] end
equal('with `nearest` a route goes as near as can be', table.concat(reached or {}, ','), '1,1')
equal('and says why it ends there', divided.reason, 'no path joins start and goal')
for _ in divided:route({ 0, 0 }, { 4, 1 }) do check('a route without a way has no segments', false, 'one') end
equal('and says why', divided.result, 'unreachable')
equal('by its iterator too', select(2, divided:route({ 0, 0 }, { 4, 1 })()), 'no path joins start and goal')
local barred = overland.bake(overland.map { '.....', '.....' })
local cut_off = barred:planner()
local next_segment = cut_off:route({ 0, 0 }, { 4, 1 })
cut_off.world = barred:apply { { 2, 0, '@', h = 2 } }
for _ = 1, 2 do
  local rest, refused = next_segment()
  equal('a route that is cut off ends', rest, nil)
  equal('with the reason, and again if it is asked again', refused, 'no path joins start and goal')
end

-- ---- The command gives the same ----

big:save(work .. '/lua.world')
for i, ends in ipairs { { from, to }, { open_near(5, 370), open_near(350, 8) }, { open_near(200, 100), { 0, 0 } } } do
  local a, b = ends[1], ends[2]
  local text = read(('%s path %s/lua.world %d,%d %d,%d --smooth any --json 2>/dev/null'):format(command, work,
    a[1], a[2], b[1], b[2]))
  local mine = walker:find_path(a, b, { smoothing = 'any' })
  local cost = tonumber(text:match('"cost": ?([%d.]+)'))
  check(('query %d costs what the command says'):format(i),
    (mine == nil and cost == nil) or (cost and math.abs(cost - mine.cost) < cost / 10000),
    ('%s, %s'):format(tostring(cost), mine and mine.cost or 'nil'))
end

-- ---- Files ----

local again = overland.open(work .. '/lua.world')
equal('a world that was saved is opened', again:to_bytes(), big:to_bytes())
local info = again:describe()
equal('its width', info.width, 384)
check('its waypoints', info.graph.waypoints > 100, info.graph.waypoints)
check('its islands', info.islands >= 1 and info.open_cells > 1000)
equal('it gives the same path', again:planner():find_path(from, to, { smoothing = 'none' }).units, found.units)

-- ---- A file that is read piece by piece ----

local streamed = overland.stream(work .. '/lua.world', 256 * 1024)
local opened = streamed:reads()
check('opening a world reads a part of its file', opened.bytes > 0 and opened.bytes < opened.file_bytes / 4, opened.bytes)
equal('of this length', opened.file_bytes, #again:to_bytes())
local streaming = streamed:planner()
local differing = 0
for i = 0, 384 * 384 - 1, 7 do -- as often as LuaJIT compiles what calls the library
  local x, y = i % 384, math.floor(i / 384)
  if streamed:terrain(x, y) ~= big:terrain(x, y) then differing = differing + 1 end
end
equal('it has the same cells', differing, 0)
equal('and gives the same path', streaming:find_path(from, to, { smoothing = 'none' }).units, found.units)
local after = streamed:reads()
check('for which it was read again', after.reads > opened.reads and after.bytes > opened.bytes, after.reads)
local rebuilt = streamed:apply { { from[1], from[2], '@' } }
check('its versions read the same file', rebuilt:weight(to[1], to[2]) == 1 and rebuilt:reads().bytes > after.bytes)
streamed:close()
collectgarbage()
streaming.world = rebuilt
equal('also when it is closed', streaming:find_path(to, { to[1], to[2] }).units, 0)
equal('of a world in memory nothing is read', big:reads().reads, 0)
fails('a file to read that is missing', 'no.world', overland.stream, work .. '/no.world')
fails('one that is no world', 'the world can not be opened', overland.stream, maps .. '/city-384.map')
fails('no path to read', 'stream takes the path of a world file', overland.stream, big:to_bytes() and nil)

local versions = {}
table.insert(versions, overland.calls.abi())
equal('a call returns its value alone', #versions, 1)

-- ---- Edits ----

local closed = world:apply { { 3, 0, '@', h = 5 } }
planner.world = closed
local no, why = planner:find_path({ 1, 2 }, { 5, 2 })
equal('a wall across: no path', no, nil)
equal('and why', why, 'no path joins start and goal')
check('the islands differ', closed:island(1, 2) ~= closed:island(5, 2))
equal('the terrain is that of the edit', closed:terrain(3, 0), '@')
equal('the version before stays', world:terrain(3, 0), '.')
planner.world = world
check('and gives its path', planner:find_path({ 1, 2 }, { 5, 2 }) ~= nil)

-- ---- What is wrong ----

fails('a file that is missing', 'no.map', overland.map, work .. '/no.map')
fails('a file that is no map', 'is no .map file', overland.map, maps .. '/../README.md')
fails('a row that is short', 'row 1 of the map has 2 letters, not 3', overland.map, { '...', '..' })
fails('bytes that are no world', 'the world can not be opened', overland.load, 'no world at all')
fails('an argument out of range', 'region_cells is 3; it should be at least', overland.bake, wall, { region_cells = 3 })
planner:find_path({ 1, 1 }, { 2, 2 })
fails('a smoothing that is none', 'not one of any, grid, none', planner.find_path, planner, { 1, 1 }, { 2, 2 },
  { smoothing = 'round' })
equal('which is an error of the planner', planner.result, 'error')
fails('a cell that is none', 'the goal is no cell', planner.find_path, planner, { 1, 1 }, 5)
fails('a cell of names', 'the start is no cell: a cell is {x, y} or {x, y, floor}', planner.find_path, planner,
  { x = 1, y = 1 }, { 2, 2 })
fails('a start outside', 'start.x is -1; it should be at least 0', planner.find_path, planner, { -1, 1 }, { 2, 2 })
fails('a goal outside', 'goal.x is 500; it should be at most 6', planner.find_path, planner, { 1, 1 }, { 500, 2 })
equal('is an error', planner.result, 'error')
local bytes = big:to_bytes()
local middle = math.floor(#bytes / 2)
local changed = string.char((bytes:byte(middle) + 1) % 256)
fails('a world whose bytes were changed', ': found ', overland.load,
  bytes:sub(1, middle - 1) .. changed .. bytes:sub(middle + 1))
fails('an option that is none', 'no option neerest; profile, nearest, smoothing, move_start and move_goal are',
  planner.find_path, planner, { 1, 1 }, { 2, 2 }, { neerest = true })
fails('nor for a route', 'no option neerest', planner.route, planner, { 1, 1 }, { 2, 2 }, { neerest = true })
fails('an option of a bake that is none', 'no option wieghts; weights, corners', overland.bake, wall, { wieghts = {} })
fails('a profile by its name', 'profile is cat, not a whole number', planner.find_path, planner, { 1, 1 }, { 2, 2 },
  { profile = 'cat' })
fails('a field of an edit that is none', 'no field width; w, h, floor and mask are', world.apply, world,
  { { 1, 1, '@', width = 2 } })
fails('a terrain of several letters', 'terrain of an edit is water, not a letter', world.apply, world,
  { { 1, 1, 'water' } })
fails('a weight of several letters', "weights name 'water'; terrains of this map are letters", overland.bake, wall,
  { weights = { water = 2 } })
for _, none in ipairs { 'land.map', { '...' }, { terrain = { 1 } }, { width = 1, height = 1, terrain = 5 } } do
  fails('no map to bake', 'overland: bake takes a map: overland.map(path or rows)', overland.bake, none)
end
fails('no rows', 'a map needs at least one row of letters', overland.map, {})
fails('nothing as rows', 'map takes a path or rows of letters', overland.map)
fails('numbers beyond a byte', 'the terrain of 1,0 is 256, not a number from 0 to 255', overland.bake,
  { width = 2, height = 1, terrain = { 1, 256 } })
fails('an edit that is no list', 'overland: edits are a list: { { x, y, letter } }', world.apply, world, { 5, 5, '@' })
fails('nor tables of names', 'edits are a list: { { x, y, letter } }', world.apply, world, { { x = 5, y = 5 } })
fails('edits with a hole', 'edits are a list: { { x, y, letter } }; number 2 is nil', world.apply, world,
  { { 1, 1, '@' }, nil, { 2, 1, '@' } })
fails('cells with a hole', 'find_costs takes a start and a list of cells; number 1 is nil', planner.find_costs, planner, { 1, 1 },
  { nil, { 2, 1 } })
fails('rows with a hole', 'map takes a path or rows of letters; number 2 is nil', overland.map, { '..', nil, '..' })
fails('a terrain with a hole', 'overland: the terrain ', overland.bake,
  { width = 3, height = 1, terrain = { 1, nil, 1 } })
fails('a row that is none', 'row 1 of the map is 5, not letters', overland.map, { '..', 5 })
fails('weights that are none', "weights are a table: { ['.'] = 1 }", overland.bake, wall, { weights = 2 })
fails('options that are none', 'options are a table', planner.find_path, planner, { 1, 1 }, { 2, 2 }, 5)
fails('a map as a world', 'this is a map: overland.bake(overland.map(path))', overland.open, maps .. '/city-384.map')
fails('a planner called by a dot', 'call it with a colon: planner:find_path(...)', planner.find_path, { 1, 1 }, { 2, 2 })
fails('a world called by a dot', 'call it with a colon: world:apply(...)', world.apply, { { 1, 1, '@' } })
fails('a cell where two numbers are due', 'weight takes x, y and floor', world.weight, world, { 1, 2 })
planner.world = 5
fails('no world to plan in', 'a planner needs a world', planner.find_path, planner, { 1, 1 }, { 2, 2 })
planner.world = nil
fails('nor none', 'a planner needs a world', planner.find_path, planner, { 1, 1 }, { 2, 2 })
planner.world = world
fails('an edit outside', 'the edits can not be applied', world.apply, world, { { 90, 90, '@' } })
fails('an edit to no terrain', 'not a letter or 0 to 255', world.apply, world, { { 1, 1, 300 } })
fails('a call that is none', 'planner has no find; there is find_costs, find_path, find_range', function() planner:find() end)
fails('of a world', 'world has no edit; there is apply, close, describe, island, planner,', function() world:edit() end)
fails('of an object', 'flow has no nxt; there is ', function() overland.calls.flow_create({ world = world }):nxt() end)
fails('of the library', 'overland.calls has no unit_ad; there is unit_add, ', function() overland.calls.unit_ad() end)
closed:close()
closed:close()
fails('a world that is closed', 'the world is closed', closed.describe, closed)
planner:close()
fails('a planner that is closed', 'the planner is closed', planner.find_path, planner, { 1, 1 }, { 2, 2 })

-- ---- Hexagons ----

local board = overland.bake({ width = 9, height = 9, terrain = ('.'):rep(81) }, { topology = 'hexagons' })
local over = board:planner():find_path({ 0, 8 }, { 8, 0 })
equal('over hexagons a path takes as many steps as they are apart', over.units,
  1120 * overland.hexagon_distance({ 0, 8 }, { 8, 0 }))
equal('a cell of odd-r as an axial one', table.concat(overland.hexagon_from('odd-r', { 12, 7 }), ','), '9,7')
equal('and back', table.concat(overland.hexagon_to('odd-r', { 9, 7 }), ','), '12,7')
equal('on its floor', table.concat(overland.hexagon_to('odd-r', { 9, 7, 2 }), ','), '12,7,2')
fails('a layout that is none', 'layout is odd, not one of axial, ', overland.hexagon_from, 'odd', { 1, 1 })
fails('a topology that is none', 'topology', overland.bake, wall, { topology = 'triangles' })

-- ---- A world that begins elsewhere ----

local elsewhere = overland.bake(wall, { origin = { -5, -3 } })
equal('a world tells its origin', table.concat(elsewhere:describe().partition.origin, ','), '-5,-3')
equal('its cells begin there', elsewhere:terrain(-2, -2) .. elsewhere:terrain(-3, -2), '@.')
local moved = elsewhere:planner():find_path({ -4, -1 }, { 0, -1 })
equal('a path begins in its cells', table.concat(moved.points[1], ','), '-4,-1')
equal('and costs the same', moved.units, path.units)
local shut = elsewhere:apply { { -2, -3, '@', h = 5 } }
check('an edit is in its cells', shut:island(-3, -1) ~= shut:island(-1, -1))
fails('an origin that is no cell', 'the origin is no cell', overland.bake, wall, { origin = 5 })
fails('an origin too far away', 'origin.x is 2000000000; it should be at most 1073741824', overland.bake, wall,
  { origin = { 2e9, 0 } })

-- ---- Memory ----

--- Megabytes that the process holds; nil where the system does not tell.
local function held()
  local file = io.open('/proc/self/statm')
  if not file then return nil end
  local pages = file:read('*a'):match('^%d+ (%d+)')
  file:close()
  return tonumber(pages) * 4 / 1024
end

local MOST_GROWN = 3 -- megabytes; worlds or planners that stay hold several times as much
local rows = {}
for y = 1, 160 do rows[y] = ('.'):rep(y % 8 == 0 and 150 or 160) .. ('@'):rep(y % 8 == 0 and 10 or 0) end
local large = overland.map(rows)

local function forget_worlds(count)
  for _ = 1, count do
    assert(overland.bake(large):planner():find_path({ 1, 2 }, { 5, 2 }))
    collectgarbage()
  end
end

forget_worlds(20)
local before = held()
forget_worlds(200)
local grown = before and held() - before or 0
check('worlds and planners that nothing refers to are closed', grown < MOST_GROWN, grown)
equal('a planner outlives the name of its world', overland.bake(wall):planner():find_path({ 0, 0 }, { 6, 0 }).cost, 6)

print(('%d passed, %d failed'):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
