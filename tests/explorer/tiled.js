// Maps of Tiled, under node: node tiled.js WASM OVERLAND WORK MAPS
// What is read of a map costs what the command says for it.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import { MARSH, OUTSIDE, PLAIN, ROCK, TREES, WATER } from '../../tools/explorer/engine/terrain.js';
import { parseTiled } from '../../tools/explorer/engine/tiled.js';
import { Checks, engineOf } from './load.js';

const [wasm, overland, work, maps] = process.argv.slice(2);
const checks = new Checks();
const text = (name) => readFileSync(`${maps}/${name}`, 'utf8');

// ---- The maps of this project ----

const mall = await parseTiled(text('mall.tmx'));
checks.equal('a .tmx map has its size', [mall.map.width, mall.map.height], [56, 40]);
checks.says(
  'what is not read of it is said',
  mall.said,
  /: 62 objects\..*plain ground: .*"escalator".* It has 5 floors:/,
);
const engine = await engineOf(wasm);
engine.setMap(mall.map);
execFileSync(overland, [
  ...['build', `${maps}/mall.tmx`, '--legend', `${maps}/mall.legend`],
  ...['-o', `${work}/mall.world`],
]);
for (const [start, goal] of [
  [
    [28, 38],
    [5, 5],
  ],
  [
    [28, 38],
    [50, 30],
  ],
  [
    [1, 1],
    [54, 38],
  ],
]) {
  const words = ['path', `${work}/mall.world`, start.join(), goal.join(), '--json'];
  const said = JSON.parse(execFileSync(overland, words, { encoding: 'utf8' }));
  const { straightSteps, diagonalSteps } = engine.path({ start, goal, nearest: false });
  const steps = Number((straightSteps + diagonalSteps * Math.SQRT2).toFixed(6));
  checks.equal(`from ${start} to ${goal} as the command`, steps, said.cost);
}

const upper = await parseTiled(text('mall.tmx'), new Map(), 1);
checks.equal('another floor is read', [upper.floors, upper.floor], [[0, 1, 2, 3, 4], 1]);
engine.setMap(upper.map);
const cellAt = (i) => [i % upper.map.width, Math.floor(i / upper.map.width)];
const from = cellAt(upper.map.terrain.indexOf(PLAIN));
const to = cellAt(
  upper.map.terrain.findLastIndex((_, i) => engine.island(cellAt(i)) === engine.island(from)),
);
const above = JSON.parse(
  execFileSync(
    overland,
    ['path', `${work}/mall.world`, `1:${from}`, `1:${to}`, '--json'],
    { encoding: 'utf8' },
  ),
);
const onIt = engine.path({ start: from, goal: to, nearest: false });
checks.check('and costs as the command says', above.cost > 5 && Math.abs(onIt.cost - above.cost) < 0.02, `${onIt.cost} and ${above.cost}`);

const jetty = await parseTiled(text('jetty.tmj'), new Map([['jetty.tsx', text('jetty.tsx')]]));
checks.equal(
  'a .tmj map with its tileset',
  [...jetty.map.terrain.subarray(0, 5)],
  [TREES, TREES, PLAIN, PLAIN, WATER],
);
checks.check(
  'a tileset that is missing is named',
  /tileset "jetty\.tsx"/.test((await parseTiled(text('jetty.tmj'))).said),
);

// ---- Ways to write a layer ----

const NAMES = ['grass', 'stone wall', 'swamp', 'deep water', 'sand', 'road', 'lava'];
const GIDS = [1, 2, 3, 4, 5, 6, 7, 0x80000002, 0];
const TERRAIN = [PLAIN, ROCK, MARSH, WATER, 20, 5, PLAIN, ROCK, OUTSIDE];
const tiles = NAMES.map((name, id) => ({ id, type: name }));
const mapOf = (layers, more = {}) =>
  JSON.stringify({
    ...{ orientation: 'orthogonal', width: 3, height: 3, tilesets: [{ firstgid: 1, tiles }] },
    ...{ layers, ...more },
  });
