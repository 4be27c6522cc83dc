// What is drawn over the ground: both tiers of a search, the path, its ends, and marks.

import { bodyCells } from '../engine/hexagons.js';
import { addDiamond, fillWith, strokeWith } from './pens.js';
import { currentTheme } from './theme.js';

const EVENT_INTS = 18;
const EVENT_DOUBLES = 9;
export const KIND_EXPAND = 3;
export const KIND_LABEL = 6;
export const KIND_ROUTE = 8;
const KIND_WINDOW = 9;
export const TIER_FINE = 0;

/** Reads event number i of the events of an answer. */
export function eventAt(events, i) {
  const { ints, doubles } = events;
  const at = i * EVENT_INTS;
  return {
    kind: ints[at],
    tier: ints[at + 1],
    search: ints[at + 2],
    node: [ints[at + 3], ints[at + 4], ints[at + 5], ints[at + 6]],
    parent: [ints[at + 7], ints[at + 8], ints[at + 9], ints[at + 10]],
    g: doubles[i * EVENT_DOUBLES + 6],
    h: doubles[i * EVENT_DOUBLES + 7],
    f: doubles[i * EVENT_DOUBLES + 8],
  };
}

/** The route that a search chose, its windows and waypoints, and marks for the cells it expanded. */
export function readSearch(events, fineLayer, colour) {
  const route = [];
  const coarse = [];
  const windows = [];
  fineLayer.clear();
  for (let i = 0; i < events.count; i++) {
    const event = eventAt(events, i);
    if (event.kind === KIND_ROUTE) route.push(event.node);
    else if (event.kind === KIND_EXPAND && event.tier === TIER_FINE)
      fineLayer.mark(event.node[0], event.node[1], colour);
    else if (event.kind === KIND_EXPAND) coarse.push(event.node);
    else if (event.kind === KIND_WINDOW) windows.push(event.node);
  }
  fineLayer.put();
  return { route, coarse, windows };
}

/** The middle between the two cells of a waypoint, or of another step. */
export function waypointMiddle(camera, [ax, ay, bx, by]) {
  const [px, py] = camera.middle(ax, ay);
  const [qx, qy] = camera.middle(bx, by);
  return [(px + qx) / 2, (py + qy) / 2];
}

/** The regions that a route leads through, tinted. */
export function drawCorridor(context, camera, world, nodes, ends) {
  const side = world.regionCells;
  const regions = new Set();
  const add = (x, y) => regions.add(Math.floor(y / side) * world.regionsX + Math.floor(x / side));
  for (const [ax, ay, bx, by] of nodes) {
    add(ax, ay);
    add(bx, by);
  }
  for (const [x, y] of ends) add(x, y);
  context.fillStyle = currentTheme().corridor;
  for (const region of regions) fillRegion(context, camera, world, region);
}

export function fillRegion(context, camera, world, region) {
  const side = world.regionCells;
  const x = (region % world.regionsX) * side;
  const y = Math.floor(region / world.regionsX) * side;
  const w = Math.min(side, world.width - x);
  const h = Math.min(side, world.height - y);
  context.beginPath();
  camera.addArea(context, x, y, w, h);
  context.fill();
}

/** The windows of cells in which the fine tier searched. */
export function drawWindows(context, camera, windows) {
  context.beginPath();
  for (const [left, top, right, bottom] of windows) {
    camera.addArea(context, left, top, right + 1 - left, bottom + 1 - top);
  }
  strokeWith(context, currentTheme().window, 1.2, [7, 4]);
}

/** Waypoints that the coarse search expanded. */
export function drawExpandedWaypoints(context, camera, nodes, least = 1.2) {
  const radius = Math.max(least, Math.min(3, camera.scale));
  context.beginPath();
  for (const node of nodes) {
    const [x, y] = waypointMiddle(camera, node);
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 7);
  }
  strokeWith(context, currentTheme().coarse, radius / 2);
}

