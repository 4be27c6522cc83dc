/* The picture of one query, in three panels.
 *
 * Invariant: all panels show the same part of the map at the same scale, so they compare. Times
 * and counts come from calls that collect nothing; what is drawn comes from second calls.
 *
 * The part shown is the whole map, or, where the path takes up only a little of it, a square
 * around the path and as much of what the plain A* expanded as leaves the path well visible. */
#include "tools/path/path_picture.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/codec/png.h"
#include "tools/draw/map_overlay.h"
#include "tools/draw/map_picture.h"
#include "tools/draw/map_terrain.h"
#include "tools/draw/query_trace.h"
#include "tools/path/path_floors.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
#define LEGEND_ROW_HEIGHT 30
#define TEXT_BYTES 160

/* What the plain A* did. */
struct plain_search {
  bool made; /* false: the map is too large, or there was no memory */
  ovl_result result;
  ovl_path path;
  uint64_t expanded;
  double elapsed_us;
  struct cell_set set;
};

struct path_drawing {
  const struct path_picture_def *def;
  ovl_profile_info profile;
  ovl_floor_info floor; /* of the start; the path stays on it */
  struct plain_search plain;
  struct query_trace trace;
  struct canvas canvas;
  struct map_area area;
  bool occurs[256]; /* terrains of the area */
  int32_t panel_height;
};

/* ---- The plain A* ---- */

static ovl_result ask_plain(ovl_baseline *yardstick, const ovl_query *query,
                            struct plain_search *plain) {
  for (;;) {
    double begin_us = platform_now_us();
    ovl_result result = ovl_baseline_find(yardstick, query, &plain->path, &plain->expanded);
    plain->elapsed_us = platform_now_us() - begin_us;
    if (result != OVL_MORE_ROOM)
      return result;
    if (!path_answer_grow(&plain->path))
      return OVL_NO_MEMORY;
  }
}

static void run_plain(struct path_drawing *drawing) {
  struct plain_search *plain = &drawing->plain;
  ovl_baseline *yardstick = NULL;
  /* The set stays empty, and harmless, if the yardstick can't be made. */
  plain->made = ovl_baseline_create(drawing->def->world, drawing->def->query->profile, NULL,
                                    &yardstick) == OVL_OK &&
                cell_set_create(&plain->set, drawing->def->world, drawing->area.floor) &&
                path_answer_make_room(&plain->path, drawing->def->answer->cell_count + 4096);
  if (plain->made) {
    ovl_query query = *drawing->def->query;
    ovl_query_more more = query.more != NULL ? *query.more : ovl_query_more_default();
    query.more = &more;
    more.visit = NULL;
    plain->result = ask_plain(yardstick, &query, plain);
    more.visit = cell_set_visit;
    more.visit_user = &plain->set;
    double elapsed_us = plain->elapsed_us;
    if (plain->result == OVL_OK || path_answer_is_no(plain->result))
      plain->result = ask_plain(yardstick, &query, plain);
    plain->elapsed_us = elapsed_us;
    plain->made = plain->result == OVL_OK || path_answer_is_no(plain->result);
  }
  ovl_baseline_destroy(yardstick);
}

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

/* Begin of a stretch of `size` cells around the middle of low .. high, inside 0 .. limit - 1. */
static int32_t centred(int32_t low, int32_t high, int32_t size, int32_t limit) {
  int32_t begin = low + (high - low + 1 - size) / 2;
  begin = begin < limit - size ? begin : limit - size;
  return begin > 0 ? begin : 0;
}

