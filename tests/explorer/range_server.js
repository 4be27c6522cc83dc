// A server for tests that gives a file in parts (HTTP ranges), and can misbehave: it may ignore ranges,
// stop answering, or have a file that is cut short. And requests that wait for their answer, for node, which
// has none: they ask the same servers without a network.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

const states = new Map(); // of the servers, by their origin

/** What a server answers to a request for a part: { status, from, to, size }; null: nothing. */
function answerOf(state, path, range) {
  state.requests = (state.requests ?? 0) + 1;
  if (!path.startsWith('/a.world')) return { status: 404 };
  if (state.answers === false || state.requests > state.most) return null;
  const size = state.length ?? state.bytes?.length ?? statSync(state.path).size;
  const asked = /^bytes=(\d+)-(\d+)$/.exec(range ?? '');
  if (state.ranges === false || !asked) return { status: 200, from: 0, to: size - 1, size };
  const [from, to] = [Number(asked[1]), Math.min(Number(asked[2]), size - 1)];
  return from >= size ? { status: 416 } : { status: 206, from, to, size };
}

/** Serves the file at `path`, of any size, or `bytes` at /a.world; `state` says how: { path, bytes, ranges,
    answers, most, length }, where `most` requests are answered. Returns its address and a function that ends it. */
export async function serveRanges(state) {
  const held = new Set();
  const server = createServer((request, response) => {
    const origin = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Range' };
    if (request.method === 'OPTIONS') {
      response.writeHead(204, origin).end();
      return;
    }
    const answer = answerOf(state, request.url, request.headers.range);
    if (!answer) {
      held.add(response); // never answered
      return;
    }
    const { status, from, to, size } = answer;
    if (size === undefined) {
      response.writeHead(status, origin).end();
      return;
    }
    response.writeHead(status, {
      ...{ ...origin, 'Content-Length': to - from + 1 },
      ...(status === 206 ? { 'Content-Range': `bytes ${from}-${to}/${size}` } : {}),
    });
    if (state.bytes) response.end(state.bytes.subarray(from, to + 1));
    else createReadStream(state.path, { start: from, end: to }).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  states.set(origin, state);
  const end = () => {
    states.delete(origin);
    for (const response of held) response.destroy();
    server.closeAllConnections();
    server.close();
  };
  return { url: `${origin}/a.world`, end };
}

/** As XMLHttpRequest in workers of browsers, of a server of this process. */
export class WaitingRequest {
  open(method, url) {
    this.url = new URL(url);
  }

  setRequestHeader(name, value) {
    this.range = value;
  }

  send() {
    const state = states.get(this.url.origin);
    if (!state) throw Object.assign(new Error('no server'), { name: 'NetworkError' });
    const answer = answerOf(state, this.url.pathname, this.range);
    if (!answer) throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
    this.status = answer.status;
    const bytes = state.bytes.subarray(answer.from, answer.to + 1);
    this.response = answer.size === undefined ? new ArrayBuffer(0) : Uint8Array.from(bytes).buffer;
  }
}

/** As a File, of bytes. */
export class FileOfBytes {
  constructor(bytes) {
    this.bytes = bytes;
    this.size = bytes.length;
  }

  slice(from, to) {
    return new FileOfBytes(this.bytes.subarray(from, to));
  }
}

/** As FileReaderSync, of such a file. */
export class WaitingReader {
  readAsArrayBuffer({ bytes }) {
    return Uint8Array.from(bytes).buffer;
  }
}
