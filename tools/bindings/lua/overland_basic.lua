--- What the worlds and planners of overland.lua do, by the calls of the library. Calls that may fail return nil and
-- what is wrong; those of planners the number of their result first.

local library = require 'overland_calls'
local calls, raw = library.calls, library.raw
local basic = {}

--- What a call returns, or nil and what is wrong.
local function tried(call, ...)
  local is_right, found = pcall(call, ...)
  if is_right then return found end
  if type(found) ~= 'table' then error(found, 0) end
  return nil, found.why
end

basic.version, basic.result_text = calls.version, calls.result_text

function basic.bake(width, height, terrain, weights, corners, region, spacing, label_bytes, overlays, topology, ...)
  local of_terrain = {}
  for i = 0, 255 do of_terrain[i] = weights:byte(i + 1) end
  return tried(calls.world_bake, {
    width = width, height = height, terrain = terrain, weights = of_terrain, corners = corners, topology = topology, origin = { ... },
    tuning = { region_cells = math.max(0, region), spacing_cells = math.max(0, spacing), overlays = overlays,
      label_bytes_per_cell = label_bytes < 0 and 0 or label_bytes == 0 and -1 or label_bytes }, -- -1: OVL_NO_LABELS
  })
end

function basic.load(bytes) return tried(calls.world_open, bytes) end

--- Opens a file of any size, whose regions are read when they are first needed.
function basic.stream(path, resident_bytes)
  local file, why = io.open(path, 'rb')
  if not file then return nil, why end
  local reader = { file_bytes = file:seek('end'), reads = 0, bytes = 0 }
  local function read(offset, count)
    local text = file:seek('set', offset) and file:read(count)
    if not text or #text ~= count then return nil end
    reader.reads, reader.bytes = reader.reads + 1, reader.bytes + count
    return text
  end
  local world, wrong = tried(calls.world_open_def, { read = read, byte_count = reader.file_bytes, resident_bytes = resident_bytes })
  if world then world.kept[reader] = reader end
  return world, wrong
end

--- Bytes of the file, calls of the reader, and the bytes that these read.
function basic.reads(world)
  for _, each in pairs(world.kept) do
    if each.file_bytes then return each.file_bytes, each.reads, each.bytes end
  end
  return 0, 0, 0
end

function basic.bytes(world)
  local parts = {}
  local saved, why = tried(calls.world_save, world, { write = function(bytes) parts[#parts + 1] = bytes end })
  if saved then return table.concat(parts) end
  return nil, why
end

function basic.apply(world, list)
  local edits = {}
  for i, each in ipairs(list) do
    edits[i] = { cell = { each[1], each[2], each[3] }, w = each[4], h = each[5], value = each[6], mask = each[7] }
  end
  return tried(calls.world_apply, world, edits)
end

function basic.terrain(world, ...) return calls.world_terrain(world, { ... }) end

function basic.weight(world, ...) return calls.world_weight(world, 0, { ... }) end

function basic.island(world, ...) return calls.world_island(world, 0, { ... }) end

function basic.close_world(world) world:close() end

-- ---- Planners ----

function basic.planner(world) return tried(calls.planner_create, { world = world }) end

function basic.close_planner(planner) planner:close() end

function basic.fault(planner, result) return library.failure(result, library.fault_of(planner)).why end

local function query_of(q)
  return {
    start = { q[1], q[2], q[3] }, goal = { q[4], q[5], q[6] }, smoothing = q[7], profile = q[9],
    nearest = q[8] % 2 >= 1, move_start = q[8] % 4 >= 2, move_goal = q[8] % 8 >= 4,
  }
end

--- A path with the names of overland.lua; Lua counts points from 1.
local function found_path(result, path)
  path.units = path.cost
  for _, leg in ipairs(path.links) do leg.point = leg.point + 1 end
  return result, path
end

function basic.find(planner, world, query) return found_path(raw.find_path(planner, world, query_of(query))) end

function basic.costs(planner, world, query, cells)
  local result, costs = raw.find_costs(planner, world, query_of(query), cells)
  for i, cost in ipairs(costs) do costs[i] = cost ~= math.huge and cost end
  return result, costs
end

function basic.reaches(planner, world, query) return raw.reaches(planner, world, query_of(query)) end

function basic.find_range(planner, world, query, budget) return raw.find_range(planner, world, query_of(query), budget) end

basic.route = calls.route

--- The result, and whether the route leads anywhere.
function basic.route_begin(planner, world, route, query)
  return raw.route_begin(planner, world, query_of(query), route), route.read().cost_to_go > 0
end

function basic.route_next(planner, world, route)
  return found_path(raw.route_next(planner, world, route, route.read().position))
end

function basic.route_done(route) return route.read().done ~= 0 end

function basic.route_position(route)
  local position = route.read().position
  return position[1], position[2], position[3] or 0
end

return basic
