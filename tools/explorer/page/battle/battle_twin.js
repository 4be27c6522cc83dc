// Lockstep: a second module in a worker of its own, which gets the same inputs in the same ticks and shares
// nothing else. Both hashes are compared in each tick.

import { drawTwin } from './battle_twin_picture.js';
import { EngineClient } from '../client.js';
import { ROCK } from '../../engine/terrain.js';

export class BattleTwin {
  constructor(mode) {
    this.mode = mode;
    this.client = null;
    this.begin = null;
    this.answer = null;
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'twin';
  }

  /** Begins the second battle; null: there is none. */
  async reset(begin) {
    const { session } = this.mode.app;
    this.begin = begin;
    this.same = 0; // ticks in which both hashes were the same
    this.parted = null;
    this.spoils = [];
    this.answer = null;
    if (!begin) {
      this.client?.end();
      this.client = null;
      return;
    }
    if (!this.client) {
      this.client = new EngineClient();
      await this.client.start();
    }
    await this.client.call('setMap', session.map, session.settings);
    this.map = { ...session.map, terrain: session.map.terrain.slice() };
    this.answer = await this.client.call('battle', 'begin', begin);
  }

  async run({ count, inputs }) {
    if (!this.begin) return;
    const spoils = count > 0 ? this.spoils.splice(0) : [];
    this.answer = await this.client.call('battle', 'run', {
      count,
      inputs: [...inputs, ...spoils],
    });
    const { changed } = this.answer;
    for (let i = 0; i < changed.length; i += 3)
      this.map.terrain[changed[i + 1] * this.map.width + changed[i]] = changed[i + 2];
  }

  compare(ticks) {
    if (!this.begin || this.parted !== null) return;
    const first = this.mode.tick - ticks.length;
    const at = ticks.findIndex(({ hash }, i) => hash !== this.answer.ticks[i].hash);
    if (at < 0) this.same = this.mode.tick;
    else this.parted = first + at + 1;
    this.hash = this.answer.ticks.at(-1)?.hash ?? this.hash;
    this.mode.panel.update();
  }

  /** Drops a rock in the second battle alone: on the first open cell. */
  spoil() {
    const { width, terrain } = this.map;
    const cell = terrain.findIndex((each) => each !== ROCK);
    this.spoils.push({ kind: 'rock', cells: [[cell % width, Math.floor(cell / width)]] });
    this.mode.panel.update();
  }

  words() {
    if (this.parted !== null)
      return `They PARTED at tick ${this.parted}: the other has hash ${this.hash}.`;
    if (this.spoils.length > 0) return 'A rock will fall in the other battle alone.';
    return this.same > 0
      ? `The same hash in each of ${this.same} ticks: ${this.hash}.`
      : 'Run: both hashes are compared in each tick.';
  }

  draw() {
    if (this.answer) drawTwin(this.canvas, this.map, this.answer.units);
  }
}
