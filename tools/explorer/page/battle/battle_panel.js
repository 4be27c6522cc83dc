// The panel of the mode Battle: scene, who waits for whom, the clicked unit, layers, budget, game loop, and
// the record.

import {
  LEAST_BUDGET, MOST_ROCKS, MOST_SEED, MOST_UNITS, wrongNumber,
} from '../../engine/battle/battle_limits.js';
import { LOOPS } from '../../engine/battle/battle_loop.js';
import { SCENES } from '../../engine/battle/battle_scenes.js';
import {
  chainFrom, chainWords, BATTLE_STATES, unitAt,
} from '../../engine/battle/battle_units.js';
import {
  button, checkRow, choiceRow, chooseFiles, fold, labelsOf, make, selectRow, sliderRow,
} from '../elements.js';
import { BattleGraph } from './battle_graph.js';
import { BattleStates } from './battle_states.js';

const UPDATE_MS = 120; // texts change no faster than they are read
const BUDGETS = [LEAST_BUDGET, 1500, 2000, 3000, 5000, 10000, 20000, 40000, 100000];
const BATTLE_LAYERS = {
  waits: ['Who waits for whom', 'An arrow from each unit that waits to the one in its way'],
  states: ['States', 'Units in the colour of their state, instead of their army'],
  claims: ['Claims', 'Cells that units will enter in their next 8 steps'],
  routes: ['Routes', 'The cells ahead of each unit, or of those selected'],
  flows: ['Flows', 'Where at least 8 units are sent to one place, they share a field of steps'],
  queue: ['Queue', 'The place of each unit that waits for planning'],
  around: ['Way around the others', 'Of the clicked unit, planned with all others as obstacles'],
};

export class BattlePanel {
  constructor(mode) {
    this.mode = mode;
    this.graph = new BattleGraph();
    this.waits = make('p', { class: 'waits', role: 'status', 'data-id': 'waits' });
    this.unit = make('dl', { class: 'unit', 'data-id': 'unit' });
    this.states = new BattleStates(mode);
    this.whatIf = make('div', { class: 'row', 'data-id': 'whatif' });
    this.recordWords = make('p', { class: 'note', role: 'status', 'data-id': 'record' });
    this.twinWords = make('p', { class: 'note', role: 'status', 'data-id': 'twin' });
    this.graphWords = make('p', { class: 'note', 'data-id': 'graph' });
  }

  build() {
    const { mode } = this;
    const { folds } = mode.app;
    const hadFocus = document.activeElement?.getAttribute('aria-label') === 'Scene';
    document.getElementById('panel').replaceChildren(
      selectRow('Scene', labelsOf(SCENES), () => mode.scene, (scene) => mode.choose(scene)),
      make('p', { class: 'scene' }, SCENES[mode.scene].words),
      this.waits,
      this.whatIf,
      this.unit,
      ...this.twinRows(),
      make('h3', {}, 'States of units'),
      this.states.element,
      make('h3', {}, 'Layers'),
      ...Object.entries(BATTLE_LAYERS).map(([id, [label, title]]) =>
        checkRow(label, mode.layers[id] === true, (on) => mode.setLayer(id, on), title),
      ),
      fold(folds, 'battle', 'Battle', ...this.battleRows()),
      fold(folds, 'budget', 'Budget of a tick', ...this.budgetRows()),
      fold(folds, 'loop', 'Game loop', ...this.loopRows()),
      fold(folds, 'record', 'Record and replay', ...this.recordRows()),
    );
    if (hadFocus) document.querySelector('#panel select').focus();
    this.update(true);
  }

  // ---- Rows ----

  battleRows() {
    const { mode } = this;
    const field = (name, label, most, id) => {
      const input = make('input', {
        type: 'number',
        min: 0,
        max: most,
        step: 1,
        'data-id': id,
        onchange: () => (mode.setup[name] = Number(input.value)),
      });
      input.value = mode.setup[name];
      return make('label', { class: 'field' }, label, input);
    };
    const rows = [
      field('units', `Units, 1 to ${MOST_UNITS.toLocaleString('en')}`, MOST_UNITS, 'units'),
    ];
    if (SCENES[mode.scene].armies)
      rows.push(
        field('seed', 'Seed of starts, goals and rocks', MOST_SEED, 'seed'),
        field('rocks', 'Rocks a tick that fall or are cleared', MOST_ROCKS, 'rocks'),
      );
    rows.push(
      make(
        'div',
        { class: 'row' },
        button('New battle', () => this.beginNew(), 'With these numbers', { 'data-id': 'new' }),
      ),
    );
    return rows;
  }

