// Pictures of a grid and its costs, of danger, of string pulling, of regions with their entrances, and of
// waypoints.

import { LINE_WORDS } from '../../engine/settings.js';
import { STRAIGHT_COST } from '../../engine/engine.js';
import { compileRule } from '../../engine/step_rule.js';
import { OUTSIDE, ROCK } from '../../engine/terrain.js';
import { fieldRow, fieldSlider } from '../elements.js';
import { drawPath, drawTurns, eventAt, waypointMiddle } from '../ink.js';
import { addDiamond, fillWith, strokeWith } from '../pens.js';
import { drawEnds } from '../step_ink.js';
import { currentTheme } from '../theme.js';
import { entrancesOf } from './entrances.js';
import { sceneOfKind, sceneOfText } from './scenes.js';

const SLOW_EIGHTHS = 24;
const WIDE_REGION = 12;
const LEAST_COST_SCALE = 30; // pixels of a cell that has room for the cost of a step
const LEAST_DANGER_SCALE = 26;
const DANGER_REACH = 5; // cells
const ISLAND_COLOURS = ['#0072b2', '#d98200', '#00805c', '#b0478c', '#7a5ea8', '#56b4e9'];

const costOf = (answer) => (answer.result === 0 && !answer.partial ? answer.cost.toFixed(2) : 'no path');

/** Writes a text into each cell that is open, by its terrain and its number. */
export function writeInCells(context, camera, { width, terrain }, textOf) {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `${Math.max(8, camera.scale * 0.23)}px system-ui, sans-serif`;
  context.fillStyle = currentTheme().stepText;
  terrain.forEach((each, cell) => {
    const [x, y] = camera.middle(cell % width, Math.floor(cell / width));
    if (each !== ROCK && each !== OUTSIDE) context.fillText(textOf(each, cell), x, y + camera.scale * 0.3);
  });
}

function drawWay(context, camera, answer, { start, goal }) {
  if (answer.result === 0 && !answer.partial) {
    drawPath(context, camera, answer.points);
    drawTurns(context, camera, answer.points);
  }
  drawEnds(context, camera, { start, goal }, false);
}

export class GridPicture {
  constructor() {
    this.brush = SLOW_EIGHTHS;
  }

  scene() {
    return sceneOfText(
      '...........##...',
      '......,....##...',
      '......,....##...',
      '......,.........',
      '..s...,.......g.',
      '......,.........',
      '......,....##...',
      '......,....##...',
      '...........##...',
    );
  }

  controls() {
    const brushes = { [SLOW_EIGHTHS]: 'slow ground, 24/8', [ROCK]: 'rock, 0' };
    return [fieldRow('Paint', brushes, this, 'brush')];
  }

  ask(client, { start, goal }) {
    return client.call('path', { start, goal, smoothing: 'none' });
  }

  /** Each cell shows its weight, and the path the cost of each of its steps. */
  draw(context, camera, answer, view) {
    const { map } = view;
    const theme = currentTheme();
    writeInCells(context, camera, map, (terrain) => `${terrain}/8`);
    drawWay(context, camera, { ...answer, points: answer.cells }, view);
    if (answer.result !== 0 || answer.partial || camera.scale < LEAST_COST_SCALE) return;
    context.font = `600 ${Math.max(9, camera.scale * 0.24)}px system-ui, sans-serif`;
    for (let i = 2; i < answer.cells.length; i += 2) {
      const [ax, ay, bx, by] = answer.cells.subarray(i - 2, i + 2);
      const sum = view.terrainAt([ax, ay]) + view.terrainAt([bx, by]);
      const cost = (sum * (ax === bx || ay === by ? 70 : 99)) / STRAIGHT_COST;
      const [x, y] = camera.middle((ax + bx) / 2, (ay + by) / 2);
      context.fillStyle = theme.halo;
      context.fillRect(x - camera.scale * 0.3, y - camera.scale * 0.15, camera.scale * 0.6, camera.scale * 0.3);
      context.fillStyle = theme.stepText;
      context.fillText(cost.toFixed(2), x, y + 1);
    }
  }

  words(answer) {
    return [
      [costOf(answer), 'cost'],
      [answer.straightSteps, 'straight steps'],
      [answer.diagonalSteps, 'diagonal steps'],
    ];
  }
}

/** The extra cost of a step near dangers, as an expression of a step rule: `counts` at one, 0 from
    DANGER_REACH on. */
export const dangerText = (dangers, counts) =>
  dangers.map(([x, y]) => {
    const near = `max(0, ${DANGER_REACH ** 2} - (bx - ${x}) * (bx - ${x}) - (by - ${y}) * (by - ${y}))`;
    return `${near} * ${counts} / ${DANGER_REACH ** 2}`;
  }).join(' + ');

export class DangerPicture {
  constructor() {
    this.counts = 0.5;
    this.baked = '';
  }

