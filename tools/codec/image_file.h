/* Pictures read from files: PNG, PBM, PGM, PPM and BMP.
 *
 * The first bytes of a file decide, not its name:
 *   - PNG (ISO/IEC 15948): grey of 1 to 16 bits, palettes, red-green-blue, each with or without
 *     alpha, interlaced or not. The sums of all chunks are checked.
 *   - PBM, PGM and PPM (netpbm's P1 to P6), samples up to 65535; 1 of a PBM is black.
 *   - BMP of 1, 4, 8, 24 and 32 bits, without compression.
 * A pixel that is not to be seen at all has no colour (image.clear). Colours are taken as they are
 * stored: what asks for another look (a pixel that is seen in part, a gamma, a colour profile),
 * what is rounded, and what is not known is named in a warning. */
#ifndef OVERLAND_TOOLS_CODEC_IMAGE_FILE_H
#define OVERLAND_TOOLS_CODEC_IMAGE_FILE_H

#include "tools/base/platform_files.h"
#include "tools/codec/image.h"
#include "tools/codec/pnm_reader.h"

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

/* The rows of a picture of greys, as they are stored: of a binary PGM without holding the picture.
 */
struct grey_rows {
  char *path;
  int32_t width, height;
  bool is_grey;                  /* else it has colours, and no rows */
  struct platform_reader reader; /* of a binary PGM */
  struct pnm_greys greys;
  struct image image; /* of any other picture */
};

/* Opens a picture. All calls return an exit code, after one line on standard error if it is not
 * EXIT_DONE. After a failed open there is nothing to close. */
int grey_rows_open(const char *path, struct grey_rows *rows);
void grey_rows_close(struct grey_rows *rows);

/* Makes rows of a picture in memory, which they then own. */
int grey_rows_use(const char *path, struct image *image, struct grey_rows *rows);

/* Reads `count` rows from `first` on. */
int grey_rows_read(const struct grey_rows *rows, int32_t first, int32_t count, uint16_t *samples);

/* Bytes of memory that an open picture holds. */
uint64_t grey_rows_held_bytes(const struct grey_rows *rows);

#endif
