// The toolbar and the panel of the mode Play.

import { bodyCells } from '../engine/hexagons.js';
import { cellsOfText } from '../engine/address_rules.js';
import { compileRule, hasRule, MOST_EXTRA_STEPS } from '../engine/step_rule.js';
import { MOVERS } from '../engine/terrain.js';
import { CORNER_WORDS, LINE_WORDS } from '../engine/settings.js';
import {
  button, checkRow, choiceRow, fold, labelsOf, make, selectRow, sliderRow,
} from './elements.js';
import { patternStyle } from './patterns.js';
import { currentTheme } from './theme.js';
import { historyButtons, markTools, showTools, toolButton, toolButtons } from './tool_bar.js';
import { worldRows } from './world_rows.js';

const MULTIPLIERS_SLOW = [1.125, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 29.875];
const MULTIPLIERS_FAST = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];
const REACH_BUDGETS = [5, 10, 15, 20, 30, 40, 60, 80, 120, 160, 240, 320, 480, 640];

const HEIGHT_LIMITS = [-1, 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64];
const HEIGHT_COSTS = [0, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];
const HILL_HEIGHTS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64];

const SIGHTS = [3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64];

const TYPING_MS = 400;

export const BRUSHES = {
  rock: { label: 'Rock', key: 'b' },
  slow: { label: 'Slow ground', key: 's' },
  fast: { label: 'Fast ground', key: 'f' },
  plain: { label: 'Plain ground', key: 'e' },
  water: { label: 'Water', key: 'w' },
  trees: { label: 'Woods', key: 't' },
  marsh: { label: 'Marsh', key: 'm' },
};
/** Further tools, which have a drawing instead of a colour. */
export const EXTRA_TOOLS = {
  height: { label: 'Hills', key: 'h' },
  whatif: { label: 'What if it were closed', key: 'i' },
};
export const SHAPES = {
  brush: { label: 'Brush', key: '1' },
  box: { label: 'Rectangle', key: '2' },
  fill: { label: 'Fill', key: '3' },
};

// ---- Toolbar ----

export function buildTools(mode) {
  const choose = (tool) => mode.chooseTool(tool);
  const chip = (brush) => {
    const style = `background:${patternStyle(mode.painter.terrainOf(brush))}`;
    return make('span', { class: 'chip', style });
  };
  showTools(
    toolButton('walk', 'Path (V)', () => choose('walk')),
    make('hr'),
    ...toolButtons(BRUSHES, choose, chip),
    ...toolButtons(EXTRA_TOOLS, choose),
    make('hr'),
    ...toolButtons(SHAPES, (shape) => mode.chooseShape(shape)),
    ...historyButtons(mode.app.session.history),
  );
}

/** Marks the tools that are chosen, and those that have nothing to do. */
export function syncTools({ tool, shape, app }) {
  markTools([tool, ...(tool === 'walk' ? [] : [shape])], app.session.history);
}

// ---- Panel ----

/** Builds the panel; returns its rows, which have `sync` where they show a choice. */
export function buildPanel(mode) {
  const { session } = mode.app;
  const rows = [...fileRows(mode), ...brushRows(mode), ...moverRows(session), endsRow(mode.app), goalRow(session)];
  mode.statusLine.legend = legendOf(mode);
  mode.showStatus();
  if (mode.reach.on) {
    const change = (budget) => mode.reach.setBudget(budget);
    rows.push(sliderRow('Reach, cost', REACH_BUDGETS, mode.reach.budget, String, change));
  }
  if (mode.fog.on) rows.push(...fogRows(mode));
  rows.push(climbRows(mode), ruleRows(mode), worldRows(mode.app));
  document.getElementById('panel').replaceChildren(...rows);
  return rows;
}

/** Which floor and which profile of the map's file are shown, if it has several. */
function fileRows({ app }) {
  const { file } = app.session;
  const row = (label, name, choices) =>
    selectRow(
      label,
      choices,
      () => file[name],
      (value) =>
        file.reopen({ floor: file.floor, profile: file.profile, [name]: Number(value) })
          .catch((error) => app.say(error.message)),
    );
  return [
    ...(file?.floors.length > 1
      ? [row('Floor of the file', 'floor', Object.fromEntries(file.floors.map((n) => [n, n])))]
      : []),
    ...(file?.profiles?.length > 1
      ? [row('Profile of the file', 'profile', { ...file.profiles })]
      : []),
    ...(file?.choose ? [terrainsButton(app)] : []),
  ];
}

