// The choices of the Step mode: rules of a search, breakpoints, and their words. Pure: the page, the
// worker and the tests under node use it.

import { bodyCells } from './hexagons.js';

export const ROW_NUMBERS = 8; // of a row of a look

export const STEP_METHODS = {
  astar: { label: 'A*', note: 'by G + H' },
  dijkstra: { label: 'Dijkstra', note: 'by G alone' },
  greedy: { label: 'Greedy', note: 'by H alone' },
  weighted: { label: 'Weighted A*', note: 'by G + weight × H' },
  jumps: { label: 'Jump points', note: 'A* that skips cells; all ground counts as plain' },
  tiers: { label: 'Two tiers', note: "Overland's own search: waypoints first, then cells" },
};
export const STEP_HEURISTICS = {
  manhattan: 'Manhattan',
  octile: 'octile',
  euclid: 'Euclid',
  none: 'none',
};
export const STEP_TIES = { newest: 'newest', oldest: 'oldest', largerG: 'larger G' };
export const STEP_CORNERS = ['none', 'strict', 'one', 'free'];

// Points of a straight and of a diagonal step, and how many points are shown as 1.
export const STEP_COSTS = {
  ten: { label: '10, 14', straight: 10, diagonal: 14, one: 1, digits: 0 },
  exact: { label: 'exact', straight: 70, diagonal: 99, one: 70, digits: 2 },
  unit: { label: '1', straight: 1, diagonal: 1, one: 1, digits: 0 },
};

// Directions are numbers clockwise from the right; y grows down.
export const DIRECTION_ARROWS = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
export const DIRECTION_NAMES = [
  'right',
  'right and down',
  'down',
  'left and down',
  'left',
  'left and up',
  'up',
  'right and up',
];
const HEXAGON_ARROWS = {
  r: ['→', '', '↘', '↙', '←', '', '↖', '↗'],
  q: ['↘', '', '↓', '↙', '↖', '', '↑', '↗'],
};

/** The arrow of each direction on a map; '': it leads nowhere, as two of the eight do from hexagons. */
export const arrowsOf = (hexagons) => (hexagons ? HEXAGON_ARROWS[hexagons] : DIRECTION_ARROWS);

export const ORDER_PRESETS = {
  straight: { label: 'straight first', order: [0, 2, 4, 6, 1, 3, 5, 7] },
  clockwise: { label: 'clockwise', order: [0, 1, 2, 3, 4, 5, 6, 7] },
  counter: { label: 'counter-clockwise', order: [0, 7, 6, 5, 4, 3, 2, 1] },
};

export const DEFAULT_RULES = {
  method: 'astar',
  heuristic: 'octile',
  costs: 'ten',
  tie: 'newest',
  weight: 200,
  reopens: false,
  order: ORDER_PRESETS.straight.order,
};

// Kinds of events as the module numbers them.
export const STEP_KINDS = {
  source: 0,
  opened: 1,
  improved: 2,
  expanded: 3,
  closed: 4,
  goal: 5,
  label: 6,
  attached: 7,
  route: 8,
  window: 9,
  segment: 10,
  string: 11,
  failed: 12,
};
const KIND_WORDS = {
  0: 'The search begins at',
  1: 'Opened',
  2: 'Improved',
  3: 'Expanded',
  4: 'Closed',
  5: 'Reached the goal',
  6: 'Read the label of',
  7: 'Attached an end to',
  8: 'The route leads over',
  9: 'Opened a window around',
  10: 'Took the segment to',
  11: 'Pulled the string straight to',
  12: 'The open list is empty: there is no path.',
};
export const BREAK_KINDS = {
  any: 'anything',
  opened: 'opened',
  improved: 'G improved',
  expanded: 'expanded',
  closed: 'closed',
  goal: 'the goal',
  failed: 'no path',
  label: 'label read',
  attached: 'end attached',
  route: 'route',
  window: 'window',
  segment: 'segment',
  string: 'string pulled',
};
export const BREAK_FIELDS = {
  none: '',
  g: 'G',
  h: 'H',
  f: 'F',
  open: 'open cells',
  closed: 'closed cells',
  event: 'event',
};
/** A breakpoint at each event, anywhere. */
export const ANY_BREAK = {
  ...{ kind: 'any', place: null, field: 'none', compare: 'equal', value: 0, rule: 'none', on: true },
};
export const BREAK_COMPARES = { equal: '=', less: '<', greater: '>', changes: 'changes' };
export const BREAK_RULES = { none: '', falls: 'F falls', cycle: 'parents form a cycle' };
const FIELD_IS_COST = ['g', 'h', 'f'];
export const MOST_STEP_BREAKS = 32;

/** How costs are shown: those of the two tiers are exact. */
export function costsOf(rules) {
  return STEP_COSTS[rules.method === 'tiers' ? 'exact' : rules.costs];
}

/** The costs of the module in a cost of 1 that is shown: sixteenths of points. */
export function costUnit(rules) {
  return 16 * costsOf(rules).one;
}

/** A cost of the module as text. */
export function costText(units, rules) {
  const value = units / costUnit(rules);
  const { digits } = costsOf(rules);
  return Number.isInteger(value) && digits === 0
    ? String(value)
    : value.toFixed(digits === 0 ? 1 : digits);
}

export const cellText = ([x, y]) => `(${x}, ${y})`;

const COARSE_KINDS = ['label', 'attached', 'route'].map((name) => STEP_KINDS[name]);

