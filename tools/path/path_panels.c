/* The picture of a query in three panels: see path_panels.h.
 *
 * Invariant: all panels show the same part of the map at the same scale, so they compare. What
 * belongs to the coarse tier, regions and waypoints too, is in the second panel alone.
 *
 * The part shown is the whole map, or, where the path takes up only a little of it, a square
 * around the path and as much of what the plain A* expanded as leaves the path well visible. */
#include "tools/path/path_panels.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/codec/png.h"
#include "tools/draw/map_legend.h"
#include "tools/draw/map_picture.h"
#include "tools/draw/map_query.h"
#include "tools/path/path_inset.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define PICTURE_WIDTH 1280
#define MARGIN 20
#define GAP 16
#define PANEL_WIDTH ((PICTURE_WIDTH - 2 * MARGIN - 2 * GAP) / 3)
#define MAX_PANEL_HEIGHT 680
#define MIN_PANEL_HEIGHT 140
#define PANEL_TOP 144
#define PANEL_TITLE_RISE 34 /* above the panel: clear of the discs on its border */
#define CAPTION_DROP 18
#define LINE_HEIGHT 23
#define CAPTION_LINES 3
#define TEXT_BYTES 160

struct panels {
  const struct path_drawing *drawing;
  const struct path_picture_def *def;
  ovl_floor_info floor; /* of the start; the path stays on it */
  struct canvas canvas;
  struct map_area area;
  struct map_shown shown;
  int32_t height; /* of a panel */
};

/* ---- The part of the map to show ---- */

struct bounds {
  int32_t left, top, right, bottom; /* cells, all included */
};

static void bounds_add(struct bounds *bounds, int32_t x, int32_t y) {
  bounds->left = x < bounds->left ? x : bounds->left;
  bounds->right = x > bounds->right ? x : bounds->right;
  bounds->top = y < bounds->top ? y : bounds->top;
  bounds->bottom = y > bounds->bottom ? y : bounds->bottom;
}

static int32_t longer_side(const struct bounds *bounds) {
  int32_t width = bounds->right - bounds->left + 1;
  int32_t height = bounds->bottom - bounds->top + 1;
  return width > height ? width : height;
}

/* First of a run of `size` cells around the middle of low .. high, inside of `count` from `first`
 * on. */
static int32_t centred(int32_t low, int32_t high, int32_t size, int32_t first, int32_t count) {
  int32_t begin = low + (high - low + 1 - size) / 2;
  begin = begin < first + count - size ? begin : first + count - size;
  return begin > first ? begin : first;
}

static struct map_area choose_area(const struct panels *panels) {
  const ovl_query *query = panels->def->query;
  const struct path_answer *answer = panels->def->answer;
  int32_t width = panels->floor.width;
  int32_t height = panels->floor.height;
  struct bounds path = {query->start.x, query->start.y, query->start.x, query->start.y};
  if (path_answer_goal_kind(query) != OVL_GOAL_SET)
    bounds_add(&path, query->goal.x, query->goal.y);
  for (size_t i = 0; i < answer->path.count; i++)
    bounds_add(&path, answer->path.points[i].x, answer->path.points[i].y);
  int32_t least = longer_side(&path) + longer_side(&path) / 4 + 10;
  int32_t most = 2 * least;
  struct bounds all = path;
  const struct cell_set *set = &panels->drawing->plain.set;
  if (panels->drawing->plain.made && set->right >= set->left) {
    bounds_add(&all, set->left, set->top);
    bounds_add(&all, set->right, set->bottom);
  }
  int32_t wanted = longer_side(&all) + 10;
  const struct bounds *centre = wanted <= most ? &all : &path;
  int32_t side = wanted < least ? least : wanted < most ? wanted : most;
  if (side >= (width > height ? width : height) / 4 * 3)
    return map_area_of(&panels->floor);
  struct map_area area = {0, 0, side < width ? side : width, side < height ? side : height,
                          query->start.floor};
  const ovl_cell corner = panels->floor.corner;
  area.x = centred(centre->left, centre->right, area.width, corner.x, width);
  area.y = centred(centre->top, centre->bottom, area.height, corner.y, height);
  return area;
}

/* ---- Text ---- */

/* 1234567 as "1,234,567". */
static void format_count(char *out, size_t size, uint64_t value) {
  char digits[32];
  int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
  size_t at = 0;
  for (int i = 0; i < length && at + 2 < size; i++) {
    if (i > 0 && (length - i) % 3 == 0)
      out[at++] = ',';
    out[at++] = digits[i];
  }
  out[at] = '\0';
}

