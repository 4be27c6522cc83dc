// The picture of a step of the mode Learn: a small map on a canvas of its own, whose ends are dragged and
// whose ground is painted; and the order in which the engine is asked.

import { besideCell, frameOf, hasCell } from '../../engine/hexagons.js';
import { PLAIN, ROCK } from '../../engine/terrain.js';
import { Asker } from '../asker.js';
import { Camera } from '../camera.js';
import { ARROW_STEPS } from '../elements.js';
import { Ground } from '../ground.js';
import { editOf } from '../history.js';
import { lineBetween } from '../shapes.js';

const MARGIN = 14;
const PIN_ROOM = 34; // pixels above the map, for a pin at its upper border
const GRASP = 22; // pixels within which an end is grasped

/** Unless a picture says others. */
const USUAL_SETTINGS = { mover: 'walker', body: 1, corners: 'strict', region: 0, labels: -1, rule: null };

export class LessonView {
  /** `client` is an EngineClient; `onAnswer(data)` and `onError(error)` are told of answers, `onHeight(pixels)` of how
      high the picture should be for its map. */
  constructor(client, { onAnswer, onError, onHeight }) {
    this.client = client;
    this.onHeight = onHeight;
    this.onAnswer = onAnswer;
    this.canvas = document.createElement('canvas');
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.camera = new Camera();
    this.ground = new Ground(this.canvas);
    this.picture = null;
    this.data = null;
    this.held = null; // what the pointer has: 'start', 'goal', 'handle' or 'brush'
    this.painted = new Map();
    this.asker = new Asker(() => this.askOnce(), onError);
    client.onEvent = () => this.ask();
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', () => (this.held = null));
    canvas.addEventListener('pointercancel', () => (this.held = null));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** Shows a picture from its beginning. */
  async show(picture) {
    this.picture?.end?.();
    Object.assign(this, { picture, map: null, data: null });
    picture.view = this;
    const scene = await picture.scene(this.client);
    if (picture !== this.picture) return;
    Object.assign(this, { marks: [] }, scene, { isNew: true });
    this.painted.clear();
    this.ground.setMap(this.map);
    this.ground.waypoints = new Int32Array(0);
    this.setHeight();
    this.resize();
    this.ask();
  }

  // ---- The engine ----

  /** Asks for the picture's answer, for what is shown then. */
  ask() {
    this.asker.ask();
  }

  async askOnce() {
    const { picture } = this;
    if (!this.map) return;
    if (this.isNew) {
      this.isNew = false;
      this.painted.clear();
      const settings = { ...USUAL_SETTINGS, ...picture.settings?.() };
      this.world = await this.client.call('setMap', this.map, settings);
    }
    if (this.painted.size > 0) await this.sendPainted(picture);
    const data = await picture.ask(this.client, this);
    if (picture !== this.picture || this.isNew) return;
    this.data = data;
    this.onAnswer(data);
    this.draw();
  }

  /** Bakes the map anew, with the picture's present settings. */
  bake() {
    this.isNew = true;
    this.ask();
  }

  /** Tells the engine of the cells that were painted; a picture may have its own way to do so. */
  async sendPainted(picture) {
    const { client, map, painted } = this;
    this.painted = new Map();
    if (picture.edit) await picture.edit(client, [...painted], this);
    else await client.call('edit', editOf(map, [...painted.keys()], (cell) => painted.get(cell)));
  }

  // ---- Drawing ----

  setHeight() {
    const { width, height } = frameOf(this.picture.shown?.(this.map) ?? this.map);
    const high = ((this.canvas.clientWidth - 2 * MARGIN) * height) / width + 2 * MARGIN + PIN_ROOM;
    this.onHeight?.(high / (this.picture.mapShare ?? 1));
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    if (!this.map || clientWidth === 0) return;
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    Object.assign(this.camera, { width: clientWidth, height: clientHeight });
    this.camera.fit(this.picture.shown?.(this.map) ?? this.map, {
      x: MARGIN,
      y: MARGIN + PIN_ROOM,
      width: clientWidth - 2 * MARGIN,
      height: clientHeight * (this.picture.mapShare ?? 1) - 2 * MARGIN - PIN_ROOM,
    });
    this.draw();
  }

  /** The colours have changed. */
  recolour() {
    if (!this.map) return;
    this.ground.setMap(this.map);
    this.ask();
    this.draw();
  }

  draw() {
    if (!this.map || this.canvas.clientWidth === 0) return;
    this.ground.draw(this.camera, this.world ?? null, { regions: this.picture.hasRegions });
    if (this.data) this.picture.draw(this.ground.context, this.camera, this.data, this);
  }

  // ---- Pointer and keys ----

  cellOf(event) {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = this.camera.cellAt(event.clientX - box.left, event.clientY - box.top);
    const clamp = (value, side) => Math.min(side - 1, Math.max(0, value));
    return [clamp(x, this.map.width), clamp(y, this.map.height)];
  }

  /** All cells that are dragged, by their names: marks by their numbers. */
  get ends() {
    return { start: this.start, goal: this.goal, ...this.marks };
  }

  /** The end that is near a place of the canvas: of two, the nearer. A goal's pin stands above its cell. */
  graspedAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const ends = this.picture.ends?.(this.data) ?? this.ends;
    let best = null;
    for (const [name, cell] of Object.entries(ends)) {
      const [x, y] = this.camera.middle(...cell);
      const far = Math.min(
        Math.hypot(px - x, py - y),
        name === 'goal' ? Math.hypot(px - x, py - y + GRASP) : Infinity,
      );
      if (far < GRASP && (best === null || far < best.far)) best = { name, far };
    }
    return best?.name ?? null;
  }

