/* The frame of a world file that is written: where its sections lie, and its header.
 *
 * Invariant: equal settings and sections give the same header, however the file is written. */
#ifndef OVERLAND_COARSE_FILE_FILE_FRAME_H
#define OVERLAND_COARSE_FILE_FILE_FRAME_H

#include "coarse/file/bake.h"
#include "coarse/format/sections.h"

/* The position of the region table: behind the header. The blocks follow. */
static inline uint64_t ovi_file_table_begin(uint32_t profiles) {
  return ovi_header_bytes(ovi_section_count(profiles));
}

/* The length of the region table without its checksums. */
static inline uint64_t ovi_file_table_bytes(uint32_t regions, uint32_t profiles) {
  return ovi_padded8((uint64_t)regions * ovi_table_entry_bytes(profiles));
}

/* Writes the settings to a zeroed header: all fields before the fingerprints but the lengths. */
void ovi_put_settings(uint8_t *header, const ovi_bake *bake, bool has_heights);

/* The fields of a header beside the settings. */
typedef struct ovi_file_end {
  const ovi_section_view *sections;
  uint32_t profiles;
  uint64_t bytes; /* of the file */
  uint64_t map_fingerprint, fingerprint;
} ovi_file_end;

/* Writes these fields to a header that has the settings. */
void ovi_put_header(uint8_t *header, const ovi_file_end *end);

#endif
