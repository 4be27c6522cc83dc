// What the Step mode draws on the map: states of cells, F, G and H, arrows to parents, the search
// tree, the branch of a cell.

import { costText, ROW_NUMBERS } from '../engine/step_rules.js';
import { drawGoal, drawStart } from './ink.js';
import { addDiamond, fillWith, strokeWith } from './pens.js';
import { currentTheme } from './theme.js';

export const LEAST_TREE_SCALE = 4;
const LEAST_ARROW_SCALE = 18;
export const LEAST_NUMBER_SCALE = 44;
const STATE_OPEN = 1;
const STATE_CLOSED = 2;

/** Pixels of the states of cells: unseen, open, closed, seen by a search before. */
export function statePixels() {
  const { stepOpen, stepClosed, stepFormer, stepScanned } = currentTheme();
  const pixel = ([r, g, b, a]) => ((a << 24) | (b << 16) | (g << 8) | r) >>> 0;
  return Uint32Array.of(0, ...[stepOpen, stepClosed, stepFormer, stepScanned].map(pixel));
}

/** The fields of row i of a look. */
export function rowAt(rows, i) {
  const at = i * ROW_NUMBERS;
  return {
    node: rows[at],
    parent: rows[at + 1],
    g: rows[at + 2],
    h: rows[at + 3],
    f: rows[at + 4],
    state: rows[at + 5],
    number: rows[at + 6],
    position: rows[at + 7],
  };
}

export const rowCount = (rows) => rows.length / ROW_NUMBERS;

/** Lines from the nodes of a look to their parents, thin; arrows where cells are large enough. */
export function drawTree(context, camera, rows, cellOf, hasNumbers) {
  const theme = currentTheme();
  context.lineWidth = camera.scale >= LEAST_ARROW_SCALE ? 1.5 : 1;
  context.strokeStyle = theme.stepTree;
  context.beginPath();
  for (let i = 0; i < rowCount(rows); i++) {
    const { node, parent } = rowAt(rows, i);
    if (node === parent) continue;
    const [x, y] = camera.middle(...cellOf(node));
    const [px, py] = camera.middle(...cellOf(parent));
    if (camera.scale >= LEAST_ARROW_SCALE && hasNumbers)
      addArrow(context, [x, y], [px, py], camera.scale * 0.2);
    else if (camera.scale >= LEAST_ARROW_SCALE)
      addArrow(context, [x, y], [px, py], Math.hypot(px - x, py - y) - camera.scale * 0.2);
    else {
      context.moveTo(x, y);
      context.lineTo(px, py);
    }
  }
  context.stroke();
}

/** An arrow that begins at a place and points at another, of a length. */
function addArrow(context, [x, y], [px, py], length) {
  const far = Math.hypot(px - x, py - y);
  const dx = (px - x) / far;
  const dy = (py - y) / far;
  const from = length < far / 2 ? -length * 0.8 : 0;
  const tipX = x + dx * (length + from * 0.2);
  const tipY = y + dy * (length + from * 0.2);
  const head = 5;
  context.moveTo(x + dx * from, y + dy * from);
  context.lineTo(tipX, tipY);
  context.moveTo(tipX - head * (dx + dy * 0.7), tipY - head * (dy - dx * 0.7));
  context.lineTo(tipX, tipY);
  context.lineTo(tipX - head * (dx - dy * 0.7), tipY - head * (dy + dx * 0.7));
}

/** F above, G below on the left, H below on the right, as the articles have them. */
export function drawNumbers(context, camera, rows, cellOf, rules) {
  const theme = currentTheme();
  const size = Math.max(10, Math.min(17, camera.scale * 0.2));
  const pad = Math.max(3, camera.scale * 0.06);
  const family = 'system-ui, "DejaVu Sans", sans-serif';
  for (let i = 0; i < rowCount(rows); i++) {
    const { node, g, h, f, state } = rowAt(rows, i);
    const [mx, my] = camera.middle(...cellOf(node));
    const half = camera.hexagons ? camera.scale * 0.42 : camera.scale / 2 - pad;
    const [left, right] = [mx - half, mx + half];
    const [top, bottom] = camera.hexagons
      ? [my - camera.scale * 0.38, my + camera.scale * 0.27]
      : [my - half, my + half];
    context.fillStyle = state === STATE_CLOSED ? theme.stepClosedText : theme.stepText;
    context.textBaseline = 'top';
    context.textAlign = camera.hexagons ? 'center' : 'left';
    context.font = `600 ${size}px ${family}`;
    context.fillText(costText(f, rules), camera.hexagons ? mx : left, top);
    context.font = `${size * 0.88}px ${family}`;
    context.textBaseline = 'alphabetic';
    context.textAlign = 'left';
    context.fillText(costText(g, rules), left, bottom);
    context.textAlign = 'right';
    context.fillText(costText(h, rules), right, bottom);
  }
}

/** The way from where the search began to a cell, as a line. */
export function drawBranch(context, camera, branch, cellOf) {
  if (branch.length < 2) return;
  const theme = currentTheme();
  context.beginPath();
  for (const node of branch) context.lineTo(...camera.middle(...cellOf(node)));
  context.lineJoin = context.lineCap = 'round';
  strokeWith(context, theme.halo, 5);
  strokeWith(context, theme.stepBranch, 2.5);
}

