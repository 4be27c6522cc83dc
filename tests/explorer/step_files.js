// Files of the Step mode, under node: node step_files.js

import { STEP_EXAMPLES } from '../../tools/explorer/engine/step_examples.js';
import { formatSteps, parseSteps } from '../../tools/explorer/engine/step_file.js';
import { DEFAULT_RULES } from '../../tools/explorer/engine/step_rules.js';
import { ANY_EVENT, Checks } from './load.js';

const checks = new Checks();
const { lester } = STEP_EXAMPLES;
const land = {
  map: { width: 160, height: 100, terrain: Uint8Array.from({ length: 16000 }, (_, i) => (i * i) % 244) },
  start: [20, 70],
  goal: [140, 20],
  rules: { ...DEFAULT_RULES, costs: 'exact' },
};

const session = {
  map: land.map,
  start: land.start,
  goal: land.goal,
  mover: 'walker',
  body: 1,
  corners: 'strict',
  climbing: { climb: -1, drop: -1, climbCost: 0.5, dropCost: 0 },
  rule: null,
  rules: land.rules,
  step: 7,
  breaks: [{ ...ANY_EVENT, place: [1, 2, 3, 4], on: false }],
};
const text = formatSteps(session);
const read = parseSteps(text);
checks.equal(
  'a file of steps is written and read',
  [Buffer.from(read.map.terrain).equals(Buffer.from(land.map.terrain)), { ...read, map: 0 }],
  [true, { ...session, map: 0 }],
);
const changed = (change) => {
  const value = JSON.parse(formatSteps({ ...lester, mover: 'walker', body: 1 }));
  change(value);
  return JSON.stringify(value);
};
for (const [name, pattern, change] of [
  ['another format', /its format is not "overland-steps"/, (file) => (file.format = 'x')],
  ['a later version', /its version is 2/, (file) => (file.version = 2)],
  ['no map', /map\.rows is no list/, (file) => delete file.map],
  ['a short row', /row 1 of the map has 2 letters, not 7/, (file) => (file.map.rows[1] = '..')],
  [
    'a letter without a terrain',
    /the letter "x" in row 0/,
    (file) => (file.map.rows[0] = 'x......'),
  ],
  [
    'a letter of another object',
    /the letter "toString"|is no terrain/,
    (file) => (file.map.legend['.'] = 256),
  ],
  ['a start outside', /start x is no whole number from 0 to 6/, (file) => (file.start = [9, 0])],
  ['a goal that is no cell', /goal is no pair/, (file) => (file.goal = 5)],
  [
    'an unknown method',
    /rules\.method is "beam", not one of astar/,
    (file) => (file.rules.method = 'beam'),
  ],
  [
    'a method that each object has',
    /rules\.method is "toString"/,
    (file) => (file.rules.method = 'toString'),
  ],
  [
    'a direction twice',
    /rules\.order does not have each direction/,
    (file) => (file.rules.order[0] = 1),
  ],
  ['a negative step', /step is no whole number/, (file) => (file.step = -1)],
  [
    'too many breakpoints',
    /at most 32 breakpoints/,
    (file) => (file.breaks = Array(33).fill(ANY_EVENT)),
  ],
  [
    'a breakpoint outside',
    /place of breakpoint 0 x/,
    (file) => (file.breaks = [{ ...ANY_EVENT, place: [0, 0, 99, 0] }]),
  ],
  [
    'a breakpoint without a value',
    /value of breakpoint 0 is no number/,
    (file) => (file.breaks = [{ ...ANY_EVENT, value: 'many' }]),
  ],
]) {
  checks.throws(`a file with ${name}`, pattern, () => parseSteps(changed(change)));
}
const hilly = {
  ...{ ...lester, map: { ...lester.map, heights: new Uint16Array(35).fill(3, 7) } },
  climbing: { climb: 4, drop: -1, climbCost: 0.25, dropCost: 0 },
  ...{ rule: { cost: 'bx', allowed: '' }, step: 3, mover: 'walker', body: 1, breaks: [] },
};
const climbed = parseSteps(formatSteps(hilly));
checks.equal(
  'a file of steps has heights, climbing and rules of a step',
  [[...climbed.map.heights], climbed.climbing, climbed.rule],
  [[...hilly.map.heights], hilly.climbing, hilly.rule],
);
const torn = (from, to) => () => parseSteps(formatSteps(hilly).replace(from, to));
checks.throws('heights that are short', /row 0 of map\.heights has not 7/, torn('0 0 0 0', '0'));
checks.throws('climbing that is none', /climbing\.climb is no/, torn('"climb": 4', '"climb": "x"'));
checks.throws('a rule that is none', /rule of its steps can't be read/, torn('"bx"', '"bx +"'));
checks.throws('a file that is no JSON', /it is no JSON/, () => parseSteps('hello'));
checks.throws('JSON that is null', /its format is not/, () => parseSteps('null'));
checks.finish();
