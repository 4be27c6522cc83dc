-- The window of the example, and the parts of LÖVE that it uses.

function love.conf(settings)
  settings.window.title = 'Overland'
  settings.window.width, settings.window.height = 1024, 640
  for _, module in ipairs { 'audio', 'sound', 'video', 'physics', 'joystick', 'touch' } do
    settings.modules[module] = false
  end
end
