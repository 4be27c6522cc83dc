// The JavaScript package, under node and in a worker: node js_test.js PACKAGE MAPS COMMAND WORK

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

const { enums } = JSON.parse(readFileSync(`${dirname(command)}/bindings/overland_api.json`, 'utf8'));
const results = enums.find(({ name }) => name === 'ovl_result').values;
const source = readFileSync(`${folder}/core.js`, 'utf8');
for (const name of ['OK', 'BEGIN_AGAIN', 'OTHER_PART']) {
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
const path = planner.findPath([1, 2], [5, 2], { smoothing: 'none' });
equal('the cost around a wall', path.units, 2 * 1584 + 4 * 1120);
equal('in straight steps', path.cost, path.units / 1120);
equal('its ends', [path.points[0], path.points.at(-1)], [[1, 2], [5, 2]]);
equal(
  'each of its cells',
  planner.findPath([1, 2], [5, 2]).cells().join(' '),
  '1,2 2,1 2,0 3,0 4,0 5,1 5,2',
);
equal('the answer', [planner.result, planner.reason], ['ok', '']);
equal('a blocked goal gives null', planner.findPath([1, 2], [3, 2]), null);
equal('the result', planner.result, 'goal-blocked');
equal('and the reason', planner.reason, 'the goal is blocked');
check('or the nearest cell', planner.findPath([1, 2], [3, 2], { nearest: true }).partial);
equal('and says that it is not the goal', planner.result, 'unreachable');
planner.findPath([3, 2], [1, 2]);
equal('a start that is blocked', planner.result, 'start-blocked');
fails('cells of lines at any angle', /the line from 0,0 to 6,1 is at another angle/, () =>
  overland.bake(mapOfRows(['.......', '.......'])).planner().findPath([0, 0], [6, 1], { smoothing: 'any' }).cells(),
);
equal('costs to cells', planner.findCosts([1, 2], [[5, 2], [1, 2], [3, 3]]), [path.cost, 0, null]);
equal('whether a goal is reached', [planner.reaches([1, 2], [5, 2]), planner.reaches([1, 2], [3, 2])], [true, false]);
equal('and why not', planner.result, 'goal-blocked');
equal('cells within a range', planner.findRange([0, 0], 1).map(({ cell, cost }) => `${cell}: ${cost}`).sort(), ['0,0: 0', '0,1: 1', '1,0: 1']);
equal('many of them', planner.findRange([0, 0], 99).length, 32);
fails('a range that is none', /budget is NaN/, () => planner.findRange([0, 0], NaN));
planner.findPath([3, 2], [1, 2]);
equal('what the world holds', [world.describe().width, world.describe().height, world.describe().openCells], [7, 5, 32]);

// ---- Maps of letters and of numbers ----

const numbers = { width: 3, height: 2, terrain: new Uint8Array([1, 0, 1, 1, 7, 1]) };
const yard = overland.bake(numbers);
equal('of numbers 0 is blocked, all else is ground', yard.describe().openCells, 5);
equal('an array is one of numbers too', overland.bake({ ...numbers, terrain: [1, 0, 1, 1, 7, 1] }).describe().openCells, 5);
equal('weights name numbers', overland.bake(numbers, { weights: { 1: 1, 7: 2.5 } }).weight(1, 1), 2.5);
equal('in a map of letters a figure is a letter', overland.bake(mapOfRows(['1.']), { weights: { 1: 2 } }).weight(0, 0), 2);
equal('an edit to 0 closes a cell', yard.apply([{ x: 0, y: 0, terrain: 0 }]).describe().openCells, 4);
fails('a letter for a world of numbers', /terrain is '@', but this world was baked of numbers: 0 is blocked/, () =>
  yard.apply([{ x: 0, y: 0, terrain: 1 }]).apply([{ x: 0, y: 0, terrain: '@' }]),
);
fails('a weight of a letter for a map of numbers', /weights name '\.'.*add letters: true/, () =>
  overland.bake(numbers, { weights: { '.': 1 } }),
);
const codes = { width: 3, height: 1, terrain: new Uint8Array([46, 64, 46]), letters: true };
equal('numbers may be codes of letters', overland.bake(codes).describe().openCells, 2);
equal('and terrain text', overland.bake({ width: 3, height: 1, terrain: '.@.' }).describe().openCells, 2);
const reopened = overland.open(yard.save());
equal('a world from a file takes both', reopened.apply([{ x: 0, y: 0, terrain: '@' }]).terrain(0, 0), 64);
equal('weights of cells: ground, blocked, outside', [[0, 0], [1, 0], [9, 9]].map((at) => yard.weight(...at)), [1, 0, 0]);
equal('the terrain outside', yard.terrain(9, 9), 0);

// ---- Links ----

execFileSync(command, ['build', `${maps}/mall.tmx`, '--legend', `${maps}/mall.legend`, '-o', `${work}/mall.world`]);
const mall = overland.open(readFileSync(`${work}/mall.world`));
const visitor = mall.planner();
const climb = visitor.findPath([28, 38], [20, 15, 4], { smoothing: 'none' });
check('a path over floors tells its links', climb.links.length > 0, JSON.stringify(climb.links));
check(
  'which are the legs that change the floor',
  climb.links.every(({ point }) => climb.points[point - 1][2] !== climb.points[point][2]),
);
const stepped = climb.cells();
check('its cells are one step apart, but for links', climb.links.length === stepped.slice(1).filter(
  ([x, y, floor = 0], i) => Math.max(Math.abs(x - stepped[i][0]), Math.abs(y - stepped[i][1])) !== 1 ||
    floor !== (stepped[i][2] ?? 0),
).length);
equal('a route takes them too', [...visitor.route([28, 38], [20, 15, 4])].at(-1).points.at(-1), [20, 15, 4]);

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
  [...divided.route([0, 0], [4, 1], { nearest: true })].at(-1)?.points.at(-1),
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
  const mine = walker.findPath(a, b, { smoothing: 'any' });
  check(`from ${a} to ${b} the command says the same`, Math.abs(cost - mine.cost) < cost / 10000, `${cost}, ${mine.cost}`);
}
const again = overland.open(readFileSync(`${work}/js.world`));
check('a world that was saved is opened', Buffer.compare(again.save(), big.save()) === 0);
equal('and gives the same path', again.planner().findPath(from, to), walker.findPath(from, to));

