// The first screen: what Overland is, and six scenes with a claim each. The claim of the scene that is shown
// stands over the map, and is proved anew whenever the answer changes.

import { CLAIMS, rockOf } from '../engine/claims.js';
import { ROCK } from '../engine/terrain.js';
import { BATTLE_UNIT_INTS } from '../engine/battle/battle_units.js';
import { button, make } from './elements.js';
import { openSheet } from './sheets.js';
import { keepFormer, openStepExample, showFormer } from './step_store.js';
import { keep, kept } from './store.js';

const STORE = 'overland-first';
const QUIET_MS = 400;
const LESTER_COST = 68 * 16;

export class FirstScreen {
  constructor(app) {
    this.app = app;
    this.shown = null; // the claim over the map
    this.former = null; // the user's own map, from before the scenes
    this.tallest = 0; // of the bar, since its scene was chosen
    this.bar = make('section', { id: 'claim', class: 'card', hidden: true, 'aria-label': 'Claim' });
    document.querySelector('header').after(this.bar);
    for (const event of ['path', 'rebuilt', 'graph']) app.session.on(event, () => this.proveSoon());
  }

  /** Opens by itself once: when there is no address, and it was not closed before. */
  begin() {
    if (location.hash === '' && kept(STORE) === null) this.open();
  }

  open() {
    const scene = (each) =>
      make(
        'button',
        { type: 'button', class: 'scene', onclick: () => this.choose(each) },
        make('b', {}, each.title),
        make('span', {}, each.claim),
      );
    const dialog = openSheet(
      make('h1', {}, 'Overland Explorer'),
      make('p', {}, 'Overland finds paths on grids that are too large for one search: a coarse search over waypoints plans, a fine one over cells follows. Each of these scenes proves what it claims while you use it.'),
      make('div', { class: 'scenes' }, ...CLAIMS.map(scene)),
      make('div', { class: 'foot' }, button('Just the map', () => dialog.close(), undefined, { class: 'primary' })),
    );
    dialog.addEventListener('close', () => keep(STORE, 'seen'), { once: true });
  }

  async choose(claim) {
    const { app } = this;
    document.getElementById('dialog').close();
    this.isOpening = true;
    const mode = app.modes.find(({ id }) => id === (claim.mode ?? 'play'));
    app.enterMode(mode);
    if (claim.source) await this.keepOwnMap();
    this.shown = claim;
    this.tallest = 0;
    delete this.bar.dataset.claim;
    this.show('…');
    if (claim.source) await this.showMap(claim);
    else if (claim.mode === 'step') await openStepExample(mode, 'lester');
    else await mode.choose('pass');
    if (claim.source) mode.chooseTool(claim.tool ?? 'walk');
    this.isOpening = false;
    app.fitView();
    this.proveSoon();
  }

  /** The map that the user has made or opened, which comes back by a button. An example of Step gives way to it first. */
  async keepOwnMap() {
    const { session, modes } = this.app;
    await modes[1].returning;
    if (this.former || !session.map || session.isFirstMap() || session.source === this.source) return;
    this.former = keepFormer(this.app);
  }

  async backToMap() {
    this.close();
    const [play, step] = this.app.modes;
    this.app.enterMode(play);
    await step.returning;
    await showFormer(this);
  }

  /** Whether the bar is higher than it was since its scene was chosen: it covers what the view was fitted to. */
  hasGrown() {
    const before = this.tallest;
    this.tallest = Math.max(before, this.bar.offsetHeight);
    return this.tallest > before;
  }

  async showMap(claim) {
    const { session } = this.app;
    await session.generate(claim.source);
    this.source = claim.source;
    this.app.pinned = true;
    const { history, map, start, goal } = session;
    history.begin();
    history.paint(rockOf(claim, map, start, goal), ROCK);
    history.end();
    this.strokes = history.done.length;
  }

  /** Once the page is quiet: a proof may take as long as a bake. */
  proveSoon() {
    if (!this.shown || this.proving || this.isOpening) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.prove(), QUIET_MS);
  }

  async prove() {
    const { app, shown } = this;
    if (!shown || this.isOpening || app.current.id !== (shown.mode ?? 'play')) return;
    await app.session.settled();
    const { question, history } = app.session;
    if (shown.tool && history.done.length <= this.strokes) return this.show('Drag over the map: it paints.');
    this.proving = true;
    try {
      const proof = shown.prove
        ? await shown.prove((...asked) => app.client.call(...asked), app.session.present())
        : PROOFS[shown.mode](app.current);
      if (this.shown === shown && !this.isOpening) this.show(proof.words, proof.holds);
    } catch (error) {
      this.show(error.message, false);
    }
    this.proving = false;
    if (shown.mode || question !== app.session.question) this.proveSoon();
  }

  show(words, holds) {
    const { claim } = this.shown;
    const next = CLAIMS[(CLAIMS.indexOf(this.shown) + 1) % CLAIMS.length];
    const sign = holds === undefined ? '' : holds ? '✓ ' : '✗ ';
    this.bar.hidden = false;
    this.words ??= make('span', { role: 'status' });
    if (this.words.textContent !== sign + words) this.words.textContent = sign + words;
    this.words.className = holds === false ? 'no' : '';
    if (this.bar.dataset.claim === claim && this.bar.firstChild) return;
    this.bar.dataset.claim = claim;
    this.bar.replaceChildren(
      make('p', {}, make('b', {}, claim), ' ', this.words),
      button('Next', () => this.choose(next), next.title),
      button('Scenes', () => this.open(), 'All scenes'),
      ...(this.former ? [button('Back to my map', () => this.backToMap(), 'With its strokes, ends and history')] : []),
      button('✕', () => this.close(), 'Close', { 'aria-label': 'Close the claim' }),
    );
  }

  close() {
    const [play] = this.app.modes;
    if (this.shown?.tool) play.tool = 'walk';
    if (this.shown?.tool && this.app.current === play) play.buildTools();
    this.shown = null;
    this.bar.hidden = true;
    this.app.fitView();
  }
}

const PROOFS = {
  step({ state }) {
    const { g = 0 } = state?.event ?? {};
    if (!state?.over) return { words: `Event ${state?.number ?? 0} of ${state?.total ?? 0}: press Enter.` };
    return { holds: g === LESTER_COST, words: `The path costs ${g / 16}, after ${state.total} events.` };
  },
  battle({ seen, tick }) {
    if (!seen) return { words: '…' };
    const cells = new Set();
    const count = seen.units.length / BATTLE_UNIT_INTS;
    for (let i = 0; i < count; i++) cells.add(`${seen.units[i * BATTLE_UNIT_INTS]},${seen.units[i * BATTLE_UNIT_INTS + 1]}`);
    return { holds: cells.size === count, words: `Tick ${tick}: ${count} units on ${cells.size} cells. Click where they go, and press Enter.` };
  },
};
