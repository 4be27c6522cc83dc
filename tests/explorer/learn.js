// The words of the mode Learn, and what its pictures ask of the engine, under node: node learn.js WASM

import { LessonCalls } from '../../tools/explorer/engine/learn/lesson_calls.js';
import { LESSONS, partsOf, wordCount } from '../../tools/explorer/engine/learn/lessons.js';
import { ROCK } from '../../tools/explorer/engine/terrain.js';
import { entrancesOf } from '../../tools/explorer/page/learn/entrances.js';
import { sceneOfKind, sceneOfText } from '../../tools/explorer/page/learn/scenes.js';
import { clientOf } from './lesson.js';
import { Checks, engineOf } from './load.js';

const checks = new Checks();
const engine = await engineOf(process.argv[2]);
const lesson = new LessonCalls(engine);
const settings = { mover: 'walker', body: 1, corners: 'strict', region: 12, spacing: 0 };

// ---- Words ----

const TERMS = [
  ...['cell', 'terrain', 'weight', 'profile', 'path', 'heuristic', 'region', 'world', 'crossing'],
  ...['entrance', 'island', 'waypoint graph', 'waypoint', 'port', 'attachment', 'planner', 'route'],
  ...['segment', 'baseline', 'label', 'version', 'refresh', 'overlay', 'cluster', 'fork'],
];

checks.equal('there are seventeen steps', LESSONS.length, 17);
for (const each of LESSONS)
  checks.check(`${each.title}: under 120 words`, wordCount(each) < 120, `${wordCount(each)}`);

const parts = LESSONS.flatMap(({ text }) => text.flatMap(partsOf));
for (const term of TERMS) {
  const word = new RegExp(`\\b${term}s?\\b`, 'i');
  const first = parts.find(({ text }) => word.test(text));
  checks.check(`"${term}" is introduced where it first stands`, first?.isTerm, first?.text);
}

// ---- Entrances ----

const { map } = sceneOfText(
  '.....s......',
  '............',
  '......#.....',
  '............',
  '#####.######',
  '............',
  '........g...',
  '............',
);
const across = entrancesOf(map, 4).filter(({ first: [a, b] }) => a[1] === b[1]);
checks.equal(
  'a wall splits an entrance, and a border ends it',
  across.map(({ first, last }) => [first[0], last[0]]),
  [
    [[3, 0], [3, 3]],
    [[3, 5], [3, 7]],
    [[7, 0], [7, 3]],
    [[7, 5], [7, 7]],
  ],
);
const client = clientOf(engine);
const caves = await sceneOfKind(client, 'caves', [60, 36], 31, [4, 18], [54, 18]);
const world = engine.setMap(caves.map, settings);
const waypoints = engine.waypoints();
const inside = (value, from, to) => value >= from && value <= to;
const isOn = ({ first: [a, b], last: [c] }, i) => {
  const [ax, ay, bx, by] = waypoints.subarray(i, i + 4);
  const isStraight = bx - ax === b[0] - a[0] && by - ay === b[1] - a[1];
  return isStraight && inside(ax, a[0], c[0]) && inside(ay, a[1], c[1]);
};
const starts = Array.from({ length: waypoints.length / 5 }, (_, i) => 5 * i);
checks.check(
  'each entrance has a waypoint',
  entrancesOf(caves.map, world.regionCells).every((entrance) => starts.some((i) => isOn(entrance, i))),
);

// ---- Islands, walks ----

const islands = engine.islands();
checks.equal('islands are numbered as the world has them', new Set(islands).size, world.islands + 1);
checks.check(
  'blocked cells have none',
  caves.map.terrain.every((terrain, cell) => (terrain === ROCK) === (islands[cell] === 0)),
);

const rooms = await sceneOfKind(client, 'rooms', [112, 64], 5, [4, 56], [104, 8]);
for (const labels of [-1, 0]) {
  engine.setMap(rooms.map, { ...settings, labels });
  const walk = lesson.walk(rooms);
  const how = labels === 0 ? 'without labels' : 'by labels';
  checks.equal(`${how}, a route is walked to its goal`, walk.result, 0);
  checks.check(`${how}, in several segments`, walk.segments.length > 3, `${walk.segments.length}`);
  checks.check(
    `${how}, with a window each`,
    walk.segments.every(({ events }) => events.count > 0),
  );
  const lefts = [walk.cost, ...walk.segments.map(({ left }) => left)];
  checks.check(
    `${how}, what is left falls by what was walked, or more`,
    walk.segments.every(({ cells, left }, i) => lefts[i] - left >= costOfCells(cells) - 1e-9),
    lefts.join(' '),
  );
  checks.equal(`${how}, nothing is left at the end`, lefts.at(-1), 0);
}

function costOfCells(cells) {
  let cost = 0;
  for (let i = 2; i < cells.length; i += 2)
    cost += cells[i] === cells[i - 2] || cells[i + 1] === cells[i - 1] ? 1120 : 1584;
  return cost / 1120;
}

checks.finish();
