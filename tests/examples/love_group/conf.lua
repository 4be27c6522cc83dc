-- The window of the example, and the parts of LÖVE that it uses.

io.stdout:setvbuf 'line' -- what is wrong is said at once

function love.conf(settings)
  settings.window.title = 'Overland'
  settings.window.width, settings.window.height = 640, 480
  for _, module in ipairs { 'audio', 'sound', 'video', 'physics', 'joystick', 'touch' } do
    settings.modules[module] = false
  end
end
