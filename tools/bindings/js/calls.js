/**
 * Calls of the library by their plans. A plan says of each parameter what it is for: tools/api/call_plans.py; frame.js has
 * the memory of a call.
 */

import { Handle, REFUSALS, usage } from './core.js';
import { BYTES, Frame, Held, isStruct, nameOf, sizeOf } from './frame.js';
import { PLANS } from './plans.js';

const LIMITED = 4;
const MORE_ROOM = 8;
const FIRST_ROOM = 64;
const TASK_POINTS = 4096;
const TASK_LINKS = 256;
const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** Memory that calls and objects share, released with the last that uses it. */
class Shared {
  constructor(release) {
    Object.assign(this, { release, users: 0 });
  }

  enter() {
    this.users++;
  }

  leave() {
    if (--this.users <= 0) this.release();
  }
}

/** An object of the library. Calls that take it first are its methods: flow.next(cell) is flowNext(flow, cell). Of two
 * with one name that of one unit has its number first, that of many the world. */
class CallObject {
  constructor(calls, kind, address, kept, lent = false) {
    Object.assign(this, { kind, kept });
    const { core } = calls;
    this.handle = new Handle(core, this, kind, address, (at) => {
      if (!lent) core.c[`ovl_${kind}_destroy`](at);
      for (const release of kept.values()) release();
    });
    for (const [name, plan] of Object.entries(PLANS.functions)) {
      if (!plan.method || plan.parameters[0][2] !== `handle:ovl_${kind}`) continue;
      const [call, own] = [calls.functions[name], camel(plan.method)];
      const ofOne = this[own];
      const value = (...given) => (ofOne && typeof given[0] === 'number' ? ofOne(...given) : call(this, ...given));
      Object.defineProperty(this, own, { value, configurable: true });
    }
  }

  address() {
    return this.handle.get();
  }

  close() {
    this.handle.close();
  }
}

/** The arguments of one call, and what its results are made of. */
class Arguments {
  constructor(calls, plan, given) {
    Object.assign(this, { calls, plan, frame: new Frame(calls, plan.spares), list: [], outs: [], grows: [], given: [...given] });
    Object.assign(this, { first: given[0], fault: 0 });
    try {
      for (const [name, role, ...kind] of plan.parameters) this[`do_${role}`](name, ...kind);
      if (this.given.length > 0) throw usage(`${plan.name.slice(4)}: too many arguments`);
    } catch (error) {
      this.frame.release();
      throw error;
    }
  }

  next(name) {
    if (this.given.length === 0) throw usage(`${this.plan.name.slice(4)}: ${name} is missing`);
    return this.given.shift();
  }

  do_null(name) {
    this.list.push(name === 'allocator' ? this.frame.core.c.module_allocator() : 0);
  }

  do_fault() {
    this.fault = this.frame.take(sizeOf('struct:ovl_fault'));
    this.list.push(this.fault);
  }

  do_value(name, kind) {
    const value = this.next(name);
    if (name === 'w' || name === 'h') this.frame.lengths[name] = value;
    if (isStruct(kind)) this.list.push(this.frame.packed(nameOf(kind), value));
    else this.list.push(kind === 'text' ? this.frame.text(value) : this.frame.number(name, value, kind));
  }

  do_handle(name, kind) {
    this.list.push(this.frame.handleOf(this.next(name), kind));
  }

  do_handles(name, kind) {
    const addresses = this.next(name).map((each) => this.frame.handleOf(each, kind));
    this.list.push(this.frame.array(name, addresses, 'u32'));
  }

  do_in(name, kind) {
    const value = this.given.shift();
    this.list.push(value === undefined || value === null ? 0 : this.frame.packed(nameOf(kind), value));
  }

  do_inout(name, kind) {
    const at = this.frame.packed(nameOf(kind), this.next(name));
    this.list.push(at);
    this.outs.push(() => this.frame.unpack(at, nameOf(kind)));
  }

  do_walked(name) {
    this.list.push(this.frame.walked(this.next(name)));
  }

  do_held(name, kind) {
    const value = this.next(name);
    this.list.push(this.frame.held(value, kind));
    this.frame.kept = [...(this.frame.kept ?? []), value];
  }

  do_call(name, kind) {
    const value = this.given.shift();
    this.list.push(...(value ? this.frame.callback(value, kind) : [0, 0]));
  }

  do_list(name, kind) {
    const items = this.next(name);
    this.frame.lengths[name] = items?.length;
    this.list.push(this.frame.array(name, items, kind), items.length);
  }

