/* Pictures read from files: PNG, PGM and PPM.
 *
 * What decides is how a file begins, not its name:
 *   - PNG (ISO/IEC 15948): grey of 1 to 16 bits, palettes, red-green-blue, each with or without
 *     alpha, interlaced or not. The sums of all chunks are checked.
 *   - PGM and PPM (netpbm's P2, P5, P3 and P6), samples up to 65535.
 * Colours are taken as they are stored: what asks for another look (alpha below its most, a gamma,
 * a colour profile), what is rounded, and what is not known is named in a warning. */
#ifndef OVERLAND_TOOLS_CODEC_IMAGE_FILE_H
#define OVERLAND_TOOLS_CODEC_IMAGE_FILE_H

#include "tools/text/reader_talk.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A picture of greys has samples, any other one has colours. A palette's greys are colours. */
struct image {
  int32_t width, height; /* 1 to OVL_MAX_SIDE_CELLS */
  uint32_t max_sample;   /* white of a picture of greys: 1 to 65535; 0 if there are colours */
  uint16_t *samples;     /* row by row, as they are stored, or NULL */
  uint32_t *colors;      /* row by row, 0xRRGGBB, or NULL */
};

/* Reads a picture. An exit code, after one line if it is not EXIT_DONE; nothing is then left in
 * *image. `talk` hears that line and warnings; NULL: standard error. */
int image_file_read(const char *path, const struct reader_talk *talk, struct image *image);

/* The same for bytes in memory; the path only names them. */
int image_file_read_bytes(const char *path, const uint8_t *bytes, size_t byte_count,
                          const struct reader_talk *talk, struct image *image);

void image_free(struct image *image);

static inline bool image_is_grey(const struct image *image) { return image->samples != NULL; }

/* Whether bytes begin as one of these pictures does. */
bool image_file_is_image(const uint8_t *bytes, size_t byte_count);

/* The nearest of 0 to 255, of 0 to most; most is at most 65535. */
static inline uint32_t image_scale_to_byte(uint32_t sample, uint32_t most) {
  return (sample * 255U + most / 2) / most;
}

/* The colour of a pixel, 0xRRGGBB, of either kind of picture; pixels count row by row. */
static inline uint32_t image_color(const struct image *image, size_t pixel) {
  if (image->colors != NULL) {
    return image->colors[pixel];
  }
  return image_scale_to_byte(image->samples[pixel], image->max_sample) * 0x010101U;
}

#endif
