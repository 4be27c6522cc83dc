/* The checksum of a world's settings and of its primary sections' checksums. */
#include "coarse/format/fingerprint.h"

#include "common/hash64.h"

uint64_t ovi_primary_fingerprint(const uint8_t *header, const uint64_t *checksums, uint32_t count) {
  /* Landmarks and labels are what follows in the header: they are no part of it. */
  uint64_t hash = ovi_hash64(1, header + OVI_AT_WIDTH, OVI_AT_LANDMARKS - OVI_AT_WIDTH);
  for (uint32_t i = 0; i < count; i++) {
    hash = ovi_mix64(hash ^ checksums[i]);
  }
  return hash;
}
