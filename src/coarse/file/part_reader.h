/* Reads the parts of a world, band after band of the whole map, from whichever part has the band.
 *
 * Invariant: the blocks of a band that was read are valid, each by itself; its part is of the same
 * map and settings as the others and was baked from the same rows as its neighbours. If a part is
 * wrong, `where` of the fault is its number. */
#ifndef OVERLAND_COARSE_FILE_PART_READER_H
#define OVERLAND_COARSE_FILE_PART_READER_H

#include "coarse/format/part_format.h"
#include "coarse/view/layer.h"
#include "common/scratch.h"
#include "overland_bake.h"

/* The bands of one part. */
typedef struct ovi_part_place {
  int32_t first_band, bands;
  int32_t division;      /* how many parts the map was divided into */
  uint64_t above, below; /* checksums of the cells of the bands beside it, when it was baked */
  uint64_t at;           /* of its next band in its file */
} ovi_part_place;

/* The section that all parts have in common. */
typedef struct ovi_part_common {
  uint8_t *data;
  uint64_t bytes, checksum;
} ovi_part_common;

/* Sums of the cells of bands: of all that were read, and of the last one. */
typedef struct ovi_part_cells {
  uint64_t all, last;
} ovi_part_cells;

typedef struct ovi_part_reader {
  int32_t count; /* of parts, above 0 */
  ovl_read_part_fn read;
  void *read_user;
  ovi_scratch scratch; /* holds all below; its allocator is set */
  ovl_fault *fault;
  const ovl_jobs *jobs; /* NULL: none */
  ovi_shared shared;    /* of the world that the parts make up; without tables and blocks */
  ovi_layer *layers;    /* one a profile; totals that are not known yet are bounds */
  ovi_part_place *places;
  int32_t *owners; /* the part that has each band */
  ovi_part_common common;
  uint8_t *band;    /* the head of the last band that was read, and the lengths of its blocks */
  uint64_t *begins; /* of each block of that band, among its blocks */
  int32_t next_band;
  ovi_part_cells cells;
} ovi_part_reader;

/* Opens a reader whose fields up to `jobs` are set: reads the heads of all parts and checks that
 * each band of the map is in one of them. The reader has to be released in any case. */
ovl_result ovi_parts_open(ovi_part_reader *reader);

void ovi_parts_release(ovi_part_reader *reader);

/* Begins again with the first band. */
void ovi_parts_rewind(ovi_part_reader *reader);

/* Reads the head of the next band and the lengths of its blocks. */
ovl_result ovi_parts_next_band(ovi_part_reader *reader);

/* The length of a block of the band whose head was read last. */
static inline uint32_t ovi_parts_block_bytes(const ovi_part_reader *reader, int32_t rx) {
  return ovi_get_u32(reader->band + OVI_BAND_HEAD_BYTES + 4 * (uint64_t)rx);
}

/* Reads the blocks of that band to memory aligned to 8, one behind the other, and checks them. */
ovl_result ovi_parts_blocks(ovi_part_reader *reader, uint8_t *out);

/* Stores the number of the part that has a band in the fault. */
static inline void ovi_parts_blame(const ovi_part_reader *reader, uint64_t band) {
  reader->fault->where = (uint64_t)reader->owners[band];
}

#endif
