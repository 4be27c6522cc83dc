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

/** A path that a call has found. */
function pathOf({ points, cost, length, partial, links }) {
  return new Path({ points, units: cost, cost: cost / STRAIGHT_COST, length: length / LENGTH_UNIT, partial, links });
}

export class Planner {
  #calls;
  #core;
  #handle;
  #world;

  constructor(calls, world) {
    const { core } = calls;
    this.#calls = calls;
    this.#core = core;
    this.#world = world;
    this.result = 'ok';
    this.reason = '';
    this.kept = new Map(); // what calls of tasks go on to read
    const { kept } = this;
    this.#handle = new Handle(core, this, 'planner', calls.plannerOf(world), (at) => {
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

  /** The world, or the version of it, in which the next calls plan. */
  get world() {
    return this.#world;
  }

  set world(world) {
    if (world?.kind !== 'world') throw usage('a planner needs a world');
    world.address(this.#core);
    this.#world = world;
  }

  /** A path, or null if the answer is no. */
  findPath(from, to, options = {}) {
    try {
      const query = this.#query(from, to, options);
      const [result, found] = this.#calls.raw.findPath(...this.#own(), query);
      const path = pathOf(found);
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
    const route = this.#calls.functions.route();
    const next = () => this.#calls.raw.routeNext(...this.#own(), route, route.read().position);
    try {
      let leads = this.#begin(route, query);
      while (leads && route.read().done === 0) {
        let [result, found] = next();
        if (result === BEGIN_AGAIN) {
          // An edit has changed the route: it is planned again from where it is.
          leads = this.#begin(route, { ...query, start: route.read().position });
          if (!leads) return;
          [result, found] = next();
        }
        if (result !== OK) this.#answer('the route can not go on', result, {});
        yield pathOf(found);
      }
    } catch (error) {
      throw this.#failed(error);
    } finally {
      route.handle.close();
    }
  }

  /** Returns whether the route leads anywhere: with `nearest` it does where its goal can't be reached. */
  #begin(route, query) {
    const [result] = this.#calls.raw.routeBegin(...this.#own(), query, route);
    this.#answer('the route can not be found', result);
    return result === OK || route.read().costToGo > 0;
  }

  /** The costs to cells, in straight steps; null for those that can not be reached. */
  findCosts(from, cells) {
    try {
      if (!Array.isArray(cells)) throw usage('findCosts takes a start and an array of cells');
      const goals = Array.from(cells, (cell) => cellOf(cell, 'a goal')); // a hole is no cell
      const [result, units] = this.#calls.raw.findCosts(...this.#own(), this.#query(from, from, {}), goals);
      this.#answer('the costs can not be found', result);
      if (result !== OK) return null;
      return units.map((cost) => (cost === Infinity ? null : cost / STRAIGHT_COST));
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** True if the goal can be reached. */
  reaches(from, to, options = {}) {
    try {
      const [result] = this.#calls.raw.reaches(...this.#own(), this.#query(from, to, options));
      this.#answer('the goal can not be judged', result);
      return result === OK;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** The cells that can be reached for at most `budget` straight steps, each with its cost: [{ cell, cost }]. */
  findRange(from, budget) {
    try {
      if (!(budget >= 0)) throw usage(`budget is ${budget}; it should be a number of straight steps from 0`);
      const query = this.#query(from, from, {});
      const [result, found] = this.#calls.raw.findRange(...this.#own(), query, Math.floor(budget * STRAIGHT_COST));
      this.#answer('the cells can not be found', result);
      return result === OK ? found.map(({ cell, cost }) => ({ cell, cost: cost / STRAIGHT_COST })) : [];
    } catch (error) {
      throw this.#failed(error);
    }
  }

  close() {
    this.#handle.close();
  }

  /** The planner and its world, which are open. */
  #own() {
    this.#handle.get();
    return [this, this.#world];
  }

  #query(from, to, options) {
    refuseOthers(options, QUERY_OPTIONS, 'option');
    const { smoothing = 'grid', nearest, moveStart, moveGoal, profile = 0 } = options;
    indexOf(SMOOTHINGS, smoothing, 'smoothing');
    if (!isWhole(profile)) throw usage(`profile is ${profile}; it should be a whole number`);
    const ends = { start: cellOf(from, 'the start'), goal: cellOf(to, 'the goal') };
    const flags = { nearest: Boolean(nearest), moveStart: Boolean(moveStart), moveGoal: Boolean(moveGoal) };
    return { ...ends, ...flags, smoothing, profile };
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
    this.reason = result === OK ? '' : this.#calls.functions.resultText(result);
    if (this.result === 'error') throw this.#calls.failureOf(this, doing, result);
  }
}
