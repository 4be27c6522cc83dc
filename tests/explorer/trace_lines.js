// The events of a search as text: the lines that `overland path --trace` writes.

import { EVENT_BYTES, EVENT_KINDS, STRAIGHT_COST } from '../../tools/explorer/engine/engine.js';

const TIERS = ['fine', 'coarse', 'overlay'];
const INTS = EVENT_BYTES / 4;
const DOUBLES = EVENT_BYTES / 8;
const LAST_OF_SEARCH = EVENT_KINDS.indexOf('goal'); // those up to it have a heuristic

const cellLine = (x, y) => `[${x},${y}]`;

/** A list of one cell, or of the two of a waypoint. */
function nodeLine([ax, ay, bx, by]) {
  const isOne = ax === bx && ay === by;
  return `[${cellLine(ax, ay)}${isOne ? '' : `,${cellLine(bx, by)}`}]`;
}

function eventLine({ ints, doubles }, i) {
  const [kind, tier, search] = ints.subarray(i * INTS, i * INTS + 3);
  const node = ints.subarray(i * INTS + 3, i * INTS + 7);
  const parent = ints.subarray(i * INTS + 7, i * INTS + 11);
  const [g, h, f] = doubles.subarray(i * DOUBLES + 6, i * DOUBLES + 9);
  const parts = [`{"event":"${EVENT_KINDS[kind]}","tier":"${TIERS[tier]}","search":${search}`];
  parts.push(`"node":${nodeLine(node)}`);
  if (node.join() !== parent.join()) parts.push(`"parent":${nodeLine(parent)}`);
  if (EVENT_KINDS[kind] !== 'window') parts.push(`"g":${g}`);
  if (kind <= LAST_OF_SEARCH) parts.push(`"h":${h},"f":${f}`);
  return `${parts.join(',')}}\n`;
}

/** The text of a query and of all events of its search. */
export function traceLines({ start, goal }, events) {
  const head = `{"trace":"overland","version":1,"straight_step":${STRAIGHT_COST},"start":${cellLine(...start)},"goal":${cellLine(...goal)}}\n`;
  const lines = Array.from({ length: events.count }, (_, i) => eventLine(events, i));
  return head + lines.join('');
}
