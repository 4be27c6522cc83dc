// The mode Learn: steps, each with a few words and a picture that is dragged. It has an engine of its own, so
// that the map of the other modes stays as it is.

import { EngineClient } from '../client.js';
import { button, make } from '../elements.js';
import { DangerPicture, GridPicture, RegionPicture, StringPicture, WaypointPicture } from './ground_pictures.js';
import { HexagonPicture } from './hexagon_picture.js';
import { LessonView } from './lesson_view.js';
import { LESSONS, partsOf } from '../../engine/learn/lessons.js';
import {
  AstarPicture, HeapPicture, HeuristicPicture, JumpPicture, NearestPicture, TiersPicture,
} from './search_pictures.js';
import { UnitsPicture } from './units_picture.js';
import { LabelPicture, OverlayPicture, UnexploredPicture, WindowPicture } from './world_pictures.js';

/** The pictures of the steps, by their ids. */
export const PICTURES = {
  grid: GridPicture,
  danger: DangerPicture,
  astar: AstarPicture,
  heap: HeapPicture,
  heuristic: HeuristicPicture,
  nearest: NearestPicture,
  jumps: JumpPicture,
  regions: RegionPicture,
  waypoints: WaypointPicture,
  tiers: TiersPicture,
  windows: WindowPicture,
  string: StringPicture,
  labels: LabelPicture,
  overlays: OverlayPicture,
  unexplored: UnexploredPicture,
  units: UnitsPicture,
  hexagons: HexagonPicture,
};

export class LearnMode {
  constructor() {
    this.id = 'learn';
    this.label = 'Learn';
    this.number = 0;
    this.view = null;
  }

  attach(app) {
    this.app = app;
  }

  addressFields() {
    return this.number > 0 ? { lesson: LESSONS[this.number].id } : {};
  }

  readFields({ lesson }) {
    this.number = Math.max(0, LESSONS.findIndex(({ id }) => id === lesson));
  }

  enter() {
    for (const id of ['tools', 'panel', 'status']) document.getElementById(id).replaceChildren();
    this.element ??= this.build();
    document.body.append(this.element);
    this.resizes ??= new ResizeObserver(() => this.view?.resize());
    this.resizes.observe(this.frame);
    if (!this.view) this.start();
    else this.reopen();
  }

  leave() {
    this.view?.picture?.end?.();
    this.resizes.disconnect();
    this.element.remove();
  }

  /** Shows the step as it was left, in the colours of now. */
  reopen() {
    this.view.recolour();
    this.view.picture?.begin?.();
  }

  get client() {
    return this.view?.client;
  }

  /** Begins the step anew, in another worker. */
  async cancelWork() {
    await this.client.restart();
    this.open(this.number);
  }

  async start() {
    const client = new EngineClient();
    this.view = new LessonView(client, {
      onAnswer: (data) => this.say(this.view.picture.words(data)),
      onError: (error) => this.say([[error.message, '']]),
      onHeight: (pixels) => this.element.style.setProperty('--high', `${pixels}px`), // used on narrow screens
    });
    this.view.canvas.setAttribute('aria-label', 'Picture. Arrow keys move the goal, with Shift the start.');
    this.frame.append(this.view.canvas);
    try {
      await client.start();
    } catch (error) {
      this.say([[error.message, '']]);
      return;
    }
    this.open(this.number);
  }

  // ---- Steps ----

  build() {
    this.dots = make(
      'nav',
      { class: 'dots', role: 'tablist', 'aria-label': 'Steps' },
      ...LESSONS.map(({ title }, number) =>
        button(String(number + 1), () => this.open(number), title, {
          ...{ role: 'tab', 'aria-label': `${number + 1}: ${title}` },
        }),
      ),
    );
    this.title = make('h2');
    this.text = make('div', { class: 'text' });
    this.controls = make('div', { class: 'controls' });
    this.lead = make('a', { class: 'lead' });
    this.answer = make('p', { class: 'answer', role: 'status', 'aria-live': 'polite' });
    this.backButton = button('← Back', () => this.open(this.number - 1), 'The step before (←)');
    this.nextButton = button('Next →', () => this.goOn(), 'The next step (→)');
    this.nextButton.className = 'primary';
    const again = button('Again', () => this.open(this.number), 'The picture as it was at first');
    this.frame = make('div', { class: 'frame card' });
    return make(
      'main',
      { id: 'learn', 'aria-label': 'Learn' },
      make(
        'article',
        { class: 'card' },
        this.dots,
        this.title,
        this.text,
        this.controls,
        this.lead,
        make('div', { class: 'foot' }, this.answer, this.backButton, again, this.nextButton),
      ),
      this.frame,
    );
  }

  /** To the next step; from the last one to the scenes, where all of this is at work. */
  goOn() {
    if (this.number < LESSONS.length - 1) this.open(this.number + 1);
    else this.app.first.open();
  }

  open(number) {
    this.number = Math.min(LESSONS.length - 1, Math.max(0, number));
    const { id, title, text, lead } = LESSONS[this.number];
    this.title.textContent = `${this.number + 1}. ${title}`;
    this.text.replaceChildren(
      ...text.map((paragraph) =>
        make(
          'p',
          {},
          ...partsOf(paragraph).map(({ text: words, isTerm }) =>
            isTerm ? make('dfn', {}, words) : words,
          ),
        ),
      ),
    );
    [...this.dots.children].forEach((dot, i) =>
      dot.setAttribute('aria-selected', String(i === this.number)),
    );
    this.lead.textContent = `${lead.words} →`;
    this.lead.href = `#${lead.address}`;
    this.backButton.disabled = this.number === 0;
    const isLast = this.number === LESSONS.length - 1;
    this.nextButton.textContent = isLast ? 'See it proved →' : 'Next →';
    this.answer.replaceChildren();
    const picture = new PICTURES[id]();
    this.view.show(picture).catch((error) => this.say([[error.message, '']]));
    this.controls.replaceChildren(...(picture.controls?.() ?? []));
    this.app.remember();
  }

  /** Pairs of a number and what it counts. */
  say(pairs) {
    this.answer.replaceChildren(
      ...pairs.map(([number, words]) => make('span', {}, make('b', {}, String(number)), ` ${words}`)),
    );
  }

  // ---- Keys and pictures ----

  key(app, event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[event.key];
    if (event.target === this.view?.canvas && this.view.key(event)) return true;
    if (step === undefined) return false;
    this.open(this.number + step);
    return true;
  }

  drawInk() {
    return false;
  }

  picture() {
    return this.view.canvas;
  }
}
