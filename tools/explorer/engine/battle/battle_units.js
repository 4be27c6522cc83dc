// The list of units of a battle, as the module writes it: BATTLE_UNIT_INTS numbers for each.

export const BATTLE_UNIT_INTS = 20;

export const BATTLE_STATES = [
  'idle',
  'planning',
  'walking',
  'waiting',
  'arrived',
  'beside',
  'stuck',
  'unreachable',
];
export const IDLE = 0;
export const PLANNING = 1;
export const WALKING = 2;
export const WAITING = 3;
export const ARRIVED = 4;
export const BESIDE = 5;
export const STUCK = 6;
export const CUT_OFF = 7;

const REQUESTS = ['nothing', 'a detour', 'the next segment of its route', 'a route'];

/** All that is known of a unit. */
export function unitAt(units, number) {
  const at = number * BATTLE_UNIT_INTS;
  const n = units.subarray(at, at + BATTLE_UNIT_INTS);
  return {
    number,
    cell: [n[0], n[1]],
    from: [n[2], n[3]],
    next: [n[4], n[5]],
    goal: [n[6], n[7]],
    state: n[8],
    side: n[9],
    waitsFor: n[10],
    letsPast: n[11],
    flow: n[12],
    request: REQUESTS[n[13]],
    asks: n[13] > 0,
    waited: n[14],
    blocked: n[15],
    delay: n[16],
    inCorridor: (n[17] & 1) !== 0,
    returning: (n[17] & 2) !== 0,
    result: n[18],
    queuePlace: n[19],
  };
}

export const unitCount = (units) => units.length / BATTLE_UNIT_INTS;

/** How many units are in each state. */
export function countStates(units) {
  const counts = new Array(BATTLE_STATES.length).fill(0);
  for (let at = 8; at < units.length; at += BATTLE_UNIT_INTS) counts[units[at]]++;
  return counts;
}

/** Numbers of the units in a state. */
export const unitsIn = (units, state) =>
  [...Array(unitCount(units)).keys()].filter((number) => units[number * BATTLE_UNIT_INTS + 8] === state);

/** Adds to `changes`, a count for each state and each that follows it, those between two lists of units. */
export function addChanges(changes, before, units) {
  for (let at = 8; at < before.length; at += BATTLE_UNIT_INTS)
    if (before[at] !== units[at]) changes[before[at] * BATTLE_STATES.length + units[at]]++;
}

/** The unit that a unit waits for; -1: none. */
export function waitsFor(units, number) {
  const at = number * BATTLE_UNIT_INTS;
  return units[at + 8] === WAITING ? units[at + 10] : -1;
}

/**
 * The chain of units from one that waits: its numbers in order, the last of which waits for none; or, where
 * they wait in a ring, `ring` tells that the last waits for one before it.
 */
export function chainFrom(units, number) {
  const chain = [number];
  for (;;) {
    const next = waitsFor(units, chain.at(-1));
    if (next < 0) return { chain, ring: false };
    if (chain.includes(next)) return { chain, ring: true, closes: next };
    chain.push(next);
  }
}

/** Lengths of all chains: how many units each one waits behind, and the first of the longest. */
export function chainsOf(units) {
  const count = unitCount(units);
  const depth = new Int32Array(count).fill(-1);
  let longest = -1;
  let waiting = 0;
  const stack = [];
  for (let first = 0; first < count; first++) {
    let at = first;
    while (depth[at] < 0 && !stack.includes(at)) {
      stack.push(at);
      const next = waitsFor(units, at);
      if (next < 0) {
        depth[stack.pop()] = 0;
        break;
      }
      at = next;
    }
    let below = depth[at] < 0 ? 0 : depth[at];
    while (stack.length > 0) depth[stack.pop()] = ++below;
    if (waitsFor(units, first) >= 0) waiting++;
    if (depth[first] > 0 && (longest < 0 || depth[first] > depth[longest])) longest = first;
  }
  return { depth, longest, waiting };
}

/** Why the unit at the end of a chain stands, in words. */
export function reasonOf(unit, world) {
  const { state } = unit;
  if (state === ARRIVED) return 'stands on its goal';
  if (state === BESIDE) return 'stands beside its goal, which is taken';
  if (state === IDLE) return 'stands there without an order';
  if (state === CUT_OFF) return 'has no path to its goal';
  if (state === PLANNING)
    return unit.queuePlace > 0
      ? `waits for its route, as number ${unit.queuePlace} in the queue`
      : 'follows a flow whose tile is being made';
  if (unit.letsPast >= 0) return `makes way for unit ${unit.letsPast}`;
  if (world?.isBlocked(unit.next)) return 'has a rock before it';
  if (state === WALKING)
    return unit.inCorridor ? 'walks through the corridor' : 'walks: it is the first';
  if (state === STUCK) return `is stuck: for ${unit.waited} ticks it came no nearer`;
  return unit.inCorridor
    ? 'is in a corridor, and goes on as soon as its end is free'
    : 'waits its turn: the cell before it was entered or crossed in this tick, or leads into a corridor';
}

const NAMED = 4;

/** A chain in words: "unit 17 waits for 4, which waits for 9, which walks". */
export function chainWords(units, number, world) {
  const { chain, ring, closes } = chainFrom(units, number);
  const shown = chain.length <= NAMED + 2 ? chain : chain.slice(0, NAMED);
  let words = `Unit ${shown[0]}`;
  for (let i = 1; i < shown.length; i++)
    words += `${i === 1 ? '' : ', which'} waits for ${shown[i]}`;
  const hidden = chain.length - shown.length;
  if (hidden > 1) words += `, and so on over ${hidden - 1} more to ${chain.at(-1)}`;
  if (ring) return `${words}, which waits for ${closes}: they wait for each other.`;
  const reason = reasonOf(unitAt(units, chain.at(-1)), world);
  return chain.length > 1 ? `${words}, which ${reason}.` : `${words} ${reason}.`;
}
