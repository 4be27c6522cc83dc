// The panel of the Step mode: examples and files, the rules, breakpoints, and what is shown.

import {
  ANY_BREAK, BREAK_COMPARES, BREAK_FIELDS, BREAK_KINDS, BREAK_RULES, breakWords, arrowsOf, DIRECTION_ARROWS,
  DIRECTION_NAMES, ORDER_PRESETS, orderName, STEP_COSTS, STEP_HEURISTICS, STEP_METHODS, STEP_TIES,
} from '../engine/step_rules.js';
import { CORNER_WORDS, LINE_WORDS } from '../engine/settings.js';
import { exampleOf, STEP_EXAMPLES } from '../engine/step_examples.js';
import {
  button, checkRow, choiceRow, chooseFiles, fold, labelsOf, listOf, make, selectRow, sliderRow,
} from './elements.js';
import { openStepExample } from './step_store.js';
import { currentTheme } from './theme.js';

const STEP_WEIGHTS = [100, 110, 125, 150, 175, 200, 250, 300, 400, 500, 1000];

/** Builds the panel, which stays where it was scrolled to, as does its list. */
export function buildStepPanel(mode) {
  const panel = document.getElementById('panel');
  const { scrollTop } = panel;
  mode.lists.keepingPlace(() =>
    panel.replaceChildren(
      fileRow(mode),
      ...exampleRows(mode),
      ...stepRuleRows(mode),
      breakRows(mode),
      stepKey(mode),
      mode.cellNote,
      mode.lists.element,
      stepShowRows(mode),
    ),
  );
  panel.scrollTop = scrollTop;
}

function fileRow(mode) {
  const examples = listOf(
    { '': 'Examples', ...labelsOf(STEP_EXAMPLES) },
    { 'aria-label': 'Examples', 'data-id': 'example' },
  );
  examples.onchange = () => {
    if (examples.value) openStepExample(mode, examples.value);
    examples.value = '';
  };
  return make(
    'div',
    { class: 'row files' },
    examples,
    button('Open', chooseFiles, 'Open a file of steps, or a map'),
    button('Save', () => mode.saveSteps(), 'Save map, rules, step and breakpoints', {
      'data-id': 'save-steps',
    }),
  );
}

/** The lesson of an example, the one after it, and a way back to the map that was there before. */
function exampleRows(mode) {
  const example = exampleOf(mode.app.session.source?.kind, mode.rules);
  const buttons = [];
  const words = [];
  if (example) {
    const all = Object.keys(STEP_EXAMPLES);
    const next = all[(all.indexOf(example) + 1) % all.length];
    const open = () => openStepExample(mode, next);
    words.push(make('p', { class: 'note row', 'data-id': 'example-words' }, STEP_EXAMPLES[example].words));
    buttons.push(button('Next example', open, STEP_EXAMPLES[next].label, { 'data-id': 'next-example' }));
  }
  const title = 'With its strokes, ends and history. It also comes back when Step is left';
  if (mode.former)
    buttons.push(button('Back to my map', () => mode.backToMap(), title, { 'data-id': 'back-to-map' }));
  return buttons.length > 0 ? [...words, make('div', { class: 'row buttons-row' }, ...buttons)] : [];
}

/** What the colours of cells mean. */
function stepKey({ rules }) {
  const { stepOpen, stepClosed, stepScanned, coarse } = currentTheme();
  const isTiers = rules.method === 'tiers';
  const part = (name, [r, g, b, a]) =>
    make('span', {}, make('i', { style: `background: rgba(${r}, ${g}, ${b}, ${a / 160})` }), name);
  return make(
    'div',
    { class: 'key' },
    part(isTiers ? 'fine: open' : 'open', stepOpen),
    part('closed', stepClosed),
    ...(rules.method === 'jumps' ? [part('spared by jumps', stepScanned)] : []),
    ...(isTiers ? [make('span', { style: `color: ${coarse}` }, '◇ coarse: open, ◆ closed')] : []),
  );
}

// ---- Rules ----

