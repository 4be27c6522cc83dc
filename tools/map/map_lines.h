/* The lines of a map in the MovingAI format: its header, its letters, and the messages for wrong
 * lines. */
#ifndef OVERLAND_TOOLS_MAP_MAP_LINES_H
#define OVERLAND_TOOLS_MAP_MAP_LINES_H

#include "tools/plain/cell_shear.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More than a header may have; what does not hold one within them begins no map. */
#define MAP_HEADER_BYTES 256

struct map_header {
  struct cell_shear shear;   /* what its cells are, and how its rows are shifted */
  int32_t width, height;     /* cells, 1 to OVL_MAX_SIDE_CELLS */
  size_t byte_count;         /* of the header */
  int32_t end_of_line_bytes; /* of its last line: 1 for LF, 2 for CR LF */
};

/* Reads the header that a file begins with: `type octile`, which may be missing, or `type hexagons`
 * and the layout of its rows, as odd-r; then `height N` and
 * `width N` in any order, and `map`; blanks, tabs, empty lines and a mark of UTF-8 do no harm. An
 * exit code, after one line on standard error if it is not EXIT_DONE; so do all below. */
int map_header_read(const char *path, const uint8_t *bytes, size_t byte_count,
                    struct map_header *header);

/* Returns whether a file begins as such a header does. */
bool map_header_begins(const uint8_t *bytes, size_t byte_count);

/* A letter that a map holds and may not. */
struct map_letter {
  uint64_t count;
  int32_t x, y; /* of the first */
};

/* The letters that a map may hold, and those found that it may not. */
struct map_letters {
  const char *listed;
  bool known[256];
  struct map_letter met[256]; /* count 0: not met */
  bool has_unknown;           /* one was met that it may not hold */
};

void map_letters_begin(struct map_letters *letters, const char *listed);

/* Looks for unknown letters in cells of row y, from column x on. */
void map_letters_check(struct map_letters *letters, const uint8_t *cells, size_t count, int32_t x,
                       int32_t y);

/* Fails if there was an unknown letter. */
int map_letters_end(const struct map_letters *letters, const char *path);

/* There are `rows` rows only. */
int map_lines_fail_short(const char *path, int64_t rows, int32_t height);

/* There are `rows` rows at least. */
int map_lines_fail_long(const char *path, int64_t rows, int32_t height);

/* The file ends after `length` letters of row y. */
int map_lines_fail_cut(const char *path, int64_t y, uint64_t length, int32_t width, int32_t height);

/* Row y has `length` letters. */
int map_lines_fail_length(const char *path, int64_t y, uint64_t length, int32_t width);

#endif
