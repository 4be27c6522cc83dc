// The picture of a search in the Step mode, from what the last look told.

import { costText } from '../engine/step_rules.js';
import { drawPath } from './ink.js';
import {
  drawBranch, drawBreaks, drawEnds, drawNumbers, drawTiers, drawTree, frameCell,
  frameOpen, LEAST_NUMBER_SCALE, LEAST_TREE_SCALE, statePixels,
} from './step_ink.js';
import { currentTheme } from './theme.js';

const STATE_WORDS = ['not seen', 'open', 'closed', 'seen by a search before', 'passed by a jump'];

/** The rectangle of cells in sight, where they are large enough for their nodes to be drawn. */
export function cellsInSight(mode) {
  const { camera, session } = mode.app;
  if (
    camera.scale < LEAST_TREE_SCALE ||
    (!mode.show.numbers && !mode.show.tree && camera.scale < LEAST_NUMBER_SCALE)
  )
    return null;
  const box = [0, 0, camera.width, camera.height];
  const [left, top, right, bottom] = camera.cellsIn(box, session.map);
  return [left, top, Math.max(1, right - left + 1), Math.max(1, bottom - top + 1)];
}

/** State and costs of a cell in words. Of cells that are too small to be drawn with their numbers the
    state alone is known, by their colour. */
export function noteOfCell(mode, node) {
  const row = mode.rowOf(node);
  const colour = mode.layer.pixels[node] ?? 0;
  const state = row?.state ?? Math.max(0, statePixels().indexOf(colour));
  const costs = row
    ? `, G ${costText(row.g, mode.rules)}, H ${costText(row.h, mode.rules)}, since event ${row.number + 1}`
    : '';
  return `${mode.textOf(node)}: ${STATE_WORDS[state]}${costs}`;
}

/** Draws all of it. */
export function drawStep(mode, context, { camera, session }) {
  const theme = currentTheme();
  mode.layer.draw(context, camera);
  if (mode.state && mode.seenCells()?.join() !== mode.seen) mode.refresh();
  const hasNumbers = mode.show.numbers && camera.scale >= LEAST_NUMBER_SCALE;
  frameOpen(context, camera, mode.nodes, mode.cellOf);
  if (mode.show.tree) drawTree(context, camera, mode.nodes, mode.cellOf, hasNumbers);
  if (mode.tiers) {
    const { window } = mode.state;
    drawTiers(context, camera, mode.tiers, window < 0 ? null : mode.placeAt(window), mode.cellOf);
  }
  if (mode.state?.found && !mode.tiers && mode.focus === null && mode.selected === null)
    drawFound(mode, context, camera, hasNumbers);
  else drawBranch(context, camera, mode.branch, mode.cellOf);
  if (hasNumbers) drawNumbers(context, camera, mode.nodes, mode.cellOf, mode.rules);
  drawBreaks(context, camera, mode.breaks);
  drawEnds(context, camera, session, hasNumbers);
  drawFrames(mode, context, camera, theme);
}

function drawFound(mode, context, camera, hasNumbers) {
  const points = [...mode.branch].flatMap((node) => mode.cellOf(node));
  if (hasNumbers) drawBranch(context, camera, mode.branch, mode.cellOf);
  else drawPath(context, camera, points);
}

function drawFrames(mode, context, camera, theme) {
  const { state } = mode;
  if (state && state.at >= 0)
    frameCell(context, camera, mode.cellOf(state.at), theme.path, { width: 3 });
  if (state && state.event.node >= 0 && state.event.node !== state.at)
    frameCell(context, camera, mode.cellOf(state.event.node), theme.stepOpenLine, { width: 3 });
  if (mode.focus !== null)
    frameCell(context, camera, mode.cellOf(mode.focus), theme.stepBranch, { grow: 1 });
  if (mode.selected !== null)
    frameCell(context, camera, mode.cellOf(mode.selected), theme.stepBranch, { width: 3, grow: 1 });
  if (mode.hands.cursor)
    frameCell(context, camera, mode.hands.cursor, theme.stepBranch, { dash: [4, 3], grow: 3 });
}