  do_bytes(name) {
    const value = this.next(name);
    this.list.push(this.frame.bytes(value), value.byteLength ?? value.length);
  }

  do_made(name, kind) {
    const at = this.out('u32');
    this.outs.push(() => this.calls.object(this, kind.slice('handle:ovl_'.length), this.frame.read(at, 'u32')));
  }

  out(kind, count = 1) {
    const at = this.frame.take(count * sizeOf(kind));
    this.list.push(at);
    return at;
  }

  do_out(name, kind) {
    const at = this.out(kind);
    this.outs.push(() => this.frame.read(at, kind));
  }

  do_moves(name, kind) {
    const at = this.out('size');
    this.finish = (moves) => this.frame.list(moves, this.frame.read(at, 'size'), kind);
  }

  do_items(name, kind) {
    const items = this.next(name);
    const at = this.frame.array(name, items, kind);
    this.list.push(at, items.length);
    this.outs.push(() => this.frame.list(at, items.length, kind).map(({ result, fault }) => ({ result, fault })));
  }

  do_path() {
    const path = this.out('struct:ovl_path');
    this.frame.room(path, FIRST_ROOM, 8);
    this.grows.push(() => {
      const most = (...names) => Math.max(...names.map((name) => this.frame.read(path + PLANS.path[name], 'size')));
      this.frame.room(path, most('capacity', 'count'), most('link_capacity', 'link_count'));
    });
    this.outs.push(() => this.frame.path(path));
  }

  fill(kind, room) {
    const at = this.list.length;
    this.list.push(this.frame.take(room * sizeOf(kind)), room, this.frame.take(4));
    const needed = () => this.frame.read(this.list[at + 2], 'size');
    const grow = () => this.list.splice(at, 2, this.frame.take(needed() * sizeOf(kind)), needed());
    return [grow, () => this.frame.list(this.list[at], Math.min(needed(), this.list[at + 1]), kind)];
  }

  do_fill(name, kind) {
    const [grow, read] = this.fill(kind, FIRST_ROOM);
    this.grows.push(grow);
    this.outs.push(read);
  }

  do_later(name, kind) {
    const [, read] = this.fill(kind, this.next(`the room for ${name}`));
    this.outs.push(() => ({ read }));
  }

  do_each(name, kind, of) {
    const at = this.out(kind, this.frame.lengths[of]);
    this.outs.push(() => this.frame.list(at, this.frame.lengths[of], kind));
  }

  do_each_later(name, kind, of) {
    this.do_each(name, kind, of);
    const read = this.outs.pop();
    this.outs.push(() => ({ read }));
  }

  do_grid(name, kind) {
    const { w, h } = this.frame.lengths;
    const count = Math.max(0, w) * Math.max(0, h);
    const at = this.out(kind, count);
    this.list.push(Math.max(0, w));
    this.outs.push(() => this.frame.list(at, count, kind));
  }

  do_count(name, kind) {
    const at = this.list.length;
    this.list.push(this.frame.take(FIRST_ROOM * sizeOf(kind)), FIRST_ROOM);
    this.recount = (count) => count > FIRST_ROOM && this.list.splice(at, 2, this.frame.take(count * sizeOf(kind)), count);
    this.finish = (count) => this.frame.list(this.list[at], Math.min(count, this.list[at + 1]), kind);
  }

  do_saved() {
    const room = this.frame.core.c.ovl_units_save_bytes(this.list[0]);
    this.list.push(this.frame.take(room), room, this.frame.take(4));
    const [at, , used] = this.list.slice(-3);
    this.outs.push(() => this.frame.list(at, this.frame.read(used, 'size'), 'u8'));
  }

  // ---- After the call ----

  run() {
    const { core } = this.frame;
    const { name, returns } = this.plan;
    const isReturned = isStruct(returns);
    const returned = isReturned ? this.frame.take(sizeOf(returns)) : 0;
    const call = () => core.c[name](...(isReturned ? [returned] : []), ...this.list);
    let result = call();
    while (returns === 'result' && result === MORE_ROOM && this.grows.length > 0) {
      this.grows.forEach((grow) => grow());
      result = call();
    }
    if (this.recount?.(result)) result = call();
    if (this.frame.raised !== null) throw this.frame.raised;
    return isReturned ? returned : result;
  }

