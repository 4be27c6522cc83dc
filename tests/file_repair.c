/* From the blocks up: each checksum is part of the next. */
#include "file_repair.h"

#include <stddef.h>

#include "fingerprint.h"
#include "hash64.h"
#include "le_bytes.h"

static uint8_t *entry_of(uint8_t *bytes, ovi_section section) {
  return bytes + OVI_AT_SECTIONS + (size_t)section * OVI_SECTION_BYTES;
}

uint8_t *file_section(uint8_t *bytes, ovi_section section) {
  return bytes + ovi_get_u64(entry_of(bytes, section) + 8);
}

uint64_t file_section_bytes(const uint8_t *bytes, ovi_section section) {
  return ovi_get_u64(bytes + OVI_AT_SECTIONS + (size_t)section * OVI_SECTION_BYTES + 16);
}

static uint64_t repair_section(uint8_t *bytes, ovi_section section) {
  uint64_t sum =
      ovi_hash64(0, file_section(bytes, section), (size_t)file_section_bytes(bytes, section));
  ovi_put_u64(entry_of(bytes, section) + 24, sum);
  return sum;
}

static uint64_t repair_blocks(uint8_t *bytes) {
  const uint8_t *table = file_section(bytes, OVI_SECTION_TABLE);
  uint32_t side = ovi_get_u16(bytes + OVI_AT_REGION_CELLS);
  uint64_t regions = (uint64_t)((ovi_get_u32(bytes + OVI_AT_WIDTH) + side - 1) / side) *
                     ((ovi_get_u32(bytes + OVI_AT_HEIGHT) + side - 1) / side);
  uint32_t entry_bytes = ovi_table_entry_bytes(ovi_get_u16(bytes + OVI_AT_PROFILES));
  uint8_t *blocks = file_section(bytes, OVI_SECTION_BLOCKS);
  uint64_t sum = 0;
  for (uint64_t id = 0; id < regions; id++, table += entry_bytes) {
    uint8_t *block = blocks + ovi_get_u64(table);
    uint64_t own = ovi_hash64(0, block + 8, (size_t)ovi_get_u32(table + 8) - 8);
    ovi_put_u64(block, own);
    sum = ovi_mix64(sum ^ own);
  }
  ovi_put_u64(entry_of(bytes, OVI_SECTION_BLOCKS) + 24, sum);
  return sum;
}

void file_repair(uint8_t *bytes) {
  uint64_t checksums[OVI_SECTION_ISLANDS + 1];
  for (int section = 0; section <= OVI_SECTION_ISLANDS; section++) {
    checksums[section] = section == OVI_SECTION_BLOCKS
                             ? repair_blocks(bytes)
                             : repair_section(bytes, (ovi_section)section);
  }
  uint64_t fingerprint = ovi_primary_fingerprint(bytes, checksums, OVI_SECTION_ISLANDS + 1);
  ovi_put_u64(bytes + OVI_AT_FINGERPRINT, fingerprint);
  ovi_put_u64(file_section(bytes, OVI_SECTION_LANDMARKS) + OVI_MARKS_STAMP, fingerprint);
  ovi_put_u64(file_section(bytes, OVI_SECTION_LABELS) + OVI_LABELS_STAMP, fingerprint);
  repair_section(bytes, OVI_SECTION_LANDMARKS);
  repair_section(bytes, OVI_SECTION_LABELS);
  uint64_t header_bytes = ovi_get_u32(bytes + OVI_AT_HEADER_BYTES);
  ovi_put_u64(bytes + header_bytes - 8, ovi_hash64(0, bytes, (size_t)header_bytes - 8));
}
