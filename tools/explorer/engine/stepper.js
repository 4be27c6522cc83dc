// The worker's side of the Step mode: a search in the module that runs event by event. Each call
// may end with a look at what the page shows, so that a step takes one message.

import { named } from './engine.js';
import { breakNumbers, isForMap, STEP_KINDS, ROW_NUMBERS, rulesNumbers } from './step_rules.js';

const LISTS = ['heap', 'sorted', 'closed', 'path'];
const MOST_TREE = 400; // nodes that are drawn as a tree
const STATE_NUMBERS = [
  ...['number', 'total', 'open', 'closed', 'over', 'found', 'kind', 'node', 'parent', 'g', 'h', 'f'],
  ...['at', 'window', 'leftOut'],
];
const BEGIN_FAULTS = [
  '',
  'The start is blocked',
  'The goal is blocked',
  'These rules do not go together',
];

export class Stepper {
  constructor(engine) {
    this.c = engine.c;
    this.engine = engine;
  }

  numbers() {
    return this.engine.numbers();
  }

  /** Calls one of the methods below, and looks. Gives { held, ... }: `held` is what it returned. */
  run(call, args, want) {
    const held = call ? this[call](...args) : undefined;
    return { held, ...this.look(want ?? {}) };
  }

  // ---- Acts ----

  /** Begins a search; with `byWorld` steps cost as in the engine's world, whose map it is. Throws a
      sentence if it can't, and then there is none. */
  begin(search) {
    if (search.rules.method === 'tiers') return this.beginTiers(search);
    if (!isForMap(search.rules.method, search)) throw new Error('Jump points need squares.');
    const { width, height, hexagons, weights, start, goal, rules, corners, byWorld = false } = search;
    const { c } = this;
    const address = c.module_step_map(width, height);
    if (address === 0)
      throw new Error(`The page has no memory left for a search over ${width} × ${height} cells.`);
    this.engine.bytesAt(address, weights.length).set(weights);
    c.module_step_hexagons(hexagons ? 1 : 0);
    c.module_step_by_world(byWorld ? 1 : 0);
    const chosen = rulesNumbers(rules, corners);
    c.module_step_choices(chosen.method, chosen.heuristic, chosen.tie, chosen.corners);
    c.module_step_costs(chosen.straight, chosen.diagonal, chosen.weight, chosen.reopens ? 1 : 0);
    this.engine.bytesAt(c.module_step_order(), 8).set(chosen.order);
    this.width = width;
    const fault = c.module_step_begin(start[1] * width + start[0], goal[1] * width + goal[0]);
    if (fault !== 0) throw new Error(`${BEGIN_FAULTS[fault]}.`);
    return null;
  }

  /** Begins the two tiers. Returns the places of its nodes: x, y of both cells of each. */
  beginTiers({ width, height, query }) {
    const { c } = this;
    this.engine.setQuery(query);
    if (c.module_step_map(width, height) === 0)
      throw new Error(`The page has no memory left for a search over ${width} × ${height} cells.`);
    this.width = width;
    const result = c.module_step_begin_tiers();
    if (result !== 0)
      throw new Error(`There is nothing to show: ${this.engine.resultText(result)}.`);
    return this.engine.list(c.module_step_places(), 4);
  }

  setBreaks(breaks, rules) {
    breaks.forEach((each, index) => {
      const { kind, rule, field, compare, value, place } = breakNumbers(each, rules);
      this.c.module_step_break(index, kind, rule, field, compare, value);
      if (place) this.c.module_step_break_place(index, ...place);
    });
    this.c.module_step_break_count(breaks.length);
  }

  /** Begins, and goes to an event: what the page does when the map or a rule changes. */
  restart(search, breaks, number) {
    const places = this.begin(search);
    this.setBreaks(breaks, search.rules);
    this.to(number);
    return places;
  }

  forward(events, heeds) {
    return this.c.module_step_forward(events, heeds ? 1 : 0);
  }

