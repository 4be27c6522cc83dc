// The Step mode's search, examples, breakpoints and files, under node: node steps.js WASM

import { exampleOf, STEP_EXAMPLES } from '../../tools/explorer/engine/step_examples.js';
import {
  breakWords,
  cellText,
  costText,
  DEFAULT_RULES,
  eventWords,
  ORDER_PRESETS,
  STEP_KINDS,
  orderName,
  ROW_NUMBERS,
  rulesOfText,
  rulesText,
  weightsOfMap,
} from '../../tools/explorer/engine/step_rules.js';
import { layTree } from '../../tools/explorer/page/step_tree.js';
import { Stepper } from '../../tools/explorer/engine/stepper.js';
import { makeMap } from '../../tools/explorer/engine/generate.js';
import { ROCK, weightsOf } from '../../tools/explorer/engine/terrain.js';
import { rowAt, rowCount } from '../../tools/explorer/page/step_ink.js';
import { ANY_EVENT, Checks, engineOf, landOf } from './load.js';

const checks = new Checks();
const stepper = new Stepper(await engineOf(process.argv[2]));

function searchOf({ map, start, goal, corners, rules, mover = 'walker', body = 1 }, changes = {}) {
  const chosen = { ...rules, ...changes };
  return {
    width: map.width,
    height: map.height,
    weights: weightsOfMap(map, weightsOf(mover), body, chosen.method === 'jumps'),
    start,
    goal,
    corners,
    rules: chosen,
  };
}

const rowsOf = (rows) => Array.from({ length: rowCount(rows) }, (_, i) => rowAt(rows, i));
const cellOf =
  ({ map }) =>
  (node) => [node % map.width, Math.floor(node / map.width)];
const wordsOf = (example, look, rules = example.rules) =>
  eventWords(look.state.event, rules, (node) => cellText(cellOf(example)(node)));

/** Steps through an example, one message a step: the words of each event. */
function tell(example, changes = {}) {
  const rules = { ...example.rules, ...changes };
  stepper.begin(searchOf(example, changes));
  stepper.setBreaks([], rules);
  const told = [];
  for (let look = stepper.run('forward', [1, false]); ; look = stepper.run('forward', [1, false])) {
    told.push(wordsOf(example, look, rules));
    if (look.state.over) return told;
  }
}

// ---- Lester's wall ----

const { lester: article, cat, blind, eight, ground } = STEP_EXAMPLES;
const toGoal = tell(article);
stepper.to(1e9);
checks.equal(
  'the path goes below, as in the figures of the article',
  [...stepper.look({ branch: null }).branch].map((node) => cellText(cellOf(article)(node))).reverse(),
  ['(5, 2)', '(5, 3)', '(4, 4)', '(3, 4)', '(2, 4)', '(2, 3)', '(1, 2)'],
);
checks.equal(
  'its third expansion is the lower one of two of the same F',
  toGoal.filter((words) => /^Expanded/.test(words))[2],
  'Expanded (2, 3): G 14, H 40, F 54, from (1, 2)',
);
const lester = {
  ...article,
  rules: { ...article.rules, tie: 'newest', order: ORDER_PRESETS.counter.order },
};
const told = tell(lester);
checks.equal('Lester: the first expansion', told.slice(1, 11), [
  'Expanded (1, 2): G 0, H 40, F 40',
  'Opened (2, 2): G 10, H 30, F 40, from (1, 2)',
  'Opened (2, 1): G 14, H 40, F 54, from (1, 2)',
  'Opened (1, 1): G 10, H 50, F 60, from (1, 2)',
  'Opened (0, 1): G 14, H 60, F 74, from (1, 2)',
  'Opened (0, 2): G 10, H 50, F 60, from (1, 2)',
  'Opened (0, 3): G 14, H 60, F 74, from (1, 2)',
  'Opened (1, 3): G 10, H 50, F 60, from (1, 2)',
  'Opened (2, 3): G 14, H 40, F 54, from (1, 2)',
  'Closed (1, 2): G 0, H 40, F 40',
]);
checks.equal(
  'then the cell on the right, then (2, 3)',
  [told[11], told[13]],
  [
    'Expanded (2, 2): G 10, H 30, F 40, from (1, 2)',
    'Expanded (2, 3): G 14, H 40, F 54, from (1, 2)',
  ],
);
checks.equal(
  'the cell two below the start: G 28, later 20',
  told.filter((words) => /\(1, 4\):/.test(words)).slice(0, 2),
  [
    'Opened (1, 4): G 28, H 60, F 88, from (2, 3)',
    'Improved (1, 4): G 20, H 60, F 80, from (1, 3)',
  ],
);
checks.equal(
  'and the end',
  [told.length, told[50]],
  [51, 'Reached the goal (5, 2): the path costs 68.'],
);