static void format_time(char *out, size_t size, double elapsed_us) {
  if (elapsed_us < 100.0)
    snprintf(out, size, "%.1f us", elapsed_us);
  else if (elapsed_us < 10000.0)
    snprintf(out, size, "%.0f us", elapsed_us);
  else if (elapsed_us < 1000000.0)
    snprintf(out, size, "%.1f ms", elapsed_us / 1000.0);
  else
    snprintf(out, size, "%.1f s", elapsed_us / 1000000.0);
}

static void write_line(struct panels *panels, int panel, int line, const char *text) {
  int32_t x = MARGIN + panel * (PANEL_WIDTH + GAP);
  int32_t y = PANEL_TOP + panels->height + CAPTION_DROP + line * LINE_HEIGHT;
  canvas_text(&panels->canvas, x, y, 2, text, line == 0 ? CANVAS_TEXT : CANVAS_PALE_TEXT);
}

static void write_count(struct panels *panels, int panel, const char *what, uint64_t count) {
  char number[48];
  char line[TEXT_BYTES];
  format_count(number, sizeof number, count);
  snprintf(line, sizeof line, "%s %s%s expanded", number, what, count == 1 ? "" : "s");
  write_line(panels, panel, 0, line);
}

static void write_time(struct panels *panels, int panel, const char *what, double elapsed_us) {
  char number[48];
  char line[TEXT_BYTES];
  format_time(number, sizeof number, elapsed_us);
  bool found = panels->def->answer->result == OVL_OK;
  snprintf(line, sizeof line, "%s to the %s", number, found ? what : "answer");
  write_line(panels, panel, 1, line);
}

/* The second line of the title: how it compares with the plain A*. */
static void format_comparison(const struct panels *panels, char *out, size_t size) {
  const struct path_answer *answer = panels->def->answer;
  const struct path_plain *plain = &panels->drawing->plain;
  const bool sooner = answer->first_step_us <= plain->elapsed_us;
  const double ratio = sooner ? plain->elapsed_us / answer->first_step_us
                              : answer->first_step_us / plain->elapsed_us;
  if (answer->result != OVL_OK)
    snprintf(out, size, "%s", ovl_result_text(answer->result));
  else if (!plain->made)
    snprintf(out, size,
             "the plain A* was not run: more than 16,382 x 16,382 cells, or too little memory");
  else if (plain->path.cost == 0 || answer->first_step_us <= 0.0)
    snprintf(out, size, "start and goal are one cell");
  else
    snprintf(out, size, "first step %.*f times %s than plain A*; cost %.4f times the least",
             ratio < 10.0 ? 1 : 0, ratio, sooner ? "sooner" : "later",
             answer->cost_cells / plain->cost_cells);
}

/* The third line: the path, and what part of the map is shown. */
static void format_lengths(const struct panels *panels, char *out, size_t size) {
  const struct path_answer *answer = panels->def->answer;
  const struct map_area *area = &panels->area;
  int used = 0;
  if (answer->result == OVL_OK)
    used = snprintf(out, size, "cost %.1f; at any angle %.1f; ", answer->cost_cells,
                    (double)answer->length_any / OVL_LENGTH_UNIT);
  if (used < 0 || (size_t)used >= size)
    return;
  if (area->width == panels->floor.width && area->height == panels->floor.height)
    snprintf(out + used, size - (size_t)used, "shown: the whole map");
  else
    snprintf(out + used, size - (size_t)used,
             "shown: %" PRId32 " x %" PRId32 " cells at %" PRId32 ",%" PRId32, area->width,
             area->height, area->x, area->y);
}

static void write_title(struct panels *panels) {
  const ovl_query *query = panels->def->query;
  char line[TEXT_BYTES];
  snprintf(line, sizeof line,
           "Overland: %" PRId32 " x %" PRId32 " cells, from %" PRId32 ",%" PRId32 " to %" PRId32
           ",%" PRId32,
           panels->floor.width, panels->floor.height, query->start.x, query->start.y, query->goal.x,
           query->goal.y);
  canvas_text(&panels->canvas, MARGIN, 16, 3, line, CANVAS_TEXT);
  format_comparison(panels, line, sizeof line);
  canvas_text(&panels->canvas, MARGIN, 52, 2, line, CANVAS_TEXT);
  format_lengths(panels, line, sizeof line);
  canvas_text(&panels->canvas, MARGIN, 52 + LINE_HEIGHT, 2, line, CANVAS_PALE_TEXT);
}

