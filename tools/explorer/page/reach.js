// How far one gets from the pointer: costs from a cell as five bands of colour.

import { CellLayer } from './cell_layer.js';
import { currentTheme } from './theme.js';

const BANDS = 5;

export class Reach {
  constructor(mode) {
    this.mode = mode;
    this.on = false;
    this.budget = 40;
    this.layer = new CellLayer();
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

  /** Asks for the costs from where the pointer is; of several questions only the last is asked. */
  async ask() {
    if (!this.on) return;
    this.again = this.busy;
    if (this.busy) return;
    this.busy = true;
    const { app, cursor } = this.mode;
    const center = cursor && app.session.inside(cursor) ? cursor : app.session.goal;
    try {
      const { costs } = await app.client.call('range', center, this.budget, app.session.asksFork);
      this.mark(costs);
    } catch (error) {
      app.say(error.message);
    }
    this.busy = false;
    app.redrawInk();
    if (this.again) this.ask();
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
