/* Where a part of a world lies on a canvas: see map_view.h.
 *
 * Invariant: the rectangle of a view lies inside its frame and has the shape of its area, as far as
 * whole pixels allow. */
#include "tools/draw/map_view.h"

#include "tools/plain/cell_shear.h"

#include <math.h>
#include <stdlib.h>

struct map_area map_area_of(const ovl_floor_info *floor) {
  const ovl_cell corner = floor->corner;
  return (struct map_area){corner.x, corner.y, floor->width, floor->height, corner.floor};
}

/* ---- Hexagons ----
 *
 * A hexagon with pointed tops is 1 wide; its rows are ROW_HEIGHT apart and each is half a cell to
 * the right of the one above. With flat tops all is the same across the diagonal: it is 1 high, and
 * each column is half a cell below the one before. */

#define ROW_HEIGHT 0.86602540378443865
#define HEXAGON_RADIUS 0.57735026918962576 /* from the middle to its tops */

static bool is_of_hexagons(const ovl_world *world) {
  return cell_kind_of_world(world) == CELL_HEXAGONS;
}

/* Returns whether cells of a row are void, terrain 0. */
static bool is_void_run(const ovl_world *world, ovl_cell cell, int32_t count, uint8_t *row) {
  bool is_void = ovl_world_read_terrain(world, cell, count, 1, row, (size_t)count, NULL) == OVL_OK;
  for (int32_t x = 0; x < count; x++)
    is_void = is_void && row[x] == 0;
  return is_void;
}

/* Returns whether nothing but void lies in the upper left and the lower right corner of a floor,
 * where it would if the floor had been sheared from shifted rows, or columns. */
static bool has_void_corners(const ovl_world *world, const ovl_floor_info *floor, bool columns) {
  const ovl_cell corner = floor->corner;
  uint8_t *row = malloc((size_t)floor->width);
  bool are_void = row != NULL;
  for (int32_t y = 0; y < floor->height && are_void; y++) {
    const int32_t cells = columns ? floor->width - 2 - 2 * y : (floor->height - 1 - y) / 2;
    const int32_t count = cells < floor->width ? cells : floor->width;
    if (count <= 0)
      break;
    are_void = is_void_run(world, (ovl_cell){corner.x, corner.y + y, corner.floor}, count, row) &&
               is_void_run(world,
                           (ovl_cell){corner.x + floor->width - count,
                                      corner.y + floor->height - 1 - y, corner.floor},
                           count, row);
  }
  free(row);
  return are_void;
}

/* Guesses whether a floor was sheared from shifted columns: then there is void above and below its
 * columns as they lean, and not all that would lie beside its rows is void. */
static bool is_flat_floor(const ovl_world *world, int32_t number) {
  ovl_floor_info floor;
  ovl_world_floor(world, number, &floor);
  return floor.width > 2 && has_void_corners(world, &floor, true) &&
         !has_void_corners(world, &floor, false);
}

/* Widens a shape, whose width and height are its right and bottom so far, by cells of a row. */
static void add_row(struct map_shape *shape, bool is_flat, int32_t first, int32_t last, int32_t y) {
  if (is_flat) {
    shape->left = fmin(shape->left, first * ROW_HEIGHT);
    shape->top = fmin(shape->top, y + first / 2.0);
    shape->width = fmax(shape->width, last * ROW_HEIGHT + 2 * HEXAGON_RADIUS);
    shape->height = fmax(shape->height, y + 1 + last / 2.0);
    return;
  }
  shape->left = fmin(shape->left, first + y / 2.0);
  shape->top = fmin(shape->top, y * ROW_HEIGHT);
  shape->width = fmax(shape->width, last + 1 + y / 2.0);
  shape->height = fmax(shape->height, y * ROW_HEIGHT + 2 * HEXAGON_RADIUS);
}

