// The mode Compare: one query by up to four methods side by side, and a scenario of queries as a plot
// and a table.
//
// Answers are kept by a key of what they depend on: method, ends, ground, and for the two tiers the
// world. One is asked for at a time, those of the cards first, and only while the engine has all
// edits and settings; an answer whose key has become old is dropped.

import {
  COMPARE_FIGURES, COMPARE_METHODS, comparedOfText, figureText, fittingProblems, MOST_COMPARED,
  sampleProblems,
} from '../engine/compare_rules.js';
import { besideCell } from '../engine/hexagons.js';
import { OVERTAKEN } from './client.js';
import { CompareCard } from './compare_cards.js';
import { comparePicture } from './compare_picture.js';
import { ComparePlot } from './compare_plot.js';
import {
  ARROW_STEPS, button, checkRow, choiceRow, chooseFiles, labelsOf, make,
} from './elements.js';
import { saveText } from './files.js';
import { worldRows } from './world_rows.js';

const CARD_MS = 3;
const PROBLEM_MS = 1;
const MOST_KEPT = 20000;
const OWN_PROBLEMS = 40;
const DRAW_EVERY_MS = 120;

export class CompareMode {
  constructor() {
    this.id = 'compare';
    this.label = 'Compare';
    this.methods = comparedOfText();
    this.figure = 'expanded';
    this.cards = [];
    this.problems = [];
    this.name = '';
    this.shown = null; // the problem that the cards show
    this.kept = new Map();
    this.ground = 0;
    this.former = { problems: [], name: '' }; // the problems before
    this.stoppedAt = -1; // the question at which it was cancelled
    this.busy = false;
    this.plot = new ComparePlot(this);
  }

  // ---- Life ----

  attach(app) {
    this.app = app;
    const { session } = app;
    session.on('map', () => this.takeMap());
    session.on('edit', () => this.ground++);
    session.on('path', () => this.refresh());
    session.on('settings', () => this.rows?.forEach((row) => row.sync?.()));
    this.resizes = new ResizeObserver(() => requestAnimationFrame(() => this.draw()));
  }

  isCurrent() {
    return this.app.current === this;
  }

  enter() {
    this.element = make('main', { id: 'compare', tabindex: 0, 'aria-label': 'Compare' });
    document.body.append(this.element);
    this.resizes.observe(this.element);
    document.getElementById('tools').replaceChildren();
    document.getElementById('status').replaceChildren();
    this.buildPanel();
    this.build();
    this.refresh();
    this.beginProblems();
  }

  /** Queries of the page's own begin by themselves, where no file has brought others. */
  beginProblems() {
    const { session } = this.app;
    if (this.isCurrent() && session.map && session.world && this.problems.length === 0 && this.asked !== session.map) {
      this.asked = session.map;
      this.makeProblems(true);
    }
  }

  leave() {
    this.resizes.disconnect();
    this.element.remove();
  }

  takeMap() {
    this.ground++;
    this.kept.clear();
    this.setProblems([], '');
    if (this.isCurrent()) this.build(); // figures of the map before go
    requestAnimationFrame(() => this.draw()); // once the ground is that of the map
    this.beginProblems();
  }

  // ---- Building ----

  build() {
    this.cards = this.methods.map((_, slot) => new CompareCard(this, slot));
    const row = make('div', { class: 'cards' }, ...this.cards.map((card) => card.element));
    this.addButton = button('+ Method', () => this.addMethod(), 'One more method (M)');
    this.addButton.hidden = this.methods.length >= MOST_COMPARED;
    this.title = make('h2', {}, '');
    this.figureRow = choiceRow(
      'Plot and table of',
      labelsOf(COMPARE_FIGURES),
      () => this.figure,
      (figure) => this.setFigure(figure),
    );
    this.results = make(
      'div',
      { class: 'results' },
      this.figureRow,
      make('div', { class: 'plot-frame' }, this.plot.canvas),
      this.plot.words,
      make('div', { class: 'table-frame', tabindex: 0 }, this.plot.table),
    );
    this.saveButton = button('Save as .csv', () => this.saveTable(), 'All figures as a text file');
    this.element.replaceChildren(
      row,
      make(
        'section',
        { class: 'card scenario' },
        make(
          'div',
          { class: 'head' },
          this.title,
          this.addButton,
          button('Open .scen…', chooseFiles, 'Or drop one here'),
          button(`${OWN_PROBLEMS} others of this map`, () => this.makeProblems(), 'Chosen at random (G)'),
          this.saveButton,
        ),
        this.results,
      ),
    );
    this.draw();
  }

