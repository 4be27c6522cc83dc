// The chunks of world files that the module asks for: it lists those that a call missed, and they are
// fetched, side by side, before the call is made again.

import { Overtaken, readLength } from './world_source.js';

const CHUNK_BYTES = 65536;
const MOST_JOINED = 16; // chunks of one request
const READ_AHEAD = { local: 8, remote: 2 };
const MOST_ROUNDS = 4000;
const NEEDS_REGIONS = 16;
const TOO_LARGE = 'needs more memory than this page may take beside the world that is open.';
export const OPENING = 2; // the slot of a world that is being opened

export class WorldReader {
  constructor(engine) {
    this.engine = engine;
    this.c = engine.c;
    this.slots = [null, null, null]; // the world, the other one, the one that is being opened
    this.fetchedBytes = 0;
    this.fetches = 0;
  }

  /** Takes a source in a slot; its world is not opened yet. */
  async begin(slot, source, isOvertaken = () => false) {
    const length = await readLength(source);
    if (isOvertaken()) throw new Overtaken('overtaken');
    this.slots[slot] = { source, length, pending: new Map(), end: 0 };
    if (!this.c.world_begin(slot, length))
      throw new Error(`"${source.name}" ${TOO_LARGE}`);
  }

  /** The world that was opened takes the place of the one before. */
  takeOpened() {
    this.slots[0] = this.slots[OPENING];
    this.slots[OPENING] = null;
    this.c.world_take(OPENING);
  }

  end(slot) {
    this.slots[slot] = null;
    this.c.world_end(slot);
  }

  /**
   * Calls `call`, and again while it misses chunks that come from files; then returns what `take` makes
   * of the result at once, before any other call changes the module's answers. Another world in slot 0
   * ends the waiting, and so does `isOvertaken`.
   */
  async ask(call, take = (result) => result, isOvertaken = () => false) {
    const [first] = this.slots;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const result = call();
      if (result !== NEEDS_REGIONS) return take(result);
      const waits = this.slots.filter((held, slot) => held && !this.readAtOnce(slot, held));
      if (waits.length === 0) continue;
      await Promise.all(this.slots.map((_, slot) => this.fetchWanted(slot)));
      if (first !== this.slots[0] || isOvertaken()) throw new Overtaken('overtaken');
    }
    throw new Error('This needs more of the file at once than fits in the memory of the page.');
  }

  /** The same for a call that returns the address of a list of `width` numbers an entry. */
  askList(call, width, Kind = Int32Array) {
    let address = 0;
    let count = 0;
    return this.ask(
      () => {
        address = call();
        [count] = this.engine.numbers();
        return address === 0 && this.isLate() ? NEEDS_REGIONS : 0;
      },
      () =>
        address === 0
          ? new Kind(0)
          : new Kind(this.c.memory.buffer, address, count * width).slice(),
    );
  }

  isLate() {
    return this.slots.some((held, slot) => held && this.wantedOf(slot).length > 0);
  }

  wantedOf(slot) {
    const address = this.c.world_wanted(slot);
    const count = this.engine.numbers()[0];
    return [...new Uint32Array(this.c.memory.buffer, address, count)];
  }

  /** Reads what a call missed of a file that can be read at once; false: it can't. */
  readAtOnce(slot, held) {
    if (!held.source.readsAtOnce) return false;
    for (const [first, count] of this.runsOf(
      held,
      this.wantedOf(slot).sort((a, b) => a - b),
    )) {
      const at = first * CHUNK_BYTES;
      const length = Math.min(count * CHUNK_BYTES, held.length - at);
      this.place(slot, first, count, held.source.readAtOnce(at, length));
    }
    return true;
  }

  place(slot, first, count, bytes) {
    this.fetches++;
    this.fetchedBytes += bytes.length;
    for (let i = 0; i < count; i++) {
      const part = bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES);
      const address = this.c.world_place(slot, first + i);
      if (address === 0) throw new Error(`"${this.slots[slot].source.name}" ${TOO_LARGE}`);
      this.engine.bytesAt(address, part.length).set(part);
    }
  }

  async fetchWanted(slot) {
    const held = this.slots[slot];
    if (!held) return;
    const wanted = this.wantedOf(slot).sort((a, b) => a - b);
    const fresh = wanted.filter((chunk) => !held.pending.has(chunk));
    for (const [first, count] of this.runsOf(held, fresh)) {
      const reading = this.fetchRun(slot, held, first, count);
      for (let i = 0; i < count; i++) held.pending.set(first + i, reading);
    }
    await Promise.all(wanted.map((chunk) => held.pending.get(chunk)));
  }

  /** Chunks that follow each other are one request; the last one of all is followed by a few more. */
  runsOf(held, chunks) {
    const runs = [];
    for (const chunk of chunks) {
      const last = runs[runs.length - 1];
      const gap = last ? chunk - last[0] - last[1] : Infinity;
      if (gap === 0 && last[1] < MOST_JOINED) last[1]++;
      else runs.push([chunk, 1]);
    }
    const last = runs[runs.length - 1];
    if (!last) return runs;
    // A file that is read in order goes on where the last request ended; only then more is read ahead.
    const isOn = runs[0][0] === held.end;
    held.end = last[0] + last[1];
    const ahead = isOn ? READ_AHEAD[held.source.isLocal ? 'local' : 'remote'] : 0;
    const end = Math.ceil(held.length / CHUNK_BYTES);
    for (let i = 0; i < ahead && last[0] + last[1] < end && last[1] < MOST_JOINED; i++) {
      if (held.pending.has(last[0] + last[1])) break;
      last[1]++;
      held.end++;
    }
    return runs;
  }

  async fetchRun(slot, held, first, count) {
    const at = first * CHUNK_BYTES;
    try {
      const length = Math.min(count * CHUNK_BYTES, held.length - at);
      const bytes = await held.source.read(at, length);
      if (this.slots[slot] === held) this.place(slot, first, count, bytes);
    } finally {
      for (let i = 0; i < count; i++) held.pending.delete(first + i);
    }
  }
}
