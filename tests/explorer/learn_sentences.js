// The sentences of the mode Learn, compared with answers: each sentence with a number or a comparison has a row with a
// check on the picture of its step, as it is at first. node learn_sentences.js WASM

import { checkAddress, readAddress } from '../../tools/explorer/engine/address_rules.js';
import { hasCell, hexagonDistance, HEXAGON_STEPS } from '../../tools/explorer/engine/hexagons.js';
import { LessonCalls } from '../../tools/explorer/engine/learn/lesson_calls.js';
import { LESSONS } from '../../tools/explorer/engine/learn/lessons.js';
import { ROCK } from '../../tools/explorer/engine/terrain.js';
import { entrancesOf } from '../../tools/explorer/page/learn/entrances.js';
import { sceneOfKind } from '../../tools/explorer/page/learn/scenes.js';
import { rowAt, rowCount } from '../../tools/explorer/page/step_ink.js';
import { clientOf, openLesson } from './lesson.js';
import { Checks, engineOf } from './load.js';

const checks = new Checks();
const engine = await engineOf(process.argv[2]);
const client = clientOf(engine);
const lessons = new LessonCalls(engine);
const open = (id) => openLesson(client, id);

// ---- What the checks use ----

const DIAGONAL = 99 / 70;
const UNITS = 16; // of a point of the mode Step, in which events tell costs
const near = (a, b) => Math.abs(a - b) < 1e-6;
const pairsOf = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
const endsOf = ({ start, goal }) => ({ start, goal, nearest: false });
const isRow = (values, holds) => values.every((value, i) => i === 0 || holds(values[i - 1], value));
const rowsOf = (rows) => Array.from({ length: rowCount(rows) }, (_, i) => rowAt(rows, i));
const lengthOf = (dx, dy) => Math.max(Math.abs(dx), Math.abs(dy)) + (DIAGONAL - 1) * Math.min(Math.abs(dx), Math.abs(dy));
const costOfSteps = (cells) =>
  pairsOf(cells).reduce((sum, [x, y], i, all) => (i === 0 ? 0 : sum + lengthOf(x - all[i - 1][0], y - all[i - 1][1])), 0);

/** The answers of a picture for each value of a field. */
async function forEach(view, field, values) {
  const all = [];
  for (const value of values) all.push(structuredClone((await view.choose({ [field]: value })).data));
  return all;
}

/** The cost of a step between two cells of given weights, by the engine. */
function stepCost(weights, [dx, dy]) {
  const [width, height] = [16, 16];
  const terrain = new Uint8Array(width * height).fill(weights[0]);
  terrain[(8 + dy) * width + 8 + dx] = weights[1];
  engine.setMap({ width, height, terrain }, { rule: null });
  return engine.path({ start: [8, 8], goal: [8 + dx, 8 + dy], smoothing: 'none' }).costUnits;
}

/** Calls `see` with each look at the search of a picture, event by event. */
function eachEvent(view, want, see) {
  const { stepper } = client;
  stepper.begin(view.picture.searchOf(view));
  const { width, height } = view.map;
  for (;;) {
    const look = stepper.look({ nodes: [0, 0, width, height], list: want });
    see(look);
    if (look.state.over) return;
    stepper.forward(1, false);
  }
}

/** How many paths to the goal of a picture cost as little as the cheapest. */
function cheapestPaths({ map: { width, terrain }, start, goal }) {
  const { costs } = engine.range(start, 1e6);
  const numberOf = ([x, y]) => y * width + x;
  const ways = new Map([[numberOf(start), 1]]);
  const order = [...costs.keys()].filter((cell) => costs[cell] > 0).sort((a, b) => costs[a] - costs[b]);
  for (const cell of order) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    let sum = 0;
    for (const [dx, dy] of [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      const beside = [[x + dx, y + dy], [x + dx, y], [x, y + dy]].map(numberOf);
      const isLegal = beside.every((each) => terrain[each] > ROCK);
      if (isLegal && Math.abs(costs[beside[0]] + lengthOf(dx, dy) - costs[cell]) < 1e-3) sum += ways.get(beside[0]) ?? 0;
    }
    ways.set(cell, sum);
  }
  return ways.get(numberOf(goal));
}

/** The number of turns of a path, and the least angle of one, in eighths of a circle. */
function turnsOf(cells) {
  const steps = pairsOf(cells).map(([x, y], i, all) => (i === 0 ? null : Math.atan2(y - all[i - 1][1], x - all[i - 1][0]) / (Math.PI / 4)));
  const turns = steps.slice(2).map((step, i) => Math.abs(step - steps[i + 1])).filter((turn) => turn > 1e-9);
  return { count: turns.length, least: Math.min(...turns.map((turn) => Math.min(turn, 8 - turn))) };
}

