// Pictures of searches over cells: A*, its heuristics, jump points; and of the two tiers, event by event.

import { costText, DEFAULT_RULES, stepsByWorld, weightsOfMap } from '../../engine/step_rules.js';
import { weightsOf } from '../../engine/terrain.js';
import { CellLayer } from '../cell_layer.js';
import { fieldRow, fieldSlider } from '../elements.js';
import { drawGoal, drawPath } from '../ink.js';
import { drawHeap, HEAP_SHOWN } from './heap.js';
import {
  drawBranch, drawEnds, drawNumbers, drawTiers, drawTree, frameOpen, LEAST_NUMBER_SCALE, rowAt, statePixels,
} from '../step_ink.js';
import { sceneOfKind, sceneOfText } from './scenes.js';

const NARROW_PIXELS = 520; // of the picture
const CELLS = [
  '...........',
  '.....#.....',
  '.....#.....',
  '.s...#...g.',
  '.....#.....',
  '...###.....',
  '...........',
];
const FEW_CELLS = [
  '.......',
  '...#...',
  's..#..g',
  '..##...',
  '.......',
];

const SHARES = Array.from({ length: 201 }, (_, i) => i / 200);

/** A search that a slider goes through. Subclasses say its rules. */
class SearchPicture {
  constructor() {
    this.share = 1;
    this.layer = new CellLayer();
  }

  slider() {
    return fieldSlider('How far the search is', SHARES, (share) => `${Math.round(share * 100)} %`, this, 'share');
  }

  searchOf({ map, start, goal }) {
    const { width, height } = map;
    const rules = this.rules();
    if (rules.method === 'tiers')
      return { width, height, rules, query: { start, goal, smoothing: 'any', record: 0 } };
    const weights = weightsOfMap(map, weightsOf('walker'), 1, rules.method === 'jumps');
    const byWorld = stepsByWorld(rules.method, false, null);
    return { width, height, weights, start, goal, rules, corners: 'strict', byWorld };
  }

  async ask(client, view) {
    const { map, goal } = view;
    if (this.layer.width !== map.width || this.layer.height !== map.height)
      this.layer.resize(map.width, map.height);
    const search = this.searchOf(view);
    const begun = await client.call('step', 'begin', [search], {});
    this.mark(begun.changes);
    const number = Math.round(this.share * begun.state.total);
    const want = { nodes: [0, 0, map.width, map.height], branch: goal[1] * map.width + goal[0], ...this.wants };
    if (search.query) Object.assign(want, { nodes: undefined, branch: undefined, tiers: true });
    const look = await client.call('step', 'to', [number], want);
    this.mark(look.changes);
    return { ...look, places: begun.held, rules: search.rules };
  }

  mark(changes) {
    if (!changes) return;
    const { x, y, w, h, states } = changes;
    this.layer.write(x, y, w, h, states, statePixels());
  }

  draw(context, camera, { state, nodes, branch, rules }, { map, start, goal }) {
    const cellOf = (node) => [node % map.width, Math.floor(node / map.width)];
    this.layer.draw(context, camera);
    const hasNumbers = this.hasNumbers && camera.scale >= LEAST_NUMBER_SCALE;
    frameOpen(context, camera, nodes, cellOf);
    drawTree(context, camera, nodes, cellOf, hasNumbers);
    if (hasNumbers) drawNumbers(context, camera, nodes, cellOf, rules);
    if (state.found) {
      if (hasNumbers) drawBranch(context, camera, branch, cellOf);
      else drawPath(context, camera, [...branch].flatMap(cellOf));
    }
    drawEnds(context, camera, { start, goal }, hasNumbers);
  }

  controls() {
    return [this.slider()];
  }

  words({ state, rules }) {
    return [
      [state.closed, 'closed'],
      [state.open, 'open'],
      ...(state.found ? [[costText(state.event.g, rules), 'cost']] : []),
      ...(state.over && !state.found ? [['No', 'path']] : []),
    ];
  }
}

export class AstarPicture extends SearchPicture {
  constructor() {
    super();
    this.hasNumbers = true;
    this.share = 0.6;
  }

  /** On a narrow screen cells are large enough for numbers if they are few. */
  scene() {
    return sceneOfText(...(this.view?.canvas?.clientWidth < NARROW_PIXELS ? FEW_CELLS : CELLS));
  }

  rules() {
    return DEFAULT_RULES;
  }
}

/** A search, with the heap that is its open list. */
export class HeapPicture extends AstarPicture {
  constructor() {
    super();
    this.share = 0.4;
    this.mapShare = 0.58; // of the canvas; the heap has the rest
    this.wants = { list: { name: 'heap', first: 0, count: HEAP_SHOWN } };
  }

  scene() {
    return sceneOfText(...CELLS);
  }

  draw(context, camera, data, view) {
    super.draw(context, camera, data, view);
    const box = { top: view.canvas.clientHeight * this.mapShare, bottom: view.canvas.clientHeight };
    drawHeap(context, camera, box, data, view.map.width);
  }

  words({ list, state, rules }) {
    const least = list.length > 0 ? rowAt(list.rows, 0).f : 0;
    return [
      [list.length, 'entries'],
      ...(list.length > 0 ? [[costText(least, rules), 'the least F: entry 1']] : []),
      [state.closed, 'cells closed'],
    ];
  }
}

