// The state of the page in its address, behind the #: which map, which ends, which settings. Edits
// of a map are part of it as long as they are short.

import { DEFAULT_SETTINGS } from '../engine/settings.js';
import { hasRule } from '../engine/step_rule.js';

const LONGEST_EDITS = 4000;

/** Edited cells as text: a list of `skip.count.terrain`, in base 36. */
function writeEdits(original, terrain) {
  const parts = [];
  let last = 0;
  for (let i = 0; i < terrain.length;) {
    if (terrain[i] === original[i]) {
      i++;
      continue;
    }
    let end = i + 1;
    while (end < terrain.length && terrain[end] === terrain[i] && terrain[end] !== original[end])
      end++;
    parts.push([i - last, end - i, terrain[i]].map((n) => n.toString(36)).join('.'));
    last = i = end;
    if (parts.length > LONGEST_EDITS / 4) return null;
  }
  const text = parts.join('_');
  return text.length <= LONGEST_EDITS ? text : null;
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
    const edits = writeEdits(session.original, session.map.terrain);
    if (edits) fields.edits = edits;
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
  if (query.method !== 'best') fields.method = query.method;
  Object.assign(fields, app.modeFields());
  return (
    '#' +
    Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
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
