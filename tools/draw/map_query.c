/* What one query did, drawn over the picture of a map.
 *
 * Invariant: one colour and shape for each thing, here and nowhere else, so the legend can't
 * differ from the picture. The ground is pale, so start, goal, route and path are vivid and have a
 * white rim: they are told apart at a glance, and by shape alone as well. */
#include "tools/draw/map_query.h"

#include "tools/draw/font.h"
#include "tools/draw/map_links.h"

#include <math.h>
#include <stdlib.h>

static const struct canvas_color FINE_COLOR = {150, 84, 206, 140};
static const struct canvas_color COARSE_COLOR = {0, 158, 115, 255};
static const struct canvas_color START_COLOR = {22, 150, 60, 255};
static const struct canvas_color GOAL_COLOR = {214, 32, 38, 255};
static const struct canvas_color ROUTE_COLOR = {245, 124, 0, 255};
static const struct canvas_color PATH_COLOR = {20, 72, 232, 255};

#define ROUTE_THICKNESS 3.0
#define WIDE_ROUTE_THICKNESS 12.0
#define PATH_THICKNESS 4.0
#define RIM_THICKNESS 1.75
#define END_RADIUS 12.5
#define END_OVERHANG 7.0

static bool draw_cells(const struct map_view *view, const struct cell_list *cells) {
  struct map_cover cover;
  if (!map_cover_create(&cover, view))
    return false;
  for (size_t i = 0; i < cells->count; i++)
    if (cells->cells[i].floor == view->area.floor)
      map_cover_add(&cover, view, cells->cells[i]);
  map_cover_finish(&cover, view, FINE_COLOR);
  return true;
}

bool map_query_cell_set(const struct map_view *view, const struct cell_set *set) {
  struct map_cover cover;
  if (!map_cover_create(&cover, view))
    return false;
  const struct map_area *area = &view->area;
  for (int32_t y = area->y; y < area->y + area->height; y++)
    for (int32_t x = area->x; x < area->x + area->width; x++)
      if (cell_set_has(set, x, y))
        map_cover_add(&cover, view, (ovl_cell){x, y, area->floor});
  map_cover_finish(&cover, view, FINE_COLOR);
  return true;
}

static void draw_waypoints(const struct map_view *view, const struct cell_list *waypoints) {
  /* As large as their number allows: few stand out on both sides of a route, many do not become
   * one blot. */
  double pixels = (double)view->rect.width * view->rect.height;
  double share = pixels / ((double)waypoints->count + 1.0);
  double radius = fmin(0.45 + 0.0105 * share, 4.0);
  struct canvas_color color = COARSE_COLOR;
  color.alpha = (uint8_t)fmin(255.0, 255.0 * radius);
  canvas_set_clip(view->canvas, view->rect);
  for (size_t i = 0; i + 1 < waypoints->count; i += 2)
    if (waypoints->cells[i].floor == view->area.floor)
      canvas_disc(view->canvas,
                  map_view_between(view, waypoints->cells[i], waypoints->cells[i + 1]), radius,
                  color);
  canvas_clear_clip(view->canvas);
}

static void draw_cased(struct canvas *canvas, const struct canvas_point *points, size_t count,
                       double thickness, struct canvas_color color) {
  canvas_polyline(canvas, points, count, thickness + 2.0 * RIM_THICKNESS, CANVAS_WHITE);
  canvas_polyline(canvas, points, count, thickness, color);
}

static void draw_route_dot(struct canvas *canvas, struct canvas_point place) {
  canvas_disc(canvas, place, ROUTE_THICKNESS + 0.75, CANVAS_WHITE);
  canvas_disc(canvas, place, ROUTE_THICKNESS - 0.25, ROUTE_COLOR);
}

/* Dots only where the waypoints lie apart; else they hide the line. */
static void draw_route_dots(const struct map_view *view, const struct canvas_point *points,
                            size_t count) {
  struct canvas_point last = points[0];
  for (size_t i = 1; i + 1 < count; i++) {
    if (hypot(points[i].x - last.x, points[i].y - last.y) < 12.0)
      continue;
    draw_route_dot(view->canvas, points[i]);
    last = points[i];
  }
}

