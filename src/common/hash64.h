/* A 64-bit checksum and mixer for world files: not for secrets.
 *
 * Invariant: the value depends on the bytes alone, never on the host. */
#ifndef OVI_HASH64_H
#define OVI_HASH64_H

#include <stddef.h>
#include <stdint.h>

/* Scrambles one word so that each input bit reaches each output bit. */
static inline uint64_t ovi_mix64(uint64_t value) {
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93u;
  value ^= value >> 29;
  value *= 0xa0761d6478bd642fu;
  return value ^ (value >> 32);
}

/* Checksum of the bytes, continued from `seed`. */
uint64_t ovi_hash64(uint64_t seed, const uint8_t *bytes, size_t byte_count);

#endif
