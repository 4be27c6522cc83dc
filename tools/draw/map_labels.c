/* Labels that cover neither each other nor what is marked: see map_labels.h.
 *
 * Invariant: a label is written only where no pixel of its box is taken, and then takes them. So
 * who writes first has the better place. */
#include "tools/draw/map_labels.h"

#include "tools/draw/font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RIM 2 /* pixels around a text */

bool map_labels_create(struct map_labels *labels, struct canvas *canvas, struct canvas_rect rect) {
  *labels = (struct map_labels){.canvas = canvas, .rect = rect};
  labels->taken = calloc((size_t)rect.width * (size_t)rect.height, 1);
  return labels->taken != NULL;
}

void map_labels_destroy(struct map_labels *labels) {
  free(labels->taken);
  labels->taken = NULL;
}

static bool lies_inside(const struct map_labels *labels, struct canvas_rect box) {
  const struct canvas_rect *rect = &labels->rect;
  return box.left >= rect->left && box.top >= rect->top &&
         box.left + box.width <= rect->left + rect->width &&
         box.top + box.height <= rect->top + rect->height;
}

static uint8_t *row_of(const struct map_labels *labels, int32_t x, int32_t y) {
  return labels->taken + (size_t)(y - labels->rect.top) * (size_t)labels->rect.width +
         (x - labels->rect.left);
}

static bool is_free(const struct map_labels *labels, struct canvas_rect box) {
  if (!lies_inside(labels, box))
    return false;
  for (int32_t y = box.top; y < box.top + box.height; y++)
    if (memchr(row_of(labels, box.left, y), 1, (size_t)box.width) != NULL)
      return false;
  return true;
}

/* As far as it lies inside. */
static void take(struct map_labels *labels, struct canvas_rect box) {
  const struct canvas_rect *rect = &labels->rect;
  for (int32_t y = box.top; y < box.top + box.height; y++)
    for (int32_t x = box.left; x < box.left + box.width; x++)
      if (x >= rect->left && x < rect->left + rect->width && y >= rect->top &&
          y < rect->top + rect->height)
        *row_of(labels, x, y) = 1;
}

void map_labels_take_disc(struct map_labels *labels, struct canvas_point centre, double radius) {
  const int32_t side = (int32_t)ceil(2.0 * radius);
  take(labels, (struct canvas_rect){(int32_t)floor(centre.x - radius),
                                    (int32_t)floor(centre.y - radius), side, side});
}

/* Discs in a row. */
void map_labels_take_line(struct map_labels *labels, struct canvas_point from,
                          struct canvas_point to, double thickness) {
  const int32_t steps = 1 + (int32_t)(hypot(to.x - from.x, to.y - from.y) / fmax(thickness, 1.0));
  for (int32_t i = 0; i <= steps; i++) {
    const double share = (double)i / steps;
    const struct canvas_point place = {from.x + (to.x - from.x) * share,
                                       from.y + (to.y - from.y) * share};
    map_labels_take_disc(labels, place, thickness / 2.0);
  }
}

static void write_with_rim(struct canvas *canvas, int32_t x, int32_t y, int scale, const char *text,
                           struct canvas_color color) {
  const struct canvas_color white = {255, 255, 255, 170};
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      canvas_text(canvas, x + dx, y + dy, scale, text, white);
  canvas_text(canvas, x, y, scale, text, color);
}

/* To the right if there is room, else left, below, above, and at the corners. */
bool map_labels_write(struct map_labels *labels, struct canvas_point centre, double radius,
                      int scale, const char *text, struct canvas_color color) {
  static const int SIDES[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                  {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  const int32_t width = canvas_text_width(text, scale) + 2 * RIM;
  const int32_t height = FONT_ASCENT * scale + 2 * RIM;
  for (int i = 0; i < 8; i++) {
    const double x = centre.x + SIDES[i][0] * (radius + width / 2.0 + 1.0);
    const double y = centre.y + SIDES[i][1] * (radius + height / 2.0 + 1.0);
    const struct canvas_rect box = {(int32_t)floor(x - width / 2.0 + 0.5),
                                    (int32_t)floor(y - height / 2.0 + 0.5), width, height};
    if (!is_free(labels, box))
      continue;
    write_with_rim(labels->canvas, box.left + RIM, box.top + RIM, scale, text, color);
    take(labels, box);
    return true;
  }
  return false;
}
