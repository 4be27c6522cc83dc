// A fork of the engine's world: a version with edits of its own, which queries with `ofFork` ask.

export class Fork {
  constructor(engine) {
    this.engine = engine;
  }

  /** Begins a fork of the world as it is now, in place of the one before; edits are as those of
      Engine.edit, of terrain. */
  begin(edits) {
    this.engine.check(this.engine.c.module_fork_begin(), 'The world can not be forked');
    for (const edit of edits) this.edit(edit);
  }

  edit({ x, y, w, h, values, mask }) {
    const { engine } = this;
    engine.withEdit({ values, mask }, (stamp, maskAddress) =>
      engine.c.module_fork_edit(x, y, w, h, stamp, maskAddress),
    );
  }

  end() {
    this.engine.c.module_fork_end();
  }

  /**
   * What the fork changes for those who are on the island of a cell: `states` are a byte a cell, 1
   * closed, 2 cut off, 3 joined.
   */
  islands([x, y]) {
    const { engine } = this;
    const address = engine.c.module_fork_islands(x, y);
    if (address === 0) throw new Error('There is no fork, or no memory left to look at it.');
    const [closed, cut, joined, islandsBefore, islands] = engine.numbers();
    const states = engine.bytesAt(address, engine.width * engine.height).slice();
    return { states, closed, cut, joined, islandsBefore, islands };
  }
}
