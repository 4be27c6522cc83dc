// The cards of the Compare mode: a method each, with a picture of what it expanded and its figures.

import {
  bytesText, COMPARE_FIGURES, COMPARE_METHODS, COMPARE_SIGNS, figureText, otherQuestion,
} from '../engine/compare_rules.js';
import { frameOf } from '../engine/hexagons.js';
import { isForMap } from '../engine/step_rules.js';
import { weightsOf } from '../engine/terrain.js';
import { Camera } from './camera.js';
import { CellLayer } from './cell_layer.js';
import { button, labelsOf, listOf, make } from './elements.js';
import { drawRegions } from './ground.js';
import { drawExpandedWaypoints, drawGoal, drawPath, drawStart } from './ink.js';
import { statePixels } from './step_ink.js';

const MOST_PICTURE_HEIGHT = 420;
const GRAB_NEAR_PIXELS = 18;
const MOST_ENLARGED = 400;
const LEAST_MARK_PIXELS = 2.6;

export class CompareCard {
  /** `mode` is the CompareMode; `slot` its place, which also tells colour and mark of its dots. */
  constructor(mode, slot) {
    this.mode = mode;
    this.slot = slot;
    this.layer = new CellLayer();
    this.camera = new Camera();
    this.answer = null;
    this.build();
  }

  get method() {
    return this.mode.methods[this.slot];
  }

  build() {
    const { mode, slot } = this;
    const choose = () => mode.setMethod(slot, this.choice.value);
    const off = isForMap('jumps', mode.app.session.map) ? {} : { jumps: 'squares only' };
    this.choice = listOf(
      labelsOf(COMPARE_METHODS),
      { 'aria-label': `Method ${slot + 1}`, onchange: choose },
      off,
    );
    this.choice.value = this.method;
    this.note = make('p', { class: 'note' }, COMPARE_METHODS[this.method].note);
    this.canvas = make('canvas', { role: 'img' });
    this.figures = make('dl', {});
    this.why = make('p', { class: 'note', 'data-id': 'why' });
    this.fault = make('p', { class: 'fault', role: 'status' });
    const remove = button('×', () => mode.removeMethod(slot), 'Leave this method out', {
      'aria-label': `Leave out method ${slot + 1}`,
    });
    remove.disabled = mode.methods.length === 1;
    const sign = make(
      'span',
      { class: 'sign', 'aria-hidden': 'true', style: `color:${mode.colours()[slot]}` },
      COMPARE_SIGNS[slot],
    );
    this.element = make(
      'section',
      { class: 'card method', 'aria-label': COMPARE_METHODS[this.method].label },
      make('div', { class: 'head' }, sign, this.choice, remove),
      this.note,
      this.canvas,
      this.figures,
      this.why,
      this.fault,
    );
    this.listen();
  }

  // ---- The ends are dragged in each picture ----

