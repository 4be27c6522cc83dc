/**
 * Calls of the library by their plans (plans.js, written from the headers): values become structs in the module's
 * memory, and structs values. A plan says of each parameter what it is for: tools/api/call_plans.py.
 */

import { Handle, isWhole, OverlandError, REFUSALS, usage } from './core.js';
import { PLANS } from './plans.js';

const LIMITED = 4;
const MORE_ROOM = 8;
const FIRST_ROOM = 64;
const TASK_POINTS = 4096;
const TASK_LINKS = 256;
const MOST_U64 = 2n ** 64n - 1n;
const BYTES = { i8: 1, u8: 1, bool: 1, i16: 2, u16: 2, i64: 8, u64: 8, id: 8 };
const LIMITS = {
  bool: [0, 1],
  ...Object.fromEntries([8, 16, 32].map((bits) => [`u${bits}`, [0, 2 ** bits - 1]])),
  ...Object.fromEntries([8, 16, 32].map((bits) => [`i${bits}`, [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1]])),
  size: [0, 2 ** 32 - 1],
};
const CELLS = ['ovl_cell', 'ovl_point'];

const nameOf = (kind) => kind.slice(kind.indexOf(':') + 1);
const isStruct = (kind) => kind.startsWith('struct:');
const sizeOf = (kind) => (isStruct(kind) ? PLANS.structs[nameOf(kind)].size : (BYTES[kind] ?? 4));
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

/** An object of the library. Calls that take it first are its methods: flow.next(cell) is flowNext(flow, cell). */
class CallObject {
  constructor(calls, kind, address, kept, lent = false) {
    Object.assign(this, { kind, kept });
    const { core } = calls;
    this.handle = new Handle(core, this, kind, address, (at) => {
      if (!lent) core.c[`ovl_${kind}_destroy`](at);
      for (const release of kept.values()) release();
    });
    for (const [name, plan] of Object.entries(PLANS.functions)) {
      const call = calls.functions[name];
      if (plan.parameters[0]?.[2] !== `handle:ovl_${kind}` || plan.parameters[0][1] !== 'handle') continue;
      const own = plan.name.startsWith(`ovl_${kind}_`) ? camel(plan.name.slice(5 + kind.length)) : name;
      if (own !== 'destroy') Object.defineProperty(this, own, { value: (...given) => call(this, ...given) });
    }
  }

  address() {
    return this.handle.get();
  }

  close() {
    this.handle.close();
  }
}

/** What the library keeps between calls, or fills in later: read() is what it holds. */
class Held {
  constructor(core, name, address, release, read) {
    Object.assign(this, { name, read: () => read(this.handle.get()) });
    this.handle = new Handle(core, this, name, address, release);
  }
}

/** One call: its memory, and what its functions throw. */
class Frame {
  constructor(calls) {
    Object.assign(this, { calls, core: calls.core, blocks: [], functions: [], lengths: {}, worlds: [], raised: null });
  }

  view() {
    return new DataView(this.core.c.memory.buffer);
  }

  take(bytes) {
    const address = this.core.allocate(bytes);
    this.blocks.push([address, bytes]);
    new Uint8Array(this.core.c.memory.buffer, address, bytes).fill(0);
    return address;
  }

  release() {
    for (const [address, bytes] of this.blocks) this.core.release(address, bytes);
    for (const id of this.functions) this.calls.callbacks.delete(id);
    [this.blocks, this.functions] = [[], []];
  }

  // ---- To the library ----

