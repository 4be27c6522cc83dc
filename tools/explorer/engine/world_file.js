// World files: one floor and one profile of them become the map of the page, which is baked anew. What
// steps cost beside weights and heights (a rule of the program, extra costs of cells) is read from the
// file step by step, and kept as a table.

import { worldOf } from './engine.js';
import { MOST_SIDE } from './formats.js';
import { DEFAULT_SETTINGS } from './settings.js';
import { MOST_EXTRA, NOT_ALLOWED } from './step_rule.js';
import { MOST_GROUND, MOVERS, terrainOfWorld, weightsOf } from './terrain.js';
import { floorsOf, profileNames } from './world/world_engine.js';
import { OPENING, WorldReader } from './world/world_file_reader.js';

const MOST_REGION_WITH_RULE = 44;
const CLIMBING = ['climb', 'drop', 'climbCost', 'dropCost'];
const DIRECTIONS = 8;
const CELLS = ['terrain', 'height', 'weight', 'extra', 'island']; // as ovl_cells numbers them

/** A world file in memory, as a source of the mode World's reader has it. */
const sourceOf = (bytes) => ({
  ...{ name: 'world', isLocal: true, read: (at, count) => bytes.subarray(at, at + count) },
});

/** What the opened file has, and what its profile asks for. */
function readFile(engine, { floor, profile }) {
  const { c } = engine;
  c.world_choose(profile);
  if (!c.world_numbers()) throw new Error(`The world has no profile ${profile}.`);
  const world = worldOf(engine.numbers());
  const all = floorsOf(engine, world.floorCount);
  if (!all[floor] || all[floor].isGraph) throw new Error(`The world has no cells on floor ${floor}.`);
  const { width, height } = all[floor];
  if (Math.max(width, height) > MOST_SIDE)
    throw Object.assign(new Error('The world is too large for the map of the page.'), { isTooLarge: true });
  const { linkCount: links, hasRule, body, corners, climb, drop, climbCost, dropCost } = world;
  const file = {
    ...{ links, origin: all[floor].corner, floor, profile, hasStepCosts: hasRule, body, corners },
    climbing: { climb, drop, climbCost, dropCost },
    floors: all.flatMap(({ isGraph }, i) => (isGraph ? [] : [i])),
    profiles: profileNames(engine, world.profileCount),
  };
  return { world, file, sides: all[floor], weights: engine.bytesAt(c.world_weights(), 256).slice() };
}

/** A property of all cells of a floor. */
function readCells(engine, reader, cells, floor, { width, height }) {
  const { c } = engine;
  const values = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const address = reader.call(() => c.world_row(CELLS.indexOf(cells), floor, y, width));
    if (address === 0) engine.check(engine.numbers()[0], 'The world file can not be opened');
    values.set(engine.copyOf(address, width, Uint32Array), y * width);
  }
  return values;
}

/** The costs of all steps on a floor of the opened file, or of the map, eight a cell; 0: not legal. */
export function readSteps(engine, floor, { width, height }) {
  const length = width * DIRECTIONS;
  const costs = new Uint32Array(height * length);
  for (let y = 0; y < height; y++) {
    const address = engine.c.world_row_steps(floor, y, width);
    if (address === 0) throw new Error('The page has no memory left for the costs of the steps.');
    costs.set(engine.copyOf(address, length, Uint32Array), y * length);
  }
  return costs;
}

/** Makes the table of the step rule: what each step costs more than in the world that was baked. */
function fillTable(engine, costs) {
  const { c } = engine;
  const plain = readSteps(engine, 0, engine);
  const address = c.module_map_steps();
  if (address === 0) throw new Error("The file's steps are too large for this page's memory.");
  const table = new Uint32Array(c.memory.buffer, address, costs.length);
  costs.forEach((cost, i) => {
    if (cost === 0) table[i] = plain[i] === 0 ? 0 : NOT_ALLOWED;
    else table[i] = Math.min(MOST_EXTRA, Math.max(0, cost - plain[i]));
  });
}

/** The settings of the page for a file, without its steps. */
function settingsOf(world, file, mover) {
  const settings = {
    ...{ mover, rule: null, body: file.body, corners: file.corners },
    ...{ region: world.regionCells, spacing: world.spacingCells, ...file.climbing },
    labels: world.labels ? -1 : 0,
  };
  if (!world.heights) for (const name of CLIMBING) settings[name] = DEFAULT_SETTINGS[name];
  if (file.hasStepCosts && settings.region > MOST_REGION_WITH_RULE) settings.region = 0;
  return settings;
}

/** The mover whose weights these are: the page itself made such a world. */
const moverOf = (weights) =>
  Object.keys(MOVERS).find((name) => String(weightsOf(name)) === String(weights));

/** Reads a floor and a profile: all of the file that is kept, with its steps if weights do not tell them. */
export function readWorld(engine, bytes, choice) {
  const reader = new WorldReader(engine);
  try {
    const result = reader.open(OPENING, sourceOf(bytes), bytes.length);
    engine.check(result, 'The world file can not be opened');
    reader.takeOpened();
    const read = readFile(engine, choice);
    const cellsOf = (cells) => readCells(engine, reader, cells, choice.floor, read.sides);
    const { width, height } = read.sides;
    read.map = { width, height, terrain: Uint8Array.from(cellsOf('terrain')) };
    if (read.world.hexagons) read.map.hexagons = 'r';
    if (read.world.heights) read.map.heights = Uint16Array.from(cellsOf('height'));
    read.file.hasStepCosts ||=
      read.weights.some((weight) => weight > MOST_GROUND) || cellsOf('extra').some((extra) => extra > 0);
    if (read.file.hasStepCosts) read.costs = readSteps(engine, choice.floor, read.sides);
    return read;
  } finally {
    reader.end(OPENING);
    reader.end(0);
    engine.c.world_choose(0);
  }
}

/**
 * Takes a floor and a profile of a world file, and bakes it with the settings that are known of the
 * file: { map, world, settings, file }. The terrains are then those of the page. After a failure the engine
 * has the map that it had, or none.
 */
export function adoptWorld(engine, bytes, { floor = 0, profile = 0 } = {}) {
  const { map, world, file, weights, costs } = readWorld(engine, bytes, { floor, profile });
  const mover = moverOf(weights);
  if (!mover)
    map.terrain = map.terrain.map((each) => terrainOfWorld(each, weights[each], map.hexagons));
  const settings = settingsOf(world, file, mover ?? 'walker');
  const plain = engine.setMap(map, settings);
  if (!costs) return { map, world: plain, settings, file };
  try {
    fillTable(engine, costs);
    settings.rule = { ofFile: true };
    return { map, world: engine.bake(settings), settings, file };
  } catch (error) {
    engine.close(); // half of a file is no map
    throw error;
  }
}
