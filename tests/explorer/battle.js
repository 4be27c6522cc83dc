// Battles of the module under node: node battle.js WASM OVERLAND WORK
// The hash of `overland simulate`, orders, rocks, chains of waiting units, files and replays, game loops.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Battle } from '../../tools/explorer/engine/battle/battle.js';
import {
  divergence,
  formatBattle,
  isBattleFile,
  mapHash,
  parseBattle,
} from '../../tools/explorer/engine/battle/battle_file.js';
import { BattleLoop, RateMeter } from '../../tools/explorer/engine/battle/battle_loop.js';
import { SCENES } from '../../tools/explorer/engine/battle/battle_scenes.js';
import {
  ARRIVED,
  BESIDE,
  CUT_OFF,
  chainFrom,
  chainsOf,
  chainWords,
  countStates,
  unitAt,
  unitCount,
  BATTLE_STATES,
  BATTLE_UNIT_INTS,
  unitsIn,
  WAITING,
  WALKING,
} from '../../tools/explorer/engine/battle/battle_units.js';
import { STATE_PLACES, stateArrows } from '../../tools/explorer/page/battle/battle_states.js';
import { makeMap } from '../../tools/explorer/engine/generate.js';
import { OUTSIDE } from '../../tools/explorer/engine/terrain.js';
import { Checks, engineOf } from './load.js';

const [wasm, overland, work] = process.argv.slice(2);
const checks = new Checks();
const engine = await engineOf(wasm);
const battle = new Battle(engine);

const take = (kind, width, height, seed, settings = { body: 1 }, hexagons = '') =>
  engine.setMap(makeMap(engine, kind, width, height, seed, hexagons), settings);

// ---- The hash of the command ----

const FIGHTS = [
  ['continents', 160, 100, 6, { units: 200, seed: 1, rocks: 1, ticks: 400 }],
  ['rooms', 96, 64, 4, { units: 120, seed: 7, rocks: 3, ticks: 300 }],
  ['caves', 128, 128, 3, { units: 60, seed: 4294967295, rocks: 0, ticks: 200, budget: 3000 }],
  ['city', 160, 120, 2, { units: 2000, seed: 5, rocks: 8, ticks: 60 }],
  ['continents', 120, 90, 2, { units: 80, seed: 3, rocks: 2, ticks: 200, body: 2 }],
  ['continents', 160, 100, 6, { units: 200, seed: 1, rocks: 1, ticks: 400, hexagons: 'r' }],
  ['continents', 120, 90, 2, { units: 20, seed: 2, rocks: 3, ticks: 200, hexagons: 'q', body: 2 }],
];
for (const [kind, width, height, mapSeed, fight] of FIGHTS) {
  const { units, seed, rocks, ticks, budget = 20000, body = 1, hexagons = '' } = fight;
  take(kind, width, height, mapSeed, { body }, hexagons);
  const file = `${work}/battle.world`;
  writeFileSync(file, engine.save());
  const said = JSON.parse(
    execFileSync(
      overland,
      [
        'simulate',
        file,
        '--json',
        ...['units', 'seed', 'rocks', 'ticks'].flatMap((name) => [`--${name}`, fight[name]]),
        '--budget',
        budget,
      ],
      { encoding: 'utf8' },
    ),
  );
  battle.begin({ scene: 'armies', units, seed, rocks, budget });
  const seen = battle.run({ count: ticks });
  const what = `${kind}${hexagons && ' of hexagons'}, ${units} units, ${ticks} ticks`;
  checks.equal(`${what}: the hash of overland simulate`, battle.hash, said.hash);
  checks.equal(`${what}: as many units arrived`, countStates(seen.units)[ARRIVED], said.arrived);
  checks.equal(`${what}: as many moves`, seen.stats.moves, said.moves);
  checks.check(
    `${what}: rocks are no cells outside`,
    !hexagons || !seen.changed.some((each, i) => i % 3 === 2 && each === OUTSIDE),
  );
}

