// Pictures of what a world answers by: windows along a route, labels, overlays; and of land that is seen bit by bit.

import { CellLayer } from '../cell_layer.js';
import { fieldRow, fieldSlider } from '../elements.js';
import { drawGrid } from '../ground.js';
import {
  drawExpandedWaypoints, drawPath, drawRoute, drawWindows, eventAt,
  KIND_EXPAND, KIND_LABEL, KIND_ROUTE, TIER_FINE, waypointMiddle,
} from '../ink.js';
import { drawEnds } from '../step_ink.js';
import { currentTheme } from '../theme.js';
import { drawDiamond } from './ground_pictures.js';
import { sceneOfKind, sceneOfText } from './scenes.js';

const FIRST_CLUSTER = 4; // regions along its side; of each further level twice as many
const MOST_EVENTS = 50000;

const LEAST_RING = 2.6; // pixels
const BARS_HIGH = 12;

export class WindowPicture {
  constructor() {
    this.walked = 0; // how many cells of the way
    this.hasRegions = true;
  }

  scene(client) {
    return sceneOfKind(client, 'rooms', [112, 64], 5, [4, 56], [104, 8]);
  }

  settings() {
    return { region: 16 };
  }

  async ask(client, { start, goal }) {
    const walk = await client.call('lesson', 'walk', { start, goal, nearest: false });
    const way = [start];
    const owners = [0]; // the segment of each cell
    walk.segments.forEach(({ cells }, segment) => {
      for (let i = 2; i < cells.length; i += 2) {
        way.push([cells[i], cells[i + 1]]);
        owners.push(segment);
      }
    });
    this.walked = Math.min(this.walked, way.length - 1);
    return { ...walk, way, owners };
  }

  /** The unit stands on its way; the start is where it began. */
  ends({ way } = {}) {
    const { goal, start } = this.view;
    return { handle: way?.[this.walked] ?? start, goal, start };
  }

  /** Moves the unit to the cell of its way that is nearest. */
  moveHandle([x, y], { way }) {
    let least = Infinity;
    way.forEach(([wx, wy], i) => {
      const far = Math.hypot(wx - x, wy - y);
      if (far >= least) return;
      least = far;
      this.walked = i;
    });
  }

  /** The segment that the unit walks, or is about to. */
  segmentAt({ owners, segments }) {
    return segments[owners[Math.min(this.walked + 1, owners.length - 1)]] ?? null;
  }

  costsAt({ cost, way, owners, segments }) {
    const at = owners[Math.min(this.walked + 1, owners.length - 1)];
    const behind = segments[at]?.left ?? 0;
    return { left: behind + this.costBetween(way, owners, at), cost };
  }

  /** The cost from the unit to the end of the segment of a number: straight 1, diagonal 99/70. */
  costBetween(way, owners, segment) {
    let cost = 0;
    for (let i = this.walked + 1; i < way.length && owners[i] === segment; i++) {
      const [[ax, ay], [bx, by]] = [way[i - 1], way[i]];
      cost += ax === bx || ay === by ? 1 : 99 / 70;
    }
    return cost;
  }

  draw(context, camera, data, view) {
    const { way } = data;
    const flat = way.flat();
    drawPath(context, camera, flat, { ghost: true });
    drawPath(context, camera, flat.slice(0, 2 * this.walked + 2));
    const segment = this.segmentAt(data);
    if (segment) {
      drawWindow(context, camera, windowsOf(segment.events));
      context.globalAlpha = 0.75;
      drawPath(context, camera, segment.cells);
      context.globalAlpha = 1;
    }
    drawBars(context, camera, this.costsAt(data));
    drawEnds(context, camera, { start: this.ends(data).handle, goal: view.goal }, false);
  }

  words(data) {
    if (data.segments.length === 0) return [['No', 'way']];
    const { left, cost } = this.costsAt(data);
    const segment = this.segmentAt(data);
    return [
      [cost.toFixed(2), 'the route said'],
      [left.toFixed(2), 'left at most'],
      [segment?.fineExpanded ?? 0, 'cells expanded for this segment'],
    ];
  }
}

