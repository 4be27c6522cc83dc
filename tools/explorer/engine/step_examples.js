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
    // Of two cells of the same F, the figures of the article take the lower one, and go below.
    rules: { ...RULES, tie: 'oldest', order: ORDER_PRESETS.clockwise.order },
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
const { cat } = STEP_EXAMPLES;
STEP_EXAMPLES.blind = {
  ...cat,
  label: "The cat that can't see: H is 0",
  kind: 'cat', // of its map
  rules: { ...cat.rules, heuristic: 'none' },
};

/** Maps of the examples as kinds of maps, with which an address names them. */
export const EXAMPLE_MAPS = Object.fromEntries(
  Object.entries(STEP_EXAMPLES).filter(([, { kind }]) => !kind).map(([id, { map }]) => [
    id,
    ({ width, terrain }) =>
      terrain.forEach((_, i) => {
        const [x, y] = [i % width, Math.floor(i / width)];
        terrain[i] = (x < map.width ? map.terrain[y * map.width + x] : PLAIN) ?? PLAIN;
      }),
  ]),
);