static struct map_area choose_area(const struct path_drawing *drawing) {
  const ovl_query *query = drawing->def->query;
  const struct path_answer *answer = drawing->def->answer;
  int32_t width = drawing->floor.width;
  int32_t height = drawing->floor.height;
  struct bounds path = {query->start.x, query->start.y, query->start.x, query->start.y};
  if (path_answer_goal_kind(query) != OVL_GOAL_SET)
    bounds_add(&path, query->goal.x, query->goal.y);
  for (size_t i = 0; i < answer->path.count; i++)
    bounds_add(&path, answer->path.points[i].x, answer->path.points[i].y);
  int32_t least = longer_side(&path) + longer_side(&path) / 4 + 10;
  int32_t most = 2 * least;
  struct bounds all = path;
  const struct cell_set *set = &drawing->plain.set;
  if (drawing->plain.made && set->right >= set->left) {
    bounds_add(&all, set->left, set->top);
    bounds_add(&all, set->right, set->bottom);
  }
  int32_t wanted = longer_side(&all) + 10;
  const struct bounds *centre = wanted <= most ? &all : &path;
  int32_t side = wanted < least ? least : wanted < most ? wanted : most;
  if (side >= (width > height ? width : height) / 4 * 3)
    return (struct map_area){0, 0, width, height, query->start.floor};
  struct map_area area = {0, 0, side < width ? side : width, side < height ? side : height,
                          query->start.floor};
  area.x = centred(centre->left, centre->right, area.width, width);
  area.y = centred(centre->top, centre->bottom, area.height, height);
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
  else
    snprintf(out, size, "%.1f ms", elapsed_us / 1000.0);
}

static void write_line(struct path_drawing *drawing, int panel, int line, const char *text) {
  int32_t x = MARGIN + panel * (PANEL_WIDTH + GAP);
  int32_t y = PANEL_TOP + drawing->panel_height + CAPTION_DROP + line * LINE_HEIGHT;
  canvas_text(&drawing->canvas, x, y, 2, text, line == 0 ? CANVAS_TEXT : CANVAS_PALE_TEXT);
}

static void write_count(struct path_drawing *drawing, int panel, const char *what, uint64_t count) {
  char number[48];
  char line[TEXT_BYTES];
  format_count(number, sizeof number, count);
  snprintf(line, sizeof line, "%s %s%s expanded", number, what, count == 1 ? "" : "s");
  write_line(drawing, panel, 0, line);
}

static void write_time(struct path_drawing *drawing, int panel, const char *what,
                       double elapsed_us) {
  char number[48];
  char line[TEXT_BYTES];
  format_time(number, sizeof number, elapsed_us);
  bool found = drawing->def->answer->result == OVL_OK;
  snprintf(line, sizeof line, "%s to the %s", number, found ? what : "answer");
  write_line(drawing, panel, 1, line);
}

/* The second line of the title: how it compares with the plain A*. */
static void format_comparison(const struct path_drawing *drawing, char *out, size_t size) {
  const struct path_answer *answer = drawing->def->answer;
  const struct plain_search *plain = &drawing->plain;
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
             answer->cost_cells / path_answer_cost_cells(&plain->path));
}

/* The third line: the path, and what part of the map is shown. */
static void format_lengths(const struct path_drawing *drawing, char *out, size_t size) {
  const struct path_answer *answer = drawing->def->answer;
  const struct map_area *area = &drawing->area;
  int used = 0;
  if (answer->result == OVL_OK)
    used = snprintf(out, size, "cost %.1f; at any angle %.1f; ", answer->cost_cells,
                    (double)answer->length_any / OVL_LENGTH_UNIT);
  if (used < 0 || (size_t)used >= size)
    return;
  if (area->width == drawing->floor.width && area->height == drawing->floor.height)
    snprintf(out + used, size - (size_t)used, "shown: the whole map");
  else
    snprintf(out + used, size - (size_t)used,
             "shown: %" PRId32 " x %" PRId32 " cells at %" PRId32 ",%" PRId32, area->width,
             area->height, area->x, area->y);
}

static void write_title(struct path_drawing *drawing) {
  const ovl_query *query = drawing->def->query;
  char line[TEXT_BYTES];
  snprintf(line, sizeof line,
           "Overland: %" PRId32 " x %" PRId32 " cells, from %" PRId32 ",%" PRId32 " to %" PRId32
           ",%" PRId32,
           drawing->floor.width, drawing->floor.height, query->start.x, query->start.y,
           query->goal.x, query->goal.y);
  canvas_text(&drawing->canvas, MARGIN, 16, 3, line, CANVAS_TEXT);
  format_comparison(drawing, line, sizeof line);
  canvas_text(&drawing->canvas, MARGIN, 52, 2, line, CANVAS_TEXT);
  format_lengths(drawing, line, sizeof line);
  canvas_text(&drawing->canvas, MARGIN, 52 + LINE_HEIGHT, 2, line, CANVAS_PALE_TEXT);
}

