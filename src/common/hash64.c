/* Two lanes of multiply and rotate, 8 bytes each, so that the latencies of the multiplications
 * overlap: a world is checked at the speed of memory when it is opened. */
#include "common/hash64.h"

#include "common/le_bytes.h"

static uint64_t hash64_lane(uint64_t state, uint64_t word) {
  state = (state ^ word) * 0x9fb21c651e98df25u;
  return (state << 29) | (state >> 35);
}

ovi_hash ovi_hash_begin(uint64_t seed, uint64_t byte_count) {
  return (ovi_hash){seed ^ 0x2d358dccaa6c78a5u, byte_count ^ 0x8bb84b93962eacc9u};
}

void ovi_hash_add(ovi_hash *hash, const uint8_t *bytes, size_t byte_count) {
  uint64_t a = hash->a;
  uint64_t b = hash->b;
  size_t at = 0;
  for (; at + 16 <= byte_count; at += 16) {
    a = hash64_lane(a, ovi_get_u64(bytes + at));
    b = hash64_lane(b, ovi_get_u64(bytes + at + 8));
  }
  for (; at < byte_count; at++) {
    a = hash64_lane(a, bytes[at]);
  }
  *hash = (ovi_hash){a, b};
}

uint64_t ovi_hash_end(const ovi_hash *hash) { return ovi_mix64(hash->a ^ ovi_mix64(hash->b)); }

uint64_t ovi_hash64(uint64_t seed, const uint8_t *bytes, size_t byte_count) {
  ovi_hash hash = ovi_hash_begin(seed, byte_count);
  ovi_hash_add(&hash, bytes, byte_count);
  return ovi_hash_end(&hash);
}
