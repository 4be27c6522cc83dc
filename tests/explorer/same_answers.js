// The module under node gives what the command gives: node same_answers.js WASM OVERLAND WORK MAP...
// The same cost, points, cells and counts for problems of each map's scenario, baked in both ways; for the
// first map also with heights.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseScenario, unreadWorld } from '../../tools/explorer/engine/formats.js';
import { EVENT_KINDS } from '../../tools/explorer/engine/engine.js';
import { traceLines } from './trace_lines.js';
import { adoptWorld, readSteps, readWorld } from '../../tools/explorer/engine/world_file.js';
import { Checks, engineOf, mapOf } from './load.js';

const PROBLEMS = 6;
const [wasm, overland, work, ...maps] = process.argv.slice(2);
const checks = new Checks();
const engine = await engineOf(wasm);

function ask(world, { start, goal }, smoothing) {
  const words = ['path', world, start.join(','), goal.join(','), '--smooth', smoothing, '--json'];
  try {
    return JSON.parse(execFileSync(overland, words, { encoding: 'utf8' }));
  } catch (error) {
    if (error.status !== 1) throw error;
    return JSON.parse(error.stdout);
  }
}

const pairs = (flat) =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);

/** The fields of an answer that both must give. */
/** The command counts a diagonal step of flat ground as the root of 2. */
function fieldsOf(answer, isFlat) {
  const steps = answer.straightSteps + answer.diagonalSteps * Math.SQRT2;
  return {
    cost: Number((isFlat ? steps : answer.cost).toFixed(6)),
    points: pairs(answer.points),
    windows: answer.windows,
    coarse: answer.coarseExpanded,
    fine: answer.fineExpanded,
    method: answer.method,
  };
}

function fieldsOfCommand(said) {
  return {
    cost: said.cost,
    points: said.points,
    windows: said.windows,
    coarse: said.coarse_expanded,
    fine: said.fine_expanded,
    method: said.estimate,
  };
}

/** The events of a search, as lines, are those that the command writes, which also names stages, says
 * which runs are legal, and ends with the result. */