/* ---- The legend ---- */

static int32_t legend_top(const struct path_drawing *drawing) {
  return PANEL_TOP + drawing->panel_height + CAPTION_DROP + CAPTION_LINES * LINE_HEIGHT + 22;
}

static void write_legend(struct path_drawing *drawing) {
  static const struct {
    enum map_sign sign;
    unsigned layer; /* 0: always drawn */
    const char *text;
  } ITEMS[] = {{MAP_SIGN_START, 0, "start"},
               {MAP_SIGN_GOAL, 0, "goal"},
               {MAP_SIGN_CELL, MAP_LAYER_FINE, "cell expanded"},
               {MAP_SIGN_WAYPOINT, MAP_LAYER_COARSE, "waypoint expanded"},
               {MAP_SIGN_ROUTE, MAP_LAYER_ROUTE, "route"},
               {MAP_SIGN_PATH, MAP_LAYER_PATH, "path"}};
  int32_t x = MARGIN;
  int32_t y = legend_top(drawing);
  canvas_fill_rect(&drawing->canvas,
                   (struct canvas_rect){MARGIN, y - 14, PICTURE_WIDTH - 2 * MARGIN, 1},
                   (struct canvas_color){60, 62, 70, 60});
  for (size_t i = 0; i < sizeof ITEMS / sizeof ITEMS[0]; i++) {
    if (ITEMS[i].layer != 0 && (drawing->def->layers & ITEMS[i].layer) == 0)
      continue;
    map_overlay_sign(&drawing->canvas, ITEMS[i].sign, x, y);
    canvas_text(&drawing->canvas, x + 36, y + 2, 2, ITEMS[i].text, CANVAS_TEXT);
    x += 36 + canvas_text_width(ITEMS[i].text, 2) + 40;
  }
}

/* The colours of the terrains that are shown. */
static void write_terrain_legend(struct path_drawing *drawing) {
  static const struct {
    char letter;
    const char *text;
  } ITEMS[] = {{'.', "ground"}, {'G', "grass"}, {'S', "swamp"}, {'W', "water"},
               {'T', "trees"},  {'@', "rock"},  {'O', "edge"}};
  int32_t x = MARGIN;
  int32_t y = legend_top(drawing) + LEGEND_ROW_HEIGHT;
  for (size_t i = 0; i < sizeof ITEMS / sizeof ITEMS[0]; i++) {
    uint8_t letter = (uint8_t)ITEMS[i].letter;
    uint8_t weight = drawing->profile.def.weights[letter];
    char text[TEXT_BYTES];
    if (!drawing->occurs[letter])
      continue;
    struct canvas_rect box = {x + 5, y, 18, 18};
    canvas_fill_rect(&drawing->canvas, box, map_terrain_color(letter, weight));
    canvas_frame_rect(&drawing->canvas, box, CANVAS_FRAME);
    snprintf(text, sizeof text, "%s%s", ITEMS[i].text, weight == 0 ? " (blocks)" : "");
    canvas_text(&drawing->canvas, x + 36, y + 2, 2, text, CANVAS_TEXT);
    x += 36 + canvas_text_width(text, 2) + 24;
  }
}

static int find_terrains(struct path_drawing *drawing) {
  const struct map_area *area = &drawing->area;
  uint8_t *row = malloc((size_t)area->width);
  ovl_result result = row != NULL ? OVL_OK : OVL_NO_MEMORY;
  for (int32_t y = 0; y < area->height && result == OVL_OK; y++) {
    result =
        ovl_world_read_terrain(drawing->def->world, (ovl_cell){area->x, area->y + y, area->floor},
                               area->width, 1, row, (size_t)area->width);
    for (int32_t x = 0; x < area->width && result == OVL_OK; x++)
      drawing->occurs[row[x]] = true;
  }
  free(row);
  return result == OVL_OK ? EXIT_DONE : command_fail_result("the picture", result, NULL);
}

