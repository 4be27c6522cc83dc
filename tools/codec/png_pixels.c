/* Reader of PNG pictures: their pixels.
 *
 * The stream holds seven small pictures if it is interlaced (Adam7), else one; each is rows of a
 * filter's number and bytes, which the filter takes apart again in place.
 *
 * Invariant: the stream comes out with exactly the bytes that the sides ask for, and is known to be
 * able to before any memory is taken for it. */
#include "tools/codec/png_pixels.h"

#include "tools/codec/image.h"
#include "tools/codec/inflate.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST_GROWTH 1032U /* deflate makes at most 258 bytes of 2 bits */

/* One of the pictures: the pixels at x + i * step_x, y + j * step_y. */
struct pass {
  int32_t x, y, step_x, step_y;
  size_t width, height, row_bytes;
};

struct painter {
  const struct reader_file *file;
  const struct png_parts *parts;
  struct image *image;
  unsigned channels;
  uint64_t clear_pixels, faint_pixels; /* not to be seen at all, and seen in part */
  size_t first_faint;                  /* in the order of the picture's pixels */
};

static struct pass make_pass(const struct png_parts *parts, const struct image *image, int number) {
  static const struct pass PASSES[7] = {
      {0, 0, 8, 8, 0, 0, 0}, {4, 0, 8, 8, 0, 0, 0}, {0, 4, 4, 8, 0, 0, 0}, {2, 0, 4, 4, 0, 0, 0},
      {0, 2, 2, 4, 0, 0, 0}, {1, 0, 2, 2, 0, 0, 0}, {0, 1, 1, 2, 0, 0, 0}};
  struct pass pass = {0, 0, 1, 1, 0, 0, 0};
  if (parts->is_interlaced) {
    pass = PASSES[number];
  }
  pass.width = (size_t)((image->width - pass.x + pass.step_x - 1) / pass.step_x);
  pass.height = (size_t)((image->height - pass.y + pass.step_y - 1) / pass.step_y);
  pass.row_bytes = (pass.width * png_channels(parts) * parts->depth + 7) / 8;
  if (pass.width == 0) { /* not even filters */
    pass.height = 0;
  }
  return pass;
}

static int pass_count(const struct png_parts *parts) { return parts->is_interlaced ? 7 : 1; }

static uint64_t count_stream_bytes(const struct png_parts *parts, const struct image *image) {
  uint64_t bytes = 0;
  for (int i = 0; i < pass_count(parts); i++) {
    const struct pass pass = make_pass(parts, image, i);
    bytes += (uint64_t)pass.height * ((uint64_t)pass.row_bytes + 1);
  }
  return bytes;
}

/* ---- Filters ------------------------------------------------------------- */

/* `above` is NULL in the first row. */
static void unfilter_row(int filter, uint8_t *row, const uint8_t *above, size_t row_bytes,
                         size_t pixel_bytes) {
  for (size_t i = 0; i < row_bytes; i++) {
    const uint8_t left = i >= pixel_bytes ? row[i - pixel_bytes] : 0;
    const uint8_t up = above != NULL ? above[i] : 0;
    const uint8_t corner = above != NULL && i >= pixel_bytes ? above[i - pixel_bytes] : 0;
    row[i] = (uint8_t)(row[i] + png_predict(filter, left, up, corner));
  }
}

/* ---- Pixels -------------------------------------------------------------- */

/* Sample `i` of a row; those of less than a byte fill it from its highest bit. */
static uint16_t sample_at(const uint8_t *row, size_t i, unsigned depth) {
  if (depth == 16) {
    return (uint16_t)((unsigned)row[2 * i] << 8 | row[2 * i + 1]);
  }
  if (depth == 8) {
    return row[i];
  }
  const size_t bit = i * depth;
  const unsigned shift = 8U - depth - (unsigned)(bit % 8);
  return (uint16_t)((unsigned)row[bit / 8] >> shift & ((1U << depth) - 1U));
}

/* How much of a pixel is seen, 0 to `most`. */
static uint32_t alpha_of(const struct painter *painter, const uint16_t *samples, uint32_t *most) {
  const struct png_parts *parts = painter->parts;
  *most = parts->color_type == PNG_PALETTE ? 255 : (1U << parts->depth) - 1U;
  switch (parts->color_type) {
  case PNG_PALETTE:
    return parts->palette_alpha[samples[0]];
  case PNG_GREY_ALPHA:
  case PNG_RGB_ALPHA:
    return samples[painter->channels - 1];
  default:
    break;
  }
  bool same = parts->has_clear_color;
  for (unsigned i = 0; same && i < painter->channels; i++) {
    same = samples[i] == parts->clear_color[i];
  }
  return same ? 0 : *most;
}

static void set_pixel(struct painter *painter, size_t pixel, const uint16_t *samples) {
  struct image *image = painter->image;
  if (image_is_grey(image)) {
    image->samples[pixel] = samples[0];
  } else if (painter->parts->color_type == PNG_PALETTE) {
    image->colors[pixel] = painter->parts->palette[samples[0]];
  } else {
    const uint32_t most = (1U << painter->parts->depth) - 1U;
    image->colors[pixel] = image_scale_to_byte(samples[0], most) << 16 |
                           image_scale_to_byte(samples[1], most) << 8 |
                           image_scale_to_byte(samples[2], most);
  }
  uint32_t most;
  const uint32_t alpha = alpha_of(painter, samples, &most);
  if (alpha == 0) {
    image->clear[pixel] = 1;
    painter->clear_pixels++;
  } else if (alpha < most) {
    const bool is_first = painter->faint_pixels == 0 || pixel < painter->first_faint;
    painter->first_faint = is_first ? pixel : painter->first_faint;
    painter->faint_pixels++;
  }
}

