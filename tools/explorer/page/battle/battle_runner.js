// Runs a battle: asks the worker for the ticks that the loop says are due, one call at a time, with the
// inputs that wait.

import { RateMeter } from '../../engine/battle/battle_loop.js';

const MOST_SHOWN_INPUTS = 6;

export class BattleRunner {
  constructor(mode) {
    this.mode = mode;
    this.delayMs = 0;
    this.updates = new RateMeter();
    this.frames = new RateMeter();
    this.reset();
  }

  reset() {
    this.running = false;
    this.busy = false;
    this.battle = (this.battle ?? 0) + 1; // answers for an earlier one are dropped
    this.queue = []; // inputs: { input, words, tick }, tick 0 while it waits
    this.since = 0; // when the last tick was taken
    this.mode.loop.restart();
    this.mode.bar?.update();
  }

  waiting() {
    return this.queue.filter(({ tick }) => tick === 0);
  }

  /** Strokes of one kind that wait become one input. */
  enqueue(input, words) {
    const last = this.waiting().at(-1);
    if (input.cells && last?.input.kind === input.kind) {
      last.input.cells.push(...input.cells);
      last.words = `${input.kind} ${last.input.cells.length} cells`;
      return;
    }
    this.queue.push({ input, words, tick: 0 });
    while (this.queue.length > MOST_SHOWN_INPUTS && this.queue[0].tick > 0) this.queue.shift();
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
    this.delay();
    if (this.running && !this.busy) {
      const due = this.mode.loop.due(performance.now(), this.waiting().length);
      if (due > 0) this.advance(due);
    }
    return this.running;
  }

  /** A machine that is slower by so much: each frame takes the time, and gives nothing for it. */
  delay() {
    const end = performance.now() + (this.running ? this.delayMs : 0);
    while (performance.now() < end);
  }

  /** Looks at the battle again without a tick: other layers are shown. */
  look() {
    if (!this.busy && this.mode.seen) this.advance(0);
  }

  async advance(due) {
    const { mode, battle } = this;
    const { record, twin } = mode;
    const { count, inputs } =
      due > 0 ? record.nextInputs(due, this.waiting()) : { count: 0, inputs: [] };
    if (due > 0 && count === 0) {
      this.pause(); // the replay is over
      return;
    }
    const order = { count, inputs: inputs.map(({ input }) => input), looks: mode.looks() };
    for (const each of inputs) each.tick = mode.tick + 1;
    this.busy = true;
    try {
      const [seen] = await Promise.all([
        mode.app.client.call('battle', 'run', order),
        twin.run(order),
      ]);
      if (battle !== this.battle) return;
      this.busy = false;
      record.take(inputs);
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
