/**
 * Overland for JavaScript: the C library as WebAssembly, with worlds, planners, routes and edits.
 *
 *     import { loadOverland } from 'overland-paths';
 *     const overland = await loadOverland();
 *     const world = overland.bake(overland.parseMap(text));
 *     const path = world.planner().find([10, 10], [500, 400], { smoothing: 'any' });
 *
 * A cell is [x, y] or [x, y, floor]. Costs are in straight steps over plain ground. Where the answer is no,
 * calls return null and `planner.reason` says why; what is wrong is an OverlandError with the library's words.
 * Worlds and planners are closed by close(), or when nothing refers to them. index.d.ts has the types.
 */

const ABI = 1;
const STRAIGHT_COST = 1120;
const LENGTH_UNIT = 1024;
const OK = 0;
const UNREACHABLE = 1;
const BEGIN_AGAIN = 14;
const REFUSALS = [1, 2, 3]; // unreachable, a blocked start, a blocked goal
const SMOOTHINGS = ['none', 'grid', 'any'];
const CORNERS = ['strict', 'one', 'free', 'none'];
const OVERLAYS = ['auto', 'never', 'always'];
const USUAL_WEIGHTS = { '.': 1, G: 1, S: 1 };
const MOST_TERRAIN = 255;
const LEAST_WHOLE = -(2 ** 31); // of 32 bits
const MOST_WHOLE = 2 ** 31 - 1;

/** What is wrong: `result` is the library's number, `what`, `found` and `expected` its fault. */
export class OverlandError extends Error {
  constructor(doing, result, text, fault) {
    const why = fault?.what ? ` (${fault.what}: ${fault.found}, not ${fault.expected})` : '';
    super(`${doing}: ${text}${why}`);
    this.name = 'OverlandError';
    Object.assign(this, { result, ...fault });
  }
}

const usage = (text) => new OverlandError('overland', -1, text);

function indexOf(choices, name, what) {
  const index = choices.indexOf(name);
  if (index < 0) throw usage(`${what} is ${name}, not one of ${choices.join(', ')}`);
  return index;
}

