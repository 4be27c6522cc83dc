/* Two lanes of multiply and rotate over 8 bytes each, so that the multiplier's
 * latency overlaps; a world is checked at memory speed when it is opened. */
#include "hash64.h"

#include "le_bytes.h"

static uint64_t lane(uint64_t state, uint64_t word) {
  state = (state ^ word) * 0x9fb21c651e98df25u;
  return (state << 29) | (state >> 35);
}

uint64_t ovi_hash64(uint64_t seed, const uint8_t *bytes, size_t byte_count) {
  uint64_t a = seed ^ 0x2d358dccaa6c78a5u;
  uint64_t b = (uint64_t)byte_count ^ 0x8bb84b93962eacc9u;
  size_t at = 0;
  for (; at + 16 <= byte_count; at += 16) {
    a = lane(a, ovi_get_u64(bytes + at));
    b = lane(b, ovi_get_u64(bytes + at + 8));
  }
  for (; at < byte_count; at++) {
    a = lane(a, bytes[at]);
  }
  return ovi_mix64(a ^ ovi_mix64(b));
}
