// Maps of hexagons, under node: node hexagons.js WASM OVERLAND FOLDER

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { COMPARE_METHODS } from '../../tools/explorer/engine/compare_rules.js';
import { Comparer } from '../../tools/explorer/engine/comparer.js';
import { formatMap } from '../../tools/explorer/engine/formats.js';
import { makeMap } from '../../tools/explorer/engine/generate.js';
import {
  besideCell,
  bodyCells,
  cellAtPlace,
  frameOf,
  hasCell,
  hexagonDistance,
  HEXAGON_STEPS,
  placeOf,
} from '../../tools/explorer/engine/hexagons.js';
import { readMap } from '../../tools/explorer/engine/map_reader.js';
import { Stepper } from '../../tools/explorer/engine/stepper.js';
import { OUTSIDE, PLAIN, ROCK, weightsOf } from '../../tools/explorer/engine/terrain.js';
import { adoptWorld } from '../../tools/explorer/engine/world_file.js';
import { Camera } from '../../tools/explorer/page/camera.js';
import { discAround, floodFrom, lineBetween, rectBetween } from '../../tools/explorer/page/shapes.js';
import { Checks, engineOf } from './load.js';

const [wasm, overland, folder] = process.argv.slice(2);
const checks = new Checks();
const engine = await engineOf(wasm);
const comparer = new Comparer(engine, new Stepper(engine));
const KINDS = { r: 'odd-r', q: 'odd-q' };

/** An axial map of plain ground. */
const field = (width, height, hexagons = 'r') => ({
  ...{ width, height, hexagons, terrain: new Uint8Array(width * height).fill(PLAIN) },
});
const cellsOf = ({ width }, cells) => cells.map((cell) => [cell % width, Math.floor(cell / width)]);
const isBeside = ([ax, ay], [bx, by]) => hexagonDistance(bx - ax, by - ay) === 1;

// ---- Cells and places ----

for (const kind of ['r', 'q']) {
  const camera = new Camera();
  camera.fit(field(9, 7, kind), { x: 30, y: 20, width: 700, height: 500 });
  const all = Array.from({ length: 63 }, (_, i) => [i % 9, Math.floor(i / 9)]);
  const isBack = all.every((cell) =>
    [[0, 0], [0.4, 0], [-0.4, 0], [0, 0.4], [0, -0.4], [0.3, 0.3], [-0.3, -0.3]].every(([dx, dy]) => {
      const [x, y] = camera.middle(...cell);
      return String(camera.cellAt(x + dx * camera.scale, y + dy * camera.scale)) === String(cell);
    }),
  );
  checks.check(`${kind}: a place of the page leads back to its cell`, isBack);
  const far = HEXAGON_STEPS.map((step) => Math.hypot(...placeOf(kind, ...step)));
  checks.check('six neighbours lie a width away', far.every((each) => Math.abs(each - 1) < 1e-9));
  const [left, top] = camera.box(0, 0, 9, 7);
  checks.check('the map fits the room that it has', left > 29.9 && top > 19.9);
  for (const arrow of [[0, -1], [0, 1], [-1, 0], [1, 0]]) {
    const there = besideCell(kind, [4, 3], arrow);
    const back = besideCell(kind, there, arrow.map((each) => -each));
    checks.check(`an arrow leads to a neighbour, and back`, isBeside([4, 3], there) && String(back) === '4,3');
  }
}

// ---- Shapes of strokes ----

const ground = field(21, 21);
checks.equal('a brush of three is a cell and those around it', discAround(ground, [10, 10], 3).length, 7);
checks.equal('and one of five has two rings', discAround(ground, [10, 10], 5).length, 19);
const line = lineBetween([2, 3], [15, 9], 'r');
checks.check(
  'a line goes from neighbour to neighbour, no longer than it must be',
  line.length === 20 && line.slice(1).every((cell, i) => isBeside(line[i], cell)),
);
const box = cellsOf(ground, rectBetween(ground, [8, 4], [8, 9]));
checks.check(
  'a rectangle stands upright',
  box.every((cell) => {
    const [x, y] = placeOf('r', ...cell);
    return x > 9.9 && x < 12.6 && y > 3 && y < 8;
  }) && box.length === 18,
  JSON.stringify(box),
);
const walled = field(5, 5);
for (const cell of [2, 7, 12, 17, 22]) walled.terrain[cell] = ROCK;
checks.equal('a fill ends at a wall', floodFrom(walled, [0, 0]).length, 10);
checks.equal('bodies', [1, 2, 3].map((size) => bodyCells('r', size).length), [1, 7, 19]);

// ---- Maps of the command ----

