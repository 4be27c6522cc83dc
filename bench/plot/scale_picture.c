/* Costs against size: see scale_picture.h.
 *
 * All axes are logarithmic, so what grows by some power of the size is a straight line; a pale line
 * through the first point shows what would grow in proportion to the cells. */
#include "bench/plot/scale_picture.h"

#include "bench/plot/figure_table.h"
#include "bench/plot/plot_panel.h"
#include "tools/base/fail.h"
#include "tools/codec/png.h"
#include "tools/draw/canvas.h"

#include <math.h>
#include <stdio.h>

enum {
  CELLS,
  FIRST_STEP,
  FIRST_STEP_P99,
  FIRST_STEP_COLD,
  FULL_PATH,
  FULL_PATH_P99,
  BAKE,
  MERGE,
  MEMORY,
  BYTES,
  OPEN,
  COLUMNS
};
static const char *const names[COLUMNS] = {"cells",
                                           "first_step_us",
                                           "first_step_p99_us",
                                           "cold_first_step_us",
                                           "full_path_us",
                                           "full_path_p99_us",
                                           "bake_s",
                                           "merge_s",
                                           "memory_bytes",
                                           "world_bytes",
                                           "open_us"};

enum {
  PANELS = 6,
  MOST_SIZES = 64,
  PICTURE_WIDTH = 1240,
  PICTURE_HEIGHT = 1450,
  MARGIN = 24,
  PANEL_WIDTH = 460,
  PANEL_HEIGHT = 300,
  PANELS_LEFT = 124,
  PANELS_TOP = 112,
  PANELS_APART_X = 600,
  PANELS_APART_Y = 450
};
static const double DOT_RADIUS = 6, LINE_THICKNESS = 3.5, PALE_THICKNESS = 2;
static const struct canvas_color SERIES[] = {{0, 114, 178, 255},
                                             {230, 159, 0, 255},
                                             {0, 158, 115, 255}},
                                 PALE = {170, 170, 176, 255};

struct scale {
  double rows[MOST_SIZES][COLUMNS];
  size_t count;
};

/* In units that are a thousand times the one before. */
static void label_in(double value, const char *const units[5], char *text, size_t capacity) {
  size_t unit = 0;
  for (; value >= 999 && unit < 4; unit++) {
    value /= 1000;
  }
  snprintf(text, capacity, "%.4g%s", value, units[unit]);
}

static void label_bytes(double bytes, char *text, size_t capacity) {
  static const char *const units[5] = {" B", " kB", " MB", " GB", " TB"};
  label_in(bytes, units, text, capacity);
}

static void label_cells(double cells, char *text, size_t capacity) {
  static const char *const units[5] = {"", " k", " M", " G", " T"};
  label_in(cells, units, text, capacity);
}

static void label_seconds(double seconds, char *text, size_t capacity) {
  plot_label_time(seconds * 1e6, text, capacity);
}

static int read_scale(const char *path, struct scale *scale) {
  struct figure_table table;
  int code = figure_table_open(&table, path, names, COLUMNS, "bench/scale.sh");
  bool more = true;
  while (code == EXIT_DONE && more) {
    double *row = scale->rows[scale->count];
    code = figure_table_next(&table, row, &more);
    if (code == EXIT_DONE && more && row[CELLS] > 0 && ++scale->count == MOST_SIZES) {
      figure_table_close(&table);
      return command_fail(EXIT_INPUT, "%s: a picture shows up to %d sizes", path, MOST_SIZES - 1);
    }
  }
  if (code != EXIT_DONE) {
    return code;
  }
  figure_table_close(&table);
  return scale->count != 0 ? EXIT_DONE
                           : command_fail(EXIT_INPUT, "%s: there is nothing to plot", path);
}

/* From the least figure of some columns to the most. */
static struct plot_axis axis_of(const struct scale *scale, int first, int last) {
  double least = HUGE_VAL;
  double most = 0;
  for (size_t i = 0; i < scale->count; i++) {
    for (int column = first; column <= last; column++) {
      const double figure = scale->rows[i][column];
      least = figure > 0 ? fmin(least, figure) : least;
      most = fmax(most, figure);
    }
  }
  return most > 0 ? plot_axis_around(least, most) : plot_axis_around(1, 10);
}

