// How far one gets from the pointer: costs from a cell as five bands of colour.

import { Asker } from './asker.js';
import { CellLayer } from './cell_layer.js';
import { currentTheme } from './theme.js';

const BANDS = 5;

export class Reach {
  constructor(mode) {
    this.mode = mode;
    this.on = false;
    this.budget = 40;
    this.layer = new CellLayer();
    this.asker = new Asker(() => this.askOnce(), (error) => mode.app.say(error.message));
  }

  resize(map) {
    this.layer.resize(map.width, map.height);
  }

  turn(on) {
    this.on = on;
    if (on) this.ask();
    else this.layer.clear();
  }

  setBudget(budget) {
    this.budget = budget;
    this.ask();
  }

  ask() {
    if (this.on) this.asker.ask();
  }

  /** Asks for the costs from where the pointer is. */
  async askOnce() {
    const { app, cursor } = this.mode;
    const center = cursor && app.session.inside(cursor) ? cursor : app.session.goal;
    const { costs } = await app.client.call('range', center, this.budget, app.session.asksFork);
    this.mark(costs);
    app.redrawInk();
  }

  /** The outer bands are lighter. */
  mark(costs) {
    const { layer, budget } = this;
    layer.clear();
    if (!costs || !this.on || costs.length !== layer.width * layer.height) return;
    const [r, g, b] = currentTheme().ring;
    for (let i = 0; i < costs.length; i++) {
      if (costs[i] < 0) continue;
      const band = Math.min(BANDS - 1, Math.floor((costs[i] * BANDS) / budget));
      layer.mark(i % layer.width, Math.floor(i / layer.width), [r, g, b, 170 - 30 * band]);
    }
    layer.put();
  }

  draw(context, camera) {
    if (this.on) this.layer.draw(context, camera);
  }
}
