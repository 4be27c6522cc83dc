/* Maps in the MovingAI format: a header of four lines, then a letter a cell.
 *
 * Terrain in memory is the letter itself. All calls return an exit code, after
 * one line on standard error if it is not EXIT_DONE. */
#ifndef OVERLAND_TOOLS_MAP_MAP_FILE_H
#define OVERLAND_TOOLS_MAP_MAP_FILE_H

#include "tools/base/out_file.h"

#include <stdint.h>

struct map_file {
  int32_t width, height; /* cells, 1 to OVL_MAX_SIDE_CELLS */
  uint8_t *terrain;      /* a letter a cell, row by row */
};

/* Reads a map and believes nothing in it: every letter is one of `letters`, a
 * text, and their count is what the header says. Lines may end in LF, CR LF or CR, the last
 * one in nothing; blanks behind a row do no harm. Nothing is left in *map after a failure. */
int map_file_read(const char *path, const char *letters, struct map_file *map);
void map_file_free(struct map_file *map);

/* Writes the header of a map, which its rows follow. */
int map_file_write_header(struct out_file *file, int32_t width, int32_t height);

#endif
