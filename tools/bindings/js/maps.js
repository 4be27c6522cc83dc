/** Maps, edits, cells and options: checked, and as the numbers that the module takes. */

import { isWhole, usage } from './core.js';

export const LETTERS = '.GSWT@O#'; // of MovingAI's maps, and of text levels; the first three are ground
const MOST_TERRAIN = 255;
const PLAIN_WEIGHT = 8; // eighths
const EDIT_FIELDS = ['x', 'y', 'w', 'h', 'floor', 'terrain', 'mask'];
const EDIT_FORM = 'edits are an array of { x, y, terrain }';
const MAP_FORM = 'a map is { width, height, terrain }; for rows use mapOfRows(rows)';

/** Refuses names that are none of the right ones, which would be ignored. */
export function refuseOthers(given, names, kind) {
  if (typeof given !== 'object' || given === null) throw usage(`${kind}s are an object, not ${given}`);
  const other = Object.keys(given).find((name) => !names.includes(name));
  if (other === undefined) return;
  const right = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  throw usage(`there is no ${kind} ${other}; ${right} are`);
}

export function indexOf(choices, name, what) {
  const index = choices.indexOf(name);
  if (index < 0) throw usage(`${what} is ${name}, not one of ${choices.join(', ')}`);
  return index;
}

/** A cell as three whole numbers. */
export function cellOf(value, what) {
  const isCell = Array.isArray(value) && (value.length === 2 || value.length === 3);
  const [x, y, floor = 0] = isCell ? value : [];
  if (![x, y, floor].every((each) => isWhole(each)))
    throw usage(`${what} is no cell: a cell is [x, y] or [x, y, floor], whole numbers`);
  return [x, y, floor];
}

/** The number of a letter; -1 if the text is no letter of a map. */
function codeOf(text) {
  const code = text.length === 1 ? text.charCodeAt(0) : -1;
  return code <= MOST_TERRAIN ? code : -1;
}

function editOf(edit, letters) {
  if (typeof edit !== 'object' || edit === null) throw usage(EDIT_FORM);
  refuseOthers(edit, EDIT_FIELDS, 'field');
  const { x, y, terrain, w = 1, h = 1, floor = 0, mask } = edit;
  const isText = typeof terrain === 'string';
  if (isText && letters === false)
    throw usage(`terrain is '${terrain}', but this world was baked of numbers: 0 is blocked`);
  const number = isText ? codeOf(terrain) : terrain;
  if (!isWhole(number, 0, MOST_TERRAIN))
    throw usage(`the terrain of an edit is ${terrain}, not a letter or 0 to ${MOST_TERRAIN}`);
  if (letters === LETTERS && !letters.includes(String.fromCharCode(number)))
    throw usage(`terrain is ${isText ? `'${terrain}'` : terrain}; the letters of this world are ${letters}`);
  if (![x, y, floor, w, h].every((each) => isWhole(each)))
    throw usage(`an edit is at ${x},${y} of floor ${floor}, ${w} x ${h} cells; these are whole numbers`);
  return { cell: [x, y, floor], w, h, value: number, mask };
}

/** Edits as calls take them. `letters`: whether the world was baked of letters; null if that is not known; those that it
 * may have, where weights name no others. */
export function editsOf(edits, letters) {
  if (!Array.isArray(edits)) throw usage(EDIT_FORM);
  return Array.from(edits, (edit) => editOf(edit, letters)); // a hole is no edit
}

/** The number of a terrain that weights name. */
function terrainOf(name, letters) {
  if (letters && name.length === 1 && codeOf(name) >= 0) return codeOf(name);
  if (/^\d+$/.test(name) && Number(name) <= MOST_TERRAIN) return Number(name);
  const right = letters
    ? `letters or numbers from 0 to ${MOST_TERRAIN}`
    : `numbers from 0 to ${MOST_TERRAIN}; if its numbers are codes of letters, add letters: true to the map`;
  throw usage(`weights name '${name}'; terrains of this map are ${right}`);
}

/** The weights of the letters that everybody knows: others have to be named. */
function weightsOfLetters(cells) {
  const other = cells.find((code) => code !== 0 && !LETTERS.includes(String.fromCharCode(code)));
  if (other !== undefined)
    throw usage(
      `the map has cells with letters other than ${LETTERS}, the first is '${String.fromCharCode(other)}'; ` +
        `say what they weigh: { weights: { '.': 1 } }`,
    );
  return Object.fromEntries([...LETTERS.slice(0, 3)].map((letter) => [letter, 1]));
}

