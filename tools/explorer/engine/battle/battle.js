// A battle behind calls with plain objects: orders, rocks, ticks, and what is seen of it. Runs in the
// worker, and under node in tests.
//
// An input is { kind, ... }: 'send' (units, place), 'form' (units, place, facing), 'hold' and 'stop' (units),
// 'rock' and 'open' (cells), 'tower' and 'untower' (place), 'budget' (value). It is taken before a tick, and that tick is kept with it, so that a
// replay is the same battle.

import { OUTSIDE, PLAIN, ROCK, weightsOf } from '../terrain.js';
import { wrongNumber } from './battle_limits.js';
import { DANGER_EIGHTHS, SCENES, towerCells } from './battle_scenes.js';
import { Sight } from './battle_sight.js';
import { addChanges, BATTLE_STATES } from './battle_units.js';

export const DEFAULT_BUDGET = 20000;
const FLOWS = 4;

const PROBLEMS = {
  1: () => 'The page has no memory left for this battle.',
  2: () => 'This map has no island with room for two armies.',
  3: ({ cells, units }) =>
    `Each end of the largest island has ${cells} cells: there is no room for ${units} units.`,
  4: () => 'No terrain of this map blocks the mover: rocks can not fall here.',
};

const HOLD_ALL = 2; // an ovl_unit_hold

