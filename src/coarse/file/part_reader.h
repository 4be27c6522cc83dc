/* Reading the parts of a world, band after band of the whole map, whatever part has it.
 *
 * Invariant: a band that was read has sound blocks, each for itself, and its part is of the same
 * map and settings as the others and saw the same rows as its neighbours. Of a part that fails, the
 * fault says the number. */
#ifndef OVERLAND_COARSE_FILE_PART_READER_H
#define OVERLAND_COARSE_FILE_PART_READER_H

#include "coarse/format/part_format.h"
#include "coarse/view/layer.h"
#include "overland_bake.h"

/* What is known of one part. */
typedef struct ovi_part_place {
  int32_t first_band, bands;
  uint64_t above, below; /* sums of the bands beside it, as it saw them */
  uint64_t at;           /* of what is read next */
} ovi_part_place;

typedef struct ovi_part_reader {
  int32_t count; /* of parts, above 0 */
  ovl_read_part_fn read;
  void *read_user;
  const ovl_allocator *allocator;
  ovl_fault *fault;
  ovi_shared shared; /* of the world that they make up; no tables, no blocks */
  ovi_layer *layers; /* one a profile, with bounds for what is not known yet */
  ovi_part_place *places;
  int32_t *owners; /* of each band its part */
  uint8_t *common;
  uint8_t *band; /* the head and the lengths of the band at hand */
  uint64_t common_bytes, common_checksum;
  int32_t next_band;
  uint64_t cells; /* sum of those of all bands read so far */
  uint64_t last_cells;
  uint8_t *memory[2]; /* what all of that lies in, one a stage of opening */
  uint64_t memory_bytes[2];
} ovi_part_reader;

/* Opens a reader whose fields up to `fault` are set: reads heads and checks that each band of the
 * map is in one part. In any case it is to be released. */
ovl_result ovi_parts_open(ovi_part_reader *reader);
void ovi_parts_release(ovi_part_reader *reader);

/* Reads the head of the next band and the lengths of its blocks. */
ovl_result ovi_parts_next_band(ovi_part_reader *reader);

/* The length of a block of that band. */
static inline uint32_t ovi_parts_block_bytes(const ovi_part_reader *reader, int32_t rx) {
  return ovi_get_u32(reader->band + OVI_BAND_HEAD_BYTES + 4 * (uint64_t)rx);
}

/* And its blocks, one behind the other, into room aligned to 8. */
ovl_result ovi_parts_blocks(ovi_part_reader *reader, uint8_t *out);

/* Says in the fault which part has a band. */
static inline void ovi_parts_blame(const ovi_part_reader *reader, uint64_t band) {
  reader->fault->where = (uint64_t)reader->owners[band];
}

#endif
