/* Reader of PNG pictures (ISO/IEC 15948) of every kind. */
#ifndef OVERLAND_TOOLS_CODEC_PNG_READER_H
#define OVERLAND_TOOLS_CODEC_PNG_READER_H

#include "tools/codec/image.h"

/* Whether bytes begin with a PNG's first four, be the next ones damaged or not. */
bool png_is_png(const uint8_t *bytes, size_t byte_count);

/* An exit code; what was begun is left to the caller. */
int png_read(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
             struct image *image);

#endif
