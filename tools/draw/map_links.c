/* Links drawn over the picture of a map: see map_links.h.
 *
 * An arc bends to the right of its way, so that the two links of a pair that leads there and back
 * lie apart. */
#include "tools/draw/map_links.h"

#include "overland_inspect.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct canvas_color LINK_COLOR = {140, 24, 150, 255};

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
  canvas_polyline(canvas, points, ARC_POINTS + 1, thickness + 2.0, CANVAS_WHITE);
  canvas_polyline(canvas, points, ARC_POINTS + 1, thickness, color);
}

/* An end of a link that leads to another floor, or, hollow, that only comes from there. */
static void draw_end(struct canvas *canvas, struct canvas_point place, bool departs,
                     struct canvas_color color) {
  canvas_disc(canvas, place, RING_RADIUS + 1.5, CANVAS_WHITE);
  canvas_disc(canvas, place, RING_RADIUS, color);
  if (!departs)
    canvas_disc(canvas, place, RING_RADIUS - 2.0, CANVAS_WHITE);
}

/* ---- Links of the world ---- */

/* Whether the view's profile may take a link; it is filled in. */
static bool next_link(const struct map_view *view, uint32_t *number, ovl_link_def *link) {
  while (ovl_world_link(view->world, (*number)++, link))
    if (link->profiles == 0 || (link->profiles >> view->profile & 1U) != 0)
      return true;
  return false;
}

/* An end on the view's floor of a link to another one. */
struct floor_end {
  ovl_cell cell;
  int32_t other; /* floor */
  bool departs;
};

/* False if the link does not join the view's floor and another one. */
static bool find_end(const struct map_view *view, const ovl_link_def *link, struct floor_end *end) {
  const bool begins = link->from.floor == view->area.floor;
  const bool ends = link->to.floor == view->area.floor;
  *end =
      (struct floor_end){begins ? link->from : link->to, begins ? link->to.floor : link->from.floor,
                         begins || link->cost_back != 0};
  return begins != ends;
}

static void draw_in_floor(const struct map_view *view, const ovl_link_def *link) {
  const struct canvas_point from = map_view_centre(view, link->from);
  const struct canvas_point to = map_view_centre(view, link->to);
  draw_arc(view->canvas, from, to, 1.5, LINK_COLOR);
  draw_head(view->canvas, arc_place(from, to, 0.9), to, LINK_COLOR);
  if (link->cost_back != 0)
    draw_head(view->canvas, arc_place(from, to, 0.1), from, LINK_COLOR);
}

/* Rings first, so that a cell that links lead to and from has a disc. */
static void draw_ends(const struct map_view *view, bool departs) {
  struct floor_end end;
  ovl_link_def link;
  uint32_t number = 0;
  while (next_link(view, &number, &link)) {
    if (!find_end(view, &link, &end) || end.departs != departs)
      continue;
    draw_end(view->canvas, map_view_centre(view, end.cell), departs, LINK_COLOR);
    if (view->shown != NULL)
      *(departs ? &view->shown->departures : &view->shown->arrivals) = true;
  }
}

void map_links_draw(const struct map_view *view) {
  ovl_link_def link;
  uint32_t number = 0;
  while (next_link(view, &number, &link)) {
    if (link.from.floor != view->area.floor || link.to.floor != view->area.floor)
      continue;
    draw_in_floor(view, &link);
    if (view->shown != NULL)
      view->shown->arcs = true;
  }
  draw_ends(view, false);
  draw_ends(view, true);
}

/* ---- Labels ---- */

static int compare_ends(const void *a, const void *b) {
  const struct floor_end *first = a;
  const struct floor_end *second = b;
  if (first->cell.y != second->cell.y)
    return first->cell.y < second->cell.y ? -1 : 1;
  if (first->cell.x != second->cell.x)
    return first->cell.x < second->cell.x ? -1 : 1;
  return (first->other > second->other) - (first->other < second->other);
}

static struct floor_end *list_ends(const struct map_view *view, size_t *count) {
  struct floor_end end;
  ovl_link_def link;
  uint32_t number = 0;
  *count = 0;
  while (next_link(view, &number, &link))
    *count += find_end(view, &link, &end);
  struct floor_end *ends = malloc((*count + 1) * sizeof *ends);
  *count = 0;
  number = 0;
  while (ends != NULL && next_link(view, &number, &link))
    if (find_end(view, &link, &end))
      ends[(*count)++] = end;
  if (ends != NULL)
    qsort(ends, *count, sizeof *ends, compare_ends);
  return ends;
}

/* One label for the ends at a cell, which begin the list: "0,2". Returns how many they are. */
static size_t label_cell(const struct map_view *view, const struct floor_end *ends, size_t count,
                         struct map_labels *labels) {
  char text[40];
  size_t used = 0;
  size_t i = 0;
  for (; i < count && ends[i].cell.x == ends[0].cell.x && ends[i].cell.y == ends[0].cell.y; i++) {
    if ((i > 0 && ends[i].other == ends[i - 1].other) || used + 8 > sizeof text)
      continue;
    const int wrote =
        snprintf(text + used, sizeof text - used, "%s%" PRId32, i == 0 ? "" : ",", ends[i].other);
    used += wrote > 0 ? (size_t)wrote : 0;
  }
  const struct canvas_point place = map_view_centre(view, ends[0].cell);
  if (!map_labels_write(labels, place, RING_RADIUS + 1.5, 2, text, LINK_COLOR))
    map_labels_write(labels, place, RING_RADIUS + 1.5, 1, text, LINK_COLOR);
  return i;
}

bool map_links_label(const struct map_view *view, struct map_labels *labels) {
  size_t count;
  struct floor_end *ends = list_ends(view, &count);
  if (ends == NULL)
    return false;
  for (size_t i = 0; i < count; i++)
    map_labels_take_disc(labels, map_view_centre(view, ends[i].cell), RING_RADIUS + 1.5);
  for (size_t i = 0; i < count;)
    i += label_cell(view, ends + i, count - i, labels);
  free(ends);
  return true;
}

/* ---- Legs and signs ---- */

void map_links_draw_leg(const struct map_view *view, ovl_cell from, ovl_cell to,
                        struct canvas_color color) {
  const int32_t floor = view->area.floor;
  const struct canvas_point begin = map_view_centre(view, from);
  const struct canvas_point end = map_view_centre(view, to);
  if (from.floor == floor && to.floor == floor) {
    draw_arc(view->canvas, begin, end, 3.0, color);
    draw_head(view->canvas, arc_place(begin, end, 0.9), end, color);
  } else if (from.floor == floor) {
    draw_end(view->canvas, begin, true, color);
  } else if (to.floor == floor) {
    draw_end(view->canvas, end, true, color);
  }
}

void map_links_sign(struct canvas *canvas, enum map_link_sign sign, int32_t x, int32_t y) {
  const struct canvas_point from = {x + 3.0, y + 14.0};
  const struct canvas_point to = {x + 25.0, y + 14.0};
  if (sign == MAP_LINK_ARC) {
    draw_arc(canvas, to, from, 1.5, LINK_COLOR);
    draw_head(canvas, arc_place(to, from, 0.1), to, LINK_COLOR);
  } else {
    draw_end(canvas, (struct canvas_point){x + 8.0, y + 9.0}, sign == MAP_LINK_DEPARTURE,
             LINK_COLOR);
    canvas_text(canvas, x + 15, y + 2, 2, "1", LINK_COLOR);
  }
}
