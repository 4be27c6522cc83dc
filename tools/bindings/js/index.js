/**
 * Overland for JavaScript: the C library as WebAssembly, with worlds, planners, routes and edits.
 *
 *     import { loadOverland, parseMap } from 'overland-paths';
 *     const overland = await loadOverland();
 *     const world = overland.bake(parseMap(text));
 *     const path = world.planner().find([10, 10], [500, 400], { smoothing: 'any' });
 *
 * A cell is [x, y] or [x, y, floor]. Costs are in straight steps over plain ground. Where the answer is no,
 * calls return null, `planner.result` and `planner.reason` say why; what is wrong is an OverlandError with the
 * library's words. Worlds and planners are closed by close(), or when nothing refers to them. index.d.ts has the
 * types; maps.js, planner.js, calls.js and core.js are parts of this file.
 */

import { ABI } from './abi.js';
import { Calls, importsOf } from './calls.js';
import { Core, Handle, isWhole, OK, usage } from './core.js';
import { cellOf, cellsOf, EDIT_NUMBERS, editsOf, indexOf, refuseOthers, weightsOf } from './maps.js';
import { Planner } from './planner.js';

export { OverlandError } from './core.js';
export { mapOfRows, parseMap } from './maps.js';

const PLAIN_WEIGHT = 8; // eighths
const CORNERS = ['strict', 'one', 'free', 'none'];
const OVERLAYS = ['auto', 'always'];
const TOPOLOGIES = ['squares', 'hexagons'];
const LAYOUTS = ['axial', 'odd-r', 'even-r', 'odd-q', 'even-q', 'double-width', 'double-height'];
const TUNING = ['regionCells', 'spacingCells', 'labelBytes'];
const BAKE_OPTIONS = ['weights', 'corners', 'overlays', 'origin', 'topology', ...TUNING];
const MAP_BEGIN = 'type ';

class World {
  #core;
  #handle;
  #letters; // whether it was baked of letters; null: not known
  #bytes; // of the file that all versions use

