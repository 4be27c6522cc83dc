// The mode Battle: units that are ordered and hindered while they walk, and why each of them waits.
//
// The battle lives in the worker. A frame asks for the ticks that are due, in one call, which brings back
// all units; the picture is drawn between the last two ticks. Inputs wait in a queue until a tick takes
// them, and that tick stands beside them in the record.

import { DEFAULT_BUDGET } from '../../engine/battle/battle.js';
import { BattleLoop } from '../../engine/battle/battle_loop.js';
import { SCENES } from '../../engine/battle/battle_scenes.js';
import { chainsOf, unitAt, unitCount } from '../../engine/battle/battle_units.js';
import { PLAIN, weightsOf } from '../../engine/terrain.js';
import { Asker } from '../asker.js';
import { BattleBar } from './battle_bar.js';
import { battleCode } from './battle_code.js';
import { BattleHands } from './battle_hands.js';
import { BattlePanel } from './battle_panel.js';
import { BattlePicture } from './battle_picture.js';
import { BattleRecord } from './battle_record.js';
import { BattleRunner } from './battle_runner.js';
import { BATTLE_TOOLS, buildBattleTools } from './battle_tools.js';
import { markTools } from '../tool_bar.js';
import { BattleTwin } from './battle_twin.js';

const FALL_BACK_UNITS = 2;

export class BattleMode {
  constructor() {
    this.id = 'battle';
    this.label = 'Battle';
    this.panelHas = 'scenes, states, layers';
    this.scene = 'armies';
    this.setup = { units: SCENES.armies.count, seed: 1, rocks: 1, budget: DEFAULT_BUDGET };
    this.layers = { waits: true };
    this.tool = 'select';
    this.brush = 1;
    this.loop = new BattleLoop();
    this.stale = true;
    this.loading = 0; // maps that were asked for, and have not come
    this.problem = '';
    this.former = null; // the battle before, if it began
    this.forget();
  }

  /** What belongs to one battle. */
  forget() {
    this.seen = null; // the last look at it
    this.map = null; // as it is now, with all rocks
    this.ticks = []; // { hash, ms, expansions } of each
    this.selected = new Set();
    this.clicked = -1;
    this.home = null;
    this.whatIf = null; // { cells, cut }
    this.hands?.forgetMark();
    this.paths = null; // of the clicked unit: { through, around }
  }

  // ---- Life ----

  attach(app) {
    this.app = app;
    this.record = new BattleRecord(this);
    this.runner = new BattleRunner(this);
    this.twin = new BattleTwin(this);
    this.view = new BattlePicture(this);
    this.hands = new BattleHands(this);
    this.bar = new BattleBar(this);
    this.panel = new BattlePanel(this);
    this.pathsAsker = new Asker(() => this.askPathsOnce(), (error) => app.say(error.message));
    const { session } = app;
    session.on('map', () => {
      this.stale = true;
      if (!this.wanted && this.loading === 0) this.wanted = this.defaults();
      this.beginSoon();
    });
    session.on('graph', () => {
      this.stale = true;
      if (this.begun) this.begun = { ...this.begun, file: null }; // it was of another map
      this.beginSoon();
    });
  }

  isCurrent() {
    return this.app.current === this;
  }

  enter() {
    document.body.append(this.bar.element);
    document.getElementById('status').replaceChildren();
    buildBattleTools(this);
    this.panel.build();
    this.showGround();
    this.sync();
    if (this.app.session.map && !this.app.following) this.beginFirst();
    this.beginSoon();
  }

  /** The first battle is in a narrow pass, as long as the map is that of the page. */
  beginFirst(fields = {}) {
    const isAsked = ['map', 'file', 'scene'].some((name) => fields[name] !== undefined);
    if (!this.hasBegun && !isAsked && !this.begun && this.app.session.isFirstMap()) this.choose('pass');
    this.hasBegun = true;
    this.beginSoon(); // an address has brought its map
  }

  leave() {
    this.runner.pause();
    this.bar.element.remove();
    const { session, ground } = this.app;
    if (session.map) ground.setMap(session.map);
  }

  /** The ground with the rocks of the battle. */
  showGround() {
    if (this.map && !this.stale) this.app.ground.setMap(this.map);
  }

  // ---- Beginning ----

  /** A battle of the scene that is chosen, as far as it is for any map. */
  defaults() {
    const { count, rocks } = SCENES.armies;
    return { scene: 'armies', ...this.setup, units: count, rocks };
  }

