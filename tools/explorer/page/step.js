// The mode Step: a search event by event, forward and back, with its lists, its tree and breakpoints.
//
// The search lives in the worker. What the page wants of it is queued: one message is under way at a
// time, and each brings back what is to be drawn.

import {
  cellText, DEFAULT_RULES, MOST_STEP_BREAKS, rulesOfText, rulesText, isForMap,
  stepsByWorld, weightsOfMap,
} from '../engine/step_rules.js';
import { weightsOf } from '../engine/terrain.js';
import { CellLayer } from './cell_layer.js';
import { OVERTAKEN } from './client.js';
import { make } from './elements.js';
import { STEP_TOOLS, StepHands } from './step_hands.js';
import { rowAt, rowCount, statePixels } from './step_ink.js';
import { StepLists } from './step_lists.js';
import { buildStepPanel } from './step_panel.js';
import { cellsInSight, drawStep, noteOfCell } from './step_picture.js';
import { StepQueue } from './step_queue.js';
import { openStepExample, openStepFile, saveStepFile, showFormer } from './step_store.js';
import { stepWords } from './step_words.js';
import { StepTransport } from './step_transport.js';
import { historyButtons, markTools, showTools, toolButtons } from './tool_bar.js';

const MOVES = ['forward', 'to', 'stepToExpansion', 'backToExpansion', 'backToBreak'];

export class StepMode {
  constructor() {
    this.id = 'step';
    this.label = 'Step';
    this.panelHas = 'rules, breakpoints, lists';
    this.rules = { ...DEFAULT_RULES };
    this.breaks = [];
    this.show = { numbers: true, tree: true };
    this.tool = 'look';
    this.layer = new CellLayer();
    this.queue = new StepQueue(this);
    this.number = 0;
    this.focus = null;
    this.selected = null;
    this.cellNote = make('p', { class: 'note cell-note', role: 'status' });
    this.places = null;
    this.former = null; // the map that was there before an example
    this.returning = null; // the last call that brought it back
    this.form = {}; // what was chosen for the next breakpoint
    this.cellOf = (node) => this.middleOf(node);
    this.textOf = (node) =>
      node < this.cellCount() ? cellText(this.cellOf(node)) : `◆ ${cellText(this.placeAt(node))}`;
    this.lists = new StepLists(this);
    this.hands = new StepHands(this);
    this.forget();
  }

  // ---- Life ----

  attach(app) {
    this.app = app;
    this.transport = new StepTransport(this);
    const { session } = app;
    session.on('map', () => this.takeMap());
    session.on('edit', () => this.restart());
    session.on('settings', () => this.restart());
    session.on('history', () => this.syncTools());
    session.on(
      'path',
      () =>
        (this.isTiers() || this.byWorld() || this.endsNow() !== this.endsAsked) && this.restart(),
    );
  }

  key(app, event) {
    return this.hands.key(app, event);
  }

  isCurrent() {
    return this.app.current === this;
  }

  isTiers() {
    return this.rules.method === 'tiers';
  }

  /** Whether the costs of steps are those of the world, with its heights and rules. */
  byWorld() {
    const { map, settings } = this.app.session;
    return stepsByWorld(this.rules.method, Boolean(map?.heights), settings.rule);
  }

  // ---- Nodes: cells, and after them the places of two cells of the two tiers ----

  cellCount() {
    const { width, height } = this.app.session.map;
    return width * height;
  }

  /** x, y of both cells of a place. */
  placeAt(node) {
    const at = 4 * (node - this.cellCount());
    return this.places.subarray(at, at + 4);
  }

  /** Where a node is drawn: a place between its cells. */
  middleOf(node) {
    if (node < this.cellCount()) return [node % this.width, Math.floor(node / this.width)];
    const [ax, ay, bx, by] = this.placeAt(node);
    return [(ax + bx) / 2, (ay + by) / 2];
  }

  forget() {
    this.tiers = null;
    this.state = null;
    this.nodes = new Float64Array(0);
    this.branch = new Uint32Array(0);
    this.held = -1;
    this.recorded = null; // of which rules and ends the search is
  }

  enter() {
    showTools(
      ...toolButtons(STEP_TOOLS, (tool) => this.chooseTool(tool)),
      ...historyButtons(this.app.session.history),
    );
    this.syncTools();
    this.buildPanel();
    this.transport.show();
    this.app.setCursor('crosshair');
    if (this.app.session.map) this.takeMap();
    if (this.app.session.map && !this.app.following) this.beginFirst();
  }

  /** The first search is one that an article goes through by hand, as long as the map is that of the page. */
  beginFirst(fields = {}) {
    const isAsked = ['map', 'file', 'rules', 'step'].some((name) => fields[name] !== undefined);
    if (this.hasBegun) return;
    this.hasBegun = true;
    if (!isAsked && this.app.session.isFirstMap()) openStepExample(this, 'lester');
  }

