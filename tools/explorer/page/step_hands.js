// Pointer and keys in the Step mode: looking at cells, dragging the ends, painting walls, setting
// breakpoints, and the keys for all of it.

import { besideCell } from '../engine/hexagons.js';
import { ANY_BREAK, cellText } from '../engine/step_rules.js';
import { PLAIN, ROCK } from '../engine/terrain.js';
import { lineBetween } from './shapes.js';

const GRAB_CELL_PIXELS = 16;
export const STEP_TOOLS = {
  look: { label: 'Look', key: 'v', icon: 'walk' },
  wall: { label: 'Walls', key: 'b', icon: 'wall' },
  break: { label: 'Breakpoints', key: 't', icon: 'stop' },
};

export class StepHands {
  constructor(mode) {
    this.mode = mode;
    this.drag = null;
    this.cursor = null;
  }

  // ---- Pointer ----

  pointerDown(_, cell, event) {
    const node = this.mode.nodeAt(cell);
    if (this.mode.tool === 'wall' && node !== null) {
      this.beginWall(cell, event.button === 2);
    } else if (this.mode.tool === 'break' && node !== null) {
      this.toggleBreak(cell);
    } else {
      const end = this.endNear(event);
      this.drag = end ? { end } : { node };
    }
  }

  pointerMove(app, cell, event) {
    if (this.drag?.last) this.paintTo(cell);
    else if (this.drag?.end) this.moveEnd(this.drag.end, cell);
    this.mode.setFocus(this.mode.nodeAt(cell));
    this.mode.sayCell();
    app.setCursor(
      this.mode.tool === 'look' && !this.drag && this.endNear(event)
        ? 'grab'
        : this.drag?.end ? 'grabbing' : 'crosshair',
    );
  }

  pointerUp(app, cell) {
    if (this.drag?.last) app.session.history.end();
    else if (
      this.drag && !this.drag.end && this.drag.node !== null &&
      this.drag.node === this.mode.nodeAt(cell)
    )
      this.mode.select(this.drag.node);
    this.drag = null;
    app.remember();
  }

  pointerCancel() {
    if (this.drag?.last) this.mode.app.session.history.end();
    this.drag = null;
  }

  pointerLeave() {
    this.mode.setFocus(null);
  }

  endNear(event) {
    const { camera, session } = this.mode.app;
    const reach = Math.max(GRAB_CELL_PIXELS, camera.scale / 2);
    const near = (cell) => {
      const [x, y] = camera.middle(...cell);
      return Math.max(Math.abs(event.clientX - x), Math.abs(event.clientY - y)) < reach;
    };
    return near(session.start) ? 'start' : near(session.goal) ? 'goal' : null;
  }

  moveEnd(end, cell) {
    const { session } = this.mode.app;
    const { start, goal } = session;
    const [held, other] = end === 'start' ? [start, goal] : [goal, start];
    if (
      !session.inside(cell) || cellText(cell) === cellText(held) ||
      cellText(cell) === cellText(other)
    )
      return;
    if (end === 'start') session.setStart(cell);
    else session.setGoal(cell);
    this.mode.app.pinned = true;
    this.mode.restart();
  }

  /** Begins a stroke: of walls, or where one is, of plain ground. */
  beginWall(cell, clears = false) {
    const { session } = this.mode.app;
    const terrain = clears || session.terrainAt(cell) === ROCK ? PLAIN : ROCK;
    session.history.begin();
    this.drag = { terrain, last: cell };
    this.paintTo(cell);
  }

  paintTo(cell) {
    const { session } = this.mode.app;
    const isEnd = (at) =>
      cellText(at) === cellText(session.start) || cellText(at) === cellText(session.goal);
    const cells = lineBetween(this.drag.last, cell, session.map.hexagons).filter(
      (at) => session.inside(at) && !isEnd(at),
    );
    session.history.paint(cells.map(([x, y]) => y * this.mode.width + x), this.drag.terrain);
    this.drag.last = cell;
  }

  // ---- Keys ----

  key(app, event) {
    const name = event.shiftKey ? `Shift ${event.key}` : event.key.toLowerCase();
    const act = {
      arrowright: () => this.mode.step(),
      arrowleft: () => this.mode.back(),
      'Shift ArrowRight': () => this.mode.stepExpansion(),
      'Shift ArrowLeft': () => this.mode.backExpansion(),
      home: () => this.mode.toBeginning(),
      end: () => this.mode.toEnd(),
      enter: () => this.mode.transport.toggle(),
      arrowup: () => this.mode.transport.changeSpeed(1),
      arrowdown: () => this.mode.transport.changeSpeed(-1),
      ',': () => this.mode.ask('backToBreak'),
      w: () => this.moveCursor(0, -1),
      a: () => this.moveCursor(-1, 0),
      s: () => this.moveCursor(0, 1),
      d: () => this.moveCursor(1, 0),
      q: () => this.cursor && this.moveEnd('start', this.cursor),
      e: () => this.cursor && this.moveEnd('goal', this.cursor),
      x: () => this.cursor && this.toggleWall(this.cursor),
      r: () => this.cursor && this.toggleBreak(this.cursor),
      ...Object.fromEntries(
        Object.entries(STEP_TOOLS).map(([tool, { key }]) => [
          key,
          () => this.mode.chooseTool(tool),
        ]),
      ),
    }[name];
    act?.();
    return act !== undefined;
  }

  moveCursor(dx, dy) {
    const { session } = this.mode.app;
    const from =
      this.cursor ??
      (this.mode.state?.event.node >= 0
        ? this.mode.cellOf(this.mode.state.event.node)
        : session.start);
    const to = this.cursor === null ? from : besideCell(session.map.hexagons, from, [dx, dy]);
    if (!session.inside(to)) return;
    this.cursor = to;
    this.mode.app.keepInSight(to);
    this.mode.setFocus(this.mode.nodeAt(to));
    this.mode.app.redrawInk();
  }

  toggleWall(cell) {
    this.beginWall(cell);
    this.pointerCancel();
  }

  /** A breakpoint at a cell, or none if there is one. */
  toggleBreak(cell) {
    const { mode } = this;
    const place = [...cell, ...cell];
    const isIt = (each) =>
      each.place?.join() === place.join() && each.field === 'none' && each.kind === 'any';
    if (mode.breaks.some(isIt)) mode.setBreaks(mode.breaks.filter((each) => !isIt(each)));
    else mode.addBreak({ ...ANY_BREAK, place });
  }
}
