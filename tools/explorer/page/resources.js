// Where the page finds its worker and its module. In the single file they are texts inside it, of
// which Blobs are made, so that a page that was opened as a file may use them; on a server they are
// files beside it. The module's text is that of its bytes compressed: a page that is compressed as a whole
// is then smaller than with the text of the bytes themselves.

import { unpackLzma } from './lzma.js';

function embedded(id) {
  return document.getElementById(id)?.textContent ?? null;
}

/** Starts the worker. */
export function startWorker() {
  const text = embedded('worker-text');
  if (text === null) return new Worker('engine/worker.js', { type: 'module' });
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return new Worker(url);
}

/** The bytes of the module. */
export async function loadModuleBytes() {
  const text = embedded('module-text');
  if (text === null) {
    const answer = await fetch('explorer.wasm');
    if (!answer.ok) throw new Error(`explorer.wasm can not be loaded: ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  }
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  return unpackLzma(packed, Number(document.getElementById('module-text').dataset.bytes));
}
