/* A logarithmic axis: see plot_axis.h.
 *
 * Marks are counted as whole digits and whole powers of ten, so that no mark is
 * lost or doubled by rounding. */
#include "bench/plot/plot_axis.h"

#include <math.h>

/* A mark and an end of the axis that differ by less than this share are one. */
static const double SAME = 1e-9;

struct plot_axis plot_axis_around(double least, double most) {
  static const double steps[] = {1, 2, 5, 10};
  enum { STEPS = sizeof steps / sizeof steps[0] };
  const double below = pow(10, floor(log10(least)));
  const double above = pow(10, floor(log10(most)));
  struct plot_axis axis = {.least = below, .most = 10 * above};
  for (int i = 0; i < STEPS; i++) {
    if (steps[i] * below <= least * (1 + SAME)) {
      axis.least = steps[i] * below;
    }
    const int last = STEPS - 1 - i;
    if (steps[last] * above >= most * (1 - SAME)) {
      axis.most = steps[last] * above;
    }
  }
  if (axis.most <= axis.least) { /* one value, itself a mark */
    axis.most = 10 * axis.least;
  }
  return axis;
}

double plot_axis_place(const struct plot_axis *axis, double value) {
  const double share = log(value / axis->least) / log(axis->most / axis->least);
  return axis->least_at + share * (axis->most_at - axis->least_at);
}

bool plot_axis_first_mark(const struct plot_axis *axis, struct plot_mark *mark) {
  *mark = (struct plot_mark){.value = pow(10, floor(log10(axis->least))), .digit = 1};
  while (mark->value < axis->least * (1 - SAME)) {
    if (!plot_axis_next_mark(axis, mark)) {
      return false;
    }
  }
  return true;
}

bool plot_axis_next_mark(const struct plot_axis *axis, struct plot_mark *mark) {
  const double power = mark->value / mark->digit;
  mark->digit = mark->digit < 9 ? mark->digit + 1 : 1;
  mark->value = mark->digit == 1 ? 10 * power : mark->digit * power;
  return mark->value <= axis->most * (1 + SAME);
}
