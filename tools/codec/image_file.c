/* Pictures read from files: see image_file.h. */
#include "tools/codec/image_file.h"

#include "tools/base/fail.h"
#include "tools/base/file_kind.h"
#include "tools/base/platform.h"
#include "tools/codec/bmp_reader.h"
#include "tools/codec/image.h"
#include "tools/codec/png_reader.h"
#include "tools/codec/pnm_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool image_file_is_image(const uint8_t *bytes, size_t byte_count) {
  return png_is_png(bytes, byte_count) || pnm_is_pnm(bytes, byte_count) ||
         bmp_is_bmp(bytes, byte_count);
}

int image_file_read_bytes(const char *path, const uint8_t *bytes, size_t byte_count,
                          const struct reader_talk *talk, struct image *image) {
  const struct reader_file file = {path, talk};
  int code = EXIT_DONE;
  *image = (struct image){0};
  if (byte_count == 0) {
    code =
        reader_fail(&file, "the file is empty; it should be a PNG, PBM, PGM, PPM or BMP picture");
  } else if (png_is_png(bytes, byte_count)) {
    code = png_read(&file, bytes, byte_count, image);
  } else if (pnm_is_pnm(bytes, byte_count)) {
    code = pnm_read(&file, bytes, byte_count, image);
  } else if (bmp_is_bmp(bytes, byte_count)) {
    code = bmp_read(&file, bytes, byte_count, image);
  } else {
    const char *kind = file_kind_name(bytes, byte_count);
    char advice[FILE_KIND_ADVICE_BYTES];
    const bool is_advised = file_kind_advise(bytes, byte_count, path, advice);
    code = reader_fail(&file, "this is %s; PNG, PBM, PGM, PPM and BMP pictures are read%s%s",
                       kind != NULL ? kind : "no picture", is_advised ? "; " : "", advice);
  }
  if (code != EXIT_DONE) {
    image_free(image);
  }
  return code;
}

int image_file_read(const char *path, const struct reader_talk *talk, struct image *image) {
  struct platform_mapping mapping;
  *image = (struct image){0};
  const char *why = platform_map_file(path, &mapping);
  if (why != NULL) {
    const struct reader_file file = {path, talk};
    return reader_fail(&file, "%s", why);
  }
  const int code = image_file_read_bytes(path, mapping.bytes, mapping.byte_count, talk, image);
  platform_unmap_file(&mapping);
  return code;
}

/* ---- Rows of greys ------------------------------------------------------- */

/* Finds the rows of a binary PGM in its file; any other picture is read whole. */
static int find_rows(const char *path, const struct platform_mapping *mapping,
                     struct grey_rows *rows) {
  const struct reader_file file = {path, NULL};
  if (!pnm_is_pnm(mapping->bytes, mapping->byte_count)) {
    return image_file_read_bytes(path, mapping->bytes, mapping->byte_count, NULL, &rows->image);
  }
  const int code = pnm_find_greys(&file, mapping->bytes, mapping->byte_count, &rows->greys);
  return code != EXIT_DONE || rows->greys.sample_bytes != 0
             ? code
             : image_file_read_bytes(path, mapping->bytes, mapping->byte_count, NULL, &rows->image);
}

static int keep_path(const char *path, struct grey_rows *rows) {
  rows->path = malloc(strlen(path) + 1);
  if (rows->path == NULL) {
    grey_rows_close(rows);
    return command_fail_memory(path);
  }
  memcpy(rows->path, path, strlen(path) + 1);
  return EXIT_DONE;
}

int grey_rows_open(const char *path, struct grey_rows *rows) {
  struct platform_mapping mapping;
  *rows = (struct grey_rows){.path = NULL};
  const char *why = platform_map_file(path, &mapping);
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  int code = find_rows(path, &mapping, rows);
  platform_unmap_file(&mapping);
  const bool by_file = rows->greys.sample_bytes != 0;
  if (code == EXIT_DONE && by_file) {
    why = platform_reader_open(&rows->reader, path);
    code = why == NULL ? EXIT_DONE : command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  rows->width = rows->greys.width;
  rows->height = rows->greys.height;
  rows->is_grey = true;
  return by_file ? keep_path(path, rows) : grey_rows_use(path, &rows->image, rows);
}

int grey_rows_use(const char *path, struct image *image, struct grey_rows *rows) {
  *rows = (struct grey_rows){.width = image->width,
                             .height = image->height,
                             .is_grey = image_is_grey(image),
                             .image = *image};
  if (image->clear != NULL) {
    command_note("warning: %s: pixels that are not to be seen count by the grey that is stored",
                 path);
  }
  return keep_path(path, rows);
}

void grey_rows_close(struct grey_rows *rows) {
  if (rows->greys.sample_bytes != 0) {
    platform_reader_close(&rows->reader);
  }
  image_free(&rows->image);
  free(rows->path);
  *rows = (struct grey_rows){.path = NULL};
}

/* The samples of bytes, which stand in the second half of the same memory, or fill it. */
static int take_samples(const struct grey_rows *rows, uint64_t offset, size_t count,
                        const uint8_t *bytes, uint16_t *samples) {
  const struct reader_file file = {rows->path, NULL};
  const size_t sample_bytes = rows->greys.sample_bytes;
  for (size_t i = 0; i < count; i++) {
    const uint8_t *at = bytes + i * sample_bytes;
    const uint32_t sample = sample_bytes == 2 ? (uint32_t)at[0] << 8 | at[1] : at[0];
    if (sample > rows->greys.max_sample) {
      return pnm_fail_sample(&file, sample, (size_t)offset + i * sample_bytes,
                             rows->greys.max_sample);
    }
    samples[i] = (uint16_t)sample;
  }
  return EXIT_DONE;
}

int grey_rows_read(const struct grey_rows *rows, int32_t first, int32_t count, uint16_t *samples) {
  const size_t width = (size_t)rows->width;
  const size_t sample_count = width * (size_t)count;
  const size_t sample_bytes = rows->greys.sample_bytes;
  if (sample_bytes == 0) {
    memcpy(samples, rows->image.samples + (size_t)first * width, sample_count * sizeof *samples);
    return EXIT_DONE;
  }
  const uint64_t offset = rows->greys.offset + (uint64_t)first * width * sample_bytes;
  uint8_t *bytes = (uint8_t *)samples + sample_count * (sizeof *samples - sample_bytes);
  return platform_reader_read(&rows->reader, offset, bytes, sample_count * sample_bytes)
             ? take_samples(rows, offset, sample_count, bytes, samples)
             : command_fail(EXIT_INPUT, "%s: it can't be read", rows->path);
}

uint64_t grey_rows_held_bytes(const struct grey_rows *rows) {
  return rows->greys.sample_bytes == 0
             ? (uint64_t)rows->width * (uint64_t)rows->height * sizeof(uint16_t)
             : 0;
}
