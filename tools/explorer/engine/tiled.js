// Maps of the Tiled editor, .tmx and .tmj: orthogonal ones, of which the lowest floor is read. A tile's
// terrain is its property `terrain`, else its class, as in the command. The page has no legend: it knows
// what to take a terrain for by its name.

import { checkSides } from './formats.js';
import { MARSH, OUTSIDE, PLAIN, ROCK, TREES, WATER } from './terrain.js';
import { readTiledXml } from './tiled_xml.js';

const GID_BITS = 0x0fffffff; // those above turn a tile
const MOST_NAMES = 6;

const TERRAIN_OF_WORDS = [
  [/wall|rock|cliff|block|solid|collision|building|glass|shelf|plant|fence|void|mountain/i, ROCK],
  [/water|river|lake|sea|ocean/i, WATER],
  [/tree|wood|forest/i, TREES],
  [/marsh|swamp|bog/i, MARSH],
  [/road|path|street|bridge|paved/i, 5],
  [/hill|rough|sand|mud|snow|bush/i, 20],
  [/grass|ground|floor|plain|dirt|earth|meadow|field|door|land/i, PLAIN],
];

const terrainOfWord = (name) => TERRAIN_OF_WORDS.find(([words]) => words.test(name))?.[1];

function parseFile(text) {
  if (!/^\s*\{/.test(text)) return readTiledXml(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The Tiled file is no JSON: ${error.message}.`);
  }
}

const propertyOf = ({ properties = [] }, name) =>
  properties.find((property) => property.name === name)?.value;

// ---- Layers ----

/** All layers, those of groups too, each with the number of its floor. */
function flatten(layers = [], floor = 0) {
  return layers.flatMap((layer) => {
    const own = Number(propertyOf(layer, 'floor') ?? floor);
    return layer.type === 'group' ? flatten(layer.layers, own) : [{ ...layer, floor: own }];
  });
}

async function inflate(bytes, compression) {
  const format = { zlib: 'deflate', gzip: 'gzip' }[compression];
  if (!format) throw new Error(`Layer data compressed by "${compression}" is not read here.`);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The gids of a layer or a chunk, of which there must be `count`. */
async function readGids(data, { encoding, compression, name }, count) {
  let gids = data;
  if (encoding === 'base64') {
    const packed = Uint8Array.from(atob(data.trim()), (letter) => letter.charCodeAt(0));
    const bytes = compression ? await inflate(packed, compression) : packed;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    gids = Array.from({ length: bytes.length >> 2 }, (_, i) => view.getUint32(4 * i, true));
  } else if (typeof data === 'string') {
    gids = data
      .trim()
      .split(/[\s,]+/)
      .map(Number);
  }
  if (!Array.isArray(gids) || gids.length !== count || gids.some((gid) => !(gid >= 0)))
    throw new Error(
      `The layer "${name}" of the Tiled map has ${gids?.length ?? 0} tiles, not ${count}.`,
    );
  return gids;
}

/** The box of all chunks of the layers of an infinite map; of others, of the map. */
function boxOf(tiled, layers) {
  const chunks = layers.flatMap((layer) => layer.chunks ?? []);
  if (chunks.length === 0) return { x: 0, y: 0, width: tiled.width, height: tiled.height };
  const x = Math.min(...chunks.map((chunk) => chunk.x));
  const y = Math.min(...chunks.map((chunk) => chunk.y));
  return {
    x,
    y,
    width: Math.max(...chunks.map((chunk) => chunk.x + chunk.width)) - x,
    height: Math.max(...chunks.map((chunk) => chunk.y + chunk.height)) - y,
  };
}

/** Calls `put` with each cell of the map that has a tile in a layer, and its gid. */
async function eachTile(layer, box, put) {
  const whole = { x: box.x, y: box.y, width: layer.width, height: layer.height, data: layer.data };
  for (const part of layer.chunks ?? [whole]) {
    const gids = await readGids(part.data, layer, part.width * part.height);
    gids.forEach((gid, i) => {
      const x = part.x - box.x + (i % part.width);
      const y = part.y - box.y + Math.floor(i / part.width);
      const isInside = x < box.width && y < box.height;
      if ((gid & GID_BITS) !== 0 && isInside) put(y * box.width + x, gid & GID_BITS);
    });
  }
}

// ---- Tiles ----

/** What is known of the tiles with a name, a height or a shape, by gid; files of tilesets are looked for
    among `others`, texts by name. */
function readTiles(tiled, others, unread) {
  const tiles = new Map();
  for (const tileset of tiled.tilesets ?? []) {
    const name = tileset.source?.split(/[\\/]/).pop();
    if (name && !others.has(name)) unread.push(`tileset "${name}" (drop it together with the map)`);
    const own = name && others.has(name) ? parseFile(others.get(name)).tiles : tileset.tiles;
    for (const tile of own ?? []) {
      tiles.set(tileset.firstgid + tile.id, {
        name: propertyOf(tile, 'terrain') ?? (tile.class || tile.type || null),
        height: propertyOf(tile, 'height'),
        isSolid: Boolean(tile.objectgroup),
      });
    }
  }
  return tiles;
}

/** Paints the terrain of the tiles of a layer. Without any names in the map, a layer's own name and the
    collision shapes of tiles tell what is solid. */
async function paintLayer(layer, box, terrain, { tiles, isNamed, unknown }) {
  const ofLayer = terrainOfWord(layer.name ?? '') ?? PLAIN;
  await eachTile(layer, box, (cell, gid) => {
    const tile = tiles.get(gid);
    if (isNamed && !tile?.name) return; // decoration
    const found = isNamed ? terrainOfWord(tile.name) : tile?.isSolid ? ROCK : ofLayer;
    if (found === undefined) unknown.add(tile.name);
    terrain[cell] = found ?? PLAIN;
  });
}

// ---- The map ----

/** What of the map is left out, as one sentence; null: nothing. */
function sentence(unread, unknown, floors) {
  const names = [...unknown].slice(0, MOST_NAMES).map((name) => `"${name}"`);
  const more = unknown.size > MOST_NAMES ? ` and ${unknown.size - MOST_NAMES} more` : '';
  const parts = [
    ...(unread.length > 0 ? [`Not read of the Tiled map: ${unread.join(', ')}.`] : []),
    ...(names.length > 0 ? [`Taken for plain ground: ${names.join(', ')}${more}.`] : []),
    ...(floors.length > 1
      ? [`It has ${floors.length} floors: the settings (P) choose which is shown.`]
      : []),
  ];
  return parts.length > 0 ? parts.join(' ') : null;
}

/**
 * Reads a floor of a .tmx or .tmj file, the lowest if none is asked for: { map, said, floors, floor },
 * where `said` says what is not read, or is null. `others` are the texts of files of tilesets, by name.
 */
export async function parseTiled(text, others = new Map(), asked = undefined) {
  const tiled = parseFile(text);
  if (!Array.isArray(tiled.layers)) throw new Error('This is no Tiled map: it has no layers.');
  if (tiled.orientation !== 'orthogonal')
    throw new Error(`The Tiled map is ${tiled.orientation}; orthogonal ones are read.`);
  const unread = [];
  const tiles = readTiles(tiled, others, unread);
  const layers = flatten(tiled.layers);
  const tileLayers = layers.filter(({ type }) => type === 'tilelayer');
  const floors = [...new Set(tileLayers.map((layer) => layer.floor))].sort((a, b) => a - b);
  const floor = asked ?? floors[0];
  const mine = tileLayers.filter((layer) => layer.floor === floor);
  const box = boxOf(tiled, tileLayers);
  checkSides(box.width, box.height);
  const terrain = new Uint8Array(box.width * box.height).fill(OUTSIDE);
  const map = { width: box.width, height: box.height, terrain };
  const known = {
    tiles,
    isNamed: [...tiles.values()].some(({ name }) => name),
    unknown: new Set(),
  };
  for (const layer of mine) {
    if (layer.class !== 'heights') await paintLayer(layer, box, terrain, known);
    else {
      map.heights ??= new Uint16Array(terrain.length);
      await eachTile(layer, box, (cell, gid) => {
        map.heights[cell] = Math.min(65535, Math.max(0, Number(tiles.get(gid)?.height ?? 0)));
      });
    }
  }
  const objects = layers.reduce((sum, { objects: list }) => sum + (list?.length ?? 0), 0);
  const count = (n, one) => (n > 0 ? [`${n} ${one}${n > 1 ? 's' : ''}`] : []);
  unread.push(...count(objects, 'object'));
  return { map, said: sentence(unread, known.unknown, floors), floors, floor };
}