/** The widest window of the segments of a route across rooms of so many cells. */
async function largestWindow(width) {
  const height = Math.round(width * 0.57);
  const scene = await sceneOfKind(client, 'rooms', [width, height], 5, [4, height - 8], [width - 8, 8]);
  engine.setMap(scene.map, { region: 16, labels: -1, rule: null });
  const { segments } = lessons.walk(endsOf(scene));
  const areas = segments.flatMap(({ events: { count, ints } }) =>
    Array.from({ length: count }, (_, i) => {
      const [left, top, right, bottom] = ints.subarray(18 * i + 3, 18 * i + 7);
      return (right - left + 1) * (bottom - top + 1);
    }),
  );
  return Math.max(...areas);
}

const ticksOf = async (view, count) => {
  const all = [];
  for (let i = 0; i < count; i++) {
    view.ask();
    await view.asker.asking;
    all.push([...view.data.units]);
  }
  return all;
};
const placesOf = (units) => Array.from({ length: units.length / 20 }, (_, i) => `${units[20 * i]},${units[20 * i + 1]}`);

/** Steps through a search and says whether each cell that is closed has the least F of all that are open. */
function closesTheLeast(view, keyOf) {
  let isLeast = true;
  let open = [];
  eachEvent(view, undefined, ({ state, nodes }) => {
    const rows = rowsOf(nodes);
    if (state.event.kind === 3) {
      const taken = open.find(({ node }) => node === state.event.node);
      isLeast &&= open.every((row) => keyOf(row) >= keyOf(taken));
    }
    open = rows.filter((row) => row.state === 1);
  });
  return isLeast;
}

const costOf = ({ data: { state } }) => state.event.g / UNITS / 70;

async function closedBy(fields) {
  const view = await open('heuristic');
  await view.choose(fields);
  return { closed: view.data.state.closed, cost: costOf(view) };
}

// ---- The rows: a step, a sentence of it, and what has to hold ----

