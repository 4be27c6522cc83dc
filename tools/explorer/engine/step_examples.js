// The examples of the Step mode: searches that the articles go through by hand. The tests do too.

import { ORDER_PRESETS } from './step_rules.js';
import { PLAIN, ROCK } from './terrain.js';

/** A map of rows of text: `#` is rock, a digit ground that costs as much. */
function mapOfRows(rows) {
  const terrain = Uint8Array.from(rows.join(''), (letter) => (letter === '#' ? ROCK : PLAIN * (Number(letter) || 1)));
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
// His program looks at neighbours column by column, and gives a closed cell a lower G.
const MATTHEWS = { ...RULES, costs: 'unit', reopens: true, order: [5, 4, 3, 6, 2, 7, 0, 1] };

export const STEP_EXAMPLES = {
  lester: {
    ...COMMON,
    label: "Lester's wall",
    words:
      "The wall of Patrick Lester's article: straight steps cost 10, diagonal ones 14. Of cells of equal F the older one comes first, so the way leads below.",
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
    words:
      'Four neighbours, and each step costs 1. Four cells tie at F 7: which of them comes first decides between two ways of the same length.',
    map: mapOfRows(['.......', '.#.....', '...##..', '...#...', '...#...', '.......']),
    start: [1, 2],
    goal: [6, 2],
    corners: 'none',
    rules: { ...RULES, costs: 'unit', order: ORDER_PRESETS.straight.order },
  },
  eight: {
    ...COMMON,
    label: 'Matthews: diagonals for 1',
    words:
      "The rules of James Matthews' A* Explorer: all eight steps cost 1, and H adds rows and columns. That is too much where a diagonal serves, so F falls on the way, and the path takes 9 steps. Choose the heuristic octile: 6 are enough.",
    map: mapOfRows(['........', '...#....', '...#....', '.###....', '........']),
    start: [1, 1],
    goal: [7, 4],
    corners: 'free',
    rules: MATTHEWS,
  },
  ground: {
    ...COMMON,
    label: 'Matthews: ground of 1, 2 and 3',
    words:
      'The same rules without diagonals, over ground of three costs. G counts the ground, so the path crosses the thin belt and goes round the block; H counts 1 a cell, which is never too much.',
    map: mapOfRows(['..2......', '..2.333..', '..2.333..', '..2.333..', '..2.333..', '..2......']),
    start: [0, 3],
    goal: [8, 3],
    corners: 'none',
    rules: MATTHEWS,
  },
};
const { cat } = STEP_EXAMPLES;
STEP_EXAMPLES.blind = {
  ...cat,
  label: "The cat that can't see: H is 0",
  words: 'Without H the search spreads to all sides: it finds as short a way, after more expansions.',
  kind: 'cat', // of its map
  rules: { ...cat.rules, heuristic: 'none' },
};

/** The example that a search is, by the kind of its map and its rules; undefined: none. */
export function exampleOf(kind, { heuristic }) {
  const all = Object.entries(STEP_EXAMPLES).filter(([id, each]) => (each.kind ?? id) === kind);
  return (all.find(([, { rules }]) => rules.heuristic === heuristic) ?? all[0])?.[0];
}

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
