/* A picture in memory and what is drawn on it.
 *
 * Invariant: `clip` lies inside the canvas, and every write goes through it.
 *
 * Round shapes are anti-aliased by distance: a pixel is covered by how far its centre lies inside
 * the shape, cut to 0 .. 1. A thick line is all points near a segment, a disc all near a point. */
#include "tools/draw/canvas.h"

#include "tools/draw/font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct canvas_color CANVAS_BACKGROUND = {250, 249, 246, 255};
const struct canvas_color CANVAS_TEXT = {34, 36, 44, 255};
const struct canvas_color CANVAS_PALE_TEXT = {98, 100, 112, 255};
const struct canvas_color CANVAS_FRAME = {60, 62, 70, 255};
const struct canvas_color CANVAS_WHITE = {255, 255, 255, 255};

bool canvas_create(struct canvas *canvas, int32_t width, int32_t height,
                   struct canvas_color background) {
  canvas->width = width;
  canvas->height = height;
  canvas->pixels = malloc((size_t)width * (size_t)height * 3);
  if (canvas->pixels == NULL)
    return false;
  canvas_clear_clip(canvas);
  canvas_fill_rect(canvas, canvas->clip, background);
  return true;
}

void canvas_destroy(struct canvas *canvas) {
  free(canvas->pixels);
  canvas->pixels = NULL;
}

void canvas_crop(struct canvas *canvas, int32_t height) {
  canvas->height = height < canvas->height ? height : canvas->height;
  canvas_clear_clip(canvas);
}

