/* A map of one sign a cell: its cells, and its signs with how many cells each has. */
#ifndef OVERLAND_TOOLS_GRID_SIGN_GRID_H
#define OVERLAND_TOOLS_GRID_SIGN_GRID_H

#include "tools/text/reader_talk.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRID_SIGN_BYTES 24
#define GRID_MOST_SIGNS 65536

struct grid_sign {
  char text[GRID_SIGN_BYTES]; /* as a legend names it: a letter, a number, a word */
  bool is_word;               /* it is a name of a terrain already */
  uint64_t cells;
  int32_t x, y; /* of the first */
};

/* Where a grid lies, in metres; y grows upwards. */
struct grid_metres {
  double cell;         /* the side of a cell; 0: it is not said */
  double left, bottom; /* of its lower left corner */
  double turn;         /* of its axes */
};

struct sign_grid {
  int32_t width, height;
  uint16_t *cells; /* the index of each cell's sign, row by row */
  struct grid_sign *signs;
  size_t sign_count;
  bool has_metres; /* its format can say them */
  struct grid_metres metres;
};

/* Warns where the axes of a grid are turned, which is left out. */
void sign_grid_tell_turn(const char *path, const struct sign_grid *grid);

void sign_grid_free(struct sign_grid *grid);

/* Makes the cells and signs of values, one a cell, row by row; `write` gives the text of a value,
 * and says whether it is a word. An exit code. */
typedef bool (*grid_write_fn)(int32_t value, char text[GRID_SIGN_BYTES]);
int sign_grid_make(const struct reader_file *file, const int32_t *values, grid_write_fn write,
                   struct sign_grid *grid);

#endif
