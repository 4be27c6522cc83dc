// Maps of the command's formats, under node: node maps.js WASM OVERLAND WORK MAPS [REAL]
// The page's module says of a map what the command says, cell by cell and word by word. REAL is a folder of
// maps, all of which are compared.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readMap, surveyMap } from '../../tools/explorer/engine/map_reader.js';
import { unreadWorld } from '../../tools/explorer/engine/formats.js';
import { makeMap } from '../../tools/explorer/engine/generate.js';
import { MARSH, OUTSIDE, PLAIN, ROCK, TREES, WATER } from '../../tools/explorer/engine/terrain.js';
import { Checks, engineOf } from './load.js';

const [wasm, overland, work, maps, real] = process.argv.slice(2);
const checks = new Checks();
const engine = await engineOf(wasm);
const fileOf = (path) => ({ name: basename(path), bytes: readFileSync(path) });
const said = (act) => {
  try {
    return act();
  } catch (error) {
    return error.message;
  }
};

// ---- A map with floors and a legend costs what the command says ----

const mall = ['mall.tmx', 'mall.legend'].map((name) => fileOf(`${maps}/${name}`));
const legend = mall[1].bytes.toString();
const mallWorld = `${work}/mall.world`;
execFileSync(overland, [
  ...['build', `${maps}/mall.tmx`, '--legend', `${maps}/mall.legend`, '-o', mallWorld],
]);
function costsAsCommand(floor, profile, pairs) {
  const read = readMap(engine, mall, legend, { floor, profile });
  const { name, ...settings } = { name: read.file.profiles[profile], ...read.settings };
  engine.setMap(read.map, settings);
  for (const [start, goal] of pairs) {
    const ends = [start, goal].map((cell) => `${floor}:${cell}`);
    const answer = execFileSync(
      overland,
      ['path', mallWorld, ...ends, '--profile', name, '--json'],
      { encoding: 'utf8' },
    );
    const { cost } = engine.path({ start, goal, nearest: false });
    const wanted = JSON.parse(answer).cost;
    checks.check(`${name} from ${ends}`, Math.abs(cost - wanted) < 0.02, `${cost}, ${wanted}`);
  }
}
const FAR = [
  [[28, 38], [5, 5]],
  [[28, 38], [50, 30]],
];
costsAsCommand(0, 0, [...FAR, [[1, 1], [54, 38]]]);
costsAsCommand(1, 0, [[[20, 20], [30, 20]]]);
costsAsCommand(0, 1, [[[28, 36], [10, 20]], [[28, 36], [40, 20]]]);
const { file } = readMap(engine, mall, legend, { floor: 3 });
checks.equal(
  'what it has is said',
  file,
  {
    ...{ links: 19, goals: 35, origin: [0, 0], floors: [0, 1, 2, 3, 4] },
    ...{ profiles: ['visitor', 'trolley'], floor: 3, profile: 0 },
  },
);

// ---- Terrains, and files that belong together ----

const letters = { name: 'a.map', bytes: Buffer.from('type octile\nheight 1\nwidth 5\nmap\n.SWT@\n') };
checks.equal(
  'letters are what they are in all maps',
  [...readMap(engine, [letters], null).map.terrain],
  [PLAIN, MARSH, WATER, TREES, OUTSIDE],
);
const jetty = ['jetty.tmj', 'jetty.tsx'].map((name) => fileOf(`${maps}/${name}`));
const { draft } = surveyMap(engine, jetty);
checks.equal(
  'a map with its tileset',
  [...readMap(engine, jetty, draft).map.terrain.subarray(0, 5)],
  [TREES, TREES, PLAIN, PLAIN, WATER],
);
checks.says(
  'a tileset that is missing is named',
  readMap(engine, jetty.slice(0, 1), null).said.join(),
  /'jetty\.tsx' can't be read \(it was not dropped together/,
);

// ---- The same words and cells as the command ----

const NAMES_OTHERS = /\.(tm[xj]|json|ldtk|yaml)$/i;

/** The draft of a map and how many cells are open with it, by the module and by the command; where a map is
    refused, what is said. */
function compare(path, parts) {
  const text = readFileSync(path, 'latin1');
  const near = (part) => (dirname(part) === dirname(path) ? 0 : 1);
  const beside = NAMES_OTHERS.test(path)
    ? parts.filter((part) => part !== path && text.includes(basename(part)))
    : [];
  const files = [path, ...beside.sort((a, b) => near(a) - near(b))].map(fileOf);
  const run = (...words) =>
    spawnSync(overland, words, { cwd: dirname(path), encoding: 'utf8', maxBuffer: 1e9 });
  const drafted = run('legend', basename(path));
  const found = said(() => surveyMap(engine, files));
  if (drafted.status !== 0) {
    const why = drafted.stderr.replace(/^overland: /gm, '').trim();
    const isSame = why.endsWith(found) || /was not dropped together/.test(found);
    return isSame ? null : `it says ${found}, and the command ${why}`;
  }
  if (/takes up to/.test(found)) return null;
  if (found.draft !== drafted.stdout) return `drafts ${found.draft ?? found}`;
  writeFileSync(`${work}/draft.legend`, found.draft);
  const built = run(
    ...['build', basename(path), '--legend', `${work}/draft.legend`, '--allow-blocked'],
    ...['-o', `${work}/drafted.world`, '--json'],
  );
  if (built.status !== 0) return null;
  const wanted = JSON.parse(built.stdout).profiles[0].open_cells;
  const opened = said(() => {
    const { floors } = readMap(engine, files, found.draft).file;
    return floors.reduce((sum, floor) => {
      const { terrain } = readMap(engine, files, found.draft, { floor }).map;
      return sum + terrain.filter((each) => (each > 0 && each < WATER) || each === MARSH).length;
    }, 0);
  });
  return opened === wanted ? null : `${opened} cells are open, ${wanted} by the command`;
}