// ---- The cat and the bone ----

const chased = tell(cat);
checks.equal('the cat: three open neighbours', chased.slice(2, 5), [
  'Opened (2, 2): G 1, H 4, F 5, from (1, 2)',
  'Opened (1, 3): G 1, H 6, F 7, from (1, 2)',
  'Opened (0, 2): G 1, H 6, F 7, from (1, 2)',
]);
stepper.to(10);
const tied = stepper.run(null, [], { list: { name: 'sorted', first: 0, count: 9 } }).list;
checks.equal(
  'four cells tie at F 7',
  Array.from({ length: tied.length }, (_, i) => tied.rows[i * ROW_NUMBERS + 4] / 16),
  [7, 7, 7, 7],
);
for (const [tie, before] of [
  ['newest', [5, 2]],
  ['oldest', [6, 1]],
  ['largerG', [5, 2]],
]) {
  const last = tell(cat, { tie });
  stepper.to(1e9);
  const { branch } = stepper.look({ branch: null });
  checks.equal(
    `the tie rule ${tie} decides the path`,
    [branch.length, cellOf(cat)(branch[6]), last[last.length - 1]],
    [8, before, 'Reached the goal (6, 2): the path costs 7.'],
  );
}

const expansions = (words) => words.filter((each) => /^Expanded/.test(each)).length;
const [sought, seen] = [tell(blind), tell(cat)];
checks.check(
  `a cat that can't see finds as short a way, with more expansions: ${expansions(seen)}, ${expansions(sought)}`,
  sought.at(-1) === seen.at(-1) && expansions(sought) > expansions(seen) && !/H [1-9]/.test(sought.join()),
);

// ---- Matthews' rules ----

const costOf = (words) => Number(/the path costs ([\d.]+)/.exec(words.at(-1))[1]);
checks.equal(
  'with diagonals for 1, H by rows and columns is too high: 9 steps, and 6 are enough',
  [costOf(tell(eight)), costOf(tell(eight, { heuristic: 'octile' }))],
  [9, 6],
);
const fsOf = (words) => words.filter((each) => /^Expanded/.test(each)).map((each) => Number(/F (\d+)/.exec(each)[1]));
checks.check('F falls on the way', fsOf(tell(eight)).some((f, i, all) => f < all[i - 1]));
checks.check('and never by octile distances', !fsOf(tell(eight, { heuristic: 'octile' })).some((f, i, all) => f < all[i - 1]));
checks.equal(
  'neighbours are looked at column by column',
  tell(eight).slice(2, 7).map((words) => /\((.*?)\)/.exec(words)[1]),
  ['0, 0', '0, 1', '0, 2', '1, 0', '1, 2'],
);
const paid = tell(ground);
stepper.to(1e9);
const way = [...stepper.look({ branch: null }).branch].map(cellOf(ground));
checks.equal(
  'over ground of three costs the path crosses the belt of 2 and goes round the block of 3',
  [costOf(paid), way.some(([x]) => x === 2), way.some(([x, y]) => ground.map.terrain[y * 9 + x] === 24)],
  [13, true, false],
);
checks.equal('as short as by Dijkstra', costOf(tell(ground, { heuristic: 'none' })), 13);
const ids = Object.keys(STEP_EXAMPLES);
checks.equal(
  'an example is known by its map and its heuristic, and tells what it teaches',
  [ids.map((id) => exampleOf(STEP_EXAMPLES[id].kind ?? id, STEP_EXAMPLES[id].rules)), exampleOf('caves', cat.rules)],
  [ids, undefined],
);
checks.check('in a few words', ids.every((id) => STEP_EXAMPLES[id].words.split(' ').length < 50));

// ---- Forward, back, breakpoints ----