const ROWS = [
  ['grid', '8/8 is plain ground, 24/8 costs three times as much, and 0 blocks.', async () => {
    const steps = [stepCost([8, 8], [1, 0]), stepCost([24, 24], [1, 0])];
    const view = await open('grid');
    await view.put(ROCK, Array.from({ length: view.map.height }, (_, y) => [9, y]));
    return [steps[1] === 3 * steps[0] && view.data.partial, steps];
  }],
  ['grid', 'A straight step costs the mean weight of its two cells.', async () => {
    const cost = stepCost([8, 24], [1, 0]);
    return [cost === (1120 * (8 + 24)) / 2 / 8, cost];
  }],
  ['grid', 'A diagonal one is longer: 1.414 times as much.', async () => {
    const share = stepCost([8, 8], [1, 1]) / stepCost([8, 8], [1, 0]);
    return [share.toFixed(3) === '1.414', share];
  }],
  ['grid', 'Inside, costs are whole numbers, 1120 for a plain straight step: every machine finds the same path.', async () => {
    const costs = [stepCost([8, 8], [1, 0]), stepCost([9, 8], [1, 1]), stepCost([24, 8], [0, 1])];
    return [costs[0] === 1120 && costs.every(Number.isInteger), costs];
  }],
  ['grid', 'Paint that three cells wide, and the path goes round.', async () => {
    const view = await open('grid');
    const slow = () => pairsOf(view.data.cells).filter((cell) => view.terrainAt(cell) === 24).length;
    const before = slow();
    const strip = Array.from({ length: 7 }, (_, y) => [[5, y + 1], [7, y + 1]]).flat();
    await view.put(24, strip);
    return [before === 1 && slow() === 0, [before, slow()]];
  }],
  ['danger', 'A cost can say more than how slow the ground is.', async () => {
    const view = await open('danger');
    const { cost, straightSteps, diagonalSteps } = view.data;
    return [view.map.terrain.every((each) => each === ROCK || each === 8) && cost > straightSteps + DIAGONAL * diagonalSteps, cost];
  }],
  ['danger', 'Where your units died, or where a tower shoots, a step should cost more.', async () => {
    const view = await open('danger');
    const [x, y] = view.marks[0];
    const { costUnits } = engine.path({ start: [x - 2, y], goal: [x - 1, y], smoothing: 'none' });
    return [costUnits > 1120, costUnits];
  }],
  ['danger', 'A step into a cell near it costs as much more as the number in the cell says.', async () => {
    const view = await open('danger');
    const [x, y] = view.marks[0];
    const more = [[1, 24], [2, 21], [4, 9], [5, 0]].map(([far, share]) => {
      const { costUnits } = engine.path({ start: [x - far - 1, y], goal: [x - far, y], smoothing: 'none' });
      return [costUnits - 1120, Math.round((share / 25) * 0.5 * 1120)];
    });
    return [more.every(([found, wanted]) => found === wanted), more];
  }],
  ['danger', 'No cell is closed: the path weighs a long way that is safe against a short way that is not.', async () => {
    const view = await open('danger');
    const reached = view.map.terrain.filter((each) => each !== ROCK).length;
    const danger = view.data.cost - costOfSteps(view.data.cells);
    return [engine.range(view.start, 1e6).reached === reached && danger > 0 && costOfSteps(view.data.cells) > 31, [danger, reached]];
  }],
  ['danger', 'Drag the slider to the left: with no danger at all, the path runs straight on.', async () => {
    const view = await (await open('danger')).choose({ counts: 0 });
    const { cost } = view.data;
    return [near(cost, lengthOf(view.goal[0] - view.start[0], view.goal[1] - view.start[1])), cost];
  }],
  ['danger', 'Drag it to the right, and the path bends away from both dangers.', async () => {
    const view = await (await open('danger')).choose({ counts: 2 });
    const fars = view.marks.map(([x, y]) => Math.min(...pairsOf(view.data.cells).map(([px, py]) => Math.hypot(px - x, py - y))));
    return [fars.every((far) => far >= 5), fars];
  }],
  ['astar', 'A* keeps two lists of cells.', async () => {
    const { state, nodes } = (await open('astar')).data;
    const count = (wanted) => rowsOf(nodes).filter((row) => row.state === wanted).length;
    return [count(1) === state.open && count(2) === state.closed && rowsOf(nodes).length === state.open + state.closed, state];
  }],
  ['astar', 'F (above) is their sum.', async () => {
    const rows = rowsOf((await open('astar')).data.nodes);
    return [rows.length > 0 && rows.every(({ g, h, f }) => f === g + h), rows.length];
  }],
  ['astar', 'Here a straight step costs 10, a diagonal one 14.', async () => {
    const rows = rowsOf((await open('astar')).data.nodes);
    const gOf = new Map(rows.map(({ node, g }) => [node, g]));
    const steps = new Set(rows.filter(({ node, parent }) => node !== parent).map(({ node, parent, g }) => {
      const isStraight = [1, 11].includes(Math.abs(node - parent));
      return `${isStraight ? 'straight' : 'diagonal'} ${(g - gOf.get(parent)) / UNITS}`;
    }));
    return [[...steps].sort().join() === 'diagonal 14,straight 10', [...steps]];
  }],
  ['astar', 'It takes the open cell with the least F, closes it, and opens its neighbours, or lowers their G.', async () => [
    closesTheLeast(await open('astar'), ({ f }) => f), 'a cell with a larger F was taken',
  ]],
  ['heap', 'In each round A* wants the open cell with the least F.', async () => [
    closesTheLeast(await open('heap'), ({ f }) => f), 'a cell with a larger F was taken',
  ]],
  ['heap', 'No entry has a smaller F than the one above it, so the least is at the top.', async () => {
    let holds = true;
    eachEvent(await open('heap'), { name: 'heap', first: 0, count: 200 }, ({ list }) => {
      const fs = rowsOf(list.rows).map(({ f }) => f);
      holds &&= fs.every((f, i) => i === 0 || f >= fs[(i - 1) >> 1]) && (fs.length === 0 || fs[0] === Math.min(...fs));
    });
    return [holds, 'an entry is smaller than the one above'];
  }],
  ['heap', 'The tree lies in an array: below entry n come 2n and 2n + 1.', async () => {
    const { list } = (await open('heap')).data;
    const numbers = rowsOf(list.rows).map(({ position }) => position + 1);
    const below = numbers.flatMap((n) => [2 * n, 2 * n + 1]).filter((n) => n <= numbers.length);
    return [numbers.length > 7 && String(below) === String(numbers.slice(1)), numbers];
  }],
  ['heap', 'Among a million entries that takes at most 19 swaps.', async () => {
    let swaps = 0;
    for (let n = 1000000; n > 1; n >>= 1) swaps++;
    return [swaps === 19, swaps];
  }],
  ['heuristic', 'If H is never more than the true cost, the path is the cheapest.', async () => {
    const [none, octile] = [await closedBy({ heuristic: 'none' }), await closedBy({ heuristic: 'octile' })];
    const { cost } = engine.plain(endsOf(await open('heuristic')));
    return [near(none.cost, octile.cost) && near(octile.cost, cost), [none.cost, octile.cost, cost]];
  }],
  ['heuristic', 'And the closer H comes to the true cost, the fewer cells are closed.', async () => {
    const [none, octile] = [await closedBy({ heuristic: 'none' }), await closedBy({ heuristic: 'octile' })];
    return [none.closed > octile.closed, [none.closed, octile.closed]];
  }],
  ['heuristic', 'Twice H closes fewer still, but the path may cost up to twice as much.', async () => {
    const [octile, twice] = [await closedBy({ heuristic: 'octile' }), await closedBy({ heuristic: 'twice' })];
    const view = await (await open('heuristic')).choose({ heuristic: 'twice' });
    const shares = [];
    for (let y = 0; y < view.map.height; y++) {
      await view.drag('goal', [21, y]);
      shares.push(costOf(view) / engine.plain(endsOf(view)).cost);
    }
    return [twice.closed < octile.closed && shares.every((share) => share > 1 - 1e-9 && share <= 2) && shares.some((share) => share > 1.001), shares];
  }],
  ['heuristic', 'On open ground many paths cost the same.', async () => {
    const count = cheapestPaths(await open('heuristic'));
    return [count > 10, count];
  }],
  ['heuristic', 'Take the one with the larger G, and the search goes straight on, instead of trying all those paths.', async () => {
    const [oldest, larger] = [await closedBy({ tie: 'oldest' }), await closedBy({ tie: 'largerG' })];
    return [larger.closed < oldest.closed && near(larger.cost, oldest.cost), [oldest.closed, larger.closed]];
  }],
  ['nearest', 'Your unit is thirsty, and there are four wells.', async () => {
    const view = await open('nearest');
    return [view.marks.length + 1 === 4, view.marks];
  }],
  ['nearest', 'You could search for each, but one search is enough.', async () => {
    const { state, singles } = (await open('nearest')).data;
    return [state.closed < singles.reduce((sum, { expanded }) => sum + expanded, 0), state.closed];
  }],
  ['nearest', 'Dijkstra’s algorithm needs no H, so it needs no one goal to aim at.', async () => {
    const rows = rowsOf((await open('nearest')).data.nodes);
    return [rows.every(({ g, h, f }) => h === 0 && f === g), rows.length];
  }],
  ['nearest', 'It takes cells in the order of their cost from the start.', async () => [
    closesTheLeast(await open('nearest'), ({ g }) => g), 'a cell with a larger G was taken',
  ]],
  ['nearest', 'So the first well that it reaches is the cheapest to walk to, and there it stops.', async () => {
    const { data, goal, marks, map } = await open('nearest');
    const closed = rowsOf(data.nodes).filter(({ state }) => state === 2).map(({ node }) => node);
    const others = [goal, ...marks].filter((well) => String(well) !== String(data.nearest));
    const isIn = others.some(([x, y]) => closed.includes(y * map.width + x));
    return [data.state.found && !isIn && near(data.state.event.g / UNITS / 70, data.answer.cost), data.state];
  }],
  ['nearest', 'Look at the well on the right: by the ruler it is nearest, but a wall stands before it.', async () => {
    const { start, goal, marks, data } = await open('nearest');
    const far = ([x, y]) => Math.hypot(x - start[0], y - start[1]);
    return [goal[0] > start[0] && marks.every((each) => far(each) > far(goal)) && data.singles[0].cost > data.answer.cost, far(goal)];
  }],
  ['nearest', 'Compare the counts: one search for all, a search by A* for each, and how the library does it.', async () => {
    const view = await open('nearest');
    const words = view.picture.words(view.data).map((pair) => pair.join(' ')).join();
    return [/closed.*by 4 searches by A\*.*by the library, in one/.test(words), words];
  }],
  ['jumps', 'On plain ground most cells need no place in the lists: a path that goes straight on there is as good as any.', async () => {
    const { data: { state }, map } = await open('jumps');
    return [2 * (state.open + state.closed) < map.terrain.filter((each) => each !== ROCK).length, state];
  }],
  ['jumps', 'It stops only where a wall may make a turn worthwhile: at a jump point.', async () => {
    // A cell beside a wall, an end, or one from which a straight run reaches such a cell.
    const { data, map: { width, terrain }, start, goal } = await open('jumps');
    const isRock = (x, y) => x >= 0 && y >= 0 && x < width && terrain[y * width + x] === ROCK;
    const stops = rowsOf(data.nodes).filter(({ state }) => state === 1 || state === 2).map(({ node }) => [node % width, Math.floor(node / width)]);
    const isAtWall = ([x, y]) => [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => isRock(x + dx, y + dy)));
    const firsts = stops.filter((cell) => isAtWall(cell) || [start, goal].some((end) => String(end) === String(cell)));
    const wrong = stops.filter(([x, y]) => !firsts.some(([fx, fy]) => fx === x || fy === y));
    return [stops.length > 5 && wrong.length === 0, wrong];
  }],
  ['jumps', 'The path costs as much as that of A*, but far fewer cells are opened and closed.', async () => {
    const [jumps, astar] = (await forEach(await open('jumps'), 'method', ['jumps', 'astar'])).map(({ state }) => state);
    return [jumps.event.g === astar.event.g && 3 * (jumps.open + jumps.closed) < astar.open + astar.closed, [jumps.open, jumps.closed, astar.open, astar.closed]];
  }],
  ['regions', 'A map of a billion cells is too large for one search.', async () => {
    // A search over all cells grows with them.
    const counts = [];
    for (const side of [1, 4]) {
      const { map, start, goal } = await sceneOfKind(client, 'caves', [60 * side, 36 * side], 31, [4 * side, 18 * side], [54 * side, 18 * side]);
      counts.push(engine.plain({ start, goal }).expanded, map.terrain.length);
    }
    return [counts[2] > 4 * counts[0], counts];
  }],
  ['regions', 'If the goal has another number than the start, there is no way, and that is known without any search.', async () => {
    const view = await open('regions');
    const islands = engine.islands();
    const own = engine.island(view.start);
    const tried = [];
    islands.forEach((island, cell) => {
      if (island === 0 || cell % 7 > 0) return;
      const goal = [cell % view.map.width, Math.floor(cell / view.map.width)];
      const { result, fineExpanded, coarseExpanded } = engine.path({ ...endsOf(view), goal });
      tried.push(island === own ? result === 0 : result === 1 && fineExpanded + coarseExpanded === 0);
    });
    return [tried.length > 50 && tried.every(Boolean) && new Set(islands).size > 2, tried.length];
  }],
  ['regions', 'Then close all entrances around the goal.', async () => {
    const view = await open('regions');
    const [x, y] = view.goal;
    const ring = Array.from({ length: 49 }, (_, i) => [x - 3 + (i % 7), y - 3 + Math.floor(i / 7)]);
    await view.put(ROCK, ring.filter(([cx, cy]) => cx < view.map.width && Math.max(Math.abs(cx - x), Math.abs(cy - y)) === 3));
    const words = view.picture.words(view.data).flat().join(' ');
    return [/no way/.test(words), words];
  }],
  ['waypoints', 'A few crossings of each entrance become *waypoints* (diamonds).', async () => {
    const view = await open('waypoints');
    const crossings = entrancesOf(view.map, 12).reduce((sum, { first: [a], last: [b] }) => sum + b[0] - a[0] + b[1] - a[1] + 1, 0);
    return [2 * view.data.waypoints < crossings, [view.data.waypoints, crossings]];
  }],
  ['waypoints', 'The costs from the start to all ports of its region are its *attachment* (thick lines).', async () => {
    const { data: { attached, places }, start } = await open('waypoints');
    const isIn = (x, y) => Math.floor(x / 12) === Math.floor(start[0] / 12) && Math.floor(y / 12) === Math.floor(start[1] / 12);
    const ports = Array.from({ length: places.length / 5 }, (_, i) => places.subarray(5 * i, 5 * i + 4)).filter(([ax, ay, bx, by]) => isIn(ax, ay) || isIn(bx, by));
    const own = attached.filter(({ parent }) => String(parent) === String(start) || (parent[0] === start[0] && parent[1] === start[1]));
    return [own.length > 1 && own.length === ports.length, [own.length, ports.length]];
  }],
  ['tiers', 'A *planner* answers a query in two tiers.', async () => {
    const { tiers } = (await (await open('tiers')).choose({ share: 1 })).data;
    return [tiers.route.length > 0 && tiers.segments.length > 0, tiers];
  }],
  ['tiers', 'To start walking, your unit needs the route and one segment, no more.', async () => {
    const view = await open('tiers');
    const { cost, segments } = lessons.walk(endsOf(view));
    const [first] = segments;
    return [cost > 0 && segments.length > 1 && String([...first.cells.slice(0, 2)]) === String(view.start), segments.length];
  }],
  ['tiers', 'The *baseline*, plain A* over all cells, must be done before the first step.', async () => {
    const view = await open('tiers');
    const { expanded, cost } = engine.plain(endsOf(view));
    return [view.data.baseline === expanded && cost > 0, expanded];
  }],
  ['tiers', 'The numbers below show that it expands more, even for the whole path.', async () => {
    const { baseline, coarseExpanded, fineExpanded } = (await open('tiers')).data;
    return [baseline > coarseExpanded + fineExpanded, [baseline, coarseExpanded, fineExpanded]];
  }],
  ['windows', 'One window: a box of a few regions (dashed).', async () => {
    const area = await largestWindow(112);
    return [area <= 4 * 16 * 16, area];
  }],
  ['windows', 'In a world of 65,536 cells a side it is no larger than here.', async () => {
    const areas = [await largestWindow(112), await largestWindow(448), await largestWindow(1000)];
    return [areas.every((area) => area === areas[0]) && areas[0] <= 4 * 16 * 16, areas];
  }],
  ['windows', 'And Overland gives a promise: a segment costs no more than the route said.', async () => {
    const { cost, segments } = (await open('windows')).data;
    return [near(segments.reduce((left, each) => left - costOfSteps(each.cells), cost) - lossOf(segments, cost), 0) && lossOf(segments, cost) >= 0, segments.length];
  }],
  ['windows', 'So with each step, what is left falls by at least what was walked.', async () => {
    const { cost, segments } = (await open('windows')).data;
    const lefts = [cost, ...segments.map(({ left }) => left)];
    return [segments.length > 3 && segments.every(({ cells, left }, i) => lefts[i] - left >= costOfSteps(cells) - 1e-9), lefts];
  }],
  ['windows', 'Your unit never turns back and forth, and it never walks more than the route cost.', async () => {
    const { cost, way } = (await open('windows')).data;
    const isOnce = new Set(way.map(String)).size === way.length;
    return [isOnce && costOfSteps(way.flat()) <= cost + 1e-9, cost];
  }],
  ['string', 'A path over cells can only turn by 45 degrees or more.', async () => {
    const { count, least } = turnsOf((await open('string')).data.before.points);
    return [count > 1 && near(least, 1), [count, least]];
  }],
  ['string', 'Elsewhere the path runs straight, as long as that is legal and no dearer than the steps.', async () => {
    const { before, after } = (await open('string')).data;
    return [after.length <= before.length && after.cost <= before.cost, [after.length, before.length]];
  }],
  ['string', 'They give the shortest path of the three.', async () => {
    const lengths = (await forEach(await open('string'), 'smoothing', ['any', 'grid', 'none'])).map(({ after }) => after.length);
    return [lengths[0] < lengths[1] && lengths[0] < lengths[2], lengths];
  }],
  ['string', 'On the grid, as few turns as possible are left, which suits units that move by cells.', async () => {
    const answers = await forEach(await open('string'), 'smoothing', ['grid', 'none']);
    const [grid, none] = answers.map(({ after }) => turnsOf(after.cells.length > 0 ? after.cells : after.points));
    return [grid.count < none.count && near(grid.least, 1) && answers[0].after.cost === answers[1].after.cost, [grid, none]];
  }],
  ['labels', 'They are chosen so that any two waypoints share a hub on a cheapest route.', async () => {
    const view = await open('labels');
    const wrong = [];
    for (let x = 10; x < 115; x += 15) {
      const [goal] = engine.cellsNear([[x, 35]]);
      const query = { ...endsOf(view), goal };
      const [byLabels, bySearch] = [lessons.walk(query).cost, engine.coarse(query)];
      // Between cells that are close a path needs no waypoints, and may be cheaper.
      if (byLabels > bySearch.cost + 1e-6 || (x > 50 && !near(byLabels, bySearch.cost))) wrong.push([goal, byLabels, bySearch.cost]);
    }
    return [wrong.length === 0, wrong];
  }],
  ['labels', 'So you look for a hub in both lists and add its two costs.', async () => {
    const { plan, answer } = (await open('labels')).data;
    return [answer.method === 'labels' && plan.labels.length > 1, answer.method];
  }],
  ['labels', 'No waypoint is expanded.', async () => {
    const { plan, answer } = (await open('labels')).data;
    return [answer.result === 0 && answer.coarseExpanded === 0 && plan.expanded.length === 0, answer.coarseExpanded];
  }],
  ['labels', 'Choose A*: rings show the waypoints that it expands for the same route.', async () => {
    const view = await (await open('labels')).choose({ method: 'octile' });
    const { cost } = view.data.answer;
    return [view.data.plan.expanded.length > 100 && near(cost, lessons.walk(endsOf(view)).cost), cost];
  }],
  ['labels', 'Its labels are not used until a *refresh* has made them anew, in slices, while the game runs.', async () => {
    const view = await open('labels');
    const column = Array.from({ length: view.map.height }, (_, y) => [60, y]);
    await view.put(ROCK, [column.find((cell) => view.terrainAt(cell) !== ROCK)]);
    const { isStale, plan } = view.data;
    let slices = 1;
    while (!engine.refresh(2000)) slices++;
    view.ask();
    await view.asker.asking;
    const after = view.data.plan.labels.length;
    return [isStale && plan.labels.length === 0 && after > 0 && slices > 1, [plan.labels.length, after, slices]];
  }],
  ['overlays', 'Labels grow faster than the map.', async () => {
    const shares = [];
    for (const side of [160, 320, 640]) {
      const height = Math.round(side * 0.55);
      const { map } = await sceneOfKind(client, 'caves', [side, height], 4, [2, 2], [side - 2, 2]);
      shares.push(engine.setMap(map, { region: 8, labels: 255, rule: null }).labelBytes / map.terrain.length);
    }
    return [isRow(shares, (a, b) => b > 1.2 * a), shares];
  }],
  ['overlays', 'From the start, costs are carried up: to the border of a small cluster, then of the larger one around it.', async () => {
    const { world } = (await open('overlays')).data;
    return [world.overlayLevels > 2, world.overlayLevels];
  }],
  ['overlays', 'Here that expands no waypoint at all, where A* expands thousands.', async () => {
    const [own, astar] = await forEach(await open('overlays'), 'method', ['overlays', 'octile']);
    return [own.answer.method === 'overlays' && own.answer.coarseExpanded === 0 && astar.plan.expanded.length > 2000, astar.plan.expanded.length];
  }],
  ['overlays', 'Only regions and clusters around it change.', async () => {
    const view = await open('overlays');
    await view.put(ROCK, [[300, 100], [301, 100], [302, 100]]);
    const { rebuiltRegions } = engine.describe();
    return [rebuiltRegions > 0 && rebuiltRegions < 10, rebuiltRegions];
  }],
  ['overlays', 'So a *fork*, a version with edits of its own, shares all others with its world.', async () => {
    await open('overlays');
    const before = engine.memory().used;
    await client.call('fork', 'begin', [{ x: 300, y: 100, w: 2, h: 1, values: [ROCK, ROCK], mask: null }]);
    const more = engine.memory().used - before;
    const { bytes } = engine.describe();
    await client.call('fork', 'end');
    return [50 * more < bytes, [more, bytes]];
  }],
  ['unexplored', 'So it may walk into a dead end, but only once: what it has seen, it keeps.', async () => {
    const { steps } = (await open('unexplored')).data;
    const cells = steps.map(({ cell }) => String(cell));
    const inDeadEnd = steps.some(({ cell: [x, y] }) => x > 20 && x < 27 && y > 2 && y < 13);
    const enters = cells.filter((_, i) => i > 0 && steps[i].cell[0] === 20 && steps[i - 1].cell[0] === 19 && steps[i].cell[1] > 2 && steps[i].cell[1] < 13);
    return [inDeadEnd && enters.length === 1 && cells.at(-1) === '37,8', enters];
  }],
  ['unexplored', 'No plan costs more than the best way over the real land.', async () => {
    // Unseen land counts as open: a walker who knew all would need at least as many steps as the plan promises.
    const view = await open('unexplored');
    const best = engine.range(view.goal, 1e6).costs;
    const { width } = view.map;
    const wrong = view.data.steps.filter(({ cell: [x, y], plan }) => costOfSteps(plan) > best[y * width + x] + 1e-3);
    return [wrong.length === 0, wrong.length];
  }],
  ['unexplored', 'Then let the unit see farther: it walks fewer steps.', async () => {
    const lengths = (await forEach(await open('unexplored'), 'sight', [2, 3, 4, 6, 9, 14])).map(({ steps }) => steps.length - 1);
    return [isRow(lengths, (a, b) => b < a), lengths];
  }],
  ['units', 'No two ever share a cell.', async () => {
    const ticks = await ticksOf(await open('units'), 250);
    const shared = ticks.filter((units) => new Set(placesOf(units)).size !== units.length / 20);
    return [shared.length === 0 && ticks[0].length > 20, shared.length];
  }],
  ['units', 'Where none can, those behind wait, or plan anew around them.', async () => {
    const view = await open('units');
    let most = 0;
    for (let i = 0; i < 60; i++) {
      await ticksOf(view, 1);
      most = Math.max(most, view.picture.words(view.data)[1][0]);
    }
    return [most > 0, most];
  }],
  ['units', 'All numbers are whole: the same orders give the same battle on every machine.', async () => {
    const [one, other] = [await ticksOf(await open('units'), 80), await ticksOf(await open('units'), 80)];
    return [JSON.stringify(one) === JSON.stringify(other) && one.at(-1).every(Number.isInteger), one.length];
  }],
  ['units', 'Drag the goal: all go there.', async () => {
    const view = await open('units');
    await view.drag('goal', [34, 4]);
    await ticksOf(view, 400);
    const [walk, wait, arrived] = view.picture.words(view.data).map(([count]) => count);
    return [arrived === view.data.units.length / 20, [walk, wait, arrived]];
  }],
  ['hexagons', 'Each has six neighbours (framed), all steps are equally long, and no corner is cut.', async () => {
    const { map, start } = await open('hexagons');
    const around = HEXAGON_STEPS.filter(([dx, dy]) => dx !== 0 || dy !== 0).map(([dx, dy]) => [start[0] + dx, start[1] + dy]);
    const costs = around.filter(([x, y]) => hasCell(map, x, y)).map((goal) => engine.path({ start, goal, smoothing: 'none' }).costUnits);
    return [around.length === 6 && costs.every((cost) => cost === 1120), costs];
  }],
  ['hexagons', 'Their coordinates are axial: x grows to the right, y down and half a cell to the right.', async () => {
    const { camera, start: [x, y] } = await open('hexagons');
    const [at, right, down] = [camera.middle(x, y), camera.middle(x + 1, y), camera.middle(x, y + 1)];
    return [near(right[1], at[1]) && right[0] > at[0] && down[1] > at[1] && near(2 * (down[0] - at[0]), right[0] - at[0]), [at, right, down]];
  }],
  ['hexagons', 'So an upright map lies sheared in memory: each second row begins a cell farther left, and beside it is void.', async () => {
    const { map } = await open('hexagons');
    const firsts = Array.from({ length: map.height }, (_, y) => Array.from({ length: map.width }, (_each, x) => x).find((x) => hasCell(map, x, y)));
    return [firsts.every((first, y) => y < 2 || first === firsts[y - 2] - 1) && firsts[0] > 0, firsts];
  }],
  ['hexagons', 'By the largest of the differences in x, in y, and in x + y.', async () => {
    const { start, map } = await open('hexagons');
    map.terrain.forEach((each, cell) => each === ROCK && (map.terrain[cell] = 8));
    engine.setMap(map);
    const wrong = [];
    for (let cell = 0; cell < map.terrain.length; cell++) {
      const goal = [cell % map.width, Math.floor(cell / map.width)];
      if (!hasCell(map, ...goal)) continue;
      const [dx, dy] = [goal[0] - start[0], goal[1] - start[1]];
      const most = Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy));
      const { straightSteps } = engine.path({ start, goal, smoothing: 'none' });
      if (straightSteps !== most || hexagonDistance(dx, dy) !== most) wrong.push([goal, straightSteps, most]);
    }
    return [wrong.length === 0, wrong];
  }],
  ['hexagons', 'At first the goal is 8 steps away, and the wall makes the path 11 steps long.', async () => {
    const { start, goal, data } = await open('hexagons');
    const apart = hexagonDistance(goal[0] - start[0], goal[1] - start[1]);
    return [apart === 8 && data.straightSteps === 11 && data.diagonalSteps === 0, [apart, data.straightSteps]];
  }],
];

