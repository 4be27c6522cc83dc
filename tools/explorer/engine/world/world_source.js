// Where the bytes of a world file come from: a file of this machine, or a server that answers requests
// for parts (HTTP ranges). Neither is ever read as a whole.

const HEADER_BYTES = 24;
const MAGIC = 'OVERLAND';
const FILE_BYTES_AT = 16;
const ANSWER_MS = 15000;
const PARTIAL = 206;
const NOT_SATISFIABLE = 416;

/** The answer is not wanted any more: the world was closed, the tile is out of view, opening was cancelled. */
export class Overtaken extends Error {}

const span = (at, count) => `bytes ${at} to ${at + count - 1}`;

/** Bytes of a Blob, or of a File. */
class BlobSource {
  constructor(blob, name) {
    this.blob = blob;
    this.name = name;
    this.isLocal = true;
  }

  async read(at, count) {
    let bytes;
    try {
      bytes = await this.blob.slice(at, at + count).arrayBuffer();
    } catch {
      throw this.isGone();
    }
    return this.whole(bytes, at, count);
  }

  /** Workers of browsers can read without waiting, which spares a search thousands of turns. */
  get readsAtOnce() {
    return typeof FileReaderSync === 'function';
  }

  readAtOnce(at, count) {
    let bytes;
    try {
      bytes = new FileReaderSync().readAsArrayBuffer(this.blob.slice(at, at + count));
    } catch {
      throw this.isGone();
    }
    return this.whole(bytes, at, count);
  }

  isGone() {
    return new Error(`"${this.name}" can no longer be read: it was changed, cut short or removed.`);
  }

  whole(buffer, at, count) {
    if (buffer.byteLength === count) return new Uint8Array(buffer);
    throw new Error(
      `"${this.name}" is cut short: ${span(at, count)} are missing, it has ${this.blob.size}.`,
    );
  }
}

/** Bytes of a file on a server. */
class UrlSource {
  constructor(url, answerMs) {
    this.url = url;
    this.name = url.replace(/[?#].*$/, '').replace(/^.*\//, '') || url;
    this.isLocal = false;
    this.answerMs = answerMs;
    this.stops = new Set(); // of the requests that are under way
    this.isStopped = false;
  }

  /** Ends all requests. */
  stop() {
    this.isStopped = true;
    for (const stop of this.stops) stop.abort();
  }

  /** Asks for a part; the time between two pieces of the answer is limited. */
  async read(at, count) {
    const stop = new AbortController();
    let timer = 0;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), this.answerMs);
    };
    this.stops.add(stop);
    heard();
    try {
      return await this.ask(at, count, stop, heard);
    } catch (error) {
      if (error.isSaid) throw error;
      if (this.isStopped) throw new Overtaken('overtaken');
      const seconds = this.answerMs / 1000;
      throw new Error(
        stop.signal.aborted
          ? `The server stopped answering: nothing of ${span(at, count)} of "${this.name}" came within ${seconds} s.`
          : `"${this.name}" can not be fetched: the server can not be reached, ended its answer early, or does not allow it (CORS).`,
      );
    } finally {
      clearTimeout(timer);
      this.stops.delete(stop);
    }
  }

  async ask(at, count, stop, heard) {
    const answer = await fetch(this.url, {
      headers: { Range: `bytes=${at}-${at + count - 1}` },
      cache: 'no-store',
      signal: stop.signal,
    });
    const say = (text) => {
      stop.abort();
      return Object.assign(new Error(text), { isSaid: true });
    };
    if (answer.status === NOT_SATISFIABLE)
      throw say(`"${this.name}" was cut short on the server: it has no ${span(at, count)}.`);
    if (answer.ok && answer.status !== PARTIAL)
      throw say(
        `The server sends "${this.name}" as a whole (HTTP ${answer.status}): it would have to answer requests for parts (ranges) with 206.`,
      );
    if (answer.status !== PARTIAL)
      throw say(`The server has no "${this.name}": it answers with ${answer.status}.`);
    const bytes = new Uint8Array(count);
    const pieces = answer.body.getReader();
    let came = 0;
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) break;
      heard();
      if (came + value.length <= count) bytes.set(value, came);
      came += value.length;
    }
    if (came !== count)
      throw say(
        `"${this.name}" was cut short while it was read: of ${span(at, count)} came ${came}.`,
      );
    return bytes;
  }
}

/** The source of a Blob or of an address. `answerMs`: how long a server may send nothing. */
export function sourceOf(from, { name = 'world', answerMs = ANSWER_MS } = {}) {
  if (typeof from !== 'string') return new BlobSource(from, from.name ?? name);
  let url;
  try {
    url = new URL(from, globalThis.location?.href);
  } catch {
    throw new Error(`"${from}" is no address: it would begin with https:// (or http:// ).`);
  }
  if (!/^(https?|blob):$/.test(url.protocol))
    throw new Error(
      `"${from}" is no address of a server: it would begin with https:// (or http:// ).`,
    );
  return new UrlSource(url.href, answerMs);
}

/** How many bytes the world file of a source has, by its header. */
export async function readLength(source) {
  const header = await source.read(0, Math.min(HEADER_BYTES, source.blob?.size ?? HEADER_BYTES));
  const magic = new TextDecoder('latin1').decode(header.subarray(0, MAGIC.length));
  if (magic !== MAGIC || header.length < HEADER_BYTES)
    throw new Error(`"${source.name}" is no world file: it would begin with "${MAGIC}".`);
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  const length = Number(view.getBigUint64(FILE_BYTES_AT, true));
  if (source.blob && source.blob.size < length)
    throw new Error(
      `"${source.name}" is cut short: it has ${source.blob.size} bytes of the ${length} that its header names.`,
    );
  return length;
}
