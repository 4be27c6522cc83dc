/* Grids of numbers: CSV, and ESRI ASCII grids. */
#ifndef OVERLAND_TOOLS_GRID_NUMBER_GRID_H
#define OVERLAND_TOOLS_GRID_NUMBER_GRID_H

#include "tools/grid/sign_grid.h"

/* Reads a grid of numbers, with the head of an ESRI grid if there is one. An exit code; what was
 * begun is left to the caller. */
int number_grid_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                     bool is_esri, struct sign_grid *grid);

#endif
