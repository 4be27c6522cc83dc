/* Reader of PBM, PGM and PPM pictures: netpbm's P1 to P6. A PBM becomes a picture of greys of 0 and
 * 1, black and white. */
#ifndef OVERLAND_TOOLS_CODEC_PNM_READER_H
#define OVERLAND_TOOLS_CODEC_PNM_READER_H

#include "tools/codec/image.h"

/* Whether bytes begin as one of netpbm's pictures does: P and a digit from 1 to 6. */
bool pnm_is_pnm(const uint8_t *bytes, size_t byte_count);

/* The samples of a picture of greys that stand in its file as bytes, row by row (P5). */
struct pnm_greys {
  int32_t width, height;
  uint32_t max_sample;
  size_t offset;       /* of the first row */
  size_t sample_bytes; /* 1, or 2 with the high byte first; 0: the picture is of another kind */
};

/* Finds them. An exit code: the header may be wrong, or the file cut off. */
int pnm_find_greys(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
                   struct pnm_greys *greys);

/* Reports a sample that is above the largest. An exit code. */
int pnm_fail_sample(const struct reader_file *file, uint32_t sample, size_t place,
                    uint32_t max_sample);

/* An exit code; what was begun is left to the caller. */
int pnm_read(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
             struct image *image);

#endif
