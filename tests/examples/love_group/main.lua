-- A group that goes where one clicks and stands there as a block, and lines of the flow to that cell: where a unit on
-- any cell would go next.
--
--     love tests/examples/love_group MAP.map [X,Y FILE]    with X,Y it is sent there, FILE is a picture of the end

local overland = require 'overland'

local CELL, COUNT, TICK = 6, 40, .05 -- pixels of a cell, units, seconds of a tick
local SPACING = 3                    -- cells between the lines of the flow
local map, world, units, flow
local group, arrows, picture, lag = {}, {}, nil, 0

--- Adds units on open cells from which the first one is reached.
local function add_units()
  local first = world:planner():find_path({ 0, 0 }, { 0, 0 }, { move_start = true, move_goal = true }).points[1]
  for i = 0, map.width * map.height - 1 do
    local x, y = i % map.width, math.floor(i / map.width)
    if #group < COUNT and world:island(x, y) == world:island(first[1], first[2]) then
      group[#group + 1] = units:add(world, { cell = { x, y } })
    end
  end
end

function love.load(arguments)
  map = overland.map(assert(arguments[1], 'usage: love tests/examples/love_group MAP.map [X,Y FILE]'))
  world = overland.bake(map)
  units = overland.calls.units_create { world = world, capacity = COUNT }
  flow = overland.calls.flow_create { world = world }
  love.window.setMode(map.width * CELL, map.height * CELL)
  local cells = love.image.newImageData(map.width, map.height)
  cells:mapPixel(function(x, y)
    if world:weight(x, y) > 0 then return .44, .62, .33, 1 end
    return .35, .33, .32, 1
  end)
  picture = love.graphics.newImage(cells)
  picture:setFilter('nearest')
  add_units()
  local x, y = (arguments[2] or ''):match('^(%d+),(%d+)$')
  if x then love.mousepressed(x * CELL, y * CELL) end
  love.picture = x and arguments[3]
end

function love.mousepressed(x, y)
  local place = { math.floor(x / CELL), math.floor(y / CELL) }
  units:order(world, group, { place = place, nearest = true, formation = 'block' })
  flow:begin(world, { goal = place, move_goal = true })
  arrows = {}
  for row = 0, map.height - 1, SPACING do
    for column = 0, map.width - 1, SPACING do
      local step = flow:next { column, row }
      if step then arrows[#arrows + 1] = { column, row, step.next[1], step.next[2] } end
    end
  end
end

local function has_settled()
  for _, unit in ipairs(group) do
    if units:describe(unit).state ~= 'arrived' then return false end
  end
  return true
end

function love.update(dt)
  lag = lag + dt
  while lag >= TICK do
    lag = lag - TICK
    units:tick(world, 20000)
  end
end

function love.draw()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(picture, 0, 0, 0, CELL)
  love.graphics.setColor(1, 1, .4, .6)
  for _, each in ipairs(arrows) do
    love.graphics.line((each[1] + .5) * CELL, (each[2] + .5) * CELL, (each[3] + .5) * CELL, (each[4] + .5) * CELL)
  end
  love.graphics.setColor(.2, .35, .8)
  for _, unit in ipairs(group) do
    local at = units:describe(unit)
    love.graphics.circle('fill', (at.x / 256 + .5) * CELL, (at.y / 256 + .5) * CELL, CELL / 2)
  end
  if love.picture and has_settled() then
    love.graphics.captureScreenshot(function(data)
      local file = assert(io.open(love.picture, 'wb'))
      file:write(data:encode('png'):getString())
      file:close()
      print(#group .. ' units are there')
      love.event.quit()
    end)
  end
end