  buildPanel() {
    const { app } = this;
    app.folds.world = true;
    this.plainNote = make('p', { class: 'note' });
    this.rows = [worldRows(app)];
    document.getElementById('panel').replaceChildren(
      ...this.rows,
      checkRow('Regions on the map', app.show.regions, (on) => {
        app.show.regions = on;
        app.redraw();
        this.draw();
      }),
      this.plainNote,
    );
  }

  colours() {
    return this.app.theme().compared;
  }

  draw() {
    if (!this.isCurrent() || !this.app.session.map) return;
    for (const card of this.cards) card.draw();
    this.drawResults();
  }

  drawResults() {
    if (!this.isCurrent()) return;
    const has = this.problems.length > 0;
    this.results.hidden = this.saveButton.hidden = !has;
    this.title.textContent = has
      ? this.name
      : 'A scenario: drop a .scen file of this map, or try some queries';
    if (has) this.plot.draw();
  }

  // ---- Choices ----

  setMethod(slot, method) {
    this.methods[slot] = method;
    this.rebuild();
    this.cards[slot].choice.focus();
  }

  addMethod() {
    if (this.methods.length >= MOST_COMPARED) return;
    const all = Object.keys(COMPARE_METHODS);
    this.methods.push(all.find((method) => !this.methods.includes(method)));
    this.rebuild();
    this.cards.at(-1).choice.focus();
  }

  removeMethod(slot) {
    if (this.methods.length === 1) return;
    this.methods.splice(slot, 1);
    this.rebuild();
    this.cards[Math.max(0, slot - 1)].choice.focus();
  }

  rebuild() {
    this.stoppedAt = -1;
    this.plot.sort = { column: -1, down: false };
    this.plot.near = null;
    this.build();
    this.app.remember();
    this.refresh();
  }

  setFigure(figure) {
    this.figure = figure;
    this.figureRow.sync();
    this.drawResults();
    this.app.remember();
  }

  moveEnd(end, cell) {
    const { session } = this.app;
    const was = session[end];
    if (!session.inside(cell) || (was[0] === cell[0] && was[1] === cell[1])) return;
    this.shown = null;
    this.app.pinned = true;
    if (end === 'start') session.setStart(cell);
    else session.setGoal(cell);
    this.draw();
  }

  key(app, event) {
    const key = event.key.toLowerCase();
    const arrow = ARROW_STEPS[key];
    if (arrow) {
      if (document.activeElement.className === 'table-frame') return false; // which they scroll
      const end = event.shiftKey ? 'start' : 'goal';
      const { map } = app.session;
      this.moveEnd(end, besideCell(map.hexagons, app.session[end], arrow));
    } else if (key === 'm') this.addMethod();
    else if (key === 'g') this.makeProblems();
    else if (key === 'f') {
      const all = Object.keys(COMPARE_FIGURES);
      this.setFigure(all[(all.indexOf(this.figure) + 1) % all.length]);
    } else if (key === ',' || key === '.') this.goOn(key === '.' ? 1 : -1);
    else return false;
    return true;
  }

  /** To the next problem, or the one before. */
  goOn(by) {
    const count = this.problems.length;
    if (count === 0) return;
    const from = this.shown ?? (by > 0 ? -1 : count);
    this.showProblem(Math.min(count - 1, Math.max(0, from + by)));
  }

  // ---- Scenarios ----