  /** Begins once all that is to come of a new map has come. */
  beginSoon() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => {
      const { session } = this.app;
      const isReady = this.loading === 0 && !this.app.following && session.map && session.world;
      if (this.isCurrent() && this.stale && isReady) this.begin();
    });
  }

  /** Shows a scene, with its map. */
  async choose(scene, changes = {}) {
    const { label, source, count, rocks = 0, layers, tool = 'select' } = SCENES[scene];
    const { session } = this.app;
    this.runner.pause();
    this.layers = Object.fromEntries(layers.map((each) => [each, true]));
    this.tool = tool;
    Object.assign(this.setup, { units: count, rocks, seed: 1, budget: DEFAULT_BUDGET }, changes);
    this.wanted = { scene, ...this.setup };
    this.stale = true;
    if (source) {
      Object.assign(session.settings, { mover: 'walker', body: 1, corners: 'strict', rule: null });
      await this.load(source).catch((error) => this.app.say(`${label}: ${error.message}`));
    }
    this.beginSoon();
  }

  /** Shows a map; no battle begins before the last of several has come. */
  async load(source) {
    this.loading++;
    try {
      await this.app.session.generate(source);
    } finally {
      this.loading--;
    }
  }

  /** Begins the battle that is wanted, or the present one anew. */
  async begin() {
    const { client, session } = this.app;
    const wanted = this.wanted ?? this.begun ?? this.defaults();
    const isOfSquares = !SCENES[wanted.scene].armies; // scenes with units and orders of their own
    const begin = isOfSquares && session.map.hexagons ? this.defaults() : wanted;
    this.wanted = null;
    this.stale = false;
    if (this.seen) this.former = this.begun;
    this.runner.reset();
    this.forget();
    this.scene = begin.scene;
    this.begun = begin;
    const { units, seed = 1, rocks = 0, budget = DEFAULT_BUDGET } = begin;
    this.setup = { units, seed, rocks, budget };
    this.record.reset(begin);
    this.problem = '';
    try {
      await this.twin.reset(SCENES[begin.scene].twin ? begin : null);
      const seen = await client.call('battle', 'begin', begin);
      if (this.stale) return;
      const { width, height, hexagons, terrain } = session.map;
      this.map = { width, height, hexagons, terrain: terrain.slice() };
      this.weights = weightsOf(session.settings.mover);
      if (SCENES[begin.scene].sight) this.openUnseen();
      this.home = seen.home;
      this.selected = new Set(seen.select);
      this.clicked = seen.select.length === 1 ? seen.select[0] : -1;
      this.take({ ...seen, ticks: [], refused: [] });
      this.view.reset();
    } catch (error) {
      if (this.beginSmaller(begin)) return;
      this.problem = error.message;
      this.app.say(error.message);
    }
    if (this.isCurrent()) {
      this.showGround();
      buildBattleTools(this);
      this.panel.build();
      this.sync();
      this.app.redraw();
      this.app.remember();
    }
  }

  /** On a map without room for the usual number of units that nobody chose, a few are enough. */
  beginSmaller(begin) {
    if (begin.chosen || begin.units !== SCENES.armies.count || begin.scene !== 'armies')
      return false;
    this.wanted = { ...begin, units: FALL_BACK_UNITS, chosen: true };
    this.stale = true;
    this.beginSoon();
    return true;
  }

  /** The battle before begins again; if there was none, the mode is left. */
  cancelWork() {
    const { app, former } = this;
    this.wanted = this.seen ? this.begun : former;
    if (!this.wanted) app.enterMode(app.modes[0]);
    return app.session.cancel();
  }

  /** Unexplored land: no rock is there until one is seen. */
  openUnseen() {
    const { terrain } = this.map;
    terrain.forEach((each, cell) => {
      if (this.weights[each] === 0) terrain[cell] = PLAIN;
    });
  }

  // ---- What the worker answers ----

  /** Takes a look at the battle, after ticks. */
  take(seen) {
    this.seen = seen;
    this.ticks.push(...seen.ticks);
    this.chains = chainsOf(seen.units);
    this.paintChanged(seen.changed);
    this.view.take(seen);
    for (const why of seen.refused) this.app.say(`The order was refused: ${why}.`);
    this.askPaths();
    this.panel.update();
  }

  paintChanged(changed) {
    const { width, terrain } = this.map ?? this.app.session.map;
    if (!this.map || changed.length === 0) return;
    const { ground } = this.app;
    for (let i = 0; i < changed.length; i += 3) {
      terrain[changed[i + 1] * width + changed[i]] = changed[i + 2];
      if (ground.map === this.map) ground.paint(changed[i], changed[i + 1], 1, 1);
    }
  }

  /** What a chain's end may stand before. */
  isBlocked([x, y]) {
    return this.map ? this.weights[this.map.terrain[y * this.map.width + x]] === 0 : false;
  }

  get tick() {
    return this.ticks.length;
  }

  get count() {
    return this.seen ? unitCount(this.seen.units) : 0;
  }

  // ---- Orders ----

  /** The next tick takes an input. */
  input(input) {
    if (!this.seen) return;
    if (this.record.file) this.record.stopReplay();
    this.runner.enqueue(input);
    this.panel.update();
    this.app.redrawInk();
  }

  order(place) {
    const { app, selected } = this;
    if (selected.size === 0) {
      app.say('No unit is selected: drag a box around some, or press A for all.');
      return;
    }
    this.input({ kind: 'send', units: [...selected], place });
    this.view.flag(place);
  }

  /** Sends those that are selected, or all, to the other side of the map, and runs. */
  moveAcross() {
    if (!this.seen) return;
    if (this.selected.size === 0) this.selectAll();
    const cells = [...this.selected].map((number) => unitAt(this.seen.units, number).cell);
    const { width, height } = this.map;
    const sums = cells.reduce(([sx, sy], [x, y]) => [sx + x, sy + y], [0, 0]);
    const [x, y] = sums.map((sum) => Math.round(sum / cells.length));
    this.order([width - 1 - x, height - 1 - y]);
    this.runner.run();
  }

  stopSelected() {
    if (this.selected.size > 0) this.input({ kind: 'stop', units: [...this.selected] });
  }

  setBudget(value) {
    if (value === this.setup.budget) return;
    this.setup.budget = value;
    this.input({ kind: 'budget', value });
  }

  select(units, add = false) {
    this.selected = new Set(add ? [...this.selected, ...units] : units);
    this.clicked = units.length === 1 ? units[0] : -1;
    this.paths = null;
    this.askPaths();
    this.panel.update();
    this.app.redrawInk();
  }

  selectAll() {
    this.select([...Array(this.count).keys()]);
  }

  /** The clicked unit's path, and the one around all others, if that layer is shown. */
  askPaths() {
    if (this.clicked >= 0 && this.layers.around) this.pathsAsker.ask();
  }

  async askPathsOnce() {
    const unit = this.clicked;
    if (unit < 0) return;
    const { client } = this.app;
    const [through, around] = await Promise.all([
      client.call('battle', 'path', unit, false),
      client.call('battle', 'path', unit, true),
    ]);
    if (unit !== this.clicked) return;
    this.paths = { through, around };
    this.panel.update();
    this.app.redrawInk();
  }

  /** What if these cells were rock? */
  async askWhatIf(cells) {
    const { client } = this.app;
    this.home ??= unitAt(this.seen.units, 0).cell;
    const cut = await client.call('battle', 'cutOff', cells, this.home);
    this.whatIf = { cells, cut: new Set(cut) };
    this.panel.update();
    this.app.redrawInk();
  }

  buildWhatIf() {
    const { cells } = this.whatIf;
    this.whatIf = null;
    this.input({ kind: 'rock', cells });
  }

  // ---- Choices ----

  chooseTool(tool) {
    this.tool = tool;
    markTools([this.tool]);
    this.panel.update();
  }

  setLayer(name, on) {
    this.layers[name] = on;
    if (on) this.askPaths();
    this.runner.look();
    this.panel.update();
    this.app.redrawInk();
  }

  /** What a look must bring for the layers that are shown. */
  looks() {
    const { claims, routes, flows } = this.layers;
    const { width, height } = this.map ?? this.app.session.map;
    return {
      claims: claims === true,
      ahead: routes ? Math.max(8, Math.min(128, Math.floor(40000 / Math.max(1, this.count)))) : 0,
      flows: flows ? Math.max(1, Math.ceil(Math.sqrt((width * height) / 4000))) : 0,
    };
  }

  sync() {
    markTools([this.tool]);
    this.bar.update();
    this.panel.update();
  }

  key(app, event) {
    const key = event.key.toLowerCase();
    if (this.hands.takeKey(key, event.shiftKey)) return true;
    const tool = Object.keys(BATTLE_TOOLS).find((each) => BATTLE_TOOLS[each].key === key);
    if (tool && document.querySelector(`#tools [data-tool="${tool}"]`)) this.chooseTool(tool);
    else if (key === 'enter') this.runner.toggle();
    else if (key === 'arrowright') this.runner.step();
    else if (key === 'home') this.begin();
    else if (key === 'arrowup' || key === 'arrowdown')
      this.bar.changeSpeed(key === 'arrowup' ? 1 : -1);
    else if (key === 'a') this.selectAll();
    else if (key === 'x') this.stopSelected();
    else if (key === 'escape') this.select([]);
    else return false;
    return true;
  }

  // ---- Drawing ----

  drawInk(context) {
    const now = performance.now();
    const goesOn = this.runner.frame(now);
    const moves = this.view.draw(context, now);
    return goesOn || moves;
  }

  // ---- Address, files, C ----

  code() {
    return { c: battleCode(this.app.session, this.begun ?? this.defaults()) };
  }

  addressFields() {
    const { scene, units, seed } = this.begun ?? this.defaults();
    return { scene, units, battle: seed };
  }

  readFields(fields) {
    if (fields.scene === undefined) return;
    const what = SCENES[fields.scene];
    if (what.source && fields.map === undefined)
      Object.assign(this.app.session.source, what.source);
    this.layers = Object.fromEntries(what.layers.map((each) => [each, true]));
    this.tool = what.tool ?? 'select';
    this.scene = fields.scene;
    Object.assign(this.setup, {
      units: Number(fields.units ?? what.count),
      seed: Number(fields.battle ?? 1),
      rocks: what.rocks ?? 0,
    });
    this.wanted = { scene: fields.scene, ...this.setup };
  }

  /** Takes a file of a battle, and replays it. */
  openBattle(file, name) {
    return this.record.open(file, name);
  }
}
