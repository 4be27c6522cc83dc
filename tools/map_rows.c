/* The rows of a plain map: see map_rows.h.
 *
 * The hash is FNV-1a (Fowler, Noll, Vo), 64 bits. */
#include "map_rows.h"

#include "command.h"
#include "platform.h"

#include <stdlib.h>
#include <string.h>

enum { HASHED_ROWS = 64, MOST_CELLS_HASHED_ALL = 1 << 24 };

/* ---- Opening ------------------------------------------------------------- */

static int open_kind(struct map_rows *rows, const char *path) {
  const enum platform_file_kind kind = platform_file_kind(path);
  int code;
  if (strcmp(path, "-") == 0 || kind == PLATFORM_FILE_OTHER) {
    rows->kind = MAP_ROWS_STREAM;
    code = map_stream_open(&rows->of.stream, path, rows->letters);
    rows->width = rows->of.stream.header.width;
    rows->height = rows->of.stream.header.height;
  } else if (kind == PLATFORM_FILE_FOLDER) {
    rows->kind = MAP_ROWS_TILES;
    code = map_tiles_open(&rows->of.tiles, path, rows->letters);
    rows->width = rows->of.tiles.width;
    rows->height = rows->of.tiles.height;
  } else {
    rows->kind = MAP_ROWS_SHEET;
    code = map_sheet_open(&rows->of.sheet, path, rows->letters);
    rows->width = rows->of.sheet.header.width;
    rows->height = rows->of.sheet.header.height;
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

uint64_t map_rows_hash(uint64_t hash, const uint8_t *bytes, size_t byte_count) {
  for (size_t i = 0; i < byte_count; i++) {
    hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
  }
  return hash;
}

uint64_t map_rows_hash_number(uint64_t hash, uint64_t number) {
  uint8_t bytes[8];
  for (int i = 0; i < 8; i++) {
    bytes[i] = (uint8_t)(number >> 8 * i);
  }
  return map_rows_hash(hash, bytes, sizeof bytes);
}

static uint64_t byte_count_of(const struct map_rows *rows) {
  return rows->kind == MAP_ROWS_SHEET   ? rows->of.sheet.reader.byte_count
         : rows->kind == MAP_ROWS_TILES ? rows->of.tiles.byte_count
                                        : 0;
}

int map_rows_identify(struct map_rows *rows, uint64_t *identity) {
  const int64_t cells = (int64_t)rows->width * rows->height;
  const bool all = cells <= MOST_CELLS_HASHED_ALL || rows->kind == MAP_ROWS_MEMORY;
  const int32_t count = all || rows->height < HASHED_ROWS ? rows->height : HASHED_ROWS;
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  hash = map_rows_hash_number(hash, (uint64_t)rows->width);
  hash = map_rows_hash_number(hash, (uint64_t)rows->height);
  hash = map_rows_hash_number(hash, byte_count_of(rows));
  *identity = hash;
  uint8_t *row = rows->kind != MAP_ROWS_STREAM ? malloc((size_t)rows->width) : NULL;
  if (row == NULL) {
    return rows->kind != MAP_ROWS_STREAM ? command_fail_memory("a row of the map") : EXIT_DONE;
  }
  int code = EXIT_DONE;
  for (int32_t i = 0; i < count && code == EXIT_DONE; i++) {
    const int64_t y = (int64_t)i * (rows->height - 1) / (count > 1 ? count - 1 : 1);
    code = map_rows_read(rows, (int32_t)y, 1, row);
    hash = code == EXIT_DONE ? map_rows_hash(hash, row, (size_t)rows->width) : hash;
  }
  free(row);
  *identity = hash;
  return code;
}