  scene() {
    return sceneOfText(
      '..................................',
      '................##................',
      '..................................',
      '..................................',
      '..................................',
      '..................................',
      '..................................',
      '...........e......................',
      '.s..............................g.',
      '..................................',
      '......................e...........',
      '..................................',
      '..................................',
      '..................................',
      '...............##.................',
      '.................#................',
      '..................................',
    );
  }

  controls() {
    const times = (counts) => (counts === 0 ? 'not at all' : `${counts} times`);
    return [fieldSlider('How much danger counts', [0, 0.2, 0.5, 1, 2], times, this, 'counts')];
  }

  /** The world is baked anew where a danger was moved, or counts for more. */
  async ask(client, { start, goal, marks }) {
    const cost = this.counts === 0 ? '' : dangerText(marks, this.counts);
    if (cost !== this.baked) await client.call('bake', { rule: { cost, allowed: '' } });
    this.baked = cost;
    return client.call('path', { start, goal, smoothing: 'none' });
  }

  draw(context, camera, answer, view) {
    const { map, marks } = view;
    const theme = currentTheme();
    const { cost } = compileRule({ cost: dangerText(marks, 1), allowed: '' });
    const dangerOf = (cell) => cost([0, 0, 1, cell % map.width, Math.floor(cell / map.width), 1]);
    context.fillStyle = theme.stepBreak;
    for (let cell = 0; cell < map.terrain.length; cell++) {
      context.globalAlpha = Math.min(0.7, dangerOf(cell) / 2);
      context.fillRect(...camera.rect(cell % map.width, Math.floor(cell / map.width), 1));
    }
    context.globalAlpha = 1;
    const textOf = (_, cell) => (dangerOf(cell) > 0 ? `+${(dangerOf(cell) * this.counts).toFixed(1)}` : '');
    if (camera.scale >= LEAST_DANGER_SCALE) writeInCells(context, camera, map, textOf);
    drawWay(context, camera, { ...answer, points: answer.cells }, view);
    for (const mark of marks) drawDiamond(context, camera.middle(...mark), 11, theme.stepBreak);
  }

  words(answer) {
    const { straightSteps, diagonalSteps, cost } = answer;
    const steps = straightSteps + (diagonalSteps * 99) / 70;
    return [
      [costOf(answer), 'cost'],
      [steps.toFixed(2), 'of it for steps'],
      [Math.max(0, cost - steps).toFixed(2), 'for danger'],
    ];
  }
}

export class StringPicture {
  constructor() {
    this.smoothing = 'any';
  }

  scene(client) {
    return sceneOfKind(client, 'caves', [60, 34], 8, [3, 28], [55, 6]);
  }

  controls() {
    return [fieldRow('The path runs', LINE_WORDS, this, 'smoothing')];
  }

  async ask(client, { start, goal }) {
    const before = await client.call('path', { start, goal, smoothing: 'none' });
    const after = await client.call('path', { start, goal, smoothing: this.smoothing });
    return { before, after };
  }

  draw(context, camera, { before, after }, view) {
    if (this.smoothing !== 'none') drawPath(context, camera, before.points, { ghost: true });
    drawWay(context, camera, after, view);
  }

  words({ after }) {
    const { points, length } = after;
    return [
      [Math.max(0, points.length / 2 - 2), 'turning points'],
      [length.toFixed(2), 'cells long'],
      [costOf(after), 'cost of the steps below it'],
    ];
  }
}

export class RegionPicture {
  constructor() {
    this.side = 12;
    this.hasRegions = true;
  }

  scene(client) {
    return sceneOfKind(client, 'caves', [60, 36], 31, [4, 18], [54, 18]);
  }

  settings() {
    return { region: this.side };
  }

  controls() {
    const bake = () => this.view.bake();
    return [fieldSlider('Side of a region', [8, 12, 16, 24], (side) => `${side} cells`, this, 'side', bake)];
  }

  async ask(client, { map, start, goal }) {
    const world = await client.call('describe');
    const from = await client.call('island', start);
    const to = await client.call('island', goal);
    const answer = await client.call('path', { start, goal, nearest: false });
    const islands = await client.call('islands');
    return { world, from, to, answer, islands, entrances: entrancesOf(map, world.regionCells) };
  }

  draw(context, camera, { islands, from, answer, entrances }, view) {
    const { map } = view;
    islands.forEach((island, cell) => {
      if (island === 0 || island === from) return;
      context.globalAlpha = 0.4;
      context.fillStyle = ISLAND_COLOURS[island % ISLAND_COLOURS.length];
      context.fillRect(...camera.rect(cell % map.width, Math.floor(cell / map.width), 1));
    });
    context.globalAlpha = 1;
    context.lineWidth = Math.max(4, camera.scale * 0.5);
    context.lineCap = 'round';
    context.strokeStyle = currentTheme().waypoint;
    context.beginPath();
    for (const { first, last } of entrances) {
      for (const [a, b] of [first, last])
        context[a === first[0] ? 'moveTo' : 'lineTo'](...waypointMiddle(camera, [...a, ...b]));
    }
    context.stroke();
    drawWay(context, camera, answer, view);
  }

