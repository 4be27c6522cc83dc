// The Compare mode's methods, figures and scenarios, under node: node compare.js WASM

import {
  bytesText,
  COMPARE_FIGURES,
  COMPARE_METHODS,
  comparedOfText,
  costOfJumps,
  figureText,
  fittingProblems,
  meanOf,
  sampleProblems,
} from '../../tools/explorer/engine/compare_rules.js';
import { Comparer } from '../../tools/explorer/engine/comparer.js';
import { parseScenario } from '../../tools/explorer/engine/formats.js';
import { makeMap } from '../../tools/explorer/engine/generate.js';
import { Stepper } from '../../tools/explorer/engine/stepper.js';
import { Checks, engineOf, landOf } from './load.js';

const checks = new Checks();
const engine = await engineOf(process.argv[2]);
const comparer = new Comparer(engine, new Stepper(engine));
const { expanded, cost } = COMPARE_FIGURES;

// ---- The same query by all methods ----

/** The answers of all methods to a query, with the optimum. */
function askAll(start, goal) {
  const optimum = comparer.optimum({ start, goal, rounds: 1 })?.cost ?? null;
  return Object.fromEntries(
    Object.keys(COMPARE_METHODS).map((method) => {
      const answer = comparer.run({ method, start, goal, picture: true, ms: 0.1 });
      return [method, { ...answer, optimum }];
    }),
  );
}

/** All cells of a path whose points are in a line with their neighbours. */
function cellsOf(points) {
  const cells = [[points[0], points[1]]];
  for (let i = 2; i < points.length; i += 2) {
    for (let [x, y] = cells.at(-1); x !== points[i] || y !== points[i + 1];) {
      x += Math.sign(points[i] - x);
      y += Math.sign(points[i + 1] - y);
      cells.push([x, y]);
    }
  }
  return cells;
}

const marked = ({ states }) => states.reduce((sum, state) => sum + (state === 2 ? 1 : 0), 0);

engine.setMap(makeMap(engine, 'caves', 120, 90, 3));
const [[northWest, southEast], [north, southWest]] = [
  engine.cellsNear([[3, 3], [115, 85]]),
  engine.cellsNear([[60, 5], [5, 70]]),
];
for (const [start, goal] of [[northWest, southEast], [north, southWest]]) {
  const all = askAll(start, goal);
  const name = `from ${start} to ${goal}`;
  for (const method of ['astar', 'dijkstra', 'jumps'])
    checks.check(`${method} is optimal ${name}`, cost.read(all[method]) === 0, all[method].cost);
  for (const method of ['weighted', 'greedy', 'tiers', 'first', 'octile'])
    checks.check(
      `${method} costs no less ${name}`,
      all[method].found && all[method].cost >= all[method].optimum,
      all[method].cost,
    );
  checks.equal(
    `the library's own answer ${name}`,
    all.tiers.cost,
    engine.path({ start, goal, smoothing: 'grid', nearest: false }).cost,
  );
  checks.check(
    `Dijkstra expands more than A*, and jump points less ${name}`,
    all.dijkstra.cells > all.astar.cells && all.astar.cells > all.jumps.cells,
  );
  for (const method of ['astar', 'greedy', 'jumps'])
    checks.equal(
      `${method} marks what it expanded ${name}`,
      marked(all[method]),
      all[method].cells,
    );
  const { path: jumped, states } = all.jumps;
  checks.check(
    `jumps mark what they pass ${name}`,
    cellsOf(jumped).every(([x, y]) => states[y * 120 + x]),
  );
  checks.check(`the tiers mark their cells ${name}`, marked(all.tiers) <= all.tiers.cells);
  checks.check(
    `the first step expands something ${name}`,
    expanded.read(all.first) > 0,
    expanded.read(all.first),
  );
  for (const [method, { path, us, bytes }] of Object.entries(all)) {
    checks.check(`${method} has a time and bytes ${name}`, us > 0 && bytes > 0);
    checks.equal(`${method} begins at the start ${name}`, [...path.slice(0, 2)], start);
  }
}
const across = askAll(northWest, southEast);
checks.equal(
  'the coarse A* finds what the route costs that the library plans by labels',
  across.octile.cost,
  across.first.cost,
);
checks.check(
  'it expands waypoints',
  across.octile.waypoints > 0 && across.octile.nodes.length === 4 * across.octile.waypoints,
  across.octile.waypoints,
);
checks.equal(
  'the bytes of a world',
  comparer.run({ method: 'tiers', start: northWest, goal: southEast, ms: 0.1 }).bytes,
  engine.describe().bytes,
);
checks.check(
  'pictures are left out unless they are asked for',
  !('states' in comparer.run({ method: 'first', start: northWest, goal: southEast, ms: 0.1 })),
);

