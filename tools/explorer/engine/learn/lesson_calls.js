// The worker's side of the mode Learn: what its pictures ask of small worlds at once, so that a picture
// takes few messages.

import { OK, STRAIGHT_COST } from '../engine.js';
import { Fork } from '../fork.js';
import { seeAround } from '../sight.js';
import { PLAIN } from '../terrain.js';

const MOST_SEGMENTS = 4096;
const MOST_WALK_EVENTS = 20000;

export class LessonCalls {
  constructor(engine) {
    this.engine = engine;
  }

  /** The edges through all regions: x, y, x, y, cost in units for each. */
  edges() {
    const { regionsX, regionsY } = this.engine.describe();
    return Array.from({ length: regionsX * regionsY }, (_, region) => this.engine.edges(region));
  }

  /**
   * Walks a route from its start to its goal: { result, cost, segments }, of which each has its cells, the
   * cost that is left behind it, and events: the windows that it searched.
   */
  walk(query) {
    const { engine } = this;
    engine.setQuery({ ...query, smoothing: 'none', record: MOST_WALK_EVENTS, kinds: ['window'] });
    let result = engine.c.module_route_begin();
    let [left, done] = engine.numbers();
    const cost = left / STRAIGHT_COST;
    const segments = [];
    while (result === OK && done === 0 && segments.length < MOST_SEGMENTS) {
      result = engine.c.module_route_next();
      const answer = engine.readAnswer(result);
      [left, done] = engine.numbers().subarray(11, 13);
      const { cells, fineExpanded } = answer;
      segments.push({ cells, fineExpanded, left: left / STRAIGHT_COST, events: engine.readEvents() });
    }
    return { result, cost, segments };
  }

  /**
   * Walks to the goal over land that is known as far as it was seen: a fork that begins as plain ground, and
   * learns what comes into sight. The steps have their `cell`, the cells seen from it (`fresh`), the `plan` that
   * is followed from there, and whether it is a new one.
   */
  explore({ map, start, goal, sight }) {
    const { width, height, terrain } = map;
    const fork = new Fork(this.engine);
    const known = new Uint8Array(terrain.length).fill(PLAIN);
    const seen = new Uint8Array(terrain.length);
    const whole = { x: 0, y: 0, w: width, h: height, values: known, mask: null };
    fork.begin([whole]);
    const steps = [];
    let plan = null;
    for (let cell = start; cell; cell = plan.length > 2 ? [...plan.slice(2, 4)] : null) {
      const fresh = seeAround(seen, map, cell, sight);
      const isPlanned = plan === null || fresh.some((each) => terrain[each] !== PLAIN);
      for (const each of fresh) known[each] = terrain[each];
      if (isPlanned) fork.edit(whole);
      plan = isPlanned
        ? this.engine.path({ start: cell, goal, smoothing: 'none', nearest: false, ofFork: true }).cells
        : plan.slice(2);
      steps.push({ cell, fresh, plan, isPlanned });
    }
    fork.end();
    return { steps };
  }

  // ---- Units ----

  /** Begins a battle of one side in the present world: a unit on each cell, all sent to a place. */
  beginUnits(cells, goal) {
    const { engine } = this;
    const problem = engine.c.module_battle_begin(cells.length, 1, 0, 0);
    if (problem !== 0) throw new Error('The units have no room in the memory of this page.');
    const flat = Int32Array.from(cells.flatMap(([x, y]) => [x, y, 0]));
    engine.withCopy(flat, (address) => engine.c.module_battle_add(address, cells.length));
    this.sendUnits(cells.length, goal);
  }

  sendUnits(count, [x, y]) {
    const { engine } = this;
    const units = Int32Array.from({ length: count }, (_, unit) => unit);
    engine.withCopy(units, (address) => engine.c.module_battle_send(address, count, x, y));
  }

  /** Changes cells, x, y and terrain of each, but for those on which a unit stands. Returns those that it
      changed. */
  editUnits(cells) {
    const { engine } = this;
    engine.withCopy(Int32Array.from(cells), (address) =>
      engine.check(
        engine.c.module_battle_edit(address, cells.length / 3, 0),
        'The rocks can not be set',
      ),
    );
    return engine.list(engine.c.module_battle_changed());
  }

  /** Runs a tick: { units, claims }, as module_battle_units and module_battle_claims list them. */
  tickUnits(budget) {
    const { engine } = this;
    engine.c.module_battle_tick(budget);
    return {
      units: engine.list(engine.c.module_battle_units()),
      claims: engine.list(engine.c.module_battle_claims()),
    };
  }
}
