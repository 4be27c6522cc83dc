/* Labels beside places of a picture that cover neither each other nor what is marked as taken. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_LABELS_H
#define OVERLAND_TOOLS_DRAW_MAP_LABELS_H

#include "tools/draw/canvas.h"

#include <stdbool.h>
#include <stdint.h>

struct map_labels {
  struct canvas *canvas;
  struct canvas_rect rect; /* labels stay inside */
  uint8_t *taken;          /* 1 for each pixel of the rectangle that may not be covered */
};

/* False if there is no memory. */
bool map_labels_create(struct map_labels *labels, struct canvas *canvas, struct canvas_rect rect);
void map_labels_destroy(struct map_labels *labels);

/* Keeps labels off a disc, and off a line of some thickness. */
void map_labels_take_disc(struct map_labels *labels, struct canvas_point centre, double radius);
void map_labels_take_line(struct map_labels *labels, struct canvas_point from,
                          struct canvas_point to, double thickness);

/* Writes a text beside a disc, with a white rim. Returns false, and writes nothing, if no side of
 * the disc has room for it. */
bool map_labels_write(struct map_labels *labels, struct canvas_point centre, double radius,
                      int scale, const char *text, struct canvas_color color);

#endif