  words({ world, from, to, entrances }) {
    return [
      [world.regionsX * world.regionsY, 'regions'],
      [entrances.length, 'entrances'],
      [world.islands, 'islands'],
      ...(from === to ? [] : [[`${from} and ${to}`, 'are the islands of start and goal: no way']]),
    ];
  }
}

export class WaypointPicture {
  constructor() {
    this.hasRegions = true;
  }

  scene(client) {
    return sceneOfKind(client, 'caves', [72, 24], 5, [5, 7], [64, 13]);
  }

  settings() {
    return { region: WIDE_REGION, spacing: 8 };
  }

  async ask(client, { map, start, goal }) {
    const { waypoints, edges } = await client.call('describe');
    const lines = await client.call('lesson', 'edges');
    const places = await client.call('waypoints');
    const attached = [];
    for (const end of [start, goal]) attached.push(...(await attachmentOf(client, map, end)));
    return { lines, places, attached, waypoints, edges };
  }

  draw(context, camera, { lines, places, attached }, { start, goal }) {
    const theme = currentTheme();
    drawEdges(context, camera, lines, places);
    for (const { node, parent } of attached)
      drawAttachment(context, camera, parent, node, isSame(parent, start) ? theme.start : theme.goal);
    for (let i = 0; i < places.length; i += 5)
      drawDiamond(context, waypointMiddle(camera, places.subarray(i, i + 4)), 6);
    writeCosts(context, camera, attached);
    drawEnds(context, camera, { start, goal }, false);
  }

  words({ waypoints, edges, attached }) {
    return [[waypoints, 'waypoints'], [edges, 'edges'], [attached.length, 'ports attached']];
  }
}

/** The edges as lines between the middles of their waypoints, which are told by their first cells. */
function drawEdges(context, camera, lines, places) {
  const middles = new Map();
  for (let i = 0; i < places.length; i += 5)
    middles.set(
      `${places[i]} ${places[i + 1]}`,
      waypointMiddle(camera, places.subarray(i, i + 4)),
    );
  context.lineWidth = 1;
  context.strokeStyle = currentTheme().edge;
  context.beginPath();
  for (const list of lines) {
    for (let i = 0; i < list.length; i += 5) {
      const [from, to] = [0, 2].map((at) => middles.get(`${list[i + at]} ${list[i + at + 1]}`));
      if (!from || !to) continue;
      context.moveTo(...from);
      context.lineTo(...to);
    }
  }
  context.stroke();
}

/** The ports to which an end is attached, by a query to a cell so far away that a direct path is not tried. */
async function attachmentOf(client, map, end) {
  const isLeft = end[0] < map.width / 2;
  const far = [isLeft ? map.width - WIDE_REGION : 0, isLeft ? map.width : WIDE_REGION];
  const isOpen = (x, y) => map.terrain[y * map.width + x] !== ROCK;
  for (let y = 0; y < map.height; y++) {
    for (let x = far[0]; x < far[1]; x++) {
      if (!isOpen(x, y)) continue;
      const query = { start: end, goal: [x, y], nearest: false, record: 1000, kinds: ['attach'] };
      const { events } = await client.call('path', query);
      const all = Array.from({ length: events.count }, (_, i) => eventAt(events, i));
      const own = all.filter(({ parent }) => isSame(parent, end));
      if (own.length > 0) return own;
    }
  }
  return [];
}

const isSame = ([ax, ay], [bx, by]) => ax === bx && ay === by;

function drawAttachment(context, camera, parent, node, colour) {
  context.lineWidth = 3;
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(...camera.middle(parent[0], parent[1]));
  context.lineTo(...waypointMiddle(camera, node));
  context.stroke();
}

/** A waypoint. */
export function drawDiamond(context, [x, y], size, colour = currentTheme().waypoint) {
  context.beginPath();
  addDiamond(context, x, y, size);
  fillWith(context, colour);
  strokeWith(context, currentTheme().halo, 1);
}

/** Costs beside their waypoints; one that would cover another stands below it. */
function writeCosts(context, camera, attached) {
  const theme = currentTheme();
  const taken = [];
  context.font = '600 11.5px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.lineWidth = 3;
  context.strokeStyle = theme.halo;
  context.fillStyle = theme.stepText;
  for (const { node, g } of attached) {
    const text = (g / STRAIGHT_COST).toFixed(1);
    const wide = context.measureText(text).width;
    const [px, py] = waypointMiddle(camera, node);
    const x = Math.min(px + 8, camera.width - wide - 4);
    let y = py - 8;
    while (taken.some(([tx, ty]) => Math.abs(tx - x) < wide + 4 && Math.abs(ty - y) < 13)) y += 13;
    taken.push([x, y]);
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}
