// The page's worker: it holds the engine. A message { id, call, args } is answered by { id, result }
// or { id, error }. The first message brings the module's bytes. Between calls it makes the labels
// of an edited world anew, and says so: { event: 'refreshed', world }.

import { Battle } from './battle/battle.js';
import { Comparer } from './comparer.js';
import { loadEngine } from './engine.js';
import { Fork } from './fork.js';
import { makeMap } from './generate.js';
import { LessonCalls } from './learn/lesson_calls.js';
import { bakeMap, readMap, surveyMap } from './map_reader.js';
import { Stepper } from './stepper.js';
import { adoptWorld } from './world_file.js';
import { WorldEngine } from './world/world_engine.js';

const QUIET_MS = 400;
const REFRESH_BUDGET = 4000;

let engine = null;
let stepper = null;
let comparer = null;
let fork = null;
let world = null;
let lesson = null;
let battle = null;
let quiet = 0;
let stale = false;

const calls = {
  async load(bytes) {
    engine = await loadEngine(bytes);
    stepper = new Stepper(engine);
    comparer = new Comparer(engine, stepper);
    fork = new Fork(engine);
    lesson = new LessonCalls(engine);
    battle = new Battle(engine);
    return true;
  },
  /** Makes a map and bakes it: { map, world }. */
  generate(kind, width, height, seed, settings, hexagons) {
    const map = makeMap(engine, kind, width, height, seed, hexagons);
    return { map, world: engine.setMap(map, settings) };
  },
  /** Takes a floor and a profile of a world file: as adoptWorld. */
  adopt(bytes, choice) {
    return adoptWorld(engine, bytes, choice);
  },
  surveyMap(files) {
    return surveyMap(engine, files);
  },
  readMap(files, legend, choice) {
    return readMap(engine, files, legend, choice);
  },
  bakeMap(files, legend) {
    return bakeMap(engine, files, legend);
  },
  /** A call of the Step mode, and a look at its search. */
  step(call, args, want) {
    return stepper.run(call, args, want);
  },
  /** A call of the Compare mode: a method of Comparer. */
  compare(call, ...args) {
    return comparer[call](...args);
  },
  /** A call of the mode World: a method of WorldEngine, or of its `part`, survey or walk. */
  async world(part, call, ...args) {
    world ??= new WorldEngine(engine, (event) => postMessage(event));
    const result = await (part ? world[part] : world)[call](...args);
    if (!result?.pixels) return result;
    const { pixels, unknown } = result;
    const side = Math.sqrt(pixels.length / 4);
    const data = new ImageData(new Uint8ClampedArray(pixels.buffer), side);
    return { unknown, bitmap: await createImageBitmap(data) };
  },
  /** A call of the mode Battle: a method of Battle. */
  battle(call, ...args) {
    return battle[call](...args);
  },
  /** A call of the fork: a method of Fork. */
  fork(call, ...args) {
    return fork[call](...args);
  },
  /** A call of the mode Learn: a method of LessonCalls. */
  lesson(call, ...args) {
    return lesson[call](...args);
  },
};

function refreshSlice() {
  if (!stale) return;
  try {
    if (engine.refresh(REFRESH_BUDGET)) {
      stale = false;
      postMessage({ event: 'refreshed', world: engine.describe() });
      return;
    }
  } catch {
    stale = false;
    return;
  }
  quiet = setTimeout(refreshSlice, 0);
}

function afterCall(call) {
  clearTimeout(quiet);
  if (call === 'edit') stale = true;
  if (['setMap', 'setHeights', 'bake', 'open', 'adopt', 'generate'].includes(call)) stale = false;
  if (stale) quiet = setTimeout(refreshSlice, QUIET_MS);
}

function buffersOf(value, found = []) {
  if (ArrayBuffer.isView(value)) {
    if (!found.includes(value.buffer)) found.push(value.buffer);
  } else if (typeof ImageBitmap === 'function' && value instanceof ImageBitmap) {
    found.push(value);
  } else if (value && typeof value === 'object') {
    for (const each of Object.values(value)) buffersOf(each, found);
  }
  return found;
}

onmessage = async ({ data: { id, call, args } }) => {
  try {
    const result = await (calls[call] ? calls[call](...args) : engine[call](...args));
    afterCall(call);
    postMessage({ id, result }, buffersOf(result));
  } catch (error) {
    const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    const message = trapped ? `The module stopped: ${error.message}.` : error.message;
    postMessage({ id, error: message, isTooLarge: error.isTooLarge });
  }
};
