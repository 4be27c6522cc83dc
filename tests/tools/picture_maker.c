/* Pictures made by hand: see picture_maker.h. */
#include "tests/tools/picture_maker.h"

#include <stdio.h>
#include <string.h>

#include "tools/codec/checksums.h"
#include "tools/codec/deflate.h"

enum { MOST_ROW_BYTES = MADE_MOST_SIDE * 8 };

/* ---- Pictures ------------------------------------------------------------ */

static void fill_samples(made_picture *picture, test_random *random) {
  const int32_t count = picture->width * picture->height * (int32_t)picture->channels;
  const bool is_flat = test_random_percent(random, 30); /* long repeats in the stream */
  for (int32_t i = 0; i < count; i++) {
    const bool repeats = is_flat && i > 0 && test_random_percent(random, 90);
    picture->samples[i] = repeats
                              ? picture->samples[i - 1]
                              : (uint16_t)test_random_between(random, 0, (int32_t)picture->most);
  }
}

static void set_opaque(made_picture *picture) {
  const int32_t pixels = picture->width * picture->height;
  for (int32_t i = 1; i <= pixels; i++) {
    picture->samples[i * (int32_t)picture->channels - 1] = (uint16_t)picture->most;
  }
}

void make_png_picture(made_picture *picture, int32_t kind, test_random *random) {
  static const struct {
    uint8_t color_type, depth, channels;
  } KINDS[MADE_PNG_KINDS / 2] = {{0, 1, 1}, {0, 2, 1},  {0, 4, 1},  {0, 8, 1}, {0, 16, 1},
                                 {2, 8, 3}, {2, 16, 3}, {3, 1, 1},  {3, 2, 1}, {3, 4, 1},
                                 {3, 8, 1}, {4, 8, 2},  {4, 16, 2}, {6, 8, 4}, {6, 16, 4}};
  const int32_t row = kind % (MADE_PNG_KINDS / 2);
  *picture = (made_picture){
      .width = test_random_between(random, 1, MADE_MOST_SIDE),
      .height = test_random_between(random, 1, MADE_MOST_SIDE),
      .color_type = KINDS[row].color_type,
      .depth = KINDS[row].depth,
      .channels = KINDS[row].channels,
      .is_interlaced = kind >= MADE_PNG_KINDS / 2,
  };
  picture->most = (1U << picture->depth) - 1;
  if (picture->color_type == 3) {
    picture->palette_count = (uint32_t)test_random_between(random, 1, (int32_t)picture->most + 1);
    picture->most = picture->palette_count - 1;
    for (uint32_t i = 0; i < 3 * picture->palette_count; i++) {
      picture->palette[i] = (uint8_t)test_random_next(random);
    }
  }
  fill_samples(picture, random);
  if (picture->color_type >= 4) {
    set_opaque(picture);
  }
}

void make_pnm_picture(made_picture *picture, int32_t digit, test_random *random) {
  *picture = (made_picture){
      .width = test_random_between(random, 1, MADE_MOST_SIDE),
      .height = test_random_between(random, 1, MADE_MOST_SIDE),
      .color_type = digit == 2 || digit == 5 ? 0 : 2,
      .channels = digit == 2 || digit == 5 ? 1 : 3,
  };
  picture->most =
      (uint32_t)(test_random_percent(random, 50) ? test_random_between(random, 1, 255)
                                                 : test_random_between(random, 256, 65535));
  fill_samples(picture, random);
}

bool made_picture_is_grey(const made_picture *picture) {
  return picture->color_type == 0 || picture->color_type == 4;
}

uint32_t made_picture_value(const made_picture *picture, int32_t x, int32_t y) {
  const uint16_t *samples = picture->samples + (size_t)(y * picture->width + x) * picture->channels;
  if (made_picture_is_grey(picture)) {
    return samples[0];
  }
  uint32_t color = 0;
  for (uint32_t i = 0; i < 3; i++) {
    const uint32_t byte = picture->color_type == 3
                              ? picture->palette[3 * samples[0] + i]
                              : (2 * 255 * samples[i] + picture->most) / (2 * picture->most);
    color = color << 8 | byte;
  }
  return color;
}

/* ---- Files --------------------------------------------------------------- */

void made_file_add(made_file *file, const void *bytes, size_t byte_count) {
  if (byte_count > 0 && byte_count <= MADE_FILE_BYTES - file->count) {
    memcpy(file->bytes + file->count, bytes, byte_count);
    file->count += byte_count;
  }
}

void made_file_add_u32(made_file *file, uint32_t value) {
  const uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                            (uint8_t)value};
  made_file_add(file, bytes, sizeof bytes);
}

void made_file_add_chunk(made_file *file, const char *name, const void *bytes, size_t byte_count) {
  made_file_add_u32(file, (uint32_t)byte_count);
  const size_t begin = file->count;
  made_file_add(file, name, 4);
  made_file_add(file, bytes, byte_count);
  made_file_add_u32(file, crc32_add(CRC32_BEGIN, file->bytes + begin, file->count - begin));
}

void made_file_add_head(made_file *file, const made_picture *picture) {
  made_file header = {.count = 0};
  made_file_add_u32(&header, (uint32_t)picture->width);
  made_file_add_u32(&header, (uint32_t)picture->height);
  const uint8_t kind[5] = {(uint8_t)picture->depth, (uint8_t)picture->color_type, 0, 0,
                           picture->is_interlaced ? 1 : 0};
  made_file_add(&header, kind, sizeof kind);
  made_file_add(file, "\x89PNG\r\n\x1A\n", 8);
  made_file_add_chunk(file, "IHDR", header.bytes, header.count);
}

