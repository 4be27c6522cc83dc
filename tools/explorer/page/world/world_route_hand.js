// The route of the mode World: planned as soon as it has both ends, then walked segment by segment.

import { counted } from '../../engine/claims.js';
import { OVERTAKEN } from '../client.js';

const NONE = new Int32Array(0);
const NO_PLAN = new Float64Array(0); // a plan has five numbers a waypoint
const SEGMENT_MS = 30;
const isOvertaken = (error) => error.message === OVERTAKEN;

export class WorldRoute {
  constructor(mode) {
    this.mode = mode;
    this.clear();
  }

  clear() {
    Object.assign(this, { start: null, goal: null });
    this.forget();
  }

  /** The plan goes, the ends stay. */
  forget() {
    Object.assign(this, { planned: NO_PLAN, passed: 0, behind: NO_PLAN, dropped: NO_PLAN });
    Object.assign(this, { plans: 0, kept: 0, windows: [], state: null, said: '' });
    Object.assign(this, { line: NONE, walked: NONE, segment: NONE, position: null, isWalking: false });
  }

  /** The first click is the start, the next one the goal. */
  click(cell) {
    if (!this.start || this.goal) {
      this.clear();
      this.start = cell;
    } else this.goal = cell;
    this.plan();
  }

  setEnd(end, cell) {
    this[end] = cell;
    this.plan();
  }

  /** Plans the rest of the route, from where its unit stands. */
  planAhead() {
    this.setEnd('start', this.position ?? this.start);
  }

  /** Plans the route between the ends; anew if an edit overtakes it. */
  async plan() {
    const { mode, start, goal } = this;
    const number = (this.asked = (this.asked ?? 0) + 1);
    this.forget();
    mode.changed();
    if (!start || !goal) return;
    this.said = 'Planning…';
    mode.changed();
    try {
      const found = await mode.ask('walk', 'begin', start, goal);
      if (this.start !== start || this.goal !== goal) return;
      this.take(found);
      this.line = found.line ?? NONE;
      this.said =
        found.result === 0
          ? `Planned: cost ${found.costToGo.toFixed(1)}, by ${found.kind}; ${counted(found.coarseExpanded, 'waypoint')} and ${counted(found.fineExpanded)} expanded.`
          : `No route: ${found.reason}.`;
    } catch (error) {
      if (number !== this.asked) return;
      if (isOvertaken(error)) {
        await this.plan();
        return;
      }
      this.said = error.message;
    }
    mode.changed();
  }

  take(found) {
    if (found.result !== 0) return;
    this.state = found;
    this.position = found.position;
    if (found.plan) this.takePlan(found.plan);
    // Waypoints whose cost to go is above that of the unit lie behind it: they are let go.
    const units = found.costToGo * 1120;
    while (
      (this.passed + 1) * 5 < this.planned.length && this.planned[(this.passed + 1) * 5 + 4] > units
    )
      this.passed++;
  }

  /** A new plan for the rest: some waypoints of the one before are kept, others are let go. */
  takePlan(plan) {
    const key = (list, i) => list.subarray(i, i + 4).join();
    const wanted = new Set();
    for (let i = 0; i < plan.length; i += 5) wanted.add(key(plan, i));
    const at = this.passed * 5;
    const dropped = [];
    for (let i = at; i < this.planned.length; i += 5)
      if (!wanted.has(key(this.planned, i))) dropped.push(...this.planned.subarray(i, i + 5));
    this.kept = (this.planned.length - at - dropped.length) / 5;
    this.behind = Float64Array.from([...this.behind, ...this.planned.subarray(0, at)]);
    this.dropped = Float64Array.from(dropped);
    this.planned = plan;
    this.passed = 0;
    this.plans++;
  }

  /** Windows of a segment, as [left, top, right, bottom]; none: it lay in those before it. */
  takeWindows(numbers) {
    if (numbers.length === 0) return;
    this.windows = [];
    for (let i = 0; i < numbers.length; i += 4) this.windows.push([...numbers.subarray(i, i + 4)]);
  }

  /** Refines one more segment; false: there is none. One that an edit overtakes is still to come. */
  async step() {
    const { mode } = this;
    if (!this.state || this.state.isDone || this.isBusy) return false;
    this.isBusy = true;
    try {
      const found = await mode.ask('walk', 'next');
      if (found.result !== 0) {
        this.said = `The route ends here: ${found.reason}.`;
        return false;
      }
      this.walked = Int32Array.from([...this.walked, ...this.segment]);
      this.segment = found.points;
      this.takeWindows(found.windows);
      this.take(found);
      this.said = found.isDone
        ? `At the goal: walked ${found.walked.toFixed(1)} in ${found.segments} segments.`
        : `Walked ${found.walked.toFixed(1)}, ${found.costToGo.toFixed(1)} to go.`;
      return !found.isDone;
    } catch (error) {
      if (isOvertaken(error)) return true;
      this.said = error.message;
      return false;
    } finally {
      this.isBusy = false;
      mode.changed();
    }
  }

  async walk() {
    this.isWalking = !this.isWalking;
    this.mode.changed();
    while (this.isWalking && (await this.step()))
      await new Promise((resolve) => setTimeout(resolve, SEGMENT_MS));
    this.isWalking = false;
    this.mode.changed();
  }
}