// ---- Edits ----

const closed = world.apply([{ x: 3, y: 0, h: 5, terrain: '@' }]);
planner.world = closed;
equal('a wall across: no path', planner.findPath([1, 2], [5, 2]), null);
equal('and why', planner.reason, 'no path joins start and goal');
equal('a route has no segments then', [...planner.route([1, 2], [5, 2])], []);
check('the islands differ', closed.island(1, 2) !== closed.island(5, 2));
equal('the terrain is that of the edit', String.fromCharCode(closed.terrain(3, 0)), '@');
planner.world = world;
check('the version before stays', planner.findPath([1, 2], [5, 2]) !== null);
const walking = big.planner();
const walk = walking.route(from, to);
walk.next();
const ahead = segments[2].points.at(-1);
const blocked = big.apply([{ x: ahead[0], y: ahead[1], terrain: '@' }]);
walking.world = blocked;
let at = null;
for (const { points } of walk) at = points.at(-1);
equal('a route goes on round an edit', at, to);

// ---- What is wrong ----

fails('a file that is no map', /no \.map file/, () => parseMap('hello'));
fails('a row that is short', /row 1 of the map has 2 letters, not 3/, () => mapOfRows(['...', '..']));
fails('bytes that are no world', /can not be opened/, () => overland.open(new Uint8Array(100)));
fails('an argument out of range', /region_cells is 3; it should be at least \d+/, () => overland.bake(wall, { regionCells: 3 }));
planner.findPath([1, 1], [2, 2]);
fails('a smoothing that is none', /not one of grid, any, none/, () => planner.findPath([1, 1], [2, 2], { smoothing: 'round' }));
equal('which is an error of the planner', planner.result, 'error');
fails('a cell that is none', /the goal is no cell/, () => planner.findPath([1, 1], 5));
fails('a start outside', /start\.x is -1; it should be at least 0/, () => planner.findPath([-1, 1], [2, 2]));
fails('a goal outside', /goal\.x is 500; it should be at most 6/, () => planner.findPath([1, 1], [500, 2]));
equal('is an error', planner.result, 'error');
fails('a world whose bytes were changed', / at \d+: found \d+, expected \d+$/, () => {
  const bytes = big.save();
  bytes[bytes.length >> 1] ^= 1;
  overland.open(bytes);
});
fails('an object as a cell', /a cell is \[x, y\] or \[x, y, floor\]/, () => planner.findPath({ x: 1, y: 1 }, [2, 2]));
fails('a cell of four numbers', /the start is no cell/, () => planner.findPath([1, 1, 0, 0], [2, 2]));
fails('an option that is none', /no option neerest; profile, nearest, smoothing, moveStart and moveGoal are/, () =>
  planner.findPath([1, 1], [2, 2], { neerest: true }),
);
fails('nor for a route', /no option neerest/, () => planner.route([1, 1], [2, 2], { neerest: true }));
fails('an option of a bake that is none', /no option wieghts; weights, corners/, () => overland.bake(wall, { wieghts: {} }));
fails('a profile by its name', /profile is cat; it should be a whole number/, () =>
  planner.findPath([1, 1], [2, 2], { profile: 'cat' }),
);
fails('a tuning that is no number', /regionCells is big; it should be a whole number/, () =>
  overland.bake(wall, { regionCells: 'big' }),
);
fails('a field of an edit that is none', /no field width; x, y, w, h, floor, terrain and mask are/, () =>
  world.apply([{ x: 1, y: 1, width: 2, terrain: '@' }]),
);
fails('a terrain of several letters', /terrain of an edit is water, not a letter/, () =>
  world.apply([{ x: 1, y: 1, terrain: 'water' }]),
);
fails('a weight of several letters', /weights name 'water'; terrains of this map are letters/, () =>
  overland.bake(wall, { weights: { water: 2 } }),
);
for (const none of ['map', ['...'], undefined, { terrain: [1] }])
  fails(`${none} as a map`, /a map is { width, height, terrain }; for rows use mapOfRows\(rows\)/, () => overland.bake(none));
