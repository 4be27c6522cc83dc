// Routes that are watched while the world is edited: their ends, what they cost, and what the edits since
// did to them.

import { MOST_WATCHED } from '../../engine/world/world_limits.js';
import { make } from '../elements.js';
import { numberText } from './world_figures.js';

export class WorldWatched {
  constructor(mode) {
    this.mode = mode;
    this.clear();
  }

  clear() {
    this.routes = new Map(); // by number, 1 to MOST_WATCHED
  }

  get freeNumber() {
    for (let number = 1; number <= MOST_WATCHED; number++)
      if (!this.routes.has(number)) return number;
    return 0;
  }

  /** Keeps the present route, from where its unit is. */
  async keep() {
    const { mode, freeNumber: number } = this;
    if (number === 0) {
      mode.app.say(`${MOST_WATCHED} routes are watched already: leave one out first.`);
      return;
    }
    const { position, goal, state } = mode.route;
    this.routes.set(number, { start: position, goal, cost: state.costToGo, change: null });
    await this.watch(number);
  }

  /** Watches the present route under a number that is in the list. */
  async watch(number) {
    const { mode, routes } = this;
    const fault = await mode.ask('walk', 'watch', number).catch(({ message }) => message);
    const one = routes.get(number);
    if (!one) return;
    if (fault) {
      routes.delete(number);
      mode.app.say(`This route can not be watched: ${fault}.`);
    } else {
      Object.assign(one, { cost: mode.route.state.costToGo, line: this.lineOf(one), change: null });
    }
    mode.changed();
  }

  /** The places that a route passes, x and y. */
  lineOf({ start, goal }) {
    const { planned, passed, line: whole } = this.mode.route;
    if (whole.length > 0) return whole;
    const line = [...start];
    for (let i = passed * 5; i < planned.length; i += 5) line.push(planned[i], planned[i + 1]);
    return Float64Array.from([...line, ...goal]);
  }

  drop(number) {
    this.routes.delete(number);
    this.mode.ask('walk', 'unwatch', number).catch((error) => this.mode.fault(error));
    this.mode.changed();
  }

  /** What an edit did: how many routes broke, or may improve, that were as planned before. */
  take(changes) {
    const found = { broken: 0, improvable: 0 };
    for (const [number, one] of this.routes) {
      const before = one.change;
      one.change = changes[number] ?? before;
      if (one.change?.broken && !before?.broken) found.broken++;
      else if (one.change?.improvable && !before?.improvable) found.improvable++;
    }
    return found;
  }

  /** Flies to a route, and makes it the present one, planned in the world as it is now. */
  async show(number) {
    const { mode } = this;
    const { start, goal } = this.routes.get(number);
    mode.view.flyAround([...start, ...goal]);
    await mode.route.between(start, goal);
    const one = this.routes.get(number);
    if (!one || mode.route.goal !== goal) return;
    if (mode.route.state) await this.watch(number);
    else one.change = { isCut: true };
    mode.changed();
  }

  stateText({ change }) {
    if (change?.isCut) return 'no route any more';
    if (change?.undone) return 'planned before an undo';
    if (change?.broken) return 'broken';
    return change?.improvable ? 'may improve' : 'as planned';
  }

  /** The list, for the panel. */
  list() {
    return make(
      'div',
      { class: 'list' },
      ...[...this.routes].map(([number, one]) =>
        make(
          'div',
          { class: 'item', 'data-watched': number },
          make('span', {}, `Route ${number}, cost ${numberText(one.cost)}: ${this.stateText(one)}`),
          this.mode.panel.button('Fly there', () => this.show(number), 'Makes it the route again'),
          this.mode.panel.button('×', () => this.drop(number), 'Leave it out', {
            'aria-label': `Leave route ${number} out`,
          }),
        ),
      ),
    );
  }
}