function stepRuleRows(mode) {
  const { rules } = mode;
  const set = (name) => (value) => mode.setRules({ [name]: value });
  const { settings, query, map } = mode.app.session;
  const hexagons = map?.hexagons;
  const off = hexagons ? { jumps: 'squares only' } : {};
  const method = selectRow('Method', labelsOf(STEP_METHODS), () => rules.method, set('method'), off);
  if (rules.method === 'tiers')
    return [
      method,
      choiceRow(
        'The path runs',
        LINE_WORDS,
        () => query.smoothing,
        (smoothing) => mode.setLines(smoothing),
      ),
    ];
  const rows = [
    method,
    ...(rules.method === 'jumps' ? [make('p', { class: 'note row' }, jumpWords(mode.app))] : []),
    ...(rules.method === 'weighted'
      ? [sliderRow('Weight of H', STEP_WEIGHTS, rules.weight, (n) => `× ${n / 100}`, set('weight'))]
      : []),
    ...(rules.method === 'dijkstra' ? [] : [heuristicRow(rules, set('heuristic'), hexagons)]),
    ...(mayMiss(mode) ? [make('p', { class: 'note row' }, 'H counts a diagonal step as two: the path may not be the cheapest.')] : []),
    choiceRow(
      'Cost of a step',
      hexagons ? { ...labelsOf(STEP_COSTS), ten: '10' } : labelsOf(STEP_COSTS),
      () => rules.costs,
      set('costs'),
    ),
  ];
  const more = [
    choiceRow('Equal F: first the', STEP_TIES, () => rules.tie, set('tie')),
    ...(rules.method === 'jumps' || hexagons
      ? []
      : [
          selectRow(
            ...['Diagonal steps', CORNER_WORDS, () => settings.corners],
            (corners) => mode.setCorners(corners),
          ),
        ]),
    orderRow(mode),
    checkRow(
      'Closed cells may open again',
      rules.reopens,
      set('reopens'),
      'When one is reached for less',
    ),
  ];
  return [...rows, fold(mode.app.folds, 'more', 'More rules', ...more)];
}

/** Whether H may be more than the cost that is left: Manhattan, where steps are diagonal. */
function mayMiss({ rules, app: { session } }) {
  const isUsed = rules.heuristic === 'manhattan' && ['astar', 'weighted', 'jumps'].includes(rules.method);
  return isUsed && !session.map?.hexagons && session.settings.corners !== 'none';
}

/** Over hexagons every heuristic counts steps. */
function heuristicRow(rules, choose, hexagons) {
  const choices = hexagons ? { octile: 'steps', none: 'none' } : STEP_HEURISTICS;
  const get = () => (rules.heuristic in choices ? rules.heuristic : 'octile');
  return selectRow('Heuristic', choices, get, choose);
}

/** What jump points ask of the ground, and what of this map they leave out. */
function jumpWords({ session: { map, settings } }) {
  const unused = ['slow and fast ground'];
  if (map?.heights) unused.push('heights');
  if (settings.rule) unused.push('the rules of a step');
  const last = unused.pop();
  const list = unused.length > 0 ? `${unused.join(', ')} and ${last}` : last;
  return `Jump points need ground where all cells cost the same: they take ${list} as plain ground.`;
}

/** The order of neighbours: a direction that is clicked comes first. */
function orderRow(mode) {
  const { order } = mode.rules;
  const arrows = arrowsOf(mode.app.session.map?.hexagons);
  const name = orderName(order);
  const choices = { ...labelsOf(ORDER_PRESETS), ...(name === 'custom' ? { custom: 'own' } : {}) };
  const presets = selectRow(
    'Order',
    choices,
    () => name,
    (preset) => mode.setRules({ order: ORDER_PRESETS[preset].order }),
  );
  const chips = order.filter((direction) => arrows[direction] !== '').map((direction, index) => {
    const first = () => {
      mode.setRules({ order: [direction, ...order.filter((each) => each !== direction)] });
      document.querySelector(`[data-direction="${direction}"]`).focus();
    };
    const title = DIRECTION_NAMES[DIRECTION_ARROWS.indexOf(arrows[direction])];
    const label = `${index + 1}: ${title}`;
    return button(arrows[direction], first, title, { 'data-direction': direction, 'aria-label': label });
  });
  const group = { class: 'chips', role: 'group', 'aria-label': 'Order of neighbours: click one to have it first' };
  return make('div', { class: 'order' }, presets, make('div', group, ...chips));
}

// ---- Breakpoints ----

