// The page: starts the engine, holds the view, and passes pointers and keys to the mode in use.

import { isInAddress, isLostWithPage, stateOf, writeAddress } from './address.js';
import { BattleMode } from './battle/battle_mode.js';
import { Camera } from './camera.js';
import { EngineClient, OVERTAKEN } from './client.js';
import { CompareMode } from './compare.js';
import { button, listOf, moveFocus, refocus } from './elements.js';
import { saveMap, savePng, saveWorld, takeFiles } from './files.js';
import { FirstScreen } from './first.js';
import { Ground } from './ground.js';
import { LearnMode } from './learn/learn.js';
import { cellsOfText } from '../engine/address_rules.js';
import { fittingProblems } from '../engine/compare_rules.js';
import { openAddress } from './opening.js';
import { PlayMode } from './play.js';
import { Pointer } from './pointer.js';
import { Session } from './session.js';
import { copyText, openCode, openHelp, openMaps } from './sheets.js';
import { StepMode } from './step.js';
import { keep, kept } from './store.js';
import { currentTheme } from './theme.js';
import { showWorld } from './world_rows.js';
import { WorkBar } from './work_bar.js';
import { WorldMode } from './world/world_mode.js';

const REMEMBER_MS = 250;
const NARROW_PIXELS = 720;
const TOAST_MS = 5000;
const TOAST_LETTER_MS = 50;
const HINT_MS = 8000;
const HINT_PATHS = 12;
const STORE = 'overland-theme';
const BUTTONS = 'button, summary';
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

class App {
  constructor() {
    this.groundCanvas = document.getElementById('ground');
    this.inkCanvas = document.getElementById('ink');
    this.ink = this.inkCanvas.getContext('2d');
    this.camera = new Camera();
    this.ground = new Ground(this.groundCanvas);
    this.client = new EngineClient();
    this.session = new Session(this.client);
    this.show = { regions: true, waypoints: false };
    this.pinned = false;
    this.folds = { breaks: true, islands: true }; // which rows of panels are open
    this.hinted = new Set(); // modes whose panel was told of
    this.hintPaths = 0;
    this.dirty = { ground: true, ink: true };
    this.modes = [
      ...[new PlayMode(), new StepMode(), new CompareMode()],
      ...[new WorldMode(), new BattleMode(), new LearnMode()],
    ];
    this.current = this.modes[0];
    for (const mode of this.modes) mode.attach(this);
    this.pointer = new Pointer(this, this.inkCanvas);
    this.first = new FirstScreen(this);
    this.workBar = new WorkBar(this);
    this.watchHeights();
    this.listen();
  }

  get mode() {
    return this.current.id;
  }

  modeFields() {
    return this.current.addressFields?.() ?? {};
  }

  theme() {
    return currentTheme();
  }

  // ---- Start ----

  async start() {
    this.applyTheme();
    this.buildMenu();
    document.getElementById('panel').hidden = innerWidth <= NARROW_PIXELS;
    this.resize();
    this.first.begin();
    try {
      await this.client.start();
      await this.follow();
    } catch (error) {
      this.fail(error);
      return;
    }
    if (this.current.hint) this.setHint(this.current.hint());
    else this.hintAtPanel(this.current);
  }

  /** Shows what the address describes; what is written meanwhile takes no place of its own in the history. */
  async follow() {
    clearTimeout(this.rememberTimer);
    this.following = true;
    try {
      await openAddress(this, location.hash, history.state);
    } finally {
      this.following = this.isNewPlace = false;
    }
    this.remember();
  }

  /** What may lie over the panel, the tools or the hint says how high it is: they keep clear of it. */
  watchHeights() {
    const { style } = document.documentElement;
    const heights = new ResizeObserver((entries) => {
      for (const { target } of entries) style.setProperty(`--${target.id}`, `${target.offsetHeight}px`);
      if (this.session.map && this.first.hasGrown()) this.fitView();
    });
    for (const id of ['claim', 'status']) heights.observe(document.getElementById(id));
  }

