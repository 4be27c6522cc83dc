/* The layout of the file of a part of a world.
 *
 *     head | common bytes | for each band of regions: its head, lengths, blocks
 *
 * All numbers are little-endian. The file is written from the first byte to the last and read the
 * same way, a band at a time. Every byte is covered by a checksum: there is one for the head, for
 * the common bytes, for the head and the lengths of each band, and for each block.
 *
 * The common bytes identify the map and the settings: parts of one world have the same. */
#ifndef OVERLAND_COARSE_FORMAT_PART_FORMAT_H
#define OVERLAND_COARSE_FORMAT_PART_FORMAT_H

#include "coarse/format/world_format.h"

#define OVI_PART_FILE_MAGIC "OVERPART"
#define OVI_PART_FILE_VERSION 1u

/* The head: offsets of its fields, in bytes. */
enum {
  OVI_HEAD_MAGIC = 0,            /* 8 letters */
  OVI_HEAD_VERSION = 8,          /* u32 */
  OVI_HEAD_INDEX = 12,           /* u32 */
  OVI_HEAD_COUNT = 16,           /* u32 */
  OVI_HEAD_FIRST_BAND = 20,      /* u32 */
  OVI_HEAD_BANDS = 24,           /* u32, and u32 of zeros */
  OVI_HEAD_ABOVE = 32,           /* u64, fingerprint of the cells of the band above; 0: none */
  OVI_HEAD_BELOW = 40,           /* u64, of the band below */
  OVI_HEAD_COMMON_BYTES = 48,    /* u64 */
  OVI_HEAD_COMMON_CHECKSUM = 56, /* u64 */
  OVI_HEAD_CHECKSUM = 64,        /* u64, of all before it */
  OVI_HEAD_BYTES = 72
};

/* The common bytes: the settings as in the header of a world, up to its fingerprints; then the
 * fields below, and the sections of profiles, floors, links and places. Of the totals in a profile
 * the flag of a directed layer is exact, and the others are bounds. */
enum {
  OVI_COMMON_IDENTITY = OVI_AT_MAP_FINGERPRINT, /* u64, the caller's */
  OVI_COMMON_FINGERPRINT = OVI_AT_FINGERPRINT,  /* u64, of the map without its cells */
  OVI_COMMON_SECTIONS = OVI_AT_SECTION_COUNT
};

/* The head of a band. Then come for each region the u32 length of its block, padded to 8, and the
 * blocks. */
enum {
  OVI_BAND_NUMBER = 0,            /* u32, and u32 of zeros */
  OVI_BAND_BLOCK_BYTES = 8,       /* u64, of all blocks */
  OVI_BAND_CELLS = 16,            /* u64, fingerprint of its cells: see ovi_rows_fingerprint */
  OVI_BAND_BLOCKS_CHECKSUM = 24,  /* u64, of the blocks' checksums in their order */
  OVI_BAND_LENGTHS_CHECKSUM = 32, /* u64 */
  OVI_BAND_CHECKSUM = 40,         /* u64, of all before it */
  OVI_BAND_HEAD_BYTES = 48
};

/* The bands of part `index` of `count`. */
static inline void ovi_part_bands(int32_t regions_y, int32_t index, int32_t count, int32_t *first,
                                  int32_t *bands) {
  const int64_t begin = (int64_t)regions_y * index / count;
  *first = (int32_t)begin;
  *bands = (int32_t)((int64_t)regions_y * (index + 1) / count - begin);
}

/* The length of the common bytes. */
static inline uint64_t ovi_common_bytes(uint64_t profiles, uint64_t floors, uint64_t links,
                                        uint64_t places) {
  return OVI_COMMON_SECTIONS + profiles * OVI_PROFILE_BYTES + floors * OVI_FLOOR_BYTES +
         links * OVI_LINK_BYTES + places * OVI_PLACE_BYTES;
}

/* The length of the lengths of a band. */
static inline uint64_t ovi_band_length_bytes(int32_t regions_x) {
  return ovi_padded8(4 * (uint64_t)regions_x);
}

#endif
