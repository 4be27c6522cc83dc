// The module: the C library, compiled to WebAssembly, behind calls with plain objects. Runs in the
// page's worker, and in node for tests. Costs are in straight steps over plain ground.

import { libraryImports } from './c_library.js';
import { faultText } from './fault_text.js';
import { checkSides, MOST_SIDE } from './formats.js';
import { farOf } from './hexagons.js';
import { DEFAULT_SETTINGS } from './settings.js';
import { compileRule, fillSteps, hasRule } from './step_rule.js';
import { weightsOf } from './terrain.js';

export const OK = 0;
export const UNREACHABLE = 1;
const BAD_ARGUMENT = 7;
export const STRAIGHT_COST = 1120;
export const LENGTH_UNIT = 1024;
export const EVENT_BYTES = 72;

// The kinds of events of a search, as ovl_trace_kind numbers them.
export const EVENT_KINDS = [
  'source',
  'generate',
  'improve',
  'expand',
  'close',
  'goal',
  'label',
  'attach',
  'route',
  'window',
  'segment',
  'string',
];

/** Bits of kinds of events. */
export const kindBits = (kinds) =>
  kinds.reduce((bits, kind) => bits | (1 << EVENT_KINDS.indexOf(kind)), 0);

export const CORNERS = ['strict', 'one', 'free', 'none'];
export const SMOOTHINGS = ['grid', 'any', 'none'];
export const METHODS = ['none', 'labels', 'overlays']; // as ovl_method numbers them

export const DEFAULT_QUERY = {
  smoothing: 'grid',
  nearest: true,
  record: 0, // how many events
  kinds: ['expand', 'route', 'window'], // of which kinds
};

// The numbers of module_tell_world.
const WORLD_NUMBERS = [
  ...['width', 'height', 'regionCells', 'regionsX', 'regionsY', 'spacingCells', 'overlayLevels'],
  ...['floorCount', 'profileCount', 'linkCount', 'openCells', 'islands', 'waypoints', 'edges'],
  ...['method', 'labels', 'bytes', 'labelBytes', 'overlayBytes', 'islandBytes', 'tableBytes'],
  ...['version', 'rebuiltRegions', 'refreshed', 'body', 'corners', 'hasRule', 'heights', 'climb'],
  ...['drop', 'climbCost', 'dropCost', 'hexagons'],
];

export const WORLD_NUMBER_COUNT = WORLD_NUMBERS.length;

/** What the numbers of a world say of it. */
export function worldOf(numbers) {
  const world = named(WORLD_NUMBERS, numbers);
  return {
    ...world,
    method: METHODS[world.method],
    labels: world.labels === 0,
    refreshed: world.refreshed !== 0,
    corners: CORNERS[world.corners],
    hasRule: world.hasRule !== 0,
    heights: world.heights !== 0,
    hexagons: world.hexagons !== 0 ? 'r' : null,
    body: world.hexagons !== 0 ? (world.body + 1) / 2 : world.body,
    climbCost: world.climbCost / STRAIGHT_COST,
    dropCost: world.dropCost / STRAIGHT_COST,
  };
}

/** An object of numbers by their names. */
export const named = (names, numbers) =>
  Object.fromEntries(names.map((name, i) => [name, numbers[i]]));

/** Compiles the module and returns an Engine. */
export async function loadEngine(bytes) {
  const page = { read: () => 0, take: () => 0, say: () => {} };
  let engine = null;
  const imports = {
    read: (...asked) => page.read(...asked),
    take: (...given) => page.take(...given),
    say: (...given) => page.say(...given),
    ...libraryImports(() => engine.c.memory),
  };
  const { instance } = await WebAssembly.instantiate(bytes, { page: imports });
  engine = new Engine(instance.exports, page);
  return engine;
}

