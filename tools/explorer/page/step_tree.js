// A tree of nodes as a drawing: of the heap, or of the parents of a search.

import { draw } from './elements.js';

const LEAST_LEAF_PIXELS = 13;
const LEVEL_PIXELS = 30;
const LETTER_PIXELS = 6.4;
const TOP_PIXELS = 22; // above the first level, for its text

/**
 * Where each node of a tree lies, from the numbers of those above: { x, depth, leaves, deepest }. Leaves are side by
 * side, x in their order, and each other node is over the middle of those below it. Nodes above which is none
 * (below 0) are roots. Nodes that no root leads to, as in a cycle, have no x.
 */
export function layTree(above) {
  const below = above.map(() => []);
  above.forEach((node, i) => below[node]?.push(i));
  const [x, depth] = [above.map(() => null), above.map(() => 0)];
  let leaves = 0;
  const lay = (i, level) => {
    depth[i] = level;
    for (const each of below[i]) lay(each, level + 1);
    x[i] = below[i].length === 0 ? leaves++ : (x[below[i][0]] + x[below[i].at(-1)]) / 2;
  };
  above.forEach((node, i) => node < 0 && lay(i, 0));
  return { x, depth, leaves, deepest: Math.max(0, ...depth) };
}

/** The texts of nodes: those of a level, if there is room for all of them. */
function textsWithRoom(nodes, { x, depth, deepest }, step) {
  const texts = nodes.map(({ text }) => text);
  for (let level = 0; level <= deepest; level++) {
    const here = [...texts.keys()].filter((i) => depth[i] === level).sort((a, b) => x[a] - x[b]);
    const isTight = (i, at) =>
      at > 0 && (x[i] - x[here[at - 1]]) * step < (texts[i].length + 1) * LETTER_PIXELS;
    if (here.some(isTight)) for (const i of here) texts[i] = '';
  }
  return texts;
}

/** The drawing of a tree of { node, above, kind, text, title }, at least `wide` pixels wide. */
export function drawnTree(nodes, wide) {
  const laid = layTree(nodes.map(({ above }) => above));
  const step = Math.max(LEAST_LEAF_PIXELS, wide / Math.max(1, laid.leaves));
  const place = (i) => [(laid.x[i] + 0.5) * step, TOP_PIXELS + laid.depth[i] * LEVEL_PIXELS];
  const texts = textsWithRoom(nodes, laid, step);
  const groups = nodes.map(({ node, above, kind, title }, i) => {
    if (laid.x[i] === null) return '';
    const [x, y] = place(i);
    const [px, py] = above < 0 ? [x, y] : place(above);
    return draw(
      'g',
      { class: kind, 'data-node': node },
      draw('title', {}, title),
      draw('path', { d: `M${px} ${py + 5}L${x} ${Math.max(py + 5, y - 5)}` }),
      draw('circle', { cx: x, cy: y, r: 5 }),
      draw('text', { x, y: y - 8 }, texts[i]),
    );
  });
  const size = { width: laid.leaves * step, height: TOP_PIXELS + laid.deepest * LEVEL_PIXELS + 10 };
  return draw('svg', { ...size, 'aria-hidden': 'true' }, ...groups);
}
