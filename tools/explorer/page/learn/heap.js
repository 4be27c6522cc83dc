// The open list of a search as the heap that it is: its first entries as a tree, and as the array in which
// they lie.

import { costText } from '../../engine/step_rules.js';
import { fillWith, strokeWith } from '../pens.js';
import { frameCell, rowAt, rowCount } from '../step_ink.js';
import { currentTheme } from '../theme.js';

const TREE_LEVELS = 4;
export const HEAP_SHOWN = 2 ** TREE_LEVELS - 1;
const MOST_RADIUS = 19;
const BOX_HIGH = 26;
const NUMBER_HIGH = 14;

/** Draws what a look tells of the heap between two heights of the canvas, and frames the cells on the map of
    its first entry and of the one that came last. */
export function drawHeap(context, camera, { top, bottom }, { list, state, rules }, mapWidth) {
  const theme = currentTheme();
  const wide = camera.width / HEAP_SHOWN;
  const boxTop = bottom - BOX_HIGH - NUMBER_HIGH - 6;
  const high = (boxTop - top - 8) / TREE_LEVELS;
  const radius = Math.min(MOST_RADIUS, high * 0.36, wide * 0.62);
  const treePlace = (position) => {
    const level = Math.floor(Math.log2(position + 1));
    const across = (position + 1.5) / 2 ** level - 1; // of a level, the middle of its part
    return [camera.width * across, top + high * (level + 0.5)];
  };
  const entries = Array.from({ length: rowCount(list.rows) }, (_, i) => rowAt(list.rows, i));
  context.beginPath();
  for (const { position } of entries.slice(1)) {
    context.moveTo(...treePlace(position));
    context.lineTo(...treePlace((position - 1) >> 1));
  }
  strokeWith(context, theme.stepTree, 1.5);
  const letters = Math.max(...entries.map(({ f }) => costText(f, rules).length), 2);
  const boxSize = Math.min(14, (wide - 4) / (letters * 0.6));
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { position, node, f } of entries) {
    const [x, y] = treePlace(position);
    const isLast = node === state.event.node;
    const line = position === 0 ? theme.path : isLast ? theme.goal : theme.stepOpenLine;
    const shapes = [
      () => context.arc(x, y, radius, 0, 7),
      () => context.rect(position * wide + 1.5, boxTop, wide - 3, BOX_HIGH),
    ];
    for (const add of shapes) {
      context.beginPath();
      add();
      fillWith(context, theme.halo);
      strokeWith(context, line, position === 0 || isLast ? 3 : 1.5);
    }
    if (position === 0 || isLast)
      frameCell(context, camera, [node % mapWidth, Math.floor(node / mapWidth)], line, { width: 3 });
    context.fillStyle = theme.stepText;
    context.font = `600 ${Math.min(boxSize, Math.max(9, radius * 0.95))}px system-ui, sans-serif`;
    context.fillText(costText(f, rules), x, y + 1);
    context.font = `600 ${boxSize}px system-ui, sans-serif`;
    context.fillText(costText(f, rules), (position + 0.5) * wide, boxTop + BOX_HIGH / 2 + 1);
    context.font = '11px system-ui, sans-serif';
    context.fillText(position + 1, (position + 0.5) * wide, boxTop + BOX_HIGH + NUMBER_HIGH / 2 + 2);
    context.fillText(position + 1, x + radius + 8, y - radius * 0.6);
  }
}
