/* The picture of a plot: see plot_picture.h.
 *
 * Both axes are logarithmic: times and lengths span several powers of ten, and
 * a search that looks at area rises twice as steep as one that looks at length.
 * Dots are thin, so that many on one place show; a line joins the medians of
 * problems of about the same length.
 *
 * The colours differ in lightness as well as in hue (two of them from the set of
 * Okabe and Ito, "Color Universal Design", 2008), so that they are told apart
 * without colour vision. */
#include "bench/plot/plot_picture.h"

#include "bench/measure/bench_stats.h"
#include "bench/plot/plot_panel.h"
#include "tools/base/fail.h"
#include "tools/codec/png.h"
#include "tools/draw/canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  PICTURE_WIDTH = 1200,
  PICTURE_HEIGHT = 760,
  MARGIN = 24,
  PANEL_LEFT = 116,
  PANEL_TOP = 104,
  PANEL_WIDTH = 1052,
  PANEL_HEIGHT = 568,
  TITLE_TOP = 22,
  SUBTITLE_TOP = 62,
  LEGEND_LINE = 32,
  BINS_PER_DOUBLING = 2,
  LEAST_OF_A_MEDIAN = 5 /* problems */
};

static const double DOT_RADIUS = 2.2, LINE_THICKNESS = 3.5, HALO_THICKNESS = 7;

static const struct series {
  const char *name;
  struct canvas_color color;
} all_series[PLOT_SERIES_COUNT] = {
    [PLOT_FIRST_STEP] = {"blue: first step of Overland", {0, 114, 178, 255}},
    [PLOT_FULL_PATH] = {"orange: whole path of Overland", {230, 159, 0, 255}},
    [PLOT_ASTAR] = {"dark grey: whole path of plain A*", {70, 70, 76, 255}},
};
enum { DOT_ALPHA = 80 };

struct plot {
  const struct plot_picture_def *def;
  struct canvas canvas;
  struct plot_panel panel;
};

/* ---- Axes ---- */

/* Fits the axes to the points; false if there is nothing to show. */
static bool fit_axes(struct plot *plot) {
  const struct plot_points *points = plot->def->points;
  double least_us = HUGE_VAL, most_us = 0, least_cells = HUGE_VAL, most_cells = 0;
  for (size_t i = 0; i < points->count; i++) {
    const struct plot_point *point = &points->list[i];
    for (int series = 0; series < PLOT_SERIES_COUNT; series++) {
      if (point->us[series] > 0) {
        least_us = fmin(least_us, point->us[series]);
        most_us = fmax(most_us, point->us[series]);
        least_cells = fmin(least_cells, point->length_cells);
        most_cells = fmax(most_cells, point->length_cells);
      }
    }
  }
  if (!(most_us > 0)) {
    return false;
  }
  plot->panel = (struct plot_panel){
      .rect = {PANEL_LEFT, PANEL_TOP, PANEL_WIDTH, PANEL_HEIGHT},
      .across = plot_axis_around(least_cells, most_cells),
      .up = plot_axis_around(least_us, most_us),
      .across_name = "length of the optimal path, cells",
      .label_across = plot_label_number,
      .label_up = plot_label_time,
  };
  plot_panel_fit(&plot->panel);
  return true;
}

/* ---- Points ---- */

static struct canvas_point place(const struct plot *plot, double cells, double us) {
  return plot_panel_place(&plot->panel, cells, us);
}

static void draw_dots(struct plot *plot, enum plot_series series) {
  const struct plot_points *points = plot->def->points;
  struct canvas_color color = all_series[series].color;
  color.alpha = DOT_ALPHA;
  for (size_t i = 0; i < points->count; i++) {
    const struct plot_point *point = &points->list[i];
    if (point->us[series] > 0) {
      canvas_disc(&plot->canvas, place(plot, point->length_cells, point->us[series]), DOT_RADIUS,
                  color);
    }
  }
}

/* The median of the points from one length to another, at the middle of these;
 * false if they are too few. `figures` has room for all points. */
static bool median_within(const struct plot *plot, enum plot_series series, double from_cells,
                          double to_cells, double *figures, struct canvas_point *median) {
  const struct plot_points *points = plot->def->points;
  size_t count = 0;
  for (size_t i = 0; i < points->count; i++) {
    const struct plot_point *point = &points->list[i];
    if (point->us[series] > 0 && point->length_cells >= from_cells &&
        point->length_cells < to_cells) {
      figures[count++] = point->us[series];
    }
  }
  if (count < LEAST_OF_A_MEDIAN) {
    return false;
  }
  *median = place(plot, sqrt(from_cells * to_cells), bench_stats_summarize(figures, count).p50);
  return true;
}

