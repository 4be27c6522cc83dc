// "This in C" of the page, for several states of it, as one program: node code.js

import { battleCode } from '../../tools/explorer/page/battle/battle_code.js';
import { codeOf } from '../../tools/explorer/page/code.js';

const plain = { mover: 'walker', corners: 'strict', body: 1, region: 0, spacing: 0, labels: -1 };
const climbing = { climb: 3, drop: 0, climbCost: 0.5, dropCost: 0.25 };
const ends = { start: [1, 2], goal: [30, 20], goals: [] };
const map = { width: 40, height: 30 };
const rule = { cost: 'bx > ax', allowed: '' };
const states = [
  { settings: plain, map, query: { smoothing: 'grid' }, ...ends },
  {
    settings: { ...plain, ...climbing, corners: 'one', body: 2, region: 16, spacing: 4, labels: 2, rule },
    map: { ...map, heights: [] },
    ...{ query: { smoothing: 'any' }, ...ends, goals: [[3, 4]] },
  },
];
const programs = [
  ...states.map(codeOf),
  ...['armies', 'pass'].map((scene) => battleCode(states[1], { scene, units: 9, budget: 20000 })),
];
for (const program of programs) console.log(program.match(/^#include.*$/gm).join('\n'));
console.log('extern const uint8_t weight_of[256], cells[40 * 30];\nextern const uint16_t heights[40 * 30];');
console.log('uint32_t extra_of_step(void *user, const ovl_step *step);');
programs.forEach((program, i) =>
  console.log(`void program_${i}(void) {\n${program.replace(/^#include.*$/gm, '')}\n}`),
);
