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
#include "plot_picture.h"

#include "bench_stats.h"
#include "canvas.h"
#include "command.h"
#include "font.h"
#include "plot_axis.h"
#include "png.h"

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
  TITLE_SCALE = 3,
  TEXT_SCALE = 2,
  LEAST_LABEL_GAP = 14, /* between two labels of an axis, pixels */
  LEGEND_LINE = 32,
  BINS_PER_DOUBLING = 2,
  LEAST_OF_A_MEDIAN = 5 /* problems */
};

static const double DOT_RADIUS = 2.2, LINE_THICKNESS = 3.5, HALO_THICKNESS = 7;

static const struct canvas_color BACKGROUND = {250, 249, 246, 255};
static const struct canvas_color PANEL = {255, 255, 255, 255};
static const struct canvas_color HALO = {255, 255, 255, 200};
static const struct canvas_color TEXT = {34, 36, 44, 255};
static const struct canvas_color PALE_TEXT = {98, 100, 112, 255};
static const struct canvas_color FRAME = {120, 122, 130, 255};
static const struct canvas_color GRID = {214, 214, 214, 255};
static const struct canvas_color FAINT_GRID = {240, 240, 240, 255};

static const struct series {
  const char *name;
  struct canvas_color color;
} all_series[PLOT_SERIES_COUNT] = {
    [PLOT_FIRST_STEP] = {"first step of Overland", {0, 114, 178, 255}},
    [PLOT_FULL_PATH] = {"whole path of Overland", {230, 159, 0, 255}},
    [PLOT_ASTAR] = {"plain A*, whole path", {70, 70, 76, 255}},
};
enum { DOT_ALPHA = 80 };

struct plot {
  const struct plot_picture_def *def;
  struct canvas canvas;
  struct plot_axis lengths, times;
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
  plot->lengths = plot_axis_around(least_cells, most_cells);
  plot->lengths.least_at = PANEL_LEFT;
  plot->lengths.most_at = PANEL_LEFT + PANEL_WIDTH;
  plot->times = plot_axis_around(least_us, most_us);
  plot->times.least_at = PANEL_TOP + PANEL_HEIGHT;
  plot->times.most_at = PANEL_TOP;
  return true;
}

static void label_time(double us, char *text, size_t capacity) {
  if (us < 0.9) {
    snprintf(text, capacity, "%.4g ns", us * 1e3);
  } else if (us < 0.9e3) {
    snprintf(text, capacity, "%.4g us", us);
  } else if (us < 0.9e6) {
    snprintf(text, capacity, "%.4g ms", us / 1e3);
  } else {
    snprintf(text, capacity, "%.4g s", us / 1e6);
  }
}

/* Labels stand at 1, 2 and 5 where powers of ten lie wide apart. */
static bool is_labelled(const struct plot_axis *axis, const struct plot_mark *mark) {
  const double power_pixels = fabs(plot_axis_place(axis, 10 * axis->least) - axis->least_at);
  const bool wide = power_pixels > PANEL_WIDTH / 8.0;
  return mark->digit == 1 || (wide && (mark->digit == 2 || mark->digit == 5));
}

static void draw_length_axis(struct plot *plot) {
  struct canvas *canvas = &plot->canvas;
  struct plot_mark mark;
  int32_t free_from = 0;
  bool more = plot_axis_first_mark(&plot->lengths, &mark);
  for (; more; more = plot_axis_next_mark(&plot->lengths, &mark)) {
    const int32_t x = (int32_t)lround(plot_axis_place(&plot->lengths, mark.value));
    const bool labelled = is_labelled(&plot->lengths, &mark);
    canvas_fill_rect(canvas, (struct canvas_rect){x, PANEL_TOP, 1, PANEL_HEIGHT},
                     labelled ? GRID : FAINT_GRID);
    char text[32];
    snprintf(text, sizeof text, "%.4g", mark.value);
    const int32_t width = canvas_text_width(text, TEXT_SCALE);
    if (labelled && x - width / 2 >= free_from) {
      canvas_fill_rect(canvas, (struct canvas_rect){x, PANEL_TOP + PANEL_HEIGHT, 1, 6}, FRAME);
      canvas_text(canvas, x - width / 2, PANEL_TOP + PANEL_HEIGHT + 12, TEXT_SCALE, text, TEXT);
      free_from = x + width / 2 + LEAST_LABEL_GAP;
    }
  }
  const char *const name = "length of the optimal path, cells";
  canvas_text(canvas, PANEL_LEFT + (PANEL_WIDTH - canvas_text_width(name, TEXT_SCALE)) / 2,
              PANEL_TOP + PANEL_HEIGHT + 46, TEXT_SCALE, name, PALE_TEXT);
}

