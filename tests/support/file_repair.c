/* Repairs checksums from the blocks up: each is part of the next. */
#include "tests/support/file_repair.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/overlay/cluster/overlay_section.h"
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "overland.h"

/* The entry of a profile's section; of a shared one profile 0's; 0: a world without places has none
 * of them. */
static size_t entry_at(const uint8_t *bytes, ovi_section section, uint32_t profile) {
  static const char names[OVI_SECTION_COUNT][5] = OVI_SECTION_NAMES;
  const uint32_t count = ovi_get_u32(bytes + OVI_AT_SECTION_COUNT);
  for (uint32_t i = 0; i < count; i++) {
    const size_t at = OVI_AT_SECTIONS + (size_t)i * OVI_SECTION_BYTES;
    if (memcmp(bytes + at, names[section], 4) == 0 && ovi_get_u32(bytes + at + 4) == profile) {
      return at;
    }
  }
  if (section != OVI_SECTION_PLACES) {
    abort(); /* the header is as it was baked */
  }
  return 0;
}

uint8_t *file_profile_section(uint8_t *bytes, ovi_section section, uint32_t profile) {
  const size_t entry = entry_at(bytes, section, profile);
  return bytes + (entry != 0 ? ovi_get_u64(bytes + entry + 8) : 0);
}

uint8_t *file_section(uint8_t *bytes, ovi_section section) {
  return file_profile_section(bytes, section, 0);
}

uint64_t file_section_bytes(const uint8_t *bytes, ovi_section section) {
  const size_t entry = entry_at(bytes, section, 0);
  return entry != 0 ? ovi_get_u64(bytes + entry + 16) : 0;
}

/* A section of a file: where it lies and how long it is, by the header that was baked, and the
 * entry to which its checksum is written. */
typedef struct repaired_section {
  uint8_t *bytes, *entry;
  uint64_t count;
} repaired_section;

static repaired_section find_repaired(uint8_t *bytes, const uint8_t *baked, ovi_section section,
                                      uint32_t profile) {
  const size_t entry = entry_at(baked, section, profile);
  return (repaired_section){bytes + ovi_get_u64(baked + entry + 8), bytes + entry,
                            ovi_get_u64(baked + entry + 16)};
}

static uint64_t end_section(const repaired_section *section, uint64_t sum) {
  ovi_put_u64(section->entry + 24, sum);
  return sum;
}

static uint64_t repair_section(const repaired_section *section) {
  return end_section(section, ovi_hash64(0, section->bytes, (size_t)section->count));
}

/* One that is checked chunk by chunk. */
static uint64_t repair_chunks(const repaired_section *section) {
  const uint64_t content = ovi_chunked_content(section->count);
  return end_section(section, ovi_chunks_end(section->bytes, content));
}

static uint64_t repair_blocks(uint8_t *bytes, const uint8_t *baked) {
  const repaired_section blocks = find_repaired(bytes, baked, OVI_SECTION_BLOCKS, 0);
  const uint8_t *table = find_repaired(bytes, baked, OVI_SECTION_TABLE, 0).bytes;
  const uint32_t side = ovi_get_u16(baked + OVI_AT_REGION_CELLS);
  const uint64_t regions = (uint64_t)((ovi_get_u32(baked + OVI_AT_WIDTH) + side - 1) / side) *
                           ((ovi_get_u32(baked + OVI_AT_HEIGHT) + side - 1) / side);
  const uint32_t entry_bytes = ovi_table_entry_bytes(ovi_get_u16(baked + OVI_AT_PROFILES));
  uint64_t sum = 0;
  for (uint64_t id = 0; id < regions; id++, table += entry_bytes) {
    const uint64_t place = ovi_get_u64(table);
    const uint64_t block_bytes = ovi_get_u32(table + 8);
    if (block_bytes < 8 || place > blocks.count || block_bytes > blocks.count - place) {
      continue; /* a forged entry */
    }
    uint64_t own = ovi_hash64(0, blocks.bytes + place + 8, (size_t)block_bytes - 8);
    ovi_put_u64(blocks.bytes + place, own);
    sum = ovi_mix64(sum ^ own);
  }
  return end_section(&blocks, sum);
}

