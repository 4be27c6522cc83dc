/* The rows of a plain map from top to bottom, without holding the map: from a file, a pipe or a
 * folder of tiles, or from memory for maps of other formats. */
#ifndef OVERLAND_TOOLS_MAP_MAP_ROWS_H
#define OVERLAND_TOOLS_MAP_MAP_ROWS_H

#include "tools/map/map_sheet.h"
#include "tools/map/map_stream.h"
#include "tools/map/map_tiles.h"

enum map_rows_kind {
  MAP_ROWS_SHEET,  /* a file whose rows all take the same bytes */
  MAP_ROWS_STREAM, /* a pipe, standard input */
  MAP_ROWS_TILES,  /* a folder */
  MAP_ROWS_MEMORY  /* any other file, and the caller's */
};

struct map_rows {
  enum map_rows_kind kind;
  int32_t width, height; /* cells */
  struct cell_shear shear;
  char letters[256]; /* that the map may hold */
  uint8_t *held;     /* terrain of a file that was read as a whole, or NULL */
  union {
    struct map_sheet sheet;
    struct map_stream stream;
    struct map_tiles tiles;
    const uint8_t *terrain; /* rows of `width` */
  } of;
};

/* Opens what a path names; "-" is standard input. All calls return an exit code, after one line on
 * standard error if it is not EXIT_DONE. After a failed open there is nothing to close. */
int map_rows_open(struct map_rows *rows, const char *path, const char *letters);
void map_rows_use_memory(struct map_rows *rows, int32_t width, int32_t height,
                         const uint8_t *terrain);
void map_rows_close(struct map_rows *rows);

/* Whether rows come only once, in order. */
bool map_rows_is_stream(const struct map_rows *rows);

/* So many of the last rows may be asked for again; others come only once from a stream. To be
 * told before the first is read. */
int map_rows_keep(struct map_rows *rows, int32_t count);

/* Reads `count` rows from `first` on, a byte a cell. Not by several threads at once. */
int map_rows_read(struct map_rows *rows, int32_t first, int32_t count, uint8_t *out);

/* Identifies the map, the same on every machine: a hash of all bytes of its files. Of a stream it
 * is known beforehand of which size it is, and no more. */
int map_rows_identify(struct map_rows *rows, uint64_t *identity);

/* Adds all bytes of a file to a hash. */
int map_rows_hash_file(const char *path, uint64_t *hash);

/* Reads a stream to its end, and adds all its rows to an identity. */
int map_rows_identify_stream(struct map_rows *rows, uint64_t *identity);

#endif
