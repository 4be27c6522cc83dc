// The module under node gives what the command gives: node same_answers.js WASM OVERLAND WORK MAP...
// The same cost, points, cells and counts for problems of each map's scenario, baked in both ways.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseMap, parseScenario } from '../../tools/explorer/engine/formats.js';
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
function fieldsOf(answer) {
  const steps = answer.straightSteps + answer.diagonalSteps * Math.SQRT2;
  return {
    cost: Number(steps.toFixed(6)),
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

for (const path of maps) {
  const name = basename(path, '.map');
  const world = `${work}/${name}.world`;
  execFileSync(overland, ['build', path, '-o', world]);
  engine.setMap(parseMap(readFileSync(path, 'utf8')), {});
  const problems = parseScenario(readFileSync(`${path}.scen`, 'utf8'));
  const step = Math.floor(problems.length / PROBLEMS);
  for (let i = 0; i < PROBLEMS; i++) {
    const problem = problems[i * step];
    for (const smoothing of ['none', 'grid', 'any']) {
      const said = ask(world, problem, smoothing);
      const answer = engine.path({ ...problem, smoothing, nearest: false });
      const what = `${name}, problem ${i * step}, ${smoothing}`;
      checks.equal(what, fieldsOf(answer), fieldsOfCommand(said));
      if (smoothing !== 'any') checks.equal(`${what}: the cells`, pairs(answer.cells), said.cells);
    }
  }
  const problem = problems[step];
  const { costUnits } = engine.path({ ...problem, nearest: false });
  engine.adopt(new Uint8Array(readFileSync(world)));
  checks.equal(
    `${name}, as a world file`,
    engine.path({ ...problem, nearest: false }).costUnits,
    costUnits,
  );
}
checks.finish();
