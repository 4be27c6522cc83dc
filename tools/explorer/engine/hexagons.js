// Where cells lie, in widths of a cell, and which of them are neighbours. A map has `hexagons`: 'r' with
// pointed tops, whose rows lie half a cell farther right each, 'q' with flat tops, whose columns lie half a
// cell lower each; without it, cells are squares. Cells of hexagons are axial, as the library's: a rectangle
// of hexagons has cells outside beside it.

import { OUTSIDE } from './terrain.js';

export const CELL_KINDS = { '': 'squares', r: 'hexagons', q: 'hexagons, flat tops' };

const ROW_HEIGHT = Math.sqrt(3) / 2;
export const HEXAGON_RADIUS = 1 / Math.sqrt(3);

/** Steps to neighbours, in the order of the library's directions. */
export const HEXAGON_STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/** The place of the middle of a cell, which need not be whole, from that of cell 0, 0. */
export function placeOf(hexagons, x, y) {
  if (hexagons === 'r') return [x + y / 2, y * ROW_HEIGHT];
  return hexagons === 'q' ? [x * ROW_HEIGHT, y + x / 2] : [x, y];
}

/** The cell at such a place. */
export function cellAtPlace(hexagons, px, py) {
  if (!hexagons) return [Math.round(px), Math.round(py)];
  const down = (hexagons === 'r' ? py : px) / ROW_HEIGHT;
  const right = (hexagons === 'r' ? px : py) - down / 2;
  return hexagons === 'r' ? roundHexagon(right, down) : roundHexagon(down, right);
}

/** The hexagon that axial coordinates lie in. */
function roundHexagon(x, y) {
  const [rx, ry, rz] = [x, y, -x - y].map(Math.round);
  const [dx, dy, dz] = [Math.abs(rx - x), Math.abs(ry - y), Math.abs(rz + x + y)];
  if (dx > dy && dx > dz) return [-ry - rz, ry];
  return dy > dz ? [rx, -rx - rz] : [rx, ry];
}

/** Corners of a cell from its middle: x, y each. */
export function cornersOf(hexagons) {
  if (!hexagons) return [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
  const tall = [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]].map(([x, y]) => [
    x / 2,
    y * HEXAGON_RADIUS,
  ]);
  return hexagons === 'r' ? tall : tall.map(([x, y]) => [y, x]);
}

/** How far the middle of cell 0, 0 lies from the left and upper border of its box. */
export function insetOf(hexagons) {
  if (!hexagons) return [0.5, 0.5];
  return hexagons === 'r' ? [0.5, HEXAGON_RADIUS] : [HEXAGON_RADIUS, 0.5];
}

const frames = new WeakMap();

/** The box around a map, from that of its cell 0, 0: { left, top, width, height }; cells outside of maps of
    hexagons do not count. */
export function frameOf(map) {
  const { width, height, hexagons, terrain } = map;
  if (!hexagons) return { left: 0, top: 0, width, height };
  if (!terrain) return wholeBox(map);
  if (!frames.has(terrain)) frames.set(terrain, boxOf(map));
  return frames.get(terrain);
}

/** The box around all cells of a world, of which the page does not know those that are void. */
function wholeBox({ width, height, hexagons }) {
  const [right, down] = insetOf(hexagons).map((inset) => 2 * inset);
  const [most, bottom] = placeOf(hexagons, width - 1, height - 1);
  return { left: 0, top: 0, width: most + right, height: bottom + down };
}

function boxOf({ width, height, hexagons, terrain }) {
  const ends = [];
  for (let y = 0; y < height; y++) {
    const row = terrain.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((each) => each !== OUTSIDE);
    if (first < 0) continue;
    const last = row.findLastIndex((each) => each !== OUTSIDE);
    ends.push(placeOf(hexagons, first, y), placeOf(hexagons, last, y));
  }
  const [right, down] = insetOf(hexagons).map((inset) => 2 * inset);
  const rangeOf = (i) => ends.reduce(
    ([least, most], end) => [Math.min(least, end[i]), Math.max(most, end[i])],
    [Infinity, -Infinity],
  );
  const [[left, most], [top, bottom]] = ends.length > 0 ? [rangeOf(0), rangeOf(1)] : [[0, 0], [0, 0]];
  return { left, top, width: most + right - left, height: bottom + down - top };
}