/** Asks again what the terrains of the map's file cost. */
function terrainsButton(app) {
  const choose = () =>
    app.session.file.choose({ floor: app.session.file.floor }).catch((error) => app.say(error.message));
  return make('div', { class: 'row' }, button('Terrains…', choose));
}

function moverRows(session) {
  const { settings, query } = session;
  const set = (name, read = String) => (value) => session.setSettings({ [name]: read(value) });
  const hexagons = session.map?.hexagons;
  const bodies = { 1: '1', 2: '2', 3: '3', 4: '4' };
  if (hexagons) for (const size in bodies) bodies[size] = String(bodyCells(hexagons, size).length);
  return [
    choiceRow('Mover', labelsOf(MOVERS), () => settings.mover, set('mover')),
    choiceRow('Body, cells', bodies, () => settings.body, set('body', Number)),
    ...(hexagons
      ? []
      : [selectRow('Diagonal steps', CORNER_WORDS, () => settings.corners, set('corners'))]),
    choiceRow(
      'The path runs',
      LINE_WORDS,
      () => query.smoothing,
      (smoothing) => session.setQuery({ smoothing }),
    ),
  ];
}

/** How many goals there are, and a button that leaves one. */
function goalRow(session) {
  const text = make('span', { class: 'name' });
  const clear = button('One goal', () => session.setGoals([]));
  const row = make('div', { class: 'row' }, text, clear);
  row.sync = () => {
    row.hidden = session.goals.length === 0;
    text.textContent = `${session.goals.length + 1} goals: the path leads to the nearest`;
  };
  row.sync();
  return row;
}

/** What heights mean for the mover: limits of a step, and costs of each unit. */
function climbRows(mode) {
  const { session } = mode.app;
  const { settings } = session;
  const limit = (n) => (n < 0 ? 'any' : `${n} units`);
  const cost = (n) => (n === 0 ? 'nothing' : n === 1 ? '1 step' : `${n} steps`);
  const slider = (label, name, values, text) =>
    sliderRow(label, values, settings[name], text, (value) =>
      session.setSettings({ [name]: value }),
    );
  const { folds } = mode.app;
  if (mode.tool === 'height') folds.climbing ??= true;
  return fold(
    folds,
    'climbing',
    'Climbing',
    slider('Climbs at most', 'climb', HEIGHT_LIMITS, limit),
    slider('Drops at most', 'drop', HEIGHT_LIMITS, limit),
    slider('A unit up costs', 'climbCost', HEIGHT_COSTS, cost),
    slider('A unit down costs', 'dropCost', HEIGHT_COSTS, cost),
    make('p', { class: 'note' }, 'For heights, which the tool Hills (H) raises.'),
  );
}

/** Two expressions of the cells of a step, taken as soon as both can be read. */
function ruleRows(mode) {
  const { session } = mode.app;
  if (session.settings.rule?.ofFile) return fileRuleRows(mode);
  const rule = session.settings.rule ?? { cost: '', allowed: '' };
  const note = make('p', { class: 'note' });
  const usual =
    `From cell a to cell b: ax ay aw bx by bw. w is the weight: 1 plain ground, 0 rock. A step costs at most ${MOST_EXTRA_STEPS} more.`;
  note.textContent = usual;
  const field = (label, name, example) => {
    const input = make('input', { type: 'text', placeholder: example, spellcheck: 'false' });
    input.value = rule[name];
    input.addEventListener('input', () => take(name, input.value));
    return make('label', { class: 'field' }, label, input);
  };
  let timer = 0;
  const take = (name, text) => {
    rule[name] = text;
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        compileRule(rule);
        note.textContent = usual;
        session.setSettings({ rule: hasRule(rule) ? { ...rule } : null });
      } catch (error) {
        note.textContent = error.message;
      }
    }, TYPING_MS);
  };
  const { folds } = mode.app;
  if (hasRule(session.settings.rule)) folds.rules ??= true;
  return fold(
    folds,
    'rules',
    'Rules of a step',
    field('Extra cost', 'cost', 'by < ay ? 2 : 0'),
    field('Allowed', 'allowed', 'abs(bw - aw) < 4'),
    note,
  );
}

/** The rules of a world file are kept as they are, or left out. */
function fileRuleRows(mode) {
  const leaveOut = () => {
    mode.app.session.setSettings({ rule: null });
    mode.buildPanel();
  };
  return fold(
    { rules: true },
    'rules',
    'Rules of a step',
    make('p', { class: 'note' }, 'Steps cost in addition what the world file says.'),
    button('Leave them out', leaveOut),
  );
}

