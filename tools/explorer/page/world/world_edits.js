// What is edited in the mode World: cells that are painted, ways that are opened to islands; and what follows
// from an edit on the page.

import { counted } from '../../engine/claims.js';

const USUAL_OPEN = [46, 8, 71, 1]; // the letters . and G of .map files
const USUAL_ROCK = [64, 0, 84]; // @ and T

export class WorldEdits {
  constructor(mode) {
    this.mode = mode;
  }

  async edit(edit) {
    const terrain = edit.isOpen ? this.openTerrain : this.rockTerrain;
    if (terrain < 0) {
      this.mode.app.say(`The profile has no terrain that is ${edit.isOpen ? 'open' : 'blocked'}.`);
      return;
    }
    await this.mode.attempt(async () =>
      this.took(await this.mode.ask('', 'edit', { ...edit, terrain })),
    );
  }

  /** A terrain of the weight of plain ground: that of the chosen cell, or a usual one. */
  get openTerrain() {
    const { weights } = this.mode.world;
    const chosen = this.mode.chosen?.cell;
    if (chosen?.weight > 0) return chosen.terrain;
    return USUAL_OPEN.find((terrain) => weights[terrain] === 8) ?? weights.findIndex((w) => w > 0);
  }

  /** A terrain that the profile can't cross; below 0: it crosses all. */
  get rockTerrain() {
    const { weights } = this.mode.world;
    return USUAL_ROCK.find((terrain) => weights[terrain] === 0) ?? weights.indexOf(0);
  }

  /** Another version is shown: after an edit, or one that was undone (`edits` -1) or done again (1). */
  took({ rebuilt, world, made, opened, edited, edits = 1 }) {
    const { mode } = this;
    if (made) mode.history.add(made);
    Object.assign(mode.world, world);
    mode.edits += edits;
    mode.ink.rebuilt(rebuilt);
    if (edited) mode.ink.edited = new Set(edited);
    mode.ink.way = null;
    const set = new Set(rebuilt);
    mode.view.tiles.setLayers(mode.tileLayers);
    mode.view.tiles.makeStale((tile) => this.touches(tile, set));
    const isWalked = mode.route.goal && !mode.route.state?.isDone;
    mode.panel.sayEdit(
      `${opened ? `${counted(opened)} opened; ` : ''}${counted(rebuilt.length, 'region')} ${edited ? 'changed' : 'rebuilt'}.` +
        (isWalked ? ' The route is planned anew.' : ''),
    );
    if (isWalked) mode.route.planAhead();
    mode.syncTools();
    mode.recount();
    mode.readLists();
    mode.changed();
  }

  touches({ level, column, row }, regions) {
    const { regionCells, regionsX } = this.mode.world;
    const span = 256 << level;
    for (const region of regions) {
      const x = (region % regionsX) * regionCells;
      const y = Math.floor(region / regionsX) * regionCells;
      const isApart =
        x >= (column + 1) * span || y >= (row + 1) * span || x + regionCells <= column * span ||
        y + regionCells <= row * span;
      if (!isApart) return true;
    }
    return false;
  }

  /** Opens the fewest cells between an island and the largest one. */
  openWay(island) {
    const { mode } = this;
    return mode.attempt(async () => {
      const way = await mode.ask('', 'openWay', island.place);
      if (!way) {
        mode.app.say('No way to the largest island within 700 cells: it may lie behind links.');
        return;
      }
      this.took(way);
      mode.ink.way = way.cells;
      mode.view.flyAround(way.cells);
      mode.app.say(`Opened ${counted(way.opened)}: the island is part of the largest one now.`);
    });
  }
}