  results(result) {
    const { returns } = this.plan;
    if (this.isRaw) return [result, this.outs[0]?.()];
    if (returns === 'result' ? this.isNo(result) : returns === 'bool' && result === 0 && this.outs.length > 0)
      return this.outs.length > 0 ? null : false;
    if (this.finish) return this.finish(result >>> 0);
    if (returns.startsWith('pointer:')) return this.frame.unpack(result, nameOf(returns));
    if (returns.startsWith('lent:'))
      return result === 0 ? null : [this.calls.object(this, returns.slice(9), result, true), this.outs[0]()];
    if (isStruct(returns)) return this.frame.unpack(result, nameOf(returns));
    if (!['result', 'bool', 'void'].includes(returns)) return this.frame.from(result, returns);
    const found = this.outs.map((read) => read());
    if (found.length > 0) return found.length === 1 ? found[0] : found;
    return returns === 'void' ? undefined : returns === 'result' || result !== 0;
  }

  isNo(result) {
    if (result === 0 || result === LIMITED) return false;
    if (REFUSALS[result]) return true;
    const at = this.plan.fault ? this.frame.core.c[this.plan.fault](this.list[0]) : this.fault;
    throw this.frame.failure(this.plan.name.slice(4), result, at);
  }
}

/** All calls, as functions by their names; the module's functions call `imports`. */
export class Calls {
  constructor(core, makeWorld) {
    Object.assign(this, { core, makeWorld, callbacks: core.callbacks, nextCallback: 1 });
    this.functions = {};
    this.raw = {}; // they return the number of their result, whatever it is, and what they filled in
    for (const [name, plan] of Object.entries(PLANS.functions)) {
      this.raw[name] = (...given) => this.call(plan, given, true);
      this.functions[name] = plan.closes ? (object) => object.close() : (...given) => this.call(plan, given);
    }
    // Without a C library there is no allocator but the module's, which only the other call takes.
    this.functions.worldOpen = (bytes) => this.functions.worldOpenDef({ bytes: new Uint8Array(bytes), checkAll: true });
    this.functions.path = () => this.held('ovl_path', {});
    this.functions.route = () => this.held('ovl_route', {});
    this.functions.governor = (fields) => this.held('ovl_governor', fields);
  }

  held(name, fields) {
    if (name === 'ovl_governor' && typeof fields?.clock !== 'function') throw usage('a governor needs a clock');
    const frame = new Frame(this);
    const address = frame.packed(name, fields);
    if (name === 'ovl_path') frame.room(address, TASK_POINTS, TASK_LINKS);
    const read = name === 'ovl_path' ? (at) => frame.path(at) : (at) => frame.unpack(at, name);
    return new Held(this.core, name, address, () => frame.release(), read);
  }

  /** The address of a planner for a class of its own. */
  plannerOf(world) {
    const frame = new Frame(this);
    try {
      const [def, made] = [frame.packed('ovl_planner_def', { world }), frame.take(4)];
      const result = this.core.c.ovl_planner_create(def, made, 0);
      if (result !== 0) throw frame.failure('planner_create', result, 0);
      return frame.read(made, 'u32');
    } finally {
      frame.release();
    }
  }

  /** What was wrong in the last call of a planner. */
  failureOf(planner, doing, result) {
    return new Frame(this).failure(doing, result, this.core.c.ovl_planner_fault(planner.address(this.core)));
  }

  call(plan, given, isRaw = false) {
    const [first] = given;
    const taken = new Arguments(this, plan, given);
    taken.isRaw = isRaw;
    if (plan.changes && first?.lent) first.lent.splice(0).forEach((each) => each.close());
    let isKept = false;
    try {
      const found = taken.results(taken.run());
      isKept = !isRaw && this.keep(first, taken, found);
      return found;
    } finally {
      if (!isKept) taken.frame.release();
    }
  }

  /** An object that a call has made; the files of its worlds stay in memory with it. */
  object(taken, kind, address, lent = false) {
    const { frame, plan } = taken;
    if (plan.keeps === 'made') taken.shared = new Shared(() => frame.release());
    const files = new Set([...frame.worlds.map((world) => world.file()), taken.shared].filter(Boolean));
    if (kind === 'world') {
      const all = new Shared(() => files.forEach((file) => file.leave()));
      files.forEach((file) => file.enter());
      return this.makeWorld(address, files.size > 0 ? all : null);
    }
    const kept = new Map();
    for (const file of files) this.keepFile(kept, file);
    if (plan.keeps === 'made') this.keepWorlds(kept, 'made', frame.worlds);
    const object = new CallObject(this, kind, address, kept, lent);
    if (lent) taken.first.lent = [...(taken.first.lent ?? []), object];
    return object;
  }