  number(name, value, kind) {
    if (kind.startsWith('enum:')) {
      const values = PLANS.enums[nameOf(kind)];
      const found = typeof value === 'string' ? values[value] : value;
      if (isWhole(found)) return found;
      throw usage(`${name} is ${value}, not one of ${Object.keys(values).join(', ')}`);
    }
    if (kind === 'u8' && typeof value === 'string' && value.length === 1) return value.charCodeAt(0) & 255;
    if (BYTES[kind] === 8) {
      if (value === Infinity) return MOST_U64;
      const given = typeof value === 'bigint' ? value : Number.isInteger(value) ? BigInt(value) : null;
      const fits = kind === 'i64' ? BigInt.asIntN(64, given ?? 0n) : BigInt.asUintN(64, given ?? 0n);
      if (given !== null && fits === given) return given;
    } else {
      const given = typeof value === 'boolean' ? Number(value) : value;
      if (isWhole(given, ...LIMITS[kind])) return given;
    }
    throw usage(`${name} is ${value}; it should be a whole number that fits`);
  }

  write(address, name, value, kind) {
    const view = this.view();
    if (isStruct(kind)) return this.pack(address, nameOf(kind), value);
    if (kind === 'text') return view.setUint32(address, this.text(value), true);
    const number = this.number(name, value, kind);
    if (BYTES[kind] === 8) view.setBigUint64(address, BigInt.asUintN(64, number), true);
    else if (BYTES[kind] === 2) view.setUint16(address, number, true);
    else if (BYTES[kind] === 1) view.setUint8(address, number);
    else view.setInt32(address, number, true);
    return undefined;
  }

  text(value) {
    const bytes = new TextEncoder().encode(value);
    const address = this.take(bytes.length + 1);
    new Uint8Array(this.core.c.memory.buffer).set(bytes, address);
    return address;
  }

  bytes(value) {
    const given = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
    const address = this.take(given.length);
    new Uint8Array(this.core.c.memory.buffer).set(given, address);
    return address;
  }

  array(name, items, kind, lengths = null) {
    if (typeof items?.length !== 'number') throw usage(`${name} is ${items}, not an array`);
    const needed = lengths?.reduce((product, each) => product * (this.lengths[each] ?? 0), 1) ?? items.length;
    if (items.length !== needed) throw usage(`${name} has ${items.length} items; it should have ${needed}`);
    if (kind === 'u8' && items instanceof Uint8Array) return this.bytes(items);
    const [size, address] = [sizeOf(kind), this.take(items.length * sizeOf(kind))];
    for (let i = 0; i < items.length; i++) this.write(address + i * size, name, items[i], kind);
    return address;
  }

  /** The address of an object, which stays open during the call. */
  handleOf(value, kind) {
    const wanted = kind.slice('handle:ovl_'.length);
    if (value?.kind !== wanted) throw usage(`${value} is no ${wanted}`);
    if (wanted === 'world') this.worlds.push(value);
    return value.address(this.core);
  }

  pack(address, name, given) {
    const { fields, allocator } = PLANS.structs[name];
    const isCell = CELLS.includes(name) && Array.isArray(given);
    const value = isCell ? { x: given[0], y: given[1], floor: given[2] ?? 0 } : given;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw usage(`${value} is no ${name.slice(4)}: an object with its fields is`);
    const other = Object.keys(value).find((key) => !fields.some((field) => field[0] === key));
    if (other !== undefined) throw usage(`${name.slice(4)} has no field ${other}`);
    for (const [field, form] of fields) {
      if (form === 'list' && value[field]) this.lengths[field] = value[field].length;
      if (['width', 'height', 'w', 'h'].includes(field) && value[field]) this.lengths[field] = value[field];
    }
    if (allocator >= 0) {
      const from = this.core.c.module_allocator();
      new Uint8Array(this.core.c.memory.buffer).copyWithin(address + allocator, from, from + 12);
    }
    for (const [field, form, kind, offset, ...more] of fields)
      if (value[field] !== undefined && value[field] !== null)
        this[`set_${form}`](address + offset, field, value[field], kind, address, ...more);
  }

  packed(name, value) {
    const address = this.take(PLANS.structs[name].size);
    this.pack(address, name, value);
    return address;
  }

  set_value(at, name, value, kind) {
    this.write(at, name, value, kind);
  }

