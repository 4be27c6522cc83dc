// The examples of the Step mode: searches that the articles go through by hand. The tests do too.

import { ORDER_PRESETS } from './step_rules.js';
import { PLAIN, ROCK } from './terrain.js';

/** A map of rows of text: `#` is rock. */
function mapOfRows(rows) {
  const terrain = Uint8Array.from(rows.join(''), (letter) => (letter === '#' ? ROCK : PLAIN));
  return { width: rows[0].length, height: rows.length, terrain };
}

const COMMON = { mover: 'walker', body: 1, step: 0, breaks: [] };
const RULES = {
  method: 'astar',
  heuristic: 'manhattan',
  costs: 'ten',
  tie: 'newest',
  weight: 200,
  reopens: false,
};

export const STEP_EXAMPLES = {
  lester: {
    ...COMMON,
    label: "Lester's wall",
    map: mapOfRows(['.......', '...#...', '...#...', '...#...', '.......']),
    start: [1, 2],
    goal: [5, 2],
    corners: 'strict',
    rules: { ...RULES, order: ORDER_PRESETS.counter.order },
  },
  cat: {
    ...COMMON,
    label: 'The cat and the bone',
    map: mapOfRows(['.......', '.#.....', '...##..', '...#...', '...#...', '.......']),
    start: [1, 2],
    goal: [6, 2],
    corners: 'none',
    rules: { ...RULES, costs: 'unit', order: ORDER_PRESETS.straight.order },
  },
};
