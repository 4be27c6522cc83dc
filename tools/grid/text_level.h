/* Levels of letters: a row a line, of letters alone or parted as CSV. */
#ifndef OVERLAND_TOOLS_GRID_TEXT_LEVEL_H
#define OVERLAND_TOOLS_GRID_TEXT_LEVEL_H

#include "tools/grid/sign_grid.h"

/* The `,`, `;` or tab between the letters of each of the first lines of a text; 0: they are not
 * parted, or all of them are digits. */
char text_level_separator(const char *text, size_t byte_count);

/* An exit code; what was begun is left to the caller. */
int text_level_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                    struct sign_grid *grid);

#endif