  listen() {
    const { canvas } = this;
    let end = null;
    const cellAt = (event) => {
      const box = canvas.getBoundingClientRect();
      return this.camera.cellAt(event.clientX - box.x, event.clientY - box.y);
    };
    const isStart = (event) => {
      const box = canvas.getBoundingClientRect();
      const [x, y] = this.camera.middle(...this.mode.app.session.start);
      return Math.hypot(event.clientX - box.x - x, event.clientY - box.y - y) < GRAB_NEAR_PIXELS;
    };
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      end = event.shiftKey || isStart(event) ? 'start' : 'goal';
      this.mode.moveEnd(end, cellAt(event));
    });
    canvas.addEventListener('pointermove', (event) => {
      if (end) this.mode.moveEnd(end, cellAt(event));
      canvas.style.cursor = end ? 'grabbing' : isStart(event) ? 'grab' : 'crosshair';
    });
    for (const over of ['pointerup', 'pointercancel'])
      canvas.addEventListener(over, () => (end = null));
  }

  // ---- What is shown ----

  /** Shows an answer of Comparer, or an Error. */
  take(answer) {
    this.answer = answer instanceof Error ? null : answer;
    this.fault.textContent =
      answer instanceof Error ? answer.message : answer.found ? '' : 'There is no path.';
    this.draw();
  }

  draw() {
    const { app } = this.mode;
    const { session } = app;
    const { map, world } = session;
    if (!map) return;
    const frame = frameOf(map);
    const width = this.element.clientWidth - 2;
    const height = Math.min(MOST_PICTURE_HEIGHT, Math.ceil((width * frame.height) / frame.width));
    const ratio = Math.min(2, devicePixelRatio || 1);
    const { canvas, camera } = this;
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    canvas.style.height = `${height}px`;
    Object.assign(camera, { width, height });
    camera.fit(map, { x: 0, y: 0, width, height });
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = app.theme().back;
    context.fillRect(0, 0, width, height);
    context.imageSmoothingEnabled = camera.scale * ratio < 1;
    camera.drawPicture(context, app.ground.picture);
    const { isTiers } = COMPARE_METHODS[this.method];
    if (isTiers && world && app.show.regions)
      drawRegions(context, camera, map, world.regionCells);
    this.drawAnswer(context);
    drawStart(context, camera, session.start);
    drawGoal(context, camera, session.goal, true);
    this.describe();
  }

  drawAnswer(context) {
    const { answer, layer, camera } = this;
    const { width, height } = this.mode.app.session.map;
    if (!answer?.states || answer.states.length !== width * height) return;
    if (layer.shown !== answer || layer.theme !== this.mode.app.theme()) {
      layer.resize(width, height);
      layer.write(0, 0, width, height, answer.states, strongPixels());
      Object.assign(layer, { shown: answer, theme: this.mode.app.theme() });
    }
    camera.drawPicture(context, layer.canvas);
    if (answer.cells <= MOST_ENLARGED && camera.scale < LEAST_MARK_PIXELS) this.enlarge(context);
    const nodes = answer.nodes ?? [];
    const places = Array.from({ length: nodes.length / 4 }, (_, i) =>
      nodes.subarray(4 * i, 4 * i + 4),
    );
    drawExpandedWaypoints(context, camera, places);
    drawPath(context, camera, answer.path ?? []);
  }

  /** Few cells that are small: each is drawn large enough to be seen. */
  enlarge(context) {
    const { answer, camera } = this;
    const { width } = this.mode.app.session.map;
    const half = LEAST_MARK_PIXELS / 2;
    context.fillStyle = this.mode.app.theme().path;
    for (let i = answer.states.indexOf(2); i >= 0; i = answer.states.indexOf(2, i + 1)) {
      const [x, y] = camera.middle(i % width, Math.floor(i / width));
      context.fillRect(x - half, y - half, LEAST_MARK_PIXELS, LEAST_MARK_PIXELS);
    }
  }

  describe() {
    const { label } = COMPARE_METHODS[this.method];
    const cells = this.answer?.found ? `${this.answer.cells} cells expanded` : 'no path';
    this.canvas.setAttribute('aria-label', `Map: ${label}, ${cells}`);
  }

  /** What the method answers instead of the query; '': it answers that. */
  otherQuestion() {
    const { map, settings } = this.mode.app.session;
    return map ? otherQuestion(this.method, map, weightsOf(settings.mover)) : '';
  }

  /** The figures, each with a bar: `largest` are those of all cards. */
  showFigures(largest, least) {
    const { answer } = this;
    this.why.textContent = answer?.found ? whyMore(this.method, answer, least) : '';
    if (!answer?.found) {
      this.figures.replaceChildren();
      return;
    }
    const other = this.otherQuestion();
    const bar = (share) => make('i', { style: `width:${Math.max(1, Math.min(100, share * 100))}%` });
    const row = (name, text, share) =>
      make('div', {}, make('dt', {}, name), make('dd', {}, text, other ? '' : bar(share)));
    this.element.toggleAttribute('data-other', other !== '');
    this.note.textContent = other
      ? `Another question, so without bars: ${other}`
      : COMPARE_METHODS[this.method].note;
    const share = (name) => COMPARE_FIGURES[name].read(answer) / (largest[name] || 1);
    const waypoints = answer.waypoints > 0 ? ` + ${answer.waypoints} waypoints` : '';
    const { isTiers } = COMPARE_METHODS[this.method];
    this.figures.replaceChildren(
      row(
        'Expanded',
        `${figureText('expanded', answer.cells)} cells${waypoints}`,
        share('expanded'),
      ),
      row('Time in this browser', figureText('time', answer.us), share('time')),
      row('Cost', figureText('cost', COMPARE_FIGURES.cost.read(answer)), share('cost')),
      row(isTiers ? 'World' : 'Map alone', bytesText(answer.bytes), answer.bytes / largest.bytes),
    );
  }
}

/** Why the two tiers may expand more than the searches over cells that found the best path: `least` is the
    fewest of those. */
function whyMore(method, { cells, waypoints }, least) {
  if (!COMPARE_METHODS[method].isTiers || cells + waypoints <= least) return '';
  return (
    'On a way as short as this one the tiers expand more: they join start and goal to all waypoints of their ' +
    'regions first, and then search windows along the route. On longer ways both hardly grow, but a search ' +
    'over all cells does.'
  );
}

/** The colours of cells in pictures, where a cell may be less than a pixel: open and closed ones show
    less of the ground. */
function strongPixels() {
  return statePixels().map((pixel, state) =>
    pixel === 0 || state > 2 ? pixel : ((pixel & 0xffffff) | 0xb0000000) >>> 0,
  );
}