  set_chars(at, name, value, kind, _base, count) {
    const bytes = new TextEncoder().encode(value);
    if (bytes.length >= count) throw usage(`${name} has ${bytes.length} bytes; it should have up to ${count - 1}`);
    new Uint8Array(this.core.c.memory.buffer).set(bytes, at);
  }

  set_array(at, name, value, kind, _base, count) {
    for (const [key, each] of Object.entries(value)) {
      const index = /^\d+$/.test(key) ? Number(key) : key.charCodeAt(0);
      if (index >= count) throw usage(`${name} has no ${key}`);
      this.write(at + index * sizeOf(kind), name, each, kind);
    }
  }

  pointer(at, address) {
    this.view().setUint32(at, address, true);
  }

  set_one(at, name, value, kind) {
    this.pointer(at, this.packed(nameOf(kind), value));
  }

  set_handle(at, name, value, kind) {
    this.pointer(at, this.handleOf(value, kind));
  }

  set_held(at, name, value, kind) {
    this.pointer(at, this.held(value, kind));
  }

  set_list(at, name, value, kind, base, count) {
    this.pointer(at, this.array(name, value, kind));
    this.pointer(base + count, value.length);
  }

  set_bytes(at, name, value, kind, base, count) {
    this.pointer(at, this.bytes(value));
    this.view().setBigUint64(base + count, BigInt(value.length), true);
  }

  set_data(at, name, value, kind, base, lengths) {
    const items = typeof value === 'string' ? Uint8Array.from(value, (letter) => letter.charCodeAt(0)) : value;
    this.pointer(at, this.array(name, items, kind, lengths));
  }

  set_planes(at, name, value, kind, base, lengths, of) {
    if (value.length !== (this.lengths[of] ?? 1)) throw usage(`${name} has ${value.length} arrays for other ${of}`);
    const planes = this.take(4 * value.length);
    value.forEach((each, i) => each && this.pointer(planes + 4 * i, this.array(name, each, kind, lengths)));
    this.pointer(at, planes);
  }

  set_call(at, name, value, kind, base, user) {
    const [address, id] = this.callback(value, kind);
    this.pointer(at, address);
    this.pointer(base + user, id);
  }

  held(value, kind) {
    if (!(value instanceof Held) || value.name !== nameOf(kind)) throw usage(`${value} is no ${kind.slice(11)}`);
    return value.handle.get();
  }

  room(path, points, links) {
    const at = PLANS.path;
    const offsets = [at.points, at.capacity, at.links, at.link_capacity];
    const cells = this.take(points * sizeOf('struct:ovl_cell'));
    const values = [cells, points, this.take(links * sizeOf('struct:ovl_path_link')), links];
    offsets.forEach((offset, i) => this.pointer(path + offset, values[i]));
  }

  walked(value) {
    const { points, links, ...rest } = value;
    const numbers = Object.entries(rest).filter(([, each]) => typeof each !== 'function');
    const path = this.packed('ovl_path', Object.fromEntries(numbers));
    const lists = [['points', points, 'ovl_cell', ''], ['links', links, 'ovl_path_link', 'link_']];
    for (const [name, items, kind, prefix] of lists) {
      this.pointer(path + PLANS.path[name], this.array(name, items, `struct:${kind}`));
      this.pointer(path + PLANS.path[`${prefix}count`], items.length);
      this.pointer(path + PLANS.path[`${prefix}capacity`], items.length);
    }
    return path;
  }

  /** A function as the library calls it: its address, and the number by which it is found again. */
  callback(value, kind) {
    if (typeof value !== 'function') throw usage(`${value} is no function`);
    const id = this.calls.nextCallback++;
    this.calls.callbacks.set(id, { value, frame: this });
    this.functions.push(id);
    return [this.core.c[`address_${kind}`](), id];
  }

  // ---- From the library ----

