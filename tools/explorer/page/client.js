// Calls of the engine in the worker, as promises.

import { loadModuleBytes, startWorker } from './resources.js';

export class EngineClient {
  constructor() {
    this.waiting = new Map();
    this.next = 1;
    this.onEvent = () => {};
    this.worker = startWorker();
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.fail(event.message || 'The worker could not start.');
    this.heardAt = 0;
  }

  /** For how long the worker has not answered, in ms; 0: nothing is asked. */
  get silentMs() {
    return this.waiting.size === 0 ? 0 : performance.now() - this.heardAt;
  }

  /** Ends the worker, whatever it is doing: what was asked fails with `message`. */
  end(message) {
    this.worker.terminate();
    this.fail(message);
  }

  receive(data) {
    this.heardAt = performance.now();
    if (data.event) {
      this.onEvent(data);
      return;
    }
    const { resolve, reject } = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (data.error !== undefined) reject(new Error(data.error));
    else resolve(data.result);
  }

  fail(message) {
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }

  /** Asks the engine: a method of Engine, or one of the worker's own calls. */
  call(call, ...args) {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      if (this.waiting.size === 0) this.heardAt = performance.now();
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, call, args });
    });
  }

  async start() {
    if (typeof WebAssembly !== 'object') {
      throw new Error('This browser has no WebAssembly, which the Explorer needs.');
    }
    await this.call('load', await loadModuleBytes());
  }
}