  beginNew() {
    const { mode } = this;
    const wrong = wrongNumber(mode.setup);
    if (wrong) {
      mode.app.say(wrong);
      return;
    }
    mode.wanted = { scene: mode.scene, ...mode.setup, chosen: true, file: null };
    mode.begin();
  }

  budgetRows() {
    const { mode } = this;
    return [
      sliderRow(
        'Expansions a tick',
        BUDGETS,
        mode.setup.budget,
        (value) => value.toLocaleString('en'),
        (value) => mode.setBudget(value),
      ),
      this.graph.canvas,
      this.graphWords,
    ];
  }

  loopRows() {
    const { mode } = this;
    const words = make('p', { class: 'note' }, LOOPS[mode.loop.kind].words);
    const row = choiceRow(
      'Loop',
      labelsOf(LOOPS),
      () => mode.loop.kind,
      (kind) => {
        mode.loop.kind = kind;
        mode.loop.restart();
        words.textContent = LOOPS[kind].words;
        row.sync();
      },
    );
    return [row, words];
  }

  recordRows() {
    const { record } = this.mode;
    return [
      this.recordWords,
      make(
        'div',
        { class: 'row buttons-row' },
        button('Save', () => record.save(), 'All inputs with their ticks, as a file', {
          'data-id': 'save',
        }),
        button('Replay', () => record.replay(), 'This battle from its beginning', {
          'data-id': 'replay',
        }),
        button('Open…', chooseFiles, 'Or drop a file', { 'data-id': 'open' }),
      ),
    ];
  }

  twinRows() {
    const { mode } = this;
    if (!SCENES[mode.scene].twin) return [];
    return [
      make('h3', {}, 'The other battle'),
      mode.twin.canvas,
      this.twinWords,
      make(
        'div',
        { class: 'row' },
        button('Spoil the other', () => mode.twin.spoil(), 'One rock falls there alone', {
          'data-id': 'spoil',
        }),
      ),
    ];
  }

  // ---- Texts ----

  /** The chain that is told: that of the clicked unit if it waits, or the longest. */
  chain() {
    const { seen, clicked, chains } = this.mode;
    if (!seen) return [];
    const from = clicked >= 0 ? clicked : (chains?.longest ?? -1);
    return from >= 0 && from < this.mode.count ? chainFrom(seen.units, from).chain : [];
  }

  update(now = false) {
    if (!this.mode.isCurrent()) return;
    clearTimeout(this.later);
    const due = (this.updated ?? 0) + UPDATE_MS - performance.now();
    if (now || !this.mode.runner.running || due <= 0) this.write();
    else this.later = setTimeout(() => this.write(), due);
  }

  write() {
    this.updated = performance.now();
    const { mode } = this;
    mode.bar.update(); // at the same moment, so that the numbers are those of one tick
    this.writeWaits();
    this.writeUnit();
    this.states.update();
    this.writeWhatIf();
    this.recordWords.textContent = mode.record.words();
    this.recordWords.toggleAttribute('data-bad', mode.record.parted !== null);
    this.twinWords.textContent = mode.twin.begin ? mode.twin.words() : '';
    if (mode.app.folds.budget) this.graph.draw(mode.ticks, mode.setup.budget);
    const last = mode.ticks.at(-1);
    const unplanned = mode.seen?.stats?.unplanned ?? 0;
    this.graphWords.textContent = last
      ? `Last tick: ${last.ms.toFixed(2)} ms (bars), ${last.expansions.toLocaleString('en')} expansions (line); ${unplanned} ${unplanned === 1 ? 'unit is' : 'units are'} in the queue of planning.`
      : 'Bars: milliseconds; line: expansions; dashed: the budget.';
  }

