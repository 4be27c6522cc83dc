// The worker's side of the Compare mode: one query by one method, with its figures and, if asked
// for, what it expanded. All costs are of the map as it is.

import { COMPARE_METHODS, costOfJumps } from './compare_rules.js';
import { OK, STRAIGHT_COST } from './engine.js';
import { DEFAULT_RULES, isForMap, stepsByWorld, weightsOfMap } from './step_rules.js';
import { weightsOf } from './terrain.js';

const CLOSED = 2;
const EVENT_INTS_EACH = 18;
const MOST_EVENTS = 200000;
const TIME_ROUNDS = 1000;

export class Comparer {
  constructor(engine, stepper) {
    this.engine = engine;
    this.stepper = stepper;
  }

  /** The cost of the best path, and what the library's plain A* takes; null: there is no path. */
  optimum({ start, goal, rounds = 1 }) {
    let least = Infinity;
    for (let i = 0; i < rounds; i++) {
      const { result, cost, expanded, us } = this.engine.plain({ start, goal, nearest: false });
      if (result !== OK) return null;
      least = Math.min(least, us);
      if (i === rounds - 1) return { cost, expanded, us: least };
    }
    return null;
  }

  /**
   * One method: { found, cost, cells, waypoints, us, bytes }, and with `picture` also { states,
   * nodes, path }: 2 for each cell expanded, x, y of waypoints expanded, x, y of the path. Times are
   * means over about `ms` milliseconds.
   */
  run({ method, start, goal, picture, ms }) {
    const search = { method, start, goal, picture, ms };
    return COMPARE_METHODS[method].isTiers ? this.runTiers(search) : this.runWatched(search);
  }

  // ---- Searches over all cells ----

  runWatched({ method, start, goal, picture, ms }) {
    const { engine, stepper } = this;
    const { corners, mover, body } = engine.settings;
    const { hasHeights, settings } = engine;
    if (!isForMap(method, engine)) throw new Error('Jump points need squares.');
    if (method === 'jumps' && corners === 'none')
      throw new Error('Jump points need eight neighbours.');
    if (method === 'jumps' && (hasHeights || settings.rule))
      throw new Error(
        `Jump points can't be used with ${hasHeights ? 'heights' : 'rules of a step'}: they skip cells as if all steps cost the same.`,
      );
    const { width, height, hexagons } = engine;
    const map = { width, height, hexagons, terrain: engine.terrain() };
    const weigh = (plain) => weightsOfMap(map, weightsOf(mover), body, plain);
    const weights = weigh(false);
    if (weights[start[1] * width + start[0]] === 0 || weights[goal[1] * width + goal[0]] === 0)
      return { found: false, bytes: width * height };
    const rules = { ...DEFAULT_RULES, method, costs: 'exact', tie: 'largerG' };
    stepper.begin({
      width,
      height,
      hexagons,
      weights: method === 'jumps' ? weigh(true) : weights,
      start,
      goal,
      rules,
      corners,
      byWorld: stepsByWorld(method, hasHeights, settings.rule),
    });
    stepper.setBreaks([], rules);
    const us = this.timeWatched(ms);
    const state = stepper.state();
    const found = { found: state.found, cells: state.closed, waypoints: 0, us };
    found.bytes = width * height;
    if (state.found) {
      const branch = stepper.branch(goal[1] * width + goal[0]);
      const path = Int32Array.from(
        [...branch].flatMap((node) => [node % width, (node / width) | 0]),
      );
      const units = method === 'jumps' ? costOfJumps(path, weights, width) : state.event.g;
      Object.assign(found, { cost: units / STRAIGHT_COST, path });
    }
    if (!picture) delete found.path;
    else found.states = this.statesNow(width, height);
    return found;
  }

  /** Runs the search that has begun to its end, again and again: the least of some means. */
  timeWatched(ms) {
    const { c } = this.engine;
    const { total } = this.stepper.state();
    const mean = () => {
      let spent = 0;
      let times = 0;
      const first = performance.now();
      while (times === 0 || (performance.now() - first < ms && times < TIME_ROUNDS)) {
        c.module_step_to(0);
        const began = performance.now();
        c.module_step_to(total);
        spent += performance.now() - began;
        times++;
      }
      return (spent * 1000) / times;
    };
    return Math.min(mean(), mean(), mean());
  }

  statesNow(width, height) {
    const { engine } = this;
    const address = engine.c.module_step_states(0, 0, width, height);
    return address === 0 ? null : engine.bytesAt(address, width * height).slice();
  }

  // ---- The two tiers ----

  runTiers({ method, start, goal, picture, ms }) {
    const { engine } = this;
    const query = (record) => ({
      start,
      goal,
      smoothing: 'grid',
      nearest: false,
      record,
      kinds: ['expand'],
    });
    if (method === 'octile') return this.runCoarse(query, { picture, ms });
    // The figures of a first step are those of its last call alone; its events are of all.
    const isFirst = method === 'first';
    const find = (record) => isFirst ? engine.firstStep(query(record)) : engine.path(query(record));
    const answer = find(picture || isFirst ? MOST_EVENTS : 0);
    const events = picture || isFirst ? this.readTiers(engine.readEvents()) : null;
    const found = {
      found: answer.result === OK,
      cost: answer.cost,
      cells: isFirst ? events.cells : answer.fineExpanded,
      waypoints: isFirst ? events.nodes.length / 4 : answer.coarseExpanded,
      bytes: engine.describe().bytes,
    };
    if (picture) Object.assign(found, { ...events, cells: found.cells, path: answer.points });
    if (found.found) {
      const times = engine.measure(query(0), ms);
      found.us = isFirst ? times.firstStepUs : times.pathUs;
    }
    return found;
  }

  /** The coarse A* of the page's own, of which the route is not refined. */
  runCoarse(query, { picture, ms }) {
    const { engine } = this;
    const { result, cost, points, cells, waypoints, events } = engine.coarse(
      query(picture ? MOST_EVENTS : 0),
    );
    const found = { found: result === OK, cost, cells, waypoints, bytes: engine.describe().bytes };
    if (picture) Object.assign(found, { ...this.readTiers(events), cells, path: points });
    if (found.found) found.us = engine.measureCoarse(query(0), ms);
    return found;
  }

  /** Events of expansions: 2 for each cell, how many, and the two cells of each waypoint. */
  readTiers({ count, ints }) {
    const { width, height } = this.engine;
    const states = new Uint8Array(width * height);
    const nodes = [];
    let cells = 0;
    for (let at = 0; at < count * EVENT_INTS_EACH; at += EVENT_INTS_EACH) {
      const isCell = ints[at + 1] === 0;
      if (isCell) states[ints[at + 4] * width + ints[at + 3]] = CLOSED;
      if (isCell) cells++;
      else nodes.push(...ints.subarray(at + 3, at + 7));
    }
    return { states, cells, nodes: Int32Array.from(nodes) };
  }

  // ---- Problems of the page's own ----

  /** Up to `count` problems on this map, each with a path: as parseScenario gives them. */
  problems(count, seed) {
    const { engine } = this;
    const { width, height } = engine;
    let state = seed >>> 0;
    const random = (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const found = [];
    for (let tries = 0; tries < 40 * count && found.length < count; tries++) {
      const cell = () => [random(width), random(height)];
      const [start, goal] = [cell(), cell()];
      if (engine.island(start) !== engine.island(goal)) continue;
      const best = this.optimum({ start, goal });
      if (best) found.push({ start, goal, optimal: best.cost, width, height });
    }
    return found;
  }
}
