-- Plays the game by itself: a click sends the unit to the cell X,Y, frames are saved at the beginning, halfway and at the
-- end, and figures are printed.

local SECONDS = 1 -- that pass between two frames

local function distance(a, b) return math.max(math.abs(a[1] - b[1]), math.abs(a[2] - b[2])) end

local function save(data, path)
  local file = assert(io.open(path, 'wb'))
  assert(file:write(data:encode('png'):getString()))
  file:close()
end

return function(game, place, folder)
  local x, y = place:match('^(%d+),(%d+)$')
  assert(x and folder, 'usage: love tests/examples/love WORLD [X,Y FOLDER]')
  love.mousepressed(game.pixel_of { tonumber(x), tonumber(y) })
  love.window.setVSync(0)
  local update, draw, way, frame = love.update, love.draw, distance(game.unit, game.goal), 0
  function love.update() update(SECONDS) end
  function love.draw()
    draw()
    local is_due = frame == 0 or frame == 1 and distance(game.unit, game.goal) * 2 < way or game.has_arrived
    if not is_due then return end
    local path = ('%s/frame-%d.png'):format(folder, frame)
    frame = frame + 1
    love.graphics.captureScreenshot(function(data)
      save(data, path)
      if game.has_arrived then
        print(('the unit is at %d,%d; %s'):format(game.unit[1], game.unit[2], game.figures()))
        love.event.quit()
      end
    end)
  end
end