/* Waypoint i of the route with its start before them and its goal behind. */
static const ovl_cell *route_cell(const struct cell_list *waypoints, const ovl_query *query,
                                  size_t i) {
  const size_t last = waypoints->count / 2 + 1;
  return i == 0 ? &query->start : i == last ? &query->goal : &waypoints->cells[2 * (i - 1)];
}

static bool draw_route(const struct map_view *view, const struct cell_list *waypoints,
                       const ovl_query *query, bool under_path) {
  const size_t count = waypoints->count / 2 + 2;
  const double thickness = under_path ? WIDE_ROUTE_THICKNESS : ROUTE_THICKNESS;
  struct canvas_point *points = malloc(count * sizeof *points);
  if (points == NULL)
    return false;
  canvas_set_clip(view->canvas, view->rect);
  size_t run = 0; /* points on this floor since the route came to it */
  for (size_t i = 0; i <= count; i++) {
    const ovl_cell *cell = i < count ? route_cell(waypoints, query, i) : NULL;
    if (cell != NULL && cell->floor == view->area.floor) {
      points[run++] = i == 0 || i + 1 == count ? map_view_centre(view, *cell)
                                               : map_view_between(view, cell[0], cell[1]);
      continue;
    }
    if (run > 0) {
      draw_cased(view->canvas, points, run, thickness, ROUTE_COLOR);
      if (!under_path)
        draw_route_dots(view, points, run);
    }
    run = 0;
  }
  canvas_clear_clip(view->canvas);
  free(points);
  return true;
}

static bool is_link(const ovl_path *path, size_t point) {
  for (size_t i = 0; i < path->link_count && i < path->link_capacity; i++)
    if (path->links[i].point == point)
      return true;
  return false;
}

/* A run of legs from point `first` to before point `end`, all on one floor. */
static void draw_run(const struct map_view *view, const ovl_path *path, size_t first, size_t end,
                     struct canvas_point *places) {
  if (path->points[first].floor != view->area.floor)
    return;
  for (size_t i = first; i < end; i++)
    places[i - first] = map_view_centre(view, path->points[i]);
  draw_cased(view->canvas, places, end - first, PATH_THICKNESS, PATH_COLOR);
}

bool map_query_path(const struct map_view *view, const ovl_path *path) {
  const size_t count = path->count < path->capacity ? path->count : path->capacity;
  if (count == 0)
    return true;
  struct canvas_point *places = malloc(count * sizeof *places);
  if (places == NULL)
    return false;
  canvas_set_clip(view->canvas, view->rect);
  size_t first = 0;
  for (size_t i = 1; i < count; i++)
    if (is_link(path, i) || path->points[i].floor != path->points[i - 1].floor) {
      draw_run(view, path, first, i, places);
      first = i;
    }
  draw_run(view, path, first, count, places);
  for (size_t i = 1; i < count; i++)
    if (is_link(path, i))
      map_links_draw_leg(view, path->points[i - 1], path->points[i], PATH_COLOR);
  canvas_clear_clip(view->canvas);
  free(places);
  return true;
}

bool map_query_draw(const struct map_view *view, unsigned layers, const ovl_query *query,
                    const struct query_trace *trace, const ovl_path *path) {
  const bool has_path = path != NULL && (layers & MAP_LAYER_PATH) != 0;
  bool good = true;
  if ((layers & MAP_LAYER_FINE) != 0)
    good = draw_cells(view, &trace->fine);
  if ((layers & MAP_LAYER_COARSE) != 0)
    draw_waypoints(view, &trace->coarse);
  if (good && path != NULL && (layers & MAP_LAYER_ROUTE) != 0)
    good = draw_route(view, &trace->route, query, has_path);
  return good && has_path ? map_query_path(view, path) : good;
}

