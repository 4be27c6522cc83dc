/* Pictures of every kind are read as they were made; a fault in a file is reported in one line, and
 * does no harm. */
#include "tools/codec/image_file.h"

#include "tests/support/test.h"
#include "tests/tools/image_check.h"
#include "tools/codec/checksums.h"
#include "tools/codec/png.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Pictures that are right --------------------------------------------- */

static void say_kind(test_state *t, const made_picture *picture) {
  test_context(t, "%" PRId32 " x %" PRId32 ", colour type %" PRIu32 ", samples to %" PRIu32 "%s",
               picture->width, picture->height, picture->color_type, picture->most,
               picture->is_interlaced ? ", interlaced" : "");
}

/* What is said of the picture's samples. */
static const char *rounding(const made_picture *picture) {
  return !made_picture_is_grey(picture) && picture->most > 255 ? " are rounded to colours " : NULL;
}

static void image_png_kinds(test_state *t) {
  made_picture picture;
  made_file file;
  for (uint64_t i = 0; test_more(t, i, 40 * MADE_PNG_KINDS, 4000 * MADE_PNG_KINDS); i++) {
    test_random random = {test_begin_case(t, i)};
    make_png_picture(&picture, (int32_t)(i % MADE_PNG_KINDS), &random);
    say_kind(t, &picture);
    made_file_write_png(&file, &picture, &random);
    image_check_reads_as(t, &file, &picture, rounding(&picture));
  }
}

static void image_pnm_kinds(test_state *t) {
  static const int32_t DIGITS[4] = {2, 3, 5, 6};
  made_picture picture;
  made_file file;
  for (uint64_t i = 0; test_more(t, i, 400, 40000); i++) {
    test_random random = {test_begin_case(t, i)};
    make_pnm_picture(&picture, DIGITS[i % 4], &random);
    say_kind(t, &picture);
    made_file_write_pnm(&file, &picture, DIGITS[i % 4], &random);
    image_check_reads_as(t, &file, &picture, rounding(&picture));
  }
}

/* What the project itself writes, through a file. */
static void image_png_written(test_state *t) {
  const char *path = own_file("png");
  heard h = {0};
  const struct reader_talk talk = heard_talk(&h);
  uint8_t pixels[MADE_MOST_SIDE * MADE_MOST_SIDE * 3];
  made_picture picture;
  for (uint64_t i = 0; test_more(t, i, 10, 200); i++) {
    test_random random = {test_begin_case(t, i)};
    make_png_picture(&picture, 5, &random);
    for (int32_t j = 0; j < picture.width * picture.height * 3; j++) {
      pixels[j] = (uint8_t)picture.samples[j];
    }
    struct image image = {0};
    if (CHECK(t, png_write(path, picture.width, picture.height, pixels) == EXIT_DONE, "written") &&
        CHECK(t, image_file_read(path, &talk, &image) == EXIT_DONE, "'%s'", h.fail)) {
      image_check_same(t, &image, &picture);
    }
    image_free(&image);
    remove(path);
  }
  struct image image;
  CHECK(t, image_file_read(path, &talk, &image) == EXIT_INPUT && h.fails == 1 && h.warnings == 0,
        "a file that is not there: %d lines", h.fails);
}

static void image_greys_as_colors(test_state *t) {
  uint16_t samples[3] = {0, 8, 15};
  const struct image image = {.width = 3, .height = 1, .max_sample = 15, .samples = samples};
  CHECK(t,
        image_color(&image, 0) == 0x000000 && image_color(&image, 1) == 0x888888 &&
            image_color(&image, 2) == 0xFFFFFF,
        "%06" PRIx32, image_color(&image, 1));
}

/* ---- Files that are damaged ---------------------------------------------- */

static void image_truncations(test_state *t) {
  made_picture picture;
  made_file file;
  for (uint64_t i = 0; test_more(t, i, 12, 300); i++) {
    test_random random = {test_begin_case(t, i)};
    make_png_picture(&picture, test_random_between(&random, 0, MADE_PNG_KINDS - 1), &random);
    made_file_write_png(&file, &picture, &random);
    for (size_t count = 0; count < file.count; count++) {
      image_check_fails(t, file.bytes, count, NULL);
    }
    const int32_t digit = test_random_between(&random, 5, 6);
    make_pnm_picture(&picture, digit, &random);
    made_file_write_pnm(&file, &picture, digit, &random);
    for (size_t count = 0; count < file.count; count++) {
      image_check_fails(t, file.bytes, count, NULL);
    }
    make_pnm_picture(&picture, digit - 3, &random);
    made_file_write_pnm(&file, &picture, digit - 3, &random);
    for (size_t count = 0; count < file.count; count++) {
      image_check_no_harm(t, file.bytes, count); /* the last number may end early */
    }
  }
}

/* Rights the sums of all chunks that can be found. */
static void repair_sums(made_file *file) {
  size_t at = 8;
  while (file->count >= 12 && at <= file->count - 12) {
    const uint8_t *begin = file->bytes + at;
    const uint32_t count =
        (uint32_t)begin[0] << 24 | (uint32_t)begin[1] << 16 | (uint32_t)begin[2] << 8 | begin[3];
    if (count > file->count - at - 12) {
      return;
    }
    const uint32_t sum = crc32_add(CRC32_BEGIN, begin + 4, (size_t)count + 4);
    const size_t end = file->count;
    file->count = at + 8 + count;
    made_file_add_u32(file, sum);
    at = file->count;
    file->count = end;
  }
}

