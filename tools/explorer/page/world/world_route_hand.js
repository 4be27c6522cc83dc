// The route of the mode World: planned as soon as it has both ends, then walked segment by segment.

const NONE = new Int32Array(0);
const SEGMENT_MS = 30;

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
    Object.assign(this, { planned: new Float64Array(0), passed: 0, state: null, said: '' });
    Object.assign(this, { walked: NONE, segment: NONE, position: null, isWalking: false });
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

  /** Plans the route between the ends. */
  async plan() {
    const { mode, start, goal } = this;
    this.forget();
    mode.changed();
    if (!start || !goal) return;
    this.said = 'Planning…';
    mode.changed();
    try {
      const found = await mode.ask('walk', 'begin', start, goal);
      if (this.start !== start || this.goal !== goal) return;
      this.take(found);
      this.said =
        found.result === 0
          ? `Planned: cost ${found.costToGo.toFixed(1)}, by ${found.kind}; ${found.coarseExpanded} waypoints and ${found.fineExpanded} cells expanded.`
          : `No route: ${found.reason}.`;
    } catch (error) {
      this.said = error.message;
      if (error.message === 'overtaken') return;
    }
    mode.changed();
  }

  take(found) {
    if (found.result !== 0) return;
    this.state = found;
    this.position = found.position;
    if (found.plan) this.planned = found.plan;
    // Waypoints whose cost to go is above that of the unit lie behind it: they are let go.
    const units = found.costToGo * 1120;
    while (
      (this.passed + 1) * 5 < this.planned.length &&
      this.planned[(this.passed + 1) * 5 + 4] > units
    )
      this.passed++;
  }

  /** Refines one more segment; false: there is none. */
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
      this.take(found);
      this.said = found.isDone
        ? `At the goal: walked ${found.walked.toFixed(1)} in ${found.segments} segments.`
        : `Walked ${found.walked.toFixed(1)}, ${found.costToGo.toFixed(1)} to go.`;
      return !found.isDone;
    } catch (error) {
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
