// Stamps: small shapes that are put down on the map with a click.

import { hasCell } from './hexagons.js';
import { PLAIN, ROCK, WATER } from './terrain.js';

const STAMP_ROAD = 5;
const STAMP_LETTERS = { '#': ROCK, '.': PLAIN, w: WATER, r: STAMP_ROAD };

/** What they are called, and their cells: # rock, . plain ground, w water, r road; a blank stays. */
export const STAMPS = {
  house: {
    label: 'House',
    rows: ['#########', '#...#...#', '#.......#', '#...#...#', '#.......#', '####.####'],
  },
  wall: {
    label: 'Wall, gate',
    rows: ['###             ###', '########...########', '###             ###'],
  },
  river: {
    label: 'River, bridge',
    rows: [
      '          rr       ',
      'wwwwwww   rr       ',
      'wwwwwwwwwwrrwwwww  ',
      'wwwwwwwwwwrrwwwwwww',
      '  wwwwwwwwrrwwwwwww',
      '          rr  wwwww',
      '          rr       ',
    ],
  },
};

/**
 * The cells of a stamp on a map, with its middle at a cell: lists of indices by terrain. `turn` is in
 * quarters clockwise; each letter becomes `scale` x `scale` cells.
 */
export function stampCells(map, name, [cx, cy], turn, scale) {
  const { rows } = STAMPS[name];
  const turned = turn % 2 === 1;
  const w = (turned ? rows.length : rows[0].length) * scale;
  const h = (turned ? rows[0].length : rows.length) * scale;
  const left = cx - Math.floor(w / 2);
  const top = cy - Math.floor(h / 2);
  const cells = new Map();
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const letter = letterAt(rows, Math.floor(x / scale), Math.floor(y / scale), turn);
      const [mx, my] = placeOfLetter(map, [cx, cy], left + x - cx, top + y - cy);
      if (!(letter in STAMP_LETTERS) || !hasCell(map, mx, my)) continue;
      const terrain = STAMP_LETTERS[letter];
      if (!cells.has(terrain)) cells.set(terrain, []);
      cells.get(terrain).push(my * map.width + mx);
    }
  }
  return cells;
}

/** The cell that is some columns and rows away: rows of hexagons lie half a cell to the right by turns. */
function placeOfLetter({ hexagons }, [x, y], dx, dy) {
  if (hexagons === 'r') return [x + dx - (dy >> 1), y + dy];
  return hexagons === 'q' ? [x + dx, y + dy - (dx >> 1)] : [x + dx, y + dy];
}

/** The letter at a place of the turned rows. */
function letterAt(rows, x, y, turn) {
  const right = rows[0].length - 1;
  const below = rows.length - 1;
  const [column, row] = [[x, y], [y, below - x], [right - x, below - y], [right - y, x]][turn];
  return rows[row][column];
}
