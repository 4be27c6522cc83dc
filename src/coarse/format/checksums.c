/* Sums behind what they are of. */
#include "coarse/format/checksums.h"

#include "common/hash64.h"
#include "common/le_bytes.h"

enum { SUM_BYTES = 8 };

uint64_t ovi_chunked_content(uint64_t section_bytes) {
  const uint64_t full = section_bytes / (OVI_CHUNK_BYTES + SUM_BYTES);
  const uint64_t rest = section_bytes % (OVI_CHUNK_BYTES + SUM_BYTES);
  if (rest == 0) {
    return full * OVI_CHUNK_BYTES;
  }
  return rest > SUM_BYTES ? full * OVI_CHUNK_BYTES + rest - SUM_BYTES : UINT64_MAX;
}

uint64_t ovi_chunk_sum(const uint8_t *chunk, uint64_t bytes) {
  return ovi_hash64(0, chunk, (size_t)bytes);
}

static uint64_t length_of(uint64_t bytes, uint64_t chunk) {
  const uint64_t left = bytes - chunk * OVI_CHUNK_BYTES;
  return left < OVI_CHUNK_BYTES ? left : OVI_CHUNK_BYTES;
}

uint64_t ovi_chunks_end(uint8_t *section, uint64_t bytes) {
  const uint64_t chunks = ovi_chunk_count(bytes);
  for (uint64_t i = 0; i < chunks; i++) {
    ovi_put_u64(section + bytes + SUM_BYTES * i,
                ovi_chunk_sum(section + i * OVI_CHUNK_BYTES, length_of(bytes, i)));
  }
  return ovi_chunks_checksum(section + bytes, chunks);
}

uint64_t ovi_chunks_checksum(const uint8_t *sums, uint64_t chunks) {
  return ovi_hash64(0, sums, (size_t)(SUM_BYTES * chunks));
}

uint64_t ovi_chunks_check(const uint8_t *section, uint64_t bytes) {
  const uint64_t chunks = ovi_chunk_count(bytes);
  uint64_t i = 0;
  while (i < chunks && ovi_get_u64(section + bytes + SUM_BYTES * i) ==
                           ovi_chunk_sum(section + i * OVI_CHUNK_BYTES, length_of(bytes, i))) {
    i++;
  }
  return i;
}

uint64_t ovi_primary_fingerprint(const uint8_t *header, const uint64_t *checksums, uint32_t count) {
  /* Landmarks and labels are what follows in the header: they are no part of it. */
  uint64_t hash = ovi_hash64(1, header + OVI_AT_WIDTH, OVI_AT_LANDMARKS - OVI_AT_WIDTH);
  for (uint32_t i = 0; i < count; i++) {
    hash = ovi_mix64(hash ^ checksums[i]);
  }
  return hash;
}
