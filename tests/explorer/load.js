// Loads the Explorer's engine from files: for tests under node.

import { readFileSync } from 'node:fs';
import { loadEngine } from '../../tools/explorer/engine/engine.js';
import { makeMap } from '../../tools/explorer/engine/generate.js';
import { readMap } from '../../tools/explorer/engine/map_reader.js';

/** An engine of the module in a file. */
export function engineOf(path) {
  return loadEngine(readFileSync(path));
}

/** A map of MovingAI's format, as the engine reads it. */
export const mapOf = (engine, text) =>
  readMap(engine, [{ name: 'a.map', bytes: Buffer.from(text) }], null).map;

/** A map of rocks on ground of which some is slow and some fast, with ends that can reach each other. */
export function landOf(engine, width, height, seed) {
  const map = makeMap(engine, 'continents', width, height, seed);
  const kinds = [8, 8, 20, 8, 5];
  map.terrain.forEach((terrain, cell) => {
    const part = ((cell % width) >> 3) + 2 * (Math.floor(cell / width) >> 3);
    if (terrain !== 0) map.terrain[cell] = kinds[part % kinds.length];
  });
  engine.setMap(map);
  const places = [[0.12, 0.7], [0.88, 0.2]].map(([x, y]) => [Math.floor(x * width), Math.floor(y * height)]);
  const [start, goal] = engine.cellsNear(places);
  return { map, start, goal };
}

/** A breakpoint of the mode Step that holds at each event. */
export const ANY_EVENT = {
  kind: 'any',
  place: null,
  field: 'none',
  compare: 'equal',
  value: 0,
  rule: 'none',
  on: true,
};

/** Counts checks, prints them as the shell tests do, and ends with their sum. */
export class Checks {
  constructor() {
    this.passed = 0;
    this.failed = 0;
  }

  check(name, holds, why = '') {
    if (holds) this.passed++;
    else this.failed++;
    console.log(holds ? `ok ${name}` : `FAIL ${name}: ${why}`);
  }

  says(name, text, pattern) {
    this.check(name, pattern.test(text), text);
  }

  equal(name, found, wanted) {
    const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
    this.check(name, a === b, `${a.slice(0, 200)} is not ${b.slice(0, 200)}`);
  }

  throws(name, pattern, call) {
    try {
      call();
      this.check(name, false, 'nothing was thrown');
    } catch (error) {
      this.says(name, error.message, pattern);
    }
  }

  finish() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exit(this.failed > 0 ? 1 : 0);
  }
}
