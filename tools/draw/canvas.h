/* A picture in memory and what is drawn on it. Places are in pixels: x grows right, y grows down,
 * and pixel (0,0) covers 0 to 1 both ways, so its centre is at (0.5, 0.5). */
#ifndef OVERLAND_TOOLS_DRAW_CANVAS_H
#define OVERLAND_TOOLS_DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct canvas_color {
  uint8_t red, green, blue;
  uint8_t alpha; /* 255 covers all */
};

struct canvas_rect {
  int32_t left, top, width, height;
};

struct canvas_point {
  double x, y;
};

struct canvas {
  int32_t width, height;
  uint8_t *pixels;         /* red, green, blue; row by row */
  struct canvas_rect clip; /* nothing is drawn outside */
};

/* The colours of all pictures. */
extern const struct canvas_color CANVAS_BACKGROUND, CANVAS_TEXT, CANVAS_PALE_TEXT, CANVAS_FRAME,
    CANVAS_WHITE;

/* Returns false if there is no memory. */
bool canvas_create(struct canvas *canvas, int32_t width, int32_t height,
                   struct canvas_color background);
void canvas_destroy(struct canvas *canvas);

/* Cuts off what lies below a height. */
void canvas_crop(struct canvas *canvas, int32_t height);

/* Limits what follows to a rectangle, or again to the whole canvas. */
void canvas_set_clip(struct canvas *canvas, struct canvas_rect rect);
void canvas_clear_clip(struct canvas *canvas);

/* Lays a colour over one pixel; coverage 0 to 1 thins it. */
void canvas_blend(struct canvas *canvas, int32_t x, int32_t y, struct canvas_color color,
                  double coverage);

/* How light a pixel is, 0 to 255; outside the canvas: 0. */
int canvas_lightness(const struct canvas *canvas, int32_t x, int32_t y);

void canvas_fill_rect(struct canvas *canvas, struct canvas_rect rect, struct canvas_color color);
void canvas_frame_rect(struct canvas *canvas, struct canvas_rect rect, struct canvas_color color);

void canvas_disc(struct canvas *canvas, struct canvas_point centre, double radius,
                 struct canvas_color color);

/* A line with round ends. */
void canvas_line(struct canvas *canvas, struct canvas_point from, struct canvas_point to,
                 double thickness, struct canvas_color color);
void canvas_polyline(struct canvas *canvas, const struct canvas_point *points, size_t count,
                     double thickness, struct canvas_color color);

/* Text with its upper left corner at (x, y), each point of the font `scale` pixels wide. */
void canvas_text(struct canvas *canvas, int32_t x, int32_t y, int scale, const char *text,
                 struct canvas_color color);
int32_t canvas_text_width(const char *text, int scale);

#endif
