// The states of units as a diagram: how many are in each now, and how often units have gone from one to another.

import { BATTLE_STATES, countStates, unitsIn } from '../../engine/battle/battle_units.js';
import { draw, make } from '../elements.js';
import { stateColours } from './battle_picture.js';

const [WIDE, HIGH] = [264, 244];
const BOX = [76, 38];
const RIM = ['planning', 'waiting', 'stuck', 'beside', 'arrived', 'idle', 'unreachable']; // around "walking"
const BEND = 0.2; // of the length of an arrow, to its right, so that those of both directions lie apart

/** The middle of each state. */
export const STATE_PLACES = BATTLE_STATES.map((state) => {
  const at = RIM.indexOf(state);
  const angle = (2 * at / RIM.length - 0.5) * Math.PI;
  const middle = [WIDE / 2, HIGH / 2 + 4];
  if (at < 0) return middle;
  return [middle[0] + 92 * Math.cos(angle), middle[1] + 103 * Math.sin(angle)];
});

/** From the middle of a box to its edge, towards a place. */
function edgeOf([x, y], [tx, ty]) {
  const share = Math.min(BOX[0] / 2 / Math.abs(tx - x), BOX[1] / 2 / Math.abs(ty - y));
  return [x + (tx - x) * share, y + (ty - y) * share];
}

/**
 * The arrows of changes, of which `changes` counts those from each state to each: { from, to, count, width, begin,
 * bend, end, middle }. The width tells the count, each tenfold as much as the one before.
 */
export function stateArrows(changes) {
  const arrows = [];
  changes.forEach((count, i) => {
    const [from, to] = [Math.floor(i / BATTLE_STATES.length), i % BATTLE_STATES.length];
    if (count === 0) return;
    const [[ax, ay], [bx, by]] = [STATE_PLACES[from], STATE_PLACES[to]];
    const bend = [(ax + bx) / 2 - (by - ay) * BEND, (ay + by) / 2 + (bx - ax) * BEND];
    const [begin, end] = [edgeOf([ax, ay], bend), edgeOf([bx, by], bend)];
    const middle = bend.map((place, side) => (begin[side] + 2 * place + end[side]) / 4);
    arrows.push({ from, to, count, width: 1 + Math.log10(count), begin, bend, end, middle });
  });
  return arrows;
}

/** The head of an arrow at its end. */
function headOf({ bend, end, width }) {
  const angle = Math.atan2(end[1] - bend[1], end[0] - bend[0]);
  const corner = (turn) => [-1, 1].map((_, side) => end[side] - (5 + width) * [Math.cos(angle + turn), Math.sin(angle + turn)][side]);
  return `M${corner(0.45)}L${end}L${corner(-0.45)}Z`;
}

export class BattleStates {
  constructor(mode) {
    this.mode = mode;
    this.arrows = draw('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, 'aria-hidden': 'true' });
    this.counts = BATTLE_STATES.map(() => make('b'));
    this.buttons = BATTLE_STATES.map((state, i) => {
      const [left, top] = [STATE_PLACES[i][0] / WIDE, STATE_PLACES[i][1] / HIGH].map((share) => `${share * 100}%`);
      const act = () => mode.seen && mode.select(unitsIn(mode.seen.units, i));
      const style = `left: ${left}; top: ${top}`;
      return make('button', { type: 'button', style, 'data-state': state, onclick: act }, this.counts[i], state);
    });
    this.element = make('div', { class: 'states', 'data-id': 'states' }, this.arrows, ...this.buttons);
  }

  update() {
    const { seen, app } = this.mode;
    if (!seen) return;
    const colours = stateColours(app.theme());
    const counts = countStates(seen.units);
    this.buttons.forEach((button, i) => {
      this.counts[i].textContent = counts[i].toLocaleString('en');
      button.style.borderColor = colours[i];
      button.disabled = counts[i] === 0;
      button.title = `Selects those that are ${BATTLE_STATES[i]}`;
    });
    const arrows = stateArrows(seen.changes);
    this.arrows.replaceChildren(
      ...arrows.flatMap((arrow) => [
        draw('path', { d: `M${arrow.begin}Q${arrow.bend} ${arrow.end}`, 'stroke-width': arrow.width }),
        draw('path', { d: headOf(arrow), class: 'head' }),
      ]),
      ...arrows.map(({ middle: [x, y], count }) => draw('text', { x, y: y + 3.5 }, count.toLocaleString('en'))),
    );
    const words = ({ from, to, count }) => `${BATTLE_STATES[from]} to ${BATTLE_STATES[to]} ${count} times`;
    this.element.setAttribute('aria-label', `Changes so far: ${arrows.map(words).join(', ') || 'none'}`);
    this.element.setAttribute('role', 'group');
  }
}
