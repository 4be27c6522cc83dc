/* A part of a route, enlarged: see path_inset.h. */
#include "tools/path/path_inset.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/draw/map_graph.h"
#include "tools/draw/map_picture.h"
#include "tools/draw/map_query.h"

#include <math.h>

#define INSET_SHARE 0.42    /* of the panel's shorter side */
#define LEAST_SIDE 90       /* pixels; less shows nothing */
#define REGION_PIXELS 28.0  /* in the inset */
#define FROM_BORDER 6       /* of the panel */
#define ENDS_WEIGHT 1000000 /* an end is not hidden if any corner is free of both */

static int32_t side_in(const struct map_view *panel) {
  const struct canvas_rect *rect = &panel->rect;
  const int32_t shorter = rect->width < rect->height ? rect->width : rect->height;
  return (int32_t)(shorter * INSET_SHARE);
}

bool path_inset_is_needed(const struct path_drawing *drawing, const struct map_view *view) {
  return (drawing->def->layers & (MAP_LAYER_REGIONS | MAP_LAYER_WAYPOINTS)) != 0 &&
         map_graph_region_pixels(view) < MAP_GRAPH_LEGIBLE && side_in(view) >= LEAST_SIDE;
}

/* ---- Where it is ---- */

static bool is_hidden(struct canvas_rect rect, struct canvas_point place, double around) {
  return place.x > rect.left - around && place.x < rect.left + rect.width + around &&
         place.y > rect.top - around && place.y < rect.top + rect.height + around;
}

/* How much of the route a rectangle hides. */
static size_t count_hidden(const struct path_drawing *drawing, const struct map_view *panel,
                           struct canvas_rect rect) {
  const struct cell_list *route = &drawing->trace.route;
  const ovl_query *query = drawing->def->query;
  size_t hidden = 0;
  for (size_t i = 0; i + 1 < route->count; i += 2)
    hidden += is_hidden(rect, map_view_centre(panel, route->cells[i]), 8.0);
  hidden += is_hidden(rect, map_view_centre(panel, query->start), 16.0) ? ENDS_WEIGHT : 0;
  hidden += is_hidden(rect, map_view_centre(panel, query->goal), 16.0) ? ENDS_WEIGHT : 0;
  return hidden;
}

static struct canvas_rect choose_corner(const struct path_drawing *drawing,
                                        const struct map_view *panel, int32_t side) {
  const int32_t left = panel->rect.left + FROM_BORDER;
  const int32_t right = panel->rect.left + panel->rect.width - FROM_BORDER - side;
  const int32_t top = panel->rect.top + FROM_BORDER;
  const int32_t bottom = panel->rect.top + panel->rect.height - FROM_BORDER - side;
  const struct canvas_rect corners[4] = {{left, bottom, side, side},
                                         {right, top, side, side},
                                         {left, top, side, side},
                                         {right, bottom, side, side}};
  int best = 0;
  for (int i = 1; i < 4; i++)
    if (count_hidden(drawing, panel, corners[i]) < count_hidden(drawing, panel, corners[best]))
      best = i;
  return corners[best];
}

/* ---- What it shows ---- */

static int32_t clamp(int32_t value, int32_t least, int32_t most) {
  return value < least ? least : value > most ? most : value;
}

/* A square around the waypoint in the middle of the route. */
static struct map_area choose_part(const struct path_drawing *drawing, const struct map_view *panel,
                                   int32_t side) {
  const struct cell_list *route = &drawing->trace.route;
  const ovl_cell middle = route->cells[route->count / 4 * 2];
  ovl_world_info info;
  ovl_world_describe(drawing->def->world, &info);
  const struct map_area *all = &panel->area;
  const int32_t cells = (int32_t)(side / REGION_PIXELS * info.partition.region_cells);
  struct map_area part = {0, 0, cells < all->width ? cells : all->width,
                          cells < all->height ? cells : all->height, all->floor};
  part.x = clamp(middle.x - part.width / 2, all->x, all->x + all->width - part.width);
  part.y = clamp(middle.y - part.height / 2, all->y, all->y + all->height - part.height);
  return part;
}

/* A frame with a white rim. */
static void draw_frame(struct canvas *canvas, struct canvas_rect rect) {
  const struct canvas_rect rim = {rect.left - 1, rect.top - 1, rect.width + 2, rect.height + 2};
  const struct canvas_rect line = {rect.left - 2, rect.top - 2, rect.width + 4, rect.height + 4};
  canvas_frame_rect(canvas, rim, CANVAS_WHITE);
  canvas_frame_rect(canvas, line, CANVAS_TEXT);
}

/* Frames the part in the panel and joins it with the inset. */
static void draw_pointer(const struct map_view *panel, struct map_area part,
                         struct canvas_rect inset) {
  const struct canvas_rect box = map_view_box(panel, part.x, part.y, part.width, part.height);
  const struct canvas_point middle = {box.left + box.width / 2.0, box.top + box.height / 2.0};
  const struct canvas_point end = {inset.left + inset.width / 2.0, inset.top + inset.height / 2.0};
  /* From the side of the box on, so that what is inside stays visible. */
  const double reach = hypot(box.width, box.height) / 2.0;
  const double length = fmax(hypot(end.x - middle.x, end.y - middle.y), 1.0);
  const struct canvas_point begin = {middle.x + (end.x - middle.x) * reach / length,
                                     middle.y + (end.y - middle.y) * reach / length};
  canvas_line(panel->canvas, begin, end, 3.5, CANVAS_WHITE);
  canvas_line(panel->canvas, begin, end, 1.5, CANVAS_TEXT);
  draw_frame(panel->canvas, box);
}

int path_inset_draw(const struct path_drawing *drawing, const struct map_view *panel) {
  const struct canvas_rect *rect = &panel->rect;
  const int32_t side = side_in(panel);
  const struct canvas_rect corner = choose_corner(drawing, panel, side);
  const struct map_area part = choose_part(drawing, panel, side);
  struct map_view view = map_view_fit(panel->canvas, panel->world, part, corner);
  view.profile = panel->profile;
  view.shown = panel->shown;
  canvas_set_clip(panel->canvas, *rect);
  draw_pointer(panel, part, corner);
  canvas_clear_clip(panel->canvas);
  canvas_fill_rect(panel->canvas, corner, CANVAS_BACKGROUND);
  const int code = map_picture_draw(&view, drawing->def->layers);
  const unsigned layers = drawing->def->layers & (MAP_LAYER_COARSE | MAP_LAYER_ROUTE);
  const bool good = map_query_draw(&view, layers, drawing->def->query, &drawing->trace,
                                   &drawing->def->answer->path);
  draw_frame(panel->canvas, corner);
  return code == EXIT_DONE && !good ? command_fail_memory("the picture") : code;
}
