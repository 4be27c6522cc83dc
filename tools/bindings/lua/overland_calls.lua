--- Calls of the library by their plans. A plan says of each parameter what it is for: tools/api/call_plans.py;
-- overland_frame.lua has the memory of a call.
--
-- A cell is {x, y} or {x, y, floor}, any other struct a table with the fields of the headers; what is not named is 0.
-- Values of enums are words: 'odd-r'. What a function fills in is what its call returns. Where the answer is no, that
-- is nil, or false; what is wrong is an error with the library's words, whose `result` is a word.

if jit then jit.off(true, true) end -- all of it may be called back, also by finalizers
local frames = require 'overland_frame'
local core, plans, words, fail, name_of = frames.core, frames.plans, frames.words, frames.fail, frames.name_of
local is_struct, size_of, POINTER = frames.is_struct, frames.size_of, frames.POINTER
local own, retain, new_frame, Object = frames.own, frames.retain, frames.new_frame, frames.Object
local calls, methods, ends = frames.calls, frames.methods, frames.ends

local unpack = table.unpack or unpack -- Lua 5.4, LuaJIT
local FIRST_ROOM, TASK_POINTS, TASK_LINKS = 64, 4096, 256
local NO = { unreachable = true, ['start-blocked'] = true, ['goal-blocked'] = true }
local Failure = { __tostring = function(failure) return failure.text end }

-- ---- The arguments of a call, and what its results are made of ----

local take = {}

function take.null(call) call:push(0) end

function take.fault(call)
  call.fault = call.frame:take(core.sizes['ovl_fault'])
  call:push(call.fault)
end

function take.value(call, name, kind)
  local value = call:next(name)
  if name == 'w' or name == 'h' then call.frame.lengths[name] = value end
  if is_struct(kind) then return call:push(call.frame:packed(name_of(kind), value)) end
  call:push(kind == 'text' and call.frame:text(value) or call.frame:number(name, value, kind))
end

function take.handle(call, name, kind) call:push(call.frame:handle(call:next(name), kind)) end

function take.handles(call, name, kind)
  local addresses = {}
  for i, each in ipairs(call:next(name)) do addresses[i] = call.frame:handle(each, kind) end
  call:push(call.frame:array(name, addresses, POINTER))
end

take['in'] = function(call, _, kind)
  local value = call:optional()
  call:push(value == nil and 0 or call.frame:packed(name_of(kind), value))
end

function take.inout(call, name, kind)
  local at = call.frame:packed(name_of(kind), call:next(name))
  call:push(at)
  call:out(function() return call.frame:unpack(at, name_of(kind)) end)
end

function take.walked(call, name) call:push(call.frame:walked(call:next(name))) end

function take.held(call, name, kind) call:push(call.frame:held(call:next(name), kind)) end

function take.call(call, _, kind)
  local value = call:optional()
  if value == nil then return call:push(0, 0) end
  call:push(call.frame:callback(value, kind))
end

