// Loads the Explorer's engine from files: for tests under node.

import { readFileSync } from 'node:fs';
import { loadEngine } from '../../tools/explorer/engine/engine.js';
import { readMap } from '../../tools/explorer/engine/map_reader.js';

/** An engine of the module in a file. */
export function engineOf(path) {
  return loadEngine(readFileSync(path));
}

/** A map of MovingAI's format, as the engine reads it. */
export const mapOf = (engine, text) =>
  readMap(engine, [{ name: 'a.map', bytes: Buffer.from(text) }], null).map;

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