function compareTraces(name, { start, goal }, world) {
  const file = `${work}/trace.jsonl`;
  execFileSync(overland, ['path', world, start.join(), goal.join(), '--trace', file]);
  const query = { start, goal, nearest: false, record: 1e6, kinds: EVENT_KINDS };
  const lines = traceLines(query, engine.path(query).events);
  const searched = readFileSync(file, 'utf8')
    .replace(/^\{"event":"(stage|result)".*\n/gm, '')
    .replace(/,"legal":(true|false)/g, '');
  checks.check(`${name}: the trace`, lines === searched, lines.slice(0, 300));
}

/** Compares the answers to problems of a scenario, by the present world and by a world file. */
function compare(name, map, problems, world) {
  const step = Math.floor(problems.length / PROBLEMS);
  for (let i = 0; i < PROBLEMS; i++) {
    const problem = problems[i * step];
    for (const smoothing of ['none', 'grid', 'any']) {
      const said = ask(world, problem, smoothing);
      const answer = engine.path({ ...problem, smoothing, nearest: false });
      const what = `${name}, problem ${i * step}, ${smoothing}`;
      checks.equal(what, fieldsOf(answer, !map.heights), fieldsOfCommand(said));
      if (smoothing !== 'any') checks.equal(`${what}: the cells`, pairs(answer.cells), said.cells);
    }
  }
  compareTraces(name, problems[step], world);
  const problem = problems[step];
  const { costUnits } = engine.path({ ...problem, nearest: false });
  adoptWorld(engine, new Uint8Array(readFileSync(world)));
  checks.equal(
    `${name}, as a world file`,
    engine.path({ ...problem, nearest: false }).costUnits,
    costUnits,
  );
}

const problemsOf = (path) => parseScenario(readFileSync(`${path}.scen`, 'utf8'));

for (const path of maps) {
  const name = basename(path, '.map');
  const world = `${work}/${name}.world`;
  execFileSync(overland, ['build', path, '-o', world]);
  const map = mapOf(engine, readFileSync(path));
  engine.setMap(map, {});
  compare(name, map, problemsOf(path), world);
}

// ---- Heights: the command reads them from a picture, and what they cost from a legend ----

const [path] = maps;
const map = mapOf(engine, readFileSync(path));
map.heights = Uint16Array.from(map.terrain, (_, i) => {
  const [x, y] = [i % map.width, Math.floor(i / map.width)];
  return Math.round(40 + 20 * Math.sin(x / 9) + 15 * Math.cos(y / 7));
});
const head = Buffer.from(`P5\n${map.width} ${map.height}\n255\n`);
writeFileSync(`${work}/heights.pgm`, Buffer.concat([head, Buffer.from(map.heights)]));
for (const [name, limits, climbing] of [
  ['free', '', { climb: -1, drop: -1 }],
  ['steep', 'climb=2 drop=3', { climb: 2, drop: 3 }],
]) {
  writeFileSync(
    `${work}/heights.legend`,
    [
      ...['. ground', 'G ground', 'S swamp', 'W water', 'T trees', '@ out', 'O out'].map(
        (words) => `terrain ${words}`,
      ),
      `profile walker ground=1 swamp=1 ${limits} climbcost=0.5 dropcost=0.25`,
      'heights heights.pgm',
      '',
    ].join('\n'),
  );
  const world = `${work}/heights.world`;
  execFileSync(overland, ['build', path, '--legend', `${work}/heights.legend`, '-o', world]);
  engine.setMap(map, { region: 0, spacing: 0, labels: -1 });
  engine.bake({ ...climbing, climbCost: 0.5, dropCost: 0.25 });
  compare(`heights, ${name}`, map, problemsOf(path), world);
}

// ---- Floors, profiles and extra costs of world files ----

const bytesOf = (file) => new Uint8Array(readFileSync(file));

/** Cost of a path in units by the command, between cells `F:X,Y`; null: there is none. */
function costOf(world, profile, ends) {
  const words = ['path', world, ...ends, '--profile', profile, '--smooth', 'none', '--json'];
  try {
    return JSON.parse(execFileSync(overland, words)).cost;
  } catch (error) {
    if (error.status !== 1) throw error;
    return null;
  }
}

/** Compares the costs of ways on each floor for each profile of a file: the page bakes it anew, with
    other waypoints, so that they may differ a little; and the optimal ones of the first, exactly. */
function compareFloors(name, file, ways) {
  const { file: all } = adoptWorld(engine, bytesOf(file));
  for (const floor of all.floors) {
    for (const [profile, label] of all.profiles.entries()) {
      adoptWorld(engine, bytesOf(file), { floor, profile });
      const found = ways.map(([start, goal]) => {
        const { result, cost } = engine.path({ start, goal, nearest: false });
        return result === 0 ? Number(cost.toFixed(3)) : null;
      });
      const said = ways.map((ends) =>
        costOf(file, label, ends.map((cell) => `${floor}:${cell.join()}`)),
      );
      const near = found.every((cost, i) =>
        cost === null ? said[i] === null : Math.abs(cost - said[i]) < 0.04 * cost + 1e-3,
      );
      const what = `${name}: costs on floor ${floor} for ${label}`;
      checks.check(what, near, `${found.join(' ')} are not ${said.join(' ')}`);
    }
  }
  const { costs } = readWorld(engine, bytesOf(file), { floor: 0, profile: 0 });
  adoptWorld(engine, bytesOf(file));
  const adopted = readSteps(engine, 0, engine);
  const other = adopted.findIndex((cost, i) => costs && cost !== costs[i]);
  checks.equal(`${name}: the cost of each step`, other, -1);
  return all;
}

const legend = [
  ...['terrain . ground', 'terrain G ground', 'terrain @ out', 'terrain T trees'],
  ...['profile walker ground=1', 'profile scout ground=1 trees=2', 'profile cart ground=31'],
  'extra walker danger.pgm',
];
const danger = Buffer.from(map.terrain.map((_, i) => (i < 20 * map.width ? 1 + (i % 5) : 0)));
writeFileSync(`${work}/danger.pgm`, Buffer.concat([head, danger]));
const more = `${work}/more.world`;
function buildMore(...lines) {
  writeFileSync(`${work}/more.legend`, [...legend, ...lines, ''].join('\n'));
  execFileSync(overland, ['build', path, '--legend', `${work}/more.legend`, '-o', more]);
}
buildMore();
const ways = [0, 30, 60, 90, 120]
  .map((i) => problemsOf(path)[i])
  .map(({ start, goal }) => [start, goal]);
compareFloors('extra costs', more, ways);
buildMore('link 53,13 <-> 44,14 cost=3');
const { file: linked } = adoptWorld(engine, bytesOf(more));
checks.equal(
  'links and profiles are counted',
  [linked.links, linked.floors, linked.profiles, linked.hasStepCosts],
  [1, [0], ['walker', 'scout', 'cart'], true],
);
checks.equal(
  'and named in sentences',
  unreadWorld('a.world', linked),
  'Not used of "a.world": 1 link. It has 3 profiles: the settings (P) choose which is shown.',
);
const one = { links: 0, origin: [0, 0], floors: [0], profiles: ['default'] };
checks.equal('a world of one floor and profile is used whole', unreadWorld('a.world', one), null);
const mall = `${work}/floors.world`;
execFileSync(overland, ['build', 'maps/mall.tmx', '--legend', 'maps/mall.legend', '-o', mall]);
const five = compareFloors('five floors', mall, [
  [
    [28, 20],
    [30, 22],
  ],
  [
    [10, 10],
    [20, 24],
  ],
]);
checks.equal('five floors', five.floors, [0, 1, 2, 3, 4]);
checks.throws('a floor that is not there', /no cells on floor 5/, () =>
  adoptWorld(engine, bytesOf(mall), { floor: 5 }),
);
checks.throws('a profile that is not there', /no profile 7/, () =>
  adoptWorld(engine, bytesOf(mall), { profile: 7 }),
);

// ---- Step rules of world files ----

engine.setMap(map, {
  ...{ region: 0, spacing: 0, labels: -1, body: 1, corners: 'strict' },
  ...{ climb: -1, drop: 3, climbCost: 0.5, dropCost: 0.25 },
  rule: { cost: 'bx > ax ? 0.5 : 0', allowed: 'by - ay < 1 || bx % 3 == 0' },
});
const costsNow = () =>
  ways.map(([start, goal]) => engine.path({ start, goal, nearest: false }).costUnits);
const ruled = costsNow();
const saved = engine.save();
engine.setMap(map, { rule: null });
checks.check('the rule matters', String(costsNow()) !== String(ruled));
const { settings: taken } = adoptWorld(engine, saved);
checks.equal('a world with a step rule keeps it', [costsNow(), taken.rule], [
  ruled,
  { ofFile: true },
]);
const [[[x, y]]] = ways;
engine.edit({ x: x - 1, y, w: 3, h: 1, values: [8, 8, 8], mask: null });
checks.equal('after an edit, too', costsNow().slice(1), ruled.slice(1));
engine.setMap(map, { rule: { ofFile: true } });
checks.check('it ends with the map', String(costsNow()) !== String(ruled));
checks.finish();
