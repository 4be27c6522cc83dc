// The map, its world, and the query of the page; and the order in which the engine is asked. Edits
// and settings are sent first, then the path for the newest ends: at most one call is under way, and
// what was overtaken is never asked.

import { cellAtPlace, frameOf, hasCell, insetOf } from '../engine/hexagons.js';
import { DEFAULT_SETTINGS } from '../engine/settings.js';
import { OVERTAKEN } from './client.js';
import { History } from './history.js';

/** The cell of a map at a place of its picture. */
function placeIn({ width, height, hexagons }, px, py) {
  const [right, down] = insetOf(hexagons);
  const [x, y] = cellAtPlace(hexagons, px - right, py - down);
  return [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
}

export class Session {
  constructor(client) {
    this.client = client;
    this.listeners = {};
    this.map = null;
    this.world = null;
    this.start = [0, 0];
    this.goal = [0, 0];
    this.file = null; // the floors and profiles of the file of the map
    this.goals = []; // further ones: the path leads to the nearest of all
    this.answer = null;
    this.answered = null; // of which map, ends, query and settings that is the answer
    this.settings = { ...DEFAULT_SETTINGS };
    this.query = { smoothing: 'any' };
    this.source = { kind: 'continents', width: 640, height: 400, seed: 1 };
    this.firstSource = this.source;
    this.history = new History(this);
    this.edits = [];
    this.wanted = { bake: false, path: false };
    this.running = false;
    this.asksFork = false;
    this.isSaved = false; // the present map, as a file
    this.question = 0; // the number of the present query, which any change of it raises
    client.onEvent = (event) => {
      if (event.event !== 'refreshed') return;
      this.world = event.world;
      this.askAgain();
    };
  }

  on(name, listener) {
    (this.listeners[name] ??= []).push(listener);
  }

  emit(name, detail) {
    for (const listener of this.listeners[name] ?? []) listener(detail);
  }

  // ---- Maps ----

  inside([x, y]) {
    return hasCell(this.map, x, y);
  }

  terrainAt([x, y]) {
    return this.map.terrain[y * this.map.width + x];
  }

  async generate(source) {
    const { kind, width, height, seed, cells = '' } = source;
    const { map, world } = await this.client.call(
      'generate',
      kind,
      width,
      height,
      seed,
      this.settings,
      cells,
    );
    this.source = source;
    await this.take(map, world);
  }

  /** Takes a map that was read from a file; the present one stays if it can't be baked. */
  async load(map, name, file = null) {
    const world = await this.keepingMap(() => this.client.call('setMap', map, this.settings));
    this.source = { kind: 'file', name, width: map.width, height: map.height, seed: 0 };
    await this.take(map, world, file);
  }

  /** The map with its strokes, ends and settings, as `putBack` takes it. */
  keep() {
    const { map, original, source, file, start, goal, goals, isSaved, history } = this;
    const state = { map, original, source, file, start, goal, goals, isSaved };
    return { state, settings: { ...this.settings }, steps: history.steps() };
  }

  /** Shows a map again as it was kept; without the costs of steps of a world file, which the engine has
      no longer. */
  async putBack({ state, settings, steps }) {
    const rule = settings.rule?.ofFile ? null : settings.rule;
    Object.assign(this.settings, settings, { rule });
    const world = await this.keepingMap(() => this.client.call('setMap', state.map, this.settings));
    await this.take(state.map, world, state.file, { state, steps });
  }

  /** Opens a floor and a profile of a world file; returns what the file has. */
  async open(bytes, name, choice = {}) {
    const { map, world, settings, file } = await this.keepingMap(() =>
      this.client.call('adopt', bytes, choice),
    );
    Object.assign(this.settings, settings);
    this.source = { kind: 'file', name, width: map.width, height: map.height, seed: 0 };
    await this.take(map, world, { ...file, reopen: (other) => this.open(bytes, name, other) });
    return file;
  }

  /** Calls the engine for a new map; if it has none after a failure, it is given the present one. */
  async keepingMap(call) {
    const { map } = this;
    try {
      return await call();
    } catch (error) {
      if (error.message === OVERTAKEN) throw error;
      const has = await this.client.call('describe').catch(() => null);
      if (!has && map) {
        if (this.settings.rule?.ofFile) this.settings.rule = null;
        this.world = await this.client.call('setMap', map, this.settings);
        await this.readGraph();
        this.emit('settings');
        this.askPath();
      }
      throw error;
    }
  }

  /** Takes over a map. `file` has the floors and profiles of its file, and `reopen` shows others; `kept` is
      of a map that was here before. */
  async take(map, world, file = null, kept = {}) {
    const frame = frameOf(map);
    const at = (x, y) => placeIn(map, frame.left + x * frame.width, frame.top + y * frame.height);
    const [start, goal] = await this.client.call('cellsNear', [at(0.12, 0.75), at(0.85, 0.25)]);
    const waypoints = await this.client.call('waypoints');
    if (!file?.hasStepCosts && this.settings.rule?.ofFile) this.settings.rule = null;
    this.file = file;
    this.map = map;
    this.original = map.terrain.slice();
    this.world = world;
    this.answer = null;
    this.edits = [];
    this.isSaved = false;
    this.history.clear(kept.steps);
    Object.assign(this, { start, goal, goals: [] }, kept.state);
    this.waypoints = waypoints;
    this.emit('graph');
    this.emit('map');
    this.emit('settings');
    this.emit('history');
    this.askPath();
  }

  /** Ends what the engine is at, with its worker. Map, ends, query and settings are again those of the last
      answer; edits stay, which can be undone. */
  async cancel() {
    const { map, settings, answered } = this;
    this.edits = [];
    this.wanted = { bake: false, path: false };
    const ended = this.settling;
    const restarted = this.client.restart();
    await ended;
    this.running = true; // what is asked meanwhile waits
    if (answered?.map === map) {
      const { start, goal, goals } = answered;
      Object.assign(this, { start, goal, goals });
      Object.assign(this.query, answered.query);
      Object.assign(settings, answered.settings);
    }
    if (settings.rule?.ofFile) settings.rule = null; // the engine has its table no longer
    try {
      await restarted;
      this.world = await this.client.call('setMap', map, settings);
      await this.readGraph();
    } finally {
      this.running = false;
    }
    this.emit('settings');
    this.askAgain();
  }

  /** Whether the map is the one that the page begins with, and nothing was painted. */
  isFirstMap() {
    const { kind, seed } = this.firstSource;
    return this.source.kind === kind && this.source.seed === seed && this.history.done.length === 0;
  }

  heightAt([x, y]) {
    return this.map.heights?.[y * this.map.width + x] ?? 0;
  }

  async readGraph() {
    this.waypoints = await this.client.call('waypoints');
    this.emit('graph');
  }

  // ---- Changes ----

  setStart(cell) {
    if (!this.inside(cell)) return;
    this.start = cell;
    this.askPath();
  }

  setGoal(cell) {
    if (!this.inside(cell)) return;
    this.goal = cell;
    this.askPath();
  }

  /** Makes a cell a further goal, or none if it is one. */
  toggleGoal(cell) {
    if (!this.inside(cell)) return;
    const others = this.goals.filter(([x, y]) => x !== cell[0] || y !== cell[1]);
    this.setGoals(others.length < this.goals.length ? others : [...this.goals, cell]);
  }

  setGoals(goals) {
    this.goals = goals;
    this.emit('settings');
    this.askPath();
  }

  setQuery(changes) {
    Object.assign(this.query, changes);
    this.emit('settings');
    this.askPath();
  }

  setSettings(changes) {
    Object.assign(this.settings, changes);
    this.wanted.bake = true;
    this.emit('settings');
    this.askPath();
  }

  /** Sets cells of the map, or heights: { x, y, w, h, values, mask, isHeights }, and sends the edit to
      the engine. */
  edit(edit) {
    const { x, y, w, h, values, mask, isHeights } = edit;
    if (isHeights) this.map.heights ??= new Uint16Array(this.map.terrain.length);
    const to = isHeights ? this.map.heights : this.map.terrain;
    for (let j = 0; j < h; j++) {
      for (let i = 0; i < w; i++) {
        if (!mask || mask[j * w + i]) to[(y + j) * this.map.width + x + i] = values[j * w + i];
      }
    }
    this.isSaved = false;
    this.edits.push(edit);
    this.emit('edit', edit);
    this.askPath();
  }

  // ---- The engine, one call at a time ----

  askPath() {
    this.question++;
    this.askAgain();
  }

  /** Asks for the path of the same query: how it is planned has changed, and not what is asked. */
  askAgain() {
    if (!this.map) return;
    this.wanted.path = true;
    if (!this.running) this.settling = this.run();
  }

  /** Waits until the engine has answered all that was asked. */
  async settled() {
    while (this.running) await this.settling;
  }

  async run() {
    this.running = true;
    try {
      while (this.wanted.bake || this.wanted.path || this.edits.length > 0) await this.runOne();
    } catch (error) {
      this.emit('error', error);
    }
    this.running = false;
  }

  async runOne() {
    if (this.edits.length > 0) {
      await this.sendEdit(this.edits.shift());
    } else if (this.wanted.bake) {
      this.wanted.bake = false;
      this.world = await this.client.call('bake', { ...this.settings });
      await this.readGraph();
    } else {
      this.wanted.path = false;
      const { map } = this;
      const answer = await this.client.call('path', this.present({ record: 200000 }));
      if (this.map !== map) return; // the new one asks for its own
      this.answer = answer;
      const { start, goal, goals, query, settings } = this;
      this.answered = { map, start, goal, goals, query: { ...query }, settings: { ...settings } };
      this.emit('path', this.answer);
    }
  }

  async sendEdit(edit) {
    const { rebuilt } = await this.client.call('edit', edit);
    this.emit('rebuilt', rebuilt);
    if (this.edits.length === 0) {
      this.world = await this.client.call('describe');
      await this.readGraph();
    }
  }

  /** The present query, with changes. */
  present(changes = {}) {
    const { query, start, goal, asksFork: ofFork } = this;
    const goals = this.goals.length > 0 ? [goal, ...this.goals] : undefined;
    return { ...query, start, goal, goals, nearest: true, ofFork, ...changes };
  }
}
