/* Maps of one sign a cell, from texts: levels of letters, grids of numbers, occupancy grids of
 * robots.
 *
 *   - **Text levels**: a row of letters a line, as `#.#`; a short row ends in blanks.
 *   - **Grids of numbers**: whole numbers parted by commas, semicolons, tabs or blanks, a row a
 *     line, all of one length; and ESRI ASCII grids, whose numbers are rounded and whose NODATA is
 *     the sign `nodata`.
 *   - **Occupancy grids** of ROS: a `.yaml` with the picture that it names, which lies in its
 *     folder. Cells are `free`, `occupied` or `unknown`, by the thresholds of the modes trinary,
 *     scale and raw; what scale and raw have between free and occupied is `occupied_1` to
 *     `occupied_99`, in hundredths. */
#ifndef OVERLAND_TOOLS_GRID_SIGN_GRID_H
#define OVERLAND_TOOLS_GRID_SIGN_GRID_H

#include "tools/text/reader_talk.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRID_SIGN_BYTES 24
#define GRID_MOST_SIGNS 65536

enum grid_format {
  GRID_NONE, /* none of these */
  GRID_TEXT,
  GRID_NUMBERS,
  GRID_ESRI,
  GRID_ROS,
  GRID_WESNOTH /* not read: it is made of hexagons */
};

struct grid_sign {
  char text[GRID_SIGN_BYTES]; /* as a legend names it: a letter, a number, a word */
  bool is_word;               /* it is a name of a terrain already */
  uint64_t cells;
  int32_t x, y; /* of the first */
};

struct sign_grid {
  int32_t width, height;
  uint16_t *cells; /* the index of each cell's sign, row by row */
  struct grid_sign *signs;
  size_t sign_count;
  double resolution;         /* of ROS: metres along a cell; 0: not said */
  double origin_x, origin_y; /* of ROS: metres, of the lower left corner */
};

/* Recognises a format by the first bytes of a file. */
enum grid_format sign_grid_format(const uint8_t *bytes, size_t count);

/* Reads a grid of any of the formats. An exit code, after one line if it is not EXIT_DONE; *grid is
 * then empty. */
int sign_grid_read(const char *path, struct sign_grid *grid);
void sign_grid_free(struct sign_grid *grid);

/* ---- For the formats ----------------------------------------------------- */

/* Makes the cells and signs of values, one a cell, row by row; `write` gives the text of a value,
 * and says whether it is a word. An exit code. */
typedef bool (*grid_write_fn)(int32_t value, char text[GRID_SIGN_BYTES]);
int sign_grid_make(const struct reader_file *file, const int32_t *values, grid_write_fn write,
                   struct sign_grid *grid);

#endif
