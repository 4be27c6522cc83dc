/* Reader of BMP pictures: of 1, 4, 8, 24 and 32 bits a pixel, without compression. */
#ifndef OVERLAND_TOOLS_CODEC_BMP_READER_H
#define OVERLAND_TOOLS_CODEC_BMP_READER_H

#include "tools/codec/image.h"

bool bmp_is_bmp(const uint8_t *bytes, size_t byte_count);

/* An exit code; what was begun is left to the caller. */
int bmp_read(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
             struct image *image);

#endif
