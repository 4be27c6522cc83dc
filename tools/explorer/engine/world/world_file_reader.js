// The files that worlds are read from while the module waits: chunks of them are kept, of which those that
// were used longest ago make room for others.

const CHUNK_BYTES = 65536;
const MOST_JOINED = 16; // chunks of one request
const READ_AHEAD = { local: 8, remote: 2 };
const MOST_CHUNKS = { shown: 384, other: 64 };
export const OPENING = 1; // the slot of a world that is being opened

/** A file in chunks. */
class ChunkedFile {
  constructor(number, source, length) {
    Object.assign(this, { number, source, length });
    this.chunks = new Map(); // by number, the one that was used longest ago first
    this.most = MOST_CHUNKS.other;
    this.end = 0; // of the last request
    this.fetches = this.fetchedBytes = 0;
  }

  /** Copies the bytes from `at` on. */
  copy(at, to) {
    const last = Math.floor((at + to.length - 1) / CHUNK_BYTES);
    for (let done = 0; done < to.length;) {
      const chunk = Math.floor((at + done) / CHUNK_BYTES);
      const from = at + done - chunk * CHUNK_BYTES;
      const part = this.chunkAt(chunk, last).subarray(from, from + to.length - done);
      to.set(part, done);
      done += part.length;
    }
  }

  chunkAt(chunk, last) {
    if (!this.chunks.has(chunk)) this.fetch(chunk, last);
    const bytes = this.chunks.get(chunk);
    this.chunks.delete(chunk);
    this.chunks.set(chunk, bytes);
    return bytes;
  }

  /** Reads a chunk, and those behind it up to `last` that are not there, by one request. A file that is
      read in order goes on where the last request ended; only then more is read ahead. */
  fetch(chunk, last) {
    const ahead = chunk === this.end ? READ_AHEAD[this.source.isLocal ? 'local' : 'remote'] : 0;
    const chunks = Math.ceil(this.length / CHUNK_BYTES);
    const until = Math.min(chunk + MOST_JOINED, last + 1 + ahead, chunks);
    let end = chunk + 1;
    while (end < until && !this.chunks.has(end)) end++;
    const at = chunk * CHUNK_BYTES;
    const bytes = this.source.read(at, Math.min(end * CHUNK_BYTES, this.length) - at);
    this.end = end;
    this.fetches++;
    this.fetchedBytes += bytes.length;
    for (let i = chunk; i < end; i++)
      this.chunks.set(i, bytes.slice((i - chunk) * CHUNK_BYTES, (i + 1 - chunk) * CHUNK_BYTES));
    for (const oldest of this.chunks.keys()) {
      if (this.chunks.size <= this.most) break;
      this.chunks.delete(oldest);
    }
  }
}

export class WorldReader {
  constructor(engine) {
    this.engine = engine;
    this.c = engine.c;
    this.slots = [null, null]; // the world, the one that is being opened
    this.numbers = 0; // of files
    this.fault = null; // why a read of the present call failed
    engine.page.read = (...asked) => this.read(...asked);
  }

  get heldBytes() {
    return this.slots.reduce((sum, file) => sum + (file ? file.chunks.size : 0), 0) * CHUNK_BYTES;
  }

  /** Opens the world of a source in a slot: its ovl_result. */
  open(slot, source, length) {
    const file = new ChunkedFile(++this.numbers, source, length);
    this.slots[slot] = file;
    return this.call(() => this.c.world_open(slot, file.number, length));
  }

  /** The world that was opened takes the place of the one before. */
  takeOpened() {
    this.c.world_take(OPENING);
    this.slots[0] = this.slots[OPENING];
    this.slots[0].most = MOST_CHUNKS.shown;
    this.slots[OPENING] = null;
  }

  end(slot) {
    this.c.world_end(slot);
    this.slots[slot] = null;
  }

  /** Calls the module, which may read: what the call returns. If a read failed, throws why. */
  call(call) {
    this.fault = null;
    const result = call();
    if (this.fault) throw this.fault;
    return result;
  }

  /** Reads for the module; after a read that failed, no other one of the same call is tried. */
  read(number, at, address, count) {
    if (this.fault) return 0;
    const file = this.slots.find((each) => each?.number === number);
    try {
      file.copy(at, this.engine.bytesAt(address, count));
      return 1;
    } catch (error) {
      this.fault = error;
      return 0;
    }
  }

  /** A call that returns the address of a list of `width` numbers an entry: the list. */
  list(call, width) {
    return this.engine.list(this.call(call), width);
  }
}
