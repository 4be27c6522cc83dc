// The engine of the mode World under node, compared with the command: node world.js MODULE COMMAND FOLDER MAP...
// Cells, figures, costs of routes; a server that gives parts, and what goes wrong with one; edits.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { WorldEngine } from '../../tools/explorer/engine/world/world_engine.js';
import { Checks, engineOf } from './load.js';
import { FileOfBytes, serveRanges, WaitingReader, WaitingRequest } from './range_server.js';

globalThis.FileReaderSync = WaitingReader;
globalThis.XMLHttpRequest = WaitingRequest;
const [modulePath, command, folder, ...maps] = process.argv.slice(2);
const checks = new Checks();
const run = (...args) =>
  JSON.parse(execFileSync(command, [...args, '--json'], { encoding: 'utf8' }));
const fileAt = (path) => new FileOfBytes(readFileSync(path));
const blobOf = (content) => new FileOfBytes(Buffer.from(content));
const build = (...args) => execFileSync(command, ['build', ...args], { stdio: 'ignore' });

/** A fresh engine, and a promise that all regions of its world are known. */
async function worldOf(from, options) {
  let know;
  const known = new Promise((resolve) => (know = resolve));
  const faults = [];
  const world = new WorldEngine(await engineOf(modulePath), (event) => {
    if (event.event === 'worldFault') faults.push(event.message);
    if (event.known === event.regions) know();
  });
  const info = await world.open(from, options);
  return { world, info, known, faults };
}

async function says(name, pattern, call) {
  try {
    await call();
    checks.check(name, false, 'nothing was thrown');
  } catch (error) {
    checks.check(name, pattern.test(error.message), `says: ${error.message}`);
  }
}

/** The cost of a whole walk along a route, segment by segment. */
async function walk(world, start, goal) {
  let state = await world.walk.begin(start, goal);
  const planned = state.costToGo;
  for (let i = 0; i < 10000 && state.result === 0 && !state.isDone; i++)
    state = await world.walk.next();
  return { ...state, planned };
}

// ---- The same as the command ----

for (const map of maps) {
  const file = join(folder, `${basename(map)}.world`);
  build(map, '-o', file);
  const info = run('info', file);
  const { world, info: opened, known } = await worldOf(fileAt(file), { name: file });
  await known;
  checks.equal(
    `${basename(map)}: figures are those of info`,
    [opened.width, opened.height, opened.regionsX * opened.regionsY, opened.waypoints],
    [info.width, info.height, info.regions, info.waypoints],
  );
  checks.equal('and bytes', opened.bytes.file, info.world_bytes);
  const lists = world.survey.lists();
  checks.equal('every island is found', lists.islands, opened.islands);
  const regionOf = ([x, y]) => [x, y].map((at) => at - (at % opened.regionCells));
  const isIn = ({ place: [x, y], box: [left, top, right, bottom] }) =>
    x >= left && y >= top && x <= right && y <= bottom;
  checks.check('each lies in its box', lists.islandList.every(isIn));
  const tiny = lists.islandList.find((island) => island.cells === 1);
  if (tiny) checks.equal('that of a cell is its region', tiny.box.slice(0, 2), regionOf(tiny.place));
  const cells = lists.islandList.reduce((sum, island) => sum + island.cells, 0);
  if (lists.islandList.length === lists.islands)
    checks.equal('and all of their cells', cells, opened.openCells);
  const rows = readFileSync(map, 'latin1').split('\n').slice(4);
  let differing = 0;
  for (let i = 0; i < 200; i++) {
    const [x, y] = [(i * 37) % opened.width, (i * 61) % opened.height];
    const found = await world.cell([x, y]);
    if (String.fromCharCode(found.terrain) !== rows[y][x]) differing++;
  }
  checks.equal('cells are those of the map', differing, 0);
  const problems = readFileSync(`${map}.scen`, 'latin1').trim().split('\n').slice(1);
  const picked = problems.filter((_, i) => i % Math.ceil(problems.length / 6) === 1);
  for (const line of picked) {
    const [sx, sy, gx, gy] = line.split(/\s+/).slice(4, 8).map(Number);
    const path = run('path', file, `${sx},${sy}`, `${gx},${gy}`);
    const walked = await walk(world, [sx, sy], [gx, gy]);
    checks.check(
      `${sx},${sy} to ${gx},${gy}: reached like by the command, for no more than planned`,
      (walked.result === 0) === path.reachable &&
        (!path.reachable || walked.walked <= walked.planned + 1e-6) &&
        (!path.reachable || walked.walked >= path.cost * 0.97 - 1e-6),
      JSON.stringify([walked.result, walked.walked, walked.planned, path.cost]),
    );
  }
  world.close();
}

// ---- Edits ----