  constructor(core, address, letters, bytes = null) {
    this.#core = core;
    this.#letters = letters;
    this.#bytes = bytes;
    this.#handle = new Handle(core, this, 'world', address, (at) => {
      core.c.ovl_world_close(at);
      bytes?.leave();
    });
    bytes?.enter();
  }

  get kind() {
    return 'world';
  }

  /** The file that all its versions read. */
  file() {
    return this.#bytes;
  }

  /** For planners of this module. */
  address(core) {
    if (core !== this.#core) throw usage('the world belongs to another module');
    return this.#handle.get();
  }

  get info() {
    const method = this.#core.text(this.#core.c.js_info(this.#handle.get()));
    const [width, height, regionCells, waypoints, islands, openCells, x, y] = this.#core.numbers();
    return { origin: [x, y], width, height, regionCells, waypoints, islands, openCells, method };
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
    const numbers = editsOf(edits, this.#letters);
    return core.withCopies([numbers], (at) => {
      const next = core.c.js_apply(this.#handle.get(), at, numbers.length / EDIT_NUMBERS);
      const address = core.made('the edits can not be applied', next);
      return new World(core, address, this.#letters, this.#bytes);
    });
  }

  /** The number of the terrain of a cell; 0: outside, or terrain 0. */
  terrain(x, y, floor = 0) {
    return this.#core.c.js_terrain(...this.#place('terrain', x, y, floor));
  }

  /** The weight of a cell for the first profile, 1 for plain ground; 0: blocked or outside. */
  weight(x, y, floor = 0) {
    return this.#core.c.js_weight(...this.#place('weight', x, y, floor)) / PLAIN_WEIGHT;
  }

  /** The island of a cell for the first profile; 0: blocked or outside. */
  island(x, y, floor = 0) {
    return this.#core.c.js_island(...this.#place('island', x, y, floor));
  }

  planner() {
    const core = this.#core;
    const made = core.c.js_planner(this.#handle.get());
    return new Planner(core, core.made('the planner can not be made', made), this);
  }

  close() {
    this.#handle.close();
  }

  #place(call, x, y, floor) {
    if (![x, y, floor].every((each) => isWhole(each)))
      throw usage(`${call} takes x, y and floor, whole numbers`);
    return [this.#handle.get(), x, y, floor];
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

  constructor(exports, callbacks) {
    this.#core = new Core(exports, callbacks);
    if (exports.ovl_abi() >>> 0 !== ABI) throw usage('overland.wasm is that of another build than index.js');
    const calls = new Calls(this.#core, (address, file) => new World(this.#core, address, null, file));
    /** Every call of the library by its name: calls.d.ts. */
    this.calls = calls.functions;
  }

  get version() {
    return this.#core.text(this.#core.c.ovl_version());
  }

  /** Bytes of the module's memory that are in use. */
  get memory() {
    return this.#core.c.module_bytes_used();
  }

  /** Bakes a map { width, height, terrain, letters }. */
  bake(map, options = {}) {
    const core = this.#core;
    const { cells, letters } = cellsOf(map);
    refuseOthers(options, BAKE_OPTIONS, 'option');
    const wrong = TUNING.find((name) => !isWhole(options[name] ?? 0, 0));
    if (wrong !== undefined)
      throw usage(`${wrong} is ${options[wrong]}; it should be a whole number from 0`);
    const settings = Int32Array.from([
      ...TUNING.map((name) => options[name] ?? -1),
      indexOf(CORNERS, options.corners ?? 'strict', 'corners'),
      indexOf(OVERLAYS, options.overlays ?? 'auto', 'overlays'),
      ...cellOf(options.origin ?? [0, 0], 'the origin'),
      indexOf(TOPOLOGIES, options.topology ?? 'squares', 'topology'),
    ]);
    const arrays = [cells, weightsOf(options.weights, letters), settings];
    return core.withCopies(arrays, (terrain, weights, numbers) => {
      const world = core.c.js_bake(terrain, map.width, map.height, weights, numbers);
      return new World(core, core.made('the map can not be baked', world), letters);
    });
  }

  /** The axial cell of one of a layout of hexagons. */
  hexagonFrom(layout, cell) {
    return this.#converted('js_hexagon_from', layout, cell);
  }

  /** The cell of a layout that an axial one is. */
  hexagonTo(layout, cell) {
    return this.#converted('js_hexagon_to', layout, cell);
  }

  #converted(call, layout, cell) {
    const [x, y, floor] = cellOf(cell, 'the cell');
    this.#core.c[call](indexOf(LAYOUTS, layout, 'the layout'), x, y);
    const [toX, toY] = this.#core.numbers();
    return floor === 0 ? [toX, toY] : [toX, toY, floor];
  }

  /** Steps between two axial cells where nothing is blocked. */
  hexagonDistance(a, b) {
    const [[x, y], [toX, toY]] = [cellOf(a, 'the first cell'), cellOf(b, 'the second cell')];
    return this.#core.c.js_hexagon_distance(x, y, toX, toY);
  }

  /** Opens the bytes of a world file. */
  open(bytes) {
    if (!(bytes instanceof ArrayBuffer || bytes instanceof Uint8Array))
      throw usage('open takes the bytes of a file: readFileSync(path)');
    const core = this.#core;
    const given = new Uint8Array(bytes);
    if (String.fromCharCode(...given.subarray(0, MAP_BEGIN.length)) === MAP_BEGIN)
      throw usage('this is a map: bake(parseMap(text))');
    const shared = new SharedBytes(core, given);
    const world = core.c.js_open(shared.address, shared.count);
    if (world === 0) {
      const error = core.error('the world can not be opened', core.numbers()[0]);
      shared.leave();
      throw error;
    }
    return new World(core, world, null, shared);
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
  const callbacks = new Map();
  const made = await WebAssembly.instantiate(given, importsOf(callbacks));
  const { exports } = isModule ? made : made.instance;
  return new Overland(exports, callbacks);
}