function take.list(call, name, kind)
  local items = call:next(name)
  call.frame.lengths[name] = type(items) == 'table' and #items or 0
  call:push(call.frame:array(name, items, kind), #items)
end

function take.bytes(call, name)
  local value = call:next(name)
  if type(value) ~= 'string' then fail('%s is %s; it should be bytes', name, tostring(value)) end
  call:push(call.frame:text(value), #value)
end

local function out(call, kind, count)
  local at = call.frame:take((count or 1) * size_of(kind))
  call:push(at)
  return at
end

function take.made(call, _, kind)
  local at = out(call, POINTER)
  call:out(function() return call:object(kind:sub(12), core.peek(at, POINTER)) end)
end

function take.out(call, _, kind)
  local at = out(call, kind)
  call:out(function() return call.frame:read(at, kind) end)
end

function take.moves(call, _, kind)
  local at = out(call, 'size')
  call.finish = function(moves) return call.frame:list(moves, core.peek(at, 'size'), kind) end
end

function take.items(call, name, kind)
  local items = call:next(name)
  local at = call.frame:array(name, items, kind)
  call:push(at, #items)
  call:out(function() return call.frame:list(at, #items, kind) end)
end

function take.path(call)
  local path = out(call, 'struct:ovl_path')
  call.frame:room(path, FIRST_ROOM, 8)
  call.grows[#call.grows + 1] = function()
    local function at(field) return core.peek(path + core.offsets['ovl_path'][field], 'size') end
    call.frame:room(path, math.max(at('capacity'), at('count')), math.max(at('link_capacity'), at('link_count')))
  end
  call:out(function() return call.frame:path(path) end)
end

local function fill(call, kind, room)
  local at = call.count + 1
  call:push(call.frame:take(room * size_of(kind)), room, call.frame:take(8))
  local function needed() return core.peek(call.list[at + 2], 'size') end
  local function grow() call.list[at], call.list[at + 1] = call.frame:take(needed() * size_of(kind)), needed() end
  return grow, function() return call.frame:list(call.list[at], math.min(needed(), call.list[at + 1]), kind) end
end

function take.fill(call, _, kind)
  local grow, read = fill(call, kind, FIRST_ROOM)
  call.grows[#call.grows + 1] = grow
  call:out(read)
end

function take.later(call, name, kind)
  local _, read = fill(call, kind, call:next('the room for ' .. name))
  call:out(function() return { read = read } end)
end

function take.each(call, _, kind, of)
  local count = call.frame.lengths[of]
  local at = out(call, kind, count)
  call:out(function() return call.frame:list(at, count, kind) end)
end

function take.each_later(call, name, kind, of)
  take.each(call, name, kind, of)
  local read = table.remove(call.outs)
  call:out(function() return { read = read } end)
end

function take.grid(call, _, kind)
  local w, h = math.max(0, call.frame.lengths.w), math.max(0, call.frame.lengths.h)
  local at = out(call, kind, w * h)
  call:push(w)
  call:out(function() return call.frame:list(at, w * h, kind) end)
end

function take.count(call, _, kind)
  local at = call.count + 1
  call:push(call.frame:take(FIRST_ROOM * size_of(kind)), FIRST_ROOM)
  call.recount = function(count)
    if count > FIRST_ROOM then call.list[at], call.list[at + 1] = call.frame:take(count * size_of(kind)), count end
    return count > FIRST_ROOM
  end
  call.finish = function(count) return call.frame:list(call.list[at], math.min(count, call.list[at + 1]), kind) end
end

function take.saved(call)
  local room = core.call('ovl_units_save_bytes', call.list[1])
  local at, used = call.frame:take(room), call.frame:take(8)
  call:push(at, room, used)
  call:out(function() return core.bytes(at, core.peek(used, 'size')) end)
end

-- ---- A call ----

local Call = {}
Call.__index = Call

function Call:push(...)
  for i = 1, select('#', ...) do
    self.count = self.count + 1
    self.list[self.count] = (select(i, ...))
  end
end

function Call:out(read) self.outs[#self.outs + 1] = read end

function Call:optional()
  self.at = self.at + 1
  return self.given[self.at]
end

function Call:next(name)
  local value = self:optional()
  if value == nil then fail('%s: %s is missing', self.plan.name:sub(5), name) end
  return value
end

--- An object that the call has made; the files of its worlds stay in memory with it.
function Call:object(kind, address, is_lent)
  local kept, frame = {}, self.frame
  for _, world in ipairs(frame.worlds) do
    for _, file in pairs(world.kept) do kept[file] = file end
  end
  if self.plan.keeps == 'made' then
    kept[frame] = frame
    for _, world in ipairs(frame.worlds) do
      if kind ~= 'world' then kept[#kept + 1] = retain(world) end
    end
  end
  local name = ends[kind]
  return own(kind, address, function() return not is_lent and core.call(name, address) end, kept)
end

--- Keeps what the library goes on to read after a call.
function Call:keep(found)
  local first, plan, frame = self.first, self.plan, self.frame
  if plan.keeps == 'made' then return true end
  if type(first) == 'table' and type(first.handle) == 'table' then first = first.handle end
  if getmetatable(first) ~= Object or (plan.keeps == '' and not plan.changes) then return false end
  local kept = first.kept
  for _, world in ipairs(frame.worlds) do
    for _, file in pairs(world.kept) do kept[file] = file end
  end
  if plan.keeps == '' or found == nil and plan.returns ~= 'void' or found == false and plan.name ~= 'ovl_flow_renew' then return false end
  if plan.keeps == 'ticket' then
    local is_new = plan.name == 'ovl_queue_add'
    kept['ticket ' .. tostring(is_new and found or type(found) == 'table' and found.ticket or self.list[2])] = is_new and frame or nil
    return is_new
  end
  local worlds = {}
  for i, world in ipairs(frame.worlds) do worlds[i] = retain(world) end
  local name = plan.keeps == 'task' and 'task' or plan.name:find('^ovl_flow') and 'worlds' or plan.name
  local is_pending = plan.name == 'ovl_flow_renew' and found ~= true
  kept[name] = { frame, worlds, self.list, is_pending and kept[name] or nil }
  return true
end

function Call:run()
  local name, returns = self.plan.name, self.plan.returns
  local returned = is_struct(returns) and self.frame:take(size_of(returns)) or nil
  local function once() return core.call(name, unpack(self.list, 1, self.count)) end
  if returned then
    table.insert(self.list, 1, returned)
    self.count = self.count + 1
  end
  local result = once()
  while returns == 'result' and result == plans.enums.ovl_result['more-room'] and #self.grows > 0 do
    for _, grow in ipairs(self.grows) do grow() end
    result = once()
  end
  if self.recount and self.recount(result) then result = once() end
  local failed = table.remove(self.frame.failures)
  if failed then error(failed[1], 0) end
  return returned or result
end

--- What is wrong, with the library's words: its fields are those of the fault at an address, or of none.
local function failure(result, at)
  local fault = { result = words.ovl_result[result], why = core.text(core.call('ovl_result_text', result)), what = '' }
  if at then
    local is_argument = result < plans.enums.ovl_result['other-part'] -- which may be negative
    local function number(field) return core.peek(at + core.offsets.ovl_fault[field], is_argument and 'i64' or 'u64') end
    local what = core.peek(at + core.offsets.ovl_fault.what, POINTER)
    fault.what = what ~= 0 and core.text(what) or ''
    fault.where, fault.found, fault.expected = number('where'), number('found'), number('expected')
    local shown = { fault.why, fault.what, fault.found, fault.expected }
    if fault.what ~= '' and fault.found == fault.expected then
      fault.why = ('%s: %s'):format(unpack(shown))
    elseif fault.what ~= '' and is_argument then
      local is_sentence = fault.what:find(': ', 1, true) -- that says all, unless there is a limit as well
      fault.why = ('%s: %s%s %.0f'):format(fault.why, fault.what, is_sentence and ':' or ' is', fault.found)
      if not is_sentence or fault.expected ~= 0 then
        fault.why = ('%s; it should be at %s %.0f'):format(fault.why, fault.found < fault.expected and 'least' or 'most', fault.expected)
      end
    elseif fault.what ~= '' then
      table.insert(shown, 3, fault.where)
      fault.why = ('%s: %s at %.0f: found %.0f, expected %.0f'):format(unpack(shown))
    end
  end
  return fault
end

function Call:is_no(result)
  local word = words.ovl_result[result]
  if word == 'ok' or word == 'limited' then return false end
  if NO[word] then return true end
  local fault = failure(result, self.plan.fault ~= '' and core.call(self.plan.fault, self.list[1]) or self.fault)
  fault.text = ('overland: %s: %s'):format(self.plan.name:sub(5), fault.why)
  error(setmetatable(fault, Failure), 0)
end

function Call:results(result)
  local returns, frame = self.plan.returns, self.frame
  if self.is_raw then return result, self.outs[1] and self.outs[1]() end
  local is_no = returns == 'bool' and (result == 0 or result == false) and #self.outs > 0
  if returns == 'result' then is_no = self:is_no(result) end
  if is_no then
    if #self.outs > 0 then return nil end
    return false
  end
  if self.finish then return self.finish(result) end
  if returns:sub(1, 8) == 'pointer:' then return frame:unpack(result, name_of(returns)) end
  if returns:sub(1, 5) == 'lent:' then
    if result == 0 then return nil end
    return self:object(returns:sub(10), result, true), self.outs[1]()
  end
  if is_struct(returns) then return frame:unpack(result, name_of(returns)) end
  if returns ~= 'result' and returns ~= 'bool' and returns ~= 'void' then return frame:from(result, returns) end
  local found = {}
  for i, read in ipairs(self.outs) do found[i] = read() end
  if #found > 0 then return unpack(found) end
  if returns == 'void' then return nil end
  return returns == 'result' or frame:from(result, 'bool')
end

--- Objects that were lent by one that changes now are closed.
local function end_loans(first)
  for _, each in ipairs(first.lent or {}) do each:close() end
  first.lent = nil
end

local function packed(...) return { n = select('#', ...), ... } end

local function run(plan, is_raw, ...)
  local call = setmetatable({ plan = plan, is_raw = is_raw, given = { ... }, first = (...), at = 0, frame = new_frame(plan.spares), list = {}, count = 0,
    outs = {}, grows = {} }, Call)
  local object = getmetatable(call.first) == Object and call.first
  if object and plan.changes then end_loans(object) end
  local found = packed(pcall(function()
    for _, parameter in ipairs(plan.parameters) do
      take[parameter[2]](call, parameter[1], parameter[3], parameter[4])
    end
    return call:results(call:run())
  end))
  if not found[1] then
    call.frame:release()
    error(found[2], 0)
  end
  if plan.returns:sub(1, 5) == 'lent:' and found[2] then
    object.lent = object.lent or {}
    table.insert(object.lent, found[2])
  end
  if is_raw or not call:keep(found[2]) then call.frame:release() end
  return unpack(found, 2, found.n) -- no nil behind them: table.insert(list, calls.unit_add(...))
end

local raw = {} -- calls that return the number of their result, whatever it is, and what they filled in
for _, plan in ipairs(plans.functions) do
  local name = plan.name:sub(5)
  local is_end = name:find('_destroy$') or name == 'world_close'
  calls[name] = is_end and function(object) object:close() end or function(...) return run(plan, false, ...) end
  if plan.method ~= '' then
    local own = methods[plan.parameters[1][3]:sub(12)]
    local of_one, of_all = own[plan.method], calls[name]
    own[plan.method] = of_one and function(object, first, ...)
      return (type(first) == 'number' and of_one or of_all)(object, first, ...)
    end or of_all
  end
  raw[name] = function(...) return run(plan, true, ...) end
end

--- What the library keeps between calls, or fills in later: read() is what it holds.
local function held(name, fields)
  local frame = new_frame()
  local made = { held = name, frame = frame, address = frame:packed(name, fields or {}) }
  if name == 'ovl_path' then frame:room(made.address, TASK_POINTS, TASK_LINKS) end
  function made.read()
    if name == 'ovl_path' then return frame:path(made.address) end
    return frame:unpack(made.address, name)
  end
  return made
end

function calls.path() return held('ovl_path') end

function calls.route() return held('ovl_route') end

--- `clock` is a function that returns microseconds.
function calls.governor(fields)
  if type(fields) ~= 'table' or type(fields.clock) ~= 'function' then fail('a governor needs a clock') end
  return held('ovl_governor', fields)
end

local function fault_of(planner) return core.call('ovl_planner_fault', planner:open()) end

return { calls = calls, raw = raw, failure = failure, fault_of = fault_of }