/* The first and last cell of a row that has terrain. False: none has. */
static bool find_terrain(const uint8_t *row, int32_t width, int32_t *first, int32_t *last) {
  *first = 0;
  *last = width - 1;
  while (*first < width && row[*first] == 0)
    ++*first;
  while (*last > *first && row[*last] == 0)
    --*last;
  return *first < width;
}

static struct map_shape shape_of_hexagons(const ovl_world *world, struct map_area area) {
  const bool is_flat = is_flat_floor(world, area.floor);
  struct map_shape shape = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  uint8_t *row = malloc((size_t)area.width);
  for (int32_t y = area.y; y < area.y + area.height && row != NULL; y++) {
    int32_t first, last;
    const ovl_cell cell = {area.x, y, area.floor};
    if (ovl_world_read_terrain(world, cell, area.width, 1, row, (size_t)area.width, NULL) ==
            OVL_OK &&
        find_terrain(row, area.width, &first, &last))
      add_row(&shape, is_flat, area.x + first, area.x + last, y);
  }
  free(row);
  if (shape.width < shape.left) { /* no terrain at all */
    add_row(&shape, is_flat, area.x, area.x + area.width - 1, area.y);
    add_row(&shape, is_flat, area.x, area.x + area.width - 1, area.y + area.height - 1);
  }
  shape.width -= shape.left;
  shape.height -= shape.top;
  return shape;
}

struct map_shape map_area_shape(const ovl_world *world, struct map_area area) {
  return is_of_hexagons(world) ? shape_of_hexagons(world, area)
                               : (struct map_shape){area.x, area.y, area.width, area.height};
}

/* ---- Views ---- */

struct map_view map_view_fit(struct canvas *canvas, const ovl_world *world, struct map_area area,
                             struct canvas_rect frame) {
  struct map_view view = {.canvas = canvas, .world = world, .area = area};
  view.is_hexagonal = is_of_hexagons(world);
  view.is_flat = view.is_hexagonal && is_flat_floor(world, area.floor);
  view.shape = map_area_shape(world, area);
  const struct map_shape *shape = &view.shape;
  view.scale = fmin(frame.width / shape->width, frame.height / shape->height);
  view.rect.width = (int32_t)fmin(fmax(floor(shape->width * view.scale + 0.5), 1.0), frame.width);
  view.rect.height =
      (int32_t)fmin(fmax(floor(shape->height * view.scale + 0.5), 1.0), frame.height);
  view.rect.left = frame.left + (frame.width - view.rect.width) / 2;
  view.rect.top = frame.top + (frame.height - view.rect.height) / 2;
  return view;
}

struct canvas_point map_view_place(const struct map_view *view, double x, double y) {
  double right = x;
  double down = y;
  if (view->is_flat) {
    right = (x - 0.5) * ROW_HEIGHT + HEXAGON_RADIUS;
    down = y + (x - 0.5) / 2.0;
  } else if (view->is_hexagonal) {
    right = x + (y - 0.5) / 2.0;
    down = (y - 0.5) * ROW_HEIGHT + HEXAGON_RADIUS;
  }
  return (struct canvas_point){view->rect.left + (right - view->shape.left) * view->scale,
                               view->rect.top + (down - view->shape.top) * view->scale};
}

/* Rounds an axial place to the cell that has it: the coordinate that is rounded most follows from
 * the other two, as all three add up to 0. */
static ovl_cell round_axial(double x, double y, int32_t floor_number) {
  const double z = -x - y;
  double rx = floor(x + 0.5), ry = floor(y + 0.5);
  const double rz = floor(z + 0.5);
  const double dx = fabs(rx - x), dy = fabs(ry - y), dz = fabs(rz - z);
  if (dx > dy && dx > dz)
    rx = -ry - rz;
  else if (dy > dz)
    ry = -rx - rz;
  return (ovl_cell){(int32_t)rx, (int32_t)ry, floor_number};
}