  /** To where the next node is expanded, or to the end: a node has at most eight neighbours. */
  stepToExpansion() {
    do this.forward(1, false);
    while (!this.state().over && this.state().event.kind !== STEP_KINDS.expanded);
  }

  to(number) {
    this.c.module_step_to(number);
  }

  backToExpansion() {
    return this.c.module_step_back_to(0);
  }

  backToBreak() {
    return this.c.module_step_back_to(1);
  }

  // ---- Looks ----

  /**
   * What the page wants: `nodes` [left, top, width, height] of which each node is told, `list`
   * { name, first, count, node }, `branch` of a node, null for that of the last event,
   * `tiers` whether also places, route and string are. What changed is always told.
   */
  look({ nodes, list, branch, tiers }) {
    const state = this.state();
    return {
      state,
      changes: this.changes(),
      nodes: nodes ? this.rows(this.c.module_step_nodes(...nodes)) : null,
      list: list ? this.list(list) : null,
      tiers: tiers ? this.tiers() : null,
      branch: branch === undefined ? null : this.branch(branch ?? state.event.node),
    };
  }

  state() {
    this.c.module_step_state();
    const { kind, node, parent, g, h, f, ...state } = named(STATE_NUMBERS, this.numbers());
    return {
      ...state,
      over: state.over !== 0,
      found: state.found !== 0,
      event: { kind, node, parent, g, h, f },
    };
  }

  changes() {
    this.c.module_step_changes();
    const [x, y, w, h] = this.numbers();
    if (w === 0) return null;
    const address = this.c.module_step_states(x, y, w, h);
    return { x, y, w, h, states: this.engine.bytesAt(address, w * h).slice() };
  }

  rows(address) {
    return this.engine.list(address, ROW_NUMBERS, Float64Array);
  }

  /** A part of a list: 'path' is the branch of a node, 'parents' what is drawn of the tree of parents; below 0:
      the node of the last event. */
  list({ name, first, count, node }) {
    const of = node ?? this.state().event.node;
    if (name === 'parents') return { name, first: 0, length: 0, ...this.parents(of) };
    if (name === 'path') this.branch(of);
    const address = this.c.module_step_list(LISTS.indexOf(name), first, count);
    const rows = this.rows(address);
    return { name, first, rows, length: address === 0 ? 0 : this.numbers()[1] };
  }

  /** All nodes; of more than MOST_TREE, those at the end of a node's branch, and what hangs on them. */
  parents(node) {
    const { open, closed } = this.state();
    const all = (name, first = 0) => this.list({ name, first, count: MOST_TREE, node }).rows;
    if (open + closed <= MOST_TREE) return { rows: Float64Array.of(...all('closed'), ...all('heap')), isWhole: true };
    const branch = this.branch(node).slice(-MOST_TREE / 8);
    const found = new Map();
    const take = (rows) => {
      for (let at = 0; at < rows.length; at += ROW_NUMBERS)
        if (branch.includes(rows[at]) || branch.includes(rows[at + 1])) found.set(rows[at], rows.slice(at, at + ROW_NUMBERS));
    };
    take(all('path', Math.max(0, this.branch(node).length - branch.length)));
    for (const each of branch) {
      const [x, y] = [each % this.width, Math.floor(each / this.width)];
      const [left, top] = [Math.max(0, x - 1), Math.max(0, y - 1)];
      take(this.rows(this.c.module_step_nodes(left, top, x + 2 - left, y + 2 - top)));
    }
    return { rows: Float64Array.from([...found.values()].flatMap((row) => [...row])), isWhole: false };
  }

  branch(node) {
    return this.engine.list(node < 0 ? 0 : this.c.module_step_branch(node), 1, Uint32Array);
  }

  /** What is drawn of the two tiers beside cells: places that were seen, and what was chosen. */
  tiers() {
    const told = (kind) => this.engine.list(this.c.module_step_told(kind), 1, Uint32Array);
    return {
      seen: this.rows(this.c.module_step_seen_places()),
      route: told(STEP_KINDS.route),
      segments: told(STEP_KINDS.segment),
      string: told(STEP_KINDS.string),
    };
  }
}
