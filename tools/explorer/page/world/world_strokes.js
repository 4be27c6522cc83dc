// Undo and redo in the mode World: an edit, such as one stroke of a brush, is one step back. The versions
// are in the worker; the edits are kept here as well, for another worker.

export class WorldStrokes {
  constructor(mode) {
    this.mode = mode;
    this.clear();
  }

  /** Forgets the edits. */
  clear() {
    this.made = []; // edits, of which the first may be a patch
    this.undone = 0; // so many of the last ones
  }

  /** A patch takes the place of all edits. */
  begin(patch) {
    this.clear();
    this.made.push(patch);
  }

  add(edit) {
    this.made.length -= this.undone;
    this.undone = 0;
    this.made.push(edit);
  }

  get kept() {
    return { edits: this.made, undone: this.undone };
  }

  get canUndo() {
    return (this.mode.world?.undoable ?? 0) > 0;
  }

  get canRedo() {
    return (this.mode.world?.redoable ?? 0) > 0;
  }

  undo() {
    if (this.canUndo) this.move(-1);
  }

  redo() {
    if (this.canRedo) this.move(1);
  }

  move(edits) {
    const { mode } = this;
    return mode.attempt(async () => {
      const found = await mode.ask('', 'undo', edits);
      if (!found) return;
      this.undone -= edits;
      mode.editing.took({ ...found, edits });
    });
  }
}
