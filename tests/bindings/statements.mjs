// Runs the statements of statements.json with the JavaScript package: node statements.mjs PACKAGE STATEMENTS; the
// form of a step is that of statements.py.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, path] = process.argv.slice(2);
const { loadOverland, mapOfRows, parseMap } = await import(pathToFileURL(`${folder}/index.js`));
const { PLANS } = await import(pathToFileURL(`${folder}/plans.js`));
const overland = await loadOverland();
const { calls } = overland;
const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

function joined(kept, name, at, data) {
  const old = kept[name] ?? new Uint8Array();
  const all = new Uint8Array(Math.max(old.length, at + data.length));
  all.set(old);
  all.set(data, at);
  kept[name] = all;
}

const FUNCTIONS = {
  write: (kept, name) => (data) => joined(kept, name, kept[name]?.length ?? 0, data),
  write_at: (kept, name) => (at, data) => joined(kept, name, at, data),
  read: (kept, name) => (at, count) => kept[name].slice(at, at + count),
  read_part: (kept, name) => (part, at, count) => kept[name].slice(at, at + count),
  rows: (kept, name) => () => kept[name],
  world: (kept, name) => () => kept[name],
  count: (kept, name) => () => (kept[name] = (kept[name] ?? 0) + 1) && 0,
};

function valueOf(value, kept) {
  if (typeof value === 'string' && value[0] === '$') return kept[value.slice(1)];
  if (typeof value === 'string' && value[0] === '#') return kept[value.slice(1)].length;
  if (Array.isArray(value)) return value.map((each) => valueOf(each, kept));
  if (typeof value !== 'object' || value === null) return value;
  const [[name, of] = [], ...more] = Object.entries(value);
  if (FUNCTIONS[name] && more.length === 0 && typeof of === 'string' && of[0] !== '$') return FUNCTIONS[name](kept, of);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [camel(key), valueOf(each, kept)]));
}

const plain = (value) => (value instanceof Uint8Array ? { bytes: [...value] } : value);

function fits(found, wanted) {
  const [a, b] = [plain(found), plain(wanted)];
  if (Array.isArray(b)) return Array.isArray(a) && a.length === b.length && b.every((each, i) => fits(a[i], each));
  if (typeof b === 'object' && b !== null)
    return typeof a === 'object' && a !== null && Object.entries(b).every(([name, each]) => name in a && fits(a[name], each));
  return a === b;
}

const show = (value) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : plain(each)));

function runStep(step, kept) {
  if ('more_than' in step) {
    if (!((kept[step.in] ?? 0) > step.more_than)) throw new Error(`${step.in} is ${kept[step.in]}`);
    return;
  }
  if (step.map) {
    kept[step.as] = overland.bake(parseMap(step.map));
    return;
  }
  if (step.find) {
    const planner = kept[step.find.slice(1)].planner();
    planner.findPath(step.start, step.goal);
    if (planner.result !== step.result || planner.reason !== step.reason) throw new Error(`${show(step)}: ${planner.result}`);
    return;
  }
  if (step.edit) {
    const { edit, cell, as, refused, ...fields } = step;
    try {
      kept[as] = kept[edit.slice(1)].apply([{ x: cell[0], y: cell[1], ...fields }]);
      if (refused) throw new Error('it was applied');
    } catch (error) {
      if (!error.message.includes(refused ?? '-')) throw error;
    }
    return;
  }
  if (step.rows) {
    const weights = step.weights && Object.fromEntries(Object.entries(step.weights).map(([name, each]) => [name, each / 8]));
    try {
      kept[step.as] = overland.bake(mapOfRows(step.rows), { weights });
      if (step.refused) throw new Error('it was baked');
    } catch (error) {
      if (!error.message.includes(step.refused ?? '-')) throw error;
    }
    return;
  }
  let found;
  try {
    for (let i = 0; i < (step.repeat ?? 1); i++)
      found = step.read ? kept[step.read.slice(1)].read() : calls[camel(step.call)](...valueOf(step.with, kept));
  } catch (error) {
    if (step.missing && error.message.includes(step.missing)) return;
    const word = / closed/.test(error.message) ? 'closed' : Object.entries(PLANS.enums.ovl_result).find(([, each]) => each === error.result)?.[0];
    if (word === undefined || word !== step.fails) throw new Error(`${show(step)}: ${process.env.STACK ? error.stack : error}`);
    return;
  }
  if ('fails' in step || 'missing' in step) throw new Error(`${show(step)}: it did not fail`);
  if (step.as) kept[step.as] = found;
  const wanted = 'bytes' in step ? { bytes: step.bytes } : valueOf(step.is, kept);
  if (('is' in step || 'bytes' in step) && !fits(found, wanted)) throw new Error(`${show(step)}: ${show(found)}`);
}

let [passed, failed] = [0, 0];
function check(name, call) {
  try {
    call();
    passed++;
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}: ${error.message}`);
  }
}
for (const { name, steps } of JSON.parse(readFileSync(path, 'utf8'))) {
  const kept = { empty: new Uint8Array() };
  check(name, () => steps.forEach((step) => runStep(step, kept)));
}
const { functions } = JSON.parse(readFileSync(process.argv[4], 'utf8'));
check('every call is there', () => {
  const isLeftOut = (name) => /^ovl_(publisher_|planner_bytes|flow_bytes)/.test(name);
  const left = functions.filter(({ name }) => !isLeftOut(name) && !calls[camel(name.slice(4))]);
  if (left.length > 0) throw new Error(left.map(({ name }) => name).join(', '));
});
console.log(`${passed} passed, ${failed} failed`);