static void draw_time_axis(struct plot *plot) {
  struct canvas *canvas = &plot->canvas;
  struct plot_mark mark;
  int32_t free_to = PICTURE_HEIGHT;
  bool more = plot_axis_first_mark(&plot->times, &mark);
  for (; more; more = plot_axis_next_mark(&plot->times, &mark)) {
    const int32_t y = (int32_t)lround(plot_axis_place(&plot->times, mark.value));
    const bool labelled = is_labelled(&plot->times, &mark);
    canvas_fill_rect(canvas, (struct canvas_rect){PANEL_LEFT, y, PANEL_WIDTH, 1},
                     labelled ? GRID : FAINT_GRID);
    const int32_t half = FONT_ASCENT * TEXT_SCALE / 2;
    if (labelled && y + half <= free_to) {
      char text[32];
      label_time(mark.value, text, sizeof text);
      canvas_fill_rect(canvas, (struct canvas_rect){PANEL_LEFT - 6, y, 6, 1}, FRAME);
      canvas_text(canvas, PANEL_LEFT - 12 - canvas_text_width(text, TEXT_SCALE), y - half,
                  TEXT_SCALE, text, TEXT);
      free_to = y - half - LEAST_LABEL_GAP;
    }
  }
}

/* ---- Points ---- */

static struct canvas_point place(const struct plot *plot, double cells, double us) {
  return (struct canvas_point){plot_axis_place(&plot->lengths, cells),
                               plot_axis_place(&plot->times, us)};
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
  const struct plot_axis *lengths = &plot->lengths;
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
    canvas_polyline(&plot->canvas, medians, count, HALO_THICKNESS, HALO);
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
    canvas_text(&plot->canvas, x + 52, y, TEXT_SCALE, all_series[series].name, TEXT);
    y += LEGEND_LINE;
  }
  canvas_text(&plot->canvas, x, y, TEXT_SCALE, "a dot a problem, lines: medians", PALE_TEXT);
}

/* As large as it fits. */
static void draw_title(struct plot *plot) {
  const char *title = plot->def->title;
  const bool fits = canvas_text_width(title, TITLE_SCALE) <= PICTURE_WIDTH - 2 * MARGIN;
  canvas_text(&plot->canvas, MARGIN, TITLE_TOP, fits ? TITLE_SCALE : TEXT_SCALE, title, TEXT);
  canvas_text(&plot->canvas, MARGIN, SUBTITLE_TOP, TEXT_SCALE, "time of one query", PALE_TEXT);
}

static int draw(struct plot *plot) {
  static const enum plot_series order[] = {PLOT_ASTAR, PLOT_FULL_PATH, PLOT_FIRST_STEP};
  const struct canvas_rect panel = {PANEL_LEFT, PANEL_TOP, PANEL_WIDTH + 1, PANEL_HEIGHT + 1};
  canvas_fill_rect(&plot->canvas, panel, PANEL);
  draw_time_axis(plot);
  draw_length_axis(plot);
  canvas_frame_rect(&plot->canvas, panel, FRAME);
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
  if (!canvas_create(&plot.canvas, PICTURE_WIDTH, PICTURE_HEIGHT, BACKGROUND)) {
    return command_fail_memory("the plot");
  }
  int code = draw(&plot);
  if (code == EXIT_DONE) {
    code = png_write(def->path, plot.canvas.width, plot.canvas.height, plot.canvas.pixels);
  }
  canvas_destroy(&plot.canvas);
  return code;
}