// ---- Orders and rocks ----

const runUntil = (holds, most = 2000) => {
  for (let i = 0; i < most; i++) {
    const seen = battle.run({ count: 1 });
    if (holds(seen)) return seen;
  }
  return null;
};
const [passWidth, passHeight] = [SCENES.pass.source.width, SCENES.pass.source.height];
take('pass', passWidth, passHeight, 1);
const beginPass = () => battle.begin({ scene: 'pass', units: 200 });
const began = beginPass();
checks.equal('the narrow pass has 200 units', unitCount(began.units), 200);
checks.equal('all are selected', began.select.length, 200);
const sendAll = { kind: 'send', units: began.select, place: [80, 28] };
let seen = battle.run({ count: 20, inputs: [sendAll], looks: { claims: true, ahead: 16 } });
checks.check('they walk', seen.stats.moves > 200, seen.stats.moves);
checks.check('they claim cells', seen.claims.length >= 3 * 200);
checks.check('their paths are told', seen.ahead.length > 200 * 10);
seen = runUntil(({ units }) => chainsOf(units).waiting > 40);
checks.check('many wait before the pass', seen !== null);
const { longest, waiting, depth } = chainsOf(seen.units);
const { chain, ring } = chainFrom(seen.units, longest);
checks.equal(
  'the longest chain is as long as it says',
  chain.length - 1,
  depth[longest] - (ring ? 1 : 0),
);
checks.check(
  'each waits for the next',
  chain.slice(0, -1).every((unit, i) => unitAt(seen.units, unit).waitsFor === chain[i + 1]),
);
checks.check(
  'the end of the chain is named',
  new RegExp(`^Unit ${longest} waits for ${chain[1]}`).test(chainWords(seen.units, longest)),
  chainWords(seen.units, longest),
);
checks.check('as many wait as stand in a chain', waiting <= countStates(seen.units)[WAITING]);
const mouth = [
  [passWidth / 2, 28],
  [passWidth / 2 + 1, 28],
];
const blocked = battle.run({ count: 1, inputs: [{ kind: 'rock', cells: mouth }] });
const rocks = blocked.changed.length / 3;
checks.check('rocks fall into the pass, but on no unit', rocks <= 2, rocks);
battle.run({ count: 1, inputs: [{ kind: 'open', cells: mouth }] });
const done = runUntil(({ units }) => {
  const counts = countStates(units);
  return counts[ARRIVED] + counts[BESIDE] === 200;
}, 4000);
checks.check('all get through', done !== null, countStates(battle.look({}).units));
const refused = battle.run({
  count: 0,
  inputs: [{ kind: 'send', units: [0], place: [passWidth, 0] }],
});
checks.check(
  'an order to a place outside is refused',
  refused.refused.length === 1,
  refused.refused,
);
checks.throws('too many units', /1 to 2000 units, not 2001/, () =>
  battle.begin({ scene: 'pass', units: 2001 }),
);
checks.throws('more units than fit into a scene', /room for \d+ units, not for 2000/, () =>
  battle.begin({ scene: 'whatif', units: 2000 }),
);
take('rooms', 48, 48, 1);
checks.throws(
  'more units than fit on the map',
  /has \d+ cells: there is no room for 2000 units/,
  () => battle.begin({ scene: 'armies', units: 2000 }),
);
take('empty', 16, 16, 1);
engine.edit({ x: 0, y: 0, w: 16, h: 16, values: new Uint8Array(256), mask: null });
checks.throws('a map without land', /no island/, () => battle.begin({ scene: 'armies', units: 2 }));

// ---- Chains in words ----

/** A list of units that wait for others, by number; -1: the unit has the state that is given. */
function unitsOf(waits, states = []) {
  const units = new Int32Array(waits.length * BATTLE_UNIT_INTS).fill(-1);
  waits.forEach((other, i) => {
    units[i * BATTLE_UNIT_INTS + 8] = other >= 0 ? WAITING : (states[i] ?? ARRIVED);
    units[i * BATTLE_UNIT_INTS + 10] = other;
    units[i * BATTLE_UNIT_INTS + 13] = 0;
  });
  return units;
}