export class Engine {
  /** `page` is what the module asks of the page (module_page.h): the mode World sets it. */
  constructor(exports, page) {
    this.c = exports;
    this.page = page;
    this.width = 0;
    this.height = 0;
    this.hexagons = null;
    this.settings = { ...DEFAULT_SETTINGS };
  }

  // ---- Memory ----

  bytesAt(address, count) {
    return new Uint8Array(this.c.memory.buffer, address, count);
  }

  numbers() {
    return new Float64Array(this.c.memory.buffer, this.c.module_numbers(), 40);
  }

  /** Copies the list that a call returned: `width` numbers an entry, of which number 0 tells how many. */
  list(address, width = 1, Numbers = Int32Array) {
    return this.copyOf(address, address === 0 ? 0 : this.numbers()[0] * width, Numbers);
  }

  copyOf(address, count, Numbers = Int32Array) {
    return new Numbers(this.c.memory.buffer, address, count).slice();
  }

  text(address) {
    const bytes = new Uint8Array(this.c.memory.buffer);
    let end = address;
    while (bytes[end] !== 0) end++;
    return new TextDecoder().decode(bytes.slice(address, end));
  }

  /** Calls `use` with the address of a copy of `bytes` in the module's memory. */
  withCopy(bytes, use) {
    const address = this.c.module_allocate(bytes.byteLength);
    if (address === 0) throw new Error('The page has no memory left for this.');
    try {
      this.bytesAt(address, bytes.byteLength).set(
        new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      );
      return use(address);
    } finally {
      this.c.module_release(address, bytes.byteLength);
    }
  }

  /** Throws a sentence for a result that is not OVL_OK. */
  check(result, what) {
    if (result === OK) return;
    const name = this.text(this.c.module_fault_text());
    const halves = this.numbers();
    const bits = result === BAD_ARGUMENT ? BigInt.asIntN : BigInt.asUintN; // arguments may be negative
    const [where, found, expected] = [0, 2, 4].map((i) =>
      bits(64, (BigInt(halves[i + 1]) << 32n) | BigInt(halves[i])),
    );
    const why = faultText(result, { name, where, found, expected });
    throw new Error(`${what}: ${this.resultText(result)}${why}.`);
  }

  resultText(result) {
    return this.text(this.c.module_result_text(result));
  }

  // ---- The map and its world ----

  /** Takes a map and bakes it; describes the world. */
  setMap(map, settings = {}, mostSide = MOST_SIDE) {
    checkSides(map.width, map.height, mostSide);
    this.c.module_query_end();
    this.c.module_battle_end();
    const address = this.c.module_map_begin(map.width, map.height);
    if (address === 0)
      throw new Error(
        `A map of ${map.width} × ${map.height} cells is too large for this page's memory.`,
      );
    this.bytesAt(address, map.terrain.length).set(map.terrain);
    this.terrainAddress = address;
    this.hexagons = map.hexagons ?? null;
    this.c.module_map_hexagons(this.hexagons ? 1 : 0);
    this.width = map.width;
    this.height = map.height;
    const { rule } = { ...this.settings, ...settings };
    // The costs of steps of a world file belong to its map.
    return this.setHeights(map.heights ?? null, { ...settings, rule: rule?.ofFile ? null : rule });
  }

  /** Gives the present map heights, a value a cell, or none (null), and bakes it. */
  setHeights(heights, settings = {}) {
    this.c.module_map_drop_heights();
    this.hasHeights = heights !== null;
    if (heights) {
      const address = this.c.module_map_heights();
      if (address === 0) throw new Error("The heights are too large for this page's memory.");
      new Uint16Array(this.c.memory.buffer, address, heights.length).set(heights);
    }
    return this.bake(settings);
  }