  /** Takes the problems of a file, and returns a sentence on those left out; throws one, and keeps what
      is there, if none fits. */
  takeScenario(problems, name) {
    const fitting = fittingProblems(problems, this.app.session.map, name);
    const sample = sampleProblems(fitting);
    const out = problems.length - fitting.length;
    this.setProblems(
      sample,
      sample.length < fitting.length
        ? `${sample.length} of ${fitting.length} problems of ${name}`
        : `${name}: ${fitting.length === 1 ? 'one problem' : `${fitting.length} problems`}`,
    );
    return out > 0
      ? `${out} of ${problems.length} problems ${out > 1 ? 'lie' : 'lies'} outside this map, and ${out > 1 ? 'are' : 'is'} left out.`
      : null;
  }

  async makeProblems(isFirst = false) {
    const { session, client } = this.app;
    const { map } = session;
    this.seed = (this.seed ?? 0) + 1;
    try {
      const made = await client.call('compare', 'problems', OWN_PROBLEMS, this.seed);
      if (session.map !== map) return;
      if (isFirst && this.problems.length > 0) return; // a file came before
      if (made.length === 0) throw new Error('No two cells of this map have a path between them.');
      this.setProblems(sampleProblems(made), `${made.length} queries of this map`);
    } catch (error) {
      this.app.say(error.message);
    }
  }

  setProblems(problems, name) {
    this.former = { problems: this.problems, name: this.name };
    Object.assign(this, { problems, name, stoppedAt: -1 });
    this.shown = null;
    this.plot.near = null;
    if (!this.isCurrent()) return;
    this.drawResults();
    this.refresh();
  }

  showProblem(index) {
    const { session } = this.app;
    const { start, goal } = this.problems[index];
    this.shown = index;
    this.app.pinned = true;
    session.setStart(start);
    session.setGoal(goal);
    this.draw();
  }

  saveTable() {
    saveText('overland-compare.csv', this.plot.csv(), 'text/csv');
  }

  // ---- Answers ----

  /** What an answer of a method depends on, without its ends. */
  stateKey(method) {
    const { settings, world } = this.app.session;
    const { region, spacing, labels, ...steps } = settings;
    const ground = [this.ground, JSON.stringify(steps)];
    if (!COMPARE_METHODS[method]?.isTiers) return [method, ...ground].join(' ');
    const baked = [region, spacing, labels, world?.version, world?.refreshed];
    return [method, ...ground, ...baked].join(' ');
  }

  keyOf(method, { start, goal }, isCard) {
    return `${isCard ? 'card' : ''} ${this.stateKey(method)} ${start} ${goal}`;
  }

  /** The answer for a problem by the method of a slot; undefined if there is none yet. */
  answerOf(index, slot) {
    const answer = this.kept.get(this.keyOf(this.methods[slot], this.problems[index], false));
    if (!answer) return undefined;
    return { ...answer, optimum: this.lengthOf(index) };
  }

  /** The length of the best path of a problem; that of its file until it is known; null: no path. */
  lengthOf(index) {
    const problem = this.problems[index];
    const best = this.kept.get(this.keyOf('optimum', problem, false));
    return best === undefined ? problem.optimal : (best?.cost ?? null);
  }

  /** The next question: { method, problem, isCard, key }; null if all is known. */
  nextQuestion() {
    const { start, goal } = this.app.session;
    const present = { start, goal };
    const lists = [[[present], true], [this.problems, false]];
    for (const [problems, isCard] of lists) {
      for (const problem of problems) {
        for (const method of ['optimum', ...this.methods]) {
          const key = this.keyOf(method, problem, isCard);
          if (!this.kept.has(key)) return { method, problem, isCard, key };
        }
      }
    }
    return null;
  }

  isEngineReady() {
    const { wanted, edits, world } = this.app.session;
    return world && !wanted.bake && !wanted.path && edits.length === 0;
  }

  async refresh() {
    if (!this.isCurrent()) return;
    this.showAnswers();
    if (this.busy) return;
    this.busy = true;
    let drawn = performance.now();
    while (this.isCurrent() && this.isEngineReady() && !this.isStopped()) {
      const question = this.nextQuestion();
      if (!question) break;
      await this.answer(question);
      if (question.isCard) this.showAnswers();
      else if (performance.now() - drawn > DRAW_EVERY_MS) {
        this.drawResults();
        drawn = performance.now();
      }
    }
    this.busy = false;
    this.drawResults();
  }

