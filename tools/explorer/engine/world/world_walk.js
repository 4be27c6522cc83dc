// A route across the world in the worker: planned, then refined segment by segment as a unit walks it;
// and the costs to a goal.

import { OK, STRAIGHT_COST } from '../engine.js';
import { Overtaken } from './world_file_reader.js';

const BUDGET = 20000;
const ROUTE_KINDS = ['direct', 'stops', 'labels', 'overlays'];

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
      ...{ plannerBytes: n[10], segments: n[11], walked: n[12] / STRAIGHT_COST },
      ...{ coarseExpanded: n[13], fineExpanded: n[14] },
    };
  }

  /** Runs the task of the planner to its end, in slices. It is overtaken by another task, and by an edit,
      which closes the world that the task is in. */
  async finish(turn) {
    const { c, reader, engine } = this.world;
    for (;;) {
      if (turn !== this.turn) throw new Overtaken('overtaken');
      const { result, n } = await reader.ask(
        () => c.world_route_step(this.budget),
        (end) => ({ result: end, n: engine.numbers().slice() }),
        () => turn !== this.turn,
      );
      if (result !== OK || n[0] !== 0) return { result, n };
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  /** Plans a route between two places: its state and its plan, five numbers a waypoint. */
  async begin(start, goal) {
    const { c, engine } = this.world;
    const turn = ++this.turn;
    engine.check(c.world_route_begin(...start, ...goal), 'The route can not be planned');
    const { result, n } = await this.finish(turn);
    if (result !== OK)
      return { result, reason: engine.resultText(result), plan: new Float64Array(0) };
    const address = c.world_route_plan();
    const count = engine.numbers()[0] * 5;
    const plan = new Float64Array(c.memory.buffer, address, count).slice();
    c.world_route_watch();
    return { result, plan, ...this.stateOf(n) };
  }

  /** Refines the next segment: its turning points, and the state of the route behind it. */
  async next() {
    const { c, engine } = this.world;
    const turn = ++this.turn;
    const begun = c.world_route_next();
    if (begun !== OK) return { result: begun, reason: engine.resultText(begun) };
    const { result, n } = await this.finish(turn);
    if (result !== OK) return { result, reason: engine.resultText(result) };
    const address = c.world_route_segment();
    const count = engine.numbers()[0] * 2;
    const points = new Int32Array(c.memory.buffer, address, count).slice();
    return { result, points, ...this.stateOf(n) };
  }

  /** Sets the goal of the heat map; colours end at a cost of `most`. */
  async heat(place, most) {
    await this.world.demand('The costs can not be found', () =>
      this.world.c.world_heat_begin(...place, most * STRAIGHT_COST),
    );
    return true;
  }
}
