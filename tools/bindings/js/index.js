/**
 * Overland for JavaScript: the C library as WebAssembly, with worlds, planners, routes and edits.
 *
 *     import { loadOverland, parseMap } from 'overland-paths';
 *     const overland = await loadOverland();
 *     const world = overland.bake(parseMap(text));
 *     const path = world.planner().findPath([10, 10], [500, 400], { smoothing: 'any' });
 *
 * A cell is [x, y] or [x, y, floor]. Costs are in straight steps over plain ground. Where the answer is no,
 * calls return null, `planner.result` and `planner.reason` say why; what is wrong is an OverlandError with the
 * library's words. Worlds and planners are closed by close(), or when nothing refers to them. index.d.ts has the
 * types; maps.js, planner.js, calls.js, frame.js and core.js are parts of this file.
 */

import { ABI } from './abi.js';
import { Calls, importsOf } from './calls.js';
import { Core, Handle, isWhole, told, usage } from './core.js';
import { cellOf, cellsOf, editsOf, indexOf, LETTERS, placed, refuseOthers, weightsOf } from './maps.js';
import { Planner } from './planner.js';

export { OverlandError } from './core.js';
export { mapOfRows, parseMap } from './maps.js';

const PLAIN_WEIGHT = 8; // eighths
const NO_LABELS = -1;
const CORNERS = ['strict', 'one', 'free', 'none'];
const OVERLAYS = ['auto', 'always'];
const TOPOLOGIES = ['squares', 'hexagons'];
const TUNING = ['regionCells', 'spacingCells', 'labelBytesPerCell'];
const BAKE_OPTIONS = ['weights', 'corners', 'overlays', 'origin', 'topology', ...TUNING];
const MAP_BEGIN = 'type ';

class World {
  #calls;
  #core;
  #handle;
  #letters = null; // whether it was baked of letters, or which it may have; null: not known
  #bytes; // of the file that all versions use

  constructor(calls, core, address, bytes = null) {
    this.#calls = calls;
    this.#core = core;
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

  /** This world, that was baked of letters, or not. */
  of(letters) {
    this.#letters = letters;
    return this;
  }

  /** For planners of this module. */
  address(core) {
    if (core !== this.#core) throw usage('the world belongs to another module');
    return this.#handle.get();
  }

  /** Its sizes and settings, as calls.worldDescribe tells them. */
  describe() {
    return this.#calls.functions.worldDescribe(this);
  }

  /** The bytes of the world file. */
  save() {
    const parts = [];
    const write = (bytes) => void parts.push(bytes);
    told('the world can not be saved', () => this.#calls.functions.worldSave(this, { write }));
    const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    parts.reduce((at, part) => (file.set(part, at), at + part.length), 0);
    return file;
  }

  /** The next version of the world, with edits { x, y, terrain, w, h, floor, mask }; this one stays. */
  apply(edits) {
    const list = editsOf(edits, this.#letters);
    const apply = () => this.#calls.functions.worldApply(this, list);
    return told('the edits can not be applied', apply).of(this.#letters);
  }

  /** The number of the terrain of a cell; 0: outside, or terrain 0. */
  terrain(x, y, floor = 0) {
    return this.#calls.functions.worldTerrain(this, this.#place('terrain', x, y, floor));
  }

  /** The weight of a cell for the first profile, 1 for plain ground; 0: blocked or outside. */
  weight(x, y, floor = 0) {
    return this.#calls.functions.worldWeight(this, 0, this.#place('weight', x, y, floor)) / PLAIN_WEIGHT;
  }

  /** The island of a cell for the first profile; 0: blocked or outside. */
  island(x, y, floor = 0) {
    return this.#calls.functions.worldIsland(this, 0, this.#place('island', x, y, floor));
  }

  planner() {
    return told('the planner can not be made', () => new Planner(this.#calls, this));
  }

  close() {
    this.#handle.close();
  }

  #place(call, x, y, floor) {
    if (![x, y, floor].every((each) => isWhole(each)))
      throw usage(`${call} takes x, y and floor, whole numbers`);
    return [x, y, floor];
  }
}

/** The library, once it is loaded. */
class Overland {
  #core;

  constructor(exports, callbacks) {
    this.#core = new Core(exports, callbacks);
    if (exports.ovl_abi() >>> 0 !== ABI) throw usage('overland.wasm is that of another build than index.js');
    const calls = new Calls(this.#core, (address, file) => new World(calls, this.#core, address, file));
    /** Every call of the library by its name: calls.d.ts. */
    this.calls = calls.functions;
    const { hexagonFrom, hexagonTo, hexagonDistance, hexagonMask } = calls.functions;
    Object.assign(this, { hexagonFrom, hexagonTo, hexagonDistance, hexagonMask });
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
    const { cells, letters } = cellsOf(map);
    refuseOthers(options, BAKE_OPTIONS, 'option');
    const wrong = TUNING.find((name) => !isWhole(options[name] ?? 0, 0));
    if (wrong !== undefined)
      throw usage(`${wrong} is ${options[wrong]}; it should be a whole number from 0`);
    const of = map.layout ? placed(map, cells, this.calls) : { ...map, cells, origin: [0, 0], topology: 'squares' };
    const { corners = 'strict', overlays = 'auto', topology = of.topology, regionCells, spacingCells } = options;
    indexOf(CORNERS, corners, 'corners');
    indexOf(OVERLAYS, overlays, 'overlays');
    indexOf(TOPOLOGIES, topology, 'topology');
    const labelBytesPerCell = options.labelBytesPerCell === 0 ? NO_LABELS : options.labelBytesPerCell;
    const def = {
      width: of.width,
      height: of.height,
      terrain: of.cells,
      weights: weightsOf(options.weights, letters, cells),
      corners,
      topology,
      origin: cellOf(options.origin ?? of.origin, 'the origin'),
      tuning: { regionCells, spacingCells, labelBytesPerCell, overlays },
    };
    return told('the map can not be baked', () => this.calls.worldBake(def)).of(letters && !options.weights ? LETTERS : letters);
  }

  /** Opens the bytes of a world file. */
  open(bytes) {
    if (!(bytes instanceof ArrayBuffer || bytes instanceof Uint8Array))
      throw usage('open takes the bytes of a file: readFileSync(path)');
    const given = new Uint8Array(bytes);
    if (String.fromCharCode(...given.subarray(0, MAP_BEGIN.length)) === MAP_BEGIN)
      throw usage('this is a map: bake(parseMap(text))');
    return told('the world can not be opened', () => this.calls.worldOpen(given));
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
