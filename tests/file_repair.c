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
  uint64_t regions = file_section_bytes(bytes, OVI_SECTION_TABLE) / OVI_TABLE_ENTRY_BYTES;
  uint8_t *blocks = file_section(bytes, OVI_SECTION_BLOCKS);
  uint64_t sum = 0;
  for (uint64_t id = 0; id < regions; id++, table += OVI_TABLE_ENTRY_BYTES) {
    uint8_t *block = blocks + ovi_get_u64(table);
    uint64_t own = ovi_hash64(0, block + 8, (size_t)ovi_get_u32(table + 8) - 8);
    ovi_put_u64(block, own);
    sum = ovi_mix64(sum ^ own);
  }
  ovi_put_u64(entry_of(bytes, OVI_SECTION_BLOCKS) + 24, sum);
  return sum;
}

void file_repair(uint8_t *bytes) {
  ovi_primary primary = {bytes + OVI_AT_WEIGHTS,
                         ovi_get_u32(bytes + OVI_AT_WIDTH),
                         ovi_get_u32(bytes + OVI_AT_HEIGHT),
                         ovi_get_u16(bytes + OVI_AT_REGION_CELLS),
                         ovi_get_u16(bytes + OVI_AT_SPACING),
                         bytes[OVI_AT_CORNERS],
                         {repair_section(bytes, OVI_SECTION_TABLE), repair_blocks(bytes),
                          repair_section(bytes, OVI_SECTION_ISLANDS)}};
  uint64_t fingerprint = ovi_primary_fingerprint(&primary);
  ovi_put_u64(bytes + OVI_AT_FINGERPRINT, fingerprint);
  ovi_put_u64(file_section(bytes, OVI_SECTION_LANDMARKS) + OVI_MARKS_STAMP, fingerprint);
  ovi_put_u64(file_section(bytes, OVI_SECTION_LABELS) + OVI_LABELS_STAMP, fingerprint);
  repair_section(bytes, OVI_SECTION_LANDMARKS);
  repair_section(bytes, OVI_SECTION_LABELS);
  ovi_put_u64(bytes + OVI_AT_HEADER_CHECKSUM, ovi_hash64(0, bytes, OVI_AT_HEADER_CHECKSUM));
}