const line = unitsOf([1, 2, -1]);
checks.equal(
  'a chain is told to its end',
  chainWords(line, 0),
  'Unit 0 waits for 1, which waits for 2, which stands on its goal.',
);
checks.equal('its first unit is the longest chain', chainsOf(line).longest, 0);
checks.equal('two of three wait', chainsOf(line).waiting, 2);
const circle = unitsOf([1, 2, 0]);
checks.equal('a ring is found', chainFrom(circle, 0).ring, true);
checks.says('and told', chainWords(circle, 0), /which waits for 0: they wait for each other\.$/);
const long = unitsOf([1, 2, 3, 4, 5, 6, 7, -1], { 7: 0 });
checks.equal(
  'a long chain is told in short',
  chainWords(long, 0),
  'Unit 0 waits for 1, which waits for 2, which waits for 3, and so on over 3 more to 7, which stands there without an order.',
);

// ---- Scenes ----

for (const [scene, { source, count, twin }] of Object.entries(SCENES)) {
  const { kind, width, height, seed } = source ?? {
    kind: 'continents',
    width: 160,
    height: 100,
    seed: 6,
  };
  take(kind, width, height, seed);
  const first = battle.begin({ scene, units: count, rocks: SCENES[scene].rocks ?? 0 });
  checks.equal(`scene ${scene}: its units`, unitCount(first.units), count);
  battle.run({ count: 50 });
  const hash = battle.hash;
  battle.begin({ scene, units: count, rocks: SCENES[scene].rocks ?? 0 });
  battle.run({ count: 25 });
  battle.run({ count: 25 });
  checks.equal(`scene ${scene}: the same each time`, battle.hash, hash);
  const words = SCENES[scene].words.split(/[.?:] /).length;
  checks.check(`scene ${scene}: words to it`, words >= 2 && words <= 4 && twin !== false);
}
take('pockets', 80, 40, 1);
battle.begin({ scene: 'unexplored', units: 12 });
const early = battle.look({}).seen.reduce((sum, each) => sum + each, 0);
const late = battle.run({ count: 60 });
checks.check(
  'land is seen as they walk',
  late.seen.reduce((sum, each) => sum + each, 0) > 2 * early,
);
checks.check('and its rocks are told', late.changed.length > 0);
take('yard', 60, 36, 1);
const yard = battle.begin({ scene: 'whatif', units: 40 });
const gate = [
  [21, 17],
  [21, 18],
  [21, 19],
  [21, 20],
];
checks.equal(
  'what if the gate were closed: 30 units are cut off',
  battle.cutOff(gate, yard.home).length,
  30,
);
checks.equal('elsewhere: none', battle.cutOff([[5, 30]], yard.home).length, 0);
take('gate', 48, 40, 1);
battle.begin({ scene: 'obstacles', units: 60 });
battle.run({ count: 1 });
const lengthOf = (points) => {
  let sum = 0;
  for (let i = 2; i < points.length; i += 2)
    sum += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
  return sum;
};
const through = lengthOf(battle.path(0, false));
const around = lengthOf(battle.path(0, true));
checks.check(
  `the way round the crowd is longer: ${through.toFixed(1)}, ${around.toFixed(1)}`,
  around > through + 5,
);
take('empty', 72, 48, 1);
const danger = battle.begin({ scene: 'danger', units: 1 });
checks.equal('a tower stands', danger.towers, [[36, 24]]);
let nearest = Infinity;
for (let i = 0; i < 80; i++) {
  const [x, y] = unitAt(battle.run({ count: 1 }).units, 0).cell;
  nearest = Math.min(nearest, Math.hypot(x - 36, y - 24));
}
checks.check('the unit goes round its reach', nearest > 9 && nearest < 14, nearest);
checks.equal(
  'it is removed',
  battle.run({ count: 0, inputs: [{ kind: 'untower', place: [36, 23] }] }).towers,
  [],
);