/* Returns an exit code. */
static int draw_medians(struct plot *plot, enum plot_series series) {
  const double step = pow(2, 1.0 / BINS_PER_DOUBLING);
  const struct plot_axis *lengths = &plot->panel.across;
  const size_t most_bins = (size_t)(log(lengths->most / lengths->least) / log(step)) + 2;
  double *figures = malloc(plot->def->points->count * sizeof *figures);
  struct canvas_point *medians = malloc(most_bins * sizeof *medians);
  int code = EXIT_DONE;
  size_t count = 0;
  if (figures == NULL || medians == NULL) {
    code = command_fail_memory("the plot");
  } else {
    double cells = lengths->least;
    for (size_t i = 0; i < most_bins; i++, cells *= step) {
      count += median_within(plot, series, cells, cells * step, figures, &medians[count]) ? 1 : 0;
    }
    canvas_polyline(&plot->canvas, medians, count, HALO_THICKNESS, PLOT_HALO);
    canvas_polyline(&plot->canvas, medians, count, LINE_THICKNESS, all_series[series].color);
  }
  free(medians);
  free(figures);
  return code;
}

static bool has_points(const struct plot *plot, enum plot_series series) {
  const struct plot_points *points = plot->def->points;
  for (size_t i = 0; i < points->count; i++) {
    if (points->list[i].us[series] > 0) {
      return true;
    }
  }
  return false;
}

/* ---- The rest ---- */

/* In the corner of short paths and long times, which is empty. */
static void draw_legend(struct plot *plot) {
  int32_t y = PANEL_TOP + 22;
  const int32_t x = PANEL_LEFT + 24;
  for (int series = PLOT_SERIES_COUNT - 1; series >= 0; series--) {
    if (!has_points(plot, (enum plot_series)series)) {
      continue;
    }
    const struct canvas_color color = all_series[series].color;
    canvas_line(&plot->canvas, (struct canvas_point){x, y + 7.5},
                (struct canvas_point){x + 36, y + 7.5}, LINE_THICKNESS, color);
    canvas_disc(&plot->canvas, (struct canvas_point){x + 18, y + 7.5}, 3 * DOT_RADIUS, color);
    canvas_text(&plot->canvas, x + 52, y, PLOT_TEXT_SCALE, all_series[series].name, CANVAS_TEXT);
    y += LEGEND_LINE;
  }
  canvas_text(&plot->canvas, x, y, PLOT_TEXT_SCALE, "one dot per problem; lines: medians",
              CANVAS_PALE_TEXT);
}

/* As large as it fits. */
static void draw_title(struct plot *plot) {
  const char *title = plot->def->title;
  const bool fits = canvas_text_width(title, PLOT_TITLE_SCALE) <= PICTURE_WIDTH - 2 * MARGIN;
  canvas_text(&plot->canvas, MARGIN, TITLE_TOP, fits ? PLOT_TITLE_SCALE : PLOT_TEXT_SCALE, title,
              CANVAS_TEXT);
  canvas_text(&plot->canvas, MARGIN, SUBTITLE_TOP, PLOT_TEXT_SCALE, "time of one query",
              CANVAS_PALE_TEXT);
}

static int draw(struct plot *plot) {
  static const enum plot_series order[] = {PLOT_ASTAR, PLOT_FULL_PATH, PLOT_FIRST_STEP};
  const struct canvas_rect panel = {PANEL_LEFT, PANEL_TOP, PANEL_WIDTH + 1, PANEL_HEIGHT + 1};
  plot_panel_draw(&plot->panel, &plot->canvas);
  canvas_set_clip(&plot->canvas, panel);
  int code = EXIT_DONE;
  for (int i = 0; i < PLOT_SERIES_COUNT; i++) {
    draw_dots(plot, order[i]);
  }
  for (int i = 0; i < PLOT_SERIES_COUNT && code == EXIT_DONE; i++) {
    code = draw_medians(plot, order[i]);
  }
  draw_legend(plot);
  canvas_clear_clip(&plot->canvas);
  draw_title(plot);
  return code;
}

int plot_picture_write(const struct plot_picture_def *def) {
  struct plot plot = {.def = def};
  if (!fit_axes(&plot)) {
    return command_fail(EXIT_INPUT, "there is nothing to plot: no problem has a length and a time");
  }
  if (!canvas_create(&plot.canvas, PICTURE_WIDTH, PICTURE_HEIGHT, CANVAS_BACKGROUND)) {
    return command_fail_memory("the plot");
  }
  int code = draw(&plot);
  if (code == EXIT_DONE) {
    code = png_write(def->path, plot.canvas.width, plot.canvas.height, plot.canvas.pixels);
  }
  canvas_destroy(&plot.canvas);
  return code;
}
