// Files of the Step mode: a map, its ends, the rules, the step and the breakpoints, as JSON. A file
// that can't be taken throws an Error whose message is one clear sentence.

import { MOST_SIDE } from './formats.js';
import { DEFAULT_SETTINGS } from './settings.js';
import { compileRule, hasRule } from './step_rule.js';
import {
  BREAK_COMPARES, BREAK_FIELDS, BREAK_KINDS, BREAK_RULES, MOST_STEP_BREAKS, STEP_CORNERS,
  STEP_COSTS, STEP_HEURISTICS, STEP_METHODS, STEP_TIES,
} from './step_rules.js';
import { MOVERS, PLAIN, ROCK } from './terrain.js';

const FORMAT = 'overland-steps';
const LETTERS_IN_ORDER = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A letter for each terrain of a map. */
function legendOf(terrain) {
  const legend = {};
  let next = 0;
  for (const each of [...new Set(terrain)].sort((a, b) => a - b)) {
    const letter =
      each === ROCK
        ? '#'
        : each === PLAIN ? '.' : (LETTERS_IN_ORDER[next] ?? String.fromCharCode(0x100 + next));
    if (each !== ROCK && each !== PLAIN) next++;
    legend[letter] = each;
  }
  return legend;
}

/** The rows of a map's heights; undefined: it is flat. */
const heightRows = ({ width, height, heights }) =>
  heights
    ? Array.from({ length: height }, (_, y) =>
        Array.from(heights.subarray(y * width, (y + 1) * width)).join(' '),
      )
    : undefined;

/** Writes a file: { map, start, goal, mover, body, corners, climbing, rule, rules, step, breaks }. */
export function formatSteps({ map, rule, ...state }) {
  const legend = legendOf(map.terrain);
  const letters = [];
  for (const [letter, terrain] of Object.entries(legend)) letters[terrain] = letter;
  const rows = Array.from({ length: map.height }, (_, y) =>
    Array.from(map.terrain.subarray(y * map.width, (y + 1) * map.width), (t) => letters[t]).join(
      '',
    ),
  );
  const said = {
    ...{ format: FORMAT, version: 1, map: { legend, rows, heights: heightRows(map) } },
    ...{ ...state, rule: hasRule(rule) ? rule : undefined },
  };
  return `${JSON.stringify(said, null, 1)}\n`;
}

function refuse(what) {
  throw new Error(`This file of steps can't be taken: ${what}.`);
}

function readMap(map) {
  const rows = map?.rows;
  const legend = map?.legend;
  if (!Array.isArray(rows) || rows.length === 0 || rows.some((row) => typeof row !== 'string'))
    refuse('map.rows is no list of texts');
  if (typeof legend !== 'object' || legend === null) refuse('map.legend is missing');
  const width = rows[0].length;
  if (width < 1 || width > MOST_SIDE || rows.length > MOST_SIDE)
    refuse(
      `its map has ${width} × ${rows.length} cells, and 1 to ${MOST_SIDE} a side are possible`,
    );
  const terrain = new Uint8Array(width * rows.length);
  rows.forEach((row, y) => {
    if (row.length !== width) refuse(`row ${y} of the map has ${row.length} letters, not ${width}`);
    for (let x = 0; x < width; x++) {
      const found = Object.hasOwn(legend, row[x]) ? legend[row[x]] : undefined;
      if (!Number.isInteger(found) || found < 0 || found > 255)
        refuse(
          `the letter "${row[x]}" in row ${y} of the map is no terrain of 0 to 255 in map.legend`,
        );
      terrain[y * width + x] = found;
    }
  });
  const heights = readHeights(map.heights, width, rows.length);
  return { width, height: rows.length, terrain, ...(heights ? { heights } : {}) };
}

function readHeights(rows, width, height) {
  if (rows === undefined) return null;
  if (!Array.isArray(rows) || rows.length !== height)
    refuse(`map.heights is no list of ${height} rows`);
  const heights = new Uint16Array(width * height);
  rows.forEach((row, y) => {
    const values = String(row).split(' ').map(Number);
    const isHeight = (value) => Number.isInteger(value) && value >= 0 && value <= 65535;
    if (values.length !== width || !values.every(isHeight))
      refuse(`row ${y} of map.heights has not ${width} numbers from 0 to 65535`);
    heights.set(values, y * width);
  });
  return heights;
}

/** What heights mean; files without it have the usual settings. */
function readClimbing(climbing = {}) {
  const read = {};
  for (const name of ['climb', 'drop', 'climbCost', 'dropCost']) {
    const value = climbing?.[name] ?? DEFAULT_SETTINGS[name];
    if (typeof value !== 'number' || !(value >= -1 && value <= 65535))
      refuse(`climbing.${name} is no number from -1 to 65535`);
    read[name] = value;
  }
  return read;
}

