// Terrains of the Explorer: a byte a cell. 0 is rock; 1 to 239 are ground, whose weight in eighths
// is the byte itself; the rest have names. A mover says what each costs, 0: blocked.

export const ROCK = 0;
export const PLAIN = 8;
export const WATER = 240;
export const TREES = 241;
export const MARSH = 242;
export const OUTSIDE = 243;
export const MOST_GROUND = 239;

/** The brushes that paint terrain. */
export const BRUSH_NAMES = ['rock', 'slow', 'fast', 'plain', 'water', 'trees', 'marsh'];

/** All tools that change the map, or a fork of it. */
export const TOOL_NAMES = [...BRUSH_NAMES, 'height', 'whatif'];

// Name, what it can cross in a few words, and the cost of a terrain.
export const MOVERS = {
  walker: {
    label: 'Walker',
    note: 'all ground and marsh',
    weight: (t) => (t <= MOST_GROUND ? t : t === MARSH ? 8 : 0),
  },
  cart: {
    label: 'Cart',
    note: 'slow ground costs it double',
    weight: (t) => (t <= MOST_GROUND ? (t > 8 ? Math.min(255, 2 * t - 8) : t) : 0),
  },
  scout: {
    label: 'Scout',
    note: 'ground, woods, and fords water',
    weight: (t) =>
      t <= MOST_GROUND ? Math.min(t, 16) : ({ [WATER]: 32, [TREES]: 12, [MARSH]: 12 }[t] ?? 0),
  },
  boat: { label: 'Boat', note: 'water alone', weight: (t) => (t === WATER ? 8 : 0) },
};

/** The weights of all terrains for a mover, in eighths. */
export function weightsOf(mover) {
  return Uint8Array.from({ length: 256 }, (_, terrain) => MOVERS[mover].weight(terrain));
}

/** The terrain that a mover crosses most easily: of unseen land, and of cells that are opened for it. */
export function openTerrainOf(mover) {
  const weights = weightsOf(mover);
  return weights[PLAIN] > 0 ? PLAIN : weights.findIndex((weight) => weight > 0);
}

/** The page's terrain for one of a world file: by its weight there, or the letter of a .map file. Void lies
    beside hexagons. */
export function terrainOfWorld(terrain, weight, hexagons = null) {
  if (weight > 0) return Math.min(MOST_GROUND, weight);
  const outside = hexagons ? { '\0': OUTSIDE } : { '@': OUTSIDE, O: OUTSIDE };
  return { W: WATER, T: TREES, ...outside }[String.fromCharCode(terrain)] ?? ROCK;
}

const BLOCKED_NAMES = [
  [/water|river|lake|\bsea\b|ocean/i, WATER],
  [/tree|wood|forest/i, TREES],
  [/^void$|^out-of-bounds$|^beside the map$/, OUTSIDE],
];

/** The page's terrain for one of a map that has names, of a weight in eighths; 0: blocked. */
export function terrainOf(name, weight) {
  if (weight === 0) return BLOCKED_NAMES.find(([words]) => words.test(name))?.[1] ?? ROCK;
  return weight === PLAIN && name === 'swamp' ? MARSH : Math.min(MOST_GROUND, weight);
}

/** A terrain's name for people. */
export function terrainName(terrain) {
  const names = {
    [ROCK]: 'rock',
    [PLAIN]: 'ground',
    [WATER]: 'water',
    [TREES]: 'woods',
    [MARSH]: 'marsh',
    [OUTSIDE]: 'outside',
  };
  if (terrain in names) return names[terrain];
  return terrain > PLAIN ? `slow ground, ×${terrain / 8}` : `fast ground, ×${terrain / 8}`;
}