const windowsOf = (events) =>
  Array.from({ length: events.count }, (_, i) => eventAt(events, i).node);

/** Windows that are seen on walls as well. */
function drawWindow(context, camera, windows) {
  const theme = currentTheme();
  context.lineWidth = 4;
  context.strokeStyle = theme.halo;
  for (const [left, top, right, bottom] of windows)
    context.strokeRect(...camera.rect(left, top, right + 1 - left, bottom + 1 - top));
  drawWindows(context, camera, windows);
}

/** How much of the cost of a route was walked, and how much is left. */
function drawBars(context, camera, { left, cost }) {
  const theme = currentTheme();
  const wide = Math.min(camera.width - 28, 420);
  const x = (camera.width - wide) / 2;
  const share = cost > 0 ? 1 - left / cost : 1;
  context.fillStyle = theme.halo;
  context.fillRect(x - 2, 8, wide + 4, BARS_HIGH + 4);
  context.fillStyle = theme.path;
  context.fillRect(x, 10, wide * share, BARS_HIGH);
  context.fillStyle = theme.route;
  context.fillRect(x + wide * share, 10, wide * (1 - share), BARS_HIGH);
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'top';
  context.fillStyle = theme.stepText;
  context.textAlign = 'left';
  context.fillText('walked', x, 12 + BARS_HIGH);
  context.textAlign = 'right';
  context.fillText('left', x + wide, 12 + BARS_HIGH);
}

/** What the events of a query tell: expanded waypoints, the route, and the hubs of labels. */
function readPlan(events) {
  const plan = { expanded: [], route: [], labels: [] };
  for (let i = 0; i < events.count; i++) {
    const event = eventAt(events, i);
    if (event.kind === KIND_EXPAND && event.tier !== TIER_FINE) plan.expanded.push(event.node);
    else if (event.kind === KIND_ROUTE) plan.route.push(event.node);
    else if (event.kind === KIND_LABEL) plan.labels.push(event);
  }
  return plan;
}

/** A picture of one query, by one of two methods. Subclasses say the methods, and the world. */
class MethodPicture {
  constructor(methods) {
    this.methods = methods;
    this.method = Object.keys(methods)[0];
    this.hasRegions = true;
  }

  controls() {
    return [fieldRow('The coarse tier', this.methods, this, 'method')];
  }

  async ask(client, { start, goal }) {
    const world = await client.call('describe');
    const query = {
      ...{ start, goal, smoothing: 'any', nearest: false, record: MOST_EVENTS },
      kinds: ['expand', 'route', 'label'],
    };
    const isStale = this.method === 'labels' && (!world.refreshed || world.method !== 'labels');
    const answer = await client.call(this.method === 'octile' ? 'coarse' : 'path', query);
    return { world, answer, plan: readPlan(answer.events), isStale };
  }

  draw(context, camera, { answer, plan }, { start, goal }) {
    drawLabels(context, camera, plan.labels);
    drawExpandedWaypoints(context, camera, plan.expanded, LEAST_RING);
    if (answer.result === 0) {
      drawRoute(context, camera, plan.route, start, goal);
      if (this.method !== 'octile') drawPath(context, camera, answer.points);
    }
    drawEnds(context, camera, { start, goal }, false);
  }

  words({ answer, plan }) {
    if (answer.result !== 0) return [['No', 'path']];
    return [
      [plan.expanded.length, 'waypoints expanded'],
      [answer.cost.toFixed(2), this.method === 'octile' ? 'cost of the route' : 'cost'],
    ];
  }
}

function drawLabels(context, camera, labels) {
  const theme = currentTheme();
  context.lineWidth = 1.5;
  context.strokeStyle = theme.open;
  context.beginPath();
  for (const { node, parent } of labels) {
    context.moveTo(...waypointMiddle(camera, node));
    context.lineTo(...camera.middle(parent[0], parent[1]));
  }
  context.stroke();
  for (const { parent } of labels)
    drawDiamond(context, camera.middle(parent[0], parent[1]), 8, theme.open);
}

