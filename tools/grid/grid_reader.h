/* Maps of one sign a cell, from texts: levels of letters, grids of numbers, occupancy grids of
 * robots.
 *
 *   - **Text levels**: a row of letters a line, as `#.#`; a short row ends in blanks.
 *   - **Grids of numbers**: whole numbers parted by commas, semicolons, tabs or blanks, a row a
 *     line, all of one length; and ESRI ASCII grids, whose numbers are rounded and whose NODATA is
 *     the sign `nodata`.
 *   - **Occupancy grids** of ROS: a `.yaml` with the picture that it names, which lies in its
 *     folder. Cells are `free`, `occupied` or `unknown`, by the thresholds of the modes trinary,
 *     scale and raw; what scale and raw have between free and occupied is `partly_1` to
 *     `partly_99`, in hundredths. */
#ifndef OVERLAND_TOOLS_GRID_GRID_READER_H
#define OVERLAND_TOOLS_GRID_GRID_READER_H

#include "tools/grid/sign_grid.h"

enum grid_format {
  GRID_NONE, /* none of these */
  GRID_TEXT,
  GRID_NUMBERS,
  GRID_ESRI,
  GRID_ROS,
  GRID_WESNOTH /* not read: it is made of hexagons */
};

/* Recognises a format by the first bytes of a file. */
enum grid_format sign_grid_format(const uint8_t *bytes, size_t count);

/* Reads a grid of any of the formats. An exit code, after one line if it is not EXIT_DONE; *grid is
 * then empty. */
int sign_grid_read(const char *path, struct sign_grid *grid);

#endif