/** Whether a map has a cell: cells outside of maps of hexagons are none. */
export function hasCell({ width, height, hexagons, terrain }, x, y) {
  const isInside = x >= 0 && y >= 0 && x < width && y < height;
  return isInside && !(hexagons && terrain[y * width + x] === OUTSIDE);
}

/** The steps between two cells that are dx, dy apart, where nothing is blocked. */
export function hexagonDistance(dx, dy) {
  return Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy));
}

/** How far two cells that are dx, dy apart lie from each other, in widths of a cell. */
export const farOf = (hexagons, dx, dy) => Math.hypot(...placeOf(hexagons, dx, dy));

/** The cell beside another one in the direction of an arrow key. Across the rows of hexagons it leads to the
    right and left by turns. */
export function besideCell(hexagons, [x, y], [dx, dy]) {
  const odd = (n) => ((n % 2) + 2) % 2;
  if (hexagons === 'r' && dy !== 0) return [x + (dy < 0 ? 1 - odd(y) : -odd(y)), y + dy];
  if (hexagons === 'q' && dx !== 0) return [x + dx, y + (dx < 0 ? 1 - odd(x) : -odd(x))];
  return [x + dx, y + dy];
}

/** The cells that a body of a size covers at a cell, as dx, dy: n x n squares, or hexagons within n - 1
    steps. */
export function bodyCells(hexagons, size) {
  const cells = [];
  const least = hexagons ? 1 - size : 0;
  for (let dy = least; dy < size; dy++)
    for (let dx = least; dx < size; dx++)
      if (!hexagons || hexagonDistance(dx, dy) < size) cells.push([dx, dy]);
  return cells;
}

/** The axial cell of a column and row of a rectangle of cells, as shearMap has it. */
export function axialOf({ width, height }, hexagons, [x, y]) {
  if (hexagons === 'r') return [x + ((height - 1) >> 1) - (y >> 1), y];
  return [x, y + ((width - 1) >> 1) - (x >> 1)];
}

/** The axial map of a rectangle of cells, of which every odd row, with flat tops column, is half a cell
    farther on. */
export function shearMap(rectangle, hexagons) {
  const { width, height, terrain } = rectangle;
  const isTall = hexagons === 'r';
  const lines = isTall ? height : width;
  const more = (lines - 1) >> 1;
  const map = { width: isTall ? width + more : width, height: isTall ? height : height + more };
  map.terrain = new Uint8Array(map.width * map.height).fill(OUTSIDE);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [cx, cy] = axialOf(rectangle, hexagons, [x, y]);
      map.terrain[cy * map.width + cx] = terrain[y * width + x];
    }
  }
  return { ...map, hexagons };
}

/** The rectangle of columns and rows around an axial map, as shearMap takes it. */
export function unshearMap({ width, height, terrain, hexagons }) {
  const tiles = [];
  terrain.forEach((each, cell) => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    if (each !== OUTSIDE) tiles.push(hexagons === 'r' ? [x + (y >> 1), y, each] : [x, y + (x >> 1), each]);
  });
  const rangeOf = (i) => tiles.reduce(
    ([least, most], tile) => [Math.min(least, tile[i]), Math.max(most, tile[i])],
    [Infinity, 0],
  );
  const [left, right] = hexagons === 'r' ? rangeOf(0) : [0, width - 1];
  const [top, bottom] = hexagons === 'r' ? [0, height - 1] : rangeOf(1);
  const map = { width: right - left + 1, height: bottom - top + 1, hexagons };
  map.terrain = new Uint8Array(map.width * map.height).fill(OUTSIDE);
  for (const [x, y, each] of tiles) map.terrain[(y - top) * map.width + x - left] = each;
  return map;
}
