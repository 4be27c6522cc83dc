// A route across the world in the worker: planned, then refined segment by segment as a unit walks it.

import { OK, STRAIGHT_COST } from '../engine.js';
import { Overtaken } from './world_source.js';

const BUDGET = 20000;
const ROUTE_KINDS = ['direct', 'labels', 'overlays']; // as ovl_route_kind numbers them

export class WorldWalk {
  constructor(world) {
    this.world = world;
    this.turn = 0;
    this.budget = BUDGET; // expansions of a slice
  }

  end() {
    this.turn++;
    this.world.c.world_route_end();
  }

  /** What is under way ends; the planner stays. */
  cancel() {
    this.turn++;
  }

  stateOf(n) {
    return {
      ...{ costToGo: n[2] / STRAIGHT_COST, isDone: n[3] !== 0, kind: ROUTE_KINDS[n[4]] },
      ...{ position: [n[5], n[6]], heldBytes: n[7], fetchedBytes: n[8], fetches: n[9] },
      ...{ segments: n[11], walked: n[12] / STRAIGHT_COST },
      ...{ coarseExpanded: n[13], fineExpanded: n[14] },
      plan: n[15] !== 0 ? this.plan() : null,
    };
  }

  /** Runs the task of the planner to its end, in slices. It is overtaken by another task, and by an edit,
      which closes the world that the task is in. */
  async finish(turn) {
    for (;;) {
      if (turn !== this.turn) throw new Overtaken('overtaken');
      const { result, n } = this.world.ask(() => this.world.c.world_route_step(this.budget));
      if (result !== OK || n[0] !== 0) return { result, n };
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  /** The waypoints of the last plan, five numbers each. */
  plan() {
    const { c, engine } = this.world;
    return engine.list(c.world_route_plan(), 5, Float64Array);
  }

  /** Plans a route between two places: its state; `plan` if it has one, and `line`, the turning points of
      the whole, if it is direct. */
  async begin(start, goal) {
    const { engine } = this.world;
    const turn = ++this.turn;
    let line = null;
    let { result, n } = await this.route(turn, start, goal);
    if (result === OK && ROUTE_KINDS[n[4]] === 'direct') {
      line = await this.line(turn, n);
      ({ result, n } = await this.route(turn, start, goal));
    }
    if (result !== OK) return { result, reason: engine.resultText(result) };
    return { result, ...this.stateOf(n), line };
  }

  route(turn, start, goal) {
    const { c, engine } = this.world;
    engine.check(c.world_route_begin(...start, ...goal), 'The route can not be planned');
    return this.finish(turn);
  }

  /** Walks a route to its end: its turning points. */
  async line(turn, begun) {
    const { c } = this.world;
    const points = [];
    let isDone = begun[3] !== 0;
    while (!isDone && c.world_route_next() === OK) {
      const { result, n } = await this.finish(turn);
      if (result !== OK) break;
      points.push(...this.points());
      isDone = n[3] !== 0;
    }
    return Int32Array.from(points);
  }

  /** The turning points of the last segment. */
  points() {
    const { c, engine } = this.world;
    return engine.list(c.world_route_segment(), 2);
  }

  /** Refines the next segment: its turning points, the windows that were searched for it, four numbers
      each, and the state of the route behind it; `plan` if the rest was planned anew. */
  async next() {
    const { c, engine } = this.world;
    const turn = ++this.turn;
    const begun = c.world_route_next();
    if (begun !== OK) return { result: begun, reason: engine.resultText(begun) };
    const { result, n } = await this.finish(turn);
    if (result !== OK) return { result, reason: engine.resultText(result) };
    const points = this.points();
    const windows = engine.copyOf(c.world_route_windows(), n[16] * 4);
    return { result, points, windows, ...this.stateOf(n) };
  }
}