  down(event) {
    if (!this.map) return;
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    const cell = this.cellOf(event);
    this.held = event.button === 2 ? null : this.graspedAt(event);
    if (this.held) return;
    const brush = Number(this.picture.brush ?? ROCK); // a choice of a row is a text
    this.held = 'brush';
    this.last = cell;
    const isErased = event.button === 2 || this.terrainAt(cell) === brush;
    this.stroke = isErased ? PLAIN : brush;
    this.paint([cell]);
  }

  move(event) {
    if (!this.held || !this.map) return;
    const cell = this.cellOf(event);
    if (this.held === 'brush') {
      this.paint(lineBetween(this.last, cell, this.map.hexagons));
      this.last = cell;
    } else {
      this.setEnd(this.held, cell);
    }
  }

  terrainAt([x, y]) {
    return this.map.terrain[y * this.map.width + x];
  }

  /** Moves an end to a cell that is open. */
  setEnd(name, cell) {
    if (name === 'handle') this.picture.moveHandle(cell, this.data);
    else if (this.terrainAt(cell) === 0 || !hasCell(this.map, ...cell)) return;
    else if (Object.values(this.ends).some((end) => String(end) === String(cell))) return;
    else if (name in this.marks) this.marks[name] = cell;
    else this[name] = cell;
    this.ask();
  }

  paint(cells) {
    const isEnd = ([x, y]) => Object.values(this.ends).some(([ex, ey]) => ex === x && ey === y);
    for (const [x, y] of cells) {
      const at = y * this.map.width + x;
      if (isEnd([x, y]) || !hasCell(this.map, x, y) || this.map.terrain[at] === this.stroke) continue;
      this.setTerrain(at, this.stroke);
      this.painted.set(at, this.stroke);
    }
    if (this.painted.size > 0) this.ask();
    this.draw();
  }

  setTerrain(at, terrain) {
    this.map.terrain[at] = terrain;
    this.ground.paint(at % this.map.width, Math.floor(at / this.map.width), 1, 1);
  }

  /** Arrows move the goal, with Shift the start. Returns whether the key meant something. */
  key({ key, shiftKey }) {
    const step = ARROW_STEPS[key.toLowerCase()];
    if (!step || !this.map) return false;
    const name = shiftKey ? 'start' : 'goal';
    const [x, y] = besideCell(this.map.hexagons, this[name], step);
    if (hasCell(this.map, x, y)) this.setEnd(name, [x, y]);
    return true;
  }
}
