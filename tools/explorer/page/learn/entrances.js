// Entrances of a map that is cut into regions: maximal runs of straight crossings along one border.

import { ROCK } from '../../engine/terrain.js';

/** Calls `see` with the two cells of each straight step between regions, and whether a border begins
    there. */
function eachBorderStep({ width, height }, side, see) {
  for (let x = side; x < width; x += side) {
    for (let y = 0; y < height; y++) see([x - 1, y], [x, y], y % side === 0);
  }
  for (let y = side; y < height; y += side) {
    for (let x = 0; x < width; x++) see([x, y - 1], [x, y], x % side === 0);
  }
}

/** The entrances: runs of straight crossings along one border, as { first, last }, of which each is
    the two cells of a step, the left or upper one first. */
export function entrancesOf(map, side) {
  const isOpen = ([x, y]) => map.terrain[y * map.width + x] !== ROCK;
  const entrances = [];
  let run = null;
  eachBorderStep(map, side, (a, b, beginsBorder) => {
    if (beginsBorder) run = null;
    if (!isOpen(a) || !isOpen(b)) {
      run = null;
      return;
    }
    if (run === null) entrances.push((run = { first: [a, b] }));
    run.last = [a, b];
  });
  return entrances;
}