// ---- Files and replays ----

take('pass', passWidth, passHeight, 1);
const map = makeMap(engine, 'pass', passWidth, passHeight, 1);
const script = [
  { tick: 1, ...sendAll },
  {
    tick: 30,
    kind: 'rock',
    cells: [
      [30, 8],
      [31, 8],
    ],
  },
  { tick: 90, kind: 'stop', units: [0, 1] },
  { tick: 120, kind: 'budget', value: 2000 },
  { tick: 150, kind: 'stop', units: [2, 3] },
];
function play(inputs, ticks) {
  beginPass();
  const hashes = [];
  for (let tick = 1; tick <= ticks; tick++) {
    const now = inputs.filter((input) => input.tick === tick);
    hashes.push(battle.run({ count: 1, inputs: now }).ticks[0].hash);
  }
  return hashes;
}
const hashes = play(script, 200);
const text = formatBattle({
  begin: { scene: 'pass', units: 200 },
  map,
  source: SCENES.pass.source,
  settings: {},
  inputs: script,
  hashes,
});
checks.check(
  'a file of a battle is one',
  isBattleFile(text) && !isBattleFile('{"format": "overland steps"}'),
);
const file = parseBattle(text);
checks.equal('its inputs are read', file.inputs.length, 5);
checks.equal('a replay is the same battle', divergence(file, play(file.inputs, 200)), null);
const changed = (change) => file.inputs.map((input) => change({ ...input }));
for (const tick of [30, 90, 150]) {
  const other = changed((input) => (input.tick === tick ? { ...input, tick: tick + 1 } : input));
  const said = divergence(file, play(other, 200));
  checks.check(
    `an input one tick late diverges at tick ${tick}`,
    said === tick,
    said,
  );
}
checks.equal(
  'so does half a replay',
  divergence(
    file,
    play(
      changed((input) => (input.tick === 30 ? { ...input, tick: 31 } : input)),
      50,
    ),
  ),
  30,
);
checks.check(
  'a map has a hash of its own',
  mapHash(map) !== mapHash(makeMap(engine, 'pass', passWidth, passHeight, 2)),
);
const spoiled = (change) => JSON.stringify(change(JSON.parse(text)));
for (const [name, pattern, bad] of [
  ['no JSON', /no JSON/, 'hello'],
  ['another format', /"format" is missing/, '{}'],
  ['another version', /"version" is 9/, spoiled((each) => ({ ...each, version: 9 }))],
  [
    'no scene',
    /no scene; right would be pass/,
    spoiled((each) => ({ ...each, begin: { scene: 'x', units: 2 } })),
  ],
  [
    'too many units',
    /"begin.units" is 3000; right would be 1 to 2000/,
    spoiled((each) => ({ ...each, begin: { scene: 'pass', units: 3000 } })),
  ],
  [
    'a mover that is none',
    /"settings.mover" is fish; right would be walker, cart, scout, boat/,
    spoiled((each) => ({ ...each, settings: { mover: 'fish' } })),
  ],
  [
    'a map that is too large',
    /"map.source.width" is 99999; right would be 4 to 2048/,
    spoiled((each) => ({ ...each, map: { ...each.map, source: { kind: 'pass', width: 99999 } } })),
  ],
  [
    'an input of another kind',
    /input 0 can not be read/,
    spoiled((each) => ({ ...each, inputs: [{ tick: 1, kind: 'fly' }] })),
  ],
  [
    'no hashes',
    /"hashes" is missing/,
    spoiled((each) => ({ ...each, hashes: undefined })),
  ],
  [
    'checks that are cut short',
    /"checks" has not 4 digits a tick/,
    spoiled((each) => ({ ...each, checks: 'ab' })),
  ],
])
  checks.throws(`a file with ${name}`, pattern, () => parseBattle(bad));

