/* The sections of a world file: where each lies, its bytes as far as they are in memory, and its
 * checksum.
 *
 * The region table, the islands and the labels are checked chunk by chunk: such a section has its
 * bytes, padded to 8, and behind them the checksum of each chunk, so that a few entries of a large
 * table can be fetched and checked without the rest.
 *
 * Invariant: the checksum of such a section is the checksum of its chunks' checksums. */
#ifndef OVERLAND_COARSE_FORMAT_SECTIONS_H
#define OVERLAND_COARSE_FORMAT_SECTIONS_H

#include <stdbool.h>

#include "coarse/format/world_format.h"
#include "overland.h"
#include "overland_bake.h"

/* A section of a file; of one that is being written, where it lies and its checksum. */
typedef struct ovi_section_view {
  uint64_t at, bytes, checksum;
  const uint8_t *data; /* the first `held` bytes of the section; NULL: none are in memory */
  uint64_t held;
  const uint8_t *sums; /* of the chunks, if the section is checked chunk by chunk */
  const uint8_t *last; /* the bytes from `last_at` on, if those are in memory */
  uint64_t last_at;
} ovi_section_view;

/* The bytes of a section from `at` on, which are in memory. */
static inline const uint8_t *ovi_section_bytes(const ovi_section_view *section, uint64_t at) {
  OVI_ASSERT(at < section->held || (section->last != NULL && at >= section->last_at));
  return at < section->held ? section->data + at : section->last + (at - section->last_at);
}

#define OVI_FILE_MOST_SECTIONS (OVI_SHARED_SECTIONS + OVL_MAX_PROFILES * OVI_OWN_SECTIONS)

/* The sections of a file by number. */
typedef struct ovi_section_views {
  uint32_t profiles;
  ovi_section_view list[OVI_FILE_MOST_SECTIONS];
} ovi_section_views;

/* The number of a section, in the order of a file that is written: the shared ones, islands of all
 * profiles, overlays of all, then labels of all. */
uint32_t ovi_section_number(uint32_t profiles, ovi_section kind, uint32_t profile);

/* The kind of a section by its number, and its profile; 0 for a shared one. */
ovi_section ovi_section_kind(uint32_t profiles, uint32_t number, uint32_t *profile);

/* Returns whether a section is checked chunk by chunk. */
static inline bool ovi_section_is_chunked(ovi_section kind) {
  return kind == OVI_SECTION_TABLE || kind == OVI_SECTION_ISLANDS || kind == OVI_SECTION_LABELS;
}

static inline const ovi_section_view *ovi_section_of(const ovi_section_views *sections,
                                                     ovi_section kind, uint32_t profile) {
  return &sections->list[ovi_section_number(sections->profiles, kind, profile)];
}

/* Finds the sections of a file by its header: they lie one behind the other, from the header to the
 * end of the file; those with unknown names are skipped, and each known one must be there once;
 * that of places may be missing. OVL_OK, or OVL_CORRUPT with the fault. */
ovl_result ovi_sections_find(ovi_section_views *sections, const uint8_t *header,
                             uint64_t file_bytes, ovl_fault *fault);

/* Records that the whole file is in memory. */
void ovi_sections_hold_all(ovi_section_views *sections, const uint8_t *bytes);

/* ---- Checksums ----------------------------------------------------------------------- */

static inline uint64_t ovi_chunk_count(uint64_t bytes) {
  return (bytes + OVI_CHUNK_BYTES - 1) / OVI_CHUNK_BYTES;
}

/* The length of a section of so many bytes, a multiple of 8, with the checksums of its chunks. */
static inline uint64_t ovi_chunked_bytes(uint64_t bytes) {
  return bytes + 8 * ovi_chunk_count(bytes);
}

/* The length of a section that says that there are no labels. */
#define OVI_NO_LABELS_BYTES ((uint64_t)OVI_LABELS_TABLE + 8)

/* The bytes of a section that are not checksums; UINT64_MAX: no such section has that length. */
uint64_t ovi_chunked_content(uint64_t section_bytes);

/* The length of a chunk of a section with so many bytes that are not checksums. */
static inline uint32_t ovi_chunk_length(uint64_t bytes, uint64_t chunk) {
  OVI_ASSERT(chunk < ovi_chunk_count(bytes));
  const uint64_t rest = bytes - chunk * OVI_CHUNK_BYTES;
  return (uint32_t)(rest < OVI_CHUNK_BYTES ? rest : OVI_CHUNK_BYTES);
}

/* The checksum of one chunk. */
uint64_t ovi_chunk_sum(const uint8_t *chunk, uint64_t bytes);

/* Writes the checksums of the chunks of `bytes` bytes behind these; returns the checksum of the
 * section. */
uint64_t ovi_chunks_end(uint8_t *section, uint64_t bytes);

/* The checksum of a section, from the checksums of its chunks. */
uint64_t ovi_chunks_checksum(const uint8_t *sums, uint64_t chunks);

/* The first of a section's chunks from `from` on that does not have its checksum; `end` if all
 * before `end` have. They must be in memory. */
uint64_t ovi_chunks_check(const ovi_section_view *section, uint64_t from, uint64_t end);

/* The fingerprint of a world, which is equal for two worlds with equal settings and primary
 * sections: from the header and the checksums of the primary sections, in the order of their
 * numbers. */
uint64_t ovi_primary_fingerprint(const uint8_t *header, const ovi_section_view *sections,
                                 uint32_t profiles);

#endif