// ---- Ground that is not plain, blocked ends, rules ----

const land = landOf(engine, 160, 100, 6);
const hilly = askAll(land.start, land.goal);
checks.equal('A* is optimal on slow ground', cost.read(hilly.astar), 0);
checks.check('jump points are not cheaper there', hilly.jumps.cost >= hilly.jumps.optimum);
checks.equal(
  'the cost of jumps over slow ground',
  costOfJumps([0, 0, 2, 0, 3, 1], [8, 16, 8, 0, 0, 0, 0, 8], 4),
  70 * 24 * 2 + 99 * 16,
);

const walled = new Uint8Array(25).fill(8);
walled.set([0, 0, 0, 0, 0], 10);
engine.setMap({ width: 5, height: 5, terrain: walled });
const none = askAll([0, 0], [4, 4]);
checks.check(
  'no method finds a path through a wall',
  Object.values(none).every((answer) => !answer.found && expanded.read(answer) === null),
);
checks.check(
  'nor from a blocked cell',
  Object.values(askAll([0, 2], [4, 4])).every((answer) => !answer.found),
);
checks.equal(
  'no problems without a path',
  comparer.problems(5, 1).filter(({ start, goal }) => start[1] < 2 !== goal[1] < 2),
  [],
);
engine.bake({ corners: 'none' });
checks.throws('jump points need eight neighbours', /eight neighbours/, () =>
  comparer.run({ method: 'jumps', start: [0, 0], goal: [4, 0], ms: 0.1 }),
);
engine.bake({ corners: 'strict', rule: { cost: '1', allowed: '' } });
checks.throws('rules of a step are not for jump points', /can't be used with rules/, () =>
  comparer.run({ method: 'jumps', start: [0, 0], goal: [4, 0], ms: 0.1 }),
);
for (const method of ['astar', 'dijkstra', 'tiers'])
  checks.check(
    `but for ${method}`,
    Math.abs(
      comparer.run({ method, start: [0, 0], goal: [4, 0], ms: 0.1 }).cost -
        comparer.optimum({ start: [0, 0], goal: [4, 0] }).cost,
    ) < 1e-9,
  );

// ---- Scenarios ----

const scenario = (...lines) => parseScenario(`version 1\n${lines.join('\n')}\n`);
const read = scenario('0 my map.map 5 5 0 1 3 4 5.5', '1 a.map 5 5 4 4 9 9 1');
checks.equal('a problem', read[0], {
  start: [0, 1],
  goal: [3, 4],
  optimal: 5.5,
  width: 5,
  height: 5,
});
const here = { width: 5, height: 5 };
checks.equal('those outside are left out', fittingProblems(read, here, 'a.scen').length, 1);
checks.throws('none lies on the map', /No problem of "a.scen"/, () =>
  fittingProblems(read.slice(1), here, 'a.scen'),
);
checks.throws('another map', /is for a map of 9 × 5 cells; this one has 5 × 5/, () =>
  fittingProblems(scenario('0 a.map 9 5 0 1 3 4 5.5'), here, 'a.scen'),
);
for (const line of [
  '0 a.map 5 5 0.5 1 3 4 5',
  '0 a.map 5 5 -1 1 3 4 5',
  '0 a.map 5 5 0 1 3 4 x',
  '0 a 5',
])
  checks.throws(`"${line}" is no problem`, /Problem 0 of the scenario/, () => scenario(line));
const many = Array.from({ length: 101 }, (_, i) => ({ optimal: (i * 37) % 101 }));
checks.equal(
  'problems are chosen evenly by length',
  sampleProblems(many, 5).map(({ optimal }) => optimal),
  [0, 25, 50, 75, 100],
);

// ---- Words and numbers ----

checks.equal(
  'figures as texts',
  [
    figureText('expanded', 12345),
    figureText('time', 12.34),
    figureText('time', 1234.5),
    figureText('time', 0.04),
    figureText('cost', 0),
    figureText('cost', 1.234),
    figureText('cost', null),
    bytesText(900),
    bytesText(65536),
    bytesText(3 * 1048576),
  ],
  ['12,345', '12.3 µs', '1,235 µs', 'under 1 µs', 'optimal', '+1.23 %', '–', '900 B', '64 kB', '3.0 MB'],
);
checks.equal('a mean leaves out what is not there', meanOf([1, null, 3, undefined]), 2);
checks.equal('a mean of nothing', meanOf([null]), null);
checks.equal('methods of an address', comparedOfText('jumps.x.jumps.first'), ['jumps', 'first']);
checks.equal('without any: the usual ones', comparedOfText('x').length, 4);
checks.finish();
