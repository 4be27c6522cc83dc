// What a battle may have: in the panel, in files, in addresses.

export const MOST_UNITS = 2000;
export const MOST_ROCKS = 64; // that fall or are cleared in a tick
export const MOST_SEED = 2 ** 32 - 1;
export const LEAST_BUDGET = 1000; // expansions a tick, of the slider
export const MOST_BUDGET = 2 ** 31 - 1;

/** The limits of the numbers that begin a battle: what is wrong in a sentence, or nothing. */
export function wrongNumber({ units, seed, rocks }) {
  const wholes = [
    ['A battle has', units, 1, MOST_UNITS, 'units'],
    ['A seed is', seed, 0, MOST_SEED, ''],
    ['Rocks in a tick are', rocks, 0, MOST_ROCKS, ''],
  ];
  const wrong = wholes.find(
    ([, value, least, most]) => !(Number.isInteger(value) && value >= least && value <= most),
  );
  if (!wrong) return null;
  const [words, value, least, most, what] = wrong;
  return `${words} ${least} to ${most}${what && ` ${what}`}, not ${value}.`;
}
