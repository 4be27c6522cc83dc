// Unpacks what `xz --format=lzma` wrote: the module, of which gzip leaves a fifth more. It follows the
// specification of LZMA by Igor Pavlov; the marker at the end of the data is not read.

const HEADER_BYTES = 13;
const STATES = 12;
const FIRST_LENGTH = 2;
const TOP = 2 ** 24;
const HALF = 1024; // of 2048: both bits are as likely

const likely = (count) => new Uint16Array(count).fill(HALF);

/** Reads bits, each by how likely it was so far. */
class RangeDecoder {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at + 1;
    this.range = 0xffffffff;
    this.code = 0;
    for (let i = 0; i < 4; i++) this.code = ((this.code << 8) | bytes[this.at++]) >>> 0;
  }

  shift() {
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.bytes[this.at++]) >>> 0;
  }

  bit(odds, index) {
    const bound = (this.range >>> 11) * odds[index];
    const bit = this.code < bound ? 0 : 1;
    if (bit === 0) {
      this.range = bound;
      odds[index] += (2048 - odds[index]) >> 5;
    } else {
      this.range -= bound;
      this.code -= bound;
      odds[index] -= odds[index] >> 5;
    }
    if (this.range < TOP) this.shift();
    return bit;
  }

  /** Bits that are as likely 0 as 1. */
  plain(count) {
    let value = 0;
    while (count-- > 0) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit === 1) this.code -= this.range;
      value = 2 * value + bit;
      if (this.range < TOP) this.shift();
    }
    return value;
  }

  /** A number of `count` bits, the highest first. */
  number(odds, count, from = 0) {
    let node = 1;
    for (let i = 0; i < count; i++) node = 2 * node + this.bit(odds, from + node);
    return node - (1 << count);
  }

  /** The lowest bit first. */
  reversed(odds, count, from = 0) {
    let node = 1;
    let value = 0;
    for (let i = 0; i < count; i++) {
      const bit = this.bit(odds, from + node);
      node = 2 * node + bit;
      value |= bit << i;
    }
    return value;
  }
}

/** Returns a function that reads a length, by the place of the byte. */
function lengthReader(coder) {
  const choice = likely(2);
  const [low, mid, high] = [likely(16 << 3), likely(16 << 3), likely(256)];
  return (place) => {
    if (coder.bit(choice, 0) === 0) return coder.number(low, 3, place << 3);
    if (coder.bit(choice, 1) === 0) return 8 + coder.number(mid, 3, place << 3);
    return 16 + coder.number(high, 8);
  };
}

/** Returns a function that reads a distance, by the length that it is of. */
function distanceReader(coder) {
  const slots = likely(4 << 6);
  const middle = likely(128);
  const ends = likely(16);
  return (length) => {
    const slot = coder.number(slots, 6, Math.min(length, 3) << 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + coder.reversed(middle, bits, base - slot);
    return base + coder.plain(bits - 4) * 16 + coder.reversed(ends, 4);
  };
}

/** The `size` bytes that `packed` holds; its header does not say how many. */
export function unpackLzma(packed, size) {
  const lc = packed[0] % 9;
  const lp = Math.floor(packed[0] / 9) % 5;
  const places = (1 << Math.floor(packed[0] / 45)) - 1;
  const coder = new RangeDecoder(packed, HEADER_BYTES);
  const isMatch = likely(STATES << 4);
  const [isRep, isRep0, isRep1, isRep2] = [1, 2, 3, 4].map(() => likely(STATES));
  const isLong = likely(STATES << 4);
  const literals = likely(0x300 << (lc + lp));
  const [readLength, readRepeated] = [lengthReader(coder), lengthReader(coder)];
  const readDistance = distanceReader(coder);
  const out = new Uint8Array(size);
  const reps = [0, 0, 0, 0];
  let state = 0;
  let at = 0;

  const literal = () => {
    const before = at > 0 ? out[at - 1] : 0;
    const from = 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let symbol = 1;
    if (state >= 7) {
      let match = out[at - reps[0] - 1];
      while (symbol < 256) {
        const expected = (match >> 7) & 1;
        match <<= 1;
        const bit = coder.bit(literals, from + ((1 + expected) << 8) + symbol);
        symbol = 2 * symbol + bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 256) symbol = 2 * symbol + coder.bit(literals, from + symbol);
    out[at++] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };

  /** Moves the distance that is used again to the front; returns the length. */
  const repeat = (place) => {
    if (coder.bit(isRep0, state) === 0) {
      if (coder.bit(isLong, (state << 4) + place) === 0) {
        state = state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      const which = coder.bit(isRep1, state) === 0 ? 1 : 2 + coder.bit(isRep2, state);
      reps.unshift(...reps.splice(which, 1));
    }
    state = state < 7 ? 8 : 11;
    return FIRST_LENGTH + readRepeated(place);
  };

  const copy = (place) => {
    if (coder.bit(isRep, state) === 1) return repeat(place);
    const length = readLength(place);
    state = state < 7 ? 7 : 10;
    reps.unshift(readDistance(length));
    reps.length = 4;
    return FIRST_LENGTH + length;
  };

  while (at < size) {
    const place = at & places;
    if (coder.bit(isMatch, (state << 4) + place) === 0) literal();
    else {
      const end = Math.min(size, at + copy(place));
      for (; at < end; at++) out[at] = out[at - reps[0] - 1];
    }
  }
  return out;
}