  /** Two numbers that are pasted are the goal, four are both ends. */
  paste(event) {
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || !['play', 'step', 'compare'].includes(this.mode)) return;
    const cells = cellsOfText(event.clipboardData.getData('text')).slice(0, 2);
    const { session } = this;
    if (cells.length === 0 || !cells.every((cell) => session.inside(cell))) return;
    this.goTo(() => {
      if (cells.length === 2) session.setStart(cells[0]);
      session.setGoal(cells[cells.length - 1]);
    }, cells[cells.length - 1]);
  }

  /** Moves an end to a cell that was named, where it stays. */
  goTo(move, cell) {
    this.pinned = true;
    move();
    this.keepInSight(cell);
  }

  /** Nothing works: the page says so instead of a map. */
  fail(error) {
    document.getElementById('status').textContent = error.message;
    document.documentElement.dataset.failed = 'yes';
  }

  listen() {
    const { session } = this;
    session.on('map', () => this.takeMap());
    session.on('graph', () => {
      this.ground.waypoints = session.waypoints;
      this.redraw();
      showWorld(session);
    });
    session.on('edit', ({ x, y, w, h }) => {
      this.ground.paint(x, y, w, h);
      this.redrawInk();
    });
    session.on('history', () => this.writeState()); // a reload right after a stroke keeps it
    session.on('path', () => {
      this.firstPathMs ??= performance.now();
      if (this.sayingOfEngine) this.dismissSaying();
      if (++this.hintPaths === HINT_PATHS) this.dismissHint();
      this.remember();
    });
    session.on('error', (error) => this.say(error.message, { ofEngine: true }));
    addEventListener('resize', () => this.resize());
    addEventListener('keydown', (event) => this.keyDown(event));
    addEventListener('keyup', (event) => this.keyUp(event));
    addEventListener('pointerdown', () => {
      delete document.documentElement.dataset.keys;
      this.dismissSaying();
    });
    // A button that was clicked gives the keys back to the map.
    addEventListener('click', (event) => {
      const pressed = event.target.closest?.(BUTTONS);
      if (event.detail > 0) pressed?.blur();
      else if (pressed && !pressed.isConnected) refocus(pressed);
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      this.takeFiles(event.dataTransfer.files);
    });
    document.getElementById('file').addEventListener('change', ({ target }) => {
      document.getElementById('dialog').close();
      this.takeFiles(target.files).then(() => (target.value = ''));
    });
    addEventListener('popstate', () => this.follow().catch((error) => this.say(error.message)));
    addEventListener('paste', (event) => this.paste(event));
    addEventListener('unhandledrejection', (event) => {
      if (event.reason?.message === OVERTAKEN) event.preventDefault(); // the work was cancelled
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applyTheme());
    addEventListener('beforeunload', (event) => {
      this.writeState();
      if (isLostWithPage(this)) event.preventDefault(); // the browser asks
    });
  }

  // ---- Modes ----

  enterMode(mode) {
    const isNew = this.current !== mode;
    this.current.leave?.(mode);
    this.current = mode;
    document.documentElement.dataset.mode = mode.id;
    for (const tab of document.querySelectorAll('#modes button'))
      tab.setAttribute('aria-selected', String(tab.dataset.mode === mode.id));
    mode.enter(this);
    this.isNewPlace ||= isNew;
    if (isNew && this.session.map) this.fitView();
    this.redraw();
    this.remember();
    if (isNew) this.dismissHint();
    if (isNew) this.hintAtPanel(mode);
  }

  // ---- Maps ----

  takeMap() {
    const { map } = this.session;
    this.ground.setMap(map);
    this.isNewPlace = true;
    this.fitView();
    this.remember();
  }

  generate(source) {
    this.session.generate(source).catch((error) => this.say(error.message));
  }

  /** Files that are dropped or opened: a mode may take them. */
  async takeFiles(files) {
    if (!this.current.takeFiles?.(files)) await takeFiles(this, files);
  }

  /** Opens a world, or a map that `bake` makes the world of, in the mode World; returns a sentence that says so. */
  openInWorld(file, bake) {
    const world = this.modes.find(({ id }) => id === 'world');
    world.address = file;
    world.bake = bake;
    if (this.current === world) world.openAsked();
    else this.enterMode(world);
    return `"${file.name}" is too large for the map of the page: it opens in World.`;
  }

  /** A mode may take a scenario; in the others its last problem becomes the query. Returns a sentence
      on what is not shown, or nothing. */
  takeScenario(problems, name) {
    if (this.current.takeScenario) return this.current.takeScenario(problems, name);
    const { session } = this;
    const fitting = fittingProblems(problems, session.map, name);
    const { start, goal } = fitting[fitting.length - 1];
    session.setStart(start);
    session.setGoal(goal);
    this.pinned = true;
    return `${fitting.length} problems of ${problems.length} are of this map; the last of them is shown.`;
  }

  /** Steps that a file holds are shown in their mode. */
  takeSteps(steps, name) {
    return this.modes.find((mode) => mode.id === 'step').openSteps(steps, name);
  }

  /** A battle that a file holds is replayed in its mode. */
  takeBattle(battle, name) {
    return this.modes.find((mode) => mode.id === 'battle').openBattle(battle, name);
  }

  // ---- View ----

  resize() {
    const ratio = Math.min(2, devicePixelRatio || 1);
    for (const canvas of [this.groundCanvas, this.inkCanvas]) {
      canvas.width = Math.round(innerWidth * ratio);
      canvas.height = Math.round(innerHeight * ratio);
    }
    this.camera.width = innerWidth;
    this.camera.height = innerHeight;
    if (this.session.map) this.fitView();
    this.redraw();
  }

  /** The bar under the map. */
  bar() {
    return document.getElementById('transport') ?? document.getElementById('status');
  }

  fitView() {
    const wide = innerWidth > NARROW_PIXELS;
    const panel = document.getElementById('panel');
    const right = wide && !panel.hidden ? panel.offsetWidth + 26 : 14;
    const below = this.bar().offsetHeight;
    const bottomOf = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
    const top = Math.max(bottomOf('header'), bottomOf('#claim')) + 18;
    const area = {
      x: 66,
      y: top,
      width: innerWidth - 66 - right,
      height: innerHeight - top - below - 24,
    };
    this.camera.fit(this.session.map, area);
    this.redraw();
  }

  keepInSight([x, y]) {
    const [px, py] = this.camera.middle(x, y);
    const margin = 80;
    const dx = px < margin ? margin - px : px > innerWidth - margin ? innerWidth - margin - px : 0;
    const dy =
      py < margin ? margin - py : py > innerHeight - margin ? innerHeight - margin - py : 0;
    if (dx === 0 && dy === 0) return;
    this.camera.pan(dx, dy);
    this.redraw();
  }

  redraw() {
    this.dirty.ground = true;
    this.redrawInk();
  }

  redrawInk() {
    this.dirty.ink = true;
    this.animate();
  }

  animate() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.drawFrame();
    });
  }

  drawFrame() {
    const { session, camera, ink } = this;
    if (this.dirty.ground) this.ground.draw(camera, session.world, this.show);
    else this.ground.drawPainted(camera, session.world, this.show);
    this.dirty.ground = this.dirty.ink = false;
    const ratio = this.inkCanvas.width / camera.width;
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    ink.clearRect(0, 0, camera.width, camera.height);
    if (session.map && session.world && this.current.drawInk(ink, this)) this.animate();
  }

  setCursor(cursor) {
    if (this.inkCanvas.style.cursor !== cursor) this.inkCanvas.style.cursor = cursor;
  }

  // ---- Keys ----

  keyDown(event) {
    const { target, key } = event;
    if (key === 'Tab') document.documentElement.dataset.keys = 'yes';
    else if (!MODIFIERS.includes(key)) this.dismissSaying();
    if (document.getElementById('dialog').open || /^(SELECT|TEXTAREA)$/.test(target.tagName))
      return;
    if (target.tagName === 'INPUT' && target.type !== 'checkbox') return;
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (!isCommand && this.keyOfFocus(event)) return;
    if (!isCommand && this.current.keyFirst?.(this, event)) {
      event.preventDefault();
      return;
    }
    if (this.commonKey(event) || (!isCommand && this.current.key?.(this, event)))
      event.preventDefault();
  }

  /** Keys of what has the focus: a button is pressed, and arrows move within tabs and lists. */
  keyOfFocus(event) {
    const { target, key } = event;
    const isButton = target.matches(BUTTONS);
    if (key === ' ' && (isButton || target.type === 'checkbox')) return true;
    if (key === 'Enter' && isButton) return true;
    if (!moveFocus(target, key)) return false;
    event.preventDefault();
    return true;
  }

  commonKey(event) {
    const history = this.current.history ?? this.session.history;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z' && !event.shiftKey) history.undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) history.redo();
      else return false;
      return true;
    }
    const zoom = (factor) => {
      this.camera.zoom(factor, innerWidth / 2, innerHeight / 2);
      this.redraw();
    };
    if (key === ' ') this.pointer.space = true;
    else if (key === '?') openHelp(this.current.id);
    else if (key === 'n') openMaps(this);
    else if (key === 'c') openCode(this);
    else if (key === 'p') this.togglePanel();
    else if (key === '+' || key === '=') zoom(1.25);
    else if (key === '-') zoom(0.8);
    else if (key === '0') this.fitView();
    else return false;
    return true;
  }

  keyUp(event) {
    if (event.key === ' ') this.pointer.space = false;
  }

  // ---- Menu, panel, messages ----

  buildMenu() {
    document.getElementById('title').onclick = () => this.first.open();
    document.getElementById('modes').replaceChildren(
      ...this.modes.map((mode) => {
        const tab = { role: 'tab', 'data-mode': mode.id, 'aria-selected': 'false' };
        return button(mode.label, () => this.enterMode(mode), undefined, tab);
      }),
    );
    const exports = {
      PNG: savePng,
      '.map': saveMap,
      '.world': saveWorld,
    };
    const list = listOf(
      { '': 'Save', ...Object.fromEntries(Object.keys(exports).map((name) => [name, name])) },
      { 'aria-label': 'Save', title: 'Save' },
    );
    list.onchange = () => {
      exports[list.value]?.(this);
      list.value = '';
    };
    document.getElementById('menu').replaceChildren(
      button('Map', () => openMaps(this), 'A new map, or a file (N)'),
      list,
      button('Link', () => this.copyLink(), 'Copy a link to what is shown'),
      button('Code', () => openCode(this), 'A program in C, Python, JavaScript (C)'),
      button('◐', () => this.toggleTheme(), 'Dark or light'),
      button('☰', () => this.togglePanel(), 'Settings (P)'),
      button('?', () => openHelp(this.current.id), 'Help (?)'),
    );
  }

  /** Copies the address of what is shown; a map that is not in it is named. */
  async copyLink() {
    this.writeState();
    await copyText(location.href);
    const whole = isInAddress(this.session);
    this.say(whole ? 'The link is copied.' : 'The link is copied, without the map: that needs its file.');
  }

  togglePanel() {
    this.dismissHint();
    const panel = document.getElementById('panel');
    panel.hidden = !panel.hidden;
    this.fitView();
  }

  toggleTheme() {
    const next = currentTheme().name === 'dark' ? 'light' : 'dark';
    keep(STORE, next);
    this.applyTheme();
  }

  applyTheme() {
    const chosen = kept(STORE);
    const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    if (!this.session.map) return;
    this.ground.setMap(this.session.map);
    this.enterMode(this.current);
  }

  /**
   * Shows a message until the next key or click, or for a time that grows with its length. That of a
   * call of the engine also ends with the next path, which shows that its cause is gone.
   */
  say(text, { ofEngine = false } = {}) {
    if (text === OVERTAKEN) return;
    const toast = document.getElementById('toast');
    toast.textContent = text;
    toast.style.bottom = `${this.bar().offsetHeight + 30}px`; // above the figures, however many lines they take
    this.sayingOfEngine = ofEngine;
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(
      () => this.dismissSaying(),
      TOAST_MS + text.length * TOAST_LETTER_MS,
    );
  }

  dismissSaying() {
    document.getElementById('toast').textContent = '';
    clearTimeout(this.toastTimer);
  }

  setHint(text) {
    const hint = document.getElementById('hint');
    hint.textContent = text;
    hint.classList.remove('gone');
    clearTimeout(this.hintTimer);
    this.hintTimer = setTimeout(() => this.dismissHint(), HINT_MS);
    this.hintPaths = 0;
  }

  /** On a narrow screen panels begin closed: the first time in a mode, what its panel has. */
  hintAtPanel({ id, panelHas }) {
    const isClosed = innerWidth <= NARROW_PIXELS && document.getElementById('panel').hidden;
    if (!panelHas || !isClosed || this.hinted.has(id)) return;
    this.hinted.add(id);
    this.setHint(`☰ ${panelHas}`);
  }

  dismissHint() {
    document.getElementById('hint').classList.add('gone');
  }

  /** Writes the state to the address, once it has been quiet for a moment. */
  remember() {
    clearTimeout(this.rememberTimer);
    this.rememberTimer = setTimeout(() => this.writeState(), REMEMBER_MS);
  }

  writeState() {
    clearTimeout(this.rememberTimer);
    if (!this.session.map || this.following) return;
    const address = writeAddress(this.session, this);
    const call = this.isNewPlace && location.hash !== address ? 'pushState' : 'replaceState';
    this.isNewPlace = false;
    for (const state of [stateOf(this.session), null]) {
      try {
        history[call](state, '', address);
        return;
      } catch {
        // Some browsers refuse this for files, when it comes too often, or for a map that is too large.
      }
    }
  }
}

const app = new App();
app.start();
globalThis.overlandExplorer = app;