fails('numbers beyond a byte', /the terrain of 1,0 is 256, not a number from 0 to 255/, () =>
  overland.bake({ width: 2, height: 1, terrain: [1, 256] }),
);
fails('bytes as the text of a map', /parseMap takes text: readFileSync\(path, 'utf8'\)/, () => parseMap(Buffer.from('type')));
fails('a map without rows', /a map needs at least one row of letters/, () => mapOfRows([]));
fails('a letter of two bytes', /the map has the letter ☃; letters up to U\+00FF/, () => mapOfRows(['.☃']));
fails('an edit that is no list', /edits are an array of { x, y, terrain }/, () => world.apply({ x: 1, y: 1, terrain: '@' }));
fails('nor a list of cells', /edits are an array of { x, y, terrain }/, () => world.apply([null]));
fails('an array of holes as edits', /edits are an array of { x, y, terrain }$/, () => world.apply(Array(3)));
fails('nor with one hole', /edits are an array/, () => world.apply([{ x: 1, y: 1, terrain: '@' }, ,]));
fails('an array of holes as cells', /a goal is no cell: a cell is \[x, y\]/, () => planner.findCosts([1, 1], Array(3)));
fails('an array of holes as rows', /mapOfRows takes an array of rows of letters/, () => mapOfRows(Array(3)));
fails('an array of holes as terrain', /the terrain of 0,0 is undefined/, () =>
  overland.bake({ width: 3, height: 1, terrain: Array(3) }),
);
fails('no options', /options are an object, not null/, () => planner.findPath([1, 1], [2, 2], null));
fails('a weight that is text', /the weight of \. is 1, not a number/, () => overland.bake(wall, { weights: { '.': '1' } }));
fails('a path as a world', /open takes the bytes of a file: readFileSync\(path\)/, () => overland.open('land.world'));
fails('a map as a world', /this is a map: bake\(parseMap\(text\)\)/, () =>
  overland.open(readFileSync(`${maps}/city-384.map`)),
);
fails('a cell where two numbers are due', /weight takes x, y and floor, whole numbers/, () => world.weight([1, 2]));
fails('no world to use', /a planner needs a world/, () => (planner.world = 5));
fails('an edit outside', /the edits can not be applied/, () => world.apply([{ x: 90, y: 90, terrain: '@' }]));
fails('an edit to no terrain', /terrain of an edit is undefined, not a letter or 0 to 255/, () =>
  world.apply([{ x: 1, y: 1 }]),
);
fails('a cell beyond 32 bits', /the goal is no cell/, () => planner.findPath([1, 1], [2 ** 32, 1]));
closed.close();
closed.close();
fails('a world that is closed', /the world is closed/, () => closed.describe());
fails('a world of another module', /belongs to another module/, () => (planner.world = foreign));