/* ---- The legend ---- */

/* Below all that panels have; returns where it ends. */
static int32_t write_legend(struct panels *panels) {
  const int32_t width = PICTURE_WIDTH - 2 * MARGIN;
  const int32_t top = PANEL_TOP + panels->height + CAPTION_DROP + CAPTION_LINES * LINE_HEIGHT + 22;
  const struct query_trace *trace = &panels->drawing->trace;
  const unsigned unseen = (trace->coarse.count > 0 ? 0U : (unsigned)MAP_LAYER_COARSE) |
                          (trace->route.count > 0 ? 0U : (unsigned)MAP_LAYER_ROUTE);
  struct picture_legend legend = picture_legend_begin(&panels->canvas, MARGIN, top, width);
  canvas_fill_rect(&panels->canvas, (struct canvas_rect){MARGIN, top - 14, width, 1},
                   (struct canvas_color){60, 62, 70, 60});
  map_legend_add_query(&legend, panels->def->layers & ~unseen);
  map_legend_add_world(&legend, panels->def->world, panels->def->query->profile, &panels->shown);
  return picture_legend_end(&legend) + 4;
}

/* ---- Panels ---- */

static struct canvas_rect frame_of(const struct panels *panels, int panel) {
  return (struct canvas_rect){MARGIN + panel * (PANEL_WIDTH + GAP), PANEL_TOP, PANEL_WIDTH,
                              panels->height};
}

/* `shown`: the layers that are this panel's matter; `layers`: what its map shows. */
static int begin_panel(struct panels *panels, int panel, const char *title, unsigned shown,
                       unsigned layers, struct map_view *view) {
  char line[TEXT_BYTES];
  snprintf(line, sizeof line, "%d. %s", panel + 1,
           (panels->def->layers & shown) != 0 ? title : "left out");
  const struct canvas_rect frame = frame_of(panels, panel);
  canvas_text(&panels->canvas, frame.left, PANEL_TOP - PANEL_TITLE_RISE, 2, line, CANVAS_TEXT);
  *view = map_view_fit(&panels->canvas, panels->def->world, panels->area, frame);
  view->profile = panels->def->query->profile;
  view->shown = &panels->shown;
  return map_picture_draw(view, layers);
}

/* `path`: what is drawn of one in this panel; labels keep off it. */
static bool end_panel(struct panels *panels, const struct map_view *view, const ovl_path *path) {
  const ovl_query *query = panels->def->query;
  map_query_ends(view, query->start, query->goal);
  return (panels->def->layers & MAP_LAYER_LINKS) == 0 || map_query_label_links(view, query, path);
}

static void frame_panel(struct panels *panels, const struct map_view *view) {
  canvas_frame_rect(&panels->canvas, view->rect, CANVAS_FRAME);
}

static unsigned layers_without_graph(const struct panels *panels) {
  return panels->def->layers & ~(unsigned)MAP_LAYERS_OF_GRAPH;
}

static int draw_plain(struct panels *panels) {
  const struct path_plain *plain = &panels->drawing->plain;
  unsigned layers = panels->def->layers;
  struct map_view view;
  int code = begin_panel(panels, 0, "Plain A* over all cells", MAP_LAYER_FINE | MAP_LAYER_PATH,
                         layers_without_graph(panels), &view);
  bool good = true;
  if (plain->made && (layers & MAP_LAYER_FINE) != 0)
    good = map_query_cell_set(&view, &plain->set);
  if (good && plain->made && plain->result == OVL_OK && (layers & MAP_LAYER_PATH) != 0)
    good = map_query_path(&view, &plain->path);
  frame_panel(panels, &view);
  good = end_panel(panels, &view, &plain->path) && good;
  if (plain->made) {
    if ((layers & MAP_LAYER_FINE) != 0)
      write_count(panels, 0, "cell", plain->expanded);
    write_time(panels, 0, "whole path", plain->elapsed_us);
  } else {
    write_line(panels, 0, 0, "not run: see above");
  }
  if (code == EXIT_DONE && !good)
    return command_fail_memory("the picture");
  return code;
}

/* What was expanded for the route, and the time. */
static void write_coarse(struct panels *panels, bool is_near) {
  const struct path_answer *answer = panels->def->answer;
  if (is_near)
    write_line(panels, 1, 0, "not needed: start, goal are near");
  else if (answer->stats.method == OVL_METHOD_LABELS)
    write_line(panels, 1, 0, "read from labels, none expanded");
  else if ((panels->def->layers & MAP_LAYER_COARSE) != 0)
    write_count(panels, 1, "waypoint", answer->stats.coarse_expanded);
  write_time(panels, 1, "first step", answer->first_step_us);
}