const first = join(folder, `${basename(maps[0])}.world`);
const { world, known } = await worldOf(fileAt(first), { name: 'first' });
await known;
const before = world.survey.lists();
const island = before.islandList[1];
const inFile = world.describe().bytes;
const way = await world.openWay(island.place);
const inEdited = world.describe().bytes;
checks.equal('bytes of the file stay', { ...inEdited, rebuilt: 0 }, { ...inFile, rebuilt: 0 });
checks.check('those of edits are apart', inFile.rebuilt === 0 && inEdited.rebuilt > 0);
checks.check('an island that is cut off is opened', way.opened > 0 && way.rebuilt.length > 0);
const joined = await world.cell(island.place);
const largest = await world.cell(before.islandList[0].place);
checks.equal('it is part of the largest then', joined.island, largest.island);
const saved = Buffer.from(await (await world.save()).arrayBuffer());
const edited = join(folder, 'edited.world');
writeFileSync(edited, saved);
const verified = execFileSync(command, ['verify', edited], { encoding: 'utf8' });
checks.check('a saved world is a world', verified.length > 0);
checks.equal('with one island less', run('info', edited).islands, before.islands - 1);
const patch = new Uint8Array(await world.savePatch().arrayBuffer());
world.revert();
checks.equal('and their bytes', world.describe().bytes, inFile);
checks.check('edits are taken back', (await world.cell(island.place)).island !== largest.island);
await world.openPatch(patch);
checks.equal(
  'a patch brings them again',
  (await world.cell(island.place)).island,
  (await world.cell(before.islandList[0].place)).island,
);
world.close();

// ---- Edits, and a route ----

const blockaded = await worldOf(fileAt(first), { name: 'blockaded' });
await blockaded.known;
const [, , , , sx, sy, gx, gy] = readFileSync(`${maps[0]}.scen`, 'latin1')
  .trim()
  .split('\n')
  .at(-1)
  .split(/\s+/)
  .map(Number);
const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].flatMap((dx) => [gx + dx, gy + dy]));
const blocked = blockaded.info.weights.indexOf(0);
await blockaded.world.walk.begin([sx, sy], [gx, gy]);
await blockaded.world.edit({ places: around, terrain: blocked });
const broken = await blockaded.world.walk.next();
checks.says('a route over new rock has to begin again', broken.reason ?? '', /begin/i);
const blockedEnd = await walk(blockaded.world, [sx, sy], [gx, gy]);
checks.check('and a new one ends beside it', blockedEnd.result === 0);
const { walk: routes, c: calls } = blockaded.world;
let steps = 0;
routes.budget = 1;
blockaded.world.c = {
  ...calls,
  world_route_step: (budget) => {
    steps++;
    return calls.world_route_step(budget);
  },
};
const overtaken = says('an edit ends a route that is being planned', /^overtaken$/, () =>
  routes.begin([sx, sy], [gx, gy]),
);
await new Promise((resolve) => setTimeout(resolve, 0)); // the route waits for its second slice
await blockaded.world.edit({ places: [sx, sy + 1], terrain: blocked });
const stepsBefore = steps;
await overtaken;
checks.equal('which is not stepped in a world that is closed', steps, stepsBefore);
blockaded.world.close();

// ---- Undo: versions ----

/** A file's bytes as the world would be saved now. */
const bytesOf = async (one) => Buffer.from(await (await one.save()).arrayBuffer());
const undone = await worldOf(fileAt(first), { name: 'undone' });
await undone.known;
const atFirst = await bytesOf(undone.world);
checks.equal('without edits there is nothing to undo', await undone.world.undo(-1), null);
const stroke = await undone.world.edit({ places: around, terrain: blocked });
const afterOne = await bytesOf(undone.world);
await undone.world.edit({ places: [sx, sy], terrain: blocked });
const back = await undone.world.undo(-1);
checks.check('undo gives the version before', afterOne.equals(await bytesOf(undone.world)));
checks.equal('with what can be done again', [back.world.undoable, back.world.redoable], [1, 1]);
const backTwo = await undone.world.undo(-1);
checks.check('and at last the file', atFirst.equals(await bytesOf(undone.world)));
checks.equal('in which no region is edited', backTwo.edited.length, 0);
const again = await undone.world.undo(1);
checks.check('an edit is done again', afterOne.equals(await bytesOf(undone.world)));
checks.equal('and changes the same regions', again.rebuilt, stroke.rebuilt);
await undone.world.undo(-1);
const other = await undone.world.edit({ places: [gx, gy], terrain: blocked });
checks.equal('an edit ends what could be done again', other.world.redoable, 0);
await undone.world.undo(-1);
checks.check('undo goes past it to the file', atFirst.equals(await bytesOf(undone.world)));
for (let i = 0; i < 40; i++)
  await undone.world.edit({ places: [gx, gy], terrain: i % 2 === 0 ? 46 : blocked });
