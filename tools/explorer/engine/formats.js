// MovingAI's files: .scen is read, .map is written; what of a file is not used. A file that can't be
// read throws an Error whose message is one clear sentence.

import { unshearMap } from './hexagons.js';
import { MARSH, OUTSIDE, ROCK, TREES, WATER } from './terrain.js';

/** The sides of maps that the page makes and reads, in cells; files may be smaller. */
export const LEAST_SIDE = 4;
export const MOST_SIDE = 2048;

/** The sides of maps that the mode World bakes; larger ones take more memory than browsers give. */
export const MOST_WORLD_SIDE = 8192;

/** Checks the sides of a map before memory is taken for it; what is too large for the page alone is told
    apart by `isTooLarge`. */
export function checkSides(width, height, most = MOST_SIDE) {
  if (!(width >= 1 && height >= 1)) throw new Error('The map has no cells.');
  if (width <= most && height <= most) return;
  const isTooLarge = Math.max(width, height) <= MOST_WORLD_SIDE;
  const way = isTooLarge ? '' : '. "overland build" makes a world file of it, which World opens in parts';
  throw Object.assign(
    new Error(`The map has ${width} × ${height} cells; this page takes up to ${most} × ${most}${way}.`),
    { isTooLarge },
  );
}

/** Writes a .map file. Ground of any weight becomes plain ground, which the format is limited to. */
export function formatMap(map) {
  const { width, height, terrain, hexagons } = map.hexagons ? unshearMap(map) : map;
  const letter = (t) =>
    t === ROCK || t === OUTSIDE
      ? '@'
      : t === WATER ? 'W' : t === TREES ? 'T' : t === MARSH ? 'S' : '.';
  const rows = [];
  for (let y = 0; y < height; y++) {
    rows.push(Array.from(terrain.subarray(y * width, (y + 1) * width), letter).join(''));
  }
  const type = hexagons ? `hexagons odd-${hexagons}` : 'octile';
  return `type ${type}\nheight ${height}\nwidth ${width}\nmap\n${rows.join('\n')}\n`;
}

/** Reads a .scen file: a list of { start, goal, optimal, width, height }, the sides of its map. */
export function parseScenario(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (!/^version\b/.test(lines[0] ?? ''))
    throw new Error('This is no .scen file: it does not begin with "version".');
  return lines.slice(1).map((line, index) => {
    const words = line.trim().split(/\s+/);
    const numbers = words.slice(-7).map(Number);
    const isCount = (n) => Number.isInteger(n) && n >= 0;
    if (words.length < 9 || !numbers.slice(0, 6).every(isCount) || !Number.isFinite(numbers[6])) {
      throw new Error(`Problem ${index} of the scenario can't be read: "${line.slice(0, 60)}".`);
    }
    const [width, height, startX, startY, goalX, goalY, optimal] = numbers;
    return { start: [startX, startY], goal: [goalX, goalY], optimal, width, height };
  });
}

const manyOf = (n, one) => `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;

/** What of a file the page leaves out, and what it shows a part of, in sentences; null: nothing. */
export function unreadWorld(name, { links, goals = 0, origin, floors, profiles }) {
  const parts = [
    ...(floors.length > 1 ? [manyOf(floors.length, 'floor')] : []),
    ...(profiles.length > 1 ? [manyOf(profiles.length, 'profile')] : []),
  ];
  const unused = [
    ...(links > 0 ? [manyOf(links, 'link')] : []),
    ...(goals > 0 ? [manyOf(goals, 'goal')] : []),
    ...(origin.some((at) => at !== 0) ? [`its origin ${origin}, which is 0,0 here`] : []),
  ];
  const said = [
    ...(unused.length > 0 ? [`Not used of "${name}": ${unused.join(' and ')}.`] : []),
    ...(parts.length > 0
      ? [`It has ${parts.join(' and ')}: the settings (P) choose which is shown.`]
      : []),
  ];
  return said.length > 0 ? said.join(' ') : null;
}