  leave(next) {
    this.transport.hide();
    this.forget();
    if (next !== this) this.backToMap();
  }

  takeMap() {
    const { map } = this.app.session;
    if (map !== this.map) {
      this.forget(); // its nodes are cells of the map before
      this.number = 0;
      this.former = null;
    }
    const isOther = map.hexagons !== this.map?.hexagons;
    this.map = map;
    if (!isForMap(this.rules.method, map)) this.rules = { ...this.rules, method: 'astar' };
    if (isOther && this.isCurrent()) this.buildPanel();
    this.width = map.width;
    this.layer.resize(map.width, map.height);
    this.focus = this.selected = this.hands.cursor = null;
    this.restart();
  }

  // ---- The search in the worker ----

  searchNow() {
    const { session } = this.app;
    const { map, settings, start, goal } = session;
    const { width, height, hexagons } = map;
    const rules = { ...this.rules };
    if (this.isTiers()) return { width, height, rules, query: session.present({ record: 0 }) };
    const weights = weightsOfMap(
      map,
      weightsOf(settings.mover),
      settings.body,
      rules.method === 'jumps',
    );
    const { corners } = settings;
    const byWorld = this.byWorld();
    return { width, height, hexagons, weights, start, goal, rules, corners, byWorld };
  }

  breaksNow() {
    return this.breaks.filter((each) => each.on);
  }

  endsNow() {
    const { start, goal } = this.app.session;
    return `${start} ${goal}`;
  }

  /** Begins the search anew, and goes to the event where it was; after a file or an address was
      opened, to the one that it names, until the user moves on. */
  restart() {
    if (!this.isCurrent() || !this.app.session.map) return;
    this.ask('restart', this.opened ?? this.number);
  }

  refresh() {
    if (!this.isCurrent()) return;
    this.queue.look();
  }

  /** Queues a call: a method of Stepper and its arguments. */
  ask(call, ...args) {
    if (MOVES.includes(call)) this.opened = undefined;
    this.queue.add(call, args);
  }

  async send(act) {
    const args =
      act?.call === 'restart' ? [this.searchNow(), this.breaksNow(), ...act.args] : act?.args;
    if (act?.call === 'restart') this.endsAsked = this.endsNow();
    const { map } = this;
    const look = await this.app.session.client.call('step', act?.call ?? null, args ?? [], this.want());
    if (map === this.map) this.take(look, act);
  }

  /** The request for the next look. */
  want() {
    return {
      nodes: this.seenCells(),
      list: this.lists.want(),
      branch: this.focus ?? this.selected,
      tiers: this.isTiers(),
    };
  }

  seenCells() {
    return cellsInSight(this);
  }

  take({ held, state, changes, nodes, list, branch, tiers }, act) {
    if (!this.isCurrent() || state.total === 0) return; // no search could begin
    this.fault = null;
    if (act?.call === 'restart') {
      const { start, goal } = this.app.session;
      this.places = held;
      this.recorded = { rules: { ...this.rules }, start, goal };
    }
    this.state = state;
    this.tiers = tiers;
    this.number = state.number;
    if (
      changes && changes.x + changes.w <= this.layer.width &&
      changes.y + changes.h <= this.layer.height
    ) {
      this.layer.write(changes.x, changes.y, changes.w, changes.h, changes.states, statePixels());
    }
    this.seen = this.seenCells()?.join();
    this.nodes = nodes ?? new Float64Array(0);
    this.branch = branch ?? this.branch;
    if (list) this.lists.take(list, state);
    if (act) this.afterAct(act, held);
    this.sayCell();
    this.transport.take(state);
    this.app.redrawInk();
    this.app.remember();
  }

  afterAct({ call, args }, held) {
    const isRun = call === 'forward' && args[1];
    const heeded = isRun || call === 'backToBreak';
    this.held = heeded && held >= 0 ? this.breaks.indexOf(this.breaksNow()[held]) : -1;
    if (!isRun || this.held >= 0) this.runsFrom = this.number;
    if (this.held >= 0) {
      this.transport.stop();
      this.showPlaceOfEvent();
    }
    if (isRun) this.showPlaceOfEvent();
    for (const [index, item] of document.querySelectorAll('#panel .break').entries())
      item.classList.toggle('held', index === this.held);
  }

  showPlaceOfEvent() {
    const { node } = this.state.event;
    if (node >= 0) this.app.keepInSight(this.cellOf(node));
  }

  /** The search before is recorded again; if there was none, the mode is left. */
  cancelWork() {
    const { app, recorded } = this;
    if (!recorded) app.enterMode(app.modes[0]);
    else {
      this.rules = recorded.rules;
      Object.assign(app.session.answered ?? {}, { start: recorded.start, goal: recorded.goal });
    }
    return app.session.cancel();
  }

