// Extra costs of steps from two expressions: what a step costs in addition, in straight steps, and
// whether it is allowed. The module's step rule reads them from a table, eight a cell.

import { parseExpression } from './expression.js';
import { HEXAGON_STEPS } from './hexagons.js';

export const NOT_ALLOWED = 0xffffffff;
export const MOST_EXTRA = 1 << 20; // of the library
const UNITS = 1120; // a straight step over plain ground
export const MOST_EXTRA_STEPS = Math.floor(MOST_EXTRA / UNITS);
const STEPS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/** Whether a rule was typed in; one of a world file ({ ofFile }) is a table alone. */
export function hasRule(rule) {
  return Boolean(rule && !rule.ofFile && (rule.cost.trim() || rule.allowed.trim()));
}

/** Compiles a rule { cost, allowed }, two texts; throws a sentence if one can't be read. */
export function compileRule(rule) {
  const cost = rule.cost.trim() ? parseExpression(rule.cost) : () => 0;
  const allowed = rule.allowed.trim() ? parseExpression(rule.allowed) : () => 1;
  return { cost, allowed };
}

/** Fills the table of a map for the cells of a rectangle; `weights` are those of terrains. */
export function fillSteps(table, map, weights, rule, { x, y, w, h }) {
  const { width, height, terrain } = map;
  const steps = map.hexagons ? HEXAGON_STEPS : STEPS;
  const values = [0, 0, 0, 0, 0, 0];
  for (let cy = Math.max(0, y); cy < Math.min(height, y + h); cy++) {
    for (let cx = Math.max(0, x); cx < Math.min(width, x + w); cx++) {
      values[0] = cx;
      values[1] = cy;
      values[2] = weights[terrain[cy * width + cx]] / 8;
      for (let direction = 0; direction < steps.length; direction++) {
        const tx = cx + steps[direction][0];
        const ty = cy + steps[direction][1];
        if (tx < 0 || ty < 0 || tx >= width || ty >= height) continue;
        values[3] = tx;
        values[4] = ty;
        values[5] = weights[terrain[ty * width + tx]] / 8;
        table[(cy * width + cx) * 8 + direction] = stepCost(rule, values);
      }
    }
  }
}

function stepCost(rule, values) {
  if (!rule.allowed(values)) return NOT_ALLOWED;
  const extra = Math.round(rule.cost(values) * UNITS);
  return extra > 0 ? Math.min(MOST_EXTRA, extra) : 0; // also 0 where it is no number
}