// ---- All of them ----

/** How much less than the route said the segments cost. */
function lossOf(segments, cost) {
  return cost - segments.reduce((sum, { cells }) => sum + costOfSteps(cells), 0);
}

const sentencesOf = ({ text }) => text.flatMap((paragraph) => paragraph.split(/(?<=[.?!]) (?=[A-Z0-9*])/));
const NUMBER = /\d|\b(two|three|four|five|six|seven|eight|nine|ten|twice|half|third|tenth|hundreds?|thousands?|[mb]illions?)\b/i;
const COMPARISON =
  /\b(than|more|less|fewer|few|least|most|same|equal\w*|all|no|never|only|closer|longer|larger|smaller|slower|faster|shorter|farther|wiser|dearer|cheaper|cheapest|nearest|shortest|largest|as \w+ as)\b/i;
const isAsked = (sentence) => /\?$/.test(sentence);

for (const lesson of LESSONS) {
  const sentences = sentencesOf(lesson);
  const rows = ROWS.filter(([id]) => id === lesson.id).map(([, sentence]) => sentence);
  for (const row of rows) checks.check(`${lesson.id} still says "${row}"`, sentences.includes(row));
  for (const sentence of sentences) {
    if (isAsked(sentence) || !(NUMBER.test(sentence) || COMPARISON.test(sentence))) continue;
    checks.check(`${lesson.id}: "${sentence}" has a check`, rows.includes(sentence), 'a number or a comparison without a row');
  }
  const { fields, wrong } = checkAddress(readAddress(lesson.lead.address));
  checks.check(`${lesson.id}: its end leads to a mode`, wrong.length === 0 && fields.mode !== 'learn', wrong.join());
  checks.says(`${lesson.id}: whose name it says`, lesson.lead.words.toLowerCase(), new RegExp(` in ${fields.mode}$`));
}
for (const [id, sentence, prove] of ROWS) {
  const [holds, found] = await prove();
  checks.check(`${id}: ${sentence}`, holds, JSON.stringify(found)?.slice(0, 300));
}
checks.finish();
