// Where the bytes of a world file come from: a file of this machine, or a server that answers requests
// for parts (HTTP ranges). Neither is ever read as a whole. Reads wait for their answer, which browsers
// allow in workers.

const HEADER_BYTES = 24;
const MAGIC = 'OVERLAND';
const FILE_BYTES_AT = 16;
const ANSWER_MS = 15000;
const MOST_SILENT_MS = 2000;
const PARTIAL = 206;
const NOT_SATISFIABLE = 416;

/** The answer is not wanted any more: the world was closed, the tile is out of view. */
export class Overtaken extends Error {}

const span = (at, count) => `bytes ${at} to ${at + count - 1}`;
const rangeOf = (at, count) => `bytes=${at}-${at + count - 1}`;

/** Bytes of a Blob, or of a File. */
class BlobSource {
  constructor(blob, name) {
    this.blob = blob;
    this.name = name;
    this.isLocal = true;
  }

  read(at, count) {
    let bytes;
    try {
      bytes = new FileReaderSync().readAsArrayBuffer(this.blob.slice(at, at + count));
    } catch {
      throw new Error(
        `"${this.name}" can no longer be read: it was changed, cut short or removed.`,
      );
    }
    if (bytes.byteLength === count) return new Uint8Array(bytes);
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
    this.silentUntil = 0; // after an answer that did not come
  }

  /** Asks whether the server gives parts, without waiting: one that sends the file as a whole is not
      heard to the end, which a read could not help. */
  async check() {
    let answer;
    try {
      answer = await fetch(this.url, {
        headers: { Range: rangeOf(0, HEADER_BYTES) },
        cache: 'no-store',
        signal: AbortSignal.timeout(this.answerMs),
      });
      await answer.body?.cancel();
    } catch (error) {
      throw this.failed(error, 0, HEADER_BYTES);
    }
    this.checkStatus(answer.status, 0, HEADER_BYTES);
  }

  /** Reads a part. For a moment after an answer that did not come in time, others are not waited for. */
  read(at, count) {
    if (performance.now() < this.silentUntil) throw this.silent(at, count);
    const request = new XMLHttpRequest();
    request.open('GET', this.url, false);
    request.responseType = 'arraybuffer';
    request.timeout = this.answerMs;
    request.setRequestHeader('Range', rangeOf(at, count));
    try {
      request.send();
    } catch (error) {
      throw this.failed(error, at, count);
    }
    this.checkStatus(request.status, at, count);
    const bytes = new Uint8Array(request.response);
    if (bytes.length === count) return bytes;
    throw new Error(
      `"${this.name}" was cut short while it was read: of ${span(at, count)} came ${bytes.length}.`,
    );
  }

  failed({ name }, at, count) {
    if (name === 'TimeoutError') {
      this.silentUntil = performance.now() + Math.min(MOST_SILENT_MS, this.answerMs);
      return this.silent(at, count);
    }
    return new Error(
      `"${this.name}" can not be fetched: the server can not be reached, ended its answer early, or does not allow it (CORS).`,
    );
  }

  silent(at, count) {
    return new Error(
      `The server stopped answering: ${span(at, count)} of "${this.name}" did not come within ${this.answerMs / 1000} s.`,
    );
  }

  checkStatus(status, at, count) {
    if (status === PARTIAL) return;
    if (status === NOT_SATISFIABLE)
      throw new Error(`"${this.name}" was cut short on the server: it has no ${span(at, count)}.`);
    if (status >= 200 && status < 300)
      throw new Error(
        `The server sends "${this.name}" as a whole (HTTP ${status}): it would have to answer requests for parts (ranges) with 206.`,
      );
    throw new Error(`The server has no "${this.name}": it answers with ${status}.`);
  }
}

/** The source of a Blob or of an address. `answerMs`: how long a server may take for an answer. */
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
  await source.check?.();
  const header = source.read(0, Math.min(HEADER_BYTES, source.blob?.size ?? HEADER_BYTES));
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
