/* From the chunks of a PNG to pixels. */
#ifndef OVERLAND_TOOLS_CODEC_PNG_PIXELS_H
#define OVERLAND_TOOLS_CODEC_PNG_PIXELS_H

#include "tools/codec/png_parts.h"

/* Makes the picture, whose sides are set, from what the chunks hold. An exit code. */
int png_make_pixels(const struct reader_file *file, const struct png_parts *parts,
                    struct image *image);

#endif