static int32_t min_i32(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t max_i32(int32_t a, int32_t b) { return a > b ? a : b; }

static struct canvas_rect intersect(struct canvas_rect a, struct canvas_rect b) {
  int32_t left = max_i32(a.left, b.left);
  int32_t top = max_i32(a.top, b.top);
  int32_t right = min_i32(a.left + a.width, b.left + b.width);
  int32_t bottom = min_i32(a.top + a.height, b.top + b.height);
  return (struct canvas_rect){left, top, max_i32(right - left, 0), max_i32(bottom - top, 0)};
}

void canvas_clear_clip(struct canvas *canvas) {
  canvas->clip = (struct canvas_rect){0, 0, canvas->width, canvas->height};
}

void canvas_set_clip(struct canvas *canvas, struct canvas_rect rect) {
  canvas->clip = intersect(rect, (struct canvas_rect){0, 0, canvas->width, canvas->height});
}

static uint8_t mix(uint8_t below, uint8_t above, uint32_t share) {
  return (uint8_t)((below * (255U - share) + above * share + 127U) / 255U);
}

void canvas_blend(struct canvas *canvas, int32_t x, int32_t y, struct canvas_color color,
                  double coverage) {
  const struct canvas_rect *clip = &canvas->clip;
  if (x < clip->left || x >= clip->left + clip->width || y < clip->top ||
      y >= clip->top + clip->height || !(coverage > 0.0))
    return;
  double share = (coverage < 1.0 ? coverage : 1.0) * color.alpha;
  uint32_t whole = (uint32_t)(share + 0.5);
  uint8_t *pixel = canvas->pixels + ((size_t)y * (size_t)canvas->width + (size_t)x) * 3;
  pixel[0] = mix(pixel[0], color.red, whole);
  pixel[1] = mix(pixel[1], color.green, whole);
  pixel[2] = mix(pixel[2], color.blue, whole);
}

/* The eye takes most of it from green. */
int canvas_lightness(const struct canvas *canvas, int32_t x, int32_t y) {
  if (x < 0 || x >= canvas->width || y < 0 || y >= canvas->height)
    return 0;
  const uint8_t *pixel = canvas->pixels + ((size_t)y * (size_t)canvas->width + (size_t)x) * 3;
  return (3 * pixel[0] + 6 * pixel[1] + pixel[2]) / 10;
}

void canvas_fill_rect(struct canvas *canvas, struct canvas_rect rect, struct canvas_color color) {
  struct canvas_rect r = intersect(rect, canvas->clip);
  for (int32_t y = r.top; y < r.top + r.height; y++)
    for (int32_t x = r.left; x < r.left + r.width; x++)
      canvas_blend(canvas, x, y, color, 1.0);
}

void canvas_frame_rect(struct canvas *canvas, struct canvas_rect rect, struct canvas_color color) {
  struct canvas_rect line = {rect.left, rect.top, rect.width, 1};
  canvas_fill_rect(canvas, line, color);
  line.top = rect.top + rect.height - 1;
  canvas_fill_rect(canvas, line, color);
  line = (struct canvas_rect){rect.left, rect.top + 1, 1, rect.height - 2};
  canvas_fill_rect(canvas, line, color);
  line.left = rect.left + rect.width - 1;
  canvas_fill_rect(canvas, line, color);
}

/* The pixels from floor(low) to ceil(high), cut to the side of a clip. */
struct span {
  int32_t begin, end;
};

static struct span clip_span(double low, double high, int32_t clip_begin, int32_t clip_size) {
  double begin = fmax(floor(low), (double)clip_begin);
  double end = fmin(ceil(high), (double)clip_begin + (double)clip_size);
  if (!(begin < end))
    return (struct span){0, 0};
  return (struct span){(int32_t)begin, (int32_t)end};
}

void canvas_disc(struct canvas *canvas, struct canvas_point centre, double radius,
                 struct canvas_color color) {
  canvas_line(canvas, centre, centre, 2.0 * radius, color);
}

static double distance_to_segment(double px, double py, struct canvas_point a, double dx, double dy,
                                  double length_squared) {
  double along = length_squared > 0.0 ? ((px - a.x) * dx + (py - a.y) * dy) / length_squared : 0.0;
  along = fmin(fmax(along, 0.0), 1.0);
  return hypot(px - a.x - along * dx, py - a.y - along * dy);
}

/* The part of the segment that can touch the pixel row between y and y + 1, as a span of x. A long
 * slanted line would otherwise look at its whole bounding box. */
static struct span row_span(const struct canvas *canvas, int32_t y, struct canvas_point a,
                            struct canvas_point b, double reach) {
  double low = 0.0;
  double high = 1.0;
  double dy = b.y - a.y;
  if (fabs(dy) > 1e-9) {
    double first = (y - reach - a.y) / dy;
    double last = (y + 1.0 + reach - a.y) / dy;
    low = fmax(0.0, fmin(first, last));
    high = fmin(1.0, fmax(first, last));
    if (low > high)
      return (struct span){0, 0};
  }
  double x_low = a.x + low * (b.x - a.x);
  double x_high = a.x + high * (b.x - a.x);
  return clip_span(fmin(x_low, x_high) - reach, fmax(x_low, x_high) + reach, canvas->clip.left,
                   canvas->clip.width);
}

void canvas_line(struct canvas *canvas, struct canvas_point from, struct canvas_point to,
                 double thickness, struct canvas_color color) {
  /* A line thinner than a pixel is a pale one, one pixel thick. */
  double paleness = fmin(thickness, 1.0);
  double radius = fmax(thickness, 1.0) / 2.0;
  double reach = radius + 0.5;
  double dx = to.x - from.x;
  double dy = to.y - from.y;
  double length_squared = dx * dx + dy * dy;
  struct span rows = clip_span(fmin(from.y, to.y) - reach, fmax(from.y, to.y) + reach,
                               canvas->clip.top, canvas->clip.height);
  for (int32_t y = rows.begin; y < rows.end; y++) {
    struct span columns = row_span(canvas, y, from, to, reach);
    for (int32_t x = columns.begin; x < columns.end; x++) {
      double distance = distance_to_segment(x + 0.5, y + 0.5, from, dx, dy, length_squared);
      double coverage = fmin(reach - distance, 1.0);
      canvas_blend(canvas, x, y, color, coverage * paleness);
    }
  }
}

void canvas_polyline(struct canvas *canvas, const struct canvas_point *points, size_t count,
                     double thickness, struct canvas_color color) {
  if (count == 1)
    canvas_line(canvas, points[0], points[0], thickness, color);
  for (size_t i = 1; i < count; i++)
    canvas_line(canvas, points[i - 1], points[i], thickness, color);
}

void canvas_text(struct canvas *canvas, int32_t x, int32_t y, int scale, const char *text,
                 struct canvas_color color) {
  for (; *text != '\0'; text++, x += FONT_ADVANCE * scale)
    for (int row = 0; row < FONT_HEIGHT; row++)
      for (int column = 0; column < FONT_WIDTH; column++)
        if (font_covers(*text, column, row))
          canvas_fill_rect(canvas,
                           (struct canvas_rect){x + column * scale, y + row * scale, scale, scale},
                           color);
}

int32_t canvas_text_width(const char *text, int scale) {
  size_t length = strlen(text);
  return length == 0 ? 0 : ((int32_t)length * FONT_ADVANCE - 1) * scale;
}
