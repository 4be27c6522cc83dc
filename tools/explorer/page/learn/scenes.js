// The maps of the mode Learn: { map, start, goal } and perhaps marks, from rows of letters or made by the engine.

import { axialOf, shearMap } from '../../engine/hexagons.js';
import { PLAIN, ROCK } from '../../engine/terrain.js';

const SLOW = 24;
const TERRAIN_OF_LETTER = { '#': ROCK, ',': SLOW };

/** A scene of rows of text: `#` rock, `,` slow ground, `s` and `g` the ends, `e` marks that are dragged as well, all
    else plain ground. */
export function sceneOfText(...rows) {
  const width = rows[0].length;
  const text = rows.join('');
  const cellsOf = (letter) =>
    [...text].flatMap((each, at) => (each === letter ? [[at % width, Math.floor(at / width)]] : []));
  const terrain = Uint8Array.from(text, (letter) => TERRAIN_OF_LETTER[letter] ?? PLAIN);
  const map = { width, height: rows.length, terrain };
  return { map, start: cellsOf('s')[0], goal: cellsOf('g')[0], marks: cellsOf('e') };
}

/** The same of hexagons with pointed tops: odd rows lie half a cell to the right. */
export function hexagonsOfText(...rows) {
  const { map, start, goal } = sceneOfText(...rows);
  const axial = (tile) => axialOf(map, 'r', tile);
  return { map: shearMap(map, 'r'), start: axial(start), goal: axial(goal) };
}

/** A scene of a map that the engine makes, with the ends at the open cells nearest to two places. */
export async function sceneOfKind(client, kind, [width, height], seed, from, to) {
  const { map } = await client.call('generate', kind, width, height, seed, {});
  const [start, goal] = await client.call('cellsNear', [from, to]);
  return { map, start, goal };
}
