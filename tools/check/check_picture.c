/* The picture of a check: see check_picture.h. */
#include "tools/check/check_picture.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/codec/png.h"
#include "tools/draw/map_labels.h"
#include "tools/draw/map_legend.h"
#include "tools/draw/map_picture.h"
#include "tools/draw/map_query.h"

#include <inttypes.h>

enum { MARGIN = 12, MOST_TOLD = 20, END_RADIUS = 12 };

static const struct canvas_color place_color = {30, 70, 170, 255};
static const struct canvas_color opening_color = {215, 25, 30, 255};
static const struct canvas_color rim_color = {255, 255, 255, 255};

/* ---- Places and cells ---------------------------------------------------- */

static void draw_places(const struct map_view *view, struct map_labels *labels) {
  ovl_place place;
  for (int32_t i = 0; ovl_world_place(view->world, i, &place); i++) {
    if (place.cell.floor != view->area.floor) {
      continue;
    }
    const struct canvas_rect rect =
        map_view_box(view, place.cell.x, place.cell.y, place.width, place.height);
    const struct canvas_point middle = {rect.left + rect.width / 2.0, rect.top + rect.height / 2.0};
    canvas_frame_rect(view->canvas, rect, place_color);
    if (!map_labels_write(labels, middle, END_RADIUS, 2, place.name, place_color)) {
      map_labels_write(labels, middle, END_RADIUS, 1, place.name, place_color);
    }
  }
}

/* The cells that would open a way, large enough to be seen in a map of any size. */
static void draw_opening(const struct map_view *view, const struct path_why *opening) {
  const double radius = view->scale < 6 ? 4 : view->scale * 0.4;
  for (size_t i = 0; i < opening->count; i++) {
    if (opening->obstacles[i].cell.floor == view->area.floor) {
      canvas_disc(view->canvas, map_view_centre(view, opening->obstacles[i].cell), radius + 1.5,
                  rim_color);
    }
  }
  for (size_t i = 0; i < opening->count; i++) {
    if (opening->obstacles[i].cell.floor == view->area.floor) {
      canvas_disc(view->canvas, map_view_centre(view, opening->obstacles[i].cell), radius,
                  opening_color);
    }
  }
}

/* The two ends, joined by a thin line where no path joins them, and the line of the statement. */
static void draw_ends(const struct map_view *view, const struct check_verdict *verdict,
                      struct map_labels *labels) {
  const struct canvas_point start = map_view_centre(view, verdict->start);
  const struct canvas_point goal = map_view_centre(view, verdict->goal);
  char line[32];
  snprintf(line, sizeof line, "%zu", verdict->rule->line);
  if (verdict->path.count == 0 && verdict->start.floor == verdict->goal.floor) {
    canvas_line(view->canvas, start, goal, 1, opening_color);
  }
  draw_opening(view, &verdict->opening);
  map_query_ends(view, verdict->start, verdict->goal);
  if (verdict->start.floor == view->area.floor) {
    map_labels_write(labels, start, END_RADIUS, 2, line, opening_color);
  }
  if (verdict->goal.floor == view->area.floor) {
    map_labels_write(labels, goal, END_RADIUS, 2, line, opening_color);
  }
}

static int draw(const struct map_view *view, const struct check_verdict *verdicts, size_t count) {
  struct map_labels labels;
  const int code = map_picture_draw(view, MAP_LAYER_TERRAIN | MAP_LAYER_LINKS);
  if (code != EXIT_DONE) {
    return code;
  }
  bool good = map_labels_create(&labels, view->canvas, view->rect);
  if (!good) {
    return command_fail_memory("the picture");
  }
  for (size_t i = 0; i < count && good; i++) {
    const struct check_verdict *verdict = &verdicts[i];
    if (verdict->holds || !verdict->has_ends) {
      continue;
    }
    good = verdict->path.count == 0 || map_query_path(view, &verdict->path);
    draw_ends(view, verdict, &labels);
  }
  draw_places(view, &labels);
  map_labels_destroy(&labels);
  return good ? EXIT_DONE : command_fail_memory("the picture");
}

/* ---- The picture --------------------------------------------------------- */

/* Returns where it ends. */
static int32_t write_legend(const struct map_view *view, const struct check_verdict *verdicts,
                            size_t count, int32_t top) {
  struct picture_legend legend =
      picture_legend_begin(view->canvas, MARGIN, top + MARGIN, view->canvas->width - 2 * MARGIN);
  size_t failed = 0;
  for (size_t i = 0; i < count; i++) {
    char text[2 * CHECK_WHY_BYTES + 32];
    failed += verdicts[i].holds ? 0 : 1;
    snprintf(text, sizeof text, "%zu: %s: %s", verdicts[i].rule->line, verdicts[i].rule->text,
             verdicts[i].why);
    if (!verdicts[i].holds && failed <= MOST_TOLD) {
      picture_legend_write(&legend, text, opening_color);
    }
  }
  char text[96];
  snprintf(text, sizeof text, "%zu of %zu statement%s hold", count - failed, count,
           print_plural(count));
  picture_legend_write(&legend, text, CANVAS_TEXT);
  picture_legend_add_color(&legend, "cells that would open a way", opening_color);
  picture_legend_add_color(&legend, "places", place_color);
  map_legend_add_world(&legend, view->world, view->profile, view->shown);
  return picture_legend_end(&legend) + MARGIN / 2;
}

int check_picture_write(const struct check_world *checked, const struct check_verdict *verdicts,
                        size_t count, const struct check_picture *picture) {
  size_t first = 0;
  while (first < count && (verdicts[first].holds || !verdicts[first].has_ends)) {
    first++;
  }
  const bool has_first = first < count;
  const int32_t wanted = has_first ? verdicts[first].start.floor : 0;
  const int32_t number = picture->floor >= 0 ? picture->floor : wanted;
  ovl_floor_info floor;
  if (!ovl_world_floor(checked->world, number, &floor)) {
    return command_fail(EXIT_INPUT, "%s: there is no floor %" PRId32, checked->file, number);
  }
  struct canvas canvas;
  const struct map_area area = map_area_of(&floor);
  const struct map_shape of = map_area_shape(checked->world, area);
  const int64_t shape = (int64_t)(picture->width * of.height / of.width);
  const int32_t height = (int32_t)(shape < 64                   ? 64
                                   : shape > 2 * picture->width ? 2 * picture->width
                                                                : shape);
  if (!canvas_create(&canvas, picture->width, height + PICTURE_LEGEND_MOST_HEIGHT,
                     CANVAS_BACKGROUND)) {
    return command_fail_memory("the picture");
  }
  struct map_shown shown = {0};
  struct map_view view = map_view_fit(&canvas, checked->world, area,
                                      (struct canvas_rect){0, 0, picture->width, height});
  view.profile = has_first ? verdicts[first].profile : 0;
  view.shown = &shown;
  int code = draw(&view, verdicts, count);
  if (code == EXIT_DONE) {
    canvas_crop(&canvas, write_legend(&view, verdicts, count, height));
    code = png_write(picture->path, canvas.width, canvas.height, canvas.pixels);
  }
  canvas_destroy(&canvas);
  return code;
}