export class LabelPicture extends MethodPicture {
  constructor() {
    super({ labels: 'Labels', octile: 'A*' });
  }

  scene(client) {
    return sceneOfKind(client, 'caves', [120, 70], 4, [8, 60], [112, 10]);
  }

  settings() {
    return { region: 12 };
  }

  words(data) {
    const { plan, isStale } = data;
    return [
      [plan.labels.length, 'labels read'],
      ...super.words(data),
      ...(isStale ? [['An edit:', 'labels are not used until they are made anew']] : []),
    ];
  }
}

export class OverlayPicture extends MethodPicture {
  constructor() {
    super({ overlays: 'Overlays', octile: 'A*' });
  }

  scene(client) {
    return sceneOfKind(client, 'caves', [640, 352], 4, [20, 330], [610, 24]);
  }

  settings() {
    return { region: 8, labels: 0 };
  }

  /** The borders of clusters, the thicker the higher their level. */
  draw(context, camera, data, view) {
    const { regionCells, overlayLevels } = data.world;
    for (let level = 1; level <= overlayLevels; level++) {
      const side = regionCells * FIRST_CLUSTER * 2 ** (level - 1);
      drawGrid(context, camera, view.map, side, currentTheme().region, level + 0.5);
    }
    super.draw(context, camera, data, view);
  }

  words(data) {
    return [[data.world.overlayLevels, 'levels'], ...super.words(data)];
  }
}

/** Land of which the unit knows what it has seen: all else counts as open. */
export class UnexploredPicture {
  constructor() {
    this.sight = 4;
    this.share = 0.5;
    this.layer = new CellLayer();
  }

  scene() {
    return sceneOfText(
      '........................................',
      '........................................',
      '.............###############............',
      '...........................#............',
      '...........................#............',
      '...........................#......#.....',
      '.....#.....................#......#.....',
      '.....#.....................#......#.....',
      '..s..#.....................#.........g..',
      '...........................#............',
      '...........................#............',
      '...........................#............',
      '...........................#............',
      '.............###############............',
      '........................................',
      '........................................',
      '........................................',
    );
  }

  controls() {
    const shares = Array.from({ length: 101 }, (_, i) => i / 100);
    return [
      fieldSlider('How far it has walked', shares, (share) => `${Math.round(100 * share)} %`, this, 'share'),
      fieldSlider('How far it sees', [2, 3, 4, 6, 9, 14], (sight) => `${sight} cells`, this, 'sight'),
    ];
  }

  async ask(client, { map, start, goal }) {
    const { steps } = await client.call('lesson', 'explore', { map, start, goal, sight: this.sight });
    const known = await client.call('path', { start, goal, smoothing: 'none', nearest: false });
    return { steps, known };
  }

  draw(context, camera, { steps }, { map, goal }) {
    const walked = steps.slice(0, this.walkedOf(steps) + 1);
    const { fog } = currentTheme();
    this.layer.resize(map.width, map.height);
    map.terrain.forEach((_, cell) => this.layer.mark(cell % map.width, Math.floor(cell / map.width), fog));
    for (const { fresh } of walked)
      for (const cell of fresh) this.layer.pixels[cell] = 0;
    this.layer.put();
    this.layer.draw(context, camera);
    const { cell, plan } = walked.at(-1);
    drawPath(context, camera, plan, { ghost: true });
    drawPath(context, camera, walked.flatMap((step) => step.cell));
    drawEnds(context, camera, { start: cell, goal }, false);
  }

  walkedOf(steps) {
    return Math.round(this.share * (steps.length - 1));
  }

  words({ steps, known }) {
    const walked = this.walkedOf(steps);
    const plans = steps.slice(0, walked + 1).filter(({ isPlanned }) => isPlanned).length;
    return [
      [`${walked} of ${steps.length - 1}`, 'steps walked'],
      [plans, plans === 1 ? 'plan' : 'plans'],
      [known.straightSteps + known.diagonalSteps, 'steps, had it known the map'],
    ];
  }
}
