/* Pictures read from files: PNG, PGM and PPM.
 *
 * The first bytes of a file decide, not its name:
 *   - PNG (ISO/IEC 15948): grey of 1 to 16 bits, palettes, red-green-blue, each with or without
 *     alpha, interlaced or not. The sums of all chunks are checked.
 *   - PGM and PPM (netpbm's P2, P5, P3 and P6), samples up to 65535.
 * Colours are taken as they are stored: what asks for another look (alpha below its most, a gamma,
 * a colour profile), what is rounded, and what is not known is named in a warning. */
#ifndef OVERLAND_TOOLS_CODEC_IMAGE_FILE_H
#define OVERLAND_TOOLS_CODEC_IMAGE_FILE_H

#include "tools/codec/image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a picture. An exit code, after one line if it is not EXIT_DONE; nothing is then left in
 * *image. `talk` hears that line and warnings; NULL: standard error. */
int image_file_read(const char *path, const struct reader_talk *talk, struct image *image);

/* The same for bytes in memory; the path only names them. */
int image_file_read_bytes(const char *path, const uint8_t *bytes, size_t byte_count,
                          const struct reader_talk *talk, struct image *image);

/* Whether bytes begin as one of these pictures does. */
bool image_file_is_image(const uint8_t *bytes, size_t byte_count);

#endif
