// The bar under the map in the Step mode: the present event in words, the buttons that go forward and
// back, a timeline to drag, and the speed at which the search runs.

import { icon, make, pictureButton, speedList } from './elements.js';

const SPEEDS = [0, 2, 5, 20, 100, 1000, 10000, 100000, 1000000]; // events a second; 0: all in RUN_SECONDS
const RUN_SECONDS = 10;
const MOST_WAIT_MS = 100;

export class StepTransport {
  constructor(mode) {
    this.mode = mode;
    this.speed = 0;
    this.running = false;
    this.build();
  }

  build() {
    const { mode } = this;
    const button = (id, title, act) => pictureButton({ 'data-id': id }, title, icon(id), act);
    this.words = make('div', { class: 'words', role: 'status', 'aria-live': 'polite' });
    this.line = make('input', {
      type: 'range',
      min: 0,
      max: 0,
      step: 1,
      value: 0,
      'aria-label': 'Timeline: number of the event',
      oninput: () => this.drag(),
    });
    this.count = make('span', { class: 'count' });
    this.runButton = button('run', 'Run, pause (Enter)', () => this.toggle());
    this.speeds = speedList(
      SPEEDS.map((speed) => (speed === 0 ? `${RUN_SECONDS} seconds in all` : `${speed.toLocaleString('en')} events a second`)),
      (speed) => this.setSpeed(speed),
    );
    this.speeds.value = this.speed;
    this.element = make(
      'div',
      { id: 'transport', class: 'card' },
      this.words,
      make(
        'div',
        { class: 'line' },
        button('first', 'To the beginning (Home)', () => mode.toBeginning()),
        button('back', 'Step back (←; with Shift to the last expansion)', (event) =>
          event.shiftKey ? mode.backExpansion() : mode.back(),
        ),
        button('step', 'Step (→; with Shift to the next expansion)', (event) =>
          event.shiftKey ? mode.stepExpansion() : mode.step(),
        ),
        this.runButton,
        button('last', 'Run to the end, or to a breakpoint (End)', () => mode.toEnd()),
        this.line,
        this.count,
        this.speeds,
      ),
    );
  }

  show() {
    document.body.append(this.element);
  }

  hide() {
    this.stop();
    this.element.remove();
  }

  drag() {
    this.stop();
    this.mode.goTo(Number(this.line.value));
  }

  take(state) {
    const number = state?.number ?? 0;
    const total = state?.total ?? 0;
    const words = this.mode.words();
    if (this.words.textContent !== words) this.words.textContent = words;
    this.line.max = total;
    if (!this.mode.queue.has('to')) this.line.value = number;
    this.count.textContent = `${number.toLocaleString('en')} / ${total.toLocaleString('en')}`;
    if (state?.over) this.stop();
    for (const button of this.element.querySelectorAll('button')) {
      const { id } = button.dataset;
      button.disabled = !state || (['first', 'back'].includes(id) ? number === 0 : state.over);
    }
  }

  // ---- Running ----

  toggle() {
    if (this.running) this.stop();
    else if (this.mode.state && !this.mode.state.over) this.start();
  }

  start() {
    this.running = true;
    this.owed = 1;
    this.last = performance.now();
    this.showRunning();
    this.tick();
  }

  stop() {
    this.running = false;
    cancelAnimationFrame(this.frame);
    this.showRunning();
  }

  showRunning() {
    this.runButton.replaceChildren(icon(this.running ? 'pause' : 'run'));
    this.runButton.setAttribute('aria-pressed', String(this.running));
  }

  /** Asks for as many events as the time since the last frame owes; waits while one is under way. */
  tick() {
    if (!this.running) return;
    const now = performance.now();
    if (!this.mode.queue.busy) {
      this.owed += (Math.min(MOST_WAIT_MS, now - this.last) * this.eventsASecond()) / 1000;
      this.last = now;
      const events = Math.floor(this.owed);
      this.owed -= events;
      if (events > 0) this.mode.ask('forward', events, true);
    }
    this.frame = requestAnimationFrame(() => this.tick());
  }

  eventsASecond() {
    return SPEEDS[this.speed] || Math.max(2, this.mode.state.total / RUN_SECONDS);
  }

  setSpeed(speed) {
    this.speed = Math.min(SPEEDS.length - 1, Math.max(0, speed));
    this.speeds.value = this.speed;
  }

  changeSpeed(by) {
    this.setSpeed(this.speed + by);
  }
}
