/* Maps of one sign a cell, from texts: levels of letters, grids of numbers, occupancy grids of
 * robots.
 *
 *   - **Text levels**: a row of letters a line, as `#.#` or `#,.,#`; a short row ends in blanks.
 *   - **Grids of numbers**: whole numbers parted by commas, semicolons, tabs or blanks, a row a
 *     line, all of one length; and ESRI ASCII grids, whose numbers are rounded and whose NODATA is
 *     the sign `nodata`.
 *   - **Raw numbers** of a size that is given: 8 bits a cell, or 16, the low byte first.
 *   - **Occupancy grids** of ROS: a `.yaml` with the picture that it names, which lies in its
 *     folder. Cells are `free`, `occupied` or `unknown`, by the thresholds of the modes trinary,
 *     scale and raw; what scale and raw have between free and occupied is `partly_1` to
 *     `partly_99`, in hundredths. */
#ifndef OVERLAND_TOOLS_GRID_GRID_READER_H
#define OVERLAND_TOOLS_GRID_GRID_READER_H

#include "tools/base/options.h"
#include "tools/codec/image.h"
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

/* Reads a grid of any of the formats; `raw` is the size of one of raw numbers, else its width is 0.
 * An exit code, after one line if it is not EXIT_DONE; *grid is then empty. */
int sign_grid_read(const char *path, const struct option_size *raw, struct sign_grid *grid);

/* Returns whether a file holds a grid of numbers, or as many raw ones as a size says. */
bool sign_grid_has_samples(const char *path, const struct option_size *raw);

/* Reads these times a scale as samples of 0 to 65535, such as heights. Where numbers are below 0
 * the least of them becomes 0, and so do cells without data. An exit code as above; the image is
 * then empty. */
int sign_grid_read_samples(const char *path, const struct option_size *raw, double scale,
                           struct image *image);

#endif
