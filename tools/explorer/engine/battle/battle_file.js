// Files of battles: what began it, all inputs with their ticks, and hashes to tell whether a replay is the
// same battle. Every tick has a check of 16 bits, every 64th the whole hash.

import { LEAST_SIDE, MOST_SIDE } from '../formats.js';
import { MOVERS } from '../terrain.js';
import { MOST_BUDGET, MOST_ROCKS, MOST_SEED, MOST_UNITS } from './battle_limits.js';
import { SCENES } from './battle_scenes.js';

export const BATTLE_FORMAT = 'overland battle';
export const HASH_TICKS = 64;
const VERSION = 1;
const MOST_TICKS = 1000000;
const CHECK_DIGITS = 4;
const INPUT_KINDS = ['send', 'form', 'hold', 'stop', 'rock', 'open', 'tower', 'untower', 'budget'];

/** A hash of a map, to tell whether a file belongs to it: FNV-1a of its terrain and heights. */
export function mapHash({ width, height, hexagons, terrain, heights }) {
  let hash = 2166136261;
  const take = (value) => (hash = Math.imul(hash ^ value, 16777619));
  take(width);
  take(height);
  if (hexagons) take(1);
  terrain.forEach(take);
  heights?.forEach(take);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

export const checkOf = (hash) => hash.slice(-CHECK_DIGITS);

/** The text of a file. `hashes` has one for each tick. */
export function formatBattle({ begin, map, source, settings, inputs, hashes }) {
  const whole = {};
  for (let tick = HASH_TICKS; tick <= hashes.length; tick += HASH_TICKS)
    whole[tick] = hashes[tick - 1];
  return JSON.stringify(
    {
      format: BATTLE_FORMAT,
      version: VERSION,
      begin,
      map: { width: map.width, height: map.height, hash: mapHash(map), source },
      settings,
      ticks: hashes.length,
      last: hashes.at(-1) ?? '',
      hashes: whole,
      checks: hashes.map(checkOf).join(''),
      inputs,
    },
    null,
    1,
  );
}

/** Whether a text is meant to be a file of a battle. */
export const isBattleFile = (text) => text.slice(0, 200).includes(`"${BATTLE_FORMAT}"`);

const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
const isCell = (cell) => Array.isArray(cell) && cell.length === 2 && cell.every(Number.isInteger);
const isList = (list, isOne) => Array.isArray(list) && list.every(isOne);

function isInput(input, ticks) {
  const { tick, kind, units, place, facing, cells, value } = input ?? {};
  if (!isWhole(tick, 1, ticks + 1) || !INPUT_KINDS.includes(kind)) return false;
  if (kind === 'budget') return isWhole(value, 1, MOST_BUDGET);
  if (['rock', 'open'].includes(kind)) return isList(cells, isCell);
  if (kind === 'stop' || kind === 'hold') return isList(units, Number.isInteger);
  if (kind === 'form' && !isWhole(facing, 1, 8)) return false;
  return isCell(place) && (!['send', 'form'].includes(kind) || isList(units, Number.isInteger));
}

/** What of the beginning, the map's source and the settings can't be; undefined: all can. */
function findWrong({ begin, map, settings = {} }) {
  const wholes = [
    ['begin.units', begin.units, 1, MOST_UNITS],
    ['begin.seed', begin.seed ?? 1, 0, MOST_SEED],
    ['begin.rocks', begin.rocks ?? 0, 0, MOST_ROCKS],
    ['begin.budget', begin.budget ?? 1, 1, MOST_BUDGET],
    ['map.source.width', map?.source?.width ?? LEAST_SIDE, LEAST_SIDE, MOST_SIDE],
    ['map.source.height', map?.source?.height ?? LEAST_SIDE, LEAST_SIDE, MOST_SIDE],
    ['settings.body', settings.body ?? 1, 1, 4],
    ...['region', 'spacing', 'overlays'].map((name) => [
      `settings.${name}`,
      settings[name] ?? 0,
      0,
      128,
    ]),
    ['settings.labels', settings.labels ?? 0, -1, 1000],
  ];
  const words = [
    ['settings.mover', settings.mover ?? 'walker', Object.keys(MOVERS)],
    ['settings.corners', settings.corners ?? 'strict', ['strict', 'one', 'free', 'none']],
  ];
  return [
    ...wholes.filter(([, value, least, most]) => !isWhole(value, least, most))
      .map(([name, value, least, most]) => [name, value, `${least} to ${most}`]),
    ...words.filter(([, value, right]) => !right.includes(value))
      .map(([name, value, right]) => [name, value, right.join(', ')]),
  ][0];
}

/** Reads a file; throws a sentence that says where it is wrong. */
export function parseBattle(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new Error(`no file of a battle: it is no JSON (${error.message}).`);
  }
  const wrong = (what, right) =>
    new Error(`no file of a battle: ${what}; right would be ${right}.`);
  if (file?.format !== BATTLE_FORMAT) throw wrong('"format" is missing', `"${BATTLE_FORMAT}"`);
  if (file.version !== VERSION) throw wrong(`"version" is ${file.version}`, VERSION);
  if (!Object.hasOwn(SCENES, file.begin?.scene ?? ''))
    throw wrong('"begin.scene" is no scene', Object.keys(SCENES).join(', '));
  const cannot = findWrong(file);
  if (cannot) throw wrong(`"${cannot[0]}" is ${cannot[1]}`, cannot[2]);
  if (!isWhole(file.ticks, 0, MOST_TICKS))
    throw wrong(`"ticks" is ${file.ticks}`, `0 to ${MOST_TICKS}`);
  if (typeof file.checks !== 'string' || file.checks.length !== CHECK_DIGITS * file.ticks)
    throw wrong(`"checks" has not ${CHECK_DIGITS} digits a tick`, CHECK_DIGITS * file.ticks);
  if (typeof file.hashes !== 'object' || file.hashes === null)
    throw wrong('"hashes" is missing', `the hash of each ${HASH_TICKS}th tick`);
  if (typeof file.map?.hash !== 'string') throw wrong('"map.hash" is missing', '8 digits');
  if (!Array.isArray(file.inputs)) throw wrong('"inputs" is no list', 'a list');
  const bad = file.inputs.findIndex((input) => !isInput(input, file.ticks));
  if (bad >= 0)
    throw wrong(`input ${bad} can not be read`, '{ "tick", "kind", … } as the page writes it');
  return file;
}

/**
 * The first tick, from 1, in which a replay is not the battle of the file; null if it is the same so far.
 * The hash of a tick follows from the one before, so once they differ they stay different: the last whole
 * hash that fits is looked for, and the ticks behind it are halved.
 */
export function divergence(file, hashes) {
  const count = Math.min(file.ticks, hashes.length);
  const fits = (tick) => {
    const whole = tick === file.ticks ? file.last : file.hashes[tick];
    const check = file.checks.slice(CHECK_DIGITS * (tick - 1), CHECK_DIGITS * tick);
    return whole ? whole === hashes[tick - 1] : check === checkOf(hashes[tick - 1]);
  };
  let good = 0;
  let bad = null;
  for (let tick = HASH_TICKS; tick <= count && bad === null; tick += HASH_TICKS) {
    if (fits(tick)) good = tick;
    else bad = tick;
  }
  if (bad === null && count > 0 && !fits(count)) bad = count;
  if (bad === null) return null;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return bad;
}
