// Tools of the mode World: looking, the ends of a route, painting rock and open ground.

import { hexagonDistance } from '../../engine/hexagons.js';

const GRAB_END_PIXELS = 20;

export const WORLD_TOOLS = {
  look: { label: 'Look: move the map, click to read what is there', key: 'v', icon: 'walk' },
  route: { label: 'Route: click its start, then its goal, or drag them', key: 'r', icon: 'run' },
  rock: { label: 'Paint rock', key: 'b', icon: 'wall' },
  open: { label: 'Paint open ground', key: 'o', icon: 'brush' },
};

export class WorldHands {
  constructor(mode) {
    this.mode = mode;
    this.drag = null;
  }

  /** Whether a pointer that goes down is the tool's; otherwise it moves the map. */
  down(cell, event) {
    const { tool, world } = this.mode;
    if (!world) return false;
    if (tool === 'route') {
      this.drag = this.endNear(event);
      return this.drag !== null;
    }
    if (tool !== 'rock' && tool !== 'open') return false;
    this.drag = { cells: new Map(), isOpen: (tool === 'open') !== (event.button === 2) };
    this.paint(cell);
    return true;
  }

  endNear(event) {
    const { route, view } = this.mode;
    for (const end of ['goal', 'start']) {
      if (!route[end]) continue;
      const [x, y] = view.camera.middle(...route[end]);
      if (Math.hypot(event.offsetX - x, event.offsetY - y) <= GRAB_END_PIXELS) return { end };
    }
    return null;
  }

  move(cell) {
    if (!this.drag) return;
    if (this.drag.end) {
      this.mode.route[this.drag.end] = cell;
      this.mode.view.redraw();
    } else this.paint(cell);
  }

  paint([x, y]) {
    const { brush, world } = this.mode;
    const last = this.drag.last ?? [x, y];
    const steps = Math.max(Math.abs(x - last[0]), Math.abs(y - last[1]), 1);
    for (let i = 0; i <= steps; i++) {
      const cx = Math.round(last[0] + ((x - last[0]) * i) / steps);
      const cy = Math.round(last[1] + ((y - last[1]) * i) / steps);
      for (let dy = -brush; dy <= brush; dy++) {
        for (let dx = -brush; dx <= brush; dx++) {
          if (world.hexagons && hexagonDistance(dx, dy) > brush) continue;
          const at = [cx + dx, cy + dy];
          const isInside = at[0] >= 0 && at[1] >= 0 && at[0] < world.width && at[1] < world.height;
          if (isInside) this.drag.cells.set(`${at[0]},${at[1]}`, at);
        }
      }
    }
    this.drag.last = [x, y];
    this.mode.ink.way = Int32Array.from([...this.drag.cells.values()].flat());
    this.mode.view.redraw();
  }

  up() {
    const { drag, mode } = this;
    this.drag = null;
    if (!drag) return;
    mode.ink.way = null;
    if (drag.end) mode.route.plan();
    else this.apply(drag);
  }

  cancel() {
    this.drag = null;
    this.mode.ink.way = null;
  }

  apply({ cells, isOpen }) {
    const places = [...cells.values()].filter(([, y]) => this.mode.floorAt(y) >= 0);
    if (places.length > 0) this.mode.edit({ places: places.flat(), isOpen });
  }

  click(cell) {
    const { mode } = this;
    if (mode.tool === 'route' && mode.world) mode.route.click(cell);
    else mode.look(cell);
  }
}