  read(address, kind) {
    const view = this.view();
    if (isStruct(kind)) return this.unpack(address, nameOf(kind));
    if (kind === 'text') return this.textAt(view.getUint32(address, true));
    if (BYTES[kind] === 8) return this.from(view.getBigUint64(address, true), kind);
    if (BYTES[kind] === 2) return this.from(view.getUint16(address, true), kind);
    return this.from(BYTES[kind] === 1 ? view.getUint8(address) : view.getInt32(address, true), kind);
  }

  textAt(address) {
    return address === 0 ? '' : this.core.text(address);
  }

  /** A number of the module as one of JavaScript. */
  from(value, kind) {
    if (kind.startsWith('enum:'))
      return Object.entries(PLANS.enums[nameOf(kind)]).find(([, number]) => number === value)?.[0] ?? value;
    if (kind === 'text') return this.textAt(value);
    if (kind === 'bool') return value !== 0;
    if (kind === 'id') return BigInt.asUintN(64, value);
    if (kind === 'i64') return Number(BigInt.asIntN(64, value));
    if (kind === 'u64') return BigInt.asUintN(64, value) === MOST_U64 ? Infinity : Number(BigInt.asUintN(64, value));
    const bits = kind === 'size' ? 32 : Number(kind.slice(1));
    if (kind[0] === 'i') return (value << (32 - bits)) >> (32 - bits);
    return (value << (32 - bits)) >>> (32 - bits);
  }

  unpack(address, name) {
    const fields = PLANS.structs[name].fields.map(([field, form, kind, offset, count]) => {
      if (form === 'value') return [field, this.read(address + offset, kind)];
      if (form === 'chars') return [field, this.textAt(address + offset)];
      if (form === 'array') return [field, this.list(address + offset, count, kind)];
      return null;
    });
    const found = Object.fromEntries(fields.filter((each) => each !== null));
    if (!CELLS.includes(name)) return found;
    return found.floor === 0 ? [found.x, found.y] : [found.x, found.y, found.floor];
  }

  list(address, count, kind) {
    if (kind === 'u8') return new Uint8Array(this.core.c.memory.buffer, address, count).slice();
    return Array.from({ length: count }, (_, i) => this.read(address + i * sizeOf(kind), kind));
  }

  path(address) {
    const at = (name) => this.view().getUint32(address + PLANS.path[name], true);
    return {
      ...this.unpack(address, 'ovl_path'),
      points: this.list(at('points'), at('count'), 'struct:ovl_cell'),
      links: this.list(at('links'), at('link_count'), 'struct:ovl_path_link'),
    };
  }
}

/** The arguments of one call, and what its results are made of. */
class Arguments {
  constructor(calls, plan, given) {
    Object.assign(this, { calls, plan, frame: new Frame(calls), list: [], outs: [], grows: [], given: [...given] });
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
    return [grow, () => this.frame.list(this.list[at], needed(), kind)];
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
    const { core } = this.frame;
    const at = this.plan.fault ? core.c[this.plan.fault](this.list[0]) : this.fault;
    const fault = at === 0 ? undefined : this.frame.unpack(at, 'ovl_fault');
    throw new OverlandError(this.plan.name.slice(4), result, core.text(core.c.ovl_result_text(result)), fault);
  }
}

/** All calls, as functions by their names; the module's functions call `imports`. */
export class Calls {
  constructor(core, makeWorld) {
    Object.assign(this, { core, makeWorld, callbacks: core.callbacks, nextCallback: 1 });
    this.functions = {};
    for (const [name, plan] of Object.entries(PLANS.functions))
      this.functions[name] = plan.closes ? (object) => object.close() : (...given) => this.call(plan, given);
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

  call(plan, given) {
    const [first] = given;
    const taken = new Arguments(this, plan, given);
    if (plan.changes && first?.lent) first.lent.splice(0).forEach((each) => each.close());
    let isKept = false;
    try {
      const found = taken.results(taken.run());
      isKept = this.keep(first, taken, found);
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
