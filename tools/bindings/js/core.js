/** The module's memory and calls, and errors with the library's words: what the other files share. */

export const OK = 0;
export const BEGIN_AGAIN = 15;
const OTHER_PART = 19; // from here on `where` of a fault counts bytes or parts
/** The answer is no. */
export const REFUSALS = { 1: 'unreachable', 2: 'start blocked', 3: 'goal blocked' };
const LEAST_WHOLE = -(2 ** 31); // of 32 bits
const MOST_WHOLE = 2 ** 31 - 1;

function faultText(result, { what, where, found, expected }) {
  if (what === '') return '';
  if (found === expected) return `: ${what}`;
  if (result >= OTHER_PART) return `: ${what} at ${where}: found ${found}, expected ${expected}`;
  return `: ${what} is ${found}; it should be at ${found < expected ? 'least' : 'most'} ${expected}`;
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

  numbers() {
    return new Float64Array(this.c.memory.buffer, this.c.js_numbers(), 8);
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

  copy(array) {
    const address = this.allocate(array.byteLength);
    new Uint8Array(this.c.memory.buffer, address, array.byteLength).set(
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
    );
    return address;
  }

  release(address, bytes) {
    this.c.module_release(address, Math.max(1, bytes));
  }

  /** Calls `use` with the addresses of copies of arrays. */
  withCopies(arrays, use) {
    const copies = [];
    try {
      for (const array of arrays) copies.push(this.copy(array));
      return use(...copies);
    } finally {
      copies.forEach((address, i) => this.release(address, arrays[i].byteLength));
    }
  }

  error(doing, result) {
    const what = this.text(this.c.js_fault(result));
    const [found, expected, where] = this.numbers();
    const text = this.text(this.c.ovl_result_text(result));
    return new OverlandError(doing, result, text, { what, where, found, expected });
  }

  /** A handle, or what is wrong: number 0 is then the result. */
  made(doing, address) {
    const result = this.numbers()[0];
    if (address === 0) throw this.error(doing, result);
    return address;
  }
}

/** An address that is released once: by close(), or when its owner is forgotten. */
export class Handle {
  constructor(core, owner, what, address, release) {
    Object.assign(this, { core, what, address, free: () => release(address) });
    core.garbage.register(owner, this.free, this);
  }

  get() {
    if (this.address === 0) throw usage(`the ${this.what} is closed`);
    return this.address;
  }

  close() {
    if (this.address === 0) return;
    this.core.garbage.unregister(this);
    this.address = 0;
    this.free();
  }
}