/* The route with what it was chosen from; on a large map this needs a part that is enlarged. */
static int draw_coarse(struct panels *panels) {
  const struct path_answer *answer = panels->def->answer;
  const struct query_trace *trace = &panels->drawing->trace;
  const unsigned layers = panels->def->layers;
  const ovl_path no_path = {0};
  struct map_view view;
  const bool is_near = answer->result == OVL_OK && trace->route.count == 0;
  const bool has_route = answer->result == OVL_OK && !is_near && (layers & MAP_LAYER_ROUTE) != 0;
  const struct canvas_rect frame = frame_of(panels, 1);
  view = map_view_fit(&panels->canvas, panels->def->world, panels->area, frame);
  const bool has_inset = has_route && path_inset_is_needed(panels->drawing, &view);
  int code = begin_panel(panels, 1, "Coarse tier: the route", MAP_LAYER_COARSE | MAP_LAYER_ROUTE,
                         has_inset ? layers_without_graph(panels) : layers, &view);
  bool good = map_query_draw(&view, layers & (MAP_LAYER_COARSE | MAP_LAYER_ROUTE),
                             panels->def->query, trace, has_route ? &no_path : NULL);
  frame_panel(panels, &view);
  if (code == EXIT_DONE && has_inset)
    code = path_inset_draw(panels->drawing, &view);
  good = end_panel(panels, &view, &no_path) && good;
  write_coarse(panels, is_near);
  if (code == EXIT_DONE && !good)
    return command_fail_memory("the picture");
  return code;
}

static int draw_path(struct panels *panels) {
  static const char *const TITLES[OVL_SMOOTH_COUNT] = {
      "Fine tier: smoothed path", "Fine tier: path at any angle", "Fine tier: path as found"};
  const struct path_answer *answer = panels->def->answer;
  unsigned layers = panels->def->layers;
  struct map_view view;
  int code = begin_panel(panels, 2, TITLES[panels->def->query->smoothing],
                         MAP_LAYER_FINE | MAP_LAYER_PATH, layers_without_graph(panels), &view);
  bool good = map_query_draw(&view, layers & (MAP_LAYER_FINE | MAP_LAYER_PATH), panels->def->query,
                             &panels->drawing->trace, answer->has_path ? &answer->path : NULL);
  frame_panel(panels, &view);
  good = end_panel(panels, &view, &answer->path) && good;
  if ((layers & MAP_LAYER_FINE) != 0)
    write_count(panels, 2, "cell", answer->stats.fine_expanded);
  write_time(panels, 2, "whole path", answer->full_path_us);
  if (panels->drawing->trace.route.count != 0)
    write_line(panels, 2, 2, "(the time includes the route)");
  if (code == EXIT_DONE && !good)
    return command_fail_memory("the picture");
  return code;
}

/* ---- The picture ---- */

static int draw_all(struct panels *panels) {
  write_title(panels);
  int code = draw_plain(panels);
  if (code == EXIT_DONE)
    code = draw_coarse(panels);
  if (code == EXIT_DONE)
    code = draw_path(panels);
  if (code == EXIT_DONE)
    canvas_crop(&panels->canvas, write_legend(panels));
  if (code == EXIT_DONE)
    code = png_write(panels->def->path, panels->canvas.width, panels->canvas.height,
                     panels->canvas.pixels);
  return code;
}

int path_panels_write(const struct path_drawing *drawing) {
  struct panels panels = {.drawing = drawing, .def = drawing->def};
  ovl_world_floor(panels.def->world, panels.def->query->start.floor, &panels.floor);
  panels.area = choose_area(&panels);
  const int32_t width = PANEL_WIDTH;
  const struct map_shape shape = map_area_shape(panels.def->world, panels.area);
  const double height = width * shape.height / shape.width;
  panels.height = (int32_t)fmin(fmax(height, MIN_PANEL_HEIGHT), MAX_PANEL_HEIGHT);
  if (!canvas_create(&panels.canvas, PICTURE_WIDTH,
                     PANEL_TOP + panels.height + PICTURE_LEGEND_MOST_HEIGHT, CANVAS_BACKGROUND))
    return command_fail_memory("the picture");
  const int code = draw_all(&panels);
  canvas_destroy(&panels.canvas);
  return code;
}
