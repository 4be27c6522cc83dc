// The choices of the Compare mode, its figures and their words. Pure: the page, the worker and the
// tests under node use it.

import { STEP_METHODS } from './step_rules.js';
import { PLAIN } from './terrain.js';

export const MOST_COMPARED = 4;
export const COMPARE_SIGNS = '●■▲◆';
export const MOST_PROBLEMS = 60;

const tiers = (label, note) => ({ label, note, isTiers: true });
const watched = (method) => ({ ...STEP_METHODS[method], isTiers: false });

/** Methods that are compared. The searches of the mode Step run over all cells of the map. */
export const COMPARE_METHODS = {
  astar: watched('astar'),
  dijkstra: watched('dijkstra'),
  greedy: watched('greedy'),
  weighted: { ...watched('weighted'), note: 'by G + 2 × H' },
  jumps: watched('jumps'),
  tiers: tiers('Two tiers', 'the whole path, by stored costs'),
  first: tiers('First step', 'two tiers: the route with its cost, and its first cells'),
  octile: tiers('Coarse A*', 'the route over waypoints alone, by octile distances'),
};
export const DEFAULT_COMPARED = ['astar', 'jumps', 'tiers', 'first'];

/** What a method answers instead of the query, so that its figures can't be compared with those of others; ''
    if it answers the query. */
export function otherQuestion(method, { terrain }, weights) {
  if (method === 'first') return 'the first cells of the way alone';
  if (method === 'octile') return 'the route alone, without its cells';
  const isUneven = method === 'jumps' && terrain.some((each) => weights[each] > 0 && weights[each] !== PLAIN);
  return isUneven ? 'the same map with all ground plain' : '';
}

/** What is plotted and listed of an answer. `read` gives null where there is none. */
export const COMPARE_FIGURES = {
  expanded: { label: 'Expanded', axis: 'cells and waypoints expanded', least: 1, read: expandedOf },
  time: { label: 'Time', axis: 'microseconds in this browser', least: 0.1, read: (answer) => answer.us ?? null },
  cost: { label: 'Cost', axis: '% over the optimum', least: 0, read: overOptimum },
};

function expandedOf({ found, cells, waypoints }) {
  return found ? cells + waypoints : null;
}

/** How many percent a path costs over the optimum. */
function overOptimum({ found, cost, optimum }) {
  return found && optimum > 0 ? Math.max(0, (cost / optimum - 1) * 100) : found ? 0 : null;
}

const thousands = (n) => Math.round(n).toLocaleString('en');

/** A figure as a text. */
export function figureText(name, value) {
  if (value === null || value === undefined) return '–';
  if (name === 'cost') return value < 0.005 ? 'optimal' : `+${value.toFixed(value < 10 ? 2 : 0)} %`;
  if (name === 'time' && value < 1) return 'under 1 µs';
  if (name === 'time') return value < 100 ? `${value.toFixed(1)} µs` : `${thousands(value)} µs`;
  return thousands(value);
}

export function bytesText(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1048576 ? `${(bytes / 1024).toFixed(0)} kB` : `${(bytes / 1048576).toFixed(1)} MB`;
}

/** The mean of the values that are there; null if none is. */
export function meanOf(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Methods of an address; the usual ones if it has none. */
export function comparedOfText(text = '') {
  const known = text.split('.').filter((name) => Object.hasOwn(COMPARE_METHODS, name));
  const chosen = [...new Set(known)].slice(0, MOST_COMPARED);
  return chosen.length > 0 ? chosen : [...DEFAULT_COMPARED];
}

/**
 * The problems of a scenario that lie on a map, which throws a sentence if it is another map's or
 * none does.
 */
export function fittingProblems(problems, { width, height }, name) {
  const fitting = problems.filter(({ start, goal }) =>
    [start, goal].every(([x, y]) => x < width && y < height),
  );
  if (fitting.length === 0) throw new Error(`No problem of "${name}" lies on this map.`);
  const other = problems.find((each) => each.width !== width || each.height !== height);
  if (other)
    throw new Error(
      `"${name}" is for a map of ${other.width} × ${other.height} cells; this one has ${width} × ${height}.`,
    );
  return fitting;
}

/** At most `most` problems, evenly chosen from all in the order of their lengths. */
export function sampleProblems(problems, most = MOST_PROBLEMS) {
  const sorted = [...problems].sort((a, b) => a.optimal - b.optimal);
  if (sorted.length <= most) return sorted;
  const step = (sorted.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => sorted[Math.round(i * step)]);
}

/** The cost of a path over cells, x, y each, of which neighbours are in a line: in units. */
export function costOfJumps(points, weights, width) {
  let cost = 0;
  for (let i = 2; i < points.length; i += 2) {
    let [x, y] = [points[i - 2], points[i - 1]];
    const [dx, dy] = [Math.sign(points[i] - x), Math.sign(points[i + 1] - y)];
    while (x !== points[i] || y !== points[i + 1]) {
      const from = weights[y * width + x];
      x += dx;
      y += dy;
      cost += (dx !== 0 && dy !== 0 ? 99 : 70) * (from + weights[y * width + x]);
    }
  }
  return cost;
}
