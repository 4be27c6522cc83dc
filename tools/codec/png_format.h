/* Constants that the writer and the reader of PNG pictures share (ISO/IEC 15948). */
#ifndef OVERLAND_TOOLS_CODEC_PNG_FORMAT_H
#define OVERLAND_TOOLS_CODEC_PNG_FORMAT_H

#include <stdint.h>
#include <stdlib.h>

#define PNG_MAGIC "\x89PNG\r\n\x1A\n" /* what a file begins with */
#define PNG_MAGIC_BYTES 8U
#define PNG_FILTER_COUNT 5
#define PNG_CHUNK_FRAME_BYTES 12U /* length and name before a chunk's data, its sum after them */

enum png_color_type {
  PNG_GREY = 0,
  PNG_RGB = 2,
  PNG_PALETTE = 3,
  PNG_GREY_ALPHA = 4,
  PNG_RGB_ALPHA = 6
};

static inline uint8_t png_paeth(int left, int up, int corner) {
  int guess = left + up - corner;
  int to_left = abs(guess - left);
  int to_up = abs(guess - up);
  int to_corner = abs(guess - corner);
  if (to_left <= to_up && to_left <= to_corner)
    return (uint8_t)left;
  return (uint8_t)(to_up <= to_corner ? up : corner);
}

/* The prediction of a filter for a byte, by the same byte of the pixel to the left, of that above,
 * and of that left of the one above; 0 where there is none. */
static inline uint8_t png_predict(int filter, uint8_t left, uint8_t up, uint8_t corner) {
  switch (filter) {
  case 1:
    return left;
  case 2:
    return up;
  case 3:
    return (uint8_t)((left + up) / 2);
  case 4:
    return png_paeth(left, up, corner);
  default:
    return 0;
  }
}

#endif
