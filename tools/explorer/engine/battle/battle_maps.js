// Maps of the scenes of the mode Battle, of any size: the same kind, size and seed give the same map.

import { PLAIN, ROCK } from '../terrain.js';

function fillRock(map, x, y, w, h, terrain = ROCK) {
  for (let j = Math.max(0, y); j < Math.min(map.height, y + h); j++)
    for (let i = Math.max(0, x); i < Math.min(map.width, x + w); i++)
      map.terrain[j * map.width + i] = terrain;
}

/** A ridge from the top to the bottom with one pass, a cell wide. */
function passMap(map, seed) {
  const { width, height } = map;
  const middle = Math.floor(width / 2);
  map.terrain.fill(PLAIN);
  for (let y = 0; y < height; y++) {
    const sway = Math.round(2 * Math.sin(y / 5 + seed) + Math.sin(y / 2.3 + 2 * seed));
    const half = Math.max(3, Math.round(width / 16));
    fillRock(map, middle - half + sway, y, 2 * half, 1);
  }
  fillRock(map, 0, Math.floor(height / 2), width, 1, PLAIN);
}

/** Pockets that are open to the west: dead ends for units that walk east through unexplored land. */
function pocketMap(map) {
  const { width, height } = map;
  map.terrain.fill(PLAIN);
  for (let i = 0; i < 3; i++) {
    const x = Math.round(width * (0.22 + 0.24 * i));
    const deep = Math.round(width * 0.14);
    const tall = Math.round(height * (i === 1 ? 0.72 : 0.55));
    const y = Math.round((height - tall) / 2) + (i - 1) * Math.round(height * 0.08);
    fillRock(map, x, y, deep, 1);
    fillRock(map, x, y + tall - 1, deep, 1);
    fillRock(map, x + deep, y, 1, tall);
  }
}

/** A yard with a gate two cells wide in its west wall. */
function yardMap(map) {
  const { width, height } = map;
  const [left, top] = [Math.round(width * 0.35), Math.round(height * 0.15)];
  const [right, bottom] = [Math.round(width * 0.92), Math.round(height * 0.85)];
  const gate = Math.round((top + bottom) / 2);
  map.terrain.fill(PLAIN);
  fillRock(map, left, top, right - left, bottom - top);
  fillRock(map, left + 1, top + 1, right - left - 2, bottom - top - 2, PLAIN);
  fillRock(map, left, gate, 1, 2, PLAIN);
}

/** A wall across with a gate of two cells, and a door far off. */
function gateMap(map) {
  const { width, height } = map;
  const wall = Math.floor(height / 2);
  map.terrain.fill(PLAIN);
  fillRock(map, 0, wall, width, 1);
  fillRock(map, Math.floor(width / 2), wall, 2, 1, PLAIN);
  fillRock(map, width - 4, wall, 1, 1, PLAIN);
}

/** A wall from the top to the bottom with an opening, `open` cells wide. */
function openWall(map, thick, open) {
  const { width, height } = map;
  const [x, y] = [Math.floor(width / 2), Math.floor(height / 2)];
  map.terrain.fill(PLAIN);
  fillRock(map, x, 0, thick, y - open / 2);
  fillRock(map, x, y + open / 2, thick, height);
}

export const BATTLE_MAPS = {
  pass: passMap,
  pockets: pocketMap,
  yard: yardMap,
  gate: gateMap,
  narrow: (map) => openWall(map, 6, 8),
  castle: (map) => openWall(map, 1, 8),
};
