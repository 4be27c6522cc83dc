/* Work against length: see work_picture.h.
 *
 * Work is what a whole path expands, waypoints and cells together. Both axes are logarithmic, so
 * that what grows like the path is as steep as the pale line. */
#include "bench/plot/work_picture.h"

#include "bench/plot/figure_table.h"
#include "bench/plot/plot_panel.h"
#include "tools/base/fail.h"
#include "tools/codec/png.h"
#include "tools/draw/canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH, WORK, WORK_COLUMNS };
static const char *const columns[WORK_COLUMNS] = {"cost", "full_path_expanded"};

enum {
  PICTURE_WIDTH = 1200,
  PICTURE_HEIGHT = 820,
  MARGIN = 24,
  SUBTITLE_TOP = 60,
  LEGEND_TOP = 96,
  LEGEND_APART = 190,
  PANEL_LEFT = 116,
  PANEL_TOP = 150,
  PANEL_WIDTH = 1052,
  PANEL_HEIGHT = 582,
  SWATCH = 7
};
static const double DOT_RADIUS = 3, LINE_THICKNESS = 2;

/* Of the set of Okabe and Ito, "Color Universal Design", 2008. */
static const struct canvas_color colors[WORK_MOST_TABLES] = {
    {0, 114, 178, 150}, {213, 94, 0, 150},    {0, 158, 115, 150},
    {230, 159, 0, 150}, {204, 121, 167, 150}, {70, 70, 76, 150}};
static const struct canvas_color LINEAR = {170, 170, 176, 255};

struct work_dot {
  double figures[WORK_COLUMNS];
  size_t table;
};

struct work_dots {
  struct work_dot *list;
  size_t count, capacity;
};

static bool add_dot(struct work_dots *dots, struct work_dot dot) {
  if (dots->count == dots->capacity) {
    const size_t capacity = 2 * dots->capacity + 256;
    struct work_dot *list = realloc(dots->list, capacity * sizeof *list);
    if (list == NULL) {
      return false;
    }
    dots->list = list;
    dots->capacity = capacity;
  }
  dots->list[dots->count++] = dot;
  return true;
}

/* Problems without a length or without work have no place on these axes. */
static int read_dots(const struct work_picture_def *def, size_t table, struct work_dots *dots) {
  struct figure_table file;
  int code =
      figure_table_open(&file, def->tables[table], columns, WORK_COLUMNS, "overland bench --csv");
  for (bool more = true; code == EXIT_DONE && more;) {
    struct work_dot dot = {.table = table};
    code = figure_table_next(&file, dot.figures, &more);
    if (code == EXIT_DONE && more && dot.figures[LENGTH] > 0 && dot.figures[WORK] > 0 &&
        !add_dot(dots, dot)) {
      figure_table_close(&file);
      return command_fail_memory("the plot");
    }
  }
  if (code == EXIT_DONE) {
    figure_table_close(&file);
  }
  return code;
}

static struct plot_axis work_axis(const struct work_dots *dots, int column) {
  double least = HUGE_VAL;
  double most = 0;
  for (size_t i = 0; i < dots->count; i++) {
    least = fmin(least, dots->list[i].figures[column]);
    most = fmax(most, dots->list[i].figures[column]);
  }
  return plot_axis_around(least, most);
}

/* Draws the line of work that grows in proportion to the path, through the lower left corner. */
static void draw_linear(struct canvas *canvas, const struct plot_panel *panel) {
  const double across = panel->across.most;
  canvas_line(canvas, plot_panel_place(panel, panel->across.least, panel->up.least),
              plot_panel_place(panel, across, panel->up.least * across / panel->across.least),
              LINE_THICKNESS, LINEAR);
}

static void draw_legend(struct canvas *canvas, const struct work_picture_def *def) {
  for (size_t i = 0; i < def->count; i++) {
    const int32_t left = PANEL_LEFT + (int32_t)i * LEGEND_APART;
    canvas_disc(canvas, (struct canvas_point){left + SWATCH, LEGEND_TOP + SWATCH}, SWATCH,
                colors[i]);
    canvas_text(canvas, left + 3 * SWATCH, LEGEND_TOP, PLOT_TEXT_SCALE, def->names[i], CANVAS_TEXT);
  }
}

static int draw_work(const struct work_picture_def *def, const struct work_dots *dots) {
  struct canvas canvas;
  if (!canvas_create(&canvas, PICTURE_WIDTH, PICTURE_HEIGHT, CANVAS_BACKGROUND)) {
    return command_fail_memory("the plot");
  }
  struct plot_panel panel = {.rect = {PANEL_LEFT, PANEL_TOP, PANEL_WIDTH, PANEL_HEIGHT},
                             .across = work_axis(dots, LENGTH),
                             .up = work_axis(dots, WORK),
                             .across_name = "length of the path, cells",
                             .label_across = plot_label_number,
                             .label_up = plot_label_number};
  plot_panel_fit(&panel);
  plot_panel_draw(&panel, &canvas);
  canvas_text(&canvas, MARGIN, MARGIN, PLOT_TITLE_SCALE,
              def->title != NULL ? def->title : "Work and length", CANVAS_TEXT);
  canvas_text(&canvas, MARGIN, SUBTITLE_TOP, PLOT_TEXT_SCALE,
              "waypoints and cells that a whole path expands; grey: as the length grows",
              CANVAS_PALE_TEXT);
  draw_legend(&canvas, def);
  canvas_set_clip(&canvas, panel.rect);
  draw_linear(&canvas, &panel);
  canvas_clear_clip(&canvas); /* dots on the frame are whole */
  for (size_t i = 0; i < dots->count; i++) {
    const struct work_dot *dot = &dots->list[i];
    canvas_disc(&canvas, plot_panel_place(&panel, dot->figures[LENGTH], dot->figures[WORK]),
                DOT_RADIUS, colors[dot->table]);
  }
  const int code = png_write(def->path, canvas.width, canvas.height, canvas.pixels);
  canvas_destroy(&canvas);
  return code;
}

int work_picture_write(const struct work_picture_def *def) {
  struct work_dots dots = {0};
  int code = EXIT_DONE;
  for (size_t i = 0; i < def->count && code == EXIT_DONE; i++) {
    code = read_dots(def, i, &dots);
  }
  if (code == EXIT_DONE) {
    code = dots.count != 0
               ? draw_work(def, &dots)
               : command_fail(EXIT_INPUT, "%s: there is nothing to plot", def->tables[0]);
  }
  free(dots.list);
  return code;
}
