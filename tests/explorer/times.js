// Times of the module in WebAssembly: node times.js WASM WORLD X,Y,X,Y... Prints, like explorer_times,
// microseconds of a first step and of a whole path for each query.

import { readFileSync } from 'node:fs';
import { engineOf } from './load.js';

const [wasm, world, ...queries] = process.argv.slice(2);
const engine = await engineOf(wasm);
engine.open(new Uint8Array(readFileSync(world)));
const measureAll = () =>
  queries.map((query) => {
    const [startX, startY, goalX, goalY] = query.split(',').map(Number);
    return engine.measure({ start: [startX, startY], goal: [goalX, goalY], smoothing: 'grid' });
  });
measureAll(); // node compiles the code again once it has run for a while
for (const { firstStepUs, pathUs } of measureAll()) {
  console.log(`${(firstStepUs ?? 0).toFixed(3)} ${(pathUs ?? 0).toFixed(3)}`);
}