/* ---- Panels ---- */

/* `shown`: the layers that are this panel's matter. */
static int begin_panel(struct path_drawing *drawing, int panel, const char *title, unsigned shown,
                       struct map_view *view) {
  char line[TEXT_BYTES];
  snprintf(line, sizeof line, "%d. %s", panel + 1,
           (drawing->def->layers & shown) != 0 ? title : "left out");
  struct canvas_rect frame = {MARGIN + panel * (PANEL_WIDTH + GAP), PANEL_TOP, PANEL_WIDTH,
                              drawing->panel_height};
  canvas_text(&drawing->canvas, frame.left, PANEL_TOP - PANEL_TITLE_RISE, 2, line, CANVAS_TEXT);
  *view = map_view_fit(&drawing->canvas, drawing->def->world, drawing->area, frame);
  view->profile = drawing->def->query->profile;
  return map_picture_draw(view, drawing->def->layers);
}

static void end_panel(struct path_drawing *drawing, const struct map_view *view) {
  const ovl_query *query = drawing->def->query;
  canvas_frame_rect(&drawing->canvas, view->rect, CANVAS_FRAME);
  map_overlay_ends(view, query->start, query->goal);
}

static int draw_plain(struct path_drawing *drawing) {
  const struct plain_search *plain = &drawing->plain;
  unsigned layers = drawing->def->layers;
  struct map_view view;
  int code =
      begin_panel(drawing, 0, "Plain A* over all cells", MAP_LAYER_FINE | MAP_LAYER_PATH, &view);
  bool good = true;
  if (plain->made && (layers & MAP_LAYER_FINE) != 0)
    good = map_overlay_cell_set(&view, &plain->set);
  if (good && plain->made && plain->result == OVL_OK && (layers & MAP_LAYER_PATH) != 0)
    good = map_overlay_path(&view, &plain->path);
  end_panel(drawing, &view);
  if (plain->made) {
    if ((layers & MAP_LAYER_FINE) != 0)
      write_count(drawing, 0, "cell", plain->expanded);
    write_time(drawing, 0, "whole path", plain->elapsed_us);
  } else {
    write_line(drawing, 0, 0, "not run: see above");
  }
  if (code == EXIT_DONE && !good)
    return command_fail_memory("the picture");
  return code;
}

static int draw_coarse(struct path_drawing *drawing) {
  const struct path_answer *answer = drawing->def->answer;
  unsigned layers = drawing->def->layers;
  struct map_view view;
  int code =
      begin_panel(drawing, 1, "Coarse tier: the route", MAP_LAYER_COARSE | MAP_LAYER_ROUTE, &view);
  bool good = true;
  if ((layers & MAP_LAYER_COARSE) != 0)
    map_overlay_waypoints(&view, &drawing->trace.coarse);
  bool near = answer->result == OVL_OK && drawing->trace.route.count == 0;
  if (answer->result == OVL_OK && !near && (layers & MAP_LAYER_ROUTE) != 0)
    good = map_overlay_route(&view, &drawing->trace.route, drawing->def->query, false);
  end_panel(drawing, &view);
  if (near)
    write_line(drawing, 1, 0, "not needed: start, goal are near");
  else if (answer->stats.method == OVL_METHOD_LABELS)
    write_line(drawing, 1, 0, "read from labels");
  else if ((layers & MAP_LAYER_COARSE) != 0)
    write_count(drawing, 1, "waypoint", answer->stats.coarse_expanded);
  write_time(drawing, 1, "first step", answer->first_step_us);
  if (code == EXIT_DONE && !good)
    return command_fail_memory("the picture");
  return code;
}

