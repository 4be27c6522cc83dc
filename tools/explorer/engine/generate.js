// Maps to begin with: those that `overland gen` makes, and the page's own, on which its lessons and scenes
// are built. The same kind, size and seed give the same map everywhere: all noise is made of integer hashes.

import { BATTLE_MAPS } from './battle/battle_maps.js';
import { MARSH, PLAIN, ROCK, TREES, WATER } from './terrain.js';

const ROAD = 5;
const HILLS = 20;

/** A number from 0 to 1 for a place. The factors are odd and large: primes of xxHash (Y. Collet), but
 * for two. */
function hashNoise(x, y, seed) {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 974634789)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 16), 2246822519);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

const ease = (t) => t * t * (3 - 2 * t);

/** Smooth noise of one wavelength, 0 to 1. */
function smoothNoise(x, y, wave, seed) {
  const gx = Math.floor(x / wave);
  const gy = Math.floor(y / wave);
  const fx = ease(x / wave - gx);
  const fy = ease(y / wave - gy);
  const top = hashNoise(gx, gy, seed) * (1 - fx) + hashNoise(gx + 1, gy, seed) * fx;
  const bottom = hashNoise(gx, gy + 1, seed) * (1 - fx) + hashNoise(gx + 1, gy + 1, seed) * fx;
  return top * (1 - fy) + bottom * fy;
}

/** Three octaves, 0 to 1. */
function hillNoise(x, y, wave, seed) {
  return (
    smoothNoise(x, y, wave, seed) * 0.57 +
    smoothNoise(x, y, wave / 2, seed + 1) * 0.29 +
    smoothNoise(x, y, wave / 4, seed + 2) * 0.14
  );
}

function paintRoad(map, from, to, seed) {
  const { width, height, terrain } = map;
  const steps = Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const sway =
      (smoothNoise(t * 600, seed, 130, seed) - 0.5) * Math.sin(t * Math.PI) * height * 0.5;
    const x = Math.round(from[0] + (to[0] - from[0]) * t);
    const y = Math.round(from[1] + (to[1] - from[1]) * t + sway);
    for (let dy = 0; dy < 2; dy++) {
      for (let dx = 0; dx < 2; dx++) {
        const px = x + dx;
        const py = y + dy;
        if (px >= 0 && py >= 0 && px < width && py < height) terrain[py * width + px] = ROAD;
      }
    }
  }
}

/** Hills, woods, marsh, a river, and a road that crosses it. */
function valley(map, seed) {
  const { width, height, terrain } = map;
  const wave = Math.max(20, Math.min(width, height) / 4.4);
  for (let y = 0; y < height; y++) {
    const bend = (smoothNoise(y, 7, wave * 1.2, seed + 40) - 0.5) * width * 0.36;
    const river = width * 0.56 + bend;
    for (let x = 0; x < width; x++) {
      const hill = hillNoise(x, y, wave, seed);
      const wood = hillNoise(x, y, wave * 0.7, seed + 10);
      const fold = Math.abs(hillNoise(x, y, wave * 0.9, seed + 20) - 0.5);
      const toRiver = Math.abs(x - river);
      let kind = PLAIN;
      if (hill > 0.6) kind = HILLS;
      if (wood > 0.63 && hill < 0.6) kind = TREES;
      if (toRiver < 12 && hill < 0.52) kind = MARSH;
      if (hill > 0.5 && fold < 0.02) kind = ROCK;
      if (hill > 0.76) kind = ROCK;
      if (toRiver < 3.2 + hill * 3) kind = WATER;
      terrain[y * width + x] = kind;
    }
  }
  paintRoad(map, [0, Math.round(height * 0.62)], [width - 1, Math.round(height * 0.4)], seed + 3);
  paintRoad(map, [0, Math.round(height * 0.22)], [width - 1, Math.round(height * 0.82)], seed + 5);
}

/** Rooms with doors in their walls. */
function rooms(map, seed) {
  const { width, height, terrain } = map;
  const side = 16;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inWall = x % side === 0 || y % side === 0;
      terrain[y * width + x] = inWall ? ROCK : PLAIN;
    }
  }
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      const across = 3 + Math.floor(hashNoise(x, y, seed) * (side - 6));
      const down = 3 + Math.floor(hashNoise(x, y, seed + 1) * (side - 6));
      for (let i = 0; i < 2; i++) {
        if (hashNoise(x, y, seed + 2) < 0.75 && y > 0 && x + across + i < width)
          terrain[y * width + x + across + i] = PLAIN;
        if (hashNoise(x, y, seed + 3) < 0.75 && x > 0 && y + down + i < height)
          terrain[(y + down + i) * width + x] = PLAIN;
      }
    }
  }
}

/** Winding caves. */
function caves(map, seed) {
  const { width, height, terrain } = map;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const a = Math.abs(hillNoise(x, y, 40, seed) - 0.5);
      const b = Math.abs(hillNoise(x, y, 27, seed + 9) - 0.5);
      terrain[y * width + x] = a < 0.06 || b < 0.045 ? PLAIN : ROCK;
    }
  }
}

const KINDS = {
  valley,
  rooms,
  caves,
  empty: (map) => map.terrain.fill(PLAIN),
  ...BATTLE_MAPS,
};
const COMMAND_KINDS = ['continents', 'city', 'maze', 'random', 'serpentine', 'spiral'];
const LETTERS = { '.': PLAIN, S: MARSH, W: WATER, T: TREES, '@': ROCK };

export const MAP_KINDS = [...Object.keys(KINDS), ...COMMAND_KINDS];

/** Makes a map of a kind of the page's own: { width, height, terrain }. */
export function generateMap(kind, width, height, seed) {
  const map = { width, height, terrain: new Uint8Array(width * height) };
  KINDS[kind](map, seed);
  return map;
}

/** Makes a map of any kind; those that the command has are its own. */
export function makeMap(engine, kind, width, height, seed) {
  if (!COMMAND_KINDS.includes(kind)) return generateMap(kind, width, height, seed);
  const terrain = new Uint8Array(width * height);
  const name = new TextEncoder().encode(`${kind}\0`);
  const isMade = engine.withCopy(terrain, (address) => {
    const made = engine.withCopy(name, (text) =>
      engine.c.module_generate(text, width, height, seed, address),
    );
    terrain.set(engine.bytesAt(address, terrain.length));
    return made;
  });
  if (!isMade) throw new Error('The page has no memory left for this map.');
  const terrains = Array.from({ length: 256 }, (_, i) => LETTERS[String.fromCharCode(i)]);
  return { width, height, terrain: terrain.map((letter) => terrains[letter]) };
}
