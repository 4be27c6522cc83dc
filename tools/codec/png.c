/* Writer of PNG pictures (ISO/IEC 15948).
 *
 * Invariant: a picture is written whole or not at all; out_file renames it only at the end.
 *
 * Each row is filtered by whichever of the five filters leaves the smallest sum of differences,
 * then all of it is one zlib stream, a chunk for each piece in which it comes. */
#include "tools/codec/png.h"

#include "tools/base/fail.h"
#include "tools/base/out_file.h"
#include "tools/codec/checksums.h"
#include "tools/codec/deflate.h"
#include "tools/codec/png_format.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PIXEL_BYTES 3U

static void put_u32(uint8_t *out, uint32_t value) {
  out[0] = (uint8_t)(value >> 24);
  out[1] = (uint8_t)(value >> 16 & 0xFFU);
  out[2] = (uint8_t)(value >> 8 & 0xFFU);
  out[3] = (uint8_t)(value & 0xFFU);
}

static bool write_chunk(struct out_file *file, const char *type, const uint8_t *data,
                        size_t byte_count) {
  uint8_t head[8];
  uint8_t tail[4];
  put_u32(head, (uint32_t)byte_count);
  memcpy(head + 4, type, 4);
  uint32_t crc = crc32_add(CRC32_BEGIN, head + 4, 4);
  put_u32(tail, crc32_add(crc, data, byte_count));
  return out_file_write(file, head, sizeof head) == EXIT_DONE &&
         (byte_count == 0 || out_file_write(file, data, byte_count) == EXIT_DONE) &&
         out_file_write(file, tail, sizeof tail) == EXIT_DONE;
}

/* The sink of the compressed pixels. */
static bool write_pixels(void *user, const uint8_t *bytes, size_t byte_count) {
  return write_chunk(user, "IDAT", bytes, byte_count);
}

/* ---- Filters ---- */

/* Writes one filtered row, its filter's number first, and returns the sum of its differences. */
static uint64_t filter_row(int filter, const uint8_t *row, const uint8_t *above, size_t row_bytes,
                           uint8_t *out) {
  uint64_t sum = 0;
  out[0] = (uint8_t)filter;
  for (size_t i = 0; i < row_bytes; i++) {
    uint8_t left = i >= PIXEL_BYTES ? row[i - PIXEL_BYTES] : 0;
    uint8_t up = above != NULL ? above[i] : 0;
    uint8_t corner = above != NULL && i >= PIXEL_BYTES ? above[i - PIXEL_BYTES] : 0;
    uint8_t difference = (uint8_t)(row[i] - png_predict(filter, left, up, corner));
    out[1 + i] = difference;
    sum += difference < 128 ? difference : 256U - difference;
  }
  return sum;
}

/* All rows, filtered, from malloc; NULL if there is no memory. */
static uint8_t *filter_rows(int32_t height, size_t row_bytes, const uint8_t *pixels) {
  size_t out_bytes = row_bytes + 1;
  uint8_t *filtered = malloc(out_bytes * (size_t)height);
  uint8_t *trial = malloc(out_bytes);
  for (size_t y = 0; filtered != NULL && trial != NULL && y < (size_t)height; y++) {
    const uint8_t *row = pixels + y * row_bytes;
    const uint8_t *above = y > 0 ? row - row_bytes : NULL;
    uint8_t *best = filtered + y * out_bytes;
    uint64_t best_sum = filter_row(0, row, above, row_bytes, best);
    for (int filter = 1; filter < PNG_FILTER_COUNT; filter++) {
      uint64_t sum = filter_row(filter, row, above, row_bytes, trial);
      if (sum < best_sum) {
        best_sum = sum;
        memcpy(best, trial, out_bytes);
      }
    }
  }
  if (trial == NULL) {
    free(filtered);
    filtered = NULL;
  }
  free(trial);
  return filtered;
}

static bool write_header(struct out_file *file, int32_t width, int32_t height) {
  /* 8 bits a channel, colour type 2: red, green, blue; the rest 0. */
  uint8_t header[13] = {[8] = 8, [9] = 2};
  put_u32(header, (uint32_t)width);
  put_u32(header + 4, (uint32_t)height);
  return out_file_write(file, PNG_MAGIC, PNG_MAGIC_BYTES) == EXIT_DONE &&
         write_chunk(file, "IHDR", header, sizeof header);
}

/* Everything between opening and committing. */
static int write_all(struct out_file *file, int32_t width, int32_t height, const uint8_t *filtered,
                     size_t byte_count) {
  enum deflate_result result = DEFLATE_SINK_FAILED;
  if (write_header(file, width, height))
    result = deflate_zlib(filtered, byte_count, write_pixels, file);
  if (result == DEFLATE_NO_MEMORY)
    return command_fail_memory("the picture");
  /* A write that failed has said so and keeps its code. */
  const bool good = result == DEFLATE_OK && write_chunk(file, "IEND", NULL, 0);
  return good ? EXIT_DONE : file->code;
}

int png_write(const char *path, int32_t width, int32_t height, const uint8_t *pixels) {
  size_t row_bytes = (size_t)width * PIXEL_BYTES;
  uint8_t *filtered = filter_rows(height, row_bytes, pixels);
  if (filtered == NULL)
    return command_fail_memory("the picture");
  struct out_file file;
  int code = out_file_open(&file, path);
  if (code == EXIT_DONE) {
    code = write_all(&file, width, height, filtered, (row_bytes + 1) * (size_t)height);
    if (code == EXIT_DONE)
      code = out_file_commit(&file);
    else
      out_file_discard(&file);
  }
  free(filtered);
  return code;
}