  fail(error) {
    if (error.message === OVERTAKEN) return;
    this.transport.stop();
    this.forget();
    this.fault = error.message;
    this.layer.resize(this.layer.width, this.layer.height);
    const none = { name: this.lists.view, first: 0, rows: new Float64Array(0), length: 0 };
    this.lists.take(none, { open: 0, closed: 0 });
    this.transport.take(null, error.message);
    this.app.redrawInk();
  }

  // ---- Moves ----

  step() {
    this.transport.stop();
    this.ask('forward', 1, false);
  }

  back() {
    this.transport.stop();
    this.goTo(this.number - 1);
  }

  goTo(number) {
    this.number = Math.max(0, number);
    this.ask('to', this.number);
  }

  /** To the next expansion: runs until an event of that kind. */
  stepExpansion() {
    this.transport.stop();
    this.ask('stepToExpansion');
  }

  backExpansion() {
    this.transport.stop();
    this.ask('backToExpansion');
  }

  toEnd() {
    this.transport.stop();
    this.ask('forward', 1e12, true);
  }

  /** To the next breakpoint; from the end, anew from the beginning. */
  runToStop() {
    if (this.state?.over) this.goTo(0);
    this.toEnd();
  }

  toBeginning() {
    this.transport.stop();
    this.goTo(0);
  }

  // ---- Cells ----

  nodeAt(cell) {
    return cell && this.app.session.inside(cell) ? cell[1] * this.width + cell[0] : null;
  }

  setFocus(node) {
    if (this.focus === node) return;
    this.focus = node;
    this.lists.mark();
    this.refresh();
  }

  select(node) {
    this.selected = this.selected === node ? null : node;
    if (this.selected !== null) this.app.keepInSight(this.cellOf(node));
    const row = this.rowOf(node);
    if (row && this.selected !== null) this.lists.showRow(row);
    this.buildPanel();
    this.refresh();
  }

  rowOf(node) {
    for (let i = 0; i < rowCount(this.nodes); i++) {
      const row = rowAt(this.nodes, i);
      if (row.node === node) return row;
    }
    return null;
  }

  /** State and costs of the cell in focus. */
  sayCell() {
    const node = this.focus ?? this.selected;
    if (node === null || !this.app.session.map) {
      this.cellNote.textContent = 'Point at a cell to see its branch.';
      return;
    }
    this.cellNote.textContent = noteOfCell(this, node);
  }

  // ---- Choices ----

  setRules(changes) {
    Object.assign(this.rules, changes);
    this.transport.stop();
    this.buildPanel();
    this.restart();
  }

  setCorners(corners) {
    this.app.session.setSettings({ corners });
    this.buildPanel();
  }

  setLines(smoothing) {
    this.app.session.setQuery({ smoothing });
    this.buildPanel();
  }

  addBreak(each) {
    if (this.breaks.length >= MOST_STEP_BREAKS) {
      this.app.say(`There are ${MOST_STEP_BREAKS} breakpoints already.`);
      return;
    }
    this.setBreaks([...this.breaks, each]);
  }

  setBreaks(breaks) {
    this.breaks = breaks;
    this.held = -1;
    this.buildPanel();
    this.ask('setBreaks', this.breaksNow(), this.rules);
    this.app.redrawInk();
  }

  // ---- Files ----

  saveSteps() {
    saveStepFile(this);
  }

  /** Shows the map that an example replaced. */
  backToMap() {
    this.returning = showFormer(this);
  }

  /** Whether there is a map that only a way back shows again. */
  holdsStrokes() {
    return this.former !== null;
  }

  /** Takes a file that parseSteps read. */
  openSteps(steps, name = 'steps') {
    const { map } = steps;
    return openStepFile(this, steps, (session) => session.load({ ...map, terrain: map.terrain.slice() }, name));
  }

  // ---- Toolbar and panel ----

  chooseTool(tool) {
    this.tool = tool;
    this.syncTools();
  }

  syncTools() {
    if (this.isCurrent()) markTools([this.tool], this.app.session.history);
  }

  buildPanel() {
    if (!this.isCurrent()) return;
    this.lists.sync();
    buildStepPanel(this);
    this.sayCell();
  }

  /** The text of the sentence under the map. */
  words() {
    return stepWords(this);
  }

  drawInk(context, app) {
    drawStep(this, context, app);
  }

  // ---- Address ----

  addressFields() {
    return { rules: rulesText(this.rules), step: this.number };
  }

  readFields(fields) {
    this.rules = rulesOfText(fields.rules ?? '');
    if (/^\d{1,9}$/.test(fields.step ?? '')) this.opened = Number(fields.step);
  }
}
