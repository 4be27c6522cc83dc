// Pointers in the mode Battle: a drag selects, or paints; a click selects a unit, or orders those that are
// selected; a drag from a selected unit orders as well.

import { BATTLE_UNIT_INTS } from '../../engine/battle/battle_units.js';
import { besideCell, hasCell } from '../../engine/hexagons.js';
import { ARROW_STEPS } from '../elements.js';
import { discAround, lineBetween, rectBetween } from '../shapes.js';

const DRAG_PIXELS = 6;
const NEAR_PIXELS = { mouse: 10, touch: 20, pen: 14 };
const MOST_BATTLE_BRUSH = 9;

export class BattleHands {
  constructor(mode) {
    this.mode = mode;
    this.drag = null; // { from, at, cell, last, kind }
    this.cursor = null; // the cell under the pointer
    this.marked = null; // the cell cursor of the keys
    this.isMarkShown = false;
  }

  isInside([x, y]) {
    const { map } = this.mode;
    return map && hasCell(map, x, y);
  }

  /** The number of the unit at a point of the page; -1: none. */
  unitAt(px, py, type) {
    const { mode } = this;
    const { camera } = mode.app;
    const reach = Math.max(camera.scale * 0.6, NEAR_PIXELS[type] ?? NEAR_PIXELS.mouse);
    const { units } = mode.seen;
    let [best, least] = [-1, reach];
    for (let at = 0; at < units.length; at += BATTLE_UNIT_INTS) {
      const [x, y] = mode.view.placeOf(at / BATTLE_UNIT_INTS);
      const away = Math.hypot(x - px, y - py);
      if (away < least) [best, least] = [at / BATTLE_UNIT_INTS, away];
    }
    return best;
  }

  pointerDown(_, cell, event) {
    const { mode } = this;
    if (!mode.seen) return;
    const other = event.button === 2;
    const unit = this.unitAt(event.clientX, event.clientY, event.pointerType);
    const kinds = {
      rock: other ? 'open' : 'rock',
      open: 'open',
      tower: other ? 'untower' : 'tower',
      whatif: 'whatif',
    };
    let kind = kinds[mode.tool];
    if (mode.tool === 'select') {
      if (other) kind = 'order';
      else
        kind = mode.selected.has(unit) && mode.selected.size < mode.count ? 'orderOrUnit' : 'box';
    }
    this.drag = {
      kind,
      from: [event.clientX, event.clientY],
      cell,
      last: cell,
      unit,
      add: event.shiftKey,
      moved: false,
    };
    if (kind === 'rock' || kind === 'open') this.paint([cell]);
  }

  pointerMove(_, cell, event) {
    const { mode, drag } = this;
    this.cursor = cell;
    if (!drag) {
      if (mode.tool !== 'select') mode.app.redrawInk();
      return;
    }
    drag.at = [event.clientX, event.clientY];
    drag.moved ||= Math.hypot(drag.at[0] - drag.from[0], drag.at[1] - drag.from[1]) > DRAG_PIXELS;
    if (drag.kind === 'rock' || drag.kind === 'open') this.paint(lineBetween(drag.last, cell, mode.map.hexagons));
    drag.last = cell;
    mode.app.redrawInk();
  }

  /** Cells under the brush, along a line. */
  paint(line) {
    const { mode, drag } = this;
    const { width } = mode.map;
    const cells = new Set();
    for (const at of line) for (const cell of discAround(mode.map, at, mode.brush)) cells.add(cell);
    const list = [...cells].map((cell) => [cell % width, Math.floor(cell / width)]);
    if (list.length > 0) mode.input({ kind: drag.kind, cells: list });
  }

  pointerUp(_, cell, event) {
    const { mode, drag } = this;
    this.drag = null;
    if (!drag || !mode.seen) return;
    if (drag.kind === 'box') this.endBox(drag, cell, event);
    else if (drag.kind === 'orderOrUnit') {
      if (drag.moved && this.isInside(cell)) mode.order(cell);
      else mode.select([drag.unit], drag.add);
    } else if (drag.kind === 'order' && this.isInside(cell)) mode.order(cell);
    else if (drag.kind === 'whatif') this.endWhatIf(drag, cell);
    else if ((drag.kind === 'tower' || drag.kind === 'untower') && this.isInside(cell))
      mode.input({ kind: drag.kind, place: cell });
    mode.app.redrawInk();
  }

  endBox(drag, cell, event) {
    const { mode } = this;
    if (drag.moved)
      mode.select(this.unitsInBox(drag.from, [event.clientX, event.clientY]), drag.add);
    else if (drag.unit >= 0) mode.select([drag.unit], drag.add);
    else if (this.isInside(cell)) mode.order(cell);
  }

  unitsInBox([ax, ay], [bx, by]) {
    const found = [];
    for (let i = 0; i < this.mode.count; i++) {
      const [x, y] = this.mode.view.placeOf(i);
      if ((x - ax) * (x - bx) <= 0 && (y - ay) * (y - by) <= 0) found.push(i);
    }
    return found;
  }

  endWhatIf(drag, cell) {
    const { map } = this.mode;
    const cells = rectBetween(map, drag.cell, cell).filter((each) => map.terrain[each] !== 0)
      .map((each) => [each % map.width, Math.floor(each / map.width)])
      .filter((each) => this.isInside(each));
    if (cells.length > 0) this.mode.askWhatIf(cells);
  }

  pointerCancel() {
    this.drag = null;
    this.mode.app.redrawInk();
  }

  pointerLeave() {
    this.cursor = null;
    this.mode.app.redrawInk();
  }

  // ---- Keys ----

  takeKey(key, isShift) {
    const { mode } = this;
    if (!mode.seen) return false;
    const { width, height } = mode.map;
    this.marked ??= [Math.floor(width / 2), Math.floor(height / 2)];
    const arrow = ARROW_STEPS[key];
    if (key === '[' || key === ']')
      mode.brush = Math.min(MOST_BATTLE_BRUSH, Math.max(1, mode.brush + (key === ']' ? 1 : -1)));
    else if (isShift && arrow) this.moveMark(arrow);
    else if (key === 'g') mode.order(this.marked);
    else if (key === 'q') this.selectMarked();
    else if (key === 'k' || key === 'l') this.paintMarked(key === 'k' ? 'rock' : 'open');
    else return false;
    mode.app.redrawInk();
    return true;
  }

  forgetMark() {
    this.marked = null;
    this.isMarkShown = false;
  }

  /** Moves the cell cursor. */
  moveMark(arrow) {
    const to = besideCell(this.mode.map.hexagons, this.marked, arrow);
    if (this.isInside(to)) this.marked = to;
    this.isMarkShown = true;
    this.mode.app.keepInSight(this.marked);
  }

  selectMarked() {
    const [x, y] = this.marked;
    const { units } = this.mode.seen;
    for (let at = 0; at < units.length; at += BATTLE_UNIT_INTS)
      if (units[at] === x && units[at + 1] === y) this.mode.select([at / BATTLE_UNIT_INTS]);
  }

  paintMarked(kind) {
    this.mode.input({ kind, cells: [this.marked] });
  }
}