/** A rule of steps, two expressions that can be read; null: none. */
function readTypedRule(rule) {
  if (rule === undefined || rule === null) return null;
  if (typeof rule.cost !== 'string' || typeof rule.allowed !== 'string')
    refuse('rule.cost or rule.allowed is no text');
  try {
    compileRule(rule);
  } catch (error) {
    refuse(`the rule of its steps can't be read: ${error.message.replace(/\.$/, '')}`);
  }
  return { cost: rule.cost, allowed: rule.allowed };
}

function readNumber(value, least, most, name) {
  if (!Number.isInteger(value) || value < least || value > most)
    refuse(`${name} is no whole number from ${least} to ${most}`);
  return value;
}

function readEnd(cell, map, name) {
  if (!Array.isArray(cell) || cell.length !== 2) refuse(`${name} is no pair of numbers`);
  return [
    readNumber(cell[0], 0, map.width - 1, `${name} x`),
    readNumber(cell[1], 0, map.height - 1, `${name} y`),
  ];
}

function readChoice(value, choices, name) {
  const names = Array.isArray(choices) ? choices : Object.keys(choices);
  if (!names.includes(value))
    refuse(`${name} is "${String(value).slice(0, 20)}", not one of ${names.join(', ')}`);
  return value;
}

function readRules(rules) {
  if (typeof rules !== 'object' || rules === null) refuse('rules are missing');
  const order = rules.order;
  if (!Array.isArray(order) || [...order].sort().join() !== '0,1,2,3,4,5,6,7')
    refuse('rules.order does not have each direction from 0 to 7 once');
  return {
    method: readChoice(rules.method, STEP_METHODS, 'rules.method'),
    heuristic: readChoice(rules.heuristic, STEP_HEURISTICS, 'rules.heuristic'),
    costs: readChoice(rules.costs, STEP_COSTS, 'rules.costs'),
    tie: readChoice(rules.tie, STEP_TIES, 'rules.tie'),
    weight: readNumber(rules.weight, 100, 10000, 'rules.weight'),
    reopens: rules.reopens === true,
    order: [...order],
  };
}

function readPlace(place, map, name) {
  if (place === null || place === undefined) return null;
  if (!Array.isArray(place) || place.length !== 4)
    refuse(`${name} is no list of left, top, right and bottom`);
  return [...readEnd(place.slice(0, 2), map, name), ...readEnd(place.slice(2), map, name)];
}

function readBreak(each, map, index) {
  const name = (field) => `${field} of breakpoint ${index}`;
  if (typeof each !== 'object' || each === null) refuse(`breakpoint ${index} is none`);
  if (typeof each.value !== 'number' || !Number.isFinite(each.value))
    refuse(`${name('value')} is no number`);
  return {
    kind: readChoice(each.kind, BREAK_KINDS, name('kind')),
    place: readPlace(each.place, map, name('place')),
    field: readChoice(each.field, BREAK_FIELDS, name('field')),
    compare: readChoice(each.compare, BREAK_COMPARES, name('compare')),
    value: each.value,
    rule: readChoice(each.rule, BREAK_RULES, name('rule')),
    on: each.on !== false,
  };
}

/** Whether a file begins as one that formatSteps wrote. */
export const isStepsFile = (begin) => begin.includes(`"${FORMAT}"`);

/** Reads a file that formatSteps wrote. */
export function parseSteps(text) {
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    refuse('it is no JSON');
  }
  if (said?.format !== FORMAT) refuse(`its format is not "${FORMAT}"`);
  if (said.version !== 1) refuse(`its version is ${said.version}, and this page knows version 1`);
  const map = readMap(said.map);
  const breaks = said.breaks ?? [];
  if (!Array.isArray(breaks) || breaks.length > MOST_STEP_BREAKS)
    refuse(`it has no list of at most ${MOST_STEP_BREAKS} breakpoints`);
  return {
    map,
    start: readEnd(said.start, map, 'start'),
    goal: readEnd(said.goal, map, 'goal'),
    mover: readChoice(said.mover, MOVERS, 'mover'),
    body: readNumber(said.body, 1, 4, 'body'),
    corners: readChoice(said.corners, STEP_CORNERS, 'corners'),
    climbing: readClimbing(said.climbing),
    rule: readTypedRule(said.rule),
    rules: readRules(said.rules),
    step: readNumber(said.step, 0, 1e9, 'step'),
    breaks: breaks.map((each, index) => readBreak(each, map, index)),
  };
}
