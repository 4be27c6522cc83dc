// The game loop: how many updates a frame runs, by the time that has passed. Without clocks of its own,
// so that a test gives it any time.

export const LOOPS = {
  fixed: {
    label: 'Fixed',
    words:
      'An update for each step of time, however many a frame owes. The battle keeps its speed; if an update takes longer than its step, each frame owes more than the last.',
  },
  variable: {
    label: 'Variable',
    words:
      'One update a frame. A slow machine plays slower, a fast one faster, so two machines never show the same.',
  },
  mixed: {
    label: 'Mixed',
    words:
      'Fixed steps, at most three in a frame; what is owed beyond is dropped. On a slow machine the battle slows down, but stays smooth and answers.',
  },
  demand: {
    label: 'On demand',
    words:
      'An update when an input is taken, and none without. An editor or a game in turns draws like this.',
  },
};

const MOST_MIXED = 3;
const MOST_OWED = 60;

export class BattleLoop {
  constructor() {
    this.kind = 'fixed';
    this.rate = 10; // updates a second
    this.restart();
  }

  restart() {
    this.owed = 0;
    this.last = null;
  }

  /** How many updates the frame at `now`, in milliseconds, runs; `waiting` inputs are in the queue. */
  due(now, waiting) {
    const passed = this.last === null ? 0 : now - this.last;
    this.last = now;
    if (this.kind === 'variable') return 1;
    if (this.kind === 'demand') return waiting > 0 ? 1 : 0;
    this.owed = Math.min(MOST_OWED, this.owed + (passed * this.rate) / 1000);
    const updates = Math.floor(this.owed + 1e-9);
    if (this.kind === 'mixed' && updates > MOST_MIXED) {
      this.owed = 0;
      return MOST_MIXED;
    }
    this.owed -= updates;
    return updates;
  }

  /** How far between two updates a picture is, 0 to 1. */
  share(now, since) {
    if (this.kind === 'variable' || this.kind === 'demand') return 1;
    return Math.min(1, Math.max(0, ((now - since) * this.rate) / 1000));
  }
}

/** Events a second, over the last second. */
export class RateMeter {
  constructor() {
    this.times = [];
  }

  add(now, count = 1) {
    for (let i = 0; i < count; i++) this.times.push(now);
  }

  read(now) {
    while (this.times.length > 0 && this.times[0] <= now - 1000) this.times.shift();
    return this.times.length;
  }
}