  async answer({ method, problem, isCard, key }) {
    const { start, goal } = problem;
    const { client } = this.app;
    let answer;
    try {
      answer =
        method === 'optimum'
          ? await client.call('compare', 'optimum', { start, goal, rounds: isCard ? 4 : 1 })
          : await client.call('compare', 'run', {
              method,
              start,
              goal,
              picture: isCard,
              ms: isCard ? CARD_MS : PROBLEM_MS,
            });
    } catch (error) {
      if (error.message === OVERTAKEN) return;
      answer = { fault: error.message };
    }
    if (key !== this.keyOf(method, problem, isCard)) return;
    // Pictures are large: those of other ends are not kept.
    if (isCard)
      for (const old of this.kept.keys())
        if (old.startsWith('card') && !old.endsWith(` ${start} ${goal}`)) this.kept.delete(old);
    if (this.kept.size > MOST_KEPT) this.kept.clear();
    this.kept.set(key, answer);
  }

  /** Gives the cards what is known. */
  showAnswers() {
    const { start, goal } = this.app.session;
    const keyOf = (method) => this.keyOf(method, { start, goal }, true);
    const best = this.kept.get(keyOf('optimum'));
    for (const card of this.cards) {
      const answer = this.kept.get(keyOf(card.method));
      card.element.toggleAttribute('data-old', answer === undefined);
      if (!answer) continue;
      card.take(
        answer.fault ? new Error(answer.fault) : { ...answer, optimum: best?.cost ?? null },
      );
    }
    const fair = this.cards.filter((card) => card.otherQuestion() === '');
    const largest = { bytes: Math.max(1, ...fair.map((card) => card.answer?.bytes ?? 0)) };
    for (const [name, { read }] of Object.entries(COMPARE_FIGURES)) {
      largest[name] = Math.max(0, ...fair.map(({ answer }) => (answer ? read(answer) : 0)));
    }
    const searched = this.cards.filter(
      ({ method, answer }) =>
        answer?.found && !COMPARE_METHODS[method].isTiers &&
        figureText('cost', COMPARE_FIGURES.cost.read(answer)) === 'optimal',
    );
    const least = Math.min(...searched.map(({ answer }) => answer.cells));
    for (const card of this.cards) card.showFigures(largest, least);
    const plain = best
      ? ` The library’s plain A*: ${best.expanded.toLocaleString('en')} cells, ${figureText('time', best.us)} in this browser.`
      : '';
    this.plainNote.textContent = `All but the two tiers search the cells of the whole map, with the code of the mode Step.${plain}`;
  }

  /** How many problems are answered by all methods. */
  knownProblems() {
    return this.problems.filter((_, index) =>
      this.methods.every((_method, slot) => this.answerOf(index, slot)),
    ).length;
  }

  get work() {
    const all = this.problems.length;
    const known = this.busy ? this.knownProblems() : all;
    return known < all ? { words: `Comparing: ${known} of ${all} queries`, share: known / all } : null;
  }

  /** The problems before are back, and nothing is asked until the query changes, or what is compared. */
  cancelWork() {
    const { session } = this.app;
    if (this.work) {
      this.setProblems(this.former.problems, this.former.name);
      this.former = { problems: this.problems, name: this.name }; // a second Cancel brings nothing else
    }
    this.stoppedAt = session.question;
    return session.cancel();
  }

  isStopped() {
    return this.stoppedAt === this.app.session.question;
  }

  progressWords() {
    const known = this.knownProblems();
    const all = this.problems.length;
    return known < all
      ? `${known} of ${all} are done.`
      : 'A click on a mark shows its query above.';
  }

  // ---- Drawing on the map, which this mode hides; address; picture ----

  drawInk() {
    return false;
  }

  /** What is seen, as one canvas. */
  picture() {
    return comparePicture(this);
  }

  addressFields() {
    return { compare: this.methods.join('.'), figure: this.figure };
  }

  readFields(fields) {
    this.methods = comparedOfText(fields.compare);
    if (Object.hasOwn(COMPARE_FIGURES, fields.figure ?? '')) this.figure = fields.figure;
  }
}
