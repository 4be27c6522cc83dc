// The JavaScript package, under node and in a worker: node js_test.js PACKAGE MAPS COMMAND WORK

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const [folder, maps, command, work] = process.argv.slice(2);
const own = await import(pathToFileURL(`${folder}/index.js`));
const { loadOverland, mapOfRows, OverlandError, parseMap } = own;
let [passed, failed] = [0, 0];

function check(name, holds, why = '') {
  if (holds) passed++;
  else failed++;
  console.log(holds ? `ok ${name}` : `FAIL ${name}: ${why}`);
}

const equal = (name, found, wanted) =>
  check(name, JSON.stringify(found) === JSON.stringify(wanted), `${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);

function fails(name, pattern, call) {
  try {
    call();
    check(name, false, 'nothing failed');
  } catch (error) {
    check(name, error instanceof OverlandError && pattern.test(error.message), String(error));
  }
}

const overland = await loadOverland();
const foreign = (await loadOverland()).bake(mapOfRows(['...']));
const wall = mapOfRows(['.......', '...@...', '...@...', '...@...', '.......']);

// ---- Numbers of the interface ----

const { enums } = JSON.parse(readFileSync('tools/api/overland_api.json', 'utf8'));
const results = enums.find(({ name }) => name === 'ovl_result').values;
const source = readFileSync(`${folder}/index.js`, 'utf8');
for (const name of ['OK', 'UNREACHABLE', 'BEGIN_AGAIN']) {
  const { value } = results.find((each) => each.name === `OVL_${name}`);
  check(`OVL_${name} is ${value}`, source.includes(`const ${name} = ${value};`));
}
equal(
  'answers that are no',
  results.slice(1, 4).map(({ name }) => name),
  ['OVL_UNREACHABLE', 'OVL_START_BLOCKED', 'OVL_GOAL_BLOCKED'],
);

// ---- Queries ----

const world = overland.bake(wall);
const planner = world.planner();
const path = planner.find([1, 2], [5, 2], { smoothing: 'none' });
equal('the cost around a wall', path.units, 2 * 1584 + 4 * 1120);
equal('in straight steps', path.cost, path.units / 1120);
equal('its ends', [path.points[0], path.points.at(-1)], [[1, 2], [5, 2]]);
equal('a blocked goal gives null', planner.find([1, 2], [3, 2]), null);
equal('and the reason', planner.reason, 'the goal is blocked');
check('or the nearest cell', planner.find([1, 2], [3, 2], { nearest: true }) !== null);
equal('costs to cells', planner.costs([1, 2], [[5, 2], [1, 2], [3, 3]]), [path.cost, 0, null]);
equal('what the world holds', [world.info.width, world.info.height, world.info.openCells], [7, 5, 32]);

// ---- Routes, and the same as the command ----

const big = overland.bake(parseMap(readFileSync(`${maps}/city-384.map`, 'utf8')));
const openNear = (x, y) => {
  while (big.island(x, y) !== 1) x++;
  return [x, y];
};
const [from, to] = [openNear(20, 20), openNear(350, 350)];
const walker = big.planner();
const segments = [...walker.route(from, to)];
const divided = overland.bake(mapOfRows(['..@..', '..@..'])).planner();
equal(
  'with `nearest` a route goes as near as can be',
  [...divided.route([0, 0], [4, 1], { nearest: true })].at(-1).points.at(-1),
  [1, 1],
);
equal('and says why it ends there', divided.reason, 'no path joins start and goal');
equal('from the nearest cell it goes nowhere', [...divided.route([1, 1], [4, 1], { nearest: true })], []);
check('a route has several segments', segments.length > 3, segments.length);
check(
  'each begins where the last one ended',
  segments.every(({ points }, i) => String(points[0]) === String(i === 0 ? from : segments[i - 1].points.at(-1))),
);
equal('and it ends at the goal', segments.at(-1).points.at(-1), to);
writeFileSync(`${work}/js.world`, big.save());
for (const [a, b] of [[from, to], [openNear(5, 370), openNear(350, 8)], [openNear(200, 100), [0, 0]]]) {
  const said = execFileSync(command, ['path', `${work}/js.world`, a.join(), b.join(), '--smooth', 'any', '--json']);
  const { cost } = JSON.parse(said);
  const mine = walker.find(a, b, { smoothing: 'any' });
  check(`from ${a} to ${b} the command says the same`, Math.abs(cost - mine.cost) < cost / 10000, `${cost}, ${mine.cost}`);
}
const again = overland.open(readFileSync(`${work}/js.world`));
check('a world that was saved is opened', Buffer.compare(again.save(), big.save()) === 0);
equal('and gives the same path', again.planner().find(from, to), walker.find(from, to));

// ---- Edits ----

const closed = world.edit([{ x: 3, y: 0, h: 5, terrain: '@' }]);
planner.use(closed);
equal('a wall across: no path', planner.find([1, 2], [5, 2]), null);
equal('and why', planner.reason, 'no path joins start and goal');
equal('a route has no segments then', [...planner.route([1, 2], [5, 2])], []);
check('the islands differ', closed.island(1, 2) !== closed.island(5, 2));
equal('the terrain is that of the edit', String.fromCharCode(closed.terrain(3, 0)), '@');
planner.use(world);
check('the version before stays', planner.find([1, 2], [5, 2]) !== null);
const walking = big.planner();
const walk = walking.route(from, to);
walk.next();
const ahead = segments[2].points.at(-1);
const blocked = big.edit([{ x: ahead[0], y: ahead[1], terrain: '@' }]);
walking.use(blocked);
let at = null;
for (const { points } of walk) at = points.at(-1);
equal('a route goes on round an edit', at, to);

// ---- What is wrong ----

fails('a file that is no map', /no \.map file/, () => parseMap('hello'));
fails('a row that is short', /row 1 of the map has 2 letters, not 3/, () => mapOfRows(['...', '..']));
fails('bytes that are no world', /can not be opened/, () => overland.open(new Uint8Array(100)));
fails('an argument out of range', /region_cells: 3, not/, () => overland.bake(wall, { regionCells: 3 }));
fails('a smoothing that is none', /not one of none, grid, any/, () => planner.find([1, 1], [2, 2], { smoothing: 'round' }));
fails('a cell that is none', /the goal is no cell/, () => planner.find([1, 1], 5));
fails('a start outside', /can not be found/, () => planner.find([-1, 1], [2, 2]));
fails('an edit outside', /the edits can not be applied/, () => world.edit([{ x: 90, y: 90, terrain: '@' }]));
fails('an edit to no terrain', /terrain of an edit is undefined, not a letter or 0 to 255/, () =>
  world.edit([{ x: 1, y: 1 }]),
);
fails('a cell beyond 32 bits', /the goal is no cell/, () => planner.find([1, 1], [2 ** 32, 1]));
closed.close();
closed.close();
fails('a world that is closed', /the world is closed/, () => closed.info);
fails('a world of another module', /belongs to another module/, () => planner.use(foreign));

// ---- Memory ----

const before = overland.memory;
for (let i = 0; i < 300; i++) {
  const made = overland.bake(wall);
  const one = made.planner();
  one.find([1, 2], [5, 2]);
  one.close();
  made.close();
}
equal('what is closed gives its memory back', overland.memory, before);

// ---- A worker ----

const script = `
  import { parentPort } from 'node:worker_threads';
  const { loadOverland, mapOfRows } = await import(${JSON.stringify(pathToFileURL(`${folder}/index.js`).href)});
  const overland = await loadOverland();
  const world = overland.bake(mapOfRows(['.....', '.@@@.', '.....']));
  parentPort.postMessage(world.planner().find([0, 1], [4, 1]).units);
`;
const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
const units = await new Promise((resolve, reject) => {
  const worker = new Worker(url);
  worker.on('message', resolve);
  worker.on('error', reject);
});
equal('it runs in a worker', units, 6 * 1120);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