checks.equal('32 edits can be undone', undone.world.describe().undoable, 32);
undone.world.close();

// ---- Windows of segments ----

const refined = await worldOf(fileAt(first), { name: 'refined' });
await refined.known;
let part = await refined.world.walk.begin([sx, sy], [gx, gy]);
const planned = part.plan?.length ?? 0;
checks.check('a plan is told', planned > 0);
checks.equal('by what the world has', part.kind, refined.info.method);
let searched = 0;
let isWithin = true;
while (!part.isDone) {
  part = await refined.world.walk.next();
  const { points, windows } = part;
  searched += windows.length / 4;
  const holds = (x, y, at) =>
    x >= windows[at] && y >= windows[at + 1] && x <= windows[at + 2] && y <= windows[at + 3];
  for (let i = 0; i < points.length && windows.length > 0; i += 2) {
    let isHeld = false;
    for (let at = 0; at < windows.length; at += 4) isHeld ||= holds(points[i], points[i + 1], at);
    isWithin &&= isHeld;
  }
}
checks.check('segments tell the windows that they searched', searched > 1, String(searched));
checks.check('in which they lie', isWithin);
refined.world.close();

// ---- A direct route ----

const direct = await worldOf(fileAt(first), { name: 'direct' });
await direct.known;
const [ax, ay] = before.islandList[0].place;
let near = null;
for (let i = 1; i < 9 && !near; i++)
  for (const to of [[ax + i, ay], [ax, ay + i], [ax + i, ay + i]])
    if ((await direct.world.cell(to))?.isLargest) near = to;
const straight = await direct.world.walk.begin([ax, ay], near);
checks.equal('a route nearby is direct', straight.kind, 'direct');
checks.equal(
  'its line leads from start to goal',
  [[...straight.line.slice(0, 2)], [...straight.line.slice(-2)]],
  [[ax, ay], near],
);
checks.equal('and its unit is at the start', straight.position, [ax, ay]);
direct.world.close();

// ---- Floors and links ----

const mall = join(folder, 'mall.world');
build('maps/mall.tmx', '--legend', 'maps/mall.legend', '-o', mall);
const floors = await worldOf(fileAt(mall), { name: 'mall' });
await floors.known;
checks.equal(
  'floors lie one below the other',
  floors.info.floors.length,
  run('info', mall).floors.length,
);
const second = floors.info.floors[1].y;
checks.check(
  'links have both ends in the plane',
  floors.info.links.some((link) => link.to.place[1] >= second),
);
const upstairs = await walk(floors.world, [5, 5], [20, second + 10]);
const stairs = run('path', mall, '0:5,5', '1:20,10');
checks.equal('a route leads over a link', [upstairs.result === 0, stairs.reachable], [true, true]);
checks.equal('to a cell of the next floor', upstairs.position, [20, second + 10]);
floors.world.close();

// ---- A world that begins at another cell ----

const moved = join(folder, 'moved.world');
build(maps[0], '-o', moved, '--origin', '-5,-3');
const elsewhere = await worldOf(fileAt(moved), { name: 'moved' });
await elsewhere.known;
const cellAt = ([x, y]) => [x - 5, y - 3];
const same = await worldOf(fileAt(first), { name: 'same' });
await same.known;
checks.equal('its corner is told', elsewhere.info.floors[0].corner, [-5, -3]);
const [here, there] = [await elsewhere.world.cell([ax, ay]), await same.world.cell([ax, ay])];
checks.equal('a click tells its own cell', here, { ...there, cell: [...cellAt([ax, ay]), 0] });
checks.equal('its first one too', (await elsewhere.world.cell([0, 0])).cell, [-5, -3, 0]);
checks.equal('islands lie as at 0,0', elsewhere.world.survey.lists(), same.world.survey.lists());
checks.equal('and the graph', elsewhere.world.graph(here.region), same.world.graph(here.region));
for (const level of [0, 2, 3]) {
  const layers = ['islands', 'clearance'];
  const [a, b] = await Promise.all(
    [elsewhere, same].map((one) =>
      one.world.tile({ key: `${level}`, level, column: 0, row: 0, layers }),
    ),
  );
  checks.check(`pictures of level ${level} too`, Buffer.from(a.pixels).equals(Buffer.from(b.pixels)));
}
const toOf = ([x, y]) => cellAt([x, y]).join();
const movedPath = run('path', moved, toOf([sx, sy]), toOf([gx, gy]));
const movedWalk = await walk(elsewhere.world, [sx, sy], [gx, gy]);
const sameWalk = await walk(same.world, [sx, sy], [gx, gy]);
checks.equal('a route goes the same way', movedWalk, sameWalk);
const ratio = movedWalk.planned / movedPath.cost;
checks.check('for what the command says', ratio > 0.97 && ratio < 1.03);
const movedWay = await elsewhere.world.openWay(island.place);
checks.equal('an island is opened by the same cells', [...movedWay.cells], [...way.cells]);
await elsewhere.world.undo(-1);
await elsewhere.world.edit({ places: [gx, gy], terrain: 64, side: 2 });
const byCommand = join(folder, 'moved-edited.world');
const edits = `rect ${toOf([gx, gy])} 2x2 @`;
execFileSync(command, ['edit', moved, edits, '-o', byCommand], { stdio: 'ignore' });
checks.check(
  'an edit that is saved is the command\'s, byte by byte',
  readFileSync(byCommand).equals(await bytesOf(elsewhere.world)),
);
elsewhere.world.close();
same.world.close();
const named = join(folder, 'named.world');
writeFileSync(`${named}.legend`, 'place camp = -4,-1 6x2\nplace end = 7,9\n');
build(maps[0], '-o', named, '--origin', '-5,-3', '--legend', `${named}.legend`);
const camps = await worldOf(fileAt(named), { name: 'named' });
checks.equal('named places lie in the plane', camps.info.places, [
  { name: 'camp', x: 1, y: 2, width: 6, height: 2 },
  { name: 'end', x: 12, y: 12, width: 1, height: 1 },
]);
camps.world.close();

