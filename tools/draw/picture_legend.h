/* The legend under a picture: signs with their meaning, in rows. */
#ifndef OVERLAND_TOOLS_DRAW_PICTURE_LEGEND_H
#define OVERLAND_TOOLS_DRAW_PICTURE_LEGEND_H

#include "tools/draw/canvas.h"

#include <stdbool.h>
#include <stdint.h>

/* Room for any legend: a canvas is made this much higher than its picture, and cropped. */
#define PICTURE_LEGEND_MOST_HEIGHT 1100
#define PICTURE_LEGEND_LEAST_WIDTH 200
#define PICTURE_LEGEND_SIGN_HEIGHT 18

struct picture_legend {
  struct canvas *canvas;
  int32_t left, width;
  int scale;    /* of its text */
  int32_t x, y; /* of the next sign's box; the text is beside it */
};

/* A legend from (left, top) on, `width` pixels wide. */
struct picture_legend picture_legend_begin(struct canvas *canvas, int32_t left, int32_t top,
                                           int32_t width);

/* Writes a meaning where the row has room for it, else in the next row, and puts the place of its
 * sign in *x and *y. */
void picture_legend_add(struct picture_legend *legend, const char *text, int32_t *x, int32_t *y);

/* The same with a square of one colour as the sign. */
void picture_legend_add_color(struct picture_legend *legend, const char *text,
                              struct canvas_color color);

/* Writes a text in lines of its own; what follows begins a new row. */
void picture_legend_write(struct picture_legend *legend, const char *text,
                          struct canvas_color color);

/* Begins a new row. */
void picture_legend_break(struct picture_legend *legend);

/* Ends the legend; returns where what lies below it begins. */
int32_t picture_legend_end(struct picture_legend *legend);

#endif
