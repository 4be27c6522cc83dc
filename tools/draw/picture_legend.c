/* The legend under a picture: see picture_legend.h.
 *
 * Invariant: a text begins in the row where it ends, unless a row of its own is too narrow for it;
 * then it is cut off at the right. */
#include "tools/draw/picture_legend.h"

#include "tools/draw/font.h"

#define TEXT_LEFT 36 /* from the sign's box */
#define ITEMS_APART 18
#define ROW_HEIGHT 26
#define LARGE_TEXT_WIDTH 480 /* narrower legends have small letters */

struct picture_legend picture_legend_begin(struct canvas *canvas, int32_t left, int32_t top,
                                           int32_t width) {
  return (struct picture_legend){.canvas = canvas,
                                 .left = left,
                                 .width = width,
                                 .scale = width >= LARGE_TEXT_WIDTH ? 2 : 1,
                                 .x = left,
                                 .y = top};
}

void picture_legend_break(struct picture_legend *legend) {
  if (legend->x == legend->left)
    return;
  legend->x = legend->left;
  legend->y += ROW_HEIGHT;
}

static int32_t text_top(const struct picture_legend *legend) {
  return legend->y + (PICTURE_LEGEND_SIGN_HEIGHT - FONT_ASCENT * legend->scale) / 2;
}

void picture_legend_add(struct picture_legend *legend, const char *text, int32_t *x, int32_t *y) {
  const int32_t width = TEXT_LEFT + canvas_text_width(text, legend->scale);
  if (legend->x + width > legend->left + legend->width)
    picture_legend_break(legend);
  *x = legend->x;
  *y = legend->y;
  canvas_text(legend->canvas, legend->x + TEXT_LEFT, text_top(legend), legend->scale, text,
              CANVAS_TEXT);
  legend->x += width + ITEMS_APART;
}

void picture_legend_add_color(struct picture_legend *legend, const char *text,
                              struct canvas_color color) {
  int32_t x, y;
  picture_legend_add(legend, text, &x, &y);
  const struct canvas_rect box = {x + 5, y, 18, 18};
  canvas_fill_rect(legend->canvas, box, color);
  canvas_frame_rect(legend->canvas, box, CANVAS_FRAME);
}

void picture_legend_write(struct picture_legend *legend, const char *text,
                          struct canvas_color color) {
  const bool is_wide = canvas_text_width(text, legend->scale) > legend->width;
  const int scale = is_wide ? 1 : legend->scale;
  picture_legend_break(legend);
  canvas_text(legend->canvas, legend->x, text_top(legend), scale, text, color);
  legend->y += ROW_HEIGHT;
}

int32_t picture_legend_end(struct picture_legend *legend) {
  picture_legend_break(legend);
  return legend->y;
}
