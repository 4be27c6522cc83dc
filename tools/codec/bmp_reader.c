/* Reader of BMP pictures (learn.microsoft.com, Bitmap Storage): a file header of 14 bytes, a header
 * whose first number is its size, a palette, and rows from the bottom to the top, or from the top
 * if the height is negative. Rows begin at multiples of 4 bytes. */
#include "tools/codec/bmp_reader.h"

#include <inttypes.h>
#include <string.h>

enum { FILE_HEADER = 14, OLD_HEADER = 12, HEADER = 40, RGB = 0, BITFIELDS = 3 };

struct bmp {
  const struct reader_file *file;
  const uint8_t *bytes;
  size_t byte_count;
  uint32_t header_bytes, bits, compression, colors;
  uint32_t pixels; /* where they begin */
  bool from_top;
  uint32_t palette[256];
};

static uint32_t u16_at(const struct bmp *bmp, size_t at) {
  return at + 2 <= bmp->byte_count ? bmp->bytes[at] | (uint32_t)bmp->bytes[at + 1] << 8 : 0;
}

static uint32_t u32_at(const struct bmp *bmp, size_t at) {
  return u16_at(bmp, at) | u16_at(bmp, at + 2) << 16;
}

bool bmp_is_bmp(const uint8_t *bytes, size_t byte_count) {
  return byte_count >= FILE_HEADER + OLD_HEADER && bytes[0] == 'B' && bytes[1] == 'M';
}

static int read_header(struct bmp *bmp, struct image *image) {
  bmp->pixels = u32_at(bmp, 10);
  bmp->header_bytes = u32_at(bmp, FILE_HEADER);
  const bool is_old = bmp->header_bytes == OLD_HEADER;
  if (!is_old && bmp->header_bytes < HEADER) {
    return reader_fail(bmp->file,
                       "its header has %" PRIu32 " bytes; it should have %d or %d and more",
                       bmp->header_bytes, OLD_HEADER, HEADER);
  }
  if (bmp->header_bytes > bmp->byte_count - FILE_HEADER) {
    return reader_fail(bmp->file, "its header has %" PRIu32 " bytes; the file has %zu",
                       bmp->header_bytes, bmp->byte_count);
  }
  int64_t width = is_old ? (int64_t)u16_at(bmp, 18) : (int64_t)(int32_t)u32_at(bmp, 18);
  int64_t height = is_old ? (int64_t)u16_at(bmp, 20) : (int64_t)(int32_t)u32_at(bmp, 22);
  bmp->bits = u16_at(bmp, is_old ? 24 : 28);
  bmp->compression = is_old ? RGB : u32_at(bmp, 30);
  bmp->colors = is_old ? 0 : u32_at(bmp, 46);
  bmp->from_top = height < 0;
  width = width < 0 ? -width : width;
  height = height < 0 ? -height : height;
  const bool is_known =
      bmp->bits == 1 || bmp->bits == 4 || bmp->bits == 8 || bmp->bits == 24 || bmp->bits == 32;
  if (!is_known || (bmp->compression != RGB && bmp->compression != BITFIELDS)) {
    return reader_fail(bmp->file,
                       "a BMP picture of %" PRIu32 " bits a pixel and compression %" PRIu32
                       "; 1, 4, 8, 24 and 32 bits without compression are read: save it as PNG",
                       bmp->bits, bmp->compression);
  }
  return image_set_sides(image, bmp->file, (uint64_t)width, (uint64_t)height, 0);
}

/* The palette of up to 8 bits; colours that are missing stay black. */
static void read_palette(struct bmp *bmp) {
  const size_t entry = bmp->header_bytes == OLD_HEADER ? 3 : 4;
  const size_t first = FILE_HEADER + bmp->header_bytes;
  const uint32_t most = bmp->bits <= 8 ? UINT32_C(1) << bmp->bits : 0;
  const uint32_t count = bmp->colors != 0 && bmp->colors < most ? bmp->colors : most;
  for (uint32_t i = 0; i < count && first + (i + 1) * entry <= bmp->byte_count; i++) {
    const uint8_t *at = bmp->bytes + first + i * entry;
    bmp->palette[i] = (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
  }
}

static uint32_t pixel_at(const struct bmp *bmp, const uint8_t *row, size_t x) {
  const size_t bit = x * bmp->bits;
  if (bmp->bits <= 8) {
    const uint32_t shift = 8 - bmp->bits - (uint32_t)(bit % 8);
    return bmp->palette[row[bit / 8] >> shift & ((1u << bmp->bits) - 1)];
  }
  const uint8_t *at = row + bit / 8;
  return (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

int bmp_read(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
             struct image *image) {
  struct bmp bmp = {.file = file, .bytes = bytes, .byte_count = byte_count};
  int code = read_header(&bmp, image);
  if (code != EXIT_DONE) {
    return code;
  }
  const size_t row_bytes = ((size_t)image->width * bmp.bits + 31) / 32 * 4;
  const uint64_t needed = (uint64_t)row_bytes * (uint64_t)image->height;
  if (bmp.pixels > byte_count || byte_count - bmp.pixels < needed) {
    return reader_fail(file,
                       "cut off: its pixels take %" PRIu64 " bytes from byte %" PRIu32
                       " on; the file has %zu",
                       needed, bmp.pixels, byte_count);
  }
  read_palette(&bmp);
  code = image_allocate(image, file, 0);
  for (int32_t y = 0; y < image->height && code == EXIT_DONE; y++) {
    const size_t place = (size_t)(bmp.from_top ? y : image->height - 1 - y);
    const uint8_t *row = bytes + bmp.pixels + place * row_bytes;
    for (size_t x = 0; x < (size_t)image->width; x++) {
      image->colors[(size_t)y * (size_t)image->width + x] = pixel_at(&bmp, row, x);
    }
  }
  return code;
}