/* The checksums of all cells whose places are right, and that of what is before them. */
static uint64_t repair_overlays(const repaired_section *overlays) {
  uint8_t *section = overlays->bytes;
  const uint64_t length = overlays->count;
  uint64_t head = 0;
  if (length != 0) {
    const uint64_t levels = ovi_get_u32(section + OVI_OVERLAYS_LEVELS);
    const uint64_t entries = OVI_OVERLAYS_HEAD_BYTES + levels * OVI_LEVEL_BYTES;
    uint64_t cells = 0;
    for (uint64_t level = 0; entries <= length && level < levels; level++) {
      const uint8_t *header = section + OVI_OVERLAYS_HEAD_BYTES + level * OVI_LEVEL_BYTES;
      cells += (uint64_t)ovi_get_u32(header + OVI_LEVEL_CLUSTERS_X) *
               ovi_get_u32(header + OVI_LEVEL_CLUSTERS_Y);
    }
    head = entries <= length && cells <= (length - entries) / OVI_CLUSTER_ENTRY_BYTES
               ? entries + cells * OVI_CLUSTER_ENTRY_BYTES
               : 0;
    for (uint64_t cell = 0; head != 0 && cell < OVI_CLUSTER_PIECES * cells; cell++) {
      uint8_t *at = section + entries + cell * OVI_PIECE_ENTRY_BYTES;
      const uint64_t place = ovi_get_u64(at + OVI_PIECE_AT);
      const uint64_t piece = ovi_get_u32(at + OVI_PIECE_LENGTH);
      if (place <= length - head && piece <= length - head - place) {
        ovi_put_u64(at + OVI_PIECE_CHECKSUM, ovi_hash64(0, section + head + place, (size_t)piece));
      }
    }
  }
  return end_section(overlays, ovi_hash64(0, section, (size_t)head));
}

void file_repair_as(uint8_t *bytes, const uint8_t *baked) {
  ovi_section_view sections[OVI_FILE_MOST_SECTIONS];
  const uint32_t profiles = ovi_get_u16(baked + OVI_AT_PROFILES);
  const uint64_t header_bytes = ovi_get_u32(baked + OVI_AT_HEADER_BYTES);
  uint32_t count = 0;
  for (int kind = 0; kind < OVI_SECTION_ISLANDS; kind++) {
    if (entry_at(baked, (ovi_section)kind, 0) == 0) {
      sections[count++].checksum = 0;
      continue;
    }
    const repaired_section section = find_repaired(bytes, baked, (ovi_section)kind, 0);
    sections[count++].checksum = kind == OVI_SECTION_BLOCKS  ? repair_blocks(bytes, baked)
                                 : kind == OVI_SECTION_TABLE ? repair_chunks(&section)
                                                             : repair_section(&section);
  }
  for (uint32_t profile = 0; profile < profiles; profile++) {
    const repaired_section islands = find_repaired(bytes, baked, OVI_SECTION_ISLANDS, profile);
    sections[count++].checksum = repair_chunks(&islands);
  }
  for (uint32_t profile = 0; profile < profiles; profile++) {
    const repaired_section overlays = find_repaired(bytes, baked, OVI_SECTION_OVERLAYS, profile);
    sections[count++].checksum = repair_overlays(&overlays);
  }
  const uint64_t fingerprint = ovi_primary_fingerprint(bytes, sections, profiles);
  ovi_put_u64(bytes + OVI_AT_FINGERPRINT, fingerprint);
  for (uint32_t profile = 0; profile < profiles; profile++) {
    const repaired_section labels = find_repaired(bytes, baked, OVI_SECTION_LABELS, profile);
    if (labels.count != 0) { /* else the world has overlays instead */
      ovi_put_u64(labels.bytes + OVI_LABELS_STAMP, fingerprint);
      repair_chunks(&labels);
    }
  }
  ovi_put_u64(bytes + header_bytes - 8, ovi_hash64(0, bytes, (size_t)header_bytes - 8));
}

void file_repair(uint8_t *bytes) { file_repair_as(bytes, bytes); }