const layer = { type: 'tilelayer', name: 'a', width: 3, height: 3 };
const raw = Buffer.from(Uint32Array.from(GIDS).buffer);
const xmlOf = (data, attributes) =>
  `<?xml version="1.0"?>\n<!-- a map -->\n<map orientation="orthogonal" width="3" height="3"><tileset firstgid="1">${NAMES.map(
    (name, id) =>
      `<tile id="${id}"><properties><property name="terrain" value="${name}"/></properties></tile>`,
  ).join(
    '',
  )}</tileset><layer name="a" width="3" height="3"><data ${attributes}>${data}</data></layer></map>`;
const base64 = (bytes) => bytes.toString('base64');
for (const [name, file] of [
  ['a list', mapOf([{ ...layer, data: GIDS }])],
  ['base64', mapOf([{ ...layer, encoding: 'base64', data: base64(raw) }])],
  [
    'zlib',
    mapOf([{ ...layer, encoding: 'base64', compression: 'zlib', data: base64(deflateSync(raw)) }]),
  ],
  ['gzip', xmlOf(base64(gzipSync(raw)), 'encoding="base64" compression="gzip"')],
  ['CSV', xmlOf(GIDS.join(',\n'), 'encoding="csv"')],
  ['elements', xmlOf(GIDS.map((gid) => `<tile gid="${gid}"/>`).join(''), '')],
  ['a group', mapOf([{ type: 'group', layers: [{ ...layer, data: GIDS }] }])],
  [
    'chunks',
    mapOf([
      {
        ...layer,
        chunks: [
          { x: -5, y: 2, width: 3, height: 1, data: GIDS.slice(0, 3) },
          { x: -5, y: 3, width: 3, height: 2, data: GIDS.slice(3) },
        ],
      },
    ]),
  ],
]) {
  const { map, said } = await parseTiled(file);
  checks.equal(`data as ${name}`, [...map.terrain], TERRAIN);
  checks.equal('a name that is not known is said', said, 'Taken for plain ground: "lava".');
}
const heights = { ...layer, class: 'heights', data: [8, 9, 0, 0, 0, 0, 0, 0, 8] };
const hilly = await parseTiled(
  mapOf([{ ...layer, data: GIDS }, heights], {
    tilesets: [
      {
        firstgid: 1,
        tiles: [
          ...tiles,
          { id: 7, properties: [{ name: 'height', value: 3 }] },
          { id: 8, properties: [{ name: 'height', value: 70000 }] },
        ],
      },
    ],
  }),
);
checks.equal('a layer of heights', [...hilly.map.heights], [3, 65535, 0, 0, 0, 0, 0, 0, 3]);
const bare = await parseTiled(
  mapOf(
    [
      { ...layer, data: GIDS },
      { ...layer, name: 'Walls', data: [0, 0, 1, 0, 0, 0, 0, 0, 0] },
    ],
    {
      tilesets: [{ firstgid: 1 }],
    },
  ),
);
checks.equal('without names the layers tell', [...bare.map.terrain.subarray(0, 3)], [8, 8, 0]);

// ---- What can't be read ----

for (const [name, file, says] of [
  ['an isometric map', mapOf([layer], { orientation: 'isometric' }), /isometric; orthogonal/],
  ['no JSON', '{ "layers"', /no JSON/],
  ['no map', '{ "a": 1 }', /no layers/],
  ['XML of another kind', '<svg></svg>', /no element <map>/],
  ['XML that ends early', '<map><layer>', /ends early: <\/layer> is missing/],
  ['XML that is wrong', '<map>\n<layer></map>', /Line 2 .*<\/layer> is expected, not <\/map>/],
  ['a short layer', mapOf([{ ...layer, data: [1, 2] }]), /layer "a" .* has 2 tiles, not 9/],
  [
    'zstd',
    mapOf([{ ...layer, encoding: 'base64', compression: 'zstd', data: 'AAAA' }]),
    /compressed by "zstd"/,
  ],
  ['a map that is too large', mapOf([layer], { width: 9999 }), /9999 × 3 cells/],
]) {
  let said = 'nothing';
  await parseTiled(file).catch((error) => (said = error.message));
  checks.check(`${name} is refused in a sentence`, says.test(said), said);
}
checks.finish();
