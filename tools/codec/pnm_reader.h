/* Reader of PGM and PPM pictures: netpbm's P2 and P5, P3 and P6. */
#ifndef OVERLAND_TOOLS_CODEC_PNM_READER_H
#define OVERLAND_TOOLS_CODEC_PNM_READER_H

#include "tools/codec/image.h"

/* Whether bytes begin as one of netpbm's pictures does: P and a digit from 1 to 6. */
bool pnm_is_pnm(const uint8_t *bytes, size_t byte_count);

/* An exit code; what was begun is left to the caller. */
int pnm_read(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
             struct image *image);

#endif