// ---- A server ----

const state = { bytes: readFileSync(first) };
const server = await serveRanges(state);
const remote = await worldOf(server.url);
await remote.known;
const corner = await remote.world.cell([1, 1]);
checks.equal('a world on a server is read in parts', corner.cell, [1, 1, 0]);
checks.check('with fewer fetches than regions', remote.world.memory().fetches < 100);
remote.world.close();
const standing = await worldOf(fileAt(first), { name: 'standing' });
await standing.known;
await standing.world.edit({ places: [gx, gy], terrain: blocked });
await says('a world that can not be opened', /no world file/, () =>
  standing.world.open(blobOf('a text that is no world at all'), { name: 'a.txt' }),
);
checks.equal('leaves the one before, with its edits', standing.world.describe().undoable, 1);
checks.equal('under its name', standing.world.describe().name, 'standing');
await standing.world.open(server.url);
checks.equal('another one takes its place', standing.world.describe().undoable, 0);
standing.world.close();
state.answers = false;
const soon = { answerMs: 2000 }; // a busy machine answers later than one at rest
await says('a server that does not answer', /stopped answering.*within 2 s/, () =>
  worldOf(server.url, soon),
);
state.answers = true;
state.ranges = false;
await says('a server without ranges', /as a whole \(HTTP 200\).*ranges/, () => worldOf(server.url));
state.ranges = true;
state.length = 4000;
await says('a file that was cut short on the server', /cut short/, () => worldOf(server.url));
delete state.length;
await says('no such file', /answers with 404/, () =>
  worldOf(server.url.replace('a.world', 'none')),
);
const stopping = new WorldEngine(await engineOf(modulePath));
await stopping.open(server.url, soon);
const forget = () => stopping.reader.slots[0].chunks.clear();
forget();
state.answers = false;
await says('a server that stops while it is read', /stopped answering/, () => stopping.save());
const asked = state.requests;
state.answers = true;
await says('is not asked again for a moment', /stopped answering/, () => stopping.save());
checks.equal('by any read', state.requests, asked);
await new Promise((resolve) => setTimeout(resolve, soon.answerMs));
forget();
state.length = 2000;
await says('a file that is cut short while it is read', /cut short/, () => stopping.save());
delete state.length;
const again2 = Buffer.from(await stopping.save().arrayBuffer());
checks.check('all of it is read when the server is back', again2.equals(state.bytes));
checks.check('it goes on when the server is back', (await stopping.cell([2, 2])) !== null);
stopping.close();
server.end();
await says('a server that is gone', /can not be fetched/, () => worldOf(server.url));

// ---- Bad files ----

const bytes = readFileSync(first);
await says('no world', /no world file.*OVERLAND/, () =>
  worldOf(blobOf('a text that is no world at all'), { name: 'a.txt' }),
);
await says('a short file', /no world file/, () => worldOf(blobOf('OVER'), { name: 'a.world' }));
await says('a file that is cut short', /is cut short: it has 5000 bytes of the \d+/, () =>
  worldOf(blobOf(bytes.subarray(0, 5000)), { name: 'a.world' }),
);
const damaged = Buffer.from(bytes);
damaged[60] ^= 1;
await says('a damaged header', /can not be opened: .*damaged/, () =>
  worldOf(blobOf(damaged), { name: 'a.world' }),
);
await says('no address', /is no address/, () => worldOf('ftp://somewhere/a.world'));
checks.finish();
