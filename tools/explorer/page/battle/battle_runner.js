// Runs a battle: asks the worker for the ticks that the loop says are due, one call at a time, with the
// inputs that wait.

import { RateMeter } from '../../engine/battle/battle_loop.js';

export class BattleRunner {
  constructor(mode) {
    this.mode = mode;
    this.updates = new RateMeter();
    this.frames = new RateMeter();
    this.reset();
  }

  reset() {
    this.running = false;
    this.busy = false;
    this.battle = (this.battle ?? 0) + 1; // answers for an earlier one are dropped
    this.waits = []; // inputs that no tick has taken
    this.since = 0; // when the last tick was taken
    this.mode.loop.restart();
    this.mode.bar?.update();
  }

  /** Strokes of one kind that wait become one input. */
  enqueue(input) {
    const last = this.waits.at(-1);
    if (input.cells && last?.kind === input.kind) last.cells.push(...input.cells);
    else this.waits.push(input);
  }

  // ---- Running ----

  toggle() {
    if (this.running) this.pause();
    else this.run();
  }

  run() {
    if (!this.mode.seen) return;
    this.running = true;
    this.mode.loop.restart();
    this.mode.bar.update();
    this.mode.app.redrawInk();
  }

  pause() {
    this.running = false;
    this.mode.bar?.update();
  }

  /** A single tick. */
  step() {
    this.pause();
    if (!this.busy && this.mode.seen) this.advance(1);
  }

  /** Called for each frame; whether another one must follow. */
  frame(now) {
    this.frames.add(now);
    if (this.running && !this.busy) {
      const due = this.mode.loop.due(performance.now(), this.waits.length);
      if (due > 0) this.advance(due);
    }
    return this.running;
  }

  /** Looks at the battle again without a tick: other layers are shown. */
  look() {
    if (!this.busy && this.mode.seen) this.advance(0);
  }

  async advance(due) {
    const { mode, battle } = this;
    const { record, twin } = mode;
    const { count, inputs } =
      due > 0 ? record.nextInputs(due, this.waits) : { count: 0, inputs: [] };
    if (due > 0 && count === 0) {
      this.pause(); // the replay is over
      return;
    }
    const order = { count, inputs, looks: mode.looks() };
    const tick = mode.tick + 1;
    if (due > 0) this.waits = [];
    this.busy = true;
    try {
      const [seen] = await Promise.all([
        mode.app.client.call('battle', 'run', order),
        twin.run(order),
      ]);
      if (battle !== this.battle) return;
      this.busy = false;
      record.take(inputs, tick);
      const now = performance.now();
      this.since = count > 0 ? now : this.since;
      this.updates.add(now, count);
      mode.take(seen);
      twin.compare(seen.ticks);
      record.check();
    } catch (error) {
      if (battle !== this.battle) return;
      this.busy = false;
      this.pause();
      mode.app.say(error.message);
    }
    mode.app.redrawInk();
  }
}
