/* Bits in 64-bit words: counting, finding, setting; and roots and logarithms. */
#ifndef OVERLAND_COMMON_BITS_H
#define OVERLAND_COMMON_BITS_H

#include "common/compiler.h"

static inline int32_t ovi_count_bits(uint64_t bits) {
  bits = bits - ((bits >> 1) & 0x5555555555555555u);
  bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (int32_t)((bits * 0x0101010101010101u) >> 56);
}

#ifdef OVI_CTZ64

/* Number of zero bits below the lowest set bit; bits is not 0. */
static inline int32_t ovi_lowest_bit(uint64_t bits) {
  OVI_ASSERT(bits != 0);
  return OVI_CTZ64(bits);
}

/* Number of zero bits above the highest set bit; bits is not 0. */
static inline int32_t ovi_zeros_above(uint64_t bits) {
  OVI_ASSERT(bits != 0);
  return OVI_CLZ64(bits);
}

#else

static inline int32_t ovi_lowest_bit(uint64_t bits) { return ovi_count_bits(~bits & (bits - 1)); }

static inline int32_t ovi_zeros_above(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) {
    bits |= bits >> shift;
  }
  return ovi_count_bits(~bits);
}

#endif

/* The lowest n bits set, 0 <= n <= 64. */
static inline uint64_t ovi_low_bits(int32_t n) {
  return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/* The number of a run of set bits in a row of two words, given a bit of it: runs are counted from
 * 0. Runs also begin at the bits of `breaks`, unless that is NULL. */
static inline int32_t ovi_run_of_bit(const uint64_t row[2], const uint64_t *breaks, int32_t at) {
  uint64_t begins[2] = {row[0] & ~(row[0] << 1), row[1] & ~(row[1] << 1 | row[0] >> 63)};
  if (breaks != NULL) {
    begins[0] |= breaks[0];
    begins[1] |= breaks[1];
  }
  const int32_t low = ovi_count_bits(begins[0] & ovi_low_bits(at + 1)) - 1;
  return at >= 64 ? low + ovi_count_bits(begins[1] & ovi_low_bits(at - 63)) : low;
}

/* Sets the bits of a line from `at` on that are set in `bits`. */
static inline void ovi_or_bits(uint64_t *line, int32_t at, uint64_t bits) {
  int32_t shift = at & 63;
  if (bits != 0) {
    line[at >> 6] |= bits << shift;
  }
  if (bits >> 1 >> (63 - shift) != 0) {
    line[(at >> 6) + 1] |= bits >> 1 >> (63 - shift);
  }
}

/* Returns whether n bits of a line are set, the first of them at bit `at`. */
static inline int ovi_all_set(const uint64_t *line, int32_t at, int32_t n) {
  while (n > 0) {
    int32_t shift = at & 63;
    int32_t here = n < 64 - shift ? n : 64 - shift;
    if ((~line[at >> 6] >> shift & ovi_low_bits(here)) != 0) {
      return 0;
    }
    at += here;
    n -= here;
  }
  return 1;
}

static inline uint32_t ovi_get_bit(const uint64_t *line, int32_t at) {
  return (uint32_t)(line[at >> 6] >> (at & 63)) & 1u;
}

static inline void ovi_set_bit(uint64_t *line, int32_t at) {
  line[at >> 6] |= (uint64_t)1 << (at & 63);
}

static inline void ovi_clear_bit(uint64_t *line, int32_t at) {
  line[at >> 6] &= ~((uint64_t)1 << (at & 63));
}

/* Bit i of a byte as byte i of a word, 0 or 1. */
static inline uint64_t ovi_spread_bits(uint64_t byte) {
  const uint64_t apart = byte * 0x0101010101010101u & 0x8040201008040201u;
  return (apart + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

/* The lowest bit of byte i of a word as bit i of a byte. */
static inline uint8_t ovi_gather_bits(uint64_t word) {
  return (uint8_t)((word & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

/* A byte for each byte of a word: 1 if that is not 0. */
static inline uint64_t ovi_set_bytes(uint64_t word) {
  const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
  return (((word & low) + low) | word) >> 7 & 0x0101010101010101u;
}

enum { OVI_LOG_ONE = 1024 }; /* the logarithm of 2 */

/* The logarithm of a number to base 2, in parts of OVI_LOG_ONE; that of 0 is 0. */
static inline int64_t ovi_log2(uint64_t number) {
  int64_t whole = 0;
  while (number >> whole > 1) {
    whole++;
  }
  /* The mantissa, 1 to 2, in 2^31sts: squaring it gives one bit of the fraction after the other. */
  uint64_t mantissa = whole <= 31 ? number << (31 - whole) : number >> (whole - 31);
  int64_t fraction = 0;
  for (int64_t bit = OVI_LOG_ONE / 2; bit != 0; bit /= 2) {
    mantissa = (mantissa * mantissa) >> 31;
    if (mantissa >> 32 != 0) {
      mantissa >>= 1;
      fraction += bit;
    }
  }
  return number != 0 ? whole * OVI_LOG_ONE + fraction : 0;
}

/* The greatest number whose square is at most `square`. */
static inline uint64_t ovi_root(uint64_t square) {
  uint64_t root = 0;
  for (uint64_t bit = (uint64_t)1 << 31; bit != 0; bit >>= 1) {
    root += (root + bit) * (root + bit) <= square ? bit : 0;
  }
  return root;
}

/* The side of the smallest square of at least `area` cells. */
static inline uint32_t ovi_square_side(uint32_t area) {
  return area != 0 ? (uint32_t)ovi_root(area - 1) + 1 : 0;
}

#endif
