// What the first screen of the page claims, proved by the engine under node, and examples as kinds of maps:
// node claims.js WASM

import { cellsOfText } from '../../tools/explorer/engine/address_rules.js';
import { CLAIMS, rockOf } from '../../tools/explorer/engine/claims.js';
import { makeMap } from '../../tools/explorer/engine/generate.js';
import { STEP_EXAMPLES } from '../../tools/explorer/engine/step_examples.js';
import { ROCK } from '../../tools/explorer/engine/terrain.js';
import { Checks, engineOf } from './load.js';

const checks = new Checks();
const engine = await engineOf(process.argv[2]);
const call = (name, ...args) => engine[name](...args);

for (const claim of CLAIMS.filter(({ prove }) => prove)) {
  const { kind, width, height, seed } = claim.source;
  const map = makeMap(engine, kind, width, height, seed);
  engine.setMap(map);
  const at = ([x, y]) => [Math.floor(x * width), Math.floor(y * height)];
  const [start, goal] = engine.cellsNear([at([0.12, 0.75]), at([0.85, 0.25])]);
  const rock = rockOf(claim, map, start, goal);
  for (const cell of rock)
    engine.edit({ x: cell % width, y: Math.floor(cell / width), w: 1, h: 1, values: [ROCK], mask: null });
  const { holds, words } = await claim.prove(call, { start, goal, smoothing: 'any', nearest: true });
  checks.check(`${claim.title}: ${words}`, holds);
  if (!claim.ring) continue;
  engine.setMap(map);
  const open = await claim.prove(call, { start, goal });
  checks.check('without the ring that does not hold', !open.holds && /There is a way/.test(open.words), open.words);
}
for (const [id, { map, kind }] of Object.entries(STEP_EXAMPLES))
  checks.equal(
    `the example ${id} is a kind of map`,
    [...makeMap(engine, kind ?? id, map.width, map.height, 0).terrain],
    [...map.terrain],
  );
checks.equal('a larger one has ground around it', makeMap(engine, 'lester', 9, 8, 0).terrain.filter((t) => t === ROCK).length, 3);
checks.equal('cells that are typed', [' (12, 30) ', '1;2 3;4', 'none', '-1,5 7'].map(cellsOfText), [
  [[12, 30]],
  [[1, 2], [3, 4]],
  [],
  [[-1, 5]],
]);
checks.finish();