function stopAt(breaks, example = lester) {
  stepper.restart(searchOf(example), breaks, 0);
  const look = stepper.run('forward', [1e12, true]);
  return [look.held, look.state.number];
}
checks.equal(
  'stops when G of a cell changes',
  stopAt([{ ...ANY_EVENT, place: [1, 4, 1, 4], field: 'g', compare: 'changes' }]),
  [0, 24],
);
checks.equal(
  'and when G is above 30',
  stopAt([{ ...ANY_EVENT, kind: 'expanded', field: 'g', compare: 'greater', value: 30 }]),
  [0, 35],
);
checks.equal(
  'within a rectangle',
  stopAt([{ ...ANY_EVENT, kind: 'expanded', place: [4, 0, 6, 4] }]),
  [0, 38],
);
checks.equal('when F falls', stopAt([{ ...ANY_EVENT, rule: 'falls' }]), [0, 43]);
const byOctile = { ...lester, rules: { ...lester.rules, heuristic: 'octile' } };
const never = stopAt([{ ...ANY_EVENT, rule: 'falls' }], byOctile);
checks.equal('which it never does by octile distances', never[0], -1);
checks.equal('a cycle of parents: never', stopAt([{ ...ANY_EVENT, rule: 'cycle' }]), [-1, 51]);
checks.equal(
  'at an improvement, the second of two',
  stopAt([
    { ...ANY_EVENT, kind: 'failed' },
    { ...ANY_EVENT, kind: 'improved' },
  ]),
  [1, 24],
);
const look = stepper.run('to', [23], { nodes: [0, 0, 7, 5], list: { name: 'heap', first: 0, count: 31 } });
checks.equal(
  'back by one',
  [look.state.number, wordsOf(lester, look)],
  [23, 'Opened (0, 4): G 24, H 70, F 94, from (1, 3)'],
);
checks.equal(
  'what the page draws is told',
  [
    look.nodes.length / ROW_NUMBERS,
    look.list.rows.length / ROW_NUMBERS,
    look.list.length,
    look.changes.w,
  ],
  [14, 9, 9, 7],
);
const tree = stepper.list({ name: 'parents', node: null });
const linked = new Map(rowsOf(tree.rows).map(({ node, parent }) => [node, parent]));
checks.check(
  'the tree of parents has all cells, each with a parent in it',
  tree.isWhole && linked.size === 14 && [...linked.values()].every((parent) => linked.has(parent)),
);
const fromStart = stepper.list({ name: 'path', first: 0, count: 9, node: null });
checks.equal(
  'the path to the cell of the event is told with its numbers',
  rowsOf(fromStart.rows).map(({ node, g, h, f }) => [cellText(cellOf(lester)(node)), g / 16, h / 16, f / 16].join(' ')),
  ['(1, 2) 0 40 40', '(1, 3) 10 50 60', '(0, 4) 24 70 94'],
);
checks.equal('that to another cell, too', stepper.list({ name: 'path', first: 1, count: 9, node: 2 * 7 + 2 }).length, 2);
checks.equal('back to an expansion', stepper.run('backToExpansion', []).state.number, 22);
checks.equal('on to the next', stepper.run('stepToExpansion', []).state.number, 26);
stepper.run('to', [1]);
const before = stepper.run('backToExpansion', []).state.number;
checks.equal('nothing lies before the beginning', before, 0);
stepper.to(26);
stepper.run('forward', [1, false]);
checks.equal(
  'one step changes few cells',
  stepper.run('forward', [1, false]).changes.states.length,
  1,
);
checks.throws('a blocked start is refused in a sentence', /The start is blocked\./, () =>
  stepper.begin(searchOf({ ...lester, start: [3, 2] })),
);
checks.equal(
  'and then there is no search',
  [
    stepper.run('forward', [5, true]).state.total,
    stepper.list({ name: 'heap', first: 0, count: 9 }).length,
  ],
  [0, 0],
);
checks.equal(
  'breakpoints in words',
  [
    breakWords({ ...ANY_EVENT, kind: 'improved', place: [1, 4, 1, 4] }),
    breakWords({ ...ANY_EVENT, field: 'f', compare: 'less', value: 54 }),
    breakWords({ ...ANY_EVENT, rule: 'falls' }),
  ],
  ['G improved at (1, 4)', 'F < 54', 'F falls'],
);

// ---- Exact costs ----

const land = {
  ...landOf(stepper.engine, 160, 100, 4),
  corners: 'strict',
  rules: { ...DEFAULT_RULES, costs: 'exact' },
};
stepper.begin(searchOf(land));
stepper.to(1e9);
const ownCost = stepper.look({}).state.event.g;
stepper.engine.setMap(land.map);
const answer = stepper.engine.path({ start: land.start, goal: land.goal, smoothing: 'none' });
checks.check(
  "exact costs are the library's",
  Math.abs(answer.cost - ownCost / 1120) < answer.cost * 0.02 && answer.costUnits >= ownCost,
  `${answer.costUnits} and ${ownCost}`,
);

