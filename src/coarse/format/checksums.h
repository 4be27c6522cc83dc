/* Sections that are checked chunk by chunk: their bytes, padded to 8, and behind them the checksum
 * of each chunk. So a few entries of a large table can be fetched and checked without the rest.
 *
 * Invariant: the checksum of such a section is that of its chunks' checksums. */
#ifndef OVERLAND_COARSE_FORMAT_CHECKSUMS_H
#define OVERLAND_COARSE_FORMAT_CHECKSUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "coarse/format/world_format.h"

static inline uint64_t ovi_chunk_count(uint64_t bytes) {
  return (bytes + OVI_CHUNK_BYTES - 1) / OVI_CHUNK_BYTES;
}

/* What a section of so many bytes, a multiple of 8, takes with its sums. */
static inline uint64_t ovi_chunked_bytes(uint64_t bytes) {
  return bytes + 8 * ovi_chunk_count(bytes);
}

/* How many bytes of a section of so many in all are no sums; UINT64_MAX: none has that length. */
uint64_t ovi_chunked_content(uint64_t section_bytes);

/* The checksum of one chunk. */
uint64_t ovi_chunk_sum(const uint8_t *chunk, uint64_t bytes);

/* Writes the sums of `bytes` bytes behind them; returns the section's checksum. */
uint64_t ovi_chunks_end(uint8_t *section, uint64_t bytes);

/* The checksum of a section by its sums alone. */
uint64_t ovi_chunks_checksum(const uint8_t *sums, uint64_t chunks);

/* The first chunk that is not what its sum says; ovi_chunk_count if all are. */
uint64_t ovi_chunks_check(const uint8_t *section, uint64_t bytes);

/* The fingerprint of a world whose header begins with these bytes, from the checksums of
 * its primary sections in the order of ovi_section, islands by profile. */
uint64_t ovi_primary_fingerprint(const uint8_t *header, const uint64_t *checksums, uint32_t count);

#endif