static int draw_path(struct path_drawing *drawing) {
  static const char *const TITLES[OVL_SMOOTH_COUNT] = {
      "Fine tier: path as found", "Fine tier: smoothed path", "Fine tier: path at any angle"};
  const struct path_answer *answer = drawing->def->answer;
  unsigned layers = drawing->def->layers;
  struct map_view view;
  int code = begin_panel(drawing, 2, TITLES[drawing->def->query->smoothing],
                         MAP_LAYER_FINE | MAP_LAYER_PATH, &view);
  bool good = true;
  if ((layers & MAP_LAYER_FINE) != 0)
    good = map_overlay_cells(&view, &drawing->trace.fine);
  if (good && answer->has_path && (layers & MAP_LAYER_PATH) != 0)
    good = map_overlay_path(&view, &answer->path);
  end_panel(drawing, &view);
  if ((layers & MAP_LAYER_FINE) != 0)
    write_count(drawing, 2, "cell", answer->stats.fine_expanded);
  write_time(drawing, 2, "whole path", answer->full_path_us);
  if (drawing->trace.route.count != 0)
    write_line(drawing, 2, 2,
               (layers & MAP_LAYER_FINE) != 0 ? "(cells after, time with the route)"
                                              : "(the time is with the route)");
  if (code == EXIT_DONE && !good)
    return command_fail_memory("the picture");
  return code;
}

static int draw_all(struct path_drawing *drawing) {
  const int32_t panel_width = PANEL_WIDTH;
  double height = (double)panel_width * drawing->area.height / drawing->area.width;
  drawing->panel_height = (int32_t)fmin(fmax(height, MIN_PANEL_HEIGHT), MAX_PANEL_HEIGHT);
  int legend_rows = (drawing->def->layers & MAP_LAYER_TERRAIN) != 0 ? 2 : 1;
  int32_t picture_height = legend_top(drawing) + legend_rows * LEGEND_ROW_HEIGHT + 6;
  if (!canvas_create(&drawing->canvas, PICTURE_WIDTH, picture_height, CANVAS_BACKGROUND))
    return command_fail_memory("the picture");
  write_title(drawing);
  write_legend(drawing);
  int code = EXIT_DONE;
  if (legend_rows == 2) {
    code = find_terrains(drawing);
    write_terrain_legend(drawing);
  }
  if (code == EXIT_DONE)
    code = draw_plain(drawing);
  if (code == EXIT_DONE)
    code = draw_coarse(drawing);
  if (code == EXIT_DONE)
    code = draw_path(drawing);
  if (code == EXIT_DONE)
    code = png_write(drawing->def->path, drawing->canvas.width, drawing->canvas.height,
                     drawing->canvas.pixels);
  canvas_destroy(&drawing->canvas);
  return code;
}

int path_picture_write(const struct path_picture_def *def, struct path_picture_plain *plain) {
  struct path_drawing *drawing = calloc(1, sizeof *drawing);
  if (drawing == NULL)
    return command_fail_memory("the picture");
  drawing->def = def;
  ovl_world_profile(def->world, def->query->profile, &drawing->profile);
  ovl_world_floor(def->world, def->query->start.floor, &drawing->floor);
  drawing->area.floor = def->query->start.floor;
  run_plain(drawing);
  const struct plain_search *search = &drawing->plain;
  *plain = (struct path_picture_plain){.made = search->made,
                                       .found = search->made && search->result == OVL_OK,
                                       .elapsed_us = search->elapsed_us,
                                       .expanded = search->expanded};
  if (plain->found)
    plain->cost_cells = path_answer_cost_cells(&search->path);
  int code = query_trace_run(&drawing->trace, def->planner, def->world, def->query);
  if (code == EXIT_DONE && path_floors_are_many(def)) {
    code = path_floors_write(def, &drawing->trace);
  } else if (code == EXIT_DONE) {
    drawing->area = choose_area(drawing);
    code = draw_all(drawing);
  }
  query_trace_free(&drawing->trace);
  cell_set_free(&drawing->plain.set);
  path_answer_free_path(&drawing->plain.path);
  free(drawing);
  return code;
}
