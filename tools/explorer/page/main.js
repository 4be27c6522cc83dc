// The page: starts the engine, holds the view, and passes pointers and keys to the mode in use.

import { readAddress, readCell, readEdits, readRule, writeAddress } from './address.js';
import { Camera } from './camera.js';
import { EngineClient } from './client.js';
import { CompareMode } from './compare.js';
import { choiceRow, make, sliderRow } from './elements.js';
import { saveMap, savePng, saveSvg, saveWorld, takeFiles } from './files.js';
import { Ground } from './ground.js';
import { fittingProblems } from '../engine/compare_rules.js';
import { MAP_KINDS } from '../engine/generate.js';
import { MOVERS } from '../engine/terrain.js';
import { PlayMode } from './play.js';
import { Pointer } from './pointer.js';
import { Session } from './session.js';
import { openCode, openHelp, openMaps } from './sheets.js';
import { StepMode } from './step.js';
import { currentTheme } from './theme.js';

const REGION_SIDES = [0, 8, 12, 16, 24, 32, 48, 64, 128];
const SPACINGS = [0, 1, 2, 4, 8, 16, 32];
const REMEMBER_MS = 250;
const NARROW_PIXELS = 720;
const TOAST_MS = 6000;
const STORE = 'overland-theme';

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
    this.dirty = { ground: true, ink: true };
    this.modes = [new PlayMode(), new StepMode(), new CompareMode()];
    this.current = this.modes[0];
    for (const mode of this.modes) mode.attach(this);
    this.pointer = new Pointer(this, this.inkCanvas);
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
    try {
      await this.client.start();
      await this.readAddress(location.hash);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.setHint('Move the pointer');
  }

  /** Nothing works: the page says so instead of a map. */
  fail(error) {
    document.getElementById('status').textContent = error.message;
    document.documentElement.dataset.failed = 'yes';
  }

  async readAddress(fragment) {
    const fields = readAddress(fragment);
    const { session } = this;
    const size = /^(\d+)x(\d+)$/.exec(fields.size ?? '');
    const side = (text, usual) =>
      Number(text) >= 4 && Number(text) <= 1024 ? Number(text) : usual;
    if (fields.mover in MOVERS) session.settings.mover = fields.mover;
    if (['one', 'free', 'none'].includes(fields.corners)) session.settings.corners = fields.corners;
    if (['2', '3', '4'].includes(fields.body)) session.settings.body = Number(fields.body);
    if (REGION_SIDES.includes(Number(fields.region)))
      session.settings.region = Number(fields.region);
    if (SPACINGS.includes(Number(fields.spacing)))
      session.settings.spacing = Number(fields.spacing);
    if (fields.labels === '0') session.settings.labels = 0;
    if (['1', '2'].includes(fields.overlays)) session.settings.overlays = Number(fields.overlays);
    if (['none', 'grid', 'any'].includes(fields.lines)) session.query.smoothing = fields.lines;
    if (['octile', 'labels', 'overlays'].includes(fields.method))
      session.query.method = fields.method;
    session.settings.rule = readRule(fields);
    for (const mode of this.modes) mode.readFields?.(fields);
    this.enterMode(this.modes.find((mode) => mode.id === fields.mode) ?? this.current);
    await session.generate({
      kind: MAP_KINDS.includes(fields.map) ? fields.map : session.source.kind,
      width: side(size?.[1], session.source.width),
      height: side(size?.[2], session.source.height),
      seed: /^\d{1,6}$/.test(fields.seed ?? '') ? Number(fields.seed) : session.source.seed,
    });
    if (fields.edits) this.applyEdits(fields.edits);
    this.applyEnds(fields);
  }

  applyEdits(text) {
    const { history, map } = this.session;
    const byTerrain = new Map();
    readEdits(text, map.terrain.length, (cell, terrain) =>
      byTerrain.set(terrain, [...(byTerrain.get(terrain) ?? []), cell]),
    );
    history.begin();
    for (const [terrain, cells] of byTerrain) history.paint(cells, terrain);
    history.end();
    history.clear();
  }

  applyEnds(fields) {
    const start = readCell(fields.start);
    const goal = readCell(fields.goal);
    if (start) this.session.setStart(start);
    if (goal) this.session.setGoal(goal);
    this.pinned = fields.pin === '1';
    const goals = (fields.goals ?? '').split(';').map(readCell);
    this.session.setGoals(goals.filter((cell) => cell && this.session.inside(cell)));
  }

  listen() {
    const { session } = this;
    session.on('map', () => this.takeMap());
    session.on('graph', () => {
      this.ground.waypoints = session.waypoints;
      this.redraw();
      this.showWorld();
    });
    session.on('edit', ({ x, y, w, h }) => {
      this.ground.paint(x, y, w, h);
      this.redraw();
    });
    session.on('path', () => {
      this.firstPathMs ??= performance.now();
      this.remember();
    });
    session.on('error', (error) => this.say(error.message));
    addEventListener('resize', () => this.resize());
    addEventListener('keydown', (event) => this.keyDown(event));
    addEventListener('keyup', (event) => this.keyUp(event));
    addEventListener('pointerdown', () => delete document.documentElement.dataset.keys);
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      takeFiles(this, event.dataTransfer.files);
    });
    document.getElementById('file').addEventListener('change', ({ target }) => {
      document.getElementById('dialog').close();
      takeFiles(this, target.files).then(() => (target.value = ''));
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applyTheme());
  }

  // ---- Modes ----

  enterMode(mode) {
    const isNew = this.current !== mode;
    this.current.leave?.();
    this.current = mode;
    document.documentElement.dataset.mode = mode.id;
    for (const button of document.querySelectorAll('#modes button')) {
      button.setAttribute('aria-selected', String(button.dataset.mode === mode.id));
    }
    mode.enter(this);
    if (isNew && this.session.map) this.fitView();
    this.redraw();
    this.remember();
  }

  // ---- Maps ----

  takeMap() {
    this.ground.setMap(this.session.map);
    this.fitView();
    this.remember();
  }

  generate(source) {
    this.session.generate(source).catch((error) => this.say(error.message));
  }

  /** A mode may take a scenario; in the others its last problem becomes the query. */
  takeScenario(problems, name) {
    if (this.current.takeScenario) {
      this.current.takeScenario(problems, name);
      return;
    }
    const { session } = this;
    const fitting = fittingProblems(problems, session.map, name);
    const { start, goal } = fitting[fitting.length - 1];
    session.setStart(start);
    session.setGoal(goal);
    this.pinned = true;
    this.say(`${fitting.length} problems; the last of them is shown.`);
  }

  /** Steps that a file holds are shown in their mode. */
  takeSteps(steps, name) {
    return this.modes.find((mode) => mode.id === 'step').openSteps(steps, name);
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

  fitView() {
    const wide = innerWidth > NARROW_PIXELS;
    const panel = document.getElementById('panel');
    const right = wide && !panel.hidden ? panel.offsetWidth + 26 : 14;
    const below = document.getElementById('transport')?.offsetHeight ?? 48;
    const area = {
      x: 66,
      y: 70,
      width: innerWidth - 66 - right,
      height: innerHeight - 70 - below - 24,
    };
    this.camera.fit(this.session.map.width, this.session.map.height, area);
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
    if (event.key === 'Tab') document.documentElement.dataset.keys = 'yes';
    if (document.getElementById('dialog').open || /^(SELECT|TEXTAREA)$/.test(event.target.tagName))
      return;
    if (event.target.tagName === 'INPUT' && event.target.type !== 'checkbox') return;
    const onButton = /^(BUTTON|SUMMARY)$/.test(event.target.tagName);
    if (event.key === ' ' && (onButton || event.target.type === 'checkbox')) return;
    if (event.key === 'Enter' && onButton) return;
    if (
      this.commonKey(event) ||
      (!event.ctrlKey && !event.metaKey && !event.altKey && this.current.key?.(this, event))
    )
      event.preventDefault();
  }

  commonKey(event) {
    const { session } = this;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z' && !event.shiftKey) session.history.undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) session.history.redo();
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
    const button = (label, act, title) =>
      make('button', { type: 'button', title, onclick: act }, label);
    document.getElementById('modes').replaceChildren(
      ...this.modes.map((mode) =>
        make(
          'button',
          {
            type: 'button',
            role: 'tab',
            'data-mode': mode.id,
            'aria-selected': 'false',
            onclick: () => this.enterMode(mode),
          },
          mode.label,
        ),
      ),
    );
    const exports = { PNG: savePng, SVG: saveSvg, '.map': saveMap, '.world': saveWorld };
    const list = make(
      'select',
      { 'aria-label': 'Save', title: 'Save' },
      make('option', { value: '' }, 'Save'),
      ...Object.keys(exports).map((each) => make('option', { value: each }, each)),
    );
    list.onchange = () => {
      exports[list.value]?.(this);
      list.value = '';
    };
    document.getElementById('menu').replaceChildren(
      button('Map', () => openMaps(this), 'A new map, or a file (N)'),
      list,
      button('C', () => openCode(this), 'This in C (C)'),
      button('◐', () => this.toggleTheme(), 'Dark or light'),
      button('☰', () => this.togglePanel(), 'Settings (P)'),
      button('?', () => openHelp(this.current.id), 'Help (?)'),
    );
  }

  /** Settings of the world, and its figures. */
  worldRows() {
    const { session } = this;
    const { settings, query } = session;
    const auto = (n) => (n === 0 ? 'auto' : `${n} cells`);
    const details = make(
      'details',
      {},
      make('summary', {}, 'World'),
      sliderRow('Regions', REGION_SIDES, settings.region, auto, (region) =>
        session.setSettings({ region }),
      ),
      sliderRow('Waypoints apart', SPACINGS, settings.spacing, auto, (spacing) =>
        session.setSettings({ spacing }),
      ),
      choiceRow(
        'Stored costs',
        { both: 'both', labels: 'labels', overlays: 'overlays', none: 'none' },
        () => storedCosts(settings),
        (kind) => session.setSettings(STORED[kind]),
      ),
      choiceRow(
        'Plans by',
        { best: 'best', octile: 'octile A*' },
        () => query.method,
        (method) => session.setQuery({ method }),
      ),
      make('p', { class: 'note', id: 'world-note' }),
    );
    details.open = this.worldOpen ?? false;
    details.addEventListener('toggle', () => (this.worldOpen = details.open));
    details.sync = () => details.querySelectorAll('.row').forEach((row) => row.sync?.());
    queueMicrotask(() => this.showWorld());
    this.session.on('settings', details.sync);
    return details;
  }

  showWorld() {
    const note = document.getElementById('world-note');
    const { world } = this.session;
    if (!note || !world) return;
    const perCell = (world.bytes / (world.width * world.height)).toFixed(1);
    note.textContent = `${world.width} × ${world.height} cells, ${world.regionsX * world.regionsY} regions of ${world.regionCells}, ${world.waypoints.toLocaleString('en')} waypoints, ${perCell} bytes a cell`;
  }

  togglePanel() {
    const panel = document.getElementById('panel');
    panel.hidden = !panel.hidden;
    this.fitView();
  }

  toggleTheme() {
    const next = currentTheme().name === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem(STORE, next);
    } catch {
      // Without a store the choice lasts as long as the page.
    }
    this.chosenTheme = next;
    this.applyTheme();
  }

  applyTheme() {
    let chosen = this.chosenTheme;
    try {
      chosen ??= localStorage.getItem(STORE);
    } catch {
      chosen ??= null;
    }
    const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    if (!this.session.map) return;
    this.ground.setMap(this.session.map);
    this.enterMode(this.current);
  }

  say(text) {
    const toast = document.getElementById('toast');
    toast.textContent = text;
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => (toast.textContent = ''), TOAST_MS);
  }

  setHint(text) {
    document.getElementById('hint').textContent = text;
    setTimeout(() => this.dismissHint(), 8000);
    this.session.on('path', () => {
      if (this.hintPaths === undefined) this.hintPaths = 0;
      this.hintPaths++;
      if (this.hintPaths === 12) this.dismissHint();
    });
  }

  dismissHint() {
    document.getElementById('hint').classList.add('gone');
  }

  /** Writes the state to the address, once it has been quiet for a moment. */
  remember() {
    clearTimeout(this.rememberTimer);
    this.rememberTimer = setTimeout(() => {
      if (!this.session.map) return;
      try {
        history.replaceState(null, '', writeAddress(this.session, this));
      } catch {
        // Some browsers refuse this for files, or when it comes too often.
      }
    }, REMEMBER_MS);
  }
}

const STORED = {
  both: { labels: -1, overlays: 0 },
  labels: { labels: -1, overlays: 1 },
  overlays: { labels: 0, overlays: 2 },
  none: { labels: 0, overlays: 1 },
};

function storedCosts(settings) {
  return (
    Object.keys(STORED).find(
      (kind) =>
        STORED[kind].labels === settings.labels && STORED[kind].overlays === settings.overlays,
    ) ?? 'both'
  );
}

const app = new App();
app.start();
globalThis.overlandExplorer = app;