for (const [kind, layout] of Object.entries(KINDS)) {
  const file = `${folder}/${layout}.map`;
  execFileSync(overland, ['gen', 'continents', '41x30', '--seed', '3', '--hex', layout, '-o', file]);
  const read = readMap(engine, [{ name: 'a.map', bytes: readFileSync(file) }], null).map;
  const made = makeMap(engine, 'continents', 41, 30, 3, kind);
  const kindsOf = ({ terrain }) =>
    [...terrain].map((each) => (each === OUTSIDE ? 'o' : weightsOf('walker')[each])).join();
  checks.equal(`${layout}: a map has its sides`, [read.width, read.height], [made.width, made.height]);
  checks.equal('its cells are hexagons', read.hexagons, kind);
  checks.check('those of the page, made with the same seed', kindsOf(read) === kindsOf(made));
  const frame = frameOf(made);
  const [w, h] = kind === 'r' ? [41.5, 26.3] : [35.8, 30.5];
  checks.check(
    'it is drawn upright',
    Math.abs(frame.width - w) < 0.1 && Math.abs(frame.height - h) < 0.1,
    `${frame.width} ${frame.height}`,
  );
  checks.check('cells beside it are none', !hasCell(made, ...(kind === 'r' ? [0, 0] : [0, 0])));
}

// ---- Paths by all methods ----

for (const [name, hexagons] of [['caves', 'r'], ['continents', 'q']]) {
  const map = makeMap(engine, name, 90, 60, 3, hexagons);
  map.terrain.forEach((terrain, cell) => {
    if (terrain === PLAIN && cell % 7 < 2) map.terrain[cell] = 20;
  });
  checks.check(`${name}: a world of hexagons`, engine.setMap(map).hexagons);
  const [start, goal] = engine.cellsNear([[35, 5], [70, 50]]);
  const best = comparer.optimum({ start, goal });
  const answers = Object.fromEntries(
    Object.keys(COMPARE_METHODS)
      .filter((method) => method !== 'jumps')
      .map((method) => [method, comparer.run({ method, start, goal, picture: true, ms: 0.1 })]),
  );
  checks.check('a path by each method', Object.values(answers).every(({ found }) => found));
  for (const method of ['astar', 'dijkstra'])
    checks.equal(`${method} finds the best one`, answers[method].cost.toFixed(4), best.cost.toFixed(4));
  checks.check(
    'none costs less',
    Object.values(answers).every(({ cost }) => cost > best.cost - 1e-6),
    JSON.stringify(Object.entries(answers).map(([id, { cost }]) => [id, cost])),
  );
  checks.check('a guess spares cells', answers.astar.cells < answers.dijkstra.cells);
  const { path } = answers.astar;
  const cells = Array.from({ length: path.length / 2 }, (_, i) => [path[2 * i], path[2 * i + 1]]);
  checks.check('each step leads to one of six', cells.slice(1).every((cell, i) => isBeside(cells[i], cell)));
}
checks.throws('jump points are refused', /squares/, () =>
  comparer.run({ method: 'jumps', start: [30, 5], goal: [40, 5], ms: 0.1 }),
);

// ---- Bodies, rules, edits ----

const gap = field(15, 15);
for (let x = 0; x < 15; x++) if (x !== 7) gap.terrain[7 * 15 + x] = ROCK;
const across = { start: [7, 2], goal: [4, 12], nearest: false };
engine.setMap(gap);
checks.equal('through a gap of a cell', engine.path(across).cost, 10);
engine.bake({ body: 2 });
checks.check('a body of seven cells does not fit', engine.path(across).result !== 0);
engine.bake({ body: 1, rule: { cost: 'by > ay ? 1 : 0', allowed: '' } });
checks.equal('a rule of steps', engine.path(across).cost, 20);
engine.bake({ rule: null });
engine.edit({ x: 3, y: 7, w: 1, h: 1, values: [PLAIN], mask: null });
checks.equal('an edit opens a shorter way', engine.path({ ...across, start: [5, 2], goal: [2, 12] }).cost, 10);

// ---- Files ----

const kept = adoptWorld(engine, engine.save());
checks.equal('a world file keeps that they are hexagons', [kept.map.hexagons, kept.settings.body], ['r', 1]);
for (const kind of ['r', 'q']) {
  const map = makeMap(engine, 'random', 20, 11, 3, kind);
  const bytes = Buffer.from(formatMap(map));
  const read = readMap(engine, [{ name: 'a.map', bytes }], null).map;
  checks.equal(`${kind}: a map is written and read`, [read.hexagons, ...read.terrain], [kind, ...map.terrain]);
}
checks.check('squares come back', !engine.setMap({ ...gap, hexagons: undefined }).hexagons);
checks.equal('with their diagonal steps', engine.path({ start: [7, 2], goal: [9, 4] }).costUnits, 2 * 1584);
checks.equal('cells of squares', cellAtPlace(undefined, 3.4, 2.6), [3, 3]);

checks.finish();