/** Of which tier an event of the two tiers is. */
const tierOf = ({ kind, node }, cellCount) => (node >= cellCount || COARSE_KINDS.includes(kind) ? 'Coarse' : 'Fine');

/** An event in words. `text` gives those of a node; with `cellCount` also of which of the two tiers it is. */
export function eventWords(event, rules, text, cellCount = null) {
  if (!event || event.kind < 0) return 'Before the first event.';
  if (cellCount !== null) return `${tierOf(event, cellCount)}: ${eventWords(event, rules, text)}`;
  const said = KIND_WORDS[event.kind];
  if (event.kind === STEP_KINDS.failed) return said;
  const [g, h, f] = [event.g, event.h, event.f].map((cost) => costText(cost, rules));
  const node = text(event.node);
  if (event.kind === STEP_KINDS.goal) return `${said} ${node}: the path costs ${g}.`;
  const from = event.parent === event.node ? '' : `, from ${text(event.parent)}`;
  if (event.kind > STEP_KINDS.goal) return `${said} ${node}${from}${event.g > 0 ? `: ${g}` : ''}`;
  return `${said} ${node}: G ${g}, H ${h}, F ${f}${from}`;
}

/** A breakpoint in words. */
export function breakWords({ kind, place, field, compare, value, rule }) {
  const what = rule !== 'none' ? BREAK_RULES[rule] : kind === 'any' ? '' : BREAK_KINDS[kind];
  const where = !place
    ? ''
    : place[0] === place[2] && place[1] === place[3]
      ? `at ${cellText(place)}`
      : `within ${cellText(place)} – ${cellText(place.slice(2))}`;
  const number =
    field === 'none'
      ? ''
      : `${BREAK_FIELDS[field]} ${BREAK_COMPARES[compare]}${compare === 'changes' ? '' : ` ${value}`}`;
  return [what, where, number].filter((part) => part !== '').join(' ') || 'each event';
}

/** A breakpoint as the module takes it: costs in its units. */
export function breakNumbers({ kind, place, field, compare, value, rule }, rules) {
  return {
    kind: kind === 'any' ? -1 : STEP_KINDS[kind],
    rule: Object.keys(BREAK_RULES).indexOf(rule),
    field: Object.keys(BREAK_FIELDS).indexOf(field),
    compare: Object.keys(BREAK_COMPARES).indexOf(compare),
    value: FIELD_IS_COST.includes(field) ? Math.round(value * costUnit(rules)) : value,
    place: place ?? null,
  };
}

/** Whether a method can search a map: jump points run along straight and diagonal lines of squares. */
export const isForMap = (method, map) => method !== 'jumps' || !map?.hexagons;

/** Whether a search over cells takes the costs of its steps from the world: for heights and rules of a
    step, which jump points ignore. */
export const stepsByWorld = (method, hasHeights, rule) =>
  method !== 'jumps' && (hasHeights || Boolean(rule));

/** The rules as the module takes them. */
export function rulesNumbers(rules, corners) {
  const { straight, diagonal } = STEP_COSTS[rules.costs];
  return {
    method: Object.keys(STEP_METHODS).indexOf(rules.method),
    heuristic: Object.keys(STEP_HEURISTICS).indexOf(rules.heuristic),
    tie: Object.keys(STEP_TIES).indexOf(rules.tie),
    corners: STEP_CORNERS.indexOf(rules.method === 'jumps' ? 'strict' : corners),
    straight,
    diagonal,
    weight: rules.method === 'weighted' ? rules.weight : 100,
    reopens: rules.reopens,
    order: rules.order,
  };
}

/** The rules as a short text, for an address. */
export function rulesText({ method, heuristic, costs, tie, weight, reopens, order }) {
  return [method, heuristic, costs, tie, weight, reopens ? 1 : 0, order.join('')].join('.');
}

/** The rules of such a text; those it does not have are the usual ones. */
export function rulesOfText(text) {
  const rules = { ...DEFAULT_RULES };
  const [method, heuristic, costs, tie, weight, reopens, order] = text.split('.');
  const known = (value, table) => value !== undefined && Object.hasOwn(table, value);
  if (known(method, STEP_METHODS)) rules.method = method;
  if (known(heuristic, STEP_HEURISTICS)) rules.heuristic = heuristic;
  if (known(costs, STEP_COSTS)) rules.costs = costs;
  if (known(tie, STEP_TIES)) rules.tie = tie;
  if (Number(weight) >= 100 && Number(weight) <= 10000) rules.weight = Number(weight);
  rules.reopens = reopens === '1';
  if (order && [...order].sort().join('') === '01234567') rules.order = [...order].map(Number);
  return rules;
}

/** The name of an order of neighbours; 'custom' if it is no preset. */
export function orderName(order) {
  return (
    Object.keys(ORDER_PRESETS).find((name) => ORDER_PRESETS[name].order.join() === order.join()) ??
    'custom'
  );
}

/** The weights of a map's cells for a mover's table of weights: 0 where its body does not fit. */
export function weightsOfMap({ width, height, hexagons, terrain }, table, body, plain) {
  const weights = new Uint8Array(terrain.length);
  for (let i = 0; i < terrain.length; i++)
    weights[i] = plain && table[terrain[i]] > 0 ? 8 : table[terrain[i]];
  if (body === 1) return weights;
  const fits = weights.slice();
  const covered = bodyCells(hexagons, body);
  const isOpen = (x, y) =>
    x >= 0 && y >= 0 && x < width && y < height && weights[y * width + x] > 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (!covered.every(([dx, dy]) => isOpen(x + dx, y + dy))) fits[y * width + x] = 0;
  return fits;
}