// ---- Cells that jumps pass ----

const SCANNED = 4;
stepper.begin(searchOf(lester, { method: 'jumps' }));
stepper.setBreaks([], lester.rules);
const passed = (number) => {
  const { changes } = stepper.run('to', [number]);
  return changes.states.filter((state) => state === SCANNED).length;
};
const [none, some] = [passed(0), passed(3)];
checks.check('jumps pass cells', none === 0 && some > 0, `${none}, ${some}`);
checks.check('more of them later', passed(stepper.state().total) > 0);
checks.equal('none at the beginning, after a step back', passed(0), 0);
stepper.begin(searchOf(lester));
checks.equal('A* passes none', passed(1000), 0);

// ---- The two tiers ----

stepper.engine.setMap(land.map, { labels: 0 });
const query = { start: land.start, goal: land.goal, smoothing: 'any' };
const tiers = { width: 160, height: 100, rules: { ...DEFAULT_RULES, method: 'tiers' }, query };
const whole = stepper.engine.path(query);
const places = stepper.begin(tiers);
stepper.setBreaks([], tiers.rules);
const kinds = {};
let isOrdered = true;
for (let told = stepper.run('forward', [1, false]); ; told = stepper.run('forward', [1, false])) {
  const { event, open: opened, closed } = told.state;
  kinds[event.kind] = (kinds[event.kind] ?? 0) + 1;
  if (event.kind === STEP_KINDS.source && opened + closed < 1) isOrdered = false;
  if (told.state.over) break;
}
checks.equal(
  'each expansion of both tiers is a step',
  kinds[STEP_KINDS.expanded],
  whole.fineExpanded + whole.coarseExpanded,
);
checks.check('and each window', kinds[STEP_KINDS.window] >= whole.windows && whole.windows > 2);
checks.check('a search that began has nodes', isOrdered);
const chosen = stepper.look({ tiers: true }).tiers;
const cellAt = (node) => [node % 160, Math.floor(node / 160)];
checks.equal(
  'segments lead from the start to the goal',
  [cellAt(chosen.segments[0]), cellAt(chosen.segments[chosen.segments.length - 1])],
  [query.start, query.goal],
);
checks.equal(
  'the string is the path',
  Array.from(chosen.string, cellAt)
    .filter((_, i) => i % 2 === 1)
    .flat(),
  [...whole.points].slice(2),
);
checks.check(
  'waypoints are places of two cells beside each other',
  places.length > 0 && chosen.route.every((node) => node >= 16000),
);
const look24 = () =>
  stepper.run('to', [2400], {
    list: { name: 'sorted', first: 0, count: 50 },
    nodes: [0, 0, 160, 100],
  });
const once = look24();
stepper.to(1e9);
const again = look24();
checks.equal(
  'back among the tiers',
  [...again.list.rows, ...again.nodes],
  [...once.list.rows, ...once.nodes],
);
stepper.restart(tiers, [{ ...ANY_EVENT, kind: 'window' }], 0);
checks.equal(
  'stops at a window',
  stepper.run('forward', [1e12, true]).state.event.kind,
  STEP_KINDS.window,
);
checks.throws('a start that is blocked', /There is nothing to show: .*start/, () => {
  const rock = land.map.terrain.indexOf(ROCK);
  stepper.begin({ ...tiers, query: { ...query, start: cellAt(rock), nearest: false } });
});

// ---- Heights and rules of a step ----

const engine = stepper.engine;
const hills = makeMap(engine, 'caves', 60, 40, 4);
hills.heights = Uint16Array.from(hills.terrain, (_, i) => 9 + Math.round(8 * Math.sin(i / 7)));
engine.setMap(hills, {
  ...{ corners: 'one', body: 2, climb: 4, climbCost: 0.3, dropCost: 0.1 },
  rule: { cost: 'bx > ax ? 0.25 : 0', allowed: 'ay != 20 || by != 20' },
});
const opens = hills.terrain.findIndex((_, i) => engine.island([i % 60, (i / 60) | 0]) > 0);
const ends = {
  start: [opens % 60, (opens / 60) | 0],
  goal: (() => {
    const at = (i) => [i % 60, (i / 60) | 0];
    const home = engine.island(at(opens));
    return at(hills.terrain.findLastIndex((_, i) => engine.island(at(i)) === home));
  })(),
};
function costByWorld(changes) {
  const rules = { ...DEFAULT_RULES, costs: 'exact', ...changes };
  const weights = weightsOfMap(hills, weightsOf('walker'), 2, false);
  const search = { width: 60, height: 40, weights, ...ends, rules, corners: 'one' };
  stepper.begin({ ...search, byWorld: true });
  stepper.setBreaks([], rules);
  stepper.to(1e9);
  const { found, event } = stepper.state();
  return [found, event.g / 1120];
}
const { cost: optimal } = engine.plain({ ...ends, nearest: false });
checks.check('there is a way over the hills', optimal > 10, optimal);
for (const method of ['astar', 'dijkstra'])
  checks.equal(`${method} heeds heights, body and rules`, costByWorld({ method }), [true, optimal]);
