/* A picture of two versions of a world: what closed, opened, was cut off and joined. */
#ifndef OVERLAND_TOOLS_DIFF_DIFF_PICTURE_H
#define OVERLAND_TOOLS_DIFF_DIFF_PICTURE_H

#include "tools/diff/island_changes.h"

/* Draws a floor, `width` pixels wide, as a PNG. An exit code, after one line on standard error if
 * it is not EXIT_DONE. */
int diff_picture_write(const struct diff_worlds *worlds, const struct island_changes *changes,
                       int32_t floor, int32_t width, const char *path);

#endif
