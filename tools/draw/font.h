/* A small bitmap font: ASCII 32 to 126, each letter in a box of the same size. */
#ifndef OVERLAND_TOOLS_DRAW_FONT_H
#define OVERLAND_TOOLS_DRAW_FONT_H

#include <stdbool.h>

#define FONT_WIDTH 5  /* of a letter */
#define FONT_HEIGHT 9 /* of a letter: 7 above the base line, 2 below */
#define FONT_ASCENT 7
#define FONT_ADVANCE 6 /* from one letter to the next */

/* Whether the letter covers the point x, y of its box. Letters that the font has not look like
 * '?'. */
bool font_covers(char letter, int x, int y);

#endif
