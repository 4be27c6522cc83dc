// Sets of cells: discs, rectangles, lines and areas of one terrain. Cells are indices, row by row,
// except those of a line, which are x, y.

import { cellAtPlace, farOf, hasCell, hexagonDistance, HEXAGON_STEPS, placeOf } from '../engine/hexagons.js';

const SQUARE_STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

export function discAround(map, [cx, cy], size) {
  const radius = size / 2;
  const reach = Math.ceil(map.hexagons ? radius * 1.2 : radius); // rows of hexagons are closer
  const cells = [];
  const shift = size % 2 === 0 && !map.hexagons ? 0.5 : 0;
  for (let y = cy - reach; y <= cy + reach; y++) {
    for (let x = cx - reach; x <= cx + reach; x++) {
      const inside =
        farOf(map.hexagons, x - cx + shift, y - cy + shift) <= radius - 0.2 || (x === cx && y === cy);
      if (inside && hasCell(map, x, y)) cells.push(y * map.width + x);
    }
  }
  return cells;
}

/** The cells whose middles lie between those of two cells, across and down. */
export function rectBetween(map, from, to) {
  const { width, height, hexagons } = map;
  const [[ax, ay], [bx, by]] = [from, to].map((cell) => placeOf(hexagons, ...cell));
  const cells = [];
  const isBetween = (at, a, b) => at > Math.min(a, b) - 0.3 && at < Math.max(a, b) + 0.3;
  const span = (a, b, side) =>
    hexagons ? [0, side - 1] : [Math.max(0, Math.min(a, b)), Math.min(side - 1, Math.max(a, b))];
  const [left, right] = span(from[0], to[0], width);
  const [top, bottom] = span(from[1], to[1], height);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = placeOf(hexagons, x, y);
      if (isBetween(px, ax, bx) && isBetween(py, ay, by) && hasCell(map, x, y))
        cells.push(y * width + x);
    }
  }
  return cells;
}

/** The cells from one to another as straight as can be: of hexagons each beside the one before. */
export function lineBetween([ax, ay], [bx, by], hexagons = null) {
  const [dx, dy] = [bx - ax, by - ay];
  const steps = hexagons ? hexagonDistance(dx, dy) : Math.max(Math.abs(dx), Math.abs(dy));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = steps === 0 ? 0 : i / steps;
    const [x, y] = [ax + dx * t, ay + dy * t];
    return hexagons ? cellAtPlace(hexagons, ...placeOf(hexagons, x, y)) : [Math.round(x), Math.round(y)];
  });
}

/** The cells of one terrain that are joined to a cell by straight steps. */
export function floodFrom(map, [x, y]) {
  const { width, height, hexagons, terrain } = map;
  if (!hasCell(map, x, y)) return [];
  const wanted = terrain[y * width + x];
  const seen = new Uint8Array(width * height);
  const cells = [y * width + x];
  seen[cells[0]] = 1;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    for (const [dx, dy] of hexagons ? HEXAGON_STEPS : SQUARE_STEPS) {
      const [tx, ty] = [(cell % width) + dx, Math.floor(cell / width) + dy];
      const to = ty * width + tx;
      if (!hasCell(map, tx, ty) || seen[to] || terrain[to] !== wanted) continue;
      seen[to] = 1;
      cells.push(to);
    }
  }
  return cells;
}
