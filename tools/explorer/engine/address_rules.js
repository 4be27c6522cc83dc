// Which fields an address of the page has, and which texts each of them takes.

import { MOST_SEED, MOST_UNITS } from './battle/battle_limits.js';
import { SCENES } from './battle/battle_scenes.js';
import { comparedOfText, COMPARE_FIGURES } from './compare_rules.js';
import { LEAST_SIDE, MOST_SIDE } from './formats.js';
import { MAP_KINDS } from './generate.js';
import { LESSONS } from './learn/lessons.js';
import { REGION_SIDES, SPACINGS } from './settings.js';
import { compileRule } from './step_rule.js';
import { rulesOfText, rulesText } from './step_rules.js';
import { MOVERS, TOOL_NAMES } from './terrain.js';

/** The fields of a fragment, as they are written. */
export function readAddress(fragment) {
  const fields = {};
  for (const part of fragment.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    const name = at < 0 ? part : part.slice(0, at);
    if (name) fields[name] = at < 0 ? '' : decode(part.slice(at + 1));
  }
  return fields;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A cell of a field such as `12,30`; null if it is none. */
export function readCell(text) {
  const match = /^(\d+),(\d+)$/.exec(text ?? '');
  return match ? [Number(match[1]), Number(match[2])] : null;
}

/** The cells of a text that was typed or pasted: its numbers, two by two. */
export function cellsOfText(text) {
  const numbers = text.match(/-?\d+/g)?.map(Number) ?? [];
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, i) => numbers.slice(2 * i, 2 * i + 2));
}

/** The sides of a field such as `320x200`; null if it has none, or they are out of range. */
export function readSides(text) {
  const match = /^(\d+)x(\d+)$/.exec(text ?? '');
  const sides = match ? [Number(match[1]), Number(match[2])] : [];
  const fits = (side) => side >= LEAST_SIDE && side <= MOST_SIDE;
  return sides.length === 2 && sides.every(fits) ? sides : null;
}

/** Runs of `skip.count.value` in base 36, as an address holds edits; null if one can't be read. */
export function readRuns(text, mostValue) {
  const runs = text.split('_').map((part) => part.split('.').map((n) => parseInt(n, 36)));
  const isRun = ([skip, count, value, ...more]) =>
    skip >= 0 && count > 0 && value >= 0 && value <= mostValue && more.length === 0;
  return runs.every(isRun) ? runs : null;
}

function isRule(text, name) {
  try {
    compileRule({ cost: '', allowed: '', [name]: text });
    return true;
  } catch {
    return false;
  }
}

const oneOf = (...texts) => ({ takes: (text) => texts.includes(text), right: texts.join(', ') });
const whole = (least, most) => ({
  takes: (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
  right: `${least} to ${most}`,
});
const heightField = {
  takes: (text) => text === '-1' || (/^\d{1,5}$/.test(text) && Number(text) <= 65535),
  right: '-1 (any) to 65535 units',
};
const stepCostField = {
  takes: (text) => /^\d{1,3}(\.\d{1,6})?$/.test(text) && Number(text) <= 900,
  right: '0 to 900 straight steps',
};
const cell = { takes: (text) => readCell(text) !== null, right: 'a cell, as 12,30' };
const expression = (name) => ({ takes: (text) => isRule(text, name), right: 'an expression' });
const runs = (most) => ({ takes: (text) => readRuns(text, most) !== null, right: 'runs of cells' });

const FIELDS = {
  mode: oneOf('play', 'step', 'compare', 'world', 'learn', 'battle'),
  map: oneOf(...MAP_KINDS),
  size: {
    takes: (text) => readSides(text) !== null,
    right: `${LEAST_SIDE} to ${MOST_SIDE} cells a side, as 320x200`,
  },
  seed: whole(0, 999999),
  cells: oneOf('r', 'q'),
  world: {
    takes: (text) => /^https?:/.test(text),
    right: 'the address of a world file on a server',
  },
  file: { takes: () => true },
  edits: runs(255),
  heights: runs(65535),
  left: oneOf('edits', 'heights', 'edits,heights'),
  start: cell,
  goal: cell,
  goals: { takes: (text) => text.split(';').every(readCell), right: 'cells, as 12,30;14,2' },
  pin: oneOf('1'),
  mover: oneOf(...Object.keys(MOVERS)),
  body: oneOf('1', '2', '3', '4'),
  corners: oneOf('strict', 'one', 'free', 'none'),
  region: oneOf(...REGION_SIDES.map(String)),
  spacing: oneOf(...SPACINGS.map(String)),
  labels: oneOf('0', '-1'),
  lines: oneOf('none', 'grid', 'any'),
  climb: heightField,
  drop: heightField,
  climbCost: stepCostField,
  dropCost: stepCostField,
  cost: expression('cost'),
  allowed: expression('allowed'),
  tool: oneOf(...TOOL_NAMES),
  rules: {
    takes: (text) => rulesText(rulesOfText(text)).startsWith(text),
    right: 'rules of a search, as the mode Step writes them',
  },
  step: whole(0, 999999999),
  lesson: oneOf(...LESSONS.map(({ id }) => id)),
  compare: {
    takes: (text) => comparedOfText(text).join('.') === text,
    right: 'up to four methods, as astar.tiers',
  },
  scene: oneOf(...Object.keys(SCENES)),
  units: whole(1, MOST_UNITS),
  battle: whole(0, MOST_SEED),
  figure: oneOf(...Object.keys(COMPARE_FIGURES)),
};

const MOST_SHOWN = 40;

/** A part of an address and why it is not taken. */
export const wrongPart = (name, text, why) =>
  `${name}=${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text} (${why})`;

/** Parts the fields of an address: { fields: those that are understood, wrong: sentences' parts }. */
export function checkAddress(all) {
  const fields = {};
  const wrong = [];
  for (const [name, text] of Object.entries(all)) {
    if (!Object.hasOwn(FIELDS, name)) wrong.push(wrongPart(name, text, 'there is no such field'));
    else if (FIELDS[name].takes(text)) fields[name] = text;
    else wrong.push(wrongPart(name, text, `right would be: ${FIELDS[name].right}`));
  }
  return { fields, wrong };
}
