/* A 64-bit checksum and mixer, not cryptographic.
 *
 * Invariant: the value depends on the bytes alone, never on the host. */
#ifndef OVERLAND_COMMON_HASH64_H
#define OVERLAND_COMMON_HASH64_H

#include <stddef.h>
#include <stdint.h>

#include "common/compiler.h"

/* Mixes a word: each input bit affects each output bit. */
static inline uint64_t ovi_mix64(uint64_t value) {
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93u;
  value ^= value >> 29;
  value *= 0xa0761d6478bd642fu;
  return value ^ (value >> 32);
}

/* Checksum of the bytes; different seeds give independent checksums. */
uint64_t ovi_hash64(uint64_t seed, const uint8_t *bytes, size_t byte_count);

/* The same checksum, computed piece by piece. */
typedef struct ovi_hash {
  uint64_t a, b;
} ovi_hash;

/* Begins the checksum of byte_count bytes. All pieces but the last are multiples of 16 bytes. */
ovi_hash ovi_hash_begin(uint64_t seed, uint64_t byte_count);
void ovi_hash_add(ovi_hash *hash, const uint8_t *bytes, size_t byte_count);
uint64_t ovi_hash_end(const ovi_hash *hash);

/* The length of a hash table with at least `count` slots: `least`, doubled as often as needed. */
static inline uint64_t ovi_hash_slots(uint64_t least, uint64_t count) {
  uint64_t slots = least;
  while (slots < count) {
    slots *= 2;
  }
  OVI_ASSERT((slots & (slots - 1)) == 0);
  return slots;
}

#endif