function isWhole(value, least = LEAST_WHOLE, most = MOST_WHOLE) {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** A cell as three whole numbers. */
function cellOf(value, what) {
  const [x, y, floor = 0] = Array.isArray(value) ? value : [value?.x, value?.y, value?.floor];
  if (![x, y, floor].every((each) => isWhole(each)))
    throw usage(`${what} is no cell: [x, y] is one`);
  return [x, y, floor];
}

/** An edit as the six numbers of js_apply. */
function editOf({ x, y, terrain, w = 1, h = 1, floor = 0 }) {
  const number = typeof terrain === 'string' ? terrain.charCodeAt(0) : terrain;
  if (!isWhole(number, 0, MOST_TERRAIN))
    throw usage(`the terrain of an edit is ${terrain}, not a letter or 0 to ${MOST_TERRAIN}`);
  if (!isWhole(w) || !isWhole(h)) throw usage(`an edit is ${w} x ${h} cells, not whole numbers`);
  return [...cellOf([x, y, floor], 'an edit'), w, h, number];
}

/** The weights of all terrains, in eighths. */
function weightsOf(weights) {
  const bytes = new Uint8Array(256);
  for (const [name, weight] of Object.entries(weights)) {
    const terrain = /^\d+$/.test(name) ? Number(name) : name.charCodeAt(0);
    const eighths = weight * 8;
    if (!Number.isInteger(eighths) || eighths < 0 || eighths > 255)
      throw usage(`the weight of ${name} is ${weight}, not a number of eighths from 0 to 255/8`);
    bytes[terrain] = eighths;
  }
  return bytes;
}

/** Parses a MovingAI .map file: { width, height, terrain }. */
export function parseMap(text) {
  const match = /^type [^\n]*\nheight (\d+)\nwidth (\d+)\nmap\n/.exec(text.replaceAll('\r', ''));
  if (!match) throw usage('this is no .map file: it begins with type, height, width and map');
  const [height, width] = [Number(match[1]), Number(match[2])];
  const rows = text.replaceAll('\r', '').slice(match[0].length).split('\n').slice(0, height);
  return mapOfRows(rows, width, height);
}

/** A map of rows of letters: { width, height, terrain }. */
export function mapOfRows(rows, width = rows[0]?.length ?? 0, height = rows.length) {
  if (width === 0 || rows.length !== height)
    throw usage(`the map has ${rows.length} rows, not ${Math.max(1, height)}`);
  const wrong = rows.findIndex((row) => row.length !== width);
  if (wrong >= 0)
    throw usage(`row ${wrong} of the map has ${rows[wrong].length} letters, not ${width}`);
  const terrain = Uint8Array.from(rows.join(''), (letter) => letter.charCodeAt(0) & MOST_TERRAIN);
  return { width, height, terrain };
}

/** The module's memory and calls, for the classes below. */
class Core {
  constructor(exports) {
    this.c = exports;
    this.garbage = new FinalizationRegistry((release) => release());
  }

  numbers() {
    return new Float64Array(this.c.memory.buffer, this.c.js_numbers(), 8);
  }

  text(address) {
    const bytes = new Uint8Array(this.c.memory.buffer);
    return new TextDecoder().decode(bytes.slice(address, bytes.indexOf(0, address)));
  }

  allocate(bytes) {
    const address = this.c.module_allocate(Math.max(1, bytes));
    if (address === 0) throw usage(`no memory is left for ${bytes} bytes`);
    return address;
  }

  copy(array) {
    const address = this.allocate(array.byteLength);
    new Uint8Array(this.c.memory.buffer, address, array.byteLength).set(
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
    );
    return address;
  }

  release(address, bytes) {
    this.c.module_release(address, Math.max(1, bytes));
  }

  /** Calls `use` with the addresses of copies of arrays. */
  withCopies(arrays, use) {
    const copies = [];
    try {
      for (const array of arrays) copies.push(this.copy(array));
      return use(...copies);
    } finally {
      copies.forEach((address, i) => this.release(address, arrays[i].byteLength));
    }
  }

  error(doing, result) {
    const what = this.text(this.c.js_fault());
    const [found, expected] = this.numbers();
    const text = this.text(this.c.js_result_text(result));
    return new OverlandError(doing, result, text, { what, found, expected });
  }

  /** A handle, or what is wrong: number 0 is then the result. */
  made(doing, address) {
    const result = this.numbers()[0];
    if (address === 0) throw this.error(doing, result);
    return address;
  }
}

/** An address that is released once: by close(), or when its owner is forgotten. */
class Handle {
  constructor(core, owner, what, address, release) {
    Object.assign(this, { core, what, address, free: () => release(address) });
    core.garbage.register(owner, this.free, this);
  }

  get() {
    if (this.address === 0) throw usage(`the ${this.what} is closed`);
    return this.address;
  }

  close() {
    if (this.address === 0) return;
    this.core.garbage.unregister(this);
    this.address = 0;
    this.free();
  }
}

class World {
  #core;
  #handle;
  #bytes; // of the file that all versions use

  constructor(core, address, bytes = null) {
    this.#core = core;
    this.#bytes = bytes;
    this.#handle = new Handle(core, this, 'world', address, (at) => {
      core.c.js_close(at);
      bytes?.leave();
    });
    bytes?.enter();
  }

  /** For planners of this module. */
  address(core) {
    if (core !== this.#core) throw usage('the world belongs to another module');
    return this.#handle.get();
  }

  get info() {
    const method = this.#core.text(this.#core.c.js_info(this.#handle.get()));
    const [width, height, regionCells, waypoints, islands, openCells] = this.#core.numbers();
    return { width, height, regionCells, waypoints, islands, openCells, method };
  }

  /** The bytes of the world file. */
  save() {
    const core = this.#core;
    const address = core.c.js_save(this.#handle.get());
    const [result, count, held] = core.numbers();
    const bytes = new Uint8Array(core.c.memory.buffer, address, count).slice();
    core.release(address, held);
    if (result !== OK) throw core.error('the world can not be saved', result);
    return bytes;
  }

  /** The next version of the world, with edits { x, y, terrain, w, h, floor }; this one stays. */
  edit(edits) {
    const core = this.#core;
    const numbers = Int32Array.from(edits.flatMap(editOf));
    return core.withCopies([numbers], (at) => {
      const next = core.c.js_apply(this.#handle.get(), at, edits.length);
      return new World(core, core.made('the edits can not be applied', next), this.#bytes);
    });
  }

  terrain(x, y, floor = 0) {
    return this.#core.c.js_terrain(this.#handle.get(), x, y, floor);
  }

  island(x, y, floor = 0) {
    return this.#core.c.js_island(this.#handle.get(), x, y, floor);
  }

  planner() {
    const core = this.#core;
    const made = core.c.js_planner(this.#handle.get());
    return new Planner(core, core.made('the planner can not be made', made), this);
  }

  close() {
    this.#handle.close();
  }
}

class Planner {
  #core;
  #handle;
  #world;

  constructor(core, address, world) {
    this.#core = core;
    this.#world = world;
    this.reason = '';
    this.#handle = new Handle(core, this, 'planner', address, (at) => core.c.js_planner_close(at));
  }

  /** Uses another version of its world from now on. */
  use(world) {
    world.address(this.#core);
    this.#world = world;
  }

  /** A path, or null if the answer is no. */
  find(from, to, options = {}) {
    const result = this.#core.withCopies([this.#query(from, to, options)], (query) =>
      this.#core.c.js_find(this.#handle.get(), this.#worldAddress(), query),
    );
    const path = this.#path();
    const isNearest = result === UNREACHABLE && options.nearest && path.points.length > 0;
    if (result === OK || isNearest) return path;
    return this.#refuse('the path can not be found', result);
  }

  /** The segments of a route, refined one by one as they are asked for. */
  *route(from, to, options = {}) {
    const core = this.#core;
    const route = core.c.js_route();
    if (route === 0) throw usage('no memory is left for a route');
    try {
      const begin = (start) => {
        const result = core.withCopies([this.#query(start, to, options)], (query) =>
          core.c.js_route_begin(this.#handle.get(), this.#worldAddress(), route, query),
        );
        if (!REFUSALS.includes(result)) return result;
        core.c.js_route_done(route);
        if (core.numbers()[3] === 0) return result;
        this.#refuse('', result); // `nearest`: it is walked, and `reason` says why it ends before the goal
        return OK;
      };
      const next = () => core.c.js_route_next(this.#handle.get(), this.#worldAddress(), route);
      let result = begin(from);
      while (result === OK && core.c.js_route_done(route) === 0) {
        result = next();
        if (result === BEGIN_AGAIN) {
          // An edit has changed the route: it is planned again from where it is.
          core.c.js_route_done(route);
          result = begin([...core.numbers().slice(0, 3)]);
          if (result === OK) result = next();
        }
        if (result === OK) yield this.#path();
      }
      if (result !== OK) this.#refuse('the route can not go on', result);
    } finally {
      core.c.js_route_close(route);
    }
  }

  /** The costs to cells, in straight steps; null for those that can not be reached. */
  costs(from, cells) {
    const core = this.#core;
    const flat = Int32Array.from(cells.flatMap((cell) => cellOf(cell, 'a goal')));
    const room = new Float64Array(cells.length);
    const arrays = [this.#query(from, from, {}), flat, room];
    return core.withCopies(arrays, (query, at, out) => {
      const planner = this.#handle.get();
      const world = this.#worldAddress();
      const result = core.c.js_costs(planner, world, query, at, cells.length, out);
      if (result !== OK) return this.#refuse('the costs can not be found', result);
      const units = [...new Float64Array(core.c.memory.buffer, out, cells.length)];
      return units.map((cost) => (cost < 0 ? null : cost / STRAIGHT_COST));
    });
  }

  close() {
    this.#handle.close();
  }

  #worldAddress() {
    return this.#world.address(this.#core);
  }

  #query(from, to, options) {
    const { smoothing = 'grid', nearest, moveStart, moveGoal, profile = 0 } = options;
    const flags = (nearest ? 1 : 0) + (moveStart ? 2 : 0) + (moveGoal ? 4 : 0);
    const kind = indexOf(SMOOTHINGS, smoothing, 'smoothing');
    const ends = [...cellOf(from, 'the start'), ...cellOf(to, 'the goal')];
    return Int32Array.from([...ends, kind, flags, profile]);
  }

  #path() {
    const [units, length, partial, count] = this.#core.numbers();
    const flat = new Int32Array(this.#core.c.memory.buffer, this.#core.c.js_points(), 3 * count);
    const points = Array.from({ length: count }, (_, i) => {
      const [x, y, floor] = flat.subarray(3 * i, 3 * i + 3);
      return floor === 0 ? [x, y] : [x, y, floor];
    });
    return {
      points,
      units,
      cost: units / STRAIGHT_COST,
      length: length / LENGTH_UNIT,
      partial: partial !== 0,
    };
  }

  #refuse(doing, result) {
    if (!REFUSALS.includes(result)) throw this.#core.error(doing, result);
    this.reason = this.#core.text(this.#core.c.js_result_text(result));
    return null;
  }
}

/** Bytes of a file in the module, released with the last world that uses them. */
class SharedBytes {
  constructor(core, bytes) {
    Object.assign(this, { core, count: bytes.byteLength, users: 0 });
    this.address = core.copy(bytes);
  }

  enter() {
    this.users++;
  }

  leave() {
    if (--this.users <= 0) this.core.release(this.address, this.count);
  }
}

/** The library, once it is loaded. */
class Overland {
  #core;

  constructor(exports) {
    this.#core = new Core(exports);
    if (exports.js_abi() !== ABI)
      throw usage(`the module has interface ${exports.js_abi()}, this wrapper ${ABI}`);
  }

  get version() {
    return this.#core.text(this.#core.c.js_version());
  }

  /** Bytes of the module's memory that are in use. */
  get memory() {
    return this.#core.c.module_bytes_used();
  }

  /** Bakes a map { width, height, terrain }. */
  bake(map, options = {}) {
    const core = this.#core;
    const { width, height, terrain } = map;
    if (terrain.length !== width * height)
      throw usage(`the terrain has ${terrain.length} cells, not ${width} x ${height}`);
    const { regionCells = -1, spacingCells = -1, labelBytes = -1 } = options;
    const settings = Int32Array.from([
      ...[regionCells, spacingCells, labelBytes],
      indexOf(CORNERS, options.corners ?? 'strict', 'corners'),
      indexOf(OVERLAYS, options.overlays ?? 'auto', 'overlays'),
    ]);
    const arrays = [Uint8Array.from(terrain), weightsOf(options.weights ?? USUAL_WEIGHTS), settings];
    return core.withCopies(arrays, (cells, weights, numbers) => {
      const world = core.c.js_bake(cells, width, height, weights, numbers);
      return new World(core, core.made('the map can not be baked', world));
    });
  }

  /** Opens the bytes of a world file. */
  open(bytes) {
    const core = this.#core;
    const shared = new SharedBytes(core, new Uint8Array(bytes));
    const world = core.c.js_open(shared.address, shared.count);
    if (world === 0) {
      const error = core.error('the world can not be opened', core.numbers()[0]);
      shared.leave();
      throw error;
    }
    return new World(core, world, shared);
  }
}

/** The bytes of overland.wasm beside this file. */
async function ownBytes() {
  const url = new URL('overland.wasm', import.meta.url);
  if (url.protocol !== 'file:') return (await fetch(url)).arrayBuffer();
  const { readFile } = await import('node:fs/promises');
  return readFile(url);
}

/** Loads the library: from bytes or a compiled module, or from overland.wasm beside this file. */
export async function loadOverland(source) {
  const given = source ?? (await ownBytes());
  const isModule = given instanceof WebAssembly.Module;
  const { exports } = isModule
    ? await WebAssembly.instantiate(given, {})
    : (await WebAssembly.instantiate(given, {})).instance;
  return new Overland(exports);
}