static void draw_end(struct canvas *canvas, struct canvas_point place, struct canvas_color color,
                     const char *letter) {
  const int letter_scale = 2;
  canvas_disc(canvas, place, END_RADIUS, CANVAS_WHITE);
  canvas_disc(canvas, place, END_RADIUS - 2.0, color);
  int32_t left = (int32_t)floor(place.x - FONT_WIDTH * letter_scale / 2.0 + 0.5);
  int32_t top = (int32_t)floor(place.y - FONT_ASCENT * letter_scale / 2.0 + 0.5);
  canvas_text(canvas, left, top, letter_scale, letter, CANVAS_WHITE);
}

/* A little over the border of the view at most, so that ends in neighbouring panels lie apart. */
static double clamp_end(double place, int32_t begin, int32_t size, int32_t canvas_size) {
  const double least = fmax(begin - END_OVERHANG, 0.0) + END_RADIUS;
  const double most = fmin(begin + size + END_OVERHANG, canvas_size) - END_RADIUS;
  return fmin(fmax(place, least), fmax(most, least));
}

static struct canvas_point end_place(const struct map_view *view, ovl_cell cell) {
  const struct canvas_rect *rect = &view->rect;
  const struct canvas_point place = map_view_centre(view, cell);
  return (struct canvas_point){clamp_end(place.x, rect->left, rect->width, view->canvas->width),
                               clamp_end(place.y, rect->top, rect->height, view->canvas->height)};
}

void map_query_ends(const struct map_view *view, ovl_cell start, ovl_cell goal) {
  if (goal.floor == view->area.floor)
    draw_end(view->canvas, end_place(view, goal), GOAL_COLOR, "G");
  if (start.floor == view->area.floor)
    draw_end(view->canvas, end_place(view, start), START_COLOR, "S");
}

/* Keeps labels off the ends and the path, as far as they lie on the floor of the view. */
static void take_query(const struct map_view *view, const ovl_query *query, const ovl_path *path,
                       struct map_labels *labels) {
  const int32_t floor = view->area.floor;
  if (query->goal.floor == floor)
    map_labels_take_disc(labels, end_place(view, query->goal), END_RADIUS);
  if (query->start.floor == floor)
    map_labels_take_disc(labels, end_place(view, query->start), END_RADIUS);
  const size_t count = path->count < path->capacity ? path->count : path->capacity;
  for (size_t i = 1; i < count; i++)
    if (path->points[i - 1].floor == floor && path->points[i].floor == floor)
      map_labels_take_line(labels, map_view_centre(view, path->points[i - 1]),
                           map_view_centre(view, path->points[i]),
                           PATH_THICKNESS + 2.0 * RIM_THICKNESS);
}

bool map_query_label_links(const struct map_view *view, const ovl_query *query,
                           const ovl_path *path) {
  struct map_labels labels;
  bool good = map_labels_create(&labels, view->canvas, view->rect);
  if (good && query != NULL)
    take_query(view, query, path, &labels);
  good = good && map_links_label(view, &labels);
  map_labels_destroy(&labels);
  return good;
}

void map_query_sign(struct canvas *canvas, enum map_sign sign, int32_t x, int32_t y) {
  struct canvas_point line[2] = {{x + 3.0, y + 9.0}, {x + 25.0, y + 9.0}};
  struct canvas_point centre = {x + 14.0, y + 9.0};
  switch (sign) {
  case MAP_SIGN_START:
    draw_end(canvas, centre, START_COLOR, "S");
    break;
  case MAP_SIGN_GOAL:
    draw_end(canvas, centre, GOAL_COLOR, "G");
    break;
  case MAP_SIGN_CELL:
    canvas_fill_rect(canvas, (struct canvas_rect){x + 6, y + 1, 16, 16}, FINE_COLOR);
    break;
  case MAP_SIGN_WAYPOINT:
    canvas_disc(canvas, centre, 4.5, COARSE_COLOR);
    break;
  case MAP_SIGN_ROUTE:
    draw_cased(canvas, line, 2, ROUTE_THICKNESS, ROUTE_COLOR);
    draw_route_dot(canvas, centre);
    break;
  case MAP_SIGN_PATH:
    draw_cased(canvas, line, 2, PATH_THICKNESS, PATH_COLOR);
    break;
  }
}
