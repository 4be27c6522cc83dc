// The sight of a mover in unexplored land: the cells within a distance of it.

import { farOf } from './hexagons.js';

/** Marks the cells within `sight` of a cell as seen, a byte each; returns those that are new. */
export function seeAround(seen, { width, height, hexagons }, [cx, cy], sight) {
  const fresh = [];
  const reach = Math.ceil(hexagons ? 1.2 * sight : sight); // rows of hexagons are closer
  for (let y = Math.max(0, cy - reach); y <= Math.min(height - 1, cy + reach); y++) {
    for (let x = Math.max(0, cx - reach); x <= Math.min(width - 1, cx + reach); x++) {
      const cell = y * width + x;
      if (seen[cell] || farOf(hexagons, x - cx, y - cy) > sight) continue;
      seen[cell] = 1;
      fresh.push(cell);
    }
  }
  return fresh;
}
