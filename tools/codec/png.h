/* Writer of PNG pictures: 8 bits each of red, green and blue. */
#ifndef OVERLAND_TOOLS_CODEC_PNG_H
#define OVERLAND_TOOLS_CODEC_PNG_H

#include <stdint.h>

/* Writes a picture whose rows follow one another, three bytes a pixel. Returns an exit code, after
 * one line on stderr if it is not EXIT_DONE. */
int png_write(const char *path, int32_t width, int32_t height, const uint8_t *pixels);

#endif
