// Questions to the engine of which only the latest counts: one is under way at a time, and of those that
// come meanwhile the last alone is asked.

export class Asker {
  /** `askOnce()` asks for what is wanted then, and takes the answer; `onError(error)` is told of errors. */
  constructor(askOnce, onError) {
    this.askOnce = askOnce;
    this.onError = onError;
    this.isStale = false;
    this.asking = null; // fulfilled when nothing is left to ask
  }

  ask() {
    this.isStale = true;
    this.asking ??= this.askAll();
  }

  async askAll() {
    while (this.isStale) {
      this.isStale = false;
      try {
        await this.askOnce();
      } catch (error) {
        this.onError(error);
      }
    }
    this.asking = null;
  }
}
