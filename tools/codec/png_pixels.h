/* From the chunks of a PNG to pixels. */
#ifndef OVERLAND_TOOLS_CODEC_PNG_PIXELS_H
#define OVERLAND_TOOLS_CODEC_PNG_PIXELS_H

#include "tools/codec/image.h"
#include "tools/codec/png_format.h"

/* The header of a PNG and its palette: size, depth, kind of colours. */
enum { PNG_MOST_COLORS = 256 };

struct png_parts {
  unsigned depth; /* bits a sample */
  enum png_color_type color_type;
  bool is_interlaced;
  uint32_t palette_count; /* 0: there is none */
  uint32_t palette[PNG_MOST_COLORS];
  uint8_t palette_alpha[PNG_MOST_COLORS];
  bool has_clear_color;    /* of a picture without alpha: one colour is not to be seen */
  uint16_t clear_color[3]; /* its samples */
  uint8_t *stream;         /* the compressed pixels, from malloc; NULL: none yet */
  size_t stream_bytes;
};

static inline unsigned png_channels(const struct png_parts *parts) {
  switch (parts->color_type) {
  case PNG_RGB:
    return 3;
  case PNG_GREY_ALPHA:
    return 2;
  case PNG_RGB_ALPHA:
    return 4;
  default:
    return 1;
  }
}

/* Makes the picture, whose sides are set, from what the chunks hold. An exit code. */
int png_make_pixels(const struct reader_file *file, const struct png_parts *parts,
                    struct image *image);

#endif
