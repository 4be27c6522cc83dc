// The module under node gives what the command gives: node same_answers.js WASM OVERLAND WORK MAP...
// The same cost, points, cells and counts for problems of each map's scenario, baked in both ways; for the
// first map also with heights.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseMap, parseScenario, unreadWorld } from '../../tools/explorer/engine/formats.js';
import { EVENT_KINDS } from '../../tools/explorer/engine/engine.js';
import { traceLines } from '../../tools/explorer/engine/trace_lines.js';
import { Checks, engineOf } from './load.js';

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
    method: said.estimate === 'none' ? 'best' : said.estimate,
  };
}

/** The events of a search, as lines, are the bytes that the command writes. */
function compareTraces(name, { start, goal }, world) {
  const file = `${work}/trace.jsonl`;
  execFileSync(overland, ['path', world, start.join(), goal.join(), '--trace', file]);
  const query = { start, goal, nearest: false, record: 1e6, kinds: EVENT_KINDS };
  const lines = traceLines(query, engine.path(query).events);
  checks.check(`${name}: the trace`, lines === readFileSync(file, 'utf8'), lines.slice(0, 300));
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
  engine.adopt(new Uint8Array(readFileSync(world)));
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
  const map = parseMap(readFileSync(path, 'utf8'));
  engine.setMap(map, {});
  compare(name, map, problemsOf(path), world);
}

// ---- Heights: the command reads them from a picture, and what they cost from a legend ----

const [path] = maps;
const map = parseMap(readFileSync(path, 'utf8'));
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
  engine.setMap(map, { region: 0, spacing: 0, labels: -1, overlays: 0 });
  engine.bake({ ...climbing, climbCost: 0.5, dropCost: 0.25 });
  compare(`heights, ${name}`, map, problemsOf(path), world);
}

// ---- What of a world file is not used ----

writeFileSync(
  `${work}/more.legend`,
  [
    ...['terrain . ground', 'terrain G ground', 'terrain @ out', 'terrain T trees'],
    ...['profile walker ground=1', 'profile scout ground=1 trees=2', 'profile cart ground=2'],
    ...['link 53,13 <-> 44,14 cost=3', 'extra walker danger.pgm', ''],
  ].join('\n'),
);
const danger = Buffer.from(map.terrain.map((_, i) => (i < 20 * map.width ? 1 : 0)));
writeFileSync(`${work}/danger.pgm`, Buffer.concat([head, danger]));
execFileSync(overland, [
  ...['build', path, '--legend', `${work}/more.legend`, '-o', `${work}/more.world`],
]);
const { unread, map: ground } = engine.adopt(new Uint8Array(readFileSync(`${work}/more.world`)));
const dear = ground.terrain.filter((t, i) => i < 20 * map.width && t === 8).length;
checks.equal('links, profiles and extra costs are counted', unread, {
  ...{ links: 1, profiles: 2, extraCosts: dear },
});
checks.check(
  'and named in a sentence',
  /^Not used of "a\.world": 1 link, 2 profiles after the first, extra costs of [\d,]+ cells\.$/.test(
    unreadWorld('a.world', unread),
  ),
  unreadWorld('a.world', unread),
);
checks.equal(
  'a world of one profile is used as a whole',
  unreadWorld('a.world', { links: 0, profiles: 0, extraCosts: 0 }),
  null,
);
const floors = `${work}/floors.world`;
execFileSync(overland, ['build', 'maps/mall.tmx', '--legend', 'maps/mall.legend', '-o', floors]);
checks.throws('a world of five floors is refused', /floors: found 5, expected 1/, () =>
  engine.adopt(new Uint8Array(readFileSync(floors))),
);
checks.finish();
