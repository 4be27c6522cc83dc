// Opens what an address describes: map, edits, ends, settings; and says which parts it can't take.

import {
  checkAddress, readAddress, readCell, readRuns, readSides, wrongPart,
} from '../engine/address_rules.js';
import { DEFAULT_SETTINGS } from '../engine/settings.js';
import { eachOfRuns, readRule, writeAddress } from './address.js';

/** Shows what an address describes, and says which of its parts were not understood. */
export async function openAddress(app, fragment, state = null) {
  const { fields, wrong } = checkAddress(readAddress(fragment));
  const { session } = app;
  const isSame = session.map !== null && isOfMap(fields, readAddress(writeAddress(session, app)));
  const settings = JSON.stringify(session.settings);
  takeChoices(session, fields);
  for (const mode of app.modes) mode.readFields?.(fields);
  app.enterMode(app.modes.find((mode) => mode.id === fields.mode) ?? app.modes[0]);
  if (isSame) {
    if (JSON.stringify(session.settings) !== settings) session.setSettings({});
  } else if (fields.file !== undefined && state?.name === fields.file) await session.load(state.map, state.name);
  else await makeMap(session, fields);
  const isThere = fields.file === undefined || fields.file === session.source.name;
  if (isThere) applyEnds(app, fields, wrong);
  app.current.beginFirst?.(fields);
  sayAddress(app, isThere ? { ...fields, file: undefined } : fields, wrong);
}

/** Whether two addresses have the same map with the same edits. */
const isOfMap = (a, b) =>
  ['map', 'size', 'seed', 'cells', 'edits', 'heights', 'left', 'file'].every((name) => a[name] === b[name]);

async function makeMap(session, fields) {
  const source = session.firstSource;
  const [width, height] = readSides(fields.size) ?? [source.width, source.height];
  await session.generate({
    kind: fields.map ?? source.kind,
    width,
    height,
    seed: Number(fields.seed ?? source.seed),
    cells: fields.cells ?? '',
  });
  applyEdits(session, fields);
}

function takeChoices({ settings, query }, fields) {
  for (const name of ['mover', 'corners']) settings[name] = fields[name] ?? DEFAULT_SETTINGS[name];
  for (const name of [
    ...['body', 'region', 'spacing', 'labels'],
    ...['climb', 'drop', 'climbCost', 'dropCost'],
  ])
    settings[name] = Number(fields[name] ?? DEFAULT_SETTINGS[name]);
  query.smoothing = fields.lines ?? 'any';
  if (!settings.rule?.ofFile) settings.rule = readRule(fields);
}

function sayAddress(app, fields, wrong) {
  const said = [];
  if (wrong.length > 0) said.push(`Not understood in the address: ${wrong.join('; ')}.`);
  if (fields.left)
    said.push(`Too many ${fields.left.replace(',', ' and ')} for an address: they are left out.`);
  if (fields.file !== undefined)
    said.push(`The address is of the file "${fields.file}": drop it on the page again.`);
  if (said.length > 0) app.say(said.join(' '));
}

function applyEdits({ history, map }, fields) {
  const { length } = map.terrain;
  const valuesOf = (text, most) => {
    const values = new Map();
    if (text) eachOfRuns(readRuns(text, most), length, (cell, value) => values.set(cell, value));
    return values;
  };
  history.begin();
  history.set('terrain', valuesOf(fields.edits, 255));
  history.set('heights', valuesOf(fields.heights, 65535));
  history.end();
  history.clear();
}

function applyEnds(app, fields, wrong) {
  const { session } = app;
  const { width, height } = session.map;
  const read = (name, text) => {
    const cell = readCell(text);
    if (cell && session.inside(cell)) return cell;
    if (cell) wrong.push(wrongPart(name, text, `the map has ${width} × ${height} cells`));
    return null;
  };
  const start = read('start', fields.start);
  const goal = read('goal', fields.goal);
  if (start) session.setStart(start);
  if (goal) session.setGoal(goal);
  app.pinned = fields.pin === '1';
  const goals = fields.goals?.split(';').map((text) => read('goals', text)) ?? [];
  session.setGoals(goals.filter((cell) => cell !== null));
}
