// The bar under the map in the mode Battle: tick, hash, how many wait; run, pause, a single tick, speed.

import { icon, make, pictureButton, speedList } from '../elements.js';

const SPEEDS_A_SECOND = [1, 2, 5, 10, 20, 40, 60, 120];

export class BattleBar {
  constructor(mode) {
    this.mode = mode;
    const button = (id, drawing, title, act) =>
      pictureButton({ 'data-id': id }, title, icon(drawing), act);
    const figure = (id, title) => make('b', { 'data-id': id, title });
    this.tick = figure('tick', 'Ticks since the battle began');
    this.hash = make('code', { 'data-id': 'hash', title: 'The hash of the battle so far' });
    this.waiting = figure('waiting', 'Units that wait for another one');
    this.rates = make('span', { class: 'rates', 'data-id': 'rates' });
    this.words = make(
      'div',
      { class: 'words' },
      make('span', {}, 'Tick ', this.tick),
      make('span', {}, this.waiting, ' wait for others'),
      make('span', {}, 'Hash ', this.hash),
      this.rates,
    );
    this.runButton = button('run', 'run', 'Run, pause (Enter)', () => mode.runner.toggle());
    this.speeds = speedList(
      SPEEDS_A_SECOND.map((speed) => `${speed} ticks a second`),
      (speed) => this.setSpeed(speed),
    );
    this.element = make(
      'div',
      { id: 'transport', class: 'card battle' },
      this.words,
      make(
        'div',
        { class: 'line' },
        make(
          'button',
          { type: 'button', 'data-id': 'move', title: 'Those that are selected, or all, go to the other side', onclick: () => mode.moveAcross() },
          'Move',
        ),
        button('first', 'first', 'Begin anew (Home)', () => mode.begin()),
        this.runButton,
        button('step', 'step', 'A single tick (→)', () => mode.runner.step()),
        this.speeds,
      ),
    );
    this.setSpeed(SPEEDS_A_SECOND.indexOf(mode.loop.rate));
  }

  setSpeed(speed) {
    const at = Math.min(SPEEDS_A_SECOND.length - 1, Math.max(0, speed));
    this.mode.loop.rate = SPEEDS_A_SECOND[at];
    this.speeds.value = at;
  }

  changeSpeed(by) {
    this.setSpeed(Number(this.speeds.value) + by);
  }

  update() {
    const { mode } = this;
    const { running, updates, frames } = mode.runner;
    if (this.shownRunning !== running) {
      this.shownRunning = running;
      this.runButton.replaceChildren(icon(running ? 'pause' : 'run'));
      this.runButton.setAttribute('aria-pressed', String(running));
    }
    const now = performance.now();
    this.tick.textContent = mode.tick.toLocaleString('en');
    this.waiting.textContent = String(mode.chains?.waiting ?? 0);
    this.hash.textContent = mode.ticks.at(-1)?.hash ?? '–';
    this.rates.textContent = running
      ? `${updates.read(now)} updates, ${frames.read(now)} frames a second`
      : '';
  }
}
