/* A logarithmic axis: where values lie on it, and which of them are marked. */
#ifndef OVERLAND_BENCH_PLOT_PLOT_AXIS_H
#define OVERLAND_BENCH_PLOT_PLOT_AXIS_H

#include <stdbool.h>

/* From `least` to `most`, both above 0, on the pixels from least_at to most_at. */
struct plot_axis {
  double least, most;
  double least_at, most_at;
};

/* An axis from the mark at or below the least value to the one at or above the
 * most: 1, 2 or 5 times a power of ten. The pixels are left to the caller. */
struct plot_axis plot_axis_around(double least, double most);

double plot_axis_place(const struct plot_axis *axis, double value);

/* The marks of an axis: 1 to 9 times the powers of ten. */
struct plot_mark {
  double value;
  int digit; /* 1 to 9; powers of ten have 1 */
};

/* The first mark of an axis, and the next after one: false past the end. */
bool plot_axis_first_mark(const struct plot_axis *axis, struct plot_mark *mark);
bool plot_axis_next_mark(const struct plot_axis *axis, struct plot_mark *mark);

#endif