void made_file_add_palette(made_file *file, const made_picture *picture) {
  if (picture->color_type == 3) {
    made_file_add_chunk(file, "PLTE", picture->palette, (size_t)3 * picture->palette_count);
  }
}

void made_file_add_end(made_file *file) { made_file_add_chunk(file, "IEND", NULL, 0); }

/* ---- The pixels of a PNG ------------------------------------------------- */

/* Packs every step_x-th pixel of row y, from column x on. */
static size_t pack_row(const made_picture *picture, int32_t x, int32_t y, int32_t step_x,
                       uint8_t row[MOST_ROW_BYTES]) {
  size_t bit = 0;
  memset(row, 0, MOST_ROW_BYTES);
  for (; x < picture->width; x += step_x) {
    for (uint32_t channel = 0; channel < picture->channels; channel++) {
      const uint32_t sample =
          picture->samples[(size_t)(y * picture->width + x) * picture->channels + channel];
      for (uint32_t i = 0; i < picture->depth; i++, bit++) {
        const uint32_t one = sample >> (picture->depth - 1 - i) & 1U;
        row[bit / 8] |= (uint8_t)(one << (7 - bit % 8));
      }
    }
  }
  return (bit + 7) / 8;
}

static int32_t guess(int32_t filter, int32_t left, int32_t up, int32_t corner) {
  const int32_t sum = left + up - corner;
  const int32_t far_left = sum > left ? sum - left : left - sum;
  const int32_t far_up = sum > up ? sum - up : up - sum;
  const int32_t far_corner = sum > corner ? sum - corner : corner - sum;
  const int32_t nearest = far_left <= far_up && far_left <= far_corner ? left
                          : far_up <= far_corner                       ? up
                                                                       : corner;
  const int32_t guesses[5] = {0, left, up, (left + up) / 2, nearest};
  return guesses[filter];
}

/* One of the pictures that a PNG consists of. */
static void add_rows(made_file *raw, const made_picture *picture, const int32_t pass[4],
                     test_random *random) {
  uint8_t rows[2][MOST_ROW_BYTES] = {{0}};
  const size_t bits = (size_t)picture->channels * picture->depth;
  const size_t back = bits < 8 ? 1 : bits / 8;
  int32_t made = 0;
  for (int32_t y = pass[1]; y < picture->height && pass[0] < picture->width; y += pass[3], made++) {
    uint8_t *row = rows[made % 2];
    const uint8_t *above = rows[(made + 1) % 2];
    const size_t row_bytes = pack_row(picture, pass[0], y, pass[2], row);
    const uint8_t filter = (uint8_t)test_random_between(random, 0, 4);
    made_file_add(raw, &filter, 1);
    for (size_t i = 0; i < row_bytes; i++) {
      const int32_t left = i >= back ? row[i - back] : 0;
      const int32_t corner = i >= back ? above[i - back] : 0;
      const uint8_t byte = (uint8_t)(row[i] - guess(filter, left, above[i], corner));
      made_file_add(raw, &byte, 1);
    }
  }
}

static bool take(void *user, const uint8_t *bytes, size_t byte_count) {
  made_file_add(user, bytes, byte_count);
  return true;
}

void made_file_add_pixels(made_file *file, const made_picture *picture, test_random *random) {
  static const int32_t WHOLE[4] = {0, 0, 1, 1};
  static const int32_t PASSES[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                       {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  made_file raw = {.count = 0};
  made_file stream = {.count = 0};
  for (int i = 0; i < (picture->is_interlaced ? 7 : 1); i++) {
    add_rows(&raw, picture, picture->is_interlaced ? PASSES[i] : WHOLE, random);
  }
  deflate_zlib(raw.bytes, raw.count, take, &stream);
  for (size_t at = 0; at < stream.count;) {
    const size_t left = stream.count - at;
    const size_t part = (size_t)test_random_between(random, 0, (int32_t)left);
    made_file_add_chunk(file, "IDAT", stream.bytes + at, part);
    at += part;
  }
}

void made_file_write_png(made_file *file, const made_picture *picture, test_random *random) {
  file->count = 0;
  made_file_add_head(file, picture);
  made_file_add_palette(file, picture);
  made_file_add_pixels(file, picture, random);
  made_file_add_end(file);
}

/* ---- Netpbm's pictures --------------------------------------------------- */

static void add_number(made_file *file, uint32_t number, test_random *random) {
  static const char *const BLANKS[6] = {" ",         "\n", "\t  ", "\r\n", " # a comment 7\n",
                                        "\n#\n# 1\n"};
  char text[16];
  const int length = snprintf(text, sizeof text, "%u", (unsigned)number);
  const char *blank =
      BLANKS[test_random_percent(random, 80) ? 0 : test_random_between(random, 0, 5)];
  made_file_add(file, blank, strlen(blank));
  made_file_add(file, text, (size_t)length);
}

void made_file_write_pnm(made_file *file, const made_picture *picture, int32_t digit,
                         test_random *random) {
  const int32_t count = picture->width * picture->height * (int32_t)picture->channels;
  const uint8_t magic[2] = {'P', (uint8_t)('0' + digit)};
  file->count = 0;
  made_file_add(file, magic, sizeof magic);
  add_number(file, (uint32_t)picture->width, random);
  add_number(file, (uint32_t)picture->height, random);
  add_number(file, picture->most, random);
  made_file_add(file, "\n", 1);
  for (int32_t i = 0; i < count; i++) {
    const uint8_t bytes[2] = {(uint8_t)(picture->samples[i] >> 8), (uint8_t)picture->samples[i]};
    if (digit <= 3) {
      add_number(file, picture->samples[i], random);
    } else {
      made_file_add(file, bytes + (picture->most > 255 ? 0 : 1), picture->most > 255 ? 2 : 1);
    }
  }
}
