/** Planners: the memory of one thread for queries. Their paths, routes and costs. */

import { BEGIN_AGAIN, Handle, isWhole, OK, REFUSALS, usage } from './core.js';
import { cellOf, indexOf, refuseOthers } from './maps.js';

const STRAIGHT_COST = 1120;
const LENGTH_UNIT = 1024;
const SMOOTHINGS = ['grid', 'any', 'none'];
const QUERY_OPTIONS = ['profile', 'nearest', 'smoothing', 'moveStart', 'moveGoal'];

/** The cells of a straight or diagonal leg, without its first. */
function* cellsOfLeg([x, y, ...floor], [toX, toY]) {
  const [across, down] = [toX - x, toY - y];
  const steps = Math.max(Math.abs(across), Math.abs(down));
  if (across !== 0 && down !== 0 && Math.abs(across) !== Math.abs(down))
    throw usage(
      `cells() is for paths with smoothing none or grid: the line from ${x},${y} to ${toX},${toY} is at another angle`,
    );
  for (let i = 1; i <= steps; i++)
    yield [x + (across / steps) * i, y + (down / steps) * i, ...floor];
}

class Path {
  constructor(fields) {
    Object.assign(this, fields);
  }

  /** Every cell, the start first; of a link only its two ends. */
  cells() {
    const links = new Set(this.links.map(({ point }) => point));
    const cells = this.points.slice(0, 1);
    for (let i = 1; i < this.points.length; i++) {
      if (links.has(i)) cells.push(this.points[i]);
      else for (const cell of cellsOfLeg(this.points[i - 1], this.points[i])) cells.push(cell);
    }
    return cells;
  }
}

export class Planner {
  #core;
  #handle;
  #world;

  constructor(core, address, world) {
    this.#core = core;
    this.#world = world;
    this.result = 'ok';
    this.reason = '';
    this.kept = new Map(); // what calls of tasks go on to read
    const { kept } = this;
    this.#handle = new Handle(core, this, 'planner', address, (at) => {
      core.c.ovl_planner_destroy(at);
      for (const release of kept.values()) release();
    });
  }

  get kind() {
    return 'planner';
  }

  /** For calls of this module. */
  address(core) {
    if (core !== this.#core) throw usage('the planner belongs to another module');
    return this.#handle.get();
  }

  /** Uses another version of its world from now on. */
  use(world) {
    if (typeof world?.address !== 'function') throw usage('use takes a world');
    world.address(this.#core);
    this.#world = world;
  }

  /** A path, or null if the answer is no. */
  find(from, to, options = {}) {
    try {
      const result = this.#core.withCopies([this.#query(from, to, options)], (query) =>
        this.#core.c.js_find(...this.#addresses(), query),
      );
      const path = this.#path();
      this.#answer('the path can not be found', result);
      return path.points.length > 0 ? path : null;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** The segments of a route, refined one by one as they are asked for. */
  route(from, to, options = {}) {
    try {
      return this.#segments(this.#query(from, to, options));
    } catch (error) {
      throw this.#failed(error);
    }
  }

  *#segments(query) {
    const core = this.#core;
    const route = core.c.js_route();
    if (route === 0) throw usage('no memory is left for a route');
    try {
      let leads = this.#begin(route, query);
      while (leads && core.c.js_route_done(route) === 0) {
        let result = core.c.js_route_next(...this.#addresses(), route);
        if (result === BEGIN_AGAIN) {
          // An edit has changed the route: it is planned again from where it is.
          core.c.js_route_done(route);
          query.set(core.numbers().subarray(0, 3));
          leads = this.#begin(route, query);
          if (!leads) return;
          result = core.c.js_route_next(...this.#addresses(), route);
        }
        if (result !== OK) this.#answer('the route can not go on', result, {});
        yield this.#path();
      }
    } catch (error) {
      throw this.#failed(error);
    } finally {
      core.c.js_route_close(route);
    }
  }

  /** Returns whether the route leads anywhere: with `nearest` it does where its goal can't be reached. */
  #begin(route, query) {
    const core = this.#core;
    const result = core.withCopies([query], (at) =>
      core.c.js_route_begin(...this.#addresses(), route, at),
    );
    this.#answer('the route can not be found', result);
    core.c.js_route_done(route);
    return result === OK || core.numbers()[3] !== 0;
  }

  /** The costs to cells, in straight steps; null for those that can not be reached. */
  costs(from, cells) {
    const core = this.#core;
    try {
      if (!Array.isArray(cells)) throw usage('costs takes a start and an array of cells');
      const goals = Array.from(cells, (cell) => cellOf(cell, 'a goal')); // a hole is no cell
      const room = new Float64Array(goals.length);
      const arrays = [this.#query(from, from, {}), Int32Array.from(goals.flat()), room];
      return core.withCopies(arrays, (query, at, out) => {
        const result = core.c.js_costs(...this.#addresses(), query, at, goals.length, out);
        this.#answer('the costs can not be found', result);
        if (result !== OK) return null;
        const units = [...new Float64Array(core.c.memory.buffer, out, goals.length)];
        return units.map((cost) => (cost < 0 ? null : cost / STRAIGHT_COST));
      });
    } catch (error) {
      throw this.#failed(error);
    }
  }

  close() {
    this.#handle.close();
  }

  #addresses() {
    return [this.#handle.get(), this.#world.address(this.#core)];
  }

  #query(from, to, options) {
    refuseOthers(options, QUERY_OPTIONS, 'option');
    const { smoothing = 'grid', nearest, moveStart, moveGoal, profile = 0 } = options;
    const flags = (nearest ? 1 : 0) + (moveStart ? 2 : 0) + (moveGoal ? 4 : 0);
    const kind = indexOf(SMOOTHINGS, smoothing, 'smoothing');
    if (!isWhole(profile)) throw usage(`profile is ${profile}; it should be a whole number`);
    const ends = [...cellOf(from, 'the start'), ...cellOf(to, 'the goal')];
    return Int32Array.from([...ends, kind, flags, profile]);
  }

  /** The path that the module has found. */
  #path() {
    const { c } = this.#core;
    const [units, length, partial, count, linkCount] = this.#core.numbers();
    const flat = new Int32Array(c.memory.buffer, c.js_points(), 3 * count);
    const points = Array.from({ length: count }, (_, i) => {
      const [x, y, floor] = flat.subarray(3 * i, 3 * i + 3);
      return floor === 0 ? [x, y] : [x, y, floor];
    });
    const legs = new Uint32Array(c.memory.buffer, c.js_links(), 3 * linkCount);
    const links = Array.from({ length: linkCount }, (_, i) => {
      const [point, link, back] = legs.subarray(3 * i, 3 * i + 3);
      return { point, link, back: (back & 1) !== 0 };
    });
    return new Path({
      points,
      units,
      cost: units / STRAIGHT_COST,
      length: length / LENGTH_UNIT,
      partial: partial !== 0,
      links,
    });
  }

  /** Notes that a call has failed, if the wrapper itself refuses it with its reason; returns the error. */
  #failed(error) {
    if (!(error.result > 0)) this.reason = error.message;
    this.result = 'error';
    return error;
  }

  /** Keeps what the answer was; throws what is none. */
  #answer(doing, result, refusals = REFUSALS) {
    this.result = result === OK ? 'ok' : (refusals[result] ?? 'error');
    this.reason = result === OK ? '' : this.#core.text(this.#core.c.ovl_result_text(result));
    if (this.result === 'error') throw this.#core.error(doing, result);
  }
}
