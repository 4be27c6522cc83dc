// A server for tests that gives a file in parts (HTTP ranges), and can misbehave: it may ignore ranges,
// stop answering, or have a file that is cut short.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

/** Serves the file at `path`, of any size, or `bytes` at /a.world; `state` says how: { path, bytes, ranges,
    answers, length }. Returns its address and a function that ends it. */
export async function serveRanges(state) {
  const held = new Set();
  const server = createServer((request, response) => {
    const origin = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Range' };
    state.requests = (state.requests ?? 0) + 1;
    if (request.method === 'OPTIONS') {
      response.writeHead(204, origin).end();
      return;
    }
    if (!request.url.startsWith('/a.world')) {
      response.writeHead(404, origin).end();
      return;
    }
    if (state.answers === false) {
      held.add(response); // never answered
      return;
    }
    const size = state.length ?? state.bytes?.length ?? statSync(state.path).size;
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (state.ranges === false || !range) {
      response.writeHead(200, origin).end(state.bytes.subarray(0, size));
      return;
    }
    const [from, to] = [Number(range[1]), Math.min(Number(range[2]), size - 1)];
    if (from >= size) {
      response.writeHead(416, origin).end();
      return;
    }
    const length = to - from + 1;
    response.writeHead(206, {
      ...{ ...origin, 'Content-Length': length },
      'Content-Range': `bytes ${from}-${to}/${size}`,
    });
    if (state.bytes) response.end(state.bytes.subarray(from, to + 1));
    else createReadStream(state.path, { start: from, end: to }).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const response of held) response.destroy();
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/a.world`, end };
}
