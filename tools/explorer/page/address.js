// The state of the page in its address, behind the #: which map, which ends, which settings. Edits
// of a map are part of it as long as they are short.

import { DEFAULT_SETTINGS } from '../engine/settings.js';
import { hasRule } from '../engine/step_rule.js';

const LONGEST_EDITS = 4000;
const LONGEST_HEIGHTS = 16000;

/** Cells whose values changed as text: a list of `skip.count.value`, in base 36; null if it is too long. */
function writeRuns(original, values, longest) {
  const parts = [];
  let last = 0;
  for (let i = 0; i < values.length;) {
    if (values[i] === original[i]) {
      i++;
      continue;
    }
    let end = i + 1;
    while (end < values.length && values[end] === values[i] && values[end] !== original[end]) end++;
    parts.push([i - last, end - i, values[i]].map((n) => n.toString(36)).join('.'));
    last = i = end;
    if (parts.length > longest / 4) return null;
  }
  const text = parts.join('_');
  return text.length <= longest ? text : null;
}

/** The fragment that describes the present state. */
export function writeAddress(session, app) {
  const { source, settings, query, start, goal } = session;
  const fields = { mode: app.mode };
  if (source.kind !== 'file') {
    Object.assign(fields, {
      map: source.kind,
      size: `${source.width}x${source.height}`,
      seed: source.seed,
    });
    if (source.cells) fields.cells = source.cells;
    const { terrain, heights } = session.map;
    const texts = { edits: writeRuns(session.original, terrain, LONGEST_EDITS) };
    if (heights)
      texts.heights = writeRuns(new Uint16Array(heights.length), heights, LONGEST_HEIGHTS);
    for (const name in texts) if (texts[name]) fields[name] = texts[name];
    const left = Object.keys(texts).filter((name) => texts[name] === null);
    if (left.length > 0) fields.left = left.join();
  } else fields.file = encodeURIComponent(source.name);
  Object.assign(fields, { start: start.join(','), goal: goal.join(','), lines: query.smoothing });
  if (app.pinned) fields.pin = 1;
  if (session.goals.length > 0)
    fields.goals = session.goals.map((cell) => cell.join(',')).join(';');
  for (const name of ['cost', 'allowed']) {
    if (settings.rule?.[name]) fields[name] = encodeURIComponent(settings.rule[name]);
  }
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) {
    if (name !== 'rule' && settings[name] !== value) fields[name] = settings[name];
  }
  Object.assign(fields, app.modeFields());
  return '#' + Object.entries(fields).map(([name, value]) => `${name}=${value}`).join('&');
}

/** What the history of the browser keeps beside the address: a map of a file, which a reload then brings back. */
export function stateOf({ source, map }) {
  if (source.kind !== 'file') return null;
  const { width, height, terrain, heights, hexagons } = map;
  return { name: source.name, map: { width, height, terrain, heights, hexagons } };
}

/** Whether a map or strokes are lost with the page: they are neither in its address nor in a file that it
    saved. */
export function isLostWithPage({ session, modes }) {
  if (modes.some((mode) => mode.holdsStrokes?.())) return true;
  return session.map !== null && !session.isSaved && !isInAddress(session);
}

/** Whether an address has all of the map. */
export function isInAddress({ source, original, map: { terrain, heights } }) {
  return (
    source.kind !== 'file' && writeRuns(original, terrain, LONGEST_EDITS) !== null &&
    (!heights || writeRuns(new Uint16Array(heights.length), heights, LONGEST_HEIGHTS) !== null)
  );
}

/** The rule of the fields of an address, whose texts can be read; null if it has none. */
export function readRule({ cost = '', allowed = '' }) {
  const rule = { cost, allowed };
  return hasRule(rule) ? rule : null;
}

/** Calls `set` with each cell of runs and its value. */
export function eachOfRuns(runs, cellCount, set) {
  let at = 0;
  for (const [skip, count, value] of runs) {
    at += skip;
    for (let i = 0; i < count && at < cellCount; i++) set(at++, value);
  }
}
