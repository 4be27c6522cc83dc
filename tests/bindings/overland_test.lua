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
local path = planner:find({ 1, 2 }, { 5, 2 }, { smoothing = 'none' })
equal('the cost around a wall', path.units, 2 * 1584 + 4 * 1120)
equal('in straight steps', path.cost, path.units / 1120)
equal('it begins at the start', table.concat(path.points[1], ','), '1,2')
equal('and ends at the goal', table.concat(path.points[#path.points], ','), '5,2')
check('the whole of it', not path.partial)
local none, reason = planner:find({ 1, 2 }, { 3, 2 })
check('a blocked goal gives nil', none == nil)
equal('and the reason', reason, 'the goal is blocked')
check('or the nearest cell', planner:find({ 1, 2 }, { 3, 2 }, { nearest = true }) ~= nil)
local costs = planner:costs({ 1, 2 }, { { 5, 2 }, { 1, 2 }, { 3, 3 } })
equal('costs to cells', costs[1], path.cost)
equal('to itself', costs[2], 0)
equal('to a blocked one', costs[3], false)

-- ---- Routes ----

local big = overland.bake(overland.map(maps .. '/city-384.map'))
local walker = big:planner()

--- A cell of the largest island, at or right of a place.
local function open_near(x, y)
  while big:island(x, y) ~= 1 do x = x + 1 end
  return { x, y }
end

local from, to = open_near(20, 20), open_near(350, 350)
local found = assert(walker:find(from, to, { smoothing = 'none' }))
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
local barred = overland.bake(overland.map { '.....', '.....' })
local cut_off = barred:planner()
local next_segment = cut_off:route({ 0, 0 }, { 4, 1 })
cut_off:use(barred:edit { { 2, 0, '@', h = 2 } })
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
  local mine = walker:find(a, b, { smoothing = 'any' })
  local cost = tonumber(text:match('"cost": ?([%d.]+)'))
  check(('query %d costs what the command says'):format(i),
    (mine == nil and cost == nil) or (cost and math.abs(cost - mine.cost) < cost / 10000),
    ('%s, %s'):format(tostring(cost), mine and mine.cost or 'nil'))
end

-- ---- Files ----

local again = overland.open(work .. '/lua.world')
equal('a world that was saved is opened', again:bytes(), big:bytes())
local info = again:info()
equal('its width', info.width, 384)
check('its waypoints', info.waypoints > 100, info.waypoints)
check('its islands', info.islands >= 1 and info.open_cells > 1000)
equal('it gives the same path', again:planner():find(from, to, { smoothing = 'none' }).units, found.units)

-- ---- Edits ----

local closed = world:edit { { 3, 0, '@', h = 5 } }
planner:use(closed)
local no, why = planner:find({ 1, 2 }, { 5, 2 })
equal('a wall across: no path', no, nil)
equal('and why', why, 'no path joins start and goal')
check('the islands differ', closed:island(1, 2) ~= closed:island(5, 2))
equal('the terrain is that of the edit', closed:terrain(3, 0), '@')
equal('the version before stays', world:terrain(3, 0), '.')
planner:use(world)
check('and gives its path', planner:find({ 1, 2 }, { 5, 2 }) ~= nil)

-- ---- What is wrong ----

fails('a file that is missing', 'no.map', overland.map, work .. '/no.map')
fails('a file that is no map', 'is no .map file', overland.map, maps .. '/../README.md')
fails('a row that is short', 'row 1 of the map has 2 letters, not 3', overland.map, { '...', '..' })
fails('bytes that are no world', 'the world can not be opened', overland.load, 'no world at all')
fails('an argument out of range', 'region_cells', overland.bake, wall, { region_cells = 3 })
fails('a smoothing that is none', 'not one of any, grid, none', planner.find, planner, { 1, 1 }, { 2, 2 },
  { smoothing = 'round' })
fails('a cell that is none', 'the goal is no cell', planner.find, planner, { 1, 1 }, 5)
fails('a start outside', 'the start', planner.find, planner, { -1, 1 }, { 2, 2 })
fails('an edit outside', 'the edits can not be applied', world.edit, world, { { 90, 90, '@' } })
fails('an edit to no terrain', 'not a letter or 0 to 255', world.edit, world, { { 1, 1, 300 } })
closed:close()
closed:close()
fails('a world that is closed', 'the world is closed', closed.info, closed)
planner:close()
fails('a planner that is closed', 'the planner is closed', planner.find, planner, { 1, 1 }, { 2, 2 })

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
local yard = overland.map(rows)

local function forget_worlds(count)
  for _ = 1, count do
    assert(overland.bake(yard):planner():find({ 1, 2 }, { 5, 2 }))
    collectgarbage()
  end
end

forget_worlds(20)
local before = held()
forget_worlds(200)
local grown = before and held() - before or 0
check('worlds and planners that nothing refers to are closed', grown < MOST_GROWN, grown)
equal('a planner outlives the name of its world', overland.bake(wall):planner():find({ 0, 0 }, { 6, 0 }).cost, 6)

print(('%d passed, %d failed'):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
