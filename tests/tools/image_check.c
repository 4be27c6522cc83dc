/* Checks what readers of pictures return and report: see image_check.h. */
#include "tests/tools/image_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads from bytes of exactly that many, so that a sanitizer sees a read beyond them. */
static int read_bytes(const uint8_t *bytes, size_t byte_count, heard *h, struct image *image) {
  const struct reader_talk talk = heard_talk(h);
  uint8_t *copy = malloc(byte_count + 1);
  if (copy == NULL) {
    return EXIT_SYSTEM;
  }
  uint8_t *begin = copy + 1; /* nothing asks for aligned bytes */
  memcpy(begin, bytes, byte_count);
  const int code = image_file_read_bytes("picture", begin, byte_count, &talk, image);
  free(copy);
  return code;
}

/* One line that names the file, and nothing left; or a picture and no such line. */
static void check_outcome(test_state *t, int code, const heard *h, const struct image *image) {
  if (code == EXIT_DONE) {
    CHECK(t, h->fails == 0, "read, but '%s'", h->fail);
    CHECK(t, (image->samples != NULL) != (image->colors != NULL), "samples and colours, or none");
    CHECK(t, image->width >= 1 && image->height >= 1, "a picture of no pixel");
  } else {
    CHECK(t, h->fails == 1 && strncmp(h->fail, "picture: ", 9) == 0, "%d lines, the last '%s'",
          h->fails, h->fail);
    CHECK(t, image->samples == NULL && image->colors == NULL && image->width == 0,
          "something is left of a picture that could not be read");
  }
}

void image_check_fails(test_state *t, const uint8_t *bytes, size_t byte_count, const char *what) {
  heard h;
  struct image image = {0};
  const int code = read_bytes(bytes, byte_count, &h, &image);
  check_outcome(t, code, &h, &image);
  CHECK(t, code == EXIT_INPUT, "exit code %d, '%s'", code, h.fail);
  CHECK(t, what == NULL || strcmp(h.fail + strlen("picture: "), what) == 0, "'%s' instead of '%s'",
        h.fail, what != NULL ? what : "");
  image_free(&image);
}

void image_check_no_harm(test_state *t, const uint8_t *bytes, size_t byte_count) {
  heard h;
  struct image image = {0};
  const int code = read_bytes(bytes, byte_count, &h, &image);
  check_outcome(t, code, &h, &image);
  image_free(&image);
}

void image_check_same(test_state *t, const struct image *image, const made_picture *picture) {
  const bool is_grey = made_picture_is_grey(picture);
  if (!CHECK(t, image->width == picture->width && image->height == picture->height,
             "%" PRId32 " x %" PRId32, image->width, image->height) ||
      !CHECK(t, image_is_grey(image) == is_grey, "grey instead of colours, or colours") ||
      !CHECK(t, image->max_sample == (is_grey ? picture->most : 0), "largest sample %" PRIu32,
             image->max_sample)) {
    return;
  }
  for (int32_t i = 0; i < image->width * image->height; i++) {
    const int32_t x = i % image->width;
    const int32_t y = i / image->width;
    const uint32_t right = made_picture_value(picture, x, y);
    const uint32_t found = is_grey ? image->samples[i] : image->colors[i];
    if (!CHECK(t, found == right, "pixel %" PRId32 ",%" PRId32 " is %" PRIx32 ", not %" PRIx32, x,
               y, found, right)) {
      return;
    }
  }
}

void image_check_reads_as(test_state *t, const made_file *file, const made_picture *picture,
                          const char *warning) {
  heard h;
  struct image image = {0};
  const int code = read_bytes(file->bytes, file->count, &h, &image);
  check_outcome(t, code, &h, &image);
  if (CHECK(t, code == EXIT_DONE, "exit code %d, '%s'", code, h.fail)) {
    image_check_same(t, &image, picture);
    CHECK(t, h.warnings == (warning != NULL ? 1 : 0), "%d warnings, the last '%s'", h.warnings,
          h.warning);
    CHECK(t, warning == NULL || strstr(h.warning, warning) != NULL, "'%s' instead of '%s'",
          h.warning, warning != NULL ? warning : "");
  }
  image_free(&image);
}