static void image_flipped_bits(test_state *t) {
  made_picture picture;
  made_file file;
  for (uint64_t i = 0; test_more(t, i, 4000, 400000); i++) {
    test_random random = {test_begin_case(t, i)};
    make_png_picture(&picture, test_random_between(&random, 0, MADE_PNG_KINDS - 1), &random);
    made_file_write_png(&file, &picture, &random);
    const int32_t flips = test_random_between(&random, 1, 4);
    for (int32_t flip = 0; flip < flips; flip++) {
      const int32_t at = test_random_between(&random, 0, (int32_t)file.count - 1);
      file.bytes[at] ^= (uint8_t)(1U << test_random_between(&random, 0, 7));
      if (flip == 0) {
        image_check_fails(t, file.bytes, file.count, NULL);
      }
    }
    repair_sums(&file);
    image_check_no_harm(t, file.bytes, file.count);
    const int32_t digit = test_random_between(&random, 2, 6);
    make_pnm_picture(&picture, digit == 4 ? 5 : digit, &random);
    made_file_write_pnm(&file, &picture, digit == 4 ? 5 : digit, &random);
    const int32_t most = test_random_percent(&random, 50) ? 20 : (int32_t)file.count - 1;
    const int32_t at = test_random_between(&random, 0, most < (int32_t)file.count ? most : 0);
    file.bytes[at] ^= (uint8_t)(1U << test_random_between(&random, 0, 7));
    image_check_no_harm(t, file.bytes, file.count);
  }
}

/* Pixels of another picture than the header's, in right sums: rows of any filter and length. */
static void image_other_pixels(test_state *t) {
  made_picture picture;
  made_picture other;
  made_file file;
  for (uint64_t i = 0; test_more(t, i, 3000, 300000); i++) {
    test_random random = {test_begin_case(t, i)};
    const int32_t kind = test_random_between(&random, 0, MADE_PNG_KINDS - 1);
    make_png_picture(&picture, kind, &random);
    make_png_picture(&other, test_random_between(&random, 0, MADE_PNG_KINDS - 1), &random);
    if (test_random_percent(&random, 50)) {
      other.width = picture.width;
      other.height = picture.height;
    }
    file.count = 0;
    made_file_add_head(&file, &picture);
    made_file_add_palette(&file, &picture);
    made_file_add_pixels(&file, &other, &random);
    made_file_add_end(&file);
    image_check_no_harm(t, file.bytes, file.count);
  }
}

/* ---- Files that are wrong ------------------------------------------------ */

typedef struct wrong_text {
  const char *bytes; /* ends in a zero byte, as it is no part of any of them */
  const char *what;
} wrong_text;

static void image_wrong_pnm(test_state *t) {
  static const wrong_text WRONG[] = {
      {"", "the file is empty; it should be a PNG, PBM, PGM, PPM or BMP picture"},
      {"type octile\n", "this is a map; PNG, PBM, PGM, PPM and BMP pictures are read"},
      {"\x89PNG\n\x1A\n",
       "its first 8 bytes are not those of a PNG: it was cut off, or sent as text"},
      {"P4\n9 1\n*", "cut off: from byte 7 on there are 1 bytes; a picture of 9 x 1 has 2"},
      {"P1\n3 1\n0 2 1", "byte 9 should be 0 or 1"},
      {"BM\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
       "its header has 168430090 bytes; the file has 28"},
      {"P25 5 255\n", "byte 2 should be a blank after P2"},
      {"P2", "cut off at byte 2, where the width should stand"},
      {"P2 4 # five", "cut off at byte 11, where the height should stand"},
      {"P2 4 -5 255\n", "byte 5 should begin a number, the height"},
      {"P2 4 5a 255\n", "byte 5 should begin a number, the height"},
      {"P5 0 5 255\n", "a picture of 0 x 5; at least 1 x 1"},
      {"P5 65537 1 255\n", "a picture of 65537 x 1; at most 65536 x 65536"},
      {"P5 99999999999999999999 1 255\n", "a picture of 4000000000 x 1; at most 65536 x 65536"},
      {"P5 65536 65536 255\nab", "cut off: from byte 19 on there are 2 bytes; a picture of "
                                 "65536 x 65536 has 4294967296"},
      {"P2 2 2 255\n1 2 3", "cut off: from byte 11 on there are 5 bytes; a picture of 2 x 2 has 7 "
                            "or more"},
      {"P2 2 1 255\n10 ", "cut off at byte 14, where a sample should stand"},
      {"P5 1 1 0\n1", "its largest sample is 0; it should be 1 to 65535"},
      {"P5 1 1 65536\n1", "its largest sample is 65536; it should be 1 to 65535"},
      {"P2 2 1 9\n 9 10\n", "the sample 10 at byte 12 is above the largest, 9"},
      {"P5 2 1 100\nAz", "the sample 122 at byte 12 is above the largest, 100"},
      {"P2 2 1 9\n3 x4\n", "byte 11 should begin a number, a sample"},
  };
  for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
    test_context(t, "text %zu of the table", i);
    image_check_fails(t, (const uint8_t *)WRONG[i].bytes, strlen(WRONG[i].bytes), WRONG[i].what);
  }
}

const test_entry test_image_file_table[] = {
    {"image_png_kinds", image_png_kinds},
    {"image_pnm_kinds", image_pnm_kinds},
    {"image_png_written", image_png_written},
    {"image_greys_as_colors", image_greys_as_colors},
    {"image_truncations", image_truncations},
    {"image_flipped_bits", image_flipped_bits},
    {"image_other_pixels", image_other_pixels},
    {"image_wrong_pnm", image_wrong_pnm},
    {NULL, NULL},
};
