/* Levels of letters: a row a line. */
#ifndef OVERLAND_TOOLS_GRID_TEXT_LEVEL_H
#define OVERLAND_TOOLS_GRID_TEXT_LEVEL_H

#include "tools/grid/sign_grid.h"

/* An exit code; what was begun is left to the caller. */
int text_level_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                    struct sign_grid *grid);

#endif