/* Row `j` of a pass, its filter undone. An exit code. */
static int paint_row(struct painter *painter, const struct pass *pass, size_t j,
                     const uint8_t *row) {
  const struct png_parts *parts = painter->parts;
  const size_t y = (size_t)pass->y + j * (size_t)pass->step_y;
  for (size_t i = 0; i < pass->width; i++) {
    const size_t x = (size_t)pass->x + i * (size_t)pass->step_x;
    uint16_t samples[4] = {0};
    for (unsigned channel = 0; channel < painter->channels; channel++) {
      samples[channel] = sample_at(row, i * painter->channels + channel, parts->depth);
    }
    if (parts->color_type == PNG_PALETTE && samples[0] >= parts->palette_count) {
      return reader_fail(painter->file,
                         "pixel %zu,%zu has colour %u of the palette; its colours "
                         "are 0 to %" PRIu32,
                         x, y, (unsigned)samples[0], parts->palette_count - 1);
    }
    set_pixel(painter, y * (size_t)painter->image->width + x, samples);
  }
  return EXIT_DONE;
}

/* Undoes the filters of a pass and paints it; *at goes on behind it. An exit code. */
static int paint_pass(struct painter *painter, const struct pass *pass, uint8_t **at) {
  const size_t pixel_bits = (size_t)painter->channels * painter->parts->depth;
  const uint8_t *above = NULL;
  for (size_t j = 0; j < pass->height; j++) {
    const int filter = (*at)[0];
    uint8_t *row = *at + 1;
    if (filter >= PNG_FILTER_COUNT) {
      return reader_fail(painter->file,
                         "the row of pixel %" PRId32 ",%zu has filter %d; they are 0 "
                         "to %d",
                         pass->x, (size_t)pass->y + j * (size_t)pass->step_y, filter,
                         PNG_FILTER_COUNT - 1);
    }
    unfilter_row(filter, row, above, pass->row_bytes, pixel_bits < 8 ? 1 : pixel_bits / 8);
    const int code = paint_row(painter, pass, j, row);
    if (code != EXIT_DONE) {
      return code;
    }
    above = row;
    *at += pass->row_bytes + 1;
  }
  return EXIT_DONE;
}

static void warn_of_losses(const struct painter *painter) {
  const size_t width = (size_t)painter->image->width;
  if (painter->faint_pixels > 0) {
    reader_warn(painter->file,
                "%" PRIu64 " pixel%s seen in part, the first at %zu,%zu; taken as "
                "if opaque",
                painter->faint_pixels, painter->faint_pixels == 1 ? " is" : "s are",
                painter->first_faint % width, painter->first_faint / width);
  }
  if (!image_is_grey(painter->image) && painter->parts->depth == 16) {
    reader_warn(painter->file, "16 bits a sample are rounded to colours of 8");
  }
}

static int paint_all(struct painter *painter, uint8_t *stream) {
  const struct png_parts *parts = painter->parts;
  const bool is_grey = parts->color_type == PNG_GREY || parts->color_type == PNG_GREY_ALPHA;
  struct image *image = painter->image;
  int code = image_allocate(image, painter->file, is_grey ? (1U << parts->depth) - 1U : 0);
  image->clear = calloc((size_t)image->width * (size_t)image->height, 1);
  if (code == EXIT_DONE && image->clear == NULL) {
    code = reader_fail_memory(painter->file);
  }
  for (int i = 0; code == EXIT_DONE && i < pass_count(parts); i++) {
    const struct pass pass = make_pass(parts, image, i);
    code = paint_pass(painter, &pass, &stream);
  }
  if (code == EXIT_DONE) {
    warn_of_losses(painter);
  }
  if (painter->clear_pixels == 0) {
    free(image->clear);
    image->clear = NULL;
  }
  return code;
}

int png_make_pixels(const struct reader_file *file, const struct png_parts *parts,
                    struct image *image) {
  const uint64_t needed = count_stream_bytes(parts, image);
  uint8_t *stream = NULL;
  size_t stream_bytes = 0;
  if (needed > SIZE_MAX) {
    return reader_fail_memory(file);
  }
  if (needed / MOST_GROWTH > parts->stream_bytes) {
    return reader_fail(
        file, "its IDAT chunks have %zu bytes, too few for a picture of %" PRId32 " x %" PRId32,
        parts->stream_bytes, image->width, image->height);
  }
  const char *wrong = inflate_bytes(parts->stream, parts->stream_bytes, INFLATE_ZLIB,
                                    (size_t)needed, &stream, &stream_bytes);
  if (wrong == inflate_no_memory) {
    return reader_fail_memory(file);
  }
  if (wrong != NULL) {
    return reader_fail(file, "the pixels in its IDAT chunks can't be decompressed: %s", wrong);
  }
  struct painter painter = {
      .file = file, .parts = parts, .image = image, .channels = png_channels(parts)};
  int code = EXIT_DONE;
  if (stream_bytes < needed) {
    code = reader_fail(file,
                       "its IDAT chunks hold %zu bytes of pixels; a picture of %" PRId32
                       " x %" PRId32 " has %" PRIu64,
                       stream_bytes, image->width, image->height, needed);
  } else {
    code = paint_all(&painter, stream);
  }
  free(stream);
  return code;
}