  /** Bakes the present map with other settings. */
  bake(settings = {}) {
    const asked = { ...this.settings, ...settings };
    const { mover, body, corners, region, spacing, labels } = asked;
    const rule = hasRule(asked.rule) ? compileRule(asked.rule) : null;
    this.settings = asked;
    this.rule = rule;
    this.c.module_query_end();
    this.c.module_battle_end();
    const weights = this.hexagons
      ? this.c.module_profile(0, 2 * body - 1)
      : this.c.module_profile(CORNERS.indexOf(corners), body);
    this.bytesAt(weights, 256).set(weightsOf(mover));
    this.setClimbing(asked);
    if (!asked.rule?.ofFile) this.c.module_map_drop_steps();
    if (rule) this.fillSteps({ x: 0, y: 0, w: this.width, h: this.height }, this.terrain());
    const began = performance.now();
    this.check(this.c.module_bake(region, spacing, labels), 'The map can not be baked');
    return { ...this.describe(), bakeMs: performance.now() - began };
  }

  /** Without heights, a profile has the usual ones: any climb, at no cost. */
  setClimbing({ climb, drop, climbCost, dropCost }) {
    const units = (cost) => Math.round(cost * STRAIGHT_COST);
    if (this.hasHeights)
      this.c.module_profile_heights(climb, drop, units(climbCost), units(dropCost));
    else this.c.module_profile_heights(-1, -1, 0, 0);
  }

  /** Tells the module what the rule says of the steps from the cells of a rectangle. */
  fillSteps(rect, terrain) {
    const address = this.c.module_map_steps();
    if (address === 0) throw new Error("The rule is too large for this page's memory.");
    const { width, height, hexagons } = this;
    const table = new Uint32Array(this.c.memory.buffer, address, width * height * 8);
    fillSteps(table, { width, height, hexagons, terrain }, weightsOf(this.settings.mover), this.rule, rect);
  }

  /** Leaves the map and its world. */
  close() {
    this.c.module_query_end();
    this.c.module_map_begin(0, 0);
    this.width = this.height = 0;
    this.rule = null;
  }

  /** The bytes of the world file. */
  save() {
    const address = this.c.module_save();
    if (address === 0) throw new Error('The page has no memory left for the world file.');
    return this.bytesAt(address, this.numbers()[0]).slice();
  }

  terrain() {
    return this.bytesAt(this.terrainAddress, this.width * this.height).slice();
  }

  describe() {
    this.check(this.c.module_describe(), 'There is no world');
    return worldOf(this.numbers());
  }

  /**
   * Sets cells of a rectangle: `values` is a terrain a cell, or a height if `isHeights`; `mask` (or
   * null) tells which of them count. Returns { rebuilt }, the numbers of the regions that were rebuilt.
   */
  edit({ x, y, w, h, values, mask, isHeights = false }) {
    if (isHeights && !this.hasHeights) return this.beginHeights({ x, y, w, h, values, mask });
    if (this.rule && !isHeights) this.tellRuleOfEdit({ x, y, w, h, values, mask });
    this.withEdit({ values, mask }, (stamp, maskAddress) =>
      this.c.module_edit(isHeights ? 1 : 0, x, y, w, h, stamp, maskAddress),
    );
    return { rebuilt: this.list(this.c.module_rebuilt(), 1, Uint32Array) };
  }

  /** The first heights of a flat map: it is baked anew, as its mover then climbs. */
  beginHeights({ x, y, w, h, values, mask }) {
    const heights = new Uint16Array(this.width * this.height);
    for (let i = 0; i < w * h; i++) {
      if (!mask || mask[i]) heights[(y + Math.floor(i / w)) * this.width + x + (i % w)] = values[i];
    }
    const { regionsX, regionsY } = this.setHeights(heights);
    return { rebuilt: Uint32Array.from({ length: regionsX * regionsY }, (_, region) => region) };
  }

  /** Applies an edit with copies of its values and its mask. */
  withEdit({ values, mask }, apply) {
    const check = (result) => this.check(result, 'The edit is not possible');
    this.withCopy(Uint16Array.from(values), (stamp) =>
      mask
        ? this.withCopy(mask, (maskAddress) => check(apply(stamp, maskAddress)))
        : check(apply(stamp, 0)),
    );
  }