const small = `${work}/small`;
mkdirSync(small, { recursive: true });
const gids = Buffer.from(Uint32Array.from([1, 2, 1, 1, 0x80000002, 0]).buffer);
const tmx = (data, more = '') =>
  `<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8"><tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="2" columns="2"><tile id="1"><properties><property name="collides" type="bool" value="true"/></properties></tile></tileset><layer id="1" name="a &amp; b" width="3" height="2"><data ${data}</data></layer>${more}</map>`;
const gzipped = `encoding="base64" compression="gzip">${gzipSync(gids).toString('base64')}`;
const ldtk = {
  ...{ __header__: { app: 'LDtk' }, jsonVersion: '1.5.3', defaultGridSize: 8 },
  defs: {
    ...{ entities: [], tilesets: [] },
    layers: [
      {
        ...{ __type: 'IntGrid', identifier: 'Cells', type: 'IntGrid', uid: 1, gridSize: 8 },
        intGridValues: [
          { value: 1, identifier: 'walls' },
          { value: 12, identifier: 'grass' },
        ],
      },
    ],
  },
  levels: [],
};
const level = {
  ...{ identifier: 'A', uid: 1, worldX: 0, worldY: 0, pxWid: 24, pxHei: 16 },
  layerInstances: [
    {
      ...{ __identifier: 'Cells', __type: 'IntGrid', layerDefUid: 1, levelId: 1 },
      ...{ __cWid: 3, __cHei: 2, __gridSize: 8, entityInstances: [] },
      intGridCsv: [1, 12, 12, 0, 1, 12],
    },
  ],
};
for (const [name, content] of [
  ['gzip.tmx', tmx(gzipped)],
  ['csv.tmx', tmx('encoding="csv">1,2,1,1,2,0')],
  [
    'objects.tmx',
    tmx(
      'encoding="csv">1,1,1,1,1,1',
      '<objectgroup name="Walls"><object id="1" x="2.5" y="0" width="1e1" height="8" rotation="12.5"><ellipse/></object></objectgroup>',
    ),
  ],
  ['short.tmx', tmx('encoding="csv">1,2,1')],
  ['open.tmx', '<map>\n<layer></map>'],
  ['zstd.tmx', tmx('encoding="base64" compression="zstd">AAAA')],
  ['empty.ldtk', JSON.stringify(ldtk)],
  ['level.ldtk', JSON.stringify({ ...ldtk, levels: [level] })],
  ['level.txt', '#####\n#..x#\n#.#.#\n#####\n'],
  ['numbers.csv', '0,0,1\r\n0,1,0\r\n'],
  ['ragged.csv', '0,0,1\n0,1\n'],
  [
    'heights.asc',
    'ncols 3\nnrows 2\nxllcorner 0.5\nyllcorner 1e2\ncellsize 30\nNODATA_value -9999\n1.4 2.6 -9999\n3 3 3\n',
  ],
  ['bad.asc', 'ncols 3.5\nnrows 2\ncellsize 30\n1 2 3\n3 3 3\n'],
  ['robot.pgm', Buffer.concat([Buffer.from('P5\n3 2\n255\n'), Buffer.from([0, 205, 254, 254, 254, 90])])],
  [
    'robot.yaml',
    'image: robot.pgm\nresolution: 0.05\norigin: [-1.5, 2.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n',
  ],
  [
    'thresholds.yaml',
    'image: robot.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.1\nfree_thresh: 0.25\n',
  ],
  ['two.pbm', 'P1\n3 2\n0 1 0\n0 0 0\n'],
  ['colours.ppm', 'P3\n3 1\n255\n0 0 0 20 160 40 230 230 230\n'],
  ['own.map', 'type octile\nheight 1\nwidth 3\nmap\n.E#\n'],
  ['wrong.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n..\n'],
  ['prose.txt', 'This is a letter.\n'],
])
  writeFileSync(join(small, name), content);

const walk = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
const isMap = (path) => /\.(tm[xj]|json|ldtk|yaml|map|csv|txt|asc|png|p[bgp]m|bmp)$/i.test(path);
for (const folder of [small, ...(real ? [real] : [])]) {
  const all = walk(folder);
  for (const path of all.filter(isMap)) {
    const difference = compare(path, all);
    const name = path.slice(folder.length + 1);
    checks.check(`${name} as the command`, difference === null, difference);
  }
}

// ---- A map with an origin ----

const robot = ['robot.yaml', 'robot.pgm'].map((name) => fileOf(join(small, name)));
const placed = readMap(engine, robot, null).file;
checks.equal('where a map of ROS begins is read', placed.origin, [-30, -42]);
checks.equal(
  'and it is said that the page begins at 0,0',
  unreadWorld('robot.yaml', placed),
  'Not used of "robot.yaml": its origin -30,-42, which is 0,0 here.',
);

// ---- The same maps as the command makes ----

for (const kind of ['continents', 'caves', 'rooms', 'maze', 'city', 'random', 'serpentine', 'spiral']) {
  execFileSync(overland, ['gen', kind, '100x70', '--seed', '3', '-o', `${work}/made.map`]);
  const wanted = readMap(engine, [fileOf(`${work}/made.map`)], null).map.terrain;
  const { terrain } = makeMap(engine, kind, 100, 70, 3);
  const plain = (each) => (each === OUTSIDE ? ROCK : each);
  checks.equal(`${kind}, as the command`, [...terrain], [...wanted.map(plain)]);
}
checks.finish();
