/**
 * The memory of one call of the library: values become structs there, by the plans of plans.js, which are written from
 * the headers, and structs become values.
 */

import { Handle, isWhole, OTHER_PART, OverlandError, usage } from './core.js';
import { PLANS } from './plans.js';

const MOST_U64 = 2n ** 64n - 1n;
export const BYTES = { i8: 1, u8: 1, bool: 1, i16: 2, u16: 2, i64: 8, u64: 8, id: 8 };
const LIMITS = {
  bool: [0, 1],
  ...Object.fromEntries([8, 16, 32].map((bits) => [`u${bits}`, [0, 2 ** bits - 1]])),
  ...Object.fromEntries([8, 16, 32].map((bits) => [`i${bits}`, [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1]])),
  size: [0, 2 ** 32 - 1],
};
const CELLS = ['ovl_cell', 'ovl_point'];

export const nameOf = (kind) => kind.slice(kind.indexOf(':') + 1);
export const isStruct = (kind) => kind.startsWith('struct:');
export const sizeOf = (kind) => (isStruct(kind) ? PLANS.structs[nameOf(kind)].size : (BYTES[kind] ?? 4));

/** What the library keeps between calls, or fills in later: read() is what it holds. */
export class Held {
  constructor(core, name, address, release, read) {
    Object.assign(this, { name, read: () => read(this.handle.get()) });
    this.handle = new Handle(core, this, name, address, release);
  }
}

/** One call: its memory, and what its functions throw. */
export class Frame {
  /** `spares` is what the call does not read of a struct. */
  constructor(calls, spares = []) {
    Object.assign(this, { calls, spares, core: calls.core, blocks: [], functions: [], lengths: {}, worlds: [], raised: null });
  }

  view() {
    return this.core.view();
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
    if (value?.kind !== wanted) throw usage(`${value?.kind ?? (typeof value === 'object' && value ? 'an object' : value)} is no ${wanted}`);
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
    const isNamed = (field) => (value[field] ?? null) !== null || this.spares.includes(field);
    const missing = PLANS.needs[name]?.find((needed) => !needed.some(isNamed));
    if (missing) throw usage(`${name.slice(4)}: ${missing[0]} is missing`);
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

  /** What is wrong, with the fault at an address; 0: with none. */
  failure(doing, result, at) {
    const fault = at === 0 ? undefined : this.unpack(at, 'ovl_fault');
    for (const [name, , , offset] of PLANS.structs.ovl_fault.fields)
      if (fault && name !== 'what' && result < OTHER_PART) fault[name] = this.read(at + offset, 'i64'); // may be negative
    return new OverlandError(doing, result, this.core.text(this.core.c.ovl_result_text(result)), fault);
  }

  list(address, count, kind) {
    if (kind === 'u8') return new Uint8Array(this.core.c.memory.buffer, address, count).slice();
    if (kind === 'struct:ovl_cell') {
      // Paths have many.
      const numbers = new Int32Array(this.core.c.memory.buffer, address, 3 * count);
      return Array.from({ length: count }, (_, i) => [...numbers.subarray(3 * i, 3 * i + (numbers[3 * i + 2] === 0 ? 2 : 3))]);
    }
    return Array.from({ length: count }, (_, i) => this.read(address + i * sizeOf(kind), kind));
  }

  /** A path, as far as it fits: those of tasks do not grow. */
  path(address) {
    const at = (name) => this.view().getUint32(address + PLANS.path[name], true);
    return {
      ...this.unpack(address, 'ovl_path'),
      points: this.list(at('points'), Math.min(at('count'), at('capacity')), 'struct:ovl_cell'),
      links: this.list(at('links'), Math.min(at('link_count'), at('link_capacity')), 'struct:ovl_path_link'),
    };
  }
}
