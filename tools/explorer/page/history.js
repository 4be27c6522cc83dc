// Undo and redo of edits of the map. A stroke, from pressing to letting go, is one step back.

export class History {
  constructor(session) {
    this.session = session;
    this.clear();
  }

  clear() {
    this.done = [];
    this.undone = [];
    this.stroke = null;
  }

  /** Begins a stroke; cells that are painted until `end` belong to it. */
  begin() {
    this.stroke = new Map();
  }

  /** Paints cells, a list of indices, with a terrain; those that have it already are left out. */
  paint(cells, terrain) {
    const { map } = this.session;
    const changed = cells.filter((cell) => map.terrain[cell] !== terrain);
    for (const cell of changed) {
      if (!this.stroke.has(cell)) this.stroke.set(cell, map.terrain[cell]);
    }
    if (changed.length > 0) this.session.edit(editOf(map, changed, () => terrain));
  }

  end() {
    if (this.stroke?.size > 0) {
      const { terrain } = this.session.map;
      const before = this.stroke;
      const after = new Map([...before.keys()].map((cell) => [cell, terrain[cell]]));
      this.done.push({ before, after });
      this.undone = [];
    }
    this.stroke = null;
    this.session.emit('history');
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
    this.session.edit(
      editOf(this.session.map, [...step[side].keys()], (cell) => step[side].get(cell)),
    );
    this.session.emit('history');
  }
}

/** An edit of the rectangle around some cells that sets these alone. */
export function editOf(map, cells, terrainOf) {
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
  const values = new Uint8Array(w * h);
  const mask = new Uint8Array(w * h);
  for (const cell of cells) {
    const at = (Math.floor(cell / map.width) - top) * w + (cell % map.width) - left;
    values[at] = terrainOf(cell);
    mask[at] = 1;
  }
  return { x: left, y: top, w, h, values, mask };
}