// ---- The game loop ----

const countDue = (kind, frames, frameMs, waiting = 0) => {
  const loop = new BattleLoop();
  loop.kind = kind;
  loop.rate = 20;
  let sum = 0;
  for (let i = 0; i <= frames; i++) sum += loop.due(i * frameMs, waiting);
  return sum;
};
checks.equal('fixed: 20 updates in a second of 60 frames', countDue('fixed', 60, 1000 / 60), 20);
checks.equal('fixed: 20 in a second of 4 frames', countDue('fixed', 4, 250), 20);
checks.equal('variable: an update a frame', countDue('variable', 60, 1000 / 60), 61);
checks.equal('mixed: 20 in a second of 60 frames', countDue('mixed', 60, 1000 / 60), 20);
checks.equal('mixed: at most 3 in a late frame', countDue('mixed', 4, 250), 12);
checks.equal('on demand: none without an input', countDue('demand', 60, 1000 / 60), 0);
checks.equal('on demand: one for each', countDue('demand', 2, 16, 1), 3);
const meter = new RateMeter();
for (let i = 0; i < 120; i++) meter.add(i * 10);
checks.equal('rates are those of the last second', meter.read(1200), 99);
checks.equal('a unit is twenty numbers', BATTLE_UNIT_INTS, 20);
// ---- Changes of states ----

take('pass', passWidth, passHeight, 1);
const before = beginPass();
const half = battle.run({ count: 30, inputs: [sendAll] });
const after = battle.run({ count: 370 });
const sums = (changes, way) =>
  BATTLE_STATES.map((_, state) => BATTLE_STATES.reduce((sum, __, other) => sum + changes[way(state, other)], 0));
const came = (changes) => sums(changes, (state, other) => other * BATTLE_STATES.length + state);
const went = (changes) => sums(changes, (state, other) => state * BATTLE_STATES.length + other);
for (const [name, now] of [['an order and 30 ticks', half], ['400 ticks', after]])
  checks.equal(
    `${name}: in each state are those that were, came and did not go`,
    countStates(before.units).map((count, state) => count + came(now.changes)[state] - went(now.changes)[state]),
    countStates(now.units),
  );
checks.check('no unit changes from a state to itself', BATTLE_STATES.every((_, i) => after.changes[i * (BATTLE_STATES.length + 1)] === 0));
const arrows = stateArrows(after.changes);
checks.check(
  'each change is an arrow, wider the more often it was',
  arrows.length === after.changes.filter((count) => count > 0).length && arrows.length > 5 &&
    arrows.every(({ count, width }) => arrows.every((other) => count <= other.count || width > other.width)),
  arrows.length,
);
const apart = ([ax, ay], [bx, by]) => Math.abs(ax - bx) >= 76 || Math.abs(ay - by) >= 38;
checks.check(
  'no state lies over another',
  STATE_PLACES.every((place, i) => STATE_PLACES.every((other, j) => i === j || apart(place, other))),
);
checks.equal(
  'a state has its units',
  BATTLE_STATES.map((_, state) => unitsIn(after.units, state).length),
  countStates(after.units),
);
checks.check('those of it', unitsIn(after.units, ARRIVED).every((unit) => unitAt(after.units, unit).state === ARRIVED));

// ---- A wall that cuts all off ----

take('pass', passWidth, passHeight, 1);
battle.begin({ scene: 'wall', units: 200 });
battle.run({ count: 10 });
const gap = Array.from({ length: passHeight }, (_, y) => [passWidth / 2, y]);
battle.run({ count: 1, inputs: [{ kind: 'rock', cells: gap }] });
const cutOff = countStates(battle.run({ count: 800 }).units);
checks.equal('a wall across the pass lets nobody through', [cutOff[ARRIVED], cutOff[WALKING]], [0, 0]);
checks.check('most units are told that there is no way', cutOff[CUT_OFF] > 150, cutOff.join(' '));

checks.finish();
