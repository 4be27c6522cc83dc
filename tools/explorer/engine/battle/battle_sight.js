// Unexplored land: the world of a battle begins without rocks, and has those that some unit has seen.

import { seeAround } from '../sight.js';
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
    const { width, terrain } = battle.map;
    const units = battle.list(battle.c.module_battle_units());
    const found = [];
    for (let i = 0; i < units.length; i += BATTLE_UNIT_INTS) {
      for (const cell of seeAround(this.seen, battle.map, [units[i], units[i + 1]], radius))
        if (battle.weights[terrain[cell]] === 0) found.push([cell % width, Math.floor(cell / width), terrain[cell]]);
    }
    if (found.length > 0) battle.change(found);
  }

  copy() {
    return this.seen.slice();
  }
}
