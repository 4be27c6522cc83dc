// Maps to begin with: those that `overland gen` makes, and the page's own for the scenes of the mode Battle.
// The same kind, size and seed give the same map everywhere.

import { BATTLE_MAPS } from './battle/battle_maps.js';
import { shearMap } from './hexagons.js';
import { EXAMPLE_MAPS } from './step_examples.js';
import { MARSH, PLAIN, ROCK, TREES, WATER } from './terrain.js';

const COMMAND_KINDS = [
  ...['continents', 'caves', 'rooms', 'maze', 'city', 'random', 'serpentine', 'spiral'],
];
const OWN_KINDS = { empty: (map) => map.terrain.fill(PLAIN), ...BATTLE_MAPS, ...EXAMPLE_MAPS };
const LETTERS = { '.': PLAIN, S: MARSH, W: WATER, T: TREES, '@': ROCK };

export const MAP_KINDS = [...COMMAND_KINDS, ...Object.keys(OWN_KINDS)];

/** Makes a map: { width, height, terrain }, and `hexagons` if its cells are such: see hexagons.js. */
export function makeMap(engine, kind, width, height, seed, hexagons = '') {
  const map = { width, height, terrain: new Uint8Array(width * height) };
  if (kind in OWN_KINDS) OWN_KINDS[kind](map, seed);
  else map.terrain = makeByCommand(engine, kind, map, seed);
  return hexagons ? shearMap(map, hexagons) : map;
}

function makeByCommand(engine, kind, { width, height, terrain }, seed) {
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
  return terrain.map((letter) => terrains[letter]);
}
