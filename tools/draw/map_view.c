/* Where a part of a world lies on a canvas: see map_view.h.
 *
 * Invariant: the rectangle of a view lies inside its frame and has the shape of its area, as far as
 * whole pixels allow. */
#include "tools/draw/map_view.h"

#include <math.h>
#include <stdlib.h>

struct map_area map_area_of(const ovl_floor_info *floor) {
  const ovl_cell corner = floor->corner;
  return (struct map_area){corner.x, corner.y, floor->width, floor->height, corner.floor};
}

struct map_view map_view_fit(struct canvas *canvas, const ovl_world *world, struct map_area area,
                             struct canvas_rect frame) {
  struct map_view view = {.canvas = canvas, .world = world, .area = area};
  view.scale = fmin((double)frame.width / area.width, (double)frame.height / area.height);
  view.rect.width = (int32_t)fmin(fmax(floor(area.width * view.scale + 0.5), 1.0), frame.width);
  view.rect.height = (int32_t)fmin(fmax(floor(area.height * view.scale + 0.5), 1.0), frame.height);
  view.rect.left = frame.left + (frame.width - view.rect.width) / 2;
  view.rect.top = frame.top + (frame.height - view.rect.height) / 2;
  return view;
}

struct canvas_point map_view_place(const struct map_view *view, double x, double y) {
  return (struct canvas_point){view->rect.left + (x - view->area.x) * view->scale,
                               view->rect.top + (y - view->area.y) * view->scale};
}

struct canvas_point map_view_centre(const struct map_view *view, ovl_cell cell) {
  return map_view_place(view, cell.x + 0.5, cell.y + 0.5);
}

struct canvas_point map_view_between(const struct map_view *view, ovl_cell first, ovl_cell second) {
  if (first.floor != second.floor || abs(first.x - second.x) > 1 || abs(first.y - second.y) > 1)
    return map_view_centre(view, first.floor == view->area.floor ? first : second);
  return map_view_place(view, (first.x + second.x + 1) / 2.0, (first.y + second.y + 1) / 2.0);
}

void map_view_note(const struct map_view *view, enum map_layer layer) {
  if (view->shown != NULL)
    view->shown->layers |= (unsigned)layer;
}

/* ---- Sets of cells ---- */

bool map_cover_create(struct map_cover *cover, const struct map_view *view) {
  cover->width = view->rect.width;
  cover->height = view->rect.height;
  cover->share = calloc((size_t)cover->width * (size_t)cover->height, sizeof *cover->share);
  return cover->share != NULL;
}

void map_cover_add(struct map_cover *cover, const struct map_view *view, ovl_cell cell) {
  double left = fmax((cell.x - view->area.x) * view->scale, 0.0);
  double top = fmax((cell.y - view->area.y) * view->scale, 0.0);
  double right = fmin((cell.x - view->area.x + 1) * view->scale, cover->width);
  double bottom = fmin((cell.y - view->area.y + 1) * view->scale, cover->height);
  for (int32_t py = (int32_t)top; py < bottom; py++) {
    double share_y = fmin(bottom, py + 1.0) - fmax(top, (double)py);
    for (int32_t px = (int32_t)left; px < right; px++) {
      double share_x = fmin(right, px + 1.0) - fmax(left, (double)px);
      cover->share[(size_t)py * (size_t)cover->width + (size_t)px] += (float)(share_x * share_y);
    }
  }
}

void map_cover_finish(struct map_cover *cover, const struct map_view *view,
                      struct canvas_color color) {
  for (int32_t py = 0; py < cover->height; py++)
    for (int32_t px = 0; px < cover->width; px++)
      canvas_blend(view->canvas, view->rect.left + px, view->rect.top + py, color,
                   cover->share[(size_t)py * (size_t)cover->width + (size_t)px]);
  free(cover->share);
  cover->share = NULL;
}
