// Strokes on the map, from pressing to letting go: brushes, rectangles and fills of terrain, and hills. Where a stroke goes is its target's: the map, its heights, or a fork of the world.

import { farOf } from '../engine/hexagons.js';
import { MARSH, PLAIN, ROCK, TREES, WATER } from '../engine/terrain.js';
import { discAround, floodFrom, lineBetween, rectBetween } from './shapes.js';

const MOST_HEIGHT = 65535;

/** Paints terrain. */
class TerrainTarget {
  constructor(history, terrain) {
    this.history = history;
    this.terrain = terrain;
    history.begin();
  }

  paint(cells) {
    this.history.paint(cells, this.terrain);
  }

  end() {
    this.history.end();
  }
}

/**
 * Raises ground, or lowers it with an amount below 0: a round hill under a brush, and evenly under other
 * shapes. Passing a cell twice in a stroke raises it once.
 */
class HeightTarget {
  constructor({ history, map }, amount, size) {
    this.history = history;
    this.map = map;
    this.before = map.heights?.slice();
    this.amount = amount;
    this.size = size;
    this.shares = new Map();
    history.begin();
  }

  paint(cells, at) {
    const changed = new Map();
    for (const cell of cells) {
      const share = at ? this.shareAt(cell, at) : 1;
      if (share <= (this.shares.get(cell) ?? 0)) continue;
      this.shares.set(cell, share);
      const height = (this.before?.[cell] ?? 0) + Math.round(share * this.amount);
      changed.set(cell, Math.min(MOST_HEIGHT, Math.max(0, height)));
    }
    this.history.setHeights(changed);
  }

  /** 1 in the middle of the brush, towards 0 at its rim. */
  shareAt(cell, [cx, cy]) {
    const { width, hexagons } = this.map;
    const away = farOf(hexagons, (cell % width) - cx, Math.floor(cell / width) - cy);
    return (1 + Math.cos((Math.PI * away) / Math.max(1, this.size / 2 + 1))) / 2;
  }

  end() {
    this.history.end();
  }
}

export class Painter {
  /** `mode` has tool, shape, size, slow, fast, hill, lowers and whatIf. */
  constructor(mode) {
    this.mode = mode;
    this.target = null;
  }

  get session() {
    return this.mode.app.session;
  }

  terrainOf(tool) {
    const { mode } = this;
    return {
      rock: ROCK,
      slow: mode.slow * 8,
      fast: mode.fast * 8,
      plain: PLAIN,
      water: WATER,
      trees: TREES,
      marsh: MARSH,
      whatif: ROCK,
    }[tool];
  }

  /** `isOther`: by the other button, which paints plain ground, lowers, or opens. */
  begin(cell, isOther) {
    const { mode, session } = this;
    this.from = this.last = cell;
    this.terrain = isOther ? PLAIN : this.terrainOf(mode.tool);
    this.target = this.targetOf(isOther);
    if (mode.shape === 'fill') this.target.paint(floodFrom(session.map, cell));
    else if (mode.shape === 'brush') this.goOn(cell);
  }

  targetOf(isOther) {
    const { mode, session } = this;
    if (mode.tool === 'height')
      return new HeightTarget(session, isOther === mode.lowers ? mode.hill : -mode.hill, mode.size);
    if (mode.tool === 'whatif') return mode.whatIf.beginStroke(this.terrain);
    return new TerrainTarget(session.history, this.terrain);
  }

  goOn(cell) {
    if (this.target && this.mode.shape === 'brush') {
      const { map } = this.session;
      for (const at of lineBetween(this.last, cell, map.hexagons))
        this.target.paint(discAround(map, at, this.mode.size), at);
    }
    this.last = cell;
  }

  end(cell) {
    if (this.target && this.mode.shape === 'box')
      this.target.paint(rectBetween(this.session.map, this.from, cell));
    this.cancel();
  }

  cancel() {
    this.target?.end();
    this.target = null;
  }

  /** What a click at a cell would paint: lists of cells by terrain; null for heights. */
  preview(cell) {
    const { mode, session } = this;
    const { map } = session;
    const cells =
      mode.shape === 'box' && this.target
        ? rectBetween(map, this.from, cell)
        : discAround(map, cell, mode.shape === 'brush' ? mode.size : 1);
    const terrain = this.target ? this.terrain : this.terrainOf(mode.tool);
    return new Map([[mode.tool === 'height' ? null : terrain, cells]]);
  }
}
