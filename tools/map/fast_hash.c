/* A hash of many bytes: see fast_hash.h.
 *
 * Four lanes of 8 bytes at a time, so that no multiplication waits for the one before: the rounds
 * of XXH64 (Collet), about as fast as memory. Words are little endian on every machine. */
#include "tools/map/fast_hash.h"

enum { LANES = 4, WORD_BYTES = 8 };

static const uint64_t prime_a = UINT64_C(0x9e3779b185ebca87);
static const uint64_t prime_b = UINT64_C(0xc2b2ae3d27d4eb4f);
static const uint64_t prime_c = UINT64_C(0x165667b19e3779f9);

static uint64_t rotate(uint64_t word, unsigned bits) { return word << bits | word >> (64 - bits); }

static uint64_t read_word(const uint8_t *b) {
  return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
         (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

static uint64_t add(uint64_t lane, uint64_t word) {
  return rotate(lane + word * prime_b, 31) * prime_a;
}

static uint64_t mix(uint64_t hash) {
  hash = (hash ^ hash >> 33) * prime_b;
  hash = (hash ^ hash >> 29) * prime_c;
  return hash ^ hash >> 32;
}

uint64_t fast_hash_bytes(uint64_t hash, const uint8_t *bytes, size_t byte_count) {
  uint64_t lanes[LANES] = {hash + prime_a, hash + prime_b, hash, hash - prime_a};
  size_t left = byte_count;
  for (; left >= LANES * WORD_BYTES; left -= LANES * WORD_BYTES, bytes += LANES * WORD_BYTES) {
    for (size_t i = 0; i < LANES; i++) {
      lanes[i] = add(lanes[i], read_word(bytes + i * WORD_BYTES));
    }
  }
  uint64_t sum = fast_hash_number(hash, byte_count);
  for (size_t i = 0; i < LANES; i++) {
    sum = fast_hash_number(sum, lanes[i]);
  }
  for (; left > 0; left--) {
    sum = (sum ^ *bytes++) * prime_c;
    sum ^= sum >> 29;
  }
  return mix(sum);
}

uint64_t fast_hash_number(uint64_t hash, uint64_t number) {
  return mix(rotate(hash, 27) * prime_a ^ add(0, number));
}
