/* A picture in memory. A reader checks its sides before anything is allocated. */
#ifndef OVERLAND_TOOLS_CODEC_IMAGE_H
#define OVERLAND_TOOLS_CODEC_IMAGE_H

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
  uint8_t *clear;        /* row by row, 1: not to be seen at all; NULL: all is seen */
};

/* The colour that image_color returns for a transparent pixel, and the name of its terrain. */
#define IMAGE_CLEAR UINT32_C(0x1000000)
#define IMAGE_CLEAR_NAME "transparent"

void image_free(struct image *image);

static inline bool image_is_grey(const struct image *image) { return image->samples != NULL; }

/* The nearest of 0 to 255, of 0 to most; most is at most 65535. */
static inline uint32_t image_scale_to_byte(uint32_t sample, uint32_t most) {
  return (sample * 255U + most / 2) / most;
}

static inline bool image_is_clear(const struct image *image, size_t pixel) {
  return image->clear != NULL && image->clear[pixel] != 0;
}

/* The colour of a pixel, 0xRRGGBB or IMAGE_CLEAR, of either kind of picture; pixels count row by
 * row. */
static inline uint32_t image_color(const struct image *image, size_t pixel) {
  if (image_is_clear(image, pixel)) {
    return IMAGE_CLEAR;
  }
  if (image->colors != NULL) {
    return image->colors[pixel];
  }
  return image_scale_to_byte(image->samples[pixel], image->max_sample) * 0x010101U;
}

/* Pixels of a picture that is compressed: a small file must not ask for much memory. Where pixels
 * are not compressed, the file is about as large as the picture. */
#define IMAGE_MOST_COMPRESSED (UINT64_C(1) << 28)

/* Sets the sides, or fails if a world could not have them, or there are more pixels than
 * most_pixels; 0: no limit but that of the sides. An exit code. */
int image_set_sides(struct image *image, const struct reader_file *file, uint64_t width,
                    uint64_t height, uint64_t most_pixels);

/* Allocates the picture once its sides are set: samples of 0 to max_sample, or colours if that is
 * 0. An exit code. */
int image_allocate(struct image *image, const struct reader_file *file, uint32_t max_sample);

#endif
