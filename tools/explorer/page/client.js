// Calls of the engine in the worker, as promises.

import { loadModuleBytes, startWorker } from './resources.js';

/** The message of what was asked in vain, since something else was wanted meanwhile: it is no error. */
export const OVERTAKEN = 'overtaken';

export class EngineClient {
  constructor() {
    this.waiting = new Map(); // { resolve, reject, call } by number, the one that was asked first at first
    this.next = 1;
    this.onEvent = () => {};
    this.begin();
  }

  begin() {
    this.worker = startWorker();
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.fail(event.message || 'The worker could not start.');
    this.heardAt = performance.now();
    this.held = []; // what is asked before the worker has its module
  }

  /** The work of the worker, and for how long it has not answered, in ms; null: nothing is asked. */
  get work() {
    const [first] = this.waiting.values();
    return first ? { call: first.call, ms: performance.now() - this.heardAt } : null;
  }

  /** Ends the worker, whatever it is doing; what is asked of it later is overtaken, too. */
  end() {
    this.worker?.terminate();
    this.worker = null;
    this.fail(OVERTAKEN);
  }

  /** Ends the worker, and starts another one. */
  restart() {
    this.end();
    this.begin();
    return this.start();
  }

  receive(data) {
    this.heardAt = performance.now();
    if (data.event) {
      this.onEvent(data);
      return;
    }
    const { resolve, reject } = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (data.error === undefined) resolve(data.result);
    else reject(Object.assign(new Error(data.error), { isTooLarge: data.isTooLarge }));
  }

  fail(message) {
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }

  /** Asks the engine: a method of Engine, or one of the worker's own calls. */
  call(call, ...args) {
    if (!this.worker) return Promise.reject(new Error(OVERTAKEN));
    return new Promise((resolve, reject) => {
      const id = this.next++;
      if (this.waiting.size === 0) this.heardAt = performance.now();
      this.waiting.set(id, { resolve, reject, call });
      const question = { id, call, args };
      if (this.held && call !== 'load') this.held.push(question);
      else this.worker.postMessage(question);
    });
  }

  async start() {
    if (typeof WebAssembly !== 'object') {
      throw new Error('This browser has no WebAssembly, which the Explorer needs.');
    }
    await this.call('load', await loadModuleBytes());
    for (const question of this.held ?? []) this.worker.postMessage(question);
    this.held = null;
  }
}