  /** The rule's answers for the steps that begin or end in an edit, as they are after it. */
  tellRuleOfEdit({ x, y, w, h, values, mask }) {
    const terrain = this.terrain();
    for (let i = 0; i < w * h; i++) {
      const at = (y + Math.floor(i / w)) * this.width + x + (i % w);
      if (!mask || mask[i]) terrain[at] = values[i];
    }
    this.fillSteps({ x: x - 1, y: y - 1, w: w + 2, h: h + 2 }, terrain);
  }

  /** Makes labels anew after edits, a slice at a time; returns whether it is done. */
  refresh(budget) {
    this.check(this.c.module_refresh(budget), 'The labels can not be made anew');
    return this.numbers()[0] !== 0;
  }

  // ---- Queries ----

  setQuery(query) {
    const all = { ...DEFAULT_QUERY, ...query };
    const { start, goal, smoothing, nearest, record, kinds, goals } = all;
    this.c.module_ask_fork(query.ofFork ? 1 : 0);
    this.c.module_query_ends(start[0], start[1], goal[0], goal[1]);
    this.c.module_query_ways(SMOOTHINGS.indexOf(smoothing), nearest ? 3 : 0);
    this.c.module_record(record, kindBits(kinds));
    const flat = Int32Array.from((goals ?? []).flat());
    if (flat.length === 0) this.c.module_query_goals(0, 0);
    else this.withCopy(flat, (address) => this.c.module_query_goals(address, flat.length / 2));
  }

  readAnswer(result) {
    const n = this.numbers().slice();
    return {
      result,
      reason: result === OK ? '' : this.resultText(result),
      cost: n[0] / STRAIGHT_COST,
      costUnits: n[0],
      length: n[1] / LENGTH_UNIT,
      points: this.copyOf(this.c.module_points(), 2 * n[2]),
      cells: this.copyOf(this.c.module_cells(), 2 * n[3]),
      partial: n[4] !== 0,
      fineExpanded: n[5],
      coarseExpanded: n[6],
      windows: n[7],
      method: METHODS[n[8]],
      straightSteps: n[9],
      diagonalSteps: n[10],
    };
  }

  /** Finds a path. With `record`, the answer has `events`, as readEvents gives them. */
  path(query) {
    this.setQuery(query);
    const answer = this.readAnswer(this.c.module_find());
    return query.record ? { ...answer, events: this.readEvents() } : answer;
  }

  /** The events of the last search: count, and their bytes in two views of one array. */
  readEvents() {
    const address = this.c.module_events();
    const [count, leftOut] = this.numbers();
    const bytes = this.bytesAt(address, count * EVENT_BYTES).slice();
    return {
      count,
      leftOut,
      ints: new Int32Array(bytes.buffer),
      doubles: new Float64Array(bytes.buffer),
    };
  }

  /** The first step: begins a route and finds its first segment. */
  firstStep(query) {
    this.setQuery(query);
    return this.readAnswer(this.c.module_first_step(1));
  }

  /** The coarse A* of the page's own: { result, cost, points, cells, waypoints }, the last two of which it
      expanded; with `record` also `events`. */
  coarse(query) {
    this.setQuery(query);
    const result = this.c.module_coarse();
    const [cost, count, cells, waypoints] = this.numbers();
    const points = this.copyOf(this.c.module_coarse_points(), 2 * count);
    const answer = { result, cost: cost / STRAIGHT_COST, points, cells, waypoints };
    return query.record ? { ...answer, events: this.readEvents() } : answer;
  }

  /** Microseconds of a first step and of a whole path: the least of five means over `ms` each. */
  measure(query, ms = 3) {
    this.setQuery({ ...query, record: 0, nearest: false });
    return {
      firstStepUs: this.timeOf(this.c.module_first_step, ms),
      pathUs: this.timeOf(this.c.module_find_often, ms),
    };
  }

