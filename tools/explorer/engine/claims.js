// What the first screen of the page claims of Overland, each with a map and a proof. A proof asks the engine
// while the page is used, and returns { holds, words }; `call` is that of the client, or of an engine under node.

const WALL_CELLS = 60;
const RING_CELLS = 7;
const REFRESH_BUDGET = 1e6;

export const counted = (n, one = 'cell') => `${n.toLocaleString('en')} ${n === 1 ? one : `${one}s`}`;
const workOf = ({ fineExpanded, coarseExpanded }) => fineExpanded + coarseExpanded;

/** The work of the two tiers and of a plain A*, in words. */
export function workWords(answer, plain) {
  const work = workOf(answer);
  const share = work > 0 ? `, ${Math.floor(plain.expanded / work).toLocaleString('en')} times as many` : '';
  return `The two tiers expanded ${counted(work)}; a plain A* expands ${plain.expanded.toLocaleString('en')}${share}`;
}

async function proveWork(call, query) {
  const [answer, plain] = [await call('path', query), await call('plain', query)];
  return { holds: plain.expanded > 1000 * workOf(answer), words: `${workWords(answer, plain)}.` };
}

async function proveNone(call, query) {
  const answer = await call('path', { ...query, nearest: false });
  const shown = await call('path', { ...query, nearest: true });
  const { reached } = await call('range', query.start, 1e9);
  const said = answer.result === 1 ? 'No way there' : 'There is a way';
  return {
    holds: answer.result === 1 && workOf(answer) === 0,
    words: `${said}: ${counted(workOf(answer))} expanded. The path to the nearest cell, which is drawn, took ${counted(workOf(shown))}. A plain search looks at all ${counted(reached)} in reach before it knows.`,
  };
}

async function proveEdit(call) {
  while (!(await call('refresh', REFRESH_BUDGET)));
  const { regionsX, regionsY } = await call('describe');
  const edited = await call('save');
  await call('bake');
  const baked = await call('save');
  const same = edited.length === baked.length && edited.every((byte, at) => byte === baked[at]);
  return {
    holds: same,
    words: `A new bake of all ${regionsX * regionsY} regions writes ${counted(baked.length, 'byte')}, ${same ? 'each of them as it was' : 'which are others'} after the edits.`,
  };
}

async function proveBest(call, query) {
  const grid = { ...query, smoothing: 'grid' };
  const [answer, plain] = [await call('path', grid), await call('plain', grid)];
  const more = answer.cost / plain.cost - 1;
  return {
    holds: answer.result === 0 && more <= 0.01,
    words: `The path costs ${answer.cost.toFixed(1)} steps, the best one ${plain.cost.toFixed(1)}: ${(100 * more).toFixed(2)} % more.`,
  };
}

/** Claims of maps have `source`, and `prove`; `wall` is across the way, and `ring` around the goal; what has a `tool`
    is proved once that has changed the map. The others open a mode, whose look at its search or its battle is the proof. */
export const CLAIMS = [
  {
    title: 'A thousandth of the work',
    claim: 'Two tiers expand less than a thousandth of the cells that a plain A* does.',
    source: { kind: 'continents', width: 640, height: 400, seed: 1 },
    prove: proveWork,
  },
  {
    title: 'No way is told at once',
    claim: 'That a goal can not be reached is told without a search.',
    source: { kind: 'caves', width: 640, height: 400, seed: 7 },
    ring: true,
    prove: proveNone,
  },
  {
    title: 'An edit is a new bake',
    claim: 'After an edit the world is byte for byte the one that a new bake gives. Paint, and see.',
    source: { kind: 'city', width: 320, height: 200, seed: 7 },
    wall: true,
    tool: 'rock',
    prove: proveEdit,
  },
  {
    title: 'As good as the best path',
    claim: 'The path costs at most a hundredth more than the best one. Move the goal.',
    source: { kind: 'rooms', width: 640, height: 400, seed: 7 },
    prove: proveBest,
  },
  {
    title: 'A search, step by step',
    claim: 'A* goes round Lester’s wall below, for 68, as in his article: step by step.',
    mode: 'step',
  },
  {
    title: 'Two hundred in a pass',
    claim: 'Two hundred units go through a gap, and no two of them ever share a cell.',
    mode: 'battle',
  },
];

/** The rock of a claim on its map, between the ends: a list of cells. */
export function rockOf({ wall, ring }, { width, height }, start, goal) {
  const cells = [];
  const add = (x, y) => x >= 0 && y >= 0 && x < width && y < height && cells.push(y * width + x);
  const [x, y] = [start[0] + 20, start[1] - WALL_CELLS / 2];
  for (let i = 0; wall && i < WALL_CELLS; i++) add(x, y + i);
  const half = (RING_CELLS - 1) / 2;
  for (let i = 0; ring && i < RING_CELLS - 1; i++) {
    add(goal[0] - half + i, goal[1] - half);
    add(goal[0] + half, goal[1] - half + i);
    add(goal[0] + half - i, goal[1] + half);
    add(goal[0] - half, goal[1] + half - i);
  }
  return cells;
}

