// The order in which the Step mode asks the worker: one message is under way at a time, calls that
// overtake each other become one, and after them comes a look if one is wanted.

export class StepQueue {
  /** `mode` has isCurrent, send and fail. */
  constructor(mode) {
    this.mode = mode;
    this.pending = [];
    this.wantsLook = false;
    this.busy = false;
  }

  add(call, args) {
    const last = this.pending[this.pending.length - 1];
    const isSame = last?.call === call;
    if (isSame && call === 'forward' && last.args[1] === args[1]) last.args[0] += args[0];
    else if (isSame && ['to', 'restart', 'setBreaks'].includes(call)) last.args = args;
    else this.pending.push({ call, args });
    this.pump();
  }

  look() {
    this.wantsLook = true;
    this.pump();
  }

  /** Whether a call of this name waits. */
  has(call) {
    return this.pending.some((act) => act.call === call);
  }

  async pump() {
    if (this.busy) return;
    this.busy = true;
    while (this.mode.isCurrent() && (this.pending.length > 0 || this.wantsLook)) {
      const act = this.pending.shift();
      this.wantsLook = false;
      try {
        await this.mode.send(act);
      } catch (error) {
        this.mode.fail(error);
      }
    }
    this.busy = false;
  }
}
