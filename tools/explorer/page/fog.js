// Unexplored land: a fork of the world in which a cell that was not seen yet counts as open ground. The
// mover sees the cells around it, and walks by what it knows; with each cell that it learns the path is
// planned anew.

import { seeAround } from '../engine/sight.js';
import { openTerrainOf, weightsOf } from '../engine/terrain.js';
import { CellLayer } from './cell_layer.js';
import { editOf } from './history.js';
import { drawPath } from './ink.js';
import { lineBetween } from './shapes.js';
import { currentTheme } from './theme.js';

const WALK_MS = 40;
const CELLS_A_STEP = 250; // of the map's longer side, so that a walk takes no longer on a large map
const SEEN = [0, 0, 0, 0];

export class Fog {
  constructor(mode) {
    this.mode = mode;
    this.on = false;
    this.sight = 12;
    this.walking = false;
    this.trail = [];
    this.layer = new CellLayer();
    this.asking = null; // the last call of the fork, after which a path is asked for
  }

  attach({ session }) {
    this.session = session;
    session.on('map', () => {
      this.layer.resize(session.map.width, session.map.height);
      if (this.on) this.turn(false);
    });
    session.on('graph', () => this.on && this.beginFork()); // the world is another one
    session.on('path', () => this.on && this.takePath());
  }

  turn(on) {
    if (on === this.on) return;
    const { session, mode } = this;
    if (on && session.settings.rule) {
      mode.app.say('Fog and the rules of a step do not go together: a rule knows all cells.');
    } else {
      this.on = on;
      this.walking = false;
      this.trail = [];
      if (on) this.begin();
      else this.end();
    }
    mode.buildPanel();
    mode.app.redrawInk();
  }

  begin() {
    const { map } = this.session;
    this.mode.whatIf.clear();
    this.seen = new Uint8Array(map.terrain.length);
    this.seenCount = 0;
    this.layer.clear();
    for (let cell = 0; cell < this.seen.length; cell++)
      this.layer.mark(cell % map.width, Math.floor(cell / map.width), currentTheme().fog);
    this.look();
    this.layer.put();
    this.beginFork();
  }

  end() {
    this.layer.clear();
    this.session.asksFork = this.mode.whatIf.isOn();
    if (!this.session.asksFork) this.call('end');
    this.session.askPath();
  }

  call(name, ...args) {
    return this.session.client.call('fork', name, ...args)
      .catch((error) => this.mode.app.say(error.message, { ofEngine: true }));
  }

  /** The fork as far as it is known. */
  beginFork() {
    const { session, seen } = this;
    const open = openTerrainOf(session.settings.mover);
    const unseen = [];
    seen.forEach((isSeen, cell) => isSeen || unseen.push(cell));
    const edits = unseen.length > 0 ? [editOf(session.map, unseen, () => open)] : [];
    this.asking = this.call('begin', edits).then(() => {
      session.asksFork = this.on || this.mode.whatIf.isOn();
      session.askPath();
    });
  }

  /** Sees the cells around the start; returns those that are new. */
  look() {
    const { map, start } = this.session;
    const fresh = seeAround(this.seen, map, start, this.sight);
    for (const cell of fresh) this.layer.mark(cell % map.width, Math.floor(cell / map.width), SEEN);
    this.seenCount += fresh.length;
    return fresh;
  }

  setSight(sight) {
    this.sight = sight;
    this.session.askPath();
  }

  /** A path was planned: what is seen from its start may be news, for which it is planned anew. */
  takePath() {
    const { session } = this;
    const { map } = session;
    const fresh = this.look();
    if (fresh.length > 0) {
      this.layer.put();
      const edit = editOf(map, fresh, (cell) => map.terrain[cell]);
      const open = openTerrainOf(session.settings.mover);
      const isNews = fresh.some((cell) => map.terrain[cell] !== open);
      this.asking = this.call('edit', edit).then(() => isNews && session.askPath());
      if (isNews) return;
    }
    if (this.walking && !session.wanted.path && !this.timer)
      this.timer = setTimeout(() => this.step(), WALK_MS);
  }

  walk() {
    this.walking = !this.walking;
    this.mode.app.pinned = true;
    if (this.walking) this.session.askPath();
    this.mode.buildPanel();
  }

  /** Some cells along the path, all of which are seen. */
  step() {
    this.timer = 0;
    const { session } = this;
    const { map, answer, start } = session;
    if (!this.walking || !answer) return;
    const cells = cellsOf(answer, map.hexagons);
    const steps = Math.min(this.sight, Math.ceil(Math.max(map.width, map.height) / CELLS_A_STEP));
    const weights = weightsOf(session.settings.mover);
    const ahead = cells.slice(1, 1 + steps).filter((cell) => weights[session.terrainAt(cell)] > 0);
    if (ahead.length === 0 || String(cells[0]) !== String(start)) {
      this.stopWalk();
      return;
    }
    if (this.trail.length === 0) this.trail.push(...start);
    this.trail.push(...ahead.flat());
    const to = ahead[ahead.length - 1];
    if (String(to) === String(session.goal)) this.stopWalk();
    session.setStart(to);
  }

  stopWalk() {
    this.walking = false;
    this.mode.buildPanel();
  }

  draw(context, camera) {
    if (!this.on) return;
    this.layer.draw(context, camera);
    drawPath(context, camera, this.trail, { ghost: true });
  }

  figures() {
    if (!this.on) return [];
    const share = (100 * this.seenCount) / this.seen.length;
    const walked = this.trail.length / 2 - 1;
    return [
      ['Seen', `${share.toFixed(share < 10 ? 1 : 0)} %`],
      ...(walked > 0 ? [['Walked', `${walked} steps`]] : []),
    ];
  }
}

/** The cells of a path: those of its steps, or, of lines at any angle, those below the lines. */
function cellsOf({ cells, points }, hexagons) {
  const flat = cells.length > 0 ? cells : points;
  const pairs = Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
  if (cells.length > 0 || pairs.length === 0) return pairs;
  return pairs.slice(1)
    .reduce((all, to, i) => [...all, ...lineBetween(pairs[i], to, hexagons).slice(1)], [pairs[0]]);
}
