/* A `.map` file whose rows all take the same bytes, read from any row on: it is as long as its
 * header says, which is known when it is opened. Rows may be read by several threads at once. */
#ifndef OVERLAND_TOOLS_MAP_MAP_SHEET_H
#define OVERLAND_TOOLS_MAP_MAP_SHEET_H

#include "tools/base/platform_files.h"
#include "tools/map/map_lines.h"

struct map_sheet {
  const char *path; /* the caller's */
  struct platform_reader reader;
  struct map_header header;
  size_t row_bytes; /* in the file, with the end of its line */
};

/* Opens a file. Returns an exit code, after one line on standard error if it is not EXIT_DONE.
 * *is_even: it is as long as rows that all take the same bytes. */
int map_sheet_open(struct map_sheet *sheet, const char *path, bool *is_even);
void map_sheet_close(struct map_sheet *sheet);

/* Tells what is wrong with a file that does not look as it should: its first wrong row. */
int map_sheet_fail(const char *path, const char *letters);

/* Reads `count` rows from `first` on; rows of `out` are out_row_bytes apart. An exit code. */
int map_sheet_read(const struct map_sheet *sheet, const char *letters, int32_t first, int32_t count,
                   uint8_t *out, size_t out_row_bytes);

#endif
