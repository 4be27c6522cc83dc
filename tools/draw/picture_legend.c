/* The legend under a picture: see picture_legend.h.
 *
 * Invariant: a text begins in the row where it ends, unless a row of its own is too narrow for it;
 * then it is cut off at the right. */
#include "tools/draw/picture_legend.h"

#include "tools/draw/font.h"

#include <stdio.h>
#include <string.h>

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

/* How many letters of a text fit a line of `most`: whole words, if there is a blank. */
static size_t line_length(const char *text, size_t most) {
  const size_t length = strlen(text);
  if (length <= most)
    return length;
  size_t end = most;
  while (end > 0 && text[end] != ' ')
    end--;
  return end > 0 ? end : most;
}

void picture_legend_write(struct picture_legend *legend, const char *text,
                          struct canvas_color color) {
  char line[256];
  const size_t width = (size_t)(legend->width / (FONT_ADVANCE * legend->scale));
  const size_t most = width < sizeof line ? width : sizeof line - 1;
  picture_legend_break(legend);
  while (*text != '\0') {
    const size_t length = line_length(text, most);
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    canvas_text(legend->canvas, legend->x, text_top(legend), legend->scale, line, color);
    legend->y += ROW_HEIGHT;
    text += length;
    text += strspn(text, " ");
  }
}

int32_t picture_legend_end(struct picture_legend *legend) {
  picture_legend_break(legend);
  return legend->y;
}