/** A frame around a cell. */
export function frameCell(
  context,
  camera,
  [x, y],
  colour,
  { width = 2, dash = [], grow = 0 } = {},
) {
  context.beginPath();
  camera.addCell(context, x, y, grow + Math.max(0, 7 - camera.scale) / 2);
  strokeWith(context, colour, width, dash);
}

/** Frames around open cells, so that not colour alone tells them apart. */
export function frameOpen(context, camera, rows, cellOf) {
  if (camera.scale < LEAST_ARROW_SCALE) return;
  context.beginPath();
  const inset = 2.5;
  for (let i = 0; i < rowCount(rows); i++) {
    const { node, state } = rowAt(rows, i);
    if (state !== STATE_OPEN) continue;
    camera.addCell(context, ...cellOf(node), -inset);
  }
  strokeWith(context, currentTheme().stepOpenLine, 2);
}

/** The start or the goal in a corner of its cell, where numbers fill the middle. */
function drawCornerMark(context, camera, [x, y], colour, letter) {
  const size = Math.max(8, camera.scale * 0.13);
  const [cx, cy] = camera.middle(x, y);
  const away = camera.scale / 2 - size - 3;
  const [mx, my] = camera.hexagons ? [cx + away, cy - size / 2] : [cx + away, cy - away];
  context.beginPath();
  context.arc(mx, my, size, 0, 7);
  fillWith(context, colour);
  context.fillStyle = currentTheme().halo;
  context.font = `700 ${size * 1.25}px system-ui, "DejaVu Sans", sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(letter, mx, my + 0.5);
}

/** The ends; where cells have numbers, as letters in corners of their cells. */
export function drawEnds(context, camera, { start, goal }, inCorners) {
  if (inCorners) {
    const theme = currentTheme();
    drawCornerMark(context, camera, start, theme.start, 'S');
    drawCornerMark(context, camera, goal, theme.goal, 'G');
  } else {
    drawStart(context, camera, start);
    drawGoal(context, camera, goal, true);
  }
}

/** A dashed frame around a rectangle of cells: left, top, right, bottom. */
function frameCells(context, camera, [left, top, right, bottom], colour, width, dash) {
  context.beginPath();
  camera.addArea(context, left, top, right - left + 1, bottom - top + 1);
  strokeWith(context, colour, width, dash);
}

/** Breakpoints that have a place: a red eight-sided sign at its right edge, or a dashed frame. */
export function drawBreaks(context, camera, breaks) {
  const theme = currentTheme();
  for (const { place, on } of breaks) {
    if (!place || !on) continue;
    const [left, top, right, bottom] = place;
    if (left === right && top === bottom) {
      const size = Math.max(4, Math.min(9, camera.scale * 0.16));
      const [mx, y] = camera.middle(left, top);
      const x = mx + camera.scale / 2 - size - 2;
      context.beginPath();
      for (let i = 0; i < 8; i++)
        context.lineTo(
          x + size * Math.cos((i + 0.5) * 0.7854),
          y + size * Math.sin((i + 0.5) * 0.7854),
        );
      context.closePath();
      fillWith(context, theme.stepBreak);
      strokeWith(context, theme.halo, 1.5);
    } else {
      frameCells(context, camera, place, theme.stepBreak, 2, [7, 5]);
    }
  }
}

/** The work of the two tiers: waypoints that were seen, window, route, segments, string. */
export function drawTiers(context, camera, { seen, route, segments, string }, window, cellOf) {
  const theme = currentTheme();
  if (window) frameCells(context, camera, window, theme.window, 1.5, [6, 4]);
  const line = (pairs, colour, width, dash) => {
    context.beginPath();
    for (let i = 0; i < pairs.length; i += 2) {
      context.moveTo(...camera.middle(...cellOf(pairs[i])));
      context.lineTo(...camera.middle(...cellOf(pairs[i + 1])));
    }
    strokeWith(context, colour, width, dash);
  };
  const passed = Array.from(route).filter((_, i) => i % 2 === 1);
  line(passed.slice(1).flatMap((node, i) => [passed[i], node]), theme.route, 2, [2, 6]);
  drawPlaces(context, camera, seen, cellOf);
  line(segments, theme.path, 3, []);
  line(string, theme.goal, 2.5, []);
}

/** Waypoints as diamonds in the colours of their states. */
function drawPlaces(context, camera, seen, cellOf) {
  const theme = currentTheme();
  const fills = [null, theme.halo, theme.coarse, theme.waypoint];
  const size = Math.max(3, Math.min(8, camera.scale * 0.8));
  for (const wanted of [3, 2, 1]) {
    context.beginPath();
    for (let i = 0; i < rowCount(seen); i++) {
      const { node, state } = rowAt(seen, i);
      if (state !== wanted) continue;
      const [x, y] = camera.middle(...cellOf(node));
      addDiamond(context, x, y, size);
    }
    fillWith(context, fills[wanted]);
    strokeWith(context, wanted === 1 ? theme.coarse : theme.halo, wanted === 1 ? 2 : 1);
  }
}
