/* Grids of numbers: CSV, and ESRI ASCII grids. */
#ifndef OVERLAND_TOOLS_GRID_NUMBER_GRID_H
#define OVERLAND_TOOLS_GRID_NUMBER_GRID_H

#include "tools/base/options.h"
#include "tools/codec/image.h"
#include "tools/grid/sign_grid.h"

/* How the bytes of a grid are read. */
struct number_grid_form {
  bool is_esri;           /* it has the head of an ESRI grid */
  struct option_size raw; /* of raw numbers; width 0: they are text */
  double scale;           /* of the numbers, before they are rounded */
};

/* The numbers of a grid, row by row; those without data are NUMBER_GRID_NO_DATA. */
struct grid_numbers {
  int32_t width, height;
  int32_t *values;
};

#define NUMBER_GRID_NO_DATA INT32_MIN

/* Reads numbers. An exit code; the values are the caller's to free, also after a failure. */
int number_grid_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                     const struct number_grid_form *form, struct grid_numbers *numbers);

/* Makes a grid of signs, or samples, of them. An exit code; what was begun is left to the caller.
 */
int number_grid_make_signs(const struct reader_file *file, const struct grid_numbers *numbers,
                           struct sign_grid *grid);
int number_grid_make_samples(const struct reader_file *file, const struct grid_numbers *numbers,
                             struct image *image);

#endif
