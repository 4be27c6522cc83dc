// "Code" of the page: programs that are made of several states of it, and run: node code.js WASM WORK BUILD
// Those in C are compiled by $CC, those in Python and JavaScript are run where BUILD has their packages. Each
// prints the points that the page has.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { battleCode } from '../../tools/explorer/page/battle/battle_code.js';
import { codeOf } from '../../tools/explorer/page/code.js';
import { DEFAULT_SETTINGS } from '../../tools/explorer/engine/settings.js';
import { Checks, engineOf, landOf } from './load.js';

const [wasm, work, build] = process.argv.slice(2);
const [python, js] = ['python', 'js'].map((each) => `${build}/bindings/${each}`);
const checks = new Checks();
const engine = await engineOf(wasm);
mkdirSync(`${work}/node_modules`, { recursive: true });
if (existsSync(`${js}/index.js`)) symlinkSync(js, `${work}/node_modules/overland-paths`);

const run = (program, ...args) => {
  try {
    const env = { ...process.env, PYTHONPATH: python };
    return execFileSync(program, args, { cwd: work, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return `${error.message} ${error.stdout} ${error.stderr}`;
  }
};
const compile = (text) => {
  writeFileSync(`${work}/path.c`, text);
  const line = text.match(/gcc (.*)/)[1].replace(/build\//g, `${build}/`).replace(/\w+\.c /, `${work}/path.c `);
  const flags = [...line.split(' '), '-Wall', '-Wextra', '-Werror', '-o', `${work}/path`];
  execFileSync(process.env.CC ?? 'cc', flags, { stdio: 'inherit' });
};
const runs = {
  c: (text) => {
    compile(text);
    return run('./path');
  },
  python: (text) => (existsSync(`${python}/overland`) ? run('python3', '-c', text) : null),
  js: (text) => {
    writeFileSync(`${work}/path.mjs`, text);
    return existsSync(`${js}/index.js`) ? run('node', 'path.mjs') : null;
  },
};

const { map, start, goal } = landOf(engine, 90, 70, 3);
const rock = [map.terrain.indexOf(0) % 90, Math.floor(map.terrain.indexOf(0) / 90)];
const states = {
  'a path': { settings: {}, query: { smoothing: 'any' }, goals: [] },
  'the nearest of two goals': {
    settings: { body: 2, corners: 'one' },
    query: { smoothing: 'none' },
    goals: [[start[0] + 9, start[1]]],
  },
  'a goal in a rock': {
    settings: { mover: 'cart', region: 16 },
    query: { smoothing: 'grid' },
    ...{ goal: rock, goals: [] },
  },
};
let session;
for (const [name, { settings, ...state }] of Object.entries(states)) {
  engine.setMap(map, { ...DEFAULT_SETTINGS, ...settings });
  writeFileSync(`${work}/overland.world`, engine.save());
  session = { start, goal, ...state };
  const goals = state.goals.length > 0 ? [goal, ...state.goals] : undefined;
  const { points } = engine.path({ start, goal: session.goal, goals, ...state.query, nearest: true });
  const wanted = [];
  for (let i = 0; i < points.length; i += 2) wanted.push(`${points[i]},${points[i + 1]}\n`);
  for (const [language, text] of Object.entries(codeOf(session))) {
    const said = runs[language](text);
    if (said === null) continue;
    checks.equal(`the program in ${language} for ${name} has the points of the page`, said, wanted.join(''));
  }
}
for (const scene of ['armies', 'pass']) {
  const said = runs.c(battleCode(session, { scene, units: 9, budget: 20000 }));
  checks.says(`a battle in C ends with its hash: ${scene}`, said, /^hash [0-9a-f]{16}\n$/);
}
checks.finish();
