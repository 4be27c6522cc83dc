/* The frame of a world file that is made: where its sections lie, and its header.
 *
 * Invariant: whoever makes a file, in memory or bit by bit, writes the same header for the same
 * settings and sections. */
#ifndef OVERLAND_COARSE_FILE_FILE_FRAME_H
#define OVERLAND_COARSE_FILE_FILE_FRAME_H

#include "coarse/file/bake.h"
#include "coarse/format/sections.h"

#define OVI_FILE_MOST_SECTIONS (OVI_SHARED_SECTIONS + OVL_MAX_PROFILES * OVI_OWN_SECTIONS)

/* The number of a profile's own section: islands of all, overlays of all, then landmarks and labels
 * of each. */
uint32_t ovi_own_section(uint32_t profiles, int kind, uint32_t profile);

/* Where the region table begins, behind which the blocks do. */
static inline uint64_t ovi_file_table_begin(uint32_t profiles) {
  return ovi_header_bytes(ovi_section_count(profiles));
}

/* Bytes of the region table without its sums. */
static inline uint64_t ovi_file_table_bytes(uint32_t regions, uint32_t profiles) {
  return ovi_padded8((uint64_t)regions * ovi_table_entry_bytes(profiles));
}

/* The settings, into a zeroed header: all before the fingerprints but the lengths. */
void ovi_put_settings(uint8_t *header, const ovi_bake *bake, bool has_heights);

/* The fingerprint of a file whose header has the settings, once its primary sections are there. */
uint64_t ovi_file_fingerprint(const uint8_t *header, const ovi_section_place *sections,
                              uint32_t profiles);

/* What a header says besides. */
typedef struct ovi_file_end {
  const ovi_section_place *sections;
  uint32_t profiles;
  uint64_t bytes; /* of the file */
  uint64_t map_fingerprint, fingerprint;
} ovi_file_end;

/* Completes a header that has the settings. */
void ovi_put_header(uint8_t *header, const ovi_file_end *end);

#endif