/** What is drawn, each with its mark, and whether it is shown. */
function legendOf(mode) {
  const theme = currentTheme();
  const mark = (kind, colour) => make('i', { class: kind, style: `--mark: ${colour}` });
  const show = (label, flags, name, picture, title) => {
    const row = checkRow(label, flags[name], (on) => {
      flags[name] = on;
      mode.app.redraw();
    }, title);
    row.insertBefore(picture, row.lastChild);
    return row;
  };
  const [r, g, b] = theme.fine;
  return make(
    'div',
    { class: 'legend', role: 'group', 'aria-label': 'What is drawn' },
    make('span', {}, mark('line', theme.path), 'path'),
    show('expanded cells', mode.show, 'expanded', mark('full', `rgb(${r}, ${g}, ${b})`), 'Cells that the search expanded; rings: waypoints'),
    show('coarse route', mode.show, 'route', mark('dots', theme.route), 'The plan over waypoints; its regions are tinted'),
    show('fine windows', mode.show, 'windows', mark('dashes', theme.window), 'Where the fine search looked at cells'),
    show('regions', mode.app.show, 'regions', mark('square', theme.region)),
    show('waypoints', mode.app.show, 'waypoints', mark('diamond', theme.waypoint)),
    checkRow('reach', mode.reach.on, (on) => mode.setReach(on), 'How far one gets from the pointer (R)'),
    checkRow('fog', mode.fog.on, (on) => mode.fog.turn(on), 'Land that is not seen yet counts as open (O)'),
  );
}

/** Start and goal as numbers, which can be typed. */
function endsRow(app) {
  const { session } = app;
  const field = (label, name, set) => {
    const input = make('input', { type: 'text', spellcheck: 'false', 'aria-label': `${label}: x, y` });
    input.onchange = () => {
      const [cell] = cellsOfText(input.value);
      if (cell && session.inside(cell)) app.goTo(() => set(cell), cell);
      else app.say(`${label}: a cell is two numbers, as 12, 30, and the map has ${session.map.width} × ${session.map.height}.`);
      input.value = session[name].join(', ');
    };
    return { name, input, label: make('label', { class: 'field' }, label, input) };
  };
  const fields = [
    field('Start', 'start', (cell) => session.setStart(cell)),
    field('Goal', 'goal', (cell) => session.setGoal(cell)),
  ];
  const row = make('div', { class: 'row ends' }, ...fields.map(({ label }) => label));
  row.follow = () => {
    for (const { name, input } of fields)
      if (document.activeElement !== input) input.value = session[name].join(', ');
  };
  row.follow();
  return row;
}

function brushRows(mode) {
  const sizes = Array.from({ length: 32 }, (_, i) => i + 1);
  const times = (n) => `× ${n}`;
  const slider = (name, values, field, text) =>
    sliderRow(name, values, mode[field], text, (value) => {
      mode[field] = value;
    });
  const rows = [];
  if (mode.tool === 'slow') rows.push(slider('Slow ground costs', MULTIPLIERS_SLOW, 'slow', times));
  if (mode.tool === 'fast') rows.push(slider('Fast ground costs', MULTIPLIERS_FAST, 'fast', times));
  if (mode.tool === 'height') {
    rows.push(slider('Hills, units of height', HILL_HEIGHTS, 'hill', String));
    rows.push(
      choiceRow(
        'The other button does the other',
        { false: 'raise', true: 'lower' },
        () => mode.lowers,
        (lowers) => {
          mode.lowers = lowers === 'true';
          mode.buildPanel();
        },
      ),
    );
  }
  if (mode.tool === 'whatif' || mode.whatIf.isOn()) rows.push(whatIfRow(mode));
  if (mode.tool !== 'walk' && mode.shape === 'brush') {
    rows.push(slider('Brush, cells', sizes, 'size', String));
  }
  return rows;
}

function whatIfRow({ whatIf }) {
  return make(
    'div',
    { class: 'row' },
    make('span', { class: 'name' }, 'What if? Closes cells; the other button opens'),
    button('Build it', () => whatIf.build(), '', { disabled: !whatIf.isOn() }),
    ' ',
    button('Clear', () => whatIf.clear(), '', { disabled: !whatIf.isOn() }),
  );
}

function fogRows({ fog }) {
  return [
    sliderRow('Sight, cells', SIGHTS, fog.sight, String, (sight) => fog.setSight(sight)),
    make('div', { class: 'row' }, button(fog.walking ? 'Stop (K)' : 'Walk (K)', () => fog.walk())),
  ];
}
