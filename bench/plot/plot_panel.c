/* A panel of a plot: see plot_panel.h. */
#include "bench/plot/plot_panel.h"

#include "tools/draw/font.h"

#include <math.h>
#include <stdio.h>

enum { LEAST_LABEL_GAP = 14 /* between two labels of an axis, pixels */ };

const struct canvas_color PLOT_HALO = {255, 255, 255, 200};
static const struct canvas_color GROUND = {255, 255, 255, 255};
static const struct canvas_color FRAME = {120, 122, 130, 255};
static const struct canvas_color GRID = {214, 214, 214, 255};
static const struct canvas_color FAINT_GRID = {240, 240, 240, 255};

void plot_panel_fit(struct plot_panel *panel) {
  panel->across.least_at = panel->rect.left;
  panel->across.most_at = panel->rect.left + panel->rect.width;
  panel->up.least_at = panel->rect.top + panel->rect.height;
  panel->up.most_at = panel->rect.top;
}

struct canvas_point plot_panel_place(const struct plot_panel *panel, double across, double up) {
  return (struct canvas_point){plot_axis_place(&panel->across, across),
                               plot_axis_place(&panel->up, up)};
}

void plot_label_number(double value, char *text, size_t capacity) {
  snprintf(text, capacity, "%.4g", value);
}

void plot_label_time(double us, char *text, size_t capacity) {
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
  const bool wide = power_pixels > 130;
  return mark->digit == 1 || (wide && (mark->digit == 2 || mark->digit == 5));
}

static void draw_across(const struct plot_panel *panel, struct canvas *canvas) {
  const int32_t bottom = panel->rect.top + panel->rect.height;
  struct plot_mark mark;
  int32_t free_from = 0;
  bool more = plot_axis_first_mark(&panel->across, &mark);
  for (; more; more = plot_axis_next_mark(&panel->across, &mark)) {
    const int32_t x = (int32_t)lround(plot_axis_place(&panel->across, mark.value));
    const bool labelled = is_labelled(&panel->across, &mark);
    canvas_fill_rect(canvas, (struct canvas_rect){x, panel->rect.top, 1, panel->rect.height},
                     labelled ? GRID : FAINT_GRID);
    char text[32];
    panel->label_across(mark.value, text, sizeof text);
    const int32_t width = canvas_text_width(text, PLOT_TEXT_SCALE);
    if (labelled && x - width / 2 >= free_from) {
      canvas_fill_rect(canvas, (struct canvas_rect){x, bottom, 1, 6}, FRAME);
      canvas_text(canvas, x - width / 2, bottom + 12, PLOT_TEXT_SCALE, text, CANVAS_TEXT);
      free_from = x + width / 2 + LEAST_LABEL_GAP;
    }
  }
  const int32_t width = canvas_text_width(panel->across_name, PLOT_TEXT_SCALE);
  canvas_text(canvas, panel->rect.left + (panel->rect.width - width) / 2, bottom + 46,
              PLOT_TEXT_SCALE, panel->across_name, CANVAS_PALE_TEXT);
}

static void draw_up(const struct plot_panel *panel, struct canvas *canvas) {
  struct plot_mark mark;
  int32_t free_to = panel->rect.top + panel->rect.height + 2 * FONT_HEIGHT;
  bool more = plot_axis_first_mark(&panel->up, &mark);
  for (; more; more = plot_axis_next_mark(&panel->up, &mark)) {
    const int32_t y = (int32_t)lround(plot_axis_place(&panel->up, mark.value));
    const bool labelled = is_labelled(&panel->up, &mark);
    canvas_fill_rect(canvas, (struct canvas_rect){panel->rect.left, y, panel->rect.width, 1},
                     labelled ? GRID : FAINT_GRID);
    const int32_t half = FONT_ASCENT * PLOT_TEXT_SCALE / 2;
    if (labelled && y + half <= free_to) {
      char text[32];
      panel->label_up(mark.value, text, sizeof text);
      canvas_fill_rect(canvas, (struct canvas_rect){panel->rect.left - 6, y, 6, 1}, FRAME);
      canvas_text(canvas, panel->rect.left - 12 - canvas_text_width(text, PLOT_TEXT_SCALE),
                  y - half, PLOT_TEXT_SCALE, text, CANVAS_TEXT);
      free_to = y - half - LEAST_LABEL_GAP;
    }
  }
}

void plot_panel_draw(const struct plot_panel *panel, struct canvas *canvas) {
  const struct canvas_rect rect = {panel->rect.left, panel->rect.top, panel->rect.width + 1,
                                   panel->rect.height + 1};
  canvas_fill_rect(canvas, rect, GROUND);
  draw_up(panel, canvas);
  draw_across(panel, canvas);
  canvas_frame_rect(canvas, rect, FRAME);
}
