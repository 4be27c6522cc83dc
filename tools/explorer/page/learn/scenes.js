// The maps of the mode Learn: { map, start, goal }, from rows of letters or from the generators.

import { generateMap } from '../../engine/generate.js';
import { PLAIN, ROCK } from '../../engine/terrain.js';

const SLOW = 24;
const TERRAIN_OF_LETTER = { '#': ROCK, ',': SLOW };

/** A scene of rows of text: `#` rock, `,` slow ground, `s` and `g` the ends, all else plain ground. */
export function sceneOfText(...rows) {
  const width = rows[0].length;
  const text = rows.join('');
  const cellOf = (letter) => {
    const at = text.indexOf(letter);
    return [at % width, Math.floor(at / width)];
  };
  const terrain = Uint8Array.from(text, (letter) => TERRAIN_OF_LETTER[letter] ?? PLAIN);
  return { map: { width, height: rows.length, terrain }, start: cellOf('s'), goal: cellOf('g') };
}

/** A scene of a generated map, with the ends at the open cells nearest to two places. */
export function sceneOfKind(kind, [width, height], seed, from, to) {
  const map = generateMap(kind, width, height, seed);
  return { map, start: openCellNearest(map, from), goal: openCellNearest(map, to) };
}

/** The open cell of plain ground that is nearest to a place. */
function openCellNearest({ width, terrain }, [x, y]) {
  let best = [x, y];
  let least = Infinity;
  terrain.forEach((ground, cell) => {
    const [cx, cy] = [cell % width, Math.floor(cell / width)];
    const far = Math.hypot(cx - x, cy - y);
    if (ground === PLAIN && far < least) {
      best = [cx, cy];
      least = far;
    }
  });
  return best;
}
