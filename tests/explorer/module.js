// The calls of the Explorer's engine, under node: node module.js WASM

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { EVENT_BYTES } from '../../tools/explorer/engine/engine.js';
import { faultText } from '../../tools/explorer/engine/fault_text.js';
import { Fork } from '../../tools/explorer/engine/fork.js';
import { formatMap, parseScenario } from '../../tools/explorer/engine/formats.js';
import { makeMap, MAP_KINDS } from '../../tools/explorer/engine/generate.js';
import { PLAIN, ROCK } from '../../tools/explorer/engine/terrain.js';
import { adoptWorld } from '../../tools/explorer/engine/world_file.js';
import { unpackLzma } from '../../tools/explorer/page/lzma.js';
import { Checks, engineOf, landOf, mapOf } from './load.js';

const checks = new Checks();
const engine = await engineOf(process.argv[2]);
const bytes = (array) => Buffer.from(array).toString('base64');

/** The names of the library's results, each at its number. */
const header = readFileSync(new URL('../../src/overland.h', import.meta.url), 'utf8');
const results = header
  .slice(header.indexOf('typedef enum ovl_result'), header.indexOf('} ovl_result'))
  .replace(/\/\*.*?\*\//gs, '')
  .match(/OVL_\w+/g);

/** A map of text: `#` is rock, a digit ground that costs so much, all else plain ground. */
function draw(...rows) {
  const terrain = rows.flatMap((row) =>
    [...row].map((letter) => (letter === '#' ? ROCK : /\d/.test(letter) ? 8 * letter : PLAIN)),
  );
  return { width: rows[0].length, height: rows.length, terrain: Uint8Array.from(terrain) };
}

// ---- The module, as the page has it ----

const module = readFileSync(process.argv[2]);
for (const choice of ['pb=0', 'lc=0,lp=2', 'lc=2,pb=3'])
  checks.check(
    `what was packed with ${choice} is unpacked`,
    module.equals(
      unpackLzma(
        execFileSync('xz', ['--format=lzma', `--lzma1=preset=1,${choice}`, '-c'], { input: module, maxBuffer: 1e7 }),
        module.length,
      ),
    ),
  );

// ---- Maps ----

for (const kind of MAP_KINDS) {
  const map = makeMap(engine, kind, 100, 70, 3);
  checks.check(
    `a map of the kind ${kind} is the same each time`,
    bytes(map.terrain) === bytes(makeMap(engine, kind, 100, 70, 3).terrain),
  );
  checks.check(`it is baked`, engine.setMap(map).openCells > 500);
}
const small = draw('..#..', '..#..', '.....');
checks.equal(
  'a map is written and read',
  [...mapOf(engine, formatMap(small)).terrain].map((t) => t > 0 && t < 240),
  [...small.terrain].map((t) => t > 0),
);
checks.throws('a map that is too large', /4000 × 1 cells; this page takes up to/, () =>
  mapOf(engine, `type octile\nheight 1\nwidth 4000\nmap\n${'.'.repeat(4000)}\n`),
);
checks.throws('a scenario that is none', /no \.scen file/, () => parseScenario('hello'));
checks.throws('a problem that can not be read', /Problem 0/, () =>
  parseScenario('version 1\n0 a.map 5 5 x 1 2 3 4\n'),
);

// ---- Paths ----

const wall = draw('.......', '...#...', '...#...', '...#...', '.......');
const ends = { start: [1, 2], goal: [5, 2] };
engine.setMap(wall);
checks.equal(
  'the cost of a path around a wall',
  engine.path(ends).costUnits,
  4 * 1584 + 2 * 1120 - 2 * 1584 + 2 * 1120,
);
engine.bake({ corners: 'none' });
checks.equal('without diagonal steps', engine.path(ends).costUnits, 8 * 1120);
engine.bake({ corners: 'strict', body: 2 });
checks.equal(
  'a body of two cells does not fit',
  engine.path({ ...ends, nearest: false }).result,
  1,
);
const near = engine.path(ends);
checks.check('the nearest cell instead', near.partial && near.points.length >= 2);
engine.bake({ body: 1 });
const heavy = draw('.9.', '...');
engine.setMap(heavy);
checks.equal(
  'slow ground is passed by',
  [...engine.path({ start: [0, 0], goal: [2, 0], smoothing: 'none' }).cells],
  [0, 0, 1, 1, 2, 0],
);
engine.bake({ mover: 'boat' });
checks.equal(
  'a boat does not go on land',
  engine.path({ start: [0, 0], goal: [2, 0], nearest: false }).result,
  2,
);
engine.bake({ mover: 'walker' });

// ---- Rules that are typed in ----

const plainField = draw(...Array(9).fill('.........'));
const across = { start: [0, 4], goal: [8, 4] };
engine.setMap(plainField);
engine.bake({ rule: { cost: 'by > ay ? 1 : 0', allowed: '' } });
checks.equal(
  'an extra cost of steps',
  engine.path({ start: [4, 0], goal: [4, 8] }).costUnits,
  16 * 1120,
);
checks.equal(
  'which others do not have',
  engine.path({ start: [4, 8], goal: [4, 0] }).costUnits,
  8 * 1120,
);
engine.bake({ rule: { cost: '', allowed: '!(bx == 4 && by > 0)' } });
checks.equal('steps that are not allowed', engine.path(across).costUnits > 8 * 1120, true);
engine.bake({ rule: { cost: 'abs(bw - 1) * 2', allowed: '' } });
engine.edit({ x: 4, y: 0, w: 1, h: 9, values: new Uint8Array(9).fill(16), mask: null });
const ruled = engine.path(across).costUnits;
const ruledMap = { ...plainField, terrain: engine.terrain() };
engine.setMap(ruledMap);
checks.equal(
  'a rule knows of edits',
  [ruled, engine.path(across).costUnits],
  [11 * 1120, 11 * 1120],
);
for (const [text, says] of [
  ['ax +', /ends too early/],
  ['alert(1)', /"alert" is no name/],
  ['(ax', /"\)" is missing/],
  ['ax ay', /not expected/],
  ['ax # 2', /can't be read/],
]) {
  checks.throws(`"${text}" is refused`, says, () =>
    engine.bake({ rule: { cost: text, allowed: '' } }),
  );
}
checks.equal('and the world is as before', engine.path(across).costUnits, 11 * 1120);
engine.bake({ rule: null });

// ---- Events ----

const { map: land, ...landEnds } = landOf(engine, 200, 120, 6);
const far = { ...landEnds, smoothing: 'none' };
const traced = engine.path({ ...far, record: 100000 });
const untraced = engine.path(far);
checks.check(
  'recording does not change an answer',
  traced.costUnits === untraced.costUnits && bytes(traced.cells) === bytes(untraced.cells),
);
const expanded = Array.from(
  { length: traced.events.count },
  (_, i) => traced.events.ints[(i * EVENT_BYTES) / 4],
).filter((kind) => kind === 3).length;
checks.equal('an event for each expansion', expanded, traced.fineExpanded + traced.coarseExpanded);
checks.equal('no more events than asked for', engine.path({ ...far, record: 5 }).events.count, 5);

// ---- Edits ----

const edit = { x: 60, y: 30, w: 40, h: 3, values: new Uint8Array(120).fill(ROCK), mask: null };
const { rebuilt } = engine.edit(edit);
checks.check('an edit rebuilds regions', rebuilt.length >= 2);
const edited = engine.path(far);
const editedMap = { ...land, terrain: engine.terrain() };
while (!engine.refresh(100000));
const savedAfterEdit = bytes(engine.save());
engine.setMap(editedMap);
checks.check(
  'an edited world equals a bake of the edited map',
  bytes(engine.save()) === savedAfterEdit,
);
checks.equal('and its path', engine.path(far).costUnits, edited.costUnits);
const masked = Uint8Array.from({ length: 120 }, (_, i) => i % 2);
engine.edit({ ...edit, values: new Uint8Array(120).fill(PLAIN), mask: masked });
checks.equal(
  'a mask leaves cells out',
  [engine.terrain()[30 * 200 + 60], engine.terrain()[30 * 200 + 61]],
  [ROCK, PLAIN],
);
checks.throws('an edit outside', /The edit is not possible/, () =>
  engine.edit({ ...edit, x: 190 }),
);

// ---- World files ----

const file = engine.save();
const before = engine.path(far).costUnits;
const opened = adoptWorld(engine, file);
checks.check(
  'a world file is opened',
  bytes(opened.map.terrain) === bytes(engine.terrain()) && engine.path(far).costUnits === before,
);
file[2000] ^= 1;
checks.throws('a damaged one is not', /The world file can not be opened/, () =>
  adoptWorld(engine, file),
);
checks.equal('and the world is as before', engine.path(far).costUnits, before);
file[2000] ^= 1;
file[20] ^= 1;
const checksum = new DataView(file.buffer).getBigUint64(336, true);
checks.throws(
  `all digits of 64 bits are told, as of ${checksum}`,
  new RegExp(`checksum of the header at byte 336: found ${checksum}, expected [0-9]+\\)`),
  () => adoptWorld(engine, file),
);
checks.throws('an argument may be negative', /\(body_cells: found -1, expected/, () => engine.bake({ body: -1 }));
engine.bake({ body: 1 });
const fault = { name: 'first island of a region', where: 7, found: 3, expected: 2 };
checks.equal(
  'a place is a byte where a checksum is wrong, and else a number',
  ['OVL_WRONG_CHECKSUM', 'OVL_CORRUPT', 'OVL_BAD_ARGUMENT'].map((name) =>
    faultText(results.indexOf(name), fault),
  ),
  [' at byte 7', ' at 7', ''].map((at) => ` (${fault.name}${at}: found 3, expected 2)`),
);

// ---- Heights ----

const ridge = { ...plainField, heights: new Uint16Array(81) };
for (let y = 0; y < 9; y++) ridge.heights[9 * y + 4] = 4;
engine.setMap(ridge, { corners: 'none' });
checks.equal('a climb costs half a step a unit', engine.path(across).costUnits, 10 * 1120);
engine.bake({ climbCost: 0.25, dropCost: 0.25 });
checks.equal('and so may a fall', engine.path(across).costUnits, 10 * 1120);
engine.bake({ climbCost: 1, dropCost: 0 });
checks.equal('a climb that costs more', engine.path(across).costUnits, 12 * 1120);
engine.bake({ climb: 3 });
checks.equal('a climb that is too high', engine.path({ ...across, nearest: false }).result, 1);
engine.bake({ climb: -1, drop: 3 });
checks.equal('a fall that is too deep', engine.path({ ...across, nearest: false }).result, 1);
const ramp = { x: 4, y: 0, w: 1, h: 1, values: [1], mask: null, isHeights: true };
engine.edit(ramp);
checks.equal('an edit of heights', engine.path(across).costUnits, 17 * 1120);
while (!engine.refresh(100000));
const ramped = bytes(engine.save());
const rampedHeights = engine.copyOf(engine.c.module_map_heights(), 81, Uint16Array);
engine.setMap({ ...ridge, heights: rampedHeights });
checks.equal('equals a bake of the edited heights', bytes(engine.save()), ramped);
const adopted = adoptWorld(engine, engine.save());
checks.equal(
  'a world file brings heights and limits along',
  [
    bytes(adopted.map.heights) === bytes(rampedHeights),
    adopted.settings.drop,
    adopted.settings.climbCost,
    engine.path(across).costUnits,
    [adopted.file.links, adopted.file.floors, adopted.file.profiles.length],
  ],
  [true, 3, 1, 17 * 1120, [0, [0], 1]],
);
engine.setHeights(null, { corners: 'strict', climb: -1, drop: -1, climbCost: 0.5 });
checks.equal('without heights it is flat', engine.path(across).costUnits, 8 * 1120);

// ---- Forks ----

const fork = new Fork(engine);
const wallEdit = (height, value) => ({
  ...{ x: 4, y: 0, w: 1, h: height, mask: null },
  values: new Uint8Array(height).fill(value),
});
fork.begin([wallEdit(9, ROCK)]);
const cutOff = fork.islands([0, 4]);
checks.equal(
  'a wall in a fork cuts the map in two',
  [cutOff.closed, cutOff.cut, cutOff.joined, cutOff.islandsBefore, cutOff.islands],
  [9, 36, 0, 1, 2],
);
checks.equal('cell by cell', [...cutOff.states.subarray(2, 6)], [0, 0, 1, 2]);
checks.equal(
  'a query asks the fork, or the world',
  [true, false].map((ofFork) => engine.path({ ...across, ofFork, nearest: false }).result),
  [1, 0],
);
fork.edit(wallEdit(1, PLAIN));
checks.equal('an edit of the fork', fork.islands([0, 4]).cut, 0);
checks.equal('the map is as before', [...engine.terrain().subarray(4, 5)], [PLAIN]);
engine.edit(wallEdit(9, ROCK));
fork.begin([wallEdit(1, PLAIN)]);
checks.equal(
  'a gap in a fork joins islands',
  [fork.islands([0, 4]).joined, fork.islands([0, 4]).islands],
  [37, 1],
);
fork.end();
checks.throws('there is no fork any more', /There is no fork/, () => fork.islands([0, 4]));

// ---- A world file for whose steps there is no memory ----

engine.setMap(draw('.....', '.....', '.....'), { rule: { cost: 'bx > ax', allowed: '' } });
const withSteps = engine.save();
engine.setMap(land, { rule: null });
for (const [lacking, left] of [
  ['world_row_steps', land.width],
  ['module_map_steps', null],
]) {
  const { c } = engine;
  engine.c = { ...c, [lacking]: () => 0 };
  checks.throws('steps without memory are refused', /memory/, () => adoptWorld(engine, withSteps));
  engine.c = c;
  const width = engine.c.module_describe() === 0 ? engine.describe().width : null;
  checks.equal('and half of the file is not kept', width, left);
}
checks.equal('the next map is taken', engine.setMap(land).width, land.width);

// ---- What is shown beside a path ----

engine.setMap(draw('...#...', '...#...', '...#...'));
const blocked = { start: [0, 1], goal: [6, 1] };
const why = engine.whyNot(blocked);
checks.equal('why not: the cell to open', [...why.cells], [3, 1]);
const range = engine.range([0, 0], 2);
checks.equal(
  'a range',
  [range.reached, range.costs[0], range.costs[2], range.costs[3] < 0, range.costs[4] < 0],
  [6, 0, 2, true, true],
);
engine.setMap(land);
checks.equal('a plain A* finds the same cost', engine.plain(far).cost <= untraced.cost, true);
checks.check(
  'waypoints lie beside each other',
  engine.waypoints().length > 100 &&
    Math.abs(engine.waypoints()[0] - engine.waypoints()[2]) +
      Math.abs(engine.waypoints()[1] - engine.waypoints()[3]) <=
      2,
);
checks.check('a region has edges', engine.edges(0).length > 0);

// ---- Memory ----

const used = engine.memory().used;
for (let i = 0; i < 5; i++) engine.setMap(land);
checks.check(
  'baking again takes no more memory',
  engine.memory().used <= used * 1.05,
  `${engine.memory().used} after ${used}`,
);
checks.throws('a map that is too large for the page', /takes up to/, () =>
  engine.setMap({ width: 1 << 20, height: 4, terrain: new Uint8Array(4) }),
);
checks.finish();