/** The weights of all terrains, in eighths. Without weights, ground is plain: . G S, or all but 0. */
export function weightsOf(given, letters, cells) {
  const bytes = new Uint8Array(MOST_TERRAIN + 1);
  if (given === undefined && !letters) return bytes.fill(PLAIN_WEIGHT, 1);
  const weights = given ?? weightsOfLetters(cells);
  for (const [name, weight] of Object.entries(weights)) {
    const eighths = typeof weight === 'number' ? weight * PLAIN_WEIGHT : -1;
    if (!isWhole(eighths, 0, 255))
      throw usage(`the weight of ${name} is ${weight}, not a number of eighths from 0 to 255/8`);
    bytes[terrainOf(name, letters)] = eighths;
  }
  return bytes;
}

function codesOf(text) {
  return Uint8Array.from(text, (letter) => {
    const code = codeOf(letter);
    if (code < 0) throw usage(`the map has the letter ${letter}; letters up to U+00FF are terrains`);
    return code;
  });
}

/** The cells of a map as bytes, and whether they are letters. */
export function cellsOf(map) {
  const { width, height, terrain, letters = typeof terrain === 'string' } = map ?? {};
  if (terrain?.length === undefined || !isWhole(width) || !isWhole(height)) throw usage(MAP_FORM);
  if (terrain.length !== width * height)
    throw usage(`the terrain has ${terrain.length} cells, not ${width} x ${height}`);
  if (typeof terrain === 'string') return { cells: codesOf(terrain), letters: true };
  const areBytes = terrain instanceof Uint8Array || terrain instanceof Uint8ClampedArray;
  const isWrong = (each) => !isWhole(each, 0, MOST_TERRAIN);
  const wrong = areBytes ? -1 : Array.prototype.findIndex.call(terrain, isWrong);
  if (wrong >= 0)
    throw usage(
      `the terrain of ${wrong % width},${Math.floor(wrong / width)} is ${terrain[wrong]}, ` +
        `not a number from 0 to ${MOST_TERRAIN}`,
    );
  return { cells: new Uint8Array(terrain), letters };
}

function joined(rows, width, height) {
  if (rows.length !== height) throw usage(`the map has ${rows.length} rows, not ${height}`);
  const wrong = rows.findIndex((row) => row.length !== width);
  if (wrong >= 0)
    throw usage(`row ${wrong} of the map has ${rows[wrong].length} letters, not ${width}`);
  return { width, height, terrain: codesOf(rows.join('')), letters: true };
}

/** A map of rows of letters: { width, height, terrain, letters }. */
export function mapOfRows(rows) {
  if (!Array.isArray(rows) || !Array.from(rows).every((row) => typeof row === 'string'))
    throw usage('mapOfRows takes an array of rows of letters');
  if (rows.length === 0 || rows[0] === '') throw usage('a map needs at least one row of letters');
  return joined(rows, rows[0].length, rows.length);
}

/** Rows of a layout of hexagons at their axial cells; what lies beside them is 0, and blocked. */
export function placed({ width, height, layout }, cells, calls) {
  const [box, mask] = calls.hexagonMask(layout, [0, 0], width, height);
  const inside = [...mask.keys()].filter((at) => mask[at] !== 0);
  const isByColumn = layout.endsWith('q'); // axial columns are those of the layout, as else the rows are
  if (isByColumn) inside.sort((a, b) => (a % box.w) - (b % box.w) || a - b);
  const made = new Uint8Array(mask.length);
  inside.forEach((at, i) => {
    made[at] = cells[isByColumn ? (i % height) * width + Math.floor(i / height) : i];
  });
  return { width: box.w, height: box.h, origin: box.cell, cells: made, topology: 'hexagons' };
}

/**
 * Parses a MovingAI .map file: { width, height, terrain, letters }. One of `type hexagons odd-r` (even-r, odd-q, even-q,
 * axial) has a layout, too; a bake puts its rows at their axial cells.
 */
export function parseMap(text) {
  if (typeof text !== 'string') throw usage(`parseMap takes text: readFileSync(path, 'utf8')`);
  const lines = text.replaceAll('\r', '');
  const match = /^type ([^\n]*)\nheight (\d+)\nwidth (\d+)\nmap\n/.exec(lines);
  if (!match) throw usage('this is no .map file: it begins with type, height, width and map');
  const [height, width] = [Number(match[2]), Number(match[3])];
  const map = joined(lines.slice(match[0].length).split('\n').slice(0, height), width, height);
  const hexagons = /^hexagons(?: (axial|odd-r|even-r|odd-q|even-q))?$/.exec(match[1]);
  if (!hexagons && match[1] !== 'octile') throw usage(`this is a map of type ${match[1]}; octile is right, and hexagons odd-r`);
  return hexagons ? { ...map, layout: hexagons[1] ?? 'axial' } : map;
}
