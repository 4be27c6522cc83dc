/* A panel of a plot: two logarithmic axes with their marks and labels. */
#ifndef OVERLAND_BENCH_PLOT_PLOT_PANEL_H
#define OVERLAND_BENCH_PLOT_PLOT_PANEL_H

#include "bench/plot/plot_axis.h"
#include "tools/draw/canvas.h"

#include <stddef.h>

/* Writes the label of a mark. */
typedef void plot_label(double value, char *text, size_t capacity);

struct plot_panel {
  struct canvas_rect rect; /* what the axes enclose */
  struct plot_axis across, up;
  const char *across_name; /* below it */
  plot_label *label_across, *label_up;
};

/* Puts the axes, whose values are set, where the panel is. */
void plot_panel_fit(struct plot_panel *panel);

/* Draws ground, marks, labels and frame. */
void plot_panel_draw(const struct plot_panel *panel, struct canvas *canvas);

struct canvas_point plot_panel_place(const struct plot_panel *panel, double across, double up);

/* Labels: a bare number; a time of so many microseconds. */
void plot_label_number(double value, char *text, size_t capacity);
void plot_label_time(double us, char *text, size_t capacity);

/* Backgrounds, grids and text sizes of all plots. */
extern const struct canvas_color PLOT_HALO;
enum { PLOT_TITLE_SCALE = 3, PLOT_TEXT_SCALE = 2 };

#endif