  writeWaits() {
    const { mode } = this;
    const { seen, chains, clicked, problem } = mode;
    if (!seen) {
      this.waits.textContent = problem;
      return;
    }
    const { waiting, longest } = chains;
    const head =
      waiting === 0
        ? 'No unit waits for another.'
        : `${waiting} ${waiting === 1 ? 'unit waits' : 'units wait'} for others.`;
    const from = clicked >= 0 && clicked < mode.count ? clicked : longest;
    const chain =
      from >= 0 && (waiting > 0 || clicked >= 0) ? ` ${chainWords(seen.units, from, mode)}` : '';
    this.waits.setAttribute('aria-live', mode.runner.running ? 'off' : 'polite');
    this.waits.textContent = head + chain;
  }

  writeUnit() {
    const { mode } = this;
    const { clicked, seen } = mode;
    if (!seen || clicked < 0 || clicked >= mode.count) {
      this.unit.replaceChildren();
      return;
    }
    const unit = unitAt(seen.units, clicked);
    const rows = Object.entries(unitFacts(unit, mode));
    this.unit.replaceChildren(
      make('h3', {}, `Unit ${clicked}`),
      ...rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]),
    );
  }

  writeWhatIf() {
    const { whatIf } = this.mode;
    const has = whatIf !== null;
    if (this.shownWhatIf === whatIf) return;
    this.shownWhatIf = whatIf;
    this.whatIf.replaceChildren();
    if (!has) return;
    const { cells, cut } = whatIf;
    this.whatIf.append(
      make(
        'p',
        { class: 'waits' },
        cut.size === 0
          ? `Rock on these ${cells.length} cells cuts off no unit from the flag.`
          : `Rock on these ${cells.length} cells would cut off ${cut.size} ${cut.size === 1 ? 'unit' : 'units'} from the flag; they are ringed.`,
      ),
      button('Build', () => this.mode.buildWhatIf(), 'Drop the rocks', { 'data-id': 'build' }),
      button('Clear', () => this.clearWhatIf(), 'Forget the question', { 'data-id': 'clear' }),
    );
  }

  clearWhatIf() {
    this.mode.whatIf = null;
    this.update(true);
    this.mode.app.redrawInk();
  }
}

/** What is known of a unit, by name. */
function unitFacts(unit, { paths }) {
  const cell = (at) => at.join(', ');
  const facts = { State: BATTLE_STATES[unit.state], Cell: cell(unit.cell) };
  const isSent = unit.state !== BATTLE_STATES.indexOf('idle');
  if (isSent) facts.Goal = cell(unit.goal);
  if (cell(unit.next) !== cell(unit.cell)) facts['Next cell'] = cell(unit.next);
  if (unit.waitsFor >= 0) facts['In its way'] = `unit ${unit.waitsFor}`;
  if (unit.letsPast >= 0) facts['Makes way for'] = `unit ${unit.letsPast}`;
  if (unit.asks) facts['Asks planning for'] = unit.request;
  if (unit.queuePlace > 0) facts['Place in the queue'] = String(unit.queuePlace);
  if (unit.flow >= 0) facts.Follows = `flow ${unit.flow}`;
  facts.Army = String(unit.side);
  if (isSent) {
    facts['No nearer for'] = `${unit.waited} ticks`;
    facts['Blocked for'] = `${unit.blocked} ticks`;
    facts.Delay = `${unit.delay} ticks`;
  }
  const where = [
    unit.inCorridor && 'in a corridor',
    unit.returning && 'pushed from its goal, returns',
  ].filter(Boolean);
  if (where.length > 0) facts['It is'] = where.join(', ');
  if (paths?.through) facts['Way to its goal'] = `${lengthOf(paths.through)} cells`;
  if (paths)
    facts['Around the others'] = paths.around ? `${lengthOf(paths.around)} cells` : 'no way';
  return facts;
}

function lengthOf(points) {
  let sum = 0;
  for (let i = 2; i < points.length; i += 2)
    sum += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
  return sum.toFixed(1);
}