  keepFile(kept, file) {
    if (!file || kept.has(file)) return;
    file.enter();
    kept.set(file, () => file.leave());
  }

  /** Keeps versions open, whose owner may close them. */
  keepWorlds(kept, name, worlds) {
    const { c } = this.core;
    const addresses = worlds.map((world) => {
      const at = this.core.allocate(4);
      c.ovl_world_retain(world.address(this.core), at);
      const address = new DataView(c.memory.buffer).getUint32(at, true);
      this.core.release(at, 4);
      return address;
    });
    const before = kept.get(name);
    kept.set(name, () => {
      before?.();
      addresses.forEach((address) => c.ovl_world_close(address));
    });
    return before;
  }

  /** Keeps what the library goes on to read after a call. Returns whether its memory is kept. */
  keep(first, taken, found) {
    const { plan, frame } = taken;
    if (plan.keeps === 'made') return taken.shared !== undefined;
    if (plan.keeps === '' || found === null || found === false) {
      if (first?.kept instanceof Map && plan.changes) frame.worlds.forEach((world) => this.keepFile(first.kept, world.file()));
      return false;
    }
    const { kept } = first;
    frame.worlds.forEach((world) => this.keepFile(kept, world.file()));
    if (plan.keeps === 'ticket') {
      const ticket = plan.name === 'ovl_queue_add' ? found : (found.ticket ?? Number(taken.list[1]));
      kept.get(`ticket ${ticket}`)?.();
      kept.delete(`ticket ${ticket}`);
      if (plan.name === 'ovl_queue_add') kept.set(`ticket ${ticket}`, () => frame.release());
      return plan.name === 'ovl_queue_add';
    }
    const name = plan.keeps === 'task' ? 'task' : plan.name.startsWith('ovl_flow') ? 'worlds' : plan.name;
    const before = kept.get(name);
    kept.delete(name);
    this.keepWorlds(kept, name, frame.worlds);
    const release = kept.get(name);
    const isPending = plan.name === 'ovl_flow_renew' && found !== true;
    if (!isPending) before?.();
    kept.set(name, () => {
      if (isPending) before?.();
      release();
      frame.release();
    });
    return true;
  }
}

/** What the module imports: the functions that the library calls, each found by the number that is its `user`. */
export function importsOf(callbacks) {
  const made = {};
  for (const [name, plan] of Object.entries(PLANS.callbacks)) {
    const failed = BYTES[plan.returns] === 8 ? 0n : 0;
    made[name] = (id, ...given) => {
      const { value, frame } = callbacks.get(id);
      try {
        return frame.raised === null ? answer(frame, plan, value, given) : failed;
      } catch (error) {
        frame.raised = error; // thrown again when the call has returned
        return failed;
      }
    };
  }
  return { overland: made };
}

function answer(frame, plan, value, given) {
  const [values, fills] = [[], []];
  let at = 0;
  for (const [, role, kind] of plan.parameters) {
    if (role === 'bytes') values.push(frame.list(given[at], given[at + 1], 'u8'));
    else if (role === 'in') values.push(frame.unpack(given[at], nameOf(kind)));
    else if (role === 'value') values.push(frame.from(given[at], kind));
    else if (role === 'read') values.push(given[at + 1]);
    if (role === 'read') fills.push([given[at], given[at + 1], 'u8']);
    if (role === 'rows' && given[at] !== 0) fills.push([given[at], values[1] * (frame.lengths.width ?? 0), kind]);
    at += role === 'bytes' || role === 'read' ? 2 : 1;
  }
  const found = value(...values);
  if (fills.length > 0) {
    if (!found) return 0;
    const parts = fills.length > 1 && Array.isArray(found) ? found : [found];
    fills.forEach(([target, count, kind], i) => {
      if (parts[i].length !== count) throw usage(`${parts[i].length} values were read; ${count} are wanted`);
      const from = frame.array('what was read', parts[i], kind);
      new Uint8Array(frame.core.c.memory.buffer).copyWithin(target, from, from + count * sizeOf(kind));
    });
    return 1;
  }
  if (plan.returns.startsWith('handle:')) return found ? frame.handleOf(found, plan.returns) : 0;
  if (plan.returns === 'bool') return found === false ? 0 : 1;
  return frame.number('the result of the function', found, plan.returns);
}