ovl_cell map_view_cell(const struct map_view *view, double x, double y) {
  const double right = (x - view->rect.left) / view->scale + view->shape.left;
  const double down = (y - view->rect.top) / view->scale + view->shape.top;
  if (!view->is_hexagonal)
    return (ovl_cell){(int32_t)floor(right), (int32_t)floor(down), view->area.floor};
  if (view->is_flat) {
    const double column = (right - HEXAGON_RADIUS) / ROW_HEIGHT;
    return round_axial(column, down - 0.5 - column / 2.0, view->area.floor);
  }
  const double row = (down - HEXAGON_RADIUS) / ROW_HEIGHT;
  return round_axial(right - 0.5 - row / 2.0, row, view->area.floor);
}

bool map_view_has(const struct map_view *view, ovl_cell cell) {
  const struct map_area *area = &view->area;
  return cell.x >= area->x && cell.y >= area->y && cell.x - area->x < area->width &&
         cell.y - area->y < area->height;
}

double map_view_inside(const struct map_view *view, ovl_cell cell, double x, double y) {
  const struct canvas_point middle = map_view_centre(view, cell);
  const double dx = fabs(x - middle.x) / view->scale, dy = fabs(y - middle.y) / view->scale;
  return view->is_flat ? 0.5 - fmax(dy, dy / 2.0 + dx * ROW_HEIGHT)
                       : 0.5 - fmax(dx, dx / 2.0 + dy * ROW_HEIGHT);
}

struct canvas_rect map_view_box(const struct map_view *view, int32_t x, int32_t y, int32_t width,
                                int32_t height) {
  struct canvas_point from = map_view_place(view, x, y);
  struct canvas_point to = map_view_place(view, (double)x + width, (double)y + height);
  if (view->is_hexagonal) { /* rows lean to the right, or columns down */
    const double wide = (view->is_flat ? HEXAGON_RADIUS : 0.5) * view->scale;
    const double high = (view->is_flat ? 0.5 : HEXAGON_RADIUS) * view->scale;
    from = map_view_centre(view, (ovl_cell){x, y, 0});
    to = map_view_centre(view, (ovl_cell){x + width - 1, y + height - 1, 0});
    from = (struct canvas_point){from.x - wide, from.y - high};
    to = (struct canvas_point){to.x + wide, to.y + high};
  }
  return (struct canvas_rect){(int32_t)from.x, (int32_t)from.y, (int32_t)(to.x - from.x) + 1,
                              (int32_t)(to.y - from.y) + 1};
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

/* The share of a pixel that a hexagon covers, by the samples that lie in it. */
static float hexagon_share(const struct map_view *view, ovl_cell cell, int32_t px, int32_t py) {
  enum { SAMPLES = 4 };
  int32_t inside = 0;
  for (int32_t i = 0; i < SAMPLES * SAMPLES; i++) {
    const int32_t column = i % SAMPLES, row = i / SAMPLES;
    const double x = view->rect.left + px + (column + 0.5) / SAMPLES;
    const double y = view->rect.top + py + (row + 0.5) / SAMPLES;
    inside += map_view_inside(view, cell, x, y) >= 0 ? 1 : 0;
  }
  return (float)inside / (SAMPLES * SAMPLES);
}

static void cover_hexagon(struct map_cover *cover, const struct map_view *view, ovl_cell cell) {
  struct canvas_rect box = map_view_box(view, cell.x, cell.y, 1, 1);
  box.left -= view->rect.left;
  box.top -= view->rect.top;
  for (int32_t py = box.top > 0 ? box.top : 0; py < box.top + box.height + 1; py++)
    for (int32_t px = box.left > 0 ? box.left : 0; px < box.left + box.width + 1; px++)
      if (px < cover->width && py < cover->height)
        cover->share[(size_t)py * (size_t)cover->width + (size_t)px] +=
            hexagon_share(view, cell, px, py);
}

void map_cover_add(struct map_cover *cover, const struct map_view *view, ovl_cell cell) {
  if (view->is_hexagonal) {
    cover_hexagon(cover, view, cell);
    return;
  }
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