static void draw_line(struct canvas *canvas, const struct plot_panel *panel,
                      const struct scale *scale, int column, struct canvas_color color) {
  struct canvas_point points[MOST_SIZES];
  size_t count = 0;
  for (size_t i = 0; i < scale->count; i++) {
    const double *row = scale->rows[i];
    if (row[column] > 0) {
      points[count++] = plot_panel_place(panel, row[CELLS], row[column]);
    }
  }
  canvas_polyline(canvas, points, count, LINE_THICKNESS, color);
  for (size_t i = 0; i < count; i++) {
    canvas_disc(canvas, points[i], DOT_RADIUS, color);
  }
}

static void draw_in_proportion(struct canvas *canvas, const struct plot_panel *panel,
                               const struct scale *scale, int column) {
  const double *first = scale->rows[0];
  if (first[column] > 0) {
    const double most = panel->across.most;
    canvas_line(canvas, plot_panel_place(panel, first[CELLS], first[column]),
                plot_panel_place(panel, most, first[column] * most / first[CELLS]), PALE_THICKNESS,
                PALE);
  }
}

static void draw_panel(struct canvas *canvas, const struct scale *scale, int number) {
  static const struct {
    const char *title;
    int first, last; /* columns */
    plot_label *label;
  } all[PANELS] = {
      {"first step; orange: p99, green: cold", FIRST_STEP, FIRST_STEP_COLD, plot_label_time},
      {"whole path; orange: p99", FULL_PATH, FULL_PATH_P99, plot_label_time},
      {"bake; orange: merge", BAKE, MERGE, label_seconds},
      {"memory of the bake, at the peak", MEMORY, MEMORY, label_bytes},
      {"world file", BYTES, BYTES, label_bytes},
      {"opening", OPEN, OPEN, plot_label_time}};
  struct plot_panel panel = {.rect = {PANELS_LEFT + number % 2 * PANELS_APART_X,
                                      PANELS_TOP + number / 2 * PANELS_APART_Y, PANEL_WIDTH,
                                      PANEL_HEIGHT},
                             .across = axis_of(scale, CELLS, CELLS),
                             .up = axis_of(scale, all[number].first, all[number].last),
                             .across_name = "cells",
                             .label_across = label_cells,
                             .label_up = all[number].label};
  plot_panel_fit(&panel);
  plot_panel_draw(&panel, canvas);
  canvas_text(canvas, panel.rect.left, panel.rect.top - 26, PLOT_TEXT_SCALE, all[number].title,
              CANVAS_TEXT);
  canvas_set_clip(canvas, panel.rect);
  draw_in_proportion(canvas, &panel, scale, all[number].first);
  canvas_clear_clip(canvas); /* dots on the frame are whole */
  for (int column = all[number].last; column >= all[number].first; column--) {
    draw_line(canvas, &panel, scale, column, SERIES[column - all[number].first]);
  }
}

int scale_picture_write(const char *table, const char *title, const char *path) {
  struct scale scale = {.count = 0};
  struct canvas canvas;
  int code = read_scale(table, &scale);
  if (code != EXIT_DONE) {
    return code;
  }
  if (!canvas_create(&canvas, PICTURE_WIDTH, PICTURE_HEIGHT, CANVAS_BACKGROUND)) {
    return command_fail_memory("the plot");
  }
  canvas_text(&canvas, MARGIN, MARGIN, PLOT_TITLE_SCALE, title != NULL ? title : "Size and cost",
              CANVAS_TEXT);
  canvas_text(&canvas, MARGIN, MARGIN + 32, PLOT_TEXT_SCALE,
              "blue: mean; grey: linear growth from the first size on", CANVAS_PALE_TEXT);
  for (int number = 0; number < PANELS; number++) {
    draw_panel(&canvas, &scale, number);
  }
  code = png_write(path, canvas.width, canvas.height, canvas.pixels);
  canvas_destroy(&canvas);
  return code;
}