/** A hash of 64 bits as 16 digits. */
export const hashText = (low, high) =>
  [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');

export class Battle {
  constructor(engine) {
    this.engine = engine;
    this.tick = 0;
  }

  get c() {
    return this.engine.c;
  }

  // ---- Beginning ----

  /**
   * Begins a battle on the present map: { scene, units, seed, rocks, budget }. Returns what `run` returns,
   * with `select`, `home` and `towers` of the scene.
   */
  begin({ scene, units, seed = 1, rocks = 0, budget = DEFAULT_BUDGET }) {
    const what = SCENES[scene];
    const wrong = wrongNumber({ units, seed, rocks });
    if (wrong) throw new Error(wrong);
    this.c.module_battle_end();
    this.checkProblem(
      this.c.module_battle_begin(units, seed >>> 0, rocks, what.armies ? 0 : FLOWS),
      units,
    );
    const { width, height, hexagons, settings } = this.engine;
    this.weights = weightsOf(settings.mover);
    this.map = { width, height, hexagons, terrain: this.engine.terrain() };
    Object.assign(this, { tick: 0, budget, towers: [], changed: [], sight: null });
    const made = what.armies ? this.raise(units) : this.place(what, units);
    this.changes = new Uint32Array(BATTLE_STATES.length ** 2); // of states, so far
    this.units = this.list(this.c.module_battle_units());
    if (what.sight) this.sight = new Sight(this, what.sight);
    for (const place of what.towers ?? []) this.take({ kind: 'tower', place });
    for (const order of made.orders ?? []) this.take(order);
    this.sight?.look();
    return { ...this.look({}), select: made.select ?? [], home: made.home ?? null };
  }

  checkProblem(problem, units) {
    if (problem === 0) return;
    const [cells, result] = this.engine.numbers();
    const say = PROBLEMS[problem];
    this.c.module_battle_end();
    throw new Error(
      say ? say({ cells, units }) : `The battle can not begin: ${this.engine.resultText(result)}.`,
    );
  }

  raise(units) {
    this.checkProblem(this.c.module_battle_raise(), units);
    return {};
  }

  place(what, count) {
    const made = what.make(this.map, count);
    this.withInts(made.units.flat(), (at) => this.c.module_battle_add(at, made.units.length));
    const added = this.engine.numbers()[0];
    if (added < count) throw new Error(`This scene has room for ${added} units, not for ${count}.`);
    return made;
  }

  end() {
    this.c.module_battle_end();
  }

  // ---- Lists ----

  withInts(values, use) {
    return this.engine.withCopy(Int32Array.from(values.length > 0 ? values : [0]), use);
  }

  list(address) {
    return this.engine.list(address);
  }

  // ---- Inputs ----

  /** Takes an input now; returns a sentence if it is refused, or null. */
  take(input) {
    const result = this[`take_${input.kind}`](input);
    return result > 0 ? `${this.engine.resultText(result)}` : null;
  }

  take_send({ units, place: [x, y] }) {
    return this.withInts(units, (at) => this.c.module_battle_send(at, units.length, x, y));
  }

  /** As a block that faces a direction, 1 to 8 clockwise from east. */
  take_form({ units, place: [x, y], facing }) {
    return this.withInts(units, (at) => this.c.module_battle_form(at, units.length, x, y, facing));
  }

  /** Units stand fast for all, and the sides are enemies. */
  take_hold({ units }) {
    return this.withInts(units, (at) => this.c.module_battle_hold(at, units.length, HOLD_ALL));
  }

  take_stop({ units }) {
    return this.withInts(units, (at) => this.c.module_battle_stop(at, units.length));
  }

  take_rock({ cells }) {
    return this.change(cells.map(([x, y]) => [x, y, ROCK]));
  }

  /** The terrain of the map comes back, or plain ground where that is blocked. */
  take_open({ cells }) {
    const { width, terrain } = this.map;
    const open = (cell) => (this.weights[terrain[cell]] > 0 ? terrain[cell] : PLAIN);
    return this.change(cells.map(([x, y]) => [x, y, open(y * width + x)]));
  }

  take_tower({ place }) {
    this.towers.push(place);
    return this.change(towerCells(place, this.map), true);
  }

  take_untower({ place: [x, y] }) {
    const [gone] = this.towers.filter((each) => Math.hypot(each[0] - x, each[1] - y) <= 2);
    if (!gone) return 0;
    this.towers = this.towers.filter((each) => each !== gone);
    this.change(towerCells(gone, this.map, 0), true);
    for (const each of this.towers) this.change(towerCells(each, this.map, DANGER_EIGHTHS), true);
    return 0;
  }

  take_budget({ value }) {
    this.budget = value;
    return 0;
  }

  /** Sets cells, [x, y, value]; those that were set are told with the next look. */
  change(cells, isExtra = false) {
    const result = this.withInts(cells.flat(), (at) =>
      this.c.module_battle_edit(at, cells.length, isExtra ? 1 : 0),
    );
    if (result === 0 && !isExtra) this.changed.push(...this.list(this.c.module_battle_changed()));
    return result;
  }

  // ---- Ticks ----

  /** Rocks that fell or were cleared, x, y, terrain of each. They are of the commonest terrain that blocks,
      which beside hexagons is what lies outside of the map: shown as rock they are cells of it. */
  fallen() {
    const rocks = this.list(this.c.module_battle_rocks());
    return rocks.map((each, i) =>
      this.map.hexagons && i % 3 === 2 && each === OUTSIDE ? ROCK : each,
    );
  }

  /**
   * Takes inputs, and runs ticks. Returns what is seen at the end: see `look`; `ticks` has the hash, the
   * milliseconds and the expansions of each, and `refused` sentences.
   */
  run({ count, inputs = [], looks = {} }) {
    const refused = [];
    for (const input of inputs) {
      const why = this.take(input);
      if (why) refused.push(why);
    }
    this.takeUnits();
    const ticks = [];
    for (let i = 0; i < count; i++) ticks.push(this.runTick());
    return { ...this.look(looks), ticks, refused };
  }

  runTick() {
    const began = performance.now();
    this.engine.check(this.c.module_battle_tick(this.budget), 'The tick can not be run');
    const ms = performance.now() - began;
    const [low, high, expansions, moves, unplanned] = this.engine.numbers();
    this.stats = { moves, unplanned };
    this.tick++;
    this.hash = hashText(low, high);
    this.changed.push(...this.fallen());
    this.sight?.look();
    this.takeUnits();
    return { hash: this.hash, ms, expansions };
  }

  /** Takes the list of units as it is now, and counts which states changed. */
  takeUnits() {
    const units = this.list(this.c.module_battle_units());
    addChanges(this.changes, this.units, units);
    this.units = units;
  }

  /** The view of a tick: { tick, units, changes, changed, towers, stats }, and the lists that `looks` asks for. */
  look({ claims, ahead, flows }) {
    this.takeUnits();
    const seen = {
      tick: this.tick,
      units: this.units.slice(),
      changes: this.changes.slice(),
      changed: Int32Array.from(this.changed),
      towers: this.towers.map((place) => [...place]),
      stats: this.tick > 0 ? this.stats : null,
      seen: this.sight?.copy() ?? null,
    };
    this.changed = [];
    if (claims) seen.claims = this.list(this.c.module_battle_claims());
    if (ahead) seen.ahead = this.list(this.c.module_battle_ahead(ahead));
    if (flows) seen.flows = this.list(this.c.module_battle_flows(flows));
    return seen;
  }

  // ---- Questions ----

  /** Numbers of the units that would be cut off from `home` if cells were rock. */
  cutOff(cells, [x, y]) {
    return this.withInts(cells.flat(), (at) =>
      this.list(this.c.module_battle_cut_off(at, cells.length, x, y)),
    );
  }

  /** The turning points of a unit's path; `around`: with all others as obstacles. null: none. */
  path(unit, around) {
    const points = this.list(this.c.module_battle_path(unit, around ? 1 : 0));
    return points.length > 0 ? points : null;
  }
}
