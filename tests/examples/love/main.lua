-- A game over a world of which only a part is in memory: its file is read region by region, where the camera looks and
-- where the unit's way leads. A click sends the unit. The chart shows the regions that were read to be seen, and in red
-- those that the way led through.
--
--     love tests/examples/love WORLD [X,Y FOLDER]    with X,Y: see scene.lua

local overland = require 'overland'

local CELL, SPEED, MOST_TILES = 4, 80, 1500 -- pixels of a cell, cells a second, regions whose pictures are kept
local RESIDENT_BYTES = 24 * 1024 * 1024     -- of regions, held by the world and by the planner
local OPEN, BLOCKED = { .44, .62, .33 }, { .35, .33, .32 }
local COLORS = { S = { .58, .58, .36 }, W = { .21, .42, .66 }, T = { .16, .38, .2 } }

local game = {} -- unit and goal: cells
local world, planner, info, west, north -- the last two: of the cell in the upper left corner
local side, columns, rows               -- cells of a region's side; columns and rows of regions
local steps, at, next_segment           -- cells of the segment that it walks, of which it is on number `at`
local tiles, tile_count, is_seen, seen = {}, 0, {}, 0
local chart, chart_picture

--- Takes a step. A segment of the route is planned when the one before it ends.
local function step()
  local segment = at == #steps and next_segment and next_segment()
  if segment then
    steps, at = segment:cells(), 1
    for _, cell in ipairs(steps) do
      chart:setPixel(math.floor((cell[1] - west) / side), math.floor((cell[2] - north) / side), .9, .2, .15, 1)
    end
    chart_picture:replacePixels(chart)
  end
  game.has_arrived = at == #steps
  at = math.min(at + 1, #steps)
  game.unit = steps[at]
end

--- The picture of a region, whose cells are read unless it is still there.
local function tile_at(column, row)
  local key = row * columns + column
  if tiles[key] then return tiles[key] end
  if tile_count == MOST_TILES then tiles, tile_count = {}, 0 end
  local data = love.image.newImageData(side, side)
  data:mapPixel(function(x, y)
    local cx, cy = west + column * side + x, north + row * side + y
    local color = COLORS[world:terrain(cx, cy)] or world:weight(cx, cy) > 0 and OPEN or BLOCKED
    return color[1], color[2], color[3], 1
  end)
  tiles[key], tile_count = love.graphics.newImage(data), tile_count + 1
  seen = seen + (is_seen[key] and 0 or 1)
  is_seen[key] = true
  if select(4, chart:getPixel(column, row)) == 0 then
    chart:setPixel(column, row, data:getPixel(side / 2, side / 2))
    chart_picture:replacePixels(chart)
  end
  return tiles[key]
end

--- The cells in the upper left and lower right corners of the window.
local function camera()
  local w, h = math.ceil(love.graphics.getWidth() / CELL), math.ceil(love.graphics.getHeight() / CELL)
  local left = math.max(west, math.min(game.unit[1] - math.floor(w / 2), west + info.width - w))
  local top = math.max(north, math.min(game.unit[2] - math.floor(h / 2), north + info.height - h))
  return left, top, left + w - 1, top + h - 1
end

--- The middle of a cell in the window, which may be outside of it.
function game.pixel_of(cell)
  local left, top = camera()
  return (cell[1] - left + .5) * CELL, (cell[2] - top + .5) * CELL
end

function game.figures()
  local reads = world:reads()
  return ('%d of %d regions seen; %.1f of %.1f MB read in %d reads'):format(seen, columns * rows, reads.bytes / 2 ^ 20,
    reads.file_bytes / 2 ^ 20, reads.reads)
end

function love.load(arguments)
  assert(arguments[1], 'usage: love tests/examples/love WORLD [X,Y FOLDER]')
  love.graphics.setDefaultFilter('nearest', 'nearest')
  world = overland.stream(arguments[1], RESIDENT_BYTES)
  planner, info = world:planner(), world:describe()
  assert(info.open_cells > 0, 'the world has no open cell')
  west, north, side = info.partition.origin[1], info.partition.origin[2], info.partition.region_cells
  columns, rows = math.ceil(info.width / side), math.ceil(info.height / side)
  chart = love.image.newImageData(columns, rows)
  chart_picture = love.graphics.newImage(chart)
  local start = planner:find_path({ west, north }, { west, north }, { move_start = true, move_goal = true })
  game.unit = start.points[1] -- the open cell that is nearest to the corner
  steps, at = { game.unit }, 1
  if arguments[2] then require 'scene' (game, arguments[2], arguments[3]) end
end

local lag = 0
function love.update(dt)
  lag = lag + dt
  for _ = 1, math.floor(lag * SPEED) do step() end
  lag = lag % (1 / SPEED)
end

function love.mousepressed(x, y)
  local left, top = camera()
  local function within(cell, first, count) return math.max(first, math.min(cell, first + count - 1)) end
  game.goal = { within(left + math.floor(x / CELL), west, info.width), within(top + math.floor(y / CELL), north, info.height) }
  steps, at = { game.unit }, 1
  next_segment = planner:route(game.unit, game.goal, { nearest = true, move_goal = true })
end

function love.draw()
  local left, top, right, bottom = camera()
  local function dot(cell, radius, ...)
    local x, y = game.pixel_of(cell)
    love.graphics.setColor(...)
    love.graphics.circle('fill', x, y, radius)
  end
  love.graphics.setColor(1, 1, 1)
  for row = math.floor((top - north) / side), math.min(math.floor((bottom - north) / side), rows - 1) do
    for column = math.floor((left - west) / side), math.min(math.floor((right - west) / side), columns - 1) do
      love.graphics.draw(tile_at(column, row), (west + column * side - left) * CELL, (north + row * side - top) * CELL, 0,
        CELL)
    end
  end
  for i = at + 1, #steps do dot(steps[i], 1.5, 1, 1, .4) end
  if game.goal then dot(game.goal, 6, .9, .2, .15) end
  dot(game.unit, 6, 1, 1, 1)
  love.graphics.setColor(0, 0, 0, .7)
  love.graphics.rectangle('fill', 8, 8, columns + 8, rows + 8)
  love.graphics.rectangle('fill', 8, rows + 24, 480, 24)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(chart_picture, 12, 12)
  love.graphics.circle('line', 12 + (game.unit[1] - west) / side, 12 + (game.unit[2] - north) / side, 4)
  love.graphics.print(game.figures(), 14, rows + 28)
end
