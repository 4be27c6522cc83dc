/* Forged world files: bytes are changed and all checksums repaired, with the library's own format
 * and checksum. */
#ifndef OVERLAND_TESTS_SUPPORT_FILE_REPAIR_H
#define OVERLAND_TESTS_SUPPORT_FILE_REPAIR_H

#include <stdint.h>

#include "coarse/format/world_format.h"

/* The first byte of a section of a profile, or of profile 0 if each has its own; and its length. */
uint8_t *file_profile_section(uint8_t *bytes, ovi_section section, uint32_t profile);
uint8_t *file_section(uint8_t *bytes, ovi_section section);
uint64_t file_section_bytes(const uint8_t *bytes, ovi_section section);

/* Makes every checksum and fingerprint right again. The header must be as it was baked. Blocks
 * whose entry in the region table leads out of their section stay as they are. */
void file_repair(uint8_t *bytes);

/* The same for a file whose header may be forged: sections are where the header of `baked` says. */
void file_repair_as(uint8_t *bytes, const uint8_t *baked);

#endif
