// World files: one floor and one profile of them become the map of the page, which is baked anew. What
// steps cost beside weights and heights (a rule of the program, extra costs of cells) is read from the
// file step by step, and kept as a table.

import { CORNERS, STRAIGHT_COST } from './engine.js';
import { DEFAULT_SETTINGS } from './settings.js';
import { MOST_EXTRA, NOT_ALLOWED } from './step_rule.js';
import { MOST_GROUND, MOVERS, terrainOfWorld, weightsOf } from './terrain.js';

const MOST_REGION_WITH_RULE = 44;
const CLIMBING = ['climb', 'drop', 'climbCost', 'dropCost'];
const DIRECTIONS = 8;

/** What the opened file has, and what its profile asks for. */
function readFile(engine, { floor, profile }) {
  const { c } = engine;
  c.module_file_numbers(floor, profile);
  const n = engine.numbers().slice();
  const floors = Array.from({ length: n[2] }, (_, i) => i).filter((i) => c.module_file_floor(i));
  const profiles = Array.from({ length: n[1] }, (_, i) => engine.text(c.module_file_profile(i)));
  const hasStepCosts = n[3] > 0 || n[4] !== 0;
  const [body, corners] = [n[5], CORNERS[n[6]]];
  const climbing = {
    ...{ climb: n[7], drop: n[8] },
    ...{ climbCost: n[9] / STRAIGHT_COST, dropCost: n[10] / STRAIGHT_COST },
  };
  return { links: n[0], floors, profiles, floor, profile, hasStepCosts, body, corners, climbing };
}

/** The costs of all steps on a floor, eight a cell; 0: not legal. */
function readSteps(engine, floor, profile) {
  const { width, height, c } = engine;
  const length = width * DIRECTIONS;
  const costs = new Uint32Array(height * length);
  for (let y = 0; y < height; y++) {
    const address = c.module_file_steps(floor, profile, y);
    if (address === 0) throw new Error('The page has no memory left for the costs of the steps.');
    costs.set(new Uint32Array(c.memory.buffer, address, length), y * length);
  }
  return costs;
}

/** Makes the table of the step rule: what each step costs more than in the world that was baked. */
function fillTable(engine, costs) {
  const { c } = engine;
  const plain = readSteps(engine, 0, 0);
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

/**
 * Takes a floor and a profile of a world file, and bakes it with the settings that are known of the
 * file: { map, world, settings, file }. The terrains are then those of the page. After a failure the engine
 * has the map that it had, or none.
 */
export function adoptWorld(engine, bytes, { floor = 0, profile = 0 } = {}) {
  const opened = engine.open(bytes, { floor, profile });
  try {
    return adoptOpened(engine, opened, { floor, profile });
  } catch (error) {
    engine.close(); // half of a file is no map
    throw error;
  }
}

function adoptOpened(engine, { map, world }, { floor, profile }) {
  const file = readFile(engine, { floor, profile });
  const address = engine.c.module_profile(CORNERS.indexOf(file.corners), file.body);
  const weights = engine.bytesAt(address, 256).slice();
  file.hasStepCosts ||= weights.some((weight) => weight > MOST_GROUND);
  const costs = file.hasStepCosts ? readSteps(engine, floor, profile) : null;
  const mover = moverOf(weights);
  if (!mover) map.terrain = map.terrain.map((each) => terrainOfWorld(each, weights[each]));
  const settings = settingsOf(world, file, mover ?? 'walker');
  const plain = engine.setMap(map, settings);
  if (!costs) return { map, world: plain, settings, file };
  fillTable(engine, costs);
  settings.rule = { ofFile: true };
  return { map, world: engine.bake(settings), settings, file };
}
