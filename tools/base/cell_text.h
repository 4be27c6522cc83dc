/* Cells and numbers as text: "10,12", or with its floor "2:10,12"; "16x9"; "0.125". */
#ifndef OVERLAND_TOOLS_BASE_CELL_TEXT_H
#define OVERLAND_TOOLS_BASE_CELL_TEXT_H

#include "overland.h"

#include <stdbool.h>

#define CELL_TEXT_BYTES 48

/* Reads a cell from the beginning of a text; x and y may have a minus sign, so that a cell outside
 * can be named. Returns the text after it; NULL if the text begins with no cell. */
const char *cell_text_read(const char *text, ovl_cell *cell);

/* The same, where nothing may follow. */
bool cell_text_parse(const char *text, ovl_cell *cell);

/* Writes a cell; its floor only if that is not 0 or `floors` says that there are several. Returns
 * `text`. */
const char *cell_text_write(char text[CELL_TEXT_BYTES], ovl_cell cell, int32_t floors);

/* A size, of any whole numbers. False if the text is anything else. */
bool cell_text_parse_size(const char *text, int32_t *width, int32_t *height);

/* A number without sign, of at most 15 digits. False if the text is anything else. */
bool cell_text_parse_number(const char *text, double *number);

#endif
