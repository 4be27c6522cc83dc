/* The rows of a plain map: see map_rows.h. */
#include "tools/map/map_rows.h"

#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/map/fast_hash.h"

#include <stdlib.h>
#include <string.h>

enum { HASHED_BYTES = 1 << 18 };

/* ---- Opening ------------------------------------------------------------- */

static void take_header(struct map_rows *rows, const struct map_header *header) {
  rows->width = header->width;
  rows->height = header->height;
  rows->shear = header->shear;
}

/* A file, which is held if its rows can't be found without reading all before them. */
static int open_file(struct map_rows *rows, const char *path) {
  struct map_sheet *sheet = &rows->of.sheet;
  bool is_even = false;
  rows->kind = MAP_ROWS_SHEET;
  const int code = map_sheet_open(sheet, path, &is_even);
  take_header(rows, &sheet->header);
  if (code != EXIT_DONE || is_even) {
    return code;
  }
  map_sheet_close(sheet);
  rows->kind = MAP_ROWS_MEMORY;
  struct map_header header = sheet->header;
  const int held = map_stream_hold(path, rows->letters, &header, &rows->held);
  take_header(rows, &header);
  rows->of.terrain = rows->held;
  return held;
}

static int open_kind(struct map_rows *rows, const char *path) {
  const enum platform_file_kind kind = platform_file_kind(path);
  int code;
  if (strcmp(path, "-") == 0 || kind == PLATFORM_FILE_OTHER) {
    rows->kind = MAP_ROWS_STREAM;
    code = map_stream_open(&rows->of.stream, path, rows->letters);
    take_header(rows, &rows->of.stream.header);
  } else if (kind == PLATFORM_FILE_FOLDER) {
    rows->kind = MAP_ROWS_TILES;
    code = map_tiles_open(&rows->of.tiles, path, rows->letters);
    rows->width = rows->of.tiles.width;
    rows->height = rows->of.tiles.height;
    rows->shear = rows->of.tiles.shear;
  } else {
    code = open_file(rows, path);
  }
  return code;
}

int map_rows_open(struct map_rows *rows, const char *path, const char *letters) {
  memset(rows, 0, sizeof *rows);
  snprintf(rows->letters, sizeof rows->letters, "%s", letters);
  return open_kind(rows, path);
}

void map_rows_use_memory(struct map_rows *rows, int32_t width, int32_t height,
                         const uint8_t *terrain) {
  memset(rows, 0, sizeof *rows);
  rows->kind = MAP_ROWS_MEMORY;
  rows->width = width;
  rows->height = height;
  rows->of.terrain = terrain;
}

void map_rows_close(struct map_rows *rows) {
  if (rows->kind == MAP_ROWS_STREAM) {
    map_stream_close(&rows->of.stream);
  } else if (rows->kind == MAP_ROWS_SHEET) {
    map_sheet_close(&rows->of.sheet);
  }
  free(rows->held);
  rows->held = NULL;
}

bool map_rows_is_stream(const struct map_rows *rows) { return rows->kind == MAP_ROWS_STREAM; }

int map_rows_keep(struct map_rows *rows, int32_t count) {
  return rows->kind == MAP_ROWS_STREAM ? map_stream_keep(&rows->of.stream, count) : EXIT_DONE;
}

/* ---- Reading ------------------------------------------------------------- */

int map_rows_read(struct map_rows *rows, int32_t first, int32_t count, uint8_t *out) {
  const size_t width = (size_t)rows->width;
  switch (rows->kind) {
  case MAP_ROWS_SHEET:
    return map_sheet_read(&rows->of.sheet, rows->letters, first, count, out, width);
  case MAP_ROWS_STREAM:
    return map_stream_read(&rows->of.stream, first, count, out);
  case MAP_ROWS_TILES:
    return map_tiles_read(&rows->of.tiles, rows->letters, first, count, out);
  default:
    memcpy(out, rows->of.terrain + (size_t)first * width, (size_t)count * width);
    return EXIT_DONE;
  }
}

/* ---- Identity ------------------------------------------------------------ */

/* All bytes of a file, as they are. */
static int hash_file(const struct platform_reader *reader, const char *path, uint64_t *hash) {
  uint8_t *bytes = malloc(HASHED_BYTES);
  if (bytes == NULL) {
    return command_fail_memory(path);
  }
  bool good = true;
  *hash = fast_hash_number(*hash, reader->byte_count);
  for (uint64_t at = 0; at < reader->byte_count && good; at += HASHED_BYTES) {
    const uint64_t left = reader->byte_count - at;
    const size_t count = left < HASHED_BYTES ? (size_t)left : HASHED_BYTES;
    good = platform_reader_read(reader, at, bytes, count);
    *hash = good ? fast_hash_bytes(*hash, bytes, count) : *hash;
  }
  free(bytes);
  return good ? EXIT_DONE : command_fail(EXIT_INPUT, "%s: it can't be read", path);
}

int map_rows_hash_file(const char *path, uint64_t *hash) {
  struct platform_reader reader;
  const char *why = platform_reader_open(&reader, path);
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  const int code = hash_file(&reader, path, hash);
  platform_reader_close(&reader);
  return code;
}

static int hash_tile(void *user, const struct map_sheet *tile) {
  return hash_file(&tile->reader, tile->path, user);
}

int map_rows_identify(struct map_rows *rows, uint64_t *identity) {
  uint64_t hash = fast_hash_number((uint64_t)rows->width, (uint64_t)rows->height);
  int code = EXIT_DONE;
  switch (rows->kind) {
  case MAP_ROWS_SHEET:
    code = hash_file(&rows->of.sheet.reader, rows->of.sheet.path, &hash);
    break;
  case MAP_ROWS_TILES:
    code = map_tiles_each(&rows->of.tiles, rows->letters, hash_tile, &hash);
    break;
  case MAP_ROWS_MEMORY:
    hash = fast_hash_bytes(hash, rows->of.terrain, (size_t)rows->width * (size_t)rows->height);
    break;
  default: /* its rows are not known yet */
    break;
  }
  *identity = hash;
  return code;
}

int map_rows_identify_stream(struct map_rows *rows, uint64_t *identity) {
  struct map_stream *stream = &rows->of.stream;
  const int code = map_stream_finish(stream);
  *identity = fast_hash_number(*identity, stream->hash);
  return code;
}