  /** The same of the coarse A*. */
  measureCoarse(query, ms) {
    this.setQuery({ ...query, record: 0 });
    return this.timeOf(this.c.module_coarse_often, ms);
  }

  timeOf(call, ms) {
    const timeOnce = () => {
      let times = 1;
      for (;;) {
        const began = performance.now();
        const result = call(times);
        const spent = performance.now() - began;
        if (result !== OK) return null;
        if (spent >= ms || times >= 1 << 20) return (spent * 1000) / times;
        times = spent <= 0.1 ? times * 8 : Math.ceil((times * ms * 1.1) / spent);
      }
    };
    // The browser compiles what runs for the first time; and other programs disturb.
    const found = Array.from({ length: 5 }, timeOnce);
    return found.includes(null) ? null : Math.min(...found);
  }

  /** Plain A* over all cells: { result, cost, expanded }. */
  plain(query) {
    this.setQuery({ ...query, record: 0 });
    const began = performance.now();
    const result = this.c.module_plain();
    const us = (performance.now() - began) * 1000;
    const n = this.numbers();
    return { result, cost: n[0] / STRAIGHT_COST, expanded: n[1], us };
  }

  /** Costs from a cell to those within a budget: a value a cell, below 0 where it is not within. */
  range(cell, budget, ofFork = false) {
    this.c.module_ask_fork(ofFork ? 1 : 0);
    const address = this.c.module_range(cell[0], cell[1], budget * STRAIGHT_COST);
    if (address === 0) return { costs: null, reached: 0 };
    const reached = this.numbers()[0];
    return { costs: this.copyOf(address, this.width * this.height, Float32Array), reached };
  }

  /** The fewest cells to open so that the goal can be reached: { possible, cells, cost }. */
  whyNot(query) {
    this.setQuery({ ...query, record: 0 });
    const result = this.c.module_why_not();
    const [count, cost] = this.numbers();
    return {
      possible: result === OK,
      cells: this.copyOf(this.c.module_obstacles(), 2 * count),
      cost: cost / STRAIGHT_COST,
    };
  }

  island(cell) {
    this.c.module_ask_fork(0);
    return this.c.module_island(cell[0], cell[1]);
  }

  /** The island of each cell, row by row; 0: blocked. */
  islands() {
    this.c.module_ask_fork(0);
    const address = this.c.module_islands();
    if (address === 0) throw new Error('The page has no memory left for the islands.');
    return this.copyOf(address, this.width * this.height, Uint32Array);
  }

  /** The cells of the largest island that are nearest to places; these themselves if all is blocked. */
  cellsNear(places) {
    const { width, hexagons } = this;
    const islands = this.islands();
    const sizes = new Uint32Array(this.describe().islands + 1);
    for (const island of islands) if (island > 0) sizes[island]++;
    const largest = sizes.reduce((best, size, island) => (size > sizes[best] ? island : best), 0);
    return places.map(([px, py]) => {
      let best = py * width + px;
      let least = Infinity;
      islands.forEach((island, cell) => {
        const far = farOf(hexagons, (cell % width) - px, Math.floor(cell / width) - py);
        if (island === 0 || island !== largest || far >= least) return;
        best = cell;
        least = far;
      });
      return [best % width, Math.floor(best / width)];
    });
  }

  /** All waypoints: x, y, x, y, and the number in its region for each. */
  waypoints() {
    const { regionsX, regionsY } = this.describe();
    this.c.module_ask_fork(0);
    return this.list(this.c.world_look_waypoints(0, regionsX * regionsY - 1), 5);
  }

  /** The edges through a region: x, y, x, y, cost in units for each. */
  edges(region) {
    this.c.module_ask_fork(0);
    return this.list(this.c.world_look_edges(region), 5);
  }

  memory() {
    return { used: this.c.module_bytes_used(), held: this.c.module_bytes_held() };
  }
}