const [hasTens, tens] = costByWorld({ method: 'dijkstra', costs: 'ten' });
checks.check(
  'by 10 and 14, too',
  hasTens && Math.abs((tens * 1120) / 160 / optimal - 1) < 0.02,
  `${(tens * 1120) / 160} and ${optimal}`,
);
engine.setMap(makeMap(engine, 'caves', 60, 40, 4), { rule: null, corners: 'strict', body: 1 });

// ---- A large map ----

const { map: large } = landOf(engine, 1024, 1024, 2);
large.terrain.fill(8, 0, 1024);
const far = {
  ...land,
  map: large,
  start: [0, 0],
  goal: [1023, 0],
  rules: { ...DEFAULT_RULES, method: 'dijkstra' },
};
stepper.begin(searchOf(far));
stepper.setBreaks([{ ...ANY_EVENT, field: 'open', compare: 'greater', value: 1e9 }], far.rules);
let began = performance.now();
const end = stepper.run('forward', [1e12, true], {
  list: { name: 'closed', first: 400000, count: 9 },
});
const forwardMs = performance.now() - began;
began = performance.now();
stepper.run('to', [end.state.number - 1], { list: { name: 'sorted', first: 0, count: 9 } });
const backMs = performance.now() - began;
const per = (ms) => (ms / end.state.number) * 1e6;
checks.check(
  `${end.state.number} events with a breakpoint take ${Math.round(forwardMs)} ms, one back ${Math.round(backMs)} ms`,
  end.state.number > 1e6 && per(forwardMs) < 3000 && per(backMs) < 3000,
);

// ---- Trees ----

const farTree = stepper.list({ name: 'parents', node: null });
const farRows = rowsOf(farTree.rows);
checks.check(
  'of a large search the end of the path is drawn, and what hangs on it',
  !farTree.isWhole && farRows.length > 50 && farRows.length <= 400 && farRows.at(0).state > 0,
  farRows.length,
);
const laid = layTree([-1, 0, 0, 1, 1]);
checks.equal(
  'in a tree leaves are side by side, and others over the middle of theirs',
  [laid.x, laid.depth, laid.leaves, laid.deepest],
  [[1.25, 0.5, 2, 0, 1], [0, 1, 1, 2, 2], 3, 2],
);
checks.equal('a cycle of parents is not drawn', layTree([-1, 2, 1]).x, [0, null, null]);

// ---- Words and weights ----

checks.equal(
  'costs as text',
  [
    costText(68 * 16, { costs: 'ten' }),
    costText(12 * 16 + 8, { costs: 'ten' }),
    costText(99 * 16, { costs: 'exact' }),
  ],
  ['68', '12.5', '1.41'],
);
checks.equal(
  'orders of neighbours have names',
  [orderName([0, 2, 4, 6, 1, 3, 5, 7]), orderName([2, 0, 4, 6, 1, 3, 5, 7])],
  ['straight', 'custom'],
);
const tiny = { width: 3, height: 2, terrain: Uint8Array.of(8, ROCK, 24, 8, 8, 8) };
checks.equal(
  'weights of a map',
  [
    [...weightsOfMap(tiny, weightsOf('walker'), 1, false)],
    [...weightsOfMap(tiny, weightsOf('walker'), 1, true)],
    [...weightsOfMap(tiny, weightsOf('walker'), 2, false)],
  ],
  [
    [8, 0, 24, 8, 8, 8],
    [8, 0, 8, 8, 8, 8],
    [0, 0, 0, 0, 0, 0],
  ],
);
const own = { ...lester.rules, method: 'jumps', weight: 150, reopens: true };
checks.equal(
  'rules in an address',
  [rulesOfText(rulesText(own)), rulesOfText('x.y.z')],
  [own, DEFAULT_RULES],
);
checks.equal('kinds of events are as in the module', Object.keys(STEP_KINDS).length, 13);
checks.finish();
