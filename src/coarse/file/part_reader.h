/* Reads the parts of a world, band after band of the whole map, from whichever part has the band.
 *
 * Invariant: the blocks of a band that was read are valid, each by itself; its part is of the same
 * map and settings as the others and was baked from the same rows as its neighbours. If a part is
 * wrong, `where` of the fault is its number. */
#ifndef OVERLAND_COARSE_FILE_PART_READER_H
#define OVERLAND_COARSE_FILE_PART_READER_H

#include "coarse/format/part_format.h"
#include "coarse/view/layer.h"
#include "common/buffer.h"
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
 * each band of the map is in one of them. The caller releases `scratch` in any case. */
ovl_result ovi_parts_open(ovi_part_reader *reader);

/* Reads the blocks of a band, checks them, and adds them to `out`, with their lengths. Bands follow
 * each other from band 0 on; with band 0 it begins again. */
ovl_result ovi_parts_take(ovi_part_reader *reader, int32_t band, ovi_buffer *out,
                          uint32_t *lengths);

#endif
