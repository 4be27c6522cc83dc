// Undo and redo of edits of the map. A stroke, from pressing to letting go, is one step back; what is no
// edit of the map brings functions for both ways along.

export class History {
  constructor(session) {
    this.session = session;
    this.clear();
  }

  /** Forgets all steps, or has those of a map that is shown again. */
  clear({ done = [], undone = [] } = {}) {
    this.done = done;
    this.undone = undone;
    this.stroke = null;
  }

  /** The steps, as `clear` takes them. */
  steps() {
    const { done, undone } = this;
    return { done, undone };
  }

  /** Begins a stroke; cells that are painted until `end` belong to it. */
  begin() {
    this.stroke = { terrain: new Map(), heights: new Map() };
  }

  /** Paints cells, a list of indices, with a terrain; those that have it already are left out. */
  paint(cells, terrain) {
    this.set('terrain', new Map(cells.map((cell) => [cell, terrain])));
  }

  /** Sets heights: a map of them by cell. */
  setHeights(heights) {
    this.set('heights', heights);
  }

  set(name, values) {
    const { map } = this.session;
    const before = this.stroke[name];
    const changed = [...values].filter(([cell, value]) => valueAt(map, name, cell) !== value);
    for (const [cell] of changed) {
      if (!before.has(cell)) before.set(cell, valueAt(map, name, cell));
    }
    this.send(name, new Map(changed));
  }

  send(name, values) {
    if (values.size === 0) return;
    const edit = editOf(this.session.map, [...values.keys()], (cell) => values.get(cell));
    this.session.edit({ ...edit, isHeights: name === 'heights' });
  }

  end() {
    const before = this.stroke;
    this.stroke = null;
    if (before && before.terrain.size + before.heights.size > 0) {
      const { map } = this.session;
      const after = {};
      for (const [name, cells] of Object.entries(before))
        after[name] = new Map([...cells.keys()].map((cell) => [cell, valueAt(map, name, cell)]));
      this.keep({ before: () => this.sendAll(before), after: () => this.sendAll(after) });
    } else this.session.emit('history');
  }

  /** Keeps a step that was done: `before` goes back to the state before it, `after` does it again. */
  keep(step) {
    this.done.push(step);
    this.undone = [];
    this.session.emit('history');
  }

  /** Makes the steps from number `first` on one step. */
  join(first) {
    const steps = this.done.splice(first);
    if (steps.length === 0) return;
    this.done.push({
      before: () => [...steps].reverse().forEach((step) => step.before()),
      after: () => steps.forEach((step) => step.after()),
    });
    this.session.emit('history');
  }

  sendAll(values) {
    for (const [name, each] of Object.entries(values)) this.send(name, each);
  }

  get canUndo() {
    return this.done.length > 0;
  }

  get canRedo() {
    return this.undone.length > 0;
  }

  undo() {
    this.move(this.done, this.undone, 'before');
  }

  redo() {
    this.move(this.undone, this.done, 'after');
  }

  move(from, to, side) {
    const step = from.pop();
    if (!step) return;
    to.push(step);
    step[side]();
    this.session.emit('history');
  }
}

const valueAt = (map, name, cell) => map[name]?.[cell] ?? 0;

/** An edit of the rectangle around some cells that sets these alone. */
export function editOf(map, cells, valueOf) {
  let left = map.width;
  let top = map.height;
  let right = 0;
  let bottom = 0;
  for (const cell of cells) {
    const x = cell % map.width;
    const y = Math.floor(cell / map.width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const w = right - left + 1;
  const h = bottom - top + 1;
  const values = new Uint16Array(w * h);
  const mask = new Uint8Array(w * h);
  for (const cell of cells) {
    const at = (Math.floor(cell / map.width) - top) * w + (cell % map.width) - left;
    values[at] = valueOf(cell);
    mask[at] = 1;
  }
  return { x: left, y: top, w, h, values, mask };
}
