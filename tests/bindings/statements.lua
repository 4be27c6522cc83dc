-- Runs the statements of statements.json with the Lua binding: lua statements.lua, with them as a module
-- `statements_table`; the form of a step is that of statements.py.

null = {} -- luacheck: ignore; of the table
local overland = require 'overland'
local calls = overland.calls
local statements = require 'statements_table'
local plans = require 'overland_plans'
local unpack = table.unpack or unpack

local function joined(kept, name, at, data)
  local old = kept[name] or ''
  kept[name] = old:sub(1, at) .. ('\0'):rep(at - #old) .. data .. old:sub(at + #data + 1)
end

local FUNCTIONS = {
  write = function(kept, name) return function(data) joined(kept, name, #(kept[name] or ''), data) end end,
  write_at = function(kept, name) return function(at, data) joined(kept, name, at, data) end end,
  read = function(kept, name) return function(at, count) return kept[name]:sub(at + 1, at + count) end end,
  read_part = function(kept, name) return function(_, at, count) return kept[name]:sub(at + 1, at + count) end end,
  rows = function(kept, name) return function() return kept[name] end end,
  world = function(kept, name) return function() return kept[name] end end,
  count = function(kept, name)
    return function()
      kept[name] = (kept[name] or 0) + 1
      return 0
    end
  end,
}

local function value_of(value, kept)
  if type(value) == 'string' and value:sub(1, 1) == '$' then return kept[value:sub(2)] end
  if type(value) == 'string' and value:sub(1, 1) == '#' then return #kept[value:sub(2)] end
  if type(value) ~= 'table' or value == null then return value end
  local name, of = next(value)
  if FUNCTIONS[name] and next(value, name) == nil and type(of) == 'string' and of:sub(1, 1) ~= '$' then
    return FUNCTIONS[name](kept, of)
  end
  local made = {}
  for key, each in pairs(value) do made[tonumber(key) or key] = value_of(each, kept) end
  return made
end

local function bytes_of(list) return string.char(unpack(list)) end

local function fits(found, wanted)
  if wanted == null then return found == nil end
  if type(wanted) ~= 'table' then return found == wanted end
  if wanted.bytes and type(found) == 'string' then return found == bytes_of(wanted.bytes) end
  if type(found) ~= 'table' or (#wanted > 0 or next(wanted) == nil) and #found ~= #wanted then return false end
  for key, each in pairs(wanted) do
    if not fits(found[key], each) then return false end
  end
  return true
end

local function show(value)
  if type(value) ~= 'table' then return tostring(value) end
  local parts = {}
  for key, each in pairs(value) do parts[#parts + 1] = tostring(key) .. '=' .. show(each) end
  return '{' .. table.concat(parts, ', ') .. '}'
end

local function run_step(step, kept)
  if step.more_than then return assert((kept[step['in']] or 0) > step.more_than, step['in'] .. ' is not called') end
  if step.map then
    local path = os.tmpname()
    local file = assert(io.open(path, 'w'))
    file:write(step.map)
    file:close()
    kept[step.as] = overland.bake(overland.map(path))
    return os.remove(path)
  end
  if step.find then
    local planner = kept[step.find:sub(2)]:planner()
    planner:find_path(step.start, step.goal)
    return assert(planner.result == step.result and (planner.reason or '') == step.reason, planner.result)
  end
  if step.edit then
    local edit = { step.cell[1], step.cell[2], step.terrain, w = step.w, h = step.h, mask = step.mask }
    local world = kept[step.edit:sub(2)]
    local went, found = pcall(world.apply, world, { edit })
    if step.as then kept[step.as] = found end
    return assert(went and not step.refused or not went and tostring(found):find(step.refused or '-', 1, true), tostring(found))
  end
  if step.rows then
    local weights = step.weights and {}
    for name, each in pairs(step.weights or {}) do weights[name] = each / 8 end
    local went, found = pcall(overland.bake, overland.map(step.rows), { weights = weights })
    if went then kept[step.as] = found end
    return assert(went and not step.refused or not went and found:find(step.refused or '-', 1, true), tostring(found))
  end
  local results
  for _ = 1, step['repeat'] or 1 do
    local given = value_of(step.with or {}, kept)
    results = { pcall(step.read and kept[step.read:sub(2)].read or calls[step.call], unpack(given)) }
  end
  if not results[1] then
    local failure = results[2]
    if step.missing and tostring(failure):find(step.missing, 1, true) then return end
    local word = type(failure) == 'table' and failure.result or tostring(failure):find(' closed') and 'closed'
    return assert(word and word == step.fails, show(step) .. ': ' .. tostring(failure))
  end
  assert(not step.fails and not step.missing, show(step) .. ': it did not fail')
  local found = results[2]
  if #results > 2 then found = { unpack(results, 2) } end
  if step.as then kept[step.as] = found end
  if step.bytes then assert(found == bytes_of(step.bytes), show(step) .. ': ' .. show(found)) end
  if step.is ~= nil then assert(fits(found, value_of(step.is, kept)), show(step) .. ': ' .. show(found)) end
end

local passed, failed = 0, 0
local function check(name, test)
  local holds, why = pcall(test)
  passed, failed = passed + (holds and 1 or 0), failed + (holds and 0 or 1)
  print(holds and 'ok ' .. name or ('FAIL %s: %s'):format(name, tostring(why):gsub('\n', ' ')))
end
for _, statement in ipairs(statements) do
  local kept = { empty = '' }
  check(statement.name, function()
    for _, step in ipairs(statement.steps) do run_step(step, kept) end
  end)
end
check('every call is there', function()
  for name in pairs(plans.signatures) do
    assert(name:find('_fn$') or calls[name:sub(5)], name)
  end
end)
collectgarbage()
collectgarbage()
print(('%d passed, %d failed'):format(passed, failed))
