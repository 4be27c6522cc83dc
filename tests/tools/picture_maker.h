/* Pictures made by hand from the formats' descriptions, each from a seed. They include what the
 * project's own writer never writes: every kind of PNG with any filters, and netpbm's pictures. */
#ifndef OVERLAND_TESTS_TOOLS_PICTURE_MAKER_H
#define OVERLAND_TESTS_TOOLS_PICTURE_MAKER_H

#include "tests/support/test_random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MADE_MOST_SIDE = 40, MADE_FILE_BYTES = 64 * 1024 };

/* A file as it grows; made files are small. */
typedef struct made_file {
  size_t count;
  uint8_t bytes[MADE_FILE_BYTES];
} made_file;

typedef struct made_picture {
  int32_t width, height;
  uint32_t color_type; /* as PNG numbers them: 0, 2, 3, 4, 6 */
  uint32_t depth;      /* bits a sample */
  uint32_t most;       /* the largest sample */
  bool is_interlaced;
  uint32_t channels;
  uint32_t palette_count;
  uint8_t palette[3 * 256];
  uint16_t samples[MADE_MOST_SIDE * MADE_MOST_SIDE * 4];
} made_picture;

/* One of the kinds of PNG: 0 to MADE_PNG_KINDS - 1, the second half interlaced. */
enum { MADE_PNG_KINDS = 30 };
void make_png_picture(made_picture *picture, int32_t kind, test_random *random);

/* One of netpbm's, "P2", "P3", "P5" or "P6": grey or red, green, blue, of any largest sample. */
void make_pnm_picture(made_picture *picture, int32_t digit, test_random *random);

/* A pixel of the picture: its grey as it is stored, or 0xRRGGBB. */
bool made_picture_is_grey(const made_picture *picture);
uint32_t made_picture_value(const made_picture *picture, int32_t x, int32_t y);

void made_file_add(made_file *file, const void *bytes, size_t byte_count);
void made_file_add_u32(made_file *file, uint32_t value);

/* A chunk of a PNG with its sum. */
void made_file_add_chunk(made_file *file, const char *name, const void *bytes, size_t byte_count);

/* The parts of a PNG: what it begins with and IHDR; then PLTE, if it has one; the pixels, each row
 * with a filter by lot, in a few IDAT; IEND. */
void made_file_add_head(made_file *file, const made_picture *picture);
void made_file_add_palette(made_file *file, const made_picture *picture);
void made_file_add_pixels(made_file *file, const made_picture *picture, test_random *random);
void made_file_add_end(made_file *file);

/* All of it, nothing else. */
void made_file_write_png(made_file *file, const made_picture *picture, test_random *random);
void made_file_write_pnm(made_file *file, const made_picture *picture, int32_t digit,
                         test_random *random);

#endif