// ---- Hexagons ----

const board = overland.bake({ width: 9, height: 9, terrain: '.'.repeat(81) }, { topology: 'hexagons' });
equal('over hexagons a path takes as many steps as they are apart', board.planner().findPath([0, 8], [8, 0]).units,
  1120 * overland.hexagonDistance([0, 8], [8, 0]));
equal('a cell of odd-r as an axial one', overland.hexagonFrom('odd-r', [12, 7]), [9, 7]);
equal('and back', overland.hexagonTo('odd-r', [9, 7]), [12, 7]);
equal('on its floor', overland.hexagonTo('odd-r', [9, 7, 2]), [12, 7, 2]);
fails('a layout that is none', /layout is odd, not one of axial/, () => overland.hexagonFrom('odd', [1, 1]));
fails('a topology that is none', /topology is triangles/, () => overland.bake(wall, { topology: 'triangles' }));
board.close();

// ---- A world that begins elsewhere ----

const elsewhere = overland.bake(wall, { origin: [-5, -3] });
equal('a world tells its origin', elsewhere.describe().partition.origin, [-5, -3]);
equal('its cells begin there', [elsewhere.terrain(-2, -2), elsewhere.terrain(3, 1)], ['@'.charCodeAt(0), 0]);
const moved = elsewhere.planner().findPath([-4, -1], [0, -1]);
equal('a path is the same, moved', moved.points, overland.bake(wall).planner().findPath([1, 2], [5, 2]).points.map(([x, y]) => [x - 5, y - 3]));
const shut = elsewhere.apply([{ x: -2, y: -3, h: 5, terrain: '@' }]);
check('an edit is in its cells', shut.island(-3, -1) !== shut.island(-1, -1));
fails('an origin that is no cell', /the origin is no cell/, () => overland.bake(wall, { origin: 5 }));
fails('an origin too far away', /origin.x is 2000000000; it should be at most 1073741824/, () => overland.bake(wall, { origin: [2e9, 0] }));
shut.close();
elsewhere.close();

// ---- Memory ----

const before = overland.memory;
for (let i = 0; i < 300; i++) {
  const made = overland.bake(wall);
  const one = made.planner();
  one.findPath([1, 2], [5, 2]);
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
  parentPort.postMessage(world.planner().findPath([0, 1], [4, 1]).units);
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