/** The coarse answer: a dashed line over the waypoints of the route. */
export function drawRoute(context, camera, nodes, start, goal) {
  if (nodes.length === 0) return;
  const theme = currentTheme();
  const points = [
    camera.middle(...start),
    ...nodes.map((node) => waypointMiddle(camera, node)),
    camera.middle(...goal),
  ];
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  strokeWith(context, theme.route, 2, [2, 6]);
  context.beginPath();
  const size = Math.max(3.5, Math.min(6, camera.scale));
  for (const [x, y] of points.slice(1, -1)) {
    addDiamond(context, x, y, size);
  }
  fillWith(context, theme.route);
  strokeWith(context, theme.halo, 1);
}

/** A path, x, y of each of its points, as a line with a light edge. */
export function drawPath(context, camera, points, { ghost = false } = {}) {
  const theme = currentTheme();
  if (points.length < 4) return;
  context.beginPath();
  for (let i = 0; i < points.length; i += 2)
    context.lineTo(...camera.middle(points[i], points[i + 1]));
  context.lineJoin = context.lineCap = 'round';
  const wide = Math.max(3, Math.min(6, camera.scale * 0.55));
  if (ghost) {
    strokeWith(context, theme.ghost, 2, [5, 6]);
    return;
  }
  strokeWith(context, theme.halo, wide + 3);
  strokeWith(context, theme.path, wide);
}

/** The turning points of a path: where the string bends. */
export function drawTurns(context, camera, points) {
  const theme = currentTheme();
  if (camera.scale < 3) return;
  context.beginPath();
  for (let i = 2; i < points.length - 2; i += 2) {
    const [x, y] = camera.middle(points[i], points[i + 1]);
    context.moveTo(x + 2.4, y);
    context.arc(x, y, 2.4, 0, 7);
  }
  fillWith(context, theme.mark);
}

/** The cells that a body covers at a cell. */
export function drawBody(context, camera, [x, y], body, colour) {
  if (body < 2) return;
  context.globalAlpha = 0.25;
  context.fillStyle = colour;
  context.beginPath();
  for (const [dx, dy] of bodyCells(camera.hexagons, body)) camera.addCell(context, x + dx, y + dy);
  context.fill();
  context.globalAlpha = 1;
}

/** The start, a disc. */
export function drawStart(context, camera, cell) {
  const theme = currentTheme();
  const [x, y] = camera.middle(...cell);
  const size = Math.max(7, Math.min(13, camera.scale * 0.42));
  context.beginPath();
  context.arc(x, y, size, 0, 7);
  fillWith(context, theme.start);
  strokeWith(context, theme.halo, 2.5);
}

/** The goal, a pin whose point is at the cell; hollow while it follows the pointer. */
export function drawGoal(context, camera, cell, pinned) {
  const theme = currentTheme();
  const [x, y] = camera.middle(...cell);
  const size = Math.max(7, Math.min(12, camera.scale * 0.42));
  context.beginPath();
  context.moveTo(x, y);
  context.quadraticCurveTo(x - size, y - size * 1.2, x - size, y - size * 2);
  context.arc(x, y - size * 2, size, Math.PI, 0);
  context.quadraticCurveTo(x + size, y - size * 1.2, x, y);
  fillWith(context, theme.goal);
  strokeWith(context, theme.halo, 2);
  context.beginPath();
  context.arc(x, y - size * 2, size * 0.42, 0, 7);
  fillWith(context, pinned ? theme.halo : theme.goal);
  context.stroke();
}

/** Cells as outlines with a cross: what would have to be opened. */
export function drawCells(context, camera, cells, colour) {
  const side = Math.max(3, camera.scale * (camera.hexagons ? 0.7 : 1));
  context.beginPath();
  for (let i = 0; i < cells.length; i += 2) {
    const [x, y] = camera.middle(cells[i], cells[i + 1]);
    const r = side / 2;
    context.rect(x - r, y - r, side, side);
    context.moveTo(x - r, y - r);
    context.lineTo(x + r, y + r);
    context.moveTo(x + r, y - r);
    context.lineTo(x - r, y + r);
  }
  strokeWith(context, colour, 2);
}