function breakRows(mode) {
  const items = mode.breaks.map((each, index) => breakItem(mode, each, index));
  return fold(
    mode.app.folds,
    'breaks',
    `Stop when… ${mode.breaks.length > 0 ? `(${mode.breaks.length})` : ''}`,
    ...items,
    breakForm(mode),
  );
}

function breakItem(mode, each, index) {
  const words = breakWords(each);
  const on = checkRow(words, each.on, (value) =>
    mode.setBreaks(mode.breaks.map((other, i) => (i === index ? { ...other, on: value } : other))),
  );
  const act = () => mode.setBreaks(mode.breaks.filter((_, i) => i !== index));
  const remove = button('✕', act, 'Remove', { 'aria-label': `Remove: ${words}` });
  return make('div', { class: `break ${mode.held === index ? 'held' : ''}` }, on, remove);
}

const option = (choices, name) => listOf(choices, { 'aria-label': name, 'data-id': name });

/** The place that a form's choice means; null: anywhere, undefined: no cell is chosen. */
function placeOf(mode, choice) {
  if (choice === 'anywhere') return null;
  const node = mode.selected ?? mode.nodeAt(mode.hands.cursor);
  if (node === null) return undefined;
  const [x, y] = mode.cellOf(node).map(Math.floor);
  if (choice === 'cell') return [x, y, x, y];
  const { map, world } = mode.app.session;
  const side = world.regionCells;
  const left = x - (x % side);
  const top = y - (y % side);
  return [left, top, Math.min(left + side, map.width) - 1, Math.min(top + side, map.height) - 1];
}

/** A form for one condition: an event, a place, a number. */
function breakForm(mode) {
  const { falls, cycle } = BREAK_RULES;
  const kind = option({ ...BREAK_KINDS, any: 'which event…', falls, cycle }, 'event');
  const place = option({ anywhere: 'anywhere', cell: 'this cell', region: 'its region' }, 'place');
  const field = option({ ...BREAK_FIELDS, none: 'any number' }, 'number');
  const compare = option(BREAK_COMPARES, 'compare');
  const value = make('input', {
    type: 'number',
    step: 'any',
    value: 0,
    'aria-label': 'value',
    'data-id': 'value',
  });
  const sync = () => {
    compare.hidden = field.value === 'none';
    value.hidden = field.value === 'none' || compare.value === 'changes';
  };
  place.value = mode.selected === null ? 'anywhere' : 'cell';
  for (const [name, input] of Object.entries({ kind, place, field, compare, value })) {
    input.value = mode.form[name] ?? input.value;
    input.oninput = () => {
      mode.form[name] = input.value;
      sync();
    };
  }
  sync();
  const add = () => {
    const at = placeOf(mode, place.value);
    if (at === undefined) mode.app.say('First choose a cell: click it on the map.');
    else if (kind.value === 'any' && at === null && field.value === 'none')
      mode.app.say('First choose an event, a place or a number at which to stop.');
    else {
      mode.form = {};
      mode.addBreak({
        ...ANY_BREAK,
        ...(kind.value in BREAK_RULES ? { rule: kind.value } : { kind: kind.value }),
        ...{ place: at, field: field.value, compare: compare.value },
        value: Number(value.value) || 0,
      });
    }
  };
  const title = 'Runs on to where one of these holds; from the end, anew from the beginning';
  const run = button('Run to the stop', () => mode.runToStop(), title, {
    ...{ 'data-id': 'run-to-stop', disabled: mode.breaksNow().length === 0 },
  });
  return make(
    'div',
    { class: 'break-form' },
    make('div', {}, kind, place),
    make('div', {}, field, compare, value),
    make('div', {}, button('Add', add, '', { class: 'primary', 'data-id': 'add-break' }), run),
  );
}

// ---- What is shown ----

function stepShowRows(mode) {
  const check = (label, name, title) =>
    checkRow(
      label,
      mode.show[name],
      (on) => {
        mode.show[name] = on;
        mode.refresh();
        mode.app.redraw();
      },
      title,
    );
  return fold(
    mode.app.folds,
    'show',
    'Show',
    check('F, G and H in cells', 'numbers', 'Where cells are large enough: zoom in'),
    check('Arrows to parents', 'tree'),
  );
}
