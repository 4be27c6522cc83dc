// Why a call of the library failed, in words: what is at fault, and where.

const WRONG_CHECKSUM = 27;
const CORRUPT = 28;

/**
 * The fault of a result that is not OVL_OK, in brackets; '' if there is none. `where` is a byte of the
 * file with OVL_WRONG_CHECKSUM; with OVL_CORRUPT it may also be the number of a region, a waypoint or
 * another part, which `name` is about: the command says the same.
 */
export function faultText(result, { name, where, found, expected }) {
  if (!name) return '';
  const place =
    result === WRONG_CHECKSUM ? ` at byte ${where}` : result === CORRUPT ? ` at ${where}` : '';
  const numbers = found === expected ? '' : `: found ${found}, expected ${expected}`;
  return ` (${name}${place}${numbers})`;
}
