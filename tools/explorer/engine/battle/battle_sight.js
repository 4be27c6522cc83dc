// Unexplored land: the world of a battle begins without rocks, and has those that some unit has seen.

import { PLAIN } from '../terrain.js';
import { BATTLE_UNIT_INTS } from './battle_units.js';

export class Sight {
  /** Opens all of the battle's map; `radius` is how far units see, in cells. */
  constructor(battle, radius) {
    this.battle = battle;
    this.radius = radius;
    const { width, height, terrain } = battle.map;
    this.seen = new Uint8Array(width * height);
    const closed = [];
    terrain.forEach((each, cell) => {
      if (battle.weights[each] === 0) closed.push([cell % width, Math.floor(cell / width), PLAIN]);
    });
    battle.change(closed);
    battle.changed = [];
  }

  /** Takes what the units see now into the world. */
  look() {
    const { battle, radius } = this;
    const { width, height, terrain } = battle.map;
    const units = battle.list(battle.c.module_battle_units());
    const found = [];
    for (let i = 0; i < units.length; i += BATTLE_UNIT_INTS) {
      const [x, y] = [units[i], units[i + 1]];
      for (let cy = Math.max(0, y - radius); cy <= Math.min(height - 1, y + radius); cy++) {
        for (let cx = Math.max(0, x - radius); cx <= Math.min(width - 1, x + radius); cx++) {
          const cell = cy * width + cx;
          if (this.seen[cell]) continue;
          this.seen[cell] = 1;
          if (battle.weights[terrain[cell]] === 0) found.push([cx, cy, terrain[cell]]);
        }
      }
    }
    if (found.length > 0) battle.change(found);
  }

  copy() {
    return this.seen.slice();
  }
}