export class HeuristicPicture extends SearchPicture {
  constructor() {
    super();
    this.heuristic = 'octile';
    this.tie = 'newest';
  }

  scene() {
    return sceneOfText(
      '..............................',
      '..............................',
      '..............................',
      '.................##...........',
      '..................#...........',
      '..................#...........',
      '..................#...........',
      '...s..............#......g....',
      '..................#...........',
      '.................##...........',
      '..............................',
      '..............................',
      '..............................',
      '..............................',
      '..............................',
    );
  }

  rules() {
    const method = { none: 'dijkstra', octile: 'astar', twice: 'weighted' }[this.heuristic];
    return { ...DEFAULT_RULES, costs: 'exact', method, weight: 200, tie: this.tie };
  }

  controls() {
    const ties = { newest: 'newest', oldest: 'oldest', largerG: 'larger G' };
    return [
      fieldRow('H', { none: 'none', octile: 'H', twice: 'twice H' }, this, 'heuristic'),
      fieldRow('Of equal F, first', ties, this, 'tie'),
      this.slider(),
    ];
  }
}

/** Dijkstra's algorithm until it reaches the nearest of several goals, and the library's search for all of them. */
export class NearestPicture extends SearchPicture {
  scene() {
    return sceneOfText(
      '..............................',
      '..............................',
      '..............................',
      '......e................e......',
      '..............................',
      '.........#####................',
      '.............#................',
      '.............#................',
      '..........s..#.g..............',
      '.............#................',
      '.............#................',
      '.........#####................',
      '..............................',
      '..............................',
      '....................e.........',
      '..............................',
    );
  }

  rules() {
    return { ...DEFAULT_RULES, costs: 'exact', method: 'dijkstra' };
  }

  async ask(client, view) {
    const { start, goal, marks } = view;
    const goals = [goal, ...marks];
    const answer = await client.call('path', { start, goal, goals, smoothing: 'none', nearest: false });
    const nearest = answer.result === 0 ? [...answer.cells.slice(-2)] : goal;
    const data = await super.ask(client, { ...view, goal: nearest });
    const singles = [];
    for (const each of goals) singles.push(await client.call('plain', { start, goal: each }));
    return { ...data, answer, nearest, singles };
  }

  draw(context, camera, data, view) {
    super.draw(context, camera, data, { ...view, goal: data.nearest });
    for (const each of [view.goal, ...view.marks])
      drawGoal(context, camera, each, String(each) === String(data.nearest));
  }

  words(data) {
    const { singles, answer } = data;
    return [
      ...super.words(data),
      [singles.reduce((sum, { expanded }) => sum + expanded, 0), `cells by ${singles.length} searches by A*`],
      [answer.fineExpanded + answer.coarseExpanded, 'by the library, in one'],
    ];
  }
}

export class JumpPicture extends SearchPicture {
  constructor() {
    super();
    this.method = 'jumps';
  }

  scene() {
    return sceneOfText(
      '..............................',
      '..............................',
      '.......########...............',
      '.......#......................',
      '.......#..............###.....',
      '...s...#..............#.......',
      '.......#......................',
      '.......#....#.................',
      '............#..............g..',
      '............#.................',
      '............######............',
      '......#...........#...........',
      '......#...........#...........',
      '......#...........#...........',
      '..............................',
    );
  }

  rules() {
    return { ...DEFAULT_RULES, costs: 'exact', method: this.method, tie: 'largerG' };
  }

  controls() {
    const methods = { jumps: 'Jump points', astar: 'A*' };
    return [fieldRow('Search', methods, this, 'method'), this.slider()];
  }
}

export class TiersPicture extends SearchPicture {
  constructor() {
    super();
    this.hasRegions = true;
  }

  scene(client) {
    return sceneOfKind(client, 'caves', [96, 56], 4, [5, 12], [90, 42]);
  }

  settings() {
    return { region: 16, labels: 0 };
  }

  rules() {
    return { ...DEFAULT_RULES, method: 'tiers' };
  }

  async ask(client, view) {
    const data = await super.ask(client, view);
    const { start, goal } = view;
    const { expanded } = await client.call('plain', { start, goal });
    const query = { start, goal, smoothing: 'any', nearest: false };
    const { coarseExpanded, fineExpanded } = await client.call('path', query);
    return { ...data, baseline: expanded, coarseExpanded, fineExpanded };
  }

  draw(context, camera, { state, tiers, places }, { map, start, goal }) {
    const cells = map.width * map.height;
    const cellOf = (node) => {
      if (node < cells) return [node % map.width, Math.floor(node / map.width)];
      const [ax, ay, bx, by] = places.subarray(4 * (node - cells), 4 * (node - cells) + 4);
      return [(ax + bx) / 2, (ay + by) / 2];
    };
    this.layer.draw(context, camera);
    const window =
      state.window < 0
        ? null
        : places.subarray(4 * (state.window - cells), 4 * (state.window - cells) + 4);
    drawTiers(context, camera, tiers, window, cellOf);
    drawEnds(context, camera, { start, goal }, false);
  }

  words({ state, baseline, coarseExpanded, fineExpanded }) {
    return [
      [`${state.number} of ${state.total}`, 'events'],
      [coarseExpanded, 'waypoints and'],
      [fineExpanded, 'cells are expanded for the whole path;'],
      [baseline, 'cells by plain A*, before its first step'],
    ];
  }
}
