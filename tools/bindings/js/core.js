/** The module's memory and calls, and errors with the library's words: what the other files share. */

export const OK = 0;
export const BEGIN_AGAIN = 15;
export const OTHER_PART = 19; // from here on `where` of a fault counts bytes or parts
/** The answer is no. */
export const REFUSALS = { 1: 'unreachable', 2: 'start-blocked', 3: 'goal-blocked' };
const LEAST_WHOLE = -(2 ** 31); // of 32 bits
const MOST_WHOLE = 2 ** 31 - 1;

function faultText(result, { what, where, found, expected }) {
  if (what === '') return '';
  if (found === expected) return `: ${what}`;
  if (result >= OTHER_PART) return `: ${what} at ${where}: found ${found}, expected ${expected}`;
  const isSentence = what.includes(': '); // that says all, unless there is a limit as well
  const limit = isSentence && expected === 0 ? '' : `; it should be at ${found < expected ? 'least' : 'most'} ${expected}`;
  return `: ${what}${isSentence ? ':' : ' is'} ${found}${limit}`;
}

/** What is wrong: `result` is the library's number; `what`, `where`, `found` and `expected` are of its fault. */
export class OverlandError extends Error {
  constructor(doing, result, text, fault = { what: '' }) {
    super(`${doing}: ${text}${faultText(result, fault)}`);
    this.name = 'OverlandError';
    Object.assign(this, { result, ...fault });
  }
}

/** An argument that the wrapper refuses. */
export const usage = (text) => new OverlandError('overland', -1, text);

export function isWhole(value, least = LEAST_WHOLE, most = MOST_WHOLE) {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** The module's memory and calls. */
export class Core {
  constructor(exports, callbacks) {
    this.c = exports;
    this.callbacks = callbacks; // the functions that the library calls, by their numbers
    this.garbage = new FinalizationRegistry((release) => release());
  }

  /** The memory, which is another buffer once it has grown. */
  view() {
    if (this.seen?.buffer !== this.c.memory.buffer) this.seen = new DataView(this.c.memory.buffer);
    return this.seen;
  }

  text(address) {
    const bytes = new Uint8Array(this.c.memory.buffer);
    return new TextDecoder().decode(bytes.slice(address, bytes.indexOf(0, address)));
  }

  allocate(bytes) {
    const address = this.c.module_allocate(Math.max(1, bytes));
    if (address === 0) throw usage(`no memory is left for ${bytes} bytes`);
    return address;
  }

  release(address, bytes) {
    this.c.module_release(address, Math.max(1, bytes));
  }
}

/** What `call` returns; what the library refuses is told as `doing`. */
export function told(doing, call) {
  try {
    return call();
  } catch (error) {
    if (error.result > 0) error.message = error.message.replace(/^\w+/, doing);
    throw error;
  }
}

/** An address that is released once: by close(), or when its owner is forgotten. */
export class Handle {
  constructor(core, owner, what, address, release) {
    Object.assign(this, { core, what, address, free: () => release(address) });
    core.garbage.register(owner, this.free, this);
  }

  get() {
    if (this.address === 0) throw usage(`the ${this.what} ${this.what.endsWith('s') ? 'are' : 'is'} closed`);
    return this.address;
  }

  close() {
    if (this.address === 0) return;
    this.core.garbage.unregister(this);
    this.address = 0;
    this.free();
  }
}
