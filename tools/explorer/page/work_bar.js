// The bar for work that takes more than half a second: what is done, how much of it where that is known, and
// Cancel, which ends it. What a worker does shows as soon as it has not answered for so long.

import { button, make } from './elements.js';

const LEAST_MS = 500;
const LOOK_MS = 100;
const WORDS = {
  ...{ generate: 'Making a map', setMap: 'Baking the map', bake: 'Baking the map', edit: 'Editing' },
  ...{ adopt: 'Reading the file', surveyMap: 'Reading the file', readMap: 'Reading the file' },
  ...{ bakeMap: 'Baking the map', step: 'Recording the search', battle: 'Preparing the battle' },
  ...{ path: 'Searching', compare: 'Comparing', save: 'Writing the world' },
};

export class WorkBar {
  /** Of `app.current` it uses `client`, if the mode has a worker of its own, `work`, what else it is at as
      { words, share }, and `cancelWork()`, if it has its own way back. */
  constructor(app) {
    this.app = app;
    this.since = null; // when the present work of a mode began
    this.words = make('span');
    this.progress = make('progress', { max: 1, 'aria-label': 'Progress' });
    this.button = button('Cancel', () => this.cancel(), 'Ends this; all else stays as it was before');
    this.element = make('div', { id: 'work', class: 'card', role: 'status', hidden: true }, this.words, this.progress, this.button);
    document.body.append(this.element);
    setInterval(() => this.look(), LOOK_MS);
  }

  look() {
    const { app } = this;
    const own = app.current.work;
    this.since = own ? (this.since ?? performance.now()) : null;
    const asked = (app.current.client ?? app.client).work;
    if (own && performance.now() - this.since > LEAST_MS) this.show(own);
    else if (asked && asked.call !== 'load' && asked.ms > LEAST_MS)
      this.show({ words: WORDS[asked.call] ?? 'Working' });
    else this.element.hidden = true;
  }

  show({ words, share }) {
    if (this.words.textContent !== words) this.words.textContent = words;
    if (share === undefined) this.progress.removeAttribute('value');
    else this.progress.value = share;
    this.button.hidden = this.app.session.map === null; // there is nothing to go back to
    this.element.hidden = false;
  }

  async cancel() {
    const { app } = this;
    this.element.hidden = true;
    try {
      await (app.current.cancelWork?.() ?? app.session.cancel());
    } catch (error) {
      app.say(error.message);
    }
  }
}
