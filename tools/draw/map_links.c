/* Links drawn over the picture of a map: see map_links.h.
 *
 * An arc bends to the right of its way, so that the two links of a pair that leads there and back
 * lie apart. */
#include "tools/draw/map_links.h"

#include "overland_inspect.h"
#include "tools/draw/font.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const struct canvas_color LINK_COLOR = {140, 24, 150, 255};
static const struct canvas_color WHITE = {255, 255, 255, 255};

#define ARC_POINTS 24
#define ARC_BEND 0.18
#define HEAD_LENGTH 9.0
#define HEAD_WIDTH 0.45 /* radians from the middle */
#define RING_RADIUS 4.0

/* The place `share` of the way along an arc. */
static struct canvas_point arc_place(struct canvas_point from, struct canvas_point to,
                                     double share) {
  const double bend = 4.0 * ARC_BEND * share * (1.0 - share);
  return (struct canvas_point){from.x + (to.x - from.x) * share - (to.y - from.y) * bend,
                               from.y + (to.y - from.y) * share + (to.x - from.x) * bend};
}

/* The head of an arrow that comes from `before`. */
static void draw_head(struct canvas *canvas, struct canvas_point before, struct canvas_point tip,
                      struct canvas_color color) {
  const double angle = atan2(tip.y - before.y, tip.x - before.x);
  for (int side = -1; side <= 1; side += 2) {
    const double back = angle + side * HEAD_WIDTH;
    const struct canvas_point end = {tip.x - HEAD_LENGTH * cos(back),
                                     tip.y - HEAD_LENGTH * sin(back)};
    canvas_line(canvas, tip, end, 2.0, color);
  }
}

static void draw_arc(struct canvas *canvas, struct canvas_point from, struct canvas_point to,
                     double thickness, struct canvas_color color) {
  struct canvas_point points[ARC_POINTS + 1];
  for (int i = 0; i <= ARC_POINTS; i++)
    points[i] = arc_place(from, to, (double)i / ARC_POINTS);
  canvas_polyline(canvas, points, ARC_POINTS + 1, thickness + 2.0, WHITE);
  canvas_polyline(canvas, points, ARC_POINTS + 1, thickness, color);
}

/* A ring at the end on this floor, with the number of the other one beside it. */
static void draw_stairs(const struct map_view *view, ovl_cell here, int32_t other,
                        struct canvas_color color) {
  char text[16];
  const int letter_scale = view->scale < 10.0 ? 1 : 2;
  const struct canvas_point place = map_picture_centre(view, here);
  snprintf(text, sizeof text, "%" PRId32, other);
  canvas_disc(view->canvas, place, RING_RADIUS + 1.5, WHITE);
  canvas_disc(view->canvas, place, RING_RADIUS, color);
  canvas_text(view->canvas, (int32_t)(place.x + RING_RADIUS + 3.0),
              (int32_t)(place.y - FONT_ASCENT * letter_scale / 2.0), letter_scale, text, color);
}

static void draw_link(const struct map_view *view, const ovl_link_def *link) {
  const int32_t floor = view->area.floor;
  const bool begins = link->from.floor == floor;
  const bool ends = link->to.floor == floor;
  if (begins != ends) {
    draw_stairs(view, begins ? link->from : link->to, begins ? link->to.floor : link->from.floor,
                LINK_COLOR);
    return;
  }
  const struct canvas_point from = map_picture_centre(view, link->from);
  const struct canvas_point to = map_picture_centre(view, link->to);
  draw_arc(view->canvas, from, to, 1.5, LINK_COLOR);
  draw_head(view->canvas, arc_place(from, to, 0.9), to, LINK_COLOR);
  if (link->cost_back != 0)
    draw_head(view->canvas, arc_place(from, to, 0.1), from, LINK_COLOR);
}

void map_links_draw(const struct map_view *view) {
  ovl_link_def link;
  for (uint32_t i = 0; ovl_world_link(view->world, i, &link); i++) {
    const bool takes = link.profiles == 0 || (link.profiles >> view->profile & 1U) != 0;
    const bool here = link.from.floor == view->area.floor || link.to.floor == view->area.floor;
    if (takes && here)
      draw_link(view, &link);
  }
}

void map_links_draw_leg(const struct map_view *view, ovl_cell from, ovl_cell to,
                        struct canvas_color color) {
  const int32_t floor = view->area.floor;
  if (from.floor == floor && to.floor == floor) {
    const struct canvas_point begin = map_picture_centre(view, from);
    const struct canvas_point end = map_picture_centre(view, to);
    draw_arc(view->canvas, begin, end, 3.0, color);
    draw_head(view->canvas, arc_place(begin, end, 0.9), end, color);
  } else if (from.floor == floor) {
    draw_stairs(view, from, to.floor, color);
  } else if (to.floor == floor) {
    draw_stairs(view, to, from.floor, color);
  }
}
